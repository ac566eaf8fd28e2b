//! The rule sets that have a name.

use super::{
    Compensation, DeadStones, Dispute, GameEnd, HandicapPlacement, KoPass, KoRule, LongCycle,
    Passes, Rules, Scoring, Suicide, Tax, Tie,
};
use crate::go::Points;
use std::str::FromStr;

/// A rule set with its names.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// How kosumi calls it, in lower case with hyphens.
    pub name: &'static str,
    /// Other names, those of KataGo among them.
    pub aliases: &'static [&'static str],
    /// What `kgs-rules` calls it.
    pub kgs: Option<&'static str>,
    /// What it is, for people.
    pub title: &'static str,
    /// The rules.
    pub rules: Rules,
}

/// Area scoring of the position as it stands, positional superko, suicide allowed (Tromp, Taylor).
const TROMP_TAYLOR: Rules = Rules {
    ko: KoRule::Positional,
    suicide: Suicide::Any,
    scoring: Scoring::Area,
    tax: Tax::None,
    komi: Points::halves(15),
    tie: Tie::Draw,
    handicap: HandicapPlacement::Free,
    compensation: Compensation::None,
    handicap_komi: Points::halves(1),
    passes: Passes::Plain,
    end: GameEnd::TwoPasses,
    dead_stones: DeadStones::AsItStands,
    long_cycle: LongCycle::NoResult,
};

/// What the area rules of associations share.
const AREA: Rules = Rules {
    suicide: Suicide::Forbidden,
    dead_stones: DeadStones::Agreement(Dispute::Agreement),
    ..TROMP_TAYLOR
};

/// Rules that are older than komi.
const AREA_WITHOUT_KOMI: Rules = Rules {
    komi: Points::ZERO,
    handicap_komi: Points::ZERO,
    ..AREA
};

const CHINESE: Rules = Rules {
    ko: KoRule::Simple,
    compensation: Compensation::All,
    ..AREA
};

const AGA: Rules = Rules {
    ko: KoRule::Situational,
    handicap: HandicapPlacement::Fixed,
    compensation: Compensation::AllButOne,
    passes: Passes::Stones,
    dead_stones: DeadStones::Agreement(Dispute::FourPasses),
    ..AREA
};

const JAPANESE: Rules = Rules {
    ko: KoRule::Simple,
    scoring: Scoring::Territory,
    tax: Tax::Seki,
    komi: Points::halves(13),
    handicap: HandicapPlacement::Fixed,
    end: GameEnd::TwoPassesKoClosed,
    dead_stones: DeadStones::HypotheticalPlay(KoPass::One),
    ..AREA
};

/// Stone counting, which is older than the counting of territory.
const ANCIENT: Rules = Rules {
    ko: KoRule::Simple,
    tax: Tax::Groups,
    ..AREA_WITHOUT_KOMI
};

/// A row of the table.
const fn preset(name: &'static str, title: &'static str, rules: Rules) -> Preset {
    Preset {
        name,
        aliases: &[],
        kgs: None,
        title,
        rules,
    }
}

/// The rules of people who say nothing about rules: dead stones need not be captured.
pub const USUAL_RULES: &str = "chinese";

