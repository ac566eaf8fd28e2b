//! The state of a conversation: the game, the clocks, the player and the parameters.

use super::GtpError;
use super::analysis::{self, Task, Thought};
use super::chat;
use super::output::Reply;
use super::survey::Survey;
use crate::clock::{Budget, Clock, Delays, Interrupt, TimeControl};
use crate::go::{ByColor, Color, Game, Move, Rules, Score, Size, Strictness};
use crate::life::{Count, Verdict};
use crate::params::Params;
use crate::player::{Choice, Player, PlayerKind, Settings};
use crate::search::{Branch, Report, Restriction};
use crate::tactics::Captures;
use cpu_time::ProcessTime;
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
}

/// The longest that a player thinks in the opponent's time: a controller that says nothing for so
/// long has forgotten the engine.
const LONGEST_PONDERING: Duration = Duration::from_secs(600);

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
    pub(super) seed: u64,
    pub(super) kind: &'static PlayerKind,
    pub(super) player: Box<dyn Player>,
    /// What `player` was made with.
    player_settings: Settings,
    /// The last move that was generated and played.
    pub(super) last_generated: Option<Generated>,
    /// Processor time of all generated moves.
    pub(super) thinking: Duration,
    /// Games to return to, for `trymove` and `popgo`.
    pub(super) tries: Vec<Game>,
    /// Reads attacks, and counts what it reads.
    pub(super) reader: Captures,
    /// What the last question about values was answered from.
    survey: Option<Survey>,
    /// Files being executed, for `sg_exec`.
    pub(super) files_open: usize,
    has_quit: bool,
    /// The response to the present command.
    pub(super) reply: Reply,
    /// Raised when the controller interrupts a command.
    interrupt: Interrupt,
    /// Raised for a line when another one follows.
    lines_after: Interrupt,
    /// Whether the game goes on after the last generated move, as far as the controller has told.
    may_ponder: bool,
    /// By how much generated moves came too late of late.
    delays: Delays,
    /// When the last generated move was done; the next one begins no sooner.
    free_since: Instant,
    /// When the present command was read, and from which line.
    received: Instant,
    pub(super) line: u64,
}

impl Session {
    /// A conversation on an empty board. Commands are interrupted by `interrupt`, those that go on
    /// until the next line comes by `lines_after`.
    #[must_use]
    pub fn new(config: Config, interrupt: Interrupt, lines_after: Interrupt) -> Session {
        let mut game = Game::new(config.size, config.rules);
        if let Some(komi) = config.komi {
            game.set_komi(komi);
        }
        let clock = Clock::new(TimeControl::Unlimited);
        log::info!("player {}, seed {}", config.player.name, config.seed);
        Session {
            game,
            clocks: ByColor {
                black: clock,
                white: clock,
            },
            player: (config.player.make)(config.seed, &config.params.player),
            player_settings: config.params.player.clone(),
            params: config.params,
            seed: config.seed,
            kind: config.player,
            last_generated: None,
            thinking: Duration::ZERO,
            tries: Vec::new(),
            reader: Captures::new(),
            survey: None,
            files_open: 0,
            has_quit: false,
            reply: Reply::default(),
            interrupt,
            lines_after,
            may_ponder: false,
            delays: Delays::default(),
            free_since: Instant::now(),
            received: Instant::now(),
            line: 0,
        }
    }

    /// Whether `quit` has been said.
    #[must_use]
    pub const fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// Ends the conversation after this command.
    pub(super) fn quit(&mut self) {
        self.has_quit = true;
    }

    /// Notes when the command to be executed now was read, and from which line of input. A command
    /// that was sent ahead begins when the move before it is done.
    pub fn begin(&mut self, received: Instant, line: u64) {
        self.received = received.max(self.free_since);
        self.line = line;
    }

    /// Puts everything derived from the moves right again after an internal error.
    pub(super) fn recover(&mut self) {
        self.game.set_rules(*self.game.rules());
        self.player.reset(self.seed);
        if let Some(search) = self.player.search() {
            analysis::release(search);
        }
    }

    /// Does several things or, if one fails, none.
    pub(super) fn all_or_nothing<T, E>(
        &mut self,
        run: impl FnOnce(&mut Session) -> Result<T, E>,
    ) -> Result<T, E> {
        let (game, tries) = (self.game.clone(), self.tries.clone());
        let (clocks, params, seed) = (self.clocks, self.params.clone(), self.seed);
        let generated = self.last_generated.clone();
        let result = run(self);
        if result.is_err() {
            (self.game, self.tries, self.last_generated) = (game, tries, generated);
            (self.clocks, self.params) = (clocks, params);
            self.has_quit = false;
            if self.seed != seed {
                self.set_seed(seed);
            }
        }
        result
    }

    /// The size of the board.
    pub(super) fn size(&self) -> Size {
        self.game.board().size()
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
        let clock = Clock::new(control);
        self.clocks = ByColor {
            black: clock,
            white: clock,
        };
    }

