//! Analysis while it goes on: when reports come, what ends them, and what becomes of the line that does.

use regex::Regex;
use std::thread;
use std::time::{Duration, Instant};

use crate::directory;
use crate::engine::{self, Engine, PLAYOUTS};
use crate::framing::{self, Response};

/// The responses of a fresh program to `input` and the end of the file.
fn responses(input: &str) -> Vec<Response> {
    let outcome = engine::batch(&directory("games"), PLAYOUTS, input.into()).unwrap();
    outcome.responses().unwrap()
}

/// A program on a small board.
fn conversation() -> Engine {
    let mut engine = Engine::start(engine::command(&directory("games"), PLAYOUTS));
    engine.ask("boardsize 9").unwrap();
    engine
}

/// The reports of a response.
fn infos(response: &Response) -> Vec<&str> {
    let is_info = |line: &&str| line.starts_with("info move ");
    response.lines().filter(is_info).collect()
}

/// The move behind `play`.
fn played(response: &Response) -> &str {
    let last = response.lines().last().unwrap();
    last.strip_prefix("play ")
        .unwrap_or_else(|| panic!("{last}"))
}

#[test]
fn every_kind_of_line_ends_an_analysis_and_is_not_lost() {
    for (line, answer) in [
        ("name", Some("= kosumi")),
        ("7 name", Some("=7 kosumi")),
        ("nonsense", Some("? unknown command")),
        ("stop", Some("= ")),
        ("", None),
        ("   ", None),
        ("# a comment", None),
        ("# interrupt", None),
    ] {
        engine::assert_soon(Duration::from_secs(1), line, || {
            end_of_analysis(line, answer)
        });
    }
}

/// Ends an analysis by a line that has an answer of its own or none, and returns how long that took.
fn end_of_analysis(line: &str, answer: Option<&str>) -> Duration {
    let mut engine = conversation();
    engine.send(b"3 lz-analyze b 2\n");
    engine
        .wait_until(|bytes| bytes.windows(6).any(|six| six == b"\ninfo "))
        .unwrap();
    let start = Instant::now();
    engine.send(format!("{line}\n").as_bytes());
    engine
        .wait_until(|bytes| bytes.windows(2).any(|two| two == b"\n\n"))
        .unwrap();
    let elapsed = start.elapsed();
    engine.send(b"get_komi\n");
    let all = engine.finish().unwrap().responses().unwrap();
    assert!(
        all[0].block.starts_with("=3\ninfo move "),
        "{}",
        all[0].block
    );
    let rest: Vec<&str> = all[1..]
        .iter()
        .map(|response| &response.block[..])
        .collect();
    let expected: Vec<&str> = answer.into_iter().chain(["= 7.5"]).collect();
    assert_eq!(rest, expected, "{line:?}");
    elapsed
}

#[test]
fn the_end_of_input_ends_an_analysis() {
    for command in [
        "lz-analyze b 10",
        "kata-analyze b",
        "analyze w 50",
        "kata-analyze 100000",
    ] {
        let all = responses(&format!("boardsize 9\n{command}\n"));
        assert_eq!(infos(&all[1]).len(), 1, "{}", all[1].block);
    }
}

#[test]
fn the_response_begins_before_the_search() {
    let mut engine = conversation();
    engine.send(b"kata-analyze b 100000\n");
    engine.wait_until(|bytes| bytes == b"=\n").unwrap();
    engine.send(b"\n");
    let all = engine.finish().unwrap().responses().unwrap();
    assert_eq!(infos(&all[0]).len(), 1);
}

