//! The sentences of reasons, in every language.

use super::owners::BoardPart;
use super::{About, Fact, Mistake, Way, WeighedFact};
use crate::explain::Language;
use crate::go::{Color, Point};

/// Returns what a finding says, as a sentence.
pub(super) fn sentence(mistake: &Mistake<'_>, found: &WeighedFact, language: Language) -> String {
    let name = |point: Option<Point>| point.map_or("pass".to_owned(), |at| at.to_string());
    let filled = |template: &str, values: &[(&str, String)]| {
        let mut text = template.to_owned();
        for (key, value) in values {
            text = text.replace(&format!("{{{key}}}"), value);
        }
        text
    };
    let group = |points: &[Point]| stones(mistake, points, language);
    let mut values = vec![
        ("move", name(mistake.at(found.about))),
        ("better", name(mistake.at(About::Better))),
        ("player", player(mistake.color, language).to_owned()),
        ("opponent", player(!mistake.color, language).to_owned()),
    ];
    match &found.fact {
        Fact::Takes(one) | Fact::Captures(one, _) | Fact::Saves(one) => {
            values.push(("stones", group(one)));
        }
        Fact::Leaves(one, at) | Fact::Threatens(one, at) => {
            values.extend([("stones", group(one)), ("at", at.to_string())]);
        }
        Fact::DoubleThreat(one, other) | Fact::Cuts(one, other) | Fact::Connects(one, other) => {
            values.extend([("stones", group(one)), ("others", group(other))]);
        }
        Fact::LetsCut(one, other, at) => {
            values.extend([
                ("stones", group(one)),
                ("others", group(other)),
                ("at", at.to_string()),
            ]);
        }
        Fact::Fate(one, now, otherwise) => {
            let (now, otherwise) = (now.to_string(), otherwise.to_string());
            let instead = match found.about {
                About::Played => About::Better,
                About::Better => About::Played,
            };
            let instead = name(mistake.at(instead));
            values.extend([
                ("stones", group(one)),
                ("now", now),
                ("otherwise", otherwise),
                ("instead", instead),
            ]);
        }
        Fact::Cedes(part, gained) => {
            values.extend([
                ("part", language.among(region(part)).to_owned()),
                ("points", format!("{gained:.0}")),
            ]);
        }
        Fact::Larger(part) => values.push(("part", language.among(region(part)).to_owned())),
        Fact::Ignores(last, reply) => {
            values.extend([("last", last.to_string()), ("at", reply.to_string())]);
        }
        Fact::Wasted | Fact::KeyPoint | Fact::EmptyTriangle | Fact::Passes => (),
    }
    let template = template(mistake, &found.fact);
    filled(language.among(template), &values)
}

/// Returns what mistakes of a [kind](super::Reason::kind) are called.
pub fn kind_title(kind: &str, language: Language) -> &'static str {
    language.among(match kind {
        "leaves" => [
            "stones left to be captured",
            "piedras dejadas a la captura",
            "pierres laissées à la prise",
        ],
        "lets-cut" => ["cuts allowed", "cortes permitidos", "coupes permises"],
        "fate" => ["groups in danger", "grupos en peligro", "groupes en danger"],
        "cedes" => ["territory ceded", "territorio cedido", "territoire cédé"],
        "wasted" => [
            "moves where all is settled",
            "jugadas donde todo está decidido",
            "coups là où tout est décidé",
        ],
        "ignores" => [
            "threats without an answer",
            "amenazas sin respuesta",
            "menaces sans réponse",
        ],
        "empty-triangle" => ["empty triangles", "triángulos vacíos", "triangles vides"],
        "passes" => ["passes too early", "pases prematuros", "passes prématurées"],
        _ => ["other mistakes", "otros errores", "autres erreurs"],
    })
}

fn player(color: Color, language: Language) -> &'static str {
    language.word(super::super::Text::Player(color))
}

/// Some stones of one color by their number and the point in their middle: "the 7 black stones around K10".
fn stones(mistake: &Mistake<'_>, points: &[Point], language: Language) -> String {
    let color = points
        .iter()
        .find_map(|&at| mistake.board.color_at(at))
        .unwrap_or(mistake.color);
    let middle = middle(points);
    let template = match (points.len(), color) {
        (1, Color::Black) => [
            "the black stone at {at}",
            "la piedra negra de {at}",
            "la pierre noire en {at}",
        ],
        (1, Color::White) => [
            "the white stone at {at}",
            "la piedra blanca de {at}",
            "la pierre blanche en {at}",
        ],
        (_, Color::Black) => [
            "the {n} black stones around {at}",
            "las {n} piedras negras alrededor de {at}",
            "les {n} pierres noires autour de {at}",
        ],
        (_, Color::White) => [
            "the {n} white stones around {at}",
            "las {n} piedras blancas alrededor de {at}",
            "les {n} pierres blanches autour de {at}",
        ],
    };
    let text = language
        .among(template)
        .replace("{n}", &points.len().to_string());
    text.replace("{at}", &middle)
}

