//! Moves, and how a game ends.

use super::{Marking, WebTable};
use crate::go::record::Setup;
use crate::go::{Color, Game, Move, Outcome, PointSet};
use crate::life::{Count, Verdict};
use crate::sgf::SgfProperty;
use crate::web::error::{WebError, WebResult};
use crate::web::message::TableMode;
use crate::web::tree::{ROOT, TreeNode};
use crate::web::views::GamePhase;
use web_time::Instant;

impl WebTable {
    /// Makes a move for whoever's turn it is at a node. Returns the node behind it, and the nodes that have changed.
    pub(in crate::web) fn play(
        &mut self,
        node: usize,
        mv: Move,
        now: Instant,
    ) -> WebResult<Vec<usize>> {
        let turn = self.tree.node(node)?.turn();
        let is_game = self.mode == TableMode::Play && self.phase != GamePhase::Over;
        if !is_game {
            let child = self.tree.play(node, turn, mv)?;
            self.look_at(child);
            self.is_unsaved = true;
            return Ok(vec![node, child]);
        }
        if self.phase == GamePhase::Marking {
            return Err(WebError::refused("play has stopped; resume goes on"));
        }
        if node != self.end() {
            return Err(WebError::refused("the game goes on at its last move"));
        }
        if self.is_kosumi(turn) {
            return Err(WebError::refused("it is kosumi's turn"));
        }
        if self.stones_to_place() > 0 {
            return self.place_stone(mv);
        }
        self.make_move(turn, mv, now)
    }

    /// The handicap stones that Black has still to place.
    fn stones_to_place(&self) -> usize {
        let is_new = self.end() == ROOT;
        let wanted = self.tree.handicap.filter(|_| is_new).unwrap_or(0);
        let board = self
            .game(ROOT)
            .map(|game| game.board().stone_count(Color::Black));
        wanted.saturating_sub(board.unwrap_or(wanted))
    }

    /// Places one of the handicap stones.
    fn place_stone(&mut self, mv: Move) -> WebResult<Vec<usize>> {
        let Move::Play(at) = mv else {
            return Err(WebError::refused("Black places the handicap stones first"));
        };
        if !self.game(ROOT)?.board().is_empty_at(at) {
            return Err(WebError::Refused(format!("{at} is occupied")));
        }
        let is_last = self.stones_to_place() == 1;
        let to_move = Some(if is_last { Color::White } else { Color::Black });
        let stones = vec![(at, Some(Color::Black))];
        self.tree.set_up(ROOT, Setup { stones, to_move })?;
        self.change();
        self.tell_nodes(&[ROOT], &[]);
        Ok(vec![ROOT])
    }

    /// Makes a move of the game, and stops play if it ends it. Returns the nodes that have changed.
    pub(in crate::web) fn make_move(
        &mut self,
        color: Color,
        mv: Move,
        now: Instant,
    ) -> WebResult<Vec<usize>> {
        let end = self.end();
        let node = self.tree.play(end, color, mv)?;
        self.change();
        self.at = node;
        if let Some(clocks) = &mut self.clocks {
            clocks.press(color, now);
            let left = clocks.clock(color, now).0;
            let seconds = format!("{:.2}", left.left().as_secs_f64());
            let letter = color.letter();
            let other = &mut self.tree.node_mut(node)?.other;
            other.push(SgfProperty::of_text(&format!("{letter}L"), &seconds));
            if left.overtime_left() > 0 {
                let count = left.overtime_left().to_string();
                other.push(SgfProperty::of_text(&format!("O{letter}"), &count));
            }
        }
        let changed = vec![end, node];
        self.tell_nodes(&changed, &[]);
        let game = self.game(node)?;
        if self.has_stopped(&game) {
            self.stop_play(&game, now);
        } else if let Some(clocks) = &mut self.clocks {
            clocks.run(!color, now);
            self.tell_clock();
        }
        Ok(changed)
    }

    /// Returns true if play has stopped. After a resumption both players have to move before it stops again.
    fn has_stopped(&self, game: &Game) -> bool {
        let position = game.position();
        let since = self.resumed_after.map(|after| after + 2);
        since.is_none_or(|least| game.moves().len() >= least)
            && (position.is_over() || position.long_cycle().is_some())
    }

    /// Counts what can be counted at once, or asks for the dead stones.
    fn stop_play(&mut self, game: &Game, now: Instant) {
        let position = game.position();
        if let Some(outcome) = position.long_cycle() {
            self.finish(&outcome, now);
        } else if position.all_live() {
            let verdict = Verdict::given(game, &PointSet::new());
            self.finish(&Count::of(game, &verdict).outcome(), now);
        } else {
            if let Some(clocks) = &mut self.clocks {
                clocks.stop(now);
            }
            self.phase = GamePhase::Marking;
            self.marking = Some(Marking::default());
            self.tell_clock();
            self.tell_phase();
        }
    }

