//! What each message does.

use super::Desk;
use crate::clock::Stop;
use crate::engine::RANKS;
use crate::explain::{self, Language};
use crate::go::rules::PRESETS;
use crate::go::{Color, Move, PointSet, Size};
use crate::params::PARAMS;
use crate::reading::{Solution, SolutionTarget, SolveLimits, UnsettledGroup, Unsolved};
use crate::sgf::{SgfProperty, SgfTree};
use crate::web::clocks::CONTROLS;
use crate::web::counting::Counter;
use crate::web::error::{WebError, WebResult};
use crate::web::message::{AnalysisOrder, Load, Message, TableMode};
use crate::web::points::point;
use crate::web::reviewing;
use crate::web::shared::SharedTable;
use crate::web::solving::SolutionView;
use crate::web::studies::{self, Problem, Study};
use crate::web::table::{
    LANGUAGES, LONGEST_TEXT, SHORTEST_SIDE, WebTable, checked_komi, language_of, no_point, rules_of,
};
use crate::web::text::{self, Audience};
use crate::web::tree::MOST_NODES;
use crate::web::turns::Urgency;
use crate::web::views::{GamePhase, ReportView, RulesView, SavedGame};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use web_time::Instant;

/// Visits of a hint and of an estimate.
const HINT_VISITS: u64 = 300;
const ESTIMATE_VISITS: u64 = 60;

/// Owners that are so sure, from 0 to 1, are settled.
const SETTLED: f32 = 0.9;

/// How long a problem of life and death is read.
const SOLVING: Duration = Duration::from_secs(5);

/// The most visits that one request may ask for.
const MOST_VISITS: u64 = 10_000_000;

impl Desk {
    /// Answers a message.
    pub(super) fn answer(&self, message: Message) -> WebResult<Value> {
        match message {
            Message::About {} => Ok(self.about()),
            Message::New(order) => {
                let usual = *self.resources.start.game.rules();
                let table = WebTable::new(self.new_id(), &order, usual, &day(), Instant::now())?;
                state(&self.add(table)?)
            }
            Message::Load(load) => self.load_record(&load),
            Message::Saved {} => Ok(json!({ "games": self.resources.archive.list() })),
            Message::Open { saved } => self.open_saved(&saved),
            Message::Forget { saved } => {
                // A table without a move is gone with its closing.
                if !self.close(&saved) || self.resources.archive.has(&saved) {
                    self.resources.archive.remove(&saved)?;
                }
                Ok(json!({}))
            }
            Message::State { table } => state(&self.table(&table)?),
            Message::Close { table } => {
                self.table(&table)?;
                self.close(&table);
                Ok(json!({}))
            }
            Message::Hint { table } => {
                let (node, game) = self.position(&table, None)?;
                let report = self.resources.glance(node, game, HINT_VISITS)?;
                value(&report)
            }
            Message::Estimate { table, node } => {
                let (node, game) = self.position(&table, node)?;
                let report = self.resources.glance(node, game, ESTIMATE_VISITS)?;
                Ok(estimate(&report))
            }
            Message::Score { table, node, dead } => self.score(&table, node, dead),
            Message::Solve {
                table,
                node,
                point,
                other,
            } => self.solve(&table, node, point, other),
            Message::Review {
                table,
                visits,
                seconds,
            } => {
                let effort = reviewing::effort(visits, seconds, &self.resources)?;
                let begun = reviewing::begin(&self.table(&table)?, &self.resources, effort);
                begun.map_err(WebError::refused)?;
                Ok(json!({}))
            }
            Message::Problems { name, language } => {
                let progress = self.studies.progression();
                let is_open = |id: &str| self.lock().contains_key(id);
                let language = spoken(language.as_deref())?;
                let studies = self.all_studies();
                Ok(studies::problems(
                    &studies, &name, &progress, is_open, language,
                ))
            }
            Message::Attempt {
                problem,
                point,
                language,
            } => self.attempt(&problem, point, spoken(language.as_deref())?),
            Message::Statistics { name, language } => {
                let language = spoken(language.as_deref())?;
                Ok(studies::statistics(&self.all_studies(), &name, language))
            }
            message => self.change(message),
        }
    }

