//! Matches and games for the tests of this module.

use super::report::{GameEnding, GameReport, PlayerReport};
use super::settings::{MatchSettings, ProgramLine};
use super::statistics::GameResult;
use crate::go::{ByColor, Color};

/// Settings for tests: two random players on a small board.
pub(super) fn example(games: u32) -> MatchSettings {
    MatchSettings {
        first: ProgramLine::parse("a=kosumi --player random"),
        opponents: vec![ProgramLine::parse("b=kosumi --player random")],
        referee: None,
        play_out: false,
        games,
        size: "5".to_owned(),
        rules: "tromp-taylor".to_owned(),
        komi: 7.5,
        handicap: 0,
        time: "none".to_owned(),
        tolerance: 0.2,
        max_moves: 200,
        seed: 1,
        openings: None,
        sprt: None,
        shard: None,
    }
}

fn player_report(name: &str, moves: u32) -> PlayerReport {
    PlayerReport {
        name: name.to_owned(),
        version: "1".to_owned(),
        moves,
        seconds: f64::from(moves) * 0.5,
        cpu_seconds: None,
        visits: None,
        longest_move: 0.75,
        own_score: None,
    }
}

/// Game `index` of `one` against `two`, who swap colors after each, won by the first program or
/// by nobody.
pub(super) fn game(index: u32, two: &str, result: GameResult) -> GameReport {
    let first_is_black = index.is_multiple_of(2);
    let (black, white) = if first_is_black {
        ("one", two)
    } else {
        (two, "one")
    };
    let winner = match result {
        GameResult::Draw => None,
        GameResult::Win if first_is_black => Some(Color::Black),
        GameResult::Loss if !first_is_black => Some(Color::Black),
        _ => Some(Color::White),
    };
    GameReport {
        index,
        first_is_black,
        players: ByColor {
            black: player_report(black, 30 + index),
            white: player_report(white, 30),
        },
        winner,
        result: winner
            .map_or("0", |winner| match winner {
                Color::Black => "B+3.5",
                Color::White => "W+R",
            })
            .to_owned(),
        ending: GameEnding::Counted,
        remark: String::new(),
        length: 60 + index,
        moves_hash: format!("{index:x}"),
        seed: 7,
        sgf: format!("games/{index}.sgf"),
    }
}
