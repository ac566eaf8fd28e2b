//! What a page gets, as it goes out in JSON.

use super::message::{AnalysisOrder, SetupStone, TableMode, TablePlayer};
use crate::engine::RankEvidence;
use crate::go::{ByColor, Color};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// All of a table.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TableState {
    /// Its name, by which it is kept.
    pub(super) table: String,
    /// Columns of the board.
    pub(super) columns: u8,
    /// Rows of the board.
    pub(super) rows: u8,
    /// Points that diagrams mark.
    pub(super) stars: Vec<usize>,
    /// The rules by name.
    pub(super) rules: String,
    /// White's points.
    pub(super) komi: f64,
    /// Handicap stones.
    pub(super) handicap: usize,
    /// What the table is for.
    pub(super) mode: TableMode,
    /// The language of sentences.
    pub(super) language: &'static str,
    /// Who plays.
    pub(super) players: ByColor<TablePlayer>,
    /// Facts of the record.
    pub(super) info: BTreeMap<String, String>,
    /// The clocks, if there are some.
    pub(super) clock: Option<ClockView>,
    /// How far the game is.
    pub(super) phase: GamePhase,
    /// How it has ended.
    pub(super) result: Option<String>,
    /// The color for which kosumi chooses a move.
    pub(super) thinking: Option<Color>,
    /// What is analyzed.
    pub(super) analysis: AnalysisOrder,
    /// How far a review is.
    pub(super) reviewing: Option<Progress>,
    /// The first node.
    pub(super) root: usize,
    /// The node that is looked at.
    pub(super) at: usize,
    /// All nodes.
    pub(super) nodes: Vec<NodeView>,
    /// Stones that are marked as dead.
    pub(super) dead: Vec<usize>,
    /// Who agrees with that.
    pub(super) agreed: Vec<Color>,
    /// Whether kosumi still judges the stones.
    pub(super) judging: bool,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum GamePhase {
    /// Moves are made.
    #[default]
    Playing,
    /// Play has stopped, and dead stones are marked.
    Marking,
    /// It has a result.
    Over,
}

/// How far something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Progress {
    /// What is done.
    pub(super) done: usize,
    /// Of how many.
    pub(super) total: usize,
}

/// A node.
#[derive(Clone, Debug, Serialize)]
pub(super) struct NodeView {
    /// Its number, which no other node of the table ever has.
    pub(super) id: usize,
    /// The node before it.
    pub(super) parent: Option<usize>,
    /// The nodes behind it, the main line first.
    pub(super) children: Vec<usize>,
    /// Who has moved; `None` if it is no move.
    pub(super) color: Option<Color>,
    /// Where; `None` for a pass.
    pub(super) point: Option<usize>,
    /// Whose turn it is then.
    pub(super) turn: Color,
    /// What is otherwise than before on points.
    pub(super) changes: Vec<(usize, SetupStone)>,
    /// Stones that each player has captured so far.
    pub(super) captured: ByColor<u32>,
    /// Where the rules do not let play whose turn it is.
    pub(super) forbidden: Vec<usize>,
    /// The number of moves so far.
    pub(super) number: usize,
    /// Marks on points.
    pub(super) marks: Vec<(usize, &'static str, String)>,
    /// What is said about it.
    pub(super) comment: String,
    /// What it is called.
    pub(super) name: String,
    /// What was found by the last analysis.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) report: Option<Arc<ReportView>>,
    /// What a review says of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) judged: Option<Arc<Judgement>>,
}

/// Both clocks.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ClockView {
    /// What they are.
    pub(super) control: String,
    /// What Black has left.
    pub(super) black: TimeView,
    /// What White has left.
    pub(super) white: TimeView,
    /// Whose clock runs.
    pub(super) running: Option<Color>,
    /// When that was so, in milliseconds since 1970.
    pub(super) at: u64,
}

/// What a player has left.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct TimeView {
    /// Seconds of the main time or of the present period.
    pub(super) seconds: f64,
    /// `main`, or what overtime is called.
    pub(super) period: &'static str,
    /// Stones or periods that are left, for people; empty before overtime.
    pub(super) text: String,
}

