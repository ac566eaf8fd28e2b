//! Tests of the program as people start it: with its own network. What a network says differs a little between
//! processors, so nothing here rests on a single move.

use std::process::Command;

use crate::engine::{Engine, PLAYOUTS, command};
use crate::{directory, files_of};

/// Visits a move for `play/`.
const TACTICAL_VISITS: u32 = 200;

/// Positions of `play/` that have to be solved with so many visits, among them all ladders on 19x19.
const SOLVED: usize = 175;

/// A program with its own network on a small board.
fn looking() -> Engine {
    let mut engine = Engine::start(command(&directory("games"), PLAYOUTS));
    for line in ["kosumi-param model own", "boardsize 9"] {
        engine.ask(line).unwrap();
    }
    engine
}

fn said(engine: &mut Engine, line: &str) -> String {
    let response = engine.ask(line).unwrap();
    response.lines().collect::<Vec<_>>().join("\n")
}

#[test]
fn it_is_what_plays_if_nothing_is_said() {
    let mut kosumi = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    let output = kosumi.args(["gtp", "--help-all"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let (_, model) = help.split_once("\n  nnModelFile ").unwrap();
    // Its text ends with what is used if nothing is said, in brackets.
    let default = model.split(['[', ']']).nth(1);
    assert_eq!(default, Some("own"), "{model}");
}

#[test]
fn most_tactical_positions_are_solved() {
    let files = files_of("play", "tst");
    let program = env!("CARGO_BIN_EXE_kosumi");
    let engine = format!("{program} gtp --seed 1 --threads 1 --param reg_visits={TACTICAL_VISITS}");
    let mut kosumi = Command::new(program);
    kosumi
        .arg("regress")
        .args(&files)
        .args(["--engine", &engine]);
    let output = kosumi.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    // How many positions a row of the table has, and how many of them are solved.
    let row = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name))?;
        let mut counts = line.split_whitespace().skip(1);
        let mut next = || counts.next()?.parse::<usize>().ok();
        Some((next()?, next()?))
    };
    let total = row("total ");
    assert!(total.is_some_and(|(_, solved)| solved >= SOLVED), "{text}");
    let ladders = row("ladder-19x19.tst ");
    assert!(ladders.is_some_and(|(all, solved)| all == solved), "{text}");
}

#[test]
fn a_stopped_analysis_knows_a_move() {
    for kind in ["lz-analyze 1", "kata-analyze 1", "lz-analyze 1000"] {
        let mut engine = looking();
        engine.send(format!("{kind}\nname\n").as_bytes());
        engine
            .wait_until(|bytes| bytes.windows(8).any(|found| found == b"= kosumi"))
            .unwrap();
        let outcome = engine.finish().unwrap();
        let text = String::from_utf8(outcome.stdout).unwrap();
        assert!(text.contains("\ninfo move "), "{kind}: {text}");
    }
}

#[test]
fn it_can_be_changed_in_the_middle_of_a_game() {
    let mut engine = looking();
    let mut names = Vec::new();
    for name in ["own", "none", "own"] {
        engine.ask(&format!("kosumi-param model {name}")).unwrap();
        for color in ["b", "w"] {
            let mv = said(&mut engine, &format!("genmove {color}"));
            assert!(
                mv.starts_with("= ") && mv != "= PASS" && mv != "= resign",
                "{mv}"
            );
        }
        names.push(said(&mut engine, "kata-get-models"));
        let raw = said(&mut engine, "kata-raw-nn 0");
        assert_eq!(raw.contains("whiteLead"), name == "own", "{raw}");
    }
    assert_eq!(names[1], "= []");
    assert!(
        names[0] == names[2] && names[0].contains(r#""name":"own""#),
        "{names:?}"
    );
}

#[test]
fn what_the_network_says_in_every_symmetry_comes_behind_the_tree() {
    let mut engine = looking();
    let text = said(&mut engine, "debug_moves C3 rawstats");
    let lines: Vec<&str> = text.lines().collect();
    let numbers = |name: &str, unit: &str| -> Vec<f64> {
        let line = lines.iter().find_map(|line| line.strip_prefix(name));
        let words = line.unwrap_or_else(|| panic!("{text}")).split(' ');
        words
            .map(|word| word.strip_suffix(unit).unwrap().parse().unwrap())
            .collect()
    };
    let policies = numbers("Policy: ", "%");
    let balances = numbers("White winloss: ", "c");
    let leads = numbers("White lead: ", "");
    assert!(
        [&policies, &balances, &leads]
            .iter()
            .all(|all| all.len() == 8)
    );
    assert!(policies.iter().all(|share| (0.0..100.0).contains(share)));
    // The first one is that of the board as it stands, which another command gives, too.
    assert_eq!(said(&mut engine, "play b C3"), "= ");
    let raw = said(&mut engine, "kata-raw-nn 0");
    let value = |name: &str| -> f64 {
        let rest = raw.split_once(&format!("{name} ")).unwrap().1;
        rest.split_whitespace().next().unwrap().parse().unwrap()
    };
    let balance = 100.0 * (value("whiteWin") - value("whiteLoss"));
    assert!((balance - balances[0]).abs() < 0.02, "{raw}\n{text}");
    assert!(
        (value("whiteLead") - leads[0]).abs() < 0.02,
        "{raw}\n{text}"
    );
}

#[test]
fn every_level_plays() {
    let mut engine = looking();
    for level in 1..=10 {
        assert_eq!(said(&mut engine, &format!("level {level}")), "= ");
        let color = ["w", "b"][level % 2];
        let mv = said(&mut engine, &format!("genmove {color}"));
        assert!(
            mv.starts_with("= ") && mv != "= PASS" && mv != "= resign",
            "{level}: {mv}"
        );
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = || {
        let mut engine = looking();
        let moves = (0..8).map(|turn| said(&mut engine, ["genmove b", "genmove w"][turn % 2]));
        moves.collect::<Vec<_>>()
    };
    assert_eq!(game(), game());
}
