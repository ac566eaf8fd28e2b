//! A report from the view of one player.
//!
//! Every protocol takes its numbers from here and writes them in its own words. A win rate is a chance from 0 to 1, a utility
//! the same from -1 to 1, a lead is in points.

use crate::go::{Color, Size};
use crate::net::NetOutput;
use crate::playout::Ownership;
use crate::search::{Margins, MoveReport, Report};

/// For whom numbers are reported.
#[derive(Clone, Copy, Debug)]
pub struct View {
    size: Size,
    /// Whose moves the report is about.
    color: Color,
    viewer: Color,
}

/// What a position or a move is worth for the viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Values {
    /// The chance of winning.
    pub win_rate: f64,
    /// A bound of that chance: below it, almost surely the real chance is not lower for the player who
    /// moves. Turned around for the opponent it is an upper bound.
    pub lower_bound: f64,
    /// The mean margin.
    pub lead: f64,
    /// The standard deviation of the margin.
    pub deviation: f64,
}

impl Values {
    /// What the chance of winning is worth, from -1 to 1. The search prefers wins; margins hardly count.
    pub fn utility(&self) -> f64 {
        2.0 * self.win_rate - 1.0
    }

    /// The numbers under the names that KataGo gives them.
    pub fn named(&self) -> [(&'static str, f64); 6] {
        [
            ("utility", self.utility()),
            ("winrate", self.win_rate),
            ("scoreMean", self.lead),
            ("scoreStdev", self.deviation),
            ("scoreLead", self.lead),
            ("scoreSelfplay", self.lead),
        ]
    }

    /// The utility of the lower bound.
    pub fn lower_utility(&self) -> f64 {
        2.0 * self.lower_bound - 1.0
    }
}

impl View {
    /// The view of a player on reports about the moves of `color` on a board of some size.
    pub const fn new(size: Size, color: Color, viewer: Color) -> View {
        View {
            size,
            color,
            viewer,
        }
    }

    /// What the position is worth.
    pub fn of_position(&self, report: &Report) -> Values {
        self.values(report.value, report.lower_bound(), report.margins)
    }

    /// What a network says of the position before any search, under the names that KataGo gives the numbers. Errors that
    /// the network does not tell are -1.
    #[must_use]
    pub fn raw(&self, output: &NetOutput) -> [(&'static str, f64); 8] {
        let sign = f64::from(self.viewer.sign()) * f64::from(self.color.sign());
        let errors = output.errors;
        [
            ("rawWinrate", 0.5 + 0.5 * sign * (output.win - output.loss)),
            ("rawLead", sign * output.lead + 0.0),
            ("rawScoreSelfplay", sign * output.score + 0.0),
            ("rawScoreSelfplayStdev", output.whole_deviation()),
            ("rawNoResultProb", output.no_result),
            ("rawStWrError", errors.map_or(-1.0, |errors| errors.win)),
            (
                "rawStScoreError",
                errors.map_or(-1.0, |errors| errors.score),
            ),
            ("rawVarTimeLeft", output.time_variance),
        ]
    }

    /// What a network of human play says of the position, under the names that KataGo gives the numbers.
    #[must_use]
    pub fn human(&self, output: &NetOutput) -> [(&'static str, f64); 5] {
        let [win_rate, _, score, deviation, _, win_error, score_error, _] = self.raw(output);
        [
            ("humanWinrate", win_rate.1),
            ("humanScoreMean", score.1),
            ("humanScoreStdev", deviation.1),
            ("humanStWrError", win_error.1),
            ("humanStScoreError", score_error.1),
        ]
    }

    /// What a move is worth.
    pub fn of_move(&self, found: &MoveReport) -> Values {
        self.values(found.value, found.lower_bound(), found.margins)
    }

    /// The mean owner of each point from the top left: 1 always the viewer's, -1 always the opponent's.
    pub fn owners<'a>(&self, owners: &'a Ownership) -> impl Iterator<Item = f64> + 'a {
        let sign = f64::from(self.viewer.sign());
        // The sum turns a negative zero into a positive one.
        let owner = move |at| sign * owners.at(at) + 0.0;
        self.size.points_from_top().map(owner)
    }

