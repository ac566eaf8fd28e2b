//! Matches between programs: schedule, referee, statistics, report.
//!
//! A match is its [`settings`]. The life of one game of it: [`schedule::plan`] says that there is
//! such a game, a job of [`runner::Match::run`] takes it, and the referee plays it with two
//! contestants. What has been played lies in a [`store`], from which the match is resumed, joined
//! with other parts, and put into a [`summary`] and a page ([`html`]).
//!
//! | word | meaning |
//! |---|---|
//! | program | what takes part in a match, by name and command line ([`settings::ProgramLine`]) |
//! | first, opponent | the two programs of a game; the first one plays in every game ([`series::SeriesSide`]) |
//! | contestant | a program at the board; it is kept from game to game |
//! | player | Black or White in one game |
//! | arbiter | a third program that names the dead stones where the players do not agree |
//! | referee | the part of kosumi that plays a game with two contestants and watches over it |
//! | opening | a position that games begin with |
//! | pair | two games from one opening with the colors swapped |
//! | series | games of the first program, usually those against one opponent |
//! | shard | a part of a match, played by itself |
//! | pace | a time control, or a number of visits for each move |

pub mod contestant;
pub mod html;
pub mod pace;
pub mod plots;
mod referee;
pub mod report;
pub mod runner;
pub mod schedule;
pub mod series;
pub mod settings;
pub mod statistics;
pub mod store;
pub mod summary;
#[cfg(test)]
mod tests;

use std::fmt;

/// A setting makes no sense.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{what} '{value}': {reason}")]
pub struct BadSetting {
    what: &'static str,
    value: String,
    reason: String,
}

impl BadSetting {
    /// A value of a setting, and what is wrong with it.
    fn new(what: &'static str, value: &dyn fmt::Display, reason: &dyn fmt::Display) -> BadSetting {
        BadSetting {
            what,
            value: value.to_string(),
            reason: reason.to_string(),
        }
    }
}
