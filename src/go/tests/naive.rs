//! A slow board, written as plainly as possible, for tests to compare with.
//!
//! Chains and regions by flood fill, legality by trying the move on a copy and comparing whole
//! boards with everything that has happened. Nothing is kept up to date and nothing is hashed.

use crate::go::rules::{KoRule, Rules, Suicide};
use crate::go::{Board, ByColor, Color, Move, Point, Size};

/// What is on each point, row by row from `A1` on.
type Stones = Vec<Option<Color>>;

/// The game after one of its moves.
#[derive(Clone, Debug)]
struct Moment {
    stones: Stones,
    /// The move and who made it; `None` at the start.
    last: Option<(Color, Move)>,
    /// Who is to move now.
    to_move: Color,
    /// Who made the last move that was no pass.
    creator: Color,
}

/// A game by flood fill.
#[derive(Clone, Debug)]
pub(super) struct Naive {
    size: Size,
    ko: KoRule,
    suicide: Suicide,
    captured: ByColor<usize>,
    /// From the start to the present.
    history: Vec<Moment>,
}

impl Naive {
    pub(super) fn new(size: Size, rules: &Rules) -> Naive {
        Naive::from_board(&Board::new(size), Color::Black, rules)
    }

    pub(super) fn from_board(board: &Board, to_move: Color, rules: &Rules) -> Naive {
        let stones = board.points().map(|point| board.color_at(point)).collect();
        let start = Moment {
            stones,
            last: None,
            to_move,
            creator: !to_move,
        };
        Naive {
            size: board.size(),
            ko: rules.ko,
            suicide: rules.suicide,
            captured: ByColor::default(),
            history: vec![start],
        }
    }

    fn now(&self) -> &Moment {
        self.history.last().expect("the start")
    }

    pub(super) fn to_move(&self) -> Color {
        self.now().to_move
    }

    pub(super) fn at(&self, point: Point) -> Option<Color> {
        self.now().stones[self.index(point)]
    }

    /// The stones that a color has captured; those lost by suicide are the opponent's.
    pub(super) fn captured_by(&self, color: Color) -> usize {
        self.captured[color]
    }

    /// Returns true if the last two moves were passes.
    pub(super) fn has_two_passes(&self) -> bool {
        let is_pass = |then: &Moment| matches!(then.last, Some((_, Move::Pass)));
        self.history.len() > 2 && self.history.iter().rev().take(2).all(is_pass)
    }

    /// Returns true if the last play has brought back an earlier position with the same player to move.
    pub(super) fn has_cycled(&self) -> bool {
        let (now, earlier) = self.history.split_last().expect("the start");
        let is_same = |then: &Moment| then.stones == now.stones && then.to_move == now.to_move;
        matches!(now.last, Some((_, Move::Play(_)))) && earlier.iter().any(is_same)
    }

    fn index(&self, point: Point) -> usize {
        usize::from(point.row()) * usize::from(self.size.width()) + usize::from(point.column())
    }

    /// The connected points like `start`, and the points next to them.
    fn flood(&self, stones: &Stones, start: Point) -> (Vec<Point>, Vec<Point>) {
        let like = stones[self.index(start)];
        let (mut inside, mut outside) = (vec![start], Vec::new());
        let mut next = 0;
        while next < inside.len() {
            for near in inside[next]
                .neighbors()
                .filter(|&near| self.size.contains(near))
            {
                let list = if stones[self.index(near)] == like {
                    &mut inside
                } else {
                    &mut outside
                };
                if !list.contains(&near) {
                    list.push(near);
                }
            }
            next += 1;
        }
        (inside, outside)
    }

    /// The chain at a point and its liberties.
    pub(super) fn chain(&self, point: Point) -> (Vec<Point>, Vec<Point>) {
        let stones = &self.now().stones;
        let (chain, mut liberties) = self.flood(stones, point);
        liberties.retain(|&near| stones[self.index(near)].is_none());
        (chain, liberties)
    }

