//! Hypothetical play once more, as slowly and as plainly as it can be written: every line to its end, no shortcuts,
//! sets of sets. For boards of a few points that are all in play.

use super::{Fate, KoPass};
use crate::go::{Board, Color, Point};
use std::collections::{BTreeMap, BTreeSet};

type Stones = BTreeMap<Point, Color>;

/// A stone, and the point where it may not be taken back.
type Ban = (Point, Point);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Position {
    stones: Stones,
    /// The stones of the final position that have never been captured.
    first: BTreeSet<Point>,
    bans: BTreeSet<Ban>,
    white_moves: bool,
    passes: u8,
}

pub(super) struct Naive {
    points: Vec<Point>,
    near: BTreeMap<Point, Vec<Point>>,
    stones: Stones,
    ko_pass: KoPass,
}

/// What a play does.
struct Play {
    stones: Stones,
    taken: BTreeSet<Point>,
    is_ko: bool,
}

impl Naive {
    pub(super) fn new(board: &Board, ko_pass: KoPass) -> Naive {
        let points: Vec<Point> = board.points().collect();
        let stones = points
            .iter()
            .filter_map(|&at| Some((at, board.color_at(at)?)));
        Naive {
            near: points
                .iter()
                .map(|&at| (at, board.neighbors(at).collect()))
                .collect(),
            stones: stones.collect(),
            points,
            ko_pass,
        }
    }

