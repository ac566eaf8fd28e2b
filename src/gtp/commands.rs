//! The table of commands, and their handlers by subject in the modules below.

#![expect(
    clippy::unnecessary_wraps,
    reason = "handlers have one type, whether they can fail or not"
)]

mod clocks;
mod debug;
mod games;
mod gogui;
mod information;
mod moves;
mod parameters;
mod protocol;
mod rules;
mod scoring;
mod servers;
mod setup;

use super::args::Args;
use super::{GtpError, Session};

/// What a command answers.
type Answer = Result<String, GtpError>;

/// A command of the protocol.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Its name, as sent.
    pub name: &'static str,
    /// Its arguments; square brackets around what may be left out.
    pub usage: &'static str,
    /// What it does, in a line.
    pub doc: &'static str,
    /// Does it. On failure the state of the session is as before.
    pub(super) run: fn(&mut Session, &mut Args<'_>) -> Answer,
}

/// Commands that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// What they are about.
    pub title: &'static str,
    /// The commands.
    pub commands: &'static [Command],
}

impl Command {
    /// Every command, in the order of `list_commands`.
    pub fn all() -> impl Iterator<Item = &'static Command> {
        COMMANDS.iter().flat_map(|subject| subject.commands)
    }

    /// The command of a name.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Command> {
        Command::all().find(|command| command.name == name)
    }
}

