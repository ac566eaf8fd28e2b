//! Ends of lines that are certain from the stones alone, whatever is played afterwards.

use super::field::FieldView;
use super::patch::Mask;
use super::zone::Zone;
use crate::go::Color;

/// Why some stones of the target stay for ever: they are held from outside or live unconditionally (Benson 1976). Returns what
/// that rests on.
pub(crate) fn lives(view: &FieldView<'_>, owner: Color, target: Mask) -> Option<Zone> {
    let mut chains = view.chains[owner].iter();
    if let Some(held) = chains.find(|chain| chain.is_held && chain.stones & target != 0) {
        return Some(Zone::of(held.stones));
    }
    view.unconditional_zone(owner, target).map(Zone::of)
}

/// Returns what it rests on that the owner cannot keep any chain of the target: each stands in a region between stones of his
/// opponent that cannot be captured, where he has room for one eye at most.
///
/// Points next to such stones never become eyes, and the opponent can play on each of them at any time. So once these are
/// filled, the chain has at most the two adjacent points that are left for liberties, which is one eye, and not enough
/// (Müller 1997 calls such regions one-vital).
pub(crate) fn dies(view: &FieldView<'_>, owner: Color, target: Mask) -> Option<Zone> {
    let held = Held::of(view, !owner);
    let chains = view.chains[owner].iter();
    let mut chains = chains.filter(|chain| chain.stones & target != 0);
    chains.try_fold(Zone::default(), |zone, chain| {
        Some(zone.with(held.one_eyed(view, chain.stones, chain.stones)?))
    })
}

/// Returns what it rests on that no stone of the owner stays on any of some points, nor a new one after all that stand there have been
/// captured. It is as for [`dies`], but stones of the owner that stand in a region now may make room for eyes.
pub(crate) fn stays_dead(view: &FieldView<'_>, owner: Color, points: Mask) -> Option<Zone> {
    let held = Held::of(view, !owner);
    let mut parts = view.field.patch.parts(points & !held.stones);
    let on_points = Zone::of(held.chains(view, points));
    parts.try_fold(on_points, |zone, part| {
        Some(zone.with(held.one_eyed(view, part, 0)?))
    })
}

/// Returns what it rests on that two stones of the owner never come into one chain: all around one of them are stones of his opponent
/// that cannot be captured.
pub(crate) fn keeps_apart(view: &FieldView<'_>, owner: Color, stones: [usize; 2]) -> Option<Zone> {
    let held = Held::of(view, !owner);
    let [one, other] = stones.map(|at| 1 << at);
    let enclosed = [(one, other), (other, one)].map(|(from, to)| held.enclosed(view, from, to));
    let zones = enclosed.into_iter().flatten();
    zones.min_by_key(|zone| zone.points.count_ones())
}

/// The stones of a player that cannot be captured because of what is outside.
struct Held {
    color: Color,
    stones: Mask,
    /// Points where his opponent never gets an eye.
    touched: Mask,
}

impl Held {
    fn of(view: &FieldView<'_>, color: Color) -> Held {
        let held = view.chains[color].iter().filter(|chain| chain.is_held);
        let stones = held.fold(0, |held, chain| held | chain.stones);
        Held {
            color,
            stones,
            touched: view.field.patch.beside(stones) | view.field.walls(color),
        }
    }

    /// The chains with stones among some points.
    fn chains(&self, view: &FieldView<'_>, points: Mask) -> Mask {
        let chains = view.chains[self.color].iter();
        let met = chains.filter(|it| it.stones & self.stones & points != 0);
        met.fold(0, |met, chain| met | chain.stones)
    }

    /// The region around some points that has no way to another one, nor out of the field, with the stones around it.
    fn enclosed(&self, view: &FieldView<'_>, from: Mask, to: Mask) -> Option<Zone> {
        let (field, patch) = (view.field, &view.field.patch);
        let (region, beside) = patch.connected_and_beside(from, patch.all() & !self.stones);
        let ways_out = to | field.open() | field.walls(!self.color);
        (region & ways_out == 0).then(|| Zone::of(region | self.chains(view, beside)))
    }

