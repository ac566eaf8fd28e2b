//! Play against an opponent who answers every move by its mirror image through the center, as KataGo does it (`antiMirror`).
//!
//! A search alone sees no harm in such answers until it is late. So it expects more of them, tries moves at the center that
//! break the symmetry, and takes whoever holds the center to be better off than the network says.

use crate::go::rules::Scoring;
use crate::go::{Color, Counting, Game, Move, Point, PointSet, Points, Size};
use crate::search::leaf::Leaf;
use crate::search::root::Root;

/// An opponent who mirrors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mirror {
    size: Size,
    center: Option<Point>,
    /// Who mirrors.
    color: Color,
    /// The points by which he wins if he can go on to the end.
    advantage: f32,
    /// How far the surroundings of the center are from a mirror image; endless on small boards.
    asymmetry: f32,
}

/// The part of the weight that counts of a mirrored move and of one that is not, after each move later.
const MEMORY: f32 = 0.75;

/// Moves beyond half of the opponent's that he must have mirrored.
const FEWEST: f32 = 7.0;

/// The part of his recent moves that he must have mirrored.
const RECENTLY: f32 = 0.45;

/// The last moves that need not be mirrored where the network's word is changed.
const TOLERATED: usize = 4;

/// The advantage from which on it is hard to win without a stone at the center.
const HARD: f32 = -0.5;

/// The shortest side of a board whose center has surroundings, and how far these reach.
const SHORTEST: u8 = 7;
const SURROUNDINGS: u8 = 3;

impl Mirror {
    /// The opponent of a player, if he has mirrored most moves, many of the recent ones, and the last one.
    pub(super) fn of(game: &Game, color: Color) -> Option<Mirror> {
        let size = game.board().size();
        let (mut mirrored, mut all) = ((0.0, 0.0), (0.0, 0.0));
        let mut is_last = false;
        for pair in game.moves().windows(2) {
            let [(_, before), (mover, mv)] = [pair[0], pair[1]];
            is_last = mover != color && mv == image(before, size);
            if mover == color {
                continue;
            }
            let step = if is_last { 1.0 } else { 0.0 };
            mirrored = (mirrored.0 + step, (mirrored.1 + step) * MEMORY);
            all = (all.0 + 1.0, (all.1 + 1.0) * MEMORY);
        }
        let mirrors = mirrored.0 >= FEWEST + all.0 / 2.0 && mirrored.1 >= RECENTLY * all.1;
        (mirrors && is_last).then(|| Mirror {
            size,
            center: center(size),
            color: !color,
            advantage: advantage(game, !color),
            asymmetry: asymmetry(game, !color),
        })
    }

    /// Returns true if the opponent has gone on to mirror in the search, but for some last moves.
    fn goes_on(&self, leaf: &Leaf, tolerated: usize) -> bool {
        let moves = &leaf.trace;
        let checked = moves.len().saturating_sub(tolerated);
        let image = |at: Option<Point>| at.map(|at| turned(at, self.size));
        moves[..checked]
            .chunks_exact(2)
            .all(|pair| pair[1] == image(pair[0]))
    }

    /// Returns true if he holds the center and would win by mirroring.
    fn is_hard(&self, leaf: &Leaf) -> bool {
        let owner = self.center.and_then(|center| leaf.board.color_at(center));
        owner == Some(self.color) && self.advantage >= HARD
    }

    /// How the choice at the end of a way changes; not at all where the opponent has stopped to mirror.
    pub(super) fn reflection(&self, root: &Root<'_>, leaf: &Leaf) -> Option<Reflection> {
        if !self.goes_on(leaf, 0) {
            return None;
        }
        let last = leaf.recent[0].and_then(Move::point);
        let answer = last.map(|last| turned(last, self.size));
        let answer = answer.map(|at| {
            let is_legal = leaf.plays(root).is_legal(at);
            if is_legal { Move::Play(at) } else { Move::Pass }
        });
        let is_held = |center: &Point| root.board.color_at(*center) == Some(self.color);
        let held = self.center.filter(is_held);
        Some(Reflection {
            mirror: *self,
            is_mirroring: leaf.color == self.color,
            answer,
            is_hard: self.is_hard(leaf),
            is_held: held.is_some(),
            liberties: held.map_or(PointSet::new(), |center| leaf.board.liberty_set(center)),
            last,
            depth: leaf.trace.len(),
        })
    }

    /// The balance of the chances of the player to move after a bonus for whoever holds the center, by the center's expected
    /// owner for that player. It is for where mirroring is hard to fight.
    pub(super) fn sway(&self, leaf: &Leaf, balance: f32) -> Option<f32> {
        let center = self.center?;
        let sways = self.is_hard(leaf) && self.goes_on(leaf, TOLERATED);
        let strength = if self.asymmetry <= 0.0 { 0.7 } else { 0.3 };
        let owner = leaf.evaluation.owners[center.index()];
        let most = 1.0 - f32::EPSILON;
        sways.then(|| (balance.clamp(-most, most).atanh() + strength * owner).tanh())
    }
}

