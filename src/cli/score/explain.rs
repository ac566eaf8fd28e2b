//! Why each chain lives or is dead, in words.

use crate::go::{Board, Color, Point};
use crate::life::hypothetical::Fate;
use crate::life::{Ground, Status, Verdict};

/// A sentence for each chain of a board, Black's first.
pub(super) fn sentences(board: &Board, verdict: &Verdict) -> Vec<String> {
    let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
    let told = chains.filter_map(|chain| Some((chain, verdict.ground(board, chain)?)));
    told.map(|(chain, ground)| sentence(board, verdict, chain, ground))
        .collect()
}

fn sentence(board: &Board, verdict: &Verdict, chain: Point, ground: Ground) -> String {
    let color = match board.color_at(chain) {
        Some(Color::White) => "White",
        _ => "Black",
    };
    let stones = match board.chain_size(chain) {
        1 => String::new(),
        size => format!(" ({size} stones)"),
    };
    let status = match verdict.status(chain) {
        Status::Alive => "lives",
        Status::Seki => "lives in seki",
        Status::Dead => "is dead",
    };
    format!("{color} {chain}{stones} {status}: {}.", reason(ground))
}

fn reason(ground: Ground) -> String {
    match ground {
        Ground::Rules => "the rules take no stones off".to_owned(),
        Ground::Given => "it was said so".to_owned(),
        Ground::Unconditional => "nobody can capture it even if its owner always passes".to_owned(),
        Ground::StandOff => "nobody can fill a shared liberty without loss".to_owned(),
        Ground::Proved(fate) => format!("proved by hypothetical play, {}", outcome(fate)),
        Ground::Read(fate) => {
            let outcome = outcome(fate);
            format!("read by hypothetical play up to the capture of five stones, {outcome}")
        }
        Ground::Estimated(chance) => {
            format!("it stays in {:.0} % of the playouts", 100.0 * chance)
        }
    }
}

fn outcome(fate: Fate) -> &'static str {
    match fate {
        Fate::Uncapturable => "it cannot be captured",
        Fate::Replaced => "a new stone stays in its place when it is captured",
        Fate::Enabling => "its capture makes room for a new stone that stays",
        Fate::Dead => "it is captured and no new stone stays",
    }
}
