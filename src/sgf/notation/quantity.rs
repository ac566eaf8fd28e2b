//! Numbers as people write them: komi and margins with words, fractions and units, in the scripts of East Asia, too.

use crate::go::is_komi;

/// What is worth two points: a stone, in which margins are counted in China.
const STONES: [&str; 3] = ["子", "zi", "stone"];

/// Words for a half.
const HALVES: [char; 2] = ['半', '반'];

/// Signs for numbers of Chinese and Japanese; tens are by themselves.
const NUMERALS: &str = "〇一二三四五六七八九";

/// Returns a text with full-width signs, other numerals and fractions as ASCII has them.
pub(super) fn ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '零' => plain.push('0'),
            '两' | '兩' => plain.push('2'),
            '\u{ff01}'..='\u{ff5e}' => plain.extend(char::from_u32(letter as u32 - 0xfee0)),
            '\u{3000}' => plain.push(' '),
            '½' => plain.push_str(" 1/2"),
            '¼' => plain.push_str(" 1/4"),
            '¾' => plain.push_str(" 3/4"),
            '−' | '–' => plain.push('-'),
            _ => match NUMERALS.chars().position(|numeral| numeral == letter) {
                Some(value) => plain.push_str(&value.to_string()),
                None => plain.push(letter),
            },
        }
    }
    tens(&plain)
}

/// Replaces the sign for ten: `十二` by 12, `3十` by 30.
fn tens(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter != '十' {
            plain.push(letter);
            continue;
        }
        if !plain.ends_with(|before: char| before.is_ascii_digit()) {
            plain.push('1');
        }
        if !letters.peek().is_some_and(char::is_ascii_digit) {
            plain.push('0');
        }
    }
    plain
}

/// A number with what stands behind it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Quantity {
    /// The number as it is written.
    pub(super) number: f64,
    /// True if it counts stones, each of which is worth two points.
    pub(super) is_of_stones: bool,
}

impl Quantity {
    /// Finds the first number in a text that [`ascii`] has made plain: `6.5`, `6,5`, `3 3/4`, `3又3/4子`, `1目半`, `半目`.
    pub(super) fn find(text: &str) -> Option<Quantity> {
        Quantity::take(&with_halves(text)).map(|(quantity, _)| quantity)
    }

    /// Finds a number as [`Quantity::find`] does, if the text has no other one.
    fn find_only(text: &str) -> Option<Quantity> {
        let text = with_halves(text);
        let (quantity, rest) = Quantity::take(&text)?;
        let has_other = rest.contains(|letter: char| letter.is_ascii_digit());
        (!has_other).then_some(quantity)
    }

    /// Takes the first number out of a text, and returns it with what stands behind it.
    fn take(text: &str) -> Option<(Quantity, &str)> {
        let starts = |letter: char| letter.is_ascii_digit() || HALVES.contains(&letter);
        let start = text.find(starts)?;
        let is_negative = text[..start].trim_end().ends_with('-');
        let mut rest = &text[start..];
        let (mut number, mut is_of_stones) = (0.0, false);
        if rest.starts_with(|letter: char| letter.is_ascii_digit()) {
            let (whole, behind) = take_number(rest)?;
            (number, rest) = match take_fraction_of(whole, behind) {
                Some((part, behind)) => (part, behind),
                None => (whole, behind),
            };
            let behind_unit = rest.strip_prefix('子');
            if let Some((part, behind)) = take_part(behind_unit.unwrap_or(rest)) {
                number += part;
                rest = behind;
                is_of_stones = behind_unit.is_some();
            }
        }
        if text[..start].ends_with(['.', ',']) && number >= 1.0 {
            // There is a decimal point without digits before it.
            let digits = text[start..].bytes().take_while(u8::is_ascii_digit);
            // How exact a power of ten is depends on the machine; a number that is read is exact.
            number = format!("0.{}", &text[start..start + digits.count()])
                .parse()
                .ok()?;
        }
        // The half stands behind the unit, or before it where there is nothing else.
        let unit: String = rest.chars().take(9).collect();
        if let Some(place) = unit.find([HALVES[0], HALVES[1], HALF_BEHIND])
            && number.fract() == 0.0
            && !unit[..place].contains(|letter: char| letter.is_ascii_digit())
        {
            number += 0.5;
        }
        let unit = rest
            .trim_start_matches([' ', '个', '個'])
            .trim_start_matches(HALVES);
        let unit = unit
            .trim_start_matches([' ', '个', '個'])
            .to_ascii_lowercase();
        let quantity = Quantity {
            number: if is_negative { -number } else { number },
            is_of_stones: is_of_stones || STONES.iter().any(|name| unit.starts_with(name)),
        };
        Some((quantity, rest))
    }

    /// As points.
    pub(super) fn points(self) -> f64 {
        let worth = if self.is_of_stones { 2.0 } else { 1.0 };
        worth * self.number
    }
}

