//! Features of whole positions.

use super::*;
use crate::go::{Board, Color, Move, Point, Size};
use crate::tactics::{LadderFate, Ladders};
use proptest::prelude::*;

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

/// A point of a square board mirrored or rotated in one of eight ways.
fn image(point: Point, side: u8, way: u8) -> Point {
    let (mut column, mut row) = (point.column(), point.row());
    if way & 1 != 0 {
        column = side - 1 - column;
    }
    if way & 2 != 0 {
        row = side - 1 - row;
    }
    if way & 4 != 0 {
        (column, row) = (row, column);
    }
    Point::new(column, row).unwrap()
}

/// The groups that ask for ladders.
const LADDER_GROUPS: [Group; 5] = [
    Group::Capture,
    Group::Escape,
    Group::Liberties,
    Group::Atari,
    Group::Defense,
];

/// A game of random moves, and the same game as an image with other colors. The shapes of all moves
/// are known in the end.
#[derive(Clone)]
struct Pair {
    way: u8,
    swaps: bool,
    boards: Vec<Board>,
    recent: [Recent; 2],
    keys: [Vec<ShapeKey>; 3],
}

impl Pair {
    fn new(side: u8, way: u8, swaps: bool) -> Pair {
        let board = Board::new(Size::square(side));
        Pair {
            way,
            swaps,
            boards: vec![board.clone(), board],
            recent: [Recent::default(); 2],
            keys: Default::default(),
        }
    }

    fn images(&self, point: Point) -> [Point; 2] {
        [point, image(point, self.boards[0].size().width(), self.way)]
    }

    fn colors(&self, color: Color) -> [Color; 2] {
        [color, if self.swaps { !color } else { color }]
    }

    fn play(&mut self, point: Point, color: Color) {
        if !self.boards[0].is_empty_at(point) || !self.boards[0].is_playable(point, color) {
            return;
        }
        let (points, colors) = (self.images(point), self.colors(color));
        for side in 0..2 {
            let keys = &mut self.keys;
            let (board, recent) = (&self.boards[side], self.recent[side]);
            Extractor::new().keys(board, colors[side], recent, points[side], |group, key| {
                let place = [Group::Shape, Group::Contact, Group::Reply];
                let place = place.iter().position(|&other| other == group).unwrap();
                keys[place].push(key);
            });
            self.boards[side].play(points[side], colors[side]);
            self.recent[side] = Recent {
                last: Some(Move::Play(points[side])),
                before_last: self.recent[side].last,
            };
        }
    }

