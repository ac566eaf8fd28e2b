//! `kosumi score`: the count of a game record.

use super::{
    Failures, cut_to_possible, gtp, model, print, read_games, recorded_rules, rule_set, rules_name,
};
use crate::clock::Budget;
use crate::engine::Settings;
use crate::eval::OWN_NAME;
use crate::explain::{self, Language, UnfinishedGame};
use crate::files;
use crate::go::rules::{PRESETS, Preset, RuleSet};
use crate::go::{Color, Game, Outcome, Point, PointSet, Record, Rules, Strictness};
use crate::life::{self, Count, Estimate, Judge, Verdict};
use crate::params::Params;
use crate::search::Purpose;
use crate::session::{Question, Session, Start};
use anyhow::{Context, Result};
use clap::Args;
use maud::Markup;
use std::collections::HashMap;
use std::fmt::Write;
use std::num::ParseIntError;
use std::path::PathBuf;

/// The columns of the names of rows and of rule sets.
const NAME_WIDTH: usize = 21;

/// Visits of the search that estimates a game that is not over.
const ESTIMATE_VISITS: u64 = 400;

/// What is said instead of points if a record marks the dead stones.
const MARKED: &str = "marked";

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  kosumi score game.sgf --rules japanese\n  kosumi score game.sgf --dead \"D4 Q16\"\n  \
                  kosumi score game.sgf --explain"
)]
pub(super) struct ScoreOptions {
    /// Game record in SGF; every game in it is counted
    file: PathBuf,
    /// Rule set by name, such as japanese; `kosumi gtp --help` lists them [default: that of the record, or else
    /// chinese]
    #[arg(long, value_parser = rules_name)]
    rules: Option<String>,
    /// Explains which stones live and which are dead
    #[arg(long)]
    explain: bool,
    /// Language of the explanation; implies --explain
    #[arg(long, value_enum)]
    lang: Option<Language>,
    /// Writes the explanation as a web page, too, on which the game can be stepped through
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Adds the results under all rule sets, and the stones whose status differs there
    #[arg(long)]
    all_rules: bool,
    /// Counts the position after N moves [default: all]
    #[arg(long = "move", value_name = "N")]
    moves: Option<usize>,
    /// The dead stones: a point of each dead chain, such as "D4 Q16", or `marked` for those that the record marks as the
    /// players have agreed [default: kosumi judges]
    #[arg(long, value_name = "POINTS")]
    dead: Option<String>,
    /// Playouts that find dead stones; a quarter of them where a network judges, too
    #[arg(long, value_name = "N", default_value_t = life::DEFAULT_PLAYOUTS, hide_short_help = true, value_parser = dead_playouts)]
    dead_playouts: u32,
    /// The network that judges beside the playouts: own, a file in KataGo's format, or none for playouts alone
    #[arg(long, value_name = "NAME", default_value = OWN_NAME, hide_short_help = true)]
    model: String,
}

/// Reads the number of playouts as the parameter of that name does.
fn dead_playouts(text: &str) -> Result<u32, String> {
    let number = gtp::parameter("dead_playouts")(text)?;
    number
        .parse()
        .map_err(|error: ParseIntError| error.to_string())
}

pub(super) fn run(options: &ScoreOptions) -> Result<()> {
    let settings = Settings {
        model: model(&options.model)?,
        dead_playouts: options.dead_playouts,
        ..Settings::default()
    };
    let judge = settings.judge();
    let mut sections = Vec::new();
    let language = options.lang.unwrap_or_default();
    let games = read_games(&options.file, usize::MAX, language)?;
    let mut failures = Failures::of(games.len());
    for (name, game) in games {
        let mut report = |record| options.report(record, &name, &settings, &judge, &mut sections);
        match game.and_then(|record| report(record).with_context(|| format!("in {name}"))) {
            Ok(text) => print(&text)?,
            Err(error) => failures.add(error)?,
        }
    }
    if let Some(path) = options.html.as_ref().filter(|_| !sections.is_empty()) {
        let name = options.file.file_name().unwrap_or(options.file.as_os_str());
        let page = explain::page(&name.to_string_lossy(), &sections, language);
        files::write_whole(path, page.as_bytes())?;
    }
    failures.end("games")
}

