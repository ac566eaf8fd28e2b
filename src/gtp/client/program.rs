//! How to start a program, and how to end it.

use super::{Client, ClientError, group};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// How long a command may take unless something else is said.
const DEFAULT_TIMEOUT: Duration = Duration::from_mins(1);

/// A program that speaks GTP, ready to be started, more than once if need be.
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
    arguments: Vec<OsString>,
    directory: Option<PathBuf>,
    timeout: Duration,
}

impl Program {
    /// A program and its arguments. A relative path with a `/` in it is seen from where we are
    /// now, wherever the program will run.
    pub fn new(
        path: impl Into<PathBuf>,
        arguments: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Program {
        let path = path.into();
        let is_searched = path.components().count() == 1;
        Program {
            path: match std::path::absolute(&path) {
                Ok(absolute) if !is_searched => absolute,
                _ => path,
            },
            arguments: arguments.into_iter().map(Into::into).collect(),
            directory: None,
            timeout: DEFAULT_TIMEOUT,
        }
    }

    /// A command line, taken apart into words as a shell does, quotes and backslashes included.
    /// No shell is started.
    ///
    /// # Errors
    /// It is empty, or a quote is left open.
    pub fn from_line(line: &str) -> Result<Program, ClientError> {
        let words = shlex::split(line).unwrap_or_default();
        match words.split_first() {
            Some((path, arguments)) => Ok(Program::new(path, arguments)),
            None => Err(ClientError::Start {
                program: line.to_owned(),
                reason: "not a command line".to_owned(),
            }),
        }
    }

    /// Returns the same program in another working directory.
    #[must_use]
    pub fn in_directory(self, directory: impl Into<PathBuf>) -> Program {
        Program {
            directory: Some(directory.into()),
            ..self
        }
    }

    /// Returns the same program with another time that each command may take; it is a minute
    /// otherwise.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Program {
        Program { timeout, ..self }
    }

    /// Returns the time that each command may take.
    pub const fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Starts the program.
    ///
    /// # Errors
    /// It is not there or cannot be run, or the system allows no more threads.
    pub fn start(&self) -> Result<Client, ClientError> {
        let mut command = Command::new(&self.path);
        command
            .args(&self.arguments)
            .current_dir(self.directory.as_deref().unwrap_or(Path::new(".")))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        // First, since nothing would kill a program that has begun when this process ends before the guard is there.
        group::start_guard();
        let failed = |error: io::Error| ClientError::Start {
            program: self.path.display().to_string(),
            reason: error.to_string(),
        };
        let child = command.spawn().map_err(failed)?;
        group::guard(child.id());
        Client::new(child, self.timeout).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_as_a_shell_does() {
        let program = Program::from_line(r#"gnugo --mode "gtp x" a\ b '' 'c"d'"#).unwrap();
        assert_eq!(program.path, Path::new("gnugo"));
        assert_eq!(program.arguments, ["--mode", "gtp x", "a b", "", "c\"d"]);
        for line in ["", "  ", "a 'b", "a \"b"] {
            assert!(Program::from_line(line).is_err(), "{line}");
        }
    }

    #[test]
    fn a_path_does_not_depend_on_the_directory() {
        assert_eq!(
            Program::from_line("gnugo").unwrap().path,
            Path::new("gnugo")
        );
        let program = Program::from_line("./target/kosumi").unwrap();
        assert!(program.path.is_absolute());
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = Program::from_line("no-such-program x").unwrap().start();
        let message = error.unwrap_err().to_string();
        assert!(
            message.starts_with("cannot start `no-such-program`: "),
            "{message}"
        );
    }
}
