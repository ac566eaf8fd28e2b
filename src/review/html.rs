//! A review as a web page in one file: the game on a board with steps, the moves that kosumi would have played, a chart, the worst
//! mistakes and all moves.

use super::text::{SUMS, commented, effort, lead, loss, percent, position, verdict, with_reasons};
use super::variations::{RecordVariations, VariationWriter};
use super::words::{ReviewWords, filled};
use super::{CandidateMove, FoundMoves, Grade, JudgedMove, Review, Summary, act};
use crate::go::record::Action;
use crate::go::{Color, Game, Move, Size};
use crate::html::viewer::{self, Viewer, ViewerPosition};
use crate::html::{self, table};
use crate::sgf::SgfTree;
use maud::{Markup, html};

const STYLE: &str = include_str!("style.css");

/// The record of a review, as files have it.
#[derive(Clone, Copy, Debug)]
pub struct ReviewedFile<'a> {
    /// What the page offers as a file: the record with the review.
    pub text: &'a str,
    /// The name of that file.
    pub name: &'a str,
    /// The record as it was given, with its variations, if it could be read so.
    pub tree: Option<&'a SgfTree>,
}

/// Returns the page about a review with a number of the worst mistakes at most. The summary is what an
/// [index](super::index()) will read.
pub fn page(
    review: &Review,
    mistakes: usize,
    file: &ReviewedFile<'_>,
    summary: &Summary,
) -> String {
    let [black, white] = Color::ALL.map(|color| review.name(color));
    let title = format!("{black} – {white}");
    let (words, labels) = (review.words(), review.language.labels());
    let Course {
        viewer,
        steps,
        befores,
        lines,
        variations,
    } = Course::of(review, file.tree);
    let beside = html! {
        (viewer::chart(words.chart))
        (viewer::candidates(&labels))
        (worst(review, mistakes, &befores, &lines))
        (of_record(&variations, words))
        (all_moves(review, &steps))
    };
    let body = html! {
        (header(review, &title, &viewer::download(words.save, file.name, file.text)))
        (viewer.markup(0, labels, &beside))
        h2 { (words.the_players) }
        (sums(review))
        p { small { (words.explained) } }
        h2 { (words.keys) }
        p { (words.keys_explained) }
        (summary.markup())
        (viewer::script())
    };
    let style = format!("{}{STYLE}", viewer::style());
    html::page_in(review.language.code(), &title, &style, &body)
}

fn header(review: &Review, title: &str, download: &Markup) -> Markup {
    let record = &review.record;
    let words = review.words();
    let mut facts = vec![
        record.size.to_string(),
        words.rules_of(&review.rules.name),
        filled(words.komi, &[&review.komi.to_string()]),
        filled(words.moves, &[&review.moves.len().to_string()]),
    ];
    let handicap = record.handicap.map(|stones| stones.to_string());
    facts.extend(handicap.map(|stones| filled(words.handicap, &[&stones])));
    facts.extend(record.result.as_ref().map(ToString::to_string));
    facts.extend(record.date.clone());
    let effort = effort(review.effort, words);
    html! {
        header {
            h1 { (title) }
            p { (facts.join(", ")) }
            p {
                small {
                    (filled(words.reviewed, &[env!("CARGO_PKG_VERSION"), &effort]))
                    " " (words.may_be_chance)
                }
            }
            (download)
        }
    }
}

/// Returns the table that says how well the players have played.
fn sums(review: &Review) -> Markup {
    let sums = review.sums();
    let rows = html! {
        @for (title, value) in SUMS {
            tr {
                th { (title(review.words())) }
                @for color in Color::ALL { td { (value(&sums[color])) } }
            }
        }
    };
    let [black, white] = Color::ALL.map(|color| review.name(color));
    table("numbers", &["", black, white], &rows)
}

/// The positions of a review.
struct Course {
    viewer: Viewer,
    /// The step that each move of the game leads to, and the step before it.
    steps: Vec<usize>,
    befores: Vec<usize>,
    /// For each move the last step of the better line, if there is one, and those of the lines that show its reasons.
    lines: Vec<ShownLines>,
    /// What the record itself has beside the game.
    variations: RecordVariations,
}

/// The last steps of lines that were not played.
#[derive(Clone, Debug, Default)]
struct ShownLines {
    better: Option<usize>,
    reasons: Vec<usize>,
}

