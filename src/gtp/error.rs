//! Failures in the wording of the protocol.

use crate::go::{
    IllegalMove, NothingToUndo, ParseColorError, ParseVertexError, SetupError, SizeError,
};

/// The text of a failure response. The standard messages are exact; only `syntax error` has a tail.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GtpError(String);

/// The most bytes of input that a message repeats.
const LONGEST_ECHO: usize = 40;

/// The most bytes of a message that repeats input.
const LONGEST_TEXT: usize = 80;

impl GtpError {
    /// A failure with a text of its own.
    pub fn new(text: impl Into<String>) -> GtpError {
        GtpError(text.into())
    }

    /// `syntax error` and what was expected.
    pub fn syntax(detail: impl AsRef<str>) -> GtpError {
        GtpError(format!("syntax error: {}", detail.as_ref()))
    }

    /// `syntax error` because a word is not what was expected.
    pub fn expected(what: &str, got: &str) -> GtpError {
        GtpError::syntax(format!(
            "{what} expected, got '{}'",
            printable(got, LONGEST_ECHO)
        ))
    }

    /// A failure with the text of an error that may repeat input.
    pub fn quoting(error: &impl std::fmt::Display) -> GtpError {
        GtpError(printable(&error.to_string(), LONGEST_TEXT))
    }

    /// The same failure with more behind it.
    #[must_use]
    pub fn followed_by(self, text: &str) -> GtpError {
        GtpError(self.0 + text)
    }
}

/// The beginning of a text with everything that is not printable ASCII as `\xNN`.
fn printable(text: &str, longest: usize) -> String {
    let bytes = text.bytes().take(longest);
    bytes
        .flat_map(|byte| {
            if byte == b' ' || byte.is_ascii_graphic() {
                vec![char::from(byte)]
            } else {
                byte.escape_ascii().map(char::from).collect()
            }
        })
        .collect()
}

impl From<ParseColorError> for GtpError {
    fn from(error: ParseColorError) -> GtpError {
        GtpError::expected("color", &error.0)
    }
}

impl From<ParseVertexError> for GtpError {
    fn from(error: ParseVertexError) -> GtpError {
        GtpError::expected("vertex", &error.0)
    }
}

impl From<IllegalMove> for GtpError {
    /// Controllers compare the text; the reason goes to the log and to `kosumi-why_illegal`.
    fn from(error: IllegalMove) -> GtpError {
        log::info!("illegal move: {error}");
        GtpError::new("illegal move")
    }
}

impl From<NothingToUndo> for GtpError {
    fn from(_: NothingToUndo) -> GtpError {
        GtpError::new("cannot undo")
    }
}

impl From<SizeError> for GtpError {
    fn from(_: SizeError) -> GtpError {
        GtpError::new("unacceptable size")
    }
}

impl From<SetupError> for GtpError {
    fn from(error: SetupError) -> GtpError {
        log::info!("illegal position: {error}");
        GtpError::new("illegal position")
    }
}