    /// What reviews have found in all games that are kept.
    fn all_studies(&self) -> Vec<Arc<Study>> {
        let games = self.resources.archive.list();
        let open = |id: &str| self.lock().get(id).map(Arc::clone);
        let study = |game: SavedGame| match open(&game.id) {
            Some(shared) => Some(Arc::new(Study::of(&shared.lock(), &game.title))),
            None => self.studies.study(&game, || {
                let game = self.read_own(&self.resources.archive.read(&game.id)?)?;
                Ok(game.notes.is_some().then_some(game))
            }),
        };
        games.into_iter().filter_map(study).collect()
    }

    /// Looks at a try to solve a problem.
    fn attempt(&self, problem: &str, at: usize, language: Language) -> WebResult<Value> {
        let (saved, number) = studies::parse(problem)?;
        let posed = {
            let shared = self.table(saved)?;
            let table = shared.lock();
            Problem::of(&Study::of(&table, saved), &table.tree, number)?
        };
        let (is_right, mut answer) = posed.attempt(at, &self.resources, language)?;
        let mut progress = self.studies.progression();
        progress.note(problem, is_right)?;
        answer["due"] = json!(progress.due(problem, language).0);
        Ok(answer)
    }

    /// What kosumi is and has.
    fn about(&self) -> Value {
        let others = || {
            Language::ALL
                .into_iter()
                .filter(|&it| it != Language::English)
        };
        let called =
            |name, language: Language| (language.code(), explain::rule_set_name(name, language));
        let rules = PRESETS.iter().map(|preset| RulesView {
            name: preset.name,
            names: others()
                .map(|language| called(preset.name, language))
                .collect(),
            title: preset.title,
            komi: preset.rules.komi.as_f64(),
            handicap_komi: preset.rules.handicap_komi.as_f64(),
            ko: format!("{:?}", preset.rules.ko).to_lowercase(),
        });
        let controls = CONTROLS.map(|(name, fields)| json!({ "name": name, "fields": fields }));
        let networks = self.resources.networks.iter();
        let params = PARAMS.iter().filter(|param| param.is_tuned()).map(|param| {
            json!({ "name": param.name, "values": param.kind.to_string(), "doc": param.doc })
        });
        let usual = self.resources.start.game.rules().to_text();
        let largest = Size::square(crate::go::MAX_SIDE);
        json!({
            "version": env!("CARGO_PKG_VERSION"),
            "rules": rules.collect::<Vec<_>>(),
            "usualRules": usual,
            "offers": [
                "reasons", "review", "score", "solve", "hint", "estimate", "deepen", "problems", "attempt", "statistics",
            ],
            "ranks": RANKS.iter().map(|rank| rank.name).collect::<Vec<_>>(),
            "controls": controls,
            "languages": LANGUAGES.map(|(code, _)| code),
            "searchParams": params.collect::<Vec<_>>(),
            "networks": networks.map(|(name, _)| json!({ "name": name })).collect::<Vec<_>>(),
            "saved": self.resources.archive.shelf().place(),
            "limits": {
                "shortestSide": SHORTEST_SIDE,
                "longestSide": largest.width(),
                "nodes": MOST_NODES,
                "tables": super::MOST_TABLES,
                "text": LONGEST_TEXT,
                "visits": MOST_VISITS,
            },
        })
    }

    /// A name that no game has, and that no other new one gets.
    fn new_id(&self) -> String {
        let now = jiff::Zoned::now().strftime("%Y%m%d-%H%M%S").to_string();
        let mut given = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let mut name = now.clone();
        let mut number = 1_u64;
        while self.resources.archive.has(&name) || !given.insert(name.clone()) {
            number += 1;
            name = format!("{now}-{number}");
        }
        name
    }

    /// A game at a node, or at the node that is looked at; the last one of a game that is played.
    fn position(&self, id: &str, node: Option<usize>) -> WebResult<(usize, crate::go::Game)> {
        let shared = self.table(id)?;
        let table = shared.lock();
        let is_game = table.mode == TableMode::Play && table.phase != GamePhase::Over;
        let usual = if is_game { table.end() } else { table.at };
        let node = node.unwrap_or(usual);
        Ok((node, table.game(node)?))
    }

