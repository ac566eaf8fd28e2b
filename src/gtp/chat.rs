//! What kosumi says to people on servers.

use super::BARE;
use super::response::words;
use crate::search::Report;
use crate::session::Session;

/// Moves of the expected line in an answer.
const LONGEST_LINE: usize = 10;

/// Comments a move for online-go.com: gtp2ogs takes a line on standard error with this beginning for
/// the chat that the opponent does not see during the game, and knows the format of the rest.
pub(super) fn comment(report: &Report) {
    log::info!(target: BARE, "{}", comment_text(report));
}

fn comment_text(report: &Report) -> String {
    let best = report.moves.first();
    let line = best.map_or(&[][..], |best| &best.line);
    let (value, margins) = best.map_or((report.value, report.margins), |best| {
        (best.value, best.margins)
    });
    format!(
        "MALKOVICH:Visits {} Winrate {:.2}% ScoreLead {:.1} ScoreStdev {:.1} PV {}",
        report.visits,
        100.0 * value,
        margins.mean(),
        margins.deviation(),
        words(line.iter().take(LONGEST_LINE))
    )
}

/// Words that people say, and what they are answered.
type SmallTalk = (&'static [&'static str], fn(&Session) -> String);

const TALK: &[SmallTalk] = &[
    (&["hello", "hi", "hey"], |_| {
        "Hello! I am kosumi, a Go program. Have a nice game.".to_owned()
    }),
    (&["thanks", "thx", "ty", "thank"], |_| {
        "Thank you for the game!".to_owned()
    }),
    (&["bye", "goodbye"], |_| {
        "Goodbye, and thank you!".to_owned()
    }),
    (&["winrate", "winning", "chance", "score"], win_rate),
    (&["rules", "komi"], |session| {
        let (rules, komi) = (session.game.rules().to_text(), session.game.komi());
        format!("I play by these rules: {rules}, komi {komi}.")
    }),
    (&["who", "version", "engine", "bot"], |_| {
        let version = env!("CARGO_PKG_VERSION");
        format!("I am kosumi {version}, a program that plays by Monte-Carlo tree search.")
    }),
];

/// Answers a text: the first word in it that is known decides.
pub(super) fn answer(session: &Session, text: &str) -> String {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let reply = |word: &str| {
        let word = word.to_lowercase();
        let found = TALK
            .iter()
            .find(|(known, _)| known.contains(&word.as_str()));
        found.map(|(_, reply)| reply(session))
    };
    words.into_iter().find_map(reply).unwrap_or_else(|| {
        "I am a program and understand only a few words: hello, winrate, rules, who, thanks."
            .to_owned()
    })
}

fn win_rate(session: &Session) -> String {
    let generated = session.last_generated.as_ref();
    match generated.and_then(|generated| generated.choice.win_rate) {
        Some(rate) => format!(
            "At my last move I thought that I win with {:.0} %.",
            100.0 * rate
        ),
        None => "I have not thought about that yet.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::report_of;
    use crate::go::{Color, Game, Rules, Size};

    #[test]
    fn comments_have_the_format_of_gtp2ogs() {
        let game = Game::new(Size::square(9), Rules::default());
        let report = report_of(&game, Color::Black, 200);
        let text = comment_text(&report);
        let pattern = r"\AMALKOVICH:Visits \d+ Winrate \d+\.\d\d% ScoreLead -?\d+\.\d ScoreStdev \d+\.\d PV( [A-J][1-9])+\z";
        assert!(
            regex::Regex::new(pattern).unwrap().is_match(&text),
            "{text}"
        );
    }
}
