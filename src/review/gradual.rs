//! A review that is made position by position, so that others can be served in between and each result is known at once.

use super::judge::{FoundAndBetter, ReviewPlan, Reviewer, SearchTask};
use super::reasons::explain_move;
use super::{JudgedMove, ReviewSettings, act};
use crate::engine::RankEvidence;
use crate::explain::{Language, Reason};
use crate::go::record::Node;
use crate::go::rules::Rules;
use crate::go::{Color, Game, Move, Record, ReplayError, Strictness};
use crate::search::Report;
use std::sync::Arc;

/// What is found by one step of a review.
#[derive(Clone, Debug)]
pub struct ReviewStep {
    /// How many nodes of the record have happened in the position.
    pub nodes: usize,
    /// Whose turn it is there.
    pub turn: Color,
    /// What the search has found there.
    pub report: Report,
    /// The moves that can be judged now.
    pub judged: Vec<MoveVerdict>,
}

/// What a review says of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveVerdict {
    /// The place of the move among the nodes of the record.
    pub node: usize,
    /// Points that it has lost.
    pub points_lost: f64,
    /// The chance to win that it has lost, 0 to 1.
    pub chance_lost: f64,
    /// 0 for nothing that could not be chance, 1 for doubtful, 2 for a mistake, 3 for a big one.
    pub grade: u8,
    /// What was to be played instead, if not the same.
    pub better: Option<BetterLine>,
    /// Why it was a mistake, if it was one.
    pub reasons: Vec<Reason>,
    /// What the move says of the rank of its player.
    pub evidence: RankEvidence,
    /// The name of the opening or joseki that it completes.
    pub opening: Option<&'static str>,
}

/// A line that a review prefers.
#[derive(Clone, Debug, PartialEq)]
pub struct BetterLine {
    /// Its moves.
    pub moves: Vec<Move>,
    /// Black's chance to win after its first move.
    pub chance: f64,
    /// Black's lead after it.
    pub lead: f64,
    /// What the shape of its first move is called.
    pub shape: Option<&'static str>,
}

/// A review in progress. The jobs of its settings are the threads of each search.
#[derive(Debug)]
pub struct GradualReview {
    plan: ReviewPlan,
    tasks: Vec<SearchTask>,
    found: Vec<Option<FoundAndBetter>>,
    /// Moves that are judged.
    judged: Vec<bool>,
    reviewer: Reviewer,
    next: usize,
    /// The game before the move that was judged last, and how many nodes of the record have happened in it.
    behind: Game,
    nodes: usize,
    record: Arc<[Node]>,
    language: Language,
}

impl GradualReview {
    /// A review of a game under rules of which nothing is done yet.
    ///
    /// # Errors
    /// A move or a setup of the game is not possible.
    pub fn new(
        record: &Record,
        rules: Rules,
        settings: &ReviewSettings,
    ) -> Result<GradualReview, ReplayError> {
        Game::replay(record, rules, usize::MAX, Strictness::Lenient)?;
        let plan = ReviewPlan::of(record);
        let tasks = plan.tasks(settings.seed);
        let mut reviewer = Reviewer::new(record, rules, settings);
        reviewer.session.params.player.threads = Some(settings.jobs.max(1));
        Ok(GradualReview {
            found: vec![None; tasks.len()],
            judged: vec![false; plan.steps.len()],
            plan,
            tasks,
            reviewer,
            next: 0,
            behind: Game::new(record.size, rules),
            nodes: 0,
            record: record.nodes.as_slice().into(),
            language: settings.language,
        })
    }

