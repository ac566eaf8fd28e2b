//! The count of a game with given dead stones.

use super::aftermath::{Filled, Need, Settled};
use super::{Status, Verdict};
use crate::go::rules::Tax;
use crate::go::{ByColor, Color, Game, Move, Outcome, Point, PointSet, Position, Score, score};
use std::fmt;

/// What a point of a counted board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CountedPoint {
    /// A living stone.
    Alive(Color),
    /// A dead stone.
    Dead(Color),
    /// A player's territory.
    Territory(Color),
    /// A point that would be territory but for a seki.
    Seki,
    /// Neither player's.
    Dame,
}

impl CountedPoint {
    /// Whose territory a point is; `None` for stones and for what counts for neither.
    pub fn owner(self) -> Option<Color> {
        match self {
            CountedPoint::Territory(color) => Some(color),
            _ => None,
        }
    }
}

/// A count of a game with what was decided before counting.
#[derive(Clone, Debug)]
pub struct Count {
    /// The terms, and the result if the last move has made no long cycle.
    pub score: Score,
    /// What the rules say of a game whose last move has brought back an earlier position, if it has.
    pub cycle: Option<Outcome>,
    /// Which stones were taken to be dead, and why.
    pub verdict: Verdict,
    /// What both still had to fill, in this order.
    pub filled: Vec<Filled>,
    /// Dame that stay open, because whoever filled one would begin a ko. What is next to one is in seki.
    pub held: PointSet,
    /// The position that was counted, with everything filled.
    pub position: Position,
}

impl Count {
    /// Counts a game with the stones judged by a verdict.
    ///
    /// Where territory counts, both fill dame in turn first, and defend what that puts in danger: a defense inside
    /// of one's own territory costs a point, and stones next to an open dame would count as in seki.
    pub fn of(game: &Game, verdict: &Verdict) -> Count {
        let mut position = game.position().clone();
        let Settled { filled, held } = verdict.settled(&position);
        for &Filled { color, at, .. } in &filled {
            position.play_unchecked(color, Move::Play(at));
        }
        Count {
            score: score::count(
                &position,
                verdict.dead(),
                &held,
                game.exact_komi(),
                game.handicap(),
            ),
            cycle: game.position().long_cycle(),
            verdict: verdict.clone(),
            filled,
            held,
            position,
        }
    }

    /// How the game ends: as a long cycle does, or else by the score.
    pub fn outcome(&self) -> Outcome {
        self.cycle.clone().unwrap_or_else(|| self.score.outcome())
    }

    /// The points that were filled because of a need, in the order of filling.
    pub fn filled_for(&self, need: Need) -> Vec<Point> {
        let filled = self.filled.iter().filter(|filled| filled.need == need);
        filled.map(|filled| filled.at).collect()
    }

    /// What was decided before counting, a line for each kind that there is: the dead stones, the filled dame, the
    /// defenses, and the dame left open.
    pub fn decisions(&self) -> impl Iterator<Item = String> {
        let kinds: [(&str, Vec<Point>); 4] = [
            ("dead", self.verdict.dead().iter().collect()),
            ("filled", self.filled_for(Need::Dame)),
            ("defended", self.filled_for(Need::Defense)),
            ("left open for a ko", self.held.iter().collect()),
        ];
        let kinds = kinds.into_iter().filter(|(_, points)| !points.is_empty());
        kinds.map(|(name, points)| {
            let points: Vec<String> = points.iter().map(Point::to_string).collect();
            format!("{name:21} {}", points.join(" "))
        })
    }

    /// The board that was counted. `X` and `O` are living stones, `x` and `o` dead ones; an empty point is Black's
    /// (`+`), White's (`-`), in seki (`=`) or neither's (`.`).
    pub fn picture(&self) -> String {
        let counted = self.points();
        self.position.board().size().draw(|at| match counted(at) {
            CountedPoint::Alive(Color::Black) => 'X',
            CountedPoint::Alive(Color::White) => 'O',
            CountedPoint::Dead(Color::Black) => 'x',
            CountedPoint::Dead(Color::White) => 'o',
            CountedPoint::Territory(Color::Black) => '+',
            CountedPoint::Territory(Color::White) => '-',
            CountedPoint::Seki => '=',
            CountedPoint::Dame => '.',
        })
    }

    /// What becomes of the stones of the board that was judged. Where points in seki do not count, the stones in seki are
    /// those that the count finds so; elsewhere those that the verdict finds unable to attack each other.
    pub fn statuses(&self) -> impl Fn(Point) -> Status {
        let dead = self.verdict.dead();
        let counted = match self.position.rules().tax {
            Tax::Seki => Some(score::stones_in_seki(&self.position, dead, &self.held)),
            Tax::None | Tax::Groups => None,
        };
        let in_seki = counted.unwrap_or_else(|| self.verdict.stand_offs().clone());
        move |at| match at {
            _ if dead.contains(at) => Status::Dead,
            _ if in_seki.contains(at) => Status::Seki,
            _ => Status::Alive,
        }
    }

    /// The points that a record of the game marks as each player's: his territory, and the dead stones of his opponent.
    pub fn territory_marks(&self) -> ByColor<PointSet> {
        let counted = self.points();
        let is_marked = |at: Point, of: Color| match counted(at) {
            CountedPoint::Territory(owner) => owner == of,
            CountedPoint::Dead(color) => color == !of,
            CountedPoint::Alive(_) | CountedPoint::Seki | CountedPoint::Dame => false,
        };
        let size = self.position.board().size();
        ByColor::new_with(|of| size.points().filter(|&at| is_marked(at, of)).collect())
    }

