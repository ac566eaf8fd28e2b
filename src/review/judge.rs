//! The searches that judge the moves of a game.

use super::{Better, Candidate, Estimate, Found, Judged, Review, Settings};
use crate::engine::{self, Engine};
use crate::go::record::{Action, Node};
use crate::go::rules::{RuleSet, Rules};
use crate::go::{Color, Game, Move, Record, ReplayError, Strictness};
use crate::rng::Rng;
use crate::search::{MoveReport, Purpose, Report, Request};
use crate::threads::Team;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

/// Moves of a line with fewer visits are no plan any more.
const TELLING_VISITS: u32 = 10;

/// Moves that a line may have.
const LONGEST_LINE: usize = 10;

/// Candidates that are told of a position.
const CANDIDATES: usize = 5;

/// Reviews a game under rules. After each of its positions `observe` is told how many of how many
/// are done. The result does not depend on the number of jobs unless the effort is a time.
///
/// # Errors
/// A move or a setup of the game is not possible.
pub fn review(
    record: &Record,
    rules: &RuleSet,
    settings: &Settings,
    observe: &mut dyn FnMut(usize, usize),
) -> Result<Review, ReplayError> {
    let game = Game::replay(record, rules.rules, usize::MAX, Strictness::Lenient)?;
    let plan = Plan::of(record);
    let tasks = plan.tasks(settings.seed);
    let found = search_all(record, rules.rules, settings, &tasks, observe);
    let judged = |step: &Step| {
        let (before, better) = &found[step.before];
        let (after, _) = &found[step.after];
        Judged {
            color: step.color,
            mv: step.mv,
            before: before.clone(),
            after: after.clone(),
            better: better.clone(),
        }
    };
    Ok(Review {
        rules: rules.clone(),
        komi: game.komi(),
        effort: settings.effort,
        start: found[0].0.clone(),
        moves: plan.steps.iter().map(judged).collect(),
        record: record.clone(),
    })
}

/// A move and the positions that its judgement needs, by their places in the plan.
#[derive(Debug)]
struct Step {
    color: Color,
    mv: Move,
    before: usize,
    after: usize,
}

/// A position of the record: how many of its nodes have happened, and whose turn it is. A setup or a
/// move out of turn makes the position before a move another one than that after the last.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    nodes: usize,
    /// `None` for whoever's turn it is by the record.
    color: Option<Color>,
}

#[derive(Debug)]
struct Plan {
    places: Vec<Place>,
    steps: Vec<Step>,
}

impl Plan {
    fn of(record: &Record) -> Plan {
        let (mut places, mut steps) = (Vec::new(), Vec::new());
        for (nodes, node) in record.nodes.iter().enumerate() {
            let Action::Move(color, mv) = node.action else {
                continue;
            };
            let before = Place {
                nodes,
                color: Some(color),
            };
            if places.last() != Some(&before) {
                places.push(before);
            }
            places.push(Place {
                nodes: nodes + 1,
                color: Some(!color),
            });
            steps.push(Step {
                color,
                mv,
                before: places.len() - 2,
                after: places.len() - 1,
            });
        }
        if places.is_empty() {
            places.push(Place {
                nodes: record.nodes.len(),
                color: None,
            });
        }
        Plan { places, steps }
    }