impl Course {
    fn of(review: &Review, tree: Option<&SgfTree>) -> Course {
        let mut game = Game::new(review.record.size, review.rules.rules);
        // Stones that are put down before the first move belong to the first position.
        let nodes = review.record.nodes.iter();
        let is_move = |action: &Action| matches!(action, Action::Move(..));
        let setups = nodes.clone().take_while(|node| !is_move(&node.action));
        let setups = setups.map(|node| act(&mut game, &node.action)).count();
        let mut viewer = Viewer::new(game.board());
        let words = review.words();
        let start = format!("{}.", position(&review.start.estimate, words));
        viewer.say(0, commented(&start, &review.record.comment));
        let missed_before = review.missed_before();
        let (mut steps, mut lines) = (Vec::new(), Vec::new());
        let (mut befores, mut comments) = (Vec::new(), Vec::new());
        // The step after each node of the record.
        let (mut step, mut reached) = (0, vec![0; setups]);
        for node in nodes.skip(setups) {
            let before = (step, game.clone());
            let mv = act(&mut game, &node.action);
            step = viewer.follow(step, game.board(), mv.and_then(Move::point));
            reached.push(step);
            if mv.is_some() {
                befores.push(before);
                steps.push(step);
                comments.push(node.comment.as_str());
            }
        }
        viewer.end_game();
        for (place, judged) in review.moves.iter().enumerate() {
            let name = judged.opening.map(|name| format!(" {name}."));
            let text = format!(
                "{}. {} {}.{} {}\n{}.",
                place + 1,
                words.player(judged.color),
                words.move_name(judged.mv),
                name.unwrap_or_default(),
                with_reasons(verdict(judged, missed_before[place], words), judged),
                position(&judged.after.estimate, words)
            );
            viewer.say(steps[place], commented(&text, comments[place]));
            if judged.is_mistake() && missed_before[place].is_none() {
                let grade = 1 + u8::from(judged.grade() == Grade::BigMistake);
                viewer.blame(steps[place], judged.color, grade);
            }
            let (step, game) = &befores[place];
            show(&mut viewer, *step, game, &judged.before, words);
            lines.push(show_lines(&mut viewer, *step, game, judged, words));
        }
        if let (Some(last), Some(&step)) = (review.moves.last(), steps.last()) {
            show(&mut viewer, step, &game, &last.after, words);
        } else {
            show(&mut viewer, 0, &game, &review.start, words);
        }
        let main = (&review.record, review.rules.rules, &reached[..]);
        let variations = tree.map(|tree| VariationWriter::add(&mut viewer, tree, main, words));
        Course {
            variations: variations.unwrap_or_default(),
            viewer,
            steps,
            befores: befores.iter().map(|before| before.0).collect(),
            lines,
        }
    }
}

/// Tells at a step what was found there, and lets the lines of all candidates be played.
fn show(viewer: &mut Viewer, step: usize, game: &Game, found: &FoundMoves, words: &ReviewWords) {
    viewer.tell(step, &seen(found, game.board().size()));
    for CandidateMove { line, estimate, .. } in &found.candidates {
        let turns = [found.turn, !found.turn].into_iter().cycle();
        let line: Vec<(Color, Move)> = turns.zip(line.iter().copied()).collect();
        follow(viewer, step, game, &line, &position(estimate, words), words);
    }
}

/// Lets the lines be played that show what was better than a mistake, and why.
fn show_lines(
    viewer: &mut Viewer,
    step: usize,
    game: &Game,
    judged: &JudgedMove,
    words: &ReviewWords,
) -> ShownLines {
    let Some(better) = judged.better.as_ref().filter(|_| judged.is_mistake()) else {
        return ShownLines::default();
    };
    let turns = [judged.color, !judged.color].into_iter().cycle();
    let line: Vec<(Color, Move)> = turns.zip(better.line.iter().copied()).collect();
    let worth = position(&better.estimate, words);
    let better = follow(viewer, step, game, &line, &worth, words);
    let reasons = judged.reasons.iter();
    let reasons =
        reasons.map(|reason| follow(viewer, step, game, &reason.line, &reason.text, words));
    ShownLines {
        better: Some(better),
        reasons: reasons.collect(),
    }
}

/// Lets a line be played from a step on, as far as it is legal, with a text at its first move; returns its last step.
fn follow(
    viewer: &mut Viewer,
    mut step: usize,
    game: &Game,
    line: &[(Color, Move)],
    text: &str,
    words: &ReviewWords,
) -> usize {
    let mut game = game.clone();
    for (place, &(color, mv)) in line.iter().enumerate() {
        if game.play(color, mv).is_err() {
            break;
        }
        step = viewer.follow(step, game.board(), mv.point());
        if viewer.text(step).is_empty() {
            let text = if place == 0 { text } else { "" };
            let line = filled(words.line, &[words.player(color), &words.move_name(mv)]);
            viewer.say(step, format!("{line}\n{text}"));
        }
    }
    step
}

