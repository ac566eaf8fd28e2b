//! Transcripts: what is sent and what comes back, byte for byte.
//!
//! They test what the `.tst` format cannot say: error answers, lines that get no answer, odd bytes, ids.
//! A file in `transcripts/` is a list of cases, and each case is a conversation with a fresh program:
//!
//! | line | meaning |
//! |---|---|
//! | empty, `# text` | a comment |
//! | `== title` | begins a case |
//! | `> text` | sends a line; the LF is added; escapes `\xNN`, `\t`, `\r`, `\\` |
//! | `>= text` | the same, and it must leave the state of the game as it was |
//! | `>+ text` | sends a line; a client that is replayed does not wait for the answer before it goes on |
//! | `< text` | the next line of the answer is exactly this |
//! | `< text...` | it begins with this |
//! | `<~ regex` | it matches this from its start to its end |
//! | `<* regex` | one or more lines match this; if an answer begins with one, it streams reports until the next line |
//!
//! - The `<` lines after a `>` line are its whole answer; without any, it must not be answered.
//! - The space of an empty result and the empty line at the end of an answer are not written down:
//!   [`crate::framing`] demands both of every answer.
//! - A command that may fail is bracketed by hidden questions about the state, and if it does fail, all their
//!   answers must be the same as before: an error never changes the game. `>=` asks the same of a success.
//! - After the last line stdin is closed; the program must then end with exit status 0.

use std::path::Path;

use regex::Regex;

use crate::engine::{self, PLAYOUTS};
use crate::framing::Response;

/// The questions whose answers are the state of the game: stones, ko, history, captures, rules, komi, size.
const STATE: [&str; 12] = [
    "showboard",
    "list_stones b",
    "list_stones w",
    "all_legal b",
    "all_legal w",
    "captures b",
    "captures w",
    "move_history",
    "get_komi",
    "get_handicap",
    "kata-get-rules",
    "printsgf",
];

/// What one line of an answer must be.
#[derive(Debug)]
enum Want {
    Exactly(String),
    Beginning(String),
    Matching(Regex),
    /// One or more lines, as many as there are.
    Several(Regex),
}

impl Want {
    /// Returns true if `line` is what is wanted.
    fn accepts(&self, line: &str) -> bool {
        match self {
            Self::Exactly(text) => line == text,
            Self::Beginning(text) => line.starts_with(text),
            Self::Matching(regex) | Self::Several(regex) => regex.is_match(line),
        }
    }

    /// Returns true if `lines` are what is wanted, one after the other.
    fn accept_all(wants: &[Want], lines: &[&str]) -> bool {
        let Some((want, others)) = wants.split_first() else {
            return lines.is_empty();
        };
        let most = if matches!(want, Self::Several(_)) {
            lines.len()
        } else {
            1
        };
        let mine = lines
            .iter()
            .take(most)
            .take_while(|line| want.accepts(line));
        let count = mine.count();
        count > 0 && Self::accept_all(others, &lines[count..])
    }

    /// Returns true if it could be the first line of a failure.
    fn allows_failure(&self) -> bool {
        match self {
            Self::Exactly(text) | Self::Beginning(text) => text.starts_with('?'),
            Self::Matching(regex) => regex.as_str().contains(r"\?"),
            Self::Several(_) => false,
        }
    }
}

/// One line sent and the answer to it.
#[derive(Debug)]
pub(crate) struct Exchange {
    line: usize,
    pub(crate) sent: Vec<u8>,
    /// The next line follows before this one is answered.
    pub(crate) is_pipelined: bool,
    /// The lines of the answer; none means that there is no answer.
    want: Vec<Want>,
    /// Even a success leaves the state as it was.
    keeps_state: bool,
}

impl Exchange {
    /// Returns true if the state is asked for before and after.
    fn is_bracketed(&self) -> bool {
        self.keeps_state || self.want.first().is_some_and(Want::allows_failure)
    }

    /// Returns true if there is an answer at all.
    pub(crate) fn is_answered(&self) -> bool {
        !self.want.is_empty()
    }

    /// Returns true if the answer goes on until the next line is sent: a status without a blank, and
    /// reports.
    pub(crate) fn is_stream(&self) -> bool {
        match &self.want[..] {
            [Want::Matching(status), Want::Several(_)] => !status.as_str().contains(' '),
            _ => false,
        }
    }

    /// Compares the answer with what is wanted.
    pub(crate) fn judge(&self, response: &Response) -> Result<(), String> {
        let lines: Vec<&str> = response.lines().collect();
        if Want::accept_all(&self.want, &lines) {
            return Ok(());
        }
        Err(format!(
            "answered `{:.200}`, expected {:?}",
            response.block, self.want
        ))
    }

