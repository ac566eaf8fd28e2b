//! What is known of a game that has not come to its end.

use super::words::{Notice, Text};
use super::{Language, lead, middle};
use crate::go::{Board, Color, Point, PointSet};
use std::cmp::Reverse;

/// Open places that are named; the others are counted.
const MOST_PLACES: usize = 6;

/// What a search and an estimate say of a game that is not over.
#[derive(Clone, Debug)]
pub struct UnfinishedGame {
    /// Black's chance to win, 0 to 1.
    pub chance: f64,
    /// How many points Black is expected to be ahead, less komi.
    pub lead: f64,
    /// The standard deviation of that at the end of the game, in points.
    pub deviation: f64,
    /// What the search has spent.
    pub visits: u64,
    /// The points whose owner is not clear.
    pub open: Vec<Point>,
}

impl UnfinishedGame {
    /// The rows about it, each a name and a text: that it is not over, what it is worth, what is open on its board, and the
    /// command to play on from a file.
    pub fn rows(
        &self,
        board: &Board,
        file: &str,
        language: Language,
    ) -> Vec<(&'static str, String)> {
        let word = |notice| language.word(Text::Notice(notice));
        vec![
            (word(Notice::Row), word(Notice::NotOver).to_owned()),
            (word(Notice::Estimated), self.worth(language)),
            (word(Notice::Open), self.places(board, language)),
            (word(Notice::PlayOn), format!("kosumi play {file}")),
        ]
    }

    /// What it is worth: `B+3.2, standard deviation 11.4; Black wins with 61 % (400 visits)`.
    fn worth(&self, language: Language) -> String {
        let (player, chance) = match self.chance {
            0.5.. => (Color::Black, self.chance),
            _ => (Color::White, 1.0 - self.chance),
        };
        let template = language.word(Text::Notice(Notice::Estimate));
        template
            .replace("{lead}", &lead(self.lead))
            .replace("{deviation}", &format!("{:.1}", self.deviation))
            .replace("{player}", language.word(Text::Player(player)))
            .replace("{chance}", &format!("{:.0}", 100.0 * chance))
            .replace("{visits}", &self.visits.to_string())
    }

    /// What is open: `31 around K10, 5 around C3, A2`.
    fn places(&self, board: &Board, language: Language) -> String {
        let word = |notice| language.word(Text::Notice(notice));
        let open: PointSet = self.open.iter().copied().collect();
        let regions = board.regions(|at| open.contains(at)).into_iter();
        let mut places: Vec<Vec<Point>> = regions
            .map(|region| region.points.iter().collect())
            .collect();
        places.sort_by_key(|place| Reverse(place.len()));
        let largest = places.iter().take(MOST_PLACES);
        let mut names: Vec<String> = largest
            .filter_map(|place| {
                let middle = middle(place)?.to_string();
                Some(match place.len() {
                    1 => middle,
                    points => word(Notice::OpenPlace)
                        .replace("{points}", &points.to_string())
                        .replace("{at}", &middle),
                })
            })
            .collect();
        match places.len().saturating_sub(MOST_PLACES) {
            0 => {}
            more => names.push(word(Notice::OpenElsewhere).replace("{places}", &more.to_string())),
        }
        if names.is_empty() {
            word(Notice::NothingOpen).to_owned()
        } else {
            names.join(", ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_goes_on_is_told_with_its_places() {
        let board: Board = ". . . .\n. . . .\n. . . .".parse().unwrap();
        let open = ["A1", "B2", "C2", "C3"].map(|name| name.parse().unwrap());
        let game = UnfinishedGame {
            chance: 0.25,
            lead: -3.24,
            deviation: 11.4,
            visits: 400,
            open: open.to_vec(),
        };
        let rows = game.rows(&board, "game.sgf", Language::English);
        let expected = [
            (
                "estimate",
                "W+3.2, standard deviation 11.4; White wins with 75 % (400 visits)",
            ),
            ("open", "3 around C2, A1"),
            ("play on", "kosumi play game.sgf"),
        ];
        assert!(rows[0].1.contains("the game is not over"));
        let even = UnfinishedGame {
            lead: -0.02,
            open: Vec::new(),
            ..game.clone()
        };
        let rows_of_even = even.rows(&board, "game.sgf", Language::English);
        assert!(rows_of_even[1].1.starts_with("0, "));
        assert_eq!(rows_of_even[2].1, "nothing but dame");
        assert_eq!(
            rows[1..],
            expected.map(|(name, text)| (name, text.to_owned()))
        );
    }
}
