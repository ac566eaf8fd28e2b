//! Analysis: searches that report while they go on.
//!
//! [`arguments`] reads what is wanted, [`format`](mod@format) puts a report into words, [`reporter`] writes it as a
//! part of a response, [`cgos`] has a form of its own.

pub(super) mod arguments;
pub(super) mod cgos;
pub(super) mod format;
pub(super) mod reporter;

#[cfg(test)]
mod tests;
