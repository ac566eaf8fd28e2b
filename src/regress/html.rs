//! Reports as a web page that is complete in one file. Tests whose positions are known stand beside a board that shows them.

use super::text::{STATUSES, about, cpu, name};
use super::{TestReport, TestRow, TestStatus, exit_status};
use crate::go::{Point, Size};
use crate::html::viewer::{self, Labels, Mark, Viewer};
use crate::html::{self, count_cell, table};
use maud::{Markup, html};
use std::slice;
use std::time::Duration;

const STYLE: &str = include_str!("style.css");

/// Returns the page about some reports. `command` is the command line of the program, and `day` when it ran.
pub fn page(reports: &[TestReport], command: &str, day: &str) -> String {
    let day = format!(" on {day}");
    let engine = reports.iter().find(|report| !report.engine.is_empty());
    let engine = engine.map_or("", |report| &report.engine);
    let (class, verdict) = verdict(reports);
    let body = html! {
        header {
            h1 { "Regression tests" }
            p { strong { (engine) } " " code { (command) } }
            p { small { "Run by kosumi " (env!("CARGO_PKG_VERSION")) (day) "." } }
            p class={ "verdict " (class) } { (verdict) }
        }
        (summary(reports))
        @for (number, report) in reports.iter().enumerate() { (section(number, report)) }
        @if reports.iter().flat_map(|report| &report.rows).any(|row| row.board.is_some()) { (viewer::script()) }
    };
    let style = format!("{}{STYLE}", viewer::style());
    html::page(&format!("Regression tests: {engine}"), &style, &body)
}

/// Returns the class and the words of the verdict on all files.
fn verdict(reports: &[TestReport]) -> (&'static str, String) {
    let sum = |status| -> usize { reports.iter().map(|report| report.count(status)).sum() };
    match exit_status(reports) {
        0 => ("good", "As expected".to_owned()),
        1 => {
            let (failed, errors) = (sum(TestStatus::UnexpectedFail), sum(TestStatus::OtherError));
            ("bad", format!("{failed} failed, {errors} other errors"))
        }
        _ => {
            let count = reports.iter().filter(|report| report.crash.is_some());
            let count = count.count();
            ("bad", format!("{count} files not run to their end"))
        }
    }
}

/// Returns the table of files.
fn summary(reports: &[TestReport]) -> Markup {
    html! {
        div.scroll { (summary_table(reports)) }
    }
}

fn summary_table(reports: &[TestReport]) -> Markup {
    html! {
        table.numbers {
            thead {
                tr {
                    th { "File" }
                    th { "Tests" }
                    @for (_, title, _, meaning) in STATUSES { th title=(meaning) { (title) } }
                    th { "Time, s" }
                    th { "CPU, s" }
                }
            }
            tbody {
                @for (number, report) in reports.iter().enumerate() {
                    @let link = html! {
                        a href={ "#file-" (number) } { (name(&report.path)) } (crash_mark(report))
                    };
                    (summary_row(&link, slice::from_ref(report)))
                }
            }
            tfoot { (summary_row(&html! { "Total" }, reports)) }
        }
    }
}

fn crash_mark(report: &TestReport) -> Markup {
    html! { @if report.crash.is_some() { " " span class="status error" { "crash" } } }
}

fn summary_row(title: &Markup, reports: &[TestReport]) -> Markup {
    let wall: Duration = reports.iter().map(|report| report.wall).sum();
    html! {
        tr {
            th { (title) }
            td { (reports.iter().map(TestReport::tests).sum::<usize>()) }
            @for (status, _, class, _) in STATUSES {
                @let count = reports.iter().map(|report| report.count(status)).sum();
                (count_cell(count, class))
            }
            td { (format!("{:.2}", wall.as_secs_f64())) }
            td { (cpu(reports)) }
        }
    }
}

/// Returns the tests of a file, open if there is something to see.
fn section(number: usize, report: &TestReport) -> Markup {
    let passed = report.count(TestStatus::Pass) + report.count(TestStatus::UnexpectedPass);
    let size = |row: &TestRow| row.board.as_ref().map(|(board, _)| board.size());
    html! {
        details id={ "file-" (number) } open[!report.is_fine()] {
            summary {
                (report.path.display().to_string()) " "
                small { (passed) " of " (report.tests()) " tests passed" }
                (crash_mark(report))
            }
            @if let Some(crash) = &report.crash { p.crash { (crash.to_string()) } }
            @for rows in report.rows.chunk_by(|one, next| size(one) == size(next)) { (part(rows)) }
        }
    }
}

/// Returns tests on boards of one size, beside a board that shows each of them; the tests alone where the boards are not
/// known.
fn part(rows: &[TestRow]) -> Markup {
    let Some((first, _)) = &rows[0].board else {
        return tests(rows, None);
    };
    let mut viewer = Viewer::new(first);
    let boards = rows.iter().filter_map(|row| row.board.as_ref());
    for (number, (row, (board, last))) in rows.iter().zip(boards).enumerate() {
        let step = match number {
            0 => 0,
            _ => viewer.follow(viewer.last(), board, *last),
        };
        show(&mut viewer, step, row, board.size());
    }
    let labels = Labels {
        board: "The positions of the tests",
        ..Labels::ENGLISH
    };
    let list = html! { div.list { (tests(rows, Some(first.size()))) } };
    viewer.markup(0, labels, &list)
}