    /// What each point of the counted board is.
    pub fn points(&self) -> impl Fn(Point) -> CountedPoint {
        let board = self.position.board();
        let dead = self.verdict.dead();
        let spaces = score::spaces(&self.position, dead);
        let in_seki = score::in_seki(&self.position, dead, &self.held);
        move |at| match board.color_at(at) {
            Some(color) if dead.contains(at) => CountedPoint::Dead(color),
            Some(color) => CountedPoint::Alive(color),
            None if in_seki.contains(at) => CountedPoint::Seki,
            None => Color::ALL
                .into_iter()
                .find(|&color| spaces[color].contains(at))
                .map_or(CountedPoint::Dame, CountedPoint::Territory),
        }
    }
}

impl fmt::Display for Count {
    /// The result, then the terms, the result again, the dead stones, the filled dame and the defenses.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let outcome = self.outcome();
        writeln!(f, "{outcome}")?;
        self.score.write_with(&outcome, f)?;
        if self.cycle.is_some() {
            write!(f, "\n{:21} an earlier position", "repeated")?;
        }
        self.decisions().try_for_each(|line| write!(f, "\n{line}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Rules;
    use crate::go::score::TermKind;
    use crate::go::{self, Board, Points};

    /// A game with the stones of a diagram, Black to move, in which points in seki do not count.
    fn game(diagram: &str) -> Game {
        let board: Board = diagram.parse().unwrap();
        let rules = Rules {
            tax: Tax::Seki,
            ..Rules::default()
        };
        go::tests::game(&board, Color::Black, rules)
    }

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    #[test]
    fn dame_are_filled_in_turn() {
        let game = game(
            ". X . O .
             . X . O .
             . X . O .
             . X . O .",
        );
        let count = Count::of(&game, &Verdict::given(&game, &PointSet::new()));
        let mut filled: Vec<Point> = count.filled.iter().map(|filled| filled.at).collect();
        filled.sort_unstable();
        assert_eq!(filled, ["C1", "C2", "C3", "C4"].map(point));
        let colors: Vec<Color> = count.filled.iter().map(|filled| filled.color).collect();
        assert_eq!(colors[..2], Color::ALL);
        assert_eq!(colors[2..], Color::ALL);
        let terms = &count.score.terms;
        let stones = terms.iter().find(|term| term.kind == TermKind::Stones);
        for color in Color::ALL {
            assert_eq!(stones.unwrap().points[color], Points::halves(12), "{color}");
        }
    }

    #[test]
    fn dame_that_nobody_can_fill_safely_stay_open() {
        let seki = game(
            ". X . X X X X
             X X X X X X X
             O O O O O O X
             O X X X . O X
             O X X X . O X
             O O O O O O X",
        );
        let count = Count::of(&seki, &Verdict::given(&seki, &PointSet::new()));
        assert_eq!(count.filled, []);
    }

    #[test]
    fn a_stone_is_dead_or_in_seki_or_alive_as_it_was_counted() {
        let game = game(
            ". X . X X X X X
             X X X X X X X X
             O O O O O O X .
             O X X X . O X O
             O X X X . O X .
             O O O O O O X X",
        );
        let statuses = |tax: Tax| {
            let mut game = game.clone();
            game.set_rules(Rules {
                tax,
                ..*game.rules()
            });
            let dead = [point("H3")].into_iter().collect();
            let count = Count::of(&game, &Verdict::given(&game, &dead));
            ["A3", "B3", "A5", "H3"].map(|name| count.statuses()(point(name)))
        };
        let (alive, seki, dead) = (Status::Alive, Status::Seki, Status::Dead);
        let dead_stones = [point("H3")].into_iter().collect();
        let none = PointSet::new();
        let in_seki = score::stones_in_seki(game.position(), &dead_stones, &none);
        assert!(!in_seki.contains(point("H3")) && in_seki.contains(point("A3")));
        assert_eq!(statuses(Tax::Seki), [seki, seki, alive, dead]);
        assert_eq!(statuses(Tax::None), [alive, alive, alive, dead]);
    }

    #[test]
    fn a_count_names_dead_stones_and_filled_dame_where_there_are_any() {
        let game = game(
            ". X . O .
             . X . O .
             . X . O O
             O X . O .",
        );
        let count = Count::of(
            &game,
            &Verdict::given(&game, &[point("A1")].into_iter().collect()),
        );
        let lists = |count: &Count| -> Vec<String> {
            let text = count.to_string();
            let words = text.lines().map(|line| line.split_whitespace().collect());
            let lines: Vec<Vec<&str>> = words.collect();
            let is_list = |line: &&Vec<&str>| ["dead", "filled", "left"].contains(&line[0]);
            lines
                .iter()
                .filter(is_list)
                .map(|line| line.join(" "))
                .collect()
        };
        assert_eq!(lists(&count), ["dead A1", "filled C1 C2 C3 C4"]);
        let unfilled = Count {
            filled: Vec::new(),
            ..count
        };
        assert_eq!(lists(&unfilled), ["dead A1"]);
        let held = Count {
            held: [point("C3")].into_iter().collect(),
            ..unfilled
        };
        assert_eq!(lists(&held), ["dead A1", "left open for a ko C3"]);
    }
}
