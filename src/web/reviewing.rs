//! Reviews in the background, one position at a time.

use super::error::{WebError, WebResult};
use super::points::{number, numbers_of};
use super::report::rounded;
use super::resources::Resources;
use super::shared::SharedTable;
use super::staff::{Chore, StepResult};
use super::table::{RunningReview, WebTable};
use super::turns::Urgency;
use super::views::{BetterView, Judgement, Progress, ReasonView, ReportView, TableEvent};
use crate::clock::Stop;
use crate::explain::{About, Language, Reason};
use crate::go::{Move, Record, ReplayError, Rules, Size};
use crate::review::{Effort, GradualReview, MoveVerdict, ReviewSettings, ReviewStep};
use crate::threads::contained;
use std::sync::Arc;
use std::time::Duration;
use web_time::Instant;

/// Visits of a search without a network, and with one.
const USUAL_PLAYOUTS: u64 = 3000;
const USUAL_VISITS: u64 = 100;

/// The time between two writings of what was found.
const WRITING: Duration = Duration::from_secs(3);

/// The review of a line.
#[derive(Debug)]
struct ReviewTask {
    table: Arc<SharedTable>,
    resources: Arc<Resources>,
    record: Record,
    rules: Rules,
    /// The node of each step of the record.
    steps: Vec<usize>,
    /// The node before the first step.
    root: usize,
    effort: Effort,
    language: Language,
    stop: Stop,
    /// What is made, once it was begun.
    review: Option<GradualReview>,
    done: usize,
    /// When what was found was written last.
    written: Instant,
}

/// What each search of a review may spend.
pub(super) fn effort(
    visits: Option<u64>,
    seconds: Option<f64>,
    resources: &Resources,
) -> WebResult<Effort> {
    let refusal = WebError::refused;
    let usual = if resources.start.params.player.model.is_some() {
        USUAL_VISITS
    } else {
        USUAL_PLAYOUTS
    };
    match (visits, seconds) {
        (Some(visits @ 1..=1_000_000), _) => Ok(Effort::Visits(visits)),
        (Some(_), _) => Err(refusal("from 1 to 1000000 visits are expected")),
        (None, Some(seconds)) if (0.01..=600.0).contains(&seconds) => {
            Ok(Effort::Time(Duration::from_secs_f64(seconds)))
        }
        (None, Some(_)) => Err(refusal("from 0.01 to 600 seconds are expected")),
        (None, None) => Ok(Effort::Visits(usual)),
    }
}

/// Begins the review of the line through the node that is looked at. One that is being made ends.
pub(super) fn begin(
    table: &Arc<SharedTable>,
    resources: &Arc<Resources>,
    effort: Effort,
) -> std::io::Result<()> {
    let mut locked = table.lock();
    let end = locked.tree.end_of(locked.at);
    let (record, steps) = locked.tree.record(end);
    let stop = Stop::default();
    let progress = Progress { done: 0, total: 0 };
    let review = RunningReview {
        progress,
        stop: stop.clone(),
    };
    if let Some(old) = locked.review.replace(review) {
        old.stop.raise();
    }
    let task = ReviewTask {
        table: Arc::clone(table),
        resources: Arc::clone(resources),
        record,
        rules: *locked.tree.rules(),
        steps,
        root: locked.tree.path(end)[0],
        effort,
        language: locked.language,
        stop,
        review: None,
        done: 0,
        written: Instant::now(),
    };
    drop(locked);
    resources.staff.begin("review", task)
}

impl Chore for ReviewTask {
    fn step(&mut self) -> StepResult {
        let made = contained("a review", || self.review_next());
        if matches!(made, Ok(StepResult::Done)) {
            return StepResult::Done;
        }
        let mut table = self.table.lock();
        if made.is_err() {
            table.say_failed("The review has failed; kosumi's messages have more.");
        }
        if !self.stop.is_raised() {
            table.review = None;
        }
        table.is_unsaved |= table.stale_since.is_some();
        self.resources.keep(&self.table, &mut table);
        StepResult::Ended
    }

    fn run(mut self: Box<Self>) {
        while self.step() != StepResult::Ended {}
    }
}

