//! The pages: every command that they show is run, and prints what they show.
//!
//! A page's commands run in a folder of their own, one after the other, with the built program as `kosumi`. What cannot be
//! run in a test stands in [`EXCUSED`] with its reason; where it is a command of kosumi, at least its flags are checked.

mod blocks;
mod compare;

use crate::files::Directory;
use crate::problems::CORNER;
use blocks::{Command, blocks, commands, spans};
use compare::Comparison;
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{self, Output, Stdio};

/// Why a command is not run.
enum Excuse {
    /// For what is said: only the flags are checked.
    Flags(&'static str),
    /// For what is said: it is not looked at, because it is not kosumi.
    Foreign(&'static str),
}

use Excuse::{Flags, Foreign};

/// The commands that are not run: the page, how the command begins, and why.
const EXCUSED: &[(&str, &str, Excuse)] = &[
    (
        "README.md",
        "cargo run",
        Foreign("builds; the workflow on push does the same"),
    ),
    ("README.md", "cargo test", Foreign("is what runs this")),
    (
        "CONTRIBUTING.md",
        "cargo",
        Foreign("builds; .ci/run does the same"),
    ),
    (
        "CONTRIBUTING.md",
        "RUSTDOCFLAGS",
        Foreign("builds; .ci/run does the same"),
    ),
    (
        "CONTRIBUTING.md",
        "target/release/kosumi bench",
        Flags("measures for a minute"),
    ),
    (
        "CONTRIBUTING.md",
        "kosumi match",
        Flags("400 games against another version"),
    ),
    ("docs/bots.md", "npm", Foreign("needs the network")),
    (
        "docs/bots.md",
        "gtp2ogs",
        Foreign("needs a server and an account"),
    ),
    (
        "docs/bots.md",
        "python3 cgos",
        Foreign("needs a server and an account"),
    ),
    ("docs/building.md", "cargo", Foreign("builds")),
    ("docs/building.md", "RUSTFLAGS", Foreign("builds")),
    ("docs/building.md", "scripts/release.sh", Foreign("builds")),
    (
        "docs/building.md",
        "scripts/packages.py",
        Foreign("needs archives; the workflow of releases does the same"),
    ),
    (
        "docs/building.md",
        "git checkout",
        Foreign("leaves the sources that are tested"),
    ),
    ("docs/building.md", "sha256sum", Foreign("needs a release")),
    ("docs/building.md", "gh", Foreign("needs the network")),
    (
        "docs/building.md",
        "docker",
        Foreign("needs a container engine"),
    ),
    (
        "docs/clients.md",
        "gogui-twogtp",
        Foreign("needs GoGui and Java"),
    ),
    (
        "docs/gtp.md",
        "kosumi --listen",
        Flags("runs until it is stopped"),
    ),
    (
        "docs/gtp.md",
        "kosumi play --human-model",
        Flags("needs a file of KataGo's"),
    ),
    (
        "docs/gtp.md",
        "kosumi gtp --human-model",
        Flags("needs a file of KataGo's"),
    ),
    (
        "docs/gtp.md",
        "kosumi bench",
        Flags("measures for a minute"),
    ),
    ("docs/mutants.md", "cargo mutants", Foreign("takes hours")),
    ("README.md", "kosumi web", Flags("runs until it is stopped")),
    (
        "docs/web.md",
        "kosumi web",
        Flags("runs until it is stopped"),
    ),
    (
        "docs/network.md",
        "rows=",
        Flags("takes nine minutes of a graphics card and data"),
    ),
    (
        "docs/network.md",
        "small=",
        Flags("takes six minutes of a graphics card and data"),
    ),
    ("docs/network.md", "python3 -c", Foreign("needs PyTorch")),
    ("docs/strength.md", "kosumi match", Flags("takes an hour")),
    ("docs/training.md", "kosumi selfplay", Flags("takes hours")),
    ("docs/training.md", "scripts/net/", Foreign("needs PyTorch")),
    (
        "docs/training.md",
        "kosumi gtp --model net/",
        Flags("needs the network that was trained"),
    ),
];

/// The commands whose output depends on the machine or on chance: the page, and how the command begins.
const BY_FORM: &[(&str, &str)] = &[
    ("README.md", "kosumi play"),
    ("README.md", "kosumi review"),
    ("README.md", "kosumi solve"),
    ("docs/matches.md", "kosumi match"),
    ("docs/play.md", "kosumi play"),
    ("docs/problems.md", "kosumi solve corner.sgf"),
    ("docs/reviews.md", "kosumi review"),
    (
        "docs/rules.md",
        "kosumi score gtp-tests/games/bent-four.sgf --explain",
    ),
    ("docs/troubleshooting.md", "printf 'name"),
];

/// A game with mistakes, short because it is reviewed several times.
const GAME: &str =
    "(;GM[1]FF[4]SZ[7]KM[9]RU[chinese]PB[Ann]PW[Ben];B[dd];W[ga];B[cd];W[dc];B[aa];W[cc])\n";

/// The programs that a page may need and a machine may lack.
const OTHERS: &[&str] = &["gnugo"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The pages with their texts, by their names.
fn pages() -> Vec<(String, String)> {
    let mut names = vec!["README.md".to_owned(), "CONTRIBUTING.md".to_owned()];
    let entries = fs::read_dir(root().join("docs")).unwrap();
    let docs = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let docs = docs.filter(|name| Path::new(name).extension().is_some_and(|end| end == "md"));
    names.extend(docs.map(|name| format!("docs/{name}")));
    names.sort();
    let read = |name: String| {
        let text = fs::read_to_string(root().join(&name)).unwrap();
        (name, text)
    };
    names.into_iter().map(read).collect()
}

fn excuse(page: &str, command: &Command) -> Option<usize> {
    let is_it = |(name, beginning, _): &(&str, &str, Excuse)| {
        *name == page && command.text.starts_with(beginning)
    };
    EXCUSED.iter().position(is_it)
}

fn comparison(page: &str, command: &Command) -> Comparison {
    let is_it =
        |&&(name, beginning): &&(&str, &str)| name == page && command.text.starts_with(beginning);
    match BY_FORM.iter().find(is_it) {
        Some(_) => Comparison::Form,
        None => Comparison::Exact,
    }
}

/// A folder in which the commands of a page find what it talks about.
struct Place {
    folder: Directory,
}

impl Place {
    /// A folder where `kosumi` is the built program.
    fn new(name: &str) -> Place {
        let place = Place::empty(name);
        symlink(env!("CARGO_BIN_EXE_kosumi"), place.path("bin/kosumi")).unwrap();
        for name in ["gtp-tests", "scripts", "src"] {
            symlink(root().join(name), place.path(name)).unwrap();
        }
        let games = GAME.repeat(3);
        for (name, text) in [
            ("corner.sgf", CORNER),
            ("game.sgf", GAME),
            ("games.sgf", &games),
            ("others.sgf", GAME),
            ("gtp.cfg", "maxVisits = 50\nlogDir = gtp_logs\n"),
        ] {
            fs::write(place.path(name), text).unwrap();
        }
        for name in ["teacher.bin.gz", "g170-b6c96-s175395328-d26788732.bin.gz"] {
            symlink(root().join("src/eval/own.bin.gz"), place.path(name)).unwrap();
        }
        for folder in [
            ".local/share/bash-completion/completions",
            ".config/fish/completions",
        ] {
            fs::create_dir_all(place.path(folder)).unwrap();
        }
        place
    }

    /// A folder where `kosumi` only reads its flags, and scripts do nothing.
    fn for_flags(name: &str) -> Place {
        let place = Place::empty(name);
        let program = env!("CARGO_BIN_EXE_kosumi");
        place.script(
            "bin/kosumi",
            &format!("exec '{program}' \"$@\" --help >/dev/null"),
        );
        place.script("scripts/net/train.py", "");
        place
    }

    fn empty(name: &str) -> Place {
        let folder = Directory::new(&format!("pages-{}", name.replace('/', "-")));
        let place = Place { folder };
        for folder in ["bin", "target/release", "scripts/net"] {
            if folder != "scripts/net" || name.starts_with("flags") {
                fs::create_dir_all(place.path(folder)).unwrap();
            }
        }
        symlink("../../bin/kosumi", place.path("target/release/kosumi")).unwrap();
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn script(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    /// Runs a command with some input.
    fn run(&self, text: &str, input: &str) -> Output {
        let program = self.path("bin/kosumi");
        let text = text.replace("/path/to/kosumi", program.to_str().unwrap());
        let mut command = process::Command::new("bash");
        command.args(["-o", "pipefail", "-ec", &text]);
        let path = std::env::var("PATH").unwrap_or_default();
        let bin = self.path("bin");
        command
            .current_dir(self.folder.path())
            .env("PATH", format!("{}:{path}:/usr/games", bin.display()))
            .env("HOME", self.folder.path())
            .env("LC_ALL", "C.UTF-8")
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("XDG_DATA_HOME")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut process = command.spawn().expect("bash starts");
        let mut stdin = process.stdin.take().expect("stdin is piped");
        // A program that has ended does not read.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        process.wait_with_output().unwrap()
    }
}

/// What a person types in an output that has prompts.
fn typed(output: &[String]) -> String {
    let answers = output.iter().filter_map(|line| {
        let (player, answer) = line.split_once(" to play: ")?;
        ["Black", "White"]
            .contains(&player)
            .then(|| format!("{answer}\n"))
    });
    answers.collect()
}

/// Runs a command of a page. Returns what is wrong with it.
fn check(place: &Place, page: &str, command: &Command) -> Result<(), String> {
    let output = place.run(&command.text, &typed(&command.output));
    let printed = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{}: {printed}{errors}", output.status));
    }
    if command.output.is_empty() {
        return Ok(());
    }
    let compared = comparison(page, command).check(&command.output, &printed);
    compared.map_err(|reason| format!("{reason}; it printed:\n{printed}{errors}"))
}

/// Returns the program that a command needs and this machine lacks.
fn lacking(command: &Command) -> Option<&'static str> {
    let is_there = |name: &str| {
        let path = std::env::var("PATH").unwrap_or_default() + ":/usr/games";
        std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
    };
    let mut needed = OTHERS.iter().filter(|name| command.text.contains(**name));
    needed.find(|name| !is_there(name)).copied()
}

#[test]
fn every_command_of_a_page_runs_and_prints_what_is_shown() {
    let mut faults = Vec::new();
    let mut ran = 0;
    for (page, text) in pages() {
        let commands = commands(&text).unwrap_or_else(|fault| panic!("{page}, {fault}"));
        let place = Place::new(&page);
        for command in commands
            .iter()
            .filter(|command| excuse(&page, command).is_none())
        {
            if let Some(name) = lacking(command) {
                let _ = writeln!(
                    std::io::stderr(),
                    "{page}:{}: not run, because {name} is not there: {}",
                    command.line,
                    command.text
                );
                continue;
            }
            ran += 1;
            if let Err(fault) = check(&place, &page, command) {
                faults.push(format!(
                    "{page}:{}: {}\n{fault}",
                    command.line, command.text
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    assert!(ran > 20, "{ran}");
}

#[test]
fn commands_that_are_not_run_have_flags_that_there_are() {
    let mut used = BTreeSet::new();
    let mut faults = Vec::new();
    let place = Place::for_flags("flags");
    for (page, text) in pages() {
        for command in commands(&text).unwrap() {
            let Some(row) = excuse(&page, &command) else {
                continue;
            };
            used.insert(row);
            if let Flags(_) = EXCUSED[row].2 {
                let output = place.run(&command.text, "");
                if !output.status.success() || !output.stderr.is_empty() {
                    let errors = String::from_utf8_lossy(&output.stderr);
                    faults.push(format!("{page}:{}: {errors}", command.line));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    for (row, (page, beginning, excuse)) in EXCUSED.iter().enumerate() {
        let (Flags(why) | Foreign(why)) = excuse;
        assert!(
            !why.is_empty() && used.contains(&row),
            "{page} has no `{beginning}`"
        );
    }
    for (page, beginning) in BY_FORM {
        let text = fs::read_to_string(root().join(page)).unwrap();
        let has_it = commands(&text)
            .unwrap()
            .iter()
            .any(|command| command.text.starts_with(beginning) && !command.output.is_empty());
        assert!(has_it, "{page} has no `{beginning}` with an output");
    }
}

/// What stands for something else in a command line within a sentence, and an example of it.
const PLACEHOLDERS: &[(&str, &str)] = &[
    ("COMMAND", "play"),
    ("SHELL", "bash"),
    ("FILE", "file"),
    ("MODEL", "own"),
    ("CONFIG", "file.cfg"),
    ("FOLDER", "folder"),
    ("VISITS", "10"),
    ("NAME", "name"),
    ("N", "1"),
];

#[test]
fn command_lines_in_sentences_can_be_typed() {
    let place = Place::for_flags("flags-sentences");
    let mut faults = Vec::new();
    let mut checked = 0;
    for (page, text) in pages() {
        for (line, span) in spans(&text) {
            let span = span.trim_start_matches("exec ");
            let is_ours = ["kosumi ", "/path/to/kosumi "].iter();
            if !is_ours.into_iter().any(|name| span.starts_with(name)) {
                continue;
            }
            // What is behind belongs to the shell.
            let span = span.split(['|', '>']).next().unwrap_or_default();
            let words = shlex::split(span).unwrap_or_default();
            let words = words.iter().map(|word| {
                let found = PLACEHOLDERS.iter().find(|(name, _)| name == word);
                found.map_or(word.as_str(), |(_, example)| example)
            });
            let line_of_words = shlex::try_join(words).unwrap();
            let output = place.run(&line_of_words, "");
            checked += 1;
            if !output.status.success() {
                let errors = String::from_utf8_lossy(&output.stderr);
                faults.push(format!("{page}:{line}: {span}: {errors}"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(checked > 50, "{checked}");
}

#[test]
fn flags_in_sentences_exist() {
    let mut known = String::new();
    for command in [
        "",
        "web",
        "play",
        "review",
        "score",
        "solve",
        "gtp",
        "analysis",
        "match",
        "match merge",
        "regress",
        "bench",
        "selfplay",
        "train patterns",
        "train rows",
        "completions",
        "man",
        "version",
    ] {
        let words = command.split_whitespace().chain(["--help-all"]);
        let output = process::Command::new(env!("CARGO_BIN_EXE_kosumi"))
            .args(words)
            .output()
            .unwrap();
        assert!(output.status.success(), "{command}");
        known += &String::from_utf8_lossy(&output.stdout);
    }
    let mut folders = vec![root().join("scripts")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = fs::read_to_string(path) {
                known += &text;
            }
        }
    }
    let mut faults = Vec::new();
    for (page, text) in pages() {
        for (line, span) in spans(&text) {
            let is_other = ["brew ", "cargo ", "gnugo ", "katago ", "npm ", "winget "];
            if is_other.iter().any(|name| span.starts_with(name)) {
                continue;
            }
            for flag in span
                .split([' ', '=', '"', '[', '\\', '|'])
                .filter(|word| word.starts_with("--"))
            {
                let is_known = known.contains(flag);
                if flag.len() > 2 && !is_known {
                    faults.push(format!("{page}:{line}: {flag} in `{span}`"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_file_of_parameters_that_a_page_shows_is_read() {
    let place = Place::new("parameters");
    let mut read = 0;
    for (page, text) in pages() {
        for block in blocks(&text).iter().filter(|block| block.kind == "toml") {
            fs::write(place.path("x.toml"), block.lines.join("\n")).unwrap();
            let output = place.run("kosumi --config x.toml", "quit\n");
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{page}:{}: {errors}", block.line);
            read += 1;
        }
    }
    assert!(read > 0);
}
