//! Commands about rules.

use super::{Answer, Args, GtpError, Session};
use crate::go::Rules;
use crate::go::rules::{KataField, PRESETS, Preset};

impl Session {
    /// The name of the rule set, or its fields if it has none.
    pub(in crate::gtp) fn rules_name(&self) -> String {
        let rules = self.game.rules();
        Preset::of_rules(rules)
            .map_or_else(|| rules.to_kata_json(), |preset| preset.name.to_owned())
    }
}

pub(super) fn kata_get_rules(session: &mut Session, _: &mut Args<'_>) -> Answer {
    Ok(session.game.rules().to_kata_json())
}

pub(super) fn kata_set_rules(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let text = args.remainder();
    if text.is_empty() {
        return Err(GtpError::syntax("rules expected"));
    }
    let rules = if text.starts_with('{') {
        from_json(text)
    } else {
        text.parse().ok()
    };
    session
        .game
        .set_rules(rules.ok_or_else(|| GtpError::new("unknown rules"))?);
    Ok(String::new())
}

/// Rules from KataGo's JSON.
fn from_json(text: &str) -> Option<Rules> {
    let serde_json::Value::Object(fields) = serde_json::from_str(text).ok()? else {
        return None;
    };
    let text = |value: &serde_json::Value| {
        let word = value.as_str().map(str::to_owned);
        word.unwrap_or_else(|| value.to_string())
    };
    let fields = fields
        .iter()
        .map(|(name, value)| (name.as_str(), text(value)));
    Rules::from_kata_fields(fields)
        .inspect_err(|reason| log::warn!("{reason}"))
        .ok()
}

pub(super) fn kata_set_rule(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let key: String = args.next()?;
    let value: String = args.next()?;
    args.end()?;
    let mut rules = *session.game.rules();
    let set = KataField::find(&key).and_then(|field| field.set(&mut rules, &value));
    set.map_err(|reason| GtpError::quoting(&reason))?;
    session.game.set_rules(rules);
    Ok(String::new())
}

pub(super) fn kgs_rules(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let name = args
        .word()
        .ok_or_else(|| GtpError::syntax("rules expected"))?;
    args.end()?;
    let preset = Preset::of_kgs(name).ok_or_else(|| GtpError::new("unknown rules"))?;
    session.game.set_rules(preset.rules);
    Ok(String::new())
}

pub(super) fn kosumi_rules(session: &mut Session, args: &mut Args<'_>) -> Answer {
    match args.remainder() {
        "" => {
            let lines = PRESETS
                .iter()
                .map(|preset| format!("{}: {}", preset.name, preset.title));
            Ok(lines.collect::<Vec<_>>().join("\n"))
        }
        name => {
            session
                .game
                .set_rules(name.parse().map_err(|_| GtpError::new("unknown rules"))?);
            Ok(String::new())
        }
    }
}
