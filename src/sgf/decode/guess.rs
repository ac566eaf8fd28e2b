//! Guesses the encoding of a text without a label, or with a wrong one.
//!
//! An encoding is judged by the text that it gives: how many bytes mean nothing, whether brackets stay brackets, whether the
//! characters are usual ones, above all in Go records. Names are short, so the guess that browsers make from whole pages is only
//! one voice among others.

use super::frequent::{CHINESE, JAPANESE, KOREAN, TRADITIONAL};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, WINDOWS_1252};

use std::slice;

/// How many bytes decide, from shortly before the first one that is not ASCII.
const SAMPLE: usize = 1 << 14;

/// How many of them may be before that one.
const CONTEXT: usize = 1 << 10;

/// What a sequence of bytes costs that is none of the encoding.
const MALFORMED: i32 = 30;

/// What a bracket costs that would not be one, or would be one too many.
const MISPLACED: i32 = 15;

/// What a pair of letters costs that is in no word.
const STRANGE: i32 = 3;

/// What a frequent character is worth, beside what its place in the encoding is.
const FREQUENT: i32 = 3;

/// What the name of an encoding is worth.
const NAMED: i32 = 10;

/// What the guess of browsers is worth.
const GUESSED: i32 = 4;

/// Encodings that are tried, those before others that they are as likely as.
const TRIED: [&Encoding; 6] = [GB18030, SHIFT_JIS, EUC_KR, BIG5, EUC_JP, WINDOWS_1252];

/// Returns the likeliest encoding of a text without a mark, of which a name may be given. Nothing but its name tells an
/// encoding of single bytes from others, so a named one is only doubted for those of several bytes. Western Europe's is
/// named by programs that know no other one, which says nothing. What is called UTF-8 and can be UTF-8 is that, whatever its
/// characters, so that a record can be read as it was written.
pub(super) fn guess(bytes: &[u8], named: Option<&'static Encoding>) -> &'static Encoding {
    let single = named.filter(|it| it.is_single_byte() && *it != WINDOWS_1252);
    if (single.is_some() || named == Some(UTF_8)) && str::from_utf8(bytes).is_ok() {
        return UTF_8;
    }
    let is_rival =
        |it: &'static Encoding| it.is_single_byte() && single.is_some_and(|single| single != it);
    let sample = sample(bytes);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(sample, true);
    let guessed = detector.guess(None, Utf8Detection::Allow);
    let mut best = (UTF_8, i32::MIN);
    for encoding in [UTF_8]
        .into_iter()
        .chain(TRIED)
        .chain(named)
        .chain([guessed])
        .filter(|it| !is_rival(it))
    {
        let said = [(named, NAMED), (Some(guessed), GUESSED)];
        let voices = said
            .iter()
            .filter(|(which, _)| which.is_some_and(|which| same(which, encoding)));
        let score =
            likelihood(sample, encoding).saturating_add(voices.map(|(_, worth)| worth).sum());
        if score > best.1 {
            best = (encoding, score);
        }
    }
    best.0
}

/// Returns the part of a text that decides, which begins and ends between characters.
fn sample(bytes: &[u8]) -> &[u8] {
    let first = bytes
        .iter()
        .position(|byte| !byte.is_ascii() || *byte == 0x1b);
    let rest = &bytes[first.unwrap_or(0).saturating_sub(CONTEXT)..];
    let Some(start) = rest.get(..SAMPLE) else {
        return rest;
    };
    let end = start.iter().rposition(|byte| b";\n".contains(byte));
    &start[..end.map_or(SAMPLE, |end| end + 1)]
}

/// Returns true if a name means an encoding: what is called GBK may be all of GB18030.
fn same(named: &'static Encoding, encoding: &'static Encoding) -> bool {
    let whole = |encoding| if encoding == GBK { GB18030 } else { encoding };
    whole(named) == whole(encoding)
}

/// Returns how likely it is that a text is in an encoding.
fn likelihood(bytes: &[u8], encoding: &'static Encoding) -> i32 {
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let ranks: i32 = Characters { bytes, encoding }.sum();
    let frequent = frequent(encoding);
    let others = text.chars().filter(|character| !character.is_ascii());
    let known = others
        .filter(|&character| frequent.contains(character))
        .count();
    let is_malformed =
        |character: &char| matches!(character, '\u{fffd}' | '\u{1b}' | '\u{80}'..='\u{9f}');
    let malformed = text.chars().filter(is_malformed).count();
    let times = |things: usize, worth: i32| {
        i32::try_from(things)
            .unwrap_or(i32::MAX)
            .saturating_mul(worth)
    };
    ranks + times(known, FREQUENT)
        - times(malformed, MALFORMED)
        - times(misplaced(&text), MISPLACED)
        - times(strangers(&text), STRANGE)
}

/// Returns the frequent characters of those who use an encoding.
fn frequent(encoding: &'static Encoding) -> &'static str {
    match encoding {
        _ if encoding == GB18030 || encoding == GBK => CHINESE,
        _ if encoding == BIG5 => TRADITIONAL,
        _ if encoding == SHIFT_JIS || encoding == EUC_JP => JAPANESE,
        _ if encoding == EUC_KR => KOREAN,
        _ => "",
    }
}

/// How usual each character beyond ASCII is, by its place in an encoding: the standards have put the most frequent ones first.
struct Characters<'a> {
    bytes: &'a [u8],
    encoding: &'static Encoding,
}

impl Iterator for Characters<'_> {
    type Item = i32;

    fn next(&mut self) -> Option<i32> {
        let start = self.bytes.iter().position(|byte| !byte.is_ascii())?;
        let before = start.checked_sub(1).map(|at| self.bytes[at]);
        let rest = &self.bytes[start..];
        let (length, rank) = self.rank(before, rest);
        self.bytes = &rest[length.min(rest.len())..];
        Some(rank)
    }
}