    fn load_record(&self, load: &Load) -> WebResult<Value> {
        let bytes = match load {
            Load {
                sgf: Some(text), ..
            } => text.as_bytes().to_vec(),
            Load {
                base64: Some(text), ..
            } => {
                let decoded = BASE64_STANDARD.decode(text.trim());
                decoded.map_err(|_| WebError::refused("the bytes are not in base64"))?
            }
            Load {
                path: Some(name), ..
            } => self.resources.archive.shelf().read_inside(name)?,
            _ => return Err(WebError::refused("one of sgf, base64 and path is expected")),
        };
        let trees = text::read_all(&bytes)?;
        let tree = match load.game {
            None if trees.len() > 1 => {
                let choice = trees
                    .iter()
                    .enumerate()
                    .map(|(index, tree)| choice(index, tree));
                return Ok(json!({ "choose": choice.collect::<Vec<_>>() }));
            }
            game => {
                let number = game.unwrap_or(0);
                let unknown = || WebError::Refused(format!("there is no game {number}"));
                trees.get(number).ok_or_else(unknown)?
            }
        };
        let id = self.add_record(tree, load.language.as_deref())?;
        state(&self.table(&id)?)
    }

    /// A new table with a record. Returns its name.
    pub(super) fn add_record(&self, tree: &SgfTree, language: Option<&str>) -> WebResult<String> {
        let usual = *self.resources.start.game.rules();
        let game = text::read(tree, usual, Audience::Others)?;
        let doubts = game.doubts.join(" ");
        let mut table = WebTable::of_record(self.new_id(), game, Instant::now());
        if let Some(code) = language {
            table.set_language(code)?;
        }
        if !doubts.is_empty() {
            table.notice = Some(doubts);
        }
        let id = table.id.clone();
        self.add(table)?;
        Ok(id)
    }

    /// Opens a game that is kept: kosumi's own as it was left, others as a copy.
    fn open_saved(&self, id: &str) -> WebResult<Value> {
        if let Ok(shared) = self.table(id) {
            return state(&shared);
        }
        let bytes = self.resources.archive.read(id)?;
        let id = self.load(&bytes)?;
        state(&self.table(&id)?)
    }

    /// Counts a position.
    fn score(&self, id: &str, node: Option<usize>, dead: Option<Vec<usize>>) -> WebResult<Value> {
        let (node, game) = self.position(id, node)?;
        let language = self.table(id)?.lock().language;
        let size = game.board().size();
        let dead = dead.map(|numbers| {
            let points = numbers.iter();
            let points = points.map(|&at| point(at, size).ok_or_else(|| no_point(at)));
            points.collect::<WebResult<PointSet>>()
        });
        let judge = self.resources.judge();
        let counter = Counter {
            judge: &judge,
            language,
            dead: dead.transpose()?,
        };
        let estimate = || self.resources.glance(node, game.clone(), ESTIMATE_VISITS);
        let worth = |group: &UnsettledGroup| self.resources.worth_of_first_move(&game, group);
        value(&counter.count(&game, estimate, worth)?)
    }

    /// What becomes of the group at a point if the player to move begins, or of its connection with the chain at another one.
    fn solve(
        &self,
        id: &str,
        node: Option<usize>,
        number: usize,
        other: Option<usize>,
    ) -> WebResult<Value> {
        let (_, game) = self.position(id, node)?;
        let language = self.table(id)?.lock().language;
        let (board, size) = (game.board(), game.board().size());
        let at = |number| point(number, size).ok_or_else(|| no_point(number));
        let target = match other {
            None => SolutionTarget::Life(at(number)?),
            Some(other) => SolutionTarget::Connection([at(number)?, at(other)?]),
        };
        let _turn = self.resources.turns.take(Urgency::Now, &Stop::default());
        let limits = SolveLimits {
            visits: u64::MAX,
            deadline: Instant::now().checked_add(SOLVING),
        };
        let first = game.position().to_move();
        match Solution::of(board, first, target, limits) {
            Ok(solution) => value(&SolutionView::of(&solution, size, language)),
            Err(Unsolved::TooHard) => value(&SolutionView::too_hard(first, language)),
            Err(error) => Err(WebError::refused(error)),
        }
    }

    /// Does what changes a table or asks about it at once.
    fn change(&self, message: Message) -> WebResult<Value> {
        let shared = self.table(message.table())?;
        let mut table = shared.lock();
        if table.is_closed {
            return Err(WebError::Unknown("the table was closed".to_owned()));
        }
        let answer = table.obey(message, self);
        self.resources.keep(&shared, &mut table);
        drop(table);
        shared.wake();
        answer
    }

