//! Tests of whole tables by messages, without a server.

use super::*;
use crate::eval::Model;
use crate::go::rules::Preset;
use crate::go::{Game, Size};
use crate::params::Params;
use crate::session::Start;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;
use web_time::Instant;

/// A desk that plays fast, by playouts.
fn desk(folder: &Path) -> Arc<Desk> {
    Desk::open(start(), networks(), 2, folder).unwrap()
}

fn networks() -> Vec<(String, Option<Model>)> {
    vec![("none".to_owned(), None)]
}

fn start() -> Start {
    let mut params = Params {
        visits: Some(50),
        ..Params::default()
    };
    params.player.model = None;
    params.player.threads = Some(1);
    params.player.dead_playouts = 50;
    let rules = Preset::find("chinese").unwrap().rules;
    Start {
        seed: 1,
        params,
        game: Game::new(Size::square(19), rules),
        ..Start::default()
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "messages are made where they are sent"
)]
fn ask(desk: &Desk, message: Value) -> Value {
    let answer = desk.ask(&message.to_string());
    let answer = answer.unwrap_or_else(|error| panic!("{message}: {error}"));
    serde_json::from_str(&answer).unwrap()
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "messages are made where they are sent"
)]
fn refused(desk: &Desk, message: Value) -> String {
    match desk.ask(&message.to_string()) {
        Ok(answer) => panic!("{message}: {answer}"),
        Err(error) => error.to_string(),
    }
}

/// Hears all events of a table.
fn listen(desk: &Desk, table: &str) -> Receiver<Value> {
    let (sender, events) = channel();
    let listener = move |event: &EventText| {
        let event = if event.text.is_empty() {
            "{}"
        } else {
            &event.text
        };
        sender.send(serde_json::from_str(event).unwrap()).is_ok()
    };
    desk.listen(table, Box::new(listener)).unwrap();
    events
}

/// Waits for an event of a name that fits.
fn wait(events: &Receiver<Value>, name: &str, fits: impl Fn(&Value) -> bool) -> Value {
    let end = Instant::now() + Duration::from_mins(1);
    loop {
        let left = end.saturating_duration_since(Instant::now());
        let event = events
            .recv_timeout(left)
            .unwrap_or_else(|_| panic!("no {name} came"));
        if event["event"] == name && fits(&event) {
            return event;
        }
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "messages are made where they are sent"
)]
fn new(desk: &Desk, order: Value) -> (String, Value) {
    let mut message = json!({ "do": "new", "columns": 5, "rows": 5 });
    message
        .as_object_mut()
        .unwrap()
        .extend(order.as_object().unwrap().clone());
    let state = ask(desk, message);
    (state["table"].as_str().unwrap().to_owned(), state)
}

