//! Tests of `kosumi score`: what it says of a position, and why.

use std::process::{self, Command};
use std::{env, fs};

use kosumi::go::rules::PRESETS;

use crate::directory;
use crate::files::Directory;

/// What is said of a record of `games`.
fn score_of(name: &str, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    let file = directory("games").join(name);
    let output = command
        .arg("score")
        .arg(file)
        .args(arguments)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let mut errors = errors.lines();
    assert!(output.status.success());
    assert_eq!(errors.find(|line| !line.contains("not over")), None);
    String::from_utf8(output.stdout).unwrap()
}

fn score(arguments: &[&str]) -> String {
    score_of("bent-four.sgf", arguments)
}

/// Returns true if a line says some words, with any blanks between them.
fn says(text: &str, words: &str) -> bool {
    let words: Vec<&str> = words.split(' ').collect();
    let mut lines = text.lines();
    lines.any(|line| line.split_whitespace().eq(words.iter().copied()))
}

#[test]
fn a_bent_four_is_dead_by_hypothetical_play_and_the_explanation_says_so() {
    let text = score(&["--explain"]);
    assert!(text.contains(" 4 o o X + X O - - - 4\n"), "{text}");
    assert!(says(&text, "result B+3.0"), "{text}");
    let of_corner = text
        .lines()
        .find(|line| line.starts_with("White") && line.contains("(7 stones)"));
    let of_corner = of_corner.unwrap();
    let is_enclosed =
        |line: &str| line.contains("(3 stones)") && line.contains("if what surrounds it lives");
    assert!(text.lines().any(is_enclosed), "{text}");
    assert!(
        of_corner.contains("is dead") && of_corner.contains("hypothetical play"),
        "{of_corner}"
    );
}

#[test]
fn a_group_that_the_next_move_decides_is_told_unless_the_game_is_over() {
    let directory = Directory::new("unsettled");
    let stones = "AB[ae][be][ce][df][dg][dh][di]AW[af][bf][cf][cg][ch][ci]";
    let passes = ";B[];W[]".repeat(20);
    for (moves, is_told) in [("", true), (";B[gc]", true), (&passes, false)] {
        let file = directory.path().join("corner.sgf");
        let record = format!("(;FF[4]GM[1]SZ[9]RU[Japanese]{stones}{moves})");
        fs::write(&file, record).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
        let output = command.arg("score").arg(file).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let row = text.lines().find(|line| line.starts_with("unsettled"));
        assert_eq!(row.is_some(), is_told, "{text}");
        let worth = "; the first move is worth about ";
        assert!(row.is_none_or(|row| row.contains(worth)), "{text}");
        assert!(
            row.is_none_or(
                |row| row.contains("White C1 (6 stones) can be captured if Black moves first (B2")
            ),
            "{text}"
        );
    }
}

#[test]
fn an_estimate_tells_what_it_rests_on() {
    let by_both = "%, by playouts and a network.";
    let text = score(&["--explain"]);
    assert!(text.lines().any(|line| line.ends_with(by_both)), "{text}");
    let text = score(&["--explain", "--model", "none"]);
    let by_playouts = "% of the playouts.";
    assert!(
        text.lines().any(|line| line.ends_with(by_playouts)),
        "{text}"
    );
    assert!(!text.contains(by_both), "{text}");
}

#[test]
fn no_stone_is_dead_where_the_rules_take_none_off() {
    let text = score(&["--explain", "--rules", "tromp-taylor"]);
    let sentences: Vec<&str> = text.lines().filter(|line| line.contains("lives")).collect();
    assert!(!sentences.is_empty(), "{text}");
    for sentence in sentences {
        assert!(
            sentence.ends_with(": the rules take no stones off."),
            "{sentence}"
        );
    }
}

#[test]
fn who_names_dead_stones_is_believed() {
    let text = score(&["--explain", "--dead", "A4"]);
    assert!(
        text.contains("(7 stones) is dead: it was said so."),
        "{text}"
    );
    assert!(says(&text, "result B+3.0"), "{text}");
}

#[test]
fn what_both_players_have_marked_is_believed() {
    // The mark on A2 says that White's stone there is dead.
    let dead =
        "(;SZ[5]RU[japanese]KM[0]AB[ac][bc][cc][cd][ce]AW[ad];B[];W[]TB[ad][bd][ae][be:be][da:ee])";
    let path = env::temp_dir().join(format!("kosumi-marked-{}.sgf", process::id()));
    let count = |flags: &[&str], record: &str| {
        fs::write(&path, record).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
        let command = command.arg("score").arg(&path).arg("--explain");
        command.args(flags).output().unwrap()
    };
    let told = count(&["--dead", "marked"], dead);
    let text = String::from_utf8(told.stdout).unwrap();
    assert!(
        text.contains("White A2 is dead: both players agreed on it."),
        "{text}"
    );
    let unmarked = dead.replace("TB[ad][bd][ae][be:be][da:ee]", "");
    let refused = count(&["--dead", "marked"], &unmarked);
    assert!(!refused.status.success());
    let error = String::from_utf8(refused.stderr).unwrap();
    assert!(error.contains("the record marks no territory"), "{error}");
    fs::remove_file(&path).unwrap();
}