/// A sign for halves that stand behind a number, which [`ascii`] leaves nowhere.
const HALF_BEHIND: char = '½';

/// Returns a text with signs for words for a half. Only `half a point` says so without a number before it: `six and a half` is
/// nothing that is understood.
fn with_halves(text: &str) -> String {
    let alone = [("by half", "by 半"), ("half a point", "半")];
    let behind = ["and a half", "half", "mokuhan", "moku han"].map(|word| (word, "½"));
    alone
        .iter()
        .chain(&behind)
        .fold(text.to_lowercase(), |text, (word, sign)| {
            text.replace(word, sign)
        })
}

/// Takes a part behind a whole number: ` 3/4`, `又3/4`, `-1/2`, `個半` is none. Returns it with what stands behind it.
fn take_part(text: &str) -> Option<(f64, &str)> {
    let signs = [' ', '又', '과', '\'', '-', '&', '+'];
    let text = text.trim_start_matches(signs);
    let text = text.strip_prefix("and").unwrap_or(text);
    let (top, behind) = take_number(text.trim_start_matches(signs))?;
    take_fraction_of(top, behind)
}

/// Takes a number with a decimal point or comma from the beginning of a text.
fn take_number(text: &str) -> Option<(f64, &str)> {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let whole = text.len() - text.trim_start_matches(is_digit).len();
    let mut end = whole;
    if let Some(decimals) = text[whole..].strip_prefix(['.', ',']) {
        let length = decimals.len() - decimals.trim_start_matches(is_digit).len();
        end += if length > 0 { 1 + length } else { 0 };
    }
    let number = text[..end].replace(',', ".").parse().ok()?;
    Some((number, &text[end..]))
}

/// Takes what makes a number before it a part: `/4`, or `分之3`, where the number is the lower one.
fn take_fraction_of(number: f64, text: &str) -> Option<(f64, &str)> {
    if let Some(below) = text.trim_start().strip_prefix('/') {
        let (below, rest) = take_number(below.trim_start())?;
        let is_fraction = number.fract() == 0.0 && below.fract() == 0.0 && below > 0.0;
        return is_fraction.then_some((number / below, rest));
    }
    let above = text
        .strip_prefix("分之")
        .or_else(|| text.strip_prefix("分の"))?;
    let (above, rest) = take_number(above)?;
    (number > 0.0).then_some((above / number, rest))
}

/// Reads a finite number with a decimal point or comma and nothing else.
pub(super) fn parse_number(value: &str) -> Option<f64> {
    let number: f64 = value.trim().replace(',', ".").parse().ok()?;
    // There is one zero: komi of -0 would be written and compared as something else.
    number.is_finite().then_some(number + 0.0)
}

/// Returns true if a text has one of some words, with bars between them.
fn names_one(words: &str, text: &str) -> bool {
    words.split('|').any(|word| text.contains(word))
}

/// Words of records for a komi of nothing.
const NO_KOMI: &str = "コミなし|コミ無し|コミ なし|不贴|不貼|无贴|無貼|덤 없음|덤없음|no komi|none";

/// Words of records for points that White gives.
const REVERSE: &str = "逆|倒贴|倒貼|白贴|白貼|白コミ|역|reverse";

/// Reads White's points, with words such as `黒6目半` or without. A quarter counts stones, each of which is worth two
/// points. The server Fox writes hundredths of either: `KM[650]`, `KM[375]`, `KM[50]`. `None` if no komi can be so large.
pub(in crate::sgf) fn parse_komi(value: &str) -> Option<f64> {
    komi_as_written(value).filter(|&komi| is_komi(komi))
}

fn komi_as_written(value: &str) -> Option<f64> {
    let text = ascii(value.trim());
    if let Some(komi) = parse_number(&text) {
        let is_whole = text.trim().bytes().all(|letter| letter.is_ascii_digit());
        let is_in_hundredths = is_whole && komi >= 50.0 && komi % 25.0 == 0.0;
        let may_be_of_stones = [".25", ".75", ",25", ",75"]
            .iter()
            .any(|end| text.ends_with(end));
        return Some(match (is_in_hundredths, may_be_of_stones) {
            (true, _) => of_quarters(komi / 100.0),
            (_, true) => of_quarters(komi),
            _ => komi,
        });
    }
    let lower = text.to_lowercase();
    if names_one(NO_KOMI, &lower) {
        return Some(0.0);
    }
    // What else the text says might be the komi as well.
    let komi = Quantity::find_only(&text)?;
    let komi = if komi.is_of_stones {
        komi.points()
    } else {
        of_quarters(komi.number)
    };
    Some(if names_one(REVERSE, &lower) {
        -komi
    } else {
        komi
    })
}

/// Points for a number that counts stones if it has a quarter, and is none that only points can be: no komi is five
/// stones.
fn of_quarters(number: f64) -> f64 {
    let quarters = 4.0 * number;
    let has_quarter = quarters.fract() == 0.0 && quarters % 2.0 != 0.0;
    if has_quarter && number.abs() < 5.0 {
        2.0 * number
    } else {
        number
    }
}

