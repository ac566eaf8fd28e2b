//! The kinds of reasons, with their names.

use crate::explain::Language;

/// A kind of reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReasonKind {
    /// It takes stones off the board.
    Takes,
    /// It captures stones by force.
    Captures,
    /// It saves stones from capture.
    Saves,
    /// It leaves stones to be captured.
    Leaves,
    /// It threatens to capture stones.
    Threatens,
    /// It threatens two chains at once.
    DoubleThreat,
    /// It cuts the opponent's stones.
    Cuts,
    /// It lets the opponent cut.
    LetsCut,
    /// It connects stones.
    Connects,
    /// It takes a ko.
    TakesKo,
    /// It lets the opponent take a ko.
    LetsTakeKo,
    /// It is a ko threat.
    KoThreat,
    /// It changes the chances of stones to live.
    Fate,
    /// It gives the opponent territory.
    Cedes,
    /// It gives the opponent influence.
    Influence,
    /// It is made where everything is settled.
    Wasted,
    /// It is the best point for both players.
    KeyPoint,
    /// It does not answer the last move.
    Ignores,
    /// The opponent has to answer it.
    Sente,
    /// The opponent need not answer it.
    Gote,
    /// It is where more is open.
    Larger,
    /// It leaves a joseki.
    LeavesJoseki,
    /// It makes an empty triangle.
    EmptyTriangle,
    /// It is a pass.
    Passes,
}

/// What a kind is called.
struct KindRow {
    kind: ReasonKind,
    /// Its name for programs.
    name: &'static str,
    /// What a list of mistakes, or of good moves, of the kind is called in English, Spanish and French.
    titles: [&'static str; 3],
}

const fn row(kind: ReasonKind, name: &'static str, titles: [&'static str; 3]) -> KindRow {
    KindRow { kind, name, titles }
}

/// All kinds, each once and in their order.
#[rustfmt::skip]
const KINDS: &[KindRow] = &[
    row(ReasonKind::Takes, "takes", ["stones taken", "piedras retiradas", "pierres enlevées"]),
    row(ReasonKind::Captures, "captures", ["captures", "capturas", "captures"]),
    row(ReasonKind::Saves, "saves", ["stones saved", "piedras salvadas", "pierres sauvées"]),
    row(ReasonKind::Leaves, "leaves", ["stones left to be captured", "piedras dejadas a la captura", "pierres laissées à la prise"]),
    row(ReasonKind::Threatens, "threatens", ["threats", "amenazas", "menaces"]),
    row(ReasonKind::DoubleThreat, "double-threat", ["double threats", "amenazas dobles", "menaces doubles"]),
    row(ReasonKind::Cuts, "cuts", ["cuts", "cortes", "coupes"]),
    row(ReasonKind::LetsCut, "lets-cut", ["cuts allowed", "cortes permitidos", "coupes permises"]),
    row(ReasonKind::Connects, "connects", ["connections", "conexiones", "connexions"]),
    row(ReasonKind::TakesKo, "takes-ko", ["kos taken", "kos tomados", "kos pris"]),
    row(ReasonKind::LetsTakeKo, "lets-take-ko", ["kos left to the opponent", "kos dejados al rival", "kos laissés à l'adversaire"]),
    row(ReasonKind::KoThreat, "ko-threat", ["ko threats", "amenazas de ko", "menaces de ko"]),
    row(ReasonKind::Fate, "fate", ["groups in danger", "grupos en peligro", "groupes en danger"]),
    row(ReasonKind::Cedes, "cedes", ["territory ceded", "territorio cedido", "territoire cédé"]),
    row(ReasonKind::Influence, "influence", ["influence ceded", "influencia cedida", "influence cédée"]),
    row(ReasonKind::Wasted, "wasted", ["moves where all is settled", "jugadas donde todo está decidido", "coups là où tout est décidé"]),
    row(ReasonKind::KeyPoint, "key-point", ["key points", "puntos clave", "points clés"]),
    row(ReasonKind::Ignores, "ignores", ["threats without an answer", "amenazas sin respuesta", "menaces sans réponse"]),
    row(ReasonKind::Sente, "sente", ["moves in sente", "jugadas en sente", "coups en sente"]),
    row(ReasonKind::Gote, "gote", ["moves in gote", "jugadas en gote", "coups en gote"]),
    row(ReasonKind::Larger, "larger", ["larger moves", "jugadas más grandes", "coups plus grands"]),
    row(ReasonKind::LeavesJoseki, "leaves-joseki", ["joseki left", "josekis abandonados", "josekis abandonnés"]),
    row(ReasonKind::EmptyTriangle, "empty-triangle", ["empty triangles", "triángulos vacíos", "triangles vides"]),
    row(ReasonKind::Passes, "passes", ["passes too early", "pases prematuros", "passes prématurées"]),
];

impl ReasonKind {
    fn row(self) -> &'static KindRow {
        &KINDS[self as usize]
    }

    /// Its name for programs, which never changes.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// What a list of moves of the kind is called.
    pub fn title(self, language: Language) -> &'static str {
        language.among(self.row().titles)
    }

    /// The kind of a name.
    pub fn find(name: &str) -> Option<ReasonKind> {
        let row = KINDS.iter().find(|row| row.name == name);
        row.map(|row| row.kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_row() {
        for (place, row) in KINDS.iter().enumerate() {
            assert_eq!(row.kind as usize, place, "{}", row.name);
            assert_eq!(ReasonKind::find(row.name), Some(row.kind));
            let titles = Language::ALL.map(|language| row.kind.title(language));
            assert!(titles.iter().all(|title| !title.is_empty()), "{}", row.name);
        }
        // The last kind has a row, and so has every one before it.
        assert_eq!(ReasonKind::Passes as usize + 1, KINDS.len());
        assert_eq!(ReasonKind::find("nothing"), None);
    }
}
