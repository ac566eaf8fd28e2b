//! For other programs only: their names for kosumi's commands, and commands that only the regression files of GNU Go and Fuego
//! use.

use super::Run::{Effect, OfColor, OfFile, OfMove, OfStone, Read, Text};
use super::{
    Answer, Args, Conversation, GtpError, Subject, debug, games, information, moves, row, subject,
    tactics, values,
};
use crate::gtp::request::CommandRequest;
use std::cmp::Ordering;

/// Other programs' names for commands, and the commands. They work, but are not listed.
pub(super) const OTHER_NAMES: &[(&str, &str)] = &[
    ("go_clock", "kosumi-clock"),
    ("uct_savetree", "kosumi-savetree"),
    ("uct_savegames", "kosumi-savegames"),
    ("go_board", "kosumi-board"),
    ("go_point_info", "kosumi-point"),
    ("uct_value", "kosumi-value"),
    ("uct_value_black", "kosumi-value_black"),
    ("uct_score", "kosumi-margin"),
    ("uct_stat_search", "kosumi-statistics"),
    ("uct_stat_player", "kosumi-statistics"),
    ("uct_stat_territory", "kosumi-territory"),
    ("go_ladder", "kosumi-ladder"),
    ("go_static_ladder", "kosumi-ladder"),
    ("go_safe", "kosumi-safe"),
    ("go_param", "kosumi-param"),
    ("uct_param_player", "kosumi-param"),
    ("uct_param_search", "kosumi-param"),
    ("uct_param_globalsearch", "kosumi-param"),
    ("uct_param_policy", "kosumi-param"),
    ("uct_param_rootfilter", "kosumi-param"),
    ("uct_gfx", "kosumi-tree_root"),
    ("uct_bounds", "kosumi-bounds"),
    ("uct_rave_values", "kosumi-rave_values"),
    ("uct_moves", "kosumi-moves"),
    ("uct_sequence", "kosumi-variation"),
    ("uct_prior_knowledge", "kosumi-priors"),
    ("uct_policy_moves", "kosumi-playout_moves"),
    // KataGo does not list them either: Sabaki would take them for those of Leela Zero, which give it less.
    ("analyze", "kata-analyze"),
    ("genmove_analyze", "kata-genmove_analyze"),
];

