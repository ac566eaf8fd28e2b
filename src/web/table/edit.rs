//! Changes of what is said, set up and known about a game.

use super::{LONGEST_TEXT, WebTable, checked_komi, language_of, rules_of};
use crate::engine::Rank;
use crate::go::record::Setup;
use crate::go::{ByColor, Color};
use crate::web::error::{WebError, WebResult};
use crate::web::message::{Change, MarkOrder, PlayerSort, SetupStone, TableMode, TablePlayer};
use crate::web::points::point;
use crate::web::text::is_fact;
use crate::web::tree::{MARKS, PointMark, ROOT};
use crate::web::views::GamePhase;
use web_time::Instant;

/// The most letters of a label, a name or a fact.
const LONGEST_LINE: usize = 10_000;

/// The most marks of a node.
const MOST_MARKS: usize = 2000;

impl WebTable {
    /// Fails while a game is played, whose nodes are not for changes.
    fn may_change(&self) -> WebResult<()> {
        if self.mode == TableMode::Play && self.phase != GamePhase::Over {
            return Err(WebError::refused(
                "a game is played here; it can be changed in analysis",
            ));
        }
        Ok(())
    }

    /// Sets stones up at a node. Returns the nodes that have changed.
    pub(in crate::web) fn set_up(
        &mut self,
        node: usize,
        stones: &[(usize, SetupStone)],
        turn: Option<Color>,
    ) -> WebResult<Vec<usize>> {
        self.may_change()?;
        let size = self.tree.size();
        let stone = |&(number, stone): &(usize, SetupStone)| {
            let at = point(number, size).ok_or_else(|| no_point(number))?;
            Ok((at, stone.into()))
        };
        let stones = stones.iter().map(stone).collect::<WebResult<Vec<_>>>()?;
        let setup = Setup {
            stones,
            to_move: turn,
        };
        let new = self.tree.set_up(node, setup)?;
        self.change();
        self.at = new;
        self.tell_nodes(&[node, new], &[]);
        Ok(if new == node {
            vec![node]
        } else {
            vec![node, new]
        })
    }

    /// Changes what is said about a node.
    pub(in crate::web) fn edit(
        &mut self,
        node: usize,
        comment: Option<String>,
        name: Option<String>,
        marks: Option<Vec<MarkOrder>>,
    ) -> WebResult<()> {
        let too_long =
            |text: &Option<String>, most| text.as_ref().is_some_and(|text| text.len() > most);
        if too_long(&comment, LONGEST_TEXT) || too_long(&name, LONGEST_LINE) {
            return Err(WebError::Limit("the text is too long".to_owned()));
        }
        let marks = marks.map(|marks| self.marks(&marks)).transpose()?;
        let changed = self.tree.node_mut(node)?;
        if let Some(comment) = comment {
            changed.comment = comment.replace("\r\n", "\n");
        }
        if let Some(name) = name {
            changed.name = name.replace(['\r', '\n'], " ");
        }
        if let Some(marks) = marks {
            changed.marks = marks;
        }
        self.is_unsaved = true;
        self.tell_nodes(&[node], &[]);
        Ok(())
    }

    fn marks(&self, orders: &[MarkOrder]) -> WebResult<Vec<PointMark>> {
        if orders.len() > MOST_MARKS {
            return Err(WebError::Limit(format!(
                "a node has {MOST_MARKS} marks at most"
            )));
        }
        let mark = |order: &MarkOrder| {
            let (number, kind, text) = match order {
                MarkOrder::Text(number, kind, text) => (*number, kind, text.as_str()),
                MarkOrder::Plain(number, kind) => (*number, kind, ""),
            };
            let at = point(number, self.tree.size()).ok_or_else(|| no_point(number))?;
            let place = MARKS.iter().position(|(name, _)| name == kind);
            let kind = place.ok_or_else(|| WebError::Refused(format!("unknown mark '{kind}'")))?;
            if text.len() > LONGEST_LINE {
                return Err(WebError::Limit("the label is too long".to_owned()));
            }
            let text = text.replace(['\r', '\n'], " ");
            Ok(PointMark { at, kind, text })
        };
        orders.iter().map(mark).collect()
    }

