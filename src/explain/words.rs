//! Every text of an explanation, in every language.

use crate::go::score::TermKind;
use crate::go::{Color, Move};
use crate::html::viewer::Labels;
use crate::life::hypothetical::Fate;
use crate::life::{Ground, Status};

/// A language that explanations are written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Language {
    /// English.
    #[default]
    #[cfg_attr(feature = "cli", value(name = "en"))]
    English,
    /// Spanish.
    #[cfg_attr(feature = "cli", value(name = "es"))]
    Spanish,
    /// French.
    #[cfg_attr(feature = "cli", value(name = "fr"))]
    French,
}

/// What has to be known of a count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Notice {
    /// The name of its row.
    Row,
    /// Behind the rules, that the record names none.
    NoRulesNamed,
    /// That the game was not over.
    NotOver,
    /// With `{rules}`, by which the recorded result comes out.
    RecordedBy,
    /// The name of the row about what an unfinished game is worth.
    Estimated,
    /// That, with `{lead}`, its `{deviation}`, the `{player}` who is likelier to win, his `{chance}` and the `{visits}`.
    Estimate,
    /// The name of the row about what is open.
    Open,
    /// One place of it, with the number of `{points}` and one of them, `{at}`.
    OpenPlace,
    /// Behind the largest ones, how many `{places}` there are else.
    OpenElsewhere,
    /// What is said if nothing is open but the game was not ended.
    NothingOpen,
    /// The name of the row with the command to play on.
    PlayOn,
    /// The name of the row about a group whose life the next move decides.
    Unsettled,
    /// That, with the `{group}`, its `{owner}` and `{opponent}`, and what comes of it if either moves first.
    UnsettledGroup,
    /// Behind that, how many `{points}` it makes who moves first.
    FirstMoveWorth,
    /// That there is no such group.
    NoneUnsettled,
    /// Behind what a player reaches by a ko, who needs the first threat, a `{player}`.
    ByKo,
}

/// What is said of a problem of life and death, or of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ProblemText {
    /// The stones in question, one or several: their `{owner}`, how many, and one of them, `{at}`.
    OneStone,
    ManyStones,
    /// The stones `{at}` one point and an `{other}` one, whose connection is in question.
    TwoChains,
    /// What becomes of the `{target}`: the first `{player}` gets his way so, and with which moves.
    Decided,
    With,
    Or,
    /// Behind a player or his move: whether he gets his way, as the opponent or as the owner of the stones.
    Captures,
    Fails,
    Lives,
    Dies,
    Connects,
    Cuts,
    /// What becomes of the `{target}`, one stone or several, whoever moves first.
    OneLives,
    ManyLive,
    OneDies,
    ManyDie,
    AreConnected,
    AreCut,
    /// That it holds on a condition, and the condition: a frame, with `{owner}`, `{opponent}`, and `{distance}`; or the life of a chain
    /// `{at}` a point, or of those there and at an `{other}` point.
    Holds,
    Frame,
    IfChain,
    IfChains,
    /// Before a list of the first moves of a `{player}`.
    FirstMoves,
    /// Before those that were not read to the end, and in their place the number of `{moves}` if they are many.
    Unread,
    ManyMoves,
}

/// What is said around the solutions of such problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SolveText {
    /// Whose move it is, a `{player}`.
    ToPlay,
    /// That a number of `{seconds}` did not suffice, and the `{reason}`: reading is too hard, or there are no stones, or none `{at}`
    /// a point, or those there and at an `{other}` point cannot be connected.
    Unsolved,
    TooHard,
    NoStones,
    NoStone,
    TwoColors,
    OneChain,
    /// What it took: `{seconds}`, and `{visits}`.
    Effort,
    /// Whether the `{move}` that a record begins with is one of those that work.
    BeginningAgrees,
    BeginningDisagrees,
    /// The same of a move that the record calls right.
    RightAgrees,
    RightDisagrees,
    /// That a move works which the record calls wrong.
    WrongWorks,
    /// That a move works of which the record does not say so.
    WorksToo,
    /// Before the name of the file with the proof.
    Tree,
    /// Of several problems, how many are solved, `{count}` of `{all}`; how many of these if other stones live, and within a frame;
    /// how many end alike; and how many agree with the record, of all that could be compared.
    Solved,
    Presuming,
    Framed,
    EndAlike,
    Agreeing,
    /// Before the names of those that do not.
    Disagreeing,
}

