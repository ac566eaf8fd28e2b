//! Messages on standard error, and in a file.
//!
//! On standard error each stands after `kosumi: `, because some clients parse that stream, except those that are meant for such
//! clients. A thread of its own writes them: a controller that does not read must not stop the engine. What it leaves unread
//! beyond a limit is dropped. Where the system allows no such thread, each message is written at once. The file gets all
//! messages, with everything that was read and written.

use crate::files;
use crate::gtp::BARE;
use crate::lines::TRAFFIC;
use crate::threads;
use anyhow::{Context, Result};
use env_logger::{Builder, Logger, Target};
use log::{LevelFilter, Metadata, Record};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

/// Messages that may wait to be written, and their bytes: a message may repeat a long line of somebody.
const WAITING_MESSAGES: usize = 4096;
const WAITING_BYTES: usize = 4 << 20;

/// How long the end of the program waits for messages to be written.
const LAST_WAIT: Duration = Duration::from_millis(200);

/// The writing thread, if there is one.
pub(super) struct Log(Option<LogWriter>);

struct LogWriter {
    sender: SyncSender<Vec<u8>>,
    is_done: Receiver<()>,
}

/// Starts logging: warnings and errors, and with each `verbose` one level more; everything into a file, if there is one,
/// behind what it has already.
///
/// # Errors
/// The file cannot be written, or is no regular one.
pub(super) fn start(verbose: u8, file: Option<&Path>) -> Result<Log> {
    let waiting = Arc::default();
    let writer = start_writer(&waiting);
    let sender = writer.as_ref().ok().map(|writer| writer.sender.clone());
    let pipe = Pipe { sender, waiting };
    let file = file.map(|path| file_logger(path, &pipe)).transpose()?;
    let stderr = stderr_logger(verbose, pipe);
    let most = file.as_ref().map_or(stderr.filter(), Logger::filter);
    // Only a second start could fail, and there is none.
    let _ = log::set_boxed_logger(Box::new(Both { stderr, file }));
    log::set_max_level(most);
    if let Err(refusal) = &writer {
        log::warn!("{refusal}: messages may hold up the program");
    }
    Ok(Log(writer.ok()))
}

fn start_writer(waiting: &Arc<AtomicUsize>) -> io::Result<LogWriter> {
    let (sender, messages) = sync_channel::<Vec<u8>>(WAITING_MESSAGES);
    let (done, is_done) = sync_channel(1);
    let waiting = Arc::clone(waiting);
    threads::start("log", move || {
        let mut stderr = io::stderr();
        // An empty message is the last one. A closed stream ends the thread as well.
        while let Ok(message) = messages.recv() {
            if message.is_empty() || stderr.write_all(&message).is_err() {
                break;
            }
            waiting.fetch_sub(message.len(), Ordering::Relaxed);
        }
        let _ = done.send(());
    })?;
    Ok(LogWriter { sender, is_done })
}

fn stderr_logger(verbose: u8, pipe: Pipe) -> Logger {
    let level = match verbose {
        0 => LevelFilter::Warn,
        1 => LevelFilter::Info,
        _ => LevelFilter::Debug,
    };
    Builder::new()
        .filter_level(level)
        .filter_module(BARE, LevelFilter::Info)
        .target(Target::Pipe(Box::new(pipe)))
        .format(|out, record| match record.target() {
            BARE => writeln!(out, "{}", record.args()),
            _ => writeln!(out, "kosumi: {}", one_line(&record.args().to_string())),
        })
        .build()
}

/// Lines of a file begin with the time; what was read follows behind `>`, what was written behind `<`.
fn file_logger(path: &Path, stderr: &Pipe) -> Result<Logger> {
    let file = files::append(path);
    let file = Growing {
        file: file.with_context(|| format!("cannot write {}", path.display()))?,
        path: path.to_owned(),
        stderr: Some(stderr.clone()),
    };
    let mut builder = Builder::new();
    builder
        .filter_level(LevelFilter::Debug)
        .filter_module(TRAFFIC, LevelFilter::Trace)
        .target(Target::Pipe(Box::new(file)))
        .format(|out, record| {
            let time = out.timestamp_millis();
            writeln!(out, "{time} {}", record.args())
        });
    Ok(builder.build())
}

/// A file that messages are added to. The first failure is reported on standard error, later ones are not: what is
/// being logged must neither stop nor repeat that.
struct Growing {
    file: File,
    path: PathBuf,
    stderr: Option<Pipe>,
}

impl Write for Growing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.file.write(bytes);
        if let Err(error) = &result
            && let Some(mut stderr) = self.stderr.take()
        {
            let path = self.path.display();
            let text = format!("{path} misses messages: {error}");
            // In one piece, since each is a message of its own.
            let _ = stderr.write_all(format!("kosumi: {}\n", one_line(&text)).as_bytes());
        }
        result
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a message to standard error and to the file.
struct Both {
    stderr: Logger,
    file: Option<Logger>,
}

impl log::Log for Both {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        let file = self.file.as_ref();
        self.stderr.enabled(metadata) || file.is_some_and(|file| file.enabled(metadata))
    }

    fn log(&self, record: &Record<'_>) {
        self.stderr.log(record);
        if let Some(file) = &self.file {
            file.log(record);
        }
    }

    fn flush(&self) {
        if let Some(file) = &self.file {
            file.flush();
        }
    }
}

/// Clients must not take a message for anything else; an arrow is Leela Zero's summary of a move.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ").replace("->", "to")
}

impl Log {
    /// Waits a moment for what is still to be written.
    pub(super) fn finish(self) {
        if let Some(LogWriter { sender, is_done }) = self.0
            && sender.try_send(Vec::new()).is_ok()
        {
            let _ = is_done.recv_timeout(LAST_WAIT);
        }
    }
}

/// The way to the writing thread, if there is one.
#[derive(Clone)]
struct Pipe {
    sender: Option<SyncSender<Vec<u8>>>,
    /// Bytes of messages that wait.
    waiting: Arc<AtomicUsize>,
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = bytes.len();
        let Some(sender) = &self.sender else {
            // A closed stream drops the message; there is nowhere to complain.
            let _ = io::stderr().write_all(bytes);
            return Ok(length);
        };
        let waiting = self.waiting.fetch_add(length, Ordering::Relaxed);
        // So does what is too much, but never a single message.
        let has_room = waiting == 0 || waiting + length <= WAITING_BYTES;
        if !has_room || sender.try_send(bytes.to_vec()).is_err() {
            self.waiting.fetch_sub(length, Ordering::Relaxed);
        }
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
