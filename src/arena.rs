//! Matches between programs: schedule, referee, statistics, report.

pub mod statistics;
