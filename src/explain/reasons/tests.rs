//! Tests of reasons, by what bears them in the files below.

mod initiative;
mod names;
mod owners;

use super::*;
use crate::go::Size;
use crate::rng::Rng;

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn moves(names: &str) -> Vec<Move> {
    names
        .split_whitespace()
        .map(|name| name.parse().unwrap())
        .collect()
}

/// Owners: the stones of the board, but for some points.
fn owners(board: &Board, others: &[(&str, f64)]) -> Ownership {
    let other = |at: Point| others.iter().find(|(name, _)| point(name) == at);
    Ownership::of(board.size(), |at| match (other(at), board.color_at(at)) {
        (Some(&(_, owner)), _) => owner,
        (None, Some(Color::Black)) => 0.9,
        (None, Some(Color::White)) => -0.9,
        (None, None) => 0.0,
    })
}

/// A mistake of Black.
#[derive(Clone, Copy)]
struct Case<'a> {
    diagram: &'a str,
    /// What has been played, White's last move included.
    moves: &'a [(Color, Move)],
    /// Owners before the mistake that differ from the stones of the board.
    before: &'a [(&'a str, f64)],
    /// The line after it, and owners that differ.
    played: (&'a str, &'a [(&'a str, f64)]),
    /// The line after the better move, and owners that differ.
    better: (&'a str, &'a [(&'a str, f64)]),
    /// Owners that differ if White passes after the better move, if that was searched.
    passed: Option<&'a [(&'a str, f64)]>,
}

impl Case<'_> {
    fn reasons(&self) -> Vec<Reason> {
        self.reasons_in(Language::English)
    }

    fn reasons_in(&self, language: Language) -> Vec<Reason> {
        let board: Board = self.diagram.parse().unwrap();
        self.reasons_on(&board, language)
    }

    fn reasons_on(&self, board: &Board, language: Language) -> Vec<Reason> {
        let [played_line, better_line] = [self.played.0, self.better.0].map(moves);
        let [before, played, better] = [self.before, self.played.1, self.better.1];
        let [before, played, better] = [before, played, better].map(|others| owners(board, others));
        let passed = self.passed.map(|others| owners(board, others));
        let mistake = Mistake {
            board,
            color: Color::Black,
            moves: self.moves,
            owners: &before,
            played: FoundAfter {
                line: &played_line,
                owners: &played,
            },
            better: FoundAfter {
                line: &better_line,
                owners: &better,
            },
            passed: passed.as_ref(),
        };
        let reasons = reasons(&mistake, language);
        for reason in &reasons {
            check(board, reason);
        }
        reasons
    }
}

/// The reasons why a move of Black was a mistake, by the lines after it and after the better one, and the owners that
/// differ from the stones of the board.
fn reasons_of(
    diagram: &str,
    played: (&str, &[(&str, f64)]),
    better: (&str, &[(&str, f64)]),
    language: Language,
) -> Vec<Reason> {
    let case = Case {
        passed: None,
        diagram,
        moves: &[],
        before: &[],
        played,
        better,
    };
    case.reasons_in(language)
}

fn kinds(reasons: &[Reason]) -> Vec<ReasonKind> {
    reasons.iter().map(|reason| reason.kind).collect()
}

/// What holds of every reason: a whole sentence, points of the board, and a line that can be played.
fn check(board: &Board, reason: &Reason) {
    assert!(reason.text.ends_with('.'), "{reason:?}");
    assert!(!reason.text.contains(['{', '}']), "{reason:?}");
    let on_board = |at: &Point| board.size().contains(*at);
    assert!(reason.points.iter().all(on_board), "{reason:?}");
    let mut board = board.clone();
    for &(color, mv) in &reason.line {
        if let Move::Play(at) = mv {
            let is_legal = board.is_empty_at(at) && board.is_playable(at, color);
            assert!(is_legal, "{at}: {reason:?}\n{board}");
        }
        board.make(mv, color);
    }
}

fn texts(reasons: &[Reason]) -> Vec<&str> {
    reasons.iter().map(|reason| reason.text.as_str()).collect()
}

const LADDER: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . O . . . . .
    . . O X . . . . .
    . . . O . . . . .
    . . . . . . . . .
";

#[test]
fn a_stone_in_a_ladder_is_left_or_saved() {
    let lost = [("D3", -0.9)];
    let reasons = reasons_of(LADDER, ("J9 E3", &lost), ("E3 E4", &[]), Language::English);
    assert_eq!(
        texts(&reasons),
        [
            "After J9, White can capture the black stone at D3 beginning with E3.",
            "E3 is the key point for both: it is White's best answer, too.",
        ]
    );
    assert_eq!(reasons[0].kind, ReasonKind::Leaves);
    // What it saves is said only if there is nothing else to say of it.
    let reasons = reasons_of(
        LADDER,
        ("J9 pass", &lost),
        ("E3 E4", &[]),
        Language::English,
    );
    assert_eq!(
        texts(&reasons)[1],
        "E3 saves the black stone at D3 from capture."
    );
    let end: Vec<String> = reasons[0]
        .line
        .iter()
        .map(|(_, mv)| mv.to_string())
        .collect();
    assert_eq!(end, ["J9", "E3"]);
}

#[test]
fn what_searches_do_not_bear_is_not_told() {
    // The same, but the searches say that the stone is lost anyhow: then it need not be saved.
    let lost = [("D3", -0.9)];
    let reasons = reasons_of(
        LADDER,
        ("J9 E3", &lost),
        ("E3 E4", &lost),
        Language::English,
    );
    assert!(
        reasons
            .iter()
            .all(|reason| reason.kind != ReasonKind::Leaves),
        "{reasons:?}"
    );
}

const CAUGHT: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X . . . . .
    . . X O . . . . .
    . . . . X . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
";

#[test]
fn ladders_nets_and_snapbacks_have_their_names() {
    let dead = [("D5", 0.9)];
    let reasons = reasons_of(
        CAUGHT,
        ("J9 E5", &[]),
        ("E5 pass", &dead),
        Language::English,
    );
    assert!(
        texts(&reasons).contains(&"E5 captures the white stone at D5, whatever White answers."),
        "{reasons:#?}"
    );
    let net = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X . . . . .
        . . . X O . . . .
        . . . . X X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    ";
    let dead = [("E5", 0.9)];
    let reasons = reasons_of(net, ("J9 F5", &[]), ("F6 pass", &dead), Language::English);
    assert!(
        texts(&reasons).contains(&"F6 captures the white stone at E5 in a net."),
        "{reasons:#?}"
    );
}

#[test]
fn a_threat_to_two_chains_is_told() {
    let diagram = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . O . . . . . .
        . . . . . . O . . . . . .
        . . . . X X O X X . . . .
        . . . . O O . O O . . . .
        . . . . X X X X X . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
    ";
    let lines = (("N13 pass", &[][..]), ("G7 D7", &[][..]));
    let reasons = reasons_of(diagram, lines.0, lines.1, Language::English);
    assert_eq!(
        texts(&reasons)[0],
        "G7 threatens the 2 white stones around E7 and the 2 white stones around H7 at once, and White cannot save both."
    );
    // Of one threat the answer is named.
    let single = diagram.replace("O O . O O", "O O . . .");
    let reasons = reasons_of(&single, lines.0, lines.1, Language::English);
    assert_eq!(
        texts(&reasons)[0],
        "G7 threatens to capture the 2 white stones around E7, so White has to answer at D7."
    );
}

const CROSSING: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . O . . . . .
    . . . O X . . . .
    . . . . . . . . .
    . . . O X . . . .
    . . . O . . . . .
    . . . . . . . . .
    . . . . . . . . .
";

#[test]
fn cuts_and_connections_are_told_of_both_moves() {
    let reasons = reasons_of(
        CROSSING,
        ("J9 E5", &[]),
        ("E5 pass", &[]),
        Language::English,
    );
    let all = texts(&reasons);
    assert!(
        all.contains(
            &"After J9, White cuts the black stone at E6 from the black stone at E4 at E5."
        ),
        "{all:#?}"
    );
    let reasons = reasons_of(
        CROSSING,
        ("J9 pass", &[]),
        ("E5 pass", &[]),
        Language::English,
    );
    assert_eq!(
        texts(&reasons),
        ["E5 keeps the black stone at E6 and the black stone at E4 together."]
    );
    let reasons = reasons_of(CROSSING, ("J9 D5", &[]), ("D5 pass", &[]), Language::French);
    assert!(
        texts(&reasons).contains(
            &"D5 sépare les 2 pierres blanches autour de D6 et les 2 pierres blanches autour de D3."
        ),
        "{reasons:#?}"
    );
}

#[test]
fn stones_that_hang_together_elsewhere_are_not_cut() {
    // White's two parts are linked by two common liberties beside the cut.
    let linked = "
        . . . . . . . . .
        . . . . . . . . .
        . . . O . . . . .
        . O O O X . . . .
        . . . . . . . . .
        . O O O X . . . .
        . . . O . . . . .
        . . . . . . . . .
        . . . . . . . . .
    ";
    let reasons = reasons_of(linked, ("J9 D5", &[]), ("D5 C5", &[]), Language::English);
    assert!(
        reasons.iter().all(|reason| reason.kind != ReasonKind::Cuts),
        "{reasons:?}"
    );
}

#[test]
fn stones_that_can_be_connected_after_a_cut_are_not_said_to_be_cut() {
    // White answers at C5, beside the cut, unless a black stone is there.
    for (beside, is_cut) in [(".", false), ("X", true)] {
        let diagram = format!(
            "
            . . . . . . . . .
            . . . . . . . . .
            . . . O . . . . .
            . . O O X . . . .
            . . {beside} . . . . . .
            . . O O X . . . .
            . . . O . . . . .
            . . . . . . . . .
            . . . . . . . . .
            "
        );
        let reasons = reasons_of(
            &diagram,
            ("J9 D5", &[]),
            ("D5 pass", &[]),
            Language::English,
        );
        let is_told = reasons.iter().any(|reason| reason.kind == ReasonKind::Cuts);
        assert_eq!(is_told, is_cut, "{reasons:?}");
    }
}

fn drawn(rng: &mut Rng, points: &[Point]) -> Option<Point> {
    (!points.is_empty()).then(|| points[rng.below(points.len())])
}

/// Random positions, moves and owners: each reason is a sentence about the board with a line that can be played.
#[test]
fn every_reason_is_sound_in_every_language() {
    let mut rng = Rng::new(7);
    let mut kinds: Vec<ReasonKind> = Vec::new();
    for game in 0..60 {
        let size = Size::square([5, 9, 13][game % 3]);
        let mut board = Board::new(size);
        let mut color = Color::Black;
        let legal = |board: &Board, color| -> Vec<Point> {
            board
                .empty_points()
                .filter(|&at| board.is_playable(at, color))
                .collect()
        };
        for _ in 0..rng.below(size.points().count()) {
            let Some(at) = drawn(&mut rng, &legal(&board, color)) else {
                break;
            };
            board.play(at, color);
            color = !color;
        }
        let line = |rng: &mut Rng| -> Vec<Move> {
            let (mut after, mut turn) = (board.clone(), color);
            let mut line = Vec::new();
            for _ in 0..=rng.below(3) {
                let Some(at) = drawn(rng, &legal(&after, turn)) else {
                    line.push(Move::Pass);
                    break;
                };
                after.play(at, turn);
                line.push(Move::Play(at));
                turn = !turn;
            }
            line
        };
        let (played, better) = (line(&mut rng), line(&mut rng));
        let mut owners = || {
            let seed = rng.bits();
            Ownership::of(size, |at| {
                let drawn = Rng::new(seed ^ size.place(at) as u64).below(3);
                f64::from(drawn as u8) - 1.0
            })
        };
        let (before, after_played) = (owners(), owners());
        let (after_better, after_passed) = (owners(), owners());
        let mistake = Mistake {
            board: &board,
            color,
            moves: &[],
            owners: &before,
            played: FoundAfter {
                line: &played,
                owners: &after_played,
            },
            better: FoundAfter {
                line: &better,
                owners: &after_better,
            },
            passed: Some(&after_passed),
        };
        let all = Language::ALL.map(|language| reasons(&mistake, language));
        for reasons in &all {
            for reason in reasons {
                check(&board, reason);
            }
            assert!(reasons.len() <= 2 * MOST);
            assert_eq!(reasons.len(), all[0].len());
        }
        kinds.extend(all[0].iter().map(|reason| reason.kind));
    }
    kinds.sort_unstable();
    kinds.dedup();
    assert!(kinds.len() >= 8, "{kinds:?}");
}