/// Asks for a table until it fits.
fn until(desk: &Desk, table: &str, fits: impl Fn(&Value) -> bool) -> Value {
    let end = Instant::now() + Duration::from_mins(1);
    loop {
        let state = ask(desk, json!({ "do": "state", "table": table }));
        if fits(&state) {
            return state;
        }
        assert!(Instant::now() < end, "{state}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn person() -> Value {
    json!({ "kind": "person", "name": "me" })
}

fn kosumi() -> Value {
    json!({ "kind": "kosumi" })
}

/// Black has the left half of a board of 5x5, White the right one, and White passes at the end.
const HALVES: [(&str, usize); 8] = [
    ("b", 1),
    ("w", 3),
    ("b", 6),
    ("w", 8),
    ("b", 11),
    ("w", 13),
    ("b", 16),
    ("w", 18),
];

#[test]
fn two_persons_play_a_whole_game_and_agree() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    let order = json!({ "mode": "play", "black": person(), "white": person(), "komi": 0.5 });
    let (table, state) = new(&desk, order);
    assert_eq!(
        (&state["phase"], &state["komi"]),
        (&json!("playing"), &json!(0.5))
    );
    let events = listen(&desk, &table);
    let mut node = 0;
    for (_, point) in HALVES {
        let answer = ask(
            &desk,
            json!({ "do": "play", "table": table, "node": node, "point": point }),
        );
        node = answer["at"].as_u64().unwrap();
    }
    let old = json!({ "do": "play", "table": table, "node": 0, "point": 12 });
    assert!(refused(&desk, old).contains("last move"));
    for point in [21, 23] {
        let answer = ask(
            &desk,
            json!({ "do": "play", "table": table, "node": node, "point": point }),
        );
        node = answer["at"].as_u64().unwrap();
    }
    for _ in 0..2 {
        let answer = ask(
            &desk,
            json!({ "do": "play", "table": table, "node": node, "point": null }),
        );
        node = answer["at"].as_u64().unwrap();
    }
    wait(&events, "phase", |event| event["phase"] == "marking");
    // Both agree as soon as kosumi has judged.
    let end = Instant::now() + Duration::from_mins(1);
    while desk
        .ask(&json!({ "do": "accept", "table": table }).to_string())
        .is_err()
    {
        assert!(Instant::now() < end);
    }
    let over = wait(&events, "phase", |event| event["phase"] == "over");
    assert_eq!(over["result"], "W+0.5");
    let save = ask(&desk, json!({ "do": "save", "table": table }));
    let name = save["name"].as_str().unwrap();
    assert!(name.ends_with("-me-me.sgf"), "{name}");
    let text = save["sgf"].as_str().unwrap();
    assert!(
        text.contains("RE[W+0.5]") && text.contains("PB[me]") && !text.contains("KOSUMI["),
        "{text}"
    );
    let score = ask(&desk, json!({ "do": "score", "table": table }));
    assert_eq!(score["result"], "W+0.5");
    assert_eq!(
        (&score["unfinished"], &score["dead"]),
        (&json!(false), &json!([]))
    );
    assert_eq!(score["area"].as_array().unwrap().len(), 10);
    assert!(score["table"].as_array().unwrap().len() > 10);
    assert_eq!(score["chains"].as_array().unwrap().len(), 2);
}

#[test]
fn kosumi_answers_and_undo_takes_both_back() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    let order = json!({ "mode": "play", "black": person(), "white": kosumi() });
    let (table, _) = new(&desk, order);
    let events = listen(&desk, &table);
    let answer = ask(
        &desk,
        json!({ "do": "play", "table": table, "node": 0, "point": 12 }),
    );
    let own = &answer["at"];
    wait(&events, "thinking", |event| event["color"] == "white");
    let moved = wait(&events, "nodes", |event| event["at"] != *own);
    let nodes = moved["nodes"].as_array().unwrap();
    assert!(
        nodes
            .iter()
            .any(|node| node["color"] == "white" && node["number"] == 2)
    );
    let undone = ask(&desk, json!({ "do": "undo", "table": table }));
    assert_eq!(
        (&undone["at"], undone["removed"].as_array().unwrap().len()),
        (&json!(0), 2)
    );
    assert!(refused(&desk, json!({ "do": "undo", "table": table })).contains("no move of yours"));
    let hint = ask(&desk, json!({ "do": "hint", "table": table }));
    assert!(hint["visits"].as_u64().unwrap() >= 100 && hint["done"] == true);
    assert_eq!(hint["ownership"].as_array().unwrap().len(), 25);
    ask(&desk, json!({ "do": "resign", "table": table }));
    let over = wait(&events, "phase", |event| event["phase"] == "over");
    assert_eq!(over["result"], "W+R");
    ask(&desk, json!({ "do": "undo", "table": table }));
    assert_eq!(
        ask(&desk, json!({ "do": "state", "table": table }))["phase"],
        "playing"
    );
}

#[test]
fn kosumi_plays_itself_to_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    let order =
        json!({ "mode": "play", "black": kosumi(), "white": { "kind": "kosumi", "rank": "5k" } });
    let (table, state) = new(&desk, order);
    assert!(
        state["info"]["white"].as_str().unwrap().ends_with(", 5k"),
        "{}",
        state["info"]
    );
    let events = listen(&desk, &table);
    let over = wait(&events, "phase", |event| event["phase"] == "over");
    let result = over["result"].as_str().unwrap();
    assert!(result.starts_with(['B', 'W', '0']), "{result}");
}

#[test]
fn dead_stones_are_turned_and_disputes_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    let order =
        json!({ "mode": "play", "black": person(), "white": kosumi(), "rules": "japanese" });
    let (table, _) = new(&desk, order);
    let early = json!({ "do": "dead", "table": table, "point": 3 });
    assert!(refused(&desk, early).contains("play has stopped"));
    // A file of a game that is being marked.
    let moves: String =
        ";B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be];W[de];B[];W[]".to_owned();
    let state = ask(
        &desk,
        json!({ "do": "load", "sgf": format!("(;SZ[5]RU[Japanese]{moves})") }),
    );
    let id = state["table"].as_str().unwrap();
    let path = folder.path().join(format!("{id}.sgf"));
    ask(&desk, json!({ "do": "close", "table": id }));
    let text = fs::read_to_string(&path).unwrap();
    let text = text.replacen("\"mode\":\"analyze\"", "\"mode\":\"play\"", 1);
    let text = text.replacen("\"phase\":\"playing\"", "\"phase\":\"marking\"", 1);
    let black = "\"players\":{\"black\":{\"kind\":\"person\"";
    assert!(text.contains(black), "{text}");
    let text = text.replacen(
        "\"white\":{\"kind\":\"person\"",
        "\"white\":{\"kind\":\"kosumi\"",
        1,
    );
    fs::write(&path, text).unwrap();
    let events = listen(&desk, id);
    until(&desk, id, |state| state["agreed"] == json!(["white"]));
    let turned = ask(&desk, json!({ "do": "dead", "table": id, "point": 3 }));
    assert_eq!(turned["dead"], json!([3, 8, 13, 18, 23]));
    assert_eq!(turned["agreed"], json!([]));
    let why = wait(&events, "message", |_| true);
    assert!(why["text"].as_str().unwrap().contains("lives"), "{why}");
    // kosumi does not agree, so play goes on.
    let accepted = ask(
        &desk,
        json!({ "do": "accept", "table": id, "color": "black" }),
    );
    assert_eq!(
        (&accepted["phase"], &accepted["agreed"]),
        (&json!("marking"), &json!(["black"]))
    );
    let resumed = ask(&desk, json!({ "do": "resume", "table": id }));
    assert_eq!(resumed["phase"], "playing");
    assert!(refused(&desk, json!({ "do": "resume", "table": id })).contains("not stopped"));
}

