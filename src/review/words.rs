//! Every text of a review, in every language. A language is a file below.

mod english;
mod french;
mod spanish;

use crate::explain::{self, Language};
use crate::go::{Color, Move};

/// The texts of a review in a language. In some, braces stand for what is put in.
#[derive(Debug)]
pub(super) struct ReviewWords {
    /// Which language that is.
    pub(super) language: Language,
    /// The players without names, Black first.
    pub(super) players: [&'static str; 2],
    /// No lead.
    pub(super) even: &'static str,
    /// `{}`: a number of points that is 1.0.
    pub(super) point: &'static str,
    /// `{}`: another number of points.
    pub(super) points: &'static str,
    /// `{}`: points lost, and a share of the chance to win.
    pub(super) chance_to_win: &'static str,
    /// `{}`: Black's chance, lead and deviation.
    pub(super) wins: &'static str,
    /// `{}`: what a search has spent.
    pub(super) visits: &'static str,
    /// Of a move that kosumi would have played, too.
    pub(super) same_choice: &'static str,
    /// Of another one that loses nothing.
    pub(super) as_good: &'static str,
    /// `{}`: what a move loses that is no mistake.
    pub(super) loses: &'static str,
    /// `{}`: of a doubtful move.
    pub(super) loses_doubtfully: &'static str,
    /// `{}`: of a mistake.
    pub(super) loses_by_mistake: &'static str,
    /// `{}`: of a big one.
    pub(super) loses_by_big_mistake: &'static str,
    /// `{}`: what kosumi would have played.
    pub(super) instead: &'static str,
    /// `{}`: the move that missed it before.
    pub(super) missed_already: &'static str,
    /// `{}`: who moves, and where, in a line that was not played.
    pub(super) line: &'static str,
    /// `{}`: who moves, and where, in a variation of the record's own.
    pub(super) variation: &'static str,
    /// `{}`: the position before the first move.
    pub(super) at_first: &'static str,
    /// `{}`: the last position.
    pub(super) at_last: &'static str,
    /// `{}`: what each search has spent.
    pub(super) a_position: &'static str,
    /// `{}`: a rule set.
    pub(super) rules: &'static str,
    /// `{}`: White's points.
    pub(super) komi: &'static str,
    /// `{}`: a number.
    pub(super) moves: &'static str,
    /// `{}`: stones.
    pub(super) handicap: &'static str,
    /// `{}`: a list.
    pub(super) worst_moves: &'static str,
    /// `{}`: how the comment on a game begins: version, effort, rules, komi.
    pub(super) review_by: &'static str,
    /// `{}`: the version, and the effort.
    pub(super) reviewed: &'static str,
    /// How precise the numbers are.
    pub(super) may_be_chance: &'static str,
    /// What the numbers about players mean.
    pub(super) explained: &'static str,
    /// Titles of the facts about a player.
    pub(super) moves_title: &'static str,
    pub(super) accuracy: &'static str,
    pub(super) points_lost_a_move: &'static str,
    pub(super) in_the_opening: &'static str,
    pub(super) in_the_middle: &'static str,
    pub(super) at_the_end: &'static str,
    pub(super) chance_lost_a_move: &'static str,
    pub(super) as_kosumi: &'static str,
    pub(super) rank: &'static str,
    pub(super) mistakes: &'static str,
    pub(super) big_mistakes: &'static str,
    /// Headings, titles and labels of a page.
    pub(super) save: &'static str,
    pub(super) chart: &'static str,
    pub(super) the_players: &'static str,
    pub(super) keys: &'static str,
    pub(super) keys_explained: &'static str,
    pub(super) worst: &'static str,
    pub(super) no_mistakes: &'static str,
    pub(super) move_loses: &'static str,
    pub(super) better: &'static str,
    pub(super) missed_again: &'static str,
    /// What the record itself has beside the game.
    pub(super) variations: &'static str,
    /// `{}`: nodes of variations that are not on the page.
    pub(super) left_out: &'static str,
    pub(super) all_moves: &'static str,
    pub(super) move_title: &'static str,
    pub(super) played: &'static str,
    pub(super) points_lost: &'static str,
    pub(super) chance_lost: &'static str,
    pub(super) lead: &'static str,
    pub(super) black_wins: &'static str,
    pub(super) both: &'static str,
    pub(super) at_least: &'static str,
}

impl ReviewWords {
    /// Returns what a player is called.
    pub(super) fn player(&self, color: Color) -> &'static str {
        match color {
            Color::Black => self.players[0],
            Color::White => self.players[1],
        }
    }

    /// Returns what a move is called.
    pub(super) fn move_name(&self, mv: Move) -> String {
        self.language.move_name(mv)
    }

    /// Returns what the rules of a name are called.
    pub(super) fn rules_of(&self, name: &str) -> String {
        filled(self.rules, &[explain::rule_set_name(name, self.language)])
    }

    /// Returns the texts of a language.
    pub(super) fn of(language: Language) -> &'static ReviewWords {
        match language {
            Language::English => &english::WORDS,
            Language::Spanish => &spanish::WORDS,
            Language::French => &french::WORDS,
        }
    }
}

/// Returns a text with what is put in for its braces, in order.
pub(super) fn filled(text: &str, values: &[&str]) -> String {
    let mut parts = text.split("{}");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for (part, value) in parts.zip(values) {
        filled.push_str(value);
        filled.push_str(part);
    }
    filled
}
