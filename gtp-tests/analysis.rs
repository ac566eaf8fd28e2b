//! `kosumi analysis` over real pipes: the order of things, floods, ends of input, a client that leaves.
//!
//! What an answer says is tested beside the code; here it matters that it comes at all, once, and in time.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::engine::{Drain, PATIENCE, Process, batch, text_of};
use crate::framing;

/// A server in conversation.
struct Server {
    process: Process,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

fn command(flags: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    command.args(["analysis", "--visits", "20"]).args(flags);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

impl Server {
    fn start(flags: &[&str]) -> Server {
        let mut process = Process::spawn(&mut command(flags));
        let stdin = process.0.stdin.take();
        let stdout = BufReader::new(process.0.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Server {
            process,
            stdin,
            lines,
        }
    }

    fn send(&mut self, request: &Value) {
        let stdin = self.stdin.as_mut().unwrap();
        writeln!(stdin, "{request}")
            .and_then(|()| stdin.flush())
            .unwrap();
    }

    /// The next line, with stdin still open: only a flushed line arrives.
    fn next(&self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("a line in time");
        serde_json::from_str(&line).expect("a line of JSON")
    }

    /// The next line that is one.
    fn next_that(&self, is_one: impl Fn(&Value) -> bool) -> Value {
        std::iter::repeat_with(|| self.next()).find(is_one).unwrap()
    }

    /// Everything after the end of input; the program must leave.
    fn finish(mut self) -> Vec<Value> {
        self.stdin = None;
        let mut rest = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            rest.push(serde_json::from_str(&line).unwrap());
        }
        let status = self.process.wait(PATIENCE).expect("the program ends");
        assert!(status.success(), "{status}");
        let mut stderr = Drain::new(self.process.0.stderr.take().unwrap());
        framing::check_stderr(&stderr.read_to_end(PATIENCE).unwrap()).unwrap();
        rest
    }
}

fn query(id: &str, changes: &Value) -> Value {
    let mut value = json!({
        "id": id, "moves": [["B", "E5"], ["W", "C3"]], "rules": "japanese", "komi": 6.5,
        "boardXSize": 9, "boardYSize": 9,
    });
    for (name, change) in changes.as_object().unwrap() {
        value[name] = change.clone();
    }
    value
}

fn endless(id: &str, changes: &Value) -> Value {
    let mut value = query(id, changes);
    value["maxVisits"] = json!(1_000_000_000);
    value
}

fn is_last(answer: &Value) -> bool {
    answer["isDuringSearch"] == json!(false)
}

#[test]
fn the_example_of_the_page_works() {
    let page = include_str!("../docs/analysis-server.md");
    let line = page
        .lines()
        .find(|line| line.contains("kosumi analysis") && line.contains("echo '"))
        .expect("an example");
    let request = line.split('\'').nth(1).unwrap();
    let mut server = Server::start(&[]);
    server.send(&serde_json::from_str(request).unwrap());
    let answers = server.finish();
    assert_eq!(answers.len(), 3);
    assert!(answers.iter().all(|answer| is_last(answer)
        && answer["moveInfos"][0]["winrate"].is_number()
        && answer["error"].is_null()));
}

#[test]
fn a_review_tool_is_served() {
    // The fields that a reviewer of whole games sends.
    let mut server = Server::start(&["--threads", "2"]);
    server.send(&query(
        "QUERY:1",
        &json!({
            "priority": 3, "analyzeTurns": [2], "maxVisits": 50, "includeOwnership": true,
            "includeMovesOwnership": true, "includePolicy": true, "initialStones": [],
            "initialPlayer": "B", "reportDuringSearchEvery": 1.0,
            "overrideSettings": {"reportAnalysisWinratesAs": "BLACK", "maxTime": 8.0,
                "wideRootNoise": 0.04, "futureOfReviews": 1.1},
        }),
    ));
    let warning = server.next();
    assert_eq!(warning["warning"], "Unknown config params: futureOfReviews");
    assert_eq!(
        (&warning["field"], &warning["id"]),
        (&json!("overrideSettings"), &json!("QUERY:1"))
    );
    let answer = server.next_that(is_last);
    assert_eq!(answer["rootInfo"]["visits"], 50);
    assert_eq!(answer["policy"].as_array().unwrap().len(), 82);
    assert_eq!(answer["ownership"].as_array().unwrap().len(), 81);
    // It tries moves that may be illegal, and knows them by these words.
    server.send(&query(
        "QUERY:2",
        &json!({"moves": [["B", "E5"], ["W", "E5"]]}),
    ));
    let error = server.next();
    assert_eq!(
        error,
        json!({"error": "Illegal move 1: E5", "field": "moves", "id": "QUERY:2"})
    );
    assert!(server.finish().is_empty());
}

#[test]
fn a_search_ends_when_it_is_terminated_and_tells_what_it_found() {
    let mut server = Server::start(&["--threads", "1"]);
    let reports = json!({"reportDuringSearchEvery": 0.01, "analyzeTurns": [1, 2]});
    server.send(&endless("long", &reports));
    server.next_that(|answer| answer["isDuringSearch"] == json!(true));
    server.send(&endless("later", &json!({})));
    server.send(&json!({"id": "t", "action": "terminate", "terminateId": "later"}));
    let skipped = server.next_that(|answer| answer["id"] == "later");
    let expected =
        json!({"id": "later", "isDuringSearch": false, "noResults": true, "turnNumber": 2});
    assert_eq!(skipped, expected);
    let echo = server.next_that(|answer| answer["id"] == "t");
    assert_eq!(echo["terminateId"], "later");
    server.send(
        &json!({"id": "u", "action": "terminate", "terminateId": "long", "turnNumbers": [1]}),
    );
    let ended = server.next_that(|answer| is_last(answer) && answer["turnNumber"] == 1);
    assert!(ended["rootInfo"]["visits"].as_u64().unwrap() > 0);
    server.next_that(|answer| answer["isDuringSearch"] == json!(true) && answer["turnNumber"] == 2);
    server.send(&json!({"id": "v", "action": "terminate_all"}));
    server.next_that(|answer| is_last(answer) && answer["turnNumber"] == 2);
    server.send(&json!({"id": "w", "action": "query_version"}));
    server.next_that(|answer| answer["id"] == "w");
    assert!(server.finish().is_empty());
}

#[test]
fn what_is_more_urgent_comes_first() {
    let mut server = Server::start(&["--threads", "1"]);
    let running = json!({"reportDuringSearchEvery": 0.01});
    server.send(&endless("first", &running));
    server.next_that(|answer| answer["id"] == "first");
    server.send(&query("low", &json!({"priority": -1})));
    server.send(&query(
        "turns",
        &json!({"analyzeTurns": [0, 1, 2], "priorities": [1, 9, 5]}),
    ));
    server.send(&query("high", &json!({"priority": 5})));
    server.send(&json!({"id": "t", "action": "terminate", "terminateId": "first"}));
    let mut order: Vec<(String, u64)> = Vec::new();
    order.extend(
        server
            .finish()
            .iter()
            .filter(|answer| is_last(answer))
            .map(|answer| {
                let id = answer["id"].as_str().unwrap().to_owned();
                (id, answer["turnNumber"].as_u64().unwrap())
            }),
    );
    let expected = [
        ("first", 2),
        ("turns", 1),
        ("turns", 2),
        ("high", 2),
        ("turns", 0),
        ("low", 2),
    ];
    assert_eq!(order, expected.map(|(id, turn)| (id.to_owned(), turn)));
}

#[test]
fn thousands_of_queries_may_be_sent_before_an_answer_is_read() {
    const QUERIES: usize = 3000;
    let mut process = Process::spawn(&mut command(&[]));
    let mut stdin = process.0.stdin.take().unwrap();
    for number in 0..QUERIES {
        // Half of them are answered at once, which fills the pipe that nobody empties yet.
        let moves = if number % 2 == 0 {
            json!([])
        } else {
            json!([["B", "Z9"]])
        };
        let query = query(
            &number.to_string(),
            &json!({"moves": moves, "maxVisits": 1}),
        );
        writeln!(stdin, "{query}").unwrap();
    }
    drop(stdin);
    let mut stdout = Drain::new(process.0.stdout.take().unwrap());
    let bytes = stdout.read_to_end(PATIENCE * 2).unwrap();
    let mut answers: HashMap<String, usize> = HashMap::new();
    for line in std::str::from_utf8(&bytes).unwrap().lines() {
        let answer: Value = serde_json::from_str(line).unwrap();
        *answers
            .entry(answer["id"].as_str().unwrap().to_owned())
            .or_default() += 1;
    }
    assert_eq!(answers.len(), QUERIES);
    assert!(answers.values().all(|&count| count == 1));
    assert!(process.wait(PATIENCE).unwrap().success());
}

/// Sends a line again and again and reads nothing until no more is taken. Returns the bytes that were taken and the memory that
/// they have cost, in KiB.
#[cfg(target_os = "linux")]
fn flood(line: &str) -> (usize, u64) {
    use crate::streams::peak_memory;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    let flags = ["--model", "none", "--param", "memory_mb=64"];
    let mut process = Process::spawn(&mut command(&flags));
    let before = peak_memory(&process);
    let mut stdin = process.0.stdin.take().unwrap();
    let lines = line.repeat(1 + (1 << 16) / line.len());
    let taken = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&taken);
    thread::spawn(move || {
        while stdin.write_all(lines.as_bytes()).is_ok() {
            counter.fetch_add(lines.len(), Ordering::Relaxed);
        }
    });
    let begun = Instant::now();
    let mut last = (0, Instant::now());
    while last.1.elapsed() < Duration::from_secs(2) && begun.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(50));
        let now = taken.load(Ordering::Relaxed);
        if now != last.0 {
            last = (now, Instant::now());
        }
    }
    (last.0, peak_memory(&process).saturating_sub(before))
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_never_reads_fills_no_memory() {
    let endless = endless("q", &json!({"priority": 1}));
    for line in [
        "{\"id\":\"v\",\"action\":\"query_version\"}\n",
        "nonsense\n",
        &format!("{endless}\n"),
    ] {
        let (taken, memory) = flood(line);
        assert!(taken > 1 << 16, "{line}");
        assert!(
            memory < 256 << 10,
            "{line}: {taken} bytes took {memory} KiB"
        );
    }
}

