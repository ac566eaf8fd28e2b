//! Hypothetical play once more, as plainly as it can be written: every line to its end, each question asked of the same
//! whole graph of positions, no shortcuts and no limits. For parts of a few points on boards of up to 64.

use super::Fate;
use crate::go::rules::KoPass;
use crate::go::{Board, ByColor, Color, Point, PointSet};
use crate::reading::field::{Kos, UNLIMITED};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The places of a set.
fn bits(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (first < Set::BITS).then_some(first as usize)
    })
}

/// A set of points, each by the bit of its place in the list of all points.
type Set = u64;

/// A stone, and the point where it may not be taken back, by their places.
type Ban = (usize, usize);

#[derive(Clone, PartialEq, Eq, Hash)]
struct Position {
    stones: ByColor<Set>,
    /// The stones of the final position that have never been captured.
    first: Set,
    bans: BTreeSet<Ban>,
    threats: ByColor<u8>,
    to_move: Color,
    passes: u8,
}

/// What a play does.
struct Play {
    stones: ByColor<Set>,
    taken: Set,
    is_ko: bool,
}

/// Every position that can come up, the final one first, and the moves between them.
struct Graph {
    /// Whose chains are considered.
    owner: Color,
    positions: Vec<Position>,
    moves: Vec<Vec<usize>>,
    /// The positions with a move to each.
    back: Vec<Vec<usize>>,
}

pub(super) struct Naive {
    points: Vec<Point>,
    near: Vec<Set>,
    part: Set,
    stones: ByColor<Set>,
    kos: Kos,
}

impl Naive {
    /// What is outside of the part has to have liberties there, and stays.
    pub(super) fn new(board: &Board, part: &PointSet, kos: Kos) -> Naive {
        let points: Vec<Point> = board.points().collect();
        let set = |is_in: &dyn Fn(Point) -> bool| -> Set {
            let within = (0..points.len()).filter(|&at| is_in(points[at]));
            within.map(|at| 1 << at).sum()
        };
        let is_near = |at: Point, other: Point| board.neighbors(at).any(|near| near == other);
        Naive {
            near: points
                .iter()
                .map(|&at| set(&|other| is_near(at, other)))
                .collect(),
            part: set(&|at| part.contains(at)),
            stones: ByColor::new_with(|color| set(&|at| board.color_at(at) == Some(color))),
            points,
            kos,
        }
    }

    /// The points next to those of a set, and some of its own.
    fn around(&self, set: Set) -> Set {
        bits(set).fold(0, |around, at| around | self.near[at])
    }

    /// The chain of some stones with a stone at `at`.
    fn chain(&self, stones: Set, at: usize) -> Set {
        let mut chain = 1 << at;
        loop {
            let grown = chain | self.around(chain) & stones;
            if grown == chain {
                return chain;
            }
            chain = grown;
        }
    }

    fn chains(&self, stones: Set) -> BTreeSet<Set> {
        bits(stones).map(|at| self.chain(stones, at)).collect()
    }

    fn liberties(&self, stones: ByColor<Set>, chain: Set) -> Set {
        self.around(chain) & !stones.black & !stones.white
    }

    fn play(&self, before: ByColor<Set>, at: usize, color: Color) -> Option<Play> {
        let mut stones = before;
        stones[color] |= 1 << at;
        let mut taken = 0;
        for near in bits(self.near[at] & before[!color]) {
            let chain = self.chain(before[!color], near);
            if self.liberties(stones, chain) == 0 {
                taken |= chain;
            }
        }
        stones[!color] &= !taken;
        let chain = self.chain(stones[color], at);
        let liberties = self.liberties(stones, chain);
        let is_ko = taken.is_power_of_two() && chain.is_power_of_two() && liberties == taken;
        (liberties != 0).then_some(Play {
            stones,
            taken,
            is_ko,
        })
    }

