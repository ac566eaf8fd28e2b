//! Every text of an explanation, in every language.

use clap::ValueEnum;

/// A language that explanations are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English.
    #[default]
    #[value(name = "en")]
    English,
    /// Spanish.
    #[value(name = "es")]
    Spanish,
    /// French.
    #[value(name = "fr")]
    French,
}

/// A text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Text {
    Black,
    White,
    Stones,
    Lives,
    LivesInSeki,
    IsDead,
    Rules,
    Given,
    Unconditional,
    StandOff,
    Proved,
    Read,
    /// With `{}` for a number of percent.
    Estimated,
    Uncapturable,
    Replaced,
    Enabling,
    Captured,
    Territory,
    Prisoners,
    DeadStones,
    PassStones,
    Tax,
    Komi,
    Compensation,
    FirstPass,
    Button,
    Total,
    Dame,
    Result,
    DeadList,
    Filled,
    Defended,
    Legend,
}

impl Language {
    pub(super) fn word(self, text: Text) -> &'static str {
        let [english, spanish, french] = words(text);
        match self {
            Language::English => english,
            Language::Spanish => spanish,
            Language::French => french,
        }
    }

    /// A colon after a word.
    pub(super) fn colon(self) -> &'static str {
        match self {
            Language::English | Language::Spanish => ":",
            Language::French => " :",
        }
    }
}

/// A text in English, Spanish and French.
fn words(text: Text) -> [&'static str; 3] {
    match text {
        Text::Black => ["Black", "Negro", "Noir"],
        Text::White => ["White", "Blanco", "Blanc"],
        Text::Stones => ["stones", "piedras", "pierres"],
        Text::Lives => ["lives", "vive", "vit"],
        Text::LivesInSeki => ["lives in seki", "vive en seki", "vit en seki"],
        Text::IsDead => ["is dead", "está muerto", "est mort"],
        Text::Rules => [
            "the rules take no stones off",
            "las reglas no retiran ninguna piedra",
            "la règle ne retire aucune pierre",
        ],
        Text::Given => [
            "it was said so",
            "así se ha indicado",
            "c'est ce qui a été indiqué",
        ],
        Text::Unconditional => [
            "nobody can capture it even if its owner always passes",
            "nadie puede capturarlo aunque su dueño pase siempre",
            "personne ne peut le capturer, même si son propriétaire passe toujours",
        ],
        Text::StandOff => [
            "nobody can fill a shared liberty without loss",
            "nadie puede ocupar una libertad compartida sin pérdida",
            "personne ne peut combler une liberté commune sans perte",
        ],
        Text::Proved => [
            "proved by hypothetical play",
            "demostrado por juego hipotético",
            "démontré par le jeu hypothétique",
        ],
        Text::Read => [
            "read by hypothetical play up to the capture of five stones, which is no proof",
            "leído por juego hipotético hasta la captura de cinco piedras, que no es una demostración",
            "lu par le jeu hypothétique jusqu'à la capture de cinq pierres, ce qui n'est pas une démonstration",
        ],
        Text::Estimated => [
            "it stays in {} % of the playouts",
            "permanece en el {} % de las partidas simuladas",
            "il reste dans {} % des parties simulées",
        ],
        Text::Uncapturable => [
            "it cannot be captured",
            "no puede ser capturado",
            "il ne peut pas être capturé",
        ],
        Text::Replaced => [
            "a new stone stays in its place when it is captured",
            "al ser capturado, una piedra nueva permanece en su lugar",
            "quand il est capturé, une nouvelle pierre reste à sa place",
        ],
        Text::Enabling => [
            "its capture makes room for a new stone that stays",
            "su captura deja sitio a una piedra nueva que permanece",
            "sa capture fait place à une nouvelle pierre qui reste",
        ],
        Text::Captured => [
            "it is captured and no new stone stays",
            "es capturado y ninguna piedra nueva permanece",
            "il est capturé et aucune nouvelle pierre ne reste",
        ],
        Text::Territory => ["territory", "territorio", "territoire"],
        Text::Prisoners => ["prisoners", "prisioneros", "prisonniers"],
        Text::DeadStones => ["dead stones", "piedras muertas", "pierres mortes"],
        Text::PassStones => ["pass stones", "piedras de paso", "pierres de passe"],
        Text::Tax => ["tax", "descuento", "taxe"],
        Text::Komi => ["komi", "komi", "komi"],
        Text::Compensation => [
            "handicap compensation",
            "compensación por ventaja",
            "compensation du handicap",
        ],
        Text::FirstPass => ["first pass", "primer paso", "première passe"],
        Text::Button => ["button", "botón", "bouton"],
        Text::Total => ["total", "total", "total"],
        Text::Dame => ["dame", "dame", "dame"],
        Text::Result => ["result", "resultado", "résultat"],
        Text::DeadList => ["dead", "muertas", "mortes"],
        Text::Filled => ["filled", "ocupados", "comblés"],
        Text::Defended => ["defended (teire)", "defensas (teire)", "défenses (teire)"],
        Text::Legend => [
            "X O living stones, x o dead ones, + Black's points, - White's, = in seki, . nobody's",
            "X O piedras vivas, x o muertas, + puntos de Negro, - de Blanco, = en seki, . de nadie",
            "X O pierres vivantes, x o mortes, + points de Noir, - de Blanc, = en seki, . à personne",
        ],
    }
}