/// Every rule set that has a name; the first is the default.
#[rustfmt::skip]
pub const PRESETS: &[Preset] = &[
    preset("tromp-taylor", "Tromp-Taylor: area as it stands, positional superko, suicide", TROMP_TAYLOR),
    preset("basic", "Basic rules in their concise form: as Tromp-Taylor, no komi",
        Rules { komi: Points::ZERO, handicap_komi: Points::ZERO, ..TROMP_TAYLOR }).also(&["davies"]),
    preset("cgos", "Server CGOS: as Tromp-Taylor, no suicide", Rules { suicide: Suicide::Forbidden, ..TROMP_TAYLOR }),
    preset("simplified-ing", "Simplified Ing: area, positional superko, suicide, dead stones by agreement",
        Rules { dead_stones: DeadStones::Agreement(Dispute::SecondStop), ..TROMP_TAYLOR }).also(&["egf-ing"]),
    preset("chinese", "Chinese as played: area, simple ko, n points for n handicap stones", CHINESE),
    preset("chinese-kgs", "Chinese as written and on servers: area, positional superko",
        Rules { ko: KoRule::Positional, ..CHINESE }).also(&["chinese-ogs", "chinese-2002"]).on_kgs("chinese"),
    preset("japanese", "Japanese: territory, simple ko, no points in seki, cycles have no result", JAPANESE).also(&["japanese-1989"]).on_kgs("japanese"),
    preset("japanese-2003", "Japanese as modelled in 2003: cycles are won by captures",
        Rules { dead_stones: DeadStones::HypotheticalPlay(KoPass::Every), long_cycle: LongCycle::MoreCaptures, ..JAPANESE }),
    preset("wagc", "World Amateur Championship 1979: territory, dame are filled before the end",
        Rules { end: GameEnd::TwoPasses, dead_stones: DeadStones::Agreement(Dispute::Agreement), ..JAPANESE }).also(&["wagc-1979"]),
    preset("korean", "Korean: territory, simple ko, cycles are drawn",
        Rules { end: GameEnd::TwoPasses, dead_stones: DeadStones::HypotheticalPlay(KoPass::Never), long_cycle: LongCycle::Draw, ..JAPANESE }),
    preset("aga", "American: area, situational superko, n - 1 points for n handicap stones", AGA).on_kgs("aga"),
    preset("aga-territory", "American counted by territory, which pass stones make equal to area",
        Rules { scoring: Scoring::Territory, compensation: Compensation::None, ..AGA }),
    preset("aga-button", "American with a button: the first pass earns half a point",
        Rules { komi: Points::whole(7), passes: Passes::Button, ..AGA }),
    preset("bga", "British: as American", AGA).also(&["british"]),
    preset("french", "French: as American, with natural situational superko by its text", Rules { ko: KoRule::NaturalSituational, ..AGA }),
    preset("ing", "Ing: area, suicide of several stones, komi 8 with Black winning ties",
        Rules { suicide: Suicide::SeveralStones, komi: Points::whole(8), tie: Tie::Black, dead_stones: DeadStones::Agreement(Dispute::FourPasses), ..AREA }).also(&["goe"]),
    preset("new-zealand", "New Zealand: area, situational superko, suicide",
        Rules { ko: KoRule::Situational, suicide: Suicide::Any, komi: Points::whole(7), handicap_komi: Points::ZERO, ..AREA }).also(&["nz"]).on_kgs("new_zealand"),
    preset("wmsg", "World Mind Sports Games 2008: area, a point from Black if White passes first",
        Rules { komi: Points::halves(13), passes: Passes::FirstPass, dead_stones: DeadStones::Agreement(Dispute::SecondStop), ..AREA }).also(&["wmsg-2008"]),
    preset("stones", "Ancient stone scoring: the stones on the board",
        Rules { scoring: Scoring::Stones, tax: Tax::None, ..ANCIENT }).also(&["ancient-stones"]),
    preset("ancient-area", "Area with group tax, which gives the result of stone scoring", ANCIENT).also(&["stone-scoring"]),
    preset("ming", "Area with group tax, n points for n handicap stones",
        Rules { compensation: Compensation::All, ..ANCIENT }).also(&["qing"]),
    preset("ancient-territory", "Territory with group tax", Rules { scoring: Scoring::Territory, ..ANCIENT }).also(&["kiri-chin"]),
    preset("aguilar", "Four basic rules (Aguilar), counted by area: positional superko, suicide",
        Rules { suicide: Suicide::Any, ..AREA_WITHOUT_KOMI }).also(&["four-rules"]),
    preset("beginners-area", "Beginners' text by area: positional superko, White wins ties",
        Rules { tie: Tie::White, dead_stones: DeadStones::Agreement(Dispute::FourPasses), ..AREA_WITHOUT_KOMI }),
    preset("beginners-territory", "Beginners' text by territory and captures: positional superko, White wins ties",
        Rules { scoring: Scoring::Territory, tie: Tie::White, dead_stones: DeadStones::Agreement(Dispute::FourPasses), ..AREA_WITHOUT_KOMI }),
    preset("lasker-maas", "Lasker-Maas: territory settled by play, a pass costs a point, superko",
        Rules { scoring: Scoring::Territory, passes: Passes::Stones, dead_stones: DeadStones::AsItStands, ..AREA_WITHOUT_KOMI }),
];

