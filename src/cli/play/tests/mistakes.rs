//! What was typed wrong.

use super::*;

#[test]
fn bad_input_is_answered_in_a_line() {
    let lines = [
        "x",
        "d",
        "é5",
        "d99999999999999999999",
        "komi x",
        "komi nan",
        "rules x",
        "size 0",
        "size 26",
        "handicap 2",
        "handicap -1",
        "explain xx",
        "new game",
        "d4 d5",
        "i5",
        "a0",
        "a6",
        "pass now",
        "hint 3",
        "as",
        "as me",
        "level 0",
        "level x",
        "undo",
        "resume",
        "dead c3",
        "\u{1b}[2J",
        "(d4)",
    ];
    for line in lines {
        let text = talk("--as both --boardsize 5", format!("{line}\n"));
        assert_eq!(boards(&text).len(), 1, "{line}: {text}");
        assert!(!text.contains('\u{1b}'));
        let (_, after) = text.split_once("Black to play: ").unwrap();
        assert_eq!(after.lines().count(), 3, "{line}: {after}");
    }
    let long = format!("{}\nc3\n", "d".repeat(100_000));
    assert_eq!(
        last_board(&talk("--as both --boardsize 5", long)).empty_count(),
        24
    );
    let bytes = talk(
        "--as both --boardsize 5",
        b"\xff\xfe\n\n \t\nC3\r\nquit\nd4\n",
    );
    assert_eq!(last_board(&bytes).empty_count(), 24);
}

#[test]
fn mistakes_are_named() {
    let both = "--as both --boardsize 9";
    for (line, expected) in [
        ("i5", "there is no column I: letters go from H to J"),
        (
            "z9",
            "Z9 is not on a board of 9x9: columns A to J, rows 1 to 9",
        ),
        (
            "A10",
            "A10 is not on a board of 9x9: columns A to J, rows 1 to 9",
        ),
        (
            "a0",
            "A0 is not on a board of 9x9: columns A to J, rows 1 to 9",
        ),
        ("undoo", "'undoo' is no command; did you mean undo?"),
        ("Resing now", "'Resing' is no command; did you mean resign?"),
        (
            "boardsiz 9",
            "'boardsiz' is no command; did you mean boardsize?",
        ),
        (
            "xyz",
            "'xyz' is neither a move such as D4 nor a command; help lists them",
        ),
        (
            "rules japnese",
            "unknown rules 'japnese'; did you mean 'japanese'?",
        ),
    ] {
        assert_eq!(answer(both, line), expected);
    }
    let narrow = answer("--as both --boardsize 1x3", "b1");
    assert_eq!(narrow, "B1 is not on a board of 1x3: column A, rows 1 to 3");
    assert_eq!(answer(both, "e5\ne5"), "E5 is occupied by Black");
    // White is taken at A1 and may not come back; then two white stones would have no liberty.
    let corner = "a2\na1\nb1\n";
    assert_eq!(
        answer(both, &format!("{corner}a1")),
        "A1 is suicide: the stone would have no liberty"
    );
    let pair = "a2\na1\nb2\nj9\nc1\nb1";
    assert_eq!(
        answer(both, pair),
        "B1 is suicide: its chain would have no liberty"
    );
    let ko = "b2\nc2\na1\nd1\nc1\nb1\n";
    assert_eq!(
        answer(both, &format!("{ko}c1")),
        "C1 retakes the ko at once: first play elsewhere, or pass"
    );
    assert_eq!(
        answer(
            "--as both --boardsize 9 --rules tromp-taylor",
            &format!("{ko}c1")
        ),
        "C1 brings back the position after move 5, which superko forbids: first play elsewhere"
    );
}
