//! Reports as one web page that needs nothing else: no script, font, picture or style from outside.

use super::text::{COUNTS, cpu, name, title};
use super::{Report, Row, Status, exit_status};
use crate::html::{self, escaped};
use std::fmt::Write;
use std::time::Duration;

const STYLE: &str = include_str!("style.css");

/// The page about some reports. `command` is the command line of the program.
#[must_use]
pub fn page(reports: &[Report], command: &str) -> String {
    let engine = reports.iter().find(|report| !report.engine.is_empty());
    let engine = engine.map_or("", |report| &report.engine);
    let title = format!("Regression tests: {engine}");
    let engine = escaped(engine);
    let command = escaped(command);
    let (class, verdict) = verdict(reports);
    let mut body = format!(
        "<header>\n<h1>Regression tests</h1>\n<p><strong>{engine}</strong> <code>{command}</code></p>\n\
         <p class=\"verdict {class}\">{verdict}</p>\n</header>\n"
    );
    body += &summary(reports);
    for (number, report) in reports.iter().enumerate() {
        body += &section(number, report);
    }
    html::page(&title, STYLE, &body)
}

/// The class and the words of the whole.
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
            (
                "bad",
                format!("{} files not run to their end", count.count()),
            )
        }
    }
}

/// The table of files.
fn summary(reports: &[Report]) -> String {
    let mut text = "<table class=\"files\">\n<thead><tr><th>File</th><th>Tests</th>".to_owned();
    for (title, status) in COUNTS {
        let _ = write!(text, "<th title=\"{}\">{title}</th>", meaning(status));
    }
    text += "<th>Time</th><th>CPU</th></tr></thead>\n<tbody>\n";
    for (number, report) in reports.iter().enumerate() {
        let name = escaped(&name(&report.path));
        let link = format!(
            "<a href=\"#file-{number}\">{name}</a>{}",
            crash_mark(report)
        );
        text += &summary_row(&link, std::slice::from_ref(report));
    }
    text += "</tbody>\n<tfoot>\n";
    text += &summary_row("Total", reports);
    text + "</tfoot>\n</table>\n"
}

fn crash_mark(report: &Report) -> &'static str {
    match report.crash {
        Some(_) => " <span class=\"status error\">crash</span>",
        None => "",
    }
}

fn summary_row(link: &str, reports: &[Report]) -> String {
    let tests: usize = reports.iter().map(Report::tests).sum();
    let mut text = format!("<tr><th>{link}</th><td>{tests}</td>");
    for (_, status) in COUNTS {
        let count: usize = reports.iter().map(|report| report.count(status)).sum();
        let class = if count == 0 { "none" } else { class(status) };
        let _ = write!(text, "<td class=\"{class}\">{count}</td>");
    }
    let wall: Duration = reports.iter().map(|report| report.wall).sum();
    let (wall, cpu) = (wall.as_secs_f64(), cpu(reports));
    let _ = writeln!(text, "<td>{wall:.2}</td><td>{cpu}</td></tr>");
    text
}

/// The tests of a file; open if there is something to see.
fn section(number: usize, report: &Report) -> String {
    let open = if report.is_fine() { "" } else { " open" };
    let path = escaped(&report.path.display().to_string());
    let passed = report.count(Status::Pass) + report.count(Status::UnexpectedPass);
    let tests = report.tests();
    let mut text = format!(
        "<details id=\"file-{number}\"{open}>\n<summary>{path} <small>{passed} of {tests} tests \
         passed</small>{}</summary>\n",
        crash_mark(report)
    );
    if let Some(crash) = &report.crash {
        let crash = escaped(&crash.to_string());
        let _ = writeln!(text, "<p class=\"crash\">{crash}</p>");
    }
    if !report.rows.is_empty() {
        text += "<table class=\"tests\">\n<thead><tr><th>Line</th><th>Command</th><th>Position</th>\
                 <th>Expected</th><th>Answer</th><th>Status</th></tr></thead>\n<tbody>\n";
        text.extend(report.rows.iter().map(test_row));
        text += "</tbody>\n</table>\n";
    }
    text + "</details>\n"
}

fn test_row(row: &Row) -> String {
    let (line, class, title) = (row.line, class(row.status), title(row.status));
    let [command, position, expected, answer] =
        [&row.command, &row.position, &row.expected, &row.answer].map(|text| escaped(text));
    let meaning = meaning(row.status);
    format!(
        "<tr class=\"{class}\"><td>{line}</td><td><code>{command}</code></td><td>{position}</td>\
         <td><code>{expected}</code></td><td><pre>{answer}</pre></td>\
         <td><span class=\"status {class}\" title=\"{meaning}\">{title}</span></td></tr>\n"
    )
}

const fn class(status: Status) -> &'static str {
    match status {
        Status::Pass => "pass",
        Status::UnexpectedFail => "fail",
        Status::ExpectedFail => "known",
        Status::UnexpectedPass => "surprise",
        Status::OtherError => "error",
    }
}

const fn meaning(status: Status) -> &'static str {
    match status {
        Status::Pass => "passed, as expected",
        Status::UnexpectedFail => "failed, and should pass",
        Status::ExpectedFail => "failed, as expected",
        Status::UnexpectedPass => "passed, though expected to fail",
        Status::OtherError => "a command that prepares the tests failed",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regress::text::tests::reports;

    #[test]
    fn everything_is_on_the_page() {
        let page = page(&reports(), "parrot --say \"<hi>\"");
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
        let page = page(&reports(), "x");
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
