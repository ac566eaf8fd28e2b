//! The questions about the chains of a part, each answered by one game or by several.

use super::field::{Field, Kos, Mask, bits};
use super::finding::{Fate, Finding, Limits, Line};
use super::graph::{Decided, Goal, is_forced};
use crate::go::rules::KoPass;
use crate::go::{Board, ByColor, Color, Point, PointSet};

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
    let field = Field::new(board, part, Kos::Passes(ko_pass))?;
    Some(fates_in(&field, limits))
}

pub(super) fn fates_in(field: &Field, limits: Limits) -> Vec<Finding> {
    let chains = chains(field);
    let reader = Reader {
        field,
        is_owner_first: false,
        limits,
    };
    let without_room: Vec<Option<Answer>> = chains
        .iter()
        .map(|chain| reader.without_room(chain))
        .collect();
    let stones_with = |is_meant: &dyn Fn(&Chain, Fate) -> bool| -> Mask {
        let known = chains.iter().zip(&without_room);
        let meant = known.filter(|(chain, answer)| {
            let fate = answer.as_ref().map(|answer| answer.fate);
            fate.is_some_and(|fate| is_meant(chain, fate))
        });
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
        .all(|answer| answer.as_ref().is_some_and(|answer| answer.is_proved));
    let findings = chains
        .iter()
        .zip(without_room)
        .filter_map(|(chain, answer)| {
            let mut answer = answer?;
            if answer.fate == Fate::Dead {
                answer = reader.with_room(chain, &answer, barred[chain.owner], &chains)?;
                // What bars the room rests on the other chains.
                answer.is_proved &= are_all_proved;
            }
            Some(answer.about(chain, field))
        });
    findings.collect()
}

/// The chains in a part of a board whose end does not depend on who moves first, nor on who has more threats for kos:
/// [`Fate::Kept`] or [`Fate::Lost`]. `None` if the part is empty or too large. The part is as for [`fates`]. Suicide is not
/// looked at.
#[must_use]
pub fn settled(board: &Board, part: &PointSet, limits: Limits) -> Option<Vec<Finding>> {
    let field = Field::new(board, part, Kos::ThreatsOf(Color::Black))?;
    Some(settled_in(field, limits))
}

/// A play by which the opponent of a chain, if he begins, captures it whatever its owner answers, even if the owner wins every
/// ko, or by which he captures many stones at once where the limits let that decide. `None` if there is none or it is too hard
/// to find. The part is as for [`fates`]. Suicide is not looked at.
#[must_use]
pub fn capturing_play(
    board: &Board,
    part: &PointSet,
    chain: Point,
    limits: Limits,
) -> Option<Point> {
    let owner = board.color_at(chain)?;
    let field = Field::new(board, part, Kos::ThreatsOf(owner))?;
    let chain = chain_at(&field, chain)?;
    let reader = Reader {
        field: &field,
        is_owner_first: false,
        limits,
    };
    let captured = reader.is_captured(&chain)?;
    let (_, first) = *captured.line.first()?;
    first.point().filter(|_| captured.is_forced)
}

/// The field is the one in which Black has threats.
pub(super) fn settled_in(field: Field, limits: Limits) -> Vec<Finding> {
    let white = field.clone().with_kos(Kos::ThreatsOf(Color::White));
    let with_threats_of = ByColor {
        black: field,
        white,
    };
    let any = &with_threats_of.black;
    let chains = chains(any);
    let kept: Vec<Option<Answer>> = chains
        .iter()
        .map(|chain| {
            let reader = Reader {
                field: &with_threats_of[!chain.owner],
                is_owner_first: false,
                limits,
            };
            let captured = reader.is_captured(chain)?;
            (!captured.is_forced).then(|| captured.answer(Fate::Kept))
        })
        .collect();
    // No room is made under what stays.
    let barred = chains
        .iter()
        .zip(&kept)
        .filter(|(_, answer)| answer.is_some());
    let barred = barred.fold(0, |stones, (chain, _)| stones | chain.stones);
    let is_barred_surely = kept.iter().flatten().all(|answer| answer.is_proved);
    let lost = |chain: &Chain| {
        let reader = Reader {
            field: &with_threats_of[chain.owner],
            is_owner_first: true,
            limits,
        };
        let is_dead = |answer: &Answer| answer.fate == Fate::Dead;
        let answer = reader.without_room(chain).filter(is_dead)?;
        let answer = reader.with_room(chain, &answer, barred, &chains);
        answer.filter(is_dead).map(|answer| Answer {
            fate: Fate::Lost,
            is_proved: answer.is_proved && is_barred_surely,
            ..answer
        })
    };
    let findings = chains.iter().zip(kept).filter_map(|(chain, kept)| {
        let answer = kept.or_else(|| lost(chain))?;
        Some(answer.about(chain, any))
    });
    findings.collect()
}

/// All chains of a part.
fn chains(field: &Field) -> Vec<Chain> {
    let of = |owner| {
        field
            .chains(owner)
            .map(move |stones| Chain { owner, stones })
    };
    Color::ALL.into_iter().flat_map(of).collect()
}

/// The chain of a part that has a stone at a point.
pub(super) fn chain_at(field: &Field, at: Point) -> Option<Chain> {
    let has_stone = |it: &Chain| bits(it.stones).any(|index| field.point(index) == at);
    chains(field).into_iter().find(has_stone)
}

/// What the reading of a chain comes to.
#[derive(Clone, Debug)]
struct Answer {
    fate: Fate,
    is_proved: bool,
    line: Line,
}

impl Answer {
    fn about(self, chain: &Chain, field: &Field) -> Finding {
        Finding {
            chain: field.point(chain.stones.trailing_zeros() as usize),
            fate: self.fate,
            is_proved: self.is_proved,
            line: self.line,
        }
    }
}

/// Whether the opponent of a chain forces a goal, as far as it was read.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) is_forced: bool,
    pub(super) is_proved: bool,
    pub(super) line: Line,
}

