//! Counting boards in bulk: the margin of a board on which play is over, as fast as playouts need it.

use crate::go::rules::{Passes, Rules, Scoring, Tax, Tie};
use crate::go::{Board, ByColor, Color, Game, Point, PointSet, Points, Size};

/// How the end of a playout is counted: the scoring of the rules, and White's points, which are known
/// before the playout begins.
#[derive(Clone, Copy, Debug)]
pub struct Counting {
    scoring: Scoring,
    /// What does not count on a board on which play is over.
    tax: Tax,
    tie: Tie,
    /// Komi and compensation for handicap stones.
    handed_to_white: Points,
}

impl Counting {
    /// The counting of a game.
    pub fn of(game: &Game) -> Counting {
        let rules: &Rules = game.rules();
        let compensation = rules.compensation_for(game.handicap());
        // If a pass costs a prisoner, territory and area counting agree (AGA).
        let is_area = rules.scoring == Scoring::Territory && rules.passes == Passes::Stones;
        Counting {
            scoring: if is_area {
                Scoring::Area
            } else {
                rules.scoring
            },
            tax: rules.tax,
            tie: rules.tie,
            handed_to_white: game.exact_komi() + compensation,
        }
    }

    /// White's points before any are counted: komi and compensation for handicap stones.
    pub const fn handed_to_white(&self) -> Points {
        self.handed_to_white
    }

    /// The number of stones that Black has played more than White so far. Zero unless the rules count
    /// territory, because it does not matter otherwise.
    pub fn balance(&self, board: &Board) -> Points {
        match self.scoring {
            Scoring::Territory => {
                lead(|color| board.stone_count(color) + board.captured_by(!color) as usize)
            }
            Scoring::Area | Scoring::Stones => Points::ZERO,
        }
    }

    /// Black's margin after a playout that began with a [balance](Self::balance) of stones.
    ///
    /// Under territory scoring this is the area margin less the balance: the area margin is the territory
    /// margin plus the number of stones that Black has played more than White, and in the playout itself
    /// both play the same number.
    pub fn margin_after_playout(&self, end: &Board, balance: Points) -> Points {
        match self.scoring {
            Scoring::Territory => area(end) - self.group_tax(end) - self.handed_to_white - balance,
            Scoring::Area | Scoring::Stones => self.margin(end),
        }
    }

    /// Black's margin if the game ends here and every stone is alive. Walks the board, several times where there is a tax.
    pub fn margin_as_it_stands(&self, board: &Board) -> Points {
        let territory = || territory_balance(board);
        let counted = match self.scoring {
            Scoring::Area => territory() + stones(board),
            Scoring::Stones => stones(board),
            Scoring::Territory => territory() + prisoners(board),
        };
        let is_taxed = self.scoring != Scoring::Stones && self.tax != Tax::None;
        let tax = if is_taxed {
            super::tax(board, self.tax)
        } else {
            Points::ZERO
        };
        counted - tax - self.handed_to_white
    }

    /// Black's margin on a board that was played to the end, with every stone alive.
    ///
    /// An empty point belongs to the only color that has stones next to it, which is exact once only eyes
    /// are left. Under territory scoring this assumes that both players filled in the same number of
    /// stones, which they do on average. Where stones count, both fill all eyes but two of each group. O(empty points), or a
    /// few walks over the board where groups pay a tax or stones count.
    pub fn margin(&self, end: &Board) -> Points {
        let counted = match self.scoring {
            Scoring::Area | Scoring::Stones => area(end),
            Scoring::Territory => eye_balance(end) + prisoners(end),
        };
        counted - self.group_tax(end) - self.handed_to_white
    }

    /// Black's margin by the stones that stay on the board.
    pub fn margin_of_stones(
        &self,
        stones: &ByColor<PointSet>,
        stays: impl Fn(Point, Color) -> bool,
    ) -> Points {
        let staying = |color: Color| stones[color].iter().filter(|&at| stays(at, color)).count();
        lead(staying) - self.handed_to_white
    }

    /// What groups pay on a board that was played to the end, or cannot fill.
    fn group_tax(self, end: &Board) -> Points {
        if self.scoring == Scoring::Stones || self.tax == Tax::Groups {
            eyes_needed(end)
        } else {
            Points::ZERO
        }
    }

    /// Black's least and greatest margin at the end of any game on boards of a size, or nothing where prisoners count.
    pub fn range(&self, size: Size) -> Option<[Points; 2]> {
        let all = Points::count(size.area());
        match self.scoring {
            Scoring::Area | Scoring::Stones => {
                Some([-all, all].map(|most| most - self.handed_to_white))
            }
            Scoring::Territory => None,
        }
    }

    /// What a margin is worth to Black: 1 for a win, 0 for a loss, a half for a draw.
    pub fn win_share(&self, margin: Points) -> f32 {
        match self.tie.winner(margin) {
            Some(Color::Black) => 1.0,
            Some(Color::White) => 0.0,
            None => 0.5,
        }
    }
}

/// How many more of something Black has than White.
fn lead(of: impl Fn(Color) -> usize) -> Points {
    Points::count(of(Color::Black)) - Points::count(of(Color::White))
}

/// Black's stones and eyes less White's on a board that was played to the end.
fn area(end: &Board) -> Points {
    eye_balance(end) + stones(end)
}

/// Black's stones less White's.
fn stones(board: &Board) -> Points {
    lead(|color| board.stone_count(color))
}

/// Black's prisoners less White's.
fn prisoners(board: &Board) -> Points {
    lead(|color| board.captured_by(color) as usize)
}

/// The eyes that Black's groups need to live, two each if they have them, less those of White's, on a board that was
/// played to the end. A group are stones that eyes connect.
fn eyes_needed(end: &Board) -> Points {
    lead(|color| {
        let is_eye = |at: Point| end.is_empty_at(at) && owner_at_end(end, at) == Some(color);
        let groups = end.regions(|at| end.color_at(at) == Some(color) || is_eye(at));
        let eyes = groups.iter().map(|group| {
            let eyes = group.points.iter().filter(|&at| is_eye(at));
            eyes.count().min(2)
        });
        eyes.sum()
    })
}

/// The owner of a point at the end of a playout: the color of its stone, or else the only color that
/// has stones next to it.
pub fn owner_at_end(end: &Board, at: Point) -> Option<Color> {
    end.color_at(at).or_else(|| {
        let code = end.neighborhood(at);
        let mut colors = Color::ALL.into_iter();
        colors.find(|&color| code.touches(color) && !code.touches(!color))
    })
}

/// Black's eyes less White's on a board that was played to the end.
fn eye_balance(end: &Board) -> Points {
    let owners = end.empty_points().filter_map(|at| owner_at_end(end, at));
    Points::whole(owners.map(Color::sign).sum())
}

/// The empty points that only Black's stones surround, less those that only White's surround.
fn territory_balance(board: &Board) -> Points {
    let regions = board.regions(|at| board.is_empty_at(at));
    let balance = regions.iter().map(|region| {
        let mut colors = region.border.iter().filter_map(|at| board.color_at(at));
        let owner = colors
            .next()
            .filter(|&color| colors.all(|other| other == color));
        Points::count(region.points.len()) * owner.map_or(0, Color::sign)
    });
    balance.fold(Points::ZERO, |sum, points| sum + points)
}

#[cfg(test)]
mod tests;