/// What a search has found in a position. Chances and leads are Black's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct ReportView {
    /// The node.
    pub(super) node: usize,
    /// Visits of the position.
    pub(super) visits: u64,
    /// The chance to win, 0 to 1.
    pub(super) chance: f64,
    /// The lead in points.
    pub(super) lead: f64,
    /// The standard deviation of the margin.
    pub(super) deviation: f64,
    /// Who will own each point, from 1 for Black to -1 for White; empty unless asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) ownership: Vec<f32>,
    /// The moves that were visited, the best first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) candidates: Vec<CandidateView>,
    /// The likeliest moves before any search, with their probabilities.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) policy: Vec<(Option<usize>, f64)>,
    /// What people would play, if a network tells that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) people: Vec<(Option<usize>, f64)>,
    /// True if the search has ended.
    pub(super) done: bool,
    /// True if the search was not the usual one: another network, other rules and the like.
    #[serde(rename = "other", skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_other: bool,
}

/// A move that was visited.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct CandidateView {
    /// Where; `None` for a pass.
    pub(super) point: Option<usize>,
    /// Its visits.
    pub(super) visits: u32,
    /// Black's chance to win after it.
    pub(super) chance: f64,
    /// Black's lead after it.
    pub(super) lead: f64,
    /// Its probability by the policy.
    pub(super) prior: f64,
    /// Black's chance at the bound that the mover's chance is almost surely not worse than.
    pub(super) lower: f64,
    /// The best line, the move first.
    pub(super) line: Vec<Option<usize>>,
}

/// What a review says of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Judgement {
    /// Points that it has lost.
    pub(super) points: f64,
    /// The chance to win that it has lost, 0 to 1.
    pub(super) chance: f64,
    /// 0 for nothing that could not be chance, 1 for doubtful, 2 for a mistake, 3 for a big one.
    pub(super) grade: u8,
    /// What was to be played instead.
    pub(super) better: Option<BetterView>,
    /// Why.
    #[serde(default)]
    pub(super) reasons: Vec<ReasonView>,
    /// What it says of the rank of its player: the logarithm of its probability by each rank, in hundredths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) ranks: Vec<i16>,
    /// The name of the opening or joseki that it completes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) opening: Option<String>,
}

impl Judgement {
    /// What the move says of the rank of its player.
    pub(super) fn evidence(&self) -> RankEvidence {
        let logs: Vec<f64> = self
            .ranks
            .iter()
            .map(|&log| f64::from(log) / 100.0)
            .collect();
        RankEvidence::from_logs(&logs)
    }
}

/// A better line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct BetterView {
    /// Its moves.
    pub(super) line: Vec<Option<usize>>,
    /// Black's chance to win after its first move.
    pub(super) chance: f64,
    /// Black's lead after it.
    pub(super) lead: f64,
    /// What the shape of its first move is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) shape: Option<String>,
}

/// A reason in words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct ReasonView {
    /// What kind of reason.
    pub(super) kind: String,
    /// `played` or `better`: which move it is about.
    pub(super) of: String,
    /// A sentence.
    pub(super) text: String,
    /// The points that it speaks of.
    pub(super) points: Vec<usize>,
    /// A line that shows it.
    pub(super) line: Vec<Option<usize>>,
    /// Who makes the first move of the line, if there is one.
    pub(super) first: Option<Color>,
}

/// A rule set.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RulesView {
    /// Its name.
    pub(super) name: &'static str,
    /// What it is called in other languages than English, by their codes.
    pub(super) names: BTreeMap<&'static str, &'static str>,
    /// What it is.
    pub(super) title: &'static str,
    /// White's points in an even game.
    pub(super) komi: f64,
    /// The same with a handicap.
    #[serde(rename = "handicapKomi")]
    pub(super) handicap_komi: f64,
    /// What may not be repeated: `simple`, `positional` or `situational`.
    pub(super) ko: String,
}

