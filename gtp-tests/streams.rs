//! Tests of the pipes themselves: long lines, ends of input, closed and blocked streams, signals, floods.
//!
//! No text file can say these things. Times are generous: they tell "at once" from "never", not fast from slow.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::{self, Drain, Engine, PATIENCE, PLAYOUTS, Process, text_of};
use crate::{directory, framing, transcript};

/// What a fresh program writes in answer to `input` and the end of the file; its framing is checked.
fn output(input: impl Into<Vec<u8>>) -> String {
    let outcome = engine::batch(&directory("games"), PLAYOUTS, input.into()).unwrap();
    outcome.responses().unwrap();
    String::from_utf8(outcome.stdout).unwrap()
}

/// A program that can be talked to line by line.
fn conversation() -> Engine {
    Engine::start(engine::command(&directory("games"), PLAYOUTS))
}

#[test]
fn every_answer_is_flushed() {
    engine::assert_soon(Duration::from_secs(2), "the first answer", || {
        let start = Instant::now();
        assert_eq!(conversation().ask("name").unwrap().text(), "kosumi");
        start.elapsed()
    });
    let mut engine = conversation();
    assert_eq!(engine.ask("7 play b D4").unwrap().block, "=7 ");
    assert_eq!(engine.ask("8 play b D4").unwrap().block, "?8 illegal move");
    assert!(engine.ask("showboard").unwrap().text().lines().count() >= 19);
    assert_eq!(engine.ask("quit").unwrap().block, "= ");
    assert!(engine.finish().unwrap().responses().unwrap().is_empty());
}

#[test]
fn end_of_input_ends_the_program() {
    assert_eq!(output(""), "");
    assert_eq!(output("\n\n# nothing\n"), "");
    assert_eq!(output("name"), "= kosumi\n\n");
    assert_eq!(output("nam"), "? unknown command\n\n");
    assert_eq!(output("12 name\r"), "=12 kosumi\n\n");
    assert_eq!(output("12"), "");
}

#[test]
fn a_move_is_finished_after_the_end_of_input() {
    for input in ["boardsize 9\ngenmove b\n", "boardsize 9\ngenmove b"] {
        let answers = output(input);
        let last = framing::split(answers.as_bytes()).unwrap().pop().unwrap();
        assert!(!last.is_failure() && last.text().len() >= 2, "{answers:?}");
    }
}

#[test]
fn a_long_line_is_one_command() {
    let passes = format!("gogui-play_sequence{}\n", " b pass w pass".repeat(50_000));
    assert_eq!(
        output(passes.clone() + "gg-undo 100000\nundo\n"),
        "= \n\n= \n\n? cannot undo\n\n"
    );
    let mut moves = passes.trim_end().replace("pass w pass", "D4 b pass");
    moves.truncate(700_000);
    moves.truncate(moves.rfind(" b ").unwrap());
    transcript::check(
        &directory("games"),
        &format!("> play w Q16\n< =\n> {moves}\n< ? illegal move\n"),
    );
}

#[test]
fn long_words_are_taken_as_they_are() {
    let word = "a".repeat(1 << 20);
    assert_eq!(
        output(format!("{word}\nname\n")),
        "? unknown command\n\n= kosumi\n\n"
    );
    assert_eq!(output(format!("#{word}\nname\n")), "= kosumi\n\n");
    assert_eq!(
        output(format!("{}name\n", " ".repeat(1 << 20))),
        "= kosumi\n\n"
    );
    assert_eq!(output(format!("known_command {word}\n")), "= false\n\n");
    let id = "9".repeat(10_000);
    assert_eq!(output(format!("{id} name\n")), format!("={id} kosumi\n\n"));
    let error = output(format!("komi {word}\n"));
    assert!(
        error.starts_with("? syntax error") && error.len() < 200,
        "{} bytes",
        error.len()
    );
}

