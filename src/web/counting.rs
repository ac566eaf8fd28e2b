//! The count of a position by all rules, in words and in points.

use super::error::WebResult;
use super::points::{number, numbers_of, sorted};
use super::table::language_code;
use super::views::{ChainView, FirstLine, ResultRow, TermRow, UnsettledView};
use super::views::{ReportView, ScoreView};
use crate::explain::{self, Language};
use crate::go::rules::PRESETS;
use crate::go::{Color, Game, Point, PointSet};
use crate::life::{Count, CountedPoint, Estimate, Judge, Status, Verdict};
use crate::reading::UnsettledGroup;

/// How a count is made.
#[derive(Debug)]
pub(super) struct Counter<'a> {
    pub(super) judge: &'a Judge,
    pub(super) language: Language,
    /// The dead stones, if somebody has named them.
    pub(super) dead: Option<PointSet>,
}

impl Counter<'_> {
    /// Counts a game by its own rules and by all others. If they are asked for, `estimate` tells what an unfinished game is
    /// worth, and `worth` how many points the first move about a group is.
    pub(super) fn count(
        &self,
        game: &Game,
        estimate: impl FnOnce() -> WebResult<ReportView>,
        worth: impl Fn(&UnsettledGroup) -> Option<f64>,
    ) -> WebResult<ScoreView> {
        let seen = Estimate::of(game.board(), self.judge);
        let mut verdict = self.verdict(game, &seen);
        if self.dead.is_none() {
            verdict = verdict.with_safety(game, &seen, self.judge);
        }
        let own = Count::of(game, &verdict);
        let open = match self.dead {
            Some(_) => Vec::new(),
            None => own.open_points(game.board(), &seen),
        };
        let position = game.position();
        let has_stopped = position.is_over()
            || position.passes_in_a_row() >= 2
            || position.long_cycle().is_some();
        let unfinished = !has_stopped && !open.is_empty();
        let size = game.board().size();
        let points = own.points();
        let area = size.points_from_top().filter_map(|at| {
            let owner = match points(at) {
                CountedPoint::Territory(color) => color,
                CountedPoint::Dead(color) => !color,
                _ => return None,
            };
            Some((number(at, size), owner))
        });
        let of_kind = |kind: CountedPoint| {
            let points = size.points().filter(|&at| points(at) == kind);
            sorted(points, size)
        };
        Ok(ScoreView {
            unfinished,
            open: sorted(open, size),
            dead: sorted(own.verdict.dead().iter(), size),
            seki: of_kind(CountedPoint::Seki),
            dame: of_kind(CountedPoint::Dame),
            area: area.collect(),
            rules: game.rules().to_text(),
            result: own.outcome().to_string(),
            language: language_code(self.language),
            table: self.by_all_rules(game, &seen),
            terms: self.terms(&own),
            unsettled: if has_stopped || self.dead.is_some() {
                Vec::new()
            } else {
                self.unsettled(game, &verdict, worth)
            },
            chains: self.chains(game, &own),
            estimate: if unfinished { Some(estimate()?) } else { None },
        })
    }

    fn verdict(&self, game: &Game, seen: &Estimate) -> Verdict {
        match &self.dead {
            Some(dead) => Verdict::given(game, dead),
            None => Verdict::from_estimate(game, seen, self.judge),
        }
    }

    fn by_all_rules(&self, game: &Game, seen: &Estimate) -> Vec<ResultRow> {
        let row = |preset: &'static crate::go::rules::Preset| {
            let mut game = game.clone();
            game.set_rules(preset.rules);
            let count = Count::of(&game, &self.verdict(&game, seen));
            ResultRow {
                rules: preset.name,
                title: preset.title,
                result: count.outcome().to_string(),
                black: count.score.total(Color::Black).as_f64(),
                white: count.score.total(Color::White).as_f64(),
            }
        };
        PRESETS.iter().map(row).collect()
    }

    fn terms(&self, own: &Count) -> Vec<TermRow> {
        let terms = explain::terms(own, self.language).into_iter();
        let row = |(text, points): (String, crate::go::ByColor<crate::go::Points>)| TermRow {
            text,
            black: points.black.as_f64(),
            white: points.white.as_f64(),
        };
        terms.map(row).collect()
    }

    /// The groups whose life the next move decides, and what that is worth.
    fn unsettled(
        &self,
        game: &Game,
        verdict: &Verdict,
        worth: impl Fn(&UnsettledGroup) -> Option<f64>,
    ) -> Vec<UnsettledView> {
        let (board, size) = (game.board(), game.board().size());
        let groups = verdict.unsettled(game, self.judge.deadline).into_iter();
        let view = |group: UnsettledGroup| UnsettledView {
            points: sorted(group.stones.iter(), size),
            text: explain::unsettled(board, &group, worth(&group), self.language).1,
            lines: [!group.owner, group.owner].map(|first| {
                let line = group.by_first[first].line.iter();
                let moves: Vec<_> = line.map(|&(_, mv)| mv).collect();
                FirstLine {
                    first,
                    line: numbers_of(&moves, size),
                }
            }),
        };
        groups.map(view).collect()
    }

    /// What becomes of each chain, and why.
    fn chains(&self, game: &Game, own: &Count) -> Vec<ChainView> {
        let (board, size) = (game.board(), game.board().size());
        let status = own.statuses();
        let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
        let view = |chain: Point| {
            let line = own.verdict.line(board, chain);
            let moves: Vec<_> = line.iter().map(|&(_, mv)| mv).collect();
            Some(ChainView {
                points: sorted(board.chain(chain), size),
                status: match status(chain) {
                    Status::Alive => "alive",
                    Status::Seki => "seki",
                    Status::Dead => "dead",
                },
                text: explain::chain(board, own, chain, self.language)?,
                line: numbers_of(&moves, size),
                first: line.first().map(|&(color, _)| color),
            })
        };
        chains.filter_map(view).collect()
    }
}