/// How the choice of a move changes while the opponent mirrors.
#[derive(Clone, Debug)]
pub(super) struct Reflection {
    mirror: Mirror,
    /// True if the one who mirrors is to move.
    is_mirroring: bool,
    /// The mirror image of the last move, a pass if it cannot be played; `None` after a pass.
    answer: Option<Move>,
    is_hard: bool,
    /// True if the opponent holds the center at the root.
    is_held: bool,
    /// The liberties of his chain there.
    liberties: PointSet,
    last: Option<Point>,
    /// Moves since the root.
    depth: usize,
}

/// A part of the weight of all moves that a move gets by force, and one up to which it gets a bonus.
#[derive(Clone, Copy, Debug, Default)]
struct MoveShares {
    forced: f32,
    favored: f32,
}

/// What is better than any utility.
const FORCED: f32 = 100.0;

/// The bonus of a move that is favored, and that of one that has less than half of its share besides.
const FAVOR: f32 = 0.18;
const MORE_FAVOR: f32 = 0.36;

/// A loss of utility at which fewer visits are forced upon a move.
const BEARABLE: f32 = 0.03;

impl Reflection {
    /// The probability of a move instead of one that the network gives it.
    #[expect(clippy::cast_precision_loss, reason = "a line is short")]
    pub(super) fn probability(&self, mv: Move, probability: f32) -> f32 {
        let weight = match mv {
            _ if self.is_mirroring => match self.is_hard {
                _ if self.answer != Some(mv) => 0.0,
                true => 3.0,
                false => 1.0,
            },
            Move::Pass => 0.0,
            Move::Play(at) => self.pull(at),
        };
        let weight = weight / (1.0 + (self.depth as f32).sqrt());
        probability + (1.0 - probability) * weight
    }

    /// How much of the probability that is left goes to a play of the player who is mirrored.
    fn pull(&self, at: Point) -> f32 {
        let ring = self.mirror.ring(at);
        if ring == 0 {
            return 0.3;
        }
        let distance = self.mirror.distance(at);
        match (self.is_held, distance) {
            (true, _) if self.liberties.contains(at) => 0.05,
            (true, Some(..=2)) => 0.05,
            (true, Some(..=4)) => 0.03,
            _ if ring == 1 => 0.05,
            _ => 0.0,
        }
    }

    /// The utility of a move that was tried instead of what was found. `mean` is that of the position for the same player;
    /// the weights are those of the move and of all.
    pub(super) fn utility(&self, mv: Move, utility: f32, mean: f32, weights: [f32; 2]) -> f32 {
        let calm = (1.0 - 0.7 * mean * mean).max(0.3);
        let [weight, all] = weights;
        if self.is_mirroring {
            let shares = self.shares_of_mirroring(mv);
            let forced = if weight < shares.forced * all {
                FORCED
            } else {
                0.0
            };
            let favor = if weight < shares.favored * all {
                FAVOR
            } else {
                0.0
            };
            let more = if weight < shares.favored * all / 2.0 {
                MORE_FAVOR
            } else {
                0.0
            };
            return utility + forced + (favor + more) * calm;
        }
        let Move::Play(at) = mv else { return utility };
        let touches = self.is_hard && self.liberties.contains(at);
        let liberties = f32::from(self.liberties.len() as u16);
        let bonus = if touches {
            0.75 / (1.0 + liberties) / self.mirror.asymmetry.max(1.0) * calm
        } else {
            0.0
        };
        let utility = utility + bonus;
        let share = self.share_of_breaking(at, touches, liberties, mean - utility);
        utility + if weight < share * all { FORCED } else { 0.0 }
    }

    /// What a move of the one who mirrors gets if it is the mirror image.
    fn shares_of_mirroring(&self, mv: Move) -> MoveShares {
        let Mirror {
            advantage,
            asymmetry,
            ..
        } = self.mirror;
        if self.answer != Some(mv) {
            return MoveShares::default();
        }
        let mut shares = if self.is_hard {
            let distance = mv.point().and_then(|at| self.mirror.distance(at));
            let near = distance.map_or(0.0, |square| {
                1.0 / (0.75 + 0.5 * f32::from(square).sqrt()) / asymmetry.max(1.0)
            });
            MoveShares {
                forced: near.max(0.2),
                favored: 0.75,
            }
        } else {
            // From what a hopeless opponent gets to what one gets who is far ahead.
            let ahead = advantage.clamp(-5.0, 5.0);
            MoveShares {
                forced: 0.1 + 0.01 * ahead,
                favored: 0.3 + 0.04 * ahead,
            }
        };
        if mv == Move::Pass {
            shares.forced *= 0.35 / asymmetry.sqrt().max(1.0);
        }
        if asymmetry >= 1.0 {
            shares.forced /= asymmetry;
            shares.favored /= asymmetry;
        }
        shares
    }