    /// The number of steps.
    pub fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Returns true if there are no steps, which no review has.
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }

    /// Searches the next position; `None` if all are done.
    pub fn step(&mut self) -> Option<ReviewStep> {
        let task = self.tasks.get(self.next)?;
        let (found, report) = self.reviewer.judge(task);
        let turn = found.0.turn;
        let nodes = task.place.nodes;
        self.found[self.next] = Some(found);
        self.next += 1;
        Some(ReviewStep {
            nodes,
            turn,
            report,
            judged: self.judge(),
        })
    }

    /// Judges the moves for which all is known now.
    fn judge(&mut self) -> Vec<MoveVerdict> {
        let mut verdicts = Vec::new();
        for place in 0..self.plan.steps.len() {
            let step = &self.plan.steps[place];
            let known = |place: usize| self.found[place].as_ref();
            let (false, Some(before), Some(after)) =
                (self.judged[place], known(step.before), known(step.after))
            else {
                continue;
            };
            let mut judged = step.judged(before, after);
            self.judged[place] = true;
            let node = self.tasks[step.before].place.nodes;
            self.go_to(node);
            explain_move(&mut judged, &self.behind, self.language);
            verdicts.push(verdict(&judged, node));
        }
        verdicts
    }

    /// Lets the game behind happen up to a node. Moves are judged in their order.
    fn go_to(&mut self, node: usize) {
        for happened in &self.record[self.nodes.min(node)..node] {
            act(&mut self.behind, &happened.action);
        }
        self.nodes = node;
    }
}

fn verdict(judged: &JudgedMove, node: usize) -> MoveVerdict {
    let better = judged.better.as_ref().map(|better| BetterLine {
        moves: better.line.clone(),
        chance: better.estimate.chance,
        lead: better.estimate.lead,
        shape: better.shape,
    });
    MoveVerdict {
        node,
        points_lost: judged.points_lost(),
        chance_lost: judged.chance_lost(),
        grade: judged.grade() as u8,
        better,
        reasons: judged.reasons.clone(),
        evidence: judged.evidence.clone(),
        opening: judged.opening,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::Preset;
    use crate::review::{Effort, review};
    use crate::sgf;

    #[test]
    fn step_by_step_the_same_is_found_as_at_once() {
        let text = b"(;SZ[7:3]KM[-9.5]AB[ba][bb][bc]AW[ca][cb][cc][ea][eb][ec];B[gb];W[ab];B[ga])";
        let record = sgf::read_first(text).unwrap();
        let rules = Preset::find("chinese").unwrap();
        let settings = ReviewSettings {
            model: None,
            effort: Effort::Visits(200),
            jobs: 1,
            seed: 1,
            language: Language::English,
        };
        let whole = review(&record, &rules.into(), &settings, &mut |_, _| ()).unwrap();
        let mut gradual = GradualReview::new(&record, rules.rules, &settings).unwrap();
        let mut verdicts = Vec::new();
        let mut steps = 0;
        while let Some(step) = gradual.step() {
            assert!(step.report.visits > 0 && step.nodes <= record.nodes.len());
            verdicts.extend(step.judged);
            steps += 1;
        }
        assert_eq!((steps, verdicts.len()), (gradual.len(), 3));
        for (place, (found, judged)) in verdicts.iter().zip(&whole.moves).enumerate() {
            assert_eq!(*found, verdict(judged, place + 1));
        }
        assert_eq!(verdicts[0].grade, 3);
    }

    #[test]
    fn openings_have_their_names_step_by_step() {
        let openings = |text: &[u8]| -> Vec<Option<&'static str>> {
            let record = sgf::read_first(text).unwrap();
            let rules = Preset::find("chinese").unwrap();
            let settings = ReviewSettings {
                model: None,
                effort: Effort::Visits(20),
                jobs: 1,
                seed: 1,
                language: Language::English,
            };
            let mut gradual = GradualReview::new(&record, rules.rules, &settings).unwrap();
            let steps = std::iter::from_fn(|| gradual.step());
            let verdicts = steps.flat_map(|step| step.judged);
            verdicts.map(|verdict| verdict.opening).collect()
        };
        assert_eq!(
            openings(b"(;SZ[19];B[pd];W[dd];B[pp])"),
            [None, None, Some("nirensei")]
        );
        // Not behind a setup.
        assert_eq!(
            openings(b"(;SZ[19]AW[jj];B[pd];W[dd];B[pp])"),
            [None, None, None]
        );
    }
}