    fn chain(&self, stones: &Stones, at: Point) -> BTreeSet<Point> {
        let mut chain = BTreeSet::from([at]);
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            for &near in &self.near[&at] {
                if stones.get(&near) == stones.get(&at) && chain.insert(near) {
                    open.push(near);
                }
            }
        }
        chain
    }

    fn liberties(&self, stones: &Stones, chain: &BTreeSet<Point>) -> BTreeSet<Point> {
        let near = chain.iter().flat_map(|at| &self.near[at]);
        near.filter(|near| !stones.contains_key(near))
            .copied()
            .collect()
    }

    fn play(&self, before: &Stones, at: Point, color: Color) -> Option<Play> {
        let mut stones = before.clone();
        stones.insert(at, color);
        let mut taken = BTreeSet::new();
        for near in &self.near[&at] {
            if before.get(near) == Some(&!color) {
                let chain = self.chain(before, *near);
                if self.liberties(&stones, &chain).is_empty() {
                    taken.extend(chain);
                }
            }
        }
        stones.retain(|at, _| !taken.contains(at));
        let chain = self.chain(&stones, at);
        let liberties = self.liberties(&stones, &chain);
        let is_ko = taken.len() == 1 && chain.len() == 1 && liberties == taken;
        (!liberties.is_empty()).then_some(Play {
            stones,
            taken,
            is_ko,
        })
    }

    /// The ban that a play would break if it is in force.
    fn retaken(at: Point, play: &Play) -> Option<Ban> {
        let stone = *play.taken.first()?;
        play.is_ko.then_some((stone, at))
    }

    fn moves(&self, from: &Position) -> BTreeSet<Position> {
        let color = if from.white_moves {
            Color::White
        } else {
            Color::Black
        };
        let mut to = BTreeSet::new();
        let turn = Position {
            white_moves: !from.white_moves,
            passes: 0,
            ..from.clone()
        };
        let mut kept_from = BTreeSet::new();
        for &at in self
            .points
            .iter()
            .filter(|at| !from.stones.contains_key(at))
        {
            let Some(play) = self.play(&from.stones, at, color) else {
                continue;
            };
            let retaken = Naive::retaken(at, &play);
            if let Some(ban) = retaken.filter(|ban| from.bans.contains(ban)) {
                kept_from.insert(ban);
                continue;
            }
            let mut next = turn.clone();
            next.first.retain(|at| !play.taken.contains(at));
            next.bans.retain(|(stone, _)| !play.taken.contains(stone));
            next.bans.extend(retaken.map(|(stone, at)| (at, stone)));
            next.stones = play.stones;
            to.insert(next);
        }
        to.insert(Position {
            passes: from.passes + 1,
            ..turn.clone()
        });
        if self.ko_pass == KoPass::Every && !kept_from.is_empty() {
            to.insert(Position {
                bans: BTreeSet::new(),
                ..turn.clone()
            });
        }
        if self.ko_pass == KoPass::One {
            for ban in kept_from {
                let mut lifted = turn.clone();
                lifted.bans.remove(&ban);
                to.insert(lifted);
            }
        }
        to
    }

    /// Every position that can come up when the opponent of `owner` begins, and the moves from it.
    fn graph(&self, owner: Color) -> Vec<(Position, Vec<usize>)> {
        let start = Position {
            stones: self.stones.clone(),
            first: self.stones.keys().copied().collect(),
            bans: BTreeSet::new(),
            white_moves: owner == Color::Black,
            passes: 0,
        };
        let mut numbers = BTreeMap::from([(start.clone(), 0)]);
        let mut graph = vec![(start, Vec::new())];
        let mut number = 0;
        while number < graph.len() {
            let from = graph[number].0.clone();
            if from.passes < 2 {
                for next in self.moves(&from) {
                    let count = graph.len();
                    let place = *numbers.entry(next.clone()).or_insert(count);
                    if place == count {
                        graph.push((next, Vec::new()));
                    }
                    graph[number].1.push(place);
                }
            }
            number += 1;
        }
        graph
    }

    /// The positions from which the opponent of `owner` brings about one of some positions.
    fn attracted(
        graph: &[(Position, Vec<usize>)],
        owner: Color,
        aims: &BTreeSet<usize>,
    ) -> BTreeSet<usize> {
        let mut found = aims.clone();
        loop {
            let before = found.len();
            for (number, (position, moves)) in graph.iter().enumerate() {
                let is_owners = position.white_moves == (owner == Color::White);
                let is_led = if is_owners {
                    !moves.is_empty() && moves.iter().all(|to| found.contains(to))
                } else {
                    moves.iter().any(|to| found.contains(to))
                };
                if is_led {
                    found.insert(number);
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// The fate of a chain by its own points, [`Fate::Dead`] if those do not save it.
    fn without_room(&self, graph: &[(Position, Vec<usize>)], chain: &BTreeSet<Point>) -> Fate {
        let owner = self.stones[chain.first().unwrap()];
        let is_captured = |position: &Position| chain.is_disjoint(&position.first);
        let numbers = 0..graph.len();
        let captured = numbers
            .filter(|&number| is_captured(&graph[number].0))
            .collect();
        if !Naive::attracted(graph, owner, &captured).contains(&0) {
            return Fate::Uncapturable;
        }
        let is_saved = !Naive::is_kept_free(graph, owner, chain, chain);
        if is_saved { Fate::Replaced } else { Fate::Dead }
    }

    /// Returns true if the opponent captures a chain, and each point of `room` is again and again without a new stone.
    fn is_kept_free(
        graph: &[(Position, Vec<usize>)],
        owner: Color,
        chain: &BTreeSet<Point>,
        room: &BTreeSet<Point>,
    ) -> bool {
        let mut kept: BTreeSet<usize> = (0..graph.len()).collect();
        loop {
            let mut better = kept.clone();
            for at in room {
                let aims = graph
                    .iter()
                    .enumerate()
                    .filter(|(number, (position, moves))| {
                        let is_new =
                            position.stones.get(at) == Some(&owner) && !position.first.contains(at);
                        let is_owners = position.white_moves == (owner == Color::White);
                        let goes_on = match () {
                            () if moves.is_empty() => kept.contains(number),
                            () if is_owners => moves.iter().all(|to| kept.contains(to)),
                            () => moves.iter().any(|to| kept.contains(to)),
                        };
                        chain.is_disjoint(&position.first) && !is_new && goes_on
                    });
                let aims = aims.map(|(number, _)| number).collect();
                let attracted = Naive::attracted(graph, owner, &aims);
                better.retain(|number| attracted.contains(number));
            }
            if better == kept {
                return kept.contains(&0);
            }
            kept = better;
        }
    }

    /// The fates of all chains, by each of their stones.
    pub(super) fn fates(&self) -> BTreeMap<Point, Fate> {
        let graphs: BTreeMap<bool, _> = [Color::Black, Color::White]
            .map(|owner| (owner == Color::White, self.graph(owner)))
            .into();
        let graph_of = |owner: Color| &graphs[&(owner == Color::White)][..];
        let chains: BTreeSet<BTreeSet<Point>> = self
            .stones
            .keys()
            .map(|&at| self.chain(&self.stones, at))
            .collect();
        let own_points: BTreeMap<Point, Fate> = chains
            .iter()
            .flat_map(|chain| {
                let owner = self.stones[chain.first().unwrap()];
                let fate = self.without_room(graph_of(owner), chain);
                chain.iter().map(move |&at| (at, fate))
            })
            .collect();
        let mut fates = own_points.clone();
        for chain in chains
            .iter()
            .filter(|chain| own_points[chain.first().unwrap()] == Fate::Dead)
        {
            let owner = self.stones[chain.first().unwrap()];
            let is_barred = |at: &Point| match (self.stones.get(at), own_points.get(at)) {
                (Some(&color), Some(&fate)) if color == owner => fate != Fate::Dead,
                (_, Some(&fate)) => fate == Fate::Uncapturable,
                _ => false,
            };
            let mut room = chain.clone();
            loop {
                let near = room.iter().flat_map(|at| &self.near[at]);
                let grown: BTreeSet<Point> = near.filter(|at| !is_barred(at)).copied().collect();
                let before = room.len();
                room.extend(grown);
                if room.len() == before {
                    break;
                }
            }
            let is_dead = Naive::is_kept_free(graph_of(owner), owner, chain, &room);
            let fate = if is_dead { Fate::Dead } else { Fate::Enabling };
            fates.extend(chain.iter().map(|&at| (at, fate)));
        }
        fates
    }
}
