//! Fights that one of the players begins, and the threats for kos that they take.

use super::field::{Field, Kos, UNLIMITED};
use super::finding::{MoveLine, ReadingLimits};
use super::reader::{ChainReader, chain_at};
use crate::go::{Board, ByColor, Color, Point, PointSet};

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
    #[must_use]
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
#[must_use]
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
