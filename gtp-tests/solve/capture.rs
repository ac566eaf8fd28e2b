//! Whether stones can be captured or connected, by every line of play: a question and its answers on boards of a few points, apart
//! from the proof search of `kosumi solve`, which reads few lines and knows which moves cannot matter.

use super::grid::{Bits, Grid, Stones, each};
use rustc_hash::FxHashMap;

/// How kos are fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KoFight {
    /// A player takes back at once, and the other one never, as long as the stone in the ko stands alone.
    WonBy(usize),
    /// Who takes back has to make another move or a pass before.
    WithoutThreats,
}

/// What the owner of some stones fears, or wants.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Aim {
    /// His opponent wants to capture all of them.
    Capture(Bits),
    /// He wants two of them in one chain with two liberties, without having lost either.
    Connect([Bits; 2]),
}

impl Aim {
    /// The stones in question.
    const fn target(self) -> Bits {
        match self {
            Aim::Capture(stones) => stones,
            Aim::Connect([one, other]) => one | other,
        }
    }
}

/// A stone that was put down in a ko, and the point of the stone that it took.
type Ban = (Bits, Bits);

/// All that the future depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Situation {
    stones: Stones,
    /// The stones in question that were never captured.
    target: Bits,
    /// Sorted.
    bans: Vec<Ban>,
    to_move: usize,
}

/// Every situation that play about some stones can come to, and in which of them the aim is reached.
#[derive(Debug)]
pub(crate) struct AllLines {
    grid: Grid,
    kos: KoFight,
    numbers: FxHashMap<Situation, usize>,
    is_reached: Vec<bool>,
    starts: [Situation; 2],
}

impl AllLines {
    /// Reads everything about stones of `owner`, whoever begins; `None` if there are more than `most` situations.
    ///
    /// The aim has to be reached within a number of moves, not if play goes in circles. Suicide is not allowed.
    pub(crate) fn of(
        grid: Grid,
        stones: Stones,
        (owner, aim): (usize, Aim),
        kos: KoFight,
        most: usize,
    ) -> Option<AllLines> {
        let starts = [0, 1].map(|to_move| Situation {
            stones,
            target: aim.target(),
            bans: Vec::new(),
            to_move,
        });
        let mut lines = AllLines {
            grid,
            kos,
            numbers: FxHashMap::default(),
            is_reached: Vec::new(),
            starts,
        };
        let mut open = lines.starts.to_vec();
        let mut edges: Vec<(usize, usize)> = Vec::new();
        let seeker = match aim {
            Aim::Capture(_) => 1 - owner,
            Aim::Connect(_) => owner,
        };
        // Moves that are not known to lead to the aim yet; one suffices for who seeks it.
        let mut left: Vec<usize> = Vec::new();
        let mut reached = Vec::new();
        for start in &lines.starts {
            lines.numbers.insert(start.clone(), lines.numbers.len());
            left.push(0);
        }
        while let Some(situation) = open.pop() {
            let number = lines.numbers[&situation];
            if lines.is_at_aim(&situation, owner, aim) {
                reached.push(number);
                continue;
            }
            let next = lines.moves(&situation).into_iter().map(|(_, next)| next);
            let next: Vec<Situation> = next.collect();
            left[number] = if situation.to_move == seeker {
                1
            } else {
                next.len()
            };
            for next in next {
                let new = lines.numbers.len();
                let child = *lines.numbers.entry(next.clone()).or_insert(new);
                if child == new {
                    if new == most {
                        return None;
                    }
                    left.push(0);
                    open.push(next);
                }
                edges.push((child, number));
            }
        }
        edges.sort_unstable();
        lines.is_reached = vec![false; left.len()];
        for &number in &reached {
            lines.is_reached[number] = true;
        }
        while let Some(number) = reached.pop() {
            let from = edges.partition_point(|&(child, _)| child < number);
            let parents = edges[from..]
                .iter()
                .take_while(|&&(child, _)| child == number);
            for &(_, parent) in parents {
                left[parent] = left[parent].saturating_sub(1);
                if left[parent] == 0 && !lines.is_reached[parent] {
                    lines.is_reached[parent] = true;
                    reached.push(parent);
                }
            }
        }
        Some(lines)
    }

    /// Whether a situation is what is aimed at.
    fn is_at_aim(&self, situation: &Situation, owner: usize, aim: Aim) -> bool {
        let Aim::Connect([one, other]) = aim else {
            return situation.target == 0;
        };
        let chain = self.grid.connected(one, situation.stones.0[owner]);
        situation.target == one | other
            && chain & other != 0
            && self.grid.liberties(situation.stones, chain).count_ones() > 1
    }

    /// Returns true if the aim is reached when a player begins.
    pub(crate) fn is_reached(&self, first: usize) -> bool {
        self.is_reached[self.numbers[&self.starts[first]]]
    }

    /// The plays that a player may begin with, and whether the aim is reached after each.
    pub(crate) fn first_moves(&self, first: usize) -> Vec<(Bits, bool)> {
        let moves = self.moves(&self.starts[first]).into_iter();
        let plays = moves.filter(|&(at, _)| at != 0);
        let outcome = |(at, next)| (at, self.is_reached[self.numbers[&next]]);
        plays.map(outcome).collect()
    }

    /// All moves, a pass as no point, and what each leads to.
    fn moves(&self, situation: &Situation) -> Vec<(Bits, Situation)> {
        let mover = situation.to_move;
        let passed = Situation {
            bans: match self.kos {
                KoFight::WonBy(_) => situation.bans.clone(),
                KoFight::WithoutThreats => Vec::new(),
            },
            to_move: 1 - mover,
            ..situation.clone()
        };
        let empty = self.grid.all() & !situation.stones.occupied();
        let plays = each(empty).filter_map(|at| Some((at, self.play(situation, &passed, at)?)));
        [(0, passed.clone())].into_iter().chain(plays).collect()
    }

    /// What a play leads to; `None` if it is not allowed. A pass would lead to `passed`.
    fn play(&self, situation: &Situation, passed: &Situation, at: Bits) -> Option<Situation> {
        let (grid, mover) = (self.grid, situation.to_move);
        let stones = grid.play(situation.stones, mover, at);
        let chain = grid.connected(at, stones.0[mover]);
        if chain == 0 {
            return None;
        }
        let taken = situation.stones.0[1 - mover] & !stones.0[1 - mover];
        let is_ko =
            taken.is_power_of_two() && chain == at && grid.liberties(stones, chain) == taken;
        if is_ko && situation.bans.contains(&(taken, at)) {
            return None;
        }
        let mut bans = passed.bans.clone();
        bans.retain(|&(stone, _)| {
            let [black, white] = stones.0.map(|of| grid.connected(stone, of));
            (black | white) == stone
        });
        if is_ko && self.kos != KoFight::WonBy(1 - mover) {
            bans.push((at, taken));
            bans.sort_unstable();
        }
        Some(Situation {
            stones,
            target: situation.target & !taken,
            bans,
            to_move: 1 - mover,
        })
    }
}
