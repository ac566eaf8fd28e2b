//! Reports for the tests of this module.

use super::text::STATUSES;
use super::{Report, Row, RunError, Status};
use crate::gtp::client::ClientError;
use std::time::Duration;

/// Reports with everything that there is to show.
pub(super) fn reports() -> Vec<Report> {
    let row = |line, status, answer: &str| Row {
        line,
        command: format!("{line} say <b>"),
        position: "games/x.sgf 3".to_owned(),
        expected: "[a&b]".to_owned(),
        answer: answer.to_owned(),
        status,
        board: None,
    };
    let report = |path: &str, rows, crash| Report {
        path: path.into(),
        engine: "parrot 1".to_owned(),
        rows,
        crash,
        wall: Duration::from_millis(1500),
        cpu: Some(Duration::from_millis(250)),
    };
    let rows = STATUSES.iter().enumerate();
    let rows = rows.map(|(line, about)| row(line, about.0, "x\ny"));
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
