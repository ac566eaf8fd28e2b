//! Counts and moves in words, in any [`Language`].
//!
//! Of a count it tells the status of each chain with its reason, and the points of each player, term by term. It tells how a
//! fight about a chain ends, and [why](reasons()) a move was a mistake.

mod page;
mod problems;
mod reasons;
mod rule_names;
mod solution;
mod unfinished;
mod unsettled;
mod words;

pub use page::{page, section};
pub use problems::{Comparison, ProblemTally, comparison, effort, proof_file, to_play, unsolved};
pub use reasons::{
    About, FoundAfter, Mistake, Reason, ReasonKind, opening, reasons, seems_sente, shape,
};
pub use rule_names::rule_set_name;
pub use solution::{about_first_move, first_move, sentences, solution, unread};
pub use unfinished::UnfinishedGame;
pub use unsettled::{all_unsettled, unsettled};
pub use words::Language;

use crate::go::{Board, ByColor, Color, Move, Outcome, Point, Points};
use crate::life::hypothetical::{Fate, Fight, LARGEST_LEAD, ThreatLead};
use crate::life::{Count, Ground, Need, Status};
use std::fmt::Display;
use words::{Notice, Text};

/// The point of some that is nearest to all others.
fn middle(points: &[Point]) -> Option<Point> {
    let far = |at: Point| -> u32 {
        points
            .iter()
            .map(|&other| u32::from(at.distance(other)))
            .sum()
    };
    points.iter().copied().min_by_key(|&at| far(at))
}

/// The name of a game in a file with several, counted from 1.
pub fn game_name(file: impl Display, number: usize, language: Language) -> String {
    let game = language.word(Text::Game);
    format!("{file}, {game} {number}")
}

/// A lead of Black in points as `B+2.5` or `W+2.5`; `0` if there is none.
pub fn lead(points: f64) -> String {
    match format!("{:.1}", points.abs()).as_str() {
        "0.0" => "0".to_owned(),
        text if points > 0.0 => format!("B+{text}"),
        text => format!("W+{text}"),
    }
}

/// A sentence for each chain of the board that was judged for a count, Black's first, and behind it the line that shows what
/// it says, if there is one.
pub fn chains(board: &Board, count: &Count, language: Language) -> Vec<String> {
    let status = count.statuses();
    let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
    chains
        .filter_map(|chain| sentence(board, count, chain, status(chain), language))
        .collect()
}

/// What becomes of the chain at a point of the board that was judged for a count, and on what ground; `None` if there is
/// no stone.
pub fn chain(board: &Board, count: &Count, at: Point, language: Language) -> Option<String> {
    sentence(board, count, at, count.statuses()(at), language)
}

/// What becomes of the chain at a point, whose status is known; `None` if there is no stone.
fn sentence(
    board: &Board,
    count: &Count,
    at: Point,
    status: Status,
    language: Language,
) -> Option<String> {
    let ground = count.verdict.ground(board, at)?;
    let owner = language.word(Text::Player(board.color_at(at)?));
    let stones = stones_of(board.chain_size(at), language);
    let status = language.word(Text::Status(status));
    let (colon, reason) = (language.colon(), reason(ground, language));
    let line = line(count.verdict.line(board, at), language);
    Some(format!(
        "{owner} {at}{stones} {status}{colon} {reason}.{line}"
    ))
}

/// How many stones there are, behind the name of a chain: ` (6 stones)`. Nothing for one.
fn stones_of(count: usize, language: Language) -> String {
    match count {
        1 => String::new(),
        count => format!(" ({count} {})", language.word(Text::Stones)),
    }
}

/// Moves behind a sentence: ` White begins: A1 B1 pass.` Nothing if there are none.
fn line(line: &[(Color, Move)], language: Language) -> String {
    let Some(&(first, _)) = line.first() else {
        return String::new();
    };
    let [first, begins] = [Text::Player(first), Text::Begins].map(|text| language.word(text));
    format!(
        " {first} {begins}{}{}.",
        language.colon(),
        moves(line, language)
    )
}

/// The moves of a line, each with a blank before it.
fn moves(line: &[(Color, Move)], language: Language) -> String {
    let names = line.iter().map(|&(_, mv)| language.move_name(mv));
    names.flat_map(|name| [" ".to_owned(), name]).collect()
}

/// Up to `most` moves of a line, each with a blank before it, and dots for the others.
fn first_moves(line: &[(Color, Move)], most: usize, language: Language) -> String {
    let shown = line.len().min(most);
    let dots = if line.len() > shown { " ..." } else { "" };
    moves(&line[..shown], language) + dots
}