#[test]
fn resumed_play_stops_when_both_have_passed_again() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    let order = json!({ "mode": "play", "black": person(), "white": person() });
    let (table, _) = new(&desk, order);
    let mut node = 0;
    let mut pass = || {
        let answer = ask(
            &desk,
            json!({ "do": "play", "table": table, "node": node, "point": null }),
        );
        node = answer["at"].as_u64().unwrap();
    };
    let resume = json!({ "do": "resume", "table": table });
    for _ in 0..2 {
        pass();
        assert!(refused(&desk, resume.clone()).contains("not stopped"));
        pass();
        assert_eq!(ask(&desk, resume.clone())["phase"], "playing");
    }
}

#[test]
fn time_runs_out() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    let control = json!({ "kind": "absolute", "main": 0.5 });
    let order = json!({ "mode": "play", "black": person(), "white": kosumi(), "control": control });
    let (table, state) = new(&desk, order);
    assert_eq!(state["clock"]["running"], "black");
    let unknown = json!({ "do": "set", "table": table, "info": { "weather": "fine" } });
    assert!(refused(&desk, unknown).contains("'weather' cannot be set"));
    let events = listen(&desk, &table);
    let over = wait(&events, "phase", |event| event["phase"] == "over");
    assert_eq!(over["result"], "W+T");
    let late = json!({ "do": "resign", "table": table });
    assert!(refused(&desk, late).contains("over"));
}

#[test]
fn free_handicap_is_placed_by_black() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    let order = json!({ "mode": "play", "black": person(), "white": person(), "handicap": 2, "fixed": false });
    let (table, state) = new(&desk, order);
    assert_eq!(
        (&state["handicap"], &state["komi"]),
        (&json!(2), &json!(0.5))
    );
    for (point, turn) in [(6, "black"), (18, "white")] {
        let placed = ask(
            &desk,
            json!({ "do": "play", "table": table, "node": 0, "point": point }),
        );
        assert_eq!(
            (&placed["at"], &placed["nodes"][0]["turn"]),
            (&json!(0), &json!(turn))
        );
    }
    let played = ask(
        &desk,
        json!({ "do": "play", "table": table, "node": 0, "point": 12 }),
    );
    assert_eq!(played["nodes"][1]["color"], "white");
    let five = json!({ "do": "new", "columns": 5, "rows": 5, "handicap": 2 });
    assert!(refused(&desk, five).contains("handicap"));
}

#[test]
fn variations_are_edited_saved_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let first = desk(folder.path());
    let sgf = "(;SZ[5]XY[kept]C[start];B[cc](;W[bb];B[aa])(;W[dd]TR[aa]))";
    let state = ask(&first, json!({ "do": "load", "sgf": sgf }));
    let table = state["table"].as_str().unwrap();
    assert_eq!(state["nodes"].as_array().unwrap().len(), 5);
    let on = |name: &str, more: Value| {
        let mut message = json!({ "do": name, "table": table });
        message
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        message
    };
    let played = ask(&first, on("play", json!({ "node": 1, "point": 24 })));
    let id = played["at"].as_u64().unwrap();
    let marks = json!([[4, "square"], [3, "label", "A"]]);
    let edit = json!({ "node": id, "comment": "a ] b", "name": "n", "marks": marks });
    let edited = ask(&first, on("edit", edit));
    assert_eq!(
        edited["nodes"][0]["marks"],
        json!([[4, "square", ""], [3, "label", "A"]])
    );
    ask(&first, on("promote", json!({ "node": id })));
    let setup = ask(
        &first,
        on(
            "setup",
            json!({ "node": 2, "stones": [[0, ""], [1, "white"]], "turn": "black" }),
        ),
    );
    assert_eq!(setup["nodes"][1]["turn"], "black");
    let deleted = ask(&first, on("delete", json!({ "node": 3 })));
    assert_eq!(deleted["removed"], json!([3]));
    assert!(refused(&first, on("delete", json!({ "node": 0 }))).contains("first node"));
    ask(
        &first,
        on(
            "set",
            json!({ "info": { "black": "x" }, "komi": 3.5, "language": "fr" }),
        ),
    );
    let before = ask(&first, on("state", json!({})));
    // What a killed program has left is all there is.
    let second = desk(folder.path());
    let after = ask(&second, on("state", json!({})));
    for name in ["komi", "info", "language", "players", "phase", "mode"] {
        assert_eq!(before[name], after[name], "{name}");
    }
    // Nodes are numbered anew, in their order.
    let shown = |state: &Value| {
        let nodes = state["nodes"].as_array().unwrap().iter();
        let parts = nodes.map(|node| {
            let names = [
                "color", "point", "turn", "changes", "marks", "comment", "name", "number",
            ];
            names.map(|name| node[name].clone())
        });
        parts.collect::<Vec<_>>()
    };
    assert_eq!(shown(&before), shown(&after));
    let save = ask(&second, on("save", json!({})));
    let text = save["sgf"].as_str().unwrap();
    for part in ["XY[kept]", "C[a \\] b]", "LB[da:A]", "TR[aa]", "PB[x]"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let saved = ask(&second, json!({ "do": "saved" }));
    assert_eq!(saved["games"][0]["id"], table);
    let again = ask(&second, json!({ "do": "open", "saved": table }));
    assert_eq!(again["table"], table);
    ask(&second, json!({ "do": "forget", "saved": table }));
    assert!(refused(&second, on("state", json!({}))).contains("no table"));
    first.end();
}

