//! A game, its clocks and settings, and an engine.
//!
//! Whoever talks to kosumi about a game holds a [`Session`]: a conversation over GTP, a game at a terminal, each worker of the
//! analysis server, each contestant of a match and each thread of a review. A [`Question`] asks about the position; observers
//! get reports meanwhile, and [`Session::stop`] ends it. A panic in a search, which would be a bug of kosumi, costs one answer
//! and no session.

use crate::clock::{Budget, Clock, Delays, Stop, TimeControl, process_time};
use crate::engine::{Choice, Engine, PLAYERS, PlayerKind, Thought};
use crate::go::{ByColor, Color, Game, Rules, Size};
use crate::life::{Count, Judge, Verdict, all_unsettled};
use crate::params::{PARAMS, Params};
use crate::reading::UnsettledGroup;
use crate::search::{Observer, Purpose, Request, Restriction};
use crate::sgf;
use crate::threads::{InternalError, contained};
use std::time::Duration;
use web_time::Instant;

/// What a session begins with.
#[derive(Clone, Debug)]
pub struct Start {
    /// The player that chooses moves.
    pub player: &'static PlayerKind,
    /// Of all random numbers.
    pub seed: u64,
    /// Parameters.
    pub params: Params,
    /// The game, begun or not.
    pub game: Game,
}

impl Default for Start {
    /// The usual player, rules and parameters on an empty board of 19x19, with the seed 0.
    fn default() -> Start {
        Start {
            player: &PLAYERS[0],
            seed: 0,
            params: Params::default(),
            game: Game::new(Size::square(19), Rules::default()),
        }
    }
}

/// The longest that a player thinks in the opponent's time: a controller that says nothing for so
/// long has forgotten the engine.
const LONGEST_PONDERING: Duration = Duration::from_mins(10);

/// Visits that are enough for a report where the player did not search.
const GLANCE: u64 = 200;

/// Visits for each of the four positions whose leads tell what a first move is worth.
const WORTH_VISITS: u64 = 100;

/// A question about the position of a session.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each can be wanted without the others"
)]
pub struct Question<'a> {
    /// Who makes the next move, whoever's turn it is.
    pub color: Color,
    /// What the answer is wanted for.
    pub purpose: Purpose,
    /// Moves that may not be chosen.
    pub restriction: Restriction,
    /// True if the parameters decide about resigning; otherwise the answer is never to resign.
    pub may_resign: bool,
    /// True if a move of about the same worth may take the place of the best one, so that games differ.
    pub varies: bool,
    /// True if there must be a report even if the move is found without a search.
    pub wants_report: bool,
    /// True if reports have the ownership after each move.
    pub owners_by_move: bool,
    /// Those who hear at intervals what has been found so far.
    pub observers: Vec<Observer<'a>>,
}

impl Question<'_> {
    /// Any move, without observers; the same question gets the same answer, as far as threads and clocks allow.
    pub fn new(color: Color, purpose: Purpose) -> Self {
        Question {
            color,
            purpose,
            restriction: Restriction::default(),
            may_resign: true,
            varies: false,
            wants_report: false,
            owners_by_move: false,
            observers: Vec::new(),
        }
    }
}

/// A move that was chosen and made, and what it took.
#[derive(Clone, Debug)]
pub struct Generated {
    /// Whose move.
    pub color: Color,
    /// The move.
    pub choice: Choice,
    /// From the question to the move.
    pub wall: Duration,
}

/// A game and the engine that thinks about it.
#[derive(Debug)]
pub struct Session {
    /// The game, which anybody may change between two questions.
    pub game: Game,
    /// The clocks of the players.
    pub clocks: ByColor<Clock>,
    /// Parameters; they hold from the next question on.
    pub params: Params,
    /// The engine.
    pub engine: Engine,
    /// Raised to end what is being thought about.
    pub stop: Stop,
    /// The moment at which thinking ends whatever else it may cost, in the sandbox.
    pub ends: Option<Instant>,
    /// The last move that was [generated](Session::generate).
    pub last_generated: Option<Generated>,
    /// True if the game goes on after that move, as far as is known.
    pub may_ponder: bool,
    /// Processor time of all questions.
    pub thinking: Duration,
    /// By how much generated moves came too late of late.
    delays: Delays,
    /// When the last generated move was done; the next one begins no sooner.
    free_since: Instant,
}

