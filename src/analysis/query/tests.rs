use super::super::settings::tests::config;
use super::*;
use crate::go::Rules;
use serde_json::json;

/// A query that is known to be good.
pub(in crate::analysis) fn query(text: &str) -> Query {
    read(&serde_json::from_str(text).unwrap()).unwrap()
}

fn read(value: &Value) -> Result<Query, Remark> {
    Query::read(
        value["id"].as_str().unwrap(),
        value.as_object().unwrap(),
        &config(),
    )
}

/// A small query with some fields replaced; `null` removes one.
fn with(changes: &Value) -> Result<Query, Remark> {
    let mut value = json!({
        "id": "q", "moves": [["B", "C3"], ["W", "D4"]], "rules": "chinese",
        "boardXSize": 9, "boardYSize": 7,
    });
    for (name, change) in changes.as_object().unwrap() {
        value[name] = change.clone();
    }
    read(&value)
}

fn play(name: &str) -> Move {
    name.parse().unwrap()
}

#[test]
fn a_query_gives_the_games_of_its_turns() {
    let query = with(&json!({"analyzeTurns": [0, 2, 0], "komi": -3})).unwrap();
    assert_eq!(query.turns, [(0, 0), (2, 0)]);
    let game = query.game(2);
    assert_eq!(
        (game.komi(), *game.rules()),
        (-3.0, "chinese".parse().unwrap())
    );
    assert_eq!(
        (game.board().size().width(), game.board().size().height()),
        (9, 7)
    );
    assert_eq!(game.position().to_move(), Color::Black);
    assert_eq!(
        game.board().color_at("D4".parse().unwrap()),
        Some(Color::White)
    );
    assert_eq!(query.game(0).board().stone_count(Color::Black), 0);
    assert!(query.warnings.is_empty() && query.reports.is_none());
    assert_eq!(query.settings.params.visits, Some(30));
}

#[test]
fn the_last_turn_is_the_default() {
    let query = with(&json!({"priority": 7})).unwrap();
    assert_eq!(query.turns, [(2, 7)]);
    let query = with(&json!({"analyzeTurns": [2, 1], "priorities": [-5, 1.0]})).unwrap();
    assert_eq!(query.turns, [(2, -5), (1, 1)]);
}

#[test]
fn somebody_moves_first() {
    let first = |changes| with(&changes).unwrap().game(0).position().to_move();
    assert_eq!(first(json!({"moves": [["w", "C3"]]})), Color::White);
    assert_eq!(
        first(json!({"moves": [["w", "C3"]], "initialPlayer": "B"})),
        Color::Black
    );
    assert_eq!(first(json!({"moves": []})), Color::Black);
    assert_eq!(
        first(json!({"moves": [], "initialPlayer": "white"})),
        Color::White
    );
    let stones = json!({"moves": [], "initialStones": [["B", "C3"], ["B", "G3"]]});
    assert_eq!(first(stones), Color::White);
    let mixed = json!({"moves": [], "initialStones": [["B", "C3"], ["W", "G3"]]});
    assert_eq!(first(mixed), Color::Black);
}

#[test]
fn handicap_stones_are_compensated() {
    let stones = json!([["B", "C3"], ["B", "G3"]]);
    for (bonus, points) in [
        (json!(null), 2),
        (json!(0), 0),
        (json!("0"), 0),
        (json!("N-1"), 1),
    ] {
        let changes = json!({"moves": [], "initialStones": stones, "whiteHandicapBonus": bonus});
        let game = with(&changes).unwrap().game(0);
        assert_eq!(game.handicap(), 2);
        let points = crate::go::Points::whole(points);
        assert_eq!(game.rules().compensation_for(2), points);
    }
}

#[test]
fn rules_have_names_or_fields() {
    let rules = |value| *with(&json!({"rules": value})).unwrap().game(0).rules();
    let tromp_taylor: Rules = "tromp-taylor".parse().unwrap();
    assert_eq!(rules(json!("Tromp_Taylor")), tromp_taylor);
    let fields = json!({"ko": "SITUATIONAL", "suicide": true, "scoring": "AREA"});
    assert_eq!(rules(fields.clone()), rules(json!(fields.to_string())));
    let territory = with(&json!({"rules": {"scoring": "TERRITORY"}})).unwrap();
    assert!((territory.game(0).komi() - 6.5).abs() < 1e-9);
    let button = with(&json!({"rules": {"hasButton": true}})).unwrap();
    assert!((button.game(0).komi() - 7.0).abs() < 1e-9);
}

