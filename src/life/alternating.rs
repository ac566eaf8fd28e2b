//! Safety under alternating play: chains that live though the opponent begins, if their owner answers every move in the
//! region where it was made.
//!
//! Müller, "Playing it safe: recognizing secure territories in computer Go by using static rules and search", 1997. A region
//! between chains of one player is searched by itself: whatever the opponent plays there, and whatever kos he wins, the
//! owner's answers must lead to an eye for every chain around it ([Benson](crate::tactics::Unconditional), with one eye elsewhere for
//! a chain that has another such region). No chain may be without a liberty in the region after an answer, so that what
//! happens in one region does no harm to another one.

use crate::go::board::Region;
use crate::go::{Board, Color, Point, PointSet};
use crate::reading::patch::{Mask, Patch, bits};
use rustc_hash::FxHashMap;

/// The most chains around a region that is searched.
const MOST_WALLS: usize = u32::BITS as usize;

/// The most answers that are tried in a region, and the most in a row.
const ANSWERS: usize = 30_000;
const DEEPEST: u8 = 4;

/// The stones of a player that live if he answers every move in the region where it was made. Of his stones only those in
/// `walls` are asked for; regions that reach one of `outside` help nobody.
pub(super) fn safe_stones(
    board: &Board,
    color: Color,
    walls: &PointSet,
    outside: &PointSet,
) -> PointSet {
    let mut walls = without_inner(board, color, walls, outside);
    // A chain that does not live may still stand inside a region of others.
    loop {
        let safe = hold_together(board, color, &walls, outside);
        if safe.len() == walls.len() {
            return safe;
        }
        walls = safe;
    }
}

/// Some safe chains of a player, and the points of the regions that their safety may rest on.
pub(super) struct SafeBlock {
    pub(super) chains: PointSet,
    pub(super) points: PointSet,
}

/// The blocks of safe stones: chains with a region in common, and so on. Regions that reach one of `outside` do not count.
pub(super) fn blocks(board: &Board, safe: &PointSet, outside: &PointSet) -> Vec<SafeBlock> {
    let mut blocks: Vec<SafeBlock> = Vec::new();
    let regions = board.regions(|at| !safe.contains(at));
    let is_closed = |region: &&Region| !region.points.iter().any(|at| outside.contains(at));
    for region in regions.iter().filter(is_closed) {
        let border = region.border.iter().map(|at| board.chain_id(at));
        let mut block = SafeBlock {
            chains: border.collect(),
            points: region.points.clone(),
        };
        let is_shared =
            |other: &mut SafeBlock| other.chains.iter().any(|at| block.chains.contains(at));
        let shared: Vec<SafeBlock> = blocks.extract_if(.., is_shared).collect();
        for other in shared {
            block.chains.extend(other.chains.iter());
            block.points.extend(other.points.iter());
        }
        blocks.push(block);
    }
    blocks
}

/// The stones of chains that do not stand inside of a region between others, where they need no eyes of their own.
fn without_inner(board: &Board, color: Color, walls: &PointSet, outside: &PointSet) -> PointSet {
    let regions = board.regions(|at| !walls.contains(at));
    let is_inner = |&chain: &Point| {
        let stones: PointSet = board.chain(chain).collect();
        let is_own = |at: Point| stones.contains(at);
        let mut around = regions
            .iter()
            .filter(|region| region.border.iter().any(is_own));
        match (around.next(), around.next()) {
            (Some(region), None) => {
                !region.points.iter().any(|at| outside.contains(at))
                    && region.border.iter().any(|at| !is_own(at))
            }
            _ => false,
        }
    };
    let chains = board.chains(color).filter(|&chain| walls.contains(chain));
    let outer = chains.filter(|chain| !is_inner(chain));
    outer.flat_map(|chain| board.chain(chain)).collect()
}

/// A region, and what is known of it.
struct HeldRegion {
    region: WalledRegion,
    /// The chains around it, by [`Board::chain_id`].
    walls: Vec<Point>,
    /// The chains that had another region when this one was found to hold.
    held_with: Option<u32>,
}

