//! From a line of bytes to a command: sections 3.1 and 3.2 of the GTP draft.

/// A command as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandRequest {
    /// The digits before the command, verbatim; empty if there are none.
    pub id: String,
    /// The name of the command.
    pub name: String,
    /// Everything after the name, trimmed.
    pub arguments: String,
}

impl CommandRequest {
    /// Reads a line. Returns `None` if it is empty, a comment, or an id alone: no response belongs
    /// to it.
    ///
    /// Control characters are removed, a comment is cut off, a TAB is a space. Bytes that are not
    /// UTF-8 become the replacement character.
    pub fn parse(line: &[u8]) -> Option<CommandRequest> {
        let text = clean(line);
        let text = text.trim_matches(' ');
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (id, rest) = text.split_at(digits);
        let rest = rest.trim_start_matches(' ');
        let (name, arguments) = rest.split_once(' ').unwrap_or((rest, ""));
        (!name.is_empty()).then(|| CommandRequest {
            id: id.to_owned(),
            name: name.to_owned(),
            arguments: arguments.trim_matches(' ').to_owned(),
        })
    }
}

fn clean(line: &[u8]) -> String {
    let kept = line
        .iter()
        .filter(|byte| !byte.is_ascii_control() || **byte == b'\t')
        .take_while(|byte| **byte != b'#')
        .map(|&byte| if byte == b'\t' { b' ' } else { byte });
    String::from_utf8_lossy(&kept.collect::<Vec<u8>>()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parsed(line: &str) -> Option<(String, String, String)> {
        CommandRequest::parse(line.as_bytes())
            .map(|request| (request.id, request.name, request.arguments))
    }

    fn is(line: &str, id: &str, name: &str, arguments: &str) {
        assert_eq!(
            parsed(line),
            Some((id.into(), name.into(), arguments.into())),
            "{line:?}"
        );
    }

    #[test]
    fn commands() {
        is("name", "", "name", "");
        is("1 name\r", "1", "name", "");
        is("5name", "5", "name", "");
        is("007 name", "007", "name", "");
        is(
            "99999999999999999999 name",
            "99999999999999999999",
            "name",
            "",
        );
        is("1 2 name", "1", "2", "name");
        is(
            "\tplay\tb\tD4",
            "",
            "play",
            "b\tD4".replace('\t', " ").as_str(),
        );
        is("na\x00m\x07e # x", "", "name", "");
        is("1.5 name", "1", ".5", "name");
        is("-5 name", "", "-5", "name");
        is("play  b   D4  ", "", "play", "b   D4");
    }

    #[test]
    fn lines_without_a_command() {
        for line in ["", "  ", "\t", "# x", "#", "12", " 12 # x", "\r"] {
            assert_eq!(parsed(line), None, "{line:?}");
        }
    }

    proptest! {
        #[test]
        fn no_bytes_panic(line in proptest::collection::vec(any::<u8>(), 0..200)) {
            if let Some(request) = CommandRequest::parse(&line) {
                prop_assert!(!request.name.is_empty() && !request.name.contains(' '));
                prop_assert!(request.id.bytes().all(|byte| byte.is_ascii_digit()));
            }
        }
    }
}
