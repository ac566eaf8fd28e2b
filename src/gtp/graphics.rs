//! Live graphics of GoGui: the state of a search, drawn on the board.
//!
//! They are messages on standard error that are written as they are, see [`super::BARE`]. Each set replaces the one before; the
//! last one clears the board.

use super::BARE;
use super::response::words;
use crate::go::{Color, Move};
use crate::params::{LiveGraphics, Params};
use crate::search::{Observer, Report};
use std::fmt::Write;
use std::time::Duration;

/// Between two pictures.
const INTERVAL: Duration = Duration::from_secs(1);

/// Moves with a smaller part of the visits are not labelled.
const LEAST_SHARE: u64 = 200;

/// Who draws the search for a move, if that is wanted.
pub(super) fn observer(params: &Params, color: Color) -> Option<Observer<'static>> {
    let what = params.live_graphics;
    (what != LiveGraphics::Off).then(|| {
        Observer::new(INTERVAL, move |report| {
            log::info!(target: BARE, "{}", picture(report, color, what));
        })
    })
}

/// Clears the board.
pub(super) fn clear() {
    log::info!(target: BARE, "gogui-gfx: CLEAR");
}

/// The picture of a report; an empty line ends it.
fn picture(report: &Report, color: Color, what: LiveGraphics) -> String {
    let mut text = "gogui-gfx:\n".to_owned();
    match what {
        LiveGraphics::Off => {}
        LiveGraphics::Counts => write_counts(&mut text, report),
        LiveGraphics::Sequence => {
            if let Some(best) = report.moves.first() {
                let _ = writeln!(text, "VAR {}", line_with_colors(color, &best.line));
            }
        }
    }
    let _ = writeln!(
        text,
        "TEXT {} visits, win rate {:.3}, score {:+.1}",
        report.visits,
        report.value,
        report.margins.mean()
    );
    text
}

/// Writes the visits of moves.
fn write_counts(text: &mut String, report: &Report) {
    text.push_str("LABEL");
    let is_visible = |visits: u32| u64::from(visits) * LEAST_SHARE >= report.visits;
    for found in &report.moves_with_twins() {
        if let Some(point) = found.mv.point().filter(|_| is_visible(found.visits)) {
            let _ = write!(text, " {point} {}", found.visits);
        }
    }
    text.push('\n');
}

/// Returns the moves of a line, each with its color, beginning with one player: `b D4 w pass`.
pub(super) fn line_with_colors(first: Color, line: &[Move]) -> String {
    let turns = [first, !first].into_iter().cycle();
    let moves = turns.zip(line);
    words(moves.map(|(turn, mv)| format!("{} {mv}", turn.letter().to_ascii_lowercase())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::report_of;
    use crate::go::{Game, Rules, Size};

    #[test]
    fn pictures_are_what_gogui_draws() {
        let game = Game::new(Size::square(9), Rules::default());
        let report = report_of(&game, Color::White, 300);
        let best = report.moves[0].mv;
        for (what, beginning) in [
            (
                LiveGraphics::Counts,
                format!("LABEL {best} {}", report.moves[0].visits),
            ),
            (LiveGraphics::Sequence, format!("VAR w {best} b ")),
        ] {
            let text = picture(&report, Color::White, what);
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!((lines[0], lines.len()), ("gogui-gfx:", 3), "{text}");
            assert!(lines[1].starts_with(&beginning), "{text}");
            assert!(
                lines[2].starts_with("TEXT ") && text.ends_with('\n'),
                "{text}"
            );
        }
    }
}
