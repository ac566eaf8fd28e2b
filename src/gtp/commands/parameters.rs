//! Commands about parameters, as in KataGo and GoGui.

use super::{Answer, Args, Conversation, GtpError, done, lines};
use crate::engine::FULL_LEVEL;
use crate::go::Rules;
use crate::go::rules::{PRESETS, Preset};
use crate::names::did_you_mean;
use crate::params::{Kind, PARAMS, Param, ParamError, ParamGroup, Params};
use serde_json::Value;

impl From<ParamError> for GtpError {
    fn from(error: ParamError) -> GtpError {
        match &error {
            // KataGo's words come first.
            ParamError::Unknown { name, near } => {
                GtpError::quoting(&format_args!("Invalid parameter: {name}"))
                    .followed_by(&did_you_mean(*near))
            }
            ParamError::Refused { name, reason } => {
                GtpError::quoting(&format_args!("Invalid parameter: {name}"))
                    .followed_by(&format!(": {reason}"))
            }
            // Nothing of these was sent.
            ParamError::BadValue(_)
            | ParamError::NoBackend(_)
            | ParamError::Fixed(_)
            | ParamError::Untrained(_) => GtpError::new(error.to_string()),
            ParamError::NoModel(_) | ParamError::NoProfile(_) => GtpError::quoting(&error),
        }
    }
}

pub(super) fn kata_get_param(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let name: String = args.only()?;
    Ok(Param::find(&name)?.get(&talk.session.params))
}

pub(super) fn kata_set_param(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let name: String = args.next()?;
    done(set(talk, &name, args.remainder()))
}

/// Sets a parameter if it fits to the others.
fn set(talk: &mut Conversation, name: &str, value: &str) -> Result<(), GtpError> {
    let mut params = talk.session.params.clone();
    params.set(name, value)?;
    change(talk, params)
}

/// Sets the parameters if they fit together, unless they newly ask for play like people for which there is no network.
fn change(talk: &mut Conversation, params: Params) -> Result<(), GtpError> {
    params.check()?;
    let vain = params.asks_people_in_vain();
    if let Some(reason) = vain.filter(|_| talk.session.params.asks_people_in_vain() != vain) {
        return Err(GtpError::new(reason));
    }
    talk.session.params = params;
    Ok(())
}

/// Games played with visits as their only limit are the same every time.
pub(super) fn deterministic_mode(talk: &mut Conversation) {
    talk.session.params.player.threads = Some(1);
    talk.session.params.visits = Some(talk.session.params.reg_visits());
    talk.session.params.time = None;
    talk.session.params.pondering = false;
    talk.session.engine.reset(1);
}

pub(super) fn kata_get_params(talk: &mut Conversation) -> String {
    let pair = |param: &Param| (param.name.to_owned(), json(param, &talk.session.params));
    Value::Object(PARAMS.iter().map(pair).collect()).to_string()
}

/// The value of a parameter: true or false, a number, or a word.
fn json(param: &Param, params: &Params) -> Value {
    let text = param.get(params);
    match param.kind {
        Kind::Choice(_) | Kind::Model | Kind::Profile | Kind::Card | Kind::TunedPlayer => {
            text.into()
        }
        Kind::Flag
        | Kind::Number(..)
        | Kind::Seconds
        | Kind::Share
        | Kind::Real(..)
        | Kind::Tuned(..)
        | Kind::TunedCount(..)
        | Kind::TunedSwitch => serde_json::from_str(&text).unwrap_or(Value::String(text)),
    }
}

pub(super) fn kata_set_params(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let text = args.remainder();
    let object = serde_json::from_str(text);
    let Ok(Value::Object(values)) = object else {
        return Err(GtpError::expected("JSON object", text));
    };
    let mut params = talk.session.params.clone();
    for (name, value) in &values {
        let text = match value {
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        params.set(name, &text)?;
    }
    done(change(talk, params))
}

/// Without a name and a value a list for GoGui's dialog of type `param`, of all parameters or of a
/// group.
pub(super) fn kosumi_param(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let mut name = args.word();
    let group = name.and_then(ParamGroup::find);
    if group.is_some() {
        name = args.word();
    }
    let Some(name) = name else {
        return Ok(dialog(talk, group));
    };
    let value = args.remainder();
    match (group, name) {
        (Some(ParamGroup::Rules), "rules") => {
            talk.session.game.set_rules(Rules::from_text(value)?);
        }
        (Some(ParamGroup::Rules), "komi") => {
            let komi = Args::new(value).next()?;
            talk.session.game.set_komi(komi);
        }
        _ => set(talk, name, value)?,
    }
    Ok(String::new())
}

fn dialog(talk: &Conversation, group: Option<ParamGroup>) -> String {
    let rows = PARAMS
        .iter()
        .filter(|param| group.is_none_or(|group| group == param.group));
    let rows = rows.map(|param| row(param, &talk.session.params));
    let rules = (group == Some(ParamGroup::Rules)).then(|| rules_rows(talk));
    lines(rules.into_iter().flatten().chain(rows))
}

/// What stands for the empty name of a profile.
const NO_VALUE: &str = "_";

fn row(param: &Param, params: &Params) -> String {
    let (name, mut value) = (param.name, param.get(params));
    if value.is_empty() {
        // GoGui wants a value; this one means none, too.
        NO_VALUE.clone_into(&mut value);
    }
    match param.kind {
        Kind::Flag => format!("[bool] {name} {}", u8::from(value == "true")),
        Kind::Choice(words) => format!("[list/{}] {name} {value}", words.join("/")),
        Kind::TunedSwitch => format!("[list/auto/true/false] {name} {value}"),
        Kind::TunedPlayer => format!("[list/auto/BLACK/WHITE/NONE] {name} {value}"),
        Kind::Number(..)
        | Kind::Seconds
        | Kind::Share
        | Kind::Real(..)
        | Kind::Model
        | Kind::Profile
        | Kind::Card
        | Kind::Tuned(..)
        | Kind::TunedCount(..) => format!("[string] {name} {value}"),
    }
}

/// The rules and the komi, which belong to the game and not to the parameters.
fn rules_rows(talk: &Conversation) -> [String; 2] {
    let mut names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    let now = Preset::of_rules(talk.session.game.rules()).map_or("other", |preset| preset.name);
    if !names.contains(&now) {
        names.push(now);
    }
    [
        format!("[list/{}] rules {now}", names.join("/")),
        format!("[string] komi {}", talk.session.game.komi()),
    ]
}

/// The strength by number, as in GNU Go; without a number, answers with it.
pub(super) fn level(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let level = Param::find("level")?;
    let Some(number) = args.word() else {
        return Ok(level.get(&talk.session.params));
    };
    args.end()?;
    let set = level.set(&mut talk.session.params, number);
    set.map_err(|_| GtpError::expected(&format!("level from 1 to {FULL_LEVEL}"), number))?;
    Ok(String::new())
}

pub(super) fn set_random_seed(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let seed: i64 = args.only()?;
    // Negative seeds are as good as others.
    talk.session.engine.reset(seed.cast_unsigned());
    Ok(String::new())
}
