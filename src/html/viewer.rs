//! A board that one can step through: by buttons, a slider, arrow keys and the wheel.
//!
//! The page holds all steps as JSON, each as what it changes on the board, so that the script need not know the rules.

use super::board::{self, center, circle, extent, grid};
use crate::go::{Board, Color, Point, Size};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

const STYLE: &str = include_str!("viewer.css");

/// What makes the viewers of a page work. It stands once, after the last of them.
const SCRIPT: &str = include_str!("viewer.js");

/// Positions that follow each other, each with marks and a text.
#[derive(Clone, Debug)]
pub struct Viewer {
    size: Size,
    boards: Vec<Board>,
    steps: Vec<Step>,
}

/// A position, as the script reads it. Points are counted row by row from the top.
#[derive(Clone, Debug, Default, Serialize)]
struct Step {
    /// The step before it.
    before: Option<usize>,
    /// The point that was played.
    at: Option<usize>,
    /// The stones that are there now and were not before, and the points that are empty now.
    changes: Vec<(usize, &'static str)>,
    marks: Vec<(usize, &'static str)>,
    text: String,
}

/// What the buttons are called.
#[derive(Clone, Copy, Debug)]
pub struct Labels {
    /// Of the whole board.
    pub board: &'static str,
    /// To the first position.
    pub first: &'static str,
    /// To the position before.
    pub back: &'static str,
    /// To the next position.
    pub next: &'static str,
    /// To the last position.
    pub last: &'static str,
}

/// A sign on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A stone that is dead.
    Dead,
    /// A point in seki.
    Seki,
    /// A point of a player's territory.
    Owned(Color),
    /// A point that is nobody's.
    Dame,
}

impl Mark {
    fn class(self) -> &'static str {
        match self {
            Mark::Dead => "dead",
            Mark::Seki => "seki",
            Mark::Owned(Color::Black) => "owned black",
            Mark::Owned(Color::White) => "owned white",
            Mark::Dame => "dame",
        }
    }
}

impl Viewer {
    /// A viewer of one position.
    #[must_use]
    pub fn new(board: &Board) -> Viewer {
        let mut viewer = Viewer {
            size: board.size(),
            boards: Vec::new(),
            steps: Vec::new(),
        };
        viewer.push(None, board, None);
        viewer
    }

    /// Adds a position that comes after another one, and returns its number.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn follow(&mut self, before: usize, board: &Board, played: Option<Point>) -> usize {
        self.push(Some(before), board, played)
    }

    fn push(&mut self, before: Option<usize>, board: &Board, played: Option<Point>) -> usize {
        let last = before.map(|before| &self.boards[before]);
        let stone_before = |at: Point| last.and_then(|last| last.color_at(at));
        let stone = |at: Point| match board.color_at(at) {
            Some(Color::Black) => "black",
            Some(Color::White) => "white",
            None => "",
        };
        let is_new = |&at: &Point| board.color_at(at) != stone_before(at);
        let changes = board.points().filter(is_new);
        let changes = changes.map(|at| (self.size.place(at), stone(at))).collect();
        self.steps.push(Step {
            before,
            at: played.map(|at| self.size.place(at)),
            changes,
            ..Step::default()
        });
        self.boards.push(board.clone());
        self.steps.len() - 1
    }

    /// Puts a sign on a point of a position.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn mark(&mut self, step: usize, at: Point, mark: Mark) {
        let place = self.size.place(at);
        self.steps[step].marks.push((place, mark.class()));
    }

    /// Says something below a position.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn say(&mut self, step: usize, text: String) {
        self.steps[step].text = text;
    }

    /// The board with its buttons, at a position first, and beside it something else. What there has a list of points,
    /// see [`points`], shows these on the board when it is pointed at.
    ///
    /// # Panics
    /// If there is no such position.
    #[must_use]
    pub fn markup(&self, start: usize, labels: Labels, beside: &Markup) -> Markup {
        let [width, height] = extent(self.size);
        let steps = serde_json::to_string(&self.steps).expect("strings and numbers");
        // A text cannot end the element that it stands in.
        let steps = steps.replace('<', "\\u003c");
        let buttons = [
            ("first", labels.first, "|◀"),
            ("back", labels.back, "◀"),
            ("next", labels.next, "▶"),
            ("last", labels.last, "▶|"),
        ];
        html! {
            section.viewer tabindex="0" data-columns=(self.size.width()) data-start=(start) {
                div.stage {
                    svg.board viewBox={ "0 0 " (width) " " (height) } role="img" aria-label=(labels.board) {
                        rect.wood width=(width) height=(height) {}
                        (grid(self.size))
                        g.stones {
                            @for at in self.boards[start].points() {
                                @if let Some(color) = self.boards[start].color_at(at) {
                                    (circle(&color.to_string(), "4.7", center(at, self.size)))
                                }
                            }
                        }
                        g.marks {}
                        g.pointed {}
                    }
                    div.steps {
                        @for (class, label, sign) in buttons {
                            button type="button" class=(class) title=(label) aria-label=(label) { (sign) }
                        }
                        input type="range" min="0" value=(start) aria-label=(labels.board) {}
                        output {}
                    }
                    p.text aria-live="polite" { (self.steps[start].text) }
                }
                div.beside { (beside) }
                script type="application/json" { (PreEscaped(steps)) }
            }
        }
    }
}

