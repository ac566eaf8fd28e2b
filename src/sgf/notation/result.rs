//! Results of games as people and programs write them, in the languages of most players.

use super::quantity::{Quantity, ascii};
use crate::go::{Color, Outcome, Points};

/// What a word in a result says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sense {
    /// Nobody has won yet, or nobody knows who: no result is named.
    Open,
    /// Both lose, which is no result that there is.
    Both,
    Draw,
    NoResult,
    Resigned,
    Time,
    Forfeit,
    Wins,
    Loses,
}

/// Words of results, in small letters, with bars between them; an earlier row counts before a later one.
const WORDS: &[(Sense, &str)] = &[
    (
        Sense::Open,
        "打ち掛|打掛|打挂|打ちかけ|うちかけ|封じ手|封手|未完|未终|未終|未结束|未結束|未下完|未定|未知|未決|未决|不明|不详|不詳|中断|中斷|\
         中止|暂停|暫停|進行中|进行中|対局中|对局中|미정|미완|미상|중단|중지|진행|봉수|알 수 없|모름|unfinished|not finished|unterminated|\
         incomplete|not complete|unknown|not known|undecided|not decided|adjourn|suspend|interrupt|abort|abandon|cancel|in progress|\
         ongoing|on going|to be continued|still playing|pending|inconnu|inachev|interromp|suspendu|abgebrochen|unbeendet|unvollendet|\
         unbekannt|hängepartie|desconocid|inacabad|sin terminar|suspendid|sconosciut|sospes|неизвест|не окончен|\
         не законч|неоконч|отложен|прерван",
    ),
    (Sense::Both, "両者|両負|双方|双负|雙負|쌍방|both"),
    (
        Sense::NoResult,
        "無勝負|无胜负|無効|无效|무효|void|no result",
    ),
    (
        Sense::Draw,
        "持碁|ジゴ|和棋|平局|和局|빅|무승부|비김|jigo|draw|tie",
    ),
    (
        Sense::Resigned,
        "中押|中盘|中盤|投了|投子|认输|認輸|불계|기권|resign|(r)",
    ),
    (
        Sense::Forfeit,
        "反則|反则|犯规|犯規|不戦|弃权|棄權|弃权|반칙|forfeit",
    ),
    (
        Sense::Time,
        "時間切|时间|時間|超时|超時|시간|on time|by time|timeout|time out|時限",
    ),
    (Sense::Loses, "负|負|敗|败|패|loses|lost|loss"),
    (Sense::Wins, "胜|勝|かち|승|wins|won|win|victory"),
];

/// What is written in place of a result that nobody knows.
const UNKNOWN: [&str; 4] = ["-", "n/a", "none", "null"];

/// Words for komi, which stands before the margin in some results.
const KOMI: [&str; 5] = ["贴", "貼", "コミ", "덤", "komi"];

/// Names of the players, as results begin with, with bars between them.
const PLAYERS: &[(&str, Color)] = &[
    ("先番|黑|黒|흑|black", Color::Black),
    ("白|백|white", Color::White),
];

/// Returns true if a value names a result. Otherwise it is empty, or says that the game has none yet or that nobody knows it.
pub(in crate::sgf) fn names_result(value: &str) -> bool {
    let value = ascii(value.trim()).to_lowercase();
    let is_open = || !value.contains('+') && sense(&value).any(|(sense, _)| sense == Sense::Open);
    !(value.is_empty() || value.starts_with('?') || UNKNOWN.contains(&&*value) || is_open())
}

/// Reads a result; `None` if it is unknown or in no known form. A win in no known manner is a win.
pub fn parse_result(value: &str) -> Option<Outcome> {
    if !names_result(value) {
        return None;
    }
    let value = ascii(value.trim()).to_lowercase();
    if value == "0" {
        return Some(Outcome::Draw);
    }
    match value.split_once('+') {
        Some((winner, manner)) => {
            let winner = player(winner.trim_matches(|letter: char| !letter.is_alphabetic()))?;
            Some(by_code(winner, manner.trim()))
        }
        None => in_words(&written_out(&value)),
    }
}

