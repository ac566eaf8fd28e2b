//! Questions about a position that play nothing and always get the same answer.

use crate::clock::Budget;
use crate::engine::{Engine, Settings, Thought};
use crate::go::{Color, Game};
use crate::search::{Branch, Purpose, Report, Restriction, Search};
use crate::session::{Question, Session};
use std::rc::Rc;

/// What an analysis has found, and in which position.
#[derive(Debug)]
pub(super) struct Survey {
    game: Game,
    color: Color,
    settings: Settings,
    visits: u64,
    pub(super) report: Rc<Report>,
    /// The part of the tree that was searched most.
    pub(super) branches: Vec<Branch>,
}

impl Survey {
    /// Returns true if it still answers for a position.
    pub(super) fn is_of(&self, session: &Session, color: Color) -> bool {
        let (own, other) = (&self.game, &session.game);
        let is_same_position = own.board() == other.board()
            && own.board().ko() == other.board().ko()
            && own.moves() == other.moves()
            && own.rules() == other.rules()
            && own.exact_komi() == other.exact_komi();
        is_same_position
            && self.color == color
            && self.settings.overrides == session.params.player.overrides
            && self.visits == session.params.reg_visits()
    }

    /// What a fresh engine says of the moves of a player.
    pub(super) fn of(session: &Session, color: Color) -> Survey {
        let (engine, thought) = ask(session, color, Purpose::Analyze, Restriction::default());
        // Another question is no answer to what was interrupted.
        let is_whole = !session.stop.is_raised();
        Survey {
            game: session.game.clone(),
            color,
            settings: session.params.player.clone(),
            visits: session.params.reg_visits() * u64::from(is_whole),
            report: Rc::new(thought.report.expect("an analysis has a report")),
            branches: engine.search().map_or(Vec::new(), Search::branches),
        }
    }
}

/// Asks a fresh engine, in one thread, with fixed random numbers and
/// `reg_visits` visits. Returns it with its answer, in which it never resigns.
pub(super) fn ask(
    session: &Session,
    color: Color,
    purpose: Purpose,
    restriction: Restriction,
) -> (Engine, Thought) {
    let mut apart = session.apart(session.engine.kind(), 0);
    apart.params.player.threads = 1;
    let budget = Budget {
        stop: apart.stop.clone(),
        ..Budget::up_to(apart.params.reg_visits())
    };
    let question = Question {
        restriction,
        may_resign: false,
        ..Question::new(color, purpose)
    };
    let thought = apart.think(question, budget);
    (apart.engine, thought.expect("a search without a fault"))
}