#[test]
fn reports_come_at_intervals() {
    let mut engine = conversation();
    let start = Instant::now();
    engine.send(b"kata-analyze b 20\n");
    engine
        .wait_until(|bytes| bytes.windows(6).any(|six| six == b"\ninfo "))
        .unwrap();
    thread::sleep(Duration::from_millis(900));
    engine.send(b"\n");
    let all = engine.finish().unwrap().responses().unwrap();
    let reports = infos(&all[0]);
    let most = start.elapsed().as_millis() / 200;
    assert!(
        (1..=most as usize).contains(&reports.len()),
        "{} reports",
        reports.len()
    );
    let visits = |line: &str| -> u64 { line.split(' ').nth(4).unwrap().parse().unwrap() };
    assert!(
        reports
            .windows(2)
            .all(|pair| visits(pair[0]) <= visits(pair[1]))
    );
}

#[test]
fn many_lines_behind_an_analysis_are_all_answered() {
    let names = "name\n".repeat(1000);
    let all = responses(&format!("boardsize 9\nlz-analyze b 1\n{names}"));
    assert_eq!(all.len(), 1002);
    assert_eq!(infos(&all[1]).len(), 1);
    assert!(all[2..].iter().all(|response| response.block == "= kosumi"));
}

#[test]
fn a_move_is_not_interrupted_by_input() {
    let all = responses(
        "boardsize 9\nlz-genmove_analyze b 100000\nkata-genmove_analyze w ownership true\n\
         genmove_analyze b\ncgos-genmove_analyze w\nkata-search_analyze b 5\nmove_history\n",
    );
    let mut history = Vec::new();
    for response in &all[1..4] {
        let first = infos(response);
        assert_eq!(first.len(), 1, "{}", response.block);
        assert_eq!(first[0].split(' ').nth(2), Some(played(response)));
        history.push(played(response));
    }
    let json = all[4].lines().nth(1).unwrap();
    let first = format!("\"move\":\"{}\"", played(&all[4]));
    assert!(json.starts_with('{') && json.contains(&first), "{json}");
    history.push(played(&all[4]));
    assert!(!infos(&all[5]).is_empty() && played(&all[5]) != "cancelled");
    let moves: Vec<&str> = all[6].text().lines().map(|line| &line[6..]).rev().collect();
    assert_eq!(moves, history, "a search makes no move");
}

#[test]
fn a_search_is_cancelled_by_the_next_line_and_makes_no_move() {
    let settings = "boardsize 9\nkata-set-param playouts 1000000000\n";
    let all = responses(&format!(
        "{settings}kata-search_cancellable b\n\nkata-search_analyze_cancellable b 10\nmove_history\n"
    ));
    assert_eq!(all[2].block, "= cancelled");
    assert_eq!(played(&all[3]), "cancelled");
    assert_eq!(infos(&all[3]).len(), 1);
    assert_eq!(all[4].block, "= ");
    let mut engine = conversation();
    let vertex = Regex::new(r"\A= ([A-HJ][1-9]|pass)\z").unwrap();
    for command in ["kata-search b", "kata-search_cancellable w"] {
        let answer = engine.ask(command).unwrap();
        assert!(vertex.is_match(&answer.block), "{}", answer.block);
    }
    assert_eq!(engine.ask("move_history").unwrap().block, "= ");
}

#[test]
fn a_position_without_choices_is_analyzed() {
    // Black has two eyes on the whole board and nothing to play for; then the game is over.
    let all = responses(
        "boardsize 3 2\nset_position b A1 b B1 b B2 b C1 b C2\nlz-genmove_analyze b 5\n\
         clear_board\nplay b pass\nplay w pass\nkata-analyze b 5 rootInfo true\nkata-genmove_analyze w\n",
    );
    for response in [&all[2], &all[6], &all[7]] {
        assert_eq!(infos(response).len(), 1, "{}", response.block);
    }
    for response in [&all[2], &all[7]] {
        assert_eq!(infos(response)[0].split(' ').nth(2), Some(played(response)));
    }
}