/// A text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Text {
    Player(Color),
    /// One of several in a file, before its number.
    Game,
    /// A pass in a line of moves.
    Pass,
    /// How many stones a chain has, behind the number.
    Stones,
    /// What becomes of a chain, behind its name.
    Status(Status),
    /// How that is known; with `{}` for a number of percent where it is an estimate.
    Ground(Ground),
    /// How hypothetical play about a chain ends.
    Fate(Fate),
    /// Behind a player who makes the first move of a line.
    Begins,
    /// Whether a chain is captured in a fight.
    Fought(bool),
    /// After that, what would reverse it: a number of ko threats, or more than that number.
    Lead,
    LargerLead,
    /// How a fight ends that is too hard to read.
    TooHard,
    Term(TermKind),
    Total,
    Dame,
    Result,
    /// Before what has come back by the last move, and what that is.
    Repeated,
    EarlierPosition,
    /// The rules of a count.
    Rules,
    /// The result that a record names.
    Recorded,
    /// What has to be known of a count.
    Notice(Notice),
    /// What is said of a problem of life and death.
    Problem(ProblemText),
    /// What is said around its solution.
    Solve(SolveText),
    DeadList,
    Filled,
    Defended,
    Held,
    Legend,
    Page(PageText),
}

/// A text that stands on a page alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageText {
    /// What the signs on the board mean.
    Signs,
    /// Headings.
    Chains,
    Counted,
    /// Buttons that lead to the board that was counted, and to a line.
    CountedBoard,
    ShowLine,
}

impl Language {
    /// All of them.
    pub(crate) const ALL: [Language; 3] = [Language::English, Language::Spanish, Language::French];

    pub(super) fn word(self, text: Text) -> &'static str {
        self.among(words(text))
    }

    /// The one of texts in English, Spanish and French that is in this language.
    pub(crate) fn among(self, [english, spanish, french]: [&'static str; 3]) -> &'static str {
        match self {
            Language::English => english,
            Language::Spanish => spanish,
            Language::French => french,
        }
    }

    /// What a move is called: its point, or the word for a pass.
    pub(crate) fn move_name(self, mv: Move) -> String {
        match mv {
            Move::Play(at) => at.to_string(),
            Move::Pass => self.word(Text::Pass).to_owned(),
        }
    }

    /// What the board of a page and its buttons are called.
    pub(crate) fn labels(self) -> Labels {
        match self {
            Language::English => Labels::ENGLISH,
            Language::Spanish => Labels::SPANISH,
            Language::French => Labels::FRENCH,
        }
    }

    /// Its code (ISO 639-1).
    pub(crate) fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Spanish => "es",
            Language::French => "fr",
        }
    }

    /// A semicolon after a word.
    pub(super) fn semicolon(self) -> &'static str {
        match self {
            Language::English | Language::Spanish => ";",
            Language::French => " ;",
        }
    }

    /// A colon after a word.
    pub(crate) fn colon(self) -> &'static str {
        match self {
            Language::English | Language::Spanish => ":",
            Language::French => " :",
        }
    }
}

