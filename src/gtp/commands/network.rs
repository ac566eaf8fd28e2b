//! The evaluation of the network without a search.

use super::values::grid_text;
use super::{Answer, Args, Conversation, GtpError};
use crate::eval::NetEvaluator;
use crate::go::{Color, Game, Move, Symmetry};
use crate::gtp::args::Argument;
use crate::net::{NetInput, NetOutput};
use crate::search::{Policy, SearchParams};
use serde_json::json;
use std::sync::Arc;

/// What is expected of a player before any search: by the network, or else by the learned prior.
pub(super) fn policy(talk: &Conversation, color: Color) -> Policy {
    let game = &talk.session.game;
    match network_for(talk) {
        Some(network) => {
            let seen = evaluate(talk, &network, color, Symmetry::default());
            Policy::of_network(&seen, optimism(talk), game, color)
        }
        None => Policy::of(game, color),
    }
}

/// All that the network says, in the words of KataGo.
pub(super) fn raw(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let mut word = args.word();
    let color = word.and_then(<Color as Argument>::parse);
    if color.is_some() {
        word = args.word();
    }
    let color = color.unwrap_or_else(|| talk.session.to_move());
    let count = Symmetry::count(talk.session.size());
    let number = match word {
        None | Some("all") => None,
        Some(word) => {
            let number = word.parse().ok().filter(|&number: &u8| number < count);
            Some(number.ok_or_else(|| GtpError::expected("symmetry", word))?)
        }
    };
    let optimism = match args.word() {
        None => optimism(talk),
        Some(word) => {
            let part = word.parse().ok().filter(|part| (0.0..=1.0).contains(part));
            part.ok_or_else(|| GtpError::expected("optimism from 0 to 1", word))?
        }
    };
    args.end()?;
    let network = network_for(talk).ok_or_else(|| GtpError::new("no network"))?;
    let numbers = number.map_or(0..count, |number| number..number + 1);
    let texts = numbers.map(|number| {
        let symmetry = Symmetry::new(number, talk.session.size());
        let seen = evaluate(talk, &network, color, symmetry);
        format!(
            "symmetry {number}\n{}",
            text(&talk.session.game, color, &seen, optimism)
        )
    });
    Ok(texts.collect::<Vec<_>>().join("\n"))
}

/// The network in KataGo's form.
pub(super) fn models(talk: &mut Conversation) -> String {
    let model = talk.session.params.player.model.iter().map(|model| {
        let network = model.network();
        json!({
            "name": model.name(),
            "internalName": network.name(),
            "version": network.version(),
            "usesHumanSLProfile": false,
        })
    });
    serde_json::Value::Array(model.collect()).to_string()
}

/// The network that is used, if it knows the board.
fn network_for(talk: &Conversation) -> Option<NetEvaluator> {
    let evaluator = talk.session.params.player.evaluator();
    evaluator.network_for(talk.session.size()).cloned()
}

/// How [optimistic](NetOutput::policy) the policy is at the root of a search.
fn optimism(talk: &Conversation) -> f32 {
    SearchParams::new(talk.session.size(), &talk.session.params.player.overrides)
        .root_policy_optimism
}

fn evaluate(
    talk: &Conversation,
    network: &NetEvaluator,
    color: Color,
    symmetry: Symmetry,
) -> Arc<NetOutput> {
    let mut input = NetInput::of(&talk.session.game, color);
    input.turn(symmetry);
    network.evaluate(&input)
}

