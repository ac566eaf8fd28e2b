//! kosumi: a Go engine that speaks GTP.
//!
//! A program that reads a record, replays it, counts it and asks for the next move:
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
//! // With a network; without a model the search makes playouts.
//! let settings = Settings { model: Some(Model::Own), threads: Some(1), ..Settings::default() };
//! let color = game.position().to_move();
//! let request = Request::new(&game, color, Purpose::Play, Budget::of_visits(100));
//! let thought = Engine::tree_search(1, &settings).think(request);
//! println!("{} plays {}", color.name(), thought.choice.mv);
//!
//! let verdict = Verdict::of(&game, &settings.judge());
//! println!("now it would be {}", Count::of(&game, &verdict).score.outcome());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/` has longer ones. Three features add to the library. `web` has reviews and the tables of `kosumi web`; `cli`, which is on
//! by default, has these, the server, the command line with its crates, matches, regression files and training. `gpu` computes
//! networks on graphics cards. With `default-features = false` the library compiles much faster.
//!
//! The map of the rooms. A module imports only from rows above its own; a test checks that.
//!
//! | layer | what lives there |
//! |---|---|
//! | [`go`] | the game: colors, points, board, rules, repetition, score, record. Pure |
//! | [`tactics`] | reading: ladders and captures proved on one core, unconditional life, small eye spaces |
//! | [`reading`] | proofs whether stones can be captured, and problems of life and death |
//! | [`rng`] | seeded random streams |
//! | [`names`] | the name that was probably meant by a wrong one |
//! | [`lines`] | lines of bytes from a source that need not be trusted |
//! | [`files`] | the one way to read a file, and to write one whole or not at all |
//! | [`threads`] | threads, as many as the system allows |
//! | `memory` | whether there is memory left for what grows, and one heap for all threads where it is limited |
//! | [`clock`] | time controls, clocks, the budget of a move |
//! | [`sgf`] | game records from and to text |
//! | [`html`] | web pages in one file |
//! | [`pattern`] | the learned prior of moves: local shapes, features, weights |
//! | [`playout`] | a random game to its end, and the owners of points there |
//! | [`net`] | a neural network: its file, its inputs, its computation |
//! | [`eval`] | the one door to networks: back ends, batches and a cache; playouts where no network knows the board |
//! | [`life`] | which stones live, and on what ground; what is left to fill, and the count that follows |
//! | [`explain`] | counts, the end of fights and the reasons of mistakes in sentences of several languages |
//! | [`search`] | the tree: what both methods share, PUCT with a network, RAVE with playouts; requests and reports |
//! | [`engine`] | a question becomes a move: tree search, flat Monte-Carlo, random play; levels, passing, resigning |
//! | [`params`] | all settings by name |
//! | [`mod@bench`] | speed, and a checksum of play |
//! | [`session`] | a game, its clocks and settings, and an engine |
//! | [`gtp`] | the Go Text Protocol: framing, commands, conversations, and a client that drives another program |
//! | [`analysis`] | many positions at once, in KataGo's JSON protocol |
//! | [`regress`] | test files in the format of GNU Go against any program that speaks GTP |
//! | [`arena`] | matches between programs: schedule, referee, store, statistics |
//! | [`review`] | reviews of games: values of all moves, mistakes, better moves |
//! | [`train`] | the learned prior from game records, and training data for networks |
//! | [`web`] | pages of a browser: tables with variations, play, analysis and reviews, and the server that brings them |
//! | [`cli`] | flags to values, one file a subcommand; the game at a terminal |
//!
//! `docs/architecture.md` has an invariant for each room, the path of `genmove`, the lives of a count, a reviewed position, a
//! training row and a match game, and where to add what. `CONTRIBUTING.md` has the conventions.
//!
//! The main loop is [`gtp::run`], and [`session::Session`] is the way to talk to an engine. Whatever can be extended is a row of
//! a table: [`go::rules::PRESETS`], [`engine::PLAYERS`], [`eval::BACKENDS`], [`gtp::COMMANDS`], [`params::PARAMS`],
//! [`search::SEARCH_PARAMS`].

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
pub mod reading;
#[cfg(feature = "cli")]
pub mod regress;
#[cfg(feature = "web")]
pub mod review;
pub mod rng;
pub mod search;
pub mod session;
pub mod sgf;
pub mod tactics;
pub mod threads;
#[cfg(feature = "cli")]
pub mod train;
#[cfg(feature = "web")]
pub mod web;

#[cfg(test)]
mod tests;
