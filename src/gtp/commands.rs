//! The table of commands. Their handlers are in the modules below, by subject; commands and names for other programs only are in
//! `compatibility`.

#![expect(
    clippy::unnecessary_wraps,
    reason = "handlers have one type, whether they can fail or not"
)]

mod analysis;
mod clocks;
mod compatibility;
mod debug;
mod games;
mod gogui;
mod information;
mod moves;
mod network;
mod options;
mod parameters;
mod pictures;
mod protocol;
mod rules;
mod scoring;
mod servers;
mod setup;
mod tactics;
mod values;

use super::analysis::arguments::Dialect;
use super::args::Args;
use super::response::{lines, words};
use super::{Conversation, GtpError};
use crate::clock::process_time;
use crate::go::{Color, Move, Point};
use crate::params::{PARAMS, Param, Params};
use crate::search::Purpose;
use crate::tactics::Captures;
use Run::{Effect, OfColor, OfFile, OfMove, OfPoint, OfStone, Read, Text};
use analysis::MoveUse;

/// The version of the crate: three integers, which clients compare.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a command answers.
type Answer = Result<String, GtpError>;

/// Returns the empty answer of something that may have failed.
fn done<E: Into<GtpError>>(result: Result<(), E>) -> Answer {
    result.map(|()| String::new()).map_err(Into::into)
}

/// How a command is done, by what it reads. On failure the state of the session is as before.
#[derive(Clone, Copy, Debug)]
enum Run {
    /// It reads nothing and has an empty answer.
    Effect(fn(&mut Conversation)),
    /// It reads nothing and has an answer under all circumstances.
    Text(fn(&mut Conversation) -> String),
    /// It reads a color.
    OfColor(fn(&mut Conversation, Color) -> Answer),
    /// It reads a point.
    OfPoint(fn(&mut Conversation, Point) -> Answer),
    /// It reads a point with a stone.
    OfStone(fn(&mut Conversation, Point) -> Answer),
    /// It reads a color and a vertex.
    OfMove(fn(&mut Conversation, Color, Move) -> Answer),
    /// It reads the name of a file.
    OfFile(fn(&mut Conversation, &str) -> Answer),
    /// It reads what it likes.
    Read(fn(&mut Conversation, &mut Args<'_>) -> Answer),
}

/// A command of the protocol.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Its name, as sent.
    pub name: &'static str,
    /// Its arguments; square brackets around what may be left out.
    pub usage: &'static str,
    /// What it answers or does, its units, and how it fails where that is not plain. Errors and lines
    /// to send are between backquotes.
    pub doc: &'static str,
    run: Run,
    is_listed: fn(&Params) -> bool,
    /// True if it is about files, which strangers may not use.
    is_about_files: bool,
}

/// Commands that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// What they are about.
    pub title: &'static str,
    /// The commands.
    pub commands: &'static [Command],
}

impl Subject {
    /// Every subject: kosumi's own, then those of other programs' regression files.
    pub fn all() -> impl Iterator<Item = &'static Subject> {
        COMMANDS.iter().chain(compatibility::COMMANDS)
    }
}