/// Letters for the players at the beginning of a sentence, and for manners at its end: `w wins by 3.5`, `b by r`.
const LETTERS: [(&str, &str); 6] = [
    ("b ", "black "),
    ("w ", "white "),
    (" r", " resign"),
    (" res", " resign"),
    (" t", " on time"),
    (" f", " forfeit"),
];

/// Returns a sentence with words in place of letters.
fn written_out(text: &str) -> String {
    let text = text.trim_end_matches('.');
    let begins = LETTERS
        .iter()
        .find_map(|(letter, word)| Some(format!("{word}{}", text.strip_prefix(letter)?)));
    let text = begins.unwrap_or_else(|| text.to_owned());
    let ends = LETTERS
        .iter()
        .find_map(|(letter, word)| Some(format!("{}{word}", text.strip_suffix(letter)?)));
    ends.unwrap_or(text)
}

/// Each name of a player.
fn players() -> impl Iterator<Item = (&'static str, Color)> {
    let each =
        |&(names, color): &(&'static str, Color)| names.split('|').map(move |name| (name, color));
    PLAYERS.iter().flat_map(each)
}

fn player(name: &str) -> Option<Color> {
    let mut known = players().filter(|&(known, _)| known == name);
    let color = known.next().map(|(_, color)| color);
    color.or_else(|| name.parse().ok())
}

/// Reads what stands behind `B+`.
fn by_code(winner: Color, manner: &str) -> Outcome {
    match manner.split([' ', '.', '(', ',']).next().unwrap_or("") {
        "r" | "res" | "resign" | "resignation" => return Outcome::Resignation(winner),
        "t" | "time" | "timeout" => return Outcome::Time(winner),
        "f" | "forfeit" => return Outcome::Forfeit(winner),
        _ => {}
    }
    let is_number = manner.starts_with(|letter: char| {
        letter.is_ascii_digit() || letter == '半' || letter == ' ' || letter == '.'
    });
    let margin = Quantity::find(manner).filter(|_| is_number);
    let by_word = || match sense(manner).next() {
        Some((Sense::Resigned, _)) => Outcome::Resignation(winner),
        Some((Sense::Time, _)) => Outcome::Time(winner),
        Some((Sense::Forfeit, _)) => Outcome::Forfeit(winner),
        _ => Outcome::Win(winner),
    };
    margin.map_or_else(by_word, |margin| by_margin(winner, margin))
}

/// Returns a win by points, or by quarters of stones; a margin that is neither is none.
fn by_margin(winner: Color, margin: Quantity) -> Outcome {
    let points = margin.points();
    let quarters = 4.0 * points;
    if !(0.0..1e4).contains(&points) || quarters.fract() != 0.0 {
        return Outcome::Win(winner);
    }
    if quarters % 2.0 == 0.0 {
        return Outcome::Points(winner, Points::from_komi(points));
    }
    #[expect(clippy::cast_sign_loss, reason = "it is in a range above 0")]
    let quarters = quarters as u16;
    Outcome::Quarters(winner, quarters)
}

/// Returns what the words of a text say, and where, in the order of the table.
fn sense(text: &str) -> impl Iterator<Item = (Sense, usize)> {
    WORDS.iter().filter_map(move |(sense, words)| {
        let places = words.split('|').filter_map(|word| find_word(text, word));
        Some((*sense, places.min()?))
    })
}

/// Finds a word in a text. In scripts with blanks between words it stands at the beginning of one.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_spaced = |letter: char| letter.is_alphabetic() && letter < '\u{530}';
    let begins = |&(place, _): &(usize, &str)| {
        !word.starts_with(is_spaced) || !text[..place].ends_with(is_spaced)
    };
    text.match_indices(word)
        .find(begins)
        .map(|(place, _)| place)
}

