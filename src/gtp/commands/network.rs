//! The evaluation of the network without a search.

use super::values::grid_text;
use super::{Answer, Args, Conversation, GtpError};
use crate::eval::NetEvaluator;
use crate::go::{Color, Game, Move, Symmetry};
use crate::gtp::args::Argument;
use crate::net::{NetInput, NetOutput};
use crate::search::{Policy, SearchParams};
use serde_json::json;
use std::ops::Range;
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

/// What the arguments about an evaluation without a search say: for whom, and which symmetries of the board.
fn raw_arguments(talk: &Conversation, args: &mut Args<'_>) -> Result<(Color, Range<u8>), GtpError> {
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
    Ok((color, number.map_or(0..count, |number| number..number + 1)))
}

/// All that the network says, in the words of KataGo.
pub(super) fn raw(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let (color, numbers) = raw_arguments(talk, args)?;
    let optimism = match args.word() {
        None => optimism(talk),
        Some(word) => {
            let part = word.parse().ok().filter(|part| (0.0..=1.0).contains(part));
            part.ok_or_else(|| GtpError::expected("optimism from 0 to 1", word))?
        }
    };
    args.end()?;
    let network = network_for(talk).ok_or_else(|| GtpError::new("no network"))?;
    Ok(raw_text(talk, &network, color, numbers, |seen| {
        NetworkText {
            seen,
            optimism,
            is_human: false,
        }
    }))
}

/// What the network of human play says of the players of the profile, in the words of KataGo.
pub(super) fn raw_human(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let (color, numbers) = raw_arguments(talk, args)?;
    args.end()?;
    let player = &talk.session.params.player;
    if player.human_model.is_none() {
        return Err(GtpError::new(
            "no network of human play: humanModelFile is not set",
        ));
    }
    let evaluator = player.evaluator();
    if !evaluator.has_human() {
        return Err(GtpError::new("humanSLProfile is not set"));
    }
    let network = evaluator.human_for(talk.session.size());
    let network = network.ok_or_else(|| GtpError::new("no network"))?;
    Ok(raw_text(talk, network, color, numbers, |seen| {
        NetworkText {
            seen,
            optimism: 0.0,
            is_human: true,
        }
    }))
}