#[test]
fn analysis_reports_until_it_is_told_to_end() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    let (table, _) = new(&desk, json!({}));
    let events = listen(&desk, &table);
    ask(
        &desk,
        json!({ "do": "analyze", "table": table, "on": true, "visits": 2000 }),
    );
    let report = wait(&events, "report", |event| event["done"] == true);
    assert!(
        report["visits"].as_u64().unwrap() >= 2000,
        "{}",
        report["visits"]
    );
    assert_eq!(
        (
            &report["node"],
            report["ownership"].as_array().unwrap().len()
        ),
        (&json!(0), 25)
    );
    assert!(
        !report["candidates"][0]["line"]
            .as_array()
            .unwrap()
            .is_empty()
    );
    // Another node is analyzed when somebody looks there.
    let played = ask(
        &desk,
        json!({ "do": "play", "table": table, "node": 0, "point": 12 }),
    );
    wait(&events, "report", |event| event["node"] == played["at"]);
    ask(
        &desk,
        json!({ "do": "analyze", "table": table, "on": false }),
    );
    ask(
        &desk,
        json!({ "do": "deepen", "table": table, "node": 0, "visits": 100 }),
    );
    wait(&events, "report", |event| {
        event["node"] == 0 && event["done"] == true
    });
    let unknown = json!({ "do": "analyze", "table": table, "on": true, "network": "no such" });
    assert!(refused(&desk, unknown).contains("no network"));
    let state = ask(&desk, json!({ "do": "state", "table": table }));
    assert_eq!(state["analysis"]["on"], false);
    assert!(state["nodes"][0]["report"]["visits"].as_u64().unwrap() > 0);
}

