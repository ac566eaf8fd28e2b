//! Charts of a match as SVG.

use super::statistics::{Sample, Z95};
use crate::html::chart::{Ink, course, picture, text};
use maud::Markup;
use plotters::prelude::*;

/// The width and the height of a picture that has another one beside it.
const HALF: (u32, u32) = (490, 300);

/// Draws the score after more and more games, in percent, with its 95 % interval; nothing if there
/// are no games.
pub fn score(progress: &[(u32, Sample)]) -> Markup {
    let points = thinned(progress).map(|(games, sample)| {
        let interval = sample.interval(Z95);
        let values = [interval.low, sample.score(), interval.high];
        (*games, values.map(|score| 100.0 * score))
    });
    let points: Vec<_> = points.collect();
    let label = |percent: &f64| format!("{percent:.0} %");
    course("games", [0.0, 50.0, 100.0], &label, &points, &|_, _| {
        Markup::default()
    })
}

/// Draws how many games have which length; nothing if there are no games.
pub fn lengths(lengths: &[u32]) -> Markup {
    let (Some(&shortest), Some(&longest)) = (lengths.iter().min(), lengths.iter().max()) else {
        return Markup::default();
    };
    let width = bin_width(longest - shortest);
    let bin = |length: u32| u64::from(length) / width;
    let bars: Vec<(u64, u32)> = (bin(shortest)..=bin(longest))
        .map(|number| {
            let inside = lengths.iter().filter(|length| bin(**length) == number);
            (number * width, count(inside))
        })
        .collect();
    let most = bars.iter().map(|(_, count)| *count).max().unwrap_or(0);
    let (start, end) = (bin(shortest) * width, (bin(longest) + 1) * width);
    picture(HALF, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .set_label_area_size(LabelAreaPosition::Left, 48)
            .set_label_area_size(LabelAreaPosition::Bottom, 40)
            .build_cartesian_2d(start..end, 0..most + most.div_ceil(20))?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(Ink::LINE)
            .axis_style(Ink::LINE)
            .label_style(text(14))
            .x_desc("moves")
            .x_labels(6)
            .y_labels(5)
            .draw()?;
        chart.draw_series(bars.iter().map(|&(start, count)| {
            let mut bar = Rectangle::new([(start, 0), (start + width, count)], Ink::FIRST.filled());
            bar.set_margin(0, 0, 1, 1);
            bar
        }))?;
        Ok(())
    })
}

/// The time of a move of one program.
#[derive(Clone, Debug)]
pub struct Times<'a> {
    /// The program.
    pub name: &'a str,
    /// The mean seconds of a move in each game.
    pub means: Vec<f64>,
    /// The longest move of all, in seconds.
    pub longest: f64,
}

/// Draws the time of a move of two programs, the first one on top, on a logarithmic scale; nothing
/// if no moves were made. Boxes hold the middle half of the games around the median, their whiskers all,
/// and a dot is the longest move.
pub fn times(programs: &[Times<'_>; 2]) -> Markup {
    let all = || {
        let programs = programs.iter();
        programs.flat_map(|program| program.means.iter().chain([&program.longest]))
    };
    if programs.iter().all(|program| program.means.is_empty()) {
        return Markup::default();
    }
    let low = all().copied().map(shown).fold(f64::INFINITY, f64::min);
    let high = all().copied().map(shown).fold(0.0, f64::max);
    // Whole powers of ten, so that there are at least two labels.
    let low = 10_f64.powf(low.log10().floor());
    let high = 10_f64.powf((high * 1.01).log10().ceil());
    picture(HALF, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(12)
            .margin_left(24)
            .margin_right(30)
            .set_label_area_size(LabelAreaPosition::Bottom, 40)
            .build_cartesian_2d((low..high).log_scale(), 0.0..2.0)?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .light_line_style(TRANSPARENT)
            .bold_line_style(Ink::LINE)
            .axis_style(Ink::LINE)
            .label_style(text(14))
            .x_desc("time of a move")
            .x_labels(7)
            .x_label_formatter(&|seconds| time(*seconds))
            .draw()?;
        let rows = [(1.0, Ink::FIRST), (0.0, Ink::SECOND)];
        for (program, (row, ink)) in programs.iter().zip(rows) {
            let name = short(program.name);
            chart.draw_series([Text::new(name, (low, row + 0.94), text(15))])?;
            if program.means.is_empty() {
                continue;
            }
            let [min, left, median, right, max] =
                [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| shown(quantile(&program.means, share)));
            let line = |from, to| PathElement::new(vec![from, to], ink.stroke_width(2));
            let (bottom, middle, top) = (row + 0.2, row + 0.45, row + 0.7);
            let box_ = [(left, bottom), (right, top)];
            chart.draw_series([Rectangle::new(box_, ink.mix(0.25).filled())])?;
            chart.draw_series([Rectangle::new(box_, ink.stroke_width(2))])?;
            chart.draw_series([
                line((min, middle), (left, middle)),
                line((right, middle), (max, middle)),
                line((min, middle - 0.12), (min, middle + 0.12)),
                line((max, middle - 0.12), (max, middle + 0.12)),
                line((median, bottom), (median, top)),
            ])?;
            let longest = (shown(program.longest), middle);
            chart.draw_series([Circle::new(longest, 4, ink.filled())])?;
        }
        Ok(())
    })
}

