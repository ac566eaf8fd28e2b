//! Rules as text, complete: in records, and where people or programs name them.

use super::{KataError, KataField, Preset, Rules, UnknownRules};
use serde_json::Value;

/// The field of a JSON object of rules for what KataGo's fields cannot express.
const WHOLE: &str = "kosumi";

/// A text is no rules.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// No name of a rule set.
    #[error(transparent)]
    Name(#[from] UnknownRules),
    /// No JSON object.
    #[error("JSON object of rules expected: {0}")]
    Json(#[from] serde_json::Error),
    /// A field of it is unknown, or kosumi does not play by it.
    #[error(transparent)]
    Field(#[from] KataError),
    /// Its fields and the whole rules beside them are different ones.
    #[error("the fields of the rules contradict '{WHOLE}'")]
    Contradiction,
}

/// Rules and what they are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The name of a preset, or the text of the rules.
    pub name: String,
    /// How to play and count.
    pub rules: Rules,
}

impl From<&Preset> for RuleSet {
    fn from(preset: &Preset) -> RuleSet {
        RuleSet {
            name: preset.name.to_owned(),
            rules: preset.rules,
        }
    }
}

impl RuleSet {
    /// The rules that a record means: those of a name in the words of any server or language, of a JSON object as
    /// [`Rules::to_text`] writes it, or of a line of KataGo's such as `koSIMPLEscoreAREAtaxNONEsui0whbN`.
    pub fn of_record(text: &str) -> Option<RuleSet> {
        let text = text.trim();
        let rules = if text.starts_with('{') {
            Some(Rules::from_text(text).ok()?)
        } else {
            of_kata_line(text)
        };
        match rules {
            Some(rules) => Some(RuleSet {
                name: rules.to_text(),
                rules,
            }),
            None => Preset::of_record(text).map(RuleSet::from),
        }
    }
}

impl Rules {
    /// Rules by name, or as a JSON object of KataGo's fields, or of all fields, as [`Rules::to_text`] writes it.
    ///
    /// # Errors
    /// There is no such name, or the JSON is no rules that kosumi plays.
    pub fn from_text(text: &str) -> Result<Rules, RulesError> {
        if !text.starts_with('{') {
            return Ok(text.parse()?);
        }
        let mut fields: serde_json::Map<String, Value> = serde_json::from_str(text)?;
        let whole = fields.remove(WHOLE);
        let word = |value: &Value| {
            let word = value.as_str().map(str::to_owned);
            word.unwrap_or_else(|| value.to_string())
        };
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, value)| (name.as_str(), word(value)))
            .collect();
        let Some(whole) = whole else {
            return Ok(Rules::from_kata_fields(fields)?);
        };
        let rules: Rules = serde_json::from_value(whole)?;
        for (name, value) in fields {
            if !KataField::find(name)?
                .get(&rules)
                .eq_ignore_ascii_case(&value)
            {
                return Err(RulesError::Contradiction);
            }
        }
        Ok(rules)
    }

    /// The rules as one line, from which [`Rules::from_text`] makes the same rules: the name of a preset, or a JSON object
    /// of KataGo's fields, to which all fields of kosumi's own are added where those cannot express everything.
    pub fn to_text(&self) -> String {
        if let Some(preset) = Preset::of_rules(self) {
            return preset.name.to_owned();
        }
        let json = self.to_kata_json();
        if Rules::from_text(&json).is_ok_and(|rules| rules == *self) {
            return json;
        }
        let whole = serde_json::to_string(self).unwrap_or_default();
        format!("{},\"{WHOLE}\":{whole}}}", json.trim_end_matches('}'))
    }
}

/// The parts of a line of KataGo's, in their order, each with its field. Those from the fourth on may be missing.
const PARTS: [(&str, KataField); 7] = [
    ("ko", KataField::Ko),
    ("score", KataField::Scoring),
    ("tax", KataField::Tax),
    ("sui", KataField::Suicide),
    ("button", KataField::HasButton),
    ("whb", KataField::WhiteHandicapBonus),
    ("fpok", KataField::FriendlyPassOk),
];