#[test]
fn a_line_beyond_all_measure_is_refused_once() {
    let long = "a".repeat(20 << 20);
    assert_eq!(
        output(format!("{long}\nname\n")),
        "? line too long\n\n= kosumi\n\n"
    );
    assert_eq!(
        output(format!("12 {long}\n13 name\n")),
        "?12 line too long\n\n=13 kosumi\n\n"
    );
    assert_eq!(
        output(format!("name\n{long}")),
        "= kosumi\n\n? line too long\n\n"
    );
}

/// The most memory that a process has used so far, in KiB.
#[cfg(target_os = "linux")]
pub(crate) fn peak_memory(process: &Process) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", process.0.id())).unwrap();
    let line = status
        .lines()
        .find(|line| line.starts_with("VmHWM:"))
        .unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_line_beyond_all_measure_is_not_kept() {
    let mut engine = conversation();
    engine.ask("name").unwrap();
    let before = peak_memory(&engine.process);
    engine.send("a".repeat(150 << 20).as_bytes());
    assert_eq!(engine.ask("").unwrap().block, "? line too long");
    let grown = peak_memory(&engine.process) - before;
    assert!(
        grown < 64 << 10,
        "150 MiB of line took {grown} KiB of memory"
    );
}

#[test]
fn the_history_has_no_limit() {
    let plays = "play b pass\n".repeat(10_000);
    let expected = "= \n\n".repeat(10_001) + "? cannot undo\n\n";
    assert!(
        output(plays + "gg-undo 10000\nundo\n") == expected,
        "not every one of 10000 passes was taken"
    );
}

#[test]
fn a_slow_reader_gets_everything_in_order() {
    const COMMANDS: usize = 100_000;
    let mut process = Process::spawn(&mut engine::command(&directory("games"), PLAYOUTS));
    let mut stdin = process.0.stdin.take().unwrap();
    let mut stdout = process.0.stdout.take().unwrap();
    let input = text_of((0..COMMANDS).map(|id| format!("{id} name")));
    let writer = thread::spawn(move || stdin.write_all(input.as_bytes()));
    // By now both pipes are full, and the program waits for us as we wait for it.
    thread::sleep(Duration::from_secs(1));
    let mut bytes = Vec::new();
    let mut buffer = [0; 1 << 12];
    while let Ok(count @ 1..) = stdout.read(&mut buffer) {
        bytes.extend_from_slice(&buffer[..count]);
        thread::sleep(Duration::from_millis(1));
    }
    writer.join().unwrap().unwrap();
    let responses = framing::split(&bytes).unwrap();
    assert_eq!(responses.len(), COMMANDS);
    for (id, response) in responses.iter().enumerate() {
        assert_eq!(response.block, format!("={id} kosumi"));
    }
    assert!(process.wait(PATIENCE).unwrap().success());
}

#[test]
fn a_closed_stdout_ends_the_program_quietly() {
    let mut process = Process::spawn(&mut engine::command(&directory("games"), PLAYOUTS));
    drop(process.0.stdout.take());
    let mut stderr = Drain::new(process.0.stderr.take().unwrap());
    // Stdin stays open: what ends the program is that nobody can hear it.
    let mut stdin = process.0.stdin.take().unwrap();
    let _ = stdin.write_all(b"name\nboardsize 9\ngenmove b\nname\n");
    let status = process.wait(PATIENCE).expect("the program ends");
    assert!(status.code().is_some(), "ended by a signal: {status}");
    framing::check_stderr(&stderr.read_to_end(PATIENCE).unwrap()).unwrap();
}

