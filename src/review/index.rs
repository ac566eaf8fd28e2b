//! An index of the reviews of many games.

use super::{PlayerSum, Review};
use crate::go::{ByColor, Color};
use crate::html::viewer::within;
use crate::html::{self, table};
use maud::{Markup, html};
use serde::{Deserialize, Serialize};

/// How the element begins in which a page keeps its summary.
const BEGINNING: &str = "<script class=\"summary\" type=\"application/json\">";

/// What an index shows of a review. The page about a review keeps it, so that an index needs no record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// What the review was made from: pages with the same key are the same.
    pub key: String,
    /// A checksum of the annotated record that was written with the page.
    pub record: String,
    /// Names, Black's first.
    names: [String; 2],
    result: Option<String>,
    date: Option<String>,
    moves: usize,
    accuracy: [f64; 2],
    points: [f64; 2],
    mistakes: [usize; 2],
}

impl Summary {
    /// The summary of a review that was made from what a key stands for, and whose annotated record has a checksum.
    pub fn of(review: &Review, key: String, record: String) -> Summary {
        let sums: ByColor<PlayerSum> = review.sums();
        let of_both = |value: fn(&PlayerSum) -> f64| Color::ALL.map(|color| value(&sums[color]));
        Summary {
            key,
            record,
            names: Color::ALL.map(|color| review.name(color).to_owned()),
            result: review.record.result.as_ref().map(ToString::to_string),
            date: review.record.date.clone(),
            moves: review.moves.len(),
            accuracy: of_both(PlayerSum::accuracy),
            points: of_both(|sum| sum.share(sum.points)),
            mistakes: Color::ALL.map(|color| sums[color].mistakes),
        }
    }

    /// The summary that a page keeps; `None` if it is no page about a review.
    pub fn in_page(page: &str) -> Option<Summary> {
        let (_, rest) = page.split_once(BEGINNING)?;
        let (json, _) = rest.split_once("</script>")?;
        serde_json::from_str(json).ok()
    }

    /// The element in which a page keeps it.
    pub(super) fn markup(&self) -> Markup {
        let json = serde_json::to_string(self).expect("numbers and strings");
        html! { script.summary type="application/json" { (within(&json)) } }
    }
}

/// Returns a page with a row for each review: where its page is, and what was found.
pub fn index(reviews: &[(String, Summary)]) -> String {
    let rows = html! {
        @for (page, summary) in reviews {
            @let [black, white] = &summary.names;
            tr {
                td { a href=(page) { (black) " – " (white) } }
                td { (summary.date.as_deref().unwrap_or("")) }
                td { (summary.result.as_deref().unwrap_or("")) }
                td { (summary.moves) }
                @for accuracy in summary.accuracy { td { (format!("{:.0} %", 100.0 * accuracy)) } }
                @for points in summary.points { td { (format!("{points:.2}")) } }
                @for mistakes in summary.mistakes { td { (mistakes) } }
            }
        }
    };
    let titles = [
        "Game",
        "Date",
        "Result",
        "Moves",
        "Accuracy, Black",
        "White",
        "Points lost a move, Black",
        "White",
        "Mistakes, Black",
        "White",
    ];
    let title = "Reviews";
    let body = html! {
        header { h1 { (title) " " small { (reviews.len()) } } }
        (table("numbers", &titles, &rows))
    };
    html::page(
        title,
        ".numbers td:nth-child(-n+3) { text-align: left; white-space: normal; }",
        &body,
    )
}
