//! The searches that judge the moves of a game.

use super::reasons::explain;
use super::{Better, CandidateMove, Effort, FoundMoves, JudgedMove, Review, ReviewSettings, act};
use crate::engine::RankEvidence;
use crate::explain::seems_sente;
use crate::go::record::{Action, Node};
use crate::go::rules::{RuleSet, Rules};
use crate::go::{Color, Game, Move, Record, ReplayError, Strictness};
use crate::params::Params;
use crate::rng::Rng;
use crate::search::{MoveReport, Purpose, Report};
use crate::session::{Question, Session, Start};
use crate::threads::share;
use std::convert::Infallible;
use std::sync::Arc;

/// Moves of a line with fewer visits are no plan any more.
const TELLING_VISITS: u32 = 10;

/// Moves that a line may have.
const LONGEST_LINE: usize = 10;

/// Candidates that are kept of a position.
const CANDIDATES: usize = 5;

/// Reviews a game under rules. After each of its positions `observe` gets how many of how many
/// are done. The result does not depend on the number of jobs unless the effort is a time.
///
/// # Errors
/// A move or a setup of the game is not possible.
pub fn review(
    record: &Record,
    rules: &RuleSet,
    settings: &ReviewSettings,
    observe: &mut dyn FnMut(usize, usize),
) -> Result<Review, ReplayError> {
    let game = Game::replay(record, rules.rules, usize::MAX, Strictness::Lenient)?;
    let plan = ReviewPlan::of(record);
    let tasks = plan.tasks(settings.seed);
    let found = search_all(record, rules.rules, settings, &tasks, observe);
    let judged = |step: &PlannedMove| step.judged(&found[step.before], &found[step.after]);
    let mut moves: Vec<JudgedMove> = plan.steps.iter().map(judged).collect();
    explain(record, rules.rules, settings.language, &mut moves);
    Ok(Review {
        rules: rules.clone(),
        komi: game.komi(),
        effort: settings.effort,
        language: settings.language,
        start: found[0].0.clone(),
        moves,
        record: record.clone(),
    })
}

/// A move and the positions that its judgement needs, by their places in the plan.
#[derive(Debug)]
pub(super) struct PlannedMove {
    pub(super) color: Color,
    pub(super) mv: Move,
    pub(super) before: usize,
    pub(super) after: usize,
}

impl PlannedMove {
    /// What is known of the move without words, by what was found before and after it.
    pub(super) fn judged(&self, before: &FoundAndBetter, after: &FoundAndBetter) -> JudgedMove {
        let (before, better) = before;
        JudgedMove {
            color: self.color,
            mv: self.mv,
            before: before.clone(),
            after: after.0.clone(),
            better: better.clone(),
            evidence: before.evidence.clone(),
            reasons: Vec::new(),
            opening: None,
        }
    }
}

/// A position of the record: how many of its nodes have happened, and whose turn it is. A setup or a
/// move out of turn makes the position before a move another one than that after the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RecordPosition {
    pub(super) nodes: usize,
    /// `None` for whoever's turn it is by the record.
    color: Option<Color>,
}

#[derive(Debug)]
pub(super) struct ReviewPlan {
    places: Vec<RecordPosition>,
    pub(super) steps: Vec<PlannedMove>,
}

impl ReviewPlan {
    pub(super) fn of(record: &Record) -> ReviewPlan {
        let (mut places, mut steps) = (Vec::new(), Vec::new());
        for (nodes, node) in record.nodes.iter().enumerate() {
            let Action::Move(color, mv) = node.action else {
                continue;
            };
            let before = RecordPosition {
                nodes,
                color: Some(color),
            };
            if places.last() != Some(&before) {
                places.push(before);
            }
            places.push(RecordPosition {
                nodes: nodes + 1,
                color: Some(!color),
            });
            steps.push(PlannedMove {
                color,
                mv,
                before: places.len() - 2,
                after: places.len() - 1,
            });
        }
        if places.is_empty() {
            places.push(RecordPosition {
                nodes: record.nodes.len(),
                color: None,
            });
        }
        ReviewPlan { places, steps }
    }

    /// Each position with a seed of its own and the move that was made there, if one is judged.
    pub(super) fn tasks(&self, seed: u64) -> Vec<SearchTask> {
        let mut seeds = Rng::new(seed);
        let mut tasks: Vec<SearchTask> = self
            .places
            .iter()
            .map(|&place| SearchTask {
                place,
                seed: seeds.bits(),
                played: None,
            })
            .collect();
        for step in &self.steps {
            tasks[step.before].played = Some(step.mv);
        }
        tasks
    }
}

#[derive(Debug)]
pub(super) struct SearchTask {
    pub(super) place: RecordPosition,
    seed: u64,
    played: Option<Move>,
}

/// What was found in a position, and another move than the one that was made.
pub(super) type FoundAndBetter = (FoundMoves, Option<Better>);

