//! What people can learn from the games that are kept: mistakes as problems, and what is common to them.
//!
//! Problems come again at growing intervals as long as they are solved (Leitner 1972). When, stands in a file of the folder.

mod kept;
mod progress;
mod statistics;

pub(super) use kept::Studies;
pub(super) use progress::Progression;
pub(super) use statistics::statistics;

use super::error::{WebError, WebResult};
use super::message::PlayerSort;
use super::points::{number_of, point};
use super::report::rounded;
use super::resources::Resources;
use super::reviewing::reason_view;
use super::table::WebTable;
use super::tree::{GameTree, ROOT};
use super::views::{Judgement, ReportView};
use crate::explain::{FoundAfter, Language, Mistake, reasons};
use crate::go::{ByColor, Color, Game, Move, Size};
use crate::playout::Ownership;
use serde_json::{Value, json};
use std::sync::Arc;

/// The grade of a mistake from which on it is a problem.
const MISTAKE: u8 = 2;

/// Visits of each search that compares a try with the solution.
const VISITS: u64 = 150;

/// A try is right if it loses less than so many points, and less than so much of the chance to win: then a review would not
/// call it doubtful.
const RIGHT: (f64, f64) = (1.0, 0.07);

/// The most problems in one answer.
const MOST_TOLD: usize = 200;

/// What a review has found in a game that is kept.
#[derive(Clone, Debug)]
pub(super) struct Study {
    /// The name of the game.
    pub(super) saved: String,
    pub(super) title: String,
    pub(super) date: String,
    pub(super) names: ByColor<String>,
    /// Whether a person plays the color.
    is_person: ByColor<bool>,
    pub(super) winner: Option<Color>,
    pub(super) size: Size,
    pub(super) moves: Vec<StudiedMove>,
}

/// A move of the main line that was judged.
#[derive(Clone, Debug)]
pub(super) struct StudiedMove {
    /// The node before it.
    before: usize,
    pub(super) number: usize,
    pub(super) color: Color,
    pub(super) judgement: Arc<Judgement>,
}

impl Study {
    /// What is known of a table; `title` is what lists call it.
    pub(super) fn of(table: &WebTable, title: &str) -> Study {
        let tree = &table.tree;
        let moves = tree.path(tree.end_of(ROOT)).into_iter().filter_map(|id| {
            let node = tree.node(id).ok()?;
            let (color, _) = node.mv()?;
            Some(StudiedMove {
                before: node.parent?,
                number: node.number(),
                color,
                judgement: node.judgement.clone()?,
            })
        });
        let result = table.result.as_deref().unwrap_or_default();
        Study {
            saved: table.id.clone(),
            title: title.to_owned(),
            date: table.facts.get("date").cloned().unwrap_or_default(),
            names: ByColor::new_with(|color| table.players[color].name.clone()),
            is_person: ByColor::new_with(|color| table.players[color].kind == PlayerSort::Person),
            winner: Color::ALL
                .into_iter()
                .find(|color| result.starts_with(color.letter())),
            size: tree.size(),
            moves: moves.collect(),
        }
    }

    /// Returns true if a color is played by somebody of a name, or by any person where the name is empty.
    pub(super) fn is_of(&self, color: Color, name: &str) -> bool {
        let is_named = name.is_empty() || self.names[color] == name;
        is_named && self.is_person[color]
    }

    /// The mistakes of somebody, each with the name of the problem.
    fn problems(&self, name: &str) -> impl Iterator<Item = (String, &StudiedMove)> {
        let is_problem = move |made: &&StudiedMove| {
            let better = made.judgement.better.as_ref();
            made.judgement.grade >= MISTAKE
                && better.is_some_and(|better| better.line.first().is_some_and(Option::is_some))
                && self.is_of(made.color, name)
        };
        let moves = self.moves.iter().filter(is_problem);
        moves.map(|made| (format!("{}#{}", self.saved, made.number), made))
    }
}

/// Returns the name of the game and the number of the move of a problem.
pub(super) fn parse(problem: &str) -> WebResult<(&str, usize)> {
    let parts = problem.rsplit_once('#');
    let parts = parts.and_then(|(saved, number)| Some((saved, number.parse().ok()?)));
    parts.ok_or_else(|| WebError::Unknown(format!("there is no problem '{problem}'")))
}

/// The problems of somebody in some games, those that are due first, the costliest first among them. `is_open` tells whether a
/// game is open.
pub(super) fn problems(
    studies: &[Arc<Study>],
    name: &str,
    progress: &Progression,
    is_open: impl Fn(&str) -> bool,
    language: Language,
) -> Value {
    let mut all: Vec<(bool, f64, Value)> = Vec::new();
    for study in studies {
        for (id, made) in study.problems(name) {
            let (due, is_due) = progress.due(&id, language);
            let lost = made.judgement.points;
            let title = format!("{}, {}", study.title, made.number);
            let view = json!({
                "id": id,
                "saved": study.saved,
                "table": is_open(&study.saved).then_some(&study.saved),
                "node": made.before,
                "title": title,
                "color": made.color,
                "lost": format!("−{lost:.1}"),
                "due": due,
                "isDue": is_due,
                "tries": progress.tries(&id),
            });
            all.push((is_due, lost, view));
        }
    }
    all.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)));
    all.truncate(MOST_TOLD);
    let all: Vec<Value> = all.into_iter().map(|(.., view)| view).collect();
    json!({ "problems": all })
}

