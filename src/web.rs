//! `kosumi web`: games and variations on pages of a browser.
//!
//! The [`Desk`] holds all tables. It takes messages and tells events as JSON, and knows nothing of HTTP, so that something else
//! than the server may carry them. Each table has a lock, a thread that chooses moves and analyzes, and a file that is
//! written after each change. All searches wait in one queue for their turn, so that many tables share few processors.
//!
//! | file | what it is |
//! |---|---|
//! | `message.rs`, `views.rs`, `points.rs` | what pages ask and get, as types |
//! | `desk.rs`, `desk/requests.rs` | all tables; what each message does |
//! | `table.rs`, `table/` | a table: moves, dead stones, edits |
//! | `tree.rs`, `text.rs` | the tree of variations, and its way from and to SGF |
//! | `worker.rs`, `reviewing.rs` | the threads that search |
//! | `staff.rs`, `turns.rs`, `resources.rs` | what tables share: who works, the queue of searches, settings, networks |
//! | `archive.rs`, `shelf.rs` | the games that are kept, in a folder or in memory |
//! | `clocks.rs`, `counting.rs`, `report.rs` | clocks, counts and reports as pages see them |
//! | `http.rs`, `http/` | the server, and who may use it |
//! | `pages.rs`, `page/` | the files of the page |
//! | `browser.rs`, `browser/` | the same in a worker of a browser, without threads, files and a server |

mod archive;
#[cfg(target_family = "wasm")]
pub mod browser;
mod clocks;
mod counting;
mod desk;
mod error;
#[cfg(feature = "cli")]
mod http;
mod listeners;
mod message;
#[cfg(feature = "cli")]
mod pages;
mod points;
mod report;
mod resources;
mod reviewing;
mod shared;
mod shelf;
mod solving;
mod staff;
mod studies;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod tree;
mod turns;
mod views;
mod worker;

pub use desk::Desk;
pub use error::WebError;
#[cfg(feature = "cli")]
pub use http::{ServerSettings, WebServer};
pub use listeners::{EventText, Listener};
pub use shelf::{FileChange, KeptFile};
