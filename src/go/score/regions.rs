//! Who owns which point of a final position.

use crate::go::board::Region;
use crate::go::rules::{DeadStones, Rules, Scoring, Tax};
use crate::go::{Board, ByColor, Color, Point, PointSet};

/// A region of this many points has room for two eyes whoever moves first, whatever its shape.
const ROOM_FOR_TWO_EYES: usize = 7;

/// The division of the board among the players.
pub(super) struct Partition<'a> {
    board: &'a Board,
    dead: &'a PointSet,
    held: &'a PointSet,
    living: ByColor<PointSet>,
    /// The regions surrounded by living stones of a player alone.
    regions: ByColor<Vec<Region>>,
    space: ByColor<PointSet>,
    /// The part of `space` that does not count because it touches a chain in seki.
    in_seki: ByColor<PointSet>,
    /// True if dead stones outside territory stay on the board.
    keeps_dead: bool,
}

impl<'a> Partition<'a> {
    /// Divides a board. Dead stones stay where the rules find them by hypothetical play. Dame in `held` cannot be filled.
    pub(super) fn new(
        board: &'a Board,
        dead: &'a PointSet,
        held: &'a PointSet,
        rules: &Rules,
    ) -> Partition<'a> {
        let keeps_dead = matches!(rules.dead_stones, DeadStones::HypotheticalPlay(_))
            && rules.scoring == Scoring::Territory;
        let living = ByColor::new_with(|color| {
            board
                .stone_set(color)
                .iter()
                .filter(|&at| !dead.contains(at))
                .collect::<PointSet>()
        });
        let regions = ByColor::new_with(|color| {
            let is_free = |at: Point| match board.color_at(at) {
                None => true,
                Some(stone) => dead.contains(at) && (stone != color || !keeps_dead),
            };
            let mut regions = board.regions(is_free);
            regions.retain(|region| {
                !region.border.is_empty()
                    && region.border.iter().all(|at| living[color].contains(at))
            });
            regions
        });
        let space = ByColor::new_with(|color| {
            regions[color]
                .iter()
                .flat_map(|region: &Region| region.points.iter())
                .collect()
        });
        let in_seki = ByColor::default();
        let mut partition = Partition {
            board,
            dead,
            held,
            living,
            regions,
            space,
            in_seki,
            keeps_dead,
        };
        if rules.tax == Tax::Seki {
            partition.in_seki = ByColor::new_with(|color| partition.seki_points(color));
        }
        partition
    }

    /// The living stones of a player.
    pub(super) fn living(&self, color: Color) -> &PointSet {
        &self.living[color]
    }

    /// The points, empty or under dead stones, that only living stones of a player surround.
    pub(super) fn space(&self, color: Color) -> &PointSet {
        &self.space[color]
    }

    /// The part of [`Self::space`] that touches a chain in seki, if the rules do not count that.
    pub(super) fn in_seki(&self, color: Color) -> &PointSet {
        &self.in_seki[color]
    }

    /// Returns true if a dead stone becomes a prisoner of `color`.
    pub(super) fn is_taken(&self, stone: Point, color: Color) -> bool {
        let is_territory =
            self.space[color].contains(stone) && !self.in_seki[color].contains(stone);
        is_territory || !self.keeps_dead
    }

    /// The points that neither player owns.
    pub(super) fn dame(&self) -> usize {
        let owned = |at: &Point| {
            Color::ALL
                .iter()
                .any(|&color| self.living[color].contains(*at) || self.space[color].contains(*at))
        };
        self.board.points().filter(|at| !owned(at)).count()
    }

    /// How many points of a player do not count after all.
    pub(super) fn tax(&self, color: Color, tax: Tax) -> usize {
        match tax {
            Tax::None => 0,
            Tax::Seki => self.in_seki[color].len(),
            Tax::Groups => self
                .groups(color)
                .iter()
                .map(|group| self.group_tax(group, color))
                .sum(),
        }
    }

    /// The points of the player's regions that touch a chain in seki.
    fn seki_points(&self, color: Color) -> PointSet {
        let stones = self.seki_stones(color);
        let touches = |region: &&Region| region.border.iter().any(|at| stones.contains(at));
        let regions = self.regions[color].iter().filter(touches);
        regions.flat_map(|region| region.points.iter()).collect()
    }

    /// The player's living chains in seki: those next to an empty point that does not belong to their owner, unless that
    /// is a dame between living stones of both that could be filled, and the chain does not need it, because its group has
    /// two eyes without.
    pub(super) fn seki_stones(&self, color: Color) -> PointSet {
        let groups = self.groups(color);
        let lives_alone = |at: Point| {
            let mut groups = groups.iter().filter(|group| group.contains(at));
            groups.any(|group| self.has_two_eyes(group, color))
        };
        let is_in_seki = |&chain: &Point| {
            let is_needed = |at: Point| {
                self.held.contains(at)
                    || !is_between(self.board, self.dead, at)
                    || !lives_alone(chain)
            };
            let mut foreign = self.foreign_empty(self.board.chain(chain), color);
            foreign.any(is_needed)
        };
        let living = self
            .board
            .chains(color)
            .filter(|&chain| self.living[color].contains(chain));
        let chains = living.filter(is_in_seki);
        chains.flat_map(|chain| self.board.chain(chain)).collect()
    }

    /// Returns true if the regions of a group are enough for two eyes.
    fn has_two_eyes(&self, group: &PointSet, color: Color) -> bool {
        let mut eyes = self.eyes(group, color);
        match (eyes.next(), eyes.next()) {
            (Some(eye), None) => eye.points.len() >= ROOM_FOR_TWO_EYES,
            (eye, _) => eye.is_some(),
        }
    }

    /// The neighbors of stones that are empty at the end and do not belong to their owner.
    fn foreign_empty(
        &self,
        stones: impl Iterator<Item = Point>,
        color: Color,
    ) -> impl Iterator<Item = Point> {
        let is_empty = |at: Point| match self.board.color_at(at) {
            None => true,
            Some(stone) => !self.keeps_dead && !self.living[stone].contains(at),
        };
        stones
            .flat_map(|stone| self.board.neighbors(stone))
            .filter(move |&near| is_empty(near) && !self.space[color].contains(near))
    }

    /// The groups of a player: connected sets of his stones and points.
    fn groups(&self, color: Color) -> Vec<PointSet> {
        let member = |at: Point| self.living[color].contains(at) || self.space[color].contains(at);
        self.board
            .regions(member)
            .into_iter()
            .map(|region| region.points)
            .collect()
    }

    /// Two points for each group, because it cannot fill two of its eyes; in seki one for each eye, but not
    /// more than two.
    fn group_tax(&self, group: &PointSet, color: Color) -> usize {
        let eyes = self.eyes(group, color);
        let (count, points) = eyes.fold((0, 0), |(count, points), eye| {
            (count + 1, points + eye.points.len())
        });
        let stones = group.iter().filter(|&at| self.living[color].contains(at));
        if self.foreign_empty(stones, color).next().is_some() {
            count.min(2)
        } else {
            points.min(2)
        }
    }

    /// The regions of a player that belong to a group.
    fn eyes(&self, group: &PointSet, color: Color) -> impl Iterator<Item = &Region> {
        let belongs = |eye: &&Region| {
            eye.points
                .iter()
                .next()
                .is_some_and(|at| group.contains(at))
        };
        self.regions[color].iter().filter(belongs)
    }
}

/// Returns true if a point is next to living stones of both players. All stones live but those in `dead`.
pub fn is_between(board: &Board, dead: &PointSet, point: Point) -> bool {
    let lives = |at: Point, of: Color| board.color_at(at) == Some(of) && !dead.contains(at);
    Color::ALL
        .iter()
        .all(|&of| board.neighbors(point).any(|near| lives(near, of)))
}
