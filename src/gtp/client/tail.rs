//! Empties the standard error of a program and remembers the end of it.

use crate::threads;
use std::io::{self, Read};
use std::process::ChildStderr;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// So much is remembered.
const KEPT: usize = 4096;

/// How long the last words of a program may take to arrive.
const LAST_WAIT: Duration = Duration::from_millis(50);

/// The emptying thread.
#[derive(Debug)]
pub(super) struct Tail {
    bytes: Arc<Mutex<Vec<u8>>>,
    /// Nothing is ever sent; the other end goes with the thread.
    is_done: Receiver<()>,
}

impl Tail {
    /// Starts to read.
    ///
    /// # Errors
    /// The system allows no more threads.
    pub(super) fn start(source: Option<ChildStderr>) -> io::Result<Tail> {
        let (done, is_done) = channel();
        let bytes = Arc::new(Mutex::new(Vec::new()));
        if let Some(source) = source {
            let bytes = Arc::clone(&bytes);
            threads::start("stderr", move || {
                let _done = done;
                read(source, &bytes);
            })?;
        }
        Ok(Tail { bytes, is_done })
    }

    /// Returns what is remembered. If the program has just ended, this waits a moment for the rest.
    pub(super) fn text(&self) -> String {
        let _ = self.is_done.recv_timeout(LAST_WAIT);
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

fn read(mut source: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; KEPT];
    while let Ok(count @ 1..) = source.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(&buffer[..count]);
        let excess = kept.len().saturating_sub(KEPT);
        kept.drain(..excess);
    }
}
