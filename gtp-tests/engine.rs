//! Starts the program under test and moves bytes in and out of it.
//!
//! Every test talks to a real process over real pipes. Each output stream is emptied by a thread of its
//! own, so the program can never block on a reader, and every wait has an end: a hanging program is a
//! failed test, not a hanging one. All of it works on bytes; what they mean is judged in [`crate::framing`].
//!
//! `KOSUMI_GTP_ENGINE="gnugo --mode gtp"` runs another program instead, with the same files.

use std::env;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use crate::framing::{self, Response};

/// Longest time a program may take for anything: far above what is needed on a machine that does ten things at once, far
/// below for ever.
pub(crate) const PATIENCE: Duration = Duration::from_mins(5);

/// What takes too long on a busy machine is tried so often.
const TRIES: usize = 10;

/// Tries something until it takes less than a limit; what always takes longer fails.
pub(crate) fn assert_soon(limit: Duration, what: &str, mut act: impl FnMut() -> Duration) {
    let mut times = Vec::new();
    while times.len() < TRIES {
        let time = act();
        if time < limit {
            return;
        }
        times.push(time);
    }
    panic!("{what}: never within {limit:?}, but {times:?}");
}

/// Playouts a move when the moves themselves do not matter.
pub(crate) const PLAYOUTS: u32 = 20;

/// The command line of the program under test, to be started in `dir` with all three streams piped. It looks
/// with no network: what one says differs a little between processors, playouts are the same on all.
pub(crate) fn command(dir: &Path, playouts: u32) -> Command {
    let command = if let Ok(line) = env::var("KOSUMI_GTP_ENGINE") {
        let mut words = line.split_whitespace();
        let mut other = Command::new(words.next().expect("KOSUMI_GTP_ENGINE names a program"));
        other.args(words);
        other
    } else {
        let mut kosumi = Command::new(env!("CARGO_BIN_EXE_kosumi"));
        kosumi.args(["gtp", "--seed", "1", "--threads", "1", "--visits"]);
        kosumi.args([&playouts.to_string(), "--model", "none"]);
        kosumi
    };
    piped(command, dir)
}

/// Kosumi in a folder, all of whose streams are piped.
pub(crate) fn kosumi(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    command.args(arguments);
    piped(command, folder)
}

/// Kosumi as [`kosumi`] starts it, after a shell has done something.
#[cfg(unix)]
pub(crate) fn kosumi_after(before: &str, folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("sh");
    let script = format!("{before} exec \"$0\" \"$@\"");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_kosumi")]);
    command.args(arguments);
    piped(command, folder)
}

