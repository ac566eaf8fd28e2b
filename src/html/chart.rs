//! What charts have in common: SVG in the colors of the pages.
//!
//! The style sheet gives each color another look on a dark page: `[fill="#1C5FA8"] { ... }`.

use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;

/// Where a chart is drawn.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Whether drawing has succeeded.
pub type Drawn = Result<(), Box<dyn Error>>;

/// What is drawn in which color, given as in the style sheet of a light page.
#[derive(Debug)]
pub struct Ink;

impl Ink {
    /// Labels and whatever divides the area.
    pub const TEXT: RGBColor = RGBColor(0x77, 0x73, 0x6b);
    /// The mesh.
    pub const LINE: RGBColor = RGBColor(0xe4, 0xe0, 0xd8);
    /// The first of two, and what concerns both.
    pub const FIRST: RGBColor = RGBColor(0x1c, 0x5f, 0xa8);
    /// The second of two.
    pub const SECOND: RGBColor = RGBColor(0xc2, 0x61, 0x1a);
}

/// Draws into a string.
pub fn picture(size: (u32, u32), draw: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    let drawn = draw(&area);
    drop(area);
    if let Err(error) = drawn {
        log::error!("a picture cannot be drawn: {error}");
    }
    svg
}

/// The labels of a size.
#[must_use]
pub fn text(size: i32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&Ink::TEXT)
}
