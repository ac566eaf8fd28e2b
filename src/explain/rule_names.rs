//! What rule sets are called.

use super::Language;

/// The names of [presets](crate::go::rules::PRESETS) behind "reglas" in Spanish and "règle" in French.
const NAMES: &[(&str, [&str; 2])] = &[
    ("tromp-taylor", ["Tromp-Taylor", "Tromp-Taylor"]),
    ("basic", ["básicas", "de base"]),
    ("cgos", ["de CGOS", "de CGOS"]),
    ("simplified-ing", ["Ing simplificadas", "Ing simplifiée"]),
    ("chinese", ["chinas", "chinoise"]),
    ("chinese-kgs", ["chinas de KGS", "chinoise de KGS"]),
    ("japanese", ["japonesas", "japonaise"]),
    ("japanese-2003", ["japonesas de 2003", "japonaise de 2003"]),
    (
        "wagc",
        [
            "del Campeonato Mundial Amateur",
            "du championnat du monde amateur",
        ],
    ),
    ("korean", ["coreanas", "coréenne"]),
    ("aga", ["americanas", "américaine"]),
    (
        "aga-territory",
        ["americanas por territorio", "américaine par territoire"],
    ),
    (
        "aga-button",
        ["americanas con botón", "américaine avec bouton"],
    ),
    ("bga", ["británicas", "britannique"]),
    ("french", ["francesas", "française"]),
    ("ing", ["Ing", "Ing"]),
    ("new-zealand", ["neozelandesas", "néo-zélandaise"]),
    (
        "wmsg",
        [
            "de los Juegos Mundiales de la Mente",
            "des Jeux mondiaux de l'esprit",
        ],
    ),
    ("stones", ["antiguas por piedras", "ancienne par pierres"]),
    ("ancient-area", ["antiguas por área", "ancienne par aire"]),
    ("ming", ["Ming", "Ming"]),
    (
        "ancient-territory",
        ["antiguas por territorio", "ancienne par territoire"],
    ),
    ("aguilar", ["de Aguilar", "d'Aguilar"]),
    (
        "beginners-area",
        ["de principiantes por área", "des débutants par aire"],
    ),
    (
        "beginners-territory",
        [
            "de principiantes por territorio",
            "des débutants par territoire",
        ],
    ),
    ("lasker-maas", ["Lasker-Maas", "Lasker-Maas"]),
];

/// What the rules of a name are called in a language. In English that is the name, by which they can be asked for; rules without a
/// name keep their text in all languages.
pub fn rule_set_name(name: &str, language: Language) -> &str {
    let row = NAMES.iter().find(|(known, _)| *known == name);
    match (row, language) {
        (None, _) | (_, Language::English) => name,
        (Some((_, [spanish, _])), Language::Spanish) => spanish,
        (Some((_, [_, french])), Language::French) => french,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::PRESETS;
    use std::collections::BTreeSet;

    #[test]
    fn each_preset_has_a_name_of_its_own_in_each_language() {
        let known = NAMES.iter().map(|&(name, _)| name);
        assert!(known.eq(PRESETS.iter().map(|preset| preset.name)));
        for language in Language::ALL {
            let names = PRESETS
                .iter()
                .map(|preset| rule_set_name(preset.name, language));
            assert_eq!(names.collect::<BTreeSet<_>>().len(), PRESETS.len());
        }
    }

    #[test]
    fn rules_are_called_as_people_call_them() {
        let called = |name| Language::ALL.map(|language| rule_set_name(name, language));
        assert_eq!(called("japanese"), ["japanese", "japonesas", "japonaise"]);
        let own = "{\"ko\":\"simple\"}";
        assert_eq!(called(own), [own; 3]);
    }
}
