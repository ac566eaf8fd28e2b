//! A table: a game or a tree of variations, those who play, and what kosumi does there.
//!
//! Everything here is quick and happens while the table is locked. What takes time is done by the [worker](super::worker) and
//! by [reviews](super::reviewing), which take what they need, and put back what they have found unless the table has changed.

mod edit;
mod marking;
mod play;

pub(super) use edit::no_point;
pub(super) use marking::Marking;

use super::clocks::{GameClocks, TimeNote};
use super::error::{WebError, WebResult};
use super::listeners::Listeners;
use super::message::{AnalysisOrder, ControlOrder, NewGame, PlayerSort, TableMode, TablePlayer};
use super::points::sorted;
use super::text::{self, Audience, ReadGame};
use super::tree::{GameTree, ROOT};
use super::views::{GamePhase, Judgement, NodeView, Progress, ReportView, TableEvent, TableState};
use crate::clock::Stop;
use crate::explain::Language;
use crate::go::record::Setup;
use crate::go::rules::{Preset, Rules};
use crate::go::{ByColor, Color, Game, Size, is_komi};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use web_time::{Instant, SystemTime, UNIX_EPOCH};

/// The shortest side of a board.
pub(super) const SHORTEST_SIDE: u64 = 2;

/// The most letters of a text that somebody writes at a page.
pub(super) const LONGEST_TEXT: usize = 1 << 20;

/// A table.
#[derive(Debug)]
pub(super) struct WebTable {
    pub(super) id: String,
    pub(super) tree: GameTree,
    /// Facts of the record by name.
    pub(super) facts: BTreeMap<String, String>,
    pub(super) players: ByColor<TablePlayer>,
    pub(super) mode: TableMode,
    pub(super) language: Language,
    pub(super) phase: GamePhase,
    pub(super) result: Option<String>,
    pub(super) clocks: Option<GameClocks>,
    /// The node that is looked at.
    pub(super) at: usize,
    /// What is said about dead stones, while that is asked.
    pub(super) marking: Option<Marking>,
    /// The number of moves after which play was resumed last.
    resumed_after: Option<usize>,
    pub(super) analysis: AnalysisOrder,
    /// The node whose analysis has come to its end.
    pub(super) analyzed: Option<usize>,
    /// A node that is to be searched once, and the visits for it.
    pub(super) deepening: Option<(usize, u64)>,
    pub(super) thinking: Option<Color>,
    pub(super) review: Option<RunningReview>,
    pub(super) listeners: Listeners,
    /// Counts the changes of the game; what began before one is not for the table any more.
    pub(super) epoch: u64,
    /// Ends what the worker does now.
    pub(super) stop: Stop,
    /// True if a change is not in the file yet.
    pub(super) is_unsaved: bool,
    /// Since when something is not in the file that can be found again, such as where somebody looks.
    pub(super) stale_since: Option<Instant>,
    pub(super) is_closed: bool,
    /// What whoever comes first is to know.
    pub(super) notice: Option<String>,
}

/// A review that is being made.
#[derive(Debug)]
pub(super) struct RunningReview {
    pub(super) progress: Progress,
    pub(super) stop: Stop,
}

/// How a table was left, for its file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct TableNotes {
    mode: TableMode,
    language: String,
    players: ByColor<TablePlayer>,
    phase: GamePhase,
    result: Option<String>,
    control: Option<ControlOrder>,
    clocks: Option<ByColor<TimeNote>>,
    /// The place of the node that is looked at among all nodes.
    at: usize,
    resumed_after: Option<usize>,
    /// Stones that are marked as dead, and the persons who agree.
    marked: Option<(Vec<usize>, Vec<Color>)>,
}

/// The code of a language.
pub(super) fn language_code(language: Language) -> &'static str {
    let mut codes = LANGUAGES.iter();
    codes
        .find(|(_, known)| *known == language)
        .map_or("en", |(code, _)| code)
}

/// The languages, with their codes.
pub(super) const LANGUAGES: [(&str, Language); 3] = [
    ("en", Language::English),
    ("es", Language::Spanish),
    ("fr", Language::French),
];

