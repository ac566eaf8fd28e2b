//! Narrow terminals.

use super::*;

/// The lines of a text that are wider, but for words that cannot be broken.
fn wider(text: &str, width: usize) -> Vec<&str> {
    let is_wide = |line: &&str| line.chars().count() > width && line.trim().contains(' ');
    text.lines().filter(is_wide).collect()
}

#[test]
fn nothing_is_wider_than_36_columns() {
    let lines = "help\nd4\nq16\nd16\nscore\nhint\nexplain\nrules\nkomi\nz30\nundoo\npass\npass\nexplain fr\n";
    for flags in [
        "--as both --komi 0.5",
        "--as both --boardsize 9",
        "--boardsize 25 --as both",
    ] {
        let flags = format!("{flags} --lang es --param dead_playouts=10");
        let text = talk(&format!("{flags} --width 36"), lines);
        // Nobody breaks the lines that were typed.
        assert_eq!(wider(&text, 36), Vec::<&str>::new(), "{flags}");
        assert!(!wider(&talk(&flags, lines), 36).is_empty());
    }
}

#[test]
fn the_last_move_is_marked_without_blanks_between_points() {
    let text = talk("--as both --width 36", "d4\nq16\npass\n");
    assert!(text.contains(" 4 ...#.....+.....+... 4"), "{text}");
    assert!(text.contains("16 ...+.....+.....@... 16"), "{text}");
    assert!(text.contains("move 2: White Q16 (@)"), "{text}");
    // There is nothing to mark after a pass.
    assert!(text.contains("move 3: Black pass\n"), "{text}");
    // With room for them there are blanks.
    let wide = talk("--as both --width 43", "d4\n");
    assert!(wide.contains("(X)") && !wide.contains("..."), "{wide}");
    assert!(talk("--as both --width 42", "d4\n").contains("..."));
}