    /// Checks an order of analysis.
    fn check_order(&self, order: &AnalysisOrder) -> WebResult<()> {
        if order
            .visits
            .is_some_and(|visits| visits == 0 || visits > MOST_VISITS)
        {
            return Err(WebError::Refused(format!(
                "from 1 to {MOST_VISITS} visits are expected"
            )));
        }
        if order
            .seconds
            .is_some_and(|seconds| !(0.0..=1e6).contains(&seconds))
        {
            return Err(WebError::refused("from 0 to 1000000 seconds are expected"));
        }
        order.rules.as_deref().map(rules_of).transpose()?;
        order.komi.map(checked_komi).transpose()?;
        self.resources.analysis_params(order).map(|_| ())
    }
}

/// The language of a code, or English without one.
fn spoken(code: Option<&str>) -> WebResult<Language> {
    code.map_or(Ok(Language::default()), language_of)
}

impl Message {
    /// The table that it is about, empty if it is about none.
    fn table(&self) -> &str {
        match self {
            Message::About {}
            | Message::New(_)
            | Message::Load(_)
            | Message::Saved {}
            | Message::Problems { .. }
            | Message::Attempt { .. }
            | Message::Statistics { .. }
            | Message::Open { .. }
            | Message::Forget { .. } => "",
            Message::State { table }
            | Message::Close { table }
            | Message::Go { table, .. }
            | Message::Play { table, .. }
            | Message::Undo { table }
            | Message::Resign { table, .. }
            | Message::Hint { table }
            | Message::Estimate { table, .. }
            | Message::Setup { table, .. }
            | Message::Edit { table, .. }
            | Message::Delete { table, .. }
            | Message::Promote { table, .. }
            | Message::Analyze { table, .. }
            | Message::Deepen { table, .. }
            | Message::Score { table, .. }
            | Message::Solve { table, .. }
            | Message::Dead { table, .. }
            | Message::Accept { table, .. }
            | Message::Resume { table }
            | Message::Review { table, .. }
            | Message::Stop { table }
            | Message::Reasons { table, .. }
            | Message::Save { table, .. } => table,
            Message::Set(change) => &change.table,
        }
    }
}

impl WebTable {
    /// Does what a message asks of the table.
    fn obey(&mut self, message: Message, desk: &Desk) -> WebResult<Value> {
        let now = Instant::now();
        self.check_time(now);
        match message {
            Message::Go { node, .. } => {
                self.tree.node(node)?;
                self.look_at(node);
                Ok(json!({ "at": self.at }))
            }
            Message::Play { node, point, .. } => {
                let mv = self.mv(point)?;
                let changed = self.play(node, mv, now)?;
                Ok(self.changed(&changed))
            }
            Message::Undo { .. } => {
                let removed = self.undo(now)?;
                Ok(self.removed(&removed))
            }
            Message::Resign { color, .. } => self.resign(color, now).map(|()| json!({})),
            Message::Setup {
                node, stones, turn, ..
            } => {
                let changed = self.set_up(node, &stones, turn)?;
                Ok(self.changed(&changed))
            }
            Message::Edit {
                node,
                comment,
                name,
                marks,
                ..
            } => {
                self.edit(node, comment, name, marks)?;
                Ok(self.changed(&[node]))
            }
            Message::Delete { node, .. } => {
                let removed = self.delete(node)?;
                Ok(self.removed(&removed))
            }
            Message::Promote { node, .. } => {
                let changed = self.promote(node)?;
                Ok(self.changed(&changed))
            }
            Message::Analyze { order, .. } => {
                desk.check_order(&order)?;
                self.analysis = order;
                self.analyzed = None;
                if self.thinking.is_none() {
                    self.interrupt();
                }
                Ok(json!({ "analysis": self.analysis }))
            }
            Message::Deepen { node, visits, .. } => {
                self.tree.node(node)?;
                if !(1..=MOST_VISITS).contains(&visits) {
                    return Err(WebError::refused("the number of visits is out of range"));
                }
                self.deepening = Some((node, visits));
                if self.thinking.is_none() {
                    self.interrupt();
                }
                Ok(json!({}))
            }
            Message::Dead { point: number, .. } => {
                let at = point(number, self.tree.size()).ok_or_else(|| no_point(number))?;
                self.turn_dead(at)?;
                Ok(self.agreement())
            }
            Message::Accept { color, .. } => {
                self.accept(color, now)?;
                Ok(self.agreement())
            }
            Message::Resume { .. } => {
                self.resume(now)?;
                Ok(self.agreement())
            }
            Message::Stop { .. } => {
                self.stop_review();
                Ok(json!({}))
            }
            Message::Reasons { node, .. } => {
                let judged = self.tree.node(node)?.judgement.as_ref();
                let reasons = judged.map(|judged| judged.reasons.clone());
                Ok(json!({ "reasons": reasons.unwrap_or_default() }))
            }
            Message::Save { analysis, .. } => Ok(self.export(analysis)),
            Message::Set(change) => {
                self.set(&change, now)?;
                value(&self.state())
            }
            _ => Err(WebError::Internal),
        }
    }

