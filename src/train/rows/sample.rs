//! Which positions of a game become rows, and how some of them are changed.

use super::RowsSettings;
use crate::go::record::Action;
use crate::go::rules::RuleSet;
use crate::go::{Color, Game, Move, Point, Record, Rules};
use crate::rng::Rng;
use crate::train::analyst::{Analyst, Labeler, place_of};
use crate::train::row::Row;
use crate::train::{change_conditions, worth};

/// The most moves of a detour.
const LONGEST_DETOUR: usize = 4;

/// The rows of a game: those of some of its positions, as they are or changed. `usual` are the rules of a record that
/// names none that are known.
pub(super) fn rows_of(
    record: &Record,
    usual: &Rules,
    settings: &RowsSettings,
    (mut player, teacher): (Option<&mut Analyst>, &mut Labeler),
    rng: &mut Rng,
) -> Vec<Row> {
    let named = record.rules.as_deref().and_then(RuleSet::of_record);
    let rules = named.map_or(*usual, |set| set.rules);
    let mut game = Game::new(record.size, rules);
    if let Some(komi) = record.komi {
        game.set_komi(komi);
    }
    let wanted = choose(record.moves().count(), settings.positions, rng);
    let (mut rows, mut made) = (Vec::new(), 0);
    for node in &record.nodes {
        let is_possible = match &node.action {
            Action::Setup(setup) => game.set_up(setup.clone()).is_ok(),
            &Action::Move(color, mv) => {
                if wanted.contains(&made) && game.check(color, mv).is_ok() {
                    let analysts = (player.as_deref_mut(), &mut *teacher);
                    let more =
                        rows_of_position(&game, (color, mv), record, settings, analysts, rng);
                    rows.extend(more);
                }
                made += 1;
                game.play(color, mv).is_ok()
            }
        };
        if !is_possible {
            break;
        }
    }
    rows
}

/// Some of a number of things, each as likely as the others.
fn choose(count: usize, wanted: usize, rng: &mut Rng) -> Vec<usize> {
    let mut all: Vec<usize> = (0..count).collect();
    let wanted = wanted.min(count);
    for place in 0..wanted {
        let other = place + rng.below(count - place);
        all.swap(place, other);
    }
    all.truncate(wanted);
    all
}

/// The row of a position before a move of its game, and those of what a search comes to from there.
fn rows_of_position(
    game: &Game,
    (color, played): (Color, Move),
    record: &Record,
    settings: &RowsSettings,
    (searcher, teacher): (Option<&mut Analyst>, &mut Labeler),
    rng: &mut Rng,
) -> Vec<Row> {
    let mut game = game.clone();
    let is_strange = rng.chance(settings.strange, 100);
    if is_strange {
        change_conditions(&mut game, rng);
    }
    let has_left = rng.chance(settings.detours, 100);
    let color = if has_left {
        stray(&mut game, color, rng)
    } else {
        color
    };
    if game.position().is_over() {
        return Vec::new();
    }
    let mut row = teacher.label(&game, color, settings.visits);
    if !has_left {
        row.played = Some(place_of(record.size, played));
    }
    if !has_left && !is_strange {
        row.outcome = record.result.as_ref().and_then(|it| worth(it, color));
    }
    let mut rows = vec![row];
    if let Some(searcher) = searcher.filter(|_| settings.leaves.count > 0) {
        searcher.forget();
        searcher.search(&game, color, settings.leaves.visits);
        let leaves = settings.leaves.of_tree(searcher, &game, color, rng);
        let of_tree = |(game, color): &(Game, Color)| teacher.label(game, *color, 1);
        rows.extend(leaves.iter().map(of_tree));
    }
    rows
}

/// Makes some random moves that fill no own eye, and returns who is to move then.
fn stray(game: &mut Game, mut color: Color, rng: &mut Rng) -> Color {
    for _ in 0..=rng.below(LONGEST_DETOUR) {
        let board = game.board();
        let fills_eye = |at: Point| board.neighborhood(at).is_eye(color);
        let is_sensible = |&at: &Point| !fills_eye(at) && game.check(color, Move::Play(at)).is_ok();
        let points: Vec<Point> = board.empty_points().filter(is_sensible).collect();
        let Some(&at) = points.get(rng.below(points.len())) else {
            break;
        };
        let is_legal = game.play(color, Move::Play(at)).is_ok();
        debug_assert!(is_legal, "it was checked");
        color = !color;
    }
    color
}