    /// Each position with a seed of its own and the move that was made there, if one is judged.
    fn tasks(&self, seed: u64) -> Vec<Task> {
        let mut seeds = Rng::new(seed);
        let mut tasks: Vec<Task> = self
            .places
            .iter()
            .map(|&place| Task {
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
struct Task {
    place: Place,
    seed: u64,
    played: Option<Move>,
}

/// What was found in a position, and another move than the one that was made.
type Answer = (Found, Option<Better>);

fn search_all(
    record: &Record,
    rules: Rules,
    settings: &Settings,
    tasks: &[Task],
    observe: &mut dyn FnMut(usize, usize),
) -> Vec<Answer> {
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    let mut found: Vec<Option<Answer>> = vec![None; tasks.len()];
    thread::scope(|scope| {
        let jobs = 0..settings.jobs.clamp(1, tasks.len());
        let works = jobs.map(|_| {
            let (sender, next) = (sender.clone(), &next);
            let mut reviewer = Reviewer::new(record, rules, settings);
            move || reviewer.work(tasks, next, &sender)
        });
        let mut team = Team::start(scope, works);
        if let Err(refusal) = team.check() {
            log::warn!("{refusal}: the review goes on without them");
            Reviewer::new(record, rules, settings).work(tasks, &next, &sender);
        }
        drop(sender);
        for (done, (place, result)) in results.into_iter().enumerate() {
            found[place] = Some(result);
            observe(done + 1, tasks.len());
        }
    });
    let found = found.into_iter();
    found
        .map(|one| one.expect("every task was taken"))
        .collect()
}

/// One thread: it goes through the game once, since the tasks it takes are in order.
struct Reviewer<'a> {
    record: &'a [Node],
    settings: &'a Settings,
    game: Game,
    /// Nodes that have happened in the game.
    nodes: usize,
    engine: Engine,
}

impl<'a> Reviewer<'a> {
    fn new(record: &'a Record, rules: Rules, settings: &'a Settings) -> Reviewer<'a> {
        let mut game = Game::new(record.size, rules);
        if let Some(komi) = record.komi {
            game.set_komi(komi);
        }
        Reviewer {
            record: &record.nodes,
            settings,
            game,
            nodes: 0,
            engine: Engine::tree_search(
                settings.seed,
                &engine::Settings {
                    threads: 1,
                    model: settings.model.clone(),
                    ..engine::Settings::default()
                },
            ),
        }
    }

    fn work(&mut self, tasks: &[Task], next: &AtomicUsize, sender: &Sender<(usize, Answer)>) {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(task) = tasks.get(number) else {
                return;
            };
            self.advance(task.place.nodes);
            if sender.send((number, self.judge(task))).is_err() {
                return;
            }
        }
    }

    fn advance(&mut self, nodes: usize) {
        for node in &self.record[self.nodes..nodes] {
            let is_possible = match &node.action {
                Action::Setup(setup) => self.game.set_up(setup.clone()).is_ok(),
                &Action::Move(color, mv) => self.game.play_leniently(color, mv).is_ok(),
            };
            debug_assert!(is_possible, "the whole game was replayed before");
        }
        self.nodes = nodes;
    }

    fn judge(&mut self, task: &Task) -> Answer {
        let mut rng = Rng::new(task.seed);
        let game = self.game.clone();
        let color = task.place.color.unwrap_or(game.position().to_move());
        let (mv, report) = self.analyze(&game, color, rng.bits());
        let is_other = task.played.is_some_and(|played| played != mv);
        let better = is_other.then(|| self.judge_instead(&game, color, mv, rng.bits()));
        (found(&game, color, mv, &report), better)
    }

    /// What a move that was not made would have led to.
    fn judge_instead(&mut self, game: &Game, color: Color, mv: Move, seed: u64) -> Better {
        let mut after = game.clone();
        let is_legal = after.play(color, mv).is_ok();
        debug_assert!(is_legal, "the first choice is legal");
        let (reply, report) = self.analyze(&after, !color, seed);
        let best = report.of(reply);
        let reply = best.map_or(Vec::new(), |best| line(&after, !color, best));
        Better {
            estimate: estimate(!color, &report, best),
            line: [mv].into_iter().chain(reply).collect(),
        }
    }

    /// The best move and the report of an analysis without knowledge from others.
    fn analyze(&mut self, game: &Game, color: Color, seed: u64) -> (Move, Report) {
        let budget = self.settings.effort.budget();
        self.engine.reset(seed);
        let request = Request::new(game, color, Purpose::Analyze, budget);
        let thought = self.engine.think(request);
        let report = thought.report.expect("an analysis has a report");
        (thought.choice.mv, report)
    }
}

/// What a search that chose a move has found.
fn found(game: &Game, color: Color, chosen: Move, report: &Report) -> Found {
    let others = report.moves.iter().filter(|found| found.mv != chosen);
    let moves = report.of(chosen).into_iter().chain(others);
    let candidate = |found: &MoveReport| Candidate {
        visits: found.visits,
        estimate: estimate(color, report, Some(found)),
        line: line(game, color, found),
    };
    Found {
        turn: color,
        estimate: estimate(color, report, report.of(chosen)),
        candidates: moves.take(CANDIDATES).map(candidate).collect(),
        owners: report.ownership.clone(),
    }
}

/// The worth of a position where it is a player's turn.
fn estimate(color: Color, report: &Report, best: Option<&MoveReport>) -> Estimate {
    let (value, margins) = best.map_or((report.value, report.margins), |best| {
        (best.value, best.margins)
    });
    let chance = match color {
        Color::Black => value,
        Color::White => 1.0 - value,
    };
    let margins = margins.for_color(color);
    Estimate {
        chance,
        lead: margins.mean(),
        deviation: margins.deviation(),
    }
}

/// The legal beginning of a move's line that was looked at often enough, the move itself in any case.
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
