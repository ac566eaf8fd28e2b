//! Reports for the tests of this module.

use super::text::STATUSES;
use super::{TestReport, TestRow, TestRunError, TestStatus};
use crate::gtp::client::ClientError;
use std::time::Duration;

/// Reports with everything that there is to show.
pub(super) fn reports() -> Vec<TestReport> {
    let row = |line, status, answer: &str| TestRow {
        line,
        command: format!("{line} say <b>"),
        position: "games/x.sgf 3".to_owned(),
        expected: "[a&b]".to_owned(),
        answer: answer.to_owned(),
        status,
        board: None,
    };
    let report = |path: &str, rows, crash| TestReport {
        path: path.into(),
        engine: "parrot 1".to_owned(),
        rows,
        crash,
        wall: Duration::from_millis(1500),
        cpu: Some(Duration::from_millis(250)),
    };
    let rows = STATUSES.iter().enumerate();
    let rows = rows.map(|(line, about)| row(line, about.0, "x\ny"));
    let crash = TestRunError::Client(ClientError::Unsendable("z".to_owned()));
    vec![
        report("some/ko.tst", rows.collect(), None),
        report(
            "capture.tst",
            vec![row(3, TestStatus::Pass, "a&b")],
            Some(crash),
        ),
    ]
}
