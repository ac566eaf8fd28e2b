//! Bytes to text. Every file becomes text: a wrong encoding only harms names and comments, because the rest of SGF is ASCII.

mod frequent;
mod guess;
mod hz;

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE,
};
use std::borrow::Cow;

/// Text in Unicode with a mark, or in the encoding that is the likeliest; the one that `CA` names is preferred.
///
/// The encoding must be right even where the names in a file do not matter: the second byte of a
/// character in Shift_JIS, GBK or Big5 may look like a bracket or a backslash.
pub(super) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some(text) = hz::decode(bytes, label(bytes).is_some_and(hz::is_named)) {
        return Cow::Owned(text);
    }
    // A mark overrides the encoding and is dropped.
    encoding_of(bytes).decode(bytes).0
}

/// The name of the encoding of a text that is more than ASCII, if it has one that means nothing.
pub(super) fn unknown_label(bytes: &[u8]) -> Option<String> {
    let label = label(bytes).filter(|label| !label.trim_ascii().is_empty())?;
    let is_known = find(label).is_some() || hz::is_named(label) || bytes.is_ascii();
    (!is_known).then(|| String::from_utf8_lossy(label.trim_ascii()).into_owned())
}

fn encoding_of(bytes: &[u8]) -> &'static Encoding {
    const ESCAPE: u8 = 0x1b;
    if let Some((marked, _)) = Encoding::for_bom(bytes) {
        return marked;
    }
    match bytes {
        [0, 1..=255, ..] => UTF_16BE,
        [1..=255, 0, ..] => UTF_16LE,
        _ if bytes.is_ascii() && !bytes.contains(&ESCAPE) => UTF_8,
        _ => guess::guess(bytes, named_encoding(bytes)),
    }
}

/// What the first `CA` names.
fn label(bytes: &[u8]) -> Option<&[u8]> {
    let start = bytes.windows(3).position(|window| window == b"CA[")? + 3;
    bytes[start..].split(|&byte| byte == b']').next()
}

/// The encoding that the first `CA` names, if it is known and has brackets where ASCII has them.
fn named_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let encoding = find(label(bytes)?)?;
    Some(encoding).filter(|encoding| encoding.is_ascii_compatible() || *encoding == ISO_2022_JP)
}

/// The encoding of a label.
fn find(label: &[u8]) -> Option<&'static Encoding> {
    Encoding::for_label(label).or_else(|| by_code_page(label))
}

/// What systems call encodings, beside the names of the web: letters and digits in small letters, without the words before
/// them, with blanks between names.
const CODE_PAGES: &[(&str, &Encoding)] = &[
    ("932 943 shiftjis shiftjisx0213", SHIFT_JIS),
    (
        "936 1386 20936 54936 gb gb2312 gb180302000 gb180302005 euccn",
        GB18030,
    ),
    ("949 1363 51949 euckr uhc ksc5601 johab", EUC_KR),
    ("950 951 1370 big5 big5hkscs euctw", BIG5),
    ("20932 51932 eucjp eucjis", EUC_JP),
    ("50220 50221 50222 jis", ISO_2022_JP),
    ("65001 utf8", UTF_8),
];

/// Words before the number of a code page.
const PREFIXES: [&str; 7] = ["codepage", "windows", "win", "ibm", "cp", "ms", "x"];

