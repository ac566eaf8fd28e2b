//! What is asked: the life of some stones on a board or the connection of two, and the points around them that may matter.

use super::patch::MOST_POINTS;
use crate::go::{Board, Color, Point, PointSet};
use std::collections::VecDeque;

/// Chains of the opponent with more liberties are taken to live if enough of them are out of play.
const FEW_LIBERTIES: usize = 3;

/// How many liberties out of play are enough.
const ENOUGH_OUTSIDE: usize = 2;

/// How many liberties two chains have to share to be taken for one: a move on one of these is answered on another.
const ENOUGH_SHARED: usize = 2;

/// The farthest from the target that points come into play, in empty points on the way.
const FARTHEST: u8 = 7;

/// Stones get away that get out of a part with all points up to this distance. In the open a larger group fills a part before
/// [`FARTHEST`].
const NEAREST_OPEN: u8 = 3;

/// Boards with at most this many points may come into play whole. On them nothing is taken to live or to be far away.
const SMALL_BOARD: usize = 25;

/// What the owner of some stones wants of them, and his opponent to prevent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemGoal {
    /// That some of them are never captured.
    Keep,
    /// That some of them, or new ones of his in their place, stand in the end.
    KeepOrReplace,
    /// That the chains of two of them become one, which is not captured at once.
    Connect([Point; 2]),
}

impl ProblemGoal {
    /// Whether it is that stones stay, not that they are connected.
    pub const fn is_life(self) -> bool {
        match self {
            ProblemGoal::Keep | ProblemGoal::KeepOrReplace => true,
            ProblemGoal::Connect(_) => false,
        }
    }
}

/// Why stones cannot be asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProblemError {
    /// A point is empty.
    #[error("there is no stone at {0}")]
    NoStone(Point),
    /// They belong to both players.
    #[error("the stones at {0} and {1} are of different colors")]
    TwoColors(Point, Point),
    /// Nothing is left to connect.
    #[error("the stones at {0} and {1} are in one chain")]
    OneChain(Point, Point),
}

/// Stones of one player on a board whose life is in question, or whether they are connected.
#[derive(Clone, Debug)]
pub struct ReadingProblem {
    board: Board,
    owner: Color,
    target: PointSet,
    goal: ProblemGoal,
    /// Stones that are taken to live, which never come into play.
    walls: PointSet,
    /// Whether no other stones are taken to live, however many liberties they have.
    are_walls_all: bool,
}

/// Points around the target of a problem that may be in play.
#[derive(Debug)]
pub(super) struct ProblemPart {
    pub(super) points: PointSet,
    /// The empty points on the way to the farthest of them. Everything that is not farther is among them.
    pub(super) distance: u8,
}

/// The parts of the board that may be in play in a problem.
#[derive(Debug)]
pub(super) struct ProblemParts {
    /// Each is larger than the one before.
    pub(super) parts: Vec<ProblemPart>,
    /// Whether stones that get out of the largest part get away. They may not if a long chain, which is in play as a whole, leaves room
    /// for near points alone.
    pub(super) are_far: bool,
}

impl ReadingProblem {
    /// Whether the chain at a point can be captured; `None` if there is no stone.
    pub fn of_chain(board: &Board, at: Point) -> Option<ReadingProblem> {
        let owner = board.color_at(at)?;
        Some(ReadingProblem::of(board, owner, board.chain(at).collect()))
    }

    /// Whether all of a group can be captured: the chain at a point and, on and on, chains of its player that share a liberty
    /// with it. `None` if there is no stone.
    pub fn of_group(board: &Board, at: Point) -> Option<ReadingProblem> {
        let owner = board.color_at(at)?;
        let mut target: PointSet = board.chain(at).collect();
        loop {
            let liberties: PointSet = target
                .iter()
                .flat_map(|stone| board.neighbors(stone))
                .filter(|&near| board.is_empty_at(near))
                .collect();
            let linked = liberties.iter().flat_map(|at| board.neighbors(at));
            let linked = linked.filter(|&near| board.color_at(near) == Some(owner));
            let mut grown = target.clone();
            grown.extend(linked.flat_map(|near| board.chain(near)));
            if grown.len() == target.len() {
                break;
            }
            target = grown;
        }
        Some(ReadingProblem::of(board, owner, target))
    }

