//! The state of a conversation: a session, and what the protocol adds to it.

use super::GtpError;
use super::chat;
use super::graphics;
use super::input::CommandLine;
use super::output::ResponseWriter;
use super::survey::Survey;
use crate::clock::{Budget, Stop};
use crate::engine::Thought;
use crate::go::{Color, Game, Move, Size, Strictness};
use crate::search::Report;
use crate::session::{Question, Session, Start};
use crate::tactics::Captures;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// How long a conversation waits for a controller who may leave without a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// It ends if nothing is said for so long while nothing is done.
    pub silence: Duration,
    /// So long after the end of input what is still done is interrupted, because there may be no reader left.
    pub leave: Duration,
}

/// A conversation over GTP.
#[derive(Debug)]
pub struct Conversation {
    pub(super) session: Session,
    /// Games to return to, for `trymove` and `popgo`.
    pub(super) tries: Vec<Game>,
    /// Reads attacks, and counts what it reads.
    pub(super) reader: Captures,
    /// What the last question about values was answered from.
    pub(super) survey: Option<Survey>,
    /// Commands being executed within others.
    pub(super) depth: usize,
    has_quit: bool,
    /// The response to the present command.
    pub(super) reply: ResponseWriter,
    /// Raised when a line follows that of the present command.
    pub(super) next_line: Stop,
    /// When the present command was read, and from which line.
    received: Instant,
    pub(super) line: u64,
}

impl Conversation {
    /// A conversation about a game.
    #[must_use]
    pub fn new(start: Start) -> Conversation {
        Conversation {
            session: Session::new(start),
            tries: Vec::new(),
            reader: Captures::new(),
            survey: None,
            depth: 0,
            has_quit: false,
            reply: ResponseWriter::default(),
            next_line: Stop::default(),
            received: Instant::now(),
            line: 0,
        }
    }

    /// Returns the game that the conversation is about.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.session.game
    }

    /// Returns true if the controller has said `quit`.
    #[must_use]
    pub const fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Ends the conversation after this command.
    pub(super) fn quit(&mut self) {
        self.has_quit = true;
    }

    /// Notes the line of the command to be executed now.
    pub(super) fn begin(&mut self, line: &CommandLine) {
        self.received = line.received;
        self.line = line.number;
        self.session.stop = line.interrupt.clone();
        self.next_line = line.followed.clone();
        self.limit();
    }

    /// Notes how long the command that is executed now may think in the sandbox, with all that it executes.
    pub(super) fn limit(&mut self) {
        let longest = self.session.params.sandbox;
        self.session.ends = longest.and_then(|longest| Instant::now().checked_add(longest));
    }

    /// Does several things or, if one fails, none.
    pub(super) fn all_or_nothing<T, E>(
        &mut self,
        run: impl FnOnce(&mut Conversation) -> Result<T, E>,
    ) -> Result<T, E> {
        let session = &self.session;
        let (game, tries) = (session.game.clone(), self.tries.clone());
        let (clocks, params, seed) = (
            session.clocks,
            session.params.clone(),
            session.engine.seed(),
        );
        let generated = session.last_generated.clone();
        let result = run(self);
        if result.is_err() {
            self.tries = tries;
            self.has_quit = false;
            let session = &mut self.session;
            (session.game, session.last_generated) = (game, generated);
            (session.clocks, session.params) = (clocks, params);
            if session.engine.seed() != seed {
                session.engine.reset(seed);
            }
        }
        result
    }

    /// An empty board of a size; komi, rules, time control and parameters stay.
    pub(super) fn clear_board(&mut self, size: Size) {
        self.session.game.clear(size);
        self.tries.clear();
        self.session.last_generated = None;
        let control = *self.session.clocks.black.control();
        self.session.set_time_control(control);
    }

    /// Forgets what is remembered for speed.
    pub(super) fn clear_cache(&mut self) {
        self.session.engine.reset(self.session.engine.seed());
        self.survey = None;
    }

    /// Makes a move of the controller.
    pub(super) fn play(&mut self, color: Color, mv: Move) -> Result<(), GtpError> {
        let game = &mut self.session.game;
        match self.session.params.play_legality {
            Strictness::Strict => game.play(color, mv)?,
            Strictness::Lenient => {
                if let Err(reason) = game.check(color, mv) {
                    log::warn!("{reason}");
                }
                game.play_leniently(color, mv)?;
            }
        }
        Ok(())
    }

    /// Thinks in the opponent's time until the next line comes.
    pub(super) fn ponder(&mut self) {
        // What the last command may cost is no limit to that.
        self.session.ends = None;
        self.session.ponder(&self.next_line);
    }

    /// Lets a session answer a question, and GoGui draw the search for it.
    fn drawn<'a>(
        &mut self,
        mut question: Question<'a>,
        answer: impl FnOnce(&mut Session, Question<'a>) -> Thought,
    ) -> Thought {
        let graphics = graphics::observer(&self.session.params, question.color);
        let is_drawing = graphics.is_some();
        question.observers.extend(graphics);
        let thought = answer(&mut self.session, question);
        if is_drawing && thought.report.is_some() {
            graphics::clear();
        }
        thought
    }

    /// Answers a question within a budget.
    pub(super) fn think(&mut self, question: Question<'_>, budget: Budget) -> Thought {
        self.drawn(question, |session, question| {
            session.choose(question, budget)
        })
    }

    /// Chooses a move for a player and makes it, unless he resigns.
    pub(super) fn generate(&mut self, mut question: Question<'_>) -> Thought {
        let (received, chats) = (self.received, self.session.params.chat.ogs);
        question.wants_report |= chats;
        let thought = self.drawn(question, |session, question| {
            session.generate(question, received)
        });
        if let Some(report) = thought.report.as_ref().filter(|_| chats) {
            chat::comment(report);
        }
        thought
    }

    /// Chooses a move as for the game and does not make it; the clock goes on.
    pub(super) fn deliberate(&mut self, question: Question<'_>, stop: Stop) -> Thought {
        let budget = Budget {
            stop,
            ..self.session.budget(question.color, self.received)
        };
        self.think(question, budget)
    }

    /// What is found of the moves of a player. Remembered until the next question of this kind, unless it was interrupted.
    pub(super) fn survey(&mut self, color: Color) -> &Survey {
        let (known, session) = (self.survey.take(), &self.session);
        let known = known.filter(|known| known.is_of(session, color));
        let survey = known.unwrap_or_else(|| Survey::of(session, color));
        self.survey.insert(survey)
    }

    /// The report of a survey for the player to move.
    pub(super) fn report(&mut self) -> Rc<Report> {
        let color = self.session.to_move();
        self.survey(color).report.clone()
    }

    /// A vertex as the controller wants to read it.
    pub(super) fn vertex_text(&self, mv: Move) -> String {
        match mv {
            Move::Pass if self.session.params.gnugo_compat => "PASS".to_owned(),
            _ => mv.to_string(),
        }
    }
}