impl Characters<'_> {
    /// Returns how many bytes the first character has, and how usual it is.
    fn rank(&self, before: Option<u8>, rest: &[u8]) -> (usize, i32) {
        let (lead, trail) = (rest[0], rest.get(1).copied().unwrap_or(0));
        let first_half = trail < 0xa1;
        match self.encoding {
            it if it == UTF_8 => match lead {
                0xc2..0xe0 if is_among_letters(before, rest.get(2).copied()) => (2, 8),
                0xc2..0xe0 => (2, 2),
                0xe0..0xf0 => (3, 8),
                _ => (4, 8),
            },
            it if it == GB18030 || it == GBK => match lead {
                _ if trail.is_ascii_digit() => (4, -4),
                0xb0..=0xd7 if !first_half => (2, 2),
                0xd8..=0xf7 if !first_half => (2, 0),
                0xa1..=0xa9 if !first_half => (2, 1),
                _ => (2, -1),
            },
            it if it == BIG5 => match lead {
                0xa4..=0xc6 => (2, 2),
                0xc9..=0xf9 => (2, 0),
                0xa1..=0xa3 => (2, 1),
                _ => (2, -4),
            },
            it if it == EUC_KR => match lead {
                0xb0..=0xc8 if !first_half => (2, 2),
                0xca..=0xfd if !first_half => (2, -1),
                0xa1..=0xac if !first_half => (2, 1),
                _ => (2, -2),
            },
            it if it == SHIFT_JIS => match lead {
                0xa1..=0xdf => (1, -1),
                0x82 | 0x83 | 0x88..=0x97 => (2, 2),
                0x81 => (2, 1),
                0x98..=0x9f | 0xe0..=0xea => (2, 0),
                _ => (2, -3),
            },
            it if it == EUC_JP => match lead {
                0xa4 | 0xa5 | 0xb0..=0xcf => (2, 2),
                0xa1..=0xa3 => (2, 1),
                0xd0..=0xf4 => (2, 0),
                0x8e => (2, -1),
                0x8f => (3, -2),
                _ => (2, -3),
            },
            it if it == WINDOWS_1252 => (1, latin(before, lead, rest.get(1).copied())),
            it if it.is_single_byte() => (1, letter(it, before, lead, rest.get(1).copied())),
            _ => (1, 1),
        }
    }
}

/// Returns true if one of two neighbors is a letter without marks.
fn is_among_letters(before: Option<u8>, after: Option<u8>) -> bool {
    let is_letter = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphabetic());
    is_letter(before) || is_letter(after)
}

