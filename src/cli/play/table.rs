//! A game with its two sides: what can be done with it, without the texts.

mod record;
mod settings;

pub(super) use record::{Given, Loaded};
pub(super) use settings::new_game;

use super::keeper::Keeper;
use super::{PERSON, Side, mistakes};
use crate::cli::today;
use crate::engine::PLAYERS;
use crate::explain::Language;
use crate::go::rules::DeadStones;
use crate::go::{ByColor, Color, Move, Outcome, Point};
use crate::life::{Count, Verdict};
use crate::params::{Param, ParamError};
use crate::search::{MoveReport, Purpose};
use crate::session::{Question, Session};
use anyhow::{Context, Result, anyhow, bail, ensure};
use web_time::Instant;

/// Moves in a hint.
const HINTS: usize = 5;

/// The game on the table.
#[derive(Debug)]
pub(super) struct Table {
    /// The game, and kosumi.
    pub(super) session: Session,
    /// What the person plays.
    pub(super) side: Side,
    /// The stones that Black begins with in the games to come.
    pub(super) handicap: usize,
    /// What the judge explains in.
    pub(super) language: Language,
    pub(super) keeper: Keeper,
    /// Who has resigned.
    resigned: Option<Color>,
    /// The number of moves after which play was resumed last.
    resumed_after: Option<usize>,
    /// What the persons are called.
    pub(super) names: ByColor<String>,
    /// The day on which the game was begun.
    date: Option<String>,
    /// Which stones count as dead, as soon as somebody has asked.
    verdict: Option<Verdict>,
    pub(super) has_quit: bool,
}

impl Table {
    pub(super) fn new(session: Session, side: Side) -> Table {
        Table {
            session,
            side,
            handicap: 0,
            names: ByColor::new_with(|_| PERSON.to_owned()),
            date: Some(today()),
            language: Language::default(),
            keeper: Keeper::default(),
            resigned: None,
            resumed_after: None,
            verdict: None,
            has_quit: false,
        }
    }

    /// Returns the name of the rules, or what they are if they have none.
    pub(super) fn rules_name(&self) -> String {
        self.session.game.rules().to_text()
    }

    /// Returns true if play has stopped: by resignation, by passes, or by a cycle of moves. After a
    /// resumption both players have to move before it stops again.
    pub(super) fn is_over(&self) -> bool {
        let position = self.session.game.position();
        let since = self.resumed_after.map(|after| after + 2);
        self.resigned.is_some()
            || since.is_none_or(|least| self.session.game.moves().len() >= least)
                && (position.is_over() || position.long_cycle().is_some())
    }

    /// Returns true if kosumi is to move.
    pub(super) fn awaits_engine(&self) -> bool {
        !self.is_over() && !self.side.has(self.session.game.position().to_move())
    }

    /// Makes a move for the player whose turn it is.
    ///
    /// # Errors
    /// It is not legal, or the game is over.
    pub(super) fn play(&mut self, mv: Move) -> Result<()> {
        ensure!(
            !self.is_over(),
            "the game is over; resume goes on, undo takes back"
        );
        let played = self
            .session
            .game
            .play(self.session.game.position().to_move(), mv);
        played.map_err(|reason| anyhow!(mistakes::illegal(&self.session.game, reason)))?;
        self.verdict = None;
        Ok(())
    }

    /// Lets kosumi move. Returns its move, or `None` if it resigns.
    pub(super) fn play_engine(&mut self) -> Option<Move> {
        let color = self.session.to_move();
        let question = Question::new(color, Purpose::Play);
        let choice = self.session.generate(question, Instant::now()).choice;
        if choice.resigns {
            self.resigned = Some(color);
            return None;
        }
        self.verdict = None;
        Some(choice.mv)
    }

    /// Takes back a resignation of the person, or else the person's last move and all after it.
    /// Returns the number of moves taken back.
    ///
    /// # Errors
    /// The person has not moved; nothing is changed.
    pub(super) fn undo(&mut self) -> Result<usize> {
        if self.resigned.is_some_and(|color| self.side.has(color)) {
            self.resigned = None;
            return Ok(0);
        }
        let mut latest = self.session.game.moves().iter().rev();
        let own = latest.position(|&(color, _)| self.side.has(color));
        let count = own.context("there is no move of yours to take back")? + 1;
        self.session.game.undo(count)?;
        self.resigned = None;
        self.verdict = None;
        let left = self.session.game.moves().len();
        self.resumed_after = self.resumed_after.filter(|&after| after <= left);
        Ok(count)
    }

