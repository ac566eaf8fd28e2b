//! Tests of `kosumi play`: whole games typed into a pipe, and how they end.

use crate::engine::{self, Engine, Outcome, Process};
use std::fs;
use std::path::PathBuf;
#[cfg(unix)]
use std::process::ExitStatus;
use std::process::{Command, Stdio};

/// A game with little thought, the same every time.
fn command(flags: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    command.args(["play", "--seed", "1", "--threads", "1", "--visits", "20"]);
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
B2 is occupied by Black
White to play: pass
";
    assert!(said.contains(expected), "{said}");
    let end = "
 3 b b b 3
 2 b X b 2
 1 b b b 1
   A B C
x, o: dead stones   b, w: territory of Black and White   =: in seki
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
explain shows why stones live or die and what counts for whom.

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

/// A folder in the system's temporary directory that is removed at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("kosumi-play-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_game_goes_on_in_its_file() {
    let folder = Folder::new("file");
    let file = folder.file("game.sgf");
    let flags = format!("{file} --size 9 --rules aga --komi 3.5 --as white");
    let said = text(&flags, "a1\n");
    assert!(said.contains(&format!("{file} is a new game.")), "{said}");
    let farewell = format!("The game is saved. Go on with it by:\nkosumi play {file}\n");
    assert!(said.ends_with(&farewell), "{said}");
    let moves = |text: &str| text.matches(";B[").count() + text.matches(";W[").count();
    assert_eq!(moves(&fs::read_to_string(&file).unwrap()), 3);
    let said = text(&file, "resign\n");
    assert!(said.contains("You play White (O) on 9x9, aga rules, komi 3.5."));
    let written = fs::read_to_string(&file).unwrap();
    assert!(
        moves(&written) == 3 && written.contains("RE[B+R]"),
        "{written}"
    );
    // A folder is no game, and neither is a file in one that does not exist.
    for flags in [
        folder.file(""),
        folder.file("none/game.sgf"),
        format!("{file}/x"),
    ] {
        let outcome = play(&flags, "pass\n");
        assert!(
            !outcome.status.success() && outcome.stdout.is_empty(),
            "{flags}"
        );
    }
}

#[test]
fn what_is_piped_in_is_not_kept() {
    let folder = Folder::new("data");
    let mut command = command("--as both --boardsize 5");
    command
        .env("HOME", &folder.0)
        .env("XDG_DATA_HOME", &folder.0);
    let mut table = Engine::start(command);
    table.feed_and_close(b"c3\nb2\nquit\n".to_vec());
    assert!(table.finish().unwrap().status.success());
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0);
}

#[test]
fn narrow_terminals_are_asked_for() {
    let said = text("--as both --width 36", "d4\nhelp\n");
    assert!(said.contains(" 4 ...#.....+.....+... 4"), "{said}");
    for line in said.lines() {
        assert!(line.chars().count() <= 36, "{line}");
    }
}

#[test]
fn the_judge_speaks_the_language_of_the_system() {
    for (flags, locale, word) in [
        ("", "fr_FR.UTF-8", "résultat"),
        ("--lang es", "fr_FR.UTF-8", "resultado"),
        ("", "C", "result"),
    ] {
        let mut command = command(&format!("--as both --boardsize 5 {flags}"));
        command.env("LC_ALL", locale);
        let mut table = Engine::start(command);
        table.feed_and_close(b"c3\npass\npass\nexplain\n".to_vec());
        let outcome = table.finish().unwrap();
        let said = String::from_utf8(outcome.stdout).unwrap();
        let (_, explained) = said.rsplit_once("game over: explain\n").unwrap();
        let names = explained.lines().filter_map(|line| line.split(' ').next());
        assert!(names.into_iter().any(|name| name == word), "{explained}");
    }
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
    for flags in ["--as me", "--handicap 10", "--boardsize 30", "--rules none"] {
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

/// Runs a game until it has said a text, then interrupts it. Returns how it ended and what it complained of.
#[cfg(unix)]
fn interrupted(flags: &str, text: &str) -> (ExitStatus, String) {
    use std::io::Read;

    // The children of a script that runs tests in the background ignore interrupts unless told otherwise.
    let asked = command(flags);
    let mut heeding = Command::new("perl");
    heeding.args(["-e", "$SIG{INT} = 'DEFAULT'; exec @ARGV"]);
    heeding.arg(asked.get_program()).args(asked.get_args());
    heeding
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process = Process::spawn(&mut heeding);
    let mut said = Vec::new();
    let stdout = process.0.stdout.as_mut().unwrap();
    while !String::from_utf8_lossy(&said).contains(text) {
        let mut next = [0];
        stdout.read_exact(&mut next).unwrap();
        said.extend(next);
    }
    let id = process.0.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(sent.success());
    let status = process.wait(engine::PATIENCE).expect("it ends");
    let mut complaint = String::new();
    let stderr = process.0.stderr.as_mut().unwrap();
    stderr.read_to_string(&mut complaint).unwrap();
    (status, complaint)
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_at_once() {
    use std::os::unix::process::ExitStatusExt;

    // Its greeting shows that it is up.
    let (status, complaint) = interrupted("--boardsize 5", "kosumi");
    assert_eq!((status.signal(), complaint.as_str()), (Some(2), ""));
}

#[cfg(unix)]
#[test]
fn an_interrupt_while_kosumi_thinks_leaves_a_saved_game() {
    let folder = Folder::new("interrupt");
    let file = folder.file("game.sgf");
    let flags = format!("{file} --as none --param playouts=1000000000");
    // Nothing is saved before the first move.
    let (status, complaint) = interrupted(&flags, "Black (kosumi): ");
    assert_eq!(
        (status.code(), complaint.as_str()),
        (Some(130), "\nkosumi: stopped\n")
    );
    assert!(!fs::exists(&file).unwrap());
    let (status, complaint) = interrupted(&format!("{file} --as none"), "is saved in");
    assert_eq!(status.code(), Some(130));
    let farewell = format!("The game is saved. Go on with it by:\nkosumi play {file}\n");
    assert_eq!(complaint, format!("\n{farewell}"));
    assert!(fs::read_to_string(&file).unwrap().contains("\n;B["));
}