    /// Takes a node and all behind it out. Returns the nodes that are gone.
    pub(in crate::web) fn delete(&mut self, node: usize) -> WebResult<Vec<usize>> {
        self.may_change()?;
        let parent = self.tree.node(node)?.parent;
        let removed = self.tree.remove(node)?;
        self.change();
        if removed.contains(&self.at) {
            self.at = parent.unwrap_or(ROOT);
        }
        self.tell_nodes(&[parent.unwrap_or(ROOT)], &removed);
        Ok(removed)
    }

    /// Makes the line of a node the main line. Returns the nodes whose children change their order.
    pub(in crate::web) fn promote(&mut self, node: usize) -> WebResult<Vec<usize>> {
        self.may_change()?;
        let changed = self.tree.promote(node)?;
        self.is_unsaved = true;
        self.tell_nodes(&changed, &[]);
        Ok(changed)
    }

    /// Says who plays. kosumi's name tells what it is, by which it is known in records.
    pub(in crate::web) fn set_players(&mut self, players: ByColor<TablePlayer>) -> WebResult<()> {
        for color in Color::ALL {
            let TablePlayer { name, rank, .. } = &players[color];
            if name.len() > LONGEST_LINE {
                return Err(WebError::Limit("the name is too long".to_owned()));
            }
            if let Some(rank) = rank.as_ref().filter(|rank| Rank::find(rank).is_none()) {
                return Err(WebError::Refused(format!("there is no rank '{rank}'")));
            }
        }
        self.players = players;
        for color in Color::ALL {
            let TablePlayer { kind, name, rank } = &mut self.players[color];
            *name = name.replace(['\r', '\n'], " ");
            if *kind == PlayerSort::Kosumi && name.is_empty() {
                let rank = rank
                    .as_ref()
                    .map_or(String::new(), |rank| format!(", {rank}"));
                *name = format!("kosumi {}{rank}", env!("CARGO_PKG_VERSION"));
            }
            let name = name.clone();
            if name.is_empty() {
                self.facts.remove(&color.to_string());
            } else {
                self.facts.insert(color.to_string(), name);
            }
        }
        Ok(())
    }

    /// Changes facts.
    pub(in crate::web) fn set(&mut self, change: &Change, now: Instant) -> WebResult<()> {
        let language = change.language.as_deref().map(language_of).transpose()?;
        let rules = change.rules.as_deref().map(rules_of).transpose()?;
        let komi = change.komi.map(checked_komi).transpose()?;
        for (name, text) in change.info.iter().flatten() {
            if !is_fact(name) || text.len() > LONGEST_TEXT {
                return Err(WebError::Refused(format!("'{name}' cannot be set to that")));
            }
        }
        let mut tree = None;
        if rules.is_some() || komi.is_some() {
            let rules = rules.unwrap_or(*self.tree.rules());
            let mut other = self.tree.clone();
            other.set_rules(rules, komi.unwrap_or(self.tree.komi()))?;
            tree = Some(other);
        }
        if let Some(players) = &change.players {
            self.set_players(players.clone())?;
        }
        if let Some(tree) = tree {
            self.tree = tree;
        }
        for (name, text) in change.info.iter().flatten() {
            if text.is_empty() {
                self.facts.remove(name);
            } else {
                self.facts.insert(name.clone(), text.clone());
            }
        }
        for color in Color::ALL {
            let name = self.facts.get(&color.to_string()).cloned();
            self.players[color].name = name.unwrap_or_default();
        }
        self.language = language.unwrap_or(self.language);
        if let Some(mode) = change.mode {
            self.set_mode(mode, now)?;
        }
        self.change();
        self.tell_all();
        Ok(())
    }

    /// Begins or ends a game at its last move.
    fn set_mode(&mut self, mode: TableMode, now: Instant) -> WebResult<()> {
        self.mode = mode;
        let turn = self.tree.node(self.end())?.turn();
        if let Some(clocks) = &mut self.clocks {
            match (mode, self.phase) {
                (TableMode::Play, GamePhase::Playing) => clocks.run(turn, now),
                _ => clocks.stop(now),
            }
        }
        Ok(())
    }
}

/// A number that is none of a point.
pub(in crate::web) fn no_point(number: usize) -> WebError {
    WebError::Refused(format!("the board has no point {number}"))
}