/// Returns the language of a code.
pub(super) fn language_of(code: &str) -> WebResult<Language> {
    let is_it = |(known, _): &&(&str, Language)| known.eq_ignore_ascii_case(code);
    let found = LANGUAGES.iter().find(is_it);
    found
        .map(|&(_, language)| language)
        .ok_or_else(|| WebError::Refused(format!("there is no language '{code}'")))
}

/// Returns the rules of a name.
pub(super) fn rules_of(name: &str) -> WebResult<Rules> {
    Preset::find(name)
        .map(|preset| preset.rules)
        .map_err(WebError::refused)
}

/// Checks White's points.
pub(super) fn checked_komi(komi: f64) -> WebResult<f64> {
    let reason = || WebError::Refused(format!("{komi} is no komi"));
    Some(komi).filter(|&komi| is_komi(komi)).ok_or_else(reason)
}

/// Milliseconds since 1970.
pub(super) fn millis_of(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

impl WebTable {
    fn with_tree(id: String, tree: GameTree, now: Instant) -> WebTable {
        WebTable {
            id,
            tree,
            facts: BTreeMap::new(),
            players: ByColor::default(),
            mode: TableMode::default(),
            language: Language::default(),
            phase: GamePhase::default(),
            result: None,
            clocks: None,
            at: ROOT,
            marking: None,
            resumed_after: None,
            analysis: AnalysisOrder::default(),
            analyzed: None,
            deepening: None,
            thinking: None,
            review: None,
            listeners: Listeners::since(now),
            epoch: 0,
            stop: Stop::default(),
            is_unsaved: true,
            stale_since: None,
            is_closed: false,
            notice: None,
        }
    }

    /// A new game on a day, by usual rules unless the order names others.
    pub(super) fn new(
        id: String,
        order: &NewGame,
        usual: Rules,
        day: &str,
        now: Instant,
    ) -> WebResult<WebTable> {
        let sides = [order.columns, order.rows];
        let size = Size::new(order.columns, order.rows).map_err(WebError::refused)?;
        if sides.iter().any(|&side| side < SHORTEST_SIDE) {
            return Err(WebError::refused("a board has 2 lines at least"));
        }
        let rules = order.rules.as_deref().map_or(Ok(usual), rules_of)?;
        let usual_komi = if order.handicap > 0 {
            rules.handicap_komi
        } else {
            rules.komi
        };
        let komi = checked_komi(order.komi.unwrap_or(usual_komi.as_f64()))?;
        let is_fixed = order.fixed || order.black.kind == PlayerSort::Kosumi;
        let setup = if order.handicap > 1 && is_fixed {
            let points = size.fixed_handicap(order.handicap).ok_or_else(|| {
                let most = size.max_fixed_handicap();
                WebError::Refused(format!(
                    "a board of {size} has places for {most} handicap stones"
                ))
            })?;
            Some(Setup::handicap(&points))
        } else if order.handicap >= size.area() {
            return Err(WebError::refused(
                "there are more handicap stones than points",
            ));
        } else {
            None
        };
        let mut tree = GameTree::new(size, rules, komi, setup)?;
        tree.handicap = Some(order.handicap).filter(|&stones| stones > 1);
        let mut table = WebTable::with_tree(id, tree, now);
        table.language = order
            .language
            .as_deref()
            .map_or(Ok(Language::default()), language_of)?;
        table.mode = order.mode;
        table.facts.insert("date".to_owned(), day.to_owned());
        table.set_players(ByColor {
            black: order.black.clone(),
            white: order.white.clone(),
        })?;
        if let (Some(control), TableMode::Play) = (&order.control, order.mode) {
            table.clocks = GameClocks::new(control)?;
            if let Some(clocks) = &mut table.clocks {
                clocks.run(table.tree.node(ROOT)?.turn(), now);
            }
        }
        Ok(table)
    }

    /// A table with a record.
    pub(super) fn of_record(id: String, game: ReadGame, now: Instant) -> WebTable {
        let mut table = WebTable::with_tree(id, game.tree, now);
        table.facts = game.facts;
        let fact = |name: &str| table.facts.get(name).cloned();
        table.players = ByColor::new_with(|color| TablePlayer {
            name: fact(&color.to_string()).unwrap_or_default(),
            ..TablePlayer::default()
        });
        table.result = table.facts.get("result").cloned();
        table
    }

    /// A table as a file has kept it.
    pub(super) fn restored(id: String, mut game: ReadGame, now: Instant) -> WebTable {
        let notes = game.notes.take();
        let mut table = WebTable::of_record(id, game, now);
        table.is_unsaved = false;
        let notes = notes.and_then(|notes| serde_json::from_value::<TableNotes>(notes).ok());
        let Some(notes) = notes else { return table };
        table.mode = notes.mode;
        table.language = language_of(&notes.language).unwrap_or_default();
        table.players = notes.players;
        table.phase = notes.phase;
        table.result = notes.result;
        table.resumed_after = notes.resumed_after;
        table.at = table.tree.ids().get(notes.at).copied().unwrap_or(ROOT);
        if table.phase == GamePhase::Marking {
            let size = table.tree.size();
            table.marking = Some(Marking::restored(notes.marked.as_ref(), size));
        }
        let clocks = notes.control.map(|control| GameClocks::new(&control));
        table.clocks = clocks.and_then(Result::ok).flatten();
        if let (Some(clocks), Some(left)) = (&mut table.clocks, &notes.clocks) {
            clocks.restore(left);
        }
        table
    }

    /// The text of the file of the table.
    pub(super) fn file_text(&self, now: Instant) -> String {
        let clocks = self.clocks.as_ref();
        let notes = TableNotes {
            mode: self.mode,
            language: language_code(self.language).to_owned(),
            players: self.players.clone(),
            phase: self.phase,
            result: self.result.clone(),
            control: clocks.map(|clocks| clocks.order.clone()),
            clocks: clocks.map(|clocks| clocks.notes(now)),
            at: self
                .tree
                .ids()
                .iter()
                .position(|&id| id == self.at)
                .unwrap_or(0),
            resumed_after: self.resumed_after,
            marked: self
                .marking
                .as_ref()
                .and_then(|marking| marking.notes(self.tree.size())),
        };
        let notes = serde_json::to_value(notes).ok();
        text::write(&self.tree, &self.facts, notes.as_ref(), Audience::Kosumi)
    }

    /// Notes a change of the game: what was begun before it ends, and is not for the table.
    pub(super) fn change(&mut self) {
        self.epoch += 1;
        if self.thinking.take().is_some() {
            self.listeners.tell(&TableEvent::Thinking { color: None });
        }
        self.analyzed = None;
        self.deepening = None;
        self.is_unsaved = true;
        self.interrupt();
    }

    /// Notes a change of what can be found again. It is written after a while.
    pub(super) fn note_stale(&mut self) {
        self.stale_since.get_or_insert_with(Instant::now);
    }

    /// Ends what the worker does now. It looks what there is to do.
    pub(super) fn interrupt(&mut self) {
        std::mem::take(&mut self.stop).raise();
    }

    /// The game at a node.
    pub(super) fn game(&self, node: usize) -> WebResult<Game> {
        self.tree.game(node)
    }

    /// The last node of the game.
    pub(super) fn end(&self) -> usize {
        self.tree.end_of(ROOT)
    }

    /// Returns true if kosumi plays a color.
    pub(super) fn is_kosumi(&self, color: Color) -> bool {
        self.players[color].kind == PlayerSort::Kosumi
    }

    /// The color for which kosumi is to choose a move now.
    pub(super) fn awaits_kosumi(&self) -> Option<Color> {
        let goes_on = self.mode == TableMode::Play && self.phase == GamePhase::Playing;
        let turn = self.tree.node(self.end()).ok()?.turn();
        (goes_on && self.is_kosumi(turn)).then_some(turn)
    }

    /// Puts what a search has found to a node, and tells it. What is known by more visits says more. What was found otherwise
    /// than usual is only shown.
    pub(super) fn put_report(&mut self, report: ReportView) {
        if report.is_other {
            self.listeners.tell(&TableEvent::Report(&report));
            return;
        }
        let id = report.node;
        let known = self
            .tree
            .node(id)
            .ok()
            .and_then(|node| node.report.as_deref());
        let says_more = known.filter(|known| {
            let is_whole = !known.ownership.is_empty() || report.ownership.is_empty();
            is_whole && known.visits > report.visits
        });
        let done = report.done;
        let report = says_more.map_or(report, |known| ReportView {
            done,
            ..known.clone()
        });
        let report = Arc::new(report);
        if let Ok(node) = self.tree.node_mut(id) {
            node.report = Some(Arc::clone(&report));
            self.note_stale();
            self.listeners.tell(&TableEvent::Report(&report));
        }
    }

    /// Puts what a review says of a move to its node, and tells it.
    pub(super) fn put_judgement(&mut self, id: usize, judgement: Judgement) {
        let judgement = Arc::new(judgement);
        if let Ok(node) = self.tree.node_mut(id) {
            node.judgement = Some(Arc::clone(&judgement));
            self.note_stale();
            let judgement = &judgement;
            self.listeners.tell(&TableEvent::Judged {
                node: id,
                judgement,
            });
        }
    }

    /// Nodes as pages see them; those that are gone are left out.
    pub(super) fn views(&self, ids: impl IntoIterator<Item = usize>) -> Vec<NodeView> {
        let views = ids.into_iter().filter_map(|id| self.tree.view(id).ok());
        views.collect()
    }

    /// Tells that nodes have changed.
    pub(super) fn tell_nodes(&mut self, changed: &[usize], removed: &[usize]) {
        let (nodes, at) = (self.views(changed.iter().copied()), self.at);
        self.listeners
            .tell(&TableEvent::Nodes { nodes, removed, at });
    }

    /// Tells something to those who look.
    pub(super) fn say(&mut self, text: &str) {
        let kind = "note";
        self.listeners.tell(&TableEvent::Message { text, kind });
    }

    /// Tells how far the game is.
    pub(super) fn tell_phase(&mut self) {
        let (dead, agreed) = self.marked();
        let (phase, result) = (self.phase, self.result.as_deref());
        self.listeners.tell(&TableEvent::Phase {
            phase,
            result,
            dead,
            agreed,
            judging: self.is_judging(),
        });
    }

    /// Tells the clocks, if there are some.
    pub(super) fn tell_clock(&mut self) {
        if let Some(clocks) = &self.clocks {
            let view = clocks.view(Instant::now(), millis_of(SystemTime::now()));
            self.listeners.tell(&TableEvent::Clock(view));
        }
    }

    /// Tells that all has changed.
    pub(super) fn tell_all(&mut self) {
        let state = self.state();
        self.listeners.tell(&TableEvent::State(&state));
        if let Some(notice) = self.notice.take_if(|_| self.listeners.count() > 0) {
            self.say(&notice);
        }
    }

    /// Writes sentences in another language from now on.
    pub(super) fn set_language(&mut self, code: &str) -> WebResult<()> {
        self.language = language_of(code)?;
        Ok(())
    }

    /// Returns true if nothing has happened here that is worth keeping.
    pub(super) fn is_blank(&self) -> bool {
        let is_new = self.tree.ids().len() == 1 && self.phase == GamePhase::Playing;
        let root = self.tree.node(ROOT);
        is_new && root.is_ok_and(|root| root.comment.is_empty() && root.action.is_none())
    }

    /// All of the table.
    pub(super) fn state(&self) -> TableState {
        let size = self.tree.size();
        let (dead, agreed) = self.marked();
        let clocks = self.clocks.as_ref();
        TableState {
            table: self.id.clone(),
            columns: size.width(),
            rows: size.height(),
            stars: sorted(size.star_points(), size),
            rules: self.tree.rules().to_text(),
            komi: self.tree.komi(),
            handicap: self.tree.handicap.unwrap_or(0),
            mode: self.mode,
            language: language_code(self.language),
            players: self.players.clone(),
            info: self.facts.clone(),
            clock: clocks.map(|clocks| clocks.view(Instant::now(), millis_of(SystemTime::now()))),
            phase: self.phase,
            result: self.result.clone(),
            thinking: self.thinking,
            analysis: self.analysis.clone(),
            reviewing: self.review.as_ref().map(|review| review.progress),
            root: ROOT,
            at: self.at,
            nodes: self.views(self.tree.ids()),
            dead,
            agreed,
            judging: self.is_judging(),
        }
    }
}
