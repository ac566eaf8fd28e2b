//! The state of a conversation: the game, the clocks, the player and the parameters.

use super::GtpError;
use super::chat;
use super::graphics;
use super::input::Line;
use super::output::Reply;
use super::survey::Survey;
use crate::clock::{Budget, Clock, Delays, Stop, TimeControl};
use crate::engine::{Choice, Engine, PLAYERS, PlayerKind, Thought};
use crate::go::{ByColor, Color, Game, Move, Rules, Size, Strictness};
use crate::life::{Count, Judge, Verdict};
use crate::params::{PARAMS, Params};
use crate::search::{Observer, Purpose, Report, Request, Restriction};
use crate::sgf;
use crate::tactics::Captures;
use cpu_time::ProcessTime;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// What a conversation begins with.
#[derive(Clone, Debug)]
pub struct Config {
    /// The player that chooses moves.
    pub player: &'static PlayerKind,
    /// Of all random numbers.
    pub seed: u64,
    /// The board before `boardsize`.
    pub size: Size,
    /// The rules before `kata-set-rules`.
    pub rules: Rules,
    /// The komi before `komi`; `None` for the usual one of the rules.
    pub komi: Option<f64>,
    /// Parameters.
    pub params: Params,
    /// A game to go on with instead of the empty board; it has rules and komi of its own.
    pub begun: Option<Game>,
    /// How long it waits for a controller who may leave without a word, as over a network; `None` for one who cannot.
    pub visit: Option<Visit>,
}

/// How long a conversation waits for a controller who may leave without a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// It ends if nothing is said for so long while nothing is done.
    pub silence: Duration,
    /// So long after the end of input what is still done is interrupted, because nobody may be left to hear of it.
    pub leave: Duration,
}

impl Default for Config {
    /// The usual player, rules and parameters on an empty board of 19x19, with the seed 0.
    fn default() -> Config {
        Config {
            player: &PLAYERS[0],
            seed: 0,
            size: Size::square(19),
            rules: Rules::default(),
            komi: None,
            params: Params::default(),
            begun: None,
            visit: None,
        }
    }
}

/// The longest that a player thinks in the opponent's time: a controller that says nothing for so
/// long has forgotten the engine.
const LONGEST_PONDERING: Duration = Duration::from_mins(10);

/// A move to be chosen.
#[derive(Debug)]
pub(super) struct Task<'a> {
    pub(super) color: Color,
    pub(super) purpose: Purpose,
    /// Moves that may not be chosen.
    pub(super) restriction: Restriction,
    /// True if the parameters decide about resigning; otherwise nobody resigns.
    pub(super) may_resign: bool,
    /// True if there must be a report even if the move is found without a search.
    pub(super) wants_report: bool,
    /// True if reports tell the owners of points for each move.
    pub(super) owners_by_move: bool,
    /// Somebody who listens meanwhile.
    pub(super) listener: Option<Observer<'a>>,
}

impl Task<'_> {
    /// Any move, with nobody listening.
    pub(super) fn new(color: Color, purpose: Purpose) -> Self {
        Task {
            color,
            purpose,
            restriction: Restriction::default(),
            may_resign: true,
            wants_report: false,
            owners_by_move: false,
            listener: None,
        }
    }

    /// The question about a game, with nobody listening. If the answer varies, games with it differ.
    fn request<'g>(
        &self,
        game: &'g Game,
        purpose: Purpose,
        budget: Budget,
        varies: bool,
    ) -> Request<'g> {
        Request {
            restriction: self.restriction.clone(),
            owners_by_move: self.owners_by_move,
            varies,
            ..Request::new(game, self.color, purpose, budget)
        }
    }
}

/// Playouts that tell something about a position where the player did not search.
const GLANCE: u64 = 200;

/// A generated move and what it took.
#[derive(Clone, Debug)]
pub(super) struct Generated {
    pub(super) color: Color,
    pub(super) choice: Choice,
    pub(super) wall: Duration,
}