    /// The teams of both boards; those of the image at the points of the original. Where the reading of a ladder was
    /// given up on either board, without the groups that ask for ladders.
    fn teams(&self, color: Color) -> [Vec<Team>; 2] {
        let [shape, contact, reply] = self.keys.each_ref().map(|keys| Shapes::new(keys));
        let known = KnownShapes {
            shape,
            contact,
            reply,
        };
        let colors = self.colors(color);
        let mut extractor = Extractor::new();
        let mut of = |side: usize| {
            let mut teams = Vec::new();
            let (board, recent) = (&self.boards[side], self.recent[side]);
            extractor.teams(board, colors[side], recent, &known, &mut teams);
            teams
        };
        let (original, images) = (of(0), of(1));
        let of_image = |team: &Team| {
            let there = self.images(team.point.unwrap())[1];
            images
                .iter()
                .find(|image| image.point == Some(there))
                .map(|image| Team {
                    point: team.point,
                    features: image.features,
                })
        };
        let images: Option<Vec<Team>> = original.iter().map(of_image).collect();
        let mut teams = [original, images.expect("the same moves are playable")];
        if extractor.ladders.has_given_up() {
            for team in teams.iter_mut().flatten() {
                for group in LADDER_GROUPS {
                    team.features[group as usize] = 0;
                }
            }
        }
        teams
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn images_and_colors_make_no_difference(
        side in 2..12u8,
        way in 0..8u8,
        swaps: bool,
        draws in prop::collection::vec((0..144usize, any::<bool>()), 0..100),
    ) {
        let mut pair = Pair::new(side, way, swaps);
        for (place, is_black) in draws {
            let at = pair.boards[0].points().nth(place % usize::from(side).pow(2)).unwrap();
            pair.play(at, if is_black { Color::Black } else { Color::White });
        }
        for color in Color::ALL {
            let [original, images] = pair.teams(color);
            prop_assert_eq!(&original, &images, "{}", pair.boards[0]);
        }
    }

    #[test]
    fn values_stay_in_their_groups(
        side in 1..26u8,
        draws in prop::collection::vec((0..625usize, any::<bool>()), 0..300),
    ) {
        let mut pair = Pair::new(side, 0, false);
        for (place, is_black) in draws {
            let at = pair.boards[0].points().nth(place % usize::from(side).pow(2)).unwrap();
            pair.play(at, if is_black { Color::Black } else { Color::White });
        }
        let [teams, _] = pair.teams(Color::White);
        for (team, group) in teams.iter().flat_map(|team| Group::ALL.map(|group| (team, group))) {
            let value = usize::from(team.features[group as usize]);
            prop_assert!(group.fixed_values().is_none_or(|values| value < values), "{group:?}");
        }
    }
}

/// The value of a group at a point of a diagram.
fn value(diagram: &str, color: Color, last: Option<&str>, at: &str, group: Group) -> u16 {
    let board: Board = diagram.parse().expect("a diagram");
    let recent = Recent {
        last: last.map(|name| Move::Play(point(name))),
        before_last: None,
    };
    let mut teams = Vec::new();
    Extractor::new().teams(&board, color, recent, &KnownShapes::default(), &mut teams);
    let team = teams.iter().find(|team| team.point == Some(point(at)));
    team.expect("a playable point").features[group as usize]
}

#[test]
fn groups_are_in_their_places() {
    for (place, group) in Group::ALL.into_iter().enumerate() {
        assert_eq!(group as usize, place);
    }
    assert_eq!(Group::ALL.len(), GROUPS);
}

const FIGHT: &str = "
    . . . . . . .
    . . . O . . .
    . . O X . . .
    . X O X O . .
    . O X O . . .
    . . X O . . .
    . . . . . . .
";

#[test]
fn captures_tell_whom_they_help() {
    let escape = value(FIGHT, Color::Black, Some("D6"), "E5", Group::Escape);
    assert!(
        escape > 0 && escape.is_multiple_of(2),
        "{escape}: given by the last move"
    );
    assert_eq!(value(FIGHT, Color::Black, None, "G1", Group::Escape), 0);
    let capture = value(FIGHT, Color::White, None, "E5", Group::Capture);
    assert!((1..33).contains(&capture));
    assert_eq!(value(FIGHT, Color::White, None, "G1", Group::Capture), 0);
}

#[test]
fn a_ko_is_no_usual_capture() {
    let ko = "
        . X O . .
        X . X O .
        . X O . .
        . . . . .
        . . . . .
    ";
    assert_eq!(value(ko, Color::White, None, "B4", Group::Capture), 33);
}

#[test]
fn self_atari_is_seen() {
    let corner = "
        . . . . .
        . . . . .
        . . . . .
        O O . . .
        . . O . .
    ";
    assert_eq!(value(corner, Color::Black, None, "A1", Group::Liberties), 6);
    assert_eq!(value(corner, Color::Black, None, "D1", Group::Liberties), 3); // a ladder
    assert_eq!(value(corner, Color::Black, None, "D4", Group::Liberties), 0);
}

#[test]
fn distances_are_gridcular() {
    let empty = ". . . . .\n".repeat(5);
    for (at, distance) in [("C4", 2), ("D4", 3), ("E3", 4), ("E4", 5), ("A1", 6)] {
        let value = value(&empty, Color::Black, Some("C3"), at, Group::Last);
        assert_eq!(value, distance - 1, "{at}");
    }
}

#[test]
fn lines_differ_between_the_phases_of_a_game() {
    // No stone, a fifth of the points, and half of them.
    let empty = ". . . . . . .\n".repeat(5);
    let early = "X . X . X . X\n".repeat(2) + &". . . . . . .\n".repeat(3);
    let late = "X . X . X . X\n".repeat(4) + ". . . . . . .\n";
    for (diagram, phase) in [(empty, 0), (early, 1), (late, 2)] {
        for (at, line) in [("B1", 0), ("D1", 0), ("B2", 1), ("D3", 2)] {
            let value = value(&diagram, Color::White, None, at, Group::Line);
            assert_eq!(value, 1 + 6 * phase + line, "{at}\n{diagram}");
        }
    }
}

#[test]
fn values_are_places_in_the_list() {
    let keys: Vec<ShapeKey> = (0..1000).map(|key| (key << 24) + (key << 2)).collect();
    let shapes = Shapes::new(&keys);
    for (place, &key) in keys.iter().enumerate() {
        assert_eq!(usize::from(shapes.value(key)), place + 1);
    }
    assert_eq!(shapes.value(12_345), 0);
}

#[test]
fn an_empty_table_knows_nothing() {
    assert_eq!(Shapes::default().value(0), 0);
    assert_eq!(Shapes::new(&[]).value(7), 0);
    assert_eq!(Shapes::new(&[7, 7, 8]).value(7), 1);
    assert_eq!(Shapes::new(&[7, 7, 8]).value(8), 3);
}

/// Black at C1 could be chased along the first and second line, and could capture two stones at every step. Whether that
/// is read to its end depends on the order of the moves, so on how the board lies.
#[test]
fn a_ladder_that_is_given_up_may_differ_between_images() {
    let mut pair = Pair::new(11, 6, false);
    for (at, color) in [
        ("D3", Color::White),
        ("B1", Color::White),
        ("H2", Color::Black),
        ("A3", Color::Black),
        ("A2", Color::Black),
        ("A1", Color::White),
    ] {
        pair.play(point(at), color);
    }
    let mut fates = Vec::new();
    for (board, at) in pair.boards.iter().zip(pair.images(point("C1"))) {
        let mut board = board.clone();
        board.play(at, Color::Black);
        fates.push(Ladders::new().fate(&board, at));
    }
    assert_eq!(fates, [LadderFate::Unknown, LadderFate::Unsettled]);
    let [original, images] = pair.teams(Color::Black);
    assert_eq!(original, images);
}
