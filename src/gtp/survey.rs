//! Questions about a position whose answers play nothing and are always the same.

use super::Session;
use crate::clock::Budget;
use crate::engine::{Engine, Settings, Thought};
use crate::go::{Color, Game};
use crate::search::{Branch, Purpose, Report, Request, Restriction, Search};
use std::rc::Rc;

/// What an analysis has found, and in which position.
#[derive(Debug)]
pub(super) struct Survey {
    game: Game,
    color: Color,
    settings: Settings,
    playouts: u64,
    pub(super) report: Rc<Report>,
    /// The part of the tree that was searched most.
    pub(super) branches: Vec<Branch>,
}

impl Survey {
    /// Returns true if it still answers for a position.
    fn is_of(&self, session: &Session, color: Color) -> bool {
        let (own, other) = (&self.game, &session.game);
        let is_same_position = own.board() == other.board()
            && own.board().ko() == other.board().ko()
            && own.moves() == other.moves()
            && own.rules() == other.rules()
            && own.exact_komi() == other.exact_komi();
        is_same_position
            && self.color == color
            && self.settings.overrides == session.params.player.overrides
            && self.playouts == session.params.reg_playouts()
    }
}

impl Session {
    /// Asks an engine that nobody has asked before, in one thread, with fixed random numbers and
    /// `reg_playouts` playouts. Returns it with its answer, in which it never resigns.
    pub(super) fn ask(
        &self,
        color: Color,
        purpose: Purpose,
        restriction: Restriction,
    ) -> (Engine, Thought) {
        let settings = Settings {
            threads: 1,
            resign: false,
            ..self.params.player.clone()
        };
        let mut engine = Engine::new(self.engine.kind(), 0, &settings);
        let budget = self.within_sandbox(Budget {
            stop: self.interrupt.clone(),
            ..Budget::up_to(self.params.reg_playouts())
        });
        let thought = engine.think(Request {
            restriction,
            ..Request::new(&self.game, color, purpose, budget)
        });
        (engine, thought)
    }

    /// What such an engine says of the moves of a player. Remembered until the next question of this
    /// kind, unless it was interrupted.
    pub(super) fn survey(&mut self, color: Color) -> &Survey {
        let known = self.survey.take().filter(|known| known.is_of(self, color));
        let survey = known.unwrap_or_else(|| {
            let (engine, thought) = self.ask(color, Purpose::Analyze, Restriction::default());
            let is_whole = !self.interrupt.is_raised();
            Survey {
                game: self.game.clone(),
                color,
                settings: self.params.player.clone(),
                playouts: self.params.reg_playouts() * u64::from(is_whole),
                report: Rc::new(thought.report.expect("an analysis has a report")),
                branches: engine.search().map_or(Vec::new(), Search::branches),
            }
        });
        self.survey.insert(survey)
    }

    /// The report of a survey for the player to move.
    pub(super) fn report(&mut self) -> Rc<Report> {
        let color = self.to_move();
        self.survey(color).report.clone()
    }
}
