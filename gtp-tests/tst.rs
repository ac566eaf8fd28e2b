//! Runs `.tst` files and judges them more strictly than `kosumi regress` does.
//!
//! [`kosumi::regress`] reads the format and judges the answers. Here every odd thing about a file is an error
//! besides, so that nothing passes by accident: a test needs an expectation, an expectation needs a test, ids
//! are unique, the file of a `loadsgf` must exist, and an answer must be framed to the letter and have the id of
//! its command.

use std::iter;
use std::path::Path;

use kosumi::regress::{TestFile, TestStatus, TestStep};

use crate::engine;
use crate::framing::Response;

/// What came of the tests of one or more files; the texts begin with `file:line`.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) passed: usize,
    pub(crate) failed: Vec<String>,
    pub(crate) known_failures: Vec<String>,
    pub(crate) unexpected_passes: Vec<String>,
    /// The file is wrong or could not be run to its end.
    pub(crate) errors: Vec<String>,
}

impl Report {
    /// Joins the results of another file to these.
    pub(crate) fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed.extend(other.failed);
        self.known_failures.extend(other.known_failures);
        self.unexpected_passes.extend(other.unexpected_passes);
        self.errors.extend(other.errors);
    }

    /// How many tests there were.
    pub(crate) fn total(&self) -> usize {
        self.passed + self.failed.len() + self.known_failures.len() + self.unexpected_passes.len()
    }
}

/// Reads the text of a `.tst` file; `Err` lists everything that is wrong or odd about it.
pub(crate) fn parse(source: &str) -> Result<Vec<TestStep>, Vec<String>> {
    let faults = match TestFile::parse(source) {
        Ok(file) if file.remarks.is_empty() => return Ok(file.steps),
        Ok(file) => file.remarks,
        Err(faults) => faults,
    };
    Err(faults.iter().map(ToString::to_string).collect())
}

/// The `loadsgf` commands whose file does not exist, seen from `dir`.
fn missing_files(steps: &[TestStep], dir: &Path) -> Vec<String> {
    let mut missing = Vec::new();
    for step in steps {
        let words = step.text.split_whitespace();
        let mut words = words.skip(usize::from(!step.id.is_empty()));
        if words.next() == Some("loadsgf") {
            let name = words.next().unwrap_or("");
            if !dir.join(name).is_file() {
                missing.push(format!("{}: there is no file `{name}`", step.line));
            }
        }
    }
    missing
}

/// Compares the answers to the commands of a file with what it expects.
fn judge(steps: &[TestStep], responses: &[Response]) -> Report {
    let mut report = Report::default();
    if steps.len() != responses.len() {
        let fault = format!(
            "0: {} commands got {} answers",
            steps.len(),
            responses.len()
        );
        report.errors.push(fault);
        return report;
    }
    for (step, response) in steps.iter().zip(responses) {
        report.note(step, response);
    }
    report
}

impl Report {
    /// Judges one answer.
    fn note(&mut self, step: &TestStep, response: &Response) {
        let (text, id) = (response.text(), response.id());
        let place = format!("{}: `{}` answered `{text}`", step.line, step.text);
        if id != step.id {
            self.errors.push(format!("{place} with the id `{id}`"));
            return;
        }
        let answer = if response.is_failure() {
            Err(text)
        } else {
            Ok(text)
        };
        let place = match step.expected() {
            "" => place,
            expected => format!("{place}, expected {expected}"),
        };
        match step.judge(answer) {
            None => {}
            Some(TestStatus::Pass) => self.passed += 1,
            Some(TestStatus::UnexpectedFail) => self.failed.push(place),
            Some(TestStatus::ExpectedFail) => self.known_failures.push(place),
            Some(TestStatus::UnexpectedPass) => self.unexpected_passes.push(place),
            Some(TestStatus::OtherError) => self.errors.push(place),
        }
    }
}

/// Runs one file in a fresh program and judges it.
pub(crate) fn run(path: &Path, playouts: u32) -> Report {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let mut report = run_unnamed(path, playouts);
    let Report {
        failed,
        known_failures,
        unexpected_passes,
        errors,
        ..
    } = &mut report;
    for place in [failed, known_failures, unexpected_passes, errors]
        .into_iter()
        .flatten()
    {
        place.insert_str(0, &format!("{name}:"));
    }
    report
}

