//! Commands that read and write files.

use super::values::playout_policy;
use super::{Answer, Args, Conversation, GtpError, done};
use crate::files::{self, LARGEST_RECORD, LARGEST_TEXT};
use crate::go::record::Action;
use crate::go::rules::RuleSet;
use crate::go::{Color, Game, Move, Record, ReplayError, Rules, Strictness};
use crate::gtp::request::CommandRequest;
use crate::playout::Trace;
use crate::rng::Rng;
use crate::search::Branch;
use crate::sgf::{self, Doubt, Reading, SgfError, Unreadable, VariationMove};
use std::path::Path;

pub(super) fn loadsgf(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let name = args.file_name()?;
    let before_move: Option<usize> = args.last()?;
    let moves = before_move.map_or(usize::MAX, |number| number.saturating_sub(1));
    let game = load(talk, name, moves).map_err(|reason| {
        log::warn!("cannot load {name}: {reason:#}");
        GtpError::new("cannot load file")
    })?;
    talk.clear_board(game.board().size());
    talk.session.game = game;
    Ok(String::new())
}

fn load(talk: &Conversation, name: &str, moves: usize) -> Result<Game, Box<dyn std::error::Error>> {
    let content = files::read(Path::new(name), LARGEST_RECORD)?;
    let rules = *talk.session.game.rules();
    let legality = talk.session.params.play_legality;
    let unreadable = match legality {
        Strictness::Strict => Unreadable::Ends,
        Strictness::Lenient => Unreadable::LeftOut,
    };
    let mut readings = sgf::load(&content, 1, unreadable)?;
    let Reading { record, doubts } = readings.swap_remove(0);
    if legality == Strictness::Strict && doubts.contains(&Doubt::Unfinished) {
        return Err(SgfError::Unfinished.into());
    }
    let mut game = match legality {
        Strictness::Strict => Game::replay(&record, rules, moves, Strictness::Strict)?,
        Strictness::Lenient => replay_leniently(name, &record, rules, moves)?,
    };
    for doubt in doubts {
        log::warn!("{name}: {doubt}");
    }
    warn_of_rules(name, &record, &rules);
    if record.komi.is_none() {
        game.set_komi(talk.session.game.komi());
    }
    Ok(game)
}

/// Warns if a record names other rules than those that stay.
fn warn_of_rules(name: &str, record: &Record, rules: &Rules) {
    let Some(text) = &record.rules else { return };
    let kept = rules.to_text();
    match RuleSet::of_record(text) {
        None => log::warn!("{name}: unknown rules '{text}': {kept} stay"),
        Some(named) if named.rules != *rules => {
            log::warn!("{name}: the rules are {}, and {kept} stay", named.name);
        }
        Some(_) => {}
    }
}

/// A game with the moves that the rules forbid, but without those that cannot be made at all.
fn replay_leniently(
    name: &str,
    record: &Record,
    rules: Rules,
    moves: usize,
) -> Result<Game, ReplayError> {
    let (mut forced, mut left_out) = (0_usize, 0_usize);
    let game = Game::replay_by(record, rules, moves, |game, color, mv| {
        if game.check(color, mv).is_err() {
            match game.play_leniently(color, mv) {
                Ok(()) => forced += 1,
                Err(_) => left_out += 1,
            }
            return Ok(());
        }
        game.play(color, mv)
    })?;
    if forced + left_out > 0 {
        log::warn!("{name}: {forced} illegal moves made, {left_out} impossible ones left out");
    }
    Ok(game)
}

/// The game so far with what the session knows beside it.
fn record(talk: &Conversation) -> Record {
    let mut record = talk.session.game.record();
    record.rules = Some(talk.session.game.rules().to_text());
    record
}

pub(super) fn printsgf(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let text = sgf::write(&record(talk));
    match args.remainder() {
        "" | "-" => Ok(text),
        _ if talk.session.params.sandbox.is_some() => Err(GtpError::new("cannot open file")),
        name => write_file(name.trim_matches('"'), &text),
    }
}

pub(super) fn savesgf(talk: &mut Conversation, name: &str) -> Answer {
    write_file(name, &sgf::write(&record(talk)))
}

