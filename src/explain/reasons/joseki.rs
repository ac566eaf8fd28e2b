//! The names of openings and of joseki, from a small table.

use super::{About, Fact, Mistake, WeighedFact};
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
            "3-3 invasion joseki with a hane",
            "joseki de la invasión en 3-3 con hane",
            "joseki de l'invasion au 3-3 avec hane",
        ],
        moves: &[
            (4, 4),
            (3, 3),
            (4, 3),
            (3, 4),
            (3, 5),
            (2, 5),
            (2, 6),
            (2, 4),
            (3, 6),
        ],
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
            "knight's answer, slide and extension",
            "respuesta de caballo, deslizamiento y extensión",
            "réponse du cavalier, glissade et extension",
        ],
        moves: &[(4, 4), (6, 3), (3, 6), (4, 2), (3, 3), (9, 3)],
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

/// A joseki that is left explains a mistake if no stones do.
const LEFT: f64 = 0.7;

/// Returns what the table says of a move that leaves a joseki, if the search prefers the one that goes on with it.
pub(super) fn findings(mistake: &Mistake<'_>) -> Option<WeighedFact> {
    let (played, better) = (mistake.at(About::Played)?, mistake.at(About::Better)?);
    if mistake.board.size() != Size::square(SIDE) {
        return None;
    }
    let plays: Vec<(Color, Point)> = mistake
        .moves
        .iter()
        .filter_map(|&(color, mv)| Some((color, mv.point()?)))
        .collect();
    (0..8).find_map(|turn| {
        let corner = Corner::of(&plays, turn);
        // Nothing was set up or taken there, and it is the turn of whoever is next.
        let stones = mistake
            .board
            .points()
            .filter(|&at| is_in_corner(at, turn) && !mistake.board.is_empty_at(at));
        let is_next = corner.plays.last()?.0 != mistake.color
            && stones.count() == corner.plays.len()
            && is_in_corner(played, turn);
        let opening = corner.goes_on(better).filter(|_| is_next)?;
        Some(WeighedFact {
            about: About::Played,
            fact: Fact::LeavesJoseki(opening.names, better),
            line: mistake.line(About::Better),
            weight: LEFT,
        })
    })
}

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

fn is_in_corner(at: Point, turn: u8) -> bool {
    let (column, line) = turned(at, turn);
    column <= CORNER && line <= CORNER
}

/// What was played in a corner, in its order. The board is turned so that it is the lower left one.
struct Corner {
    plays: Vec<(Color, Point)>,
    turn: u8,
}

impl Corner {
    fn of(plays: &[(Color, Point)], turn: u8) -> Corner {
        let here = plays.iter().filter(|&&(_, at)| is_in_corner(at, turn));
        Corner {
            plays: here.copied().collect(),
            turn,
        }
    }

    /// Returns true if the players have made moves in turn, and these are the first ones of a joseki.
    fn begins(&self, joseki: &NamedOpening) -> bool {
        let alternate = self.plays.windows(2).all(|pair| pair[0].0 != pair[1].0);
        let mut pairs = self.plays.iter().zip(joseki.moves);
        alternate
            && self.plays.len() <= joseki.moves.len()
            && pairs.all(|(&(_, at), &known)| known == turned(at, self.turn))
    }

    /// The joseki that was played to its end.
    fn played(&self) -> Option<&'static NamedOpening> {
        JOSEKI
            .iter()
            .find(|joseki| joseki.moves.len() == self.plays.len() && self.begins(joseki))
    }

    /// A joseki of which some moves were made, and that goes on at a point.
    fn goes_on(&self, at: Point) -> Option<&'static NamedOpening> {
        let next = turned(at, self.turn);
        JOSEKI
            .iter()
            .find(|joseki| self.begins(joseki) && joseki.moves.get(self.plays.len()) == Some(&next))
    }
}

fn joseki(plays: &[(Color, Point)], last: Point) -> Option<&'static NamedOpening> {
    (0..8).find_map(|turn| {
        let corner = Corner::of(plays, turn);
        let is_last = corner.plays.last().is_some_and(|&(_, at)| at == last);
        is_last.then(|| corner.played()).flatten()
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