#[test]
fn places_have_two_notations() {
    let query = with(&json!({"moves": [["B", "(0,0)"], ["W", "(8, 6)"], ["B", "pass"]]})).unwrap();
    let game = query.game(3);
    assert_eq!(
        game.board().color_at("A7".parse().unwrap()),
        Some(Color::Black)
    );
    assert_eq!(
        game.board().color_at("J1".parse().unwrap()),
        Some(Color::White)
    );
    assert_eq!(game.moves()[2], (Color::Black, Move::Pass));
}

#[test]
fn moves_are_avoided_or_allowed() {
    let entry = json!([{"player": "B", "moves": ["C3", "pass"], "untilDepth": 2}]);
    let avoid = with(&json!({"avoidMoves": entry})).unwrap().restriction;
    assert!(
        avoid.forbids(Color::Black, play("C3"), 2) && avoid.forbids(Color::Black, Move::Pass, 1)
    );
    assert!(
        !avoid.forbids(Color::Black, play("C3"), 3) && !avoid.forbids(Color::Black, play("D3"), 1)
    );
    let allow = with(&json!({"allowMoves": entry})).unwrap().restriction;
    assert!(
        !allow.forbids(Color::Black, play("C3"), 1) && allow.forbids(Color::Black, play("D3"), 2)
    );
    assert!(!allow.forbids(Color::Black, Move::Pass, 1));
    let entry = json!([{"player": "B", "moves": ["C3"], "untilDepth": 1}]);
    let strict = with(&json!({"allowMoves": entry})).unwrap().restriction;
    assert!(strict.forbids(Color::Black, Move::Pass, 1));
}

#[test]
fn settings_and_extras_are_read() {
    let query = with(&json!({
        "maxVisits": 5, "overrideSettings": {"maxVisits": 7, "maxTime": 2}, "analysisPVLen": 4,
        "includePolicy": true, "includeOwnership": false, "reportDuringSearchEvery": 0.5,
    }))
    .unwrap();
    assert_eq!(query.settings.params.visits, Some(5));
    assert_eq!(query.settings.params.time, Some(Duration::from_secs(2)));
    let half = Duration::from_millis(500);
    assert_eq!(query.settings.line, 4);
    assert_eq!(
        query.reports,
        Some(ReportTimes {
            first: half,
            every: half
        })
    );
    assert!(query.wants(ReportExtra::Policy) && !query.wants(ReportExtra::Ownership));
}

#[test]
fn odd_things_are_warned_of() {
    let query = with(&json!({
        "boardxsize": 9, "rootPolicyTemperature": 1.1, "overrideSettings": {"x": 1, "y": 2, "threads": 3},
    }))
    .unwrap();
    let fields: Vec<&str> = query
        .warnings
        .iter()
        .map(|warning| &warning.field[..])
        .collect();
    assert_eq!(
        fields,
        ["overrideSettings", "overrideSettings", "boardxsize"]
    );
    assert_eq!(query.warnings[0].text, "Unknown config params: x, y");
    assert!(
        query.warnings[1]
            .text
            .starts_with("threads has no effect: ")
    );
}

