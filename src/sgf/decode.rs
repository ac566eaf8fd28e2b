//! Bytes to text. Every file has a text: what cannot be decoded is wrong only inside names and
//! comments, for all else in SGF is ASCII.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use std::borrow::Cow;

/// Text in Unicode with a mark, in UTF-8, in the encoding that `CA` names, or in Latin-1.
///
/// The encoding must be right even for files whose names nobody reads: the second byte of a
/// character in Shift_JIS, GBK or Big5 may look like a bracket or a backslash.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let encoding = if Encoding::for_bom(bytes).is_some() || std::str::from_utf8(bytes).is_ok() {
        UTF_8
    } else {
        named_encoding(bytes).unwrap_or(WINDOWS_1252)
    };
    // A mark overrides the encoding and is dropped.
    encoding.decode(bytes).0
}

/// The encoding that the first `CA` names, if it is known.
fn named_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let start = bytes.windows(3).position(|window| window == b"CA[")? + 3;
    let label = bytes[start..].split(|&byte| byte == b']').next()?;
    Encoding::for_label(label)
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
        assert_eq!(decode(b"(;CA[nonsense]C[\xE9])"), "(;CA[nonsense]C[é])");
    }

    #[test]
    fn utf_16_is_known_by_its_mark() {
        let units: Vec<u16> = "\u{feff}(;C[碁🙂])".encode_utf16().collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        assert_eq!(decode(&little), "(;C[碁🙂])");
        assert_eq!(decode(&big), "(;C[碁🙂])");
    }

    #[test]
    fn east_asian_names_are_read() {
        // The second byte of the kanji is a backslash, that of the next one a bracket.
        let text = decode(b"(;CA[Shift_JIS]PB[\x95\x5C\xB1]PW[\x8F\x5D])");
        assert_eq!(text, "(;CA[Shift_JIS]PB[表ｱ]PW[従])");
        assert_eq!(decode(b"(;CA[gb2312]PB[\xD6\xDC])"), "(;CA[gb2312]PB[周])");
        assert_eq!(decode(b"(;CA[Big5]PB[\xA9\x50])"), "(;CA[Big5]PB[周])");
        assert_eq!(decode(b"(;CA[EUC-KR]PB[\xC0\xCC])"), "(;CA[EUC-KR]PB[이])");
        assert_eq!(decode(b"(;CA[big5"), "(;CA[big5");
    }
}