/// A prediction as lines; chances, points and owners are White's.
fn text(game: &Game, color: Color, seen: &NetOutput, optimism: f32) -> String {
    let (win, loss, sign) = match color {
        Color::White => (seen.win, seen.loss, 1.0),
        Color::Black => (seen.loss, seen.win, -1.0),
    };
    let square = seen.score_square();
    // That of the balance of chances, which has twice the range.
    let errors = seen.errors.map(|errors| [2.0 * errors.win, errors.score]);
    let [win_error, score_error] = errors.unwrap_or([-1.0; 2]);
    let policy = Policy::of_network(seen, optimism, game, color);
    let plays = grid_text(game.board(), |at| {
        let mv = Move::Play(at);
        match game.check(color, mv) {
            Ok(()) => format!("{:8.6}", policy.probability(mv)),
            Err(_) => "    NAN".to_owned(),
        }
    });
    let owners = grid_text(game.board(), |at| {
        format!("{:9.7}", sign * f64::from(seen.owner(at)))
    });
    format!(
        "whiteWin {win:.6}\nwhiteLoss {loss:.6}\nnoResult {:.6}\nwhiteLead {:.3}\nwhiteScoreSelfplay {:.3}\n\
         whiteScoreSelfplaySq {square:.3}\nvarTimeLeft {:.3}\nshorttermWinlossError {win_error:.3}\n\
         shorttermScoreError {score_error:.3}\npolicy\n{plays}\npolicyPass {:.6}\nwhiteOwnership\n{owners}",
        seen.no_result,
        sign * seen.lead,
        sign * seen.score,
        seen.time_variance,
        policy.probability(Move::Pass),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Rules, Size};
    use crate::net::tests::{optimistic_file, tiny_file, wild_file};
    use crate::params::{Param, ParamError, Params};
    use crate::session::Start;
    use std::{env, fs, process};

    /// A conversation on 5x5 with the network of a file.
    fn talk_with(name: &str, file: &[u8]) -> Conversation {
        let path = env::temp_dir().join(format!("kosumi-{name}-{}.bin.gz", process::id()));
        fs::write(&path, file).unwrap();
        let mut params = Params::default();
        let model = Param::find("model").unwrap();
        model.set(&mut params, &path.display().to_string()).unwrap();
        fs::remove_file(&path).unwrap();
        Conversation::new(Start {
            game: Game::new(Size::square(5), Rules::default()),
            params,
            ..Start::default()
        })
    }

    #[test]
    fn a_network_that_says_nothing_sensible_plays_on() {
        let mut talk = talk_with("wild", &wild_file());
        talk.session.params.visits = Some(20);
        for line in [
            "genmove b",
            "genmove w",
            "kata-search_debug b",
            "final_score",
        ] {
            let answer = talk.execute(line).unwrap();
            assert!(
                !answer.is_empty() && !answer.contains("NaN"),
                "{line}: {answer}"
            );
        }
        let raw = talk.execute("kata-raw-nn 0").unwrap();
        assert!(!raw.contains("inf"), "{raw}");
        assert_eq!(talk.game().moves().len(), 2);
    }

    #[test]
    fn the_policy_is_as_optimistic_as_asked() {
        let mut talk = talk_with("optimistic", &optimistic_file());
        let mut ask = |words: &str| raw(&mut talk, &mut Args::new(words));
        let [usual, plain, a_fifth, all] =
            ["0", "0 0", "0 0.2", "b 0 1"].map(|words| ask(words).unwrap());
        assert_eq!(usual, a_fifth, "as at the root of a search");
        assert!(plain != a_fifth && a_fifth != all);
        for words in ["0 1.1", "0 -0.1", "0 nan", "0 much", "0 1 1"] {
            assert!(ask(words).is_err(), "{words}");
        }
    }

    #[test]
    fn a_model_is_a_parameter() {
        let name = format!("kosumi-model-{}.bin.gz", process::id());
        let path = env::temp_dir().join(name);
        fs::write(&path, tiny_file()).unwrap();
        let file = path.display().to_string();
        let param = Param::find("model").unwrap();
        let mut params = Params::default();
        assert_eq!(
            (param.get(&params), params.reg_visits()),
            ("own".to_owned(), 400)
        );
        param.set(&mut params, &file).unwrap();
        assert_eq!(
            (param.get(&params), params.reg_visits()),
            (file.clone(), 400)
        );
        let read = params.clone();
        fs::remove_file(&path).unwrap();
        param.set(&mut params, &file).unwrap();
        assert_eq!(params, read, "it was not read again");
        let error = param.set(&mut params, "no such file").unwrap_err();
        assert!(matches!(error, ParamError::NoModel(text) if text.starts_with("no such file: ")));
        assert_eq!(params, read);
        param.set(&mut params, "none").unwrap();
        assert_eq!(
            (params.player.model.as_ref(), params.reg_visits()),
            (None, 10_000)
        );
    }
}
