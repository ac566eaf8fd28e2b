//! Tests of `kosumi match`: the same games every time, resumed, in parts, and against a saboteur.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Output};

use kosumi::arena::report::{GameEnding, GameReport};
use kosumi::sgf;

use crate::directory;

/// A folder in the system's temporary directory that is removed at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kosumi-match-{}-{name}", process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn join(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn kosumi(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    command.arg("match").args(arguments).output().unwrap()
}

/// Plays a match between random players, with more arguments, and expects it to succeed.
fn play_random(out: &str, more: &[&str]) -> String {
    let program = "kosumi --player random";
    let (black, white) = (format!("a={program}"), format!("b={program}"));
    let base = [
        "--black", &black, "--white", &white, "--size", "5", "--out", out,
    ];
    let output = kosumi(&[&base, more].concat());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success(),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

fn reports(out: &str) -> Vec<GameReport> {
    let text = fs::read_to_string(Path::new(out).join("games.jsonl")).unwrap();
    let reports = text.lines().map(|line| serde_json::from_str(line).unwrap());
    reports.collect()
}

/// The records of a match, by name.
fn records(out: &str) -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(Path::new(out).join("games")).unwrap();
    let mut records: Vec<_> = files
        .map(|file| file.unwrap())
        .map(|file| {
            (
                file.file_name().into_string().unwrap(),
                fs::read(file.path()).unwrap(),
            )
        })
        .collect();
    records.sort();
    records
}

/// A summary without the times, which differ from run to run.
fn summary(out: &str) -> String {
    let text = fs::read_to_string(Path::new(out).join("summary.txt")).unwrap();
    text.split("\ntime\n").next().unwrap().to_owned()
}

#[test]
fn the_same_seed_gives_the_same_records() {
    let folder = Folder::new("same");
    let [one, two, other] = ["one", "two", "other"].map(|name| folder.join(name));
    play_random(&one, &["--games", "40"]);
    play_random(&two, &["--games", "40", "--jobs", "2"]);
    play_random(&other, &["--games", "40", "--seed", "2"]);
    assert_eq!(records(&one).len(), 40);
    assert_eq!(records(&one), records(&two));
    assert_eq!(summary(&one), summary(&two));
    assert_ne!(records(&one), records(&other));
    for (name, bytes) in records(&one) {
        assert_eq!(sgf::read(&bytes).unwrap().len(), 1, "{name}");
    }
}

#[test]
fn a_stopped_match_goes_on() {
    let folder = Folder::new("resume");
    let [whole, part] = ["whole", "part"].map(|name| folder.join(name));
    play_random(&whole, &["--games", "12"]);
    play_random(&part, &["--games", "12"]);
    // As if it had been stopped while game 5 was being written.
    let path = Path::new(&part).join("games.jsonl");
    let text = fs::read_to_string(&path).unwrap();
    let kept: Vec<&str> = text.lines().take(5).collect();
    fs::write(&path, format!("{}\n{{\"index\":5,", kept.join("\n"))).unwrap();
    fs::remove_file(Path::new(&part).join("games/00005.sgf")).unwrap();
    let log = play_random(&part, &["--games", "12"]);
    assert!(log.starts_with("6/12 game 5: "), "{log}");
    assert_eq!(records(&part), records(&whole));
    assert_eq!(summary(&part), summary(&whole));
    let played: Vec<u32> = reports(&part).iter().map(|report| report.index).collect();
    assert_eq!(played, (0..12).collect::<Vec<_>>());
    // And again, when nothing is left to be played.
    assert!(!play_random(&part, &["--games", "12"]).contains("game 5"));
}

#[test]
fn a_finished_match_can_be_made_longer_but_not_shorter() {
    let folder = Folder::new("longer");
    let [longer, whole] = ["longer", "whole"].map(|name| folder.join(name));
    play_random(&longer, &["--games", "3"]);
    let first = reports(&longer);
    play_random(&longer, &["--games", "6"]);
    play_random(&whole, &["--games", "6"]);
    let hashes = |out: &str| -> Vec<String> {
        reports(out)
            .into_iter()
            .map(|report| report.moves_hash)
            .collect()
    };
    assert_eq!((first.len(), hashes(&longer).len()), (3, 6));
    assert_eq!(hashes(&longer), hashes(&whole));
    let page = fs::read_to_string(Path::new(&longer).join("report.html")).unwrap();
    assert_eq!(
        page.matches("<template").count(),
        6,
        "all games can be looked at"
    );
    assert!(
        page.contains("<dt>Seed</dt><dd>1</dd>") && page.contains("<dt>Day of the last game</dt>")
    );
    let program = "kosumi --player random";
    let (black, white) = (format!("a={program}"), format!("b={program}"));
    let output = kosumi(&[
        "--black", &black, "--white", &white, "--size", "5", "--out", &longer, "--games", "4",
    ]);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(
        !output.status.success() && errors.contains("games is 6, not 4"),
        "{errors}"
    );
}