/// The stones of those chains of `walls` whose regions hold as long as all of these chains are there.
fn hold_together(board: &Board, color: Color, walls: &PointSet, outside: &PointSet) -> PointSet {
    let regions = board.regions(|at| !walls.contains(at));
    let mut candidates: Vec<HeldRegion> = regions
        .iter()
        .filter(|region| !region.points.iter().any(|at| outside.contains(at)))
        .filter_map(|region| HeldRegion::new(board, color, &region.points, walls))
        .collect();
    let chains = board.chains(color).filter(|&chain| walls.contains(chain));
    let mut chains: Vec<Point> = chains.map(|chain| board.chain_id(chain)).collect();
    loop {
        let before = (chains.len(), candidates.len());
        candidates.retain(|candidate| candidate.walls.iter().all(|wall| chains.contains(wall)));
        let count = |chain: Point, candidates: &[HeldRegion]| {
            let beside = candidates.iter().filter(|it| it.walls.contains(&chain));
            beside.count()
        };
        let mut place = 0;
        while place < candidates.len() {
            let bits = candidates[place].walls.iter().enumerate();
            let elsewhere = bits
                .filter(|&(_, &wall)| count(wall, &candidates) > 1)
                .fold(0, |bits, (bit, _)| bits | 1 << bit);
            if candidates[place].holds(elsewhere) {
                place += 1;
            } else {
                candidates.remove(place);
            }
        }
        chains.retain(|&chain| count(chain, &candidates) > 0);
        if (chains.len(), candidates.len()) == before {
            break;
        }
    }
    chains
        .iter()
        .flat_map(|&chain| board.chain(chain))
        .collect()
}

impl HeldRegion {
    fn new(board: &Board, color: Color, points: &PointSet, walls: &PointSet) -> Option<HeldRegion> {
        let patch = Patch::new(board, points)?;
        let beside = |at: Point| {
            let stones = board.neighbors(at).filter(|&near| walls.contains(near));
            stones.map(|near| board.chain_id(near)).collect::<Vec<_>>()
        };
        let mut around: Vec<Point> = points.iter().flat_map(beside).collect();
        around.sort_unstable();
        around.dedup();
        if around.is_empty() || around.len() > MOST_WALLS {
            return None;
        }
        let stones_of = |of: Color| patch.mask(|at| board.color_at(at) == Some(of));
        let beside_wall = around.iter().map(|&wall| {
            let is_of_wall = |near| walls.contains(near) && board.chain_id(near) == wall;
            patch.mask(|at| board.neighbors(at).any(is_of_wall))
        });
        Some(HeldRegion {
            region: WalledRegion {
                beside_wall: beside_wall.collect(),
                start: Stones {
                    own: stones_of(color),
                    theirs: stones_of(!color),
                },
                patch,
            },
            walls: around,
            held_with: None,
        })
    }

    /// Returns true if the region gives an eye to all chains around it, and two to those that are not among `elsewhere`.
    fn holds(&mut self, elsewhere: u32) -> bool {
        if self.held_with.is_none_or(|with| with != elsewhere) {
            if !RegionSearch::new(&self.region, elsewhere).holds() {
                return false;
            }
            self.held_with = Some(elsewhere);
        }
        true
    }
}

/// A region as sets of its points: bit `n` stands for the n-th one.
struct WalledRegion {
    patch: Patch,
    /// The points next to each chain around.
    beside_wall: Vec<Mask>,
    start: Stones,
}

/// What stands in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stones {
    own: Mask,
    theirs: Mask,
}

/// A chain in a region: its stones there, and the chains around that belong to it.
#[derive(Clone, Copy)]
struct WalledChain {
    stones: Mask,
    walls: u32,
}

/// What comes of a move of the opponent.
enum Attack {
    /// He may not move there, or has only taken his own stone.
    Nothing,
    /// He has captured a chain around the region.
    Captured,
    /// Where the owner may not take back at once, if anywhere.
    Stands(Stones, Mask),
}

impl WalledRegion {
    /// The owner's chains. Each chain around the region belongs to one.
    fn chains(&self, own: Mask) -> Vec<WalledChain> {
        let parts = self.patch.parts(own);
        let mut chains: Vec<WalledChain> = parts
            .map(|stones| WalledChain { stones, walls: 0 })
            .collect();
        for (wall, &beside) in self.beside_wall.iter().enumerate() {
            let mut joined = WalledChain {
                stones: 0,
                walls: 1 << wall,
            };
            chains.retain(|chain| {
                let touches = chain.stones & beside != 0;
                if touches {
                    joined.stones |= chain.stones;
                    joined.walls |= chain.walls;
                }
                !touches
            });
            chains.push(joined);
        }
        chains
    }