/// What records call rule sets, beside their names: words, or letters of languages that write without blanks,
/// with blanks between them. An earlier row counts before a later one.
const RECORDED: &[(&str, &str)] = &[
    ("japan jp 日本 일본 数目", "japanese"),
    ("china chinese cn 中国 中國 중국 数子 數子", "chinese"),
    ("korea", "korean"),
    ("japanese", "japanese"),
    ("korean kr", "korean"),
    ("zealand", "new-zealand"),
    ("british", "bga"),
    ("french", "french"),
    ("韩国 韓國 韓国 한국", "korean"),
    ("应氏 應氏 応氏 응씨", "ing"),
    ("taylor", "tromp-taylor"),
    ("american usa", "aga"),
    ("nihon japonais japonesas japanisch японск", "japanese"),
    ("chinois chinesisch chinas китайск", "chinese"),
    ("ffg", "french"),
    ("igs pandanet", "japanese"),
    ("area", "chinese"),
    ("territory", "japanese"),
];

/// No rule set has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown rules '{0}'")]
pub struct UnknownRules(pub String);

impl Preset {
    /// The same rule set with other names.
    const fn also(self, aliases: &'static [&'static str]) -> Preset {
        Preset { aliases, ..self }
    }

    /// The same rule set with its name on KGS.
    const fn on_kgs(self, name: &'static str) -> Preset {
        Preset {
            kgs: Some(name),
            ..self
        }
    }

    /// The rule set of a name, in any case and with `-`, `_`, a blank or nothing between words.
    ///
    /// # Errors
    /// There is none.
    pub fn find(name: &str) -> Result<&'static Preset, UnknownRules> {
        let wanted = plain(name);
        PRESETS
            .iter()
            .find(|preset| preset.names().any(|known| plain(known) == wanted))
            .ok_or_else(|| UnknownRules(name.to_owned()))
    }

    /// The rule set that a record means, which may say more than a name: `OGS-Chinese`, `Japanese rules`, `日本`.
    pub fn of_record(text: &str) -> Option<&'static Preset> {
        let words: Vec<&str> = text
            .split(|letter: char| !letter.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        // Servers put their name first, kosumi last.
        let turned = words.iter().rev().copied().collect::<String>();
        let mut named = [text, &turned].into_iter().chain(words.iter().copied());
        let by_name = named.find_map(|name| Preset::find(name).ok());
        let is_meant = |fragment: &str| {
            // A long word may be a part of one, as in `JapaneseRules`.
            let is_word = |word: &&str| {
                let word = word.to_lowercase();
                word == fragment || fragment.len() >= 6 && word.contains(fragment)
            };
            let has_no_blanks = !fragment.is_ascii() && text.contains(fragment);
            has_no_blanks || words.iter().any(is_word)
        };
        let by_word = || {
            let (_, name) = RECORDED
                .iter()
                .find(|(words, _)| words.split(' ').any(is_meant))?;
            Preset::find(name).ok()
        };
        by_name.or_else(by_word)
    }

    /// The rule set that `kgs-rules` means by a name.
    pub fn of_kgs(name: &str) -> Option<&'static Preset> {
        PRESETS
            .iter()
            .find(|preset| preset.kgs.is_some_and(|kgs| kgs.eq_ignore_ascii_case(name)))
    }

    /// The first rule set with exactly these rules.
    pub fn of_rules(rules: &Rules) -> Option<&'static Preset> {
        PRESETS.iter().find(|preset| preset.rules == *rules)
    }

    /// Its name and its other names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        [self.name].into_iter().chain(self.aliases.iter().copied())
    }
}

fn plain(name: &str) -> String {
    let kept = name
        .chars()
        .filter(|letter| !matches!(letter, '-' | '_' | ' '));
    kept.map(|letter| letter.to_ascii_lowercase()).collect()
}

impl Default for Rules {
    fn default() -> Rules {
        TROMP_TAYLOR
    }
}

impl FromStr for Rules {
    type Err = UnknownRules;