impl Reading {
    fn answer(self, fate: Fate) -> Answer {
        Answer {
            fate,
            is_proved: self.is_proved,
            line: self.line,
        }
    }

    /// The answer with this reading, which has only been made because of another one.
    fn answer_after(self, before: &Answer, fate: Fate) -> Answer {
        Answer {
            fate,
            is_proved: self.is_proved && before.is_proved,
            line: if self.line.is_empty() {
                before.line.clone()
            } else {
                self.line
            },
        }
    }
}

/// A chain of the final position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    owner: Color,
    stones: Mask,
}

pub(super) struct Reader<'a> {
    pub(super) field: &'a Field,
    /// Otherwise the opponent of the chain's owner begins.
    pub(super) is_owner_first: bool,
    pub(super) limits: Limits,
}

impl Reader<'_> {
    /// If a chain is captured.
    pub(super) fn is_captured(&self, chain: &Chain) -> Option<Reading> {
        self.is_forced(self.goal(chain, 0, None))
    }

    fn goal(&self, chain: &Chain, others: Mask, room: Option<Mask>) -> Goal {
        let owner = chain.owner;
        Goal {
            owner,
            first: if self.is_owner_first { owner } else { !owner },
            chain: chain.stones,
            others,
            room,
        }
    }

    /// The fate of a chain by what happens on its own points; [`Fate::Dead`] if that does not save it.
    fn without_room(&self, chain: &Chain) -> Option<Answer> {
        let captured = self.is_captured(chain)?;
        if !captured.is_forced {
            return Some(captured.answer(Fate::Uncapturable));
        }
        let captured = captured.answer(Fate::Dead);
        let without_new = self.is_forced(self.goal(chain, 0, Some(chain.stones)))?;
        let fate = if without_new.is_forced {
            Fate::Dead
        } else {
            Fate::Replaced
        };
        Some(without_new.answer_after(&captured, fate))
    }

    /// The fate of a chain that is dead on its own points, as was found, by what its capture makes room for.
    fn with_room(
        &self,
        chain: &Chain,
        found: &Answer,
        barred: Mask,
        chains: &[Chain],
    ) -> Option<Answer> {
        let room = self.room(chain, barred);
        let own = chains.iter().filter(|other| other.owner == chain.owner);
        let others = own.fold(0, |others, other| others | other.stones & room) & !chain.stones;
        let without_new = self.is_forced(self.goal(chain, others, Some(room)))?;
        let fate = if without_new.is_forced {
            Fate::Dead
        } else {
            Fate::Enabling
        };
        Some(without_new.answer_after(found, fate))
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

    /// Whether the opponent forces a goal; `None` if it is too hard to tell.
    fn is_forced(&self, goal: Goal) -> Option<Reading> {
        let read = |decisive, is_proved| {
            let limits = Limits {
                decisive,
                ..self.limits
            };
            let Decided { is_forced, line } = is_forced(self.field, goal, limits)?;
            Some(Reading {
                is_forced,
                is_proved,
                line,
            })
        };
        read(None, true).or_else(|| read(Some(self.limits.decisive?), false))
    }
}