    /// Takes the chain at a point off if it has no liberty; the number of stones.
    fn take_breathless(&self, stones: &mut Stones, point: Point) -> usize {
        let (chain, around) = self.flood(stones, point);
        if around
            .iter()
            .any(|&near| stones[self.index(near)].is_none())
        {
            return 0;
        }
        for &stone in &chain {
            stones[self.index(stone)] = None;
        }
        chain.len()
    }

    /// The stones after a play, and how many of the opponent's and of the player's own were removed.
    fn after(&self, color: Color, point: Point) -> (Stones, usize, usize) {
        let mut stones = self.now().stones.clone();
        stones[self.index(point)] = Some(color);
        let mut taken = 0;
        for near in point.neighbors().filter(|&near| self.size.contains(near)) {
            if stones[self.index(near)] == Some(!color) {
                taken += self.take_breathless(&mut stones, near);
            }
        }
        let lost = self.take_breathless(&mut stones, point);
        (stones, taken, lost)
    }

    /// The pass that a move out of turn stands for.
    fn pass_unless_turn_of(&mut self, color: Color) {
        if self.to_move() != color {
            self.play(!color, Move::Pass);
        }
    }

    pub(super) fn is_legal(&self, color: Color, point: Point) -> bool {
        if self.to_move() != color {
            let mut own_turn = self.clone();
            own_turn.pass_unless_turn_of(color);
            return own_turn.is_legal(color, point);
        }
        if !self.size.contains(point) || self.at(point).is_some() {
            return false;
        }
        let (stones, _, lost) = self.after(color, point);
        let allows_suicide = match self.suicide {
            Suicide::Forbidden => lost == 0,
            Suicide::SeveralStones => lost != 1,
            Suicide::Any => true,
        };
        allows_suicide && !self.repeats(color, &stones)
    }

    /// Returns true if a play of `color` that leads to `stones` breaks the ko rule.
    fn repeats(&self, color: Color, stones: &Stones) -> bool {
        let mut same = self.history.iter().filter(|then| then.stones == *stones);
        match self.ko {
            KoRule::Simple => {
                let last = self
                    .history
                    .iter()
                    .rposition(|then| then.last.is_some_and(|(mover, _)| mover != color));
                last.is_some_and(|last| self.history[last - 1].stones == *stones)
            }
            KoRule::Positional => same.next().is_some(),
            KoRule::Situational => same.any(|then| then.to_move == !color),
            KoRule::NaturalSituational => same.any(|then| then.creator == color),
        }
    }

    pub(super) fn play(&mut self, color: Color, mv: Move) {
        self.pass_unless_turn_of(color);
        let (stones, creator) = match mv {
            Move::Pass => (self.now().stones.clone(), self.now().creator),
            Move::Play(point) => {
                let (stones, taken, lost) = self.after(color, point);
                self.captured[color] += taken;
                self.captured[!color] += lost;
                (stones, color)
            }
        };
        self.history.push(Moment {
            stones,
            last: Some((color, mv)),
            to_move: !color,
            creator,
        });
    }

    pub(super) fn stone_count(&self, color: Color) -> usize {
        self.now()
            .stones
            .iter()
            .filter(|&&stone| stone == Some(color))
            .count()
    }

    /// The empty points of regions that only a color borders.
    pub(super) fn territory(&self, color: Color) -> usize {
        let stones = &self.now().stones;
        let mut open: Vec<Point> = self.size.points().collect();
        open.retain(|&point| stones[self.index(point)].is_none());
        let mut count = 0;
        while let Some(&start) = open.first() {
            let (region, border) = self.flood(stones, start);
            open.retain(|point| !region.contains(point));
            let is_owned = border
                .iter()
                .all(|&at| stones[self.index(at)] == Some(color));
            if is_owned && !border.is_empty() {
                count += region.len();
            }
        }
        count
    }
}
