//! Who does the work of tables: a thread for each piece of work, or, where there are no threads, whoever calls for it.

use crate::threads;
use std::fmt::Debug;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

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
pub(super) trait Chore: Debug + Send + 'static {
    /// Does the next step.
    fn step(&mut self) -> StepResult;

    /// Does all steps, and waits between them for what there is to do.
    fn run(self: Box<Self>);
}

/// Who does the chores.
#[derive(Debug)]
pub(super) enum Staff {
    /// A thread for each.
    Threads,
    /// Whoever calls [`work`](Staff::work).
    Caller(Mutex<Vec<Box<dyn Chore>>>),
}

impl Staff {
    /// Nobody but whoever calls.
    pub(super) fn caller() -> Staff {
        Staff::Caller(Mutex::default())
    }

    /// Begins a chore, under a name for its thread.
    ///
    /// # Errors
    /// The system allows no thread.
    pub(super) fn begin(&self, name: &str, chore: impl Chore) -> io::Result<()> {
        let chore = Box::new(chore);
        match self {
            Staff::Threads => threads::start(name, move || chore.run()).map(|_| ()),
            Staff::Caller(chores) => {
                lock(chores).push(chore);
                Ok(())
            }
        }
    }

    /// Does a step of each chore that waits for a caller. Returns true if anything was done.
    pub(super) fn work(&self) -> bool {
        let Staff::Caller(chores) = self else {
            return false;
        };
        // A step may begin another chore.
        let mut now = std::mem::take(&mut *lock(chores));
        let mut is_busy = false;
        now.retain_mut(|chore| {
            let result = chore.step();
            is_busy |= result == StepResult::Done;
            result != StepResult::Ended
        });
        let mut later = lock(chores);
        now.append(&mut later);
        *later = now;
        is_busy
    }
}

fn lock(chores: &Mutex<Vec<Box<dyn Chore>>>) -> MutexGuard<'_, Vec<Box<dyn Chore>>> {
    // A list is never half changed.
    chores.lock().unwrap_or_else(PoisonError::into_inner)
}
