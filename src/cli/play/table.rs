//! A game with its two sides: what can be done at the table, without the words for it.

use super::Side;
use super::opponent::Opponent;

use crate::go::rules::{DeadStones, Preset};
use crate::go::{ByColor, Color, Game, Move, Outcome, Point, PointSet, Record, Strictness, score};
use crate::life::{Count, Verdict};
use crate::search::MoveReport;
use crate::{gtp, sgf};
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::fs;
use std::path::Path;

/// Moves that a hint tells.
const HINTS: usize = 5;

/// The game on the table.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) game: Game,
    /// What the person plays.
    pub(super) side: Side,
    pub(super) engine: Opponent,
    /// Who has resigned.
    resigned: Option<Color>,
    /// The number of moves after which play was resumed last.
    resumed_after: Option<usize>,
    /// The stones that count as dead, as soon as somebody has asked.
    dead: Option<PointSet>,
    /// The file of this game, which may be written again.
    file: Option<String>,
    pub(super) has_quit: bool,
}

impl Table {
    pub(super) fn new(game: Game, side: Side, engine: Opponent) -> Table {
        Table {
            game,
            side,
            engine,
            resigned: None,
            resumed_after: None,
            dead: None,
            file: None,
            has_quit: false,
        }
    }

    /// Returns the name of the rules, which at the table always have one.
    pub(super) fn rules_name(&self) -> &'static str {
        Preset::of_rules(self.game.rules()).map_or("", |preset| preset.name)
    }

    /// Returns true if play has stopped: by resignation, by passes, or by a cycle of moves. After a
    /// resumption both players have to move before it stops again.
    pub(super) fn is_over(&self) -> bool {
        let position = self.game.position();
        let since = self.resumed_after.map(|after| after + 2);
        self.resigned.is_some()
            || since.is_none_or(|least| self.game.moves().len() >= least)
                && (position.is_over() || position.long_cycle().is_some())
    }

    /// Returns true if kosumi is to move.
    pub(super) fn awaits_engine(&self) -> bool {
        !self.is_over() && !self.side.has(self.game.position().to_move())
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
        self.game.play(self.game.position().to_move(), mv)?;
        self.dead = None;
        Ok(())
    }

    /// Lets kosumi move. Returns its move, or `None` if it resigns.
    pub(super) fn play_engine(&mut self) -> Option<Move> {
        let color = self.game.position().to_move();
        let choice = self.engine.choose(&self.game, color);
        if choice.resigns {
            self.resigned = Some(color);
            return None;
        }
        let played = self.game.play(color, choice.mv);
        played.expect("an engine chooses legal moves");
        self.dead = None;
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
        let mut latest = self.game.moves().iter().rev();
        let own = latest.position(|&(color, _)| self.side.has(color));
        let count = own.context("there is no move of yours to take back")? + 1;
        self.game.undo(count)?;
        self.resigned = None;
        self.dead = None;
        let left = self.game.moves().len();
        self.resumed_after = self.resumed_after.filter(|&after| after <= left);
        Ok(count)
    }

    /// Resigns for the player whose turn it is.
    ///
    /// # Errors
    /// The game is over.
    pub(super) fn resign(&mut self) -> Result<()> {
        ensure!(!self.is_over(), "the game is over");
        self.resigned = Some(self.game.position().to_move());
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
            Some(color) if !self.side.has(color) => self.engine.never_resign(),
            Some(_) => {}
            None => self.resumed_after = Some(self.game.moves().len()),
        }
        self.dead = None;
        Ok(())
    }

    /// Returns the stones that count as dead: those that playouts say are dead, or that have been
    /// agreed to be.
    pub(super) fn dead(&mut self) -> &PointSet {
        let engine = &self.engine;
        let game = &self.game;
        self.dead.get_or_insert_with(|| engine.dead(game))
    }

    /// Returns the points that each player surrounds, those under dead stones included.
    pub(super) fn spaces(&mut self) -> ByColor<PointSet> {
        let dead = self.dead().clone();
        score::spaces(self.game.position(), &dead)
    }

    /// Counts the position.
    pub(super) fn count(&mut self) -> Count {
        let dead = self.dead().clone();
        Count::of(&self.game, &Verdict::given(&self.game, &dead))
    }

    /// Turns dead chains into living ones and living into dead.
    ///
    /// # Errors
    /// The rules know no dead stones, or a point has no stone; nothing is changed.
    pub(super) fn toggle_dead(&mut self, points: &[Point]) -> Result<()> {
        ensure!(
            self.game.rules().dead_stones != DeadStones::AsItStands,
            "under {} rules dead stones are captured before the end; resume goes on",
            self.rules_name()
        );
        ensure!(
            !self.game.position().all_live(),
            "both have passed again without agreement, so all stones live; resume goes on"
        );
        let board = self.game.board();
        if let Some(empty) = points.iter().find(|&&at| board.color_at(at).is_none()) {
            bail!("there is no stone at {empty}");
        }
        let mut dead = self.dead().clone();
        for &point in points {
            let was_dead = dead.contains(point);
            for stone in self.game.board().chain(point) {
                if was_dead {
                    dead.remove(stone);
                } else {
                    dead.insert(stone);
                }
            }
        }
        self.dead = Some(dead);
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
        let cycle = self.game.position().long_cycle();
        Some(cycle.unwrap_or_else(|| self.count().score.outcome()))
    }

    /// Returns true if the board was counted to know the result.
    pub(super) fn is_counted(&self) -> bool {
        self.is_over() && self.resigned.is_none() && self.game.position().long_cycle().is_none()
    }

    /// Returns the best moves for the player whose turn it is.
    ///
    /// # Errors
    /// The game is over.
    pub(super) fn hints(&self) -> Result<Vec<MoveReport>> {
        ensure!(!self.is_over(), "the game is over");
        let color = self.game.position().to_move();
        Ok(self.engine.hints(&self.game, color, HINTS))
    }

    /// Writes the game as SGF, by default to the file that it was in. Returns the name.
    ///
    /// # Errors
    /// There is no name, the file belongs to something else, or it cannot be written.
    pub(super) fn save(&mut self, name: &str) -> Result<String> {
        let known = self.file.as_deref();
        let name = if name.is_empty() {
            known.context("a file name is needed: save game.sgf")?
        } else {
            name
        };
        ensure!(
            known == Some(name) || !Path::new(name).exists(),
            "{name} exists already; choose another name"
        );
        let name = name.to_owned();
        let text = sgf::write(&self.record());
        fs::write(&name, text).with_context(|| format!("cannot write {name}"))?;
        self.file = Some(name.clone());
        Ok(name)
    }

    fn record(&mut self) -> Record {
        let name = |is_human| if is_human { "human" } else { "kosumi" };
        Record {
            players: ByColor::new_with(|color| name(self.side.has(color)).to_owned()),
            rules: Some(self.rules_name().to_owned()),
            result: self.outcome(),
            ..self.game.record()
        }
    }

    /// Replaces the game by the first one of an SGF file. Rules and komi stay where the file has none.
    ///
    /// # Errors
    /// The file cannot be read or has no game that can be replayed; nothing is changed.
    pub(super) fn load(&mut self, name: &str) -> Result<()> {
        ensure!(!name.is_empty(), "a file name is needed: load game.sgf");
        let bytes =
            gtp::read_file(name).map_err(|reason| anyhow!("cannot read {name}: {reason}"))?;
        let record = sgf::read_first(&bytes).with_context(|| format!("cannot load {name}"))?;
        let named = record.rules.as_deref().and_then(Preset::of_record);
        let rules = named.map_or(*self.game.rules(), |preset| preset.rules);
        let mut game = Game::replay(&record, rules, usize::MAX, Strictness::Lenient)
            .with_context(|| format!("cannot load {name}"))?;
        if record.komi.is_none() {
            game.set_komi(self.game.komi());
        }
        self.game = game;
        self.resigned = None;
        self.resumed_after = None;
        self.dead = None;
        self.file = Some(name.to_owned());
        Ok(())
    }
}
