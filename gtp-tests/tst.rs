//! The `.tst` format of GNU Go and gogui-regress: parser and judge.
//!
//! | line | meaning |
//! |---|---|
//! | empty, `# text` | a comment |
//! | `command` | a setup command; it must succeed |
//! | `10 command` | test 10: the number is the id of the command |
//! | `#? [regex]` | what the test in the line before must answer |
//! | `#? [!regex]` | what it must not answer |
//! | `#? [regex]*` | a known failure: reported, never fatal; so is its unexpected success |
//!
//! The regex must match all of the answer after its first space, trimmed; `.` matches LF, and `^` and `$`
//! match at lines. A test that answers `?` has failed whatever its expectation says. Stricter than
//! other readers of the format, so that nothing passes by accident: a test needs an expectation, an
//! expectation needs a test, ids are unique, and the file of a `loadsgf` must exist.

use std::collections::HashSet;
use std::path::Path;

use regex::Regex;

use crate::engine;
use crate::framing::Response;

/// What a test must answer.
#[derive(Debug)]
struct Expectation {
    source: String,
    pattern: Regex,
    negated: bool,
    known_failure: bool,
}

/// One command of a file, with the test it may be.
#[derive(Debug)]
pub(crate) struct Step {
    line: usize,
    text: String,
    test: Option<(String, Expectation)>,
}

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

/// Reads the text of a `.tst` file; `Err` lists everything that is wrong with it.
pub(crate) fn parse(source: &str) -> Result<Vec<Step>, Vec<String>> {
    let mut steps: Vec<Step> = Vec::new();
    let mut errors = Vec::new();
    let mut ids = HashSet::new();
    // The id of the numbered command in the line before, while it still has no expectation.
    let mut open: Option<String> = None;
    for (index, raw) in source.lines().enumerate() {
        let line = index + 1;
        if let Some(text) = raw.strip_prefix("#?") {
            match (open.take(), parse_expectation(text)) {
                (Some(id), Ok(want)) => {
                    steps.last_mut().expect("the open test").test = Some((id, want));
                }
                (None, _) => {
                    errors.push(format!("{line}: an expectation without a test before it"));
                }
                (_, Err(fault)) => errors.push(format!("{line}: {fault}")),
            }
            continue;
        }
        if let Some(id) = open.take() {
            errors.push(format!("{}: test {id} has no expectation", line - 1));
        }
        let text = raw.split('#').next().unwrap_or("").trim();
        if text.is_empty() {
            continue;
        }
        let command = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let id = &text[..text.len() - command.len()];
        if !id.is_empty() {
            open = Some(id.to_owned());
            if !ids.insert(id) {
                errors.push(format!("{line}: a second test {id}"));
            }
        }
        steps.push(Step {
            line,
            text: text.to_owned(),
            test: None,
        });
    }
    if let Some(id) = open {
        errors.push(format!(
            "{}: test {id} has no expectation",
            source.lines().count()
        ));
    }
    if errors.is_empty() {
        Ok(steps)
    } else {
        Err(errors)
    }
}

/// Reads what follows `#?`.
fn parse_expectation(text: &str) -> Result<Expectation, String> {
    let text = text.trim();
    let (body, known_failure) = text
        .strip_suffix('*')
        .map_or((text, false), |body| (body, true));
    let body = body
        .strip_prefix('[')
        .and_then(|body| body.strip_suffix(']'))
        .ok_or_else(|| format!("an expectation has the form [regex], not `{text}`"))?;
    let (body, negated) = body
        .strip_prefix('!')
        .map_or((body, false), |body| (body, true));
    let pattern = Regex::new(&format!(r"\A(?ms:{body})\z")).map_err(|error| error.to_string())?;
    Ok(Expectation {
        source: text.to_owned(),
        pattern,
        negated,
        known_failure,
    })
}

/// The `loadsgf` commands whose file does not exist, seen from `dir`.
fn missing_files(steps: &[Step], dir: &Path) -> Vec<String> {
    let mut missing = Vec::new();
    for step in steps {
        let mut words = step
            .text
            .split_whitespace()
            .skip_while(|word| word.parse::<u64>().is_ok());
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
fn judge(steps: &[Step], responses: &[Response]) -> Report {
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
        let place = format!(
            "{}: `{}` answered `{}`",
            step.line,
            step.text,
            response.text()
        );
        let Some((id, want)) = &step.test else {
            if response.is_failure() || !response.id().is_empty() {
                report.errors.push(place);
            }
            continue;
        };
        if response.id() != id {
            report
                .errors
                .push(format!("{place} with the id `{}`", response.id()));
            continue;
        }
        let matched = want.pattern.is_match(response.text()) != want.negated;
        let place = format!("{place}, expected {}", want.source);
        match (matched && !response.is_failure(), want.known_failure) {
            (true, false) => report.passed += 1,
            (true, true) => report.unexpected_passes.push(place),
            (false, false) => report.failed.push(place),
            (false, true) => report.known_failures.push(place),
        }
    }
    report
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
    let input = engine::text_of(steps.iter().map(|step| step.text.clone()));
    match engine::batch(dir, playouts, input.into_bytes()).and_then(|outcome| outcome.responses()) {
        Ok(responses) => judge(&steps, &responses),
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
    fn commands_comments_and_tests_are_told_apart() {
        let steps = parse("# c\n\nplay b D4 # why\n10 name\n#? [kosumi]\n").unwrap();
        assert_eq!(steps.len(), 2);
        assert_eq!((steps[0].line, steps[0].text.as_str()), (3, "play b D4"));
        assert!(steps[0].test.is_none());
        assert_eq!(steps[1].test.as_ref().unwrap().0, "10");
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
    fn the_whole_answer_must_match() {
        for (want, passes) in [
            ("[D4]", true),
            ("[D]", false),
            ("[4]", false),
            ("[A1|D4]", true),
            ("[A1|D]", false),
            ("[!D4]", false),
            ("[!D]", true),
            ("[[A-D]4]", true),
        ] {
            let report = judged(&format!("1 reg_genmove b\n#? {want}\n"), "=1 D4\n\n");
            let expected = if passes {
                [1, 0, 0, 0, 0]
            } else {
                [0, 1, 0, 0, 0]
            };
            assert_eq!(counts(&report), expected, "{want}");
        }
        let lines = judged(
            "1 x\n#? [a.b]\n2 x\n#? [^a$.^b$]\n",
            "=1 a\nb\n\n=2 \na\nb\n\n",
        );
        assert_eq!(counts(&lines), [2, 0, 0, 0, 0]);
    }

    #[test]
    fn known_failures_are_counted_apart() {
        assert_eq!(
            counts(&judged("1 x\n#? [a]*\n", "=1 b\n\n")),
            [0, 0, 1, 0, 0]
        );
        assert_eq!(
            counts(&judged("1 x\n#? [a]*\n", "=1 a\n\n")),
            [0, 0, 0, 1, 0]
        );
        assert_eq!(
            counts(&judged("1 x\n#? [!a]*\n", "=1 a\n\n")),
            [0, 0, 1, 0, 0]
        );
    }

    #[test]
    fn failures_are_never_a_success() {
        assert_eq!(
            counts(&judged("1 x\n#? [.*]\n", "?1 illegal move\n\n")),
            [0, 1, 0, 0, 0]
        );
        assert_eq!(
            counts(&judged("1 x\n#? [!a]\n", "?1 illegal move\n\n")),
            [0, 1, 0, 0, 0]
        );
        assert_eq!(
            counts(&judged("x\n", "? unknown command\n\n")),
            [0, 0, 0, 0, 1]
        );
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
