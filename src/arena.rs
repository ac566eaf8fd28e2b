//! Matches between programs: schedule, referee, statistics, report.

pub mod report;
pub mod statistics;
