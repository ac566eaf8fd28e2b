//! Reports as lines for a terminal: a table with one line a file, and a list of surprises.
//!
//! A table is written line by line while the tests run, so its [`ResultTable`] knows all files before.

use super::{TestReport, TestRow, TestStatus};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A status, the title of its column (capitals are surprises), its class on the page, and what it
/// means.
type About = (TestStatus, &'static str, &'static str, &'static str);

/// All statuses, in the order of their columns.
#[rustfmt::skip]
pub(super) const STATUSES: [About; 5] = [
    (TestStatus::Pass, "pass", "pass", "passed, as expected"),
    (TestStatus::UnexpectedFail, "FAIL", "fail", "failed, and should pass"),
    (TestStatus::ExpectedFail, "fail", "known", "failed, as expected"),
    (TestStatus::UnexpectedPass, "PASS", "surprise", "passed, though expected to fail"),
    (TestStatus::OtherError, "error", "error", "a command that prepares the tests failed"),
];

/// Returns the row of a status.
pub(super) fn about(status: TestStatus) -> About {
    let about = STATUSES.into_iter().find(|about| about.0 == status);
    about.expect("all statuses are listed")
}

/// A table whose columns are aligned.
#[derive(Debug)]
pub struct ResultTable {
    /// The width of the first column.
    width: usize,
}

impl ResultTable {
    /// Makes a table for these files.
    pub fn new(files: &[PathBuf]) -> ResultTable {
        let widths = files.iter().map(|path| name(path).chars().count());
        ResultTable {
            width: widths.chain(["total".len()]).max().unwrap_or(0),
        }
    }

    /// Returns the line with the names of the columns.
    pub fn header(&self) -> String {
        let mut line = format!("{:width$}  tests", "file", width = self.width);
        for (_, title, ..) in STATUSES {
            let _ = write!(line, " {title:>5}");
        }
        line + "   time s    cpu s\n"
    }

    /// Returns the line that says what came of a file.
    pub fn row(&self, report: &TestReport) -> String {
        let crash = report.crash.as_ref();
        let crash = crash.map_or(String::new(), |crash| format!("  CRASH {crash}"));
        self.line(&name(&report.path), std::slice::from_ref(report), &crash)
    }

    /// Returns the line with the sums.
    pub fn total(&self, reports: &[TestReport]) -> String {
        self.line("total", reports, "")
    }

    fn line(&self, name: &str, reports: &[TestReport], end: &str) -> String {
        let tests: usize = reports.iter().map(TestReport::tests).sum();
        let mut line = format!("{name:width$} {tests:6}", width = self.width);
        for (status, ..) in STATUSES {
            let count: usize = reports.iter().map(|report| report.count(status)).sum();
            let _ = write!(line, " {count:5}");
        }
        let wall: Duration = reports.iter().map(|report| report.wall).sum();
        let _ = write!(line, " {:8.2} {:>8}", wall.as_secs_f64(), cpu(reports));
        line + end + "\n"
    }
}

/// Returns the processor time of some files; `-` if no program reported it.
pub(super) fn cpu(reports: &[TestReport]) -> String {
    let times: Vec<Duration> = reports.iter().filter_map(|report| report.cpu).collect();
    if times.is_empty() {
        return "-".to_owned();
    }
    format!("{:.2}", times.iter().sum::<Duration>().as_secs_f64())
}

/// Returns a line for every answer that was not expected.
pub fn surprises(report: &TestReport) -> String {
    let expected = [TestStatus::Pass, TestStatus::ExpectedFail];
    let rows = report.rows.iter();
    rows.filter(|row| !expected.contains(&row.status))
        .map(|row| surprise(&report.path, row))
        .collect()
}

fn surprise(path: &Path, row: &TestRow) -> String {
    let (line, command, answer) = (row.line, &row.command, row.answer.replace('\n', "\\n"));
    let mut text = format!("{} {}:{line}: ", about(row.status).1, path.display());
    let _ = write!(text, "`{command}` answered `{answer}`");
    if !row.expected.is_empty() {
        let _ = write!(text, ", expected {}", row.expected);
    }
    text + "\n"
}

/// Returns the name of a file without its directories.
pub(super) fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regress::tests::reports;

    #[test]
    fn columns_are_aligned() {
        let reports = reports();
        let files: Vec<PathBuf> = reports.iter().map(|report| report.path.clone()).collect();
        let table = ResultTable::new(&files);
        let rows: String = reports.iter().map(|report| table.row(report)).collect();
        let text = table.header() + &rows + &table.total(&reports);
        let expected = "\
file         tests  pass  FAIL  fail  PASS error   time s    cpu s
ko.tst           4     1     1     1     1     1     1.50     0.25
capture.tst      1     1     0     0     0     0     1.50     0.25  CRASH no command: \"z\"
total            5     2     1     1     1     1     3.00     0.50
";
        assert_eq!(text, expected);
    }

    #[test]
    fn what_was_expected_is_not_listed() {
        let expected = "\
FAIL some/ko.tst:1: `1 say <b>` answered `x\\ny`, expected [a&b]
PASS some/ko.tst:3: `3 say <b>` answered `x\\ny`, expected [a&b]
error some/ko.tst:4: `4 say <b>` answered `x\\ny`, expected [a&b]
";
        assert_eq!(surprises(&reports()[0]), expected);
    }
}
