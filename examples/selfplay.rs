//! Plays a game on 9x9 between kosumi's network and kosumi's playouts, prints the board at the end and writes the record to
//! standard output.
//!
//! `cargo run --release --example selfplay`

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example has nobody else to tell"
)]

use kosumi::clock::Budget;
use kosumi::engine::{Engine, Settings};
use kosumi::eval::Model;
use kosumi::go::rules::Preset;
use kosumi::go::{ByColor, Game, Size};
use kosumi::life::{Count, Verdict};
use kosumi::search::{Purpose, Request};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let playouts = Settings {
        threads: Some(1),
        ..Settings::default()
    };
    let network = Settings {
        model: Some(Model::Own),
        ..playouts.clone()
    };
    let judge = network.judge();
    let mut engines = ByColor {
        black: (Engine::tree_search(1, &network), Budget::up_to(50)),
        white: (Engine::tree_search(2, &playouts), Budget::up_to(2000)),
    };
    let mut game = Game::new(Size::square(9), Preset::find("chinese")?.rules);
    while !game.position().is_over() && game.moves().len() < 200 {
        let color = game.position().to_move();
        let (engine, budget) = &mut engines[color];
        let request = Request::new(&game, color, Purpose::Play, budget.clone());
        let choice = engine.think(request).choice;
        if choice.resigns {
            break;
        }
        game.play(color, choice.mv)?;
    }
    let count = Count::of(&game, &Verdict::of(&game, &judge));
    eprintln!("{}\n{}", game.board(), count.score);
    println!("{}", kosumi::sgf::write(&game.record()));
    Ok(())
}
