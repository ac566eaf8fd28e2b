//! Tests of the command line: what its errors say, and how the program ends after them.

use std::process::{Command, Output, Stdio};

fn kosumi(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    command.args(arguments).stdin(Stdio::null());
    command.output().unwrap()
}

/// What flags that make no sense are answered with.
fn refused(arguments: &[&str]) -> String {
    let output = kosumi(arguments);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
    text
}

#[test]
fn a_name_that_is_near_is_told_once() {
    let players = [
        "--black",
        "kosumi",
        "--white",
        "kosumi",
        "--out",
        "/no/such/folder/x",
    ];
    for command in [
        &["gtp"][..],
        &[],
        &["play"],
        &["score", "x.sgf"],
        &["review", "x.sgf"],
        &[&["match"][..], &players].concat(),
    ] {
        let refused = |name: &str| refused(&[command, &["--rules", name]].concat());
        let text = refused("japnese");
        assert_eq!(text.matches("unknown rules").count(), 1, "{text}");
        assert!(text.contains("did you mean 'japanese'?"), "{text}");
        assert!(refused("New-Zeland").contains("did you mean 'new-zealand'?"));
        let text = refused("xyz");
        assert!(
            text.contains("`kosumi gtp --help` lists the rule sets") && !text.contains("mean"),
            "{text}"
        );
    }
}

#[test]
fn flags_that_make_no_sense_end_with_one_status() {
    let game = crate::directory("games").join("plain.sgf");
    let game = game.to_str().unwrap();
    let players = [
        "match",
        "--black",
        "kosumi",
        "--white",
        "kosumi",
        "--out",
        "/no/such/folder/x",
    ];
    let of_match = |more: &[&'static str]| [&players[..], more].concat();
    for arguments in [
        vec!["--komi", "nan"],
        vec!["--komi", "inf"],
        vec!["--boardsize", "26"],
        vec!["--param", "nonsense=1"],
        vec!["play", "--komi", "x"],
        vec!["match"],
        of_match(&["--games", "0"]),
        of_match(&["--komi", "nan"]),
        of_match(&["--size", "0"]),
        of_match(&["--sprt", "0"]),
        of_match(&["--timeout", "-1"]),
        vec!["review", game, "--time", "0"],
        vec!["review", game, "--game", "2"],
        vec!["review", game, "--komi", "nan"],
        vec!["nonsense"],
    ] {
        refused(&arguments);
    }
    // What is no fault of the flags.
    assert_eq!(
        kosumi(&["score", "/no/such/file.sgf"]).status.code(),
        Some(1)
    );
}

#[test]
fn the_size_of_the_board_has_two_names_everywhere() {
    for flag in ["--size", "--boardsize"] {
        for words in [&["gtp"][..], &["play"], &["match"], &["selfplay"]] {
            let text = refused(&[words, &[flag, "99", "--out", "/no/such/folder/x"]].concat());
            assert!(
                text.contains("99") || text.contains("are needed") || text.contains("--out"),
                "{text}"
            );
            assert!(
                !text.contains(&format!("unexpected argument '{flag}'")),
                "{text}"
            );
        }
    }
}

#[test]
fn nobody_is_told_to_wait_where_there_is_no_terminal() {
    let output = kosumi(&[]);
    assert!(output.status.success() && output.stderr.is_empty());
}

#[cfg(unix)]
#[test]
fn an_interrupt_tells_how_long_work_goes_on() {
    use crate::engine::{PATIENCE, Process};
    use std::io::{BufRead, BufReader, Read};

    let folder = std::env::temp_dir().join(format!("kosumi-interrupt-{}", std::process::id()));
    let player = "kosumi --player random";
    // The children of a script that runs tests in the background ignore interrupts unless told otherwise.
    let mut heeding = Command::new("perl");
    heeding.args([
        "-e",
        "$SIG{INT} = 'DEFAULT'; exec @ARGV",
        env!("CARGO_BIN_EXE_kosumi"),
    ]);
    heeding.args([
        "match", "--black", player, "--white", player, "--size", "5", "--games", "100000",
    ]);
    heeding
        .arg("--out")
        .arg(&folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut process = Process::spawn(&mut heeding);
    // The first game shows that it is up.
    let stdout = process.0.stdout.take().unwrap();
    let mut lines = BufReader::new(stdout);
    lines.read_line(&mut String::new()).unwrap();
    let sent = Command::new("kill")
        .args(["-INT", &process.0.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    let status = process.wait(PATIENCE).expect("it ends");
    assert_eq!(status.code(), Some(130));
    let mut told = String::new();
    process
        .0
        .stderr
        .as_mut()
        .unwrap()
        .read_to_string(&mut told)
        .unwrap();
    assert!(
        told.contains("stopped; the same command goes on with the match"),
        "{told}"
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn shells_and_readers_are_told_all_commands() {
    let told = |arguments: &[&str]| {
        let output = kosumi(arguments);
        assert!(output.status.success(), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = told(&["completions", shell]);
        assert!(
            script.contains("review") && script.contains("playouts"),
            "{shell}"
        );
    }
    refused(&["completions", "nonsense"]);
    let page = told(&["man"]);
    for words in [".TH kosumi 1", ".SH REVIEW", ".SH MATCH", "boardsize"] {
        assert!(page.contains(words), "{words}\n{page}");
    }
}
