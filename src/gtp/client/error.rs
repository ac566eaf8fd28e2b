//! Failures of another program.

use std::process::ExitStatus;
use std::time::Duration;

/// Why a command has no answer that could be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// There is no such program, or it cannot be run.
    #[error("cannot start `{program}`: {reason}")]
    Start {
        /// Its name or command line.
        program: String,
        /// The words of the system.
        reason: String,
    },
    /// A line that no program would answer: empty, a comment, or more than one line.
    #[error("no command: {0:?}")]
    Unsendable(String),
    /// The program answered `?`. The conversation goes on.
    #[error("`{command}` failed: {message}")]
    Failure {
        /// What was sent.
        command: String,
        /// The text of the answer.
        message: String,
    },
    /// The program answered `=` and something that is no answer to the question. It goes on, too.
    #[error("`{command}` answered `{answer:.80}`, {expected} expected")]
    Unexpected {
        /// What was sent.
        command: String,
        /// The text of the answer.
        answer: String,
        /// What it should have been.
        expected: &'static str,
    },
    /// The program hangs, or thinks for longer than it may.
    #[error("no answer to `{command}` within {limit:?}")]
    Timeout {
        /// What was sent.
        command: String,
        /// How long it had.
        limit: Duration,
    },
    /// The program has exited or crashed.
    #[error("ended at `{command}` with {status}{}", last_line(stderr))]
    Exited {
        /// What was sent.
        command: String,
        /// How it ended.
        status: ExitStatus,
        /// Its last words on standard error.
        stderr: String,
    },
    /// The program has closed its input or its output, but runs on.
    #[error("closed its pipes at `{command}` and runs on")]
    Closed {
        /// What was sent.
        command: String,
    },
    /// The program has written something that is no answer to the command.
    #[error("broken protocol at `{command}`: {fault}")]
    Protocol {
        /// What was sent.
        command: String,
        /// What is wrong.
        fault: ProtocolFault,
    },
}

/// Bytes of the longest answer of a program.
pub(super) const LONGEST_ANSWER: usize = 16 << 20;

/// What is wrong with the output of a program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProtocolFault {
    /// A line outside of any answer; its beginning.
    #[error("an answer begins with = or ?, not with {0:?}")]
    Garbage(String),
    /// The answer to something else.
    #[error("the answer has the id '{got:.40}' instead of '{expected:.40}'")]
    WrongId {
        /// The id that was sent.
        expected: String,
        /// The id of the answer.
        got: String,
    },
    /// More than any answer needs.
    #[error("an answer of more than {} MiB", LONGEST_ANSWER >> 20)]
    TooLong,
}

impl ClientError {
    /// Returns true if there can be no further answers from the program.
    pub const fn is_final(&self) -> bool {
        !matches!(
            self,
            ClientError::Failure { .. }
                | ClientError::Unexpected { .. }
                | ClientError::Unsendable(_)
        )
    }
}

/// Returns the last line of a text that is not blank, as the tail of a message.
fn last_line(text: &str) -> String {
    let line = text.lines().rev().find(|line| !line.trim().is_empty());
    line.map_or(String::new(), |line| format!(": {:.200}", line.trim()))
}
