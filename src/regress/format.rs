//! The `.tst` format: parser and judge.
//!
//! | line | meaning |
//! |---|---|
//! | empty, `# text` | a comment |
//! | `command` | a setup command; it should succeed |
//! | `10 command` | test 10: the number is the id of the command |
//! | `#? [regex]` | what the test before it must answer |
//! | `#? [!regex]` | what it must not answer |
//! | `#? [regex]*` | a known failure: it is expected to fail |
//! | `#? [regex]&` | the answer does not matter (GNU Go) |
//! | `#?` | no expectation: the test only must not fail |
//!
//! The regex must match all of the answer after its first space, trimmed; `.` matches LF, and `^`
//! and `$` match at lines. A test that answers `?` has failed whatever its expectation says.
//! Look-around and back references, which Java has, do not exist here.

use crate::gtp::request::CommandRequest;
use regex::Regex;
use std::collections::HashSet;

/// What a test must answer.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// As it is written: the brackets and the marks belong to it.
    pub source: String,
    pattern: Regex,
    is_negated: bool,
    is_known_failure: bool,
}

/// What a command is there for.
#[derive(Clone, Debug)]
pub enum Role {
    /// To prepare the tests.
    Setup,
    /// To be judged; without an expectation any success will do.
    Test(Option<Expectation>),
    /// For nothing, but it is sent.
    Ignored,
}

/// One command of a file.
#[derive(Clone, Debug)]
pub struct TestStep {
    /// The number of the line, from 1.
    pub line: usize,
    /// The digits before the command; empty if there are none.
    pub id: String,
    /// What is sent: the id and the command without comment.
    pub text: String,
    /// What it is there for.
    pub role: Role,
}

/// What came of a command that says something about the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TestStatus {
    /// Right, as expected.
    Pass,
    /// Wrong, and it should be right.
    UnexpectedFail,
    /// Wrong, which was known.
    ExpectedFail,
    /// Right, though it is known to be wrong.
    UnexpectedPass,
    /// A setup command failed.
    OtherError,
}

/// Something about a line of a file. Counts from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{line}: {message}")]
pub struct FileFault {
    /// Which line.
    pub line: usize,
    /// What is wrong or odd about it.
    pub message: String,
}

/// A file of tests.
#[derive(Clone, Debug, Default)]
pub struct TestFile {
    /// The commands in order.
    pub steps: Vec<TestStep>,
    /// What is odd, though programs that read this format accept it: a test whose next line is not
    /// its expectation, an expectation without a test, an id used twice.
    pub remarks: Vec<FileFault>,
}

impl TestFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// Returns every line that begins with `#?` and is no expectation.
    pub fn parse(source: &str) -> Result<TestFile, Vec<FileFault>> {
        let mut parser = Parser::default();
        let source = source.trim_start_matches('\u{feff}');
        for (index, text) in source.lines().enumerate() {
            parser.read(index + 1, text);
        }
        parser.note_open_test();
        if parser.faults.is_empty() {
            Ok(parser.file)
        } else {
            Err(parser.faults)
        }
    }
}

impl TestStep {
    /// Returns what the answer is worth: `Ok` is the text of a success, `Err` that of a failure.
    /// Returns `None` if that says nothing about the program.
    pub fn judge(&self, answer: Result<&str, &str>) -> Option<TestStatus> {
        match (&self.role, answer) {
            (Role::Test(None), Ok(_)) => Some(TestStatus::Pass),
            (Role::Test(None), Err(_)) => Some(TestStatus::UnexpectedFail),
            (Role::Test(Some(expectation)), answer) => Some(expectation.judge(answer)),
            (Role::Setup, Err(_)) => Some(TestStatus::OtherError),
            (Role::Setup, Ok(_)) | (Role::Ignored, _) => None,
        }
    }

    /// Returns the expectation as it is written; empty if there is none.
    pub fn expected(&self) -> &str {
        match &self.role {
            Role::Test(Some(expectation)) => &expectation.source,
            _ => "",
        }
    }
}

