use super::settings::tests::config;
use super::*;
use crate::eval::Model;
use crate::go::Color;
use crate::net::tests::human_network;
use crate::params::{PARAMS, Param, refused};
use crate::search::SEARCH_PARAMS;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Cursor;
use std::thread;
use std::time::Duration;
use web_time::Instant;

/// What a server says to some lines and the end of input.
fn answers_to(lines: &[String], config: Config) -> Vec<Value> {
    let mut output = Vec::new();
    let input = lines.join("\n") + "\n";
    run(Cursor::new(input), &mut output, config).unwrap();
    let lines = std::str::from_utf8(&output).unwrap().lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn answers(requests: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    answers_to(&lines, config())
}

/// A query about a small board with some fields replaced.
fn query(changes: &Value) -> Value {
    let mut value = json!({
        "id": "q", "moves": [["B", "C3"], ["W", "C4"], ["B", "D2"]], "rules": "chinese",
        "boardXSize": 7, "boardYSize": 5, "komi": 4.5,
    });
    for (name, change) in changes.as_object().unwrap() {
        value[name] = change.clone();
    }
    value
}

fn answer(changes: &Value) -> Value {
    let mut answers = answers(&[query(changes)]);
    assert_eq!(answers.len(), 1, "{answers:?}");
    answers.pop().unwrap()
}

fn numbers(value: &Value) -> Vec<f64> {
    let items = value.as_array().unwrap();
    items.iter().map(|item| item.as_f64().unwrap()).collect()
}

fn is_last(answer: &Value) -> bool {
    answer["isDuringSearch"] == json!(false)
}

fn assert_near(a: f64, b: f64) {
    assert!((a - b).abs() < 2e-6, "{a} and {b}");
}

#[test]
fn an_answer_tells_everything() {
    let answer = answer(&json!({
        "maxVisits": 200, "includeOwnership": true, "includeOwnershipStdev": true,
        "includeMovesOwnership": true, "includePolicy": true, "includePVVisits": true,
        "includeNoResultValue": true, "analysisPVLen": 2,
    }));
    assert_eq!(
        (&answer["id"], &answer["turnNumber"]),
        (&json!("q"), &json!(3))
    );
    let root = &answer["rootInfo"];
    assert_eq!(
        (&root["currentPlayer"], &root["visits"]),
        (&json!("W"), &json!(200))
    );
    let moves = answer["moveInfos"].as_array().unwrap();
    let mut visits = 0;
    for (order, found) in moves.iter().enumerate() {
        assert_eq!(found["order"], order);
        assert_eq!(found["pv"][0], found["move"]);
        let length = found["pv"].as_array().unwrap().len();
        assert!((1..=3).contains(&length));
        for name in ["pvVisits", "pvEdgeVisits"] {
            assert_eq!(found[name].as_array().unwrap().len(), length);
            assert_eq!(found[name][0], found["visits"]);
        }
        for name in [
            "scoreLead",
            "scoreStdev",
            "utilityLcb",
            "prior",
            "noResultValue",
        ] {
            assert!(found[name].is_number(), "{name}");
        }
        // Black sees White's moves: what is bad for her is good for him.
        assert!(found["lcb"].as_f64() > found["winrate"].as_f64());
        assert_near(
            found["utility"].as_f64().unwrap(),
            2.0 * found["winrate"].as_f64().unwrap() - 1.0,
        );
        assert_eq!(numbers(&found["ownership"]).len(), 35);
        visits += found["visits"].as_u64().unwrap();
    }
    assert_eq!(visits, 200);
    assert!(root["lcb"].as_f64() > root["winrate"].as_f64());
    assert!(root["utilityLcb"].is_number());
    assert!(moves.is_sorted_by_key(|found| u64::MAX - found["visits"].as_u64().unwrap()));
    let owners = numbers(&answer["ownership"]);
    let spread = numbers(&answer["ownershipStdev"]);
    assert!(owners.len() == 35 && owners.iter().all(|owner| owner.abs() <= 1.0));
    assert!(spread.len() == 35 && spread.iter().all(|spread| (0.0..=1.0).contains(spread)));
    let policy = numbers(&answer["policy"]);
    assert_eq!(policy.len(), 36);
    // C3 and C4, from the top left of seven columns and five rows; D2 is beside.
    let illegal: Vec<usize> = (0..36).filter(|&place| policy[place] < 0.0).collect();
    assert_eq!(illegal, [9, 16, 24]);
    assert_near(policy.iter().filter(|chance| **chance > 0.0).sum(), 1.0);
    assert!(policy[35] > 0.0, "a pass");
}

#[test]
fn everybody_has_his_perspective() {
    let changes = |perspective: &str| {
        json!({
            "includeOwnership": true,
            "overrideSettings": {"reportAnalysisWinratesAs": perspective},
        })
    };
    let answer_in = |perspective: &str, turn: u64| {
        let mut changes = changes(perspective);
        changes["analyzeTurns"] = json!([turn]);
        answer(&changes)
    };
    // Black is to move after two moves, White after three.
    for (turn, mover, other) in [(2, "BLACK", "WHITE"), (3, "WHITE", "BLACK")] {
        let own = answer_in("SIDETOMOVE", turn);
        assert_eq!(own, answer_in(mover, turn), "{turn}");
        assert_ne!(
            own["rootInfo"],
            answer_in(other, turn)["rootInfo"],
            "{turn}"
        );
    }
    let black = answer(&changes("BLACK"));
    let white = answer(&changes("WHITE"));
    assert_eq!(black, answer(&json!({"includeOwnership": true})));
    let pairs = [
        (&black["rootInfo"], &white["rootInfo"]),
        (&black["moveInfos"][0], &white["moveInfos"][0]),
    ];
    for (black, white) in pairs {
        let value = |side: &Value, name: &str| side[name].as_f64().unwrap();
        assert_near(value(black, "winrate"), 1.0 - value(white, "winrate"));
        for name in ["utility", "scoreLead"] {
            assert_near(value(black, name), -value(white, name));
        }
        assert_eq!(black["scoreStdev"], white["scoreStdev"]);
        assert_eq!(black["visits"], white["visits"]);
    }
    let owners = numbers(&black["ownership"]).into_iter();
    for (black, white) in owners.zip(numbers(&white["ownership"])) {
        assert_near(black, -white);
    }
    // Five rows of black stones with two eyes are his.
    let stones: Vec<Value> = (1..=5)
        .flat_map(|row| {
            "ABCDEFG"
                .chars()
                .map(move |column| format!("{column}{row}"))
        })
        .filter(|name| !["B2", "F4"].contains(&name.as_str()))
        .map(|name| json!(["B", name]))
        .collect();
    let answer = answer(&json!({
        "moves": [], "initialStones": stones, "whiteHandicapBonus": 0, "includeOwnership": true,
    }));
    assert!(
        numbers(&answer["ownership"])
            .iter()
            .all(|&owner| owner > 0.9)
    );
    assert!(answer["rootInfo"]["scoreLead"].as_f64().unwrap() > 20.0);
}

#[test]
fn the_same_query_gets_the_same_answer() {
    let one = |id: String| query(&json!({"id": id, "analyzeTurns": [0, 1, 2, 3]}));
    let requests: Vec<Value> = (0..6).map(|number| one(format!("q{number}"))).collect();
    let mut by_turn: BTreeMap<u64, Vec<Value>> = BTreeMap::new();
    for mut answer in answers(&requests) {
        answer["id"] = Value::Null;
        let turn = answer["turnNumber"].as_u64().unwrap();
        by_turn.entry(turn).or_default().push(answer);
    }
    assert_eq!(by_turn.len(), 4);
    for same in by_turn.values() {
        assert_eq!(same.len(), 6);
        assert!(same.iter().all(|answer| *answer == same[0]));
    }
    let other_seed = Config {
        seed: 2,
        ..config()
    };
    let lines = [query(&json!({})).to_string()];
    let other = answers_to(&lines, other_seed).pop().unwrap();
    assert_ne!(other["moveInfos"], by_turn[&3][0]["moveInfos"]);
}

#[test]
fn all_visits_are_made_when_the_choice_is_clear() {
    // Black takes a large chain or loses one.
    let answer = answer(&json!({
        "moves": [], "maxVisits": 700, "initialPlayer": "B",
        "initialStones": [["W", "A1"], ["W", "A2"], ["W", "A3"], ["W", "A4"], ["B", "B1"],
            ["B", "B2"], ["B", "B3"], ["B", "B4"], ["W", "C1"], ["W", "C2"], ["W", "C3"], ["W", "C4"]],
    }));
    assert_eq!(answer["rootInfo"]["visits"], 700);
    let visits = |place: usize| answer["moveInfos"][place]["visits"].as_u64().unwrap();
    let (first, second) = (visits(0), visits(1));
    assert!(first > 2 * second, "{first} and {second} of 700 visits");
}

#[test]
fn restrictions_are_obeyed() {
    let names = |answer: Value| -> Vec<String> {
        let moves = answer["moveInfos"].as_array().unwrap();
        let name = |found: &Value| found["move"].as_str().unwrap().to_owned();
        moves.iter().map(name).collect()
    };
    let best = names(answer(&json!({})))[0].clone();
    let entry = |moves: &[&str]| json!([{"player": "W", "moves": moves, "untilDepth": 1}]);
    let others = names(answer(&json!({"avoidMoves": entry(&[&best])})));
    assert!(!others.is_empty() && !others.contains(&best));
    let two = json!({"allowMoves": entry(&["E3", "pass"]), "maxVisits": 2000});
    let allowed = names(answer(&two));
    assert!(allowed.contains(&"E3".to_owned()));
    assert!(allowed.iter().all(|name| ["E3", "pass"].contains(&&**name)));
    // There is a stone on C3, and a pass is not among the moves that are allowed.
    assert!(names(answer(&json!({"allowMoves": entry(&["C3"])}))).is_empty());
}

#[test]
fn reports_come_during_the_search() {
    let answers = answers(&[query(&json!({
        "maxVisits": 20_000, "reportDuringSearchEvery": 0.002, "includeOwnership": true,
    }))]);
    let (last, running) = answers.split_last().unwrap();
    assert!(is_last(last) && running.len() > 2);
    assert!(
        running
            .iter()
            .all(|answer| answer["isDuringSearch"] == json!(true))
    );
    let visits: Vec<u64> = answers
        .iter()
        .map(|answer| answer["rootInfo"]["visits"].as_u64().unwrap())
        .collect();
    assert!(
        visits.is_sorted() && *visits.last().unwrap() == 20_000,
        "{visits:?}"
    );
    assert!(
        answers
            .iter()
            .all(|answer| numbers(&answer["ownership"]).len() == 35)
    );
}

#[test]
fn time_limits_a_search() {
    let begun = Instant::now();
    let answer = answer(&json!({
        "maxVisits": 1_000_000_000, "overrideSettings": {"maxTime": 0.05},
    }));
    assert!(answer["rootInfo"]["visits"].as_u64().unwrap() > 0);
    // All these visits would take hours.
    assert!(begun.elapsed() < Duration::from_mins(5));
}

#[test]
fn actions_come_back() {
    let requests = [
        json!({"id": "1", "action": "query_version", "mine": [1, {"x": null}]}),
        json!({"id": "2", "action": "query_models"}),
        json!({"id": "3", "action": "clear_cache"}),
        json!({"id": "4", "action": "terminate", "terminateId": "other"}),
        json!({"id": "5", "action": "terminate_all", "turnNumbers": [1, 2]}),
    ];
    let answers = answers(&requests);
    assert_eq!(answers.len(), requests.len());
    for (answer, request) in answers.iter().zip(&requests) {
        for (name, value) in request.as_object().unwrap() {
            assert_eq!(answer[name], *value);
        }
    }
    assert_eq!(answers[0]["version"], env!("CARGO_PKG_VERSION"));
    assert!(answers[0]["git_hash"].is_string());
    assert_eq!(answers[1]["models"], json!([]));
    assert_eq!(answers[2..], requests[2..]);
}

#[test]
fn a_network_is_asked_unless_none_is_wanted() {
    let mut config = config();
    config.params.player.model = Some(Model::Own);
    let requests = [
        json!({"id": "1", "action": "query_models"}),
        query(&json!({"maxVisits": 5})),
    ];
    let answers = answers_to(&requests.map(|request| request.to_string()), config);
    assert_eq!(answers[0]["models"][0]["internalName"], "kosumi");
    let (root, moves) = (&answers[1]["rootInfo"], &answers[1]["moveInfos"]);
    assert_eq!(
        root["visits"], 5,
        "with the evaluation of the position itself"
    );
    let visits = moves.as_array().unwrap().iter();
    let visits = visits.map(|found| found["visits"].as_u64().unwrap());
    assert_eq!(visits.sum::<u64>(), 4);
}

#[test]
fn a_refused_query_has_no_other_answer() {
    let mut lines = vec![
        query(&json!({"id": "bad", "moves": [["B", "C3"], ["W", "C3"]]})).to_string(),
        query(&json!({"id": "odd", "typo": 1, "overrideSettings": {"x": 1}})).to_string(),
        String::new(),
        " \t ".to_owned(),
        "{\"id\":\"deep\",\"moves\":".to_owned() + &"[".repeat(1 << 20),
    ];
    lines.push("nonsense".to_owned());
    let answers = answers_to(&lines, config());
    let of =
        |id: &str| -> Vec<&Value> { answers.iter().filter(|answer| answer["id"] == id).collect() };
    assert_eq!(of("bad").len(), 1);
    assert_eq!(
        *of("bad")[0],
        json!({"error": "Illegal move 1: C3", "field": "moves", "id": "bad"})
    );
    let warnings = of("odd")
        .into_iter()
        .filter(|answer| answer["warning"].is_string());
    assert_eq!(warnings.count(), 2);
    assert_eq!(of("odd").len(), 3);
    let without_id = answers.iter().filter(|answer| answer["id"].is_null());
    assert_eq!(without_id.count(), 2);
}

#[test]
fn a_server_may_quit_without_waiting() {
    let quits = Config {
        at_end: AtEnd::Quit,
        ..config()
    };
    let endless = query(&json!({"maxVisits": 1_000_000_000})).to_string();
    let answers = answers_to(&vec![endless; 10], quits);
    assert!(answers.len() <= 2 && answers.iter().all(is_last));
}

/// Somebody who has gone away.
struct Gone;

impl Write for Gone {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_fault_in_a_search_costs_one_position() {
    let config = Arc::new(config());
    let queue = Arc::new(PositionQueue::default());
    let (outlet, inlet) = pipe();
    let line = Line {
        bytes: query(&json!({})).to_string().into_bytes(),
        is_too_long: false,
    };
    let Ok(QueryOrAction::Query(mut query)) = QueryOrAction::parse(&line, &config) else {
        panic!("a query");
    };
    // No client gets so far: a turn after the last move.
    query.turns = vec![(0, 0), (99, 0), (1, 0)];
    queue.push(*query);
    queue.finish();
    QueryWorker::new(&config, &queue, &outlet).work();
    drop(outlet);
    let answers = std::iter::from_fn(|| inlet.next());
    let answers: Vec<Value> = answers
        .map(|line| serde_json::from_str(&line).unwrap())
        .collect();
    let faults: Vec<bool> = answers
        .iter()
        .map(|answer| answer["error"] == json!("internal error"))
        .collect();
    assert_eq!(faults, [false, true, false]);
    assert_eq!(answers[1]["turnNumber"], json!(99));
    assert!(answers[2]["rootInfo"]["visits"].as_u64().unwrap() > 0);
}

#[test]
fn a_client_that_has_gone_away_ends_everything() {
    let (reader, mut writer) = io::pipe().unwrap();
    let endless = query(&json!({"maxVisits": 1_000_000_000, "reportDuringSearchEvery": 0.01}));
    for _ in 0..10 {
        writeln!(writer, "{endless}").unwrap();
    }
    let error = run(reader, Gone, config()).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    drop(writer);
}

#[test]
fn the_side_to_move_may_be_anybody() {
    for (color, letter) in [(Color::Black, "B"), (Color::White, "W")] {
        let answer = answer(&json!({"moves": [], "initialPlayer": color.to_string()}));
        assert_eq!(answer["rootInfo"]["currentPlayer"], letter);
    }
}

/// A request about some of three ids, and which positions it adds.
fn request() -> impl Strategy<Value = Value> {
    let id = prop::sample::select(vec!["a", "b", "c"]);
    let turns = prop::collection::btree_set(0..4_u64, 1..4);
    (id, turns, 0..10_u8, -2..3_i64).prop_map(|(id, turns, kind, priority)| match kind {
        0 => json!({"id": "t", "action": "terminate", "terminateId": id}),
        1 => json!({"id": "t", "action": "terminate", "terminateId": id, "turnNumbers": turns}),
        2 => json!({"id": "t", "action": "terminate_all", "turnNumbers": turns}),
        3 => json!({"id": "t", "action": "terminate_all"}),
        4 => query(
            &json!({"id": id, "analyzeTurns": turns, "priority": priority,
            "reportDuringSearchEvery": 0.001}),
        ),
        _ => query(&json!({"id": id, "analyzeTurns": turns, "priority": priority})),
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_position_gets_one_last_answer(
        requests in prop::collection::vec(request(), 0..12),
        workers in 1..4_usize,
    ) {
        let mut owed: BTreeMap<(String, u64), i32> = BTreeMap::new();
        let mut echoes = 0;
        for request in &requests {
            let Some(turns) = request["analyzeTurns"].as_array() else {
                echoes += 1;
                continue;
            };
            for turn in turns {
                let id = request["id"].as_str().unwrap().to_owned();
                *owed.entry((id, turn.as_u64().unwrap())).or_default() += 1;
            }
        }
        let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
        for answer in answers_to(&lines, Config { workers, ..config() }) {
            prop_assert!(answer["error"].is_null());
            if answer["action"].is_string() {
                echoes -= 1;
            } else if is_last(&answer) {
                let id = answer["id"].as_str().unwrap().to_owned();
                let turn = answer["turnNumber"].as_u64().unwrap();
                *owed.get_mut(&(id, turn)).unwrap() -= 1;
                let has_found = answer["rootInfo"]["visits"].as_u64() > Some(0);
                prop_assert_ne!(has_found, answer["noResults"] == json!(true));
            }
        }
        prop_assert_eq!(echoes, 0);
        prop_assert!(owed.values().all(|&count| count == 0), "{:?}", owed);
    }
}

#[test]
fn lines_come_in_order_and_room_returns() {
    let (outlet, inlet) = pipe();
    for number in 0..MOST_WAITING {
        assert!(outlet.has_room());
        outlet.say(number.to_string());
    }
    assert!(!outlet.has_room());
    assert_eq!(inlet.next().unwrap(), "0");
    assert!(outlet.has_room());
    drop(outlet);
    let rest: Vec<String> = std::iter::from_fn(|| inlet.next()).collect();
    assert_eq!(rest.len(), MOST_WAITING - 1);
    assert_eq!(rest.last().unwrap(), "255");
}

#[test]
fn what_nobody_reads_takes_bounded_memory() {
    let (outlet, inlet) = pipe();
    let said = Arc::new(AtomicUsize::new(0));
    let saying = {
        let said = said.clone();
        thread::spawn(move || {
            for _ in 0..100 {
                outlet.say("x".repeat(1 << 20));
                said.fetch_add(1, Ordering::Relaxed);
            }
        })
    };
    thread::sleep(Duration::from_millis(300));
    let most = WAITING_BYTES >> 20;
    assert!(said.load(Ordering::Relaxed) < most && !saying.is_finished());
    assert_eq!(std::iter::from_fn(|| inlet.next()).count(), 100);
    saying.join().unwrap();
}

#[test]
fn nobody_waits_for_a_client_that_has_left() {
    let (outlet, inlet) = pipe();
    drop(inlet);
    for _ in 0..100 {
        outlet.say("x".repeat(1 << 20));
    }
}

/// The rows of a table of the page about the server: names, and whether kosumi has them.
fn rows_of(heading: &str) -> Vec<(&'static str, bool)> {
    let page = include_str!("../../docs/analysis-server.md");
    let (_, text) = page.split_once(&format!("\n### {heading}\n")).unwrap();
    let text = text.split("\n#").next().unwrap();
    let rows = text.lines().filter_map(|line| {
        let (name, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
        let has = ["no ", "yes "]
            .iter()
            .position(|word| rest.starts_with(word));
        Some((name, has.expect("yes or no") == 1))
    });
    let rows: Vec<_> = rows.collect();
    assert!(rows.len() > 4, "{heading}");
    rows
}

#[test]
fn the_page_says_which_fields_of_a_query_have_an_effect() {
    let entry = json!([{"player": "W", "moves": ["E3"], "untilDepth": 1}]);
    let whole = json!({
        "initialStones": [["B", "A1"]], "initialPlayer": "B", "analyzeTurns": [1], "whiteHandicapBonus": 0,
        "overrideSettings": {"maxVisits": 4}, "maxVisits": 5, "analysisPVLen": 3, "rootFpuReductionMax": 0.2,
        "rootPolicyTemperature": 1.1, "includeMovesOwnership": true, "includeMovesOwnershipStdev": true,
        "includeOwnership": true, "includeOwnershipStdev": true, "includePolicy": true, "includePVVisits": true,
        "includeNoResultValue": true, "reportDuringSearchEvery": 99, "firstReportDuringSearchAfter": 88,
        "priority": 3, "priorities": [4], "allowMoves": entry, "avoidMoves": entry,
    });
    for (name, has) in rows_of("Fields of a query") {
        let mut changes = json!({ "maxVisits": 5 });
        if let Some(value) = whole.get(name) {
            changes[name] = value.clone();
        }
        if name == "priorities" {
            changes["analyzeTurns"] = json!([2]);
        }
        let query = query(&changes);
        assert!(query.get(name).is_some(), "{name}");
        let answers = answers(&[query]);
        let warnings = answers
            .iter()
            .filter(|answer| answer["warning"].is_string());
        assert_eq!(warnings.count(), usize::from(!has), "{name}: {answers:?}");
        assert!(
            answers.iter().all(|answer| answer["error"].is_null()),
            "{answers:?}"
        );
    }
    let rows = rows_of("Fields of a query");
    let misses = |name: &&String| rows.iter().all(|(row, _)| row != *name);
    assert_eq!(whole.as_object().unwrap().keys().find(misses), None);
}

#[test]
fn the_page_says_which_settings_there_are() {
    let rows = rows_of("Settings");
    for &(name, has) in &rows {
        assert_eq!(Param::find(name).is_ok(), has, "{name}");
    }
    let page = include_str!("../../docs/analysis-server.md");
    for (name, reason) in refused() {
        let row = format!("\n| `{name}` | no | {reason}");
        assert!(page.contains(&row), "{row}");
    }
    let is_katagos = |name: &str| name.contains(char::is_uppercase);
    let names = PARAMS.iter().map(|param| param.name);
    for name in names.filter(|name| is_katagos(name)) {
        assert!(rows.contains(&(name, true)), "{name}");
    }
}

#[test]
fn settings_are_taken_or_refused_by_name() {
    let strange = refused().map(|(name, _)| (name.to_owned(), json!("strange")));
    let strange: serde_json::Map<String, Value> = strange.collect();
    let given = answers(&[query(&json!({"overrideSettings": strange, "maxVisits": 2}))]);
    let warnings: Vec<&str> = given
        .iter()
        .filter_map(|line| line["warning"].as_str())
        .collect();
    for (name, reason) in refused() {
        assert!(
            warnings.contains(&&*format!("{name} has no effect: {reason}")),
            "{name}"
        );
    }
    let usual = SEARCH_PARAMS
        .iter()
        .map(|param| (param.name.to_owned(), json!(param.defaults[0])));
    let does = [
        ("useGraphSearch", json!(true)),
        ("useEvalCache", json!(true)),
        ("lcbStdevs", json!(5.0)),
    ];
    let does = does.map(|(name, value)| (name.to_owned(), value));
    let usual: serde_json::Map<String, Value> = usual.chain(does).collect();
    let given = answers(&[query(&json!({"overrideSettings": usual, "maxVisits": 2}))]);
    assert_eq!(given.len(), 1, "{given:?}");
}

#[test]
fn moves_that_are_equal_are_searched_once_and_all_told() {
    let mut config = config();
    config.params.player.model = Some(Model::Own);
    let ask = |pruning: bool| {
        let query = query(&json!({
            "boardXSize": 9, "boardYSize": 9, "initialStones": [], "moves": [["B", "E5"]],
            "maxVisits": 60, "includeMovesOwnership": true, "overrideSettings": {"rootSymmetryPruning": pruning},
        }));
        let answer = answers_to(&[query.to_string()], config.clone()).remove(0);
        answer["moveInfos"].as_array().unwrap().clone()
    };
    assert!(
        ask(false)
            .iter()
            .all(|found| found["isSymmetryOf"].is_null())
    );
    let moves = ask(true);
    let of_name = |name: &Value| moves.iter().find(|found| found["move"] == *name).unwrap();
    let (mut twins, mut visits) = (0, 0);
    for (order, found) in moves.iter().enumerate() {
        assert_eq!(found["order"], order);
        if found["isSymmetryOf"].is_null() {
            visits += found["visits"].as_u64().unwrap();
            continue;
        }
        twins += 1;
        let original = of_name(&found["isSymmetryOf"]);
        for field in ["visits", "winrate", "prior", "lcb", "scoreLead"] {
            assert_eq!(found[field], original[field], "{field}");
        }
        assert_eq!(found["pv"][0], found["move"]);
        assert_eq!(
            found["pv"].as_array().unwrap().len(),
            original["pv"].as_array().unwrap().len()
        );
        let owners = |found: &Value| -> Vec<f64> {
            let owners = found["ownership"].as_array().unwrap().iter();
            let mut owners: Vec<f64> = owners.map(|owner| owner.as_f64().unwrap()).collect();
            owners.sort_by(f64::total_cmp);
            owners
        };
        assert_eq!(owners(found), owners(original));
        assert_ne!(found["ownership"], original["ownership"]);
    }
    assert!(
        twins > 3 * (moves.len() - twins) / 2,
        "{twins} of {}",
        moves.len()
    );
    assert!((58..=60).contains(&visits), "{visits}");
}

#[test]
fn the_page_says_which_actions_there_are() {
    for (name, has) in rows_of("Actions") {
        let action = json!({"id": "a", "action": name, "terminateId": "b", "turnNumbers": [1]});
        assert_eq!(answers(&[action])[0]["error"].is_null(), has, "{name}");
    }
}

#[test]
fn the_page_says_what_is_in_an_answer() {
    let query = query(&json!({
        "overrideSettings": {"humanSLProfile": "rank_5k"}, "maxVisits": 20, "includeMovesOwnership": true, "includeMovesOwnershipStdev": true,
        "includeOwnership": true, "includeOwnershipStdev": true, "includePolicy": true,
        "includePVVisits": true, "includeNoResultValue": true,
        "initialStones": [], "moves": [["B", "D3"]],
    }));
    let answer = answers_to(&[query.to_string()], server_of_people()).remove(0);
    // Of a symmetric board, so that a move has all fields.
    let mut moves = answer["moveInfos"].as_array().unwrap().iter();
    let twin = moves.find(|found| found.get("isSymmetryOf").is_some());
    // Beside KataGo's own.
    let more = ["scoreMean", "lcb", "utilityLcb"];
    for (heading, object) in [
        ("Fields of an answer", &answer),
        ("Fields of a move", twin.unwrap()),
        ("Fields of the root", &answer["rootInfo"]),
    ] {
        let rows = rows_of(heading);
        for &(name, has) in &rows {
            assert_eq!(object.get(name).is_some(), has, "{heading}: {name}");
        }
        for name in object.as_object().unwrap().keys() {
            let is_told = rows.iter().any(|(row, _)| row == name) || more.contains(&&**name);
            assert!(is_told, "{heading}: {name}");
        }
    }
}

#[test]
fn the_first_report_has_a_time_of_its_own() {
    // One early report, and none later.
    let query = query(&json!({"maxVisits": 40_000, "firstReportDuringSearchAfter": 0.001}));
    let answers = answers(&[query]);
    assert_eq!(answers.len(), 2, "{answers:?}");
    assert!(!is_last(&answers[0]) && is_last(&answers[1]));
}

/// A server with a network of human play beside a usual one.
fn server_of_people() -> Config {
    let mut config = config();
    config.params.player.model = Some(Model::Own);
    config.params.player.human_model = Some(human_network().into());
    config
}

#[test]
fn what_people_play_is_told_where_a_query_says_who_they_are() {
    let ask = |settings: Value| {
        let query = query(&json!({
            "maxVisits": 12, "includePolicy": true, "overrideSettings": settings,
        }));
        let mut answers = answers_to(&[query.to_string()], server_of_people());
        assert_eq!(answers.len(), 1, "{answers:?}");
        answers.pop().unwrap()
    };
    let names = [
        "humanWinrate",
        "humanScoreMean",
        "humanScoreStdev",
        "humanStWrError",
        "humanStScoreError",
    ];
    let nobody = ask(json!({}));
    assert!(names.iter().all(|name| nobody["rootInfo"][name].is_null()));
    assert!(nobody["humanPolicy"].is_null() && nobody["moveInfos"][0]["humanPrior"].is_null());
    let weak = ask(json!({"humanSLProfile": "rank_20k"}));
    let strong = ask(json!({"humanSLProfile": "preaz_9d_1d"}));
    assert_eq!(weak["policy"], nobody["policy"]);
    assert_ne!(weak["humanPolicy"], strong["humanPolicy"]);
    for answer in [&weak, &strong] {
        let root = &answer["rootInfo"];
        for name in names {
            assert!(root[name].as_f64().unwrap().is_finite(), "{name}");
            assert_ne!(weak["rootInfo"][name], strong["rootInfo"][name]);
        }
        let policy = numbers(&answer["humanPolicy"]);
        assert_eq!(policy.len(), 36);
        let sum: f64 = policy.iter().filter(|&&x| x >= 0.0).sum();
        assert!((sum - 1.0).abs() < 1e-4 && policy.contains(&-1.0));
        for found in answer["moveInfos"].as_array().unwrap() {
            let prior = found["humanPrior"].as_f64().unwrap();
            let nearest = policy.iter().map(|x| (x - prior).abs());
            assert!(nearest.fold(1.0, f64::min) < 1e-5, "{prior}");
        }
    }
}

#[test]
fn people_order_moves_as_far_as_they_have_a_part() {
    let ask = |part: f64| {
        let settings = json!({"humanSLProfile": "rank_5k", "humanSLChosenMoveProp": part});
        let query = query(&json!({"maxVisits": 60, "overrideSettings": settings}));
        let answer = answers_to(&[query.to_string()], server_of_people())
            .pop()
            .unwrap();
        let moves = answer["moveInfos"].as_array().unwrap().clone();
        let names: Vec<Value> = moves.iter().map(|found| found["move"].clone()).collect();
        let columns = ["playSelectionValue", "humanPrior", "visits"].map(|name| -> Vec<f64> {
            let numbers = moves.iter().map(|found| found[name].as_f64().unwrap());
            numbers.collect()
        });
        (names, columns)
    };
    let (by_search, [plain, _, visits]) = ask(0.0);
    assert!(plain.iter().all(|&value| value <= plain[0]));
    assert!(
        plain[1..]
            .iter()
            .zip(&visits[1..])
            .all(|(value, visits)| value <= visits)
    );
    let (by_people, [values, priors, _]) = ask(1.0);
    assert_ne!(by_people, by_search);
    assert!(values.is_sorted_by(|a, b| a >= b) && priors.is_sorted_by(|a, b| a >= b));
    // What people play elsewhere has its part, too.
    let (of_moves, all): (f64, f64) = (values.iter().sum(), plain.iter().sum());
    assert!((of_moves / all - priors.iter().sum::<f64>()).abs() < 1e-3);
}

#[test]
fn people_without_a_network_are_refused() {
    for (settings, reason) in [
        (
            json!({"humanSLProfile": "rank_5k"}),
            "no network asks who plays",
        ),
        (
            json!({"humanSLProfile": "rank_5x"}),
            "there is no profile 'rank_5x'",
        ),
        (
            json!({"humanSLChosenMoveProp": 1}),
            "there is no humanModelFile",
        ),
    ] {
        let answer = answer(&json!({"overrideSettings": settings}));
        assert_eq!(answer["field"], "overrideSettings");
        let error = answer["error"].as_str().unwrap();
        assert!(error.contains(reason), "{error}");
    }
    let lines = [json!({"id": "m", "action": "query_models"}).to_string()];
    let answer = answers_to(&lines, server_of_people()).pop().unwrap();
    let uses = |place: usize| answer["models"][place]["usesHumanSLProfile"].as_bool();
    assert_eq!([uses(0), uses(1), uses(2)], [Some(false), Some(true), None]);
}

#[test]
fn people_see_the_root_as_the_search_does() {
    let ask = |name: &str, value: Value| {
        let settings = json!({
            "humanSLProfile": "rank_5k", "ignorePreRootHistory": false, name: value,
        });
        let query = query(&json!({"maxVisits": 1, "overrideSettings": settings}));
        let answer = answers_to(&[query.to_string()], server_of_people()).remove(0);
        answer["rootInfo"]["humanWinrate"].as_f64().unwrap()
    };
    let plain = ask("ignorePreRootHistory", json!(false));
    let without_past = ask("ignorePreRootHistory", json!(true));
    let from_all_sides = ask("rootNumSymmetriesToSample", json!(4));
    assert!((plain - without_past).abs() > 1e-6);
    assert!((plain - from_all_sides).abs() > 1e-6);
}
