//! HZ (RFC 1843): Chinese text in ASCII alone, as news and mail of the nineties needed it. Pairs of signs between `~{` and
//! `~}` are characters of GB2312, `~~` is a tilde, and a tilde at the end of a line joins the line with the next one.

use encoding_rs::GBK;

/// Returns true if a label names HZ.
pub(super) fn is_named(label: &[u8]) -> bool {
    let plain = label.iter().filter(|byte| byte.is_ascii_alphanumeric());
    plain
        .map(u8::to_ascii_lowercase)
        .take(2)
        .eq(b"hz".iter().copied())
}

/// Returns the text of bytes in HZ. A label says that they are; without one, all of them must make sense.
pub(super) fn decode(bytes: &[u8], is_named: bool) -> Option<String> {
    if !bytes.is_ascii() || !bytes.windows(2).any(|pair| pair == b"~{") {
        return None;
    }
    let (plain, is_sound) = to_gb(bytes);
    let (text, has_errors) = GBK.decode_without_bom_handling(&plain);
    (is_named || is_sound && !has_errors).then(|| text.into_owned())
}

/// Returns the bytes of GB2312, and true if nothing is odd. Pairs end where something else follows.
fn to_gb(bytes: &[u8]) -> (Vec<u8>, bool) {
    let mut plain = Vec::with_capacity(bytes.len());
    let (mut in_pairs, mut is_sound) = (false, true);
    let mut rest = bytes;
    loop {
        rest = match rest {
            [] => return (plain, is_sound && !in_pairs),
            [b'~', b'}', rest @ ..] if in_pairs => {
                in_pairs = false;
                rest
            }
            [one @ b'!'..=b'}', two @ b'!'..=b'~', rest @ ..] if in_pairs => {
                plain.extend([one | 0x80, two | 0x80]);
                rest
            }
            rest if in_pairs => {
                (in_pairs, is_sound) = (false, false);
                rest
            }
            [b'~', b'{', rest @ ..] => {
                in_pairs = true;
                rest
            }
            [b'~', b'~', rest @ ..] => {
                plain.push(b'~');
                rest
            }
            [b'~', b'\n', rest @ ..] => rest,
            [byte, rest @ ..] => {
                plain.push(*byte);
                rest
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A text in HZ.
    fn hz(text: &str) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut in_pairs = false;
        for letter in text.chars() {
            if letter.is_ascii() == in_pairs {
                in_pairs = !in_pairs;
                bytes.extend(if in_pairs { b"~{" } else { b"~}" });
            }
            let letter = letter.to_string().replace('~', "~~");
            let (gb, ..) = GBK.encode(&letter);
            bytes.extend(gb.iter().map(|byte| byte & 0x7f));
        }
        bytes
    }

    #[test]
    fn characters_between_tildes_are_read_with_a_label_and_without() {
        // The second byte of 熊 and of 帖 is a bracket or a backslash, as many others are.
        for text in [
            "(;PB[柯洁]PW[连笑]C[~ 熊躺帖耗]RE[黑中盘胜])",
            "(;EV[棋~~]C[。，！])",
        ] {
            let bytes = hz(text);
            assert!(bytes.is_ascii());
            assert_eq!(decode(&bytes, true).as_deref(), Some(text));
            assert_eq!(decode(&bytes, false).as_deref(), Some(text));
        }
        assert_eq!(
            decode(b"(;C[a~{<:~}b~\nc])", false).as_deref(),
            Some("(;C[a己bc])")
        );
    }

    #[test]
    fn tildes_of_other_texts_stay() {
        for text in [
            &b"(;C[~])"[..],
            b"(;C[~{])",
            b"(;C[~{ab])",
            b"(;C[~{a b~}])",
            b"(;C[~{<:~}]PB[\xfc])",
            b"(;C[~{~~~}])",
        ] {
            assert_eq!(
                decode(text, false),
                None,
                "{}",
                String::from_utf8_lossy(text)
            );
        }
    }

    #[test]
    fn what_is_cut_is_read_as_far_as_it_goes_where_a_label_says_so() {
        let text = decode(b"(;CA[HZ-GB-2312]PB[~{<:<:\n]PW[~{<:~}])", true);
        assert_eq!(text.as_deref(), Some("(;CA[HZ-GB-2312]PB[己己\n]PW[己])"));
        for label in ["HZ-GB-2312", "hz", "HZ", "hz_gb_2312", "hzgb2312"] {
            assert!(is_named(label.as_bytes()), "{label}");
        }
        for label in ["", "h", "gb2312", "GBK"] {
            assert!(!is_named(label.as_bytes()), "{label}");
        }
    }
}