    /// A message about it.
    pub(crate) fn fault(&self, fault: &str) -> String {
        format!("{}: `{:.80}`: {fault}", self.line, self.sent.escape_ascii())
    }
}

/// One conversation.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) title: String,
    pub(crate) exchanges: Vec<Exchange>,
}

/// Reads a file of cases. Lines before the first `==` are a case of their own, without a title.
pub(crate) fn parse(source: &str) -> Result<Vec<Case>, String> {
    let mut cases = vec![Case {
        title: String::new(),
        exchanges: Vec::new(),
    }];
    for (index, raw) in source.lines().enumerate() {
        let line = index + 1;
        if raw.is_empty() || raw.starts_with('#') {
            continue;
        }
        let (mark, text) = raw.split_once(' ').unwrap_or((raw, ""));
        let exchanges = &mut cases.last_mut().expect("there is always a case").exchanges;
        match mark {
            "==" => cases.push(Case {
                title: text.to_owned(),
                exchanges: Vec::new(),
            }),
            ">" | ">=" | ">+" => exchanges.push(Exchange {
                line,
                is_pipelined: mark == ">+",
                sent: unescape(text).ok_or_else(|| format!("{line}: a bad escape"))?,
                want: Vec::new(),
                keeps_state: mark == ">=",
            }),
            "<" | "<~" | "<*" => {
                let want = &mut exchanges
                    .last_mut()
                    .ok_or_else(|| format!("{line}: an answer to nothing"))?
                    .want;
                want.push(
                    parse_want(mark, text, want.is_empty())
                        .map_err(|fault| format!("{line}: {fault}"))?,
                );
            }
            _ => {
                return Err(format!(
                    "{line}: a line begins with ==, >, >=, >+, <, <~ or <*, not with `{mark}`"
                ));
            }
        }
    }
    cases.retain(|case| !case.exchanges.is_empty());
    Ok(cases)
}

/// Reads an expected line; `first` if it is the one with the status character.
fn parse_want(mark: &str, text: &str, first: bool) -> Result<Want, String> {
    if mark != "<" {
        let regex = Regex::new(&format!(r"\A(?:{text})\z")).map_err(|error| error.to_string())?;
        return Ok(if mark == "<~" {
            Want::Matching(regex)
        } else {
            Want::Several(regex)
        });
    }
    if first != text.starts_with(['=', '?']) {
        return Err("the first line of an answer, and no other, begins with = or ?".to_owned());
    }
    if let Some(beginning) = text.strip_suffix("...") {
        return Ok(Want::Beginning(beginning.to_owned()));
    }
    let is_empty_result = first && text[1..].bytes().all(|byte| byte.is_ascii_digit());
    Ok(Want::Exactly(if is_empty_result {
        format!("{text} ")
    } else {
        text.to_owned()
    }))
}