#[test]
fn another_match_is_refused() {
    let folder = Folder::new("refused");
    let out = folder.join("x");
    play_random(&out, &["--games", "2"]);
    let program = "kosumi --player random";
    let output = kosumi(&[
        "--black", program, "--white", program, "--size", "5", "--out", &out, "--seed", "4",
    ]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(message.contains("seed is 1, not 4"), "{message}");
    assert_eq!(reports(&out).len(), 2);
}

#[test]
fn shards_make_the_whole() {
    let folder = Folder::new("shards");
    let [whole, merged, one, two] = ["whole", "merged", "one", "two"].map(|name| folder.join(name));
    let games = ["--games", "13", "--white", "c=kosumi --player random"];
    play_random(&whole, &games);
    play_random(&one, &[&games[..], &["--shard", "1/2"]].concat());
    play_random(&two, &[&games[..], &["--shard", "2/2"]].concat());
    assert_eq!(reports(&one).len() + reports(&two).len(), 26);
    let output = kosumi(&["merge", &merged, &one, &two, &one]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(records(&merged), records(&whole));
    assert_eq!(summary(&merged), summary(&whole));
    let settings = |out| fs::read(Path::new(out).join("match.json")).unwrap();
    assert_eq!(settings(&merged), settings(&whole));
}

#[test]
fn openings_are_played_with_both_colors() {
    let folder = Folder::new("openings");
    let (file, out) = (folder.join("openings.sgf"), folder.join("x"));
    fs::write(&file, "(;SZ[5];B[cc];W[bb])(;SZ[5];B[bb];W[cc];B[dd])").unwrap();
    play_random(&out, &["--openings", &file]);
    let reports = reports(&out);
    assert_eq!(reports.len(), 4);
    for (number, (_, bytes)) in records(&out).iter().enumerate() {
        let opening = ["B[cc];W[bb]", "B[bb];W[cc];B[dd]"][number / 2];
        assert!(String::from_utf8_lossy(bytes).contains(opening));
    }
    let black: Vec<&str> = reports
        .iter()
        .map(|report| report.players.black.name.as_str())
        .collect();
    assert_eq!(black, ["a", "b", "a", "b"]);
}

#[test]
fn programs_with_one_name_get_numbers() {
    let folder = Folder::new("names");
    let out = folder.join("x");
    let [a, b] = ["a", "b"].map(|name| format!("{name}=kosumi --player random"));
    play_random(&out, &["--games", "1", "--white", &b, "--white", &a]);
    let white = reports(&out)
        .into_iter()
        .map(|report| report.players.white.name);
    assert_eq!(white.collect::<Vec<_>>(), ["b", "b (2)", "a (2)"]);
}

#[test]
fn a_sequential_test_stops_and_says_why() {
    let folder = Folder::new("sprt");
    let out = folder.join("x");
    let log = play_random(&out, &["--games", "2000", "--sprt=-300,300", "--jobs", "2"]);
    assert!(
        log.contains("stopped: ") && log.contains("log-likelihood ratio"),
        "{log}"
    );
    assert!(reports(&out).len() < 1000);
}

#[test]
fn senseless_arguments_are_refused() {
    let folder = Folder::new("senseless");
    let out = folder.join("x");
    let program = "kosumi --player random";
    for more in [
        &["--time", "hourglass"][..],
        &["--size", "99"],
        &["--rules", "checkers"],
        &["--games", "0"],
        &["--handicap", "3", "--size", "5"],
        &["--shard", "3/2"],
        &["--sprt", "5,1"],
        &["--openings", "/no/such/file"],
        &["--white", "/no/such/program"],
        &["--white", "kosumi --seed 1"],
        &["--white", "kosumi --no-such-flag"],
    ] {
        let base = ["--black", program, "--white", program, "--out", &out];
        let output = kosumi(&[&base, more].concat());
        assert!(!output.status.success(), "{more:?}");
        assert!(!output.stderr.is_empty(), "{more:?}");
    }
}

/// Plays four games against the saboteur, who has half a second for a game.
#[cfg(unix)]
fn sabotage(folder: &Folder, how: &str) -> Vec<GameReport> {
    let script = directory("saboteur.sh");
    let saboteur = format!("s=/bin/sh '{}' {how}", script.display());
    let out = folder.join(how);
    let output = kosumi(&[
        "--black",
        "r=kosumi --player random",
        "--white",
        &saboteur,
        "--size",
        "5",
        "--games",
        "4",
        "--timeout",
        "2",
        "--time",
        "absolute:0.5",
        "--tolerance",
        "0.3",
        "--out",
        &out,
    ]);
    assert_eq!(records(&out).len(), 4);
    let reports = reports(&out);
    let is_failure = reports.iter().all(|report| report.ending.is_failure());
    assert_eq!(
        output.status.code(),
        Some(i32::from(is_failure)),
        "{how}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(reports.len(), 4, "{how}");
    reports
}

#[cfg(unix)]
#[test]
fn a_saboteur_loses_and_it_is_said_why() {
    let folder = Folder::new("saboteur");
    for (how, ending, words) in [
        ("crash", GameEnding::Crashed, "exit status: 3: out of luck"),
        ("kill", GameEnding::Crashed, "signal: 11"),
        ("hang", GameEnding::Hung, "no answer to `genmove"),
        (
            "garbage",
            GameEnding::BrokenProtocol,
            "not with \"thinking ...\"",
        ),
        (
            "nonsense",
            GameEnding::BrokenProtocol,
            "answered `the corner`",
        ),
        (
            "outside",
            GameEnding::IllegalMove,
            "Z25 is not on the board",
        ),
        ("occupied", GameEnding::IllegalMove, "A1 is occupied"),
        ("resign", GameEnding::Resigned, ""),
        ("fail", GameEnding::Refused, "no idea"),
        ("refuse", GameEnding::Refused, "failed: illegal move"),
        ("shout", GameEnding::BrokenProtocol, "broken protocol"),
        ("endless", GameEnding::BrokenProtocol, "more than 16 MiB"),
        ("slow", GameEnding::TimeLoss, "s were left"),
    ] {
        for report in sabotage(&folder, how) {
            let winner = if report.first_is_black {
                "black"
            } else {
                "white"
            };
            let found = serde_json::to_value(report.winner).unwrap();
            assert_eq!(found.as_str(), Some(winner), "{how}");
            assert_eq!(report.ending, ending, "{how}: {}", report.remark);
            assert!(report.remark.contains(words), "{how}: {}", report.remark);
        }
    }
}

#[cfg(unix)]
#[test]
fn what_does_no_harm_costs_no_game() {
    let folder = Folder::new("harmless");
    for how in ["mutter", "leave", "nothing"] {
        for report in sabotage(&folder, how) {
            assert_eq!(
                report.ending,
                GameEnding::Counted,
                "{how}: {}",
                report.remark
            );
            assert!(
                report.remark.contains("counts B+99.5"),
                "{how}: {}",
                report.remark
            );
            let was_restarted = report.remark.contains("started again");
            assert_eq!(was_restarted, how == "leave" && report.index > 0);
        }
    }
}

#[cfg(unix)]
#[test]
fn clocks_are_in_the_records() {
    let folder = Folder::new("clocks");
    let out = folder.join("x");
    play_random(&out, &["--games", "2", "--time", "byoyomi:0:5:3"]);
    for (name, bytes) in records(&out) {
        let game = sgf::read_first(&bytes).unwrap();
        let times: Vec<_> = game.nodes.iter().map(|node| node.time_left).collect();
        assert!(
            times
                .iter()
                .all(|left| left.is_some_and(|left| left.overtime == 3)),
            "{name}"
        );
    }
}

#[test]
fn a_match_without_a_game_is_no_success() {
    let folder = Folder::new("failing");
    let out = folder.join("out");
    let base = ["--size", "5", "--games", "2", "--out", &out];
    // It begins as a program does and plays nothing.
    let cat = "broken=cat";
    let players = ["--black", "a=kosumi --player random", "--white", cat];
    for more in [&["--white", "b=kosumi --player random"][..], &[]] {
        let output = kosumi(&[&players[..], more, &base].concat());
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(
            told.contains("no game of a and broken was played to its end"),
            "{told}"
        );
        assert!(!told.contains("a and b was"), "{told}");
        fs::remove_dir_all(&out).unwrap();
    }
}
