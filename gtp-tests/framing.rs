//! Takes raw output apart into responses and holds every one of them to the rules of framing.
//!
//! Real clients break on each of these, so all tests check all of them on the bytes themselves:
//!
//! - a response is `=` or `?`, the id of its command, ONE SPACE even if nothing follows, and text;
//!   only a stream of analysis begins with a line `=` or `=id` alone, and consists of reports and a move;
//! - it ends with one empty line and never a second one;
//! - inside there is no empty or blank line and none that begins with `=` or `?`;
//! - lines end with LF alone; there are no control characters, no CR and no TAB;
//! - a failure is a single line of printable ASCII;
//! - nothing is ever written that is not part of a response.

/// One response without the LF LF that ended it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Response {
    /// All of it, from the `=` or `?` on.
    pub(crate) block: String,
}

impl Response {
    /// Returns true if it begins with `?`.
    pub(crate) fn is_failure(&self) -> bool {
        self.block.starts_with('?')
    }

    /// The digits between the status character and the space; empty if the command had no id.
    pub(crate) fn id(&self) -> &str {
        let rest = &self.block[1..];
        &rest[..rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len()]
    }

    /// What follows the id, trimmed: what an expectation is matched with.
    pub(crate) fn text(&self) -> &str {
        self.block[1 + self.id().len()..].trim()
    }

    /// The lines as they were sent.
    pub(crate) fn lines(&self) -> impl Iterator<Item = &str> {
        self.block.split('\n')
    }
}

/// Takes `stdout` apart, or says what is wrong with its framing.
pub(crate) fn split(stdout: &[u8]) -> Result<Vec<Response>, String> {
    let text = str::from_utf8(stdout).map_err(|error| format!("stdout is not UTF-8: {error}"))?;
    let mut responses = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (block, tail) = rest
            .split_once("\n\n")
            .ok_or_else(|| format!("no empty line ends the response {rest:?}"))?;
        check(block).map_err(|fault| format!("{fault}, in the response {block:?}"))?;
        responses.push(Response {
            block: block.to_owned(),
        });
        rest = tail;
    }
    Ok(responses)
}

/// Checks one response without its final empty line.
fn check(block: &str) -> Result<(), &'static str> {
    let after_id = block
        .strip_prefix(['=', '?'])
        .ok_or("output does not begin with = or ?")?
        .trim_start_matches(|c: char| c.is_ascii_digit());
    if !after_id.starts_with(' ') && !is_stream(after_id) {
        return Err("no space after the status and id");
    }
    if block.chars().any(|c| c != '\n' && c.is_control()) {
        return Err("a control character");
    }
    if block.starts_with('?') && !block.chars().all(|c| c == ' ' || c.is_ascii_graphic()) {
        return Err("an error message that is not one line of ASCII");
    }
    for line in block.split('\n').skip(1) {
        if line.trim().is_empty() {
            return Err("a blank line");
        }
        if line.starts_with(['=', '?']) {
            return Err("an inner line that begins with = or ?");
        }
    }
    Ok(())
}

/// Returns true if a success without a space is one of analysis: reports, in JSON or not, and perhaps the move.
fn is_stream(after_id: &str) -> bool {
    let mut lines = after_id.split('\n');
    let is_report = |line: &str| line.starts_with("info ") || line.starts_with("{\"");
    let is_last = |line: &str| line.starts_with("play ");
    lines.next() == Some("")
        && lines
            .next()
            .is_some_and(|line| is_report(line) || is_last(line))
        && lines.all(|line| is_report(line) || is_last(line))
}

/// Checks that every response, and every report of a stream, was written at once. `pieces` are the
/// lengths of what was read, which may be cut only where the buffer of `most` bytes was full.
pub(crate) fn check_pieces(stdout: &[u8], pieces: &[usize], most: usize) -> Result<(), String> {
    let mut end = 0;
    for &length in pieces {
        end += length;
        let piece = String::from_utf8_lossy(&stdout[..end]);
        let begun = piece.rsplit("\n\n").next().unwrap_or_default();
        let first = begun.lines().next().unwrap_or_default();
        let is_whole = begun.is_empty() || begun.ends_with('\n') && !first.contains(' ');
        if !is_whole && length < most {
            return Err(format!("a part of a response was written alone: {begun:?}"));
        }
    }
    Ok(())
}