/// Commands for regression files, by subject.
#[rustfmt::skip]
pub(super) const COMMANDS: &[Subject] = &[
subject("Programs that know KataGo", &[
    row("kata-search_debug", "color",
        "as kata-search; the tree that the move was chosen from goes to standard error, as kosumi-tree writes it", OfColor(moves::kata_search_debug)),
    row("genmove_debug", "color", "as kosumi-genmove_debug", OfColor(moves::kosumi_genmove_debug)),
    row("debug_moves", "[vertex]... [rawstats]",
        "the board after some moves of both in turn, and what a search finds there: a line for the position and one for each move, with utility, winning and score in hundredths, lower bound, probability, visits and best line; with rawstats also what the network says in every symmetry; `Invalid move sequence`", Read(debug::debug_moves)),
    row("kata-debug-print-tc", "", "the clocks of both players and the least, desired and longest time of their next moves, in seconds, a player a line", Text(debug::print_clocks)),
    row("kata-benchmark", "visits",
        "searches the position with a number of visits from an empty tree, without other limits, and prints a figure a line: visits, seconds, visits a second, threads, the network", Read(moves::kata_benchmark)),
]),

subject("Regression files of GNU Go", &[
    row("restricted_genmove", "color point...", "chooses one of some moves, or a pass, without making it", Read(values::restricted_genmove)),
    row("trymove", "color vertex", "makes a move until popgo takes it back; errors as for play", OfMove(|talk, color, mv| moves::try_move(talk, |game| game.play(color, mv)))),
    row("tryko", "color vertex", "as trymove, but a ko may be retaken at once", OfMove(|talk, color, mv| moves::try_move(talk, |game| game.play_leniently(color, mv)))),
    row("popgo", "",
        "the game before the last trymove or tryko that has not been taken back; `cannot undo` if there is none", Read(moves::popgo)),
    row("countlib", "point", "the number of liberties of the chain at a point; `vertex must not be empty`", OfStone(|talk, chain| Ok(talk.session.game.board().liberty_count(chain).to_string()))),
    row("findlib", "point",
        "the liberties of the chain at a point, from the top left, in one line; `vertex must not be empty`", OfStone(|talk, chain| Ok(information::from_top(talk.session.size(), &talk.session.game.board().liberty_set(chain))))),
    row("accuratelib", "color point",
        "the number of liberties that the chain of a new stone would have, after captures; `vertex must be empty`", Read(information::accuratelib)),
    row("does_attack", "point point", "whether a move captures a chain that could be saved, in the codes of attack; `move vertex must be empty`", Read(tactics::does_attack)),
    row("does_defend", "point point", "whether a move saves a chain that could be captured, in the codes of attack; `move vertex must be empty`", Read(tactics::does_defend)),
    row("attack_either", "point point", "whether one of two chains of a player can be captured, in the codes of attack", Read(tactics::attack_either)),
    row("defend_both", "point point", "1 if one move saves two chains of a player, or none is needed, else 0", Read(tactics::defend_both)),
    row("connect", "point point", "whether two chains of a player can be connected, and the move or pass, in the codes of attack; what takes too long to read is read within a frame, as kosumi-solve does", Read(tactics::connect)),
    row("disconnect", "point point", "whether two chains of a player can be cut off from each other, and the move or pass, as for connect", Read(tactics::disconnect)),
    row("ladder_attack", "point", "1 and the first atari if a chain of two liberties can be captured in a ladder, else 0; `string must have exactly 2 liberties`", OfStone(tactics::ladder_attack)),
    row("get_reading_node_counter", "", "moves tried by attack, defend and the like", Text(|talk| talk.reader.nodes().to_string())),
    row("reset_reading_node_counter", "", "counts the moves tried by reading from 0 again", Effect(|talk| talk.reader.reset_nodes())),
    row("experimental_score", "color", "White's expected margin if a player moves first", OfColor(values::experimental_score)),
    row("initial_influence", "color influence_regions|territory_value", "a figure for each point, a row a line from the top, White's positive: influence_regions from -4 to 4 or territory_value from -1 to 1; `unknown influence data`", Read(values::initial_influence)),
    row("top_moves", "", "up to ten moves with their shares of a search in percent", Text(values::top_moves)),
    row("all_move_values", "[color]", "all moves that a search has tried with their shares in percent, one a line", Read(values::all_move_values)),
    row("move_probabilities", "", "the moves of all_move_values with their shares as probabilities, the best first", Text(values::move_probabilities)),
    row("move_uncertainty", "", "the entropy of these probabilities in bits", Text(values::move_uncertainty)),
]),

subject("Regression files of Fuego", &[
    row("sg_exec", "file",
        "executes the commands in a file, without their answers; stops at the first that fails, with its error; `cannot load file` if it cannot be read", OfFile(games::sg_exec)),
    row("sg_compare_float", "number command [argument]...",
        "1 if the first number in the answer of the command with its arguments is more than number, else -1; fails if there is no number in it, or with the command", Read(sg_compare_float)),
    row("sg_compare_int", "number command [argument]...",
        "-1, 0 or 1 as the first number in the answer of the command with its arguments is less than, equal to or more than number; errors as for sg_compare_float", Read(sg_compare_int)),
]),
];

/// Executes the rest of the line as a command and reads the first number of its answer.
fn number_of(talk: &mut Conversation, args: &mut Args<'_>) -> Result<f64, GtpError> {
    let request = CommandRequest::parse(args.remainder().as_bytes());
    let request = request.ok_or_else(|| GtpError::syntax("command expected"))?;
    talk.all_or_nothing(|talk| {
        let answer = crate::gtp::execute_within(talk, &request)?;
        let number = answer.split_whitespace().find_map(|word| word.parse().ok());
        number.ok_or_else(|| GtpError::new("the answer has no number"))
    })
}

fn sg_compare_float(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let value: f64 = args.next()?;
    let is_more = number_of(talk, args)? > value;
    Ok(if is_more { "1" } else { "-1" }.to_owned())
}

fn sg_compare_int(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let value: f64 = args.next::<i32>()?.into();
    let order = number_of(talk, args)?.total_cmp(&value);
    Ok(match order {
        Ordering::Less => "-1",
        Ordering::Equal => "0",
        Ordering::Greater => "1",
    }
    .to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gtp::Command;

    #[test]
    fn every_other_name_leads_to_a_command() {
        for (name, own) in OTHER_NAMES {
            let found = Command::find(name).map(|command| command.name);
            assert_eq!(found, Some(*own), "{name}");
            assert!(
                Command::all().all(|command| command.name != *name),
                "{name}"
            );
        }
    }
}
