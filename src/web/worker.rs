//! kosumi's thread at a table: it chooses moves, judges stones, and analyzes.
//!
//! What there is to do follows from the table alone. Whoever changes the table ends what is being done, and the worker looks
//! again. What it finds is for the table only if the game is still the same.

use super::message::AnalysisOrder;
use super::resources::{Resources, game_of};
use super::shared::SharedTable;
use super::staff::{Chore, StepResult};
use super::table::WebTable;
use super::turns::Urgency;
use super::views::{GamePhase, ReportView, TableEvent};
use crate::clock::{Budget, Clock, Stop, TimeControl};
use crate::engine::Rank;
use crate::go::{Color, Game, Outcome};
use crate::life::Verdict;
use crate::search::{Observer, Purpose, Report};
use crate::session::{Question, Session};
use crate::threads::contained;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// The time between two reports.
const INTERVAL: Duration = Duration::from_millis(100);

/// When the first report comes.
const FIRST: Duration = Duration::from_millis(40);

/// How often the worker looks whether anybody is there.
const LOOK: Duration = Duration::from_millis(500);

/// How long unused engines are kept.
const IDLE: Duration = Duration::from_mins(2);

/// The longest analysis of a node, and the most visits.
const LONGEST_ANALYSIS: Duration = Duration::from_mins(30);
const MOST_VISITS: u64 = 10_000_000;

/// What there is to do at a table.
#[derive(Debug)]
enum Task {
    /// A move for a player.
    Move {
        color: Color,
        rank: Option<&'static Rank>,
        /// The clock, and when the move has begun.
        clock: Option<(Clock, Instant)>,
    },
    /// Which stones are dead.
    Judge,
    /// What a node is worth.
    Analyze {
        node: usize,
        order: AnalysisOrder,
        /// True if it is done once for itself.
        is_once: bool,
    },
}

/// A task with what it is about.
#[derive(Debug)]
struct PlannedTask {
    task: Task,
    game: Game,
    epoch: u64,
    stop: Stop,
}

/// What is kept of an analysis from one turn to the next.
#[derive(Debug)]
struct Analysis {
    node: usize,
    order: AnalysisOrder,
    epoch: u64,
    session: Session,
    begun: Instant,
    /// The visits of the last report.
    visits: u64,
}

/// The worker of a table.
#[derive(Debug)]
pub(super) struct TableWorker {
    table: Arc<SharedTable>,
    resources: Arc<Resources>,
    player: Option<Session>,
    analysis: Option<Analysis>,
    /// The end of the last task.
    idle_since: Instant,
}

impl Chore for TableWorker {
    fn step(&mut self) -> StepResult {
        let mut table = self.table.lock();
        if table.is_closed {
            return StepResult::Ended;
        }
        let work = find_work(&mut table);
        drop(table);
        if let Some(work) = work {
            self.attend(work);
            StepResult::Done
        } else {
            self.rest();
            StepResult::Idle
        }
    }

    fn run(mut self: Box<Self>) {
        while let Some(work) = self.next() {
            self.attend(work);
        }
    }
}

impl TableWorker {
    pub(super) fn new(table: Arc<SharedTable>, resources: Arc<Resources>) -> TableWorker {
        TableWorker {
            table,
            resources,
            player: None,
            analysis: None,
            idle_since: Instant::now(),
        }
    }

    /// Does what there is to do.
    fn attend(&mut self, work: PlannedTask) {
        let task = format!("{:?}", work.task);
        if contained("the work at a table", || self.work(work)).is_err() {
            log::error!("the task was {task}");
            // What has failed once would fail for ever.
            self.give_up();
        }
        self.idle_since = Instant::now();
    }

    /// Waits for work; `None` if the table is closed.
    fn next(&mut self) -> Option<PlannedTask> {
        let shared = Arc::clone(&self.table);
        let mut table = shared.lock();
        loop {
            if table.is_closed {
                return None;
            }
            if let Some(work) = find_work(&mut table) {
                return Some(work);
            }
            table = shared.wait(table, LOOK);
            self.rest();
        }
    }

    /// Gives unused engines back after a while.
    fn rest(&mut self) {
        if self.idle_since.elapsed() > IDLE {
            (self.player, self.analysis) = (None, None);
            self.idle_since = Instant::now();
        }
    }

