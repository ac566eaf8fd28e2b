//! Messages on standard error, each behind `kosumi: ` because some clients parse that stream, but for
//! those that are meant for such clients; and a file that has them all, with what was read and written.
//!
//! A thread of its own writes to standard error: a controller that does not read it must not stop
//! the engine. What it leaves unread beyond a bound is dropped. Where the system allows no such thread, each message is
//! written at once.

use crate::gtp::BARE;
use crate::lines::TRAFFIC;
use crate::threads;
use anyhow::{Context, Result};
use env_logger::{Builder, Logger, Target};
use log::{LevelFilter, Metadata, Record};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

/// Messages that may wait to be written.
const WAITING_MESSAGES: usize = 4096;

/// How long the end of the program waits for messages to be written.
const LAST_WAIT: Duration = Duration::from_millis(200);

/// The writing thread, if there is one.
pub(super) struct Log(Option<Writer>);

struct Writer {
    sender: SyncSender<Vec<u8>>,
    is_done: Receiver<()>,
}

/// Starts logging: warnings and errors, and with each `verbose` one level more; everything into a file, if there is one,
/// behind what it has already.
///
/// # Errors
/// The file cannot be written.
pub(super) fn start(verbose: u8, file: Option<&Path>) -> Result<Log> {
    let file = file.map(file_logger).transpose()?;
    let writer = start_writer();
    let sender = writer.as_ref().ok().map(|writer| writer.sender.clone());
    let stderr = stderr_logger(verbose, sender);
    let most = file.as_ref().map_or(stderr.filter(), Logger::filter);
    // Only a second start could fail, and there is none.
    let _ = log::set_boxed_logger(Box::new(Both { stderr, file }));
    log::set_max_level(most);
    if let Err(refusal) = &writer {
        log::warn!("{refusal}: messages may hold up the program");
    }
    Ok(Log(writer.ok()))
}

fn start_writer() -> io::Result<Writer> {
    let (sender, messages) = sync_channel::<Vec<u8>>(WAITING_MESSAGES);
    let (done, is_done) = sync_channel(1);
    threads::start("log", move || {
        let mut stderr = io::stderr();
        // An empty message is the last one. A closed stream ends the thread as well.
        while let Ok(message) = messages.recv() {
            if message.is_empty() || stderr.write_all(&message).is_err() {
                break;
            }
        }
        let _ = done.send(());
    })?;
    Ok(Writer { sender, is_done })
}

fn stderr_logger(verbose: u8, sender: Option<SyncSender<Vec<u8>>>) -> Logger {
    let level = match verbose {
        0 => LevelFilter::Warn,
        1 => LevelFilter::Info,
        _ => LevelFilter::Debug,
    };
    Builder::new()
        .filter_level(level)
        .filter_module(BARE, LevelFilter::Info)
        .target(Target::Pipe(Box::new(Pipe(sender))))
        .format(|out, record| match record.target() {
            BARE => writeln!(out, "{}", record.args()),
            _ => writeln!(out, "kosumi: {}", one_line(&record.args().to_string())),
        })
        .build()
}

/// Lines of a file begin with the time; what was read follows behind `>`, what was written behind `<`.
fn file_logger(path: &Path) -> Result<Logger> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    let file = file.with_context(|| format!("cannot write {}", path.display()))?;
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

/// Tells a message to both who may want it.
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
        if let Some(Writer { sender, is_done }) = self.0
            && sender.try_send(Vec::new()).is_ok()
        {
            let _ = is_done.recv_timeout(LAST_WAIT);
        }
    }
}

/// The way to the writing thread, if there is one.
struct Pipe(Option<SyncSender<Vec<u8>>>);

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A full channel drops the message, and so does a closed stream; there is nowhere to complain.
        let _ = match &self.0 {
            Some(sender) => sender.try_send(bytes.to_vec()).is_ok(),
            None => io::stderr().write_all(bytes).is_ok(),
        };
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