/// Returns how usual a character of Western Europe is there: a letter among those without marks.
fn latin(before: Option<u8>, byte: u8, after: Option<u8>) -> i32 {
    match byte {
        0xc0.. if byte != 0xd7 && byte != 0xf7 && is_among_letters(before, after) => 3,
        0xc0.. => -1,
        _ => -2,
    }
}

/// Returns how usual a character of an encoding of single bytes is: a letter, in Latin writing among others.
fn letter(encoding: &'static Encoding, before: Option<u8>, byte: u8, after: Option<u8>) -> i32 {
    let is_near = |byte: Option<u8>| byte.is_some_and(|byte| !byte.is_ascii());
    let (text, _) = encoding.decode_without_bom_handling(slice::from_ref(&byte));
    let is_latin = |letter: char| letter < '\u{250}' && letter.is_alphabetic();
    match text.chars().next() {
        Some(letter) if is_latin(letter) && is_among_letters(before, after) => 3,
        Some(letter) if is_latin(letter) && !is_near(before) && !is_near(after) => -1,
        Some(letter) => i32::from(letter.is_alphabetic()),
        None => 0,
    }
}

/// Returns how often two letters meet that hardly stand in one word: one of another script beside a small letter of ours, or a
/// capital behind a small letter.
fn strangers(text: &str) -> usize {
    let is_foreign = |letter: char| letter > '\u{24f}' && letter.is_alphabetic();
    let mut pairs = text.chars().zip(text.chars().skip(1));
    let meet = |(one, other): &(char, char)| {
        one.is_ascii_lowercase() && is_foreign(*other)
            || is_foreign(*one) && other.is_ascii_lowercase()
            || !one.is_ascii() && one.is_lowercase() && !other.is_ascii() && other.is_uppercase()
    };
    pairs.by_ref().filter(meet).count()
}