impl ScoreOptions {
    /// The game of a record under a rule set, and who lives. Each board is judged only once.
    fn judged(
        &self,
        record: &Record,
        rules: Rules,
        judge: &Judge,
        estimates: &mut HashMap<u64, Estimate>,
    ) -> Result<(Game, Verdict)> {
        let moves = self.moves.unwrap_or(usize::MAX);
        let game = Game::replay(record, rules, moves, Strictness::Lenient)?;
        let verdict = match self.dead.as_deref() {
            Some(MARKED) => {
                let dead = record.marked_dead(game.board());
                let dead = dead.context("the record marks no territory (TB, TW) at its end")?;
                Verdict::agreed(&game, &dead)
            }
            Some(points) => Verdict::given(&game, &parse_points(points)?),
            None => {
                let estimate = estimates
                    .entry(game.board().hash())
                    .or_insert_with(|| Estimate::of(game.board(), judge));
                Verdict::from_estimate(&game, estimate, judge)
            }
        };
        Ok((game, verdict))
    }

    /// The count of a game, which has a name, as text. If a web page is wanted, its section is added to the others.
    fn report(
        &self,
        mut record: Record,
        name: &str,
        settings: &Settings,
        judge: &Judge,
        sections: &mut Vec<Markup>,
    ) -> Result<String> {
        let set = rule_set(self.rules.as_deref(), &record)?;
        cut_to_possible(&mut record, set.rules, &name)?;
        let record = &record;
        let mut estimates = HashMap::new();
        let (game, mut verdict) = self.judged(record, set.rules, judge, &mut estimates)?;
        if let Some(estimate) = estimates.get(&game.board().hash()) {
            verdict = verdict.with_safety(&game, estimate, judge);
        }
        let count = Count::of(&game, &verdict);
        let language = self.lang.unwrap_or_default();
        let is_named = self.rules.is_some() || recorded_rules(record).is_some();
        let mut notes = Vec::new();
        let mut ahead = Vec::new();
        let was_over = self.was_over(record, &game);
        if !was_over {
            log::warn!("{name}: {}", explain::not_over(Language::English));
            let seen = estimates
                .entry(game.board().hash())
                .or_insert_with(|| Estimate::of(game.board(), judge));
            ahead = estimated(&game, settings, count.open_points(game.board(), seen))?.rows(
                game.board(),
                &self.file.to_string_lossy(),
                language,
            );
        }
        // In a game that was played to its end, what could still be captured has been left so by both players.
        if !was_over || record.moves().next().is_none() {
            let groups = verdict.unsettled(&game, judge.deadline);
            ahead.extend(groups.iter().map(|group| {
                let worth = analyst(&game, settings).worth_of_first_move(group);
                explain::unsettled(game.board(), group, worth, language)
            }));
        }
        if let Some(result) = record.result.as_ref().filter(|_| !is_named)
            && !is_same(result, &count.outcome())
        {
            let names = self.rules_of(result, record, judge, &mut estimates)?;
            notes.extend((!names.is_empty()).then(|| explain::recorded_by(&names, language)));
        }
        if self.html.is_some() {
            let heading = heading(record, &set, language);
            let rows = ahead.iter();
            let rows = rows.map(|(name, text)| format!("{name}{} {text}", language.colon()));
            let all: Vec<String> = rows.chain(notes.iter().cloned()).collect();
            let section = explain::section(&heading, was_over, &all, &game, &count, language);
            sections.push(section);
        }
        let is_explained = self.explain || self.lang.is_some();
        // Names of rows, as wide as those of the terms.
        let width = if is_explained { 28 } else { NAME_WIDTH };
        let rules = explain::rules(&set.name, is_named, language, width);
        let mut text = String::new();
        for (name, what) in &ahead {
            writeln!(text, "{name:width$} {what}")?;
        }
        let counted = if is_explained {
            let sentences = explain::chains(game.board(), &count, language).join("\n");
            let picture = count.picture();
            let legend = explain::legend(language);
            let terms = explain::count(&count, language);
            format!("{picture}\n{legend}\n\n{sentences}\n\n{rules}\n{terms}")
        } else {
            format!("{}\n{rules}\n{count}\n", game.board())
        };
        text += &counted;
        if self.all_rules {
            text += &self.other_rules(record, &count, judge, &mut estimates)?;
        }
        if let Some(result) = &record.result {
            writeln!(text, "{}", explain::recorded(result, language, width))?;
        }
        for note in notes {
            writeln!(text, "{}", explain::note(&note, language, width))?;
        }
        Ok(text)
    }

