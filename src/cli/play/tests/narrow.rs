//! Narrow terminals.

use super::*;

/// The lines of a text that are wider, but for words that cannot be broken.
fn wider(text: &str, width: usize) -> Vec<&str> {
    let is_wide = |line: &&str| line.chars().count() > width && line.trim().contains(' ');
    text.lines().filter(is_wide).collect()
}

#[test]
fn nothing_is_wider_than_the_terminal() {
    let lines = "help\nd4\nq16\nd16\nscore\nhint\nexplain\nrules\nkomi\nsize\nhandicap\nlevel\nas\n\
        z30\nundoo\nnothing at all\nrules japnese\nlevel 11\nkomi much\nsize 99\nhandicap 77\nas purple\n\
        load nothing\ndead d4\nresume\nd4\nundo\nboard\npass\npass\ndead z9\ndead d4\nexplain fr\nexplain xx\n\
        score\nresume\nresign\nd4\nnew\n";
    for flags in [
        "--as both --komi 0.5",
        "--as both --boardsize 9",
        "--boardsize 25 --as both",
    ] {
        let flags = format!("{flags} --lang es --param dead_playouts=10");
        for width in [36, 40, 80] {
            let text = talk(&format!("{flags} --width {width}"), lines);
            // Nobody breaks the lines that were typed.
            assert_eq!(wider(&text, width), Vec::<&str>::new(), "{flags}");
        }
        assert!(!wider(&talk(&flags, lines), 36).is_empty());
    }
}

#[test]
fn hints_keep_their_columns() {
    for width in [36, 40, 80] {
        let text = talk(&format!("--as both --width {width}"), "d4\nhint\n");
        let mut lines = text.lines().skip_while(|line| !line.starts_with("move  "));
        let head = lines.next().unwrap();
        let [wins, line] = ["wins", "expected"].map(|word| head.find(word).unwrap());
        let rows: Vec<&str> = lines.take_while(|line| !line.contains("to play")).collect();
        assert!(rows.len() >= 3, "{width}: {text}");
        for row in rows {
            let (front, moves) = row.split_at(line);
            let is_rest = front.trim().is_empty() && row.len() > line;
            assert!(
                front.get(wins..).is_some_and(|rest| rest.contains('%')) || is_rest,
                "{row}"
            );
            assert!(!moves.starts_with(' '), "{width}: {row}");
        }
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
