//! A board that readers can step through by buttons, a slider, arrow keys, the wheel and touch.
//!
//! The page holds all steps as JSON, each as its changes of the board, so the script need not know the rules. A step may hold
//! what a search has [found](ViewerPosition): then its candidates stand on the board and in a list, the ownership can be drawn over it, and
//! a [chart] shows the course of the game.

use super::script;
use crate::go::{Board, Color, Game, Move, Point, Size};
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

/// The style of a board, which `kosumi web` serves, too, and that of what stands around it.
const STYLES: [&str; 2] = [include_str!("page/board.css"), include_str!("viewer.css")];

/// Positions that follow each other, each with marks and a text.
#[derive(Clone, Debug)]
pub struct Viewer {
    size: Size,
    boards: Vec<Board>,
    steps: Vec<ViewerStep>,
    /// The last position of the game; others come from lines that were not played.
    end: Option<usize>,
}

/// A position, as the script reads it. Points are counted row by row from the top.
#[derive(Clone, Debug, Default, Serialize)]
struct ViewerStep {
    /// The step before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    before: Option<usize>,
    /// The point that was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<usize>,
    /// The stones that are there now and were not before, and the points that are empty now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<(usize, &'static str)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<(usize, &'static str)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<(usize, String)>,
    /// True if the step is a way on that the record itself has.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    varies: bool,
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seen: Option<SeenHere>,
    /// Who has made a mistake, and how bad it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    mover: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grade: Option<u8>,
}

/// What a search has seen in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewerPosition {
    /// Whose turn it is.
    pub turn: Color,
    /// Black's chance to win, 0 to 1.
    pub chance: f64,
    /// Black's lead in points.
    pub lead: f64,
    /// Who owns each point, row by row from the top: 1 if it is Black's for sure, -1 if it is White's.
    pub owners: Vec<f64>,
    /// The moves that the search has visited, the best first.
    pub candidates: Vec<ViewerMove>,
}

/// A move that a search has visited.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewerMove {
    /// Its visits.
    pub visits: u32,
    /// Black's chance to win after it, 0 to 1.
    pub chance: f64,
    /// Black's lead after it, in points.
    pub lead: f64,
    /// The best line, which begins with the move.
    pub line: Vec<Move>,
}

/// What was seen, as the script reads it: whose turn it is, chance, lead, owners as letters, candidates.
type SeenHere = (&'static str, f64, f64, String, Vec<CandidateHere>);

/// A candidate, as the script reads it: its name, point, visits, chance, lead, and the points of its line.
type CandidateHere = (String, Option<usize>, u32, f64, f64, Vec<Option<usize>>);

impl ViewerPosition {
    fn here(&self, size: Size) -> SeenHere {
        let place = |mv: Move| mv.point().map(|at| size.place(at));
        let candidates = self.candidates.iter().map(|candidate| {
            let first = candidate.line.first().copied().unwrap_or(Move::Pass);
            (
                first.to_string(),
                place(first),
                candidate.visits,
                rounded(candidate.chance, 1000.0),
                rounded(candidate.lead, 10.0),
                candidate.line.iter().map(|&mv| place(mv)).collect(),
            )
        });
        (
            name(self.turn),
            rounded(self.chance, 1000.0),
            rounded(self.lead, 10.0),
            self.owners.iter().map(|&owner| letter(owner)).collect(),
            candidates.collect(),
        )
    }
}

fn rounded(value: f64, by: f64) -> f64 {
    (value * by).round() / by
}

/// An owner as a letter, from a, White, to z, Black.
fn letter(owner: f64) -> char {
    #[expect(clippy::cast_sign_loss, reason = "0 to 25")]
    let step = (12.5 * (owner.clamp(-1.0, 1.0) + 1.0)).round() as u8;
    char::from(b'a' + step)
}

/// What the style sheet and the script call a player.
fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
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
    /// The number of stones that each player has captured.
    pub captured: &'static str,
    /// What may be shown on the board, and what leads on, where searches have seen something.
    pub candidates: &'static str,
    /// The owners of points.
    pub owners: &'static str,
    /// To the next mistake.
    pub next_mistake: &'static str,
    /// Titles of the list of candidates: the move, the chance to win, the lead and the visits.
    pub choices: [&'static str; 4],
}

impl Labels {
    /// Those of a page in English.
    pub const ENGLISH: Labels = Labels {
        board: "Board, with the moves of the game",
        first: "To the beginning",
        back: "Back",
        next: "Next",
        last: "To the end",
        captured: "Captured by",
        candidates: "Candidates",
        owners: "Owners",
        next_mistake: "Next mistake",
        choices: ["Candidate", "Wins", "Lead", "Visits"],
    };

    /// Those of a page in Spanish.
    pub const SPANISH: Labels = Labels {
        board: "Tablero, con las jugadas de la partida",
        first: "Al principio",
        back: "Atrás",
        next: "Siguiente",
        last: "Al final",
        captured: "Capturadas por",
        candidates: "Candidatas",
        owners: "Dueños",
        next_mistake: "Error siguiente",
        choices: ["Candidata", "Gana", "Ventaja", "Visitas"],
    };

    /// Those of a page in French.
    pub const FRENCH: Labels = Labels {
        board: "Goban, avec les coups de la partie",
        first: "Au début",
        back: "Précédent",
        next: "Suivant",
        last: "À la fin",
        captured: "Capturées par",
        candidates: "Candidats",
        owners: "Propriétaires",
        next_mistake: "Erreur suivante",
        choices: ["Candidat", "Gagne", "Avance", "Visites"],
    };
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
    /// A point that is neither player's.
    Dame,
    /// A point that is the right answer.
    Right,
    /// A point that was answered.
    Answered,
    /// A sign of the record's own.
    Triangle,
    /// Another one.
    Square,
    /// Another one.
    Circle,
    /// Another one.
    Cross,
}

impl Mark {
    fn class(self) -> &'static str {
        match self {
            Mark::Dead => "dead",
            Mark::Seki => "seki",
            Mark::Owned(Color::Black) => "owned black",
            Mark::Owned(Color::White) => "owned white",
            Mark::Dame => "dame",
            Mark::Right => "right",
            Mark::Answered => "answered",
            Mark::Triangle => "triangle",
            Mark::Square => "square",
            Mark::Circle => "circle",
            Mark::Cross => "cross",
        }
    }
}