/// A sentence about a fight that a player begins: how it ends for the chain, how that is known, and a line that shows it, as in
/// `White begins: it is captured; proved by reading, if what surrounds it lives: A1 B1.` With `None` it says that this is too
/// hard to read.
pub fn fight(first: Color, fight: Option<&Fight>, language: Language) -> String {
    let word = |text| language.word(text);
    let (colon, semicolon) = (language.colon(), language.semicolon());
    let start = format!(
        "{} {}{colon}",
        word(Text::Player(first)),
        word(Text::Begins)
    );
    let Some(fight) = fight else {
        return format!("{start} {}.", word(Text::TooHard));
    };
    let lead = fight.lead.map(|lead| lead_words(fight, lead, language));
    let ground = if fight.is_proved {
        Ground::Enclosed(Fate::Kept)
    } else {
        Ground::Read(Fate::Kept)
    };
    let shown = if fight.line.is_empty() { "" } else { colon };
    format!(
        "{start} {}{}{semicolon} {}{shown}{}.",
        word(Text::Fought(fight.is_captured)),
        lead.unwrap_or_default(),
        word(Text::Ground(ground)),
        moves(&fight.line, language),
    )
}

/// What would turn a fight round, behind how it ends without threats for kos.
fn lead_words(fight: &Fight, lead: ThreatLead, language: Language) -> String {
    let (text, threats) = match lead {
        ThreatLead::Of(threats) => (Text::Lead, threats),
        ThreatLead::Large => (Text::LargerLead, LARGEST_LEAD),
    };
    let player = language.word(Text::Player(fight.loser()));
    let words = language.word(text).replace("{player}", player);
    words.replace("{threats}", &threats.to_string())
}

fn reason(ground: Ground, language: Language) -> String {
    let text = language.word(Text::Ground(ground));
    match ground {
        Ground::Proved(fate) | Ground::Enclosed(fate) | Ground::Read(fate) => {
            format!("{text}, {}", language.word(Text::Fate(fate)))
        }
        Ground::Estimated(chance) | Ground::Seen(chance) => {
            text.replace("{}", &format!("{:.0}", 100.0 * chance))
        }
        _ => text.to_owned(),
    }
}

/// What the signs of [`Count::picture`] mean.
pub fn legend(language: Language) -> &'static str {
    language.word(Text::Legend)
}

/// The terms of a count, a line each, the totals, the dame, the result, the dead stones, and what was filled before. Where the
/// last move has made a long cycle, that is said, and the result is that of the cycle.
pub fn count(count: &Count, language: Language) -> String {
    let row = |name: &str, cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("{cell:>7}")).collect();
        format!("{name:28} {}", cells.join(" "))
    };
    let both = |points: &dyn Fn(Color) -> Points| Color::ALL.map(|color| points(color).to_string());
    let score = &count.score;
    let names = Color::ALL.map(|of| language.word(Text::Player(of)).to_owned());
    let mut rows = vec![row("", &names)];
    rows.extend(score.terms.iter().map(|term| {
        let cells = both(&|color| term.points[color]);
        row(language.word(Text::Term(term.kind)), &cells)
    }));
    let totals = both(&|color| score.total(color));
    rows.push(row(language.word(Text::Total), &totals));
    for (name, value) in [
        (Text::Dame, score.dame.to_string()),
        (Text::Result, count.outcome().to_string()),
    ] {
        rows.push(row(language.word(name), &[value]));
    }
    if count.cycle.is_some() {
        let [name, what] = [Text::Repeated, Text::EarlierPosition].map(|text| language.word(text));
        rows.push(format!("{name:28} {what}"));
    }
    let lists = [
        (Text::DeadList, count.verdict.dead().iter().collect()),
        (Text::Filled, count.filled_for(Need::Dame)),
        (Text::Defended, count.filled_for(Need::Defense)),
        (Text::Held, count.held.iter().collect()),
    ];
    for (name, points) in lists.iter().filter(|(_, points)| !points.is_empty()) {
        let points: Vec<String> = points.iter().map(Point::to_string).collect();
        rows.push(format!("{:28} {}", language.word(*name), points.join(" ")));
    }
    rows.join("\n") + "\n"
}

/// The terms of a count with the points of each player, and their sum behind them.
pub fn terms(count: &Count, language: Language) -> Vec<(String, ByColor<Points>)> {
    let score = &count.score;
    let terms = score.terms.iter();
    let terms = terms.map(|term| (language.word(Text::Term(term.kind)).to_owned(), term.points));
    let total = ByColor::new_with(|color| score.total(color));
    let total = (language.word(Text::Total).to_owned(), total);
    terms.chain([total]).collect()
}