impl ReviewTask {
    /// Begins the review.
    fn review(&self) -> Result<GradualReview, ReplayError> {
        let player = &self.resources.start.params.player;
        let settings = ReviewSettings {
            effort: self.effort,
            jobs: player.threads(),
            seed: self.resources.start.seed,
            model: player.model.clone(),
            language: self.language,
        };
        GradualReview::new(&self.record, self.rules, &settings)
    }

    /// Reviews the next position. The end has come where none is left, or where the review is not wanted any more.
    fn review_next(&mut self) -> StepResult {
        let mut review = match self.review.take().map_or_else(|| self.review(), Ok) {
            Ok(review) => review,
            Err(error) => {
                self.table
                    .lock()
                    .say_failed(&format!("The game cannot be reviewed: {error}."));
                return StepResult::Ended;
            }
        };
        let total = review.len();
        let Some(turn) = self.resources.turns.take(Urgency::Whenever, &self.stop) else {
            return StepResult::Ended;
        };
        let step = review.step();
        drop(turn);
        let Some(step) = step else {
            return StepResult::Ended;
        };
        self.review = Some(review);
        self.done += 1;
        let mut table = self.table.lock();
        if self.stop.is_raised() {
            return StepResult::Ended;
        }
        self.tell(&mut table, &step);
        let done = self.done;
        table.tell_review(Progress { done, total });
        if self.written.elapsed() >= WRITING {
            table.is_unsaved = true;
            self.resources.keep(&self.table, &mut table);
            drop(table);
            self.written = Instant::now();
        }
        StepResult::Done
    }

    /// Puts what was found to the nodes.
    fn tell(&self, table: &mut WebTable, step: &ReviewStep) {
        let size = self.record.size;
        let node = match step.nodes {
            0 => self.root,
            nodes => self.steps[nodes - 1],
        };
        let view = ReportView::of(node, &step.report, step.turn).with_ownership(&step.report);
        table.put_report(ReportView { done: true, ..view });
        for verdict in &step.judged {
            table.put_judgement(self.steps[verdict.node], judgement(verdict, size));
        }
    }
}

/// A verdict as pages see it.
fn judgement(verdict: &MoveVerdict, size: Size) -> Judgement {
    let better = verdict.better.as_ref().map(|better| BetterView {
        line: numbers_of(&better.moves, size),
        chance: rounded(better.chance, 4),
        lead: rounded(better.lead, 2),
        shape: better.shape.map(str::to_owned),
    });
    Judgement {
        points: rounded(verdict.points_lost, 2),
        chance: rounded(verdict.chance_lost, 4),
        grade: verdict.grade,
        better,
        ranks: verdict
            .evidence
            .logs()
            .iter()
            .map(|log| (100.0 * log).round() as i16)
            .collect(),
        opening: verdict.opening.map(str::to_owned),
        reasons: verdict
            .reasons
            .iter()
            .map(|it| reason_view(it, size))
            .collect(),
    }
}

pub(super) fn reason_view(reason: &Reason, size: Size) -> ReasonView {
    let moves: Vec<Move> = reason.line.iter().map(|&(_, mv)| mv).collect();
    let first = reason.line.first().map(|&(color, _)| color);
    ReasonView {
        kind: reason.kind.name().to_owned(),
        of: match reason.about {
            About::Played => "played",
            About::Better => "better",
        }
        .to_owned(),
        text: reason.text.clone(),
        points: reason.points.iter().map(|&at| number(at, size)).collect(),
        line: numbers_of(&moves, size),
        first,
    }
}

impl WebTable {
    /// Notes and tells how far the review is.
    fn tell_review(&mut self, progress: Progress) {
        if let Some(review) = &mut self.review {
            review.progress = progress;
        }
        self.listeners.tell(&TableEvent::Reviewing(progress));
    }

    /// Ends the review that is being made, if there is one.
    pub(super) fn stop_review(&mut self) {
        if let Some(review) = self.review.take() {
            review.stop.raise();
            self.listeners
                .tell(&TableEvent::Reviewing(Progress { done: 0, total: 0 }));
        }
    }
}
