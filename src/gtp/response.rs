//! The framing of responses, which every client of GTP can read.
//!
//! A space follows the id even before an empty result. Inside a result there is no empty line, no control character, and no line
//! that resembles the beginning of a response.

use super::GtpError;

/// Returns the response of a command that worked.
pub fn success(id: &str, text: &str) -> String {
    format!("={id} {}\n\n", framed(text))
}

/// Returns the response of a command that failed.
pub fn failure(id: &str, error: &GtpError) -> String {
    format!("?{id} {}\n\n", framed(&error.to_string()))
}

/// Returns a text that cannot be mistaken for the end of a response or the beginning of another.
fn framed(text: &str) -> String {
    let text = text.trim_end();
    let lines = text
        .split('\n')
        .enumerate()
        .map(|(number, line)| framed_line(line, number == 0));
    lines.collect::<Vec<_>>().join("\n")
}

fn framed_line(line: &str, is_first: bool) -> String {
    let line = line.replace(|letter: char| letter.is_control() && letter != '\t', "");
    if is_first {
        line
    } else if line.trim().is_empty() {
        ".".to_owned()
    } else if line.starts_with(['=', '?']) {
        format!(" {line}")
    } else {
        line
    }
}

/// Returns items in one line.
pub(super) fn words(items: impl IntoIterator<Item = impl ToString>) -> String {
    joined(items, " ")
}

/// Returns items, one a line.
pub(super) fn lines(items: impl IntoIterator<Item = impl ToString>) -> String {
    joined(items, "\n")
}

fn joined(items: impl IntoIterator<Item = impl ToString>, separator: &str) -> String {
    let texts = items.into_iter().map(|item| item.to_string());
    texts.collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn framing_to_the_letter() {
        assert_eq!(success("", ""), "= \n\n");
        assert_eq!(success("12", "kosumi"), "=12 kosumi\n\n");
        assert_eq!(
            failure("7", &GtpError::new("unknown command")),
            "?7 unknown command\n\n"
        );
        assert_eq!(success("", "\nA\n\nB\n"), "= \nA\n.\nB\n\n");
        assert_eq!(success("", "a\r\n=b\n? c"), "= a\n =b\n ? c\n\n");
    }

    proptest! {
        #[test]
        fn any_text_gives_one_response(text in "(?s).{0,80}") {
            let response = success("3", &text);
            prop_assert!(response.starts_with("=3 ") && response.ends_with("\n\n"));
            let body = response.trim_end_matches('\n');
            let is_harmless =
                |line: &str| !line.trim().is_empty() && !line.starts_with(['=', '?']);
            prop_assert!(body.lines().skip(1).all(is_harmless));
            prop_assert_eq!(response.len(), body.len() + 2);
        }
    }
}
