//! Tests of what the owners of points tell.

use super::*;

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
    let reasons = reasons_of(group, ("J9 D3", &dead), ("D3 pass", &[]), Language::English);
    assert_eq!(
        texts(&reasons)[0],
        "After J9, Black loses the 5 black stones around D5 (chance to live 10 %, after D3 95 %)."
    );
    let mixed: Vec<(&str, f64)> = dead.iter().map(|&(name, _)| (name, 0.1)).collect();
    let reasons = reasons_of(
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
    let reasons = reasons_of(
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

const GROUP: &str = "
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

/// The group's owners if it is White's by so much.
fn group(owner: f64) -> Vec<(&'static str, f64)> {
    ["C5", "D5", "E5", "C4", "E4"]
        .map(|name| (name, owner))
        .to_vec()
}

#[test]
fn lines_far_away_tell_nothing_of_a_group() {
    let dead = group(-0.8);
    let tells_fate = |played, better| {
        let reasons = reasons_of(GROUP, (played, &dead), (better, &[]), Language::English);
        kinds(&reasons).contains(&ReasonKind::Fate)
    };
    assert!(
        tells_fate("J9 D3", "H9 pass"),
        "the line comes near the group"
    );
    assert!(!tells_fate("J9 A9", "H9 pass"));
    // What comes late in a line is not what it is about.
    assert!(tells_fate("J9 A9 H9 B9 G9 D3", "H9 pass"));
    assert!(!tells_fate("J9 A9 H9 B9 G9 J8 D3", "H9 pass"));
}

#[test]
fn little_is_not_told() {
    let tells_fate = |owner: f64| {
        let owners = group(owner);
        let reasons = reasons_of(
            GROUP,
            ("J9 D3", &owners),
            ("D3 pass", &[]),
            Language::English,
        );
        kinds(&reasons).contains(&ReasonKind::Fate)
    };
    assert!(tells_fate(0.1), "it lives with 55 instead of 95 %");
    assert!(!tells_fate(0.5), "it lives with 75 instead of 95 %");
}

#[test]
fn a_fate_weighs_by_its_stones_and_by_how_much_their_chance_changes() {
    // Two groups that have nothing to do with each other, of which a reason names the heavier one.
    let board = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . X X . .
        . . . . . . . . . X . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . X X X . . . . . . . .
        . . X . X . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
    ";
    let first_reason = |three: f64, five: f64, side: f64| {
        let three = ["K11", "L11", "K10"].map(|name| (name, three));
        let five = ["C5", "D5", "E5", "C4", "E4"].map(|name| (name, five));
        let side = ["F1", "G1", "H1", "F2", "G2", "H2", "F3", "G3", "H3"].map(|name| (name, side));
        let owners: Vec<_> = three.into_iter().chain(five).chain(side).collect();
        let lines = (("N1 K9 G4 D3", &owners[..]), ("D3 K9", &[][..]));
        let reasons = reasons_of(board, lines.0, lines.1, Language::English);
        texts(&reasons)[0].to_owned()
    };
    // Three stones that lose 85 percent weigh more than five that lose 30, and less than five that lose 65.
    for (five, named) in [(0.3, "3 black stones"), (-0.4, "5 black stones")] {
        let text = first_reason(-0.8, five, 0.0);
        assert!(text.contains(named), "{text}");
    }
    // Three that lose 30 percent are worth less than two of nine points whose owner changes by half.
    let text = first_reason(0.3, 0.9, -0.5);
    assert!(text.contains("about 4 points"), "{text}");
}

#[test]
fn stones_that_change_in_opposite_ways_are_told_apart() {
    let [worse, better] = [&["C5", "D5", "E5"][..], &["C4", "E4"]]
        .map(|names| names.iter().map(|&name| (name, -0.8)).collect::<Vec<_>>());
    let lines = (("J9 D3", &worse[..]), ("D3 pass", &better[..]));
    let reasons = reasons_of(GROUP, lines.0, lines.1, Language::English);
    assert_eq!(
        texts(&reasons)[0],
        "After J9, Black loses the 3 black stones around D5 (chance to live 10 %, after D3 95 %)."
    );
}

#[test]
fn a_part_must_stand_out_of_all_that_changes() {
    let empty = ". . . . . . . . .\n".repeat(9);
    let tells_cedes = |elsewhere: f64| {
        let others = ["D", "E", "F"].map(|column| [7, 8, 9].map(|row| format!("{column}{row}")));
        let more = ["A", "B", "C"].map(|column| [4, 5, 6].map(|row| format!("{column}{row}")));
        let others = others.as_flattened().iter().chain(more.as_flattened());
        let mut played = side(-0.5);
        played.extend(others.map(|name| (name.as_str(), elsewhere)));
        let reasons = reasons_of(
            &empty,
            ("E4 E3", &played),
            ("E3 E4", &[]),
            Language::English,
        );
        kinds(&reasons).contains(&ReasonKind::Cedes)
    };
    assert!(tells_cedes(0.0) && tells_cedes(0.2));
    assert!(!tells_cedes(0.8), "more is gained elsewhere");
}

/// Owners of the lower side by so much.
fn side(owner: f64) -> Vec<(&'static str, f64)> {
    ["D1", "E1", "F1", "D2", "E2", "F2", "D3", "E3", "F3"]
        .map(|name| (name, owner))
        .to_vec()
}

#[test]
fn influence_is_what_is_undecided() {
    let empty = ". . . . . . . . .\n".repeat(9);
    let found = |played: f64, better: f64, before: f64| {
        let (played, better, before) = (side(played), side(better), side(before));
        let case = Case {
            passed: None,
            diagram: &empty,
            moves: &[],
            before: &before,
            played: ("E4 E3", &played),
            better: ("E3 E4", &better),
        };
        let reasons = case.reasons();
        let mut reasons = reasons.into_iter();
        reasons.find(|reason| matches!(reason.kind, ReasonKind::Cedes | ReasonKind::Influence))
    };
    let influence = found(-0.2, 0.3, 0.3).unwrap();
    assert_eq!(influence.kind, ReasonKind::Influence);
    assert_eq!(
        influence.text,
        "E4 gives White influence on the lower side: chances there that are worth about 4 points, though no territory yet."
    );
    let territory = found(-0.8, -0.3, -0.3).unwrap();
    assert_eq!(territory.kind, ReasonKind::Cedes);
    assert_eq!(
        territory.text,
        "E4 gives White about 4 points on the lower side."
    );
    // Less may be chance.
    assert_eq!(found(-0.05, 0.05, 0.05), None);
}

#[test]
fn moves_where_all_is_settled_are_wasted() {
    let settled = |names: &[&'static str]| -> Vec<(&'static str, f64)> {
        names.iter().map(|&name| (name, 0.95)).collect()
    };
    let around = ["J9", "H9", "G9", "J8", "J7", "H8"];
    let found = |before: &[(&str, f64)]| {
        let case = Case {
            passed: None,
            diagram: LADDER,
            moves: &[],
            before,
            played: ("J9 E3", &[]),
            better: ("E3 E4", &[]),
        };
        case.reasons()
    };
    let reasons = found(&settled(&around));
    assert!(
        texts(&reasons).contains(&"J9 changes nothing, because all around it is settled."),
        "{reasons:?}"
    );
    let nearly: Vec<_> = around.iter().map(|&name| (name, 0.9)).collect();
    assert!(!kinds(&found(&nearly)).contains(&ReasonKind::Wasted));
    for place in 0..around.len() {
        let mut open = around.to_vec();
        open.remove(place);
        let reasons = found(&settled(&open));
        assert!(!kinds(&reasons).contains(&ReasonKind::Wasted), "{open:?}");
    }
}

#[test]
fn the_larger_move_is_where_more_is_open() {
    // Everything at the left is settled by so much.
    let found = |settled: f64, better: &str| {
        let board: Board = LADDER.parse().unwrap();
        let left: Vec<Point> = board.points().filter(|at| at.column() < 5).collect();
        let names: Vec<String> = left.iter().map(ToString::to_string).collect();
        let before: Vec<(&str, f64)> = names.iter().map(|at| (at.as_str(), settled)).collect();
        let case = Case {
            passed: None,
            diagram: LADDER,
            moves: &[],
            before: &before,
            played: ("A9 pass", &[]),
            better: (better, &[]),
        };
        case.reasons()
    };
    let reasons = found(0.8, "H6 pass");
    assert!(
        texts(&reasons).contains(&"H6 is larger: on the right side more is still open."),
        "{reasons:?}"
    );
    assert!(
        reasons
            .iter()
            .any(|reason| reason.points.contains(&point("H7")))
    );
    assert!(!kinds(&found(0.1, "H6 pass")).contains(&ReasonKind::Larger));
    // It has to be elsewhere.
    assert!(!kinds(&found(0.8, "F9 pass")).contains(&ReasonKind::Larger));
}

#[test]
fn what_weighs_more_is_told_first_and_the_rest_is_left_out() {
    use ReasonKind::{Cedes, Fate, Influence, Leaves};
    // A stone in a ladder, a group of five, and a side: two of them are named.
    let board = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . X X X . . .
        . . . . . . . X . X . . .
        . . . . . . . . . . . . .
        . . . O . . . . . . . . .
        . . O X . . . . . . . . .
        . . . O . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
    ";
    let kinds_of = |five: f64, stone: f64, side: f64| {
        let group = ["H9", "J9", "K9", "H8", "K8"].map(|name| (name, five));
        let lost: Vec<(&str, f64)> = ["L1", "M1", "N1", "L2", "M2", "N2", "L3", "M3", "N3"]
            .map(|name| (name, side))
            .into_iter()
            .chain(group)
            .chain([("D5", stone)])
            .collect();
        let case = Case {
            passed: None,
            diagram: board,
            moves: &[],
            before: &[],
            played: ("N13 E5 G7 L3", &lost),
            better: ("E5 pass", &[]),
        };
        let reasons = case.reasons();
        let of_played = reasons
            .iter()
            .filter(|reason| reason.about == About::Played);
        of_played.map(|reason| reason.kind).collect::<Vec<_>>()
    };
    // 8.5 points by the group, 1.8 by the stone, then half of 1.8, 4.5 and 8.1 points by the side.
    assert_eq!(kinds_of(-0.8, -0.9, 0.0), [Fate, Leaves]);
    assert_eq!(kinds_of(-0.8, -0.9, -0.6), [Fate, Cedes]);
    assert_eq!(kinds_of(0.9, -0.9, -0.9), [Cedes, Leaves]);
    assert_eq!(kinds_of(0.9, -0.9, -0.3), [Leaves, Influence]);
}
