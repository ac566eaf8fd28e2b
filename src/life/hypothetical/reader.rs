//! The questions about the chains of a part, each answered by one game or by several.

use super::finding::{Fate, Finding, MoveLine, ReadingLimits};
use super::graph::{Decided, Goal, is_forced};
use crate::go::{Board, ByColor, Color, Point, PointSet};
use crate::reading::field::{Field, Kos, UNLIMITED};
use crate::reading::patch::{Mask, bits};

/// As [`Memory::fates`](super::Memory::fates).
pub(super) fn fates_in(field: &Field, limits: ReadingLimits) -> Vec<Finding> {
    let chains = chains(field);
    let reader = ChainReader {
        field,
        is_owner_first: false,
        limits,
    };
    let without_room: Vec<Option<Finding>> = chains
        .iter()
        .map(|chain| reader.without_room(chain))
        .collect();
    let stones_with = |is_meant: &dyn Fn(&FieldChain, Fate) -> bool| -> Mask {
        let known = chains.iter().zip(&without_room);
        let meant = known.filter(|(chain, answer)| {
            let fate = answer.as_ref().map(|answer| answer.fate);
            fate.is_some_and(|fate| is_meant(chain, fate))
        });
        meant.fold(0, |stones, (chain, _)| stones | chain.stones)
    };
    // Where no room is made: under living stones of the owner, and under those of the opponent that cannot be captured.
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
            Some(answer)
        });
    findings.collect()
}

/// A play by which the opponent of a chain, if he begins, captures it whatever its owner answers, even if the owner wins every
/// ko, or by which he captures many stones at once where the limits let that decide. `None` if there is none or it is too hard
/// to find. The part is as for [`Memory::fates`](super::Memory::fates). Suicide is left out.
pub fn capturing_play(
    board: &Board,
    part: &PointSet,
    chain: Point,
    limits: ReadingLimits,
) -> Option<Point> {
    let owner = board.color_at(chain)?;
    let field = Field::new(board, part, Kos::ThreatsOf(owner))?;
    let chain = chain_at(&field, chain)?;
    let reader = ChainReader {
        field: &field,
        is_owner_first: false,
        limits,
    };
    let captured = reader.is_captured(&chain)?;
    let (_, first) = *captured.line.first()?;
    first.point().filter(|_| captured.is_forced)
}

/// As [`Memory::settled`](super::Memory::settled). The field is the one in which Black has threats.
pub(super) fn settled_in(field: Field, limits: ReadingLimits) -> Vec<Finding> {
    let white = field.clone().with_kos(Kos::ThreatsOf(Color::White));
    let with_threats_of = ByColor {
        black: field,
        white,
    };
    let chains = chains(&with_threats_of.black);
    let kept: Vec<Option<Finding>> = chains
        .iter()
        .map(|chain| {
            let reader = ChainReader {
                field: &with_threats_of[!chain.owner],
                is_owner_first: false,
                limits,
            };
            let captured = reader.is_captured(chain)?;
            (!captured.is_forced).then(|| chain.finding(captured, Fate::Kept))
        })
        .collect();
    // No room is made under what stays.
    let barred = chains
        .iter()
        .zip(&kept)
        .filter(|(_, answer)| answer.is_some());
    let barred = barred.fold(0, |stones, (chain, _)| stones | chain.stones);
    let is_barred_surely = kept.iter().flatten().all(|answer| answer.is_proved);
    let lost = |chain: &FieldChain| {
        let reader = ChainReader {
            field: &with_threats_of[chain.owner],
            is_owner_first: true,
            limits,
        };
        let is_dead = |answer: &Finding| answer.fate == Fate::Dead;
        let answer = reader.without_room(chain).filter(is_dead)?;
        let answer = reader.with_room(chain, &answer, barred, &chains);
        answer.filter(is_dead).map(|answer| Finding {
            fate: Fate::Lost,
            is_proved: answer.is_proved && is_barred_surely,
            ..answer
        })
    };
    let findings = chains.iter().zip(kept);
    let findings = findings.filter_map(|(chain, kept)| kept.or_else(|| lost(chain)));
    findings.collect()
}

/// All chains of a part.
fn chains(field: &Field) -> Vec<FieldChain> {
    let of = |owner| {
        field.chains(owner).map(move |stones| FieldChain {
            owner,
            stones,
            at: field.patch.point(stones.trailing_zeros() as usize),
        })
    };
    Color::ALL.into_iter().flat_map(of).collect()
}

/// The chain of a part that has a stone at a point.
fn chain_at(field: &Field, at: Point) -> Option<FieldChain> {
    let has_stone = |it: &FieldChain| bits(it.stones).any(|index| field.patch.point(index) == at);
    chains(field).into_iter().find(has_stone)
}

/// A chain of the final position.
#[derive(Clone, Copy, Debug)]
struct FieldChain {
    owner: Color,
    stones: Mask,
    /// One of them.
    at: Point,
}

impl FieldChain {
    /// What was decided, as a finding about the chain.
    fn finding(&self, decided: Decided, fate: Fate) -> Finding {
        Finding {
            chain: self.at,
            fate,
            is_proved: decided.is_proved,
            line: decided.line,
        }
    }
}

struct ChainReader<'a> {
    field: &'a Field,
    /// Otherwise the opponent of the chain's owner begins.
    is_owner_first: bool,
    limits: ReadingLimits,
}

