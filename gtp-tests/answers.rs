//! Tests that compare several answers: lists that must agree, forms that clients parse, repeatable games.

use std::collections::HashSet;

use regex::Regex;

use crate::directory;
use crate::engine::{self, Engine, PLAYOUTS, text_of};

/// The texts of the answers to `commands`, all of which must succeed.
#[track_caller]
fn answers(commands: &str) -> Vec<String> {
    let outcome = engine::batch(&directory("games"), PLAYOUTS, commands.into()).unwrap();
    let responses = outcome.responses().unwrap();
    for response in &responses {
        assert!(!response.is_failure(), "{}", response.block);
    }
    responses
        .iter()
        .map(|response| response.text().to_owned())
        .collect()
}

/// The text of the answer to one command in a fresh program.
#[track_caller]
fn answer(command: &str) -> String {
    let mut answers = answers(command);
    assert_eq!(answers.len(), 1);
    answers.remove(0)
}

/// What each client looks for in the list before it offers a feature, or refuses to work at all.
const CLIENTS: [(&str, &str); 9] = [
    (
        "any",
        "protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove",
    ),
    (
        "GoGui",
        "undo gg-undo gogui-play_sequence gogui-setup gogui-setup_player gogui-analyze_commands gogui-interrupt \
         gogui-version set_free_handicap time_settings time_left final_status_list final_score cputime",
    ),
    (
        "regression",
        "loadsgf reg_genmove set_random_seed get_random_seed is_legal all_legal list_stones printsgf",
    ),
    (
        "Sabaki",
        "undo set_free_handicap rectangular_boardsize kata-analyze kata-genmove_analyze",
    ),
    (
        "Lizzie and LizzieYzy",
        "lz-analyze lz-genmove_analyze stop kata-get-rules kata-set-rules kata-get-param kata-set-param heatmap",
    ),
    (
        "CGOS",
        "cgos-genmove_analyze kata-genmove_analyze lz-genmove_analyze cgos-gameover",
    ),
    (
        "KGS",
        "kgs-rules kgs-time_settings kgs-game_over place_free_handicap set_free_handicap time_left final_status_list \
         undo",
    ),
    (
        "OGS",
        "kata-list_time_settings kata-time_settings kgs-time_settings showboard place_free_handicap final_score",
    ),
    (
        "gomill",
        "fixed_handicap place_free_handicap gomill-describe_engine gomill-explain_last_move gomill-cpu_time \
         gomill-savesgf cgos-opponent_name cgos-opponent_rating cgos-gameover",
    ),
];

#[test]
fn every_listed_command_is_known() {
    let raw = engine::batch(&directory("games"), PLAYOUTS, b"list_commands\n".to_vec())
        .unwrap()
        .stdout;
    assert!(
        !raw.windows(2).any(|pair| pair == b" \n"),
        "blanks at the end of a line"
    );
    let list = answer("list_commands");
    let commands: Vec<&str> = list.lines().collect();
    assert_eq!(commands[0], "protocol_version");
    assert_eq!(
        commands.iter().collect::<HashSet<_>>().len(),
        commands.len(),
        "a name is listed twice"
    );
    let name = Regex::new(r"\A[a-z][a-z0-9_-]*\z").unwrap();
    let questions = text_of(
        commands
            .iter()
            .map(|command| format!("known_command {command}")),
    );
    for (command, known) in commands.iter().zip(answers(&questions)) {
        assert!(name.is_match(command), "{command}");
        assert_eq!(known, "true", "{command}");
    }
    for (client, wanted) in CLIENTS {
        for command in wanted.split_whitespace() {
            assert!(commands.contains(&command), "{client} looks for {command}");
        }
    }
}

#[test]
fn no_answer_is_cut_at_a_comment_sign() {
    // Some clients take comments out of answers, too.
    let all = answers(
        "name\nversion\nlist_commands\nboardsize 9\ngenmove b\ngenmove w\nfinal_status_list alive\n",
    );
    assert!(!all.iter().any(|text| text.contains('#')), "{all:?}");
}

#[test]
fn parameters_can_be_read_and_written_back() {
    let names = answer("kata-list-params");
    let names: Vec<&str> = names.split_whitespace().collect();
    assert!(!names.is_empty());
    let questions = text_of(names.iter().map(|name| format!("kata-get-param {name}")));
    let values = answers(&questions);
    let pairs = names.iter().zip(&values);
    let commands = text_of(pairs.map(|(name, value)| format!("kata-set-param {name} {value}")));
    let after = answers(&(commands + &questions)).split_off(names.len());
    assert_eq!(values, after);
}

#[test]
fn parameters_have_the_form_that_gui_dialogs_need() {
    let line = Regex::new(r"\A\[(bool|string|list(/[^/\]]+)+)\] \S+( .*)?\z").unwrap();
    let dialog = answer("kosumi-param");
    for text in dialog.lines() {
        assert!(line.is_match(text), "{text}");
    }
}

#[test]
fn the_process_tells_its_number() {
    let mut engine = Engine::start(engine::command(&directory("games"), PLAYOUTS));
    let pid = engine.ask("pid").unwrap();
    assert_eq!(pid.text(), engine.process.0.id().to_string());
}