/// The script that makes the viewers of a page work.
#[must_use]
pub fn script() -> Markup {
    html! { script { (PreEscaped(SCRIPT)) } }
}

/// A list of points for the attribute `data-points`.
#[must_use]
pub fn points(size: Size, points: impl Iterator<Item = Point>) -> String {
    let places: Vec<String> = points.map(|at| size.place(at).to_string()).collect();
    places.join(" ")
}

/// The styles that a page with viewers needs.
#[must_use]
pub fn style() -> String {
    format!("{}{STYLE}", board::STYLE)
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_balance;
    use super::*;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    const LABELS: Labels = Labels {
        board: "board",
        first: "first",
        back: "back",
        next: "next",
        last: "last",
    };

    #[test]
    fn a_step_is_what_it_changes() {
        let mut board: Board = "
            . X O .
            . O . ."
            .parse()
            .unwrap();
        let mut viewer = Viewer::new(&board);
        board.play(point("A2"), Color::White);
        let next = viewer.follow(0, &board, Some(point("A2")));
        assert_eq!(viewer.steps[0].changes.len(), 3);
        // B2 is captured.
        let mut changes = viewer.steps[next].changes.clone();
        changes.sort_unstable();
        assert_eq!(changes, [(0, "white"), (1, "")]);
        assert_eq!(viewer.steps[next].at, Some(0));
        assert_eq!(viewer.steps[next].before, Some(0));
        let other = viewer.follow(0, &Board::new(board.size()), None);
        assert_eq!(viewer.steps[other].changes.len(), 3);
    }

    #[test]
    fn a_viewer_stands_where_it_starts_and_holds_what_it_needs() {
        let mut board = Board::new(Size::new(5, 3).unwrap());
        let mut viewer = Viewer::new(&board);
        board.play(point("B2"), Color::Black);
        let step = viewer.follow(0, &board, Some(point("B2")));
        viewer.mark(step, point("A1"), Mark::Owned(Color::Black));
        viewer.mark(step, point("B2"), Mark::Dead);
        viewer.say(step, "</script> & more".to_owned());
        let list = points(board.size(), [point("A3"), point("E1")].into_iter());
        assert_eq!(list, "0 14");
        let beside = html! { p data-points=(list) { "stones" } };
        let markup = viewer.markup(step, LABELS, &beside).into_string();
        for part in [
            "viewBox=\"0 0 74 54\"",
            "<circle class=\"black\" cx=\"27\" cy=\"27\" r=\"4.7\"></circle>",
            "\"marks\":[[10,\"owned black\"],[6,\"dead\"]]",
            "\"text\":\"\\u003c/script> & more\"",
            "data-points=\"0 14\"",
            "&lt;/script&gt; &amp; more",
        ] {
            assert!(markup.contains(part), "{part}\n{markup}");
        }
        check_balance(&markup);
        check_balance(&script().into_string());
    }
}
