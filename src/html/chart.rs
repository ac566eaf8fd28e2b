//! What charts share: SVG in the colors of the pages.
//!
//! The style sheet replaces each color on a dark page: `[fill="#1C5FA8"] { ... }`.

use maud::{Markup, PreEscaped};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;

/// Where a chart is drawn.
type ChartArea<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// What drawing returns.
type Drawn = Result<(), Box<dyn Error>>;

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

/// Draws a picture of a width and a height.
pub fn picture(size: (u32, u32), draw: impl FnOnce(&ChartArea<'_>) -> Drawn) -> Markup {
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    let drawn = draw(&area);
    drop(area);
    if let Err(error) = drawn {
        log::error!("a picture cannot be drawn: {error}");
    }
    PreEscaped(svg)
}

/// Returns the style of labels of a size.
pub fn text(size: i32) -> TextStyle<'static> {
    ("sans-serif", size).into_font().color(&Ink::TEXT)
}

/// The width and the height of a picture of a course.
const WIDE: (u32, u32) = (1000, 300);

/// Draws a value that changes from unit to unit (from game to game, from move to move) as a line in
/// a band; nothing if there are no points.
///
/// `range` holds the lowest value, the one that favors neither, and the highest; `label` shows a
/// value. A point has the number of units so far, and the low end of the band, the value, and the
/// high end. `mark` returns what is laid over a point, which is given by its place in the list of
/// points and its coordinates in the picture.
pub fn course(
    unit: &str,
    range: [f64; 3],
    label: &dyn Fn(&f64) -> String,
    points: &[(u32, [f64; 3])],
    mark: &dyn Fn(usize, (i32, i32)) -> Markup,
) -> Markup {
    let Some(&(last, _)) = points.last() else {
        return Markup::default();
    };
    let last = last.max(1);
    let mut marks = String::new();
    let mut picture = picture(WIDE, |area| {
        let [low, even, high] = range;
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .set_label_area_size(LabelAreaPosition::Left, 48)
            .set_label_area_size(LabelAreaPosition::Bottom, 40)
            .build_cartesian_2d(0..last, low..high)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(Ink::LINE)
            .axis_style(Ink::LINE)
            .label_style(text(14))
            .x_desc(unit)
            .y_labels(5)
            .y_label_formatter(label)
            .draw()?;
        chart.draw_series([PathElement::new([(0, even), (last, even)], Ink::TEXT)])?;
        let edge = |end: usize| points.iter().map(move |(at, values)| (*at, values[end]));
        let band: Vec<_> = edge(2).chain(edge(0).rev()).collect();
        // The band of a single point is no area yet.
        if let [_, _] = band[..] {
            let ends = PathElement::new(band.clone(), Ink::FIRST.stroke_width(2));
            chart.draw_series([ends])?;
        }
        chart.draw_series([Polygon::new(band, Ink::FIRST.mix(0.2))])?;
        let line: Vec<_> = edge(1).collect();
        let end = line.last().copied();
        chart.draw_series([PathElement::new(line, Ink::FIRST.stroke_width(2))])?;
        chart.draw_series(end.map(|end| Circle::new(end, 4, Ink::FIRST.filled())))?;
        for (place, point) in edge(1).enumerate() {
            marks += &mark(place, chart.backend_coord(&point)).0;
        }
        Ok(())
    });
    if let Some(end) = picture.0.rfind("</svg>") {
        picture.0.insert_str(end, &marks);
    }
    picture
}