/// A conversation over GTP.
#[derive(Debug)]
pub struct Session {
    pub(super) game: Game,
    pub(super) clocks: ByColor<Clock>,
    pub(super) params: Params,
    pub(super) engine: Engine,
    /// The last move that was generated and played.
    pub(super) last_generated: Option<Generated>,
    /// Processor time of all generated moves.
    pub(super) thinking: Duration,
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
    pub(super) reply: Reply,
    /// Raised when the controller interrupts the present command.
    pub(super) interrupt: Stop,
    /// Raised when a line follows that of the present command.
    pub(super) next_line: Stop,
    /// True if the game goes on after the last generated move, as far as the controller has told.
    may_ponder: bool,
    /// By how much generated moves came too late of late.
    delays: Delays,
    /// When the last generated move was done; the next one begins no sooner.
    free_since: Instant,
    /// When the present command was read, and from which line.
    received: Instant,
    /// The moment at which the present command ends its thinking, in the sandbox.
    ends: Option<Instant>,
    pub(super) line: u64,
}

impl Session {
    /// A conversation on an empty board.
    #[must_use]
    pub fn new(config: Config) -> Session {
        let mut game = config
            .begun
            .unwrap_or_else(|| Game::new(config.size, config.rules));
        if let Some(komi) = config.komi {
            game.set_komi(komi);
        }
        log::info!("player {}, seed {}", config.player.name, config.seed);
        Session {
            game,
            clocks: ByColor::new_with(|_| Clock::new(TimeControl::Unlimited)),
            engine: Engine::new(config.player, config.seed, &config.params.player),
            params: config.params,
            last_generated: None,
            thinking: Duration::ZERO,
            tries: Vec::new(),
            reader: Captures::new(),
            survey: None,
            depth: 0,
            has_quit: false,
            reply: Reply::default(),
            interrupt: Stop::default(),
            next_line: Stop::default(),
            may_ponder: false,
            delays: Delays::default(),
            free_since: Instant::now(),
            received: Instant::now(),
            ends: None,
            line: 0,
        }
    }

    /// Returns the game that the conversation is about.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
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

    /// Notes the line of the command to be executed now. A command that was sent ahead begins when
    /// the move before it is done.
    pub(super) fn begin(&mut self, line: &Line) {
        self.received = line.received.max(self.free_since);
        self.line = line.number;
        self.interrupt = line.interrupt.clone();
        self.next_line = line.followed.clone();
        self.limit();
    }

    /// Notes how long the command that is executed now may think in the sandbox, with all that it executes.
    pub(super) fn limit(&mut self) {
        let longest = self.params.sandbox;
        self.ends = longest.and_then(|longest| Instant::now().checked_add(longest));
    }

    /// Puts everything derived from the moves right again after an internal error.
    pub(super) fn recover(&mut self) {
        self.game.set_rules(*self.game.rules());
        self.engine.reset(self.engine.seed());
    }

    /// Does several things or, if one fails, none.
    pub(super) fn all_or_nothing<T, E>(
        &mut self,
        run: impl FnOnce(&mut Session) -> Result<T, E>,
    ) -> Result<T, E> {
        let (game, tries) = (self.game.clone(), self.tries.clone());
        let (clocks, params, seed) = (self.clocks, self.params.clone(), self.engine.seed());
        let generated = self.last_generated.clone();
        let result = run(self);
        if result.is_err() {
            (self.game, self.tries, self.last_generated) = (game, tries, generated);
            (self.clocks, self.params) = (clocks, params);
            self.has_quit = false;
            if self.engine.seed() != seed {
                self.engine.reset(seed);
            }
        }
        result
    }

    /// The size of the board.
    pub(super) fn size(&self) -> Size {
        self.game.board().size()
    }

    /// The player to move.
    pub(super) fn to_move(&self) -> Color {
        self.game.position().to_move()
    }

    /// An empty board of a size; komi, rules, time control and parameters stay.
    pub(super) fn clear_board(&mut self, size: Size) {
        self.game.clear(size);
        self.tries.clear();
        self.last_generated = None;
        let control = *self.clocks.black.control();
        self.set_time_control(control);
    }

    /// Gives both players full clocks.
    pub(super) fn set_time_control(&mut self, control: TimeControl) {
        self.clocks = ByColor::new_with(|_| Clock::new(control));
    }

    /// Forgets what is remembered for speed.
    pub(super) fn clear_cache(&mut self) {
        self.engine.reset(self.engine.seed());
        self.survey = None;
    }

    /// Makes a move of the controller.
    pub(super) fn play(&mut self, color: Color, mv: Move) -> Result<(), GtpError> {
        match self.params.play_legality {
            Strictness::Strict => self.game.play(color, mv)?,
            Strictness::Lenient => {
                if let Err(reason) = self.game.check(color, mv) {
                    log::warn!("{reason}");
                }
                self.game.play_leniently(color, mv)?;
            }
        }
        Ok(())
    }