/// The same, with texts that begin with the line alone.
fn run_unnamed(path: &Path, playouts: u32) -> Report {
    let broken = |errors| Report {
        errors,
        ..Report::default()
    };
    let source = match std::fs::read_to_string(path) {
        Ok(source) => source,
        Err(error) => return broken(vec![format!("0: {error}")]),
    };
    let steps = match parse(&source) {
        Ok(steps) => steps,
        Err(errors) => return broken(errors),
    };
    let dir = path.parent().expect("a file lies in a directory");
    let missing = missing_files(&steps, dir);
    if !missing.is_empty() {
        return broken(missing);
    }
    // `reg_genmove` does not heed the playouts of the command line. Programs that do not know the parameter
    // refuse it, which is no matter.
    let setting = format!("kosumi-param reg_visits {playouts}");
    let lines = iter::once(setting).chain(steps.iter().map(|step| step.text.clone()));
    let input = engine::text_of(lines);
    match engine::batch(dir, playouts, input.into_bytes()).and_then(|outcome| outcome.responses()) {
        Ok(responses) => judge(&steps, responses.get(1..).unwrap_or_default()),
        Err(fault) => broken(vec![format!("0: {fault}")]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framing;

    /// Judges `source` as if the program had written `stdout`.
    fn judged(source: &str, stdout: &str) -> Report {
        judge(
            &parse(source).unwrap(),
            &framing::split(stdout.as_bytes()).unwrap(),
        )
    }

    /// How many tests passed, failed, failed as known, passed unexpectedly, and how many errors there are.
    fn counts(report: &Report) -> [usize; 5] {
        let Report {
            passed,
            failed,
            known_failures,
            unexpected_passes,
            errors,
        } = report;
        [
            *passed,
            failed.len(),
            known_failures.len(),
            unexpected_passes.len(),
            errors.len(),
        ]
    }

    #[test]
    fn a_file_must_be_complete() {
        let faults = [
            ("1 name\n", "1: test 1 has no expectation"),
            ("1 name\n\n#? [x]\n", "1: test 1 has no expectation"),
            (
                "1 name\nclear_board\n#? [x]\n",
                "1: test 1 has no expectation",
            ),
            ("name\n#? [x]\n", "2: an expectation without a test"),
            (
                "1 name\n#? [x]\n#? [x]\n",
                "3: an expectation without a test",
            ),
            ("1 name\n#? [x]\n1 name\n#? [x]\n", "3: a second test 1"),
            ("1 name\n#?\n", "2: an expectation has the form"),
            ("1 name\n#? x\n", "2: an expectation has the form"),
            ("1 name\n#? [x]&\n", "2: an expectation has the form"),
            ("1 name\n#? [(]\n", "2: regex parse error"),
        ];
        for (source, fault) in faults {
            let errors = parse(source).unwrap_err();
            assert!(errors[0].starts_with(fault), "{source:?} gave {errors:?}");
        }
    }

    #[test]
    fn statuses_are_counted_apart() {
        for (source, stdout, expected) in [
            ("1 x\n#? [a]\n", "=1 a\n\n", [1, 0, 0, 0, 0]),
            ("1 x\n#? [a]\n", "=1 b\n\n", [0, 1, 0, 0, 0]),
            ("1 x\n#? [a]*\n", "=1 b\n\n", [0, 0, 1, 0, 0]),
            ("1 x\n#? [a]*\n", "=1 a\n\n", [0, 0, 0, 1, 0]),
            ("x\n", "? unknown command\n\n", [0, 0, 0, 0, 1]),
            ("x\n", "= a\n\n", [0, 0, 0, 0, 0]),
            ("1 x\n#? [.*]\n", "?1 illegal move\n\n", [0, 1, 0, 0, 0]),
        ] {
            assert_eq!(counts(&judged(source, stdout)), expected, "{source:?}");
        }
    }

    #[test]
    fn answers_must_belong_to_the_commands() {
        assert_eq!(
            counts(&judged("1 x\n#? [a]\n", "=2 a\n\n")),
            [0, 0, 0, 0, 1]
        );
        assert_eq!(counts(&judged("1 x\n#? [a]\n", "= a\n\n")), [0, 0, 0, 0, 1]);
        assert_eq!(counts(&judged("1 x\n#? [a]\n", "")), [0, 0, 0, 0, 1]);
        assert_eq!(counts(&judged("x\n", "= \n\n= \n\n")), [0, 0, 0, 0, 1]);
    }

    #[test]
    fn a_missing_record_is_seen() {
        let steps = parse("loadsgf no/such.sgf 3\n7 loadsgf main.rs\n#? []\n").unwrap();
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests");
        assert_eq!(
            missing_files(&steps, &dir),
            ["1: there is no file `no/such.sgf`"]
        );
    }
}