impl ChainReader<'_> {
    /// If a chain is captured.
    fn is_captured(&self, chain: &FieldChain) -> Option<Decided> {
        self.is_forced(self.goal(chain, 0, None))
    }

    fn goal(&self, chain: &FieldChain, others: Mask, room: Option<Mask>) -> Goal {
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
    fn without_room(&self, chain: &FieldChain) -> Option<Finding> {
        let captured = self.is_captured(chain)?;
        if !captured.is_forced {
            return Some(chain.finding(captured, Fate::Uncapturable));
        }
        let captured = chain.finding(captured, Fate::Dead);
        let goal = self.goal(chain, 0, Some(chain.stones));
        self.by_new_stones(&captured, goal, Fate::Replaced)
    }

    /// The fate of a chain that is dead on its own points, as was found, by what its capture makes room for.
    fn with_room(
        &self,
        chain: &FieldChain,
        found: &Finding,
        barred: Mask,
        chains: &[FieldChain],
    ) -> Option<Finding> {
        let room = self.room(chain, barred);
        let own = chains.iter().filter(|other| other.owner == chain.owner);
        let others = own.fold(0, |others, other| others | other.stones & room) & !chain.stones;
        let goal = self.goal(chain, others, Some(room));
        self.by_new_stones(found, goal, Fate::Enabling)
    }

    /// What is found of a chain that is captured: its fate is the given one if a new stone can stay in the room of a goal.
    fn by_new_stones(&self, captured: &Finding, goal: Goal, fate: Fate) -> Option<Finding> {
        let without_new = self.is_forced(goal)?;
        Some(Finding {
            chain: captured.chain,
            fate: if without_new.is_forced {
                Fate::Dead
            } else {
                fate
            },
            is_proved: without_new.is_proved && captured.is_proved,
            line: if without_new.line.is_empty() {
                captured.line.clone()
            } else {
                without_new.line
            },
        })
    }

    /// The points of a chain and, on and on, those next to them that are not barred.
    fn room(&self, chain: &FieldChain, barred: Mask) -> Mask {
        let mut room = chain.stones;
        loop {
            let grown = (room | self.field.patch.beside(room)) & !barred;
            if grown == room {
                return room;
            }
            room = grown;
        }
    }

    /// Whether the opponent forces a goal; `None` if it is too hard to find out.
    fn is_forced(&self, goal: Goal) -> Option<Decided> {
        let read = |decisive| {
            let limits = ReadingLimits {
                decisive,
                ..self.limits
            };
            is_forced(self.field, goal, limits)
        };
        read(None).or_else(|| read(Some(self.limits.decisive?)))
    }
}

/// The largest lead in threats for kos that is given as a number.
pub(crate) const LARGEST_LEAD: u8 = 5;

/// How a fight about a chain ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fight {
    /// Whose chain it is.
    pub owner: Color,
    /// Who begins.
    pub first: Color,
    /// Whether the chain is captured if neither player has threats for kos.
    pub is_captured: bool,
    /// By how many threats the [loser](Fight::loser) has to be ahead to get his way. `None` if no number suffices.
    pub lead: Option<ThreatLead>,
    /// False if the capture of many stones was taken to decide.
    pub is_proved: bool,
    /// A line that shows how it ends where neither has threats, as [`Finding::line`](super::Finding::line).
    pub line: MoveLine,
}

impl Fight {
    /// Who does not get his way if neither player has threats for kos.
    pub fn loser(&self) -> Color {
        if self.is_captured {
            self.owner
        } else {
            !self.owner
        }
    }
}

/// A lead in threats for kos.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreatLead {
    /// The number of threats that suffices, while fewer do not.
    Of(u8),
    /// Five threats do not suffice, but a player who never runs out of them gets his way.
    Large,
}

/// Reads how a fight about the chain at a point ends, if one of the players makes the first move. `None` if the part is empty or
/// too large, the chain is not in it, or it is too hard to find out.
///
/// A threat is a move elsewhere that is answered there, after which its player takes back in a ko at once. Without a threat, a
/// player whose stone was taken in a ko takes back only after another move or a pass of his. A line without end saves the chain,
/// as in a double ko. A chain that is taken off counts as captured, even if its owner plays a new stone there that stays. The
/// part is as for [`Memory::fates`](super::Memory::fates). Suicide is left out. Up to fourteen questions are read, each within the limits.
pub fn fight(
    board: &Board,
    part: &PointSet,
    chain: Point,
    first: Color,
    limits: ReadingLimits,
) -> Option<Fight> {
    let owner = board.color_at(chain)?;
    let field = Field::new(board, part, Kos::Threats(ByColor::new_with(|_| 0)))?;
    let chain = chain_at(&field, chain)?;
    let read = |player: Color, threats: u8| {
        let threats = ByColor::new_with(|color| if color == player { threats } else { 0 });
        let reader = ChainReader {
            field: &field.clone().with_kos(Kos::Threats(threats)),
            is_owner_first: first == owner,
            limits,
        };
        reader.is_captured(&chain)
    };
    let without = read(owner, 0)?;
    let is_captured = without.is_forced;
    let loser = if is_captured { owner } else { !owner };
    let with_all = read(loser, UNLIMITED)?;
    let mut is_proved = without.is_proved && with_all.is_proved;
    let mut lead = (with_all.is_forced != is_captured).then_some(ThreatLead::Large);
    if lead.is_some() {
        for threats in 1..=LARGEST_LEAD {
            let with_some = read(loser, threats)?;
            is_proved &= with_some.is_proved;
            if with_some.is_forced != is_captured {
                lead = Some(ThreatLead::Of(threats));
                break;
            }
        }
    }
    Some(Fight {
        owner,
        first,
        is_captured,
        lead,
        is_proved,
        line: without.line,
    })
}
