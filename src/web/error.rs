//! Why a request is not answered.

/// A request failed, and nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WebError {
    /// What was asked makes no sense, or is not possible now. The sentence says why.
    #[error("{0}")]
    Refused(String),
    /// There is no such table, node or file.
    #[error("{0}")]
    Unknown(String),
    /// There are too many of something, or it is too large.
    #[error("{0}")]
    Limit(String),
    /// A bug of kosumi.
    #[error("internal error; kosumi's messages have more")]
    Internal,
}

impl WebError {
    /// A refusal with its reason.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "errors are passed on by value"
    )]
    pub(super) fn refused(reason: impl ToString) -> WebError {
        WebError::Refused(reason.to_string())
    }
}

/// What most functions here return.
pub(super) type WebResult<T> = Result<T, WebError>;