    /// Whether two chains can be kept apart, each named by one of its stones.
    ///
    /// # Errors
    /// Returns why that cannot be asked.
    pub fn of_connection(
        board: &Board,
        stones: [Point; 2],
    ) -> Result<ReadingProblem, ProblemError> {
        let [one, other] = stones;
        let color = |at| board.color_at(at).ok_or(ProblemError::NoStone(at));
        let owner = color(one)?;
        if color(other)? != owner {
            return Err(ProblemError::TwoColors(one, other));
        }
        if board.chain(one).any(|at| at == other) {
            return Err(ProblemError::OneChain(one, other));
        }
        let target = board.chain(one).chain(board.chain(other)).collect();
        Ok(ReadingProblem {
            goal: ProblemGoal::Connect(stones),
            ..ReadingProblem::of(board, owner, target)
        })
    }

    /// Whether all of some stones of a player can be captured.
    fn of(board: &Board, owner: Color, target: PointSet) -> ReadingProblem {
        ReadingProblem {
            board: board.clone(),
            owner,
            target,
            goal: ProblemGoal::Keep,
            walls: PointSet::new(),
            are_walls_all: is_small(board),
        }
    }

    /// The same with stones of either player that are taken to live: who connects with one of his own lives, too.
    #[must_use]
    pub fn with_walls(self, walls: PointSet) -> ReadingProblem {
        ReadingProblem { walls, ..self }
    }

    /// The same where all other chains that look alive are taken to live; `None` if there are none. A chain of either player looks alive
    /// if it is not weak though all is in play that the target reaches over [`NEAREST_OPEN`] empty points, or if it is linked to such
    /// a chain by liberties.
    pub(super) fn presuming(&self) -> Option<ReadingProblem> {
        let board = &self.board;
        let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
        let others: Vec<Point> = chains.filter(|&it| !self.target.contains(it)).collect();
        let mut strong = others.clone();
        strong.retain(|&it| !self.is_weak(it, &PointSet::new()));
        loop {
            let mut walls = self.walls.clone();
            let linked = with_linked(board, &strong, &others);
            walls.extend(linked.into_iter().flat_map(|it| board.chain(it)));
            let presuming = self.clone().with_walls(walls);
            let part = presuming.part(NEAREST_OPEN);
            let before = strong.len();
            strong.retain(|&it| !self.is_weak(it, &part));
            if strong.len() == before {
                return (presuming.walls.len() > self.walls.len()).then_some(presuming);
            }
        }
    }

    /// The same where nothing but some stones is taken to live: others come into play even if they have many liberties.
    #[must_use]
    pub fn with_walls_alone(self, walls: PointSet) -> ReadingProblem {
        ReadingProblem {
            walls,
            are_walls_all: true,
            ..self
        }
    }

    /// The same where it does not suffice to capture the stones once: none of their owner may stand on their points in the end.
    #[must_use]
    pub fn for_good(self) -> ReadingProblem {
        ReadingProblem {
            goal: ProblemGoal::KeepOrReplace,
            ..self
        }
    }

    /// Whose stones they are.
    pub const fn owner(&self) -> Color {
        self.owner
    }

    /// The stones.
    pub const fn target(&self) -> &PointSet {
        &self.target
    }

    /// Stones that are taken to live.
    pub const fn walls(&self) -> &PointSet {
        &self.walls
    }

    /// What their owner wants of them.
    pub const fn goal(&self) -> ProblemGoal {
        self.goal
    }

    /// The board that they stand on.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Points around the target, each part larger than the one before: what can be reached over a growing number of empty points
    /// without passing stones of the opponent that have liberties of their own.
    pub(super) fn parts(&self) -> ProblemParts {
        let mut parts: Vec<ProblemPart> = Vec::new();
        let farthest = if is_small(&self.board) {
            SMALL_BOARD as u8
        } else {
            FARTHEST
        };
        for distance in 1..=farthest {
            let points = self.part(distance);
            if points.len() > MOST_POINTS {
                return ProblemParts {
                    parts,
                    are_far: distance > NEAREST_OPEN,
                };
            }
            match parts.last_mut() {
                Some(last) if last.points.len() >= points.len() => last.distance = distance,
                _ => parts.push(ProblemPart { points, distance }),
            }
        }
        ProblemParts {
            parts,
            are_far: true,
        }
    }

    /// What is in play up to a distance. Chains of the opponent stay out that have liberties enough elsewhere.
    fn part(&self, farthest: u8) -> PointSet {
        let board = &self.board;
        let nothing = PointSet::new();
        let chains = board.chains(!self.owner);
        let mut strong: Vec<Point> = chains.filter(|&it| !self.is_weak(it, &nothing)).collect();
        loop {
            let part = self.reached(farthest, &strong);
            let before = strong.len();
            // The more is in play, the fewer liberties are left that are not.
            strong.retain(|&it| !self.is_weak(it, &part));
            if strong.len() == before {
                return self.with_own(part);
            }
        }
    }

