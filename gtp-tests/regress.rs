//! Tests of `kosumi regress` and of the client that it drives programs with: exit statuses, the table, the page,
//! and programs that do not behave.

use std::fs;
use std::path::PathBuf;
use std::process::{self, Command, Output};
use std::time::Instant;

use kosumi::go::{Color, Size};
use kosumi::gtp::client::{EngineMove, Program};

use crate::directory;
use crate::engine::PATIENCE;

/// A file in the system's temporary directory that is removed at the end of a test.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kosumi-regress-{}-{name}", process::id()));
        fs::write(&path, text).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// What `kosumi regress` writes and how it exits.
fn regress(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    command.arg("regress").args(arguments).output().unwrap()
}

#[test]
fn kosumi_passes_its_own_tests() {
    let files = ["ko.tst", "suicide.tst"].map(|name| directory("rules").join(name));
    let page = Temporary::new("page.html", "");
    let files = files.each_ref().map(|path| path.to_str().unwrap());
    let output = regress(&[files[0], files[1], "--html", page.path()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    let first: Vec<&str> = text
        .lines()
        .map(|line| line.split(' ').next().unwrap())
        .collect();
    assert_eq!(first, ["file", "ko.tst", "suicide.tst", "total"]);
    let page = fs::read_to_string(&page.0).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("suicide.tst"));
}

#[test]
fn the_bare_name_means_this_program() {
    let file = directory("rules").join("ko.tst");
    let engine = "kosumi gtp --player random";
    let page = Temporary::new("named.html", "");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    command.args([
        "regress",
        file.to_str().unwrap(),
        "--engine",
        engine,
        "--html",
        page.path(),
    ]);
    // Nothing of that name can be found.
    let output = command.env("PATH", "").output().unwrap();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    let page = fs::read_to_string(&page.0).unwrap();
    assert!(page.contains(engine) && page.contains("Run by kosumi"));
}

#[test]
fn the_exit_status_tells_what_happened() {
    for (name, source, status) in [
        ("pass", "1 name\n#? [kosumi]\n", 0),
        ("known", "1 name\n#? [other]*\n", 0),
        ("surprise", "1 name\n#? [kosumi]*\n", 0),
        ("fail", "1 name\n#? [other]\n", 1),
        ("error", "no_such_command\n", 1),
        ("format", "1 name\n#? kosumi\n", 2),
        ("quit", "quit\n1 name\n#? [kosumi]\n", 2),
    ] {
        let file = Temporary::new(name, source);
        assert_eq!(
            regress(&[file.path()]).status.code(),
            Some(status),
            "{name}"
        );
        let list = Temporary::new(&format!("{name}-list"), file.path());
        let status_of_list = regress(&[&format!("@{}", list.path())]).status.code();
        assert_eq!(status_of_list, Some(status), "@{name}");
    }
    assert_eq!(regress(&["/no/such/file.tst"]).status.code(), Some(2));
    assert_eq!(regress(&["@/no/such/list"]).status.code(), Some(2));
    assert_eq!(regress(&["x", "--timeout", "-1"]).status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn programs_that_do_not_behave_are_told_apart() {
    let file = Temporary::new("name.tst", "1 name\n#? [kosumi]\n");
    for (engine, crash) in [
        ("/no/such/program", "cannot start `/no/such/program`: "),
        ("sh -c 'exit 3'", "ended at `name` with exit status: 3"),
        ("sh -c 'kill -s KILL $$'", "ended at `name` with signal: 9"),
        (
            "sh -c 'echo oops >&2'",
            "ended at `name` with exit status: 0: oops",
        ),
        ("sleep 1000", "no answer to `name` within "),
        (
            "yes",
            "broken protocol at `name`: an answer begins with = or ?, not with \"y\"",
        ),
        (
            "sh -c 'printf \"=\"; yes'",
            "broken protocol at `name`: an answer of more than 16 MiB",
        ),
        ("sh -c 'yes >&2'", "no answer to `name` within "),
        (
            "cat",
            "broken protocol at `name`: an answer begins with = or ?, not with \"1 name\"",
        ),
        (
            "sh -c 'exec >&-; sleep 1000'",
            "closed its pipes at `name` and runs on",
        ),
    ] {
        let start = Instant::now();
        let output = regress(&[file.path(), "--timeout", "3", "--engine", engine]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(
            text.contains(&format!("  CRASH {crash}")),
            "{engine}\n{text}"
        );
        assert_eq!(output.status.code(), Some(2), "{engine}");
        assert!(start.elapsed() < PATIENCE, "{engine}");
    }
}

#[test]
fn the_client_plays_a_game_with_kosumi() {
    let arguments = ["--seed", "1", "--threads", "1", "--visits", "20"];
    let program = Program::new(env!("CARGO_BIN_EXE_kosumi"), arguments);
    let mut client = program.in_directory(directory("games")).start().unwrap();
    assert_eq!(
        client.engine().unwrap(),
        concat!("kosumi ", env!("CARGO_PKG_VERSION"))
    );
    assert!(client.knows("undo").unwrap() && !client.knows("nothing").unwrap());
    client.clear_board(Size::new(9, 7).unwrap()).unwrap();
    client.komi(6.5).unwrap();
    for color in [Color::Black, Color::White, Color::Black] {
        let EngineMove::Move(mv) = client.genmove(color).unwrap() else {
            panic!("resigned");
        };
        if let Some(point) = mv.point() {
            let error = client.send(&format!("play {color} {point}")).unwrap_err();
            assert!(
                error.to_string().ends_with("failed: illegal move"),
                "{error}"
            );
        }
    }
    assert!(client.cpu_time().unwrap().is_some());
    assert!(client.send("final_score").unwrap().starts_with(['B', 'W']));
    client.send("loadsgf plain.sgf").unwrap();
    assert!(client.quit(PATIENCE).unwrap().success());
}