fn search_all(
    record: &Record,
    rules: Rules,
    settings: &ReviewSettings,
    tasks: &[SearchTask],
    observe: &mut dyn FnMut(usize, usize),
) -> Vec<FoundAndBetter> {
    let mut found: Vec<Option<FoundAndBetter>> = vec![None; tasks.len()];
    let mut done = 0;
    let worker = || {
        let mut reviewer = Reviewer::new(record, rules, settings);
        move |task: &SearchTask| reviewer.judge(task).0
    };
    let Ok(()) = share(tasks, settings.jobs, worker, |number, answer| {
        found[number] = Some(answer);
        done += 1;
        observe(done, tasks.len());
        Ok::<_, Infallible>(true)
    });
    let found = found.into_iter();
    found
        .map(|one| one.expect("every task was taken"))
        .collect()
}

/// One thread: it goes through the game once, since the tasks it takes are in order.
#[derive(Debug)]
pub(super) struct Reviewer {
    record: Arc<[Node]>,
    effort: Effort,
    pub(super) session: Session,
    /// Nodes that have happened in the game.
    nodes: usize,
}

impl Reviewer {
    pub(super) fn new(record: &Record, rules: Rules, settings: &ReviewSettings) -> Reviewer {
        let mut game = Game::new(record.size, rules);
        if let Some(komi) = record.komi {
            game.set_komi(komi);
        }
        let mut params = Params::default();
        params.player.threads = Some(1);
        params.player.model.clone_from(&settings.model);
        Reviewer {
            record: record.nodes.as_slice().into(),
            effort: settings.effort,
            session: Session::new(Start {
                params,
                game,
                ..Start::default()
            }),
            nodes: 0,
        }
    }

    fn advance(&mut self, nodes: usize) {
        for node in &self.record[self.nodes..nodes] {
            act(&mut self.session.game, &node.action);
        }
        self.nodes = nodes;
    }

    /// What was found in a position, and what the search there has reported.
    pub(super) fn judge(&mut self, task: &SearchTask) -> (FoundAndBetter, Report) {
        self.advance(task.place.nodes);
        let mut rng = Rng::new(task.seed);
        let color = task.place.color.unwrap_or(self.session.to_move());
        let (mv, report) = self.analyze(color, rng.bits());
        let mut found = found(&self.session.game, color, mv, &report);
        if let Some(played) = task.played.filter(|_| report.has_network) {
            let game = &self.session.game;
            found.evidence = RankEvidence::of_move(game, color, played, &report.policy);
        }
        let is_other = task.played.is_some_and(|played| played != mv);
        let better = is_other.then(|| self.judge_instead(color, mv, rng.bits()));
        ((found, better), report)
    }

    /// What a move that was not made would have led to.
    fn judge_instead(&mut self, color: Color, mv: Move, seed: u64) -> Better {
        let before = self.session.game.clone();
        let is_legal = self.session.game.play(color, mv).is_ok();
        debug_assert!(is_legal, "the first choice is legal");
        let (reply, report) = self.analyze(!color, seed);
        let best = report.of(reply);
        let reply = best.map_or(Vec::new(), |best| line(&self.session.game, !color, best));
        let line: Vec<Move> = [mv].into_iter().chain(reply).collect();
        let can_pass = seems_sente(&line) && self.session.game.play(!color, Move::Pass).is_ok();
        let passed = can_pass.then(|| self.analyze(color, seed).1.ownership);
        self.session.game = before;
        Better {
            estimate: report.worth(!color, best),
            line,
            owners: report.ownership,
            passed,
            shape: None,
        }
    }

    /// The best move and the report of an analysis without knowledge from others.
    fn analyze(&mut self, color: Color, seed: u64) -> (Move, Report) {
        self.session.engine.reset(seed);
        let question = Question::new(color, Purpose::Analyze);
        let thought = self.session.think(question, self.effort.budget());
        let thought = thought.expect("a search without a fault");
        let report = thought.report.expect("an analysis has a report");
        (thought.choice.mv, report)
    }
}

/// What a search that chose a move has found.
fn found(game: &Game, color: Color, chosen: Move, report: &Report) -> FoundMoves {
    let others = report.moves.iter().filter(|found| found.mv != chosen);
    let moves = report.of(chosen).into_iter().chain(others);
    let candidate = |found: &MoveReport| CandidateMove {
        visits: found.visits,
        estimate: report.worth(color, Some(found)),
        line: line(game, color, found),
    };
    FoundMoves {
        turn: color,
        estimate: report.worth(color, report.of(chosen)),
        candidates: moves.take(CANDIDATES).map(candidate).collect(),
        owners: report.ownership.clone(),
        evidence: RankEvidence::default(),
    }
}

/// The legal beginning of a move's line that was visited often enough, the move itself in any case.
fn line(game: &Game, color: Color, found: &MoveReport) -> Vec<Move> {
    let mut game = game.clone();
    let turns = [color, !color].into_iter().cycle();
    let moves = found.line.iter().zip(&found.line_visits).zip(turns);
    let is_telling = |(place, ((mv, visits), turn)): &(usize, ((&Move, &u32), Color))| {
        (*place == 0 || **visits >= TELLING_VISITS) && game.play(*turn, **mv).is_ok()
    };
    let telling = moves.take(LONGEST_LINE).enumerate().take_while(is_telling);
    telling.map(|(_, ((&mv, _), _))| mv).collect()
}