    /// Says that the game is over, so nothing is left to think about.
    pub(super) fn end_game(&mut self) {
        self.may_ponder = false;
    }

    /// Thinks in the opponent's time, if that is wanted and the last generated move is the last move
    /// of a game that goes on, until the next line comes or for a long time.
    pub(super) fn ponder(&mut self) {
        let Some(Generated { color, choice, .. }) = &self.last_generated else {
            return;
        };
        let is_last = self.game.moves().last() == Some(&(*color, choice.mv));
        let goes_on = self.may_ponder && is_last && !self.game.position().is_over();
        if !self.params.pondering || !goes_on {
            return;
        }
        let budget = Budget {
            deadline: Instant::now().checked_add(LONGEST_PONDERING),
            stop: self.next_line.clone(),
            ..Budget::default()
        };
        let cpu = ProcessTime::now();
        let color = !*color;
        let request = Request::new(&self.game, color, Purpose::Ponder, budget.clone());
        self.engine.think(request);
        self.thinking += cpu.elapsed();
        self.may_ponder = budget.stop.is_raised();
    }

    /// Answers a task within a budget, and lets listeners hear of it. The same question gets the same answer,
    /// as far as threads and clocks allow.
    pub(super) fn think(&mut self, task: Task<'_>, budget: Budget) -> Thought {
        self.answer(task, budget, false)
    }

    /// Returns the budget of a thought, which in the sandbox ends with the time of its command.
    pub(super) fn within_sandbox(&self, budget: Budget) -> Budget {
        Budget {
            deadline: budget.deadline.into_iter().chain(self.ends).min(),
            ..budget
        }
    }

    /// Returns the judge of dead stones, who in the sandbox ends with the time of the command.
    pub(super) fn judge(&self) -> Judge {
        Judge {
            deadline: self.ends,
            ..self.params.player.judge()
        }
    }

    /// Answers a task. If the answer varies, games with it differ.
    fn answer(&mut self, mut task: Task<'_>, budget: Budget, varies: bool) -> Thought {
        let budget = self.within_sandbox(budget);
        self.engine.set(&self.params.player);
        let graphics = self.graphics(task.color);
        let is_drawing = graphics.is_some();
        let cpu = ProcessTime::now();
        let observers = task.listener.take().into_iter().chain(graphics).collect();
        let asked = Request {
            observers,
            ..task.request(&self.game, task.purpose, budget, varies)
        };
        let engine = &mut self.engine;
        let thinking = AssertUnwindSafe(|| engine.think(asked));
        let thought = catch_unwind(thinking);
        let has_stumbled = thought.is_err();
        let mut thought = thought.unwrap_or_else(|_| self.stumble(task.color));
        if is_drawing && thought.report.is_some() {
            graphics::clear();
        }
        thought.choice.resigns &= task.may_resign;
        if thought.report.is_none() && task.wants_report && !has_stumbled {
            let budget = self.within_sandbox(Budget::of_playouts(GLANCE));
            let request = task.request(&self.game, Purpose::Analyze, budget, varies);
            thought.report = self.engine.think(request).report;
        }
        self.thinking += cpu.elapsed();
        thought
    }

    /// What is played after a fault of kosumi in a search: a move that needs no search, so that the game goes on. What
    /// repeats the fault is logged.
    fn stumble(&mut self, color: Color) -> Thought {
        let seed = self.engine.seed();
        let record = sgf::write(&self.game.record()).replace('\n', "");
        let changed = PARAMS.iter().filter_map(|param| {
            let value = param.get(&self.params);
            (value != param.get(&Params::default())).then(|| format!("{}={value}", param.name))
        });
        let changed: Vec<String> = changed.collect();
        log::error!(
            "internal error in a search for {color}: seed {seed}, {}, {record}",
            changed.join(" ")
        );
        self.recover();
        let random = PlayerKind::find("random").expect("a player of the table");
        let request = Request::new(&self.game, color, Purpose::Play, Budget::default());
        Engine::new(random, seed, &self.params.player).think(request)
    }

    /// What a short search finds.
    pub(super) fn glance(&mut self, color: Color) -> Report {
        let task = Task::new(color, Purpose::Analyze);
        let thought = self.think(task, Budget::of_playouts(GLANCE));
        thought.report.expect("an analysis has a report")
    }

