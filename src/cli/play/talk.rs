//! The conversation at the table: prompts, the board, and the result when play stops.

use super::Side;
use super::commands::{self, Reply};
use super::picture::{Ending, LEGEND, Look, Picture};
use super::table::Table;
use crate::go::rules::DeadStones;
use crate::go::{Color, Outcome, PointSet, Points};
use crate::lines::read_line;
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};

/// A table with the streams of a terminal.
pub(super) struct Talk<I, O> {
    pub(super) table: Table,
    pub(super) input: I,
    pub(super) output: O,
    pub(super) look: Look,
    /// True if what is read has to be repeated, because nobody typed it.
    pub(super) echoes: bool,
}

impl<I: BufRead, O: Write> Talk<I, O> {
    /// Plays until `quit` or the end of input.
    ///
    /// # Errors
    /// A stream fails.
    pub(super) fn converse(mut self) -> io::Result<()> {
        self.greet()?;
        self.show_unless_engine_moves()?;
        while !self.table.has_quit {
            if self.table.awaits_engine() {
                self.let_engine_move()?;
            } else if let Some(line) = self.ask()? {
                self.answer(&line)?;
            } else {
                return self.say("\n");
            }
        }
        Ok(())
    }

    /// Writes at once and whole, so that a terminal is never left in a color.
    fn say(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }

    fn greet(&mut self) -> io::Result<()> {
        let you = match (self.table.side, self.look) {
            (Side::Black, Look::Unicode) => "You play Black",
            (Side::White, Look::Unicode) => "You play White",
            (Side::Black, _) => "You play Black (X)",
            (Side::White, _) => "You play White (O)",
            (Side::Both, _) => "You play both colors",
            (Side::None, _) => "kosumi plays against itself",
        };
        let game = &self.table.game;
        let text = format!(
            "kosumi {}. {you} on {}, {} rules, komi {}.\nType a move such as D4, or help.\n",
            env!("CARGO_PKG_VERSION"),
            game.board().size(),
            self.table.rules_name(),
            game.komi(),
        );
        self.say(&text)
    }

    /// Shows the position if it is the person's turn; after kosumi's move it is shown anyway.
    fn show_unless_engine_moves(&mut self) -> io::Result<()> {
        if self.table.awaits_engine() {
            return Ok(());
        }
        self.show()
    }

    /// The board with what belongs to it; once play has stopped, the result.
    fn show(&mut self) -> io::Result<()> {
        let board = self.board_text();
        let result = self.result_text();
        self.say(&format!("\n{board}\n{result}"))
    }

    fn board_text(&mut self) -> String {
        let is_counted = self.table.is_counted();
        let ending = is_counted.then(|| Ending {
            dead: self.table.dead().clone(),
            spaces: self.table.spaces(),
        });
        let game = &self.table.game;
        let board = game.board();
        let last = game.position().last_move();
        let picture = Picture {
            board,
            last: last.and_then(|(_, mv)| mv.point()).filter(|_| !is_counted),
            ending: ending.as_ref(),
            look: self.look,
        };
        let [black, white] = Color::ALL.map(|color| board.captured_by(color));
        let mut text = format!("{picture}\n");
        if is_counted {
            let _ = writeln!(text, "{LEGEND}");
        }
        let _ = write!(text, "captured by Black: {black}, by White: {white}");
        if let Some((color, mv)) = last {
            let _ = write!(
                text,
                "   move {}: {} {mv}",
                game.position().move_count(),
                color.name()
            );
        }
        text + "\n"
    }

    /// Empty while the game goes on.
    fn result_text(&mut self) -> String {
        let Some(outcome) = self.table.outcome() else {
            return String::new();
        };
        if !self.table.is_counted() {
            return format!("{}\n\n", outcome_text(&outcome));
        }
        let score = self.table.count().score;
        let dead = match self.table.dead() {
            none if none.is_empty() => String::new(),
            dead => format!("{:21} {}\n", "dead", point_list(dead)),
        };
        let agree = match self.table.game.rules().dead_stones {
            DeadStones::AsItStands => "If something is still to be played, type resume.",
            _ => {
                "If you do not agree: dead POINT changes whether a chain is dead, resume plays on."
            }
        };
        format!("{score}\n{dead}{}\n{agree}\n\n", outcome_text(&outcome))
    }

    fn let_engine_move(&mut self) -> io::Result<()> {
        let color = self.table.game.position().to_move();
        self.say(&format!("{} (kosumi): ", color.name()))?;
        let mv = self.table.play_engine();
        let text = mv.map_or("resigns".to_owned(), |mv| mv.to_string());
        self.say(&format!("{text}\n"))?;
        self.show()
    }

    /// Returns the next line from the person, without what a terminal might take for an order;
    /// `None` at the end of input.
    fn ask(&mut self) -> io::Result<Option<String>> {
        let color = self.table.game.position().to_move().name();
        if self.table.is_over() {
            self.say("game over: ")?;
        } else {
            self.say(&format!("{color} to play: "))?;
        }
        let Some(line) = read_line(&mut self.input, false) else {
            return Ok(None);
        };
        let line = String::from_utf8_lossy(&line.bytes).replace('\t', " ");
        let line = line.replace(char::is_control, "");
        if self.echoes {
            self.say(&format!("{line}\n"))?;
        }
        Ok(Some(line))
    }

    fn answer(&mut self, line: &str) -> io::Result<()> {
        let (text, is_new_position) = match commands::execute(&mut self.table, line) {
            Ok(Reply::Board(text)) => (text, true),
            Ok(Reply::Text(text)) => (text, false),
            Err(error) => (format!("{error:#}"), false),
        };
        if !text.is_empty() {
            self.say(&format!("{text}\n"))?;
        }
        if is_new_position {
            self.show_unless_engine_moves()?;
        }
        Ok(())
    }
}

/// Points in a line.
pub(super) fn point_list(points: &PointSet) -> String {
    let names: Vec<String> = points.iter().map(|point| point.to_string()).collect();
    names.join(" ")
}

fn outcome_text(outcome: &Outcome) -> String {
    let wins = |color: &Color| format!("{} wins", color.name());
    match outcome {
        Outcome::Points(color, Points::ZERO) => format!("{} by the rule about ties.", wins(color)),
        Outcome::Points(color, points) => {
            let plural = if *points == Points::whole(1) { "" } else { "s" };
            format!("{} by {points} point{plural}.", wins(color))
        }
        Outcome::Resignation(color) => {
            format!("{} resigns. {}.", (!*color).name(), wins(color))
        }
        Outcome::Win(color) | Outcome::Time(color) | Outcome::Forfeit(color) => {
            format!("{}.", wins(color))
        }
        Outcome::Draw => "The game is a draw.".to_owned(),
        Outcome::NoResult => "The position has come back: the game has no result.".to_owned(),
    }
}
