//! Tests of reasons.

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

/// The reasons why a move of Black was a mistake, by the lines after it and after the better one, and the owners that
/// differ from the stones of the board.
fn told(
    diagram: &str,
    played: (&str, &[(&str, f64)]),
    better: (&str, &[(&str, f64)]),
    language: Language,
) -> Vec<Reason> {
    let board: Board = diagram.parse().unwrap();
    let [played_line, better_line] = [played.0, better.0].map(moves);
    let before = owners(&board, &[]);
    let [played_owners, better_owners] = [played.1, better.1].map(|others| owners(&board, others));
    let mistake = Mistake {
        board: &board,
        color: Color::Black,
        last: None,
        owners: &before,
        played: FoundAfter {
            line: &played_line,
            owners: &played_owners,
        },
        better: FoundAfter {
            line: &better_line,
            owners: &better_owners,
        },
    };
    let reasons = reasons(&mistake, language);
    for reason in &reasons {
        check(&board, reason);
    }
    reasons
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
    let reasons = told(LADDER, ("J9 E3", &lost), ("E3 E4", &[]), Language::English);
    assert_eq!(
        texts(&reasons),
        [
            "After J9, White can capture the black stone at D3 beginning with E3.",
            "E3 is the key point for both: it is White's best answer, too.",
        ]
    );
    assert_eq!(reasons[0].kind, "leaves");
    // What it saves is said only if there is nothing else to say of it.
    let reasons = told(
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
    // The same, but the searches say that the stone is lost anyhow: then nobody need save it.
    let lost = [("D3", -0.9)];
    let reasons = told(
        LADDER,
        ("J9 E3", &lost),
        ("E3 E4", &lost),
        Language::English,
    );
    assert!(
        reasons.iter().all(|reason| reason.kind != "leaves"),
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
    let reasons = told(
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
    let reasons = told(net, ("J9 F5", &[]), ("F6 pass", &dead), Language::English);
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
    let reasons = told(diagram, lines.0, lines.1, Language::English);
    assert_eq!(
        texts(&reasons)[0],
        "G7 threatens the 2 white stones around E7 and the 2 white stones around H7 at once, and White cannot save both."
    );
    // Of one threat the answer is told.
    let single = diagram.replace("O O . O O", "O O . . .");
    let reasons = told(&single, lines.0, lines.1, Language::English);
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
    let reasons = told(
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
    let reasons = told(
        CROSSING,
        ("J9 pass", &[]),
        ("E5 pass", &[]),
        Language::English,
    );
    assert_eq!(
        texts(&reasons),
        ["E5 keeps the black stone at E6 and the black stone at E4 together."]
    );
    let reasons = told(CROSSING, ("J9 D5", &[]), ("D5 pass", &[]), Language::French);
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
    let reasons = told(linked, ("J9 D5", &[]), ("D5 C5", &[]), Language::English);
    assert!(
        reasons.iter().all(|reason| reason.kind != "cuts"),
        "{reasons:?}"
    );
}

#[test]
fn chances_to_live_are_told_where_reading_does_not_reach() {
    let group = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . X X X . . . .
        . . X . X . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    ";
    let dead: Vec<(&str, f64)> = ["C5", "D5", "E5", "C4", "E4"]
        .map(|name| (name, -0.8))
        .to_vec();
    let reasons = told(group, ("J9 D3", &dead), ("D3 pass", &[]), Language::English);
    assert_eq!(
        texts(&reasons)[0],
        "After J9, Black loses the 5 black stones around D5 (chance to live 10 %, after D3 95 %)."
    );
    let mixed: Vec<(&str, f64)> = dead.iter().map(|&(name, _)| (name, 0.1)).collect();
    let reasons = told(
        group,
        ("J9 D3", &mixed),
        ("D3 pass", &[]),
        Language::Spanish,
    );
    assert_eq!(
        texts(&reasons)[0],
        "Tras J9, la probabilidad de vida de las 5 piedras negras alrededor de D5 es del 55 %, tras D3 del 95 %."
    );
}

#[test]
fn territory_is_told_by_the_part_of_the_board() {
    let side: Vec<(&str, f64)> = ["C1", "D1", "E1", "F1", "C2", "D2", "E2", "F2"]
        .map(|name| (name, -0.5))
        .to_vec();
    let reasons = told(
        LADDER,
        ("J9 E1", &side),
        ("E1 pass", &[]),
        Language::English,
    );
    assert!(
        texts(&reasons)[0].starts_with("J9 gives White about 2 points on the lower side."),
        "{reasons:?}"
    );
    assert!(reasons[0].points.contains(&point("D1")), "{reasons:?}");
}

#[test]
fn a_pass_and_a_vital_point_are_told() {
    let reasons = told(
        LADDER,
        ("pass E5", &[]),
        ("E5 pass", &[]),
        Language::English,
    );
    let all = texts(&reasons);
    assert!(all.contains(&"A pass leaves E5 to White."), "{all:?}");
    assert!(
        all.contains(&"E5 is the key point for both: it is White's best answer, too."),
        "{all:?}"
    );
}

#[test]
fn shapes_have_names() {
    let board = |text: &str| text.parse::<Board>().unwrap();
    let small = board(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . . . .
        . . . . . . . . .
        . . . . O X . . .
        . . . . X O . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
    ",
    );
    for (at, color, name) in [
        ("C6", Color::Black, "extension (nobi)"),
        ("D6", Color::Black, "diagonal move (kosumi)"),
        ("E7", Color::Black, "one-point jump (ikken-tobi)"),
        ("E8", Color::Black, "knight's move (keima)"),
        ("F7", Color::Black, "one-point jump (ikken-tobi)"),
        ("D5", Color::Black, "atari"),
        ("B7", Color::White, "attachment (tsuke)"),
    ] {
        assert_eq!(
            shape(&small, point(at), color, Language::English),
            Some(name),
            "{at}"
        );
    }
    let mut large = Board::new(Size::square(19));
    let name = |board: &Board, at: &str, color| shape(board, point(at), color, Language::English);
    assert_eq!(
        name(&large, "Q16", Color::Black),
        Some("star point (hoshi)")
    );
    assert_eq!(name(&large, "K10", Color::Black), None);
    large.play(point("Q16"), Color::Black);
    assert_eq!(name(&large, "O17", Color::White), Some("approach (kakari)"));
    assert_eq!(name(&large, "R17", Color::White), Some("3-3 invasion"));
    assert_eq!(
        name(&large, "O17", Color::Black),
        Some("enclosure (shimari)")
    );
}

#[test]
fn openings_have_names_in_every_corner() {
    let size = Size::square(19);
    let line = |text: &str| -> Vec<(Color, Move)> {
        let colors = [Color::Black, Color::White].into_iter().cycle();
        colors.zip(moves(text)).collect()
    };
    for (text, name) in [
        ("D4 Q16 D16 Q4 D10", Some("sanrensei")),
        ("Q16 D4 Q4", Some("nirensei")),
        ("Q16 R17 Q17 R16 R15", Some("3-3 invasion joseki")),
        ("D4 C3 C4 D3 E3", Some("3-3 invasion joseki")),
        ("D4 C3 C4 D3 E3 K10", None),
        ("Q16 D16 D4", Some("diagonal opening (tasuki)")),
        ("", None),
    ] {
        let found = opening(size, &line(text), Language::English);
        assert_eq!(found, name, "{text}");
    }
}

fn drawn(rng: &mut Rng, points: &[Point]) -> Option<Point> {
    (!points.is_empty()).then(|| points[rng.below(points.len())])
}

/// Random positions, moves and owners: whatever is told is a sentence about the board with a line that can be played.
#[test]
fn every_reason_is_sound_in_every_language() {
    let mut rng = Rng::new(7);
    let mut kinds: Vec<&str> = Vec::new();
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
        let (before, after_played, after_better) = (owners(), owners(), owners());
        let mistake = Mistake {
            board: &board,
            color,
            last: None,
            owners: &before,
            played: FoundAfter {
                line: &played,
                owners: &after_played,
            },
            better: FoundAfter {
                line: &better,
                owners: &after_better,
            },
        };
        let all = Language::ALL.map(|language| reasons(&mistake, language));
        for told in &all {
            for reason in told {
                check(&board, reason);
            }
            assert!(told.len() <= 2 * MOST);
            assert_eq!(told.len(), all[0].len());
        }
        kinds.extend(all[0].iter().map(|reason| reason.kind));
    }
    kinds.sort_unstable();
    kinds.dedup();
    assert!(kinds.len() >= 8, "{kinds:?}");
}
