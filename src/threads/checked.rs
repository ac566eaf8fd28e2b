//! Atomic numbers, locks and threads where every order is tried: those of the standard library, or in tests built with
//! `--cfg loom` those of loom. It lets threads take turns in every way, and shows every old value that memory may still show.

#[cfg(all(loom, test))]
pub(crate) use loom::{sync, thread};
#[cfg(not(all(loom, test)))]
pub(crate) use std::{sync, thread};