/// Without threads a desk does the same step by step, and its owner keeps the files.
#[test]
fn a_desk_works_by_hand() {
    let desk = Desk::by_hand(start(), networks(), []);
    let white = json!({ "kind": "kosumi" });
    let (table, _) = new(&desk, json!({ "mode": "play", "white": white }));
    let events = listen(&desk, &table);
    let work_until = |what: &str, holds: &dyn Fn(&Value) -> bool| {
        let start = Instant::now();
        loop {
            let is_busy = desk.work();
            while let Ok(event) = events.try_recv() {
                if event["event"] == what && holds(&event) {
                    return event;
                }
            }
            assert!(start.elapsed() < Duration::from_mins(2), "no {what} came");
            if !is_busy {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
    };
    ask(
        &desk,
        json!({ "do": "play", "table": table, "node": 0, "point": 12 }),
    );
    work_until("nodes", &|event| event["at"] == 2);
    ask(
        &desk,
        json!({ "do": "set", "table": table, "mode": "analyze" }),
    );
    // An analysis without an end gives way, so that other messages are answered.
    ask(
        &desk,
        json!({ "do": "analyze", "table": table, "on": true }),
    );
    let visits = |report: &Value| report["visits"].as_u64().unwrap();
    let first = work_until("report", &|_| true);
    work_until("report", &|event| visits(event) > 2 * visits(&first));
    ask(
        &desk,
        json!({ "do": "review", "table": table, "visits": 100 }),
    );
    work_until("judged", &|event| event["node"] == 2);
    ask(
        &desk,
        json!({ "do": "analyze", "table": table, "on": false }),
    );
    desk.end();
    let changes = desk.take_changes();
    let [
        FileChange {
            name,
            bytes: Some(bytes),
        },
    ] = changes.as_slice()
    else {
        panic!("{changes:?}");
    };
    assert_eq!(*name, format!("{table}.sgf"));
    let kept = KeptFile {
        name: name.clone(),
        modified: web_time::SystemTime::UNIX_EPOCH,
        bytes: bytes.clone(),
    };
    let again = Desk::by_hand(start(), networks(), [kept]);
    let saved = ask(&again, json!({ "do": "saved" }));
    assert_eq!(saved["games"][0]["moves"], 2);
    let state = ask(&again, json!({ "do": "open", "saved": table }));
    assert_eq!(state["nodes"].as_array().unwrap().len(), 3);
    assert!(again.take_changes().is_empty());
}

/// Whoever compares sees the game by other rules, komi and search; the game itself and its file stay as they are.
#[test]
fn analysis_can_differ_from_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    let (table, _) = new(&desk, json!({}));
    let events = listen(&desk, &table);
    let analyze = |more: Value| {
        let mut order = json!({ "do": "analyze", "table": table, "on": true, "visits": 300 });
        let order_fields = order.as_object_mut().unwrap();
        order_fields.extend(more.as_object().unwrap().clone());
        order
    };
    let found = |more: Value, is_other: bool| {
        ask(&desk, analyze(more));
        let report = wait(&events, "report", |event| event["done"] == true);
        assert_eq!(report["other"] == true, is_other);
        report["chance"].as_f64().unwrap()
    };
    let usual = found(json!({}), false);
    let far_behind = found(
        json!({ "komi": 60, "params": { "cpuctExploration": "2" } }),
        true,
    );
    assert!(
        far_behind < 0.2 && usual > far_behind + 0.2,
        "{usual} {far_behind}"
    );
    // Stones alone count here, and each player pays for a group.
    found(json!({ "rules": "ancient-area" }), true);
    let state = ask(&desk, json!({ "do": "state", "table": table }));
    assert_eq!(state["analysis"]["rules"], "ancient-area");
    assert_ne!(state["rules"], "ancient-area");
    let kept = &state["nodes"][0]["report"];
    assert_eq!(
        (kept["chance"].as_f64(), &kept["other"]),
        (Some(usual), &Value::Null)
    );
    for (bad, reason) in [
        (json!({ "rules": "no such" }), "no such"),
        (json!({ "komi": 1e6 }), "no komi"),
        (
            json!({ "params": { "cpuctExploration": "x" } }),
            "cpuctExploration",
        ),
        (json!({ "params": { "no such": "1" } }), "no parameter"),
        (
            json!({ "params": { "threads": "2" } }),
            "no parameter of the search",
        ),
    ] {
        let refusal = refused(&desk, analyze(bad));
        assert!(refusal.contains(reason), "{refusal}");
    }
}

#[test]
fn a_game_is_reviewed_in_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    let text = "(;SZ[7:3]KM[-9.5]AB[ba][bb][bc]AW[ca][cb][cc][ea][eb][ec];B[gb];W[ab];B[ga])";
    let state = ask(&desk, json!({ "do": "load", "sgf": text }));
    let table = state["table"].as_str().unwrap();
    let events = listen(&desk, table);
    ask(
        &desk,
        json!({ "do": "review", "table": table, "visits": 300 }),
    );
    let judged = wait(&events, "judged", |event| event["node"] == 1);
    assert_eq!(judged["grade"], 3, "{judged}");
    assert_eq!(judged["better"]["line"][0], 7, "{judged}");
    let reasons = judged["reasons"].as_array().unwrap();
    assert!(
        reasons.iter().all(|reason| reason["text"] != ""),
        "{judged}"
    );
    assert!(!reasons.is_empty(), "{judged}");
    let asked = ask(&desk, json!({ "do": "reasons", "table": table, "node": 1 }));
    assert_eq!(asked["reasons"], judged["reasons"]);
    wait(&events, "reviewing", |event| {
        event["done"] == event["total"]
    });
    let end = Instant::now() + Duration::from_mins(1);
    let mut state = Value::Null;
    while state["reviewing"] != Value::Null || state["nodes"] == Value::Null {
        state = ask(&desk, json!({ "do": "state", "table": table }));
        assert!(Instant::now() < end);
    }
    assert!(
        state["nodes"]
            .as_array()
            .unwrap()
            .iter()
            .all(|node| node["report"].is_object())
    );
    // It is kept.
    desk.end();
    let again = self::desk(folder.path());
    let state = ask(&again, json!({ "do": "state", "table": table }));
    assert_eq!(state["nodes"][1]["judged"]["grade"], 3);
}

/// The count of a record's last position, with the dead stones that somebody has named, if any has.
fn count_at_the_end(desk: &Desk, sgf: &str, dead: Option<&[usize]>) -> Value {
    let state = ask(desk, json!({ "do": "load", "sgf": sgf }));
    let last = state["nodes"].as_array().unwrap().len() - 1;
    let message = json!({ "do": "score", "table": state["table"], "node": last, "dead": dead });
    ask(desk, message)
}

#[test]
fn an_unfinished_game_gets_an_estimate_and_a_finished_one_without_passes_does_not() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    let begun = "(;SZ[9];B[ee];W[cc];B[gc];W[cg];B[gg])";
    // The point between the stones of both is dame.
    let walls = ";B[ba];W[da];B[bb];W[db];B[bc];W[dc];B[bd];W[dd];B[be];W[de];B[cb];W[ee];B[cc];W[ec];B[cd];W[ed]";
    let ended = format!("(;SZ[5]{walls})");
    for (sgf, is_unfinished) in [(begun, true), (&ended, false)] {
        let score = count_at_the_end(&desk, sgf, None);
        assert_eq!(score["unfinished"], is_unfinished, "{sgf}: {score}");
        assert_eq!(score["estimate"]["chance"].is_number(), is_unfinished);
        assert_eq!(score["open"].as_array().unwrap().is_empty(), !is_unfinished);
    }
}

