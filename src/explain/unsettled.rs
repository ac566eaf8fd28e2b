//! Groups whose life the next move decides, in words.

use super::solution::by_ko;
use super::words::{Notice, Text};
use super::{Language, first_moves, stones_of};
use crate::go::{Board, Color};
use crate::reading::UnsettledGroup;

/// The most moves of a line that are shown.
const LONGEST_LINE: usize = 8;

/// A row about such a group, a name and a text: what comes of it if either player moves first, and how many points that makes,
/// if it is known.
pub fn unsettled(
    board: &Board,
    group: &UnsettledGroup,
    worth: Option<f64>,
    language: Language,
) -> (&'static str, String) {
    let word = |notice| language.word(Text::Notice(notice));
    let (owner, opponent) = (group.owner, !group.owner);
    let [owner_name, opponent_name] =
        [owner, opponent].map(|color| language.word(Text::Player(color)));
    let largest = group.stones.iter().max_by_key(|&at| board.chain_size(at));
    let at = largest
        .map(|at| board.chain_id(at).to_string())
        .unwrap_or_default();
    let name = format!(
        "{owner_name} {at}{}",
        stones_of(group.stones.len(), language)
    );
    let mut text = word(Notice::UnsettledGroup)
        .replace("{group}", &name)
        .replace("{owner}", owner_name)
        .replace("{opponent}", opponent_name)
        .replace("{captured}", &way(group, opponent, language))
        .replace("{kept}", &way(group, owner, language));
    if let Some(points) = worth {
        let points = format!("{points:.0}");
        text += &word(Notice::FirstMoveWorth).replace("{points}", &points);
    }
    (word(Notice::Unsettled), text)
}

/// All such groups, a line each, and what the first move is worth there; or that there is none.
pub fn all_unsettled(
    board: &Board,
    groups: &[(UnsettledGroup, Option<f64>)],
    language: Language,
) -> String {
    if groups.is_empty() {
        return language
            .word(Text::Notice(Notice::NoneUnsettled))
            .to_owned();
    }
    let groups = groups.iter();
    let texts = groups.map(|(group, worth)| unsettled(board, group, *worth, language).1);
    texts.collect::<Vec<_>>().join("\n")
}

/// How a player gets his way who moves first, in parentheses: ` (by a ko in which White needs the first threat: B1 A2)`.
fn way(group: &UnsettledGroup, first: Color, language: Language) -> String {
    let turn = &group.by_first[first];
    let line = first_moves(&turn.line, LONGEST_LINE, language);
    match by_ko(turn.reach, first, language) {
        Some(ko) => format!(" ({ko}{}{line})", language.colon()),
        None => format!(" ({})", line.trim_start()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{ByColor, Move, PointSet};
    use crate::reading::FirstTurn;
    use crate::tactics::Reach;

    fn group(reach: Reach, length: usize) -> (Board, UnsettledGroup) {
        let board: Board = ". O . .\nO O . .\n. . . X".parse().unwrap();
        let stones: PointSet = board.stone_set(Color::White);
        let line = vec![(Color::Black, Move::Play("C1".parse().unwrap())); length];
        let by_first = ByColor::new_with(|_| FirstTurn {
            reach,
            line: line.clone(),
        });
        let group = UnsettledGroup {
            owner: Color::White,
            stones,
            by_first,
        };
        (board, group)
    }

    fn row(reach: Reach, length: usize, language: Language) -> (&'static str, String) {
        let (board, group) = group(reach, length);
        unsettled(&board, &group, None, language)
    }

    #[test]
    fn what_the_first_move_is_worth_stands_behind_in_whole_points() {
        let (board, group) = group(Reach::Surely, 1);
        let texts = Language::ALL.map(|language| {
            let text = |worth| unsettled(&board, &group, worth, language).1;
            text(Some(13.7)).replace(&text(None), "")
        });
        let expected = [
            "; the first move is worth about 14 points",
            "; la primera jugada vale unos 14 puntos",
            " ; le premier coup vaut environ 14 points",
        ];
        assert_eq!(texts, expected);
    }

    #[test]
    fn a_group_is_told_with_both_results() {
        assert_eq!(
            row(Reach::Surely, 2, Language::English),
            (
                "unsettled",
                "White A2 (3 stones) can be captured if Black moves first (C1 C1), and lives if White does (C1 C1)"
                    .to_owned()
            )
        );
        let (_, long) = row(Reach::Surely, 9, Language::English);
        assert_eq!(long.matches("C1").count(), 2 * LONGEST_LINE);
        assert_eq!(long.matches("C1 ...)").count(), 2);
    }

    #[test]
    fn a_ko_is_told_with_who_needs_the_first_threat() {
        for (reach, black, white) in [
            (Reach::ByKo, "White", "Black"),
            (Reach::WithThreat, "Black", "White"),
        ] {
            let (_, text) = row(reach, 1, Language::English);
            let needs = |player| format!("(by a ko in which {player} needs the first threat: C1)");
            let [first, second] = [needs(black), needs(white)];
            let places = (text.find(&first), text.find(&second));
            assert!(
                matches!(places, (Some(first), Some(second)) if first < second),
                "{text}"
            );
        }
    }

    #[test]
    fn no_language_leaves_a_name_open() {
        for language in [Language::English, Language::Spanish, Language::French] {
            for reach in [Reach::Surely, Reach::ByKo, Reach::WithThreat] {
                let (name, text) = row(reach, 3, language);
                assert!(!text.contains(['{', '}']), "{text}");
                assert!(!name.is_empty());
            }
        }
    }
}