/// A game that is kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct SavedGame {
    /// Its name, which is that of its table.
    pub(super) id: String,
    /// Who plays.
    pub(super) title: String,
    /// The day, as the record tells it.
    pub(super) date: String,
    /// Moves of the main line.
    pub(super) moves: usize,
    /// The result, maybe empty.
    pub(super) result: String,
    /// When it was changed, in milliseconds since 1970.
    pub(super) modified: u64,
}

/// What happens at a table.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(super) enum TableEvent<'a> {
    /// All has changed.
    State(&'a TableState),
    /// Some nodes are new or have changed, others are gone.
    Nodes {
        nodes: Vec<NodeView>,
        removed: &'a [usize],
        at: usize,
    },
    /// kosumi begins or ends to choose a move.
    Thinking { color: Option<Color> },
    /// The clocks.
    Clock(ClockView),
    /// What a search has found so far.
    Report(&'a ReportView),
    /// What a review says of a move.
    Judged {
        node: usize,
        #[serde(flatten)]
        judgement: &'a Judgement,
    },
    /// How far a review is.
    Reviewing(Progress),
    /// The game goes on, stops or ends.
    Phase {
        phase: GamePhase,
        result: Option<&'a str>,
        dead: Vec<usize>,
        agreed: Vec<Color>,
        judging: bool,
    },
    /// Something that a person is to know.
    Message { text: &'a str, kind: &'a str },
    /// The table is closed.
    Closed {},
}

/// The count of a position.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ScoreView {
    /// True if play has not stopped, and points are open.
    pub(super) unfinished: bool,
    /// These points.
    pub(super) open: Vec<usize>,
    /// Dead stones.
    pub(super) dead: Vec<usize>,
    /// Empty points that do not count because of a seki.
    pub(super) seki: Vec<usize>,
    /// Points of neither.
    pub(super) dame: Vec<usize>,
    /// Whose each empty point and each point of a dead stone is.
    pub(super) area: Vec<(usize, Color)>,
    /// The rules of the game by name.
    pub(super) rules: String,
    /// The result by them.
    pub(super) result: String,
    /// The language of the sentences.
    pub(super) language: &'static str,
    /// The results by all rules.
    pub(super) table: Vec<ResultRow>,
    /// The terms of the count by the rules of the game, and their sum.
    pub(super) terms: Vec<TermRow>,
    /// Groups of a game that goes on whose life the next move decides.
    pub(super) unsettled: Vec<UnsettledView>,
    /// What becomes of each chain.
    pub(super) chains: Vec<ChainView>,
    /// What a game that is not finished is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) estimate: Option<ReportView>,
}

/// A result by some rules.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ResultRow {
    /// Their name.
    pub(super) rules: &'static str,
    /// What they are.
    pub(super) title: &'static str,
    /// The result.
    pub(super) result: String,
    /// Black's points.
    pub(super) black: f64,
    /// White's points.
    pub(super) white: f64,
}

/// A term of a count.
#[derive(Clone, Debug, Serialize)]
pub(super) struct TermRow {
    /// What is counted.
    pub(super) text: String,
    /// Black's points.
    pub(super) black: f64,
    /// White's points.
    pub(super) white: f64,
}

/// A group whose life the next move decides.
#[derive(Clone, Debug, Serialize)]
pub(super) struct UnsettledView {
    /// Its stones.
    pub(super) points: Vec<usize>,
    /// What comes of it if either player moves first, in a sentence.
    pub(super) text: String,
    /// The moves that show it: of its opponent, who captures it, and of its owner, who saves it.
    pub(super) lines: [FirstLine; 2],
}

/// Moves that a player begins.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FirstLine {
    /// This player.
    pub(super) first: Color,
    /// The moves.
    pub(super) line: Vec<Option<usize>>,
}

/// What becomes of a chain.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ChainView {
    /// Its stones.
    pub(super) points: Vec<usize>,
    /// `alive`, `dead` or `seki`.
    pub(super) status: &'static str,
    /// Why, in a sentence.
    pub(super) text: String,
    /// Moves that show it.
    pub(super) line: Vec<Option<usize>>,
    /// Who makes the first of them.
    pub(super) first: Option<Color>,
}
