//! Reports as lines for a terminal: a table with one line a file, and a list of surprises.
//!
//! A table is written line by line while the tests run, so its [`Table`] knows all files before.

use super::{Report, Row, Status};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The columns of counts. Capitals are surprises.
pub(super) const COUNTS: [(&str, Status); 5] = [
    ("pass", Status::Pass),
    ("FAIL", Status::UnexpectedFail),
    ("fail", Status::ExpectedFail),
    ("PASS", Status::UnexpectedPass),
    ("error", Status::OtherError),
];

/// A table whose columns are aligned.
#[derive(Debug)]
pub struct Table {
    /// Of the first column.
    width: usize,
}

impl Table {
    /// A table of these files.
    #[must_use]
    pub fn new(files: &[PathBuf]) -> Table {
        let widths = files.iter().map(|path| name(path).chars().count());
        Table {
            width: widths.chain(["total".len()]).max().unwrap_or(0),
        }
    }

    /// The names of the columns.
    #[must_use]
    pub fn header(&self) -> String {
        let mut line = format!("{:width$}  tests", "file", width = self.width);
        for (title, _) in COUNTS {
            let _ = write!(line, " {title:>5}");
        }
        line + "   time s    cpu s\n"
    }

    /// What came of a file.
    #[must_use]
    pub fn row(&self, report: &Report) -> String {
        let crash = report.crash.as_ref();
        let crash = crash.map_or(String::new(), |crash| format!("  CRASH {crash}"));
        self.line(&name(&report.path), std::slice::from_ref(report), &crash)
    }

    /// The sums.
    #[must_use]
    pub fn total(&self, reports: &[Report]) -> String {
        self.line("total", reports, "")
    }

    fn line(&self, name: &str, reports: &[Report], end: &str) -> String {
        let tests: usize = reports.iter().map(Report::tests).sum();
        let mut line = format!("{name:width$} {tests:6}", width = self.width);
        for (_, status) in COUNTS {
            let count: usize = reports.iter().map(|report| report.count(status)).sum();
            let _ = write!(line, " {count:5}");
        }
        let wall: Duration = reports.iter().map(|report| report.wall).sum();
        let _ = write!(line, " {:8.2} {:>8}", wall.as_secs_f64(), cpu(reports));
        line + end + "\n"
    }
}

/// The processor time of some files; `-` if no program could tell.
pub(super) fn cpu(reports: &[Report]) -> String {
    let times: Vec<Duration> = reports.iter().filter_map(|report| report.cpu).collect();
    if times.is_empty() {
        return "-".to_owned();
    }
    format!("{:.2}", times.iter().sum::<Duration>().as_secs_f64())
}

/// A line for every answer that was not expected.
#[must_use]
pub fn surprises(report: &Report) -> String {
    let expected = [Status::Pass, Status::ExpectedFail];
    let rows = report.rows.iter();
    rows.filter(|row| !expected.contains(&row.status))
        .map(|row| surprise(&report.path, row))
        .collect()
}

fn surprise(path: &Path, row: &Row) -> String {
    let (line, command, answer) = (row.line, &row.command, row.answer.replace('\n', "\\n"));
    let mut text = format!("{} {}:{line}: ", title(row.status), path.display());
    let _ = write!(text, "`{command}` answered `{answer}`");
    if !row.expected.is_empty() {
        let _ = write!(text, ", expected {}", row.expected);
    }
    text + "\n"
}

/// The name of a status: that of its column.
pub(super) fn title(status: Status) -> &'static str {
    let column = COUNTS.iter().find(|(_, other)| *other == status);
    column.map_or("", |(title, _)| title)
}

/// The name of a file without its directories.
pub(super) fn name(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::gtp::client::ClientError;
    use crate::regress::RunError;

    /// Reports with everything that there is to show.
    pub(in crate::regress) fn reports() -> Vec<Report> {
        let row = |line, status, answer: &str| Row {
            line,
            command: format!("{line} say <b>"),
            position: "games/x.sgf 3".to_owned(),
            expected: "[a&b]".to_owned(),
            answer: answer.to_owned(),
            status,
        };
        let report = |path: &str, rows, crash| Report {
            path: path.into(),
            engine: "parrot 1".to_owned(),
            rows,
            crash,
            wall: Duration::from_millis(1500),
            cpu: Some(Duration::from_millis(250)),
        };
        let rows = COUNTS.iter().enumerate();
        let rows = rows.map(|(line, (_, status))| row(line, *status, "x\ny"));
        let crash = RunError::Client(ClientError::Unsendable("z".to_owned()));
        vec![
            report("some/ko.tst", rows.collect(), None),
            report(
                "capture.tst",
                vec![row(3, Status::Pass, "a&b")],
                Some(crash),
            ),
        ]
    }

    #[test]
    fn columns_are_aligned() {
        let reports = reports();
        let files: Vec<PathBuf> = reports.iter().map(|report| report.path.clone()).collect();
        let table = Table::new(&files);
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