    fn work(&mut self, work: PlannedTask) {
        match work.task {
            Task::Move { color, rank, clock } => {
                self.choose(work.game, work.epoch, &work.stop, color, rank, clock);
            }
            Task::Judge => self.judge(&work.game, work.epoch, &work.stop),
            Task::Analyze {
                node,
                order,
                is_once,
            } => {
                self.prepare(node, order, work.epoch, work.game);
                self.analyze(is_once, &work.stop);
            }
        }
    }

    /// After a fault: the analysis ends, and a game in which kosumi cannot move is stopped by its resignation.
    fn give_up(&mut self) {
        (self.player, self.analysis) = (None, None);
        let mut table = self.table.lock();
        table.analysis.on = false;
        table.deepening = None;
        if let Some(color) = table.awaits_kosumi() {
            table.finish(&Outcome::Resignation(!color), Instant::now());
        } else if table.phase == GamePhase::Marking {
            let _ = table.resume(Instant::now());
        }
        table.say_failed("kosumi has made an internal error; its messages have more.");
        self.resources.keep(&self.table, &mut table);
    }

    /// Chooses a move and makes it.
    fn choose(
        &mut self,
        game: Game,
        epoch: u64,
        stop: &Stop,
        color: Color,
        rank: Option<&'static Rank>,
        clock: Option<(Clock, Instant)>,
    ) {
        let Some(turn) = self.resources.turns.take(Urgency::Now, stop) else {
            return;
        };
        let resources = &self.resources;
        let session = self
            .player
            .get_or_insert_with(|| resources.player(game.clone()));
        session.game = game;
        session.stop = stop.clone();
        session.params.player.rank = rank.or(resources.start.params.player.rank);
        let (clock, start) =
            clock.unwrap_or_else(|| (Clock::new(TimeControl::Unlimited), Instant::now()));
        session.clocks[color] = clock;
        let budget = session.budget(color, start);
        let question = Question {
            varies: true,
            ..Question::new(color, Purpose::Play)
        };
        let choice = session.choose(question, budget).choice;
        drop(turn);
        let mut table = self.table.lock();
        let now = Instant::now();
        table.check_time(now);
        if table.thinking == Some(color) {
            table.tell_thinking(None);
        }
        if table.epoch == epoch && !stop.is_raised() {
            if choice.resigns {
                table.finish(&Outcome::Resignation(!color), now);
            } else if let Err(error) = table.make_move(color, choice.mv, now) {
                log::error!("kosumi's move cannot be made: {error}");
                table.finish(&Outcome::Resignation(!color), now);
            }
        }
        self.resources.keep(&self.table, &mut table);
    }

    /// Judges the stones.
    fn judge(&self, game: &Game, epoch: u64, stop: &Stop) {
        let Some(turn) = self.resources.turns.take(Urgency::Now, stop) else {
            return;
        };
        let verdict = Verdict::of(game, &self.resources.judge());
        drop(turn);
        let mut table = self.table.lock();
        if table.epoch == epoch {
            if let Err(error) = table.judge(verdict, Instant::now()) {
                log::error!("the stones cannot be judged: {error}");
            }
            self.resources.keep(&self.table, &mut table);
        }
    }

    /// Goes on with the analysis that there is, or begins another one.
    fn prepare(&mut self, node: usize, order: AnalysisOrder, epoch: u64, game: Game) {
        let old = self.analysis.take();
        let goes_on = |old: &Analysis| (old.node, old.epoch, &old.order) == (node, epoch, &order);
        if old.as_ref().is_some_and(goes_on) {
            self.analysis = old;
            return;
        }
        let session = match old {
            // The tree of the position before is of use.
            Some(mut old) if old.order.is_alike(&order) => {
                old.session.game = game_of(&order, game);
                old.session
            }
            _ => self.resources.analyst(game, &order),
        };
        self.analysis = Some(Analysis {
            node,
            order,
            epoch,
            session,
            begun: Instant::now(),
            visits: 0,
        });
    }

