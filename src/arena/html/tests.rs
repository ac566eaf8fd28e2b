//! Tests of the page.

use super::*;
use crate::arena::report::ENDINGS;
use crate::arena::statistics::GameResult;
use crate::arena::tests::game;
use crate::go::rules::Rules;
use crate::go::{Game, Strictness};
use crate::html::tests::check_balance;
use crate::sgf;
use GameResult::{Draw, Loss, Win};

/// A match in which everything goes wrong, and its names look like markup.
fn reports() -> Vec<GameReport> {
    let results = [Win, Loss, Win, Win, Draw, Loss, Win, Win, Loss, Win];
    let mut reports: Vec<GameReport> = (0..)
        .zip(results)
        .map(|(index, result)| game(index, "<two> & \"2\"", result))
        .collect();
    for (report, (ending, _)) in reports.iter_mut().zip(ENDINGS) {
        report.ending = ending;
        report.remark = "</td> & more".to_owned();
    }
    reports[0].remark.clear();
    reports[9].moves_hash = reports[2].moves_hash.clone();
    reports[1].sgf = "javascript:alert('1').sgf".to_owned();
    reports
}

/// The page about games of which the first two have records.
fn page_of(title: &str, reports: &[GameReport]) -> String {
    let record = sgf::read_first(b"(;SZ[5];B[cc];W[bb];B[])").unwrap();
    let game = Game::replay(&record, Rules::default(), usize::MAX, Strictness::Lenient).unwrap();
    let about = AboutMatch {
        title: title.to_owned(),
        facts: vec![("Komi <".to_owned(), "7.5".to_owned())],
        games: (0..2).map(|index| (index, game.clone())).collect(),
    };
    page(&about, reports)
}

#[test]
fn games_that_have_records_wait_to_be_shown_and_what_they_depend_on_is_told() {
    let page = page_of("x", &reports());
    assert_eq!(page.matches("<template").count(), 2);
    assert_eq!(page.matches("data-shows=\"game 1\"").count(), 1);
    assert!(page.contains("<template data-name=\"game 1\"><section class=\"viewer\""));
    assert!(page.contains("2. White B4"));
    assert!(page.contains("<dt>Komi &lt;</dt><dd>7.5</dd>"));
    let version = format!(
        "<dt>one</dt><dd>version {}</dd>",
        reports()[0].players.black.version
    );
    assert!(page.contains(&version), "{version}");
}

#[test]
fn every_tag_is_closed() {
    let mut gauntlet = reports();
    gauntlet.extend((10..13).map(|index| game(index, "three", Loss)));
    for reports in [&[], &reports()[..1], &reports(), &gauntlet] {
        check_balance(&page_of("a < b", reports));
    }
}

#[test]
fn nothing_comes_from_outside() {
    // Shades of stones stand on the page itself.
    let page = page_of("x", &reports()).replace("url(#", "");
    for link in [
        "url(",
        "src=",
        "@import",
        "<script src",
        "href=\"javascript",
        "href=\"http",
    ] {
        assert!(!page.contains(link), "{link}");
    }
}

#[test]
fn texts_are_no_markup() {
    let page = page_of("a < b", &reports());
    for text in [
        "<h1>a &lt; b</h1>",
        "&lt;two&gt; &amp; &quot;2&quot;",
        "&lt;/td&gt; &amp; more",
        "<a href=\"./javascript%3Aalert%28%271%27%29.sgf\">",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
    assert!(!page.contains("<two>"));
}

#[test]
fn the_numbers_are_those_of_the_statistics() {
    let reports = reports();
    let series = Series::new(&reports);
    let results = series.results();
    let page = page_of("x", &reports);
    let all = results.to_string();
    assert!(all.starts_with("6-3-1, 65.0 % ± "), "{all}");
    for text in [
        format!("{all}: not decided</p>"),
        format!(
            "Likelihood of superiority: {:.1} %",
            100.0 * results.sample().superiority()
        ),
        "Normalized difference: +".to_owned(),
        "As if games of a pair were independent: 65.0 % ± ".to_owned(),
        "with 0, ½, 1, 1½, 2 points: 0, 1, 2, 0, 2</li>".to_owned(),
        "<tr><th>as Black</th><td>5</td><td>3</td><td>1</td><td>1</td><td>70.0 % ".to_owned(),
        "<tr><th>as White</th><td>5</td><td>3</td><td>2</td><td>0</td><td>60.0 % ".to_owned(),
        "Duplicates: 1 of 10 games".to_owned(),
        "same moves as <a href=\"#game-2\">game 2</a>".to_owned(),
        "<li><a href=\"#game-4\">Game 4</a> <span class=\"status fail\">crash</span> 0 &lt;/td"
            .to_owned(),
        "<tr id=\"game-9\" class=\"known\">".to_owned(),
    ] {
        assert!(page.contains(&text), "{text}\n{page}");
    }
    // Pictures have a width, boards do not.
    assert_eq!(page.matches("<svg width").count(), 3);
}

#[test]
fn the_verdict_tells_who_is_stronger() {
    for (result, verdict) in [
        (Win, "good\">one beats two 20-0-0, 100.0 % ± "),
        (Loss, "bad\">one loses to two 0-20-0, 0.0 % ± "),
        (Draw, "open\">one against two 0-0-20, 50.0 % ± "),
    ] {
        let games: Vec<GameReport> = (0..20).map(|index| game(index, "two", result)).collect();
        let page = page_of("x", &games);
        assert!(page.contains(&format!("<p class=\"verdict {verdict}")));
    }
}

#[test]
fn each_opponent_of_a_gauntlet_has_a_row_and_a_section() {
    let opponents = ["two", "three"];
    let games: Vec<GameReport> = (0..8)
        .map(|index| game(index, opponents[index as usize / 2 % 2], Win))
        .collect();
    let page = page_of("x", &games);
    for text in [
        "one against 2 opponents 8-0-0, 100.0 % ± ",
        "<th><a href=\"#opponent-1\">three</a></th><td>4</td><td>4</td><td>0</td>",
        "<section id=\"opponent-1\"><h2>one against three</h2>",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
}

#[test]
fn no_games_make_a_page() {
    let page = page_of("x", &[]);
    assert!(page.contains("No games") && !page.contains("<svg"));
}

#[test]
fn the_order_of_the_games_does_not_matter() {
    let reports = reports();
    let reversed: Vec<GameReport> = reports.iter().rev().cloned().collect();
    assert_eq!(page_of("x", &reports), page_of("x", &reversed));
}