impl Command {
    /// Every command, in the order of `list_commands`.
    pub fn all() -> impl Iterator<Item = &'static Command> {
        Subject::all().flat_map(|subject| subject.commands)
    }

    /// The command of a name, also of one that another program gives it.
    pub fn find(name: &str) -> Option<&'static Command> {
        let other = compatibility::OTHER_NAMES.iter().find(|row| row.0 == name);
        let name = other.map_or(name, |row| row.1);
        Command::all().find(|command| command.name == name)
    }

    /// Returns true if `list_commands` names it under some parameters. Where it is not listed, it works
    /// all the same, if it is [there](Command::is_there).
    pub fn is_listed(&self, params: &Params) -> bool {
        (self.is_listed)(params) && self.is_there(params)
    }

    /// Returns false if it is about files and commands come from strangers.
    pub fn is_there(&self, params: &Params) -> bool {
        params.sandbox.is_none() || !self.is_about_files
    }

    /// Reads the arguments and does it.
    pub(super) fn run(&self, talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
        match self.run {
            Effect(run) => {
                run(talk);
                Ok(String::new())
            }
            Text(run) => Ok(run(talk)),
            OfColor(run) => run(talk, args.only()?),
            OfPoint(run) => {
                let point = args.point(talk.session.size())?;
                args.end()?;
                run(talk, point)
            }
            OfStone(run) => {
                let point = tactics::only_stone(talk, args)?;
                run(talk, point)
            }
            OfMove(run) => {
                let (color, mv) = args.color_and_vertex(talk.session.size())?;
                args.end()?;
                run(talk, color, mv)
            }
            OfFile(run) => {
                let name = args.file_name()?;
                args.end()?;
                run(talk, name)
            }
            Read(run) => run(talk, args),
        }
    }

    /// The same command, listed only under some parameters.
    const fn listed_if(self, is_listed: fn(&Params) -> bool) -> Command {
        Command { is_listed, ..self }
    }

    /// The same command, not there for strangers.
    const fn about_files(self) -> Command {
        Command {
            is_about_files: true,
            ..self
        }
    }
}

const fn row(name: &'static str, usage: &'static str, doc: &'static str, run: Run) -> Command {
    Command {
        name,
        usage,
        doc,
        run,
        is_listed: |_| true,
        is_about_files: matches!(run, OfFile(_)),
    }
}

const fn subject(title: &'static str, commands: &'static [Command]) -> Subject {
    Subject { title, commands }
}