impl Expectation {
    fn judge(&self, answer: Result<&str, &str>) -> TestStatus {
        let is_right = answer.is_ok_and(|text| self.pattern.is_match(text) != self.is_negated);
        match (is_right, self.is_known_failure) {
            (true, false) => TestStatus::Pass,
            (false, false) => TestStatus::UnexpectedFail,
            (false, true) => TestStatus::ExpectedFail,
            (true, true) => TestStatus::UnexpectedPass,
        }
    }

    /// Reads `[regex]` or `[!regex]`.
    fn parse(source: &str, is_known_failure: bool) -> Result<Expectation, String> {
        let body = source.trim_end_matches('*').trim_end();
        let body = body
            .strip_prefix('[')
            .and_then(|body| body.strip_suffix(']'))
            .ok_or_else(|| format!("{FORM}, not `{source}`"))?;
        let positive = body.strip_prefix('!');
        let pattern = format!(r"\A(?ms:{})\z", positive.unwrap_or(body));
        Ok(Expectation {
            source: source.to_owned(),
            pattern: Regex::new(&pattern).map_err(|error| error.to_string())?,
            is_negated: positive.is_some(),
            is_known_failure,
        })
    }
}

const FORM: &str = "an expectation has the form [regex]";

#[derive(Default)]
struct Parser {
    file: TestFile,
    faults: Vec<FileFault>,
    ids: HashSet<String>,
    /// True if the last line was a test.
    is_open: bool,
}

impl Parser {
    fn read(&mut self, line: usize, text: &str) {
        if let Some(text) = text.strip_prefix("#?") {
            self.expectation(line, text.trim());
        } else {
            self.note_open_test();
            self.command(line, text);
        }
    }

    fn command(&mut self, line: usize, text: &str) {
        let Some(CommandRequest {
            id,
            name,
            arguments,
        }) = CommandRequest::parse(text.as_bytes())
        else {
            return;
        };
        self.is_open = !id.is_empty();
        if self.is_open && !self.ids.insert(id.clone()) {
            self.remark(line, format!("a second test {id}"));
        }
        self.file.steps.push(TestStep {
            line,
            text: format!("{id} {name} {arguments}").trim().to_owned(),
            role: if self.is_open {
                Role::Test(None)
            } else {
                Role::Setup
            },
            id,
        });
    }

    fn expectation(&mut self, line: usize, text: &str) {
        self.is_open = false;
        let role = match text.chars().next_back() {
            None => {
                self.remark(line, format!("{FORM}, this one is empty"));
                return;
            }
            Some('&') => {
                self.remark(line, format!("{FORM}, & ignores it"));
                Ok(Role::Ignored)
            }
            last => Expectation::parse(text, last == Some('*')).map(|want| Role::Test(Some(want))),
        };
        match (role, self.file.steps.last_mut()) {
            (Err(message), _) => self.faults.push(FileFault { line, message }),
            (Ok(role), Some(step)) if matches!(step.role, Role::Test(None)) => step.role = role,
            _ => self.remark(line, "an expectation without a test before it".to_owned()),
        }
    }

    /// Notes that the line after a test is no expectation.
    fn note_open_test(&mut self) {
        if let (true, Some(step)) = (self.is_open, self.file.steps.last()) {
            let message = format!("test {} has no expectation in the next line", step.id);
            self.remark(step.line, message);
        }
        self.is_open = false;
    }

