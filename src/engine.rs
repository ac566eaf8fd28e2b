//! A question about a position, and its answer.
//!
//! An [`Engine`] takes a [`Request`] and returns a [`Thought`]. Inside it is a player, one small trait. [`PLAYERS`] lists the
//! players by name; a new one is one file here and one row there.

mod ending;
mod evidence;
mod flat;
mod mcts;
mod random;
mod rank;
mod view;

pub use evidence::{RankEstimate, RankEvidence};
pub use mcts::{ChosenMove, Temperature, draw};
pub use rank::{FULL_LEVEL, LEVELS, PLAYOUTS_OF_A_VISIT, RANK_NAMES, RANKS, Rank};
pub use view::{Values, View};

use crate::eval::{BackendChoice, Evaluator, Model, NetEvaluator};
use crate::go::{Color, Game, Move, Point};
use crate::life::hypothetical::Memory;
use crate::life::{self, Judge};
use crate::net::Profile;
use crate::rng::Rng;
use crate::search::{MoveReport, Overrides, Report, Request, Search};
use crate::threads::processors;
use flat::Flat;
use mcts::Mcts;
use random::Random;
use std::fmt::Debug;

/// Something that answers requests.
trait Player: Debug + Send {
    /// Answers a request. The answer may come later than the budget allows by the length of one
    /// playout. Without any limit the player makes a number of playouts of its own choice. A player
    /// without a tree search is never asked to analyze, nor to leave out moves.
    fn think(&mut self, request: Request<'_>) -> Thought;

    /// The tree search that the player chooses moves with, if it has one.
    fn search(&self) -> Option<&Search> {
        None
    }

    /// Forgets what the player knows of earlier positions, and starts the random numbers of a seed.
    fn reset(&mut self, seed: u64);
}

/// The answer to a request.
#[derive(Clone, Debug)]
pub struct Thought {
    /// The move.
    pub choice: Choice,
    /// What the search for the move has found; `None` if the move was clear without a search.
    pub report: Option<Report>,
}

impl Thought {
    /// A choice without a search.
    const fn at_once(choice: Choice) -> Thought {
        Thought {
            choice,
            report: None,
        }
    }
}

/// The move that a player has chosen, and what it knows of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// True if the player would rather resign than make the move.
    pub resigns: bool,
    /// The visits made to choose it; of a player without a tree, its playouts.
    pub visits: u64,
    /// The share of them that the player won after the move, if there were any.
    pub win_rate: Option<f64>,
}

impl Choice {
    /// A move that was not thought about.
    pub const fn at_once(mv: Move) -> Choice {
        Choice {
            mv,
            resigns: false,
            visits: 0,
            win_rate: None,
        }
    }

    /// A move that a tree search has found.
    fn found(found: &MoveReport, report: &Report) -> Choice {
        Choice {
            mv: found.mv,
            resigns: false,
            visits: report.new_visits,
            win_rate: Some(found.value),
        }
    }
}

/// The settings that players are made with. A player ignores those that it has no use for.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Threads that think, of which each asks about one leaf at a time; [the usual number](Settings::threads) if it is not
    /// said, and with a graphics card as many as it wants.
    pub threads: Option<usize>,
    /// The most bytes that a search may take: its tree, what its network has seen, and the network.
    pub memory: u64,
    /// The number of searches that share this memory, and the network.
    pub sharers: usize,
    /// The rank that it plays like; full strength without one.
    pub rank: Option<&'static Rank>,
    /// Numbers of the search that are not the defaults.
    pub overrides: Overrides,
    /// The network that evaluates positions; without one there are playouts.
    pub model: Option<Model>,
    /// A network that tells what people would play.
    pub human_model: Option<Model>,
    /// Whom networks of human play imitate. Without it the second network is not used if it is one.
    pub profile: Option<Profile>,
    /// How a move is drawn from what a search and people prefer.
    pub chosen: ChosenMove,
    /// What computes the networks.
    pub backend: BackendChoice,
    /// The number of playouts that find dead stones.
    pub dead_playouts: u32,
    /// True if the player may resign.
    pub resign: bool,
    /// The player resigns when its chance of winning is below this.
    pub resign_threshold: f64,
    /// At how many of its moves in a row that must be so.
    pub resign_turns: u32,
    /// By how many points it must be behind, if it matters by how many.
    pub resign_points: Option<f64>,
    /// The moves for each point of the board before which it does not resign, if they are not the usual ones.
    pub resign_after: Option<f64>,
}

impl Default for Settings {
    /// All cores, 512 MiB, full strength; resigns below 5 %.
    fn default() -> Settings {
        Settings {
            threads: None,
            memory: 512 << 20,
            sharers: 1,
            rank: None,
            overrides: Overrides::default(),
            model: None,
            human_model: None,
            profile: None,
            chosen: ChosenMove::default(),
            backend: BackendChoice::default(),
            dead_playouts: life::DEFAULT_PLAYOUTS,
            resign: true,
            resign_threshold: 0.05,
            resign_turns: 2,
            resign_points: None,
            resign_after: None,
        }
    }
}