/// A text in English, Spanish and French.
fn words(text: Text) -> [&'static str; 3] {
    match text {
        Text::Player(Color::Black) => ["Black", "Negro", "Noir"],
        Text::Player(Color::White) => ["White", "Blanco", "Blanc"],
        Text::Game => ["game", "partida", "partie"],
        Text::Pass => ["pass", "paso", "passe"],
        Text::Stones | Text::Term(TermKind::Stones) => ["stones", "piedras", "pierres"],
        Text::Status(Status::Alive) => ["lives", "vive", "vit"],
        Text::Status(Status::Seki) => ["lives in seki", "vive en seki", "vit en seki"],
        Text::Status(Status::Dead) => ["is dead", "está muerto", "est mort"],
        Text::Ground(ground) => ground_words(ground),
        Text::Fate(Fate::Uncapturable) => [
            "it cannot be captured",
            "no puede ser capturado",
            "il ne peut pas être capturé",
        ],
        Text::Fate(Fate::Replaced) => [
            "a new stone stays in its place when it is captured",
            "al ser capturado, una piedra nueva permanece en su lugar",
            "quand il est capturé, une nouvelle pierre reste à sa place",
        ],
        Text::Fate(Fate::Enabling) => [
            "its capture makes room for a new stone that stays",
            "su captura deja sitio a una piedra nueva que permanece",
            "sa capture fait place à une nouvelle pierre qui reste",
        ],
        Text::Fate(Fate::Dead) => [
            "it is captured and no new stone stays",
            "es capturado y ninguna piedra nueva permanece",
            "il est capturé et aucune nouvelle pierre ne reste",
        ],
        Text::Fate(Fate::Kept) => [
            "it cannot be captured, whoever moves first and whoever wins kos",
            "no puede ser capturado, mueva quien mueva primero y gane quien gane los kos",
            "il ne peut pas être capturé, qui que ce soit qui commence et qui gagne les kos",
        ],
        Text::Fate(Fate::Lost) => [
            "it is captured and no new stone stays, whoever moves first and whoever wins kos",
            "es capturado y ninguna piedra nueva permanece, mueva quien mueva primero y gane quien gane los kos",
            "il est capturé et aucune nouvelle pierre ne reste, qui que ce soit qui commence et qui gagne les kos",
        ],
        Text::Begins => ["begins", "empieza", "commence"],
        Text::Fought(true) => ["it is captured", "es capturado", "il est capturé"],
        Text::Fought(false) => words(Text::Fate(Fate::Uncapturable)),
        Text::Lead => [
            ", unless {player} is ahead in threats for kos by {threats} or more",
            ", a menos que {player} aventaje en amenazas de ko por {threats} o más",
            ", à moins que {player} n'ait une avance d'au moins {threats} en menaces de ko",
        ],
        Text::LargerLead => [
            ", unless {player} is ahead in threats for kos by more than {threats}",
            ", a menos que {player} aventaje en amenazas de ko por más de {threats}",
            ", à moins que {player} n'ait une avance de plus de {threats} en menaces de ko",
        ],
        Text::TooHard => [
            "it is too hard to tell how that ends",
            "es demasiado difícil decir cómo acaba",
            "il est trop difficile de dire comment cela finit",
        ],
        Text::Term(TermKind::Territory) => ["territory", "territorio", "territoire"],
        Text::Term(TermKind::Prisoners) => ["prisoners", "prisioneros", "prisonniers"],
        Text::Term(TermKind::DeadStones) => ["dead stones", "piedras muertas", "pierres mortes"],
        Text::Term(TermKind::PassStones) => ["pass stones", "piedras de paso", "pierres de passe"],
        Text::Term(TermKind::Tax) => ["tax", "descuento", "taxe"],
        Text::Term(TermKind::Komi) => ["komi", "komi", "komi"],
        Text::Term(TermKind::Compensation) => [
            "handicap compensation",
            "compensación por ventaja",
            "compensation du handicap",
        ],
        Text::Term(TermKind::FirstPass) => ["first pass", "primer paso", "première passe"],
        Text::Term(TermKind::Button) => ["button", "botón", "bouton"],
        Text::Total => ["total", "total", "total"],
        Text::Dame => ["dame", "dame", "dame"],
        Text::Result => ["result", "resultado", "résultat"],
        Text::Repeated => ["repeated", "repetida", "répétée"],
        Text::EarlierPosition => [
            "an earlier position",
            "una posición anterior",
            "une position antérieure",
        ],
        Text::Rules => ["rules", "reglas", "règle"],
        Text::Recorded => ["recorded", "registrado", "enregistré"],
        Text::DeadList => ["dead", "muertas", "mortes"],
        Text::Filled => ["filled", "ocupados", "comblés"],
        Text::Defended => ["defended (teire)", "defensas (teire)", "défenses (teire)"],
        Text::Held => [
            "left open for a ko",
            "abiertos por un ko",
            "laissés ouverts pour un ko",
        ],
        Text::Notice(notice) => notice_words(notice),
        Text::Problem(text) => problem_words(text),
        Text::Solve(text) => solve_words(text),
        Text::Page(page) => page_words(page),
        Text::Legend => [
            "X O living stones, x o dead ones, + Black's points, - White's, = in seki, . nobody's",
            "X O piedras vivas, x o muertas, + puntos de Negro, - de Blanco, = en seki, . de nadie",
            "X O pierres vivantes, x o mortes, + points de Noir, - de Blanc, = en seki, . à personne",
        ],
    }
}

