//! Unconditional life: chains that the opponent cannot capture even if their owner always passes,
//! and the points that are safe with them.
//!
//! Benson, "Life in the game of Go", 1976. The chains are found exactly. Of the points, only those of
//! regions without room for two eyes are found (Müller 1997), not those of large enclosed regions.

use crate::go::{Board, ByColor, Color, Point, PointSet};

/// The chains and points of both players that are safe whatever happens.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unconditional {
    stones: ByColor<PointSet>,
    points: ByColor<PointSet>,
}

/// A region without stones of one player, and his chains around it.
struct Region {
    /// Chains on its border, by [`Board::chain_id`].
    border: Vec<Point>,
    /// Those to which every empty point of the region is a liberty.
    vital_to: Vec<Point>,
}

impl Unconditional {
    /// Reads a board. Walks it a few times for each player.
    #[must_use]
    pub fn of(board: &Board) -> Unconditional {
        let stones = Unconditional::stones_without(board, &PointSet::new());
        let points = ByColor::new_with(|color| held_points(board, &stones[color]));
        Unconditional { stones, points }
    }

    /// The stones of each player that cannot be captured whatever both play in a part of the board, as they do not need that
    /// part to live. They all lie outside of it.
    #[must_use]
    pub fn stones_without(board: &Board, part: &PointSet) -> ByColor<PointSet> {
        ByColor::new_with(|color| living_stones(board, color, part))
    }

    /// The stones of a player that cannot be captured.
    #[must_use]
    pub fn stones(&self, color: Color) -> &PointSet {
        &self.stones[color]
    }

    /// The points between such stones where the opponent cannot live: empty, or under stones that
    /// are dead or the player's own.
    #[must_use]
    pub fn points(&self, color: Color) -> &PointSet {
        &self.points[color]
    }

    /// The player whose a point is whatever happens, if there is one.
    #[must_use]
    pub fn owner(&self, point: Point) -> Option<Color> {
        Color::ALL
            .into_iter()
            .find(|&color| self.stones[color].contains(point) || self.points[color].contains(point))
    }
}

/// Benson's algorithm: takes off chains with fewer than two vital regions and regions that touch
/// such a chain, until nothing changes. Stones in `part` are not relied on, and regions that reach into it are vital to
/// nobody.
fn living_stones(board: &Board, color: Color, part: &PointSet) -> PointSet {
    let is_own = |at: Point| board.color_at(at) == Some(color) && !part.contains(at);
    let mut regions: Vec<Region> = board
        .regions(|at| !is_own(at))
        .iter()
        .map(|region| {
            let mut vital = Region::new(board, &region.points, color);
            if region.points.iter().any(|at| part.contains(at)) {
                vital.vital_to.clear();
            }
            vital
        })
        .collect();
    let chains = board.chains(color).filter(|&chain| is_own(chain));
    let mut chains: Vec<Point> = chains.map(|at| board.chain_id(at)).collect();
    loop {
        let before = chains.len();
        chains.retain(|chain| {
            let vital = regions
                .iter()
                .filter(|region| region.vital_to.contains(chain));
            vital.take(2).count() == 2
        });
        if chains.len() == before {
            break;
        }
        regions.retain(|region| region.border.iter().all(|chain| chains.contains(chain)));
    }
    chains
        .iter()
        .flat_map(|&chain| board.chain(chain))
        .collect()
}

impl Region {
    fn new(board: &Board, points: &PointSet, color: Color) -> Region {
        let around = |at: Point| {
            let stones = board
                .neighbors(at)
                .filter(move |&near| board.color_at(near) == Some(color));
            stones.map(|near| board.chain_id(near))
        };
        let mut border: Vec<Point> = points.iter().flat_map(around).collect();
        border.sort_unstable();
        border.dedup();
        let empty: Vec<Vec<Point>> = points
            .iter()
            .filter(|&at| board.is_empty_at(at))
            .map(|at| around(at).collect())
            .collect();
        let vital_to = border
            .iter()
            .copied()
            .filter(|chain| !empty.is_empty() && empty.iter().all(|near| near.contains(chain)))
            .collect();
        Region { border, vital_to }
    }
}