    /// Begins the random numbers of a seed.
    pub(super) fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.player.reset(seed);
    }

    /// Forgets what is remembered for speed.
    pub(super) fn clear_cache(&mut self) {
        self.player.reset(self.seed);
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

    /// Makes the player anew if its settings have changed.
    pub(super) fn renew_player(&mut self) {
        if self.player_settings != self.params.player {
            self.player_settings = self.params.player.clone();
            self.player = (self.kind.make)(self.seed, &self.params.player);
        }
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
            interrupt: Some(self.next_line()),
            ..Budget::default()
        };
        let cpu = ProcessTime::now();
        let color = !*color;
        self.player.ponder(&self.game, color, &budget);
        self.thinking += cpu.elapsed();
        self.may_ponder = budget.is_interrupted();
    }

    /// Chooses a move for a player, makes it and stops his clock. If he resigns, nothing changes but
    /// the clock.
    pub(super) fn generate(&mut self, mut task: Task) -> Thought {
        let color = task.color;
        task.wants_report |= self.params.chat.ogs;
        let cpu = ProcessTime::now();
        let budget = self.budget(color);
        let mut thought = self.think(task, &budget);
        self.thinking += cpu.elapsed();
        if let Some(report) = thought.report.as_ref().filter(|_| self.params.chat.ogs) {
            chat::comment(report);
        }
        let choice = &mut thought.choice;
        if choice.resigns {
            log::info!("{color} resigns, {choice:?}");
            self.clocks[color].spend(self.received.elapsed());
            return thought;
        }
        if let Err(reason) = self.game.play(color, choice.mv) {
            log::error!("the player chose an illegal move, passing: {reason}");
            choice.mv = Move::Pass;
            self.game
                .play(color, Move::Pass)
                .expect("a pass is always legal");
        }
        self.free_since = Instant::now();
        self.delays.note(budget.deadline, self.free_since);
        let wall = self.free_since.saturating_duration_since(self.received);
        self.clocks[color].spend(wall);
        self.may_ponder = true;
        self.note_generated(Generated {
            color,
            choice: choice.clone(),
            wall,
        });
        thought
    }

    /// Chooses a move as for the game and does not make it; the clock goes on.
    pub(super) fn deliberate(&mut self, task: Task, interrupt: (Interrupt, u64)) -> Thought {
        let cpu = ProcessTime::now();
        let budget = Budget {
            interrupt: Some(interrupt),
            ..self.budget(task.color)
        };
        let thought = self.think(task, &budget);
        self.thinking += cpu.elapsed();
        thought
    }

    fn note_generated(&mut self, generated: Generated) {
        let Generated {
            color,
            choice,
            wall,
        } = &generated;
        log::info!(
            "{color} {}, {} playouts, win rate {:.3}, {:.2} s",
            choice.mv,
            choice.playouts,
            choice.win_rate.unwrap_or(0.5),
            wall.as_secs_f64()
        );
        self.last_generated = Some(generated);
    }

    /// A move for a player that is not made: always the same for the same position and parameters.
    pub(super) fn consider(&self, color: Color) -> Move {
        let settings = Settings {
            threads: 1,
            resign: false,
            ..self.params.player.clone()
        };
        let mut player = (self.kind.make)(0, &settings);
        let budget = Budget {
            interrupt: Some(self.interrupt_of_command()),
            ..Budget::of_playouts(self.params.reg_playouts)
        };
        player.choose(&self.game, color, &budget).mv
    }

    /// What a search of `reg_playouts` finds for a player, always the same for the same position and
    /// parameters. Remembered until the next one.
    pub(super) fn survey(&mut self, color: Color) -> &Report {
        let (game, settings, playouts) =
            (&self.game, &self.params.player, self.params.reg_playouts);
        let known = self.survey.take();
        let survey = known
            .filter(|known| known.is_of(game, color, settings, playouts))
            .unwrap_or_else(|| self.survey_within(color, Restriction::default()));
        &self.survey.insert(survey).report
    }

    /// The part of its tree that such a search has looked at most.
    pub(super) fn survey_branches(&mut self, color: Color) -> Vec<Branch> {
        self.survey(color);
        let survey = self.survey.as_ref();
        survey.map_or(Vec::new(), |survey| survey.branches.clone())
    }

    /// What a search of `reg_playouts` finds under a restriction.
    pub(super) fn survey_within(&self, color: Color, restriction: Restriction) -> Survey {
        let budget = Budget {
            interrupt: Some(self.interrupt_of_command()),
            ..Budget::of_playouts(self.params.reg_playouts)
        };
        Survey::of(&self.game, color, &self.params.player, &budget, restriction)
    }

    /// What ends the present command early.
    pub(super) fn interrupt_of_command(&self) -> (Interrupt, u64) {
        (self.interrupt.clone(), self.line)
    }

    /// What ends the present command when it goes on until the next line comes.
    pub(super) fn next_line(&self) -> (Interrupt, u64) {
        (self.lines_after.clone(), self.line)
    }

    /// What the next move of a player may cost by the parameters and his clock.
    fn budget(&self, color: Color) -> Budget {
        let clock = &self.clocks[color];
        let overrun = self.delays.overrun;
        Budget {
            interrupt: Some(self.interrupt_of_command()),
            ..self
                .params
                .budget(&self.game, clock, overrun, self.received)
        }
    }

    /// What becomes of the stones at the end; the same for the same position.
    pub(super) fn verdict(&self) -> Verdict {
        Verdict::of(&self.game, self.params.player.dead_playouts)
    }

    /// The count that agrees with [`Self::verdict`].
    pub(super) fn final_score(&self) -> Score {
        Count::of(&self.game, &self.verdict()).score
    }

    /// A vertex as the controller wants to read it.
    pub(super) fn vertex_text(&self, mv: Move) -> String {
        match mv {
            Move::Pass if self.params.gnugo_compat => "PASS".to_owned(),
            _ => mv.to_string(),
        }
    }
}