    /// What is reached over a number of empty points if some chains of the opponent are not in play.
    fn reached(&self, farthest: u8, strong: &[Point]) -> PointSet {
        let board = &self.board;
        let strong: PointSet = strong.iter().flat_map(|&it| board.chain(it)).collect();
        let mut part = PointSet::new();
        // A stone of the owner costs nothing on the way, so it goes to the front.
        let mut open: VecDeque<(Point, u8)> = self.target.iter().map(|at| (at, 0)).collect();
        while let Some((at, distance)) = open.pop_front() {
            if !part.insert(at) {
                continue;
            }
            if self.is_own(at) {
                for stone in board.chain(at).filter(|&stone| !part.contains(stone)) {
                    open.push_front((stone, distance));
                }
            }
            for near in board.neighbors(at) {
                if part.contains(near) || self.walls.contains(near) || strong.contains(near) {
                    continue;
                }
                if self.is_own(near) {
                    open.push_front((near, distance));
                } else if distance == farthest {
                    // Too far away.
                } else if board.is_empty_at(near) {
                    open.push_back((near, distance + 1));
                } else {
                    part.extend(board.chain(near));
                    // Its liberties, and what is behind it: who captures that gives it liberties.
                    let around = board.chain(near).flat_map(|stone| board.neighbors(stone));
                    let around = around.filter(|&at| board.is_empty_at(at) || self.is_own(at));
                    open.extend(around.map(|at| (at, distance + 1)));
                }
            }
        }
        self.with_enclosed(part)
    }

    /// Adds the chains of the owner that touch a part, as nothing says that they live.
    fn with_own(&self, mut part: PointSet) -> PointSet {
        let around: PointSet = part
            .iter()
            .flat_map(|at| self.board.neighbors(at))
            .collect();
        for at in around.iter().filter(|&at| self.is_own(at)) {
            part.extend(self.board.chain(at));
        }
        part
    }

    /// Adds the chains of the opponent whose liberties are all in a part.
    fn with_enclosed(&self, mut part: PointSet) -> PointSet {
        let board = &self.board;
        for chain in board.chains(!self.owner) {
            let liberties = board.liberty_set(chain);
            let is_known = part.contains(chain) || self.walls.contains(chain);
            if !is_known && liberties.iter().all(|at| part.contains(at)) {
                part.extend(board.chain(chain));
            }
        }
        part
    }

    /// Whether a point has a stone of the owner that is not taken to live.
    fn is_own(&self, at: Point) -> bool {
        self.board.color_at(at) == Some(self.owner) && !self.walls.contains(at)
    }

    /// Whether a chain has few liberties, or few out of a part, or nothing is taken to live for its liberties.
    fn is_weak(&self, chain: Point, part: &PointSet) -> bool {
        let liberties = self.board.liberty_set(chain);
        let outside = liberties.iter().filter(|&at| !part.contains(at)).count();
        self.are_walls_all || liberties.len() <= FEW_LIBERTIES || outside < ENOUGH_OUTSIDE
    }

    /// Whether a stone is taken to live for no other reason than that it was [named](ReadingProblem::with_walls). Chains of the opponent
    /// that are not weak are taken to live anyway.
    pub(super) fn is_presumed(&self, at: Point, part: &PointSet) -> bool {
        let is_own = self.board.color_at(at) == Some(self.owner);
        self.walls.contains(at) && (is_own || self.is_weak(at, part))
    }

    /// Whether a stone out of play is taken to live: a wall that was named, or one of a chain that is not weak.
    pub(super) fn is_living(&self, at: Point, part: &PointSet) -> bool {
        self.walls.contains(at) || !self.is_weak(at, part)
    }
}

/// Some chains and, on and on, those among others that share [enough](ENOUGH_SHARED) liberties with one of them of their player.
fn with_linked(board: &Board, chains: &[Point], others: &[Point]) -> Vec<Point> {
    let mut linked = chains.to_vec();
    let mut left: Vec<Point> = others.to_vec();
    left.retain(|it| !linked.contains(it));
    let mut place = 0;
    while let Some(&chain) = linked.get(place) {
        let color = board.color_at(chain);
        let liberties = board.liberty_set(chain);
        left.retain(|&it| {
            let shared = board.liberty_set(it);
            let shared = shared.iter().filter(|&at| liberties.contains(at)).count();
            let is_linked = board.color_at(it) == color && shared >= ENOUGH_SHARED;
            if is_linked {
                linked.push(it);
            }
            !is_linked
        });
        place += 1;
    }
    linked
}