#[cfg(unix)]
#[test]
fn a_closed_stderr_does_not_matter() {
    let kosumi = engine::command(&directory("games"), PLAYOUTS);
    let mut shell = Command::new("sh");
    shell
        .args(["-c", r#"exec "$0" "$@" 2>&-"#])
        .arg(kosumi.get_program())
        .args(kosumi.get_args());
    shell.current_dir(directory("games"));
    shell
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut engine = Engine::start(shell);
    engine.ask("play b D4").unwrap();
    assert_eq!(engine.ask("play b D4").unwrap().block, "? illegal move");
    assert_eq!(engine.ask("echo_err unheard").unwrap().text(), "unheard");
    assert!(!engine.ask("genmove w").unwrap().is_failure());
    assert!(engine.finish().unwrap().responses().is_ok());
}

#[test]
fn a_stderr_that_nobody_reads_does_not_matter() {
    let mut process = Process::spawn(&mut engine::command(&directory("games"), PLAYOUTS));
    let mut stdin = process.0.stdin.take().unwrap();
    let mut stdout = Drain::new(process.0.stdout.take().unwrap());
    // Far more than a pipe holds, of what an engine says on stderr.
    let noise = format!("play b D4\necho_err {}\n", "x".repeat(200)).repeat(2_000);
    let writer = thread::spawn(move || stdin.write_all(noise.as_bytes()));
    let bytes = stdout
        .read_to_end(PATIENCE)
        .expect("the program goes on though its stderr is full");
    writer.join().unwrap().unwrap();
    assert_eq!(framing::split(&bytes).unwrap().len(), 4_000);
}

#[cfg(target_os = "linux")]
#[test]
fn long_messages_that_nobody_reads_fill_no_memory() {
    // The reading end is open until the test ends, and nobody reads.
    let (_unread, stderr) = std::io::pipe().unwrap();
    let mut command = engine::command(&directory("games"), PLAYOUTS);
    command.stdout(Stdio::null()).stderr(stderr);
    let mut process = Process::spawn(&mut command);
    let mut stdin = process.0.stdin.take().unwrap();
    let line = format!("loadsgf {}\n", "x".repeat(4 << 20));
    for _ in 0..60 {
        stdin.write_all(line.as_bytes()).unwrap();
    }
    // What has been taken but for the last few lines has been answered.
    let memory = peak_memory(&process);
    assert!(memory < 160 << 10, "240 MiB of messages took {memory} KiB");
}

#[test]
fn a_stderr_without_a_reader_does_not_matter() {
    let mut process = Process::spawn(&mut engine::command(&directory("games"), PLAYOUTS));
    drop(process.0.stderr.take());
    let mut stdout = Drain::new(process.0.stdout.take().unwrap());
    let mut stdin = process.0.stdin.take().unwrap();
    stdin
        .write_all(b"play b D4\nplay b D4\necho_err x\nname\n")
        .unwrap();
    drop(stdin);
    let bytes = stdout.read_to_end(PATIENCE).unwrap();
    assert_eq!(
        String::from_utf8(bytes).unwrap(),
        "= \n\n? illegal move\n\n= x\n\n= kosumi\n\n"
    );
    assert!(process.wait(PATIENCE).unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_request_to_terminate_is_obeyed_while_thinking() {
    let mut engine = Engine::start(engine::command(&directory("games"), 1_000_000_000));
    engine.ask("boardsize 19").unwrap();
    engine.send(b"genmove b\n");
    thread::sleep(Duration::from_millis(300));
    assert!(
        engine.process.wait(Duration::ZERO).is_none(),
        "the program does not survive a genmove"
    );
    let pid = engine.process.0.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &pid])
            .status()
            .unwrap()
            .success()
    );
    // The move would take hours.
    assert!(engine.process.wait(PATIENCE).is_some(), "still running");
}

#[test]
fn a_handicap_of_every_point_is_refused() {
    let letters = "ABCDEFGHJKLMNOPQRST";
    let all: String = letters
        .chars()
        .flat_map(|c| (1..=19).map(move |row| format!(" {c}{row}")))
        .collect();
    let source =
        format!("> set_free_handicap{all}\n< ? bad vertex list\n> set_free_handicap A1 B1\n< =\n");
    transcript::check(&directory("games"), &source);
}