/// What has to be known of a count, in English, Spanish and French.
fn notice_words(notice: Notice) -> [&'static str; 3] {
    match notice {
        Notice::NoRulesNamed => [
            "(the record names none that are known)",
            "(el registro no nombra ninguna conocida)",
            "(la partie n'en nomme aucune de connue)",
        ],
        Notice::Row => ["note", "nota", "note"],
        Notice::NotOver => [
            "the game is not over: the count below is what it would be if it ended here",
            "la partida no ha terminado: el recuento de abajo es el que sería si acabara aquí",
            "la partie n'est pas finie : le décompte ci-dessous est ce qu'il en serait si elle s'arrêtait là",
        ],
        Notice::RecordedBy => [
            "the recorded result is that of these rules: {rules}",
            "el resultado registrado es el de estas reglas: {rules}",
            "le résultat enregistré est celui de ces règles : {rules}",
        ],
        Notice::Estimated => ["estimate", "estimación", "estimation"],
        Notice::Estimate => [
            "{lead}, standard deviation {deviation}; {player} wins with {chance} % ({visits} visits)",
            "{lead}, desviación típica {deviation}; {player} gana con un {chance} % ({visits} visitas)",
            "{lead}, écart type {deviation} ; {player} gagne avec {chance} % ({visits} visites)",
        ],
        Notice::Open => ["open", "abierto", "ouvert"],
        Notice::OpenPlace => [
            "{points} around {at}",
            "{points} alrededor de {at}",
            "{points} autour de {at}",
        ],
        Notice::OpenElsewhere => [
            "{places} smaller places",
            "{places} lugares menores",
            "{places} endroits plus petits",
        ],
        Notice::NothingOpen => [
            "nothing but dame",
            "nada más que dame",
            "rien d'autre que des dame",
        ],
        Notice::PlayOn => ["play on", "seguir", "continuer"],
        Notice::Unsettled => ["unsettled", "sin decidir", "indécis"],
        Notice::UnsettledGroup => [
            "{group} can be captured if {opponent} moves first{captured}, and lives if {owner} does{kept}",
            "{group} puede ser capturado si {opponent} juega primero{captured}, y vive si lo hace {owner}{kept}",
            "{group} peut être pris si {opponent} joue en premier{captured}, et vit si c'est {owner}{kept}",
        ],
        Notice::FirstMoveWorth => [
            "; the first move is worth about {points} points",
            "; la primera jugada vale unos {points} puntos",
            " ; le premier coup vaut environ {points} points",
        ],
        Notice::NoneUnsettled => [
            "no group was found whose life the next move decides",
            "no se ha encontrado ningún grupo cuya vida decida la próxima jugada",
            "aucun groupe dont le prochain coup décide n'a été trouvé",
        ],
        Notice::ByKo => [
            "by a ko in which {player} needs the first threat",
            "con un ko en el que {player} necesita la primera amenaza",
            "par un ko où {player} a besoin de la première menace",
        ],
    }
}

