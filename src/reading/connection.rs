//! When two stones are connected, and when they no longer can be.

use super::field::{Field, FieldState};
use super::patch::Mask;
use super::zone::{Zone, first};
use crate::go::Color;

/// How a line about a connection has ended, and what that rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ConnectionEnd {
    pub(super) is_connected: bool,
    pub(super) zone: Zone,
}

/// The end of a line about two stones, if it has come: one of them was captured, or they are in one chain that cannot be captured at
/// once, or play ends with them as they are.
///
/// Stones of their owner that surround the field count as one chain.
pub(super) fn ended(
    field: &Field,
    state: &FieldState,
    owner: Color,
    stones: [usize; 2],
    can_end: bool,
) -> Option<ConnectionEnd> {
    if stones.iter().any(|&at| state.original >> at & 1 == 0) {
        return Some(ConnectionEnd {
            is_connected: false,
            zone: Zone::default(),
        });
    }
    let [one, other] = stones.map(|at| 1 << at);
    let own = state.stones[owner];
    let (chain, around) = field.patch.connected_and_beside(one, own);
    let is_outside = |chain: Mask| chain & field.walls(owner) != 0;
    let joined = if chain & other != 0 {
        Some(chain)
    } else if is_outside(chain) {
        let second = field.patch.connected(other, own);
        is_outside(second).then_some(chain | second)
    } else {
        None
    };
    if let Some(joined) = joined {
        let liberties = around & !(state.stones.black | state.stones.white);
        let one_liberty = first(liberties);
        let second_liberty = first(liberties & !one_liberty);
        let is_safe = second_liberty != 0 || field.is_held(chain, owner);
        return (is_safe || state.passes == 2).then(|| ConnectionEnd {
            is_connected: true,
            zone: Zone::of(joined | one_liberty | second_liberty),
        });
    }
    can_end.then(|| ConnectionEnd {
        is_connected: false,
        zone: apart(field, state, owner, stones),
    })
}

/// What it rests on that two stones are not in one chain: one of their chains with all points beside it, as nothing else could join
/// them. The chain that does not touch what is uncertain outside, or the smaller one.
fn apart(field: &Field, state: &FieldState, owner: Color, stones: [usize; 2]) -> Zone {
    let around = stones.map(|at| {
        let (chain, beside) = field
            .patch
            .connected_and_beside(1 << at, state.stones[owner]);
        chain | beside
    });
    let cost = |points: &Mask| {
        let is_uncertain = points & field.uncertain() != 0;
        (is_uncertain, points.count_ones())
    };
    let [one, other] = around;
    let points = if cost(&one) <= cost(&other) {
        one
    } else {
        other
    };
    // Stones of the opponent beside it stand because of a liberty.
    Zone::of(points).closed(&field.view(state), !owner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Board, ByColor, Point, PointSet};
    use crate::reading::field::Kos;
    use crate::reading::patch::bits;

    /// How a line about two of Black's stones ends in a diagram of which the first columns are in play, with the points that this rests
    /// on, from the bottom left; `None` if it goes on.
    fn end(
        columns: u8,
        diagram: &str,
        stones: [&str; 2],
        can_end: bool,
        change: impl Fn(&mut FieldState, [usize; 2]),
    ) -> Option<(bool, Vec<String>)> {
        let board: Board = diagram.parse().unwrap();
        let part: PointSet = board.points().filter(|at| at.column() < columns).collect();
        let kos = Kos::Threats(ByColor::new_with(|_| 0));
        let field = Field::new(&board, &part, kos).unwrap();
        let places = stones.map(|name| {
            let at: Point = name.parse().unwrap();
            field.patch.index(at).unwrap()
        });
        let mut state = field.start(Color::White, Mask::MAX);
        change(&mut state, places);
        let end = ended(&field, &state, Color::Black, places, can_end)?;
        let mut points: Vec<Point> = bits(end.zone.points)
            .map(|at| field.patch.point(at))
            .collect();
        points.sort_by_key(|at| (at.row(), at.column()));
        let names = points.iter().map(ToString::to_string).collect();
        Some((end.is_connected, names))
    }

    #[test]
    fn one_chain_is_connected_unless_it_can_be_captured_at_once() {
        let two = "
            . . . O .
            X X X O .";
        let one = "
            O O . O .
            X X X O .";
        let stones = ["A1", "C1"];
        let found = end(4, two, stones, false, |_, _| {}).unwrap();
        assert!(found.0);
        assert_eq!(found.1.len(), 3 + 2, "{found:?}");
        for can_end in [false, true] {
            assert_eq!(end(4, one, stones, can_end, |_, _| {}), None);
        }
        // Nobody captures it any more.
        let found = end(4, one, stones, true, |state, _| state.passes = 2).unwrap();
        assert!(found.0);
        assert_eq!(found.1.len(), 3 + 1, "{found:?}");
    }

    #[test]
    fn two_chains_are_cut_once_play_ends_and_that_rests_on_one_of_them() {
        let diagram = "
            . . . . . .
            X X O O . O
            . X O . X O";
        let stones = ["A2", "E1"];
        assert_eq!(end(5, diagram, stones, false, |_, _| {}), None);
        let (is_connected, points) = end(5, diagram, stones, true, |_, _| {}).unwrap();
        assert!(!is_connected);
        assert_eq!(points, ["D1", "E1", "E2"]);
        // The smaller chain touches an empty point out of play.
        let open = "
            . . . . . .
            X X O O . O
            . X O . X .";
        let (is_connected, points) = end(5, open, stones, true, |_, _| {}).unwrap();
        assert!(!is_connected);
        let has = |name: &str| points.iter().any(|at| at == name);
        assert!(has("A1") && has("B3") && !has("E1"), "{points:?}");
    }

    #[test]
    fn a_stone_that_was_captured_is_never_connected() {
        let diagram = "
            . . . .
            X X X .";
        let found = end(3, diagram, ["A1", "C1"], false, |state, [_, other]| {
            state.original &= !(1 << other);
        });
        assert_eq!(found, Some((false, Vec::new())));
    }

    #[test]
    fn stones_around_the_field_count_as_one_chain() {
        // Only the first column is in play, and the stones beside it live.
        let sides = "
            X X .
            . O O
            X X .";
        let cut = "
            X O .
            . O .
            X X .";
        assert_eq!(
            end(1, sides, ["A1", "A3"], false, |_, _| {}).map(|end| end.0),
            Some(true)
        );
        assert_eq!(end(1, cut, ["A1", "A3"], false, |_, _| {}), None);
    }
}
