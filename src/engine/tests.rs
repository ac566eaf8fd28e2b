//! What holds for every engine, and what other tests ask of one.

use super::*;
use crate::clock::Budget;
use crate::knobs::KNOBS;

/// What a small analysis in one thread finds, for tests of what is done with reports.
pub(crate) fn report_of(game: &Game, color: Color, playouts: u64) -> Report {
    let settings = Settings {
        threads: 1,
        ..Settings::default()
    };
    let budget = Budget::of_playouts(playouts);
    let request = Request::new(game, color, Purpose::Analyze, budget);
    let thought = Engine::tree_search(1, &settings).think(request);
    thought.report.expect("an analysis has a report")
}

#[test]
fn the_judge_heeds_what_was_set() {
    let mut settings = Settings {
        dead_playouts: 7,
        ..Settings::default()
    };
    settings.overrides.set(&KNOBS[0], Some(2.0));
    let judge = settings.judge();
    assert_eq!((judge.playouts, judge.overrides), (7, settings.overrides));
}
