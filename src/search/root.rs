//! The root of a search: the position, and the history of the game.

#![expect(clippy::cast_precision_loss, reason = "an area is small")]

use super::evaluation::Value;
use crate::go::rules::{GameEnd, KoRule, Passes, Rules};
use crate::go::{Board, Color, Counting, Game, Move, Points, Position};

/// The last move and the one before it, if there were any.
pub(super) type RecentMoves = [Option<Move>; 2];

/// The position that every way down the tree starts from.
#[derive(Debug)]
pub(super) struct Root<'a> {
    pub game: &'a Game,
    pub board: Board,
    pub to_move: Color,
    /// Passes in a row before it.
    pub passes: usize,
    /// True if the next pass takes the button and does not count as one.
    pub has_button: bool,
    pub recent: RecentMoves,
    pub counting: Counting,
    pub rules: Rules,
    /// The part of a result that comes from its margin.
    score_bonus: f32,
    /// What is taken from Black; see [`Root::with_handicap`].
    advantage: Points,
    /// The keys of all positions so far by which the ko rule compares them, sorted.
    seen: Vec<u64>,
}

/// The part of the points that may be played before a handicap counts no more.
const HANDICAP_LASTS: f32 = 0.5;

impl<'a> Root<'a> {
    pub(super) fn new(game: &'a Game, to_move: Color, score_bonus: f32) -> Root<'a> {
        let position = game.position();
        let mut seen: Vec<u64> = position.seen_keys().collect();
        seen.sort_unstable();
        let is_over = position.is_over();
        Root {
            game,
            score_bonus,
            advantage: Points::ZERO,
            board: position.board().clone(),
            to_move,
            passes: if is_over {
                0
            } else {
                position.passes_in_a_row()
            },
            has_button: position.rules().passes == Passes::Button
                && position.first_passer().is_none(),
            recent: game.last_moves(),
            counting: Counting::of(game),
            rules: *position.rules(),
            seen,
        }
    }

    /// Lets White, if it is White's move, take some points from Black for each handicap stone in the results of playouts:
    /// all at the beginning, and ever fewer until half of the board may be full. Playouts that are nearly all lost give no
    /// move from another (dynamic komi, Baudiš 2011).
    pub(super) fn with_handicap(mut self, points: f32) -> Root<'a> {
        if self.to_move == Color::Black {
            return self;
        }
        let area = self.board.size().area() as f32;
        let left = 1.0 - self.game.moves().len() as f32 / (HANDICAP_LASTS * area);
        let stones = self.game.handicap() as f32;
        self.advantage = Points::whole((stones * points * left.max(0.0)).round() as i32);
        self
    }

    /// The value of a result for a player. The margin is Black's, whoever the player is.
    pub(super) fn value(&self, margin: Points, color: Color) -> Value {
        let win = self.win_share(margin - self.advantage, Color::Black);
        let most = 2.0 * self.board.size().area() as f32;
        let bonus = (0.5 + margin.as_f64() as f32 / most).clamp(0.0, 1.0);
        let value = Value::new(win * (1.0 - self.score_bonus) + bonus * self.score_bonus);
        match color {
            Color::Black => value,
            Color::White => value.flipped(),
        }
    }

    /// The share of a win that a player has with a margin of Black's.
    pub(super) fn win_share(&self, margin: Points, color: Color) -> f32 {
        let black = self.counting.win_share(margin);
        match color {
            Color::Black => black,
            Color::White => 1.0 - black,
        }
    }

    /// Returns true if the game has been in a position of this key.
    pub(super) fn has_seen(&self, key: u64) -> bool {
        self.seen.binary_search(&key).is_ok()
    }

    /// Returns true if repetition is forbidden beyond the simple ko that the board itself knows.
    pub(super) fn forbids_repetition(&self) -> bool {
        self.rules.ko != KoRule::Simple
    }

    /// Returns true if the ko rule compares the position that a move leaves.
    pub(super) fn remembers(&self, mv: Move) -> bool {
        mv != Move::Pass || self.rules.ko != KoRule::NaturalSituational
    }

    /// The key of the position after a move.
    pub(super) fn key(&self, board_hash: u64, mover: Color) -> u64 {
        Position::key_after(self.rules.ko, board_hash, mover)
    }

    /// Returns true if a number of passes in a row ends the game.
    pub(super) fn is_over(&self, passes: usize) -> bool {
        match self.rules.end {
            GameEnd::TwoPasses => passes >= 2,
            GameEnd::TwoPassesKoClosed => passes >= 3,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Size;
    use crate::go::record::Setup;

    #[test]
    fn the_bonus_grows_with_the_margin_up_to_the_whole_board() {
        let game = Game::new(Size::square(5), Rules::default());
        let root = Root::new(&game, Color::White, 1.0);
        for (halves, black) in [(0, 0.5), (25, 0.75), (-25, 0.25), (50, 1.0)] {
            let margin = Points::halves(halves);
            assert_eq!(root.value(margin, Color::Black).0, Value::new(black).0);
            let white = Value::new(black).flipped();
            assert_eq!(root.value(margin, Color::White).0, white.0);
        }
    }

    #[test]
    fn white_may_lose_by_what_a_handicap_is_worth_and_less_later() {
        let size = Size::square(9);
        let mut game = Game::new(size, Rules::default());
        let stones = size.fixed_handicap(4).unwrap();
        game.set_up(Setup::handicap(&stones)).unwrap();
        let wins = |game: &Game, to_move, lead| {
            let root = Root::new(game, to_move, 0.0).with_handicap(7.0);
            root.value(Points::whole(lead), Color::White).0 > Value::new(0.5).0
        };
        assert!(wins(&game, Color::White, 27) && !wins(&game, Color::White, 29));
        assert!(wins(&game, Color::Black, -1) && !wins(&game, Color::Black, 1));
        let far = size.points().step_by(4).filter(|at| !stones.contains(at));
        for at in far.take(14) {
            let color = game.position().to_move();
            game.play(color, Move::Play(at)).unwrap();
        }
        // 14 of 40.5 moves later a third of it is gone: 18.3 points are left.
        assert!(wins(&game, Color::White, 17) && !wins(&game, Color::White, 19));
        let even = Game::new(size, Rules::default());
        assert!(!wins(&even, Color::White, 1));
    }
}