    /// The move on a point, or a pass.
    fn mv(&self, number: Option<usize>) -> WebResult<Move> {
        let Some(number) = number else {
            return Ok(Move::Pass);
        };
        let at = point(number, self.tree.size()).ok_or_else(|| no_point(number))?;
        Ok(Move::Play(at))
    }

    /// The answer to a change of nodes.
    fn changed(&self, nodes: &[usize]) -> Value {
        json!({ "at": self.at, "nodes": self.views(nodes.iter().copied()) })
    }

    /// The answer to a removal of nodes.
    fn removed(&self, nodes: &[usize]) -> Value {
        json!({ "at": self.at, "removed": nodes, "nodes": self.views([self.at]) })
    }

    /// The answer to what is said about dead stones.
    fn agreement(&self) -> Value {
        let (dead, agreed) = self.marked();
        json!({
            "phase": self.phase,
            "result": self.result,
            "dead": dead,
            "agreed": agreed,
            "judging": self.is_judging(),
        })
    }

    /// The game as a text for others, with its name.
    fn export(&self, analysis: bool) -> Value {
        let mut tree = self.tree.clone();
        if analysis {
            for id in tree.ids() {
                if let Ok(node) = tree.node_mut(id) {
                    let found = node.report.as_deref().map(summary);
                    let parts = [Some(node.comment.clone()), found];
                    let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
                    node.comment = parts.collect::<Vec<_>>().join("\n\n");
                }
            }
        }
        let sgf = text::write(&tree, &self.facts, None, Audience::Others);
        json!({ "sgf": sgf, "name": format!("{}.sgf", self.file_name()) })
    }

    /// A name for a file: the players, if they have names, and the day.
    fn file_name(&self) -> String {
        let names = ["date", "black", "white"]
            .iter()
            .filter_map(|name| self.facts.get(*name));
        let name = names.cloned().collect::<Vec<_>>().join(" ");
        let plain = |letter: char| {
            if letter.is_alphanumeric() {
                letter
            } else {
                '-'
            }
        };
        let plain: String = name.chars().map(plain).take(80).collect();
        let plain = plain.trim_matches('-');
        if plain.is_empty() {
            self.id.clone()
        } else {
            plain.to_owned()
        }
    }
}

/// What was found, in a line.
fn summary(report: &ReportView) -> String {
    let (leader, lead) = if report.lead < 0.0 {
        (Color::White, -report.lead)
    } else {
        (Color::Black, report.lead)
    };
    format!(
        "kosumi: Black wins {:.0} %, {} leads by {lead:.1}, {} visits.",
        100.0 * report.chance,
        leader.name(),
        report.visits
    )
}

/// An estimate as pages get it.
fn estimate(report: &ReportView) -> Value {
    let settled = report.ownership.iter().all(|owner| owner.abs() >= SETTLED);
    json!({
        "chance": report.chance,
        "lead": report.lead,
        "ownership": report.ownership,
        "settled": settled,
        "visits": report.visits,
    })
}

/// One of several games of a file.
fn choice(index: usize, tree: &SgfTree) -> Value {
    let fact = |name: &str| tree.nodes[0].find(name).map(SgfProperty::line);
    let children = tree.children();
    let main = std::iter::successors(Some(0), |&at: &usize| children[at].first().copied());
    let is_move = |&at: &usize| {
        let mut properties = tree.nodes[at].properties.iter();
        properties.any(|property| property.mover().is_some())
    };
    json!({
        "index": index,
        "black": fact("PB"),
        "white": fact("PW"),
        "date": fact("DT"),
        "result": fact("RE"),
        "moves": main.filter(is_move).count(),
    })
}

/// All of a table.
fn state(shared: &Arc<SharedTable>) -> WebResult<Value> {
    value(&shared.lock().state())
}

fn value(of: &impl serde::Serialize) -> WebResult<Value> {
    serde_json::to_value(of).map_err(|error| {
        log::error!("an answer cannot be written: {error}");
        WebError::Internal
    })
}

/// The day, as records tell it.
fn day() -> String {
    jiff::Zoned::now().strftime("%Y-%m-%d").to_string()
}