#[test]
fn odd_bytes_do_no_harm() {
    let mut process = Process::spawn(&mut command(&[]));
    let mut stdin = process.0.stdin.take().unwrap();
    let mut stdout = Drain::new(process.0.stdout.take().unwrap());
    let writer = thread::spawn(move || {
        stdin
            .write_all(b"\xEF\xBB\xBF\r\n\n  \n\xff\xfe\n\0\n{\"id\":")
            .unwrap();
        stdin.write_all(&vec![b'['; 20 << 20]).unwrap();
        stdin.write_all(b"\n{\"id\":\"x\",\"moves\":").unwrap();
        stdin.write_all(&vec![b'['; 1 << 20]).unwrap();
        stdin
            .write_all(b"\n{\"id\":\"v\",\"action\":\"query_version\"}")
            .unwrap();
    });
    let bytes = stdout.read_to_end(PATIENCE).unwrap();
    writer.join().unwrap();
    let answers: Vec<Value> = std::str::from_utf8(&bytes)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(answers.len(), 5, "{answers:?}");
    assert!(
        answers[..4]
            .iter()
            .all(|answer| answer["error"].is_string())
    );
    assert_eq!(answers[2], json!({"error": "line too long"}));
    assert_eq!(answers[4]["id"], "v");
    assert!(process.wait(PATIENCE).unwrap().success());
}

