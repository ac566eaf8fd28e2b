//! kosumi: a Go engine that speaks GTP.
//!
//! A program that reads a record, plays it over, counts it and asks for the next move:
//!
//! ```
//! use kosumi::clock::Budget;
//! use kosumi::engine::{Engine, Settings};
//! use kosumi::eval::Model;
//! use kosumi::go::rules::Preset;
//! use kosumi::go::{Game, Strictness};
//! use kosumi::life::{Count, Verdict};
//! use kosumi::search::{Purpose, Request};
//! use kosumi::sgf;
//!
//! let record = sgf::read_first(b"(;SZ[5]KM[0.5];B[cc];W[cb];B[bb];W[db];B[dc])")?;
//! let rules = Preset::find("chinese")?.rules;
//! let game = Game::replay(&record, rules, usize::MAX, Strictness::Strict)?;
//!
//! // Without a model the search makes playouts instead of looks.
//! let settings = Settings { model: Some(Model::Own), threads: 1, ..Settings::default() };
//! let color = game.position().to_move();
//! let request = Request::new(&game, color, Purpose::Play, Budget::of_playouts(100));
//! let thought = Engine::tree_search(1, &settings).think(request);
//! println!("{} plays {}", color.name(), thought.choice.mv);
//!
//! let verdict = Verdict::of(&game, &settings.judge());
//! println!("now it would be {}", Count::of(&game, &verdict).score.outcome());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/` has longer ones. The command line with its crates, matches, regression files, reviews and training are behind
//! the feature `cli`, which is on by default; `default-features = false` leaves them out and compiles much faster.
//!
//! The map of the house. A module imports only from rows above its own; a test holds that.
//!
//! | layer | what lives there |
//! |---|---|
//! | [`go`] | the game: colors, points, board, rules, repetition, score, record. Pure |
//! | [`tactics`] | reading: ladders and captures proved on one core, unconditional life, small eye spaces |
//! | [`rng`] | seeded random streams |
//! | [`names`] | names that somebody may have meant |
//! | [`lines`] | lines of bytes from somebody who may send anything |
//! | [`files`] | the one way to read a file, and to write one whole or not at all |
//! | [`threads`] | threads, as many as the system allows |
//! | `memory` | whether there is memory for what grows |
//! | [`clock`] | time controls, clocks, the budget of a move |
//! | [`sgf`] | a game record from and to text |
//! | [`html`] | a web page that needs nothing else |
//! | [`pattern`] | what a move looks like: local shapes, features, learned weights |
//! | [`playout`] | one random game to its end, and who owns what there |
//! | [`net`] | a neural network: its file, what it is told of a position, its evaluation |
//! | [`eval`] | the one door to what a position is worth: a network on a back end, with batches and a cache, or playouts |
//! | [`life`] | who lives, and on what ground; what is left to fill, and the count that follows |
//! | [`explain`] | the count, and how fights end, in words of several languages |
//! | [`search`] | the tree: nodes, selection, expansion, evaluation of leaves, backup, threads; the words of a request and of a report |
//! | [`engine`] | one question, one answer: tree search, flat Monte-Carlo, random play; levels, passing, resigning; a report as a player sees it |
//! | [`params`] | everything that can be set by name |
//! | [`mod@bench`] | speed, and a checksum of behaviour |
//! | [`session`] | a game, an engine that thinks about it, and what that may cost |
//! | [`gtp`] | the protocol: framing, commands, conversations, and a client that drives another program |
//! | [`analysis`] | many positions at once, in KataGo's JSON protocol |
//! | [`regress`] | test files in the format of GNU Go against any program that speaks GTP |
//! | [`arena`] | matches between programs: schedule, referee, store, what the results are worth |
//! | [`review`] | what was good and bad in a game: values of all moves, mistakes, better moves |
//! | [`train`] | from game records to a learned prior, and to the rows that a network is trained with |
//! | [`cli`] | flags to values, one file a subcommand; the game at a terminal |
//!
//! `docs/architecture.md` tells more: the three states of a game, the one question and its answer, the
//! seam at the leaf of the tree, the lives of a `genmove b` and of a game of `kosumi match`, and the one
//! place to touch for each kind of addition. `CONTRIBUTING.md` has the conventions.
//!
//! The main loop is [`gtp::run`]; the one way to think is [`engine::Engine::think`]. What can be extended
//! is a row of a table: [`go::rules::PRESETS`], [`engine::PLAYERS`], [`gtp::COMMANDS`],
//! [`params::PARAMS`], [`search::SEARCH_PARAMS`].

pub mod analysis;
#[cfg(feature = "cli")]
pub mod arena;
pub mod bench;
#[cfg(feature = "cli")]
pub mod cli;
pub mod clock;
pub mod engine;
pub mod eval;
pub mod explain;
pub mod files;
pub mod go;
pub mod gtp;
pub mod html;
pub mod life;
pub mod lines;
mod memory;
pub mod names;
pub mod net;
pub mod params;
pub mod pattern;
pub mod playout;
#[cfg(feature = "cli")]
pub mod regress;
#[cfg(feature = "cli")]
pub mod review;
pub mod rng;
pub mod search;
pub mod session;
pub mod sgf;
pub mod tactics;
pub mod threads;
#[cfg(feature = "cli")]
pub mod train;

#[cfg(test)]
mod tests;