    fn remark(&mut self, line: usize, message: String) {
        self.file.remarks.push(FileFault { line, message });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn status(want: &str, answer: Result<&str, &str>) -> Option<TestStatus> {
        let file = TestFile::parse(&format!("1 x\n#? {want}\n")).unwrap();
        file.steps[0].judge(answer)
    }

    #[test]
    fn commands_comments_and_tests_are_told_apart() {
        let source = "# c\n\nplay b D4 # why\n10\tname\n#? [kosumi]\n20 version\n";
        let file = TestFile::parse(source).unwrap();
        let steps: Vec<_> = file
            .steps
            .iter()
            .map(|step| {
                (
                    step.line,
                    step.id.as_str(),
                    step.text.as_str(),
                    step.expected(),
                )
            })
            .collect();
        let expected = [
            (3, "", "play b D4", ""),
            (4, "10", "10 name", "[kosumi]"),
            (6, "20", "20 version", ""),
        ];
        assert_eq!(steps, expected);
    }

    #[test]
    fn the_whole_answer_must_match() {
        use TestStatus::{Pass, UnexpectedFail};
        for (want, status_of_d4) in [
            ("[D4]", Pass),
            ("[D]", UnexpectedFail),
            ("[4]", UnexpectedFail),
            ("[A1|D4]", Pass),
            ("[D|A1]", UnexpectedFail),
            ("[!D4]", UnexpectedFail),
            ("[!D]", Pass),
            ("[[A-D]4]", Pass),
            ("", Pass),
        ] {
            assert_eq!(status(want, Ok("D4")), Some(status_of_d4), "{want}");
        }
        assert_eq!(status("[a.b]", Ok("a\nb")), Some(Pass));
        assert_eq!(status("[^a$.^b$]", Ok("a\nb")), Some(Pass));
    }

    #[test]
    fn failures_are_never_a_success() {
        for want in ["[.*]", "[!x]", ""] {
            assert_eq!(
                status(want, Err("no")),
                Some(TestStatus::UnexpectedFail),
                "{want}"
            );
        }
        assert_eq!(status("[.*]*", Err("no")), Some(TestStatus::ExpectedFail));
        assert_eq!(status("[!x]*", Err("no")), Some(TestStatus::ExpectedFail));
    }

    #[test]
    fn known_failures_are_told_apart() {
        assert_eq!(status("[a]*", Ok("b")), Some(TestStatus::ExpectedFail));
        assert_eq!(status("[a]*", Ok("a")), Some(TestStatus::UnexpectedPass));
        assert_eq!(status("[!a]*", Ok("a")), Some(TestStatus::ExpectedFail));
        assert_eq!(status("[a]&", Ok("a")), None);
        assert_eq!(status("[a]&", Err("no")), None);
    }

    #[test]
    fn setup_commands_should_work() {
        let file = TestFile::parse("x\n").unwrap();
        assert_eq!(file.steps[0].judge(Ok("")), None);
        assert_eq!(file.steps[0].judge(Err("no")), Some(TestStatus::OtherError));
    }

    #[test]
    fn odd_files_are_read_with_remarks() {
        for (source, remark) in [
            ("1 x\n", "1: test 1 has no expectation in the next line"),
            (
                "1 x\n# c\n#? [x]\n",
                "1: test 1 has no expectation in the next line",
            ),
            ("x\n#? [x]\n", "2: an expectation without a test before it"),
            (
                "1 x\n#? [x]\n#? [x]\n",
                "3: an expectation without a test before it",
            ),
            ("1 x\n#? [x]\n1 x\n#? [x]\n", "3: a second test 1"),
            (
                "1 x\n#?\n",
                "2: an expectation has the form [regex], this one is empty",
            ),
            (
                "1 x\n#? [x]&\n",
                "2: an expectation has the form [regex], & ignores it",
            ),
        ] {
            let remarks = TestFile::parse(source).unwrap().remarks;
            let remarks: Vec<String> = remarks.iter().map(ToString::to_string).collect();
            assert_eq!(remarks, [remark], "{source:?}");
        }
        let late = TestFile::parse("1 x\n# c\n#? [x]\n").unwrap();
        assert_eq!(late.steps[0].expected(), "[x]");
    }

    #[test]
    fn line_ends_and_marks_of_other_systems_do_not_matter() {
        let file = TestFile::parse("\u{feff}# c\r\n1 x\r\n#? [a]*\r\n").unwrap();
        assert_eq!((file.steps.len(), file.remarks.len()), (1, 0));
        assert_eq!(
            (file.steps[0].text.as_str(), file.steps[0].expected()),
            ("1 x", "[a]*")
        );
    }

    #[test]
    fn what_is_no_expectation_is_a_fault() {
        for want in ["x", "[x", "x]", "[x]y", "[(]"] {
            let faults = TestFile::parse(&format!("1 x\n#? {want}\n")).unwrap_err();
            assert_eq!(faults[0].line, 2, "{want}");
        }
    }

    proptest! {
        #[test]
        fn no_text_panics(source in "(?s)([#? 1a*&\\[\\]!\\n]|.){0,60}") {
            let _ = TestFile::parse(&source);
        }
    }
}
