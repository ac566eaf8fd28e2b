//! Who does the work of tables: a thread for each piece of work, or, where there are no threads, whoever calls for it.

use crate::threads;
use std::fmt::Debug;
use std::io;
use std::sync::{Mutex, PoisonError};

/// What a step of work has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepResult {
    /// Something was done; there may be more.
    Done,
    /// There is nothing to do now.
    Idle,
    /// There will be nothing to do any more.
    Ended,
}

/// Work that goes on in steps.
pub(super) trait Work: Debug + Send + 'static {
    /// Does the next step.
    fn step(&mut self) -> StepResult;

    /// Does all steps, and waits between them for what there is to do.
    fn run(self: Box<Self>);
}

/// Who works.
#[derive(Debug)]
pub(super) enum Staff {
    /// A thread for each work.
    Threads,
    /// Whoever calls [`work`](Staff::work).
    Caller(Mutex<Vec<Box<dyn Work>>>),
}

impl Staff {
    /// Nobody but whoever calls.
    pub(super) fn caller() -> Staff {
        Staff::Caller(Mutex::default())
    }

    /// Begins some work.
    ///
    /// # Errors
    /// The system allows no thread.
    pub(super) fn begin(&self, name: &str, work: impl Work) -> io::Result<()> {
        let work = Box::new(work);
        match self {
            Staff::Threads => threads::start(name, move || work.run()).map(|_| ()),
            Staff::Caller(works) => {
                works
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(work);
                Ok(())
            }
        }
    }

    /// Does a step of each work that waits for a caller. Returns true if anything was done.
    pub(super) fn work(&self) -> bool {
        let Staff::Caller(works) = self else {
            return false;
        };
        let lock = || works.lock().unwrap_or_else(PoisonError::into_inner);
        // A step may begin other work.
        let mut now = std::mem::take(&mut *lock());
        let mut is_busy = false;
        now.retain_mut(|work| {
            let result = work.step();
            is_busy |= result == StepResult::Done;
            result != StepResult::Ended
        });
        let mut later = lock();
        now.append(&mut later);
        *later = now;
        is_busy
    }
}