#[test]
fn bad_fields_are_named() {
    let entry = |changes: Value| {
        let mut entry = json!({"player": "B", "moves": ["C3"], "untilDepth": 1});
        for (name, change) in changes.as_object().unwrap() {
            entry[name] = change.clone();
        }
        json!([entry])
    };
    let fine = entry(json!({}));
    for (field, value) in [
        ("boardXSize", json!(null)),
        ("boardXSize", json!(26)),
        ("boardYSize", json!(1)),
        ("boardYSize", json!("9")),
        ("moves", json!(null)),
        ("moves", json!("C3")),
        ("moves", json!([["B"]])),
        ("moves", json!([["G", "C3"]])),
        ("moves", json!([["B", "I3"]])),
        ("moves", json!([["B", "C8"]])),
        ("moves", json!([["B", "(9,0)"]])),
        ("moves", json!([["B", "(0,-1)"]])),
        ("moves", json!([["B", 7]])),
        ("rootPolicyTemperature", json!(0)),
        ("rootPolicyTemperature", json!("1")),
        ("rules", json!(null)),
        ("rules", json!("foo")),
        ("rules", json!(7)),
        ("rules", json!({"ko": "X"})),
        ("rules", json!("{bad")),
        ("whiteHandicapBonus", json!("M")),
        ("komi", json!(7.25)),
        ("komi", json!(401)),
        ("komi", json!("7.5")),
        ("initialStones", json!([["B", "pass"]])),
        ("initialStones", json!(7)),
        ("initialPlayer", json!("green")),
        ("analyzeTurns", json!([])),
        ("analyzeTurns", json!([3])),
        ("analyzeTurns", json!([-1])),
        ("analyzeTurns", json!(["1"])),
        ("priority", json!("high")),
        ("priorities", json!([1])),
        ("maxVisits", json!(0)),
        ("maxVisits", json!(1.5)),
        ("analysisPVLen", json!(0)),
        ("overrideSettings", json!([])),
        ("overrideSettings", json!({"maxVisits": "x"})),
        ("includeOwnership", json!(1)),
        ("reportDuringSearchEvery", json!(0)),
        ("reportDuringSearchEvery", json!("1")),
        ("avoidMoves", json!({})),
        ("avoidMoves", json!(["C3"])),
        ("avoidMoves", entry(json!({"untilDepth": 0}))),
        ("avoidMoves", entry(json!({"moves": ["Z3"]}))),
        ("avoidMoves", entry(json!({"player": null}))),
        ("allowMoves", json!([fine[0], fine[0]])),
    ] {
        let error = with(&json!({ field: value })).unwrap_err();
        assert_eq!(error.field, field, "{value}: {}", error.text);
    }
    let both = json!({"avoidMoves": fine, "allowMoves": fine});
    assert_eq!(with(&both).unwrap_err().field, "allowMoves");
    for changes in [
        json!({"priority": 1, "analyzeTurns": [0], "priorities": [1]}),
        json!({"analyzeTurns": [0], "priorities": [1, 2]}),
    ] {
        assert_eq!(with(&changes).unwrap_err().field, "priorities");
    }
}

#[test]
fn impossible_games_are_refused() {
    let error = with(&json!({"moves": [["B", "C3"], ["W", "D4"], ["B", "D4"]]})).unwrap_err();
    assert_eq!(error, Remark::new("moves", "Illegal move 2: D4"));
    let stones = json!([["B", "A1"], ["W", "A2"], ["W", "B1"]]);
    let error = with(&json!({"moves": [], "initialStones": stones})).unwrap_err();
    assert_eq!(error.field, "initialStones");
    for color in ["B", "W"] {
        let stones = json!([["B", "C3"], ["W", "E5"], [color, "(2,4)"]]);
        let error = with(&json!({"moves": [], "initialStones": stones})).unwrap_err();
        let expected = "Two stones on the same point: C3";
        assert_eq!(error, Remark::new("initialStones", expected));
    }
    // What only a ko rule forbids is the business of the one who asks.
    let ko = json!([
        ["B", "C2"],
        ["W", "D2"],
        ["B", "B3"],
        ["W", "E3"],
        ["B", "C4"],
        ["W", "D4"],
        ["B", "D3"],
        ["W", "C3"],
        ["B", "D3"]
    ]);
    assert_eq!(
        with(&json!({"moves": ko})).unwrap().game(9).moves().len(),
        9
    );
}

#[test]
fn a_query_takes_about_as_much_memory_as_its_parts() {
    let passes = vec![json!(["B", "pass"]); 1000];
    let turns: Vec<usize> = (0..=1000).collect();
    let long = with(&json!({ "moves": passes, "analyzeTurns": turns })).unwrap();
    let of_parts = size_of_val(&long.moves[..]) + size_of_val(&long.turns[..]);
    let short = with(&json!({ "moves": [] })).unwrap();
    let difference = long.bytes() - short.bytes();
    // The short one has one turn.
    assert_eq!(difference, of_parts - size_of_val(&short.turns[..]));
}