#[test]
fn a_count_names_the_groups_that_the_next_move_decides_while_the_game_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    // White's corner lives if White moves first.
    let corner = "AW[da][ab][bb][cb][db]AB[ea][eb][ac][bc][cc][dc][ec]";
    let both_pass = ";B[];W[]";
    for (moves, count) in [("", 1), (both_pass, 0)] {
        let score = count_at_the_end(&desk, &format!("(;SZ[7]{corner}{moves})"), None);
        let groups = score["unsettled"].as_array().unwrap();
        assert_eq!(groups.len(), count, "{score}");
        for group in groups {
            assert_eq!(group["points"], json!([3, 7, 8, 9, 10]));
            let text = group["text"].as_str().unwrap();
            assert!(text.starts_with("White "), "{text}");
            assert!(text.contains("; the first move is worth about "), "{text}");
            for (at, first) in ["black", "white"].into_iter().enumerate() {
                // Either player's first move is the vital point.
                let line = &group["lines"][at];
                assert_eq!(
                    (&line["first"], &line["line"][0]),
                    (&json!(first), &json!(1))
                );
            }
        }
    }
    // Nothing is read where somebody has named the dead stones.
    let score = count_at_the_end(&desk, &format!("(;SZ[7]{corner})"), Some(&[]));
    assert_eq!(score["unsettled"], json!([]));
}

#[test]
fn a_group_is_solved_with_a_line_for_each_first_move() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    // White's corner lives if White moves first. With a stone on its middle point it is dead.
    let corner = "AW[da][ab][bb][cb][db]AB[ea][eb][ac][bc][cc][dc][ec]";
    let dead = corner.replace("AB", "AB[ba]") + "PL[W]";
    for (stones, first, text) in [
        (
            corner,
            "black",
            "White's 5 stones at A6: Black captures, with B7.",
        ),
        (
            &dead,
            "white",
            "White's 5 stones at A6 die whoever moves first. White's first moves:",
        ),
    ] {
        let state = ask(
            &desk,
            json!({ "do": "load", "sgf": format!("(;SZ[7]{stones})") }),
        );
        let message =
            |point: usize| json!({ "do": "solve", "table": state["table"], "point": point });
        let told = ask(&desk, message(7));
        assert_eq!(
            (&told["text"], &told["first"]),
            (&json!(text), &json!(first))
        );
        assert_eq!(told["points"], json!([3, 7, 8, 9, 10]));
        let moves = told["moves"].as_array().unwrap();
        assert!(moves.len() > 1, "{told}");
        for found in moves {
            let works = first == "black" && found["name"] == "B7";
            assert_eq!(found["works"], works, "{told}");
            assert_eq!(found["line"][0], found["point"], "{told}");
        }
        for point in [0, 48, 49, 1000] {
            assert!(desk.ask(&message(point).to_string()).is_err(), "{point}");
        }
    }
}

#[test]
fn the_connection_of_two_chains_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    // Between White's stones is a gap on the first line, below a black wall; the board has seven columns.
    let stones = "AB[ae][be][ce][de][ee][fe][ge][cf]AW[bg][dg]PL[W]";
    let state = ask(
        &desk,
        json!({ "do": "load", "sgf": format!("(;SZ[7]{stones})") }),
    );
    let message = |point: usize, other: usize| json!({ "do": "solve", "table": state["table"], "point": point, "other": other });
    let told = ask(&desk, message(43, 45));
    assert_eq!(
        told["text"],
        "White's stones at B1 and D1: White connects, with C1."
    );
    assert_eq!(told["points"], json!([43, 45]));
    assert_eq!(told["moves"][0]["point"], 44);
    // Nothing there, another color, one chain, no point.
    for (point, other) in [(43, 42), (43, 28), (28, 29), (43, 49)] {
        let message = message(point, other).to_string();
        assert!(desk.ask(&message).is_err(), "{point} {other}");
    }
}