#[test]
fn stderr_gets_what_is_meant_for_it() {
    let input = b"echo_err a marker\n".to_vec();
    let outcome = engine::batch(&directory("games"), PLAYOUTS, input).unwrap();
    assert_eq!(outcome.stdout, b"= a marker\n\n");
    let stderr = String::from_utf8(outcome.stderr).unwrap();
    assert!(
        stderr.lines().any(|line| line.ends_with("a marker")),
        "{stderr:?}"
    );
}

#[test]
fn a_move_is_explained_on_standard_error() {
    let input = b"boardsize 5\ngenmove_debug b\n".to_vec();
    let outcome = engine::batch(&directory("games"), PLAYOUTS, input).unwrap();
    let stdout = String::from_utf8(outcome.stdout).unwrap();
    let mv = stdout.trim_end().rsplit(' ').next().unwrap();
    let stderr = String::from_utf8(outcome.stderr).unwrap();
    let tells = |line: &str| line.contains(&format!("{mv} ")) && line.ends_with(" %");
    assert!(stderr.lines().any(tells), "{stdout:?} {stderr:?}");
}

#[test]
fn a_sequence_that_fails_leaves_the_turn_to_whom_it_was_given() {
    let outcome = engine::batch(
        &directory("games"),
        PLAYOUTS,
        b"play b A1\ngogui-setup_player b\ngogui-play_sequence w B1 b A1\nkosumi-board\n".to_vec(),
    )
    .unwrap();
    let stdout = String::from_utf8(outcome.stdout).unwrap();
    assert!(stdout.contains("? illegal move"), "{stdout}");
    assert!(stdout.contains("\nto move: black\nmoves: 1\n"), "{stdout}");
}

#[test]
fn the_invariant_hash_does_not_see_mirrors_and_turns() {
    let hashes = |moves: &[&str]| -> HashSet<String> {
        let line =
            |moves: &&str| format!("clear_board\ngogui-play_sequence {moves}\ninvariant_hash\n");
        let commands: String = moves.iter().map(line).collect();
        answers(&commands).into_iter().skip(2).step_by(3).collect()
    };
    let same = [
        "b C4 w Q16",
        "b D3 w Q16",
        "b C16 w Q4",
        "b R16 w D4",
        "b Q3 w D16",
        "b R4 w D16",
        "b D17 w Q4",
        "b Q17 w D4",
    ];
    assert_eq!(hashes(&same).len(), 1);
    let different = [
        "b C4 w Q16",
        "w C4 b Q16",
        "b C4",
        "b C4 w Q4",
        "b C4 w R16",
        "b D4 w Q16",
    ];
    assert_eq!(hashes(&different).len(), different.len());
}

#[test]
fn moves_are_listed_with_the_hash_they_lead_to() {
    let all = answers("boardsize 5\ninvariant_hash_for_moves b\nplay b C3\ninvariant_hash\n");
    let center: Vec<&str> = all[1]
        .split_whitespace()
        .skip_while(|word| *word != "C3")
        .take(2)
        .collect();
    assert_eq!(center, ["C3", all[3].as_str()]);
}

#[test]
fn the_same_seed_plays_the_same_game() {
    let game = format!(
        "boardsize 9\n{}move_history\n",
        "genmove b\ngenmove w\n".repeat(8)
    );
    assert_eq!(answers(&game), answers(&game));
    let twice = "set_random_seed 7\nclear_cache\nclear_board\ngenmove b\ngenmove w\ngenmove b\n";
    let all = answers(&format!("boardsize 9\n{twice}{twice}"));
    assert_eq!(all[1..7], all[7..13]);
}

#[test]
fn a_regression_move_leaves_the_random_stream_alone() {
    let plain = answers("boardsize 9\nset_random_seed 7\nclear_cache\ngenmove b\ngenmove w\n");
    let asked = answers(
        "boardsize 9\nset_random_seed 7\nclear_cache\nreg_genmove b\ngenmove b\nreg_genmove w\ngenmove w\n",
    );
    assert_eq!((&plain[3], &plain[4]), (&asked[4], &asked[6]));
    let same = answers("boardsize 9\nplay b E5\nreg_genmove w\nreg_genmove w\n");
    assert_eq!(same[2], same[3]);
}

#[test]
fn statuses_share_out_all_stones() {
    let all = answers(
        "boardsize 9\ngogui-play_sequence b C3 w C4 b D4 w D3 b A1 w J9\nlist_stones b\nlist_stones w\n\
         final_status_list alive\nfinal_status_list dead\nfinal_status_list seki\n",
    );
    let sorted = |texts: &[String]| {
        let mut points: Vec<String> = texts
            .iter()
            .flat_map(|text| text.split_whitespace().map(str::to_owned))
            .collect();
        points.sort();
        points
    };
    assert_eq!(sorted(&all[2..4]), sorted(&all[4..7]));
}

/// A new game is not the last one again: match programs would count the same game many times.
#[test]
fn games_of_one_session_differ() {
    let game = "boardsize 9\ngenmove b\ngenmove w\ngenmove b\ngenmove w\nmove_history\n";
    let answers = answers(&game.repeat(4));
    let games: HashSet<&String> = answers.iter().skip(5).step_by(6).collect();
    assert!(games.len() > 1, "{games:?}");
}