impl Session {
    /// A session without clocks.
    pub fn new(start: Start) -> Session {
        Session {
            engine: Engine::new(start.player, start.seed, &start.params.player),
            game: start.game,
            params: start.params,
            clocks: ByColor::new_with(|_| Clock::new(TimeControl::Unlimited)),
            stop: Stop::default(),
            ends: None,
            last_generated: None,
            may_ponder: false,
            thinking: Duration::ZERO,
            delays: Delays::default(),
            free_since: Instant::now(),
        }
    }

    /// Another session about the same game with the same parameters and limits, with a fresh engine.
    #[must_use]
    pub fn apart(&self, player: &'static PlayerKind, seed: u64) -> Session {
        let start = Start {
            player,
            seed,
            params: self.params.clone(),
            game: self.game.clone(),
        };
        Session {
            stop: self.stop.clone(),
            ends: self.ends,
            ..Session::new(start)
        }
    }

    /// Returns the size of the board.
    pub fn size(&self) -> Size {
        self.game.board().size()
    }

    /// Returns the player to move.
    pub fn to_move(&self) -> Color {
        self.game.position().to_move()
    }

    /// Gives both players full clocks.
    pub fn set_time_control(&mut self, control: TimeControl) {
        self.clocks = ByColor::new_with(|_| Clock::new(control));
    }

    /// Returns what the next move of a player may cost by the parameters and his clock, from an instant on.
    pub fn budget(&self, color: Color, start: Instant) -> Budget {
        let (clock, overrun) = (&self.clocks[color], self.delays.overrun);
        let start = start.max(self.free_since);
        Budget {
            stop: self.stop.clone(),
            ..self.params.budget(&self.game, clock, overrun, start)
        }
    }

    /// Returns a budget that ends with the time of the session.
    fn in_time(&self, budget: Budget) -> Budget {
        Budget {
            deadline: budget.deadline.into_iter().chain(self.ends).min(),
            ..budget
        }
    }

    /// Answers a question within a budget.
    ///
    /// # Errors
    /// The search has panicked. What repeats that is logged, and the engine has forgotten everything.
    pub fn think(
        &mut self,
        mut question: Question<'_>,
        budget: Budget,
    ) -> Result<Thought, InternalError> {
        self.engine.set(&self.params.player);
        let observers = std::mem::take(&mut question.observers);
        let (budget, glance) = (
            self.in_time(budget),
            self.in_time(Budget::of_visits(GLANCE)),
        );
        let request = |purpose, budget| Request {
            restriction: question.restriction.clone(),
            varies: question.varies,
            owners_by_move: question.owners_by_move,
            ..Request::new(&self.game, question.color, purpose, budget)
        };
        let cpu = process_time();
        let engine = &mut self.engine;
        let thought = contained("a search", || {
            let mut thought = engine.think(Request {
                observers,
                ..request(question.purpose, budget)
            });
            thought.choice.resigns &= question.may_resign;
            if thought.report.is_none() && question.wants_report {
                thought.report = engine.think(request(Purpose::Analyze, glance)).report;
            }
            thought
        });
        self.thinking += process_time().saturating_sub(cpu);
        thought.inspect_err(|_| self.recover(question.color))
    }

    /// Answers a question as [`Session::think`] does. After a fault in the search the answer is a move that needs none, so
    /// that a game goes on.
    ///
    /// # Panics
    /// There is no random player, which would be a bug.
    pub fn choose(&mut self, question: Question<'_>, budget: Budget) -> Thought {
        let color = question.color;
        self.think(question, budget).unwrap_or_else(|_| {
            let random = PlayerKind::find("random").expect("a player of the table");
            let request = Request::new(&self.game, color, Purpose::Play, Budget::default());
            Engine::new(random, self.engine.seed(), &self.params.player).think(request)
        })
    }

