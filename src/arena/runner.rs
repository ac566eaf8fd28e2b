//! Plays the games of a match that are still to be played, several at once.
//!
//! Each job is a thread that takes the next game, and keeps its own programs running from game to
//! game. The calling thread alone writes. A job that panics loses the game it was playing, which the
//! next run of the match plays again.

pub use super::contestant::Contender;
use super::contestant::{Contestant, Start};
use super::referee::{self, Place, Played, Seat, Table};
use super::schedule::{Planned, plan};
use super::settings::{ProgramLine, Settings, SettingsError};
use super::statistics::{Decision, Sprt, SprtError, Verdict};
use super::store::{Store, StoreError};
use super::summary;
use crate::go::record::Setup;
use crate::go::{ByColor, Color, Game, Points, Record, ReplayError, Strictness};
use crate::gtp::client::ClientError;
use crate::rng::Rng;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::Duration;

/// The match cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A setting makes no sense.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The sequential test makes no sense.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// A program cannot be started.
    #[error(transparent)]
    Program(#[from] ClientError),
    /// The rules do not allow an opening.
    #[error("opening {number}: {error}")]
    Opening {
        /// Its place in the collection, from 1.
        number: usize,
        /// Why.
        error: ReplayError,
    },
    /// An opening is not for this board.
    #[error("opening {number} is for a board of {found}, not {expected}")]
    OpeningSize {
        /// Its place in the collection, from 1.
        number: usize,
        /// Its board.
        found: String,
        /// The board of the match.
        expected: String,
    },
    /// A file could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A match that can be played.
#[derive(Debug)]
pub struct Match {
    settings: Settings,
    first: Contender,
    opponents: Vec<Contender>,
    arbiter: Option<Contender>,
    /// One start for each opening, or the only one.
    starts: Vec<Start>,
    sprt: Option<Sprt>,
    tolerance: Duration,
    /// How long a command may take, and a move beyond its time.
    patience: Duration,
}

/// The programs behind the command lines of the settings.
#[derive(Clone, Debug)]
pub struct Programs {
    /// The one that plays in every game.
    pub first: Contender,
    /// Its opponents.
    pub opponents: Vec<Contender>,
    /// The one that decides about dead stones.
    pub arbiter: Option<Contender>,
}

impl Match {
    /// A match between programs. `openings` are those of the settings, none for the empty board.
    ///
    /// # Errors
    /// A setting, an opening or a program is not usable.
    pub fn new(
        settings: Settings,
        programs: Programs,
        openings: &[Record],
        patience: Duration,
    ) -> Result<Match, RunError> {
        let all = programs.opponents.iter().chain(&programs.arbiter);
        for contender in all.chain([&programs.first]) {
            if let Contender::Program(program) = contender {
                drop(program.start()?);
            }
        }
        Ok(Match {
            starts: starts(&settings, openings)?,
            tolerance: Duration::try_from_secs_f64(settings.tolerance)
                .map_err(|error| SettingsError::bad("tolerance", &settings.tolerance, &error))?,
            sprt: sequential_test(&settings)?,
            first: programs.first,
            opponents: programs.opponents,
            arbiter: programs.arbiter,
            patience,
            settings,
        })
    }

    /// Plays what is still to be played, `jobs` games at once, and keeps it in the store. After each
    /// game `observe` is shown the store. Returns why a sequential test has stopped the match.
    ///
    /// # Errors
    /// A file could not be written; what was written before is not lost.
    pub fn run(
        &self,
        store: &mut Store,
        jobs: usize,
        observe: &mut dyn FnMut(&Store, u32),
    ) -> Result<Option<Verdict>, RunError> {
        if let Some(verdict) = self.decision(store) {
            return Ok(Some(verdict));
        }
        let games: Vec<Planned> = plan(&self.settings)
            .into_iter()
            .filter(|game| !store.has(game.index))
            .collect();
        let queue = Queue {
            games,
            next: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
        };
        let (jobs, (sender, played)) = (jobs.max(1), channel());
        thread::scope(|scope| {
            for _ in 0..jobs {
                let (sender, queue) = (sender.clone(), &queue);
                scope.spawn(move || self.work(queue, jobs, &sender));
            }
            drop(sender);
            for Played { report, sgf } in played {
                let index = report.index;
                if let Err(error) = store.add(report, &sgf) {
                    queue.is_over.store(true, Ordering::Relaxed);
                    return Err(error.into());
                }
                observe(store, index);
                if self.decision(store).is_some() {
                    queue.is_over.store(true, Ordering::Relaxed);
                }
            }
            Ok(self.decision(store))
        })
    }

    /// The decision of the sequential test, if there is one. It looks at the games in the order of
    /// the schedule and never at one that has others before it still to be played: short games
    /// would count more, and the number of jobs would matter.
    #[must_use]
    pub fn decision(&self, store: &Store) -> Option<Verdict> {
        let sprt = self.sprt.as_ref()?;
        summary::sprt_verdict(sprt, store.reports())
            .filter(|verdict| verdict.decision != Decision::Continue)
    }

    /// One job.
    fn work(&self, queue: &Queue, jobs: usize, sender: &Sender<Played>) {
        let mut staff = Staff::new(self, jobs);
        while let Some(game) = queue.take() {
            let result = catch_unwind(AssertUnwindSafe(|| self.play(&mut staff, game)));
            let Ok(played) = result else {
                let index = game.index;
                log::error!("game {index}: internal error; it has to be played again");
                staff = Staff::new(self, jobs);
                continue;
            };
            if sender.send(played).is_err() {
                break;
            }
        }
    }

    fn play(&self, staff: &mut Staff, game: &Planned) -> Played {
        let start = &self.starts[game.opening % self.starts.len()];
        let (first, opponent, arbiter) = staff.for_game(self, game.opponent);
        let mut seeds = Rng::new(game.seed);
        let [black, white] = [(); 2].map(|()| seeds.bits() >> 33);
        let seat = |program, contestant, seed| Seat {
            program,
            contestant,
            seed,
        };
        let programs: [&ProgramLine; 2] = [
            &self.settings.first,
            &self.settings.opponents[game.opponent],
        ];
        let players = if game.first_is_black {
            ByColor {
                black: seat(programs[0], first, black),
                white: seat(programs[1], opponent, white),
            }
        } else {
            ByColor {
                black: seat(programs[1], opponent, black),
                white: seat(programs[0], first, white),
            }
        };
        let mut table = Table {
            players,
            arbiter,
            play_out: self.settings.play_out,
            tolerance: self.tolerance,
            max_moves: self.settings.max_moves,
        };
        let place = Place {
            index: game.index,
            first_is_black: game.first_is_black,
            seed: game.seed,
        };
        referee::play(&mut table, start, place)
    }
}

/// The probability of each wrong decision of a sequential test.
const ERRORS: f64 = 0.05;

/// The sequential test, if the match is one.
///
/// # Errors
/// The hypotheses make no test.
pub fn sequential_test(settings: &Settings) -> Result<Option<Sprt>, SprtError> {
    let hypotheses = settings.sprt;
    hypotheses
        .map(|[elo0, elo1]| Sprt::new(elo0, elo1, ERRORS, ERRORS))
        .transpose()
}

/// The games to be played.
struct Queue {
    games: Vec<Planned>,
    next: AtomicUsize,
    is_over: AtomicBool,
}

impl Queue {
    fn take(&self) -> Option<&Planned> {
        if self.is_over.load(Ordering::Relaxed) {
            return None;
        }
        self.games.get(self.next.fetch_add(1, Ordering::Relaxed))
    }
}

/// The players of one job.
struct Staff {
    jobs: usize,
    first: Box<dyn Contestant>,
    opponents: HashMap<usize, Box<dyn Contestant>>,
    arbiter: Option<Box<dyn Contestant>>,
}

/// The two players and the third program.
type Called<'a> = (
    &'a mut dyn Contestant,
    &'a mut dyn Contestant,
    Option<&'a mut dyn Contestant>,
);

