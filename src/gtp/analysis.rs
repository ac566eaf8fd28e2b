//! Analysis: searches that report while they go on.
//!
//! [`arguments`] reads what is asked for, [`format`](mod@format) writes a report as text and sends it as part of a
//! response, and [`cgos`] has a form of its own.

pub(super) mod arguments;
pub(super) mod cgos;
pub(super) mod format;

#[cfg(test)]
mod tests;