fn seen(found: &FoundMoves, size: Size) -> ViewerPosition {
    let mut points: Vec<_> = size.points().collect();
    points.sort_by_key(|&at| size.place(at));
    ViewerPosition {
        turn: found.turn,
        chance: found.estimate.chance,
        lead: found.estimate.lead,
        owners: points.iter().map(|&at| found.owners.at(at)).collect(),
        candidates: found
            .candidates
            .iter()
            .map(|candidate| viewer::ViewerMove {
                visits: candidate.visits,
                chance: candidate.estimate.chance,
                lead: candidate.estimate.lead,
                line: candidate.line.clone(),
            })
            .collect(),
    }
}

/// Returns the list of the worst mistakes, the worst first. Each leads to the position before it, where the better line is
/// the next one; its reasons show their points and lead to their lines.
fn worst(review: &Review, mistakes: usize, befores: &[usize], lines: &[ShownLines]) -> Markup {
    let missed_before = review.missed_before();
    let again = |place: usize| -> Vec<String> {
        let all = missed_before.iter().enumerate();
        all.filter(|&(_, &first)| first == Some(place))
            .map(|(again, _)| (again + 1).to_string())
            .collect()
    };
    let (worst, words) = (review.worst(mistakes), review.words());
    html! {
        h2 { (words.worst) }
        @if worst.is_empty() { p { (words.no_mistakes) } }
        ol.mistakes {
            @for place in worst {
                @let judged = &review.moves[place];
                @let again = again(place);
                @let shown = &lines[place];
                li tabindex="0" data-step=(befores[place]) data-through=[shown.better] {
                    i class=(judged.color.to_string()) {}
                    b { (words.move_title) " " (place + 1) ", " (words.move_name(judged.mv)) }
                    (filled(words.move_loses, &[&loss(judged, words)]))
                    @if let Some(better) = &judged.better {
                        (words.better) b { (words.move_name(better.line[0])) }
                        @if let Some(shape) = better.shape { ", " (shape) }
                        "."
                    }
                    @if !again.is_empty() { (filled(words.missed_again, &[&again.join(", ")])) }
                    @for (reason, last) in judged.reasons.iter().zip(&shown.reasons) {
                        p.reason tabindex="0" data-step=(befores[place]) data-through=(last)
                            data-points=(viewer::points(review.record.size, reason.points.iter().copied())) {
                            (reason.text)
                        }
                    }
                }
            }
        }
    }
}

/// Returns the list of the variations that the record itself has. Each leads to where it leaves the game, and it is the next line.
fn of_record(variations: &RecordVariations, words: &ReviewWords) -> Markup {
    let RecordVariations { list, left_out } = variations;
    html! {
        @if !list.is_empty() || *left_out > 0 { h2 { (words.variations) } }
        @if !list.is_empty() {
            ul.variations {
                @for variation in list {
                    li tabindex="0" data-step=(variation.from) data-through=(variation.last) {
                        b { (words.move_title) " " (variation.after + 1) } ": " (variation.moves)
                        @if !variation.hint.is_empty() { p { (variation.hint) } }
                    }
                }
            }
        }
        @if *left_out > 0 { p { (filled(words.left_out, &[&left_out.to_string()])) } }
    }
}

/// Returns the table of all moves, with filters.
fn all_moves(review: &Review, steps: &[usize]) -> Markup {
    let words = review.words();
    let rows = html! {
        @for (place, judged) in review.moves.iter().enumerate() {
            tr data-step=(steps[place]) data-color=(judged.color.to_string())
                data-lost=(format!("{:.1}", judged.points_lost())) {
                td { (place + 1) }
                td { i class=(judged.color.to_string()) {} (words.move_name(judged.mv)) }
                td class=(class(judged)) { (format!("{:.1}", judged.points_lost())) }
                td class=(class(judged)) { (percent(judged.chance_lost())) }
                td { @if let Some(better) = &judged.better { (words.move_name(better.line[0])) } }
                td { (lead(judged.after.estimate.lead, words)) }
                td { (percent(judged.after.estimate.chance)) }
            }
        }
    };
    let titles = [
        words.move_title,
        words.played,
        words.points_lost,
        words.chance_lost,
        "kosumi",
        words.lead,
        words.black_wins,
    ];
    let colors = [
        ("both", words.both),
        ("black", words.players[0]),
        ("white", words.players[1]),
    ];
    let (before, after) = words.at_least.split_once("{}").unwrap_or_default();
    html! {
        h2 { (words.all_moves) }
        form.filters {
            @for (value, label) in colors {
                label { input type="radio" name="color" value=(value) checked[value == "both"] {} (label) }
            }
            label { (before) input type="number" name="lost" value="0" min="0" step="0.5" {} (after) }
        }
        div.list { (table("moves", &titles, &rows)) }
    }
}

fn class(judged: &JudgedMove) -> &'static str {
    match judged.grade() {
        Grade::BigMistake | Grade::Mistake => "fail",
        Grade::Doubtful => "known",
        Grade::Fine if judged.better.is_none() => "none",
        Grade::Fine => "",
    }
}