    /// The rules of a [`Preset`] name.
    fn from_str(name: &str) -> Result<Rules, UnknownRules> {
        Preset::find(name).map(|preset| preset.rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_found_in_every_spelling() {
        let mut seen = HashSet::new();
        for preset in PRESETS {
            for name in preset.names() {
                assert!(seen.insert(plain(name)), "{name} twice");
                let spellings = [
                    name.to_uppercase(),
                    name.replace('-', "_"),
                    name.replace('-', ""),
                ];
                for spelling in spellings {
                    assert_eq!(Preset::find(&spelling).unwrap().name, preset.name);
                }
            }
        }
        assert!("foo".parse::<Rules>().is_err() && "".parse::<Rules>().is_err());
        assert_eq!(PRESETS[0].rules, Rules::default());
    }

    /// By the texts of the rules: repetition, suicide, what counts, tax, end, dead stones, long cycles;
    /// ties, passes, handicap stones, compensation; komi, and komi with a handicap.
    const TEXTS: &str = "
        tromp-taylor: Positional Any Area None TwoPasses AsItStands NoResult Draw Plain Free None 7.5 0.5
        basic: Positional Any Area None TwoPasses AsItStands NoResult Draw Plain Free None 0.0 0.0
        cgos: Positional Forbidden Area None TwoPasses AsItStands NoResult Draw Plain Free None 7.5 0.5
        simplified-ing: Positional Any Area None TwoPasses Agreement(SecondStop) NoResult Draw Plain Free None 7.5 0.5
        chinese: Simple Forbidden Area None TwoPasses Agreement(Agreement) NoResult Draw Plain Free All 7.5 0.5
        chinese-kgs: Positional Forbidden Area None TwoPasses Agreement(Agreement) NoResult Draw Plain Free All 7.5 0.5
        japanese: Simple Forbidden Territory Seki TwoPassesKoClosed HypotheticalPlay(One) NoResult Draw Plain Fixed None 6.5 0.5
        japanese-2003: Simple Forbidden Territory Seki TwoPassesKoClosed HypotheticalPlay(Every) MoreCaptures Draw Plain Fixed None 6.5 0.5
        wagc: Simple Forbidden Territory Seki TwoPasses Agreement(Agreement) NoResult Draw Plain Fixed None 6.5 0.5
        korean: Simple Forbidden Territory Seki TwoPasses HypotheticalPlay(Never) Draw Draw Plain Fixed None 6.5 0.5
        aga: Situational Forbidden Area None TwoPasses Agreement(FourPasses) NoResult Draw Stones Fixed AllButOne 7.5 0.5
        aga-territory: Situational Forbidden Territory None TwoPasses Agreement(FourPasses) NoResult Draw Stones Fixed None 7.5 0.5
        aga-button: Situational Forbidden Area None TwoPasses Agreement(FourPasses) NoResult Draw Button Fixed AllButOne 7.0 0.5
        bga: Situational Forbidden Area None TwoPasses Agreement(FourPasses) NoResult Draw Stones Fixed AllButOne 7.5 0.5
        french: NaturalSituational Forbidden Area None TwoPasses Agreement(FourPasses) NoResult Draw Stones Fixed AllButOne 7.5 0.5
        ing: Positional SeveralStones Area None TwoPasses Agreement(FourPasses) NoResult Black Plain Free None 8.0 0.5
        new-zealand: Situational Any Area None TwoPasses Agreement(Agreement) NoResult Draw Plain Free None 7.0 0.0
        wmsg: Positional Forbidden Area None TwoPasses Agreement(SecondStop) NoResult Draw FirstPass Free None 6.5 0.5
        stones: Simple Forbidden Stones None TwoPasses Agreement(Agreement) NoResult Draw Plain Free None 0.0 0.0
        ancient-area: Simple Forbidden Area Groups TwoPasses Agreement(Agreement) NoResult Draw Plain Free None 0.0 0.0
        ming: Simple Forbidden Area Groups TwoPasses Agreement(Agreement) NoResult Draw Plain Free All 0.0 0.0
        ancient-territory: Simple Forbidden Territory Groups TwoPasses Agreement(Agreement) NoResult Draw Plain Free None 0.0 0.0
        aguilar: Positional Any Area None TwoPasses Agreement(Agreement) NoResult Draw Plain Free None 0.0 0.0
        beginners-area: Positional Forbidden Area None TwoPasses Agreement(FourPasses) NoResult White Plain Free None 0.0 0.0
        beginners-territory: Positional Forbidden Territory None TwoPasses Agreement(FourPasses) NoResult White Plain Free None 0.0 0.0
        lasker-maas: Positional Forbidden Territory None TwoPasses AsItStands NoResult Draw Stones Free None 0.0 0.0
    ";

    #[test]
    fn every_rule_set_is_what_its_text_says() {
        let lines: Vec<&str> = TEXTS.trim().lines().map(str::trim).collect();
        assert_eq!(lines.len(), PRESETS.len());
        for (preset, line) in PRESETS.iter().zip(lines) {
            let Rules {
                ko,
                suicide,
                scoring,
                tax,
                komi,
                tie,
                handicap,
                compensation,
                handicap_komi,
                passes,
                end,
                dead_stones,
                long_cycle,
            } = preset.rules;
            let play = format!("{ko:?} {suicide:?} {scoring:?} {tax:?} {end:?} {dead_stones:?}");
            let stones = format!("{tie:?} {passes:?} {handicap:?} {compensation:?}");
            let [komi, handicap_komi] = [komi, handicap_komi].map(Points::as_f64);
            let name = preset.name;
            let found =
                format!("{name}: {play} {long_cycle:?} {stones} {komi:.1} {handicap_komi:.1}");
            assert_eq!(found, line);
        }
    }

    #[test]
    fn dame_are_filled_first_where_territory_counts_and_a_pass_costs_nothing() {
        let filled = PRESETS
            .iter()
            .filter(|preset| preset.rules.fills_before_count());
        let filled: Vec<&str> = filled.map(|preset| preset.name).collect();
        let expected = [
            "japanese",
            "japanese-2003",
            "wagc",
            "korean",
            "ancient-territory",
            "beginners-territory",
        ];
        assert_eq!(filled, expected);
    }

    #[test]
    fn records_call_rules_many_names() {
        for (text, name) in [
            ("jp", "japanese"),
            ("Japan", "japanese"),
            ("Japanese rules", "japanese"),
            ("日本", "japanese"),
            ("日本ルール", "japanese"),
            ("chinese", "chinese"),
            ("cn", "chinese"),
            ("CHINESE", "chinese"),
            ("Chinese (area)", "chinese"),
            ("中国规则", "chinese"),
            ("OGS-Chinese", "chinese-kgs"),
            ("chinese-ogs", "chinese-kgs"),
            ("Korean", "korean"),
            ("韩国", "korean"),
            ("AGA rules", "aga"),
            ("GOE", "ing"),
            ("New Zealand", "new-zealand"),
            ("territory scoring", "japanese"),
            ("Tromp-Taylor", "tromp-taylor"),
            ("règles japonaises", "japanese"),
            ("Japanische Regeln", "japanese"),
            ("Reglas chinas", "chinese"),
            ("Китайские правила", "chinese"),
            ("Nihon Ki-in", "japanese"),
            ("IGS", "japanese"),
        ] {
            let found = Preset::of_record(text).map(|preset| preset.name);
            assert_eq!(found, Some(name), "{text}");
        }
        for text in ["", "?", "house rules", "japanophile"] {
            assert!(Preset::of_record(text).is_none(), "{text}");
        }
        for (_, name) in RECORDED {
            assert!(Preset::find(name).is_ok(), "{name}");
        }
    }

    #[test]
    fn kgs_names() {
        for name in ["chinese", "japanese", "aga", "new_zealand"] {
            assert!(Preset::of_kgs(name).is_some());
        }
        assert_eq!(Preset::of_kgs("chinese").unwrap().name, "chinese-kgs");
        assert!(Preset::of_kgs("french").is_none());
    }

    #[test]
    fn cgos_counts_what_stands_and_forbids_suicide() {
        let rules: Rules = "CGOS".parse().unwrap();
        assert_eq!(rules.ko, KoRule::Positional);
        assert_eq!(rules.suicide, Suicide::Forbidden);
        assert_eq!(
            (rules.scoring, rules.dead_stones),
            (Scoring::Area, DeadStones::AsItStands)
        );
        assert_eq!(Preset::of_rules(&rules).unwrap().name, "cgos");
    }

    #[test]
    fn compensation_starts_at_two_stones() {
        for preset in PRESETS {
            assert_eq!(preset.rules.compensation_for(0), Points::ZERO);
            assert_eq!(preset.rules.compensation_for(1), Points::ZERO);
        }
        assert_eq!(CHINESE.compensation_for(5), Points::whole(5));
        assert_eq!(AGA.compensation_for(5), Points::whole(4));
        assert_eq!(JAPANESE.compensation_for(5), Points::ZERO);
    }
}
