//! The count of a game as a web page: the moves, what was filled before counting, and the board that was counted, beside the
//! status of each chain.

use super::Language;
use super::words::{PageText, Text};
use crate::go::{Color, Game, Move, Point, Position};
use crate::html::viewer::{self, Mark, Viewer, points};
use crate::html::{self, table};
use crate::life::{Count, CountedPoint, Need, Status};
use maud::{Markup, html};

/// Returns the page about some games.
pub fn page(title: &str, sections: &[Markup], language: Language) -> String {
    let body = html! {
        header { h1 { (title) } }
        @for section in sections { (section) }
        (viewer::script())
    };
    html::page_in(language.code(), title, &viewer::style(), &body)
}

/// The part of a page that is about one game, below a heading and what is to be known of the count. Beside the heading stands
/// the result, if the game was over.
pub fn section(
    heading: &str,
    was_over: bool,
    notes: &[String],
    game: &Game,
    count: &Count,
    language: Language,
) -> Markup {
    let word = |text| language.word(text);
    let labels = language.labels();
    let (mut viewer, counted) = viewer(game, count, language);
    let beside = html! {
        (terms(count, language))
        p { button type="button" data-step=(counted) { (word(Text::Page(PageText::CountedBoard))) } }
        h3 { (word(Text::Page(PageText::Chains))) }
        (chains(game, count, &mut viewer, language))
    };
    html! {
        h2 {
            (heading) " "
            @if was_over { span class="verdict" { (count.outcome().to_string()) } }
        }
        @for note in notes { p { strong { (note) } } }
        (viewer.markup(counted, labels, &beside))
    }
}

/// The moves of a game, those that were made before counting, and the board that was counted, whose number is
/// returned, too.
fn viewer(game: &Game, count: &Count, language: Language) -> (Viewer, usize) {
    let named = |color, mv| {
        let player = language.word(Text::Player(color));
        format!("{player} {}", language.move_name(mv))
    };
    let numbered = |number, color, mv| format!("{}. {}", number + 1, named(color, mv));
    let mut viewer = Viewer::of_game(game, numbered);
    let mut step = viewer.last();
    let mut position = game.position().clone();
    let mut follow = |position: &Position, mv: Move, text: String| {
        step = viewer.follow(step, position.board(), mv.point());
        viewer.say(step, text);
        step
    };
    for filled in &count.filled {
        let reason = match filled.need {
            Need::Dame => Text::Filled,
            Need::Defense => Text::Defended,
        };
        let mv = Move::Play(filled.at);
        position.play_unchecked(filled.color, mv);
        let text = format!(
            "{}{} {}",
            language.word(reason),
            language.colon(),
            named(filled.color, mv)
        );
        follow(&position, mv, text);
    }
    let last = follow(
        &count.position,
        Move::Pass,
        language.word(Text::Page(PageText::Signs)).to_owned(),
    );
    mark_count(&mut viewer, last, count);
    viewer.end_game();
    (viewer, last)
}

/// Adds the line that shows what becomes of a chain. Returns the step of its first move and that of its last one; `None` if
/// there is no line.
fn follow_line(
    viewer: &mut Viewer,
    game: &Game,
    line: &[(Color, Move)],
    sentence: &str,
) -> Option<(usize, usize)> {
    let mut position = game.position().clone();
    let mut step = game.moves().len();
    let mut first = None;
    for &(color, mv) in line {
        position.play_unchecked(color, mv);
        step = viewer.follow(step, position.board(), mv.point());
        if viewer.text(step).is_empty() {
            viewer.say(step, sentence.to_owned());
        }
        first = first.or(Some(step));
    }
    first.map(|first| (first, step))
}

/// Marks what is dead, in seki, a player's or neither's on the board that was counted.
fn mark_count(viewer: &mut Viewer, step: usize, count: &Count) {
    let counted = count.points();
    for at in count.position.board().points() {
        let mark = match counted(at) {
            CountedPoint::Alive(_) => continue,
            CountedPoint::Dead(_) => Mark::Dead,
            CountedPoint::Territory(color) => Mark::Owned(color),
            CountedPoint::Seki => Mark::Seki,
            CountedPoint::Dame => Mark::Dame,
        };
        viewer.mark(step, at, mark);
    }
}

/// A sentence for each chain, which shows its stones on the board, and the line that shows why: the dead ones first, then
/// those in seki.
fn chains(game: &Game, count: &Count, viewer: &mut Viewer, language: Language) -> Markup {
    let board = game.board();
    let status = count.statuses();
    let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
    let sentences = chains.filter_map(|chain| {
        let sentence = super::sentence(board, count, chain, status(chain), language)?;
        Some((chain, sentence))
    });
    let mut sentences: Vec<(Point, String)> = sentences.collect();
    // What readers want to know comes first.
    sentences.sort_by_key(|&(chain, _)| match status(chain) {
        Status::Dead => 0,
        Status::Seki => 1,
        Status::Alive => 2,
    });
    let class = |chain: Point| match status(chain) {
        Status::Alive => "alive",
        Status::Seki => "seki",
        Status::Dead => "dead",
    };
    let show = language.word(Text::Page(PageText::ShowLine));
    html! {
        ul {
            @for (chain, sentence) in sentences {
                li class=(class(chain)) data-points=(points(board.size(), board.chain(chain))) {
                    (sentence)
                    @let line = count.verdict.line(board, chain);
                    @if let Some((first, last)) = follow_line(viewer, game, line, &sentence) {
                        " " button type="button" data-step=(first) data-through=(last) { (show) }
                    }
                }
            }
        }
    }
}

