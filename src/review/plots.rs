//! The course of a game as SVG.

use super::{Estimate, Review};
use crate::go::Color;
use crate::html::chart::{Ink, picture, text};
use plotters::prelude::*;
use plotters::style::Color as _;
use std::fmt::Write;

const SIZE: (u32, u32) = (1000, 280);

/// What a chart shows of a position, with the ends of a band around it.
type Shown = (f64, f64, f64);

/// The chance of Black to win after each move, in percent. Links lead from mistakes to `#move-N`.
pub(super) fn chances(review: &Review, mistakes: &[usize]) -> String {
    let show = |estimate: &Estimate| {
        let percent = 100.0 * estimate.chance;
        (percent, percent, percent)
    };
    let label = |percent: &f64| format!("{percent:.0} %");
    chart(review, mistakes, &show, (0.0, 50.0, 100.0), &label)
}

/// The lead of Black in points, with a band of its deviation.
pub(super) fn leads(review: &Review, mistakes: &[usize]) -> String {
    let show = |estimate: &Estimate| {
        let (lead, deviation) = (estimate.lead, estimate.deviation);
        (lead, lead - deviation, lead + deviation)
    };
    let ends = estimates(review).flat_map(|estimate| {
        let (_, low, high) = show(estimate);
        [low, high]
    });
    let most = ends.fold(1.0, |most: f64, end| most.max(end.abs())).ceil();
    let label = |points: &f64| match *points {
        0.5.. => format!("B+{points:.0}"),
        ..=-0.5 => format!("W+{:.0}", -points),
        _ => "0".to_owned(),
    };
    chart(review, mistakes, &show, (-most, 0.0, most), &label)
}

/// The positions in order, the one before the first move included.
fn estimates(review: &Review) -> impl DoubleEndedIterator<Item = &Estimate> {
    let after = review.moves.iter().map(|judged| &judged.after);
    std::iter::once(&review.start).chain(after)
}

/// A line over the moves between a lowest and a highest value, around a middle one.
fn chart(
    review: &Review,
    mistakes: &[usize],
    show: &dyn Fn(&Estimate) -> Shown,
    (low, middle, high): (f64, f64, f64),
    label: &dyn Fn(&f64) -> String,
) -> String {
    let points: Vec<(usize, Shown)> = estimates(review).map(show).enumerate().collect();
    let last = review.moves.len().max(1);
    let mut marks = String::new();
    let mut svg = picture(SIZE, |area| {
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
            .x_desc("moves")
            .y_labels(5)
            .y_label_formatter(label)
            .draw()?;
        let even = vec![(0, middle), (last, middle)];
        chart.draw_series([PathElement::new(even, Ink::TEXT)])?;
        let bottom = points.iter().map(|&(number, (_, low, _))| (number, low));
        let top = points.iter().map(|&(number, (_, _, high))| (number, high));
        let band: Vec<_> = top.chain(bottom.rev()).collect();
        chart.draw_series([Polygon::new(band, Ink::FIRST.mix(0.15))])?;
        let line: Vec<_> = points
            .iter()
            .map(|&(number, (value, ..))| (number, value))
            .collect();
        let end = line.last().copied();
        chart.draw_series([PathElement::new(line, Ink::FIRST.stroke_width(2))])?;
        chart.draw_series(end.map(|end| Circle::new(end, 3, Ink::FIRST.filled())))?;
        for &place in mistakes {
            let (number, (value, ..)) = points[place + 1];
            let at = chart.backend_coord(&(number, value));
            marks += &mark(review, place, at);
        }
        Ok(())
    });
    if let Some(end) = svg.rfind("</svg>") {
        svg.insert_str(end, &marks);
    }
    svg
}

/// A spot that leads to a mistake.
fn mark(review: &Review, place: usize, (x, y): (i32, i32)) -> String {
    let judged = &review.moves[place];
    let class = match judged.color {
        Color::Black => "black",
        Color::White => "white",
    };
    let mut text = String::new();
    let number = place + 1;
    let _ = writeln!(
        text,
        "<a href=\"#move-{number}\"><title>Move {number}: {}</title>\
         <circle class=\"mark {class}\" cx=\"{x}\" cy=\"{y}\" r=\"6\"/></a>",
        judged.mv,
    );
    text
}