/// What is said of a problem of life and death or of a connection, in English, Spanish and French.
fn problem_words(text: ProblemText) -> [&'static str; 3] {
    match text {
        ProblemText::OneStone => [
            "{owner}'s stone at {at}",
            "La piedra de {owner} en {at}",
            "La pierre de {owner} en {at}",
        ],
        ProblemText::ManyStones => [
            "{owner}'s {stones} stones at {at}",
            "Las {stones} piedras de {owner} en {at}",
            "Les {stones} pierres de {owner} en {at}",
        ],
        ProblemText::TwoChains => [
            "{owner}'s stones at {at} and {other}",
            "Las piedras de {owner} en {at} y {other}",
            "Les pierres de {owner} en {at} et {other}",
        ],
        ProblemText::Decided => [
            "{target}: {player} {result}{with}.",
            "{target}: {player} {result}{with}.",
            "{target} : {player} {result}{with}.",
        ],
        ProblemText::With => [", with {moves}", ", con {moves}", ", avec {moves}"],
        ProblemText::Or => [" or ", " o ", " ou "],
        ProblemText::Captures => ["captures", "captura", "prend"],
        ProblemText::Fails => ["fails", "fracasa", "échoue"],
        ProblemText::Lives => ["lives", "vive", "vit"],
        ProblemText::Dies => ["dies", "muere", "meurt"],
        ProblemText::Connects => ["connects", "conecta", "relie"],
        ProblemText::Cuts => ["cuts", "corta", "coupe"],
        ProblemText::OneLives => [
            "{target} lives whoever moves first.",
            "{target} vive mueva quien mueva primero.",
            "{target} vit, qui que ce soit qui commence.",
        ],
        ProblemText::ManyLive => [
            "{target} live whoever moves first.",
            "{target} viven mueva quien mueva primero.",
            "{target} vivent, qui que ce soit qui commence.",
        ],
        ProblemText::OneDies => [
            "{target} dies whoever moves first.",
            "{target} muere mueva quien mueva primero.",
            "{target} meurt, qui que ce soit qui commence.",
        ],
        ProblemText::ManyDie => [
            "{target} die whoever moves first.",
            "{target} mueren mueva quien mueva primero.",
            "{target} meurent, qui que ce soit qui commence.",
        ],
        ProblemText::AreConnected => [
            "{target} are connected whoever moves first.",
            "{target} quedan conectadas mueva quien mueva primero.",
            "{target} sont reliées, qui que ce soit qui commence.",
        ],
        ProblemText::AreCut => [
            "{target} are cut off from each other whoever moves first.",
            "{target} quedan cortadas mueva quien mueva primero.",
            "{target} sont coupées, qui que ce soit qui commence.",
        ],
        ProblemText::Holds => [
            "That holds {condition}.",
            "Eso vale {condition}.",
            "Cela vaut {condition}.",
        ],
        ProblemText::Frame => [
            "if all that {owner} can reach only over more than {distance} empty points is {opponent}'s and lives",
            "si todo lo que {owner} solo alcanza a través de más de {distance} puntos vacíos es de {opponent} y vive",
            "si tout ce que {owner} n'atteint que par plus de {distance} intersections vides est à {opponent} et vit",
        ],
        ProblemText::IfChain => [
            "if the chain at {at} lives",
            "si la cadena en {at} vive",
            "si la chaîne en {at} vit",
        ],
        ProblemText::IfChains => [
            "if the chains at {at} and {other} live",
            "si las cadenas en {at} y {other} viven",
            "si les chaînes en {at} et {other} vivent",
        ],
        ProblemText::FirstMoves => [
            "{player}'s first moves:",
            "Primeras jugadas de {player}:",
            "Premiers coups de {player} :",
        ],
        ProblemText::Unread => [
            "not read to the end",
            "sin leer hasta el final",
            "pas lus jusqu'au bout",
        ],
        ProblemText::ManyMoves => ["{moves} moves", "{moves} jugadas", "{moves} coups"],
    }
}