#[test]
fn mistakes_come_back_as_problems() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    // Black's wall lives with A2; he plays elsewhere, and White kills it.
    let sgf = "(;SZ[7:3]KM[-9.5]PB[me]PW[you]RE[W+R]AB[ba][bb][bc]AW[ca][cb][cc][ea][eb][ec];B[gb];W[ab];B[ga])";
    let state = ask(&desk, json!({ "do": "load", "sgf": sgf }));
    let table = state["table"].as_str().unwrap();
    let problems = |name: &str| {
        let answer = ask(&desk, json!({ "do": "problems", "name": name }));
        answer["problems"].as_array().unwrap().clone()
    };
    assert!(problems("").is_empty(), "nothing is reviewed");
    let events = listen(&desk, table);
    ask(
        &desk,
        json!({ "do": "review", "table": table, "visits": 300 }),
    );
    wait(&events, "reviewing", |event| {
        event["done"] == event["total"] && event["total"] != 0
    });
    let mine = problems("me");
    assert_eq!(mine[0]["node"], state["root"], "{mine:?}");
    assert_eq!(
        (&mine[0]["isDue"], &mine[0]["due"]),
        (&json!(true), &json!("due"))
    );
    assert!(problems("you").len() < problems("").len() && problems("nobody").is_empty());
    let attempt = |point: usize| {
        let id = mine[0]["id"].clone();
        json!({ "do": "attempt", "problem": id, "point": point })
    };
    let tries = || {
        let problems = problems("me");
        let posed = problems
            .iter()
            .find(|problem| problem["id"] == mine[0]["id"]);
        let posed = posed.expect("it stays a problem");
        (posed["tries"].clone(), posed["isDue"].clone())
    };
    // Stones are in the way.
    refused(&desk, attempt(1));
    assert_eq!(tries(), (json!(0), json!(true)));
    let wrong = ask(&desk, attempt(6));
    assert_eq!(wrong["right"], false, "{wrong}");
    assert!(wrong["points"].as_f64().unwrap() > 1.0, "{wrong}");
    assert!(
        !wrong.to_string().contains("A2"),
        "the solution is not given away: {wrong}"
    );
    assert_eq!(tries(), (json!(1), json!(false)));
    let right = ask(&desk, attempt(7));
    assert_eq!(
        (&right["right"], &right["better"][0]),
        (&json!(true), &json!(7)),
        "{right}"
    );
    assert_eq!(tries().0, json!(2));
    let answer = ask(
        &desk,
        json!({ "do": "statistics", "name": "me", "language": "fr" }),
    );
    assert_eq!(
        (&answer["games"], &answer["moves"]),
        (&json!(1), &json!(2)),
        "{answer}"
    );
    assert_eq!((&answer["won"], &answer["lost"]), (&json!(0), &json!(1)));
    assert!(answer["mistakes"].as_u64().unwrap() >= 1, "{answer}");
    assert_eq!(answer["rank"], Value::Null, "two moves say nothing");
    assert_eq!(
        answer["names"],
        json!([{ "name": "me", "games": 1 }, { "name": "you", "games": 1 }])
    );
    // What was learned outlives the program, and a game that is not open is studied, too.
    desk.end();
    drop(desk);
    let desk = self::desk(folder.path());
    let answer = ask(&desk, json!({ "do": "problems", "name": "me" }));
    let answer = answer["problems"].as_array().unwrap();
    let posed = answer.iter().find(|problem| problem["id"] == mine[0]["id"]);
    let posed = posed.expect("it stays a problem");
    assert_eq!(
        (&posed["tries"], &posed["table"]),
        (&json!(2), &Value::Null)
    );
    refused(
        &desk,
        json!({ "do": "attempt", "problem": "none#1", "point": 7 }),
    );
    refused(
        &desk,
        json!({ "do": "attempt", "problem": format!("{table}#77"), "point": 7 }),
    );
    refused(&desk, json!({ "do": "problems", "language": "xx" }));
}

#[test]
fn files_with_several_games_ask_which_one() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    let sgf = "(;SZ[5]PB[a];B[aa])(;SZ[7]PW[b]RE[B+R])";
    let asked = ask(&desk, json!({ "do": "load", "sgf": sgf }));
    assert_eq!(asked["choose"][0]["moves"], 1);
    assert_eq!(
        (&asked["choose"][1]["white"], &asked["choose"][1]["result"]),
        (&json!("b"), &json!("B+R"))
    );
    let state = ask(&desk, json!({ "do": "load", "sgf": sgf, "game": 1 }));
    assert_eq!(state["columns"], 7);
    for load in [
        json!({ "do": "load", "sgf": sgf, "game": 2 }),
        json!({ "do": "load" }),
        json!({ "do": "load", "base64": "***" }),
        json!({ "do": "load", "path": "../x.sgf" }),
        json!({ "do": "load", "sgf": "hello" }),
    ] {
        refused(&desk, load);
    }
    let bytes = json!({ "do": "load", "base64": "KDtTWls5XVBCW7HtXSk=" });
    assert_eq!(ask(&desk, bytes)["columns"], 9);
    fs::write(folder.path().join("mine.sgf"), "(;SZ[6];B[aa])").unwrap();
    let copy = ask(&desk, json!({ "do": "open", "saved": "mine" }));
    assert!(copy["table"] != "mine" && copy["columns"] == 6);
    assert_eq!(
        ask(&desk, json!({ "do": "load", "path": "mine.sgf" }))["columns"],
        6
    );
    assert_eq!(
        fs::read(folder.path().join("mine.sgf")).unwrap(),
        b"(;SZ[6];B[aa])"
    );
}

#[test]
fn tables_without_moves_are_not_kept() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    let (table, _) = new(&desk, json!({}));
    assert!(folder.path().join(format!("{table}.sgf")).is_file());
    ask(&desk, json!({ "do": "close", "table": table }));
    assert!(!folder.path().join(format!("{table}.sgf")).exists());
    assert!(refused(&desk, json!({ "do": "state", "table": table })).contains("no table"));
}