impl Settings {
    /// The number of threads that think: as many as there are processors if it was not said.
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(processors).max(1)
    }

    /// Returns the bytes that are left to each search by the networks; however large these are, a quarter of the memory is.
    pub fn free_memory(&self) -> u64 {
        let networks = self.model.iter().chain(&self.human_model);
        let of_networks = networks.map(|model| model.network().bytes()).sum();
        let left = self.memory.saturating_sub(of_networks);
        left.max(self.memory / 4) / self.sharers.max(1) as u64
    }

    /// What positions are evaluated with.
    pub fn evaluator(&self) -> Evaluator {
        let network = |model| NetEvaluator::new(model, &self.backend).imitating(self.profile);
        let evaluator: Option<Evaluator> = self.model.as_ref().map(|model| network(model).into());
        let human = self
            .human_model
            .as_ref()
            .filter(|model| self.imitates(model));
        evaluator.unwrap_or_default().with_human(human.map(network))
    }

    /// Returns true if it is known whom a network imitates, if that is what it does.
    fn imitates(&self, model: &Model) -> bool {
        self.profile.is_some() || !model.asks_for_players()
    }

    /// Returns the judge of dead stones.
    pub fn judge(&self) -> Judge {
        Judge {
            playouts: self.dead_playouts,
            evaluator: self.evaluator(),
            deadline: None,
            memory: Memory::default(),
        }
    }
}

/// A player that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct PlayerKind {
    /// Its name.
    pub name: &'static str,
    /// What it does, for people.
    pub doc: &'static str,
    /// Makes a player with the random numbers of a seed.
    make: fn(u64, &Settings) -> Box<dyn Player>,
}

/// All players; the first is the default.
pub const PLAYERS: &[PlayerKind] = &[
    PlayerKind {
        name: "mcts",
        doc: "Monte-Carlo tree search: playouts where they promise most; by far the strongest",
        make: |seed, settings| Box::new(Mcts::new(seed, settings)),
    },
    PlayerKind {
        name: "flat",
        doc: "flat Monte-Carlo: the same number of random playouts for every move, the best mean wins",
        make: |seed, settings| Box::new(Flat::new(seed, settings)),
    },
    PlayerKind {
        name: "random",
        doc: "uniformly random among the legal moves that fill no own eye",
        make: |seed, _| Box::new(Random::new(seed)),
    },
];

/// A player, ready to be asked.
#[derive(Debug)]
pub struct Engine {
    kind: &'static PlayerKind,
    seed: u64,
    settings: Settings,
    player: Box<dyn Player>,
    /// A tree search that answers what a player without one cannot.
    analyst: Option<Mcts>,
}

impl Engine {
    /// A player of a kind with the random numbers of a seed. With one thread and budgets of visits it
    /// answers the same whenever the seed is the same.
    pub fn new(kind: &'static PlayerKind, seed: u64, settings: &Settings) -> Engine {
        Engine {
            kind,
            seed,
            settings: settings.clone(),
            player: (kind.make)(seed, settings),
            analyst: None,
        }
    }

    /// The tree search, which alone can analyze.
    pub fn tree_search(seed: u64, settings: &Settings) -> Engine {
        Engine::new(&PLAYERS[0], seed, settings)
    }

    /// The kind of player inside.
    pub const fn kind(&self) -> &'static PlayerKind {
        self.kind
    }

    /// The seed of the random numbers.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Uses these settings from now on. If they differ from the old ones, everything is forgotten.
    pub fn set(&mut self, settings: &Settings) {
        if self.settings != *settings {
            *self = Engine::new(self.kind, self.seed, settings);
        }
    }

    /// Forgets what is known of earlier positions, and starts the random numbers of a seed.
    pub fn reset(&mut self, seed: u64) {
        self.seed = seed;
        self.player.reset(seed);
        self.analyst = None;
    }

    /// Answers a request. The move of the answer is always legal.
    pub fn think(&mut self, request: Request<'_>) -> Thought {
        let (game, color) = (request.game, request.color);
        let needs_search = request.purpose.weighs_all() || !request.restriction.is_empty();
        let mut thought = if needs_search && self.player.search().is_none() {
            let (seed, settings) = (self.seed, &self.settings);
            let analyst = self
                .analyst
                .get_or_insert_with(|| Mcts::new(seed, settings));
            analyst.think(request)
        } else {
            self.player.think(request)
        };
        if let Err(reason) = game.check(color, thought.choice.mv) {
            log::error!("the player chose an illegal move, passing: {reason}");
            thought.choice = Choice::at_once(Move::Pass);
        }
        thought
    }

    /// The tree search that answers come from, if there is one.
    pub fn search(&self) -> Option<&Search> {
        let analyst = self.analyst.as_ref().and_then(Player::search);
        self.player.search().or(analyst)
    }
}

impl PlayerKind {
    /// The player of a name.
    pub fn find(name: &str) -> Option<&'static PlayerKind> {
        PLAYERS.iter().find(|kind| kind.name == name)
    }
}

/// The best choice of a player in a position, and the search that another move may be taken from in its place.
#[derive(Debug)]
struct Alternatives<'a> {
    best: Choice,
    game: &'a Game,
    color: Color,
    report: &'a Report,
}

impl Alternatives<'_> {
    /// A move in the place of the best choice.
    fn instead(self, mv: Move) -> Choice {
        Choice {
            mv,
            win_rate: self.report.of(mv).map(|found| found.value),
            ..self.best
        }
    }
}

/// Returns true if a move of a player fills an eye of his own.
fn fills_eye(game: &Game, color: Color, mv: Move) -> bool {
    mv.point()
        .is_some_and(|at| game.board().neighborhood(at).is_eye(color))
}

/// The points where `color` may legally play, superko included, and that are no eyes of its own.
fn sensible_points(game: &Game, color: Color) -> Vec<Point> {
    let is_sensible = |&at: &Point| {
        let mv = Move::Play(at);
        !fills_eye(game, color, mv) && game.check(color, mv).is_ok()
    };
    game.board()
        .points()
        .filter(|&at| game.board().is_empty_at(at))
        .filter(is_sensible)
        .collect()
}

/// A play on one of the points at random, or a pass if there are no points.
fn any_of(points: &[Point], rng: &mut Rng) -> Move {
    points
        .get(rng.below(points.len()))
        .map_or(Move::Pass, |&at| Move::Play(at))
}

#[cfg(test)]
pub(crate) mod tests;