fn piped(mut command: Command, folder: &Path) -> Command {
    command.current_dir(folder);
    // Without a desktop, a driver for graphics cards complains on standard error unless it has this.
    command.env("NODEVICE_SELECT", "1");
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs a command on an input to its end, which comes by itself, neither by a signal nor by a panic.
#[track_caller]
pub(crate) fn run(command: Command, input: &str) -> Outcome {
    let what = format!("{command:?}").chars().take(400).collect::<String>();
    let mut engine = Engine::start(command);
    engine.feed_and_close(input.as_bytes().to_vec());
    let outcome = engine
        .finish()
        .unwrap_or_else(|error| panic!("{what}: {error}"));
    let told = String::from_utf8_lossy(&outcome.stderr);
    assert!(outcome.status.code().is_some(), "{what}: {told}");
    assert!(!told.contains("panicked"), "{what}: {told}");
    outcome
}

/// A child process that does not outlive its test.
pub(crate) struct Process(pub(crate) Child);

impl Process {
    /// Starts `command`; there is nothing to test if that fails.
    pub(crate) fn spawn(command: &mut Command) -> Self {
        Self(command.spawn().expect("the program under test starts"))
    }

    /// Waits until the process has ended; `None` if it still runs after `patience`.
    pub(crate) fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            let status = self.0.try_wait().expect("a child can be waited for");
            if status.is_some() || Instant::now() >= deadline {
                return status;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Both fail if it has ended already, which is the usual case.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// One output stream, emptied in the background.
pub(crate) struct Drain {
    chunks: Receiver<Vec<u8>>,
    bytes: Vec<u8>,
    /// The length of each piece that was read.
    pieces: Vec<usize>,
}

/// The most that is read from a stream at once.
pub(crate) const LARGEST_PIECE: usize = 1 << 14;

impl Drain {
    /// Starts reading `source` until it ends.
    pub(crate) fn new(mut source: impl Read + Send + 'static) -> Self {
        let (sender, chunks) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; LARGEST_PIECE];
            while let Ok(count @ 1..) = source.read(&mut buffer) {
                if sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            chunks,
            bytes: Vec::new(),
            pieces: Vec::new(),
        }
    }

    fn keep(&mut self, chunk: Vec<u8>) {
        self.pieces.push(chunk.len());
        self.bytes.extend(chunk);
    }

    /// Reads on until `done` holds for what was read so far; false if the stream ends or time runs out first.
    fn read_until(&mut self, deadline: Instant, done: impl Fn(&[u8]) -> bool) -> bool {
        while !done(&self.bytes) {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(chunk) = self.chunks.recv_timeout(left) else {
                return false;
            };
            self.keep(chunk);
        }
        true
    }

    /// Everything up to the end of the stream; fails if that end does not come in time.
    pub(crate) fn read_to_end(&mut self, patience: Duration) -> Result<Vec<u8>, String> {
        let deadline = Instant::now() + patience;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.chunks.recv_timeout(left) {
                Ok(chunk) => self.keep(chunk),
                Err(mpsc::RecvTimeoutError::Disconnected) => {
                    return Ok(std::mem::take(&mut self.bytes));
                }
                Err(mpsc::RecvTimeoutError::Timeout) => {
                    return Err(format!("the program did not end within {patience:?}"));
                }
            }
        }
    }
}

/// A running program with a conversation in progress.
pub(crate) struct Engine {
    pub(crate) process: Process,
    stdin: Option<ChildStdin>,
    stdout: Drain,
    stderr: Drain,
}

impl Engine {
    /// Starts `command`, whose streams are all piped.
    pub(crate) fn start(mut command: Command) -> Self {
        let mut process = Process::spawn(&mut command);
        let stdin = process.0.stdin.take();
        let stdout = Drain::new(process.0.stdout.take().expect("stdout is piped"));
        let stderr = Drain::new(process.0.stderr.take().expect("stderr is piped"));
        Self {
            process,
            stdin,
            stdout,
            stderr,
        }
    }

    /// Sends `bytes` and waits for nothing. A program that has left is no error here: its output will tell.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        if let Some(stdin) = &mut self.stdin {
            let _ = stdin.write_all(bytes).and_then(|()| stdin.flush());
        }
    }

    /// Sends one line and waits for its whole answer, with stdin still open: only a flushed answer arrives.
    pub(crate) fn ask(&mut self, line: &str) -> Result<Response, String> {
        self.send(format!("{line}\n").as_bytes());
        let complete = |bytes: &[u8]| bytes.windows(2).any(|pair| pair == b"\n\n");
        if !self.stdout.read_until(Instant::now() + PATIENCE, complete) {
            return Err(format!("no answer to `{line}`"));
        }
        let mut responses = framing::split(&std::mem::take(&mut self.stdout.bytes))?;
        let response = responses.pop().ok_or("no response")?;
        if responses.is_empty() {
            Ok(response)
        } else {
            Err(format!("several answers to `{line}`"))
        }
    }

    /// How many bytes it has written so far, as far as they were waited for.
    pub(crate) fn written(&self) -> usize {
        self.stdout.bytes.len()
    }

    /// Waits until `done` holds for all that was written so far.
    pub(crate) fn wait_until(&mut self, done: impl Fn(&[u8]) -> bool) -> Result<(), String> {
        let is_done = self.stdout.read_until(Instant::now() + PATIENCE, done);
        is_done.then_some(()).ok_or("no answer".to_owned())
    }

    /// Sends `input` and the end of the file, in a thread of its own because the pipe may fill.
    pub(crate) fn feed_and_close(&mut self, input: Vec<u8>) {
        if let Some(mut stdin) = self.stdin.take() {
            thread::spawn(move || {
                let _ = stdin.write_all(&input);
            });
        }
    }

    /// Closes stdin, reads both streams to their ends and waits for the exit.
    pub(crate) fn finish(mut self) -> Result<Outcome, String> {
        self.stdin = None;
        let stdout = self.stdout.read_to_end(PATIENCE)?;
        let stderr = self.stderr.read_to_end(PATIENCE)?;
        let status = self
            .process
            .wait(PATIENCE)
            .ok_or("the program closed its streams but did not exit")?;
        Ok(Outcome {
            stdout,
            pieces: std::mem::take(&mut self.stdout.pieces),
            stderr,
            status,
        })
    }
}

/// What a program left behind when it ended.
pub(crate) struct Outcome {
    pub(crate) stdout: Vec<u8>,
    /// The lengths of the pieces in which `stdout` was read.
    pub(crate) pieces: Vec<usize>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) status: ExitStatus,
}

impl Outcome {
    /// The answers, after the checks that hold for every run: framing, decent stderr, exit status 0.
    pub(crate) fn responses(&self) -> Result<Vec<Response>, String> {
        let responses = framing::split(&self.stdout)?;
        framing::check_stderr(&self.stderr)?;
        if !self.status.success() {
            return Err(format!("exit status: {}", self.status));
        }
        Ok(responses)
    }
}

/// The lines as one text, each with its LF.
pub(crate) fn text_of(lines: impl IntoIterator<Item = String>) -> String {
    lines.into_iter().map(|line| line + "\n").collect()
}

/// Runs a fresh program in `dir` on `input` followed by the end of the file.
pub(crate) fn batch(dir: &Path, playouts: u32, input: Vec<u8>) -> Result<Outcome, String> {
    let mut engine = Engine::start(command(dir, playouts));
    engine.feed_and_close(input);
    engine.finish()
}