impl Viewer {
    /// A viewer of one position.
    pub fn new(board: &Board) -> Viewer {
        let mut viewer = Viewer {
            size: board.size(),
            boards: Vec::new(),
            steps: Vec::new(),
            end: None,
        };
        viewer.push(None, board, None);
        viewer
    }

    /// A viewer of all positions of a game. `text` says something about each move, given by its number from 0 on.
    pub fn of_game(game: &Game, text: impl Fn(usize, Color, Move) -> String) -> Viewer {
        let mut position = game.position_after(0);
        let mut viewer = Viewer::new(position.board());
        for (step, &(color, mv)) in game.moves().iter().enumerate() {
            position.play_unchecked(color, mv);
            let next = viewer.follow(step, position.board(), mv.point());
            viewer.say(next, text(step, color, mv));
        }
        viewer
    }

    /// The last position so far.
    pub fn last(&self) -> usize {
        self.steps.len() - 1
    }

    /// Adds a position that comes after another one, if it is not there already, and returns its number. Of several that
    /// come after one, the first belongs to the game.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn follow(&mut self, before: usize, board: &Board, played: Option<Point>) -> usize {
        let at = played.map(|at| self.size.place(at));
        let is_same = |&number: &usize| {
            let step = &self.steps[number];
            step.before == Some(before) && step.at == at && self.boards[number] == *board
        };
        let known = (before + 1..self.steps.len()).find(is_same);
        known.unwrap_or_else(|| self.push(Some(before), board, played))
    }

    fn push(&mut self, before: Option<usize>, board: &Board, played: Option<Point>) -> usize {
        let last = before.map(|before| &self.boards[before]);
        let stone_before = |at: Point| last.and_then(|last| last.color_at(at));
        let stone = |at: Point| board.color_at(at).map_or("", name);
        let is_new = |&at: &Point| board.color_at(at) != stone_before(at);
        let changes = board.points().filter(is_new);
        let changes = changes.map(|at| (self.size.place(at), stone(at))).collect();
        self.steps.push(ViewerStep {
            before,
            at: played.map(|at| self.size.place(at)),
            changes,
            ..ViewerStep::default()
        });
        self.boards.push(board.clone());
        self.last()
    }

    /// Puts a sign on a point of a position.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn mark(&mut self, step: usize, at: Point, mark: Mark) {
        let place = self.size.place(at);
        self.steps[step].marks.push((place, mark.class()));
    }

    /// Puts a text on a point of a position.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn label(&mut self, step: usize, at: Point, text: String) {
        let place = self.size.place(at);
        self.steps[step].labels.push((place, text));
    }

    /// Tells that the record itself has the move to a position, as one of its variations: a letter on the board leads to it.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn vary(&mut self, step: usize) {
        self.steps[step].varies = true;
    }

    /// Says something below a position.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn say(&mut self, step: usize, text: String) {
        self.steps[step].text = text;
    }

    /// Tells that the game ends with the last position so far: what is added from now on was not played.
    pub fn end_game(&mut self) {
        self.end = Some(self.last());
    }

    /// What is said below a position; empty if nothing is.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn text(&self, step: usize) -> &str {
        &self.steps[step].text
    }

    /// Tells what a search has seen in a position.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn tell(&mut self, step: usize, seen: &ViewerPosition) {
        self.steps[step].seen = Some(seen.here(self.size));
    }

    /// Tells that a player's move to a position was a mistake, and how bad it was, from 1 on.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn blame(&mut self, step: usize, mover: Color, grade: u8) {
        self.steps[step].mover = Some(name(mover));
        self.steps[step].grade = Some(grade);
    }

    /// The board with its buttons, at a position first, and beside it something else. What there has a list of points,
    /// see [`points`], shows these on the board when it is pointed at.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn markup(&self, start: usize, labels: Labels, beside: &Markup) -> Markup {
        let dots = self.size.star_points().map(|at| self.size.place(at));
        let dots: Vec<_> = dots.collect();
        let end = self.end.unwrap_or(self.last());
        let steps = serde_json::to_string(&self.steps).expect("strings and numbers");
        let buttons = [
            ("first", labels.first, "|◀"),
            ("back", labels.back, "◀"),
            ("next", labels.next, "▶"),
            ("last", labels.last, "▶|"),
        ];
        html! {
            section.viewer tabindex="0" data-columns=(self.size.width()) data-rows=(self.size.height())
                data-stars=(format!("{dots:?}")) data-start=(start) data-end=(end) {
                div.stage {
                    div.frame role="img" aria-label=(labels.board) {}
                    div.steps {
                        @for (class, label, sign) in buttons {
                            button type="button" class=(class) title=(label) aria-label=(label) { (sign) }
                        }
                        input type="range" min="0" value=(start) aria-label=(labels.board) {}
                        output {}
                    }
                    @if self.steps.iter().any(|step| step.seen.is_some()) { (tools(&labels)) }
                    p.captured {
                        (labels.captured) " "
                        @for color in Color::ALL { i class=(name(color)) {} b class=(name(color)) { "0" } }
                    }
                    p.text aria-live="polite" { (self.steps[start].text) }
                }
                div.beside { (beside) }
                script.steps-text type="application/json" { (within(&steps)) }
            }
        }
    }
}

