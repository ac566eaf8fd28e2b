//! The parameters of play like people, in KataGo's words.

use super::{Access, Kind, Param, ParamError, ParamGroup, Params, checked, row};
use super::{is_true, model_text, set_model};
use crate::eval::Model;

/// The most by which a difference of utility may be divided, at which it means nothing.
const MOST_LAMBDA: f64 = 1e9;

#[rustfmt::skip]
pub(super) const ROWS: &[Param] = &[
    checked("humanModelFile", ParamGroup::Search, Kind::Model, "a second network, which tells what people would play: a file of KataGo's network of human play, or none",
        Access::Checked(|params| model_text(params.player.human_model.as_ref()), |params, name| set_model(&mut params.player.human_model, name))).as_cost(),
    checked("humanSLProfile", ParamGroup::Search, Kind::Profile, "the people that a network of human play imitates: rank_5k, rank_5k_3d for Black and White, preaz_5k as before 2017, proyear_1985 for professionals; nothing to do without",
        Access::Checked(|params| params.player.profile.map(|profile| profile.to_string()).unwrap_or_default(), set_profile)),
    row("humanSLChosenMoveProp", ParamGroup::Search, Kind::Real(0.0, 1.0), "the part of what people would play in the choice of a move, 0 to 1; the rest is that of the search",
        |params| params.player.chosen.human_part.to_string(),
        |params, value| params.player.chosen.human_part = real(value)),
    row("humanSLChosenMoveIgnorePass", ParamGroup::Search, Kind::Flag, "whether the search alone decides about passes where people choose moves",
        |params| params.player.chosen.ignores_passes.to_string(),
        |params, value| params.player.chosen.ignores_passes = is_true(value)),
    row("humanSLChosenMovePiklLambda", ParamGroup::Search, Kind::Real(0.0, MOST_LAMBDA), "the difference of utility that makes a move of people less likely by a factor of e: small numbers leave out their worse moves",
        |params| params.player.chosen.lambda.to_string(),
        |params, value| params.player.chosen.lambda = real(value)),
    row("chosenMoveTemperature", ParamGroup::Search, Kind::Tuned(0.0, 5.0), "how freely a move of a game is drawn late in it: 0 makes the best, 1 draws by shares; auto is 0, or 0.1 where people choose",
        |params| text(params.player.chosen.temperature.late),
        |params, value| params.player.chosen.temperature.late = value.parse().ok()),
    row("chosenMoveTemperatureEarly", ParamGroup::Search, Kind::Tuned(0.0, 5.0), "the same at the first move; auto is 0.5",
        |params| text(params.player.chosen.temperature.early),
        |params, value| params.player.chosen.temperature.early = value.parse().ok()),
    row("chosenMoveTemperatureHalflife", ParamGroup::Search, Kind::Tuned(0.1, 100_000.0), "moves on 19x19 after which the temperature is half way from the first to the last; auto is 19",
        |params| text(params.player.chosen.temperature.halflife),
        |params, value| params.player.chosen.temperature.halflife = value.parse().ok()),
    row("chosenMoveTemperatureOnlyBelowProb", ParamGroup::Search, Kind::Tuned(0.0, 1.0), "only moves that are less likely than this are made less likely by a low temperature; auto is 1",
        |params| text(params.player.chosen.temperature.only_below),
        |params, value| params.player.chosen.temperature.only_below = value.parse().ok()),
];

/// What says in files and commands that nobody is imitated, as in KataGo.
const NOBODY: &[&str] = &["", "_", "\"\""];

fn set_profile(params: &mut Params, name: &str) -> Result<(), ParamError> {
    params.player.profile = if NOBODY.contains(&name) {
        None
    } else {
        Some(name.parse()?)
    };
    Ok(())
}

fn text(value: Option<f64>) -> String {
    value.map_or(super::AUTO.to_owned(), |value| value.to_string())
}

fn real(value: &str) -> f64 {
    value.parse().unwrap_or(0.0)
}

impl Params {
    /// What the parameters of play like people ask for in vain, if there is something: there is no network for it.
    #[must_use]
    pub fn asks_people_in_vain(&self) -> Option<&'static str> {
        let player = &self.player;
        let mut models = player.model.iter().chain(&player.human_model);
        if player.profile.is_some() && !models.any(Model::asks_for_players) {
            return Some("humanSLProfile has no effect: no network asks who plays");
        }
        let is_human = player.chosen.human_part > 0.0 && player.human_model.is_none();
        is_human.then_some("humanSLChosenMoveProp has no effect: there is no humanModelFile")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Network;
    use crate::net::tests::{human_network, tiny_network};

    fn set(params: &mut Params, name: &str, value: &str) -> Result<(), ParamError> {
        Param::find(name).unwrap().set(params, value)
    }

    fn with_human(network: Network) -> Params {
        let mut params = Params::default();
        params.player.human_model = Some(network.into());
        params
    }

    #[test]
    fn a_profile_is_a_name_or_nothing() {
        let mut params = Params::default();
        set(&mut params, "humanSLProfile", "preaz_3d_4d").unwrap();
        let param = Param::find("humanSLProfile").unwrap();
        assert_eq!(param.get(&params), "preaz_3d_4d");
        for nobody in NOBODY {
            let mut params = params.clone();
            set(&mut params, "humanSLProfile", nobody).unwrap();
            assert_eq!(params.player.profile, None);
        }
        let before = params.clone();
        let error = set(&mut params, "humanSLProfile", "rank_30k").unwrap_err();
        let said = "invalid value: there is no profile 'rank_30k', but rank_5k";
        assert!(error.to_string().starts_with(said), "{error}");
        assert_eq!(params, before);
    }

    #[test]
    fn what_has_no_network_is_told() {
        type Made = fn() -> Network;
        let (none, plain, human): (_, Option<Made>, Option<Made>) =
            (None, Some(tiny_network), Some(human_network));
        for (network, name, value, vain) in [
            (none, "humanSLProfile", "rank_5k", true),
            (plain, "humanSLProfile", "rank_5k", true),
            (human, "humanSLProfile", "rank_5k", false),
            (none, "humanSLProfile", "", false),
            (none, "humanSLChosenMoveProp", "0.5", true),
            (none, "humanSLChosenMoveProp", "0", false),
            (plain, "humanSLChosenMoveProp", "1", false),
        ] {
            let mut params = network.map_or_else(Params::default, |made| with_human(made()));
            set(&mut params, name, value).unwrap();
            let said = params.asks_people_in_vain();
            assert_eq!(said.is_some(), vain, "{name} {value}");
            assert!(said.is_none_or(|said| said.starts_with(name)));
        }
        let mut main = Params::default();
        main.player.model = Some(human_network().into());
        set(&mut main, "humanSLProfile", "rank_5k").unwrap();
        assert_eq!(main.asks_people_in_vain(), None);
    }
}