    /// Ends the game.
    pub(in crate::web) fn finish(&mut self, outcome: &Outcome, now: Instant) {
        self.change();
        self.phase = GamePhase::Over;
        self.result = Some(outcome.to_string());
        self.facts.insert("result".to_owned(), outcome.to_string());
        self.marking = None;
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(now);
        }
        self.tell_clock();
        self.tell_phase();
    }

    /// Ends the game if the time of a player is over.
    pub(in crate::web) fn check_time(&mut self, now: Instant) {
        let fallen = self.clocks.as_ref().and_then(|clocks| clocks.fallen(now));
        if let Some(color) = fallen.filter(|_| self.phase == GamePhase::Playing) {
            self.finish(&Outcome::Time(!color), now);
        }
    }

    /// Gives up for a player, or else for whose turn it is among the persons.
    pub(in crate::web) fn resign(&mut self, color: Option<Color>, now: Instant) -> WebResult<()> {
        self.in_game()?;
        let turn = self.tree.node(self.end())?.turn();
        let persons = [turn, !turn]
            .into_iter()
            .filter(|&color| !self.is_kosumi(color));
        let person = persons
            .into_iter()
            .find(|&person| color.is_none_or(|color| color == person));
        let Some(person) = person else {
            return Err(WebError::refused("kosumi resigns by itself"));
        };
        self.finish(&Outcome::Resignation(!person), now);
        Ok(())
    }

    /// Fails unless a game is played here and is not over.
    pub(in crate::web) fn in_game(&self) -> WebResult<()> {
        match (self.mode, self.phase) {
            (TableMode::Analyze, _) => Err(WebError::refused("no game is played here")),
            (_, GamePhase::Over) => Err(WebError::refused("the game is over")),
            _ => Ok(()),
        }
    }

    /// Takes back a resignation or a loss on time, or else the last move of a person and all that followed. Returns the nodes
    /// that are gone.
    pub(in crate::web) fn undo(&mut self, now: Instant) -> WebResult<Vec<usize>> {
        if self.mode != TableMode::Play {
            return Err(WebError::refused(
                "no game is played here; a node can be deleted",
            ));
        }
        let was_given_up = self.phase == GamePhase::Over
            && self
                .result
                .as_deref()
                .is_some_and(|how| how.ends_with(['R', 'T']));
        let mut removed = Vec::new();
        if !was_given_up {
            let path = self.tree.path(self.end());
            let is_own = |&&id: &&usize| {
                let mv = self.tree.node(id).ok().and_then(TreeNode::mv);
                mv.is_some_and(|(color, _)| !self.is_kosumi(color))
            };
            let Some(&last) = path.iter().rev().find(is_own) else {
                return Err(WebError::refused("there is no move of yours to take back"));
            };
            removed = self.tree.remove(last)?;
        }
        self.change();
        self.go_on(now)?;
        let parent = self.at;
        self.tell_nodes(&[parent], &removed);
        self.tell_phase();
        Ok(removed)
    }

    /// Plays on at the last node.
    fn go_on(&mut self, now: Instant) -> WebResult<()> {
        self.at = self.end();
        self.phase = GamePhase::Playing;
        self.result = None;
        self.facts.remove("result");
        self.marking = None;
        let game = self.game(self.at)?;
        let made = game.moves().len();
        self.resumed_after = self.resumed_after.filter(|&after| after <= made);
        if let Some(clocks) = &mut self.clocks {
            clocks.run(game.position().to_move(), now);
        }
        self.tell_clock();
        Ok(())
    }

    /// Plays on after play has stopped, with the player whose turn it would have been.
    pub(in crate::web) fn resume(&mut self, now: Instant) -> WebResult<()> {
        if self.phase != GamePhase::Marking {
            return Err(WebError::refused("play has not stopped"));
        }
        self.change();
        self.resumed_after = Some(self.game(self.end())?.moves().len());
        self.go_on(now)?;
        self.tell_phase();
        Ok(())
    }

    /// Looks at another node.
    pub(in crate::web) fn look_at(&mut self, node: usize) {
        if self.at != node {
            self.at = node;
            self.analyzed = None;
            self.note_stale();
            if self.analysis.on && self.thinking.is_none() {
                self.interrupt();
            }
        }
    }
}