/// What is said around the solutions of such problems, in English, Spanish and French.
fn solve_words(text: SolveText) -> [&'static str; 3] {
    match text {
        SolveText::ToPlay => ["{player} to play", "juega {player}", "à {player} de jouer"],
        SolveText::Unsolved => [
            "Not solved in {seconds} s: {reason}.",
            "Sin resolver en {seconds} s: {reason}.",
            "Non résolu en {seconds} s : {reason}.",
        ],
        SolveText::TooHard => [
            "it is too hard to read to the end",
            "es demasiado difícil de leer hasta el final",
            "c'est trop difficile à lire jusqu'au bout",
        ],
        SolveText::NoStones => [
            "there are no stones",
            "no hay piedras",
            "il n'y a pas de pierres",
        ],
        SolveText::NoStone => [
            "there is no stone at {at}",
            "no hay ninguna piedra en {at}",
            "il n'y a pas de pierre en {at}",
        ],
        SolveText::TwoColors => [
            "the stones at {at} and {other} are of different colors",
            "las piedras en {at} y {other} son de colores distintos",
            "les pierres en {at} et {other} sont de couleurs différentes",
        ],
        SolveText::OneChain => [
            "the stones at {at} and {other} are in one chain",
            "las piedras en {at} y {other} están en una misma cadena",
            "les pierres en {at} et {other} sont dans une même chaîne",
        ],
        SolveText::Effort => [
            "{seconds} s, {visits} visits",
            "{seconds} s, {visits} visitas",
            "{seconds} s, {visits} visites",
        ],
        SolveText::BeginningAgrees => [
            "The record begins with {move}, which agrees.",
            "El registro empieza con {move}, que coincide.",
            "La partie enregistrée commence par {move}, ce qui concorde.",
        ],
        SolveText::BeginningDisagrees => [
            "The record begins with {move}, which does not agree.",
            "El registro empieza con {move}, que no coincide.",
            "La partie enregistrée commence par {move}, ce qui ne concorde pas.",
        ],
        SolveText::RightAgrees => [
            "The record calls {move} right, which agrees.",
            "El registro da {move} por correcta, lo que coincide.",
            "La partie enregistrée donne {move} pour juste, ce qui concorde.",
        ],
        SolveText::RightDisagrees => [
            "The record calls {move} right, which does not agree.",
            "El registro da {move} por correcta, lo que no coincide.",
            "La partie enregistrée donne {move} pour juste, ce qui ne concorde pas.",
        ],
        SolveText::WrongWorks => [
            "The record calls {move} wrong, but it works.",
            "El registro da {move} por incorrecta, pero funciona.",
            "La partie enregistrée donne {move} pour faux, mais ce coup marche.",
        ],
        SolveText::WorksToo => [
            "{move} works as well, which the record does not say.",
            "{move} también funciona, lo que el registro no dice.",
            "{move} marche aussi, ce que la partie enregistrée ne dit pas.",
        ],
        SolveText::Tree => ["Tree", "Árbol", "Arbre"],
        SolveText::Solved => [
            "{count} of {all} problems solved",
            "Problemas resueltos: {count} de {all}",
            "Problèmes résolus : {count} sur {all}",
        ],
        SolveText::Presuming => [
            ", {count} of them if other stones live",
            ", {count} de ellos si viven otras piedras",
            ", dont {count} si d'autres pierres vivent",
        ],
        SolveText::Framed => [
            ", {count} of them within a frame",
            ", {count} de ellos dentro de un marco",
            ", dont {count} dans un cadre",
        ],
        SolveText::EndAlike => [
            "; {count} of {all} end alike whoever moves first",
            "; {count} de {all} acaban igual mueva quien mueva primero",
            " ; {count} sur {all} finissent pareil, qui que ce soit qui commence",
        ],
        SolveText::Agreeing => [
            "; {count} of {all} agree with the record",
            "; {count} de {all} coinciden con el registro",
            " ; {count} sur {all} concordent avec la partie enregistrée",
        ],
        SolveText::Disagreeing => ["Not in agreement:", "No coinciden:", "Pas de concordance :"],
    }
}

