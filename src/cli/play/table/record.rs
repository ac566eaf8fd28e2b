//! Games from and to files.

use super::Table;
use crate::cli::play::Side;
use crate::files::{self, LARGEST_RECORD};
use crate::go::rules::Preset;
use crate::go::{ByColor, Game, Record, Strictness};
use crate::life::Verdict;
use crate::sgf;
use anyhow::{Context, Result, anyhow, ensure};
use std::path::{Path, PathBuf};

/// What a file says of its game beside the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli::play) struct Loaded {
    /// True if it may be written again, because nothing would be lost.
    pub(in crate::cli::play) is_own: bool,
    /// What the person plays.
    pub(in crate::cli::play) side: Option<Side>,
}

impl Table {
    /// Writes the game as SGF to a file that does not exist yet, or without a name to the one it was in. Returns the name.
    ///
    /// # Errors
    /// There is no name, the file belongs to something else, or it cannot be written.
    pub(in crate::cli::play) fn save(&mut self, name: &str) -> Result<String> {
        let text = self.text();
        self.keeper.save(name, text)
    }

    /// Writes the game if it has changed and games are kept. Returns what the person has to know of that.
    pub(in crate::cli::play) fn keep(&mut self) -> Option<String> {
        if !self.keeper.autosaves {
            return None;
        }
        let text = self.text();
        self.keeper.keep(text, self.game.moves().is_empty())
    }

    /// Returns true if nothing is lost with the game on the table.
    pub(in crate::cli::play) fn is_kept(&mut self) -> bool {
        let text = self.text();
        self.game.moves().is_empty() || self.keeper.has(&text)
    }

    /// Returns how to go on with a game that is written after every change, or that it could not be written; `None` if
    /// there is nothing to tell.
    pub(in crate::cli::play) fn farewell(&mut self) -> Option<String> {
        if !self.keeper.autosaves {
            None
        } else if self.is_kept() {
            self.keeper.place().farewell()
        } else {
            Some("The game is not saved.".to_owned())
        }
    }

    /// The game as a file holds it.
    fn text(&mut self) -> String {
        sgf::write(&Record {
            players: players(self.side),
            rules: Some(self.rules_name().to_owned()),
            result: self.outcome(),
            territory: if self.is_counted() {
                self.count().territory_marks()
            } else {
                ByColor::default()
            },
            ..self.game.record()
        })
    }

    /// Replaces the game by the first one of an SGF file. Rules and komi stay where the file has none.
    ///
    /// # Errors
    /// The file cannot be read or has no game that can be replayed; nothing is changed.
    pub(in crate::cli::play) fn load(&mut self, name: &str) -> Result<Loaded> {
        ensure!(!name.is_empty(), "a file name is needed: load game.sgf");
        let bytes = files::read(Path::new(name), LARGEST_RECORD)
            .map_err(|error| anyhow!("cannot read {error}"))?;
        let record = sgf::read_first(&bytes).with_context(|| format!("cannot load {name}"))?;
        let named = record.rules.as_deref().and_then(Preset::of_record);
        let rules = named.map_or(*self.game.rules(), |preset| preset.rules);
        let mut game = Game::replay(&record, rules, usize::MAX, Strictness::Lenient)
            .with_context(|| format!("cannot load {name}"))?;
        if record.komi.is_none() {
            game.set_komi(self.game.komi());
        }
        let board = game.board().size();
        let handicap = Some(game.handicap());
        let handicap = handicap.filter(|&stones| board.fixed_handicap(stones).is_some());
        self.handicap = handicap.unwrap_or(0);
        let dead = record.marked_dead(game.board());
        let agreed = dead.map(|dead| Verdict::agreed(&game, &dead));
        self.put(game);
        if self.is_counted() {
            self.verdict = agreed;
        }
        let mut sides = Side::ALL.into_iter();
        let side = sides.find(|&side| players(side) == record.players);
        let is_own = side.is_some() && self.would_write(&record, &bytes);
        let file = is_own.then(|| PathBuf::from(name));
        let text = self.text();
        self.keeper.take_over(file, text);
        Ok(Loaded { is_own, side })
    }

    /// Returns true if the table writes the same as a file holds, once it has replayed the record that the file was read
    /// as. Then the file has no variations, no comments, and nothing else that writing would lose.
    fn would_write(&self, record: &Record, bytes: &[u8]) -> bool {
        let written = sgf::write(&Record {
            players: record.players.clone(),
            rules: Some(self.rules_name().to_owned()),
            result: record.result.clone(),
            territory: record.territory.clone(),
            ..self.game.record()
        });
        let found = str::from_utf8(bytes).map(without_version);
        found.is_ok_and(|found| found == without_version(&written))
    }
}

/// The names of the players in a file, by which the side is known again.
fn players(side: Side) -> ByColor<String> {
    let name = |is_human| if is_human { "human" } else { "kosumi" };
    ByColor::new_with(|color| name(side.has(color)).to_owned())
}

/// A record in SGF without the version of the kosumi that wrote it, if it was one.
fn without_version(text: &str) -> Option<(&str, &str)> {
    let (before, after) = text.split_once("AP[kosumi:")?;
    let (_version, after) = after.split_once(']')?;
    Some((before, after))
}
