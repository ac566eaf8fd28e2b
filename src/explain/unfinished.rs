//! What is known of a game that has not come to its end.

use super::Language;
use super::words::{Notice, Text};
use crate::go::{Board, Color, Point};
use crate::life;

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
        let leader = if self.lead < 0.0 { "W" } else { "B" };
        let template = language.word(Text::Notice(Notice::Estimate));
        template
            .replace("{lead}", &format!("{leader}+{:.1}", self.lead.abs()))
            .replace("{deviation}", &format!("{:.1}", self.deviation))
            .replace("{player}", language.word(Text::Player(player)))
            .replace("{chance}", &format!("{:.0}", 100.0 * chance))
            .replace("{visits}", &self.visits.to_string())
    }

    /// What is open: `31 around K10, 5 around C3, A2`.
    fn places(&self, board: &Board, language: Language) -> String {
        let word = |notice| language.word(Text::Notice(notice));
        let places = life::places(board, &self.open);
        let mut names: Vec<String> = places
            .iter()
            .take(MOST_PLACES)
            .map(|place| match place[..] {
                [at] => at.to_string(),
                _ => word(Notice::OpenPlace)
                    .replace("{points}", &place.len().to_string())
                    .replace("{at}", &middle(place).to_string()),
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

/// The point of a place that is nearest to the mean of all.
#[expect(clippy::cast_precision_loss, reason = "few points")]
fn middle(place: &[Point]) -> Point {
    let count = place.len().max(1) as f64;
    let mean = |coordinate: fn(Point) -> u8| {
        place
            .iter()
            .map(|&at| f64::from(coordinate(at)))
            .sum::<f64>()
            / count
    };
    let (column, row) = (mean(Point::column), mean(Point::row));
    let distance = |at: Point| {
        let (dx, dy) = (f64::from(at.column()) - column, f64::from(at.row()) - row);
        dx * dx + dy * dy
    };
    let nearest = place
        .iter()
        .copied()
        .min_by(|&one, &other| distance(one).total_cmp(&distance(other)));
    nearest.expect("a place has points")
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
        assert_eq!(
            rows[1..],
            expected.map(|(name, text)| (name, text.to_owned()))
        );
    }
}