    /// The part of the weight that is forced upon a play of the player who is mirrored, by what it costs in utility.
    fn share_of_breaking(&self, at: Point, touches: bool, liberties: f32, cost: f32) -> f32 {
        let mut share: f32 = if touches { 0.1 / liberties } else { 0.0 };
        share = match self.mirror.distance(at) {
            Some(0) if self.depth == 0 => 0.06,
            Some(0) => 0.12,
            Some(..=2) if self.is_hard => share.max(0.01),
            Some(..=4) if self.is_hard => share.max(0.005),
            _ => share,
        };
        if cost > 0.0 && cost * share > BEARABLE {
            share += (BEARABLE / cost - share) / 2.0;
        }
        // A player who has just moved near the center has tried already.
        let last = self.last.and_then(|last| self.mirror.distance(last));
        for (near, part) in [(16, 0.9), (5, 0.825), (2, 0.75)] {
            if last.is_some_and(|square| square <= near) {
                share *= part;
            }
        }
        share
    }
}

impl Mirror {
    /// The rings of points between a point and the one, two or four at the center.
    fn ring(&self, at: Point) -> u8 {
        let beyond = |place: u8, side: u8| {
            let (low, high) = ((side - 1) / 2, side / 2);
            low.saturating_sub(place).max(place.saturating_sub(high))
        };
        let (width, height) = (self.size.width(), self.size.height());
        beyond(at.column(), width).max(beyond(at.row(), height))
    }

    /// The square of the distance to the center, if that is a point.
    fn distance(&self, at: Point) -> Option<u16> {
        let center = self.center?;
        let apart = |a: u8, b: u8| u16::from(a.abs_diff(b));
        let (columns, rows) = (
            apart(at.column(), center.column()),
            apart(at.row(), center.row()),
        );
        Some(columns * columns + rows * rows)
    }
}

/// The mirror image of a point.
fn turned(at: Point, size: Size) -> Point {
    let (column, row) = (size.width() - 1 - at.column(), size.height() - 1 - at.row());
    Point::new(column, row).expect("a point of the board")
}

/// The mirror image of a move.
fn image(mv: Move, size: Size) -> Move {
    mv.point().map_or(mv, |at| Move::Play(turned(at, size)))
}

/// The point at the center, if there is one.
fn center(size: Size) -> Option<Point> {
    let is_odd = size.width() % 2 == 1 && size.height() % 2 == 1;
    is_odd
        .then(|| Point::new(size.width() / 2, size.height() / 2))
        .flatten()
}

/// The points by which a player wins if he mirrors to the end. By area, Black has the last move of an even game on a board
/// with a center, and of a handicap game his stones.
fn advantage(game: &Game, color: Color) -> f32 {
    let stones = game.handicap();
    let mut of_black = Points::ZERO;
    if game.rules().scoring == Scoring::Area {
        let has_center = center(game.board().size()).is_some();
        let is_black_last = has_center == (stones == 0 || stones % 2 == 1);
        let extra = i16::try_from(stones.saturating_sub(1)).unwrap_or(i16::MAX);
        of_black = of_black + Points::whole(i32::from(extra) + i32::from(is_black_last));
    }
    let of_white = Counting::of(game).handed_to_white() - of_black;
    (of_white * -color.sign()).as_f64() as f32
}

