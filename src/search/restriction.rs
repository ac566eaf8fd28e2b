//! Moves that a search leaves out.

use crate::go::{Color, Move, PointSet};

/// Moves that players may not make near the root of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restriction {
    bans: Vec<Ban>,
}

/// A ban for one player.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ban {
    color: Color,
    points: PointSet,
    /// True if the ban is on all points but these.
    is_inverted: bool,
    bans_pass: bool,
    depth: usize,
}

impl Restriction {
    /// Returns the bytes of memory that its bans take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.bans[..])
    }

    /// Bans moves of a player down to a depth; 1 is the next move of the game alone.
    pub fn avoid(&mut self, color: Color, moves: &[Move], depth: usize) {
        self.bans.push(Ban {
            color,
            points: points_of(moves),
            is_inverted: false,
            bans_pass: moves.contains(&Move::Pass),
            depth,
        });
    }

    /// Bans all plays of a player but some, down to a depth; a pass stays allowed.
    pub fn allow(&mut self, color: Color, moves: &[Move], depth: usize) {
        self.bans.push(Ban {
            color,
            points: points_of(moves),
            is_inverted: true,
            bans_pass: false,
            depth,
        });
    }

    /// Returns true if nothing is banned.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.bans.is_empty()
    }

    /// Returns true if a move of a player is banned at a depth, which is 1 for the next move of the game.
    #[must_use]
    pub fn forbids(&self, color: Color, mv: Move, depth: usize) -> bool {
        let is_banned = |ban: &Ban| match mv {
            Move::Pass => ban.bans_pass,
            Move::Play(at) => ban.points.contains(at) != ban.is_inverted,
        };
        self.bans
            .iter()
            .any(|ban| ban.color == color && depth <= ban.depth && is_banned(ban))
    }
}

fn points_of(moves: &[Move]) -> PointSet {
    moves.iter().filter_map(|mv| mv.point()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(name: &str) -> Move {
        Move::Play(name.parse().unwrap())
    }

    #[test]
    fn avoided_moves_are_banned_to_a_depth() {
        let mut restriction = Restriction::default();
        assert!(restriction.is_empty());
        restriction.avoid(Color::Black, &[play("C3"), Move::Pass], 3);
        assert!(!restriction.is_empty());
        for (color, mv, depth, is_banned) in [
            (Color::Black, play("C3"), 1, true),
            (Color::Black, play("C3"), 3, true),
            (Color::Black, play("C3"), 4, false),
            (Color::Black, Move::Pass, 1, true),
            (Color::Black, play("D3"), 1, false),
            (Color::White, play("C3"), 1, false),
        ] {
            assert_eq!(restriction.forbids(color, mv, depth), is_banned);
        }
    }

    #[test]
    fn all_but_the_allowed_moves_are_banned_and_a_pass_only_by_name() {
        let mut restriction = Restriction::default();
        restriction.allow(Color::White, &[play("C3")], 1);
        assert!(!restriction.forbids(Color::White, play("C3"), 1));
        assert!(restriction.forbids(Color::White, play("D3"), 1));
        assert!(!restriction.forbids(Color::White, Move::Pass, 1));
        restriction.avoid(Color::White, &[Move::Pass], 1);
        assert!(restriction.forbids(Color::White, Move::Pass, 1));
        assert!(!restriction.forbids(Color::White, play("D3"), 2));
    }
}
