//! Tests of `kosumi play`: whole games typed into a pipe, and how they end.

use crate::engine::{self, Engine, Outcome, Process};
use std::process::{Command, Stdio};

/// A game with little thought, the same every time.
fn command(flags: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    command.args(["play", "--seed", "1", "--threads", "1", "--playouts", "20"]);
    command.args(flags.split_whitespace());
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn play(flags: &str, lines: &str) -> Outcome {
    let mut table = Engine::start(command(flags));
    table.feed_and_close(lines.as_bytes().to_vec());
    table.finish().unwrap()
}

/// What was said in a game that ended as it should.
fn text(flags: &str, lines: &str) -> String {
    let outcome = play(flags, lines);
    assert!(outcome.status.success(), "{}", outcome.status);
    assert!(outcome.stderr.is_empty());
    String::from_utf8(outcome.stdout).unwrap()
}

#[test]
fn a_game_with_every_word_of_the_answer() {
    let said = text(
        "--as both --boardsize 3 --komi 0.5",
        "b2\nB2\npass\npass\nquit\nc3\n",
    );
    let expected = "
   A B C
 3 . . . 3
 2 .(X). 2
 1 . . . 1
   A B C
captured by Black: 0, by White: 0   move 1: Black B2

White to play: B2
B2 is occupied
White to play: pass
";
    assert!(said.contains(expected), "{said}");
    let end = "
 3 b b b 3
 2 b X b 2
 1 b b b 1
   A B C
x, o: dead stones   b, w: territory of Black and White
captured by Black: 0, by White: 0   move 3: Black pass

                        Black   White
stones                      1       0
territory                   8       0
komi                        0     0.5
total                       9     0.5
dame                        0
result                  B+8.5
Black wins by 8.5 points.
If you do not agree: dead POINT changes whether a chain is dead, resume plays on.

game over: quit
";
    assert!(said.ends_with(end), "{said}");
}

#[test]
fn kosumi_plays_a_whole_game_and_plays_it_again() {
    let flags = "--as none --boardsize 7 --param resign=false";
    let said = text(flags, "");
    assert!(said.contains("Black (kosumi): ") && said.contains("White (kosumi): pass"));
    assert!(said.contains(" wins by "), "{said}");
    assert!(said.ends_with("game over: \n"));
    assert_eq!(said, text(flags, ""));
}

#[test]
fn a_person_who_only_passes_loses() {
    let said = text("--boardsize 5 --param resign=false", &"pass\n".repeat(60));
    assert!(said.contains("White wins by "), "{said}");
}

#[test]
fn colors_are_for_terminals() {
    assert!(!text("--boardsize 5", "c3\n").contains('\u{1b}'));
    let colored = text("--boardsize 5 --look unicode", "c3\n");
    assert!(colored.contains('●'));
    for line in colored.lines().filter(|line| line.contains('\u{1b}')) {
        assert!(line.rsplit_once('\u{1b}').unwrap().1.starts_with("[0m"));
    }
}

#[test]
fn bad_flags_are_told() {
    for flags in ["--as me", "--handicap 1", "--boardsize 30", "--rules none"] {
        let outcome = play(flags, "");
        assert!(
            !outcome.status.success() && outcome.stdout.is_empty(),
            "{flags}"
        );
        assert!(!outcome.stderr.is_empty());
    }
}

#[test]
fn a_listener_who_leaves_is_no_failure() {
    let mut command = command("--as none --boardsize 7");
    let mut process = Process::spawn(&mut command);
    drop(process.0.stdout.take());
    let status = process.wait(engine::PATIENCE).expect("it ends");
    assert!(status.success(), "{status}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_at_once() {
    use std::io::Read;
    use std::os::unix::process::ExitStatusExt;

    // The children of a script that runs tests in the background ignore interrupts unless told otherwise.
    let asked = command("--boardsize 5");
    let mut heeding = Command::new("perl");
    heeding.args(["-e", "$SIG{INT} = 'DEFAULT'; exec @ARGV"]);
    heeding.arg(asked.get_program()).args(asked.get_args());
    heeding
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process = Process::spawn(&mut heeding);
    // Its greeting shows that it is up.
    let mut first = [0];
    let stdout = process.0.stdout.as_mut().unwrap();
    stdout.read_exact(&mut first).unwrap();
    let id = process.0.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    let status = process.wait(engine::PATIENCE).expect("it ends");
    assert_eq!(status.signal(), Some(2));
    let mut complaint = String::new();
    let stderr = process.0.stderr.as_mut().unwrap();
    stderr.read_to_string(&mut complaint).unwrap();
    assert_eq!(complaint, "");
}
