//! Writes responses, also those that begin before they end.
//!
//! [`Output::write`] writes everything, one flushed write for each response or line of it, so that a controller sees it at once
//! and never half of it.

use super::{GtpError, response};
use crate::lines::TRAFFIC;
use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Where responses go. Clones write to the same place.
#[derive(Clone)]
pub(super) struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    pub(super) fn new(sink: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(sink)))
    }

    /// Writes a text in one piece and at once.
    pub(super) fn write(&self, text: &str) -> io::Result<()> {
        log::trace!(target: TRAFFIC, "< {}", text.trim_end());
        let mut sink = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        sink.write_all(text.as_bytes())?;
        sink.flush()
    }
}

impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Output")
    }
}

/// The response to a command that is being executed.
#[derive(Debug, Default)]
pub(super) struct ResponseWriter {
    /// `None` for a command within another, to which only the end of the response matters.
    output: Option<Output>,
    id: String,
    has_begun: bool,
}

/// Lines of a response that has begun.
#[derive(Clone, Debug)]
pub(super) struct Lines(Option<Output>);

impl ResponseWriter {
    /// Begins a response to the command with an id.
    pub(super) fn new(output: &Output, id: &str) -> ResponseWriter {
        ResponseWriter {
            output: Some(output.clone()),
            id: id.to_owned(),
            has_begun: false,
        }
    }

    /// Begins a success before the command ends, by its first line, which stays empty.
    ///
    /// # Errors
    /// Nobody can hear it.
    pub(super) fn begin(&mut self) -> Result<Lines, GtpError> {
        let lines = Lines(self.output.clone());
        self.has_begun = true;
        if lines.write(&format!("={}", self.id)) {
            Ok(lines)
        } else {
            Err(GtpError::new("cannot write"))
        }
    }

    /// Returns the response, or its end if it has begun.
    pub(super) fn end(self, result: Result<String, GtpError>) -> String {
        match result {
            Ok(text) if self.has_begun && text.is_empty() => "\n".to_owned(),
            Ok(text) if self.has_begun => format!("{text}\n\n"),
            Ok(text) => response::success(&self.id, &text),
            Err(error) if self.has_begun => {
                log::error!("{error}");
                "\n".to_owned()
            }
            Err(error) => response::failure(&self.id, &error),
        }
    }
}

impl Lines {
    /// Writes a line at once. Returns false if that is impossible, and then it stays so.
    pub(super) fn write(&self, line: &str) -> bool {
        let write = |output: &Output| output.write(&format!("{line}\n")).is_ok();
        self.0.as_ref().is_none_or(write)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Default)]
    struct Sink(Arc<Mutex<Vec<String>>>);

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            self.0.lock().unwrap().push(text);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_response_may_begin_before_it_ends() {
        let sink = Sink::default();
        let output = Output::new(sink.clone());
        let mut reply = ResponseWriter::new(&output, "7");
        let lines = reply.begin().unwrap();
        assert!(lines.write("info"));
        let end = reply.end(Ok("play D4".to_owned()));
        output.write(&end).unwrap();
        assert_eq!(*sink.0.lock().unwrap(), ["=7\n", "info\n", "play D4\n\n"]);
    }

    #[test]
    fn a_response_that_has_begun_can_only_end() {
        let mut reply = ResponseWriter::new(&Output::new(Sink::default()), "");
        reply.begin().unwrap();
        assert_eq!(reply.end(Err(GtpError::new("internal error"))), "\n");
        let whole = ResponseWriter::default().end(Err(GtpError::new("illegal move")));
        assert_eq!(whole, "? illegal move\n\n");
    }

    #[test]
    fn a_command_within_another_is_not_heard() {
        let lines = ResponseWriter::default().begin().unwrap();
        assert!(lines.write("info"));
    }
}
