//! Bytes to text. Every file has a text: what cannot be decoded is wrong only inside names and
//! comments, for all else in SGF is ASCII.

use std::borrow::Cow;

/// Text in UTF-8, in UTF-16 with its mark, or in what `CA` says; Latin-1 if it does not.
///
/// East Asian encodings of two bytes a character are not decoded, but each character becomes one
/// U+FFFD, so that no second byte is taken for a bracket.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match bytes {
        [0xEF, 0xBB, 0xBF, text @ ..] => decode_bytes(text),
        [0xFF, 0xFE, units @ ..] => decode_utf16(units, u16::from_le_bytes).into(),
        [0xFE, 0xFF, units @ ..] => decode_utf16(units, u16::from_be_bytes).into(),
        _ => decode_bytes(bytes),
    }
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks();
    char::decode_utf16(pairs.iter().map(|&pair| unit(pair)))
        .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

fn decode_bytes(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.into();
    }
    let charset = charset(bytes);
    if charset.starts_with("utf") {
        String::from_utf8_lossy(bytes)
    } else if let Some(is_lead) = lead_bytes(&charset) {
        decode_pairs(bytes, is_lead).into()
    } else {
        bytes.iter().copied().map(char::from).collect()
    }
}

/// The value of the first `CA`, in lower case, empty if there is none.
fn charset(bytes: &[u8]) -> String {
    let start = bytes.windows(3).position(|window| window == b"CA[");
    let value = start.map_or(&[][..], |start| &bytes[start + 3..]);
    let name = value.iter().take(20).take_while(|&&byte| byte != b']');
    name.map(|&byte| char::from(byte.to_ascii_lowercase()))
        .collect()
}

/// Which bytes begin a pair whose second byte may be ASCII, if any do.
fn lead_bytes(charset: &str) -> Option<fn(u8) -> bool> {
    let begins = |names: &[&str]| names.iter().any(|name| charset.starts_with(name));
    if begins(&["shift", "sjis", "x-sjis", "windows-31j", "cp932"]) {
        Some(|byte| matches!(byte, 0x81..=0x9F | 0xE0..=0xFC))
    } else if begins(&["gb", "big5", "cp936", "cp949", "cp950"]) {
        Some(|byte| matches!(byte, 0x81..=0xFE))
    } else {
        None
    }
}

fn decode_pairs(bytes: &[u8], is_lead: fn(u8) -> bool) -> String {
    let mut text = String::with_capacity(bytes.len());
    let mut bytes = bytes.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        let is_pair = is_lead(byte) && bytes.next_if(|&second| second >= b'0').is_some();
        text.push(match byte {
            _ if is_pair => char::REPLACEMENT_CHARACTER,
            0x80.. => char::REPLACEMENT_CHARACTER,
            _ => char::from(byte),
        });
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unicode_is_told_from_latin_1() {
        assert_eq!(decode("\u{feff}(;C[é])".as_bytes()), "(;C[é])");
        assert_eq!(decode("(;C[碁])".as_bytes()), "(;C[碁])");
        assert_eq!(decode(b"(;C[\xE9])"), "(;C[é])");
        assert_eq!(decode(b"(;CA[UTF-8]C[\xE9])"), "(;CA[UTF-8]C[\u{fffd}])");
    }

    #[test]
    fn utf_16_is_known_by_its_mark() {
        let units: Vec<u16> = "\u{feff}(;C[碁🙂])".encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        assert_eq!(decode(&little), "(;C[碁🙂])");
        assert_eq!(decode(&big), "(;C[碁🙂])");
        assert_eq!(decode(b"\xFF\xFE(\0;"), "(");
    }

    #[test]
    fn second_bytes_are_no_brackets() {
        // 0x95 0x5C is a kanji with a backslash in it, 0xB1 a half-width kana.
        let text = decode(b"(;CA[Shift_JIS]PB[\x95\x5C\xB1]PW[\x8F\x5D])");
        assert_eq!(text, "(;CA[Shift_JIS]PB[\u{fffd}\u{fffd}]PW[\u{fffd}])");
        let text = decode(b"(;CA[gb2312]PB[\xD2\x5D\xD6\xDC])");
        assert_eq!(text, "(;CA[gb2312]PB[\u{fffd}\u{fffd}])");
        assert_eq!(decode(b"(;CA[big5"), "(;CA[big5");
        assert_eq!(decode(b"CA[big5]\xA1"), "CA[big5]\u{fffd}");
    }
}