    /// What it rests on that the region between these stones around some points has room for one eye of the opponent at most, if none
    /// is made where he has `filled` points.
    fn one_eyed(&self, view: &FieldView<'_>, points: Mask, filled: Mask) -> Option<Zone> {
        let (field, patch) = (view.field, &view.field.patch);
        let inside = patch.all() & !self.stones;
        let (region, beside) = patch.connected_and_beside(points, inside);
        if region & (field.open() | field.walls(!self.color)) != 0 {
            return None;
        }
        let eyes = region & !self.touched & !filled;
        let is_one = match eyes.count_ones() {
            0 | 1 => true,
            2 => patch.beside(eyes) & eyes == eyes,
            _ => false,
        };
        is_one.then(|| Zone::of(region | self.chains(view, beside)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Board, Point, PointSet};
    use crate::reading::field::{Field, Kos};
    use crate::reading::patch::bits;

    /// The empty points on which the life of some of Black's chains rests, and how many stones. The first columns of a board are in
    /// play.
    fn rests_on(columns: u8, diagram: &str, chains: &[&str]) -> (Vec<String>, u32) {
        end_rests_on(columns, diagram, chains, |view, target| {
            lives(view, Color::Black, target)
        })
    }

    /// The same for another end of lines.
    fn end_rests_on(
        columns: u8,
        diagram: &str,
        chains: &[&str],
        end: impl Fn(&FieldView<'_>, Mask) -> Option<Zone>,
    ) -> (Vec<String>, u32) {
        let board: Board = diagram.parse().unwrap();
        let part = board.points().filter(|at| at.column() < columns);
        let field = Field::new(&board, &part.collect(), Kos::ThreatsOf(Color::White)).unwrap();
        let point = |name: &&str| name.parse::<Point>().unwrap();
        let stones = chains.iter().map(point).flat_map(|at| board.chain(at));
        let stones: PointSet = stones.collect();
        let target = field.patch.mask(|at| stones.contains(at));
        let state = field.start(Color::White, target);
        let zone = end(&field.view(&state), target).unwrap();
        let occupied = state.stones.black | state.stones.white;
        let empty = bits(zone.points & !occupied).map(|at| field.patch.point(at).to_string());
        (empty.collect(), (zone.points & occupied).count_ones())
    }

    #[test]
    fn life_rests_on_two_eyes_alone_whatever_else_is_enclosed() {
        let diagram = "
            . X . X O . . . .
            X X X X O . . . .";
        let (empty, stones) = rests_on(9, diagram, &["A1"]);
        assert_eq!((empty, stones), (vec!["A2".into(), "C2".into()], 6));
    }

    #[test]
    fn life_rests_on_the_smallest_eyes() {
        let diagram = "
            . . . . . . .
            X X X X X X X
            . . X . X . X";
        let (empty, stones) = rests_on(7, diagram, &["A2"]);
        assert_eq!((empty, stones), (vec!["D1".into(), "F1".into()], 10));
    }

    #[test]
    fn life_of_some_chains_rests_on_the_smallest_that_lives() {
        let diagram = "
            . . . . . . . . . . .
            X X X X X X O X X X X
            . X . X X X O X . X .";
        let (empty, stones) = rests_on(11, diagram, &["A2", "H2"]);
        assert_eq!((empty, stones), (vec!["J1".into(), "L1".into()], 6));
    }

    #[test]
    fn life_rests_on_the_chains_around_its_eyes() {
        // Neither of Black's two chains has an eye of its own.
        let diagram = "
            O O O O .
            X X O O .
            X . X O .
            . X X O .";
        let (mut empty, stones) = rests_on(5, diagram, &["A2"]);
        empty.sort();
        assert_eq!((empty, stones), (vec!["A1".into(), "B2".into()], 6));
    }

    #[test]
    fn death_rests_on_the_room_for_an_eye_and_the_chains_around_it() {
        // Black has a liberty out of play.
        let diagram = "
            . . . . .
            X X X X .
            O . X . .";
        let ends: [fn(&FieldView<'_>, Mask) -> Option<Zone>; 2] = [
            |view, target| dies(view, Color::White, target),
            |view, target| stays_dead(view, Color::White, target),
        ];
        for end in ends {
            let (empty, stones) = end_rests_on(3, diagram, &["A1"], end);
            assert_eq!((empty, stones), (vec!["B1".into()], 1 + 4));
        }
    }

    #[test]
    fn stones_that_cannot_be_captured_keep_two_others_apart() {
        // White's stones reach out of play.
        let apart = "
            . . O . .
            O O O O .
            . X O X .";
        let linked = "
            . . O . .
            O O O O .
            . X . X .";
        let keeps = |view: &FieldView<'_>, target: Mask| {
            let mut places = bits(target & view.state.stones.black);
            keeps_apart(view, Color::Black, [places.next()?, places.next()?])
        };
        let (empty, stones) = end_rests_on(4, apart, &["B1", "D1"], keeps);
        // The way out at E1 is open, so it is the other stone that is enclosed.
        assert_eq!((empty, stones), (vec!["A1".into()], 1 + 6));
        let board: Board = linked.parse().unwrap();
        let part = board.points().filter(|at| at.column() < 4);
        let field = Field::new(&board, &part.collect(), Kos::ThreatsOf(Color::White)).unwrap();
        let state = field.start(Color::White, Mask::MAX);
        assert!(keeps(&field.view(&state), Mask::MAX).is_none());
    }

    #[test]
    fn a_chain_that_is_held_from_outside_needs_no_eyes() {
        // The right one of the chains around C1 has an eye at F2 as well.
        let diagram = "
            . . . . . . . .
            O O O O X X X .
            X X X O X . X .
            . X . X X X X X";
        let (empty, stones) = rests_on(7, diagram, &["A2"]);
        assert_eq!((empty, stones), (vec!["A1".into(), "C1".into()], 4 + 9));
    }
}