/// How far the surroundings of the center are from being those of a mirror image in which a player mirrors the other: 0 if
/// every stone of the other has its image.
fn asymmetry(game: &Game, color: Color) -> f32 {
    let (board, size) = (game.board(), game.board().size());
    if size.width().min(size.height()) < SHORTEST {
        return f32::INFINITY;
    }
    let around = |side: u8| side / 2 - SURROUNDINGS..=(side / 2 + SURROUNDINGS).min(side - 1);
    let (mut missing, mut alone) = (0.0, 0.0);
    for column in around(size.width()) {
        for at in around(size.height()).filter_map(|row| Point::new(column, row)) {
            let image = turned(at, size);
            let pair = (board.color_at(at), board.color_at(image));
            if at != image && pair.0 == Some(!color) && pair.1 != Some(color) {
                missing += 1.0;
            }
            if at != image && pair == (Some(color), None) {
                alone += 1.0;
            }
        }
    }
    let error = if missing > 0.0 {
        missing + 0.2 * alone
    } else {
        0.0
    };
    if error >= 1.0 {
        error * (1.0 + error) / 2.0
    } else {
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Rules;

    /// A game in which White mirrors Black's moves, up to a number of them, and Black is to move.
    fn mirrored(length: u8, count: usize) -> Game {
        let size = Size::square(length);
        let mut game = Game::new(size, Rules::default());
        game.set_komi(7.5);
        let far = size
            .points()
            .filter(|at| at.row() < length / 2 - 1 && (at.column() + at.row()) % 2 == 0);
        for at in far.take(count) {
            game.play(Color::Black, Move::Play(at)).unwrap();
            game.play(Color::White, Move::Play(turned(at, size)))
                .unwrap();
        }
        game
    }

    #[test]
    fn an_opponent_mirrors_who_has_mirrored_enough() {
        assert!(Mirror::of(&mirrored(13, 13), Color::Black).is_none());
        let mirror = Mirror::of(&mirrored(13, 16), Color::Black).unwrap();
        assert_eq!(mirror.color, Color::White);
        // Komi less the last move, which is Black's on a board with a center.
        assert!((mirror.advantage - 6.5).abs() < 1e-6 && mirror.asymmetry.abs() < 1e-6);
        // The player who is mirrored mirrors nobody.
        let mut game = mirrored(13, 16);
        assert!(Mirror::of(&game, Color::White).is_none());
        // One other move, and it is over until he has gone on.
        game.play(
            Color::Black,
            Move::Play(turned("C12".parse().unwrap(), game.board().size())),
        )
        .and_then(|()| game.play(Color::White, Move::Pass))
        .unwrap();
        assert!(Mirror::of(&game, Color::Black).is_none());
    }

    #[test]
    fn the_center_and_mirrored_answers_get_visits() {
        let game = mirrored(13, 16);
        let mirror = Mirror::of(&game, Color::Black).unwrap();
        let root = Root::new(&game, Color::Black, 0.0);
        let mut leaf = Leaf::new(&root);
        let reflection = mirror.reflection(&root, &leaf).unwrap();
        let play = |name: &str| Move::Play(name.parse().unwrap());
        assert!((reflection.probability(play("G7"), 0.1) - 0.37).abs() < 1e-5);
        assert!((reflection.probability(play("H8"), 0.0) - 0.05).abs() < 1e-5);
        assert!((reflection.probability(play("C10"), 0.1) - 0.1).abs() < 1e-5);
        let forced = |mv, weight| reflection.utility(mv, -0.1, 0.0, [weight, 100.0]) > FORCED / 2.0;
        assert!(forced(play("G7"), 5.0) && !forced(play("G7"), 7.0) && !forced(play("H8"), 0.0));
        // An answer that is the mirror image is expected, unless the opponent has stopped.
        leaf.follow(&root, play("L8"));
        let reflection = mirror.reflection(&root, &leaf).unwrap();
        let image = Move::Play(turned("L8".parse().unwrap(), game.board().size()));
        assert!((reflection.probability(image, 0.2) - 0.6).abs() < 1e-5);
        assert!((reflection.probability(play("G7"), 0.2) - 0.2).abs() < 1e-5);
        assert!(reflection.utility(image, 0.0, 0.0, [10.0, 100.0]) > FORCED / 2.0);
        assert!(reflection.utility(image, 0.0, 0.0, [50.0, 100.0]).abs() < 1e-6);
        leaf.follow(&root, Move::Pass);
        assert!(mirror.reflection(&root, &leaf).is_none());
    }

    #[test]
    fn whoever_holds_the_center_is_better_off() {
        let size = Size::square(13);
        let mut game = Game::new(size, Rules::default());
        game.set_komi(7.5);
        // White has begun at the center, and mirrors.
        game.play(Color::Black, Move::Pass).unwrap();
        game.play(Color::White, "G7".parse().unwrap()).unwrap();
        for (color, mv) in mirrored(13, 20).moves().to_vec() {
            game.play(color, mv).unwrap();
        }
        let mirror = Mirror::of(&game, Color::Black).unwrap();
        let root = Root::new(&game, Color::Black, 0.0);
        let mut leaf = Leaf::new(&root);
        leaf.evaluation.owners[mirror.center.unwrap().index()] = -1.0;
        let swayed = mirror.sway(&leaf, 0.2).unwrap();
        assert!(
            (swayed - (0.2_f32.atanh() - 0.7).tanh()).abs() < 1e-5,
            "{swayed}"
        );
        let reflection = mirror.reflection(&root, &leaf).unwrap();
        // A play that touches the stone is worth more than was found.
        let touching = Move::Play("G8".parse().unwrap());
        let bonus = reflection.utility(touching, 0.0, 0.0, [50.0, 100.0]);
        assert!((bonus - 0.75 / 5.0).abs() < 1e-5, "{bonus}");
        let open = mirrored(13, 20);
        let mirror = Mirror::of(&open, Color::Black).unwrap();
        let root = Root::new(&open, Color::Black, 0.0);
        assert!(mirror.sway(&Leaf::new(&root), 0.2).is_none());
    }
}