/// What a network says of the position from some sides.
fn raw_text(
    talk: &Conversation,
    network: &NetEvaluator,
    color: Color,
    numbers: Range<u8>,
    shown: impl Fn(&NetOutput) -> NetworkText<'_>,
) -> String {
    let texts = numbers.map(|number| {
        let symmetry = Symmetry::new(number, talk.session.size());
        let seen = evaluate(talk, network, color, symmetry);
        let text = shown(&seen).text(&talk.session.game, color);
        format!("symmetry {number}\n{text}")
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// The networks in KataGo's form.
pub(super) fn models(talk: &mut Conversation) -> String {
    let player = &talk.session.params.player;
    let models = player.model.iter().chain(&player.human_model);
    let models = models.map(|model| {
        let network = model.network();
        json!({
            "name": model.name(),
            "internalName": network.name(),
            "version": network.version(),
            "usesHumanSLProfile": network.asks_for_players(),
        })
    });
    serde_json::Value::Array(models.collect()).to_string()
}

/// The network that is used, if it knows the board.
fn network_for(talk: &Conversation) -> Option<NetEvaluator> {
    let evaluator = talk.session.params.player.evaluator();
    evaluator.network_for(talk.session.size()).cloned()
}

/// What the network says in every symmetry of the present position of a game: of the last move, if the game before it is
/// given, White's chance to win less that to lose, and White's lead.
pub(super) fn brief(
    talk: &Conversation,
    game: &Game,
    last: Option<&(Game, Move)>,
) -> Result<String, GtpError> {
    let network = network_for(talk).ok_or_else(|| GtpError::new("no network"))?;
    let params = params(talk);
    let seen = |game: &Game, number: u8| {
        let symmetry = Symmetry::new(number, game.board().size());
        look(&network, game, game.position().to_move(), symmetry, &params)
    };
    let numbers = 0..Symmetry::count(game.board().size());
    let words = |number_of: &dyn Fn(u8) -> String| {
        numbers.clone().map(number_of).collect::<Vec<_>>().join(" ")
    };
    let sign = -f64::from(game.position().to_move().sign());
    let policy = last.map_or(String::new(), |(before, mv)| {
        let color = before.position().to_move();
        words(&|number| {
            let seen = seen(before, number);
            let policy = Policy::of_network(&seen, params.root_policy_optimism, before, color);
            format!("{:.2}%", 100.0 * policy.probability(*mv))
        })
    });
    let balances = words(&|number| {
        let seen = seen(game, number);
        format!("{:.2}c", 100.0 * sign * (seen.win - seen.loss))
    });
    let leads = words(&|number| format!("{:.2}", sign * seen(game, number).lead));
    Ok(format!(
        "Policy: {policy}\nWhite winloss: {balances}\nWhite lead: {leads}"
    ))
}

/// The numbers of the search.
fn params(talk: &Conversation) -> SearchParams {
    SearchParams::new(talk.session.size(), &talk.session.params.player.overrides)
}

/// How [optimistic](NetOutput::policy) the policy is at the root of a search.
fn optimism(talk: &Conversation) -> f32 {
    params(talk).root_policy_optimism
}

fn evaluate(
    talk: &Conversation,
    network: &NetEvaluator,
    color: Color,
    symmetry: Symmetry,
) -> Arc<NetOutput> {
    look(network, &talk.session.game, color, symmetry, &params(talk))
}

/// What the network says of a game in which a player moves next, on a board that is turned.
fn look(
    network: &NetEvaluator,
    game: &Game,
    color: Color,
    symmetry: Symmetry,
    params: &SearchParams,
) -> Arc<NetOutput> {
    let mut input = NetInput::of(game, color);
    let (stronger, doublings) = params.advantage(color);
    input.set_advantage(stronger, doublings);
    input.turn(symmetry);
    network.evaluate(&input)
}

/// What a network says, and how it is written.
struct NetworkText<'a> {
    seen: &'a NetOutput,
    /// How [optimistic](NetOutput::policy) the policy is.
    optimism: f32,
    /// True if the network is one of human play, which knows of no self-play.
    is_human: bool,
}

impl NetworkText<'_> {
    /// A prediction as lines; chances, points and owners are White's.
    fn text(&self, game: &Game, color: Color) -> String {
        let &NetworkText {
            seen,
            optimism,
            is_human,
        } = self;
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
        let score = sign * seen.score;
        let points = if is_human {
            format!("whiteScore {score:.3}\nwhiteScoreSq {square:.3}")
        } else {
            format!(
                "whiteLead {:.3}\nwhiteScoreSelfplay {score:.3}\nwhiteScoreSelfplaySq {square:.3}\nvarTimeLeft {:.3}",
                sign * seen.lead,
                seen.time_variance,
            )
        };
        format!(
            "whiteWin {win:.6}\nwhiteLoss {loss:.6}\nnoResult {:.6}\n{points}\nshorttermWinlossError {win_error:.3}\n\
         shorttermScoreError {score_error:.3}\npolicy\n{plays}\npolicyPass {:.6}\nwhiteOwnership\n{owners}",
            seen.no_result,
            policy.probability(Move::Pass),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Rules, Size};
    use crate::net::tests::{human_file, optimistic_file, tiny_file, wild_file};
    use crate::params::{Param, ParamError, Params};
    use crate::session::Start;
    use std::{env, fs, process};

    /// A conversation on 5x5 with the network of a file.
    fn talk_with(name: &str, file: &[u8]) -> Conversation {
        let mut params = Params::default();
        set_file(&mut params, "model", name, file);
        talk(params)
    }

    /// Sets a parameter to a file, which is not needed any more once it was read.
    fn set_file(params: &mut Params, param: &str, name: &str, file: &[u8]) {
        let path = env::temp_dir().join(format!("kosumi-{name}-{}.bin.gz", process::id()));
        fs::write(&path, file).unwrap();
        let param = Param::find(param).unwrap();
        param.set(params, &path.display().to_string()).unwrap();
        fs::remove_file(&path).unwrap();
    }

    fn talk(params: Params) -> Conversation {
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

    /// A conversation on 5x5 with a network of human play beside a usual one.
    fn talk_with_people(name: &str) -> Conversation {
        let mut params = Params::default();
        set_file(&mut params, "model", name, &tiny_file());
        set_file(&mut params, "humanModelFile", name, &human_file());
        params.player.threads = Some(1);
        params.visits = Some(20);
        talk(params)
    }

    #[test]
    fn what_people_play_is_told_of_a_profile() {
        let mut talk = talk_with_people("people");
        let error = talk.execute("kata-raw-human-nn 0").unwrap_err();
        assert!(error.to_string().contains("humanSLProfile is not set"));
        let mut of = |profile: &str| {
            let set = format!("kata-set-param humanSLProfile {profile}");
            assert_eq!(talk.execute(&set).unwrap(), "");
            let get = talk.execute("kata-get-param humanSLProfile").unwrap();
            (get, talk.execute("kata-raw-human-nn b 0").unwrap())
        };
        let (name, weak) = of("rank_20k_20k");
        assert_eq!(name, "rank_20k");
        let (_, strong) = of("rank_9d");
        assert_ne!(weak, strong);
        assert_eq!(of("preaz_1d").0, "preaz_1d");
        let names = [
            "symmetry 0",
            "whiteWin ",
            "whiteLoss ",
            "noResult ",
            "whiteScore ",
            "whiteScoreSq ",
            "shorttermWinlossError ",
        ];
        for (line, name) in strong.lines().zip(names) {
            assert!(line.starts_with(name), "{line}");
        }
        assert!(!strong.contains("whiteLead") && !strong.contains("varTimeLeft"));
        let all = talk.execute("kata-raw-human-nn all").unwrap();
        assert_eq!(all.matches("symmetry").count(), 8);
        for words in ["8", "0 0.5", "x", "b w"] {
            assert!(talk.execute(&format!("kata-raw-human-nn {words}")).is_err());
        }
        // Nobody again.
        for nobody in ["", " _", " \"\""] {
            talk.execute("kata-set-param humanSLProfile rank_1k")
                .unwrap();
            talk.execute(&format!("kata-set-param humanSLProfile{nobody}"))
                .unwrap();
            assert_eq!(talk.execute("kata-get-param humanSLProfile").unwrap(), "");
        }
        let models = talk.execute("kata-get-models").unwrap();
        let models: serde_json::Value = serde_json::from_str(&models).unwrap();
        let uses = |place: usize| models[place]["usesHumanSLProfile"].as_bool();
        assert_eq!([uses(0), uses(1), uses(2)], [Some(false), Some(true), None]);
    }

    #[test]
    fn a_profile_without_a_network_for_it_is_refused() {
        let mut talk = talk_with("plain", &tiny_file());
        for line in [
            "kata-raw-human-nn 0",
            "kata-set-param humanSLProfile rank_5k",
            "kosumi-param humanSLProfile rank_5k",
            "kata-set-params {\"humanSLProfile\": \"rank_5k\"}",
            "kata-set-param humanSLChosenMoveProp 1",
            "kata-set-param humanSLRootExploreProbWeightless 0.5",
            "kata-set-param humanSLProfile rank_5x",
        ] {
            assert!(talk.execute(line).is_err(), "{line}");
        }
        assert_eq!(talk.session.params.player.profile, None);
        talk.execute("kata-set-param humanSLProfile").unwrap();
        talk.execute("kata-set-param humanSLChosenMoveProp 0")
            .unwrap();
        let list = talk.execute("kata-list-params").unwrap();
        assert!(list.contains("humanSLProfile"), "{list}");
    }

    #[test]
    fn a_game_of_people_repeats_with_its_seed() {
        let mut talk = talk_with_people("game");
        for line in [
            "kata-set-param humanSLProfile rank_5k",
            "kata-set-param humanSLChosenMoveProp 1",
            "kata-set-param humanSLChosenMoveIgnorePass true",
            "kata-set-param chosenMoveTemperature 1",
            "kata-set-param chosenMoveTemperatureEarly 1",
        ] {
            talk.execute(line).unwrap();
        }
        let mut play = |seed: u64| -> String {
            talk.execute("clear_board").unwrap();
            talk.execute(&format!("set_random_seed {seed}")).unwrap();
            let moves = (0..8).map(|number| {
                let color = if number % 2 == 0 { "b" } else { "w" };
                talk.execute(&format!("genmove {color}")).unwrap()
            });
            moves.collect::<Vec<_>>().join(" ")
        };
        let first = play(1);
        let others = [2, 3, 4].map(&mut play);
        assert_eq!(play(1), first);
        assert!(
            others.iter().all(|other| *other != first),
            "{first} {others:?}"
        );
    }

    #[test]
    fn a_network_of_human_play_may_be_the_only_one() {
        let mut talk = talk_with("alone", &human_file());
        talk.session.params.visits = Some(20);
        let strongest = talk.execute("kata-raw-nn 0").unwrap();
        let mut as_players = |name: &str| {
            talk.execute(&format!("kata-set-param humanSLProfile {name}"))
                .unwrap();
            talk.execute("kata-raw-nn 0").unwrap()
        };
        assert_ne!(as_players("rank_15k"), strongest);
        assert_eq!(as_players("rank_9d"), strongest);
        // People are not hoped to do better than they do.
        assert_eq!(talk.execute("kata-raw-nn 0 1").unwrap(), strongest);
        assert!(talk.execute("kata-raw-human-nn 0").is_err());
        let mv = talk.execute("genmove b").unwrap();
        assert!(!mv.is_empty());
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