    /// Analyzes until the end, or until others want their turn.
    fn analyze(&mut self, is_once: bool, stop: &Stop) {
        let Some(turn) = self.resources.turns.take(Urgency::Whenever, stop) else {
            return;
        };
        let Some(analysis) = &mut self.analysis else {
            return;
        };
        let color = analysis.session.to_move();
        let budget = analysis.budget(stop);
        let (node, epoch) = (analysis.node, analysis.epoch);
        let is_other = !analysis.order.is_usual();
        let wants_owners = analysis.order.ownership.unwrap_or(true);
        let view = |report: &Report, done: bool| {
            let mut view = ReportView::of(node, report, color);
            if wants_owners {
                view = view.with_ownership(report);
            }
            ReportView {
                done,
                is_other,
                ..view
            }
        };
        let shared = &self.table;
        let tell = |report: &Report| {
            put(shared, view(report, false), epoch);
            if turn.is_over() {
                stop.raise();
            }
        };
        let observer = Observer::new(INTERVAL, tell).first_after(FIRST);
        let question = Question {
            wants_report: true,
            observers: vec![observer],
            ..Question::new(color, Purpose::Analyze)
        };
        let thought = analysis.session.think(question, budget);
        drop(turn);
        let report = thought.ok().and_then(|thought| thought.report);
        let mut table = shared.lock();
        // Whoever asks for something else raises the flag while the table is locked: then nothing of that has been done yet.
        let has_ended = !stop.is_raised();
        if let Some(report) = &report {
            analysis.visits = report.root_visits();
            if table.epoch == epoch {
                table.put_report(view(report, has_ended));
            }
        }
        if has_ended && table.epoch == epoch {
            table.end_analysis(node, is_once);
        }
    }
}

/// Puts a report to the table unless the game has changed.
fn put(shared: &SharedTable, report: ReportView, epoch: u64) {
    let mut table = shared.lock();
    if table.epoch == epoch {
        table.put_report(report);
    }
}

impl Analysis {
    /// What the next turn may cost.
    fn budget(&self, stop: &Stop) -> Budget {
        let most = self.order.visits.unwrap_or(MOST_VISITS).min(MOST_VISITS);
        let seconds = self
            .order
            .seconds
            .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let longest = seconds.unwrap_or(LONGEST_ANALYSIS).min(LONGEST_ANALYSIS);
        Budget {
            visits: Some(most.saturating_sub(self.visits).max(1)),
            is_exact: true,
            deadline: self.begun.checked_add(longest),
            stop: stop.clone(),
            ..Budget::default()
        }
    }
}

/// Looks what there is to do at a table.
fn find_work(table: &mut WebTable) -> Option<PlannedTask> {
    if table.listeners.are_gone(Instant::now()) {
        return None;
    }
    let (task, node) = find_task(table)?;
    let Ok(game) = table.game(node) else {
        log::error!("there is no game at node {node}");
        table.analysis.on = false;
        table.deepening = None;
        return None;
    };
    if let Task::Move { color, .. } = task {
        table.tell_thinking(Some(color));
    }
    Some(PlannedTask {
        task,
        game,
        epoch: table.epoch,
        stop: table.begin_work(),
    })
}

/// The next task of a table, and the node that it is about.
fn find_task(table: &WebTable) -> Option<(Task, usize)> {
    if let Some(color) = table.awaits_kosumi() {
        let rank = table.players[color].rank.as_deref().and_then(Rank::find);
        let clocks = table.clocks.as_ref();
        let clock = clocks.map(|clocks| clocks.clock(color, Instant::now()));
        return Some((Task::Move { color, rank, clock }, table.end()));
    }
    let asks = table
        .marking
        .as_ref()
        .is_some_and(super::table::Marking::awaits_judge);
    if asks && table.phase == GamePhase::Marking {
        return Some((Task::Judge, table.end()));
    }
    let (node, order, is_once) = match table.deepening {
        Some((node, visits)) => {
            let order = AnalysisOrder {
                on: true,
                visits: Some(visits),
                seconds: None,
                ..table.analysis.clone()
            };
            (node, order, true)
        }
        None if table.analysis.on && table.analyzed != Some(table.at) => {
            (table.at, table.analysis.clone(), false)
        }
        None => return None,
    };
    let task = Task::Analyze {
        node,
        order,
        is_once,
    };
    Some((task, node))
}

impl WebTable {
    /// A flag that ends the work that begins now.
    fn begin_work(&mut self) -> Stop {
        self.stop = Stop::default();
        self.stop.clone()
    }

    /// Notes and tells for which color kosumi chooses a move.
    fn tell_thinking(&mut self, color: Option<Color>) {
        self.thinking = color;
        self.listeners.tell(&TableEvent::Thinking { color });
    }

    /// Notes that a node is analyzed as is wanted.
    fn end_analysis(&mut self, node: usize, is_once: bool) {
        if is_once {
            self.deepening = None;
        } else {
            self.analyzed = Some(node);
        }
    }

    /// Tells that something has failed.
    pub(super) fn say_failed(&mut self, text: &str) {
        let kind = "error";
        self.listeners.tell(&TableEvent::Message { text, kind });
    }
}