/// Reads a sentence: who wins or loses, and how.
fn in_words(text: &str) -> Option<Outcome> {
    let says = |wanted: Sense| {
        let found = sense(text).find(|(sense, _)| *sense == wanted);
        found.map(|(_, place)| place)
    };
    if says(Sense::NoResult).is_some() {
        return Some(Outcome::NoResult);
    }
    if says(Sense::Both).is_some() && says(Sense::Loses).is_some() {
        return None;
    }
    let subjects = players().filter_map(|(name, color)| Some((text.find(name)?, name, color)));
    let Some((start, name, subject)) = subjects.min() else {
        return says(Sense::Draw).map(|_| Outcome::Draw);
    };
    if says(Sense::Draw).is_some() {
        return Some(Outcome::Draw);
    }
    let rest = &text[start + name.len()..];
    let after = |wanted: Sense| {
        sense(rest)
            .find(|(sense, _)| *sense == wanted)
            .map(|(_, place)| place)
    };
    let (wins, loses) = (after(Sense::Wins), after(Sense::Loses));
    let [resigned, time, forfeit] =
        [Sense::Resigned, Sense::Time, Sense::Forfeit].map(|of| after(of).is_some());
    let is_active = ["resigns", "resigned", "认输", "認輸", "投了", "投子"]
        .iter()
        .any(|verb| rest.contains(verb));
    let gives = KOMI.iter().filter_map(|word| rest.find(word)).min();
    let begins_with_komi = gives.zip(wins).filter(|(komi, wins)| komi < wins);
    let margin = Quantity::find(&rest[begins_with_komi.map_or(0, |(_, wins)| wins)..]);
    let winner = match (wins, loses) {
        (Some(wins), Some(loses)) if loses < wins => !subject,
        (Some(_), _) => subject,
        (None, Some(_)) => !subject,
        // Who runs out of time, resigns or breaks the rules loses, if nothing else is said.
        (None, None) if rest.trim_start().starts_with("by ") => subject,
        (None, None) if time || forfeit || is_active => !subject,
        (None, None) if resigned || margin.is_some() => subject,
        (None, None) => return None,
    };
    Some(if resigned {
        Outcome::Resignation(winner)
    } else if time {
        Outcome::Time(winner)
    } else if forfeit {
        Outcome::Forfeit(winner)
    } else {
        margin.map_or(Outcome::Win(winner), |margin| by_margin(winner, margin))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    fn points(color: Color, halves: i32) -> Outcome {
        Outcome::Points(color, Points::halves(halves))
    }

    #[test]
    fn results_have_many_spellings() {
        for (value, outcome) in [
            ("B+3.5", points(Black, 7)),
            ("W+12", points(White, 24)),
            ("w+0,5", points(White, 1)),
            ("B+2.5 points", points(Black, 5)),
            ("B+3 1/2", points(Black, 7)),
            ("W+3½", points(White, 7)),
            ("W + 7", points(White, 14)),
            ("B+.5", points(Black, 1)),
            ("W+.25", Outcome::Quarters(White, 1)),
            ("Ｂ＋３．５", points(Black, 7)),
            ("B+1.75", Outcome::Quarters(Black, 7)),
            ("B+1 3/4", Outcome::Quarters(Black, 7)),
            ("W+2 3/4", Outcome::Quarters(White, 11)),
            ("W+0.25", Outcome::Quarters(White, 1)),
            ("W+2 3/4子", points(White, 11)),
            ("W+R", Outcome::Resignation(White)),
            ("W+Res.", Outcome::Resignation(White)),
            ("W+Resign", Outcome::Resignation(White)),
            ("black + resign", Outcome::Resignation(Black)),
            ("白+中盘", Outcome::Resignation(White)),
            ("B+T", Outcome::Time(Black)),
            ("B+Time", Outcome::Time(Black)),
            ("B+F", Outcome::Forfeit(Black)),
            ("W+Forfeit", Outcome::Forfeit(White)),
            ("B+", Outcome::Win(Black)),
            ("B+-1", Outcome::Win(Black)),
            ("B+nan", Outcome::Win(Black)),
            ("0", Outcome::Draw),
            ("Draw", Outcome::Draw),
            ("Jigo", Outcome::Draw),
            ("Void", Outcome::NoResult),
        ] {
            assert_eq!(parse_result(value), Some(outcome), "{value}");
        }
        for value in [
            "B",
            "3.5",
            "X+3",
            "棋",
            "両者負け",
            "Black and White both lose",
            "White withdrew",
        ] {
            assert!(names_result(value), "{value}");
            assert_eq!(parse_result(value), None, "{value}");
        }
    }

    #[test]
    fn games_without_an_end_have_no_result() {
        for value in [
            "",
            " ",
            "?",
            "？",
            "???",
            "Unknown",
            "unfinished",
            "UNFINISHED (adjourned)",
            "Left unfinished",
            "Game suspended, White to play",
            "Black was ahead by 5 points when adjourned",
            "White leads by 3.5, unfinished",
            "打ち掛け",
            "打掛",
            "黒131手まで打ち掛け",
            "黒番封じ手",
            "未完",
            "白 未下完",
            "不明",
            "黑棋领先3目，中断",
            "暂停",
            "미정",
            "흑 131수 봉수",
            "중단",
            "n/a",
            "-",
            "None",
            "Partie interrompue",
            "partie suspendue",
            "abgebrochen",
            "Hängepartie",
            "неизвестно",
            "Не окончена",
        ] {
            assert!(!names_result(value), "{value}");
            assert_eq!(parse_result(value), None, "{value}");
        }
        for (value, outcome) in [
            ("W+R (unfinished)", Outcome::Resignation(White)),
            ("B+?", Outcome::Win(Black)),
            ("Void", Outcome::NoResult),
            ("no result", Outcome::NoResult),
            ("無勝負", Outcome::NoResult),
        ] {
            assert_eq!(parse_result(value), Some(outcome), "{value}");
        }
    }

    #[test]
    fn results_may_be_sentences() {
        for (value, outcome) in [
            ("黑中盘胜", Outcome::Resignation(Black)),
            ("白中盤勝", Outcome::Resignation(White)),
            ("白番中押し勝ち", Outcome::Resignation(White)),
            ("7時間、 白番中押し勝ち", Outcome::Resignation(White)),
            ("黒中押", Outcome::Resignation(Black)),
            ("白勝3目半", points(White, 7)),
            ("白番3目半勝ち", points(White, 7)),
            ("白番半目勝ち", points(White, 1)),
            ("黒番１目半勝ち", points(Black, 3)),
            ("黒三目半勝", points(Black, 7)),
            ("黒12目勝", points(Black, 24)),
            ("黑胜2又3/4子", points(Black, 11)),
            ("白胜1/4子", points(White, 1)),
            ("黑胜3/4子", points(Black, 3)),
            ("白胜半子", points(White, 2)),
            ("黑胜7目", points(Black, 14)),
            ("黑胜", Outcome::Win(Black)),
            ("黑负", Outcome::Win(White)),
            ("黑超时负", Outcome::Time(White)),
            ("白超时", Outcome::Time(Black)),
            ("黒時間切れ負け", Outcome::Time(White)),
            ("白時間切れ勝ち", Outcome::Time(White)),
            ("白认输", Outcome::Resignation(Black)),
            ("흑불계승", Outcome::Resignation(Black)),
            ("백 불계승", Outcome::Resignation(White)),
            ("흑 불계패", Outcome::Resignation(White)),
            ("백 1집반승", points(White, 3)),
            ("흑 반집승", points(Black, 1)),
            ("백시간승", Outcome::Time(White)),
            ("持碁", Outcome::Draw),
            ("和棋", Outcome::Draw),
            ("무승부", Outcome::Draw),
            ("無勝負", Outcome::NoResult),
            ("White wins by 3.5", points(White, 7)),
            ("Black won by resignation", Outcome::Resignation(Black)),
            ("White resigns", Outcome::Resignation(Black)),
            ("Black loses on time", Outcome::Time(White)),
            ("White by 4.5", points(White, 9)),
            ("W wins by 3.5", points(White, 7)),
            ("B by 2 1/2", points(Black, 5)),
            ("B by R", Outcome::Resignation(Black)),
            ("W R", Outcome::Resignation(White)),
            ("B wins on time", Outcome::Time(Black)),
            ("W by T", Outcome::Time(White)),
            ("Black by forfeit", Outcome::Forfeit(Black)),
            ("W lost by 3", points(Black, 6)),
            ("White won by half a point", points(White, 1)),
            ("White by half", points(White, 1)),
            ("黑贴3又3/4子胜1又1/4子", points(Black, 5)),
            ("黑胜1又1/4子(贴3又3/4子)", points(Black, 5)),
            ("黑胜2子3/4", points(Black, 11)),
            ("先番中押勝", Outcome::Resignation(Black)),
        ] {
            assert_eq!(parse_result(value), Some(outcome), "{value}");
        }
    }
}