#[test]
fn a_panic_costs_one_answer() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    let (table, _) = new(&desk, json!({}));
    ask(
        &desk,
        json!({ "do": "edit", "table": table, "node": 0, "comment": "before" }),
    );
    let mut heard = 0;
    let faulty = move |event: &EventText| {
        heard += usize::from(event.text.contains("nodes"));
        assert_ne!(heard, 2, "a fault for a test");
        true
    };
    desk.listen(&table, Box::new(faulty)).unwrap();
    let edit =
        |comment: &str| json!({ "do": "edit", "table": table, "node": 0, "comment": comment });
    let fault = desk.ask(&edit("lost").to_string());
    assert_eq!(fault, Err(WebError::Internal));
    let comment =
        || ask(&desk, json!({ "do": "state", "table": table }))["nodes"][0]["comment"].clone();
    assert_eq!(comment(), "before");
    ask(&desk, edit("after"));
    assert_eq!(comment(), "after");
    let played = ask(
        &desk,
        json!({ "do": "play", "table": table, "node": 0, "point": 3 }),
    );
    assert_eq!(played["nodes"][1]["point"], 3);
}

#[test]
fn marks_of_dead_stones_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let first = desk(folder.path());
    let order =
        json!({ "mode": "play", "black": person(), "white": person(), "rules": "japanese" });
    let (table, _) = new(&first, order);
    let events = listen(&first, &table);
    let mut node = json!(0);
    let points = [1, 3, 6, 8, 11, 13, 16, 18, 21, 23].map(Value::from);
    for point in points.into_iter().chain([Value::Null, Value::Null]) {
        node = ask(
            &first,
            json!({ "do": "play", "table": table, "node": node, "point": point }),
        )["at"]
            .clone();
    }
    let turn = json!({ "do": "dead", "table": table, "point": 1 });
    let end = Instant::now() + Duration::from_mins(1);
    while first.ask(&turn.to_string()).is_err() {
        assert!(Instant::now() < end);
    }
    ask(
        &first,
        json!({ "do": "accept", "table": table, "color": "black" }),
    );
    drop(events);
    let second = desk(folder.path());
    let state = until(&second, &table, |state| state["dead"] != json!([]));
    assert_eq!(state["dead"], json!([1, 6, 11, 16, 21]));
    assert_eq!(state["agreed"], json!(["black"]));
    let over = ask(
        &second,
        json!({ "do": "accept", "table": table, "color": "white" }),
    );
    assert_eq!(over["phase"], "over");
    assert!(over["result"].as_str().unwrap().starts_with("W+"), "{over}");
    first.end();
}

/// Any JSON that is not too large.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3..30_i64).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z\\[\\];()]{0,8}".prop_map(Value::from),
        prop::sample::select(vec![
            "black", "white", "play", "analyze", "kosumi", "label", ""
        ])
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,6}", inner, 0..4)
                .prop_map(|map| Value::from(serde_json::Map::from_iter(map))),
        ]
    })
}

/// A request of any name with any values in its fields.
fn any_request() -> impl Strategy<Value = Value> {
    let names = "about new load saved open forget state close go play undo resign estimate setup edit delete promote \
                 analyze deepen dead accept resume review stop reasons save set problems attempt statistics";
    let names: Vec<&str> = names.split_whitespace().collect();
    let fields = "node point color stones turn comment name marks on visits seconds network rank saved sgf base64 path game \
                  columns rows rules komi handicap fixed black white control mode language players info analysis";
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let field = (prop::sample::select(fields), any_json());
    (
        prop::sample::select(names),
        prop::collection::vec(field, 0..6),
    )
        .prop_map(|(name, fields)| {
            let mut message = json!({ "do": name });
            for (name, value) in fields {
                message[name] = value;
            }
            message
        })
}

#[test]
fn no_request_panics_and_what_is_refused_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let desk = desk(folder.path());
    let sgf = "(;SZ[5];B[cc](;W[bb];B[aa])(;W[dd]))";
    let (mut answered, mut failed) = (0, 0);
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let state = ask(&desk, json!({ "do": "load", "sgf": sgf }));
    let mut table = state["table"].clone();
    for _ in 0..3000 {
        let mut request = any_request().new_tree(&mut runner).unwrap().current();
        request["table"] = table.clone();
        let before = desk.ask(&json!({ "do": "state", "table": table }).to_string());
        let Ok(before) = before else {
            // Closed or forgotten.
            table = ask(&desk, json!({ "do": "load", "sgf": sgf }))["table"].clone();
            continue;
        };
        match desk.ask(&request.to_string()) {
            Ok(_) => answered += 1,
            Err(error) => {
                assert_ne!(error, WebError::Internal, "{request}");
                let after = desk.ask(&json!({ "do": "state", "table": table }).to_string());
                let [before, after] = [Ok(before), after].map(|state| {
                    let mut state: Value = serde_json::from_str(&state.unwrap()).unwrap();
                    state["clock"] = Value::Null;
                    state["reviewing"] = Value::Null;
                    // A review goes on meanwhile.
                    for node in state["nodes"].as_array_mut().unwrap() {
                        node["report"] = Value::Null;
                        node["judged"] = Value::Null;
                    }
                    state
                });
                assert_eq!(before, after, "{request}");
                failed += 1;
            }
        }
    }
    assert!(answered > 500 && failed > 500, "{answered} {failed}");
    for text in [
        "",
        "{}",
        "[]",
        "nonsense",
        "{\"do\":\"no such\"}",
        "{\"do\":\"play\",\"table\":1}",
    ] {
        assert!(desk.ask(text).is_err(), "{text}");
    }
    desk.end();
}
