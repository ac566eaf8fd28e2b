//! The sentences of reasons, in every language.

use super::owners::BoardPart;
use super::{About, Certainty, Fact, Mistake, Way, WeighedFact};
use crate::explain::{self, Language};
use crate::go::{Color, Move, Point};

/// Returns what a finding says, as a sentence.
pub(super) fn sentence(mistake: &Mistake<'_>, found: &WeighedFact, language: Language) -> String {
    let name = |point: Option<Point>| language.move_name(point.map_or(Move::Pass, Move::Play));
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
        Fact::Takes(one) | Fact::Captures(one, _) | Fact::Saves(one, _) => {
            values.push(("stones", group(one)));
        }
        Fact::Leaves(one, at, _) | Fact::Threatens(one, at) => {
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
        Fact::Cedes(part, gained) | Fact::Influence(part, gained) => {
            values.extend([
                ("part", language.among(region(part)).to_owned()),
                ("points", format!("{gained:.0}")),
            ]);
        }
        Fact::Larger(part) => values.push(("part", language.among(region(part)).to_owned())),
        Fact::Ignores(last, reply) => {
            values.extend([("last", last.to_string()), ("at", reply.to_string())]);
        }
        Fact::Sente(reply, next, threatened) => {
            values.extend([
                ("at", reply.to_string()),
                ("next", next.to_string()),
                ("points", format!("{threatened:.0}")),
            ]);
        }
        Fact::KoThreat(at, ko) | Fact::LetsTakeKo(at, ko) => {
            values.extend([("at", at.to_string()), ("ko", ko.to_string())]);
        }
        Fact::TakesKo(at) | Fact::Gote(at) => values.push(("at", at.to_string())),
        Fact::LeavesJoseki(names, _) => values.push(("joseki", language.among(*names).to_owned())),
        Fact::KeyPoint(Some(size)) => values.push(("points", format!("{size:.0}"))),
        Fact::Wasted | Fact::KeyPoint(None) | Fact::EmptyTriangle | Fact::Passes => (),
    }
    if let Some(needy) = needy(&found.fact) {
        values.push(("needy", player(needy, language).to_owned()));
    }
    let template = template(mistake, &found.fact);
    filled(language.among(template), &values)
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
    let middle = explain::middle(points).map_or_else(String::new, |at| at.to_string());
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

/// Who needs the first ko threat.
fn needy(fact: &Fact) -> Option<Color> {
    match *fact {
        Fact::Captures(_, Way::Ko(needy))
        | Fact::Leaves(_, _, Certainty::Ko(needy))
        | Fact::Saves(_, Certainty::Ko(needy)) => Some(needy),
        _ => None,
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
        Way::Ko(_) => [
            "{move} captures {stones} in a ko; {needy} needs the first ko threat.",
            "{move} captura {stones} en un ko; {needy} necesita la primera amenaza de ko.",
            "{move} capture {stones} dans un ko ; {needy} a besoin de la première menace de ko.",
        ],
        Way::Other => [
            "{move} captures {stones}, whatever {opponent} answers.",
            "{move} captura {stones}, responda lo que responda {opponent}.",
            "{move} capture {stones}, quoi que réponde {opponent}.",
        ],
    }
}

/// The sentence about a chain that may be captured.
fn left(certainty: Certainty) -> [&'static str; 3] {
    match certainty {
        Certainty::Sure => [
            "After {move}, {opponent} can capture {stones} beginning with {at}.",
            "Tras {move}, {opponent} puede capturar {stones} empezando por {at}.",
            "Après {move}, {opponent} peut capturer {stones} en commençant par {at}.",
        ],
        Certainty::Ko(_) => [
            "After {move}, {opponent} can capture {stones} in a ko beginning with {at}; {needy} needs the first ko threat.",
            "Tras {move}, {opponent} puede capturar {stones} en un ko empezando por {at}; {needy} necesita la primera amenaza de ko.",
            "Après {move}, {opponent} peut capturer {stones} dans un ko en commençant par {at} ; {needy} a besoin de la première menace de ko.",
        ],
    }
}

/// The sentence about a chain that is saved.
fn saved(certainty: Certainty) -> [&'static str; 3] {
    match certainty {
        Certainty::Sure => [
            "{move} saves {stones} from capture.",
            "{move} salva {stones} de la captura.",
            "{move} sauve {stones} de la capture.",
        ],
        Certainty::Ko(_) => [
            "{move} makes a ko for {stones}; {needy} needs the first ko threat.",
            "{move} hace un ko por {stones}; {needy} necesita la primera amenaza de ko.",
            "{move} fait un ko pour {stones} ; {needy} a besoin de la première menace de ko.",
        ],
    }
}

/// The sentence about a ko that is taken or fought.
fn of_ko(fact: &Fact) -> [&'static str; 3] {
    match fact {
        Fact::TakesKo(_) => [
            "{move} takes the ko, and {opponent} needs a ko threat before taking back at {at}.",
            "{move} toma el ko, y {opponent} necesita una amenaza de ko antes de retomar en {at}.",
            "{move} prend le ko, et {opponent} a besoin d'une menace de ko avant de reprendre en {at}.",
        ],
        Fact::LetsTakeKo(..) => [
            "After {move}, {opponent} takes the ko at {at}, and {player} needs a ko threat before taking back.",
            "Tras {move}, {opponent} toma el ko en {at}, y {player} necesita una amenaza de ko antes de retomar.",
            "Après {move}, {opponent} prend le ko en {at}, et {player} a besoin d'une menace de ko avant de reprendre.",
        ],
        _ => [
            "{move} is a ko threat: {opponent} answers at {at}, and {player} takes the ko back at {ko}.",
            "{move} es una amenaza de ko: {opponent} responde en {at}, y {player} retoma el ko en {ko}.",
            "{move} est une menace de ko : {opponent} répond en {at}, et {player} reprend le ko en {ko}.",
        ],
    }
}

/// A sentence in English, Spanish and French, with names in braces for what is put in.
fn template(mistake: &Mistake<'_>, fact: &Fact) -> [&'static str; 3] {
    match fact {
        Fact::Leaves(_, _, certainty) => left(*certainty),
        Fact::Saves(_, certainty) => saved(*certainty),
        Fact::TakesKo(_) | Fact::LetsTakeKo(..) | Fact::KoThreat(..) => of_ko(fact),
        Fact::Takes(_) => [
            "{move} takes {stones} off the board.",
            "{move} retira del tablero {stones}.",
            "{move} enlève du goban {stones}.",
        ],
        Fact::Captures(_, way) => captured(*way),
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
        Fact::Influence(..) => [
            "{move} gives {opponent} influence {part}: chances there that are worth about {points} points, though no territory yet.",
            "{move} cede a {opponent} influencia {part}: posibilidades que valen unos {points} puntos, sin ser todavía territorio.",
            "{move} cède à {opponent} de l'influence {part} : des chances qui valent environ {points} points, sans être encore du territoire.",
        ],
        Fact::Sente(..) => [
            "{move} is sente: it threatens to gain about {points} points around there, so {opponent} answers at {at}, and {player} goes on elsewhere, at {next}.",
            "{move} es sente: amenaza con ganar unos {points} puntos alrededor, así que {opponent} responde en {at}, y {player} sigue en otra parte, en {next}.",
            "{move} est sente : il menace de gagner environ {points} points alentour, donc {opponent} répond en {at}, et {player} continue ailleurs, en {next}.",
        ],
        Fact::Gote(_) => [
            "{move} is gote: {opponent} need not answer it, and plays at {at}.",
            "{move} es gote: {opponent} no necesita responder, y juega en {at}.",
            "{move} est gote : {opponent} n'a pas besoin d'y répondre, et joue en {at}.",
        ],
        Fact::KeyPoint(Some(_)) => [
            "{move} is the key point for both, worth about {points} points: it is {opponent}'s best answer, too.",
            "{move} es el punto clave para ambos y vale unos {points} puntos: también es la mejor respuesta de {opponent}.",
            "{move} est le point clé pour les deux et vaut environ {points} points : c'est aussi la meilleure réponse de {opponent}.",
        ],
        Fact::KeyPoint(None) => [
            "{move} is the key point for both: it is {opponent}'s best answer, too.",
            "{move} es el punto clave para ambos: también es la mejor respuesta de {opponent}.",
            "{move} est le point clé pour les deux : c'est aussi la meilleure réponse de {opponent}.",
        ],
        Fact::Ignores(..) => [
            "{move} does not answer {last}, and {opponent} goes on at {at}.",
            "{move} no responde a {last}, y {opponent} continúa en {at}.",
            "{move} ne répond pas à {last}, et {opponent} continue en {at}.",
        ],
        Fact::LeavesJoseki(..) => [
            "The usual move here is {better} ({joseki}).",
            "La jugada habitual aquí es {better} ({joseki}).",
            "Le coup habituel ici est {better} ({joseki}).",
        ],
        Fact::Wasted => [
            "{move} changes nothing, because all around it is settled.",
            "{move} no cambia nada, porque todo a su alrededor está decidido.",
            "{move} ne change rien, car tout est décidé alentour.",
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