/// The stone that is nearest to all others.
fn middle(points: &[Point]) -> String {
    let far = |at: Point| -> u32 {
        points
            .iter()
            .map(|&other| u32::from(super::reading::distance(at, other)))
            .sum()
    };
    let middle = points.iter().copied().min_by_key(|&at| far(at));
    middle.map(|at| at.to_string()).unwrap_or_default()
}

/// What a part of the board is called, with its article.
fn region(part: &BoardPart) -> [&'static str; 3] {
    if part.is_whole {
        return [
            "on this small board",
            "en este tablero pequeño",
            "sur ce petit goban",
        ];
    }
    match (part.column, part.row) {
        (0, 2) => [
            "in the upper left corner",
            "en la esquina superior izquierda",
            "dans le coin supérieur gauche",
        ],
        (1, 2) => [
            "on the upper side",
            "en el lado superior",
            "sur le bord supérieur",
        ],
        (2, 2) => [
            "in the upper right corner",
            "en la esquina superior derecha",
            "dans le coin supérieur droit",
        ],
        (0, 1) => [
            "on the left side",
            "en el lado izquierdo",
            "sur le bord gauche",
        ],
        (1, 1) => ["in the center", "en el centro", "au centre"],
        (2, 1) => [
            "on the right side",
            "en el lado derecho",
            "sur le bord droit",
        ],
        (0, 0) => [
            "in the lower left corner",
            "en la esquina inferior izquierda",
            "dans le coin inférieur gauche",
        ],
        (1, 0) => [
            "on the lower side",
            "en el lado inferior",
            "sur le bord inférieur",
        ],
        _ => [
            "in the lower right corner",
            "en la esquina inferior derecha",
            "dans le coin inférieur droit",
        ],
    }
}

/// Chances to live, in percent, below which stones count as lost and above which they count as safe.
const LOST: u32 = 25;
const SAFE: u32 = 75;

/// The sentence about the chance of a player's own stones, or of the opponent's, to live after a move and after another one.
fn fate(is_own: bool, now: u32, otherwise: u32) -> [&'static str; 3] {
    match (is_own, now, otherwise) {
        (true, ..=LOST, SAFE..) => [
            "After {move}, {player} loses {stones} (chance to live {now} %, after {instead} {otherwise} %).",
            "Tras {move}, {player} pierde {stones} (probabilidad de vivir {now} %, tras {instead} {otherwise} %).",
            "Après {move}, {player} perd {stones} (chance de vivre {now} %, après {instead} {otherwise} %).",
        ],
        (true, SAFE.., ..=LOST) => [
            "{move} saves {stones} (chance to live {now} %, after {instead} {otherwise} %).",
            "{move} salva {stones} (probabilidad de vivir {now} %, tras {instead} {otherwise} %).",
            "{move} sauve {stones} (chance de vivre {now} %, après {instead} {otherwise} %).",
        ],
        (false, ..=LOST, SAFE..) => [
            "{move} kills {stones} (chance to live {now} %, after {instead} {otherwise} %).",
            "{move} mata {stones} (probabilidad de vivir {now} %, tras {instead} {otherwise} %).",
            "{move} tue {stones} (chance de vivre {now} %, après {instead} {otherwise} %).",
        ],
        (false, SAFE.., ..=LOST) => [
            "After {move}, {opponent} saves {stones} (chance to live {now} %, after {instead} {otherwise} %).",
            "Tras {move}, {opponent} salva {stones} (probabilidad de vivir {now} %, tras {instead} {otherwise} %).",
            "Après {move}, {opponent} sauve {stones} (chance de vivre {now} %, après {instead} {otherwise} %).",
        ],
        _ => [
            "After {move}, the chance of {stones} to live is {now} %, after {instead} {otherwise} %.",
            "Tras {move}, la probabilidad de vida de {stones} es del {now} %, tras {instead} del {otherwise} %.",
            "Après {move}, la chance de vivre est de {now} % pour {stones}, après {instead} de {otherwise} %.",
        ],
    }
}