/// What each player has, term by term.
fn terms(count: &Count, language: Language) -> Markup {
    let word = |text| language.word(text);
    let score = &count.score;
    let titles = [
        word(Text::Page(PageText::Counted)),
        word(Text::Player(Color::Black)),
        word(Text::Player(Color::White)),
    ];
    let rows = html! {
        @for term in &score.terms {
            tr {
                th { (word(Text::Term(term.kind))) }
                @for color in Color::ALL { td { (term.points[color].to_string()) } }
            }
        }
        tr {
            th { (word(Text::Total)) }
            @for color in Color::ALL { td { (score.total(color).to_string()) } }
        }
        @if count.cycle.is_some() {
            tr {
                th { (word(Text::Repeated)) }
                td colspan="2" { (word(Text::EarlierPosition)) }
            }
        }
    };
    table("numbers", &titles, &rows)
}

#[cfg(test)]
mod tests {
    use super::super::tests::WITH_TWO_DAME;
    use super::*;
    use crate::go::rules::Preset;
    use crate::go::tests::game;
    use crate::go::{Board, PointSet};
    use crate::html::tests::check_balance;
    use crate::life::{Judge, Verdict};

    #[test]
    fn a_page_tells_the_game_what_was_filled_and_what_was_counted() {
        let mut board: Board = WITH_TWO_DAME.parse().unwrap();
        board.play("H4".parse().unwrap(), Color::Black);
        let rules = Preset::find("japanese").unwrap().rules;
        let mut game = game(&board, Color::Black, rules);
        game.play(Color::Black, "A1".parse().unwrap()).unwrap();
        let dead: PointSet = ["H4".parse().unwrap()].into_iter().collect();
        let verdict = Verdict::given(&game, &dead);
        let count = Count::of(&game, &verdict);
        assert_eq!(count.filled.len(), 2);
        let (_, last) = viewer(&game, &count, Language::English);
        assert_eq!(last, 4, "the setup, a move, two dame, the count");
        for language in Language::ALL {
            let section = section("A < B", true, &[], &game, &count, language);
            let page = page("count", &[section], language);
            check_balance(&page);
            for part in [
                "A &lt; B",
                &format!("<html lang=\"{}\">", language.code()),
                language.labels().first,
                language.word(Text::Page(PageText::Chains)),
                "<li class=\"dead\" data-points=\"16\">",
                "[16,\"dead\"]",
                "[0,\"owned black\"]",
                "[8,\"owned white\"]",
            ] {
                assert!(page.contains(part), "{part}");
            }
            let sentences = super::super::chains(game.board(), &count, language);
            for sentence in sentences {
                let escaped = html! { (sentence) }.into_string();
                assert!(page.contains(&escaped), "{escaped}");
            }
        }
    }

    #[test]
    fn lines_can_be_played_on_the_page() {
        let board: Board = "
            . . . X O .
            X X X X O .
            O O O X O .
            . X O X O .
            . . O X O ."
            .parse()
            .unwrap();
        let rules = Preset::find("japanese").unwrap().rules;
        let game = game(&board, Color::Black, rules);
        let verdict = Verdict::of(&game, &Judge::of_playouts(50));
        let chain = "A3".parse().unwrap();
        let line = verdict.line(&board, chain);
        assert!(verdict.dead().contains(chain) && !line.is_empty());
        let count = Count::of(&game, &verdict);
        let (mut viewer, counted) = viewer(&game, &count, Language::English);
        let (first, last) = follow_line(&mut viewer, &game, line, "why").unwrap();
        assert_eq!((first, last), (counted + 1, counted + line.len()));
        let page = section(
            "count",
            false,
            &["not <over>".to_owned()],
            &game,
            &count,
            Language::English,
        )
        .into_string();
        for part in [
            format!("data-step=\"{first}\" data-through=\"{last}\""),
            format!("data-end=\"{counted}\""),
            super::super::line(line, Language::English),
            "not &lt;over&gt;".to_owned(),
        ] {
            assert!(page.contains(&part), "{part}");
        }
        let result = format!("<span class=\"verdict\">{}</span>", count.outcome());
        assert!(!page.contains(&result));
        let over = section("count", true, &[], &game, &count, Language::English);
        assert!(over.into_string().contains(&result));
    }
}