/// Checks what was written to stderr: GUIs that merge both streams must be able to tell it apart.
pub(crate) fn check_stderr(stderr: &[u8]) -> Result<(), String> {
    for line in String::from_utf8_lossy(stderr).lines() {
        if !line.starts_with("kosumi: ") || line.contains(" -> ") {
            return Err(format!(
                "a line on stderr that could be taken for something else: {line:?}"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn responses_are_taken_apart() {
        let responses =
            split(b"= kosumi\n\n?12 illegal move\n\n=007 \n\n= \n A B\n 1 .\n\n").unwrap();
        let parts: Vec<_> = responses
            .iter()
            .map(|r| (r.is_failure(), r.id(), r.text()))
            .collect();
        let expected = [
            (false, "", "kosumi"),
            (true, "12", "illegal move"),
            (false, "007", ""),
            (false, "", "A B\n 1 ."),
        ];
        assert_eq!(parts, expected);
        assert_eq!(
            responses[3].lines().collect::<Vec<_>>(),
            ["= ", " A B", " 1 ."]
        );
    }

    #[test]
    fn every_fault_is_seen() {
        let faults = [
            ("=\n\n", "no space"),
            ("=3\n\n", "no space"),
            ("=x\n\n", "no space"),
            ("=\nx\n\n", "no space"),
            ("=3\ninfo a\n\ninfo b\n\n", "does not begin"),
            ("=3\ninfo a\nb\n\n", "no space"),
            ("?\ninfo a\n\n", "one line"),
            ("= a\n", "no empty line"),
            ("= a\n\n\n", "no empty line"),
            ("= a\n\n\n= b\n\n", "does not begin"),
            ("hello\n= a\n\n", "does not begin"),
            ("= a\r\n\r\n", "no empty line"),
            ("= a\r\n\n", "control"),
            ("= a\tb\n\n", "control"),
            ("= a\n \nb\n\n", "blank line"),
            ("= a\n= b\n\n", "inner line"),
            ("= a\n? b\n\n", "inner line"),
            ("? a\nb\n\n", "one line"),
            ("? \u{e9}\n\n", "one line"),
        ];
        for (bytes, fault) in faults {
            let message = split(bytes.as_bytes()).unwrap_err();
            assert!(message.contains(fault), "{bytes:?} gave {message:?}");
        }
        assert!(split(b"= \xff\n\n").unwrap_err().contains("UTF-8"));
    }

    #[test]
    fn streams_are_responses() {
        let streams = split(b"=\ninfo move A1\n\n=12\ninfo move A1\nplay A1\n\n").unwrap();
        let parts: Vec<_> = streams.iter().map(|r| (r.id(), r.text())).collect();
        assert_eq!(
            parts,
            [("", "info move A1"), ("12", "info move A1\nplay A1")]
        );
    }

    #[test]
    fn pieces_end_where_responses_do() {
        let stdout = b"= a\n\n=2\ninfo b\n\n";
        assert_eq!(check_pieces(stdout, &[5, 3, 7, 1], 99), Ok(()));
        assert_eq!(check_pieces(stdout, &[16], 99), Ok(()));
        assert_eq!(check_pieces(stdout, &[3, 13], 3), Ok(()));
        for pieces in [[3, 13], [4, 12], [6, 10], [11, 5]] {
            assert!(check_pieces(stdout, &pieces, 99).is_err(), "{pieces:?}");
        }
    }

    #[test]
    fn stderr_is_marked_as_ours() {
        assert!(check_stderr(b"").is_ok());
        assert!(check_stderr(b"kosumi: illegal move: ko\nkosumi: x\n").is_ok());
        for line in [
            "= 1",
            "thread 'main' panicked",
            "kosumi: a -> b",
            " kosumi: x",
        ] {
            assert!(check_stderr(line.as_bytes()).is_err(), "{line}");
        }
    }
}
