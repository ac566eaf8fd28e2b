//! Messages on standard error, each behind `kosumi: ` because some clients parse that stream, but for
//! those that are meant for such clients.
//!
//! A thread of its own writes them: a controller that does not read standard error must not stop
//! the engine. What it leaves unread beyond a bound is dropped.

use crate::gtp::BARE;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

/// Messages that may wait to be written.
const WAITING_MESSAGES: usize = 4096;

/// How long the end of the program waits for messages to be written.
const LAST_WAIT: Duration = Duration::from_millis(200);

/// The writing thread.
pub(super) struct Log {
    sender: SyncSender<Vec<u8>>,
    is_done: Receiver<()>,
}

/// Starts logging: warnings and errors, and with each `verbose` one level more.
pub(super) fn start(verbose: u8) -> Log {
    let (sender, messages) = sync_channel::<Vec<u8>>(WAITING_MESSAGES);
    let (done, is_done) = sync_channel(1);
    thread::spawn(move || {
        let mut stderr = io::stderr();
        // An empty message is the last one. A closed stream ends the thread as well.
        while let Ok(message) = messages.recv() {
            if message.is_empty() || stderr.write_all(&message).is_err() {
                break;
            }
        }
        let _ = done.send(());
    });
    let level = match verbose {
        0 => log::LevelFilter::Warn,
        1 => log::LevelFilter::Info,
        _ => log::LevelFilter::Debug,
    };
    env_logger::Builder::new()
        .filter_level(level)
        .filter_module(BARE, log::LevelFilter::Info)
        .target(env_logger::Target::Pipe(Box::new(Pipe(sender.clone()))))
        .format(|out, record| match record.target() {
            BARE => writeln!(out, "{}", record.args()),
            _ => writeln!(out, "kosumi: {}", one_line(&record.args().to_string())),
        })
        .init();
    Log { sender, is_done }
}

/// Clients must not take a message for anything else; an arrow is Leela Zero's summary of a move.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ").replace("->", "to")
}

impl Log {
    /// Waits a moment for what is still to be written.
    pub(super) fn finish(self) {
        if self.sender.try_send(Vec::new()).is_ok() {
            let _ = self.is_done.recv_timeout(LAST_WAIT);
        }
    }
}

struct Pipe(SyncSender<Vec<u8>>);

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A full channel drops the message; there is nowhere to complain.
        let _ = self.0.try_send(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
