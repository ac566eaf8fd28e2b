//! Commands about rules.

use super::{Answer, Args, Conversation, GtpError, lines};
use crate::go::Rules;
use crate::go::rules::{KataError, KataField, PRESETS, Preset, RulesError};
use crate::names::{did_you_mean, near_rules, nearest};

impl RulesError {
    /// The name of a rule set or of a field that may have been meant.
    pub(crate) fn near(&self) -> Option<&'static str> {
        match self {
            RulesError::Name(unknown) => near_rules(&unknown.0),
            RulesError::Field(KataError::UnknownField(name)) => near_field(name),
            RulesError::Field(_) | RulesError::Json(_) | RulesError::Contradiction => None,
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

pub(super) fn kata_set_rules(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let text = args.remainder();
    if text.is_empty() {
        return Err(GtpError::syntax("rules expected"));
    }
    talk.session.game.set_rules(Rules::from_text(text)?);
    Ok(String::new())
}

pub(super) fn kata_set_rule(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let key: String = args.next()?;
    let value: String = args.next()?;
    args.end()?;
    let mut rules = *talk.session.game.rules();
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
    talk.session.game.set_rules(rules);
    Ok(String::new())
}

pub(super) fn kgs_rules(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let name = args
        .word()
        .ok_or_else(|| GtpError::syntax("rules expected"))?;
    args.end()?;
    let preset = Preset::of_kgs(name).ok_or_else(|| {
        let near = nearest(name, PRESETS.iter().filter_map(|preset| preset.kgs));
        GtpError::new("unknown rules").followed_by(&did_you_mean(near))
    })?;
    talk.session.game.set_rules(preset.rules);
    Ok(String::new())
}

pub(super) fn kosumi_rules(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    match args.remainder() {
        "" => {
            let preset = |preset: &Preset| format!("{}: {}", preset.name, preset.title);
            Ok(lines(PRESETS.iter().map(preset)))
        }
        name => {
            talk.session.game.set_rules(Rules::from_text(name)?);
            Ok(String::new())
        }
    }
}