    /// Returns true if play had stopped where a record was counted. Many records leave out the passes, but not the result of
    /// a count; then there are at least moves enough for a game.
    fn was_over(&self, record: &Record, game: &Game) -> bool {
        let made = record.moves().count();
        let is_whole = self.moves.is_none_or(|moves| moves >= made)
            && 3 * made >= record.size.points().count();
        let counted = record.result.as_ref().and_then(Outcome::margin).is_some();
        let position = game.position();
        let has_stopped = position.is_over() || position.long_cycle().is_some();
        let both_passed = position.passes_in_a_row() >= 2;
        // A setup alone is no game that could go on.
        made == 0 || has_stopped || both_passed || is_whole && counted
    }

    /// The results under all rule sets, a line each, with what is otherwise than in a count.
    fn other_rules(
        &self,
        record: &Record,
        count: &Count,
        judge: &Judge,
        estimates: &mut HashMap<u64, Estimate>,
    ) -> Result<String> {
        let language = self.lang.unwrap_or_default();
        let mut text = "\n".to_owned();
        let name = |preset: &Preset| explain::rule_set_name(preset.name, language);
        let widths = PRESETS.iter().map(|preset| name(preset).chars().count());
        let width = widths.max().unwrap_or(0).max(NAME_WIDTH);
        for preset in PRESETS {
            let (game, verdict) = self.judged(record, preset.rules, judge, estimates)?;
            let other = Count::of(&game, &verdict);
            let mut differences = vec![explain::brief(&other, language)];
            differences.extend(explain::otherwise(game.board(), &other, count, language));
            let (outcome, differences) = (other.outcome(), differences.join(", "));
            writeln!(text, "{:width$} {outcome:>7}  {differences}", name(preset))?;
        }
        Ok(text)
    }

    /// The rule sets by which a recorded result comes out exactly.
    fn rules_of(
        &self,
        result: &Outcome,
        record: &Record,
        judge: &Judge,
        estimates: &mut HashMap<u64, Estimate>,
    ) -> Result<Vec<&'static str>> {
        let mut names = Vec::new();
        if result.margin().is_none() {
            return Ok(names);
        }
        for preset in PRESETS {
            let (game, verdict) = self.judged(record, preset.rules, judge, estimates)?;
            if is_same(result, &Count::of(&game, &verdict).outcome()) {
                names.push(preset.name);
            }
        }
        Ok(names)
    }
}

/// A session about a game, on one thread.
fn analyst(game: &Game, settings: &Settings) -> Session {
    let params = Params {
        player: Settings {
            threads: Some(1),
            ..settings.clone()
        },
        ..Params::default()
    };
    Session::new(Start {
        params,
        game: game.clone(),
        ..Start::default()
    })
}

/// What a game that is not over, and in which some points are open, is worth by a short search.
fn estimated(game: &Game, settings: &Settings, open: Vec<Point>) -> Result<UnfinishedGame> {
    let color = game.position().to_move();
    let mut session = analyst(game, settings);
    let question = Question::new(color, Purpose::Analyze);
    let thought = session.think(question, Budget::of_visits(ESTIMATE_VISITS))?;
    let report = thought.report.context("the search has no report")?;
    let value = report.worth(color, report.moves.first());
    Ok(UnfinishedGame {
        chance: value.chance,
        lead: value.lead,
        deviation: value.deviation,
        visits: report.root_visits(),
        open,
    })
}

/// Returns true if a recorded result is that of a count.
fn is_same(recorded: &Outcome, counted: &Outcome) -> bool {
    recorded.winner() == counted.winner() && recorded.margin() == counted.margin()
}

/// The players of a game, if they have names, and the rules it is counted by.
fn heading(record: &Record, set: &RuleSet, language: Language) -> String {
    let names = Color::ALL.map(|color| record.players[color].as_str());
    let players = names.into_iter().filter(|name| !name.is_empty());
    players
        .chain([explain::rule_set_name(&set.name, language)])
        .collect::<Vec<_>>()
        .join(" – ")
}

fn parse_points(text: &str) -> Result<PointSet> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words
        .map(|word| word.parse().map_err(anyhow::Error::from))
        .collect()
}
