//! What the shape of a move is called, by the stones around it.

use super::contact::makes_empty_triangle;
use crate::go::{Board, Color, Point, Size};

/// A shape that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    StarPoint,
    ThreeFour,
    ThreeThree,
    FiveThree,
    FiveFour,
    Invasion,
    Approach,
    Enclosure,
    Ponnuki,
    Capture,
    Atari,
    ThrowIn,
    Connection,
    Hane,
    Wedge,
    DiagonalAttachment,
    Attachment,
    EmptyTriangle,
    BambooJoint,
    TigersMouth,
    Descent,
    Extension,
    ShoulderHit,
    Cap,
    Diagonal,
    Jump,
    TwoPointJump,
    Knight,
    LargeKnight,
}

/// Boards with a shorter side have corners too small for the names of openings.
const SHORTEST_SIDE: u8 = 13;

/// Lines from the edges that make a corner.
const CORNER: u8 = 7;

/// The highest line on which a stone is approached from above by a shoulder hit or a cap.
const HIGHEST_LINE: u8 = 4;

/// What is around a move that has not been made yet.
struct Surroundings<'a> {
    board: &'a Board,
    at: Point,
    color: Color,
}

impl Shape {
    /// The shape that a legal move makes; `None` if it has no name.
    pub(super) fn of(board: &Board, at: Point, color: Color) -> Option<Shape> {
        let around = Surroundings { board, at, color };
        around
            .in_corner()
            .or_else(|| around.capturing())
            .or_else(|| around.in_contact())
            .or_else(|| around.solid())
            .or_else(|| around.loose())
    }

    /// Its name in English, Spanish and French.
    pub(super) fn names(self) -> [&'static str; 3] {
        match self {
            Shape::StarPoint => [
                "star point (hoshi)",
                "punto estrella (hoshi)",
                "point étoile (hoshi)",
            ],
            Shape::ThreeFour => [
                "3-4 point (komoku)",
                "punto 3-4 (komoku)",
                "point 3-4 (komoku)",
            ],
            Shape::ThreeThree => [
                "3-3 point (san-san)",
                "punto 3-3 (san-san)",
                "point 3-3 (san-san)",
            ],
            Shape::FiveThree => [
                "5-3 point (mokuhazushi)",
                "punto 5-3 (mokuhazushi)",
                "point 5-3 (mokuhazushi)",
            ],
            Shape::FiveFour => [
                "5-4 point (takamoku)",
                "punto 5-4 (takamoku)",
                "point 5-4 (takamoku)",
            ],
            Shape::Invasion => ["3-3 invasion", "invasión en 3-3", "invasion au 3-3"],
            Shape::Approach => [
                "approach (kakari)",
                "aproximación (kakari)",
                "approche (kakari)",
            ],
            Shape::Enclosure => [
                "enclosure (shimari)",
                "cierre de esquina (shimari)",
                "fermeture de coin (shimari)",
            ],
            Shape::Ponnuki => ["ponnuki", "ponnuki", "ponnuki"],
            Shape::Capture => ["capture", "captura", "prise"],
            Shape::Atari => ["atari", "atari", "atari"],
            Shape::ThrowIn => [
                "throw-in (horikomi)",
                "sacrificio interior (horikomi)",
                "sacrifice intérieur (horikomi)",
            ],
            Shape::Connection => [
                "connection (tsugi)",
                "conexión (tsugi)",
                "connexion (tsugi)",
            ],
            Shape::Hane => ["hane", "hane", "hane"],
            Shape::Wedge => [
                "wedge (warikomi)",
                "cuña (warikomi)",
                "coin enfoncé (warikomi)",
            ],
            Shape::DiagonalAttachment => [
                "diagonal attachment (kosumi-tsuke)",
                "contacto en diagonal (kosumi-tsuke)",
                "contact en diagonale (kosumi-tsuke)",
            ],
            Shape::Attachment => ["attachment (tsuke)", "contacto (tsuke)", "contact (tsuke)"],
            Shape::EmptyTriangle => ["empty triangle", "triángulo vacío", "triangle vide"],
            Shape::BambooJoint => ["bamboo joint", "unión de bambú", "jointure de bambou"],
            Shape::TigersMouth => ["tiger's mouth", "boca de tigre", "gueule du tigre"],
            Shape::Descent => ["descent (sagari)", "descenso (sagari)", "descente (sagari)"],
            Shape::Extension => ["extension (nobi)", "extensión (nobi)", "allongement (nobi)"],
            Shape::ShoulderHit => [
                "shoulder hit (katatsuki)",
                "golpe de hombro (katatsuki)",
                "coup à l'épaule (katatsuki)",
            ],
            Shape::Cap => ["cap (boshi)", "sombrero (boshi)", "coup du chapeau (boshi)"],
            Shape::Diagonal => [
                "diagonal move (kosumi)",
                "diagonal (kosumi)",
                "diagonale (kosumi)",
            ],
            Shape::Jump => [
                "one-point jump (ikken-tobi)",
                "salto de un punto (ikken-tobi)",
                "saut d'un point (ikken-tobi)",
            ],
            Shape::TwoPointJump => [
                "two-point jump (niken-tobi)",
                "salto de dos puntos (niken-tobi)",
                "saut de deux points (niken-tobi)",
            ],
            Shape::Knight => [
                "knight's move (keima)",
                "salto de caballo (keima)",
                "saut de cavalier (keima)",
            ],
            Shape::LargeKnight => [
                "large knight's move (ogeima)",
                "salto grande de caballo (ogeima)",
                "grand saut de cavalier (ogeima)",
            ],
        }
    }
}

