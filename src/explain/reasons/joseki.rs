//! The names of openings and of joseki, from a small table.

use crate::explain::Language;
use crate::go::{Color, Move, Point, Size};

/// A name in every language, and the stones that it stands for.
struct NamedOpening {
    names: [&'static str; 3],
    /// The moves, each as column and line from the corner, from 1; the first player's and the second one's in turn.
    moves: &'static [(u8, u8)],
}

/// Joseki: moves in one corner in their order, the whole of what was played there.
const JOSEKI: &[NamedOpening] = &[
    NamedOpening {
        names: [
            "3-3 invasion joseki",
            "joseki de la invasión en 3-3",
            "joseki de l'invasion au 3-3",
        ],
        moves: &[(4, 4), (3, 3), (4, 3), (3, 4), (3, 5)],
    },
    NamedOpening {
        names: [
            "knight's answer and slide",
            "respuesta de caballo y deslizamiento",
            "réponse du cavalier et glissade",
        ],
        moves: &[(4, 4), (6, 3), (3, 6), (4, 2)],
    },
    NamedOpening {
        names: [
            "attach and draw back (tsuke-hiki)",
            "contacto y retirada (tsuke-hiki)",
            "contact et recul (tsuke-hiki)",
        ],
        moves: &[(4, 3), (4, 5), (3, 5), (3, 6), (3, 4)],
    },
];

/// Openings: the stones of one player in the order of the table, in any order of play, before he has others.
const WHOLE_BOARD: &[NamedOpening] = &[
    NamedOpening {
        names: ["sanrensei", "sanrensei", "sanrensei"],
        moves: &[(4, 4), (16, 4), (10, 4)],
    },
    NamedOpening {
        names: ["nirensei", "nirensei", "nirensei"],
        moves: &[(4, 4), (16, 4)],
    },
    NamedOpening {
        names: [
            "diagonal opening (tasuki)",
            "apertura diagonal (tasuki)",
            "ouverture diagonale (tasuki)",
        ],
        moves: &[(4, 4), (16, 16)],
    },
    NamedOpening {
        names: [
            "low Chinese opening",
            "apertura china baja",
            "ouverture chinoise basse",
        ],
        moves: &[(16, 4), (4, 3), (9, 3)],
    },
    NamedOpening {
        names: [
            "high Chinese opening",
            "apertura china alta",
            "ouverture chinoise haute",
        ],
        moves: &[(16, 4), (4, 3), (9, 4)],
    },
];

/// The board on which openings have their names.
const SIDE: u8 = 19;

/// Lines from the edges that make a corner.
const CORNER: u8 = 9;

/// Returns the name of the opening or the joseki that the last of some moves completes, if it is in the table. The moves are
/// all of a game on a board that was empty.
pub fn opening(size: Size, moves: &[(Color, Move)], language: Language) -> Option<&'static str> {
    if size != Size::square(SIDE) {
        return None;
    }
    let plays: Vec<(Color, Point)> = moves
        .iter()
        .filter_map(|&(color, mv)| Some((color, mv.point()?)))
        .collect();
    let &(color, last) = plays.last()?;
    (moves.last()?.1.point() == Some(last)).then_some(())?;
    let found = joseki(&plays, last).or_else(|| whole_board(&plays, color));
    found.map(|opening| language.among(opening.names))
}

/// A point as column and line, from 1, on a board that is turned in one of eight ways.
fn turned(at: Point, turn: u8) -> (u8, u8) {
    let (mut column, mut line) = (at.column() + 1, at.row() + 1);
    if turn & 1 != 0 {
        column = SIDE + 1 - column;
    }
    if turn & 2 != 0 {
        line = SIDE + 1 - line;
    }
    if turn & 4 == 0 {
        (column, line)
    } else {
        (line, column)
    }
}

fn joseki(plays: &[(Color, Point)], last: Point) -> Option<&'static NamedOpening> {
    (0..8).find_map(|turn| {
        let is_in_corner = |&&(_, at): &&(Color, Point)| {
            let (column, line) = turned(at, turn);
            column <= CORNER && line <= CORNER
        };
        let here: Vec<&(Color, Point)> = plays.iter().filter(is_in_corner).collect();
        let alternate = here.windows(2).all(|pair| pair[0].0 != pair[1].0);
        let is_last = here.last().is_some_and(|&&(_, at)| at == last);
        let is_played = |opening: &&NamedOpening| {
            opening.moves.len() == here.len()
                && opening
                    .moves
                    .iter()
                    .zip(&here)
                    .all(|(&known, &&(_, at))| known == turned(at, turn))
        };
        (alternate && is_last)
            .then(|| JOSEKI.iter().find(is_played))
            .flatten()
    })
}

fn whole_board(plays: &[(Color, Point)], color: Color) -> Option<&'static NamedOpening> {
    let own: Vec<Point> = plays
        .iter()
        .filter(|play| play.0 == color)
        .map(|play| play.1)
        .collect();
    (0..8).find_map(|turn| {
        let here: Vec<(u8, u8)> = own.iter().map(|&at| turned(at, turn)).collect();
        let is_played = |opening: &&NamedOpening| {
            opening.moves.len() == here.len()
                && opening.moves.iter().all(|known| here.contains(known))
        };
        WHOLE_BOARD.iter().find(is_played)
    })
}
