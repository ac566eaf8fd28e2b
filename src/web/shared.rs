//! A table that several threads use.

use super::table::WebTable;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A table with its lock.
#[derive(Debug)]
pub(super) struct SharedTable {
    table: Mutex<WebTable>,
    news: Condvar,
}

impl SharedTable {
    pub(super) fn new(table: WebTable) -> SharedTable {
        SharedTable {
            table: Mutex::new(table),
            news: Condvar::new(),
        }
    }

    /// The table, for the caller alone. One that a panic has left is put away where the panic is noticed.
    pub(super) fn lock(&self) -> MutexGuard<'_, WebTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns true if a thread has panicked while it had the table, which may be in disorder since.
    pub(super) fn is_in_disorder(&self) -> bool {
        self.table.is_poisoned()
    }

    /// Notes that the table is in order again.
    pub(super) fn set_in_order(&self) {
        self.table.clear_poison();
    }

    /// Lets the worker look what there is to do.
    pub(super) fn wake(&self) {
        self.news.notify_all();
    }

    /// Waits for news, or for a while.
    pub(super) fn wait<'a>(
        &self,
        table: MutexGuard<'a, WebTable>,
        most: Duration,
    ) -> MutexGuard<'a, WebTable> {
        let waited = self.news.wait_timeout(table, most);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}
