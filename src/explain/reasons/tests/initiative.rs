//! Tests of ko, sente and gote, and of who has to answer.

use super::*;

#[test]
fn a_pass_and_a_vital_point_are_told() {
    let reasons = reasons_of(
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
fn a_key_point_far_away_has_its_size() {
    let board = Board::new(Size::square(19));
    let found = |played, [black, white]: [&[(&str, f64)]; 2]| {
        let case = Case {
            passed: None,
            diagram: "",
            moves: &[],
            before: &[],
            played: (played, white),
            better: ("D4 pass", black),
        };
        let reasons = case.reasons_on(&board, Language::English);
        let mut texts = reasons.into_iter().map(|reason| reason.text);
        texts.find(|text| text.contains("key point"))
    };
    let (black, white) = ([("C3", 1.0), ("D3", 1.0)], [("C3", -1.0), ("D3", -0.5)]);
    let text =
        "D4 is the key point for both, worth about 4 points: it is White's best answer, too.";
    assert_eq!(found("Q16 D4", [&black, &white]), Some(text.to_owned()));
    // What stands near both moves, or changes little, says nothing of one of them.
    let text = "D4 is the key point for both: it is White's best answer, too.";
    for (played, black) in [("G4 D4", &black[..]), ("Q16 D4", &[("C3", 0.0)][..])] {
        assert_eq!(found(played, [black, &white[..1]]), Some(text.to_owned()));
    }
    assert_eq!(found("Q16 D5", [&black, &white]), None);
}

/// A mistake on the empty board, by the lines after the moves and White's move before them.
fn on_empty_board(last: Option<&str>, played: &str, better: &str) -> Vec<Reason> {
    let board = Board::new(Size::square(19));
    let last: Vec<(Color, Move)> = last
        .iter()
        .map(|at| (Color::White, Move::Play(point(at))))
        .collect();
    let case = Case {
        passed: None,
        diagram: "",
        moves: &last,
        before: &[],
        played: (played, &[]),
        better: (better, &[]),
    };
    case.reasons_on(&board, Language::English)
}

#[test]
fn moves_that_should_have_been_answered_are_told() {
    let found = |last, played, better| {
        let reasons = on_empty_board(last, played, better);
        let mut reasons = reasons.into_iter();
        reasons
            .find(|reason| reason.kind == ReasonKind::Ignores)
            .map(|reason| reason.text)
    };
    let text = "Q4 does not answer D4, and White goes on at D5.";
    assert_eq!(found(Some("D4"), "Q4 D5", "C4 D5"), Some(text.to_owned()));
    assert_eq!(found(None, "Q4 D5", "C4 D5"), None, "nothing to answer");
    assert_eq!(found(Some("D4"), "F6 D5", "C4 D5"), None, "an answer");
    assert_eq!(
        found(Some("D4"), "Q4 D5", "K10 D5"),
        None,
        "better elsewhere"
    );
    assert_eq!(found(Some("D4"), "Q4 K10", "C4 D5"), None, "no going on");
}

/// The reasons for a better move on the empty board, by its line and the owners that differ if White passes after it.
fn if_passed(better: &str, passed: Option<&[(&str, f64)]>) -> Vec<Reason> {
    let board = Board::new(Size::square(19));
    let case = Case {
        passed,
        diagram: "",
        moves: &[],
        before: &[],
        played: ("K10 pass", &[]),
        better: (better, &[]),
    };
    case.reasons_on(&board, Language::English)
}

#[test]
fn sente_is_answered_and_gote_is_not() {
    let passed = [("C3", 1.0), ("D3", 1.0), ("E3", 1.0), ("F3", 1.0)];
    let reasons = if_passed("D4 D5 Q4", Some(&passed));
    assert_eq!(
        texts(&reasons),
        [
            "D4 is sente: it threatens to gain about 4 points around there, so White answers at D5, and Black goes on elsewhere, at Q4."
        ]
    );
    // What is far away is won by the move that a pass leaves, and too little is no threat.
    let far = [("C17", 1.0), ("D17", 1.0), ("E17", 1.0), ("F17", 1.0)];
    assert_eq!(if_passed("D4 D5 Q4", Some(&far)), []);
    assert_eq!(if_passed("D4 D5 Q4", Some(&passed[..2])), []);
    assert_eq!(if_passed("D4 D5 Q4", None), [], "it was not searched");
    assert_eq!(
        if_passed("D4 D5 D6", Some(&passed)),
        [],
        "no going on elsewhere"
    );
    let reasons = on_empty_board(None, "K10 Q4", "Q5 D5 D6");
    assert_eq!(
        texts(&reasons),
        ["K10 is gote: White need not answer it, and plays at Q4."]
    );
    assert!(seems_sente(&moves("D4 D5 Q4")));
    for line in [
        "D4 D5 D6",
        "D4 Q16 D6",
        "D4 D5",
        "D4 D5 pass",
        "pass D5 Q4",
        "",
    ] {
        assert!(!seems_sente(&moves(line)), "{line}");
    }
    let none = [
        ("K10 K11", "D4 D5 D6"),
        ("K10 K11", "D4 Q16 D6"),
        ("K10 K11", "D4 D5"),
        ("K10 K11", "K4 K5 K9"),
    ];
    for (played, better) in none {
        assert_eq!(on_empty_board(None, played, better), [], "{played}");
    }
}

const KO: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . X O . . . .
    . . X . X O . . .
    . . . X O . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
";

#[test]
fn a_ko_that_is_left_is_told() {
    let ko_reasons =
        |played, better| reasons_of(KO, (played, &[]), (better, &[]), Language::English);
    let reasons = ko_reasons("J9 D5", "D5 J1");
    assert_eq!(
        texts(&reasons)[0],
        "After J9, White takes the ko at D5, and Black needs a ko threat before taking back."
    );
    assert_eq!(reasons[0].points, [point("D5"), point("E5")]);
    // Not if the better move leaves it as well.
    let reasons = ko_reasons("J9 D5", "J1 D5");
    assert!(!kinds(&reasons).contains(&ReasonKind::LetsTakeKo));
}

#[test]
fn a_ko_that_is_taken_and_its_threats_are_told() {
    // White's stone stands in the ko.
    let board = KO.replace("X . X O", "X O . O");
    let reasons = reasons_of(&board, ("J9 E5", &[]), ("E5 J1", &[]), Language::English);
    assert!(
        texts(&reasons)
            .contains(&"E5 takes the ko, and White needs a ko threat before taking back at D5."),
        "{reasons:?}"
    );
    assert!(!kinds(&reasons).contains(&ReasonKind::Takes));
    let mut board: Board = KO.parse().unwrap();
    board.play(point("D5"), Color::White);
    let threats = |better| {
        let case = Case {
            passed: None,
            diagram: "",
            moves: &[],
            before: &[],
            played: ("J9 H9", &[]),
            better: (better, &[]),
        };
        case.reasons_on(&board, Language::English)
    };
    assert_eq!(
        texts(&threats("A1 A2 E5")),
        ["A1 is a ko threat: White answers at A2, and Black takes the ko back at E5."]
    );
    assert!(!kinds(&threats("A1 A2 B1")).contains(&ReasonKind::KoThreat));
}

#[test]
fn who_needs_a_threat_is_said_of_captures_in_a_ko() {
    let board: Board = LADDER.parse().unwrap();
    let owners = owners(&board, &[]);
    let [played, better] = ["J9 E3", "E3 E4"].map(moves);
    let mistake = Mistake {
        board: &board,
        color: Color::Black,
        moves: &[],
        owners: &owners,
        played: FoundAfter {
            line: &played,
            owners: &owners,
        },
        better: FoundAfter {
            line: &better,
            owners: &owners,
        },
        passed: None,
    };
    let stones = vec![point("D3")];
    let ko = Certainty::Ko(Color::White);
    for (about, fact, text) in [
        (
            About::Played,
            Fact::Leaves(stones.clone(), point("E3"), ko),
            "After J9, White can capture the black stone at D3 in a ko beginning with E3; White needs the first ko threat.",
        ),
        (
            About::Better,
            Fact::Saves(stones.clone(), ko),
            "E3 makes a ko for the black stone at D3; White needs the first ko threat.",
        ),
        (
            About::Better,
            Fact::Captures(stones, Way::Ko(Color::Black)),
            "E3 captures the black stone at D3 in a ko; Black needs the first ko threat.",
        ),
    ] {
        let found = WeighedFact {
            about,
            fact,
            line: Vec::new(),
            weight: 1.0,
        };
        assert_eq!(sentence(&mistake, &found, Language::English), text);
    }
}