impl Staff {
    fn new(of: &Match, jobs: usize) -> Staff {
        let arbiter = of.arbiter.as_ref();
        Staff {
            jobs,
            first: of.first.hire(of.patience, jobs),
            opponents: HashMap::new(),
            arbiter: arbiter.map(|arbiter| arbiter.hire(of.patience, jobs)),
        }
    }

    fn for_game(&mut self, of: &Match, opponent: usize) -> Called<'_> {
        let jobs = self.jobs;
        let hire = || of.opponents[opponent].hire(of.patience, jobs);
        let opponent = self.opponents.entry(opponent).or_insert_with(hire);
        let arbiter = self.arbiter.as_mut();
        (
            &mut *self.first,
            &mut **opponent,
            arbiter.map(|arbiter| &mut **arbiter as &mut dyn Contestant),
        )
    }
}

/// The positions that the games begin with.
fn starts(settings: &Settings, openings: &[Record]) -> Result<Vec<Start>, RunError> {
    let rules = settings.rules()?;
    let start = |mut game: Game| {
        game.set_komi(settings.komi);
        Ok(Start {
            game,
            rules_name: settings.rules.clone(),
            pace: settings.pace()?,
            seed: 0,
        })
    };
    if openings.is_empty() {
        return Ok(vec![start(opening_of_handicap(settings)?)?]);
    }
    let replay = |(number, record): (usize, &Record)| {
        if record.size != settings.size()? {
            return Err(RunError::OpeningSize {
                number: number + 1,
                found: record.size.to_string(),
                expected: settings.size()?.to_string(),
            });
        }
        let game = Game::replay(record, rules, usize::MAX, Strictness::Strict);
        start(game.map_err(|error| RunError::Opening {
            number: number + 1,
            error,
        })?)
    };
    openings.iter().enumerate().map(replay).collect()
}

/// The empty board, or one with handicap stones on their traditional points.
fn opening_of_handicap(settings: &Settings) -> Result<Game, SettingsError> {
    let (size, stones) = (settings.size()?, settings.handicap);
    let mut game = Game::new(size, settings.rules()?);
    if stones == 0 {
        return Ok(game);
    }
    let bad = |reason: String| SettingsError::bad("handicap", &stones, &reason);
    let points = size
        .fixed_handicap(stones)
        .ok_or_else(|| bad(format!("the board has 2 to {}", size.max_fixed_handicap())))?;
    let setup = Setup {
        stones: points
            .into_iter()
            .map(|point| (point, Some(Color::Black)))
            .collect(),
        to_move: Some(Color::White),
    };
    game.set_up(setup).map_err(|error| bad(error.to_string()))?;
    Ok(game)
}

/// The usual komi of a match.
///
/// # Errors
/// There are no rules of the name.
pub fn usual_komi(settings: &Settings) -> Result<f64, SettingsError> {
    let rules = settings.rules()?;
    let komi: Points = if settings.handicap > 0 {
        rules.handicap_komi
    } else {
        rules.komi
    };
    Ok(komi.as_f64())
}
