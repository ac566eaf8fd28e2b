//! The position on the board of a program, as far as the commands and its answers show it.

use crate::engine::PlayerKind;
use crate::go::{Game, Strictness};
use crate::gtp::Conversation;
use crate::gtp::request::CommandRequest;
use crate::params::Params;
use crate::session::Start;
use std::path::{Path, PathBuf};

/// Commands that change the position and need no thought.
const FOLLOWED: &[&str] = &[
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "komi",
    "fixed_handicap",
    "set_free_handicap",
    "set_position",
    "play",
    "undo",
    "gg-undo",
    "gogui-setup",
    "gogui-setup_player",
    "gogui-play_sequence",
    "trymove",
    "tryko",
    "popgo",
    "kata-set-rules",
    "kata-set-rule",
    "kgs-rules",
];

/// Commands after which the position is known whatever was there before.
const FRESH: &[&str] = &[
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "set_position",
    "loadsgf",
];

/// A game of kosumi's that goes where that of the program goes.
#[derive(Debug)]
pub(super) struct Follower {
    talk: Conversation,
    /// Where the program runs.
    folder: PathBuf,
    is_known: bool,
}

impl Follower {
    /// Follows a program that runs in a folder and has received no command yet. Its board is unknown then.
    pub(super) fn new(folder: &Path) -> Follower {
        let params = Params {
            play_legality: Strictness::Lenient,
            ..Params::default()
        };
        let talk = Conversation::new(Start {
            player: PlayerKind::find("random").expect("a player of the table"),
            params,
            ..Start::default()
        });
        Follower {
            talk,
            folder: folder.to_owned(),
            is_known: false,
        }
    }

    /// Returns the game in the program, if it is known.
    pub(super) fn game(&self) -> Option<&Game> {
        self.is_known.then(|| self.talk.game())
    }

    /// Notes a line that the program has answered with a success.
    pub(super) fn note(&mut self, line: &str, answer: &str) {
        let Some(CommandRequest {
            name, arguments, ..
        }) = CommandRequest::parse(line.as_bytes())
        else {
            return;
        };
        let line = match name.as_str() {
            "genmove" if answer.eq_ignore_ascii_case("resign") => return,
            "genmove" => format!("play {arguments} {answer}"),
            "place_free_handicap" => format!("set_free_handicap {answer}"),
            "loadsgf" => self.load(&arguments),
            name if FOLLOWED.contains(&name) => format!("{name} {arguments}"),
            _ => return,
        };
        let has_followed = self.talk.execute(&line).is_ok();
        self.is_known = has_followed && (self.is_known || FRESH.contains(&name.as_str()));
    }

    /// Returns the command that loads a file where the program finds it.
    fn load(&self, arguments: &str) -> String {
        let (name, rest) = match arguments.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => arguments.split_once(' ').unwrap_or((arguments, "")),
        };
        format!("loadsgf \"{}\" {rest}", self.folder.join(name).display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stones of a follower's board after lines with their answers.
    fn stones(lines: &[(&str, &str)]) -> Option<String> {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests/games");
        let mut follower = Follower::new(&games);
        for (line, answer) in lines {
            follower.note(line, answer);
        }
        let game = follower.game()?;
        let board = game.board();
        let stones = board.points().filter(|&at| !board.is_empty_at(at));
        let stones: Vec<String> = stones
            .map(|at| format!("{}{at}", board.color_at(at).unwrap().letter()))
            .collect();
        Some(format!("{} {}", board.size(), stones.join(" ")))
    }

    #[test]
    fn what_a_program_was_told_and_has_played_is_on_the_board() {
        assert_eq!(stones(&[("play b d4", "")]), None, "what was there before?");
        let begun = [
            ("boardsize 5", ""),
            ("7 play b c3", ""),
            ("genmove w", "B2"),
        ];
        assert_eq!(stones(&begun).as_deref(), Some("5x5 WB2 BC3"));
        let more = |line, answer| stones(&[&begun[..], &[(line, answer)]].concat());
        for line in ["reg_genmove b", "attack c3", "showboard", "name", ""] {
            assert_eq!(more(line, "A1"), stones(&begun), "{line}");
        }
        assert_eq!(more("genmove b", "resign"), stones(&begun));
        assert_eq!(more("undo", "").as_deref(), Some("5x5 BC3"));
        assert_eq!(more("clear_board", "").as_deref(), Some("5x5 "));
        // After what kosumi cannot follow the position is unknown until the board is cleared.
        assert_eq!(more("genmove b", "Z99"), None);
        let lost = [("loadsgf none.sgf", ""), ("play b a1", "")];
        assert_eq!(stones(&[&begun[..], &lost].concat()), None);
        let again = [&begun[..], &lost, &[("clear_board", "")]].concat();
        assert_eq!(stones(&again).as_deref(), Some("5x5 "));
    }

    #[test]
    fn records_are_loaded_where_the_program_finds_them() {
        for line in ["loadsgf plain.sgf 3", "12 loadsgf \"plain.sgf\" 3"] {
            assert_eq!(
                stones(&[(line, "")]).as_deref(),
                Some("9x9 WC3 BE5"),
                "{line}"
            );
        }
    }
}
