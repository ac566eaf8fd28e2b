//! Regression tests of programs that speak GTP, in the format of GNU Go and gogui-regress.
//!
//! | step | where |
//! |---|---|
//! | [`expand`] replaces lists of test files by the files | `run.rs` |
//! | [`TestFile::parse`] reads a file, [`TestStep::judge`] says what an answer is worth | `format.rs` |
//! | [`run()`] holds the conversation of a file with a fresh program: a [`TestReport`] | `run.rs` |
//! | meanwhile a game follows the commands and the program's moves, for pictures | `run.rs` |
//! | [`text`] and [`html`] show reports to a reader | `text.rs`, `html.rs` |
//!
//! Every file gets a fresh program, which runs in the directory of the file, so that `loadsgf` finds
//! its records.

mod format;
pub mod html;
mod run;
#[cfg(test)]
mod tests;
pub mod text;

pub use format::{Expectation, FileFault, Role, TestFile, TestStatus, TestStep};
pub use run::{TestReport, TestRow, TestRunError, exit_status, expand, run};
