//! `kosumi play`: a game at a terminal.
//!
//! A [`Table`] is the game with its two sides, of which kosumi plays none, one or both, and a [`Keeper`] writes it to a file.
//! [`commands`] is what can be typed, [`mistakes`] the answers to wrong input, [`picture`] the drawing of the board, and
//! [`fit`] fits texts into narrow terminals. [`talk`] is the conversation, which is the same whether a person types or a file is
//! piped in: [`input`] knows which.

mod commands;
mod fit;
mod input;
mod keeper;
mod mistakes;
mod picture;
mod table;
mod talk;
#[cfg(test)]
mod tests;

use super::{INTERRUPTED, USUAL_RULES, gtp, help, misuse, stop_on_interrupt};
use crate::explain::Language;
use crate::go::{ByColor, Color};
use crate::session::Session;
use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use input::{LineInput, Piped, Typed};
use keeper::Keeper;
use picture::Look;
use std::env;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use table::{Given, Table};
use talk::{Ended, Talk};

#[derive(Debug, Args)]
#[group(skip)]
pub(super) struct PlayOptions {
    /// Game in SGF to go on with, on its board and by its rules; if there is no such file, a new game is written to it
    #[arg(value_name = "FILE.sgf")]
    file: Option<String>,
    /// What you play [default: black, or what you played in FILE.sgf]
    #[arg(long = "as", value_name = "SIDE", help_heading = help::GAME)]
    side: Option<Side>,
    /// Handicap stones of Black on their traditional points; 1 is none, with the komi of handicap games
    #[arg(long, value_name = "STONES", default_value_t = 0, help_heading = help::GAME)]
    handicap: usize,
    /// Your name in saved games
    #[arg(long, value_name = "NAME", default_value = PERSON, help_heading = help::GAME)]
    name: String,
    /// Style of the board
    #[arg(long, value_name = "LOOK", default_value = "auto", help_heading = TERMINAL)]
    look: Look,
    /// Columns that boards and texts may take [default: those of the terminal]
    #[arg(long, value_name = "COLUMNS", help_heading = TERMINAL)]
    width: Option<u16>,
    /// Language in which the judge explains a count [default: that of the system, or else en]
    #[arg(long, value_enum, help_heading = TERMINAL)]
    lang: Option<Language>,
    /// Writes the game only where save says so, not after every change
    #[arg(long, help_heading = help::GAME)]
    no_autosave: bool,
    #[command(flatten)]
    engine: gtp::EngineOptions,
}

/// The heading of flags about what is shown.
const TERMINAL: &str = "Terminal";

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
    const ALL: [Side; 4] = [Side::Black, Side::White, Side::Both, Side::None];

    fn has(self, color: Color) -> bool {
        match self {
            Side::Black => color == Color::Black,
            Side::White => color == Color::White,
            Side::Both => true,
            Side::None => false,
        }
    }
}

/// What a person is called who gives no name.
const PERSON: &str = "human";

/// Where games without a name are kept, in the user's folder for data.
const GAMES: &str = "kosumi/games";

/// Where typed lines are kept, in the user's folder for what programs remember.
const HISTORY: &str = "kosumi/history";

pub(super) fn run(options: &PlayOptions) -> Result<ExitCode> {
    let is_typed = io::stdin().is_terminal() && io::stdout().is_terminal();
    let mut table = options.table()?;
    // Games that come out of a pipe are many, and their moves are written down already.
    if !options.no_autosave && (is_typed || options.file.is_some()) {
        table.keeper = Keeper::autosaving(dirs::data_dir().map(|folder| folder.join(GAMES)));
        let place = table.keeper.place();
        let stopped = || "kosumi: stopped".to_owned();
        stop_on_interrupt(move || place.farewell().unwrap_or_else(stopped));
    }
    let ended = if is_typed {
        let folder = dirs::state_dir().or_else(dirs::data_local_dir);
        options.converse(
            table,
            Typed::new(folder.map(|folder| folder.join(HISTORY)))?,
        )
    } else {
        let input = io::stdin().lock();
        // Typed words show by themselves, piped ones do not.
        let echoes = !io::stdin().is_terminal();
        options.converse(table, Piped { input, echoes })
    };
    Ok(match ended? {
        Ended::Left => ExitCode::SUCCESS,
        Ended::Interrupted => ExitCode::from(INTERRUPTED),
    })
}

impl PlayOptions {
    fn converse(&self, mut table: Table, input: impl LineInput) -> Result<Ended> {
        let news = self.open(&mut table)?;
        let is_terminal = io::stdout().is_terminal();
        let talk = Talk {
            table,
            input,
            output: io::stdout().lock(),
            look: self.look.decide(is_terminal, variable),
            width: self.width.map(usize::from),
            news,
        };
        Ok(talk.converse()?)
    }

    /// A table with a new game.
    fn table(&self) -> Result<Table> {
        let mut start = self.engine.start(USUAL_RULES)?;
        let (board, rules) = (start.game.board(), *start.game.rules());
        let game = table::new_game(board.size(), rules, self.handicap, self.engine.komi);
        start.game = game.map_err(misuse)?;
        let side = self.side.unwrap_or(Side::Black);
        let mut table = Table::new(Session::new(start), side);
        table.handicap = self.handicap;
        table.names = ByColor::new_with(|_| self.name.clone());
        table.language = self.lang.unwrap_or_else(|| language(variable));
        Ok(table)
    }

    /// Puts the game of the file on the table, if one is named. Returns what is to be said.
    fn open(&self, table: &mut Table) -> Result<String> {
        let Some(name) = &self.file else {
            return Ok(String::new());
        };
        let file = Path::new(name);
        if file.exists() {
            let given = Given {
                rules: self
                    .engine
                    .rules
                    .is_some()
                    .then(|| *table.session.game.rules()),
                komi: self.engine.komi,
            };
            let mut loaded = table.load(name, &given)?;
            table.side = self.side.or(loaded.side).unwrap_or(table.side);
            if self.handicap > 0 {
                let ignored = "The handicap is that of the game; --handicap is for new ones.";
                loaded.notes.push(ignored.to_owned());
            }
            return Ok(commands::told_of_load(name, &loaded));
        }
        let folder = file.parent().filter(|folder| *folder != Path::new(""));
        ensure!(
            folder.is_none_or(Path::is_dir),
            "cannot write {name}: there is no such folder"
        );
        table.keeper.want(PathBuf::from(name));
        Ok(format!("{name} is a new game."))
    }
}

/// An environment variable that is set to something.
fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// The language of a locale, if the judge has it.
fn language(variable: impl Fn(&str) -> Option<String>) -> Language {
    let mut locales = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(variable);
    let locale = locales.next().unwrap_or_default();
    let code = locale.split(['_', '.', '@']).next().unwrap_or_default();
    Language::from_str(code, true).unwrap_or_default()
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