const fn row(
    name: &'static str,
    usage: &'static str,
    doc: &'static str,
    run: fn(&mut Session, &mut Args<'_>) -> Answer,
) -> Command {
    Command {
        name,
        usage,
        doc,
        run,
    }
}

const fn subject(title: &'static str, commands: &'static [Command]) -> Subject {
    Subject { title, commands }
}

/// Every command by subject, in the order of `list_commands`.
#[rustfmt::skip]
pub const COMMANDS: &[Subject] = &[
subject("The conversation", &[
    row("protocol_version", "", "the version of the protocol: 2", protocol::protocol_version),
    row("name", "", "the name of the engine", protocol::name),
    row("version", "", "the version of the engine", protocol::version),
    row("known_command", "name", "whether there is a command of that name", protocol::known_command),
    row("list_commands", "", "the names of all commands", protocol::list_commands),
    row("help", "", "the names of all commands", protocol::list_commands),
    row("quit", "", "ends the session", protocol::quit),
    row("echo", "[text]", "repeats the text", protocol::echo),
    row("echo_err", "[text]", "repeats the text, on standard error too", protocol::echo_err),
    row("pid", "", "the number of the process", protocol::pid),
    row("cputime", "", "processor seconds used so far", protocol::cputime),
]),

subject("Board, komi and handicap", &[
    row("boardsize", "size [height]", "an empty board, square or of a width and a height", setup::boardsize),
    row("rectangular_boardsize", "width height", "an empty board", setup::rectangular_boardsize),
    row("query_boardsize", "", "the size of the board", setup::query_boardsize),
    row("clear_board", "", "an empty board of the same size", setup::clear_board),
    row("komi", "points", "sets komi", setup::komi),
    row("get_komi", "", "the komi as it was given", setup::get_komi),
    row("fixed_handicap", "stones", "puts handicap stones on the star points", setup::fixed_handicap),
    row("place_free_handicap", "stones", "puts handicap stones where the engine likes", setup::place_free_handicap),
    row("set_free_handicap", "point...", "puts handicap stones on points", setup::set_free_handicap),
    row("get_handicap", "", "the number of handicap stones", setup::get_handicap),
    row("set_position", "[color point]...", "stones instead of the game so far", setup::set_position),
]),

subject("Moves", &[
    row("play", "color vertex", "makes a move", moves::play),
    row("genmove", "color", "chooses a move and makes it", moves::genmove),
    row("reg_genmove", "color", "chooses a move without making it; the same every time", moves::reg_genmove),
    row("undo", "", "takes back a move", moves::undo),
    row("gg-undo", "[moves]", "takes back some moves, or none if there are not so many", moves::gg_undo),
    row("trymove", "color vertex", "makes a move until popgo", moves::trymove),
    row("tryko", "color vertex", "makes a move until popgo, ko or not", moves::tryko),
    row("popgo", "", "takes back the last trymove or tryko", moves::popgo),
    row("is_legal", "color vertex", "1 if the rules allow the move, else 0", moves::is_legal),
    row("all_legal", "color", "the points where the player may play", moves::all_legal),
    row("kosumi-why_illegal", "color vertex", "why the rules forbid a move", moves::why_illegal),
]),

subject("Time", &[
    row("time_settings", "main period stones", "Canadian time in seconds; period 0 for main time only", clocks::time_settings),
    row("time_left", "color seconds stones", "what a clock shows", clocks::time_left),
    row("kgs-time_settings", "system [number]...", "time as KGS gives it", clocks::kgs_time_settings),
    row("kata-time_settings", "system [number]...", "time as KataGo takes it", clocks::kata_time_settings),
    row("kata-list_time_settings", "", "the systems that kata-time_settings knows", clocks::kata_list_time_settings),
    row("kosumi-clock", "", "the time control and both clocks", clocks::kosumi_clock),
]),

subject("The end of the game", &[
    row("final_score", "", "the result if the game ended here", scoring::final_score),
    row("final_status", "point", "what becomes of a stone, or whose an empty point is", scoring::final_status),
    row("final_status_list", "status", "chains that are alive, seki or dead; or black_territory, white_territory, dame", scoring::final_status_list),
    row("kosumi-score", "", "the count with its terms", scoring::kosumi_score),
]),

subject("Game records and files", &[
    row("loadsgf", "file [move]", "the position of a record before a move, or at its end", games::loadsgf),
    row("printsgf", "[file]", "the game as SGF", games::printsgf),
    row("savesgf", "file", "writes the game as SGF", games::savesgf),
    row("gomill-savesgf", "file [ID=value]...", "writes the game as SGF with properties of its own", games::gomill_savesgf),
    row("sg_exec", "file", "executes the commands in a file", games::sg_exec),
]),

subject("What is on the board", &[
    row("showboard", "", "a diagram", information::showboard),
    row("last_move", "", "the last move", information::last_move),
    row("move_history", "", "all moves, the last first", information::move_history),
    row("captures", "color", "how many stones the player has captured", information::captures),
    row("list_stones", "color", "the stones of the player, from the top left", information::list_stones),
    row("countlib", "point", "the number of liberties of a chain", information::countlib),
    row("findlib", "point", "the liberties of a chain", information::findlib),
    row("accuratelib", "color point", "the number of liberties that a stone would have", information::accuratelib),
    row("invariant_hash", "", "a hash that is the same for all symmetric positions", information::invariant_hash),
    row("invariant_hash_for_moves", "color", "that hash after each legal move", information::invariant_hash_for_moves),
    row("kosumi-board", "", "size, hash, ko, counters and the moves", information::kosumi_board),
]),

subject("Rules", &[
    row("kata-get-rules", "", "the rules as JSON", rules::kata_get_rules),
    row("kata-set-rules", "rules", "rules by name or as JSON", rules::kata_set_rules),
    row("kata-set-rule", "key value", "one field of the rules", rules::kata_set_rule),
    row("kgs-rules", "name", "rules as KGS names them", rules::kgs_rules),
    row("kosumi-rules", "[name]", "all named rule sets, or rules by name", rules::kosumi_rules),
]),

subject("Parameters", &[
    row("kata-list-params", "", "the names of all parameters", parameters::kata_list_params),
    row("kata-get-param", "name", "the value of a parameter", parameters::kata_get_param),
    row("kata-set-param", "name value", "sets a parameter", parameters::kata_set_param),
    row("kosumi-param", "[name value]", "all parameters, or sets one", parameters::kosumi_param),
    row("level", "[number]", "tells or sets the strength, 1 to 10", parameters::level),
    row("set_random_seed", "seed", "begins the random numbers of a seed", parameters::set_random_seed),
    row("get_random_seed", "", "the seed", parameters::get_random_seed),
    row("clear_cache", "", "forgets everything remembered for speed", parameters::clear_cache),
]),

subject("GoGui", &[
    row("gogui-version", "[version]", "accepts any version of GoGui", gogui::version),
    row("gogui-interrupt", "", "confirms that the comment '# interrupt' interrupts", gogui::interrupt),
    row("gogui-analyze_commands", "", "commands for the analyze menu of GoGui", gogui::analyze_commands),
    row("gogui-setup", "[color point]...", "stones on the empty board", gogui::setup),
    row("gogui-setup_player", "color", "whose turn it is", gogui::setup_player),
    row("gogui-play_sequence", "[color vertex]...", "makes several moves or none", gogui::play_sequence),
]),

subject("Servers and match programs", &[
    row("kgs-genmove_cleanup", "color", "chooses a move that captures dead stones and makes it; passes when they are gone", moves::kgs_genmove_cleanup),
    row("kgs-game_over", "", "accepts that the game is over", servers::game_over),
    row("cgos-opponent_name", "name", "who plays", servers::opponent),
    row("cgos-opponent_rating", "rating", "how strong who plays is", servers::opponent),
    row("cgos-gameover", "result", "accepts that the game is over", servers::game_over),
    row("gomill-cpu_time", "", "processor seconds of all generated moves", servers::gomill_cpu_time),
    row("gomill-describe_engine", "", "version and parameters", servers::gomill_describe_engine),
    row("gomill-explain_last_move", "", "what the last generated move was based on", servers::gomill_explain_last_move),
]),

subject("Tests and measurements", &[
    row("sg_compare_float", "number command [argument]...", "compares the answer of a command: 1 if it is more, else -1", debug::sg_compare_float),
    row("sg_compare_int", "number command [argument]...", "compares the answer of a command: -1, 0 or 1", debug::sg_compare_int),
    row("kosumi-bench", "[board|playout|search|all]", "measures speed, and a checksum of behaviour", debug::kosumi_bench),
]),
];
