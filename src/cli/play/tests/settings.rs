//! Settings that are changed during a game.

use super::*;
use crate::cli::play::commands::{TableReply, execute};
use crate::engine::Rank;

fn text_of(reply: anyhow::Result<TableReply>) -> String {
    match reply {
        Ok(TableReply::Board(text) | TableReply::Text(text) | TableReply::Diagram(_, text)) => text,
        Err(error) => format!("{error:#}"),
    }
}

fn table(flags: &str, lines: &str) -> Table {
    let mut table = options(flags).table().unwrap();
    for line in lines.lines() {
        execute(&mut table, line).unwrap();
    }
    table
}

#[test]
fn without_a_value_settings_are_told() {
    let mut table = table("--as both --handicap 2 --boardsize 13 --rules aga", "");
    for (line, expected) in [
        ("rules", "aga rules, komi 0.5."),
        ("komi", "Komi 0.5."),
        ("size", "13x13."),
        ("boardsize", "13x13."),
        ("handicap", "Handicap 2."),
        ("level", "kosumi plays at full strength."),
    ] {
        assert_eq!(text_of(execute(&mut table, line)), expected);
    }
}

#[test]
fn a_new_game_has_the_same_settings() {
    let mut table = table(
        "--as both --boardsize 9",
        "rules aga\nkomi 3.5\nlevel 3\ne5\nc3",
    );
    let text = text_of(execute(&mut table, "new"));
    assert_eq!(text, "A new game: 9x9, aga rules, komi 3.5.");
    assert!(
        table.session.game.moves().is_empty()
            && table.session.params.player.rank == Rank::of_level(3)
    );
    let text = text_of(execute(&mut table, "size 13X9"));
    assert_eq!(text, "A new game: 13x9, aga rules, komi 3.5.");
    // The usual komi changes with what it is usual for.
    let mut table = super::settings::table("--as both --boardsize 9", "");
    let text = text_of(execute(&mut table, "handicap 3"));
    assert_eq!(
        text,
        "A new game: 9x9, chinese rules, komi 0.5, 3 handicap stones."
    );
    assert_eq!(table.session.game.handicap(), 3);
    let text = text_of(execute(&mut table, "size 13"));
    assert!(
        text.ends_with("13x13, chinese rules, komi 0.5, 3 handicap stones."),
        "{text}"
    );
    let text = text_of(execute(&mut table, "handicap 0"));
    assert_eq!(text, "A new game: 13x13, chinese rules, komi 7.5.");
}

#[test]
fn what_cannot_be_set_changes_nothing() {
    let mut table = table("--as both --boardsize 9 --handicap 2", "e5\n");
    let before = table.session.game.record();
    for (line, expected) in [
        (
            "size 5",
            "this game would be lost: save it first, or give it up by new",
        ),
        (
            "handicap 3",
            "this game would be lost: save it first, or give it up by new",
        ),
        (
            "komi x",
            "a number of points from -400 to 400 is expected: komi 6.5",
        ),
        ("handicap many", "a number of stones is needed: handicap 2"),
    ] {
        assert_eq!(text_of(execute(&mut table, line)), expected);
        assert_eq!(table.session.game.record(), before);
    }
    execute(&mut table, "new").unwrap();
    let before = table.session.game.record();
    for (line, expected) in [
        ("size 5", "handicap 2: a board of 5x5 has room for none"),
        (
            "handicap 10",
            "handicap 10: a board of 9x9 has room for 2 to 9 stones",
        ),
        ("size 26", "a board has 1 to 25 columns and rows, not 26x26"),
    ] {
        assert_eq!(text_of(execute(&mut table, line)), expected);
        assert_eq!(table.session.game.record(), before);
    }
}

#[test]
fn rules_and_komi_change_in_the_middle_of_a_game() {
    let mut table = table("--as both --boardsize 9", "e5\nc3\n");
    let text = text_of(execute(&mut table, "rules Japanese"));
    assert_eq!(text, "japanese rules, komi 6.5.");
    assert_eq!(table.session.game.moves().len(), 2);
    execute(&mut table, "komi -3").unwrap();
    let text = text_of(execute(&mut table, "rules chinese"));
    assert_eq!(text, "chinese rules, komi -3.");
    // The result of a game that is over is shown again.
    execute(&mut table, "pass").unwrap();
    execute(&mut table, "pass").unwrap();
    let before = table.outcome();
    let reply = execute(&mut table, "komi 100").unwrap();
    assert!(matches!(reply, TableReply::Board(_)));
    assert_ne!(table.outcome(), before);
}

#[test]
fn rules_that_forbid_the_game_are_refused() {
    let suicide = "a2\na1\nb2\npass\nc1\nb1\n";
    let mut table = table("--as both --boardsize 5 --rules tromp-taylor", suicide);
    let before = table.session.game.record();
    let text = text_of(execute(&mut table, "rules chinese"));
    assert_eq!(
        text,
        "chinese rules do not allow this game: move 6: B1 is suicide"
    );
    assert_eq!(table.session.game.record(), before);
    assert_eq!(table.rules_name(), "tromp-taylor");
}