/// The regions between the living stones of a player in which the opponent has no room for two
/// eyes: an eye is not next to those stones, and two eyes are not next to each other.
fn held_points(board: &Board, living: &PointSet) -> PointSet {
    if living.is_empty() {
        return PointSet::new();
    }
    let touches_living = |at: Point| board.neighbors(at).any(|near| living.contains(near));
    let has_no_room = |region: &PointSet| {
        let mut eyes = region.iter().filter(|&at| !touches_living(at));
        match (eyes.next(), eyes.next(), eyes.next()) {
            (None, ..) | (_, None, _) => true,
            (Some(one), Some(other), None) => board.neighbors(one).any(|near| near == other),
            _ => false,
        }
    };
    let mut held = PointSet::new();
    for region in board.regions(|at| !living.contains(at)) {
        if has_no_room(&region.points) {
            held.extend(region.points.iter());
        }
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Size;
    use crate::playout::{play_out, random_move};
    use crate::rng::Rng;
    use std::collections::HashSet;

    fn read(diagram: &str) -> (Board, Unconditional) {
        let board: Board = diagram.parse().unwrap();
        let result = Unconditional::of(&board);
        (board, result)
    }

    #[test]
    fn two_eyes_live_and_hold_them() {
        let (board, result) = read(
            ". X . X O .
             X X X X O .
             O O O O O .
             . . . . . .",
        );
        assert_eq!(*result.stones(Color::Black), board.stone_set(Color::Black));
        assert_eq!(result.points(Color::Black).len(), 2);
        assert!(result.stones(Color::White).is_empty());
        assert_eq!(result.owner("A4".parse().unwrap()), Some(Color::Black));
        assert_eq!(result.owner("F1".parse().unwrap()), None);
    }

    #[test]
    fn what_needs_an_eye_in_a_part_is_not_safe_without_it() {
        let board: Board = "
            . X . X . X O
            X X X X X X O
            O O O O O O O
            . . . . . . ."
            .parse()
            .unwrap();
        let safe_without = |names: &str| {
            let part = names.split(' ').map(|name| name.parse().unwrap()).collect();
            Unconditional::stones_without(&board, &part).black
        };
        assert_eq!(safe_without("A4"), board.stone_set(Color::Black));
        assert!(safe_without("A4 C4").is_empty());
        assert!(safe_without("A4 B4 C4 E3").is_empty());
    }

    #[test]
    fn chains_that_share_two_eyes_live_together() {
        let (board, result) = read(
            ". X X . X .
             X X O X X O
             X O O O O O
             . X X X O .
             X X O O O .",
        );
        assert!(result.stones(Color::White).is_empty());
        let (_, one_eye) = read(
            ". X O
             X X O
             O O .",
        );
        assert!(one_eye.stones(Color::Black).is_empty());
        assert!(result.stones(Color::Black).len() < board.stone_count(Color::Black));
    }

    #[test]
    fn a_stone_in_a_small_region_is_dead_and_a_large_region_is_open() {
        let (_, result) = read(
            ". X . O X X . .
             X X X X X . . .
             . . . . . . . .
             . . . . . . . .",
        );
        assert_eq!(result.owner("D4".parse().unwrap()), Some(Color::Black));
        assert_eq!(result.owner("H1".parse().unwrap()), None);
    }

    #[test]
    fn a_region_without_room_for_two_eyes_is_held() {
        // Of the points in the region of C3 that Black does not touch there are two beside each other,
        // two apart, and three in a row.
        for (diagram, owner) in [
            (
                "X X X X X X X X
                 X . . . . X . X
                 X . . . . X X X
                 X . . . . X . X
                 X X X X X X X X",
                Some(Color::Black),
            ),
            (
                "X X X X X X X X X X X
                 X . . . X . . . X . X
                 X . . . X . . . X X X
                 X . . . . . . . X . X
                 X X X X X X X X X X X",
                None,
            ),
            (
                "X X X X X X X X X
                 X . . . . . X . X
                 X . . . . . X X X
                 X . . . . . X . X
                 X X X X X X X X X",
                None,
            ),
        ] {
            let (board, result) = read(diagram);
            assert_eq!(result.owner("C3".parse().unwrap()), owner, "{board}");
        }
    }

    /// What a player can capture if the opponent always passes: every position is tried.
    fn captured_while_passing(board: &Board, attacker: Color) -> PointSet {
        let mut seen = HashSet::new();
        let mut open = vec![board.clone()];
        let mut captured = PointSet::new();
        while let Some(mut now) = open.pop() {
            now.pass();
            captured.extend(
                board
                    .stone_set(!attacker)
                    .iter()
                    .filter(|&at| now.color_at(at) != Some(!attacker)),
            );
            for point in board.points() {
                if now.is_empty_at(point) && now.is_playable(point, attacker) {
                    let mut next = now.clone();
                    next.play(point, attacker);
                    if seen.insert(next.hash()) {
                        open.push(next);
                    }
                }
            }
        }
        captured
    }

    fn random_board(size: Size, rng: &mut Rng) -> Board {
        let mut board = Board::new(size);
        let mut color = Color::Black;
        for _ in 0..rng.below(2 * size.area()) {
            match random_move(&mut board, color, rng) {
                Some(at) => board.play(at, color),
                None => board.pass(),
            }
            color = !color;
        }
        board
    }

    #[test]
    fn exactly_the_chains_that_cannot_be_captured_live() {
        let mut rng = Rng::new(11);
        let mut living = 0;
        for _ in 0..300 {
            let size = Size::new(4, 3).unwrap();
            let mut board = random_board(size, &mut rng);
            if rng.below(2) == 0 {
                play_out(&mut board, Color::White, &mut rng);
            }
            let result = Unconditional::of(&board);
            for color in Color::ALL {
                let captured = captured_while_passing(&board, !color);
                let stones = board.stone_set(color);
                let expected: PointSet =
                    stones.iter().filter(|&at| !captured.contains(at)).collect();
                assert_eq!(*result.stones(color), expected, "{color}\n{board}");
                living += expected.len();
            }
        }
        assert!(living > 300, "{living}");
    }

    #[test]
    fn what_is_held_is_never_lost_in_random_play() {
        let mut rng = Rng::new(12);
        let mut held = 0;
        for _ in 0..300 {
            let mut board = random_board(Size::square(7), &mut rng);
            let result = Unconditional::of(&board);
            held += result.points(Color::Black).len();
            for _ in 0..3 {
                let mut end = board.clone();
                play_out(&mut end, Color::Black, &mut rng);
                for at in board.points() {
                    if let Some(owner) = result.owner(at) {
                        assert_ne!(end.color_at(at), Some(!owner), "{at}\n{board}\n{end}");
                    }
                }
            }
            board.pass();
        }
        assert!(held > 0);
    }
}