/// Returns how many signs of the structure a text lacks or has where none can be: brackets inside of values and other text
/// than names outside.
fn misplaced(text: &str) -> usize {
    let mut faults = 0;
    let mut inside = false;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (inside, character) {
            (true, '\\') => drop(characters.next()),
            (true, ']') => inside = false,
            (false, '[') => inside = true,
            (true, '[') | (false, ']' | '\\') => faults += 1,
            (false, other) => faults += usize::from(!other.is_ascii()),
            _ => {}
        }
    }
    faults + usize::from(inside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{
        IBM866, ISO_8859_2, ISO_8859_5, ISO_8859_7, KOI8_R, WINDOWS_874, WINDOWS_1250,
        WINDOWS_1251, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257,
    };

    /// Names and what stands beside them, by the encodings that they are written in.
    const WRITTEN: &[(&[&Encoding], &str)] = &[
        (
            &[UTF_8, GB18030],
            "柯洁 九段 连笑 第3届中国围棋甲级联赛 黑中盘胜",
        ),
        (&[UTF_8, GB18030], "申真谞 时越 黑6目半"),
        (&[UTF_8, BIG5], "許功蓋 九段 王元均 第3屆海峰盃 黑中盤勝"),
        (&[UTF_8, BIG5], "周俊勳 林書陽"),
        (
            &[UTF_8, SHIFT_JIS, EUC_JP],
            "井山裕太 表能 ソフト 第37期棋聖戦 白中押し勝ち",
        ),
        (&[UTF_8, SHIFT_JIS, EUC_JP], "一力遼 貼 芝野虎丸 黒6目半"),
        (
            &[UTF_8, EUC_KR],
            "이세돌 9단 박정환 제3회 삼성화재배 흑불계승",
        ),
        (&[UTF_8, EUC_KR], "신진서 조훈현"),
        (
            &[UTF_8, WINDOWS_1251, KOI8_R],
            "Шикшин Илья Чемпионат России Суржин",
        ),
        (&[UTF_8, WINDOWS_1252], "Müller José Gómez Björn Ångström"),
    ];

    /// What records may say of their encoding, rightly or not.
    const SAID: [Option<&Encoding>; 7] = [
        None,
        Some(UTF_8),
        Some(GB18030),
        Some(SHIFT_JIS),
        Some(EUC_KR),
        Some(BIG5),
        Some(WINDOWS_1252),
    ];

    #[test]
    fn encodings_are_known_whatever_is_said() {
        for (encodings, words) in WRITTEN {
            let values = words.split(' ').map(|word| format!("PB[{word}]\n"));
            let text = format!("(;GM[1]SZ[19]{};B[pd];W[dd])", values.collect::<String>());
            for encoding in *encodings {
                let (bytes, _, misses) = encoding.encode(&text);
                assert!(!misses, "{} {words}", encoding.name());
                for said in SAID {
                    let found = guess(&bytes, said);
                    let (read, _) = found.decode_without_bom_handling(&bytes);
                    assert_eq!(read, text, "{} {said:?} {}", encoding.name(), found.name());
                }
            }
        }
    }

    /// Names by the encodings of single bytes that they are written in.
    const SINGLE: &[(&[&Encoding], &str)] = &[
        (
            &[WINDOWS_1250, ISO_8859_2],
            "Wiśniewski Łukasz Zażółć Dvořák Jiří Příhoda Kőszegi Györgyné Škoda",
        ),
        (
            &[WINDOWS_1251, KOI8_R, ISO_8859_5, IBM866],
            "Шикшин Чемпионат Ёж",
        ),
        (&[WINDOWS_1253, ISO_8859_7], "Παπαδόπουλος Αθήνα Σωκράτης"),
        (&[WINDOWS_1254], "Yiğit Özgür Şahin Işık Çağlar"),
        (&[WINDOWS_1255], "שלום משחק"),
        (&[WINDOWS_1256], "محمد بطولة"),
        (&[WINDOWS_1257], "Žukauskas Ģirts Bērziņš Šilinytė Jõgi"),
        (&[WINDOWS_874], "สมชาย หมากล้อม"),
    ];

    #[test]
    fn single_bytes_are_what_their_label_says() {
        for (encodings, words) in SINGLE {
            for encoding in *encodings {
                for times in [1, 40] {
                    let values = words.split(' ').map(|word| format!("PB[{word}]\n"));
                    let text = values.collect::<String>().repeat(times);
                    let text = format!("(;GM[1]SZ[19]{text};B[pd];W[dd])");
                    let (bytes, _, misses) = encoding.encode(&text);
                    assert!(!misses, "{} {words}", encoding.name());
                    let found = guess(&bytes, Some(encoding));
                    let (read, _) = found.decode_without_bom_handling(&bytes);
                    assert_eq!(read, text, "{} {}", encoding.name(), found.name());
                }
            }
        }
    }

    #[test]
    fn wrong_labels_of_single_bytes_are_overruled() {
        for (encodings, words) in WRITTEN {
            let several = encodings.iter().filter(|it| !it.is_single_byte());
            for encoding in several {
                let values = words.split(' ').map(|word| format!("PB[{word}]\n"));
                let text = values.collect::<String>().repeat(2);
                let text = format!("(;GM[1]SZ[19]{text};B[pd];W[dd])");
                let (bytes, ..) = encoding.encode(&text);
                for said in [WINDOWS_1250, WINDOWS_1251, ISO_8859_2] {
                    let found = guess(&bytes, Some(said));
                    let (read, _) = found.decode_without_bom_handling(&bytes);
                    assert_eq!(read, text, "{} {}", encoding.name(), said.name());
                }
            }
        }
    }

    #[test]
    fn characters_that_end_in_brackets_do_not_end_values() {
        // The second byte of each of these is a bracket or a backslash.
        for (encoding, words) in [
            (SHIFT_JIS, "表ソ十構能貼予申"),
            (BIG5, "許功蓋育"),
            (GB18030, "漒淺颸騗柯洁"),
        ] {
            let text = format!("(;PB[{words}]PW[a];B[aa])");
            let (bytes, ..) = encoding.encode(&text);
            assert!(bytes.iter().filter(|byte| b"]\\".contains(byte)).count() > 4);
            let found = guess(&bytes, None);
            assert_eq!(
                found.decode_without_bom_handling(&bytes).0,
                text,
                "{}",
                found.name()
            );
        }
    }

    #[test]
    fn what_is_far_behind_decides_too() {
        let moves = ";B[pd];W[dd]".repeat(4000);
        let text = format!("(;SZ[19]{moves}C[井山裕太 棋聖戦]{moves})");
        let (bytes, ..) = SHIFT_JIS.encode(&text);
        assert_eq!(guess(&bytes, Some(UTF_8)), SHIFT_JIS);
        assert!(sample(&bytes).len() <= SAMPLE && !sample(&bytes).is_ascii());
    }
}
