//! Reports as one web page that needs nothing else: no script, font, picture or style from outside.

use super::text::{STATUSES, about, cpu, name};
use super::{Report, Status, exit_status};
use crate::html::{self, count_cell, table};
use maud::{Markup, html};
use std::slice;
use std::time::Duration;

const STYLE: &str = include_str!("style.css");

/// Returns the page about some reports. `command` is the command line of the program, and `day` when it ran.
#[must_use]
pub fn page(reports: &[Report], command: &str, day: &str) -> String {
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
    };
    html::page(&format!("Regression tests: {engine}"), STYLE, &body)
}

/// Returns the class and the words of the verdict on all files.
fn verdict(reports: &[Report]) -> (&'static str, String) {
    let sum = |status| -> usize { reports.iter().map(|report| report.count(status)).sum() };
    match exit_status(reports) {
        0 => ("good", "As expected".to_owned()),
        1 => {
            let (failed, errors) = (sum(Status::UnexpectedFail), sum(Status::OtherError));
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
fn summary(reports: &[Report]) -> Markup {
    html! {
        div.scroll { (summary_table(reports)) }
    }
}

fn summary_table(reports: &[Report]) -> Markup {
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

fn crash_mark(report: &Report) -> Markup {
    html! { @if report.crash.is_some() { " " span class="status error" { "crash" } } }
}

fn summary_row(title: &Markup, reports: &[Report]) -> Markup {
    let wall: Duration = reports.iter().map(|report| report.wall).sum();
    html! {
        tr {
            th { (title) }
            td { (reports.iter().map(Report::tests).sum::<usize>()) }
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
fn section(number: usize, report: &Report) -> Markup {
    let passed = report.count(Status::Pass) + report.count(Status::UnexpectedPass);
    let rows = html! {
        @for row in &report.rows {
            @let (_, title, class, meaning) = about(row.status);
            tr class=(class) {
                td { (row.line) }
                td { code { (row.command) } }
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
    html! {
        details id={ "file-" (number) } open[!report.is_fine()] {
            summary {
                (report.path.display().to_string()) " "
                small { (passed) " of " (report.tests()) " tests passed" }
                (crash_mark(report))
            }
            @if let Some(crash) = &report.crash { p.crash { (crash.to_string()) } }
            @if !report.rows.is_empty() { (table("tests", &titles, &rows)) }
        }
    }
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
    fn every_element_is_closed_and_nothing_comes_from_outside() {
        let page = page(&reports(), "x", "2026-01-02");
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
