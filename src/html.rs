//! Web pages that are complete in one file: no script, font, picture or style from outside. A [`viewer`] brings its own script,
//! which draws the board of `kosumi web` (`html/page/`). A switch makes any page light or dark; until it is used the page
//! follows the reader's system.
//!
//! Markup is written with [`maud::html!`], which escapes every text that is not declared as markup.

#[cfg(feature = "cli")]
pub mod chart;
mod script;
#[cfg(test)]
pub(crate) mod tests;
pub mod viewer;

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// What every page says of its origin.
const GENERATOR: &str = concat!("kosumi ", env!("CARGO_PKG_VERSION"));

/// The style of all pages, light and dark.
const STYLE: &str = include_str!("html/style.css");

/// What the switch between light and dark does.
const SWITCH: &str = include_str!("html/switch.js");

/// Returns a page in English with a title, its own part of the style sheet, and a body.
#[must_use]
pub fn page(title: &str, style: &str, body: &Markup) -> String {
    page_in("en", title, style, body)
}

/// Returns a page in the language of a code, with a title, its own part of the style sheet, and a body.
#[must_use]
pub fn page_in(language: &str, title: &str, style: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang=(language) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content=(GENERATOR);
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(style)) }
            }
            body {
                button.theme type="button" title=(light_or_dark(language)) aria-label=(light_or_dark(language)) { "◐" }
                (body)
                script { (PreEscaped(SWITCH)) }
            }
        }
    };
    page.into_string()
}

/// Returns true if a text is a page of kosumi's, of whatever version.
#[must_use]
pub fn is_own(page: &str) -> bool {
    page.contains("<meta name=\"generator\" content=\"kosumi ")
}

/// What the switch is called in a language.
fn light_or_dark(language: &str) -> &'static str {
    match language {
        "es" => "Claro u oscuro",
        "fr" => "Clair ou sombre",
        _ => "Light or dark",
    }
}

/// Returns a table with a title for each column, which scrolls where the page is too narrow for it.
#[must_use]
pub fn table(class: &str, titles: &[&str], rows: &Markup) -> Markup {
    html! {
        div.scroll {
            table class=(class) {
                thead { tr { @for title in titles { th { (title) } } } }
                tbody { (rows) }
            }
        }
    }
}

/// Returns a cell that counts something. Its class is `none` if there is nothing to count.
#[must_use]
pub fn count_cell(count: usize, class: &str) -> Markup {
    html! { td class=(if count == 0 { "none" } else { class }) { (count) } }
}

/// Returns a picture below its title; nothing if there is no picture.
#[must_use]
pub fn figure(class: &str, title: &str, picture: &Markup) -> Markup {
    html! {
        @if !picture.0.is_empty() {
            figure class=(class) { figcaption { (title) } (picture) }
        }
    }
}
