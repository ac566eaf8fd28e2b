//! The conversation at the table: prompts, the board, and the result when play stops.

use super::Side;
use super::commands::{self, TableReply};
use super::fit::fit;
use super::input::{Heard, LineInput};
use super::picture::{self, LEGEND, Look, Picture};
use super::table::Table;
use crate::go::rules::DeadStones;
use crate::go::{Color, Outcome, Point, Points};
use crate::life::{Count, CountedPoint};
use std::fmt::Write as _;
use std::io::{self, Write};

/// A table with the streams of a terminal.
pub(super) struct Talk<I, O> {
    pub(super) table: Table,
    pub(super) input: I,
    pub(super) output: O,
    pub(super) look: Look,
    /// The columns that may be used, if they are not those of the terminal.
    pub(super) width: Option<usize>,
    /// What the person has to know at the beginning, maybe empty.
    pub(super) news: String,
}

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// By `quit` or the end of input.
    Left,
    /// By Ctrl-C.
    Interrupted,
}

impl<I: LineInput, O: Write> Talk<I, O> {
    /// Plays until `quit`, the end of input or an interrupt.
    ///
    /// # Errors
    /// A stream fails.
    pub(super) fn converse(mut self) -> io::Result<Ended> {
        self.greet()?;
        self.show_unless_engine_moves()?;
        let mut ended = Ended::Left;
        while !self.table.has_quit {
            if self.table.awaits_engine() {
                self.let_engine_move()?;
                continue;
            }
            match self.ask()? {
                Heard::Line(line) => self.answer(&line)?,
                Heard::Interrupt => {
                    ended = Ended::Interrupted;
                    break;
                }
                Heard::End => break,
            }
        }
        if let Some(farewell) = self.table.farewell() {
            // A command that is to be copied is not broken.
            self.say(&format!("{farewell}\n"))?;
        }
        Ok(ended)
    }

    /// Writes at once and whole, so that a terminal is never left in a color.
    fn say(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }

    /// Says a text that is no diagram, in the width of the terminal, as lines of its own; nothing if it is empty.
    fn tell(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        let text = self.fitted(text);
        self.say(&format!("{text}\n"))
    }

    fn width(&mut self) -> Option<usize> {
        self.width.or_else(|| self.input.width())
    }

    /// A text in the width of the terminal.
    fn fitted(&mut self, text: &str) -> String {
        let width = self.width();
        width.map_or_else(|| text.to_owned(), |width| fit(text, width))
    }

    /// Returns true if the terminal has no room for blanks between points.
    fn is_narrow(&mut self) -> bool {
        let columns = picture::columns(self.table.session.game.board().size());
        self.width().is_some_and(|width| width < columns)
    }

    /// Writes the game after what may have changed it.
    fn keep(&mut self) -> io::Result<()> {
        let news = self.table.keep();
        self.tell(&news.unwrap_or_default())
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
        let game = &self.table.session.game;
        let text = format!(
            "kosumi {}. {you} on {}, {} rules, komi {}.\nType a move such as D4, or help.",
            env!("CARGO_PKG_VERSION"),
            game.board().size(),
            self.table.rules_name(),
            game.komi(),
        );
        self.tell(&text)?;
        let news = std::mem::take(&mut self.news);
        self.tell(&news)
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
        let result = self.fitted(&result);
        self.say(&format!("\n{board}\n{result}"))
    }

    fn board_text(&mut self) -> String {
        let is_narrow = self.is_narrow();
        let count = self.table.is_counted().then(|| self.table.count());
        let counted = count.as_ref().map(Count::points);
        let game = &self.table.session.game;
        let last = game.position().last_move();
        let picture = Picture {
            board: count
                .as_ref()
                .map_or(game.board(), |count| count.position.board()),
            last: last
                .and_then(|(_, mv)| mv.point())
                .filter(|_| count.is_none()),
            counted: counted
                .as_ref()
                .map(|of| of as &dyn Fn(Point) -> CountedPoint),
            look: self.look,
            is_narrow,
        };
        let [black, white] = Color::ALL.map(|color| game.board().captured_by(color));
        let mut text = String::new();
        if count.is_some() {
            text += LEGEND;
            text.push('\n');
        }
        let _ = write!(text, "captured by Black: {black}, by White: {white}");
        if let Some((color, mv)) = last {
            let number = game.position().move_count();
            let _ = write!(text, "   move {number}: {} {mv}", color.name());
            if picture.is_narrow && picture.last.is_some() {
                let _ = write!(text, " ({})", picture::last_sign(self.look, color));
            }
        }
        let board = picture.to_string();
        format!("{board}\n{}\n", self.fitted(&text))
    }

    /// Empty while the game goes on.
    fn result_text(&mut self) -> String {
        let Some(outcome) = self.table.outcome() else {
            return String::new();
        };
        if !self.table.is_counted() {
            return format!("{}\n\n", outcome_text(&outcome));
        }
        let count = self.table.count();
        let decisions: String = count.decisions().map(|line| line + "\n").collect();
        let agree = match self.table.session.game.rules().dead_stones {
            DeadStones::AsItStands => {
                "If something is still to be played, type resume. explain shows how it was counted."
            }
            _ => {
                "If you do not agree: dead POINT changes whether a chain is dead, resume plays on.\n\
                 explain shows why stones live or die and what counts for whom."
            }
        };
        format!(
            "{}\n{decisions}{}\n{agree}\n\n",
            count.score,
            outcome_text(&outcome)
        )
    }

    fn let_engine_move(&mut self) -> io::Result<()> {
        let color = self.table.session.game.position().to_move();
        self.say(&format!("{} (kosumi): ", color.name()))?;
        let mv = self.table.play_engine();
        let text = mv.map_or("resigns".to_owned(), |mv| mv.to_string());
        self.say(&format!("{text}\n"))?;
        self.keep()?;
        self.show()
    }

    fn ask(&mut self) -> io::Result<Heard> {
        let color = self.table.session.game.position().to_move().name();
        let prompt = if self.table.is_over() {
            "game over: ".to_owned()
        } else {
            format!("{color} to play: ")
        };
        self.input.listen(&prompt, &mut self.output)
    }

    fn answer(&mut self, line: &str) -> io::Result<()> {
        let reply = commands::execute(&mut self.table, line)
            .unwrap_or_else(|error| TableReply::Text(format!("{error:#}")));
        if let TableReply::Diagram(diagram, _) = &reply {
            self.show_diagram(diagram)?;
        }
        let (TableReply::Board(text) | TableReply::Text(text) | TableReply::Diagram(_, text)) =
            &reply;
        self.tell(text)?;
        self.keep()?;
        if matches!(reply, TableReply::Board(_)) {
            self.show_unless_engine_moves()?;
        }
        Ok(())
    }

    fn show_diagram(&mut self, diagram: &str) -> io::Result<()> {
        if self.is_narrow() {
            let size = self.table.session.game.board().size();
            self.say(&format!("{}\n", picture::narrowed(diagram, size)))
        } else {
            self.say(&format!("{diagram}\n"))
        }
    }
}

fn outcome_text(outcome: &Outcome) -> String {
    let wins = |color: &Color| format!("{} wins", color.name());
    match outcome {
        Outcome::Points(color, Points::ZERO) => format!("{} by the rule about ties.", wins(color)),
        Outcome::Quarters(color, _) => format!("{}: {outcome}.", wins(color)),
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
