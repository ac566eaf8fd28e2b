//! Matches between programs: schedule, referee, statistics, report.

pub mod encounter;
pub mod html;
pub mod plots;
pub mod report;
pub mod statistics;