    /// Resigns for the player whose turn it is.
    ///
    /// # Errors
    /// The game is over.
    pub(super) fn resign(&mut self) -> Result<()> {
        ensure!(!self.is_over(), "the game is over");
        self.resigned = Some(self.session.game.position().to_move());
        Ok(())
    }

    /// Goes on after play has stopped, with the player whose turn it would have been. If kosumi has
    /// resigned, it plays to the end now.
    ///
    /// # Errors
    /// The game is not over.
    pub(super) fn resume(&mut self) -> Result<()> {
        ensure!(self.is_over(), "the game is not over");
        match self.resigned.take() {
            Some(color) if !self.side.has(color) => self.session.params.player.resign = false,
            Some(_) => {}
            None => self.resumed_after = Some(self.session.game.moves().len()),
        }
        self.verdict = None;
        Ok(())
    }

    /// Returns which stones count as dead: those that the judge says are dead, or that have been agreed to be.
    fn verdict(&mut self) -> &Verdict {
        let session = &self.session;
        self.verdict.get_or_insert_with(|| session.verdict())
    }

    /// Counts the position.
    pub(super) fn count(&mut self) -> Count {
        let verdict = self.verdict().clone();
        Count::of(&self.session.game, &verdict)
    }

    /// Turns dead chains into living ones and living into dead.
    ///
    /// # Errors
    /// The rules know no dead stones, or a point has no stone; nothing is changed.
    pub(super) fn toggle_dead(&mut self, points: &[Point]) -> Result<()> {
        ensure!(
            self.session.game.rules().dead_stones != DeadStones::AsItStands,
            "under {} rules dead stones are captured before the end; resume goes on",
            self.rules_name()
        );
        ensure!(
            !self.session.game.position().all_live(),
            "both have passed again without agreement, so all stones live; resume goes on"
        );
        let board = self.session.game.board();
        if let Some(empty) = points.iter().find(|&&at| board.color_at(at).is_none()) {
            bail!("there is no stone at {empty}");
        }
        let mut verdict = self.verdict().clone();
        for &point in points {
            verdict.turn(self.session.game.board(), point);
        }
        self.verdict = Some(verdict);
        Ok(())
    }

    /// Returns the result of a game that is over, otherwise `None`.
    pub(super) fn outcome(&mut self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        if let Some(color) = self.resigned {
            return Some(Outcome::Resignation(!color));
        }
        Some(self.count().outcome())
    }

    /// Returns true if the board was counted to know the result.
    pub(super) fn is_counted(&self) -> bool {
        self.is_over()
            && self.resigned.is_none()
            && self.session.game.position().long_cycle().is_none()
    }

    /// Returns the moves that a tree search at full strength visits most, the best first, for the player whose turn it is.
    /// Takes as long as a move.
    ///
    /// # Errors
    /// The game is over, or the search has failed.
    pub(super) fn hints(&self) -> Result<Vec<MoveReport>> {
        ensure!(!self.is_over(), "the game is over");
        let (session, color) = (&self.session, self.session.to_move());
        let budget = session.budget(color, Instant::now());
        let mut analyst = session.apart(&PLAYERS[0], session.engine.seed());
        let thought = analyst.think(Question::new(color, Purpose::Analyze), budget)?;
        let mut moves = thought.report.map_or(Vec::new(), |report| report.moves);
        moves.truncate(HINTS);
        Ok(moves)
    }

    /// Changes the strength.
    ///
    /// # Errors
    /// There is no such rank, nor such a level.
    pub(super) fn set_strength(&mut self, strength: &str) -> Result<(), ParamError> {
        let is_level = strength.bytes().all(|byte| byte.is_ascii_digit());
        Param::find(if is_level { "level" } else { "rank" })?
            .set(&mut self.session.params, strength)
    }
}
