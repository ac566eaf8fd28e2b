//! Tests of the names of shapes, openings and joseki.

use super::*;

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
    // The last line of the corner.
    assert_eq!(
        name(&large, "N16", Color::Black),
        Some("enclosure (shimari)")
    );
    assert_ne!(
        name(&large, "M16", Color::Black),
        Some("enclosure (shimari)")
    );
    large.play(point("D10"), Color::White);
    assert_eq!(
        name(&large, "E11", Color::Black),
        Some("shoulder hit (katatsuki)")
    );
    assert_eq!(name(&large, "F10", Color::Black), Some("cap (boshi)"));
    // Not above a stone on the fifth line.
    large.play(point("E6"), Color::White);
    assert_eq!(name(&large, "F7", Color::Black), None);
}

#[test]
fn a_bamboo_joint_has_its_name_on_either_side() {
    let board: Board = "
        . . . . .
        . X X . .
        . . . . .
        . X . . .
        . . . . ."
        .parse()
        .unwrap();
    let name = |board: &Board, at: &str| shape(board, point(at), Color::Black, Language::English);
    assert_eq!(name(&board, "C2"), Some("bamboo joint"));
    assert_eq!(name(&board, "D4"), Some("extension (nobi)"));
    let mut turned = Board::new(Size::square(5));
    for at in ["B2", "C2", "B4"] {
        turned.play(point(at), Color::Black);
    }
    assert_eq!(name(&turned, "C4"), Some("bamboo joint"));
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

/// A board with moves of a game, and the moves.
fn played(text: &str) -> (Board, Vec<(Color, Move)>) {
    let colors = [Color::Black, Color::White].into_iter().cycle();
    let made: Vec<(Color, Move)> = colors.zip(moves(text)).collect();
    let mut board = Board::new(Size::square(19));
    for &(color, mv) in &made {
        board.make(mv, color);
    }
    (board, made)
}

#[test]
fn a_joseki_that_is_left_is_told_if_the_search_goes_on_with_it() {
    let joseki_left = |text: &str, wrong: &str, better: &str| {
        let (board, made) = played(text);
        let case = Case {
            passed: None,
            diagram: "",
            moves: &made,
            before: &[],
            played: (wrong, &[]),
            better: (better, &[]),
        };
        let reasons = case.reasons_on(&board, Language::English);
        let mut reasons = reasons.into_iter();
        reasons
            .find(|reason| reason.kind == ReasonKind::LeavesJoseki)
            .map(|reason| reason.text)
    };
    let usual = "The usual move here is R15 (3-3 invasion joseki).";
    assert_eq!(
        joseki_left("Q16 R17 Q17 R16", "P16 R15", "R15 K10"),
        Some(usual.to_owned())
    );
    // In the other corners, too, and where a stone stands elsewhere.
    let lower = "The usual move here is E3 (3-3 invasion joseki).";
    assert_eq!(
        joseki_left("D4 C3 C4 D3", "D5 E3", "E3 K10"),
        Some(lower.to_owned())
    );
    assert_eq!(
        joseki_left("D4 Q16 K16 C3 C4 D3", "D5 E3", "E3 K10"),
        Some(lower.to_owned())
    );
    // Not if the search prefers another move, if the move is elsewhere, or if the corner is another one.
    assert_eq!(joseki_left("Q16 R17 Q17 R16", "P16 R15", "R14 K10"), None);
    assert_eq!(joseki_left("Q16 R17 Q17 R16", "D4 R15", "R15 K10"), None);
    assert_eq!(
        joseki_left("Q16 R17 Q17 R16 P17 pass", "P16 R15", "R15 K10"),
        None
    );
    assert_eq!(joseki_left("Q16 R17 Q17 pass", "P16 R16", "R16 K10"), None);
}