/// The lines of a point from the nearest edges, the smaller one first, from 1.
fn lines(size: Size, at: Point) -> [u8; 2] {
    let line = |place: u8, side: u8| (place + 1).min(side - place);
    let mut lines = [
        line(at.column(), size.width()),
        line(at.row(), size.height()),
    ];
    lines.sort_unstable();
    lines
}

impl Surroundings<'_> {
    fn point(&self, dx: i8, dy: i8) -> Option<Point> {
        let column = self.at.column().checked_add_signed(dx)?;
        let row = self.at.row().checked_add_signed(dy)?;
        Point::new(column, row).filter(|&at| self.board.size().contains(at))
    }

    fn has(&self, color: Color, dx: i8, dy: i8) -> bool {
        self.point(dx, dy).and_then(|at| self.board.color_at(at)) == Some(color)
    }

    fn is_own(&self, dx: i8, dy: i8) -> bool {
        self.has(self.color, dx, dy)
    }

    fn is_other(&self, dx: i8, dy: i8) -> bool {
        self.has(!self.color, dx, dy)
    }

    fn is_empty(&self, dx: i8, dy: i8) -> bool {
        self.point(dx, dy)
            .is_some_and(|at| self.board.is_empty_at(at))
    }

    /// Moves in a corner with at most one other stone.
    fn in_corner(&self) -> Option<Shape> {
        let size = self.board.size();
        if size.width().min(size.height()) < SHORTEST_SIDE {
            return None;
        }
        let near = |place: u8, other: u8, side: u8| {
            (place < CORNER && other < CORNER)
                || (side - 1 - place < CORNER && side - 1 - other < CORNER)
        };
        let is_beside = |other: Point| {
            near(self.at.column(), other.column(), size.width())
                && near(self.at.row(), other.row(), size.height())
        };
        let stones: Vec<Point> = size
            .points()
            .filter(|&at| !self.board.is_empty_at(at) && is_beside(at))
            .collect();
        let here = lines(size, self.at);
        if here[1] > CORNER {
            return None;
        }
        match *stones {
            [] => match here {
                [4, 4] => Some(Shape::StarPoint),
                [3, 4] => Some(Shape::ThreeFour),
                [3, 3] => Some(Shape::ThreeThree),
                [3, 5] => Some(Shape::FiveThree),
                [4, 5] => Some(Shape::FiveFour),
                _ => None,
            },
            [other] => {
                let is_own = self.board.color_at(other) == Some(self.color);
                let away = [
                    self.at.column().abs_diff(other.column()),
                    self.at.row().abs_diff(other.row()),
                ];
                let is_loose =
                    away.iter().all(|&away| away <= 3) && away.iter().any(|&away| away >= 2);
                match (is_own, here) {
                    (false, [3, 3]) if lines(size, other) == [4, 4] => Some(Shape::Invasion),
                    (false, _) if is_loose => Some(Shape::Approach),
                    (true, _) if is_loose => Some(Shape::Enclosure),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Moves that take stones or threaten to.
    fn capturing(&self) -> Option<Shape> {
        let (board, at, color) = (self.board, self.at, self.color);
        let taken = board.captures_of(at, color);
        let mut after = board.clone();
        after.play(at, color);
        if taken > 0 {
            let is_ponnuki = |near: Point| {
                board.color_at(near) == Some(!color)
                    && after.is_empty_at(near)
                    && after
                        .neighbors(near)
                        .filter(|&around| after.color_at(around) == Some(color))
                        .count()
                        == 4
            };
            let is_ponnuki = taken == 1 && board.neighbors(at).any(is_ponnuki);
            return Some(if is_ponnuki {
                Shape::Ponnuki
            } else {
                Shape::Capture
            });
        }
        let mut beside = after
            .neighbors(at)
            .filter(|&near| after.color_at(near) == Some(!color));
        if beside.any(|near| after.is_atari(near)) {
            return Some(Shape::Atari);
        }
        let is_thrown_in =
            after.color_at(at) == Some(color) && after.chain_size(at) == 1 && after.is_atari(at);
        is_thrown_in.then_some(Shape::ThrowIn)
    }

    /// Moves that touch a stone of the opponent.
    fn in_contact(&self) -> Option<Shape> {
        if self.joins() {
            return Some(Shape::Connection);
        }
        let touches = SIDES.iter().any(|&(dx, dy)| self.is_other(dx, dy));
        if !touches {
            return None;
        }
        // An own stone at a corner of the move, and beside both a stone that it turns around.
        let turns = |(dx, dy): (i8, i8)| {
            self.is_own(dx, dy)
                && (self.is_other(dx, 0) && self.is_empty(0, dy)
                    || self.is_other(0, dy) && self.is_empty(dx, 0))
        };
        let has_own = SIDES.iter().any(|&(dx, dy)| self.is_own(dx, dy));
        let is_wedged = |dx, dy| self.is_other(dx, dy) && self.is_other(-dx, -dy);
        if has_own {
            None
        } else if CORNERS.into_iter().any(turns) {
            Some(Shape::Hane)
        } else if is_wedged(1, 0) || is_wedged(0, 1) {
            Some(Shape::Wedge)
        } else if CORNERS.iter().any(|&(dx, dy)| self.is_own(dx, dy)) {
            Some(Shape::DiagonalAttachment)
        } else {
            Some(Shape::Attachment)
        }
    }

    /// Returns true if the move makes one chain of two.
    fn joins(&self) -> bool {
        let mut chains: Vec<Point> = Vec::new();
        for near in self.board.neighbors(self.at) {
            if self.board.color_at(near) == Some(self.color) {
                chains.push(self.board.chain_id(near));
            }
        }
        chains.sort_unstable();
        chains.dedup();
        chains.len() > 1
    }

    /// Moves beside an own stone.
    fn solid(&self) -> Option<Shape> {
        if makes_empty_triangle(self.board, self.at, self.color) {
            return Some(Shape::EmptyTriangle);
        }
        let beside = SIDES.into_iter().find(|&(dx, dy)| self.is_own(dx, dy))?;
        let (dx, dy) = beside;
        // Two pairs of stones with an empty pair between them.
        let joint = |side: i8| {
            let (ax, ay) = (side * dy, side * dx);
            self.is_empty(ax, ay)
                && self.is_empty(ax + dx, ay + dy)
                && self.is_own(2 * ax, 2 * ay)
                && self.is_own(2 * ax + dx, 2 * ay + dy)
        };
        if joint(1) || joint(-1) {
            return Some(Shape::BambooJoint);
        }
        let size = self.board.size();
        let [here, _] = lines(size, self.at);
        let [there, _] = self.point(dx, dy).map_or([0; 2], |own| lines(size, own));
        Some(if here <= 2 && there == here + 1 {
            Shape::Descent
        } else {
            Shape::Extension
        })
    }

    /// Moves that touch nothing.
    fn loose(&self) -> Option<Shape> {
        let mouth = |&(dx, dy): &(i8, i8)| {
            let around = [(dx + 1, dy), (dx - 1, dy), (dx, dy + 1), (dx, dy - 1)];
            let own = around
                .iter()
                .filter(|&&(x, y)| (x, y) == (0, 0) || self.is_own(x, y))
                .count();
            self.is_empty(dx, dy) && own == 3 && around.iter().any(|&(x, y)| self.is_empty(x, y))
        };
        if SIDES.iter().any(mouth) {
            return Some(Shape::TigersMouth);
        }
        let kosumi = |(dx, dy): (i8, i8)| {
            self.is_own(dx, dy) && self.is_empty(dx, 0) && self.is_empty(0, dy)
        };
        if CORNERS.into_iter().any(kosumi) {
            return Some(Shape::Diagonal);
        }
        self.above().or_else(|| self.leap())
    }

    /// A move above a low stone of the opponent, away from own stones.
    fn above(&self) -> Option<Shape> {
        let size = self.board.size();
        let [here, _] = lines(size, self.at);
        let low = |dx: i8, dy: i8| {
            let stone = self.point(dx, dy).filter(|_| self.is_other(dx, dy));
            stone
                .map(|stone| lines(size, stone)[0])
                .filter(|&line| line <= HIGHEST_LINE && line < here)
        };
        if CORNERS
            .iter()
            .any(|&(dx, dy)| low(dx, dy).is_some_and(|line| line + 1 == here))
        {
            return Some(Shape::ShoulderHit);
        }
        let is_cap = |&(dx, dy): &(i8, i8)| {
            self.is_empty(dx, dy) && low(2 * dx, 2 * dy).is_some_and(|line| line + 2 == here)
        };
        SIDES.iter().any(is_cap).then_some(Shape::Cap)
    }

    /// A move at some distance from an own stone, with nothing between.
    fn leap(&self) -> Option<Shape> {
        let turned = |x: i8, y: i8| {
            [
                (x, y),
                (-x, y),
                (x, -y),
                (-x, -y),
                (y, x),
                (-y, x),
                (y, -x),
                (-y, -x),
            ]
        };
        let leaps = [
            ((2, 0), Shape::Jump),
            ((2, 1), Shape::Knight),
            ((3, 0), Shape::TwoPointJump),
            ((3, 1), Shape::LargeKnight),
        ];
        let is_clear = |(dx, dy): (i8, i8)| {
            // The points on the straight way.
            let steps = dx.abs().max(dy.abs());
            (1..steps).all(|step| {
                let along = |away: i8| {
                    if away.abs() == steps {
                        step * away.signum()
                    } else {
                        0
                    }
                };
                self.is_empty(along(dx), along(dy))
            })
        };
        leaps.into_iter().find_map(|((x, y), shape)| {
            let found = turned(x, y)
                .into_iter()
                .any(|(dx, dy)| self.is_own(dx, dy) && is_clear((dx, dy)));
            found.then_some(shape)
        })
    }
}

const SIDES: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

const CORNERS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