/// A text of a page in English, Spanish and French.
fn page_words(text: PageText) -> [&'static str; 3] {
    match text {
        PageText::Signs => [
            "Cross: dead. Blue ring: in seki. Small square: a point of its color. Blue dot: nobody's.",
            "Cruz: muerta. Anillo azul: en seki. Cuadrado pequeño: punto de su color. Punto azul: de nadie.",
            "Croix : morte. Anneau bleu : en seki. Petit carré : point de sa couleur. Point bleu : à personne.",
        ],
        PageText::Chains => [
            "What becomes of the stones",
            "Qué pasa con las piedras",
            "Ce que deviennent les pierres",
        ],
        PageText::Counted => ["The count", "El recuento", "Le décompte"],
        PageText::CountedBoard => [
            "The board that was counted",
            "El tablero recontado",
            "Le goban décompté",
        ],
        PageText::ShowLine => ["Play it", "Jugarlo", "Le jouer"],
    }
}

/// How it is known what becomes of a chain, in English, Spanish and French.
fn ground_words(ground: Ground) -> [&'static str; 3] {
    match ground {
        Ground::Rules => [
            "the rules take no stones off",
            "las reglas no retiran ninguna piedra",
            "la règle ne retire aucune pierre",
        ],
        Ground::Agreed => [
            "both players agreed on it",
            "ambos jugadores lo acordaron",
            "les deux joueurs en ont convenu",
        ],
        Ground::Given => [
            "it was said so",
            "así se ha indicado",
            "c'est ce qui a été indiqué",
        ],
        Ground::Unconditional => [
            "nobody can capture it even if its owner always passes",
            "nadie puede capturarlo aunque su dueño pase siempre",
            "personne ne peut le capturer, même si son propriétaire passe toujours",
        ],
        Ground::Alternating => [
            "proved by reading, once dame are filled it cannot be captured if its owner answers each move where it is made",
            "demostrado por lectura, una vez ocupados los dame no puede ser capturado si su dueño responde a cada jugada donde se hace",
            "démontré par la lecture, une fois les dame comblés il ne peut pas être capturé si son propriétaire répond à chaque coup là où il est joué",
        ],
        Ground::StandOff => [
            "nobody can fill a shared liberty without loss",
            "nadie puede ocupar una libertad compartida sin pérdida",
            "personne ne peut combler une liberté commune sans perte",
        ],
        Ground::Ko => [
            "it can be taken in a ko and taken back, and who passes leaves it as it is",
            "puede capturarse en un ko y recapturarse, y quien pasa lo deja como está",
            "il peut être pris dans un ko et repris, et qui passe le laisse tel quel",
        ],
        Ground::Proved(Fate::Kept | Fate::Lost) => [
            "proved by reading",
            "demostrado por lectura",
            "démontré par la lecture",
        ],
        Ground::Enclosed(Fate::Kept | Fate::Lost) => [
            "proved by reading, if what surrounds it lives",
            "demostrado por lectura, si vive lo que lo rodea",
            "démontré par la lecture, si ce qui l'entoure vit",
        ],
        Ground::Read(Fate::Kept | Fate::Lost) => [
            "read up to the capture of five stones, which is no proof",
            "leído hasta la captura de cinco piedras, que no es una demostración",
            "lu jusqu'à la capture de cinq pierres, ce qui n'est pas une démonstration",
        ],
        Ground::Proved(_) => [
            "proved by hypothetical play",
            "demostrado por juego hipotético",
            "démontré par le jeu hypothétique",
        ],
        Ground::Enclosed(_) => [
            "proved by hypothetical play, if what surrounds it lives",
            "demostrado por juego hipotético, si vive lo que lo rodea",
            "démontré par le jeu hypothétique, si ce qui l'entoure vit",
        ],
        Ground::Read(_) => [
            "read by hypothetical play up to the capture of five stones, which is no proof",
            "leído por juego hipotético hasta la captura de cinco piedras, que no es una demostración",
            "lu par le jeu hypothétique jusqu'à la capture de cinq pierres, ce qui n'est pas une démonstration",
        ],
        Ground::Estimated(_) => [
            "it stays in {} % of the playouts",
            "permanece en el {} % de las partidas simuladas",
            "il reste dans {} % des parties simulées",
        ],
        Ground::Seen(_) => [
            "it stays with a chance of {} %, by playouts and a network",
            "permanece con una probabilidad del {} %, según partidas simuladas y una red",
            "il reste avec une probabilité de {} %, selon des parties simulées et un réseau",
        ],
    }
}