/// What is shown on the board where searches have seen something.
fn tools(labels: &Labels) -> Markup {
    html! {
        div.tools {
            label { input type="checkbox" name="candidates" checked {} " " (labels.candidates) }
            label { input type="checkbox" name="owners" {} " " (labels.owners) }
            button.worse type="button" title="m" { (labels.next_mistake) }
        }
    }
}

/// The chance to win and the lead at each move, for a page about one game: it shows what is pointed at, and leads
/// to what is clicked.
pub fn chart(label: &str) -> Markup {
    html! {
        figure.chart {
            figcaption { (label) " " output.readout {} }
            svg.course role="img" aria-label=(label) {}
        }
    }
}

/// The list of the candidates at the position that is shown, for a page about one game.
pub fn candidates(labels: &Labels) -> Markup {
    html! {
        table.choices {
            thead { tr { @for title in labels.choices { th { (title) } } } }
            tbody {}
        }
    }
}

/// Where the page shows one of the viewers that [wait](waiting).
pub fn shown() -> Markup {
    html! { div.shown {} }
}

/// A viewer that is only laid out when a [button] asks for it by its name.
pub fn waiting(name: &str, viewer: &Markup) -> Markup {
    html! { template data-name=(name) { (viewer) } }
}

/// A button that shows a viewer that waits.
pub fn button(name: &str, label: &str) -> Markup {
    html! { button.show type="button" data-shows=(name) { (label) } }
}

/// A button that saves a text as a file, for a page about one game.
pub fn download(label: &str, file: &str, text: &str) -> Markup {
    let text = serde_json::Value::from(text).to_string();
    html! {
        button.download type="button" { (label) }
        script.record type="application/json" data-name=(file) { (within(&text)) }
    }
}

/// JSON within an element of a page: no text in it can end that element.
pub fn within(json: &str) -> PreEscaped<String> {
    PreEscaped(json.replace('<', "\\u003c"))
}

/// The script that makes the viewers of a page work. It stands once, after the last of them.
pub fn script() -> Markup {
    html! { script type="module" { (PreEscaped(script::of_viewers())) } }
}

/// A list of points for the attribute `data-points`.
pub fn points(size: Size, points: impl Iterator<Item = Point>) -> String {
    let places: Vec<String> = points.map(|at| size.place(at).to_string()).collect();
    places.join(" ")
}

/// The styles that a page with viewers needs.
pub fn style() -> String {
    STYLES.concat()
}

#[cfg(test)]
mod tests {
    use super::super::tests::check_balance;
    use super::*;

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

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
        let markup = viewer.markup(step, Labels::ENGLISH, &beside).into_string();
        for part in [
            "data-columns=\"5\" data-rows=\"3\" data-stars=\"[]\" data-start=\"1\" data-end=\"1\"",
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
