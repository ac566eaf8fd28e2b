//! The state of a conversation: a session, and what the protocol adds to it.

use super::input::CommandLine;
use super::output::ResponseWriter;
use super::{GtpError, chat, graphics};
use crate::clock::{Budget, Stop};
use crate::engine::{Engine, Settings, Thought};
use crate::go::{Color, Game, Move, Size, Strictness};
use crate::search::{Branch, Purpose, Report, Restriction, Search};
use crate::session::{Question, Session, Start};
use crate::tactics::Captures;
use std::rc::Rc;
use std::time::Duration;
use web_time::Instant;

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
    pub const fn game(&self) -> &Game {
        &self.session.game
    }

    /// Returns true if the controller has said `quit`.
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

/// What an analysis has found, and in which position.
#[derive(Debug)]
pub(super) struct Survey {
    game: Game,
    color: Color,
    settings: Settings,
    visits: u64,
    pub(super) report: Rc<Report>,
    /// The part of the tree that was searched most.
    pub(super) branches: Vec<Branch>,
}

impl Survey {
    /// Returns true if it still answers for a position.
    pub(super) fn is_of(&self, session: &Session, color: Color) -> bool {
        let (own, other) = (&self.game, &session.game);
        let is_same_position = own.board() == other.board()
            && own.board().ko() == other.board().ko()
            && own.moves() == other.moves()
            && own.rules() == other.rules()
            && own.exact_komi() == other.exact_komi();
        is_same_position
            && self.color == color
            && self.settings.overrides == session.params.player.overrides
            && self.visits == session.params.reg_visits()
    }

    /// What a fresh engine says of the moves of a player.
    pub(super) fn of(session: &Session, color: Color) -> Survey {
        let (engine, thought) = ask(session, color, Purpose::Analyze, Restriction::default());
        // Another question is no answer to what was interrupted.
        let is_whole = !session.stop.is_raised();
        Survey {
            game: session.game.clone(),
            color,
            settings: session.params.player.clone(),
            visits: session.params.reg_visits() * u64::from(is_whole),
            report: Rc::new(thought.report.expect("an analysis has a report")),
            branches: engine.search().map_or(Vec::new(), Search::branches),
        }
    }
}

/// Asks a fresh engine, in one thread, with fixed random numbers and
/// `reg_visits` visits. Returns it with its answer, in which it never resigns.
pub(super) fn ask(
    session: &Session,
    color: Color,
    purpose: Purpose,
    restriction: Restriction,
) -> (Engine, Thought) {
    let mut apart = session.apart(session.engine.kind(), 0);
    apart.params.player.threads = Some(1);
    let budget = Budget {
        stop: apart.stop.clone(),
        ..Budget::up_to(apart.params.reg_visits())
    };
    let question = Question {
        restriction,
        may_resign: false,
        ..Question::new(color, purpose)
    };
    let thought = apart.think(question, budget);
    (apart.engine, thought.expect("a search without a fault"))
}
