//! `kosumi play`: a game at a bare terminal.
//!
//! A [`Table`] is the game with its two sides, of which kosumi plays none, one or both; [`commands`]
//! is what can be typed there, [`picture`] how the board is drawn, and [`talk`] the conversation, which
//! is the same whether a person types or a file is piped in.

mod commands;
mod opponent;
mod picture;
mod table;
mod talk;
#[cfg(test)]
mod tests;

use super::{USUAL_RULES, gtp};
use crate::go::record::Setup;
use crate::go::{Color, Game};
use anyhow::{Context, Result};
use clap::{Args, ValueEnum};
use opponent::Opponent;
use picture::Look;
use std::env;
use std::io::{self, IsTerminal};
use table::Table;
use talk::Talk;

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct Options {
    /// What you play
    #[arg(long = "as", value_name = "SIDE", default_value = "black")]
    side: Side,
    /// Handicap stones of Black on their traditional points
    #[arg(long, value_name = "STONES", default_value_t = 0)]
    handicap: usize,
    /// How the board looks
    #[arg(long, value_name = "LOOK", default_value = "auto")]
    look: Look,
    #[command(flatten)]
    engine: gtp::Options,
}

/// The colors that the person at the terminal plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Side {
    /// Black; kosumi plays White
    Black,
    /// White; kosumi plays Black
    White,
    /// Both colors; kosumi gives hints and counts
    Both,
    /// Neither; kosumi plays against itself
    None,
}

impl Side {
    fn has(self, color: Color) -> bool {
        match self {
            Side::Black => color == Color::Black,
            Side::White => color == Color::White,
            Side::Both => true,
            Side::None => false,
        }
    }
}

pub(super) fn run(options: &Options) -> Result<()> {
    let table = options.table()?;
    let is_terminal = io::stdout().is_terminal();
    let look = options.look.decide(is_terminal, |name| env::var(name).ok());
    let talk = Talk {
        table,
        input: io::stdin().lock(),
        output: io::stdout().lock(),
        look,
        // Typed words show by themselves, piped ones do not.
        echoes: !io::stdin().is_terminal(),
    };
    Ok(talk.converse()?)
}

impl Options {
    fn table(&self) -> Result<Table> {
        let config = self.engine.config(USUAL_RULES)?;
        let mut game = Game::new(config.size, config.rules);
        if self.handicap > 0 {
            game.set_up(self.handicap_stones(&game)?)?;
            game.set_komi(config.rules.handicap_komi.as_f64());
        }
        game.set_komi(config.komi.unwrap_or(game.komi()));
        Ok(Table::new(game, self.side, Opponent::new(&config)))
    }

    fn handicap_stones(&self, game: &Game) -> Result<Setup> {
        let size = game.board().size();
        let stones = self.handicap;
        let points = size.fixed_handicap(stones).with_context(|| {
            let room = match size.max_fixed_handicap() {
                0 => "none".to_owned(),
                most => format!("2 to {most} stones"),
            };
            format!("--handicap {stones}: a board of {size} has room for {room}")
        })?;
        Ok(Setup::handicap(&points))
    }
}

impl Look {
    /// What to draw on a terminal, or on something else, in an environment.
    fn decide(self, is_terminal: bool, variable: impl Fn(&str) -> Option<String>) -> Look {
        let set = |name| variable(name).filter(|value| !value.is_empty());
        let is_dumb = set("TERM").is_some_and(|terminal| terminal == "dumb");
        let mut locales = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(set);
        if self != Look::Auto {
            self
        } else if !is_terminal || is_dumb || set("NO_COLOR").is_some() {
            Look::Plain
        } else if locales
            .next()
            .is_some_and(|locale| has_narrow_circles(&locale))
        {
            Look::Unicode
        } else {
            Look::Color
        }
    }
}

/// Returns true if a locale writes Unicode, and circles as wide as letters: East Asian terminals make
/// them twice as wide.
fn has_narrow_circles(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    let is_unicode = locale.contains("utf-8") || locale.contains("utf8");
    is_unicode && !["ja", "ko", "zh"].contains(&locale.get(..2).unwrap_or_default())
}
