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
mod tactics;
mod values;

use super::args::Args;
use super::{GtpError, Session};

/// What a command answers.
type Answer = Result<String, GtpError>;

/// A command of the protocol.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Its name, as sent.
    pub name: &'static str,
    /// Names that other programs give it. They work, but are not listed.
    pub aliases: &'static [&'static str],
    /// Its arguments; square brackets around what may be left out.
    pub usage: &'static str,
    /// What it does, in a line.
    pub doc: &'static str,
    /// Does it. On failure the state of the session is as before.
    pub(super) run: fn(&mut Session, &mut Args<'_>) -> Answer,
}

impl Command {
    /// The command of a name or an alias.
    #[must_use]
    pub fn find(name: &str) -> Option<&'static Command> {
        let is_it = |command: &&Command| command.name == name || command.aliases.contains(&name);
        COMMANDS.iter().find(is_it)
    }

    /// The same command with other names beside its own.
    const fn also(self, aliases: &'static [&'static str]) -> Command {
        Command { aliases, ..self }
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
        aliases: &[],
        usage,
        doc,
        run,
    }
}

/// Every command, in the order of `list_commands`.
#[rustfmt::skip]
pub const COMMANDS: &[Command] = &[
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

    row("play", "color vertex", "makes a move", moves::play),
    row("genmove", "color", "chooses a move and makes it", moves::genmove),
    row("reg_genmove", "color", "chooses a move without making it; the same every time", moves::reg_genmove),
    row("restricted_genmove", "color point...", "chooses one of some moves, or a pass, without making it", values::restricted_genmove),
    row("undo", "", "takes back a move", moves::undo),
    row("gg-undo", "[moves]", "takes back some moves, or none if there are not so many", moves::gg_undo),
    row("trymove", "color vertex", "makes a move until popgo", moves::trymove),
    row("tryko", "color vertex", "makes a move until popgo, ko or not", moves::tryko),
    row("popgo", "", "takes back the last trymove or tryko", moves::popgo),
    row("is_legal", "color vertex", "1 if the rules allow the move, else 0", moves::is_legal),
    row("all_legal", "color", "the points where the player may play", moves::all_legal),
    row("kosumi-why_illegal", "color vertex", "why the rules forbid a move", moves::why_illegal),

    row("time_settings", "main period stones", "Canadian time in seconds; period 0 for main time only", clocks::time_settings),
    row("time_left", "color seconds stones", "what a clock shows", clocks::time_left),
    row("kgs-time_settings", "system [number]...", "time as KGS gives it", clocks::kgs_time_settings),
    row("kata-time_settings", "system [number]...", "time as KataGo takes it", clocks::kata_time_settings),
    row("kata-list_time_settings", "", "the systems that kata-time_settings knows", clocks::kata_list_time_settings),
    row("kosumi-clock", "", "the time control and both clocks", clocks::kosumi_clock).also(&["go_clock"]),

    row("final_score", "", "the result if the game ended here", scoring::final_score),
    row("final_status", "point", "what becomes of a stone, or whose an empty point is", scoring::final_status),
    row("final_status_list", "status", "chains that are alive, seki or dead; or black_territory, white_territory, dame", scoring::final_status_list),
    row("kosumi-score", "", "the count with its terms", scoring::kosumi_score),

    row("estimate_score", "", "the margin that a search expects, and a standard deviation more or less for White", values::estimate_score),
    row("experimental_score", "color", "White's expected margin if a player moves first", values::experimental_score),
    row("kosumi-value", "", "the chance of winning of the player to move, by a search", values::kosumi_value).also(&["uct_value"]),
    row("kosumi-value_black", "", "the chance of winning of Black, by a search", values::kosumi_value_black).also(&["uct_value_black"]),
    row("kosumi-margin", "", "the count if the game ended here, Black minus White", values::kosumi_margin).also(&["uct_score"]),
    row("kosumi-statistics", "", "what a search has found, in figures", values::kosumi_statistics).also(&["uct_stat_search", "uct_stat_player"]),
    row("kosumi-territory", "", "the mean owners of all points in playouts, 1 for Black to -1 for White", values::kosumi_territory).also(&["uct_stat_territory"]),
    row("initial_influence", "color what", "influence_regions (-4 to 4) or territory_value (-1 to 1) of all points, White's positive", values::initial_influence),
    row("top_moves", "", "up to ten moves with their shares of a search in percent", values::top_moves),
    row("top_moves_black", "", "the same if Black is to move", values::top_moves_black),
    row("top_moves_white", "", "the same if White is to move", values::top_moves_white),
    row("all_move_values", "[color]", "all moves that a search has tried with their shares in percent, one a line", values::all_move_values),
    row("move_probabilities", "", "the same as probabilities", values::move_probabilities),
    row("move_uncertainty", "", "the entropy of these probabilities in bits", values::move_uncertainty),
    row("move_reasons", "point", "what speaks for and against a move of the player to move", values::move_reasons),

    row("attack", "point", "whether a chain can be captured, and the move: 1 surely, 2 in a ko, 3 with a ko threat, 0 not", tactics::attack),
    row("defend", "point", "whether a chain can be saved, and the move, in the same codes", tactics::defend),
    row("does_attack", "point point", "whether a move captures a chain that could be saved, in the same codes", tactics::does_attack),
    row("does_defend", "point point", "whether a move saves a chain that could be captured, in the same codes", tactics::does_defend),
    row("attack_either", "point point", "whether one of two chains can be captured", tactics::attack_either),
    row("defend_both", "point point", "whether one move saves two chains", tactics::defend_both),
    row("ladder_attack", "point", "whether a chain of two liberties can be captured in a ladder, and the first atari", tactics::ladder_attack),
    row("kosumi-ladder", "point", "what becomes of a chain in a ladder: captured, unsettled or escaped", tactics::kosumi_ladder).also(&["go_ladder", "go_static_ladder"]),
    row("unconditional_status", "point", "what a point is whatever is played: alive, dead, black_territory, white_territory or undecided", tactics::unconditional_status),
    row("kosumi-safe", "[benson|static] [color]", "the points that are a player's whatever is played: their number, then they", tactics::kosumi_safe).also(&["go_safe"]),
    row("get_reading_node_counter", "", "moves tried by attack, defend and the like", tactics::nodes),
    row("reset_reading_node_counter", "", "counts them from 0 again", tactics::reset_nodes),
    row("get_trymove_counter", "", "all moves tried by reading", tactics::nodes),
    row("reset_trymove_counter", "", "counts them from 0 again", tactics::reset_nodes),
    row("get_life_node_counter", "", "0: there is no reader of life beside the search", tactics::no_nodes),
    row("get_owl_node_counter", "", "0, as before", tactics::no_nodes),
    row("get_connection_node_counter", "", "0, as before", tactics::no_nodes),
    row("reset_life_node_counter", "", "accepted", tactics::reset_nothing),
    row("reset_owl_node_counter", "", "accepted", tactics::reset_nothing),
    row("reset_connection_node_counter", "", "accepted", tactics::reset_nothing),

    row("loadsgf", "file [move]", "the position of a record before a move, or at its end", games::loadsgf),
    row("printsgf", "[file]", "the game as SGF", games::printsgf),
    row("savesgf", "file", "writes the game as SGF", games::savesgf),
    row("gomill-savesgf", "file [ID=value]...", "writes the game as SGF with properties of its own", games::gomill_savesgf),
    row("sg_exec", "file", "executes the commands in a file", games::sg_exec),

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
    row("kosumi-board", "", "size, hash, ko, counters and the moves", information::kosumi_board).also(&["go_board"]),

    row("kata-get-rules", "", "the rules as JSON", rules::kata_get_rules),
    row("kata-set-rules", "rules", "rules by name or as JSON", rules::kata_set_rules),
    row("kata-set-rule", "key value", "one field of the rules", rules::kata_set_rule),
    row("kgs-rules", "name", "rules as KGS names them", rules::kgs_rules),
    row("kosumi-rules", "[name]", "all named rule sets, or rules by name", rules::kosumi_rules),

    row("kata-list-params", "", "the names of all parameters", parameters::kata_list_params),
    row("kata-get-param", "name", "the value of a parameter", parameters::kata_get_param),
    row("kata-set-param", "name value", "sets a parameter", parameters::kata_set_param),
    row("kosumi-param", "[name value]", "all parameters, or sets one", parameters::kosumi_param).also(&["go_param", "uct_param_player", "uct_param_search", "uct_param_globalsearch", "uct_param_policy", "uct_param_rootfilter"]),
    row("level", "[number]", "tells or sets the strength, 1 to 10", parameters::level),
    row("set_random_seed", "seed", "begins the random numbers of a seed", parameters::set_random_seed),
    row("get_random_seed", "", "the seed", parameters::get_random_seed),
    row("deterministic_mode", "", "one thread, the playouts of reg_genmove for every move, no thinking ahead", parameters::deterministic_mode),
    row("clear_cache", "", "forgets everything remembered for speed", parameters::clear_cache),

    row("gogui-version", "[version]", "accepts any version of GoGui", gogui::version),
    row("gogui-interrupt", "", "confirms that the comment '# interrupt' interrupts", gogui::interrupt),
    row("gogui-analyze_commands", "", "commands for the analyze menu of GoGui", gogui::analyze_commands),
    row("gogui-setup", "[color point]...", "stones on the empty board", gogui::setup),
    row("gogui-setup_player", "color", "whose turn it is", gogui::setup_player),
    row("gogui-play_sequence", "[color vertex]...", "makes several moves or none", gogui::play_sequence),

    row("kgs-genmove_cleanup", "color", "chooses a move that captures dead stones and makes it; passes when they are gone", moves::kgs_genmove_cleanup),
    row("kgs-game_over", "", "accepts that the game is over", servers::game_over),
    row("cgos-opponent_name", "name", "who plays", servers::opponent),
    row("cgos-opponent_rating", "rating", "how strong who plays is", servers::opponent),
    row("cgos-gameover", "result", "accepts that the game is over", servers::game_over),
    row("gomill-cpu_time", "", "processor seconds of all generated moves", servers::gomill_cpu_time),
    row("gomill-describe_engine", "", "version and parameters", servers::gomill_describe_engine),
    row("gomill-explain_last_move", "", "what the last generated move was based on", servers::gomill_explain_last_move),

    row("sg_compare_float", "number command [argument]...", "compares the answer of a command: 1 if it is more, else -1", debug::sg_compare_float),
    row("sg_compare_int", "number command [argument]...", "compares the answer of a command: -1, 0 or 1", debug::sg_compare_int),
    row("kosumi-selftest", "", "counts positions, games and moves whose numbers are known, and replays the game", debug::kosumi_selftest),
    row("kosumi-bench", "[board|playout|search|all]", "measures speed, and a checksum of behaviour", debug::kosumi_bench),
];