/// The game so far, and after it what a search would play, with its figures as comments.
pub(super) fn save_tree(talk: &mut Conversation, name: &str) -> Answer {
    let color = talk.session.to_move();
    let survey = talk.survey(color);
    let visits = survey.report.new_visits;
    let branches = survey.branches.iter();
    let replies: Vec<VariationMove> = branches.map(|branch| reply(branch, color)).collect();
    let mut record = record(talk);
    record.comment = format!(
        "What a search of {visits} visits tried most after move {}: visits of each move, and the \
         chance of winning of who makes it.",
        talk.session.game.moves().len()
    );
    write_file(name, &sgf::write_with_replies(&record, &replies))
}

/// A move of the tree; `color` is to move at its root.
fn reply(branch: &Branch, color: Color) -> VariationMove {
    let is_own = branch.depth % 2 == 1;
    VariationMove {
        depth: branch.depth,
        color: if is_own { color } else { !color },
        mv: branch.mv,
        comment: format!(
            "{} visits, wins {:.1} %",
            branch.visits,
            100.0 * branch.value
        ),
    }
}

/// Playouts that are written if nothing else is said.
const PLAYOUTS: u64 = 100;

const MOST_PLAYOUTS: u64 = 10_000;

/// As a search plays from a leaf to the end; the same ones for the same position.
pub(super) fn save_playouts(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let name = args.file_name()?;
    let games: Option<u64> = args.last()?;
    let games = games.unwrap_or(PLAYOUTS);
    if games > MOST_PLAYOUTS {
        let most = format!("at most {MOST_PLAYOUTS} games");
        return Err(GtpError::expected(&most, &games.to_string()));
    }
    let (local, last) = playout_policy(talk);
    let start = record(talk);
    let to_move = talk.session.to_move();
    let mut rng = Rng::new(talk.session.game.board().hash());
    let mut trace = Trace::new();
    let texts = (0..games).map(|_| {
        let mut board = talk.session.game.board().clone();
        trace.clear();
        local.play_out(&mut board, to_move, last, &mut rng, &mut trace);
        let mut record = start.clone();
        let colors = [to_move, !to_move].into_iter().cycle();
        record.nodes.extend(
            colors
                .zip(&trace)
                .map(|(color, at)| Action::Move(color, at.map_or(Move::Pass, Move::Play)).into()),
        );
        record.comment = format!("A playout from move {}.", talk.session.game.moves().len());
        sgf::write(&record)
    });
    write_file(name, &texts.collect::<String>())
}

/// Besides the name, properties such as `PB=name`, where `\_` stands for a blank.
pub(super) fn gomill_savesgf(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let name = args.file_name()?;
    let mut record = record(talk);
    while let Some(word) = args.word() {
        let (id, value) = word
            .split_once('=')
            .ok_or_else(|| GtpError::expected("ID=value", word))?;
        let value = value.replace("\\_", " ");
        match id {
            "PB" => record.players.black = value,
            "PW" => record.players.white = value,
            "RE" => record.result = sgf::parse_result(&value),
            "DT" => record.date = Some(value),
            "RU" => record.rules = Some(value),
            "C" | "GC" => record.comment = value,
            _ => log::warn!("the property {id} is not written"),
        }
    }
    write_file(name, &sgf::write(&record))
}

pub(super) fn write_file(name: &str, text: &str) -> Answer {
    files::write_whole(Path::new(name), text.as_bytes())
        .map(|()| String::new())
        .map_err(|error| {
            log::warn!("cannot write {error}");
            GtpError::new("cannot open file")
        })
}

/// Executes a file line by line. The first failure is its own, and then nothing has been done.
pub(super) fn sg_exec(talk: &mut Conversation, name: &str) -> Answer {
    let content = files::read(Path::new(name), LARGEST_TEXT).map_err(|reason| {
        log::warn!("cannot read {reason}");
        GtpError::new("cannot load file")
    })?;
    let mut requests = content
        .split(|&byte| byte == b'\n')
        .filter_map(CommandRequest::parse);
    done(talk.all_or_nothing(|talk| {
        requests.try_for_each(|request| crate::gtp::execute_within(talk, &request).map(drop))
    }))
}
