//! Matches between programs: schedule, referee, statistics, report.
//!
//! A match is its [`settings`]; the [`schedule`] says which games it has. The [`runner`] hands them
//! to jobs; each job keeps its programs running, and the referee plays a game with two of them. What
//! has been played lies in a [`store`], from which the match is resumed, joined with other parts,
//! and put into a [`summary`].

mod contestant;
pub mod encounter;
pub mod html;
pub mod pace;
pub mod plots;
mod referee;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod settings;
pub mod statistics;
pub mod store;
pub mod summary;