/// Whether all of a board may come into play.
fn is_small(board: &Board) -> bool {
    board.size().area() <= SMALL_BOARD
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::go::Size;

    /// White A1, and on the first row behind some empty points a black chain that may be captured. Behind it is a long chain of White's.
    pub(in crate::reading) fn before_a_long_chain(empty_points: usize) -> Board {
        let weak = 1 + empty_points;
        Board::with_stones(Size::square(19), |at| {
            let [column, row] = [at.column(), at.row()].map(usize::from);
            let is_weak = row == 0 && (weak..weak + 3).contains(&column);
            let is_beside = row < 9 && (column == weak + 1 || column == weak + 3);
            let is_above = row < 9 && column == weak + 2;
            let is_left = column == 0 && (1..9).contains(&row);
            if is_weak || is_above || is_left {
                Some(Color::Black)
            } else if (column, row) == (0, 0) || is_beside || (9..17).contains(&row) {
                Some(Color::White)
            } else {
                None
            }
        })
    }

    /// White A1 with one liberty, behind which are a chain of Black's with few liberties and, all over the board, a long one of
    /// White's. A second chain of Black's, with many liberties, shares one or two with the first.
    pub(in crate::reading) fn beside_a_long_chain(shared: usize) -> Board {
        Board::with_stones(Size::square(19), |at| {
            let [column, row] = [at.column(), at.row()].map(usize::from);
            let is_near = column < 2 && (1..3).contains(&row);
            let is_behind = column == 1 && (4..9).contains(&row);
            let is_black = is_near || is_behind || shared == 2 && (column, row) == (0, 4);
            let is_long = column == 2 && row < 9 || (9..17).contains(&row);
            let is_cut = shared == 1 && (column, row) == (0, 3);
            if is_black {
                Some(Color::Black)
            } else if is_long || is_cut || (column, row) == (0, 0) {
                Some(Color::White)
            } else {
                None
            }
        })
    }

    fn widest_part(problem: &ReadingProblem) -> PointSet {
        problem.parts().parts.pop().unwrap().points
    }

    #[test]
    fn a_long_chain_in_play_cuts_the_parts_short() {
        for (empty_points, is_far) in [(1, false), (2, false), (3, true)] {
            let board = before_a_long_chain(empty_points);
            let problem = ReadingProblem::of_chain(&board, "A1".parse().unwrap()).unwrap();
            let ProblemParts { parts, are_far } = problem.parts();
            assert_eq!((parts.len(), are_far), (empty_points, is_far), "{board}");
        }
    }

    #[test]
    fn chains_with_liberties_elsewhere_and_those_that_share_two_with_them_look_alive() {
        for (shared, are_linked) in [(1, false), (2, true)] {
            let board = beside_a_long_chain(shared);
            let at = |name: &str| name.parse::<Point>().unwrap();
            let problem = ReadingProblem::of_chain(&board, at("A1")).unwrap();
            assert!(problem.parts().parts.is_empty(), "{board}");
            let presuming = problem.presuming().unwrap();
            let walls = presuming.walls();
            assert!(walls.contains(at("C1")) && walls.contains(at("B5")));
            assert_eq!(walls.contains(at("A2")), are_linked, "{board}");
            assert!(!walls.contains(at("A1")) && presuming.parts().are_far);
            // With so little in play, Black's second chain has liberties enough to be taken to live anyway.
            let part = widest_part(&presuming);
            let presumed =
                ["C1", "B5", "A2", "B1"].map(|name| presuming.is_presumed(at(name), &part));
            assert_eq!(presumed, [true, !are_linked, are_linked, false], "{board}");
        }
    }

    #[test]
    fn chains_are_linked_on_and_on_by_two_liberties_with_those_of_their_color() {
        let board: Board = "
            X . X . X . O
            X . X . X . O"
            .parse()
            .unwrap();
        let chains = ["A1", "C1", "E1", "G1"].map(|name| name.parse().unwrap());
        assert_eq!(with_linked(&board, &chains[..1], &chains), chains[..3]);
    }

    #[test]
    fn no_chain_looks_alive_whose_liberties_are_all_near() {
        let board: Board = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            X X X X X X . . .
            O O O O O X . . .
            . . . . O X . . .
            O O . . O X . . .
            . . . . O X . . ."
            .parse()
            .unwrap();
        let problem = ReadingProblem::of_chain(&board, "A2".parse().unwrap()).unwrap();
        let walls = problem.presuming().unwrap().walls().clone();
        // White's long chain has seven liberties, all of them around the two stones.
        assert!(!walls.contains("E1".parse().unwrap()));
        assert!(walls.contains("F1".parse().unwrap()));
        let alone: Board = ". . . . . .\n. O . . . .\n. . . . . .\n. . . . . .\n. . . . . ."
            .parse()
            .unwrap();
        let problem = ReadingProblem::of_chain(&alone, "B4".parse().unwrap()).unwrap();
        assert!(problem.presuming().is_none());
    }

    #[test]
    fn parts_grow_over_empty_points_and_weak_stones_alone() {
        // Both of Black's chains have more than three liberties.
        let board: Board = "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            X X X . . . . . .
            O O O X . . . . .
            . . O X . . . . .
            . . O X . . . . .
            . . O X . . . . ."
            .parse()
            .unwrap();
        let at = |name: &str| name.parse::<Point>().unwrap();
        let problem = ReadingProblem::of_chain(&board, at("A4")).unwrap();
        let ProblemParts { parts, are_far } = problem.parts();
        assert!(are_far);
        let distances: Vec<u8> = parts.iter().map(|part| part.distance).collect();
        let parts: Vec<PointSet> = parts.into_iter().map(|part| part.points).collect();
        assert!(parts.windows(2).all(|two| two[0].len() < two[1].len()));
        assert!(distances.windows(2).all(|two| two[0] < two[1]));
        // The part of each distance has what the last one of the same size has.
        for distance in 1..=FARTHEST {
            let place = distances.iter().position(|&known| known >= distance);
            assert_eq!(parts[place.unwrap()], problem.part(distance), "{distance}");
        }
        assert!(parts[0].contains(at("C1")) && parts[0].contains(at("A3")));
        assert!(parts.iter().all(|part| !part.contains(at("D1"))));
        let widest = parts.last().unwrap();
        assert!(!widest.contains(at("D5")) && !widest.contains(at("A5")));
        let weak = board_with_shorter_wall();
        let problem = ReadingProblem::of_chain(&weak, at("A4")).unwrap();
        let more = widest_part(&problem);
        assert!(more.contains(at("A5")) && more.contains(at("A6")));
    }

    #[test]
    fn a_small_board_comes_into_play_whole() {
        // Black's wall has more than three liberties, and the last columns are more than seven points away.
        for (columns, is_whole) in [(12, true), (13, false)] {
            let board =
                Board::with_stones(Size::new(columns, 2).unwrap(), |at| match at.column() {
                    0 if at.row() == 0 => Some(Color::White),
                    2..5 if at.row() == 1 => Some(Color::Black),
                    _ => None,
                });
            let problem = ReadingProblem::of_chain(&board, "A1".parse().unwrap()).unwrap();
            let widest = widest_part(&problem);
            assert_eq!(widest.len() == board.size().area(), is_whole, "{board}");
        }
    }

    /// The same with a wall above that has two liberties.
    fn board_with_shorter_wall() -> Board {
        "
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . O . . . . . .
            X X O X . . . . .
            O O O X . . . . .
            . . O X . . . . .
            . . O X . . . . .
            . . O X . . . . ."
            .parse()
            .unwrap()
    }

    #[test]
    fn stones_of_the_owner_that_touch_a_part_are_in_play_unless_they_are_walls() {
        let board: Board = "
            . . . . . . .
            . . . . . . .
            O X X X O . ."
            .parse()
            .unwrap();
        let at = |name: &str| name.parse::<Point>().unwrap();
        let problem = ReadingProblem::of_chain(&board, at("A1")).unwrap();
        assert!(problem.part(1).contains(at("E1")));
        assert!(!problem.part(1).contains(at("E2")));
        let walled = problem.with_walls(PointSet::from_iter([at("E1")]));
        assert!(
            !walled
                .parts()
                .parts
                .iter()
                .any(|part| part.points.contains(at("E1")))
        );
    }

    #[test]
    fn a_group_is_linked_by_liberties() {
        let board: Board = "
            . . . . .
            . X X . .
            X O O X .
            O . . O X
            . . . . X"
            .parse()
            .unwrap();
        let at = |name: &str| name.parse::<Point>().unwrap();
        let group = ReadingProblem::of_group(&board, at("B3")).unwrap();
        assert_eq!(group.target().len(), 4);
        assert_eq!(group.owner(), Color::White);
        let chain = ReadingProblem::of_chain(&board, at("B3")).unwrap();
        assert_eq!(chain.target().len(), 2);
        assert!(ReadingProblem::of_group(&board, at("A1")).is_none());
    }
}