#[test]
fn a_client_that_leaves_ends_the_program_quietly() {
    let mut process = Process::spawn(&mut command(&["--threads", "2"]));
    drop(process.0.stdout.take());
    let mut stderr = Drain::new(process.0.stderr.take().unwrap());
    // Stdin stays open: what ends the program is that nobody can hear it.
    let mut stdin = process.0.stdin.take().unwrap();
    let reports = json!({"reportDuringSearchEvery": 0.01});
    let _ = writeln!(stdin, "{}", endless("a", &reports));
    let _ = writeln!(
        stdin,
        "{}",
        endless("b", &json!({"analyzeTurns": [0, 1, 2]}))
    );
    let status = process.wait(PATIENCE).expect("the program ends");
    assert!(status.success(), "{status}");
    framing::check_stderr(&stderr.read_to_end(PATIENCE).unwrap()).unwrap();
}

#[test]
fn the_end_of_input_ends_everything_if_that_is_wanted() {
    let mut server = Server::start(&["--threads", "1", "--quit-without-waiting"]);
    let reports = json!({"reportDuringSearchEvery": 0.01});
    server.send(&endless("a", &reports));
    server.next();
    server.send(&endless("b", &json!({})));
    let rest = server.finish();
    assert!(rest.iter().all(|answer| answer["id"] == "a"));
    assert!(is_last(rest.last().unwrap()));
}