    /// The points of the region next to a chain.
    fn around(&self, chain: WalledChain) -> Mask {
        let walls = bits(Mask::from(chain.walls));
        walls.fold(self.patch.beside(chain.stones), |found, wall| {
            found | self.beside_wall[wall]
        })
    }
}

impl Stones {
    fn taken(self) -> Mask {
        self.own | self.theirs
    }
}

/// A search of a region.
struct RegionSearch<'a> {
    region: &'a WalledRegion,
    /// The chains around that have an eye elsewhere.
    elsewhere: u32,
    answers: usize,
    /// With the opponent to move: answers in a row that suffice, and the most that do not.
    known: FxHashMap<Stones, (Option<u8>, Option<u8>)>,
    /// The answers that have sufficed at each depth.
    usual: [Mask; DEEPEST as usize + 1],
}

impl<'a> RegionSearch<'a> {
    fn new(region: &'a WalledRegion, elsewhere: u32) -> RegionSearch<'a> {
        RegionSearch {
            region,
            elsewhere,
            answers: 0,
            known: FxHashMap::default(),
            usual: [0; DEEPEST as usize + 1],
        }
    }

    /// Returns true if the owner is known to hold the region when the opponent begins.
    fn holds(&mut self) -> bool {
        let start = self.region.start;
        (0..=DEEPEST).any(|depth| self.answers < ANSWERS && self.survives(start, depth))
    }

    /// The owner's chains, and the points next to each, if every chain around has a liberty in the region.
    fn breathing(&self, stones: Stones) -> Option<Vec<(WalledChain, Mask)>> {
        let free = !stones.taken();
        let chains = self.region.chains(stones.own).into_iter();
        chains
            .map(|chain| {
                let around = self.region.around(chain);
                (chain.walls == 0 || around & free != 0).then_some((chain, around))
            })
            .collect()
    }

    /// Returns true if every chain around lives, without any further move of its owner. `chains` are all of his.
    fn lives(&self, stones: Stones, mut chains: Vec<(WalledChain, Mask)>) -> bool {
        let patch = &self.region.patch;
        let mut spaces: Vec<Mask> = patch.parts(patch.all() & !stones.own).collect();
        loop {
            let eyes = |&(chain, around): &(WalledChain, Mask)| {
                let vital = spaces.iter().filter(|&&space| {
                    let empty = space & !stones.theirs;
                    empty != 0 && empty & !around == 0
                });
                vital.count() + usize::from(chain.walls & self.elsewhere != 0)
            };
            let (living, lost): (Vec<_>, Vec<_>) = chains.into_iter().partition(|it| eyes(it) >= 2);
            if lost.iter().any(|(chain, _)| chain.walls != 0) {
                return false;
            }
            if lost.is_empty() {
                return true;
            }
            spaces.retain(|space| lost.iter().all(|(_, around)| around & space == 0));
            chains = living;
        }
    }

    /// Returns true if the owner holds the region with `depth` answers at most. The opponent is to move.
    fn survives(&mut self, stones: Stones, depth: u8) -> bool {
        if let Some(&(enough, too_few)) = self.known.get(&stones) {
            if enough.is_some_and(|enough| enough <= depth) {
                return true;
            }
            if too_few.is_some_and(|too_few| too_few >= depth) {
                return false;
            }
        }
        let survives = self.breathing(stones).is_some_and(|chains| {
            self.lives(stones, chains) || depth > 0 && self.answers_all(stones, depth)
        });
        if self.answers < ANSWERS {
            let known = self.known.entry(stones).or_default();
            let side = if survives { &mut known.0 } else { &mut known.1 };
            *side = Some(depth);
        }
        survives
    }

    /// Returns true if the owner has an answer to every move of the opponent and then holds the region, with so many answers at
    /// most.
    fn answers_all(&mut self, stones: Stones, depth: u8) -> bool {
        let empty = self.region.patch.all() & !stones.taken();
        bits(empty).all(|at| match self.attack(stones, 1 << at) {
            Attack::Nothing => true,
            Attack::Captured => false,
            Attack::Stands(after, banned) => self.has_answer(after, banned, depth),
        })
    }

    /// Returns true if the owner, who is to move, holds the region with `depth` answers at most. He may not play on a point of
    /// `banned`.
    fn has_answer(&mut self, stones: Stones, banned: Mask, depth: u8) -> bool {
        let chains = self.breathing(stones);
        if chains.is_some_and(|chains| self.lives(stones, chains)) {
            return true;
        }
        let empty = self.region.patch.all() & !stones.taken() & !banned;
        // What answered another move may well answer this one, too.
        let usual = self.usual[usize::from(depth)] & empty;
        for among in [usual, empty] {
            for within in [0, depth - 1] {
                for at in bits(among) {
                    if self.answers >= ANSWERS {
                        return false;
                    }
                    self.answers += 1;
                    let after = self.answer(stones, 1 << at);
                    if after.is_some_and(|after| self.survives(after, within)) {
                        self.usual[usize::from(depth)] |= 1 << at;
                        return true;
                    }
                }
                if depth == 1 {
                    break;
                }
            }
        }
        false
    }

    /// A move of the opponent. He wins every ko, so no rule keeps him from taking back.
    fn attack(&self, stones: Stones, at: Mask) -> Attack {
        let region = self.region;
        let Stones { own, mut theirs } = stones;
        theirs |= at;
        let free = region.patch.all() & !own & !theirs;
        let is_taken = |chain: &WalledChain| {
            let around = region.around(*chain);
            around & at != 0 && around & free == 0 && chain.walls & self.elsewhere == 0
        };
        let mut captured = 0;
        for chain in region.chains(own).iter().filter(|chain| is_taken(chain)) {
            if chain.walls != 0 {
                return Attack::Captured;
            }
            captured |= chain.stones;
        }
        let own = own & !captured;
        let free = free | captured;
        let chain = region.patch.connected(at, theirs);
        let liberties = region.patch.beside(chain) & free;
        if liberties == 0 {
            // Some rules allow him to take his own stones.
            let left = Stones {
                own,
                theirs: theirs & !chain,
            };
            return if chain == at {
                Attack::Nothing
            } else {
                Attack::Stands(left, 0)
            };
        }
        let is_ko = captured.is_power_of_two() && chain == at && liberties == captured;
        Attack::Stands(Stones { own, theirs }, if is_ko { captured } else { 0 })
    }

    /// The region after a move of the owner, if he may make it.
    fn answer(&self, stones: Stones, at: Mask) -> Option<Stones> {
        let region = self.region;
        let Stones {
            mut own,
            mut theirs,
        } = stones;
        own |= at;
        let near = bits(region.patch.beside(at) & theirs);
        for place in near {
            let chain = region.patch.connected(1 << place, theirs);
            if region.patch.beside(chain) & region.patch.all() & !own & !theirs == 0 {
                theirs &= !chain;
            }
        }
        let free = region.patch.all() & !own & !theirs;
        let mut chains = region.chains(own).into_iter();
        let chain = chains.find(|chain| chain.stones & at != 0)?;
        let has_liberty = region.around(chain) & free != 0 || chain.walls & self.elsewhere != 0;
        has_liberty.then_some(Stones { own, theirs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::life::hypothetical::Fate;
    use crate::life::hypothetical::ReadingLimits;
    use crate::life::tests::{EVERY_LINE, every_fate, random_board, random_boards};
    use crate::rng::Rng;
    use crate::tactics::Unconditional;
    use proptest::prelude::*;

    /// The stones of a color on a diagram that are safe if all of them are asked for, and all of the opponent's live but
    /// those in `dead`.
    fn safe(diagram: &str, color: Color, dead: &[&str]) -> PointSet {
        let board: Board = diagram.parse().unwrap();
        let is_dead = |at: &Point| dead.contains(&at.to_string().as_str());
        let outside = board.stone_set(!color);
        let outside = outside.iter().filter(|at| !is_dead(at)).collect();
        safe_stones(&board, color, &board.stone_set(color), &outside)
    }

    #[test]
    fn a_space_that_makes_two_eyes_after_any_attack_is_safe() {
        let straight_three = "
            X X X X X X X
            O O O O O X .
            O . . . O X X
            O O O O O X .
            X X X X X X X";
        let zigzag_four = "
            O O O O O X .
            O . . O O X X
            O O . . O X .
            O O O O O X X
            X X X X X X .";
        let square_four = "
            O O O O O X .
            O . . O O X X
            O . . O O X .
            O O O O O X X
            X X X X X X .";
        let straight_four = "
            X X X X X X X X
            O O O O O O X .
            O . . . . O X X
            O O O O O O X .
            X X X X X X X X";
        let attacked_four = "
            X X X X X X X X
            O O O O O O X .
            O . . X . O X X
            O O O O O O X .
            X X X X X X X X";
        for (diagram, dead, lives) in [
            (straight_three, "", false),
            (zigzag_four, "", true),
            (square_four, "", false),
            (straight_four, "", true),
            // White has not answered yet, and Black goes on.
            (attacked_four, "D3", false),
        ] {
            let found = safe(diagram, Color::White, &[dead]);
            assert_eq!(!found.is_empty(), lives, "{diagram}");
        }
    }

    #[test]
    fn two_spaces_with_an_eye_each_are_safe_together() {
        // A space of four points in the corner makes one eye, not two.
        let both = "
            . . X O O . O
            . . X O O O O
            X X X O . O .
            . . X O O O O
            . . X O O . O";
        let one = "
            . . X O O . O
            . . X O O O O
            X X X O . O .
            O O O O O O O
            . O . O . O .";
        let board: Board = both.parse().unwrap();
        assert_eq!(safe(both, Color::Black, &[]), board.stone_set(Color::Black));
        assert!(Unconditional::of(&board).stones(Color::Black).is_empty());
        assert!(safe(one, Color::Black, &[]).is_empty());
    }

    #[test]
    fn a_stone_inside_needs_no_eyes_of_its_own() {
        let diagram = "
            . . X O O . O
            . . X O O O O
            X X X O . O .
            . . X O O O O
            X . X O O . O";
        let board: Board = diagram.parse().unwrap();
        let walls = board.chain("C3".parse().unwrap()).collect();
        assert_eq!(safe(diagram, Color::Black, &[]), walls);
    }

    #[test]
    fn chains_with_a_region_in_common_are_one_block() {
        let board: Board = "
            . X . O . X .
            X X X O X X X"
            .parse()
            .unwrap();
        let black = board.stone_set(Color::Black);
        let sizes = |outside: &PointSet| -> Vec<[usize; 2]> {
            let blocks = blocks(&board, &black, outside);
            let size = |block: &SafeBlock| [block.chains.len(), block.points.len()];
            blocks.iter().map(size).collect()
        };
        assert_eq!(sizes(&board.stone_set(Color::White)), [[1, 1], [1, 1]]);
        // White's dead stones are in a region between both chains.
        assert_eq!(sizes(&PointSet::new()), [[2, 6]]);
    }

    #[test]
    fn what_hangs_on_a_ko_is_not_safe() {
        // White plays at G1 and takes at E1.
        let diagram = "
            . O . O . O . O
            O O O O O O O O
            X X X X X O O O
            . X X X . X . O";
        assert!(safe(diagram, Color::Black, &[]).is_empty());
    }

    /// For the few boards that are too hard otherwise.
    const PATIENT: ReadingLimits = ReadingLimits {
        positions: 20_000_000,
        ..EVERY_LINE
    };

    /// How many stones are safe beyond those that live unconditionally, after all were compared with what the reading of
    /// every line finds.
    fn compare(board: &Board) -> usize {
        let mut proved = 0;
        let mut found = None;
        for color in Color::ALL {
            let own = board.stone_set(color);
            for outside in [PointSet::new(), board.stone_set(!color)] {
                let safe = safe_stones(board, color, &own, &outside);
                if safe.is_empty() {
                    continue;
                }
                let unconditional = Unconditional::of(board);
                for at in safe
                    .iter()
                    .filter(|&at| !unconditional.stones(color).contains(at))
                {
                    let fates = found.get_or_insert_with(|| every_fate(board, EVERY_LINE));
                    let fate = fates(at).or_else(|| every_fate(board, PATIENT)(at));
                    assert_eq!(fate, Some(Fate::Kept), "{at}\n{board}");
                    proved += 1;
                }
            }
        }
        proved
    }

    #[test]
    fn who_begins_a_seki_between_two_eyes_loses_it() {
        // Reading every line takes 200,000 positions and more.
        let board: Board = "
            . X O . X X X
            X X . O X . X"
            .parse()
            .unwrap();
        assert!(compare(&board) > 0);
    }

    #[test]
    fn much_is_safe_that_does_not_live_unconditionally() {
        let proved: usize = random_boards(1000).map(|board| compare(&board)).sum();
        assert!(proved > 1000, "{proved}");
    }

    proptest! {
        #[test]
        fn what_is_safe_is_kept_in_every_line(seed in any::<u64>()) {
            compare(&random_board(&mut Rng::new(seed)));
        }
    }
}
