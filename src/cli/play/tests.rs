mod files;
mod judge;
mod mistakes;
mod narrow;
mod settings;

use super::*;
use crate::go::Board;
use clap::Parser;
use proptest::prelude::*;
use std::fs;
use std::path::PathBuf;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    options: PlayOptions,
}

fn options(flags: &str) -> PlayOptions {
    let usual = "kosumi --seed 1 --threads 1 --model none --playouts 20";
    let words = usual.split(' ').chain(flags.split_whitespace());
    Line::try_parse_from(words).unwrap().options
}

/// What the table says to some lines, up to the end of input.
fn talk(flags: &str, lines: impl AsRef<[u8]>) -> String {
    talk_keeping(Keeper::default(), flags, lines)
}

/// As [`talk`], with what keeps the game.
fn talk_keeping(keeper: Keeper, flags: &str, lines: impl AsRef<[u8]>) -> String {
    converse(keeper, &options(flags), lines)
}

fn converse(keeper: Keeper, options: &PlayOptions, lines: impl AsRef<[u8]>) -> String {
    let mut output = Vec::new();
    let mut table = options.table().unwrap();
    table.keeper = keeper;
    let news = options.open(&mut table).unwrap();
    let input = Piped {
        input: lines.as_ref(),
        echoes: true,
    };
    let talk = Talk {
        table,
        input,
        output: &mut output,
        look: Look::Plain,
        width: options.width.map(usize::from),
        news,
    };
    assert_eq!(talk.converse().unwrap(), Ended::Left);
    String::from_utf8(output).unwrap()
}

/// What the last of some lines is answered with, without the board that follows.
fn answer(flags: &str, lines: &str) -> String {
    let text = talk(flags, lines);
    let last = lines.lines().last().unwrap();
    let (_, answer) = text.rsplit_once(&format!(": {last}\n")).unwrap();
    answer.lines().next().unwrap_or_default().to_owned()
}

/// The diagrams in a text, in order.
fn boards(text: &str) -> Vec<Board> {
    let plain = text.replace(['(', ')'], " ");
    let lines: Vec<&str> = plain.lines().collect();
    let is_edge = |line: &str| line.trim_start().starts_with("A B");
    let edges: Vec<usize> = (0..lines.len()).filter(|&i| is_edge(lines[i])).collect();
    let pairs = edges.chunks(2);
    pairs
        .map(|pair| lines[pair[0]..pair[1]].join("\n").parse().unwrap())
        .collect()
}

fn last_board(text: &str) -> Board {
    boards(text).pop().unwrap()
}