    /// Chooses a move for a player, makes it and stops his clock. If he resigns, nothing changes but
    /// the clock.
    pub(super) fn generate(&mut self, mut task: Task<'_>) -> Thought {
        let color = task.color;
        task.wants_report |= self.params.chat.ogs;
        let budget = self.budget(color);
        let thought = self.answer(task, budget.clone(), true);
        let report = thought.report.as_ref();
        let due = budget.due(report.is_some_and(|found| found.is_extended));
        let gap = report.map_or(Duration::ZERO, |found| found.longest_gap);
        if let Some(report) = thought.report.as_ref().filter(|_| self.params.chat.ogs) {
            chat::comment(report);
        }
        let choice = &thought.choice;
        if choice.resigns {
            log::info!("{color} resigns, {choice:?}");
            self.clocks[color].spend(self.received.elapsed());
            return thought;
        }
        let played = self.game.play(color, choice.mv);
        played.expect("the engine chooses legal moves");
        self.free_since = Instant::now();
        // Also what comes long before the deadline is late: later moves need the time.
        self.delays.note(due, self.free_since, gap);
        let wall = self.free_since.saturating_duration_since(self.received);
        self.clocks[color].spend(wall);
        self.may_ponder = true;
        log::info!(
            "{color} {}, {} playouts, win rate {:.3}, {:.2} s",
            choice.mv,
            choice.playouts,
            choice.win_rate.unwrap_or(0.5),
            wall.as_secs_f64()
        );
        self.last_generated = Some(Generated {
            color,
            choice: choice.clone(),
            wall,
        });
        thought
    }

    /// Chooses a move as for the game and does not make it; the clock goes on.
    pub(super) fn deliberate(&mut self, task: Task<'_>, stop: Stop) -> Thought {
        let budget = Budget {
            stop,
            ..self.budget(task.color)
        };
        self.think(task, budget)
    }

    /// What the next move of a player may cost by the parameters and his clock.
    fn budget(&self, color: Color) -> Budget {
        let clock = &self.clocks[color];
        let overrun = self.delays.overrun;
        Budget {
            stop: self.interrupt.clone(),
            ..self
                .params
                .budget(&self.game, clock, overrun, self.received)
        }
    }

    /// The count if the game ended here; the same for the same position.
    pub(super) fn count(&self) -> Count {
        let verdict = Verdict::of(&self.game, &self.judge());
        Count::of(&self.game, &verdict)
    }

    /// A vertex as the controller wants to read it.
    pub(super) fn vertex_text(&self, mv: Move) -> String {
        match mv {
            Move::Pass if self.params.gnugo_compat => "PASS".to_owned(),
            _ => mv.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_late_for_its_target_is_noted_before_the_deadline() {
        let mut session = Session::new(Config {
            player: PlayerKind::find("random").unwrap(),
            size: Size::square(5),
            ..Config::default()
        });
        session.set_time_control(TimeControl::Absolute {
            main: Duration::from_mins(1),
        });
        let budget = session.budget(Color::Black);
        // The command was read so long ago that its target has passed, and its deadline has not.
        let waited = budget.target.unwrap() - session.received + Duration::from_secs(1);
        assert!(session.received + 2 * waited < budget.deadline.unwrap());
        session.received = session.received.checked_sub(waited).unwrap();
        session.generate(Task::new(Color::Black, Purpose::Play));
        assert!(session.delays.overrun > Duration::ZERO);
    }

    #[test]
    fn a_fault_in_a_search_costs_no_game() {
        let mut params = Params {
            playouts: Some(200),
            ..Params::default()
        };
        params.player.model = None;
        let mut session = Session::new(Config {
            size: Size::square(5),
            params,
            ..Config::default()
        });
        for color in Color::ALL {
            let faulty = Observer::new(Duration::ZERO, |_| panic!("a fault for a test"));
            let task = Task {
                listener: Some(faulty),
                wants_report: true,
                ..Task::new(color, Purpose::Play)
            };
            let thought = session.generate(task);
            assert!(thought.report.is_none() && !thought.choice.resigns);
        }
        assert_eq!(session.game().moves().len(), 2);
        // The next search is as good as ever.
        let thought = session.generate(Task::new(Color::Black, Purpose::Play));
        assert!(thought.report.is_some());
    }
}