/// The probabilities that `kata-analyze` tells, by move.
fn priors_of_line(line: &str) -> HashMap<String, f64> {
    let infos = line.split("info ").skip(1).map(|info| {
        let words: Vec<&str> = info.split_whitespace().collect();
        let after = |key| words[1 + words.iter().position(|&word| word == key).unwrap()];
        (after("move").to_owned(), after("prior").parse().unwrap())
    });
    infos.collect()
}

#[test]
fn every_protocol_tells_the_same_prior() {
    // A network tries fewer moves.
    for (model, fewest) in [("none", 10), ("own", 5)] {
        compare_priors(model, fewest);
    }
}

/// Compares what the protocols tell of the priors of a network or, without one, of the learned prior, for more than
/// so many moves.
fn compare_priors(model: &str, fewest: usize) {
    const VISITS: u32 = 60;
    // Black may not retake the ko at C3, and a pass has its share.
    let moves = "B2 C2 A3 D3 B4 C4 C3 B3";
    let colored = moves.split(' ').zip(["B", "W"].into_iter().cycle());
    let colored: Vec<(&str, &str)> = colored.map(|(mv, color)| (color, mv)).collect();

    let mut server = Server::start(&["--model", model]);
    server.send(&query(
        "P",
        &json!({
            "moves": colored, "boardXSize": 5, "boardYSize": 5, "includePolicy": true,
            "rules": "tromp-taylor", "komi": 7.5, "maxVisits": VISITS,
        }),
    ));
    let answer = server.finish().remove(0);

    let directory = std::env::temp_dir();
    let mut input = vec![
        format!("kosumi-param model {model}"),
        "boardsize 5".to_owned(),
    ];
    input.extend(
        colored
            .iter()
            .map(|(color, mv)| format!("play {color} {mv}")),
    );
    input.extend(["kata-search_analyze b minmoves 99", "heatmap", "quit"].map(str::to_owned));
    let outcome = batch(&directory, VISITS, text_of(input).into_bytes()).unwrap();
    let responses = outcome.responses().unwrap();
    let heatmap = &responses[responses.len() - 2].block;
    let lines = &responses[responses.len() - 3].block;

    let told = priors_of_line(lines.lines().find(|line| line.starts_with("info")).unwrap());
    let policy: Vec<f64> = serde_json::from_value(answer["policy"].clone()).unwrap();
    let words = heatmap.split_whitespace();
    let heat: Vec<f64> = words.filter_map(|word| word.parse().ok()).collect();
    let rows = (1..=5).rev();
    let points = rows.flat_map(|row| "ABCDE".chars().map(move |column| format!("{column}{row}")));
    let mut compared = 0;
    for (place, name) in points.chain(["pass".to_owned()]).enumerate() {
        let expected = policy[place];
        assert!(
            (heat[place] - 1000.0 * expected.max(0.0)).abs() <= 0.51,
            "{name}"
        );
        if let Some(prior) = told.get(&name) {
            assert!(
                (prior - expected).abs() < 2e-6,
                "{name}: {prior} {expected}"
            );
            compared += 1;
        }
        let infos = answer["moveInfos"].as_array().unwrap();
        let info = infos.iter().find(|info| info["move"] == name);
        if let Some(info) = info {
            let prior = info["prior"].as_f64().unwrap();
            assert!(
                (prior - expected).abs() < 2e-6,
                "{name}: {prior} {expected}"
            );
        }
    }
    assert!(compared > fewest && policy[12] < 0.0 && policy[25] > 0.0);
    let sum: f64 = policy.iter().filter(|&&share| share > 0.0).sum();
    assert!((sum - 1.0).abs() < 1e-5, "{sum}");
}
