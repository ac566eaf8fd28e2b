//! The count of a game once its dead stones are known.

use super::Verdict;
use super::estimate::is_safe;
use crate::go::rules::Tax;
use crate::go::{Board, Color, Game, Move, Point, PointSet, Score};
use std::fmt;

/// A count of a game with what was decided before counting.
#[derive(Clone, Debug)]
pub struct Count {
    /// The terms and the result.
    pub score: Score,
    /// The stones taken to be dead.
    pub dead: PointSet,
    /// Dame that were filled in turn before counting.
    pub filled: Vec<Point>,
}

impl Count {
    /// Counts a game with the stones judged by a verdict.
    ///
    /// Where points in seki do not count, the dame that either player can fill safely are filled in
    /// turn first, because stones next to an open dame would count as in seki. That changes no other
    /// term.
    #[must_use]
    pub fn of(game: &Game, verdict: &Verdict) -> Count {
        let mut game = game.clone();
        let needs_filling = game.rules().tax == Tax::Seki;
        let filled = if needs_filling {
            fill_dame(&mut game, verdict)
        } else {
            Vec::new()
        };
        Count {
            score: game.score(&verdict.dead),
            dead: verdict.dead.clone(),
            filled,
        }
    }
}

impl fmt::Display for Count {
    /// The result, then the terms, the dead stones and the filled dame.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}", self.score.outcome(), self.score)?;
        let lists = [
            ("dead", self.dead.iter().collect()),
            ("filled", self.filled.clone()),
        ];
        for (name, points) in lists {
            if !points.is_empty() {
                let points: Vec<String> = points.iter().map(Point::to_string).collect();
                write!(f, "\n{name:21} {}", points.join(" "))?;
            }
        }
        Ok(())
    }
}

/// Fills dame in turn as long as a player can do so safely. Returns the points.
fn fill_dame(game: &mut Game, verdict: &Verdict) -> Vec<Point> {
    let mut points = Vec::new();
    let mut color = game.position().to_move();
    let mut misses = 0;
    while misses < 2 {
        let dame = safe_dame(game.board(), verdict.dead(), color).next();
        match dame {
            Some(at) if game.play(color, Move::Play(at)).is_ok() => {
                points.push(at);
                misses = 0;
            }
            _ => misses += 1,
        }
        color = !color;
    }
    points
}

/// Returns true if a point is next to living stones of both players. All stones live but those in `dead`.
#[must_use]
pub fn is_between(board: &Board, dead: &PointSet, point: Point) -> bool {
    let lives = |at: Point, of: Color| board.color_at(at) == Some(of) && !dead.contains(at);
    Color::ALL
        .iter()
        .all(|&of| board.neighbors(point).any(|near| lives(near, of)))
}

/// The points next to living stones of both players where `color` can play without danger, from the
/// bottom row up. All stones live but those in `dead`.
pub fn safe_dame<'a>(
    board: &'a Board,
    dead: &'a PointSet,
    color: Color,
) -> impl Iterator<Item = Point> + 'a {
    board
        .points()
        .filter(move |&at| board.is_empty_at(at) && is_between(board, dead, at))
        .filter(move |&at| is_safe(board, at, color) && board.captures_of(at, color) == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::score::TermKind;
    use crate::go::{Points, Rules};

    /// A game with the stones of a diagram, Black to move, in which points in seki do not count.
    fn game(diagram: &str) -> Game {
        let board: Board = diagram.parse().unwrap();
        let rules = Rules {
            tax: Tax::Seki,
            ..Rules::default()
        };
        let mut game = Game::new(board.size(), rules);
        for color in Color::ALL {
            for at in board.stone_set(color).iter() {
                game.play(color, Move::Play(at)).unwrap();
            }
        }
        assert_eq!(game.position().to_move(), Color::Black);
        game
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
        assert_eq!(count.filled, ["C1", "C2", "C3", "C4"].map(point));
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
            let is_list = |line: &&Vec<&str>| ["dead", "filled"].contains(&line[0]);
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
    }
}