#[test]
fn moves_are_left_out_on_demand() {
    let avoid = "avoid b a1:j4,e5 50 avoid b a6:j9 1";
    for player in ["mcts", "flat", "random"] {
        let mut command = engine::command(&directory("games"), PLAYOUTS);
        command.args(["--player", player]);
        let mut engine = Engine::start(command);
        engine.ask("boardsize 9").unwrap();
        engine.send(format!("lz-analyze b {avoid}\nlz-genmove_analyze b {avoid}\n").as_bytes());
        let all = engine.finish().unwrap().responses().unwrap();
        for info in all
            .iter()
            .flat_map(infos)
            .flat_map(|line| line.split("info move ").skip(1))
        {
            let vertex = info.split(' ').next().unwrap();
            let is_left = vertex == "pass" || vertex.ends_with('5') && vertex != "E5";
            assert!(is_left, "{player}: {vertex}");
        }
        let vertex = played(&all[1]);
        assert!(
            vertex.ends_with('5') && vertex != "E5",
            "{player}: {vertex}"
        );
    }
}

#[test]
fn analysis_changes_nothing_of_the_game() {
    let state = "showboard\nmove_history\nkosumi-board\n";
    let all = responses(&format!(
        "boardsize 9\nplay b D4\n{state}lz-analyze b 10 avoid b E5 1\n{state}kata-search w\n{state}"
    ));
    let texts: Vec<&str> = all.iter().map(Response::text).collect();
    assert_eq!(texts[2..5], texts[6..9]);
    assert_eq!(texts[2..5], texts[10..13]);
}

#[test]
fn nobody_listening_ends_an_analysis_quietly() {
    let mut process = engine::Process::spawn(&mut engine::command(&directory("games"), PLAYOUTS));
    let mut stdin = process.0.stdin.take().unwrap();
    let mut stderr = engine::Drain::new(process.0.stderr.take().unwrap());
    std::io::Write::write_all(&mut stdin, b"boardsize 9\nkata-analyze b 5\n").unwrap();
    thread::sleep(Duration::from_millis(200));
    drop(process.0.stdout.take());
    // Stdin stays open.
    let status = process.wait(engine::PATIENCE).expect("the program ends");
    assert!(status.code().is_some(), "ended by a signal: {status}");
    framing::check_stderr(&stderr.read_to_end(engine::PATIENCE).unwrap()).unwrap();
}

/// What a program with some parameters writes to stderr while it chooses a move.
fn stderr_of(settings: &[&str]) -> String {
    let mut engine = conversation();
    for setting in settings {
        engine.ask(setting).unwrap();
    }
    engine.ask("genmove b").unwrap();
    let outcome = engine.finish().unwrap();
    String::from_utf8(outcome.stderr).unwrap()
}

#[test]
fn gogui_draws_while_kosumi_thinks() {
    for (what, line) in [("counts", "LABEL "), ("sequence", "VAR b ")] {
        let livegfx = format!("kosumi-param livegfx {what}");
        let text = stderr_of(&["kosumi-param playouts 0", "kosumi-param time 2.5", &livegfx]);
        let (pictures, rest) = text.split_at(text.rfind("gogui-gfx: CLEAR\n").unwrap());
        assert_eq!(rest, "gogui-gfx: CLEAR\n");
        let pictures: Vec<&str> = pictures.split_terminator("\n\n").collect();
        assert!(!pictures.is_empty() && pictures.len() <= 2, "{text}");
        for picture in pictures {
            let lines: Vec<&str> = picture.lines().collect();
            assert_eq!((lines[0], lines.len()), ("gogui-gfx:", 3), "{picture}");
            assert!(
                lines[1].starts_with(line) && lines[2].starts_with("TEXT "),
                "{picture}"
            );
        }
    }
    assert_eq!(stderr_of(&[]), "");
}

#[test]
fn moves_are_commented_for_the_chat() {
    let text = stderr_of(&["kosumi-param ogs_chat 1"]);
    let pattern = r"\AMALKOVICH:Visits \d+ Winrate [0-9.]+% ScoreLead [-0-9.]+ ScoreStdev [0-9.]+ PV( [A-J][1-9])+\n\z";
    assert!(Regex::new(pattern).unwrap().is_match(&text), "{text}");
}