    /// The standard deviation of the owner of each point from the top left.
    pub fn owner_deviations<'a>(&self, owners: &'a Ownership) -> impl Iterator<Item = f64> + 'a {
        let points = self.size.points_from_top();
        points.map(|at| owners.deviation_at(at))
    }

    /// The viewer's values of what is `value` for the player who moves.
    fn values(self, value: f64, lower_bound: f64, margins: Margins) -> Values {
        let (chance, sign): (fn(f64) -> f64, f64) = if self.viewer == self.color {
            (|value| value, 1.0)
        } else {
            (|value| 1.0 - value, -1.0)
        };
        Values {
            win_rate: chance(value),
            lower_bound: chance(lower_bound),
            lead: sign * margins.mean() + 0.0,
            deviation: margins.deviation(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::report_of;
    use crate::go::point::CELLS;
    use crate::go::{Game, Move, Rules};

    #[test]
    fn the_opponent_sees_the_opposite() {
        let mut game = Game::new(Size::square(5), Rules::default());
        game.play(Color::Black, "C3".parse().unwrap()).unwrap();
        let report = report_of(&game, Color::White, 200);
        let [own, other] = [Color::White, Color::Black]
            .map(|viewer| View::new(game.board().size(), Color::White, viewer));
        let (mine, theirs) = (own.of_position(&report), other.of_position(&report));
        assert!((mine.win_rate - report.value).abs() < 1e-12);
        assert!((mine.win_rate + theirs.win_rate - 1.0).abs() < 1e-12);
        assert!((mine.utility() + theirs.utility()).abs() < 1e-12);
        assert!((mine.lead + theirs.lead).abs() < 1e-12 && mine.lead < 0.0);
        assert!((mine.deviation - theirs.deviation).abs() < 1e-12);
        let best = &report.moves[0];
        let (mine, theirs) = (own.of_move(best), other.of_move(best));
        assert!(mine.lower_bound < mine.win_rate && theirs.lower_bound > theirs.win_rate);
        assert!((mine.lower_utility() + theirs.lower_utility()).abs() < 1e-12);
        let center = game
            .board()
            .size()
            .points_from_top()
            .position(|at| Move::Play(at) == "C3".parse().unwrap());
        let owner = |view: &View| view.owners(&report.ownership).nth(center.unwrap()).unwrap();
        assert!(owner(&own) < -0.3 && (owner(&own) + owner(&other)).abs() < 1e-12);
    }

    #[test]
    fn utilities_go_from_minus_one_to_one() {
        let values = Values {
            win_rate: 0.75,
            lower_bound: 0.125,
            lead: 2.0,
            deviation: 1.0,
        };
        assert!((values.utility() - 0.5).abs() < 1e-12);
        assert!((values.lower_utility() + 0.75).abs() < 1e-12);
    }

    #[test]
    fn what_nobody_owns_and_an_even_lead_have_no_sign() {
        let size = Size::square(5);
        let game = Game::new(size, Rules::default());
        let mut report = report_of(&game, Color::White, 20);
        report.margins = Margins::default();
        for viewer in Color::ALL {
            let view = View::new(size, Color::White, viewer);
            let mut numbers: Vec<f64> = view.owners(&Ownership::new()).collect();
            assert_eq!(numbers.len(), size.area());
            numbers.push(view.of_position(&report).lead);
            let is_plain_zero = |number: &f64| *number == 0.0 && number.is_sign_positive();
            assert!(numbers.iter().all(is_plain_zero), "{viewer}: {numbers:?}");
        }
    }

    #[test]
    fn the_owner_of_a_point_deviates_most_where_nobody_owns_it() {
        let size = Size::square(5);
        for (black, white, deviation) in [(0, 0, 1.0), (1, 1, 1.0), (4, 1, 0.8), (0, 3, 0.0)] {
            let mut owners = Ownership::new();
            (0..black).for_each(|_| owners.add(&[1.0; CELLS], Color::Black));
            (0..white).for_each(|_| owners.add(&[1.0; CELLS], Color::White));
            let view = View::new(size, Color::Black, Color::White);
            let found: Vec<f64> = view.owner_deviations(&owners).collect();
            assert_eq!(found.len(), size.area());
            let is_right = |&found: &f64| (found - deviation).abs() < 1e-9;
            assert!(found.iter().all(is_right), "{black} {white}: {found:?}");
        }
    }
}