    fn moves(&self, from: &Position) -> Vec<Position> {
        let mut turn = Position {
            to_move: !from.to_move,
            passes: 0,
            ..from.clone()
        };
        let has_short_bans = matches!(self.kos, Kos::Threats(_));
        if has_short_bans {
            turn.bans.clear();
        }
        let mut to = Vec::new();
        let mut kept_from = BTreeSet::new();
        for at in bits(self.part & !from.stones.black & !from.stones.white) {
            let Some(play) = self.play(from.stones, at, from.to_move) else {
                continue;
            };
            let stone = play.taken.trailing_zeros() as usize;
            let mut next = turn.clone();
            if play.is_ko && from.bans.contains(&(stone, at)) {
                kept_from.insert((stone, at));
                match from.threats[from.to_move] {
                    0 => continue,
                    UNLIMITED => {}
                    _ => next.threats[from.to_move] -= 1,
                }
            }
            next.first &= !play.taken;
            next.bans.retain(|(stone, _)| play.taken >> stone & 1 == 0);
            if play.is_ko && self.kos != Kos::ThreatsOf(!from.to_move) {
                next.bans.insert((at, stone));
            }
            next.stones = play.stones;
            to.push(next);
        }
        let is_waiting = has_short_bans && !kept_from.is_empty();
        to.push(Position {
            passes: if is_waiting { 0 } else { from.passes + 1 },
            ..turn.clone()
        });
        if self.kos == Kos::Passes(KoPass::Every) && !kept_from.is_empty() {
            to.push(Position {
                bans: BTreeSet::new(),
                ..turn.clone()
            });
        }
        if self.kos == Kos::Passes(KoPass::One) {
            for ban in kept_from {
                let mut lifted = turn.clone();
                lifted.bans.remove(&ban);
                to.push(lifted);
            }
        }
        to
    }

    /// Every line of play from the final position on, for questions about chains of `owner`.
    fn graph(&self, owner: Color, first: Color) -> Graph {
        let start = Position {
            stones: self.stones,
            first: self.stones.black | self.stones.white,
            bans: BTreeSet::new(),
            threats: match self.kos {
                Kos::Threats(threats) => threats,
                _ => ByColor::new_with(|_| 0),
            },
            to_move: first,
            passes: 0,
        };
        let mut numbers = FxHashMap::from_iter([(start.clone(), 0)]);
        let mut graph = Graph {
            owner,
            positions: vec![start],
            moves: Vec::new(),
            back: vec![Vec::new()],
        };
        for number in 0.. {
            let Some(from) = graph.positions.get(number) else {
                break;
            };
            let next = if from.passes < 2 {
                self.moves(from)
            } else {
                Vec::new()
            };
            graph.moves.push(Vec::new());
            for to in next {
                let place = *numbers.entry(to.clone()).or_insert(graph.positions.len());
                if place == graph.positions.len() {
                    graph.positions.push(to);
                    graph.back.push(Vec::new());
                }
                graph.moves[number].push(place);
                graph.back[place].push(number);
            }
        }
        graph
    }

    /// The fates of all chains in the part, by each of their stones.
    pub(super) fn fates(&self) -> BTreeMap<Point, Fate> {
        let graphs = ByColor::new_with(|owner| self.graph(owner, !owner));
        let own_points = ByColor::new_with(|owner| -> BTreeMap<Set, Fate> {
            let chains = self.chains(self.stones[owner] & self.part).into_iter();
            chains
                .map(|chain| (chain, graphs[owner].without_room(chain)))
                .collect()
        });
        let mut fates = BTreeMap::new();
        for owner in Color::ALL {
            // No room is made outside, nor under what cannot be captured and own stones that live.
            let foes = own_points[!owner].iter();
            let foes = foes.filter(|&(_, &fate)| fate == Fate::Uncapturable);
            let own = own_points[owner].iter();
            let own = own.filter(|&(_, &fate)| fate != Fate::Dead);
            let barred = foes
                .chain(own)
                .fold(!self.part, |barred, (chain, _)| barred | chain);
            for (&chain, &fate) in &own_points[owner] {
                let fate = match fate {
                    Fate::Dead => {
                        if graphs[owner].is_kept_free(chain, self.room(chain, barred)) {
                            Fate::Dead
                        } else {
                            Fate::Enabling
                        }
                    }
                    known => known,
                };
                fates.extend(bits(chain).map(|at| (self.points[at], fate)));
            }
        }
        fates
    }

    fn room(&self, chain: Set, barred: Set) -> Set {
        let mut room = chain;
        for _ in 0..64 {
            room |= self.around(room) & !barred;
        }
        room
    }

    /// Returns true if the chain at a point is captured when a player begins: for good if play ends without a stone
    /// of its owner on its points.
    pub(super) fn is_captured(
        board: &Board,
        part: &PointSet,
        kos: Kos,
        at: Point,
        first: Color,
        is_for_good: bool,
    ) -> bool {
        let owner = board.color_at(at).unwrap();
        let field = Naive::new(board, part, kos);
        let index = field.points.iter().position(|&point| point == at);
        let chain = field.chain(field.stones[owner] & field.part, index.unwrap());
        let graph = field.graph(owner, first);
        let is_aim = |it: &Position| {
            if is_for_good {
                it.passes == 2 && it.stones[owner] & chain == 0
            } else {
                it.first & chain == 0
            }
        };
        let aims: Vec<bool> = graph.positions.iter().map(is_aim).collect();
        graph.attracted(&aims)[0]
    }