/// The sentence about a chain that is captured in some way.
fn captured(way: Way) -> [&'static str; 3] {
    match way {
        Way::Ladder => [
            "{move} captures {stones} in a ladder.",
            "{move} captura en escalera {stones}.",
            "{move} capture en escalier {stones}.",
        ],
        Way::Net => [
            "{move} captures {stones} in a net.",
            "{move} captura en red {stones}.",
            "{move} capture au filet {stones}.",
        ],
        Way::Snapback => [
            "{move} captures {stones} by a snapback.",
            "{move} captura con uttegaeshi {stones}.",
            "{move} capture par uttegaeshi {stones}.",
        ],
        Way::Other => [
            "{move} captures {stones}, whatever {opponent} answers.",
            "{move} captura {stones}, responda lo que responda {opponent}.",
            "{move} capture {stones}, quoi que réponde {opponent}.",
        ],
    }
}

/// A sentence in English, Spanish and French, with names in braces for what is put in.
fn template(mistake: &Mistake<'_>, fact: &Fact) -> [&'static str; 3] {
    match fact {
        Fact::Takes(_) => [
            "{move} takes {stones} off the board.",
            "{move} retira del tablero {stones}.",
            "{move} enlève du goban {stones}.",
        ],
        Fact::Captures(_, way) => captured(*way),
        Fact::Saves(_) => [
            "{move} saves {stones} from capture.",
            "{move} salva {stones} de la captura.",
            "{move} sauve {stones} de la capture.",
        ],
        Fact::Leaves(..) => [
            "After {move}, {opponent} can capture {stones} beginning with {at}.",
            "Tras {move}, {opponent} puede capturar {stones} empezando por {at}.",
            "Après {move}, {opponent} peut capturer {stones} en commençant par {at}.",
        ],
        Fact::Threatens(..) => [
            "{move} threatens to capture {stones}, so {opponent} has to answer at {at}.",
            "{move} amenaza con capturar {stones}, y {opponent} debe responder en {at}.",
            "{move} menace de capturer {stones}, et {opponent} doit répondre en {at}.",
        ],
        Fact::DoubleThreat(..) => [
            "{move} threatens {stones} and {others} at once, and {opponent} cannot save both.",
            "{move} amenaza a la vez {stones} y {others}, y {opponent} no puede salvar ambas.",
            "{move} menace à la fois {stones} et {others}, et {opponent} ne peut sauver les deux.",
        ],
        Fact::Cuts(..) => [
            "{move} cuts {stones} from {others}.",
            "{move} separa {stones} y {others}.",
            "{move} sépare {stones} et {others}.",
        ],
        Fact::LetsCut(..) => [
            "After {move}, {opponent} cuts {stones} from {others} at {at}.",
            "Tras {move}, {opponent} separa {stones} y {others} en {at}.",
            "Après {move}, {opponent} sépare {stones} et {others} en {at}.",
        ],
        Fact::Connects(..) => [
            "{move} keeps {stones} and {others} together.",
            "{move} mantiene unidas {stones} y {others}.",
            "{move} garde liées {stones} et {others}.",
        ],
        Fact::Fate(stones, now, otherwise) => {
            let is_own = |&at: &Point| mistake.board.color_at(at) == Some(mistake.color);
            fate(stones.iter().any(is_own), *now, *otherwise)
        }
        Fact::Cedes(..) => [
            "{move} gives {opponent} about {points} points {part}.",
            "{move} cede a {opponent} unos {points} puntos {part}.",
            "{move} cède à {opponent} environ {points} points {part}.",
        ],
        Fact::Wasted => [
            "{move} changes nothing, because all around it is settled.",
            "{move} no cambia nada, porque todo a su alrededor está decidido.",
            "{move} ne change rien, car tout est décidé alentour.",
        ],
        Fact::KeyPoint => [
            "{move} is the key point for both: it is {opponent}'s best answer, too.",
            "{move} es el punto clave para ambos: también es la mejor respuesta de {opponent}.",
            "{move} est le point clé pour les deux : c'est aussi la meilleure réponse de {opponent}.",
        ],
        Fact::Ignores(..) => [
            "{move} does not answer {last}, and {opponent} goes on at {at}.",
            "{move} no responde a {last}, y {opponent} continúa en {at}.",
            "{move} ne répond pas à {last}, et {opponent} continue en {at}.",
        ],
        Fact::Larger(_) => [
            "{move} is larger: {part} more is still open.",
            "{move} es más grande: {part} queda más por decidir.",
            "{move} est plus grand : {part}, plus de choses restent ouvertes.",
        ],
        Fact::EmptyTriangle => [
            "{move} makes an empty triangle, a shape with few liberties for its stones.",
            "{move} forma un triángulo vacío, una forma con pocas libertades para sus piedras.",
            "{move} forme un triangle vide, une forme qui a peu de libertés pour ses pierres.",
        ],
        Fact::Passes => [
            "A pass leaves {better} to {opponent}.",
            "Pasar deja {better} a {opponent}.",
            "Passer laisse {better} à {opponent}.",
        ],
    }
}
