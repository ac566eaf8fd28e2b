//! Games from and to files.

use super::Table;
use crate::cli::play::Side;
use crate::files::{self, LARGEST_RECORD};
use crate::go::rules::RuleSet;
use crate::go::{ByColor, Color, Game, Record, Rules, Strictness};
use crate::life::Verdict;
use crate::sgf::{self, Reading, Unreadable};
use anyhow::{Context, Result, anyhow, ensure};
use std::path::{Path, PathBuf};

/// What holds whatever a file says.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::cli::play) struct Given {
    pub(in crate::cli::play) rules: Option<Rules>,
    pub(in crate::cli::play) komi: Option<f64>,
}

/// What a file says of its game beside the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli::play) struct Loaded {
    /// True if it may be written again, because nothing would be lost.
    pub(in crate::cli::play) is_own: bool,
    /// What the person plays.
    pub(in crate::cli::play) side: Option<Side>,
    /// What the person has to know: what is odd in the file, and what holds instead of it.
    pub(in crate::cli::play) notes: Vec<String>,
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
        self.keeper.keep(text, self.session.game.moves().is_empty())
    }

    /// Returns true if nothing is lost with the game on the table.
    pub(in crate::cli::play) fn is_kept(&mut self) -> bool {
        let text = self.text();
        self.session.game.moves().is_empty() || self.keeper.has(&text)
    }

    /// Returns how to go on with a game that is written after every change, or that it could not be written; `None` if
    /// there is nothing to say.
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
            players: self.players(),
            date: self.date.clone(),
            rules: Some(self.rules_name()),
            result: self.outcome(),
            territory: if self.is_counted() {
                self.count().territory_marks()
            } else {
                ByColor::default()
            },
            ..self.session.game.record()
        })
    }

    /// The names of the players: what kosumi is and how strong, by which the side is known again, and what the person is
    /// called.
    fn players(&self) -> ByColor<String> {
        let strength = match self.session.params.player.rank {
            Some(rank) => format!(", {}", rank.name),
            None => String::new(),
        };
        ByColor::new_with(|color| {
            if self.side.has(color) {
                self.names[color].clone()
            } else {
                format!("{OWN} {}{strength}", env!("CARGO_PKG_VERSION"))
            }
        })
    }

    /// Replaces the game by the first one of an SGF file. Rules and komi are those that are given, or else those of the file,
    /// or else they stay.
    ///
    /// # Errors
    /// The file cannot be read or has no game that can be replayed; nothing is changed.
    pub(in crate::cli::play) fn load(&mut self, name: &str, given: &Given) -> Result<Loaded> {
        ensure!(!name.is_empty(), "a file name is needed: load game.sgf");
        let bytes = files::read(Path::new(name), LARGEST_RECORD)
            .map_err(|error| anyhow!("cannot read {error}"))?;
        let loading = || format!("cannot load {name}");
        let mut readings = sgf::load(&bytes, 1, Unreadable::Ends).with_context(loading)?;
        let Reading { mut record, doubts } = readings.swap_remove(0);
        let mut notes: Vec<String> = doubts
            .iter()
            .map(|doubt| format!("{name}: {doubt}."))
            .collect();
        let rules = self.rules_for(&record, given, &mut notes);
        if let Some(reason) = Game::cut_to_possible(&mut record, rules).with_context(loading)? {
            notes.push(format!("{name}: {reason}: the game is read up to there."));
        }
        let mut game =
            Game::replay(&record, rules, usize::MAX, Strictness::Lenient).with_context(loading)?;
        game.set_komi(
            given
                .komi
                .or(record.komi)
                .unwrap_or(self.session.game.komi()),
        );
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
        let side = side_of(&record.players);
        let is_own = side.is_some() && self.would_write(&record, &bytes);
        if is_own {
            self.take_names(&record);
        }
        let file = is_own.then(|| PathBuf::from(name));
        let text = self.text();
        self.keeper.take_over(file, text);
        Ok(Loaded {
            is_own,
            side,
            notes,
        })
    }

    /// The rules for a game of a file. Says where they are not those that the file names.
    fn rules_for(&self, record: &Record, given: &Given, notes: &mut Vec<String>) -> Rules {
        let named = record.rules.as_deref().and_then(RuleSet::of_record);
        let rules = given.rules.unwrap_or(*self.session.game.rules());
        match (&named, &record.rules) {
            (Some(named), _) if given.rules.is_some_and(|rules| rules != named.rules) => {
                let (given, named) = (rules.to_text(), &named.name);
                notes.push(format!(
                    "By {given} rules as asked for, not {named} as the file says."
                ));
            }
            (None, Some(text)) => {
                let kept = rules.to_text();
                notes.push(format!(
                    "By {kept} rules: those of the file are not known, '{text}'."
                ));
            }
            _ => {}
        }
        let named = named.filter(|_| given.rules.is_none());
        named.map_or(rules, |named| named.rules)
    }

    /// Goes on with the names and the day of a file.
    fn take_names(&mut self, record: &Record) {
        for color in Color::ALL {
            if !is_own_name(&record.players[color]) {
                self.names[color].clone_from(&record.players[color]);
            }
        }
        self.date.clone_from(&record.date);
    }

    /// Returns true if the table writes the same as a file holds, once it has replayed the record that the file was read
    /// as. Then the file has no variations, no comments, and nothing else that writing would lose.
    fn would_write(&self, record: &Record, bytes: &[u8]) -> bool {
        let written = sgf::write(&Record {
            players: record.players.clone(),
            date: record.date.clone(),
            komi: record.komi,
            rules: record.rules.clone(),
            result: record.result.clone(),
            territory: record.territory.clone(),
            ..self.session.game.record()
        });
        let found = str::from_utf8(bytes).map(without_version);
        found.is_ok_and(|found| found == without_version(&written))
    }
}

/// What kosumi calls itself in files.
const OWN: &str = "kosumi";

/// Returns true if a name in a file is that of kosumi, of whatever version and rank.
fn is_own_name(name: &str) -> bool {
    let rest = name.strip_prefix(OWN);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// What the person plays by the names in a file; `None` if one is missing.
fn side_of(players: &ByColor<String>) -> Option<Side> {
    let is_named = Color::ALL.iter().all(|&color| !players[color].is_empty());
    let fits = |side: &Side| {
        let mut colors = Color::ALL.into_iter();
        colors.all(|color| side.has(color) != is_own_name(&players[color]))
    };
    Side::ALL.into_iter().find(fits).filter(|_| is_named)
}

/// A record in SGF without the version of the kosumi that wrote it, if it was one.
fn without_version(text: &str) -> Option<(&str, &str)> {
    let (before, after) = text.split_once("AP[kosumi:")?;
    let (_version, after) = after.split_once(']')?;
    Some((before, after))
}