    /// Returns true if two stones come into one chain when a player begins, which is not captured at once.
    pub(super) fn is_connected(
        board: &Board,
        part: &PointSet,
        kos: Kos,
        stones: [Point; 2],
        first: Color,
    ) -> bool {
        let owner = board.color_at(stones[0]).unwrap();
        let field = Naive::new(board, part, kos);
        let [one, other] = stones.map(|stone| {
            let index = field.points.iter().position(|&point| point == stone);
            index.unwrap()
        });
        let graph = field.graph(!owner, first);
        let is_aim = |it: &Position| {
            let both = 1 << one | 1 << other;
            let chain = field.chain(it.stones[owner], one);
            it.first & both == both
                && chain & both == both
                && (it.passes == 2 || field.liberties(it.stones, chain).count_ones() > 1)
        };
        let aims: Vec<bool> = graph.positions.iter().map(is_aim).collect();
        graph.attracted(&aims)[0]
    }

    /// The chains of a part whose end depends neither on who begins nor on who has threats for kos, by each of their
    /// stones.
    pub(super) fn settled(board: &Board, part: &PointSet) -> BTreeMap<Point, Fate> {
        let fields = ByColor::new_with(|color| Naive::new(board, part, Kos::ThreatsOf(color)));
        let any = &fields.black;
        let chains = |owner: Color| any.chains(any.stones[owner] & any.part);
        let mut kept = BTreeMap::new();
        for owner in Color::ALL {
            let graph = fields[!owner].graph(owner, !owner);
            let is_kept = |chain: &Set| graph.without_room(*chain) == Fate::Uncapturable;
            let stay = chains(owner).into_iter().filter(is_kept);
            kept.extend(stay.map(|chain| (chain, Fate::Kept)));
        }
        let barred = kept.keys().fold(!any.part, |barred, chain| barred | chain);
        let mut settled = kept.clone();
        for owner in Color::ALL {
            let graph = fields[owner].graph(owner, owner);
            let is_lost = |chain: &Set| {
                !kept.contains_key(chain)
                    && graph.without_room(*chain) == Fate::Dead
                    && graph.is_kept_free(*chain, any.room(*chain, barred))
            };
            let lost = chains(owner).into_iter().filter(is_lost);
            settled.extend(lost.map(|chain| (chain, Fate::Lost)));
        }
        let stones = settled.into_iter();
        stones
            .flat_map(|(chain, fate)| bits(chain).map(move |at| (any.points[at], fate)))
            .collect()
    }
}

impl Graph {
    /// The fate of a chain by its own points, [`Fate::Dead`] if those do not save it.
    fn without_room(&self, chain: Set) -> Fate {
        let positions = self.positions.iter();
        let captured: Vec<bool> = positions
            .map(|position| position.first & chain == 0)
            .collect();
        if !self.attracted(&captured)[0] {
            return Fate::Uncapturable;
        }
        if self.is_kept_free(chain, chain) {
            Fate::Dead
        } else {
            Fate::Replaced
        }
    }

    /// The positions from which the opponent brings about one of some positions.
    fn attracted(&self, aims: &[bool]) -> Vec<bool> {
        let mut found = aims.to_vec();
        let mut open: Vec<usize> = (0..aims.len()).filter(|&number| aims[number]).collect();
        while let Some(to) = open.pop() {
            for &number in &self.back[to] {
                if found[number] {
                    continue;
                }
                let mut moves = self.moves[number].iter();
                let is_led = if self.positions[number].to_move == self.owner {
                    moves.all(|&to| found[to])
                } else {
                    moves.any(|&to| found[to])
                };
                if is_led {
                    found[number] = true;
                    open.push(number);
                }
            }
        }
        found
    }

    /// Returns true if the opponent captures a chain, and each point of `room` is again and again without a new stone.
    fn is_kept_free(&self, chain: Set, room: Set) -> bool {
        let mut kept = vec![true; self.positions.len()];
        loop {
            let mut better = kept.clone();
            for at in bits(room) {
                let is_aim = |number: usize| {
                    let position = &self.positions[number];
                    let new = position.stones[self.owner] & !position.first;
                    let mut moves = self.moves[number].iter();
                    let goes_on = match () {
                        () if self.moves[number].is_empty() => kept[number],
                        () if position.to_move == self.owner => moves.all(|&to| kept[to]),
                        () => moves.any(|&to| kept[to]),
                    };
                    position.first & chain == 0 && new >> at & 1 == 0 && goes_on
                };
                let aims: Vec<bool> = (0..kept.len()).map(is_aim).collect();
                let attracted = self.attracted(&aims);
                for (better, attracted) in better.iter_mut().zip(attracted) {
                    *better &= attracted;
                }
            }
            if better == kept {
                return kept[0];
            }
            kept = better;
        }
    }
}
