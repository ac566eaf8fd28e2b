//! The course of a game as SVG.

use super::{Estimate, Review};
use crate::html::chart;
use maud::{Markup, html};

/// Draws the chance of Black to win after each move, in percent. Links lead from mistakes to
/// `#move-N`.
pub(super) fn chances(review: &Review, mistakes: &[usize]) -> Markup {
    let show = |estimate: &Estimate| [100.0 * estimate.chance; 3];
    let label = |percent: &f64| format!("{percent:.0} %");
    course(review, mistakes, &show, [0.0, 50.0, 100.0], &label)
}

/// Draws the lead of Black in points, with a band of its deviation.
pub(super) fn leads(review: &Review, mistakes: &[usize]) -> Markup {
    let show = |estimate: &Estimate| {
        let (lead, deviation) = (estimate.lead, estimate.deviation);
        [lead - deviation, lead, lead + deviation]
    };
    let ends = estimates(review).flat_map(show);
    let most = ends.fold(1.0, |most: f64, end| most.max(end.abs())).ceil();
    let label = |points: &f64| match *points {
        0.5.. => format!("B+{points:.0}"),
        ..=-0.5 => format!("W+{:.0}", -points),
        _ => "0".to_owned(),
    };
    course(review, mistakes, &show, [-most, 0.0, most], &label)
}

/// Returns the positions in order, the one before the first move included.
fn estimates(review: &Review) -> impl Iterator<Item = &Estimate> {
    let after = review.moves.iter().map(|judged| &judged.after);
    std::iter::once(&review.start).chain(after)
}

/// Draws what is shown of each position, with spots that lead to the mistakes.
fn course(
    review: &Review,
    mistakes: &[usize],
    show: &dyn Fn(&Estimate) -> [f64; 3],
    range: [f64; 3],
    label: &dyn Fn(&f64) -> String,
) -> Markup {
    let mark = |number: usize, (x, y): (i32, i32)| {
        let mistake = number
            .checked_sub(1)
            .filter(|place| mistakes.contains(place));
        html! {
            @if let Some(judged) = mistake.map(|place| &review.moves[place]) {
                a href={ "#move-" (number) } {
                    title { "Move " (number) ": " (judged.mv.to_string()) }
                    circle class={ "mark " (judged.color.to_string()) } cx=(x) cy=(y) r="6" {}
                }
            }
        }
    };
    let points: Vec<_> = (0..).zip(estimates(review).map(show)).collect();
    chart::course("moves", range, label, &points, &mark)
}
