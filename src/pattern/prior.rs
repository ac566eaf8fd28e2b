//! How likely each move is before anything is searched.
//!
//! The probability of a move is its strength, the product of the gammas of its features, divided by
//! the strengths of all moves (Coulom 2007, the generalized Bradley-Terry model). The gammas were
//! learned from games; see [`super::weights`]. The same position gives the same bits on every
//! machine: there are products and sums in a fixed order, and nothing else.

use super::features::{Extractor, Recent, Team, pass_team};
use super::weights::Weights;
use crate::go::{Board, Color, Move, Point};

/// Predicts moves. Keeps its tables from one position to the next; each thread has its own.
#[derive(Clone, Debug)]
pub struct Prior {
    weights: &'static Weights,
    extractor: Extractor,
    teams: Vec<Team>,
}

impl Default for Prior {
    fn default() -> Prior {
        Prior::new()
    }
}

impl Prior {
    /// The prior of the weights that are part of the program.
    pub fn new() -> Prior {
        Prior {
            weights: Weights::shipped(),
            extractor: Extractor::new(),
            teams: Vec::new(),
        }
    }

    /// All points where `color` may play by [`Board::is_playable`], from the bottom row up, with
    /// probabilities that add up to 1 (no point, no probability). `last` is the move before,
    /// `before_last` the one before that, `None` where there was none. `moves` is overwritten.
    /// Returns the probability of a pass, which is not part of the sum.
    ///
    /// Takes about 25 µs on 9x9, 40 µs on 13x13 and 80 µs on 19x19.
    pub fn moves(
        &mut self,
        board: &Board,
        color: Color,
        last: Option<Move>,
        before_last: Option<Move>,
        moves: &mut Vec<(Point, f32)>,
    ) -> f32 {
        let recent = Recent { last, before_last };
        let known = self.weights.known();
        self.extractor
            .teams(board, color, recent, known, &mut self.teams);
        let model = self.weights.model(board.size());
        let strength = |team: &Team| Some((team.point?, model.strength(team)));
        moves.clear();
        moves.extend(self.teams.iter().filter_map(strength));
        let total: f32 = moves.iter().map(|(_, strength)| strength).sum();
        for (_, strength) in moves.iter_mut() {
            *strength /= total;
        }
        let pass = model.strength(&pass_team(board, last));
        pass / (pass + total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Size;

    fn point(name: &str) -> Point {
        name.parse().expect("a point")
    }

    /// The points of a board from the likeliest on.
    fn ranking(board: &Board, color: Color, last: Option<&str>) -> Vec<(Point, f32)> {
        let last = last.map(|name| Move::Play(point(name)));
        let mut moves = Vec::new();
        let pass = Prior::new().moves(board, color, last, None, &mut moves);
        assert!((0.0..0.5).contains(&pass), "{pass}");
        let total: f32 = moves.iter().map(|(_, probability)| probability).sum();
        assert!((total - 1.0).abs() < 1e-4, "{total}");
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        moves
    }

    fn rank(moves: &[(Point, f32)], at: &str) -> usize {
        let place = moves.iter().position(|&(other, _)| other == point(at));
        1 + place.expect("a playable point")
    }

    #[test]
    fn games_begin_in_the_corners_of_a_large_board() {
        let moves = ranking(&Board::new(Size::square(19)), Color::Black, None);
        let (first, _) = moves[0];
        for coordinate in [first.column(), first.row()] {
            assert!([2, 3, 15, 16].contains(&coordinate), "{first}");
        }
        assert!(rank(&moves, "A1") > 200);
    }

    #[test]
    fn a_chain_in_atari_is_rescued_or_captured() {
        for side in [9, 13, 19] {
            let mut board = Board::new(Size::square(side));
            for (at, color) in [
                ("D4", Color::Black),
                ("D5", Color::Black),
                ("C4", Color::White),
                ("C5", Color::White),
                ("D3", Color::White),
                ("E4", Color::White),
                ("G7", Color::Black),
                ("D6", Color::White),
            ] {
                board.play(point(at), color);
            }
            let most = if side == 19 { 12 } else { 2 }; // the corners are empty there
            for (color, last) in [(Color::Black, "D6"), (Color::White, "G7")] {
                let moves = ranking(&board, color, Some(last));
                let (rescue, idle) = (rank(&moves, "E5"), rank(&moves, "A2"));
                assert!(rescue <= most && rescue < idle, "{rescue} {idle}\n{board}");
            }
        }
    }

    #[test]
    fn a_board_without_moves_has_no_probabilities() {
        let board: Board = ". X".parse().expect("a diagram");
        let mut moves = vec![(point("A1"), 1.0)];
        let pass = Prior::new().moves(&board, Color::White, None, None, &mut moves);
        assert!(moves.len() <= 1 && pass > 0.0);
        let board = Board::new(Size::square(1));
        let pass = Prior::new().moves(&board, Color::White, None, None, &mut moves);
        assert!(moves.is_empty() && (pass - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_second_pass_is_likelier_than_the_first() {
        let board = Board::new(Size::square(9));
        let mut moves = Vec::new();
        let mut pass = |last| Prior::new().moves(&board, Color::Black, last, None, &mut moves);
        assert!(pass(Some(Move::Pass)) > pass(Some(Move::Play(point("E5")))));
    }
}