/// The row that names the rules that a game is counted by, and says so if its record has not named them. The name of the row is
/// as wide as is asked for.
pub fn rules(name: &str, is_named: bool, language: Language, width: usize) -> String {
    let title = language.word(Text::Rules);
    let name = rule_set_name(name, language);
    if is_named {
        format!("{title:width$} {name}")
    } else {
        let doubt = language.word(Text::Notice(Notice::NoRulesNamed));
        format!("{title:width$} {name} {doubt}")
    }
}

/// The row of the result that the record of a game names.
pub fn recorded(result: &Outcome, language: Language, width: usize) -> String {
    format!("{:width$} {result}", language.word(Text::Recorded))
}

/// What is to be known of the count of a game that was not over.
pub fn not_over(language: Language) -> &'static str {
    language.word(Text::Notice(Notice::NotOver))
}

/// What is to be known if the result that a record names comes out by other rules than those of the count.
pub fn recorded_by(rules: &[&str], language: Language) -> String {
    let text = language.word(Text::Notice(Notice::RecordedBy));
    let names: Vec<&str> = rules
        .iter()
        .map(|name| rule_set_name(name, language))
        .collect();
    text.replace("{rules}", &names.join(", "))
}

/// The row of something that is to be known of a count.
pub fn note(text: &str, language: Language, width: usize) -> String {
    format!("{:width$} {text}", language.word(Text::Notice(Notice::Row)))
}

/// What a count has for each player, without what neither has: `territory 23:27, dead stones 7:0`.
pub fn brief(count: &Count, language: Language) -> String {
    let terms = count.score.terms.iter();
    let given = terms.filter(|term| Color::ALL.iter().any(|&of| term.points[of] != Points::ZERO));
    let given = given.map(|term| {
        let [black, white] = Color::ALL.map(|of| term.points[of]);
        format!("{} {black}:{white}", language.word(Text::Term(term.kind)))
    });
    given.collect::<Vec<_>>().join(", ")
}

