//! Life and death by hypothetical play, as Japanese rules have it, for parts of a board that are small enough to look
//! at every line of play.
//!
//! A chain of the final position is alive if its opponent, who moves first, cannot force its capture, or if its
//! capture lets its owner play a new stone that stays (J1989, article 7; the model follows J2003, v35a). There are
//! no ko threats: who was taken in a ko takes back only after a pass for that ko. Lines of play may be endless, so the
//! questions are games on a graph: to capture is a reachability game, to leave no stone that stays is a generalized
//! Büchi game.
//!
//! Each chain is looked at by itself. What lies around the part of the board stays as it is; it is taken to live.

mod field;
mod graph;
mod parts;
#[cfg(test)]
pub(super) mod tests;

use crate::go::rules::{LongCycle, Rules};
use crate::go::{Board, ByColor, Color, Point, PointSet};
use field::{Field, Mask, bits};
use graph::{Goal, is_forced};
pub use parts::doubtful_parts;

/// What hypothetical play makes of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Alive: it cannot be captured.
    Uncapturable,
    /// Alive: when it is captured, a new stone of its owner stays where it stood (a snapback).
    Replaced,
    /// Alive: when it is captured, a new stone of its owner stays there or where its capture made room.
    Enabling,
    /// None of these.
    Dead,
}

impl Fate {
    /// Returns true if a chain with this fate stays on the board.
    #[must_use]
    pub fn is_alive(self) -> bool {
        self != Fate::Dead
    }
}

/// Which bans on retaking kos a pass for a ko lifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KoPass {
    /// All that are in force (J2003).
    Every,
    /// That of one ko in which a stone of the player was taken (J1989, article 7.2).
    One,
}

impl KoPass {
    /// What a rule set says. The model of 2003 is the one that decides long cycles by captures.
    #[must_use]
    pub fn of(rules: &Rules) -> KoPass {
        if rules.long_cycle == LongCycle::MoreCaptures {
            KoPass::Every
        } else {
            KoPass::One
        }
    }
}

/// What a question may cost.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most positions that are looked at for one question.
    pub positions: usize,
    /// Where they do not suffice, a capture of so many stones at once decides for who made it, which is no proof.
    /// `None` to leave such questions open.
    pub decisive: Option<u32>,
}

impl Default for Limits {
    /// Some tenths of a second for each question.
    fn default() -> Limits {
        Limits {
            positions: 50_000,
            decisive: Some(5),
        }
    }
}

/// What was found out about a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// A stone of the chain.
    pub chain: Point,
    /// Its fate.
    pub fate: Fate,
    /// False if the capture of many stones was taken to decide.
    pub is_proved: bool,
}

/// The fates of the chains in a part of a board, save those that are too hard. `None` if the part is empty or too
/// large.
///
/// `part` holds whole chains and at most 64 points. Stones next to it are taken to live, and empty points next to it
/// are out of play: who touches such a point, or a stone of his own outside, cannot be captured.
#[must_use]
pub fn fates(
    board: &Board,
    part: &PointSet,
    ko_pass: KoPass,
    limits: Limits,
) -> Option<Vec<Finding>> {
    let field = Field::new(board, part, ko_pass)?;
    let chains: Vec<Chain> = Color::ALL
        .into_iter()
        .flat_map(|owner| {
            field
                .chains(owner)
                .map(move |stones| Chain { owner, stones })
        })
        .collect();
    let reader = Reader {
        field: &field,
        limits,
    };
    let without_room: Vec<Option<Answer>> = chains
        .iter()
        .map(|chain| reader.without_room(chain))
        .collect();
    let stones_with = |is_meant: &dyn Fn(&Chain, Fate) -> bool| -> Mask {
        let known = chains.iter().zip(&without_room);
        let meant =
            known.filter(|(chain, answer)| answer.is_some_and(|(fate, _)| is_meant(chain, fate)));
        meant.fold(0, |stones, (chain, _)| stones | chain.stones)
    };
    // Where no room is made: under living stones of the owner, and under those of the opponent that nobody captures.
    let barred = ByColor::new_with(|owner| {
        stones_with(&|chain, fate| {
            if chain.owner == owner {
                fate.is_alive()
            } else {
                fate == Fate::Uncapturable
            }
        })
    });
    let are_all_proved = without_room
        .iter()
        .all(|answer| matches!(answer, Some((_, true))));
    let findings = chains
        .iter()
        .zip(without_room)
        .filter_map(|(chain, answer)| {
            let (fate, is_proved) = match answer? {
                (Fate::Dead, is_proved) => {
                    let (fate, is_proved_now) =
                        reader.with_room(chain, barred[chain.owner], &chains)?;
                    // What bars the room rests on the other chains.
                    (fate, is_proved && is_proved_now && are_all_proved)
                }
                known => known,
            };
            let chain = field.point(chain.stones.trailing_zeros() as usize);
            Some(Finding {
                chain,
                fate,
                is_proved,
            })
        });
    Some(findings.collect())
}

/// A fate, and if it is proved.
type Answer = (Fate, bool);

/// A chain of the final position.
#[derive(Clone, Copy, Debug)]
struct Chain {
    owner: Color,
    stones: Mask,
}

struct Reader<'a> {
    field: &'a Field,
    limits: Limits,
}

impl Reader<'_> {
    /// The fate of a chain by what happens on its own points; [`Fate::Dead`] if that does not save it.
    fn without_room(&self, chain: &Chain) -> Option<Answer> {
        let capture = Goal {
            owner: chain.owner,
            chain: chain.stones,
            others: 0,
            room: None,
        };
        let (is_captured, is_proved) = self.is_forced(capture)?;
        if !is_captured {
            return Some((Fate::Uncapturable, is_proved));
        }
        let replaced = Goal {
            room: Some(chain.stones),
            ..capture
        };
        let (is_dead, is_proved_now) = self.is_forced(replaced)?;
        let fate = if is_dead { Fate::Dead } else { Fate::Replaced };
        Some((fate, is_proved && is_proved_now))
    }

    /// The fate of a chain that is dead on its own points, by what its capture makes room for.
    fn with_room(&self, chain: &Chain, barred: Mask, chains: &[Chain]) -> Option<Answer> {
        let room = self.room(chain, barred);
        let own = chains.iter().filter(|other| other.owner == chain.owner);
        let others = own.fold(0, |others, other| others | other.stones & room) & !chain.stones;
        let goal = Goal {
            owner: chain.owner,
            chain: chain.stones,
            others,
            room: Some(room),
        };
        let (is_dead, is_proved) = self.is_forced(goal)?;
        let fate = if is_dead { Fate::Dead } else { Fate::Enabling };
        Some((fate, is_proved))
    }

    /// The points of a chain and, on and on, those next to them that are not barred.
    fn room(&self, chain: &Chain, barred: Mask) -> Mask {
        let mut room = chain.stones;
        loop {
            let near = bits(room).fold(0, |near, at| near | self.field.near(at));
            let grown = (room | near) & !barred;
            if grown == room {
                return room;
            }
            room = grown;
        }
    }

    /// Whether the opponent forces a goal, and if that is proved; `None` if it is too hard to tell.
    fn is_forced(&self, goal: Goal) -> Option<(bool, bool)> {
        let Limits {
            positions,
            decisive,
        } = self.limits;
        let read = |decisive| is_forced(self.field, goal, positions, decisive);
        let proof = read(None).map(|is_forced| (is_forced, true));
        proof.or_else(|| Some((read(Some(decisive?))?, false)))
    }
}