/// Returns some seconds with their unit, with two digits at most.
pub fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        0.0 => (0.0, "s"),
        ..0.001 => (seconds * 1e6, "µs"),
        ..1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    let decimals = usize::from(value < 9.95 && (value - value.round()).abs() > 1e-6);
    format!("{value:.decimals$} {unit}")
}

/// Returns some of many points, the last one included. More could not be seen, and their intervals
/// take time to compute.
fn thinned<T>(points: &[T]) -> impl Iterator<Item = &T> {
    const MOST: usize = 250;
    let step = points.len().div_ceil(MOST).max(1);
    points
        .iter()
        .rev()
        .step_by(step)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
}

/// Returns a round width that divides a range into about 25 bins at most.
fn bin_width(range: u32) -> u64 {
    const BINS: u64 = 25;
    let powers = (0..10).map(|power| 10_u64.pow(power));
    powers
        .flat_map(|power| [1, 2, 5].map(|digit| digit * power))
        .find(|width| u64::from(range) / width < BINS)
        .unwrap_or(u64::from(u32::MAX))
}

fn count<T>(items: impl Iterator<Item = T>) -> u32 {
    u32::try_from(items.count()).unwrap_or(u32::MAX)
}

/// Limits a time to what the chart can show: zero has no logarithm.
fn shown(seconds: f64) -> f64 {
    seconds.clamp(1e-6, 1e6)
}

/// Returns the value below which a share of some values lies. Between two neighbors it is
/// interpolated.
fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    #[expect(clippy::cast_precision_loss, reason = "there are few games")]
    let place = share * (sorted.len() - 1) as f64;
    #[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
    let (left, right) = (
        sorted[place.floor() as usize],
        sorted[place.ceil() as usize],
    );
    left + (right - left) * place.fract()
}

/// Shortens a name so that it fits into a picture.
fn short(name: &str) -> String {
    const MOST: usize = 45;
    if name.chars().count() <= MOST {
        return name.to_owned();
    }
    name.chars().take(MOST - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_cut_to_what_fits() {
        let name = |length| "ä".repeat(length);
        assert_eq!(short(&name(45)), name(45));
        assert_eq!(short(&name(46)), format!("{}…", name(44)));
    }

    #[test]
    fn no_games_make_no_picture() {
        let none = Times {
            name: "x",
            means: Vec::new(),
            longest: 0.0,
        };
        assert_eq!(score(&[]).0, "");
        assert_eq!(lengths(&[]).0, "");
        assert_eq!(times(&[none.clone(), none]).0, "");
    }

    #[test]
    fn extremes_can_be_drawn() {
        let times_of = |means: &[f64], longest| Times {
            name: "x < y & \"z\"",
            means: means.to_vec(),
            longest,
        };
        let pictures = [
            score(&[(1, Sample([1, 0, 0, 0, 0]))]),
            lengths(&[0]),
            lengths(&[0, u32::MAX]),
            times(&[times_of(&[0.0], 0.0), times_of(&[], 0.0)]),
            times(&[times_of(&[1e-300, 1e300], f64::MAX), times_of(&[1.0], 1.0)]),
        ];
        for picture in pictures.map(Markup::into_string) {
            assert!(picture.starts_with("<svg "), "{picture}");
            assert!(picture.trim_end().ends_with("</svg>"), "{picture}");
            assert!(!picture.contains("NaN") && !picture.contains("x < y"));
        }
    }

    #[test]
    fn bins_are_round_and_few() {
        let widths = [0, 24, 25, 49, 300, 4_000_000_000].map(bin_width);
        assert_eq!(widths, [1, 1, 2, 2, 20, 200_000_000]);
    }

    #[test]
    fn quantiles_lie_between_neighbors() {
        let values = [4.0, 1.0, 3.0, 2.0];
        for (share, value) in [(0.0, 1.0), (0.25, 1.75), (0.5, 2.5), (1.0, 4.0)] {
            assert!((quantile(&values, share) - value).abs() < 1e-12);
        }
    }

    #[test]
    fn times_have_units() {
        let shown = [
            0.0, 1e-6, 0.000_42, 0.001, 0.0042, 0.25, 1.0, 1.25, 12.3, 3600.0,
        ]
        .map(time);
        let expected = [
            "0 s", "1 µs", "420 µs", "1 ms", "4.2 ms", "250 ms", "1 s", "1.2 s", "12 s", "3600 s",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn few_of_many_points_are_drawn() {
        let points: Vec<u32> = (1..=1000).collect();
        let thinned: Vec<u32> = thinned(&points).copied().collect();
        assert_eq!(thinned.len(), 250);
        assert_eq!(thinned.last(), Some(&1000));
    }
}
