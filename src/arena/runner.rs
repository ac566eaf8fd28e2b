//! Plays the games of a match that are still to be played, several at once.
//!
//! Each job is a thread that takes the next game, and keeps its own contestants from game to game.
//! The calling thread alone writes. A job that panics loses the game it was playing, which the next
//! run of the match plays again.

use super::contestant::{Conditions, Contestant, ContestantKind};
use super::referee;
use super::report::GameReport;
use super::schedule::{Planned, plan};
use super::settings::MatchSettings;
use super::statistics::{Sprt, SprtDecision, SprtVerdict};
use super::store::Store;
use super::{BadSetting, summary};
use crate::files::FileError;
use crate::go::record::Setup;
use crate::go::{ByColor, Game, Record, Strictness};
use crate::gtp::client::ClientError;
use crate::threads::{contained, share};
use std::time::Duration;

/// The match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// A setting makes no sense.
    #[error(transparent)]
    Settings(#[from] BadSetting),
    /// A program cannot be started.
    #[error(transparent)]
    Program(#[from] ClientError),
    /// A file could not be written.
    #[error(transparent)]
    Store(#[from] FileError),
}

/// Something for each program of a match.
#[derive(Clone, Debug)]
pub struct Programs<T> {
    /// The one that plays in every game.
    pub first: T,
    /// Its opponents.
    pub opponents: Vec<T>,
    /// The one that decides about dead stones.
    pub arbiter: Option<T>,
}

impl<T> Programs<T> {
    fn map<S>(&self, make: impl Fn(&T) -> S) -> Programs<S> {
        Programs {
            first: make(&self.first),
            opponents: self.opponents.iter().map(&make).collect(),
            arbiter: self.arbiter.as_ref().map(&make),
        }
    }
}

/// A match that can be played.
#[derive(Debug)]
pub struct Match {
    settings: MatchSettings,
    kinds: Programs<ContestantKind>,
    conditions: Conditions,
    /// The positions that the games begin with.
    openings: Vec<Game>,
    sprt: Option<Sprt>,
    /// How long a command may take, and a move beyond its time.
    patience: Duration,
}

impl Match {
    /// Prepares a match between programs. `openings` are those of the settings, none for the empty
    /// board.
    ///
    /// # Errors
    /// Returns an error if a setting, an opening or a program is not usable.
    pub fn new(
        settings: MatchSettings,
        kinds: Programs<ContestantKind>,
        openings: &[Record],
        patience: Duration,
    ) -> Result<Match, MatchError> {
        let all = kinds.opponents.iter().chain(&kinds.arbiter);
        for kind in all.chain([&kinds.first]) {
            if let ContestantKind::Gtp(program) = kind {
                drop(program.start()?);
            }
        }
        Ok(Match {
            openings: positions(&settings, openings)?,
            conditions: Conditions {
                rules: settings.rules.clone(),
                pace: settings.pace()?,
                tolerance: Duration::try_from_secs_f64(settings.tolerance).map_err(|_| {
                    let expected = "a number of seconds, 0 or more, is expected";
                    BadSetting::new("tolerance", &settings.tolerance, &expected)
                })?,
                max_moves: settings.max_moves,
                play_out: settings.play_out,
            },
            sprt: settings.sprt()?,
            kinds,
            patience,
            settings,
        })
    }

    /// Plays what is still to be played, `jobs` games at once, and keeps it in the store. After each
    /// game `observe` is shown the store and the index of the game. Returns why a sequential test
    /// has stopped the match.
    ///
    /// # Errors
    /// Returns an error if a file could not be written; what was written before is not lost.
    pub fn run(
        &self,
        store: &mut Store,
        jobs: usize,
        observe: &mut dyn FnMut(&Store, u32),
    ) -> Result<Option<SprtVerdict>, MatchError> {
        if let Some(verdict) = self.decision(store) {
            return Ok(Some(verdict));
        }
        let mut games = plan(&self.settings);
        games.retain(|game| !store.has(game.index));
        let jobs = jobs.max(1);
        let worker = || {
            let mut contestants = self.contestants(jobs);
            move |game: &Planned| {
                let what = format!("game {}, which has to be played again", game.index);
                let played = contained(&what, || self.play(&mut contestants, game));
                if played.is_err() {
                    contestants = self.contestants(jobs);
                }
                played.ok()
            }
        };
        share(&games, jobs, worker, |_, played| {
            if let Some((report, sgf)) = played {
                let index = report.index;
                store.add(report, &sgf)?;
                observe(store, index);
            }
            Ok::<_, MatchError>(self.decision(store).is_none())
        })?;
        Ok(self.decision(store))
    }

    /// Returns the decision of the sequential test, if there is one. The test takes the games in
    /// the order of the schedule and never at one that has others before it still to be played:
    /// short games would count more, and the number of jobs would matter.
    pub fn decision(&self, store: &Store) -> Option<SprtVerdict> {
        let sprt = self.sprt.as_ref()?;
        summary::sprt_verdict(sprt, store.reports())
            .filter(|verdict| verdict.decision != SprtDecision::Continue)
    }

    fn contestants(&self, jobs: usize) -> Programs<Box<dyn Contestant>> {
        self.kinds.map(|kind| kind.make(self.patience, jobs))
    }

    fn play(
        &self,
        contestants: &mut Programs<Box<dyn Contestant>>,
        game: &Planned,
    ) -> (GameReport, String) {
        let opponent = &mut contestants.opponents[game.opponent];
        let opponent_name = &self.settings.opponents[game.opponent].name;
        let first: (&str, &mut dyn Contestant) =
            (&self.settings.first.name, &mut *contestants.first);
        let opponent: (&str, &mut dyn Contestant) = (opponent_name, &mut **opponent);
        let (black, white) = if game.first_is_black {
            (first, opponent)
        } else {
            (opponent, first)
        };
        let arbiter = contestants.arbiter.as_mut();
        referee::play(
            game,
            &self.conditions,
            &self.openings[game.opening % self.openings.len()],
            ByColor { black, white },
            arbiter.map(|arbiter| &mut **arbiter as &mut dyn Contestant),
        )
    }
}

/// Returns the positions that the games begin with, at least one.
fn positions(settings: &MatchSettings, openings: &[Record]) -> Result<Vec<Game>, BadSetting> {
    let (size, rules) = (settings.size()?, settings.rules()?);
    let mut games = Vec::new();
    for (number, record) in (1..).zip(openings) {
        let bad = |reason: String| BadSetting::new("opening", &number, &reason);
        if record.size != size {
            return Err(bad(format!("for a board of {}, not {size}", record.size)));
        }
        let game = Game::replay(record, rules, usize::MAX, Strictness::Strict);
        games.push(game.map_err(|error| bad(error.to_string()))?);
    }
    if games.is_empty() {
        games.push(board_with_handicap(settings)?);
    }
    for game in &mut games {
        game.set_komi(settings.komi);
    }
    Ok(games)
}

/// Returns the empty board, or one with handicap stones on their traditional points.
fn board_with_handicap(settings: &MatchSettings) -> Result<Game, BadSetting> {
    let (size, stones) = (settings.size()?, settings.handicap);
    let mut game = Game::new(size, settings.rules()?);
    if stones == 0 {
        return Ok(game);
    }
    let bad = |reason: String| BadSetting::new("handicap", &stones, &reason);
    let points = size
        .fixed_handicap(stones)
        .ok_or_else(|| bad(format!("the board has 2 to {}", size.max_fixed_handicap())))?;
    let placed = game.set_up(Setup::handicap(&points));
    placed.map_err(|error| bad(error.to_string()))?;
    Ok(game)
}