    /// Logs what repeats a fault in a search, and puts right what it has left.
    fn recover(&mut self, color: Color) {
        let record = sgf::write(&self.game.record()).replace('\n', "");
        let changed = PARAMS.iter().filter_map(|param| {
            let value = param.get(&self.params);
            (value != param.get(&Params::default())).then(|| format!("{}={value}", param.name))
        });
        let (seed, changed) = (self.engine.seed(), changed.collect::<Vec<_>>().join(" "));
        log::error!("the search was for {color}: seed {seed}, {changed}, {record}");
        self.reset();
    }

    /// Forgets what the engine knows, and derives everything about the game anew from its moves.
    pub fn reset(&mut self) {
        self.game.set_rules(*self.game.rules());
        self.engine.reset(self.engine.seed());
    }

    /// Chooses a move that differs from game to game, makes it and stops the player's clock, which runs since an instant
    /// or since the last generated move was done. If he resigns, nothing changes but the clock.
    ///
    /// # Panics
    /// The engine has chosen an illegal move, which would be a bug.
    pub fn generate(&mut self, question: Question<'_>, start: Instant) -> Thought {
        let color = question.color;
        let start = start.max(self.free_since);
        let budget = self.budget(color, start);
        let question = Question {
            varies: true,
            ..question
        };
        let thought = self.choose(question, budget.clone());
        let choice = &thought.choice;
        if choice.resigns {
            log::info!("{color} resigns, {choice:?}");
            self.clocks[color].spend(start.elapsed());
            return thought;
        }
        let played = self.game.play(color, choice.mv);
        played.expect("the engine chooses legal moves");
        self.free_since = Instant::now();
        // Also what comes long before the deadline is late: later moves need the time.
        let report = thought.report.as_ref();
        let due = budget.due(report.is_some_and(|found| found.is_extended));
        let gap = report.map_or(Duration::ZERO, |found| found.longest_gap);
        self.delays.note(due, self.free_since, gap);
        let wall = self.free_since.saturating_duration_since(start);
        self.clocks[color].spend(wall);
        self.may_ponder = true;
        log::info!(
            "{color} {}, {} visits, win rate {:.3}, {:.2} s",
            choice.mv,
            choice.visits,
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

    /// Thinks in the opponent's time, if that is wanted and the last generated move is the last move
    /// of a game that goes on, until a flag is raised or for a long time.
    pub fn ponder(&mut self, until: &Stop) {
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
            stop: until.clone(),
            ..Budget::default()
        };
        let thought = self.think(Question::new(!*color, Purpose::Ponder), budget);
        self.may_ponder = thought.is_ok() && until.is_raised();
    }

    /// Returns the judge of dead stones, who ends with the time of the session.
    pub fn judge(&self) -> Judge {
        Judge {
            deadline: self.ends,
            ..self.params.player.judge()
        }
    }

    /// Returns which stones are dead by the rules of the game, and why, as far as the judge knows.
    pub fn verdict(&self) -> Verdict {
        Verdict::of(&self.game, &self.judge())
    }

    /// The groups whose life the next move decides, under whatever rules, and the points that the first move is worth there.
    pub fn unsettled(&self) -> Vec<(UnsettledGroup, Option<f64>)> {
        let groups = all_unsettled(self.game.board(), self.judge().deadline);
        let groups = groups.into_iter();
        groups
            .map(|group| {
                let worth = self.worth_of_first_move(&group);
                (group, worth)
            })
            .collect()
    }

    /// How many points it makes who moves first about a group: the difference between the leads that short searches expect
    /// after either player's first move, with the same player to move next, as a mean over both players. `None` if a first move
    /// is no stone or illegal in the game, or a search has failed. Four searches in one thread, with the same answer each time.
    pub fn worth_of_first_move(&self, group: &UnsettledGroup) -> Option<f64> {
        let mut apart = self.apart(&PLAYERS[0], 0);
        apart.params.player.threads = Some(1);
        let mut lead = |first: Color, next: Color| {
            let (_, mv) = *group.by_first[first].line.first()?;
            mv.point()?;
            apart.game = self.game.clone();
            apart.game.play(first, mv).ok()?;
            let budget = Budget::of_visits(WORTH_VISITS);
            let thought = apart.think(Question::new(next, Purpose::Analyze), budget);
            let report = thought.ok()?.report?;
            Some(report.worth(next, report.moves.first()).lead)
        };
        let mut swings = 0.0;
        for next in Color::ALL {
            swings += lead(Color::Black, next)? - lead(Color::White, next)?;
        }
        Some(swings / 2.0)
    }

    /// Returns the count if the game ended here; the same for the same position.
    pub fn count(&self) -> Count {
        Count::of(&self.game, &self.verdict())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Board, Move};

    fn session(player: &str) -> Session {
        let mut params = Params {
            visits: Some(200),
            ..Params::default()
        };
        params.player.model = None;
        Session::new(Start {
            player: PlayerKind::find(player).unwrap(),
            game: Game::new(Size::square(5), Rules::default()),
            params,
            ..Start::default()
        })
    }

    #[test]
    fn a_first_move_is_worth_what_it_decides() {
        // White's corner, worth 16 points by area, lives if White moves first.
        let diagram = "
            . . . O X . .
            O O O O X . .
            X X X X X . .
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . . . . .";
        let board: Board = diagram.parse().unwrap();
        let session = Session::new(Start {
            game: crate::go::tests::game(&board, Color::Black, Rules::default()),
            ..Start::default()
        });
        let found = session.unsettled();
        let [(group, Some(worth))] = &found[..] else {
            panic!("{found:?}");
        };
        assert!((8.0..24.0).contains(worth), "{worth}");
        // Who passes decides nothing.
        let mut passing = group.clone();
        passing.by_first.black.line[0].1 = Move::Pass;
        assert_eq!(session.worth_of_first_move(&passing), None);
    }

    #[test]
    fn what_is_late_for_its_target_is_noted_before_the_deadline() {
        let mut session = session("random");
        let main = Duration::from_mins(1);
        session.set_time_control(TimeControl::Absolute { main });
        let start = Instant::now();
        session.free_since = start.checked_sub(2 * main).unwrap();
        let budget = session.budget(Color::Black, start);
        // The question came so long ago that its target has passed, and its deadline has not.
        let waited = budget.target.unwrap() - start + Duration::from_secs(1);
        assert!(start + 2 * waited < budget.deadline.unwrap());
        let question = Question::new(Color::Black, Purpose::Play);
        session.generate(question, start.checked_sub(waited).unwrap());
        assert!(session.delays.overrun > Duration::ZERO);
    }

    /// Whose search panics.
    fn faulty<'a>(color: Color) -> Question<'a> {
        let observer = Observer::new(Duration::ZERO, |_| panic!("a fault for a test"));
        Question {
            observers: vec![observer],
            wants_report: true,
            ..Question::new(color, Purpose::Play)
        }
    }

    #[test]
    fn a_fault_in_a_search_costs_no_game() {
        let mut session = session("mcts");
        for color in Color::ALL {
            let budget = session.budget(color, Instant::now());
            assert!(session.think(faulty(color), budget).is_err());
            let thought = session.generate(faulty(color), Instant::now());
            assert!(thought.report.is_none() && !thought.choice.resigns);
        }
        assert_eq!(session.game.moves().len(), 2);
        // The next search is as good as ever.
        let question = Question::new(Color::Black, Purpose::Play);
        let thought = session.generate(question, Instant::now());
        assert!(thought.report.is_some());
    }

    #[test]
    fn sessions_apart_know_nothing_of_each_other_but_end_together() {
        let mut session = session("random");
        let question = || Question::new(Color::Black, Purpose::Analyze);
        let mut apart = session.apart(&PLAYERS[0], 1);
        session.generate(question(), Instant::now());
        assert!(apart.game.moves().is_empty());
        session.stop.raise();
        let budget = Budget {
            visits: None,
            ..apart.budget(Color::Black, Instant::now())
        };
        let report = apart.think(question(), budget).unwrap().report.unwrap();
        assert!(report.new_visits < 200, "{}", report.new_visits);
    }
}