/// A file of a test's own that is removed afterwards.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("kosumi-play-{}-{name}.sgf", std::process::id());
        let path = env::temp_dir().join(name);
        let _ = fs::remove_file(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// White is captured at C3, then both players wall off the board; White's stone at A1 is dead.
const GAME: &str = "c4\nc3\nb3\na1\nd3\nd5\nc2\ne4\n";

#[test]
fn moves_are_made_and_captures_counted() {
    let text = talk("--as both --boardsize 5", GAME);
    let expected = "
        5 . . . O .
        4 . . X . O
        3 . X . X .
        2 . . X . .
        1 O . . . .";
    assert_eq!(last_board(&text), expected.parse().unwrap());
    assert!(text.contains("captured by Black: 1, by White: 0"));
    assert!(text.contains("O(")); // the last move is marked
    assert!(text.ends_with("Black to play: \n"), "{text}");
    // One board at the start and one after each move.
    assert_eq!(boards(&text).len(), 9);
}

#[test]
fn kosumi_answers_and_undo_takes_back_both_moves() {
    let text = talk("--boardsize 9", "e5\nc3\nundo\nundo\nundo\n");
    assert_eq!(text.matches("White (kosumi): ").count(), 2);
    assert_eq!(text.matches("2 moves are taken back.").count(), 2);
    assert!(text.contains("there is no move of yours to take back"));
    let boards = boards(&text);
    assert_eq!(boards[3], boards[1]);
    assert_eq!(boards[4], boards[0]);
    assert_eq!(boards[4].empty_count(), 81);
}

#[test]
fn kosumi_begins_if_you_play_white() {
    let text = talk("--as white --boardsize 9", "undo\nresign\nundo\nhint\n");
    assert_eq!(text.matches("Black (kosumi): ").count(), 1);
    assert!(text.contains("there is no move of yours to take back"));
    assert!(text.contains("White resigns. Black wins."));
    assert!(text.contains("Your resignation is taken back."));
    assert!(text.contains("move   wins   visits"));
    assert_eq!(last_board(&text).empty_count(), 80);
}

#[test]
fn kosumi_plays_itself_and_resigns_only_once() {
    // Nobody catches up with such a komi, so Black soon gives up.
    let flags = "--as none --boardsize 7 --komi 60 --param playouts=300";
    let text = talk(flags, "");
    assert!(text.contains("(kosumi): resigns"), "{text}");
    assert!(text.contains(" resigns. ") && text.ends_with("game over: \n"));
    let resumed = talk(flags, "resume\n");
    assert_eq!(resumed.matches("(kosumi): resigns").count(), 1);
    assert!(resumed.contains("result  "), "{resumed}");
}

#[test]
fn a_game_is_saved_and_loaded() {
    let file = Scratch::new("saved");
    let name = file.0.display();
    let flags = "--as both --boardsize 9 --handicap 2 --rules aga --komi 1.5";
    let saved = talk(
        flags,
        format!("e5\npass\nc4\nsave {name}\nsave\nresign\nsave \"{name}\"\n"),
    );
    assert_eq!(saved.matches("The game is in ").count(), 3);
    let text = fs::read_to_string(&file.0).unwrap();
    for property in [
        "KM[1.5]",
        "HA[2]",
        "RU[aga]",
        "RE[W+R]",
        "PB[human]",
        "DT[20",
    ] {
        assert!(text.contains(property), "{property} in {text}");
    }
    let mut table = options("--as black --boardsize 19").table().unwrap();
    commands::execute(&mut table, &format!("load {name}")).unwrap();
    assert_eq!(*table.session.game.board(), last_board(&saved));
    assert_eq!(
        (table.session.game.komi(), &*table.rules_name()),
        (1.5, "aga")
    );
    assert_eq!(table.session.game.moves().len(), 3);
    // It may be written again under its name, but no stranger's file may.
    commands::execute(&mut table, "save").unwrap();
    let refused = talk(
        "--as both",
        format!("save {name}\nsave /no/such/dir/x.sgf\n"),
    );
    assert!(refused.contains("exists already; choose another name"));
    assert!(refused.contains("cannot write /no/such/dir/x.sgf"));
    assert!(fs::read_to_string(&file.0).unwrap().contains("KM[1.5]"));
}

#[test]
fn what_cannot_be_loaded_changes_nothing() {
    let file = Scratch::new("garbage");
    fs::write(&file.0, "no record").unwrap();
    let lines = format!(
        "c3\nload {}\nload /no/such.sgf\nload {}\nload\nboard\n",
        file.0.display(),
        env::temp_dir().display()
    );
    let text = talk("--as both --boardsize 5", lines);
    assert_eq!(text.matches("cannot load ").count(), 1);
    assert_eq!(text.matches("cannot read ").count(), 2);
    assert!(text.contains("a file name is needed"));
    let boards = boards(&text);
    assert_eq!(boards[boards.len() - 1], boards[1]);
}

#[test]
fn a_handicap_of_one_is_no_stone_and_little_komi() {
    for (flags, komi) in [
        ("--handicap 1", 0.5),
        ("--handicap 1 --komi 3.5", 3.5),
        ("--handicap 1 --rules new-zealand", 0.0),
        ("--handicap 1 --boardsize 5", 0.5),
    ] {
        let table = options(&format!("--as both {flags}")).table().unwrap();
        let game = &table.session.game;
        assert_eq!(
            (game.komi().to_bits(), game.handicap()),
            (f64::to_bits(komi), 0),
            "{flags}"
        );
        assert_eq!(game.position().to_move(), Color::Black);
    }
    let text = talk("--as both --boardsize 9", "handicap 1\n");
    assert!(
        text.contains("9x9, chinese rules, komi 0.5, handicap 1."),
        "{text}"
    );
}

#[test]
fn flags_set_the_table() {
    let table = options("--as white --handicap 3 --boardsize 13")
        .table()
        .unwrap();
    let game = &table.session.game;
    assert_eq!(
        (game.handicap(), game.komi(), &*table.rules_name()),
        (3, 0.5, "chinese")
    );
    assert!(!table.awaits_engine());
    for flags in ["--handicap 10", "--handicap 2 --boardsize 5"] {
        assert!(options(flags).table().is_err(), "{flags}");
    }
    assert!(talk("--as both --level 3", "level\nlevel 4\n").contains("kosumi plays like 9k."));
}

#[test]
fn a_cycle_stops_the_game_and_can_be_left() {
    // Each player in turn lets two stones be taken.
    let eternal_life = "(;SZ[4:3]RU[japanese]AB[ba][ab][bb]AW[ca][cb][db][ac][bc]PL[B])";
    let file = Scratch::new("cycle");
    fs::write(&file.0, eternal_life).unwrap();
    let round = format!("load {}\nc1\na1\nd1\nb1\n", file.0.display());
    let saved = Scratch::new("cycle-saved");
    let name = saved.0.display();
    let lines = format!("{round}c1\ndead a2\nsave {name}\nresume\nc1\n");
    let text = talk("--as both", lines);
    let record = fs::read_to_string(&saved.0).unwrap();
    assert!(
        record.contains("RE[Void]") && !record.contains("TB[") && !record.contains("TW["),
        "nothing was counted: {record}"
    );
    let (_, end) = text
        .split_once("The position has come back: the game has no result.")
        .unwrap();
    assert!(end.contains("the game is over; resume goes on"));
    assert!(end.contains("dead stones are marked when both players have passed"));
    assert!(
        end.contains("move 5: Black C1") && end.ends_with("White to play: \n"),
        "{end}"
    );
}

fn auto(is_terminal: bool, variables: &[(&str, &str)]) -> Look {
    Look::Auto.decide(is_terminal, |name| {
        let found = variables.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| (*value).to_owned())
    })
}