#[test]
fn explanations_speak_the_language_that_was_asked_for() {
    for (language, words) in [
        (
            "en",
            [
                "is dead",
                "hypothetical play",
                "result",
                " japanese\n",
                "\nnew-zealand ",
            ],
        ),
        (
            "es",
            [
                "está muerto",
                "juego hipotético",
                "resultado",
                " japonesas\n",
                "\nneozelandesas ",
            ],
        ),
        (
            "fr",
            [
                "est mort",
                "jeu hypothétique",
                "résultat",
                " japonaise\n",
                "\nnéo-zélandaise ",
            ],
        ),
    ] {
        let text = score(&["--lang", language, "--all-rules"]);
        for word in words {
            assert!(text.contains(word), "{word}: {text}");
        }
    }
}

#[test]
fn a_page_explains_every_game_of_a_file() {
    let file = |name: &str| env::temp_dir().join(format!("{name}-{}.html", process::id()));
    let path = file("kosumi-score");
    let text = score(&["--html", path.to_str().unwrap(), "--lang", "es"]);
    let page = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    assert!(page.contains("<html lang=\"es\">") && page.contains("bent-four.sgf"));
    assert!(
        page.contains("japonesas") && !page.contains("japanese"),
        "{page}"
    );
    let sentences: Vec<&str> = text.lines().filter(|line| line.ends_with('.')).collect();
    assert!(sentences.len() > 3, "{text}");
    for sentence in sentences {
        assert!(page.contains(sentence), "{sentence}");
    }
    assert_eq!(page.matches("class=\"viewer\"").count(), 1);
    let is_alone = ["src=", "href=", "@import"]
        .iter()
        .all(|word| !page.contains(word));
    assert!(is_alone, "it needs something from outside");
    let nowhere = env::temp_dir().join("no-such-folder").join("page.html");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    command
        .arg("score")
        .arg(directory("games").join("bent-four.sgf"));
    let output = command.arg("--html").arg(&nowhere).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        !output.status.success() && errors.contains("no-such-folder"),
        "{errors}"
    );
}

#[test]
fn results_under_all_rule_sets_stand_side_by_side() {
    let text = score(&["--all-rules"]);
    for preset in PRESETS {
        assert!(
            text.lines().any(|line| line.starts_with(preset.name)),
            "{}: {text}",
            preset.name
        );
    }
    let result = |rules: &str| {
        let line = text
            .lines()
            .find(|line| line.starts_with(&format!("{rules} ")));
        line.unwrap().split_whitespace().nth(1).unwrap().to_owned()
    };
    assert_eq!(["tromp-taylor", "japanese"].map(result), ["W+7.0", "B+3.0"]);
}

#[test]
fn a_game_whose_moves_repeat_is_void_where_the_rules_say_so() {
    for (rules, outcome) in [("japanese", "Void"), ("korean", "0")] {
        for (flags, names) in [
            (&[][..], ["result", "repeated an earlier position"]),
            (&["--explain"], ["result", "repeated an earlier position"]),
            (
                &["--lang", "es"],
                ["resultado", "repetida una posición anterior"],
            ),
        ] {
            let text = score_of("triple-ko.sgf", &[&["--rules", rules], flags].concat());
            assert!(says(&text, &format!("{} {outcome}", names[0])), "{text}");
            assert!(says(&text, names[1]), "{text}");
            assert!(!text.contains("B+") && !text.contains("W+"), "{text}");
        }
        let all = score_of("triple-ko.sgf", &["--rules", "chinese", "--all-rules"]);
        let row = all
            .lines()
            .find(|line| line.starts_with(&format!("{rules} ")));
        let found = row.unwrap().split_whitespace().nth(1).unwrap();
        assert_eq!(found, outcome, "{all}");
    }
    let before = score_of("triple-ko.sgf", &["--move", "5"]);
    assert!(!before.contains("repeated"), "{before}");
}

#[test]
fn rules_that_are_not_known_are_told() {
    let path = std::env::temp_dir().join(format!("kosumi-rules-{}.sgf", std::process::id()));
    for (record, warning) in [
        ("(;SZ[5];B[cc])", "names no rules"),
        ("(;SZ[5]RU[house];B[cc])", "names unknown rules 'house'"),
    ] {
        fs::write(&path, record).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
        let output = command.arg("score").arg(&path).output().unwrap();
        let [text, errors] =
            [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
        assert!(
            says(
                &text,
                "rules chinese (the record names none that are known)"
            ),
            "{text}"
        );
        assert!(errors.contains(warning), "{errors}");
    }
    fs::remove_file(path).unwrap();
}
