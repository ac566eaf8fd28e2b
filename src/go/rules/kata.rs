//! Rules in KataGo's terms, for `kata-get-rules` and `kata-set-rules`.
//!
//! KataGo knows fewer axes than [`Rules`]. Axes that it cannot express keep a sensible value; reading starts from
//! Tromp-Taylor, as in KataGo.

use super::{
    Compensation, DeadStones, Dispute, KoPass, KoRule, Passes, Rules, Scoring, Suicide, Tax,
};
use crate::go::Points;

/// One field of KataGo's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KataField {
    /// `SIMPLE`, `POSITIONAL` or `SITUATIONAL`.
    Ko,
    /// `AREA` or `TERRITORY`.
    Scoring,
    /// `NONE`, `SEKI` or `ALL`.
    Tax,
    /// Suicide of several stones.
    Suicide,
    /// `true` if the first pass earns half a point.
    HasButton,
    /// White's points for handicap stones: `0`, `N` or `N-1`.
    WhiteHandicapBonus,
    /// `true` if dead stones may stay on the board at the end.
    FriendlyPassOk,
}

/// A field or a value that means nothing here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KataError {
    /// No such field.
    #[error("unknown rule '{0}'")]
    UnknownField(String),
    /// No such value of the field.
    #[error("'{1}' is no value of {field}; {values} is expected", field = .0.name(), values = .0.values())]
    BadValue(KataField, String),
    /// A value of KataGo's that kosumi does not play.
    #[error("{0} is not supported")]
    Unsupported(String),
}

impl KataField {
    /// All fields, in the order in which KataGo prints them.
    pub const ALL: [KataField; 7] = [
        KataField::FriendlyPassOk,
        KataField::HasButton,
        KataField::Ko,
        KataField::Scoring,
        KataField::Suicide,
        KataField::Tax,
        KataField::WhiteHandicapBonus,
    ];

    /// KataGo's name of the field.
    pub const fn name(self) -> &'static str {
        match self {
            KataField::Ko => "ko",
            KataField::Scoring => "scoring",
            KataField::Tax => "tax",
            KataField::Suicide => "suicide",
            KataField::HasButton => "hasButton",
            KataField::WhiteHandicapBonus => "whiteHandicapBonus",
            KataField::FriendlyPassOk => "friendlyPassOk",
        }
    }

    /// Its values that kosumi plays by, in words.
    pub const fn values(self) -> &'static str {
        match self {
            KataField::Ko => "SIMPLE, POSITIONAL or SITUATIONAL",
            KataField::Scoring => "AREA or TERRITORY",
            KataField::Tax => "NONE, SEKI or ALL",
            KataField::Suicide | KataField::HasButton | KataField::FriendlyPassOk => {
                "true or false"
            }
            KataField::WhiteHandicapBonus => "0, N or N-1",
        }
    }

    /// The field of a name; `score` means `scoring`.
    ///
    /// # Errors
    /// There is none.
    pub fn find(name: &str) -> Result<KataField, KataError> {
        let name = if name == "score" { "scoring" } else { name };
        let field = KataField::ALL
            .into_iter()
            .find(|field| field.name() == name);
        field.ok_or_else(|| KataError::UnknownField(name.to_owned()))
    }

    /// Returns true if the value is true or false, rather than a word.
    pub const fn is_flag(self) -> bool {
        matches!(
            self,
            KataField::Suicide | KataField::HasButton | KataField::FriendlyPassOk
        )
    }

    /// The value of the field in some rules, as KataGo writes it.
    pub fn get(self, rules: &Rules) -> &'static str {
        let flag = |is_set| if is_set { "true" } else { "false" };
        match self {
            KataField::Ko => match rules.ko {
                KoRule::Simple => "SIMPLE",
                KoRule::Positional => "POSITIONAL",
                KoRule::Situational | KoRule::NaturalSituational => "SITUATIONAL",
            },
            KataField::Scoring => match rules.scoring {
                Scoring::Area | Scoring::Stones => "AREA",
                Scoring::Territory => "TERRITORY",
            },
            KataField::Tax => match (rules.scoring, rules.tax) {
                (Scoring::Stones, _) | (_, Tax::Groups) => "ALL",
                (_, Tax::Seki) => "SEKI",
                (_, Tax::None) => "NONE",
            },
            KataField::Suicide => flag(rules.suicide != Suicide::Forbidden),
            KataField::HasButton => flag(rules.passes == Passes::Button),
            KataField::WhiteHandicapBonus => match rules.compensation {
                Compensation::None => "0",
                Compensation::AllButOne => "N-1",
                Compensation::All => "N",
            },
            KataField::FriendlyPassOk => {
                let may_leave = rules.dead_stones != DeadStones::AsItStands;
                flag(rules.scoring != Scoring::Territory && may_leave)
            }
        }
    }

    /// Changes the field in some rules.
    ///
    /// # Errors
    /// It has no such value, or kosumi does not play by it. The rules are unchanged.
    pub fn set(self, rules: &mut Rules, value: &str) -> Result<(), KataError> {
        let bad = || KataError::BadValue(self, value.to_owned());
        let flag = || value.to_ascii_lowercase().parse().map_err(|_| bad());
        match self {
            KataField::Ko => {
                rules.ko = match value.to_ascii_uppercase().as_str() {
                    "SIMPLE" => KoRule::Simple,
                    "POSITIONAL" => KoRule::Positional,
                    "SITUATIONAL" => KoRule::Situational,
                    "SPIGHT" => return Err(KataError::Unsupported("ko SPIGHT".to_owned())),
                    _ => return Err(bad()),
                }
            }
            KataField::Scoring => {
                rules.scoring = match value.to_ascii_uppercase().as_str() {
                    "AREA" => Scoring::Area,
                    "TERRITORY" => Scoring::Territory,
                    _ => return Err(bad()),
                };
                rules.dead_stones = match (rules.scoring, rules.dead_stones) {
                    (Scoring::Territory, kept @ DeadStones::HypotheticalPlay(_)) => kept,
                    (Scoring::Territory, _) => DeadStones::HypotheticalPlay(KoPass::One),
                    (_, DeadStones::HypotheticalPlay(_)) => {
                        DeadStones::Agreement(Dispute::Agreement)
                    }
                    (_, kept) => kept,
                };
            }
            KataField::Tax => {
                rules.tax = match value.to_ascii_uppercase().as_str() {
                    "NONE" => Tax::None,
                    "SEKI" => Tax::Seki,
                    "ALL" => Tax::Groups,
                    _ => return Err(bad()),
                }
            }
            KataField::Suicide => {
                rules.suicide = if flag()? {
                    Suicide::SeveralStones
                } else {
                    Suicide::Forbidden
                };
            }
            KataField::HasButton => {
                rules.passes = if flag()? {
                    Passes::Button
                } else {
                    Passes::Plain
                };
            }
            KataField::WhiteHandicapBonus => {
                rules.compensation = match value {
                    "0" => Compensation::None,
                    "N" => Compensation::All,
                    "N-1" => Compensation::AllButOne,
                    _ => return Err(bad()),
                }
            }
            KataField::FriendlyPassOk => {
                let may_leave = flag()?;
                if rules.scoring != Scoring::Territory {
                    rules.dead_stones = match rules.dead_stones {
                        _ if !may_leave => DeadStones::AsItStands,
                        DeadStones::Agreement(dispute) => DeadStones::Agreement(dispute),
                        _ => DeadStones::Agreement(Dispute::Agreement),
                    };
                }
            }
        }
        Ok(())
    }
}