/// The bytes that a line of a transcript stands for.
fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((plain, escape)) = rest.split_once('\\') {
        bytes.extend_from_slice(plain.as_bytes());
        let (byte, length) = match escape.as_bytes() {
            [b't', ..] => (b'\t', 1),
            [b'r', ..] => (b'\r', 1),
            [b'\\', ..] => (b'\\', 1),
            [b'x', ..] => (u8::from_str_radix(escape.get(1..3)?, 16).ok()?, 3),
            _ => return None,
        };
        bytes.push(byte);
        rest = &escape[length..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    Some(bytes)
}

impl Case {
    /// All that is sent, hidden questions included.
    fn input(&self) -> Vec<u8> {
        let mut input = Vec::new();
        for exchange in &self.exchanges {
            let questions = if exchange.is_bracketed() {
                STATE.join("\n") + "\n"
            } else {
                String::new()
            };
            input.extend_from_slice(questions.as_bytes());
            input.extend_from_slice(&exchange.sent);
            input.push(b'\n');
            input.extend_from_slice(questions.as_bytes());
        }
        input
    }

    /// Compares the answers with what is wanted; stops at the first difference.
    fn judge(&self, responses: &[Response]) -> Result<(), String> {
        let mut rest = responses;
        for exchange in &self.exchanges {
            let fail = |fault: String| Err(exchange.fault(&fault));
            let questions = if exchange.is_bracketed() {
                STATE.len()
            } else {
                0
            };
            let needed = 2 * questions + usize::from(exchange.is_answered());
            let Some((mine, others)) = rest.split_at_checked(needed) else {
                return fail("answers are missing from here on".to_owned());
            };
            rest = others;
            let (before, mine) = mine.split_at(questions);
            let (answer, after) = mine.split_at(mine.len() - questions);
            let fails = answer.first().is_some_and(Response::is_failure);
            if let [response] = answer {
                exchange.judge(response).or_else(fail)?;
            }
            let changed = STATE
                .iter()
                .zip(before.iter().zip(after))
                .find(|(_, (old, new))| old != new);
            if let (Some((question, (old, new))), true) = (changed, exchange.keeps_state || fails) {
                return fail(format!(
                    "changed `{question}` from `{}` to `{}`",
                    old.block, new.block
                ));
            }
        }
        match rest {
            [] => Ok(()),
            [first, ..] => Err(format!(
                "{} answers too many, the first is `{}`",
                rest.len(),
                first.block
            )),
        }
    }

    /// Holds the conversation with a fresh program started in `dir`.
    pub(crate) fn run(&self, dir: &Path) -> Result<(), String> {
        engine::batch(dir, PLAYOUTS, self.input())
            .and_then(|outcome| outcome.responses())
            .and_then(|responses| self.judge(&responses))
            .map_err(|fault| format!("{fault} (case: {})", self.title))
    }
}

/// Holds the conversation `source` in `dir` and panics if it goes otherwise: for tests written in Rust.
#[track_caller]
pub(crate) fn check(dir: &Path, source: &str) {
    for case in parse(source).expect("the transcript is well formed") {
        if let Err(fault) = case.run(dir) {
            panic!("{fault}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framing;

    /// Judges the only case of `source` as if the program had written `stdout`.
    fn judged(source: &str, stdout: &str) -> Result<(), String> {
        parse(source).unwrap()[0].judge(&framing::split(stdout.as_bytes()).unwrap())
    }

    #[test]
    fn cases_and_escapes_are_read() {
        let cases =
            parse("# c\n== a\n> x\\x00\\t\\r\\\\\n< =\n\n== b\n>= 5name\n<~ =5 .*\n> \n").unwrap();
        assert_eq!(
            (
                cases.len(),
                cases[0].title.as_str(),
                cases[1].title.as_str()
            ),
            (2, "a", "b")
        );
        assert_eq!(cases[0].exchanges[0].sent, b"x\0\t\r\\");
        assert_eq!(cases[0].input(), b"x\0\t\r\\\n");
        assert!(cases[1].exchanges[0].is_bracketed() && !cases[1].exchanges[1].is_bracketed());
    }

    #[test]
    fn what_is_not_in_the_format_is_refused() {
        for source in [
            "< = x",
            "name",
            "> x\\q",
            "> x\\x0",
            "> x\n< y",
            "> x\n< = a\n< = b",
            "> x\n<~ (",
        ] {
            assert!(parse(source).is_err(), "{source}");
        }
    }

    #[test]
    fn answers_are_compared_line_by_line() {
        assert_eq!(
            judged("> 1 x\n< =1\n> y\n< = a\n< b", "=1 \n\n= a\nb\n\n"),
            Ok(())
        );
        assert_eq!(
            judged("> x\n< = syntax...\n> #\n", "= syntax: z\n\n"),
            Ok(())
        );
        assert_eq!(judged("> x\n<~ = [a-z]+", "= abc\n\n"), Ok(()));
        for (source, stdout) in [
            ("> x\n< = a", "= ab\n\n"),
            ("> x\n< = a", "=1 a\n\n"),
            ("> x\n< = a", "= a\nb\n\n"),
            ("> x\n< = a\n< b", "= a\n\n"),
            ("> x\n< = a", ""),
            ("> #", "= \n\n"),
            ("> x\n< = a", "= a\n\n= a\n\n"),
            ("> x\n<~ = [a-z]+", "= abc1\n\n"),
        ] {
            assert!(
                judged(source, stdout).is_err(),
                "{source:?} accepted {stdout:?}"
            );
        }
    }

    #[test]
    fn a_failure_that_changes_the_state_is_seen() {
        let state = "= s\n\n".repeat(STATE.len());
        let other = format!("{}= t\n\n", "= s\n\n".repeat(STATE.len() - 1));
        let failing = "> x\n< ? illegal move";
        assert_eq!(
            judged(failing, &format!("{state}? illegal move\n\n{state}")),
            Ok(())
        );
        let fault = judged(failing, &format!("{state}? illegal move\n\n{other}")).unwrap_err();
        assert!(fault.contains("changed `printsgf`"), "{fault}");
        let either = r"> x
<~ =.*|\? .*";
        assert!(judged(either, &format!("{state}? no\n\n{other}")).is_err());
        assert_eq!(judged(either, &format!("{state}= \n\n{other}")), Ok(()));
        assert!(judged(">= x\n< =", &format!("{state}= \n\n{other}")).is_err());
    }
}