/// Reads a line such as KataGo writes into records.
fn of_kata_line(text: &str) -> Option<Rules> {
    let mut rest = text;
    let mut fields = Vec::new();
    for (number, (name, field)) in PARTS.iter().enumerate() {
        let Some(behind) = rest.strip_prefix(name) else {
            if number < 4 {
                return None;
            }
            continue;
        };
        let following = PARTS[number + 1..]
            .iter()
            .filter_map(|(name, _)| behind.find(name));
        let end = following.min().unwrap_or(behind.len());
        let value = match &behind[..end] {
            "1" => "true",
            "0" if field.is_flag() => "false",
            value => value,
        };
        fields.push((field.name(), value.to_owned()));
        rest = &behind[end..];
    }
    Rules::from_kata_fields(fields)
        .ok()
        .filter(|_| rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::{KoRule, PRESETS, Suicide, Tax};
    use proptest::prelude::*;

    /// Rules that a rule set becomes by changes of its fields.
    fn changed() -> impl Strategy<Value = Rules> {
        const VALUES: [&[&str]; 7] = [
            &["SIMPLE", "POSITIONAL", "SITUATIONAL"],
            &["AREA", "TERRITORY"],
            &["NONE", "SEKI", "ALL"],
            &["true", "false"],
            &["true", "false"],
            &["0", "N", "N-1"],
            &["true", "false"],
        ];
        let change = (0..7_usize, 0..6_usize).prop_map(|(part, value)| {
            let values = VALUES[part];
            (PARTS[part].1, values[value % values.len()])
        });
        let preset = prop::sample::select(PRESETS);
        (preset, prop::collection::vec(change, 0..6)).prop_map(|(preset, changes)| {
            let mut rules = preset.rules;
            for (field, value) in changes {
                field.set(&mut rules, value).unwrap();
            }
            rules
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_as_the_same_rules(rules in changed()) {
            let text = rules.to_text();
            prop_assert_eq!(Rules::from_text(&text).unwrap(), rules, "{}", text);
            prop_assert_eq!(RuleSet::of_record(&text).unwrap().rules, rules, "{}", text);
            let kata = rules.to_kata_json();
            let of_kata = Rules::from_text(&kata).unwrap();
            prop_assert_eq!(of_kata.to_kata_json(), kata);
            prop_assert_eq!(Rules::from_text(&of_kata.to_text()).unwrap(), of_kata);
        }
    }

    #[test]
    fn names_stay_names() {
        for preset in PRESETS {
            let text = preset.rules.to_text();
            assert_eq!(Rules::from_text(&text).unwrap(), preset.rules);
            assert!(!text.contains('{'), "{text}");
            assert_eq!(RuleSet::of_record(preset.name).unwrap().name, preset.name);
        }
    }

    #[test]
    fn lines_of_kata_go_are_read() {
        let read = |text| RuleSet::of_record(text).map(|set| set.rules);
        let rules = read("koPOSITIONALscoreAREAtaxSEKIsui1whbN-1").unwrap();
        assert_eq!(
            (rules.ko, rules.tax, rules.suicide),
            (KoRule::Positional, Tax::Seki, Suicide::SeveralStones)
        );
        assert_eq!(KataField::WhiteHandicapBonus.get(&rules), "N-1");
        let button = read("koSIMPLEscoreAREAtaxNONEsui0button1whbNfpok1").unwrap();
        assert_eq!(KataField::HasButton.get(&button), "true");
        assert_eq!(KataField::FriendlyPassOk.get(&button), "true");
        assert!(read("koSIMPLEscoreTERRITORYtaxSEKIsui0").is_some());
        for text in [
            "ko",
            "koSIMPLE",
            "koXscoreAREAtaxNONEsui0",
            "koSIMPLEscoreAREAtaxNONEsui0x",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn contradictions_are_refused() {
        let mut rules = Preset::find("korean").unwrap().rules;
        KataField::Suicide.set(&mut rules, "true").unwrap();
        let text = rules.to_text();
        assert!(text.contains(WHOLE), "{text}");
        let other = text.replacen("\"suicide\":true", "\"suicide\":false", 1);
        assert!(Rules::from_text(&other).is_err(), "{other}");
        assert_eq!(RuleSet::of_record(&other), None);
        assert!(Rules::from_text("{\"kosumi\":{}}").is_err());
    }
}