impl Rules {
    /// Rules from the names and values of KataGo's fields. Fields that are missing are as in Tromp-Taylor
    /// rules, but for territory scoring the tax is on points in seki. Komi is the usual one for the
    /// scoring.
    ///
    /// # Errors
    /// A field or a value is unknown or not supported.
    pub fn from_kata_fields<'a>(
        fields: impl IntoIterator<Item = (&'a str, String)>,
    ) -> Result<Rules, KataError> {
        let mut rules = Rules::default();
        let mut has_tax = false;
        for (name, value) in fields {
            let field = KataField::find(name)?;
            has_tax |= field == KataField::Tax;
            field.set(&mut rules, &value)?;
        }
        if !has_tax && rules.scoring == Scoring::Territory {
            rules.tax = Tax::Seki;
        }
        rules.komi = match (rules.scoring, rules.passes) {
            (Scoring::Territory, _) => Points::halves(13),
            (_, Passes::Button) => Points::whole(7),
            _ => rules.komi,
        };
        Ok(rules)
    }

    /// The rules as one line of JSON with KataGo's fields.
    pub fn to_kata_json(&self) -> String {
        let fields = KataField::ALL.map(|field| {
            let quote = if field.is_flag() { "" } else { "\"" };
            format!("\"{}\":{quote}{}{quote}", field.name(), field.get(self))
        });
        format!("{{{}}}", fields.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::{PRESETS, Preset};

    fn preset(name: &str) -> Rules {
        Preset::find(name).unwrap().rules
    }

    /// Rules from fields as `tax=SEKI ko=SIMPLE`.
    fn read(fields: &str) -> Result<Rules, KataError> {
        let fields = fields
            .split_whitespace()
            .filter_map(|field| field.split_once('='));
        Rules::from_kata_fields(fields.map(|(name, value)| (name, value.to_owned())))
    }

    #[test]
    fn rule_sets_are_told_as_kata_go_tells_them() {
        for (name, values) in [
            (
                "tromp-taylor",
                r#"false false "POSITIONAL" "AREA" true "NONE" "0""#,
            ),
            ("chinese", r#"true false "SIMPLE" "AREA" false "NONE" "N""#),
            (
                "japanese",
                r#"false false "SIMPLE" "TERRITORY" false "SEKI" "0""#,
            ),
            (
                "aga-button",
                r#"true true "SITUATIONAL" "AREA" false "NONE" "N-1""#,
            ),
            (
                "french",
                r#"true false "SITUATIONAL" "AREA" false "NONE" "N-1""#,
            ),
            ("ing", r#"true false "POSITIONAL" "AREA" true "NONE" "0""#),
            ("stones", r#"true false "SIMPLE" "AREA" false "ALL" "0""#),
            (
                "ancient-territory",
                r#"false false "SIMPLE" "TERRITORY" false "ALL" "0""#,
            ),
        ] {
            let names = KataField::ALL.map(KataField::name).into_iter();
            let fields = names
                .zip(values.split(' '))
                .map(|(name, value)| format!("\"{name}\":{value}"));
            let json = format!("{{{}}}", fields.collect::<Vec<_>>().join(","));
            assert_eq!(preset(name).to_kata_json(), json, "{name}");
        }
    }

    #[test]
    fn what_is_told_is_read_back_in_any_order() {
        for Preset { name, rules, .. } in PRESETS {
            let fields = KataField::ALL.map(|field| (field.name(), field.get(rules).to_owned()));
            let reversed = fields.iter().rev().cloned();
            for read in [
                Rules::from_kata_fields(fields.clone()),
                Rules::from_kata_fields(reversed),
            ] {
                assert_eq!(read.unwrap().to_kata_json(), rules.to_kata_json(), "{name}");
            }
        }
    }

    #[test]
    fn territory_is_taxed_in_seki_unless_the_fields_say_otherwise() {
        for (fields, tax, komi) in [
            ("", Tax::None, 15),
            ("hasButton=true", Tax::None, 14),
            ("scoring=AREA tax=ALL", Tax::Groups, 15),
            ("scoring=TERRITORY", Tax::Seki, 13),
            ("score=territory hasButton=true", Tax::Seki, 13),
            ("tax=NONE scoring=TERRITORY", Tax::None, 13),
            ("tax=all scoring=TERRITORY", Tax::Groups, 13),
        ] {
            let rules = read(fields).unwrap();
            assert_eq!(
                (rules.tax, rules.komi),
                (tax, Points::halves(komi)),
                "{fields}"
            );
        }
    }

    #[test]
    fn what_may_be_left_on_the_board_does_not_change_how_a_dispute_ends() {
        for (name, expected) in [
            ("chinese", Dispute::Agreement),
            ("aga", Dispute::FourPasses),
            ("wmsg", Dispute::SecondStop),
        ] {
            let mut rules = preset(name);
            KataField::FriendlyPassOk.set(&mut rules, "true").unwrap();
            assert_eq!(rules.dead_stones, DeadStones::Agreement(expected), "{name}");
        }
    }

    #[test]
    fn the_way_of_counting_decides_how_dead_stones_are_found() {
        for (name, scoring, expected) in [
            (
                "japanese",
                "TERRITORY",
                DeadStones::HypotheticalPlay(KoPass::One),
            ),
            (
                "korean",
                "TERRITORY",
                DeadStones::HypotheticalPlay(KoPass::Never),
            ),
            (
                "japanese",
                "AREA",
                DeadStones::Agreement(Dispute::Agreement),
            ),
            ("chinese", "AREA", DeadStones::Agreement(Dispute::Agreement)),
            ("tromp-taylor", "AREA", DeadStones::AsItStands),
            (
                "tromp-taylor",
                "TERRITORY",
                DeadStones::HypotheticalPlay(KoPass::One),
            ),
        ] {
            let mut rules = preset(name);
            KataField::Scoring.set(&mut rules, scoring).unwrap();
            assert_eq!(rules.dead_stones, expected, "{name} {scoring}");
            for value in ["true", "FALSE"] {
                KataField::FriendlyPassOk.set(&mut rules, value).unwrap();
                let expected = match (scoring, value) {
                    ("TERRITORY", _) => expected,
                    (_, "true") => DeadStones::Agreement(Dispute::Agreement),
                    _ => DeadStones::AsItStands,
                };
                assert_eq!(rules.dead_stones, expected, "{name} {scoring} {value}");
            }
        }
    }

    #[test]
    fn what_means_nothing_is_refused() {
        for (fields, reason) in [
            ("colour=green", "unknown rule 'colour'"),
            ("ko=SPIGHT", "ko SPIGHT is not supported"),
            (
                "ko=NONE",
                "'NONE' is no value of ko; SIMPLE, POSITIONAL or SITUATIONAL is expected",
            ),
            (
                "scoring=STONES",
                "'STONES' is no value of scoring; AREA or TERRITORY is expected",
            ),
            (
                "tax=HALF",
                "'HALF' is no value of tax; NONE, SEKI or ALL is expected",
            ),
            (
                "suicide=1",
                "'1' is no value of suicide; true or false is expected",
            ),
            (
                "whiteHandicapBonus=2",
                "'2' is no value of whiteHandicapBonus; 0, N or N-1 is expected",
            ),
        ] {
            assert_eq!(read(fields).unwrap_err().to_string(), reason);
        }
    }
}