/// Words for a game without handicap stones.
const EVEN: &str =
    "互先|分先|猜先|让先|讓先|定先|先相先|先番|不让|不讓|호선|정선|even|none|no |nil";

/// Reads a number of handicap stones, with words such as `2子` or `二子局` or without.
pub(in crate::sgf) fn parse_handicap(value: &str) -> Option<usize> {
    let text = ascii(value.trim()).to_lowercase();
    if ["-", "先", "선", "no"].contains(&&*text) || names_one(EVEN, &text) {
        return Some(0);
    }
    let stones = parse_number(&text).or_else(|| {
        let found = Quantity::find(&text)?;
        Some(found.number)
    })?;
    let is_number = stones.fract() == 0.0 && (0.0..=625.0).contains(&stones);
    if !is_number {
        return None;
    }
    #[expect(clippy::cast_sign_loss, reason = "it is in a range above 0")]
    Some(stones as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_may_be_in_hundredths_and_in_stones() {
        for (text, komi) in [
            ("375", 7.5),
            ("275", 5.5),
            (" 325 ", 6.5),
            ("650", 6.5),
            ("750", 7.5),
            ("700", 7.0),
            ("50", 0.5),
            ("3.75", 7.5),
            ("2.75", 5.5),
            ("-3.75", -7.5),
            ("0", 0.0),
            ("25", 25.0),
            ("99", 99.0),
            ("386", 386.0),
            ("375.0", 375.0),
            ("3.750", 3.75),
            ("-375", -375.0),
            ("7", 7.0),
        ] {
            assert_eq!(parse_komi(text), Some(komi), "{text}");
        }
        assert!(parse_komi("-0").is_some_and(f64::is_sign_positive));
    }

    #[test]
    fn komi_may_be_in_words() {
        for (text, komi) in [
            ("黒6目半", 6.5),
            ("黑6目半", 6.5),
            ("６目半", 6.5),
            ("コミ5目半", 5.5),
            ("六目半", 6.5),
            ("四目半", 4.5),
            ("黑贴3又3/4子", 7.5),
            ("黑贴3又四分之三子", 7.5),
            ("黑贴3 3/4子", 7.5),
            ("贴2¾子", 5.5),
            ("7目", 7.0),
            ("6.5目", 6.5),
            ("6,5 points", 6.5),
            ("6.5 moku", 6.5),
            ("6 1/2", 6.5),
            ("6½", 6.5),
            ("덤 6집반", 6.5),
            ("6집 반", 6.5),
            ("半目", 0.5),
            ("逆コミ5目半", -5.5),
            ("コミなし", 0.0),
            ("komi: 7.5", 7.5),
            ("komi 0.5", 0.5),
            ("十目", 10.0),
            ("5 moku han", 5.5),
            ("5mokuhan", 5.5),
            ("6 and a half", 6.5),
            ("6 points and a half", 6.5),
            ("6 & 1/2", 6.5),
            ("5-1/2", 5.5),
            ("half a point", 0.5),
            ("6.5 (reverse)", -6.5),
            ("Reverse komi 3", -3.0),
            ("白贴2目半", -2.5),
            ("7.5目半", 7.5),
            ("6.25", 6.25),
            ("7.75", 7.75),
            ("无贴目", 0.0),
            ("덤 없음", 0.0),
        ] {
            assert_eq!(parse_komi(text), Some(komi), "{text}");
        }
        for text in [
            "",
            "abc",
            "inf",
            "NaN",
            "互先",
            "-",
            "six and a half",
            "gomoku han",
            "six half",
            "6.5/7",
            "6..5",
            "6.5.1",
            "5.5 or 6.5",
        ] {
            assert_eq!(parse_komi(text), None, "{text}");
        }
    }

    #[test]
    fn handicaps_may_be_in_words() {
        for (text, stones) in [
            ("0", 0),
            (" 2 ", 2),
            ("2子", 2),
            ("二子局", 2),
            ("九子", 9),
            ("3 stones", 3),
            ("让4子", 4),
            ("互先", 0),
            ("分先", 0),
            ("Even", 0),
            ("4점", 4),
            ("先", 0),
            ("先相先", 0),
            ("호선", 0),
            ("No handicap", 0),
            ("-", 0),
        ] {
            assert_eq!(parse_handicap(text), Some(stones), "{text}");
        }
        for text in ["", "x", "-2", "2.5", "99999999999"] {
            assert_eq!(parse_handicap(text), None, "{text}");
        }
    }

    #[test]
    fn other_numerals_are_read() {
        for (text, plain) in [
            ("三", "3"),
            ("十", "10"),
            ("十二", "12"),
            ("三十", "30"),
            ("三十七", "37"),
            ("７．５", "7.5"),
            ("两", "2"),
        ] {
            assert_eq!(ascii(text), plain, "{text}");
        }
    }
}