#[test]
fn the_look_fits_the_terminal() {
    let utf8 = ("LANG", "en_US.UTF-8");
    assert_eq!(auto(true, &[utf8]), Look::Unicode);
    assert_eq!(auto(false, &[utf8]), Look::Plain);
    assert_eq!(auto(true, &[utf8, ("NO_COLOR", "1")]), Look::Plain);
    assert_eq!(auto(true, &[utf8, ("NO_COLOR", "")]), Look::Unicode);
    assert_eq!(auto(true, &[utf8, ("TERM", "dumb")]), Look::Plain);
    assert_eq!(auto(true, &[utf8, ("LC_ALL", "C")]), Look::Color);
    assert_eq!(auto(true, &[("LANG", "ja_JP.UTF-8")]), Look::Color);
    assert_eq!(auto(true, &[]), Look::Color);
    assert_eq!(Look::Color.decide(false, |_| None), Look::Color);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn any_conversation_ends(
        lines in prop::collection::vec(
            prop_oneof![
                "[a-d][1-4]",
                "pass|undo|resign|resume|score|hint|board|as (both|black|none)|dead [a-d][1-4]",
                "explain|new|size 4|komi -?[0-9]|rules (aga|japanese|tromp-taylor|chinese)|handicap 0",
                "(?s).{0,12}",
            ],
            0..30,
        )
    ) {
        let text = talk("--as both --boardsize 4 --param dead_playouts=10", lines.join("\n"));
        prop_assert!(text.ends_with(": \n") || lines.iter().any(|line| line.contains("quit")));
    }
}