/// The chains that one count takes for dead and another one of the same board does not, or the other way round, each with
/// what becomes of it in the first: `B2 lives`.
pub fn otherwise(board: &Board, count: &Count, other: &Count, language: Language) -> Vec<String> {
    let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
    let is_dead = |count: &Count, chain| count.verdict.dead().contains(chain);
    let differs = |&chain: &Point| is_dead(count, chain) != is_dead(other, chain);
    let sentences = chains.filter(differs).map(|chain| {
        let status = if is_dead(count, chain) {
            Status::Dead
        } else {
            Status::Alive
        };
        format!("{chain} {}", language.word(Text::Status(status)))
    });
    sentences.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::PointSet;
    use crate::go::rules::Preset;
    use crate::go::tests::game;
    use crate::life::hypothetical::Fate;
    use crate::life::{Judge, Verdict};

    /// Black has the left, White the right, and E4 and E5 are neither's.
    pub(super) const WITH_TWO_DAME: &str = "
        . . . X . O . . .
        . . . X . O . . .
        . . . X O O . . .
        . . . X O O . . .
        . . . X O O . . .";

    #[test]
    fn chains_are_explained_in_every_language() {
        let board: Board = "
            . X . X O . .
            X X X X O . .
            O O O O O . .
            . . . . . . .
            . . . . . . ."
            .parse()
            .unwrap();
        let rules = Preset::find("japanese").unwrap().rules;
        let game = game(&board, Color::Black, rules);
        let count = Count::of(&game, &Verdict::of(&game, &Judge::of_playouts(50)));
        for (language, expected) in [
            (
                Language::English,
                "Black A4 (6 stones) lives: nobody can capture it even if its owner always passes.",
            ),
            (
                Language::Spanish,
                "Negro A4 (6 piedras) vive: nadie puede capturarlo aunque su dueño pase siempre.",
            ),
            (
                Language::French,
                "Noir A4 (6 pierres) vit : personne ne peut le capturer, même si son propriétaire passe toujours.",
            ),
        ] {
            assert_eq!(chains(game.board(), &count, language).len(), 2);
            let at = "A4".parse().unwrap();
            let sentence = chain(game.board(), &count, at, language);
            assert_eq!(sentence.as_deref(), Some(expected));
        }
        let at = "G1".parse().unwrap();
        assert_eq!(chain(game.board(), &count, at, Language::English), None);
    }

    #[test]
    fn what_was_read_is_told_by_how_it_was_read() {
        for (ground, expected) in [
            (
                Ground::Proved(Fate::Dead),
                "proved by hypothetical play, it is captured and no new stone stays",
            ),
            (
                Ground::Proved(Fate::Kept),
                "proved by reading, it cannot be captured, whoever moves first and whoever wins kos",
            ),
            (
                Ground::Enclosed(Fate::Lost),
                "proved by reading, if what surrounds it lives, it is captured and no new stone stays, whoever moves first \
                 and whoever wins kos",
            ),
            (
                Ground::Read(Fate::Kept),
                "read up to the capture of five stones, which is no proof, it cannot be captured, whoever moves first and \
                 whoever wins kos",
            ),
        ] {
            assert_eq!(reason(ground, Language::English), expected);
            for language in [Language::Spanish, Language::French] {
                assert_ne!(reason(ground, language), expected);
            }
        }
    }

    #[test]
    fn a_fight_is_told_in_every_language() {
        let fight_of = |is_captured, lead, is_proved, line| Fight {
            owner: Color::White,
            first: Color::Black,
            is_captured,
            lead,
            is_proved,
            line,
        };
        let line = vec![
            (Color::Black, "A1".parse().unwrap()),
            (Color::White, Move::Pass),
        ];
        let lost = fight_of(true, None, true, line);
        let ko = fight_of(true, Some(ThreatLead::Of(2)), true, Vec::new());
        let guessed = fight_of(false, Some(ThreatLead::Large), false, Vec::new());
        for (found, language, expected) in [
            (
                Some(&lost),
                Language::English,
                "Black begins: it is captured; proved by reading, if what surrounds it lives: A1 pass.",
            ),
            (
                Some(&ko),
                Language::French,
                "Noir commence : il est capturé, à moins que Blanc n'ait une avance d'au moins 2 en menaces de ko ; \
                 démontré par la lecture, si ce qui l'entoure vit.",
            ),
            (
                Some(&guessed),
                Language::Spanish,
                "Negro empieza: no puede ser capturado, a menos que Negro aventaje en amenazas de ko por más de 5; \
                 leído hasta la captura de cinco piedras, que no es una demostración.",
            ),
            (
                None,
                Language::English,
                "Black begins: it is too hard to tell how that ends.",
            ),
        ] {
            assert_eq!(fight(Color::Black, found, language), expected);
        }
    }

    #[test]
    fn a_count_is_a_table_and_a_line() {
        let board: Board = WITH_TWO_DAME.parse().unwrap();
        let rules = Preset::find("japanese").unwrap().rules;
        let game = game(&board, Color::Black, rules);
        let verdict = Verdict::given(&game, &PointSet::new());
        let counted = Count::of(&game, &verdict);
        let table = count(&counted, Language::Spanish);
        let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = table.lines().map(words).collect();
        let expected = [
            "Negro Blanco",
            "territorio 15 15",
            "prisioneros 0 0",
            "piedras muertas 0 0",
            "descuento 0 0",
            "komi 0 6.5",
            "total 15 21.5",
            "dame 0",
            "resultado W+6.5",
            "ocupados E4 E5",
        ];
        assert_eq!(lines, expected);
        assert_eq!(
            brief(&counted, Language::English),
            "territory 15:15, komi 0:6.5"
        );
    }

    #[test]
    fn a_line_names_who_begins_in_every_language() {
        let moves = ["A1", "pass", "B1"].map(|mv| mv.parse().unwrap());
        let colors = [Color::White, Color::Black, Color::White];
        let moves: Vec<(Color, Move)> = colors.into_iter().zip(moves).collect();
        for (language, expected) in [
            (Language::English, " White begins: A1 pass B1."),
            (Language::Spanish, " Blanco empieza: A1 paso B1."),
            (Language::French, " Blanc commence : A1 passe B1."),
        ] {
            assert_eq!(line(&moves, language), expected);
            assert_eq!(line(&[], language), "");
        }
    }

    #[test]
    fn chains_that_fare_otherwise_in_another_count_are_named() {
        let board: Board = WITH_TWO_DAME.parse().unwrap();
        let rules = Preset::find("japanese").unwrap().rules;
        let game = game(&board, Color::Black, rules);
        let dead: PointSet = board.chain("D5".parse().unwrap()).collect();
        let [without, with] =
            [PointSet::new(), dead].map(|dead| Count::of(&game, &Verdict::given(&game, &dead)));
        let differences = |one, other| otherwise(&board, one, other, Language::English);
        let chain = board.chains(Color::Black).next().unwrap();
        assert_eq!(differences(&with, &without), [format!("{chain} is dead")]);
        assert_eq!(differences(&without, &with), [format!("{chain} lives")]);
        assert!(differences(&with, &with).is_empty());
    }
}