/// kosumi's own commands by subject; [`Subject::all`] also has those that only the regression files of
/// other programs use.
#[rustfmt::skip]
pub const COMMANDS: &[Subject] = &[
subject("The conversation", &[
    row("protocol_version", "", "the version of the protocol: 2", Text(|_| "2".to_owned())),
    row("name", "", "the name of the engine: kosumi", Text(|_| "kosumi".to_owned())),
    row("version", "", "the version of the engine, three integers such as 0.17.0", Text(|_| VERSION.to_owned())),
    row("known_command", "name", "true if there is a command of that name, else false", Read(protocol::known_command)),
    row("list_commands", "", "the names of all commands, one a line", Text(protocol::list_commands)),
    row("help", "", "the same as list_commands", Text(protocol::list_commands)),
    row("quit", "", "ends the session after its answer; later input is not read", Effect(Conversation::quit)),
    row("echo", "[text]", "repeats the text", Read(|_, args| Ok(args.remainder().to_owned()))),
    row("echo_err", "[text]", "repeats the text, also on standard error", Read(protocol::echo_err)),
    row("pid", "", "the number of the process", Text(|_| std::process::id().to_string())),
    row("cputime", "", "seconds of processor time that the process has used so far, all threads together, two decimals", Text(|_| format!("{:.2}", process_time().as_secs_f64()))),
]),

subject("Board, komi and handicap", &[
    row("boardsize", "size [height]",
        "an empty board of size x size points (2 to 25), or of size columns and height rows (1 to 25); komi, rules, time control and parameters stay, both clocks begin anew; else `unacceptable size`", Read(setup::boardsize)),
    row("rectangular_boardsize", "width height",
        "an empty board of width columns and height rows, 1 to 25 each; otherwise as boardsize", Read(setup::rectangular_boardsize)),
    row("query_boardsize", "", "the size of the board: 19, or columns and rows of a rectangular one: 19 13", Text(setup::query_boardsize)),
    row("clear_board", "",
        "an empty board of the same size; komi, rules, time control and parameters stay, both clocks begin anew", Effect(|talk| talk.clear_board(talk.session.size()))),
    row("komi", "points", "sets White's points, any decimal number, at any time; the moves stay", Read(setup::komi)),
    row("get_komi", "", "the komi as it was given, with a decimal at least: 6.5", Text(|talk| setup::komi_text(talk.session.game.komi()))),
    row("fixed_handicap", "stones",
        "puts handicap stones on the traditional points of the empty board and answers these; 2 to 9, to 4 on boards with an even side or of 7 points, none on smaller ones; White moves next; else `board not empty` or `invalid number of stones`", Read(setup::fixed_handicap)),
    row("place_free_handicap", "stones",
        "puts handicap stones, 2 or more, where the engine chooses, and answers the points; above 9 no more than a quarter of the board; White moves next; errors as for fixed_handicap", Read(setup::place_free_handicap)),
    row("set_free_handicap", "point...",
        "puts handicap stones on two or more different points of the empty board; White moves next; else `board not empty` or `bad vertex list`, and no stone is put", Read(setup::set_free_handicap)),
    row("get_handicap", "",
        "the number of handicap stones that the rules compensate: black stones before White's first move if there are two or more, else 0", Text(|talk| talk.session.game.handicap().to_string())),
    row("set_position", "[color point]...",
        "the stones instead of the game so far, without any history; without arguments an empty board; `illegal position` if a chain has no liberty", Read(setup::set_position)),
]),

subject("Moves", &[
    row("play", "color vertex",
        "makes a move for a player, whoever's turn it is; `illegal move` where the rules forbid it, see kosumi-why_illegal and the parameter play_legality", OfMove(|talk, color, mv| done(talk.play(color, mv)))),
    row("genmove", "color",
        "chooses a move for a player within his time, makes it and answers it; or answers resign, which changes nothing", OfColor(|talk, color| Ok(moves::generate(talk, color, Purpose::Play)))),
    row("reg_genmove", "color",
        "chooses a move without making it: one thread, reg_visits visits, no clock, no resignation; the same answer every time", OfColor(moves::reg_genmove)),
    row("undo", "",
        "takes back the last move, also a pass; `cannot undo` if there is none: handicap and setup stones are no moves", Read(|talk, _| done(talk.session.game.undo(1)))),
    row("gg-undo", "[moves]",
        "takes back a number of moves, by default 1; `cannot undo` if there are fewer, and none is taken back", Read(moves::gg_undo)),
    row("is_legal", "color vertex", "1 if the rules allow the move, whoever's turn it is, else 0", OfMove(|talk, color, mv| Ok(u8::from(talk.session.game.check(color, mv).is_ok()).to_string()))),
    row("all_legal", "color", "the points where the rules let the player play, from the top left, in one line", OfColor(moves::all_legal)),
    row("kosumi-why_illegal", "color vertex", "why the rules forbid a move, or legal", OfMove(moves::why_illegal)),
]),

subject("Time", &[
    row("time_settings", "main period stones",
        "seconds of main time, then a number of stones in every period, whose length is in seconds (Canadian); period 0: main time only; stones 0 with a period: no limit; both clocks begin anew", Read(clocks::time_settings)),
    row("time_left", "color seconds stones",
        "sets the clock of a player; stones is 0 during main time, then the stones left in the period, or the periods left under byo-yomi; negative seconds count as 0", Read(clocks::time_left)),
    row("kgs-time_settings", "system [number]...",
        "the system is none, absolute MAIN, byoyomi MAIN PERIOD PERIODS or canadian MAIN PERIOD STONES; times in seconds; both clocks begin anew", Read(|talk, args| clocks::set_time_control(talk, args, &clocks::SYSTEMS[..clocks::KGS_SYSTEMS]))),
    row("kata-time_settings", "system [number]...",
        "the system is one of kgs-time_settings, or fischer MAIN INCREMENT, or fischer-capped MAIN INCREMENT LIMIT MOST, where LIMIT bounds the clock and MOST a move, each -1 for no bound", Read(|talk, args| clocks::set_time_control(talk, args, &clocks::SYSTEMS))),
    row("kata-list_time_settings", "", "the systems that kata-time_settings knows, in one line", Text(|_| clocks::SYSTEMS.join(" "))),
    row("kosumi-clock", "", "the time control, and a line for each clock", Text(clocks::kosumi_clock)),
]),

subject("The end of the game", &[
    row("final_score", "",
        "the result if the game ended here: B+3.5, W+12.0, or 0 for a draw; dead stones are those of final_status_list; `cannot score` where a cycle of moves leaves a game without result", Read(scoring::final_score)),
    row("final_status", "point",
        "the status of a stone: alive, seki or dead; of an empty point: black_territory, white_territory or dame", OfPoint(scoring::final_status)),
    row("final_status_list", "status",
        "alive, seki or dead: the chains of that status, one a line; black_territory, white_territory or dame: the empty points that count for Black, for White or for neither in final_score, in one line", Read(scoring::final_status_list)),
    row("kosumi-score", "",
        "the result, the count term by term for both players, the dead stones, and the dame that were filled before counting", Text(|talk| talk.session.count().to_string())),
    row("kosumi-explain", "[language]",
        "the status of each chain and the reason, with the moves that show what was read, a line for each; then the board as it is counted: living stones X and O, dead ones x and o, points of Black +, of White -, in seki =, of neither .; the language is en (the default), es or fr", Read(scoring::explain)),
    row("kosumi-unsettled", "[language]",
        "the groups whose life the next move decides, as far as they can be read out, a line for each: what comes of it if either player moves first, the moves that show it, and about how many points the first move is worth; or a line that there is none; the language is en (the default), es or fr", Read(scoring::unsettled)),
    row("kosumi-status", "point [language]",
        "the status of the chain at a point and the reason, in a sentence with the moves that show what was read; the language is en (the default), es or fr; `vertex must not be empty`", Read(scoring::status)),
]),

subject("Game records and files", &[
    row("loadsgf", "file [move]",
        "the position of the first game in an SGF file before a move, counted from 1, or at its end; size and komi are the file's, the rules stay; main line only; `cannot load file`, and nothing changes, if it cannot be read or the rules forbid a move; a move that is no point of the board ends the game, with a warning; where play_legality is lenient, impossible moves are left out", Read(games::loadsgf)).about_files(),
    row("printsgf", "[file]",
        "the game so far as SGF: the answer itself without file or with -, else written to the file; `cannot open file` if it cannot be written", Read(games::printsgf)),
    row("savesgf", "file", "writes the game so far as SGF; `cannot open file` if it cannot be written", OfFile(games::savesgf)),
    row("kosumi-savetree", "file",
        "writes the game so far as SGF, and after it the most visited variations of a search, with visits and chances of winning as comments; `cannot open file` if it cannot be written", OfFile(games::save_tree)),
    row("kosumi-savegames", "file [games]",
        "writes playouts of the position, 100 by default and 10000 at most, each as a game of one SGF file; `cannot open file` if it cannot be written", Read(games::save_playouts)).about_files(),
    row("gomill-savesgf", "file [ID=value]...",
        "as savesgf; the ID of a property is PB, PW, RE, DT, RU or C, and in its value \\_ stands for a blank", Read(games::gomill_savesgf)).about_files(),
]),

subject("What is on the board", &[
    row("showboard", "",
        "a diagram (X black, O white, + star point), whose turn it is, the number of moves and the captures", Text(information::showboard)),
    row("last_move", "", "color and vertex of the last move: black D4; `no previous move known` at the start", Read(information::last_move)),
    row("move_history", "", "all moves since the last setup, the last first, one a line: black D4", Text(information::move_history)),
    row("captures", "color", "how many stones the player has captured", OfColor(|talk, color| Ok(talk.session.game.board().captured_by(color).to_string()))),
    row("list_stones", "color", "the points of the player's stones, from the top left, in one line", OfColor(information::list_stones)),
    row("invariant_hash", "",
        "16 hexadecimal digits that are the same for all rotations and reflections of the stones", Text(|talk| format!("{:016x}", talk.session.game.board().invariant_hash()))),
    row("invariant_hash_for_moves", "color",
        "a line for each legal point: the point, and the invariant_hash after a move there", OfColor(information::invariant_hash_for_moves)),
    row("kosumi-board", "",
        "a line for each: size, rules, komi, handicap, whose turn, moves, passes, whether the game is over, hash, ko, stones, captures, repetition, the number of positions that the ko rule remembers, the points where it bars the player to move", Text(information::kosumi_board)),
    row("kosumi-point", "point",
        "a line for each: what is there and on how many of its neighbors, whether each player may play there and the result; for a stone its chain and its liberties", OfPoint(information::kosumi_point)),
]),

subject("What the search thinks", &[
    row("kosumi-genmove_debug", "color",
        "like genmove; the tree that the move was chosen from goes to standard error, as kosumi-tree writes it", OfColor(moves::kosumi_genmove_debug)),
    row("kosumi-tree", "[vertex]...", "the most visited moves of a search after a line of moves, by default from the position: a line for each move, indented by its depth, with visits and the chance of winning of its player", Read(values::kosumi_tree)),
    row("estimate_score", "", "the margin that a search expects, and a standard deviation more or less for White", Text(values::estimate_score)),
    row("kosumi-value", "", "the chance of winning of the player to move, by a search", Text(|talk| format!("{:.4}", talk.report().value))),
    row("kosumi-value_black", "", "the chance of winning of Black, by a search", Text(values::kosumi_value_black)),
    row("kosumi-margin", "", "the count if the game ended here, Black minus White", Text(|talk| talk.session.count().score.margin().to_string())),
    row("kosumi-statistics", "", "statistics of a search", Text(values::kosumi_statistics)),
    row("kosumi-territory", "", "the mean owners of all points at the leaves of a search, 1 for Black to -1 for White", Text(values::kosumi_territory)),
    row("move_reasons", "point", "all values of a move of the player to move; `vertex must not be occupied`", OfPoint(values::move_reasons)),
]),

subject("Tactics", &[
    row("attack", "point", "whether a chain can be captured, and the move: 1 surely, 2 in a ko in which the opponent needs the first threat, 3 with a ko threat, 0 not; `vertex must not be empty`", OfStone(|talk, chain| tactics::ask(talk, chain, Captures::attack))),
    row("defend", "point", "whether a chain can be saved, and the move or pass, in the codes of attack; `vertex must not be empty`", OfStone(|talk, chain| tactics::ask(talk, chain, Captures::defend))),
    row("kosumi-ladder", "point", "the result of a ladder: captured, unsettled, escaped, or unknown where reading was given up", OfStone(tactics::kosumi_ladder)),
    row("kosumi-fight", "point [language]",
        "how a fight about the chain at a point ends if its opponent begins, and if its owner does, a line for each: whether it is captured without ko threats, how many ko threats the loser needs to be ahead to reverse that, and the moves that show it; the language is en (the default), es or fr; `vertex must not be empty`", Read(tactics::fight)),
    row("kosumi-solve", "color [point] [language]",
        "the problem of life and death on the board, in which that color moves first: what becomes of the group at the point, or of the one whose life the first move decides, a line for each first move with what follows, and whether that holds within a frame alone or only if other stones live; if the end is the same whoever moves first, the moves of the color that does not get its way; at most ten seconds; the language is en (the default), es or fr; `there is no stone at D4`, `there are no stones`, `it is too hard to read to the end`", Read(tactics::solve)),
    row("unconditional_status", "point", "the status of a point however the players play: alive, dead, black_territory, white_territory or undecided", OfPoint(tactics::unconditional_status)),
    row("kosumi-safe", "[benson] [color]", "how many points are a player's however the players play, then the points; benson is the word of Fuego's files for the method", Read(tactics::kosumi_safe)),
    row("start_sgftrace", "", "records the variations that attack, defend and others read from now on", Effect(|talk| talk.reader.start_trace())).about_files(),
    row("finish_sgftrace", "file", "writes them as SGF, a game for each reading, and stops recording; `no trace has been started`, or `cannot open file` if it cannot be written", OfFile(tactics::finish_trace)),
]),

subject("Rules", &[
    row("kata-get-rules", "",
        "the rules as KataGo's JSON, in one line; it cannot express all that kosumi's rules can", Text(|talk| talk.session.game.rules().to_kata_json())),
    row("kata-set-rules", "rules",
        "rules by name or as KataGo's JSON, where what is missing is as in Tromp-Taylor; moves and komi stay; `unknown rules`", Read(rules::kata_set_rules)),
    row("kata-set-rule", "key value",
        "changes the value of one key of KataGo's JSON: ko, scoring, tax, suicide, hasButton, whiteHandicapBonus or friendlyPassOk; moves and komi stay", Read(rules::kata_set_rule)),
    row("kgs-rules", "name",
        "sets the rules by KGS's name: japanese, chinese, aga or new_zealand; moves and komi stay; `unknown rules`", Read(rules::kgs_rules)),
    row("kosumi-rules", "[name]",
        "all named rule sets, one a line, or the rules of a name; moves and komi stay; `unknown rules`", Read(rules::kosumi_rules)),
]),

subject("Analysis", &[
    row("lz-analyze", "[color] [interval] [pair]...",
        "searches for a player, by default the one to move, until the next line comes, and reports in the format of Leela Zero; color, interval and pairs in any order: interval N, minmoves N and maxmoves N (moves in a report), avoid or allow with a color, vertices and rectangles between commas, and a depth in moves: avoid b D4,Q3,A1:T2 1; else `cannot parse analyze arguments`", Read(|talk, args| analysis::analyze(talk, args, Dialect::Leela))),
    row("lz-genmove_analyze", "[color] [interval] [pair]...",
        "genmove with reports: interval and pairs as for lz-analyze; the last line is play and the move", Read(|talk, args| analysis::find_and_analyze(talk, args, Dialect::Leela, MoveUse::Play))),
    row("kata-analyze", "[color] [interval] [pair]...",
        "as lz-analyze in the format of KataGo, which has more pairs of a key and true or false: rootInfo, ownership, ownershipStdev, movesOwnership, movesOwnershipStdev, pvVisits, pvEdgeVisits, noResultValue", Read(|talk, args| analysis::analyze(talk, args, Dialect::Kata))),
    row("kata-genmove_analyze", "[color] [interval] [pair]...",
        "genmove with reports: interval and pairs as for kata-analyze; the last line is play and the move", Read(|talk, args| analysis::find_and_analyze(talk, args, Dialect::Kata, MoveUse::Play))),
    row("kata-search", "color", "chooses a move as genmove does, without making it", OfColor(|talk, color| Ok(analysis::find(talk, color, MoveUse::Tell)))),
    row("kata-search_cancellable", "color",
        "as kata-search, but cancelled if the next line comes before the move is found", OfColor(|talk, color| Ok(analysis::find(talk, color, MoveUse::TellUnlessCancelled)))),
    row("kata-search_analyze", "[color] [interval] [pair]...",
        "as kata-genmove_analyze with its interval and pairs, but the move is not made", Read(|talk, args| analysis::find_and_analyze(talk, args, Dialect::Kata, MoveUse::Tell))),
    row("kata-search_analyze_cancellable", "[color] [interval] [pair]...",
        "as kata-search_analyze with its interval and pairs, but play cancelled if the next line comes before the move is found", Read(|talk, args| analysis::find_and_analyze(talk, args, Dialect::Kata, MoveUse::TellUnlessCancelled))),
    row("stop", "", "ends analysis and pondering", Effect(|talk| talk.session.may_ponder = false)),
    row("kata-raw-nn", "[color] [symmetry [optimism]]",
        "the network's evaluation without a search, for one symmetry of the board from 0 to 7 or for all, which is the default: chances, points, variances, then policy, pass and ownership as grids; for White except for the policy, NAN where a play is illegal; optimism, 0 to 1, mixes in the network's optimistic policy if it has one, by default as at the root of a search; `no network` without one", Read(network::raw)),
    row("kata-raw-human-nn", "[color] [symmetry]",
        "the same by the network of human play for the players of humanSLProfile, for one symmetry or for all; its points are whiteScore and whiteScoreSq; fails without such a network or a profile", Read(network::raw_human)),
    row("heatmap", "",
        "the policy of the network, or the learned prior without one, in thousandths: a line for each row from the top, then pass, then winrate from 0 to 1 by a short search", Text(analysis::heatmap)),
]),

subject("Parameters", &[
    row("kata-list-params", "", "the names of all parameters, also those of other programs, in one line", Text(|_| words(PARAMS.iter().flat_map(Param::names)))),
    row("kata-get-param", "name",
        "the value of a parameter; `Invalid parameter: ...` if there is none of that name", Read(parameters::kata_get_param)),
    row("kata-set-param", "name value",
        "sets the parameter of a name to a value, from now on; `Invalid parameter: ...` or `invalid value`", Read(parameters::kata_set_param)),
    row("kata-get-params", "", "all parameters as a JSON object of names and values, in one line", Text(parameters::kata_get_params)),
    row("kata-set-params", "json",
        "sets all parameters in a JSON object of names and values, or none; errors as for kata-set-param", Read(parameters::kata_set_params)),
    row("kosumi-param", "[group] [name value]",
        "all parameters, or those of the group Search, Rules, Time or Engine, for GoGui's dialog: type, name and value in each line; or sets one as kata-set-param", Read(parameters::kosumi_param)),
    row("lz-setoption", "[name NAME value VALUE]",
        "the options that Leela Zero shares with kosumi, one a line with type, default and range; or sets the parameter behind one of that name from now on; `syntax error`, or `invalid value`", Read(options::lz_setoption)),
    row("lz-memory_report", "", "the memory that the tree of the search may use, and how much it uses now", Text(options::lz_memory_report)),
    row("kata-get-models", "", "the networks that are used, that of human play last, as a JSON array, empty if there is none, in one line", Text(network::models)),
    row("level", "[number]", "the strength, or sets it: from 1, a beginner, to 10, no limit but visits and time", Read(parameters::level)),
    row("set_random_seed", "seed", "begins the random numbers of a seed, any integer", Read(parameters::set_random_seed)),
    row("get_random_seed", "", "the seed of the random numbers", Text(|talk| talk.session.engine.seed().cast_signed().to_string())),
    row("deterministic_mode", "", "one thread, the visits of reg_genmove for every move, no pondering", Effect(parameters::deterministic_mode)),
    row("clear_cache", "",
        "forgets everything remembered for speed, and begins the random numbers of the seed anew", Effect(Conversation::clear_cache)),
]),

subject("Pictures for GoGui", &[
    row("kosumi-best_moves", "", "gfx: up to ten moves by their rank in a search, hot colors for large shares of visits (red from 20 %, yellow from 10 %, green from 5 %, cyan from 2 %, blue from 0.5 %), and the expected result", Text(pictures::best_moves)),
    row("kosumi-win_rates", "", "gfx: the chances of winning in percent of the moves that a search has tried seriously, for the player to move", Text(pictures::win_rates)),
    row("kosumi-visits", "", "sboard: the visits of each move in a search", Text(pictures::visits)),
    row("kosumi-tree_root", "", "gfx: visits and values (squares, of the color that is ahead) of all moves that a search has tried, and a line for each of the best ten: visits, chance of winning with its 95 % interval, the same by all-moves-as-first, prior", Text(pictures::tree_root)),
    row("kosumi-bounds", "", "gfx: lower confidence bounds of the chances of winning of all moves that a search has tried, in percent: five standard errors below them, as lcb in analysis, and no less than 0", Text(pictures::bounds)),
    row("kosumi-rave_values", "", "sboard: the chances of winning of the player to move, in percent, in playouts with the move at any time (all moves as first)", Text(pictures::rave_values)),
    row("kosumi-moves", "", "all moves that a search may try, in one line, those with the most visits first", Text(pictures::moves)),
    row("kosumi-variation", "", "var: the best line that a search has found, each move after its color", Text(pictures::variation)),
    row("kosumi-policy", "", "cboard: the learned prior of moves, without a search, in the colors of kosumi-best_moves", Text(pictures::policy)),
    row("kosumi-priors", "", "gfx: the learned prior of moves, in percent, in the colors of kosumi-best_moves", Text(pictures::priors)),
    row("kosumi-playout_moves", "", "gfx: the next moves of playouts for the player to move, in percent of 2000 draws", Text(pictures::playout_moves)),
    row("kosumi-influence", "", "dboard: the mean owners of all points if either player may move first, 1 for Black to -1 for White, by playouts without a search; 1 or -1 where life is unconditional", Text(pictures::influence)),
    row("kosumi-unconditional_life", "", "bwboard: whose each point is however the players play: b, w, or a dot for neither", Text(pictures::unconditional_life)),
    row("kosumi-ladders", "", "gfx: the chains of one or two liberties, marked by the result of a ladder: a cross for captured, a triangle for a chain that the turn decides, a circle for escaped", Text(pictures::ladders)),
]),

subject("GoGui", &[
    row("gogui-version", "[version]", "accepts any version of GoGui; empty answer", Effect(|_| {})),
    row("gogui-interrupt", "", "says by its empty answer that the line `# interrupt` makes a running command end early", Effect(|_| {})),
    row("gogui-analyze_commands", "", "the analyze menu of GoGui, one entry a line: type/label/command", Text(|_| gogui::ANALYZE_COMMANDS.join("\n"))),
    row("gogui-setup", "[color point]...",
        "puts stones on the empty board before the first move; `board not empty`, or `illegal position` if a chain has no liberty", Read(gogui::setup)),
    row("gogui-setup_player", "color", "gives the turn to a player; that is no move", OfColor(gogui::setup_player)),
    row("gogui-play_sequence", "[color vertex]...",
        "makes several moves; `illegal move` if one of them is, and none is made", Read(gogui::play_sequence)),
]),

subject("Servers and match programs", &[
    row("kgs-genmove_cleanup", "color",
        "as genmove, after a dispute: captures what is dead before it passes, because all stones on the board will count as alive", OfColor(|talk, color| Ok(moves::generate(talk, color, Purpose::CleanUp)))),
    row("kgs-chat", "place user [text]...",
        "a polite answer to the text of a user; the place is game or private; listed only with the parameter kgs_chat", Read(servers::kgs_chat))
        .listed_if(|params| params.chat.kgs),
    row("kgs-game_over", "", "accepts that the game is over: no more pondering; the board stays", Effect(|talk| talk.session.may_ponder = false)),
    row("cgos-opponent_name", "name", "accepts the name of the opponent, for the log", Read(servers::opponent)),
    row("cgos-opponent_rating", "rating", "accepts the rating of the opponent, for the log", Read(servers::opponent)),
    row("cgos-gameover", "result", "accepts the result, as kgs-game_over", Effect(|talk| talk.session.may_ponder = false)),
    row("cgos-genmove_analyze", "color",
        "genmove with its analysis as a line of JSON; the last line is play and the move", OfColor(analysis::cgos_genmove_analyze)),
    row("gomill-cpu_time", "",
        "seconds of processor time spent on choosing moves, all threads together, three decimals", Text(|talk| format!("{:.3}", talk.session.thinking.as_secs_f64()))),
    row("gomill-describe_engine", "",
        "name and version, player, rules, seed and all parameters, one a line", Text(servers::gomill_describe_engine)),
    row("gomill-genmove_ex", "[color] [keyword]...",
        "genmove, which knows no keyword and ignores all; without arguments the keywords: none", Read(moves::gomill_genmove_ex)),
    row("gomill-explain_last_move", "",
        "the last generated move with its visits, the chance of winning from 0 to 1, and the seconds it took; empty if there is none", Text(servers::gomill_explain_last_move)),
]),
];
