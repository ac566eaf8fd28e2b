//! Counts a game record under every rule set, says who lives and why, and asks for the next move.
//!
//! `cargo run --release --example count -- game.sgf`

#![expect(clippy::print_stdout, reason = "an example has nobody else to tell")]

use kosumi::clock::Budget;
use kosumi::engine::{Engine, Settings};
use kosumi::eval::Model;
use kosumi::explain::{self, Language};
use kosumi::go::rules::{PRESETS, Preset};
use kosumi::go::{Game, Strictness};
use kosumi::life::{Count, Verdict};
use kosumi::search::{Purpose, Request};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args()
        .nth(1)
        .ok_or("the name of an SGF file is needed")?;
    let record = kosumi::sgf::read_first(&std::fs::read(file)?)?;
    let settings = Settings {
        model: Some(Model::Own),
        ..Settings::default()
    };
    for preset in PRESETS {
        let game = Game::replay(&record, preset.rules, usize::MAX, Strictness::Lenient)?;
        let count = Count::of(&game, &Verdict::of(&game, &settings.judge()));
        println!("{:21} {}", preset.name, count.score.outcome());
    }

    let rules = Preset::find("chinese")?.rules;
    let game = Game::replay(&record, rules, usize::MAX, Strictness::Lenient)?;
    let count = Count::of(&game, &Verdict::of(&game, &settings.judge()));
    for sentence in explain::chains(game.board(), &count, Language::English) {
        println!("{sentence}");
    }

    let color = game.position().to_move();
    let request = Request::new(&game, color, Purpose::Analyze, Budget::of_visits(200));
    let thought = Engine::tree_search(1, &settings).think(request);
    let report = thought.report.ok_or("an analysis has a report")?;
    for found in report.moves.iter().take(3) {
        let line: Vec<String> = found.line.iter().map(ToString::to_string).collect();
        println!("{:.1} % {}", 100.0 * found.value, line.join(" "));
    }
    Ok(())
}