/// Marks what is right and what was answered, and writes it below the board.
fn show(viewer: &mut Viewer, step: usize, row: &TestRow, size: Size) {
    let is_told = !row.expected.starts_with("[!");
    for at in named(&row.expected, size).filter(|_| is_told) {
        viewer.mark(step, at, Mark::Right);
    }
    for at in named(&row.answer, size) {
        viewer.mark(step, at, Mark::Answered);
    }
    let (_, title, ..) = about(row.status);
    let expected = if row.expected.is_empty() {
        String::new()
    } else {
        format!("expected {}, ", row.expected)
    };
    let answer: String = row.answer.chars().take(LONGEST_ANSWER).collect();
    viewer.say(
        step,
        format!("{}\n{expected}answered {answer}: {title}", row.command),
    );
}

/// The most of an answer that stands below the board.
const LONGEST_ANSWER: usize = 100;

/// Returns the points that a text names.
fn named(text: &str, size: Size) -> impl Iterator<Item = Point> + '_ {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let points = words.filter_map(|word| word.parse().ok());
    points.filter(move |&at| size.contains(at))
}

/// Returns the table of some tests. On a board of a known size they lead to their positions.
fn tests(rows: &[TestRow], size: Option<Size>) -> Markup {
    let asked = |row: &TestRow| {
        let points = size.map(|size| viewer::points(size, named(&row.command, size)));
        points.filter(|points| !points.is_empty())
    };
    let rows = html! {
        @for (step, row) in rows.iter().enumerate() {
            @let (_, title, class, meaning) = about(row.status);
            tr class=(class) data-step=[size.map(|_| step)] {
                td { (row.line) }
                td data-points=[asked(row)] { code { (row.command) } }
                td { (row.position) }
                td { code { (row.expected) } }
                td { pre { (row.answer) } }
                td { span class={ "status " (class) } title=(meaning) { (title) } }
            }
        }
    };
    let titles = [
        "Line", "Command", "Position", "Expected", "Answer", "Status",
    ];
    table("tests", &titles, &rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regress::tests::reports;

    #[test]
    fn everything_is_on_the_page() {
        let page = page(&reports(), "parrot --say \"<hi>\"", "2026-01-02");
        assert!(page.contains(" on 2026-01-02.") && page.contains("<th>CPU, s</th>"));
        for text in [
            "<strong>parrot 1</strong> <code>parrot --say &quot;&lt;hi&gt;&quot;</code>",
            "<p class=\"verdict bad\">1 files not run to their end</p>",
            "<a href=\"#file-1\">capture.tst</a> <span class=\"status error\">crash</span>",
            "<details id=\"file-0\" open>",
            "<code>1 say &lt;b&gt;</code></td><td>games/x.sgf 3</td><td><code>[a&amp;b]</code></td>\
             <td><pre>x\ny</pre></td><td><span class=\"status fail\" title=\"failed, and should pass\">FAIL</span>",
            "<p class=\"crash\">no command: &quot;z&quot;</p>",
        ] {
            assert!(page.contains(text), "{text}\n{page}");
        }
    }

    #[test]
    fn tests_whose_positions_are_known_lead_to_them() {
        let mut reports = reports();
        let rows = &mut reports[0].rows;
        for (row, command) in rows
            .iter_mut()
            .zip(["1 genmove b", "2 attack C3", "3 name"])
        {
            row.board = Some((". . .\n. . .\nX . .".parse().unwrap(), None));
            row.command = command.to_owned();
            row.expected = "[B2|C2]".to_owned();
            row.answer = "B2".to_owned();
        }
        let page = page(&reports, "x", "2026-01-02");
        assert_eq!(page.matches("<section class=\"viewer\"").count(), 1);
        for text in [
            "data-step=\"2\"",
            "data-points=\"2\"",
            r#"{"changes":[[6,"black"]],"marks":[[4,"right"],[5,"right"],[4,"answered"]],"#,
            r#""text":"1 genmove b\nexpected [B2|C2], answered B2: "#,
            r#"{"before":0,"marks":"#,
        ] {
            assert!(page.contains(text), "{text}\n{page}");
        }
        assert!(!page.contains("data-step=\"3\""), "the rest has no board");
        reports[0].rows[0].expected = "[!B2]".to_owned();
        let page = super::page(&reports, "x", "2026-01-02");
        assert!(
            page.contains(r#""marks":[[4,"answered"]]"#),
            "a wrong move is not marked as right"
        );
    }

    #[test]
    fn every_element_is_closed_and_nothing_comes_from_outside() {
        // Shades are those of the page itself.
        let page = page(&reports(), "x", "2026-01-02").replace("url(#", "");
        for element in [
            "table", "thead", "tbody", "tfoot", "tr", "th", "td", "details", "code", "pre", "span",
        ] {
            let opened = page.matches(&format!("<{element}>")).count()
                + page.matches(&format!("<{element} ")).count();
            assert_eq!(
                opened,
                page.matches(&format!("</{element}>")).count(),
                "{element}"
            );
        }
        assert!(
            !["http", "url(", "src=", "@import"]
                .iter()
                .any(|link| page.contains(link))
        );
    }
}
