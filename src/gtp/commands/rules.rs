//! Commands about rules.

use super::{Answer, Args, GtpError, Session, lines};
use crate::go::Rules;
use crate::go::rules::{KataError, KataField, PRESETS, Preset, UnknownRules};
use crate::names::{did_you_mean, near_rules, nearest};
use serde_json::Value;

/// A text is no rules.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RulesError {
    /// No name of a rule set.
    #[error(transparent)]
    Name(#[from] UnknownRules),
    /// No JSON object.
    #[error("JSON object of rules expected: {0}")]
    Json(#[from] serde_json::Error),
    /// A field of it is unknown, or kosumi does not play by it.
    #[error(transparent)]
    Field(#[from] KataError),
}

impl RulesError {
    /// The name of a rule set or of a field that may have been meant.
    pub(crate) fn near(&self) -> Option<&'static str> {
        match self {
            RulesError::Name(unknown) => near_rules(&unknown.0),
            RulesError::Field(KataError::UnknownField(name)) => near_field(name),
            RulesError::Field(_) | RulesError::Json(_) => None,
        }
    }
}

impl From<RulesError> for GtpError {
    /// Controllers compare how the text begins.
    fn from(error: RulesError) -> GtpError {
        match error {
            RulesError::Field(reason @ KataError::Unsupported(_)) => {
                GtpError::new(format!("unknown rules: {reason}"))
            }
            RulesError::Field(KataError::BadValue(field, value)) => {
                let name = field.name();
                GtpError::quoting(&format_args!(
                    "unknown rules: '{value}' is no value of {name}"
                ))
                .followed_by(&format!("; {} is expected", field.values()))
            }
            error => {
                log::warn!("{error}");
                GtpError::new("unknown rules").followed_by(&did_you_mean(error.near()))
            }
        }
    }
}

/// Returns the field of KataGo's rules that may have been meant.
fn near_field(name: &str) -> Option<&'static str> {
    nearest(name, KataField::ALL.map(KataField::name))
}

/// Rules by name or as KataGo's JSON.
///
/// # Errors
/// There is no such name, or the JSON is no rules that kosumi plays.
pub(crate) fn read_rules(text: &str) -> Result<Rules, RulesError> {
    if !text.starts_with('{') {
        return Ok(text.parse()?);
    }
    let fields: serde_json::Map<String, Value> = serde_json::from_str(text)?;
    let word = |value: &Value| {
        let word = value.as_str().map(str::to_owned);
        word.unwrap_or_else(|| value.to_string())
    };
    let fields = fields
        .iter()
        .map(|(name, value)| (name.as_str(), word(value)));
    Ok(Rules::from_kata_fields(fields)?)
}

impl Session {
    /// The name of the rule set, or its fields if it has none.
    pub(in crate::gtp) fn rules_name(&self) -> String {
        let rules = self.game.rules();
        Preset::of_rules(rules)
            .map_or_else(|| rules.to_kata_json(), |preset| preset.name.to_owned())
    }
}

pub(super) fn kata_set_rules(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let text = args.remainder();
    if text.is_empty() {
        return Err(GtpError::syntax("rules expected"));
    }
    session.game.set_rules(read_rules(text)?);
    Ok(String::new())
}

pub(super) fn kata_set_rule(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let key: String = args.next()?;
    let value: String = args.next()?;
    args.end()?;
    let mut rules = *session.game.rules();
    let set = KataField::find(&key).and_then(|field| field.set(&mut rules, &value));
    set.map_err(|reason| match &reason {
        KataError::UnknownField(name) => {
            GtpError::quoting(&reason).followed_by(&did_you_mean(near_field(name)))
        }
        KataError::BadValue(field, value) => {
            GtpError::expected(&format!("{} for {}", field.values(), field.name()), value)
        }
        KataError::Unsupported(_) => GtpError::quoting(&reason),
    })?;
    session.game.set_rules(rules);
    Ok(String::new())
}

pub(super) fn kgs_rules(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let name = args
        .word()
        .ok_or_else(|| GtpError::syntax("rules expected"))?;
    args.end()?;
    let preset = Preset::of_kgs(name).ok_or_else(|| {
        let near = nearest(name, PRESETS.iter().filter_map(|preset| preset.kgs));
        GtpError::new("unknown rules").followed_by(&did_you_mean(near))
    })?;
    session.game.set_rules(preset.rules);
    Ok(String::new())
}

pub(super) fn kosumi_rules(session: &mut Session, args: &mut Args<'_>) -> Answer {
    match args.remainder() {
        "" => {
            let preset = |preset: &Preset| format!("{}: {}", preset.name, preset.title);
            Ok(lines(PRESETS.iter().map(preset)))
        }
        name => {
            session.game.set_rules(read_rules(name)?);
            Ok(String::new())
        }
    }
}