/// The encoding that a system calls by a label, such as `CP936`.
fn by_code_page(label: &[u8]) -> Option<&'static Encoding> {
    let plain = label.iter().filter(|byte| byte.is_ascii_alphanumeric());
    let plain: String = plain
        .map(|byte| char::from(byte.to_ascii_lowercase()))
        .collect();
    let mut stripped = PREFIXES.iter().filter_map(|it| plain.strip_prefix(it));
    let number = stripped.next().unwrap_or(&plain);
    let of = |name: &str| {
        let row = CODE_PAGES
            .iter()
            .find(|(known, _)| known.split(' ').any(|known| known == name));
        let known = row.map(|&(_, encoding)| encoding);
        known.or_else(|| Encoding::for_label(name.as_bytes()))
    };
    let windows = || Encoding::for_label(format!("windows-{number}").as_bytes());
    of(&plain).or_else(|| of(number)).or_else(windows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{ISO_8859_2, KOI8_R, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1257};

    #[test]
    fn labels_that_mean_nothing_are_known() {
        for (text, unknown) in [
            (&b"(;CA[cp852]PB[\xa2])"[..], Some("cp852")),
            (b"(;CA[ nonsense ]PB[\xa2])", Some("nonsense")),
            (b"(;CA[nonsense]PB[a])", None),
            (b"(;CA[]PB[\xa2])", None),
            (b"(;CA[cp936]PB[\xa2])", None),
            (b"(;PB[\xa2])", None),
        ] {
            assert_eq!(unknown_label(text).as_deref(), unknown);
        }
    }

    #[test]
    fn unicode_is_told_from_latin_1() {
        assert_eq!(decode("\u{feff}(;C[é])".as_bytes()), "(;C[é])");
        assert_eq!(decode("(;C[碁])".as_bytes()), "(;C[碁])");
        assert_eq!(decode(b"(;C[caf\xE9])"), "(;C[café])");
        assert_eq!(decode(b"(;CA[UTF-8]C[caf\xE9])"), "(;CA[UTF-8]C[café])");
        assert_eq!(
            decode(b"(;CA[nonsense]C[caf\xE9])"),
            "(;CA[nonsense]C[café])"
        );
        // As Shift_JIS this would be a usual character.
        let odd = "(;CA[UTF-8]C[a\u{8f}e])";
        assert_eq!(decode(odd.as_bytes()), odd);
        let cut = b"(;CA[UTF-8]PB[\xe7\x94\xb2\xe4\xb9\x99\xe4\xb8])";
        assert_eq!(decode(cut), "(;CA[UTF-8]PB[甲乙\u{fffd}])");
    }

    #[test]
    fn utf_16_is_known_by_its_mark_or_its_zeros() {
        for text in ["\u{feff}(;C[碁🙂])", "(;C[碁🙂])"] {
            let units: Vec<u16> = text.encode_utf16().collect();
            let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
            assert_eq!(decode(&little), "(;C[碁🙂])");
            assert_eq!(decode(&big), "(;C[碁🙂])");
        }
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

    #[test]
    fn systems_have_names_of_their_own() {
        for (labels, encoding) in [
            ("CP936 cp936 MS936 windows-936 936 GB GBK euc-cn", GB18030),
            (
                "cp932 Windows-31J MS932 932 x-sjis SHIFT-JIS ShiftJIS",
                SHIFT_JIS,
            ),
            ("cp949 ms949 UHC EUC_KR euckr windows-949", EUC_KR),
            ("cp950 CP-950 950 BIG-5 big5hkscs Big5", BIG5),
            ("cp51932 EUC_JP eucjp euc-jp", EUC_JP),
            ("cp1252 1252 latin1 ISO8859-1 ISO_8859-1", WINDOWS_1252),
            ("cp1251 windows1251 1251 win1251 win-1251", WINDOWS_1251),
            ("cp1250 windows1250 1250 win1250 x-cp1250", WINDOWS_1250),
            ("cp1257 Windows-1257", WINDOWS_1257),
            ("latin2 ISO8859-2 ISO_8859-2", ISO_8859_2),
            ("KOI8-R koi8", KOI8_R),
            ("utf8 UTF_8 cp65001 utf-8", UTF_8),
        ] {
            for label in labels.split(' ') {
                let text = format!("(;CA[{label}]SZ[9])");
                let found = named_encoding(text.as_bytes());
                let whole = found.map(|it| if it == encoding_rs::GBK { GB18030 } else { it });
                assert_eq!(whole, Some(encoding), "{label}");
            }
        }
        for label in ["", "x", "cp", "cp1", "UTF-16", "nonsense"] {
            let text = format!("(;CA[{label}])");
            assert_eq!(named_encoding(text.as_bytes()), None, "{label}");
        }
    }
}