/// A problem with its position.
pub(super) struct Problem {
    /// The game before the mistake.
    game: Game,
    node: usize,
    color: Color,
    /// The solution, as points, and its first move.
    line: Vec<Option<usize>>,
    better: Move,
}

impl Problem {
    /// The problem at a move of the main line of a tree.
    pub(super) fn of(study: &Study, tree: &GameTree, number: usize) -> WebResult<Problem> {
        let unknown = || WebError::Unknown(format!("{} has no problem {number}", study.saved));
        let mut moves = study.moves.iter();
        let made = moves
            .find(|made| made.number == number)
            .ok_or_else(unknown)?;
        let better = made.judgement.better.as_ref().ok_or_else(unknown)?;
        let first = better.line.first().copied().flatten().ok_or_else(unknown)?;
        let first = point(first, study.size).ok_or_else(unknown)?;
        Ok(Problem {
            game: tree.game(made.before)?,
            node: made.before,
            color: made.color,
            line: better.line.clone(),
            better: Move::Play(first),
        })
    }

    /// Whether a try is as good as the solution, what it loses, and why.
    pub(super) fn attempt(
        &self,
        at: usize,
        resources: &Resources,
        language: Language,
    ) -> WebResult<(bool, Value)> {
        let size = self.game.board().size();
        let tried = point(at, size).map(Move::Play);
        let tried = tried.ok_or_else(|| super::table::no_point(at))?;
        let after = |mv: Move| {
            let mut game = self.game.clone();
            game.play(self.color, mv).map_err(WebError::refused)?;
            resources.glance(self.node, game, VISITS)
        };
        let before = resources.glance(self.node, self.game.clone(), VISITS)?;
        if tried == self.better {
            return Ok((true, self.answer(true, (0.0, 0.0), &before, &[])));
        }
        let (found, best) = (after(tried)?, after(self.better)?);
        let sign = f64::from(self.color.sign());
        let lost = (
            (sign * (best.lead - found.lead)).max(0.0),
            (sign * (best.chance - found.chance)).max(0.0),
        );
        let is_right = lost.0 < RIGHT.0 && lost.1 < RIGHT.1;
        let why = if is_right {
            Vec::new()
        } else {
            self.reasons(tried, [&before, &found, &best], language)
        };
        Ok((is_right, self.answer(is_right, lost, &before, &why)))
    }

    fn reasons(&self, tried: Move, found: [&ReportView; 3], language: Language) -> Vec<Value> {
        let size = self.game.board().size();
        let [before, played, better] = found.map(|report| owners(report, size));
        let line = |first: Move, report: &ReportView| -> Vec<Move> {
            let best = report.candidates.first();
            let rest = best.map_or(&[][..], |best| &best.line);
            let rest = rest.iter().map(|&at| {
                let at = at.and_then(|at| point(at, size));
                at.map_or(Move::Pass, Move::Play)
            });
            [first].into_iter().chain(rest).collect()
        };
        let lines = [line(tried, found[1]), line(self.better, found[2])];
        let mistake = Mistake {
            board: self.game.board(),
            color: self.color,
            moves: self.game.moves(),
            owners: &before,
            played: FoundAfter {
                line: &lines[0],
                owners: &played,
            },
            better: FoundAfter {
                line: &lines[1],
                owners: &better,
            },
            passed: None,
        };
        // What is good about the solution would give it away.
        let found = reasons(&mistake, language);
        let found = found
            .iter()
            .filter(|reason| !reason.text.contains(&self.better.to_string()));
        found
            .map(|reason| json!(reason_view(reason, size)))
            .collect()
    }

    fn answer(
        &self,
        is_right: bool,
        lost: (f64, f64),
        before: &ReportView,
        why: &[Value],
    ) -> Value {
        json!({
            "right": is_right,
            "points": rounded(lost.0, 1),
            "chance": rounded(lost.1, 3),
            "report": is_right.then_some(before),
            "reasons": why,
            "better": is_right.then_some(&self.line),
            "solution": is_right.then(|| number_of(self.better, self.game.board().size())),
        })
    }
}

/// The owners of a report.
fn owners(report: &ReportView, size: Size) -> Ownership {
    let owner = |at: crate::go::Point| report.ownership.get(size.place(at)).copied();
    Ownership::of(size, |at| f64::from(owner(at).unwrap_or(0.0)))
}
