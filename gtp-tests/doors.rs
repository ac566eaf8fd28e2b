//! Every command and flag that takes a path, with everything in its place that is no file: nothing hangs, nothing is written into
//! a stream that somebody reads, and nothing is taken for a file.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::Command;

use crate::engine::{self, Engine, Outcome, kosumi_after, text_of};
use crate::files::Directory;

/// What is no file, and exists.
const NO_FILES: &[&str] = &[
    ".",
    "pipe",
    "/dev/zero",
    "/dev/full",
    "/dev/stdout",
    "/proc/self/fd/1",
    "fds/1",
    "/proc/kmsg",
    "../../../../../../proc/self/status",
];

/// Commands of GTP that write, in front of a path and behind it.
const WRITING: &[(&str, &str)] = &[
    ("savesgf ", ""),
    ("printsgf ", ""),
    ("kosumi-savetree ", ""),
    ("kosumi-savegames ", " 2"),
    ("gomill-savesgf ", " PB=x"),
    ("finish_sgftrace ", ""),
];

/// Commands of GTP that read.
const READING: &[(&str, &str)] = &[
    ("loadsgf ", ""),
    ("loadsgf ", " 3"),
    ("sg_exec ", ""),
    ("kata-set-param model ", ""),
    ("kosumi-param model ", ""),
    ("sg_compare_int 1 sg_exec ", ""),
];

/// Command lines that read, with `PATH` for the path and `~` for a blank in an argument.
const READERS: &[&str] = &[
    "score PATH --model none",
    "review PATH --model none --out read",
    "review good.sgf PATH --model none --visits 5 --out reviews",
    "play PATH --model none",
    "regress PATH",
    "regress @PATH",
    "train patterns PATH",
    "train patterns good.sgf --test PATH",
    "train rows PATH --out rows --model none",
    "train rows good.sgf --out rows --model PATH",
    "train rows good.sgf --out rows --model none --player PATH",
    "selfplay --out played --model PATH --games 1",
    "selfplay --out played --model own --teacher PATH --games 1",
    "match --black kosumi~--player~random --white kosumi~--player~flat --out match --openings PATH",
    "match --black kosumi~--model~PATH --white kosumi~--player~flat --out match",
    "match merge joined PATH",
    "gtp --config PATH",
    "gtp --model PATH",
    "gtp --katago-model PATH",
    "gtp --load-sgf PATH",
    "analysis --config PATH",
    "analysis --model PATH",
    "bench --model PATH",
    "web PATH --no-open --folder read --model none",
    "web --no-open --folder read --model none --compare PATH",
];

/// Command lines that write.
const WRITERS: &[&str] = &[
    "gtp --model none --log PATH",
    "analysis --model none --log PATH",
    "score good.sgf --model none --html PATH",
    "regress good.tst --html PATH",
    "train patterns good.sgf --out PATH",
];

/// A folder with records, a pipe, and a way to the streams of whoever goes it.
fn folder(name: &str) -> Directory {
    let directory = Directory::new(name);
    let path = |name: &str| directory.path().join(name);
    fs::write(path("good.sgf"), "(;SZ[5]RU[Chinese];B[cc];W[];B[])").unwrap();
    fs::write(path("good.tst"), "1 name\n#? [x]\n").unwrap();
    let made = Command::new("mkfifo").arg(path("pipe")).status().unwrap();
    assert!(made.success());
    symlink("/proc/self/fd", path("fds")).unwrap();
    symlink("nowhere", path("dangling")).unwrap();
    fs::write(path("secret"), "(;SZ[5];B[aa])").unwrap();
    fs::set_permissions(path("secret"), PermissionsExt::from_mode(0o000)).unwrap();
    directory
}

/// Runs the program in a folder with an input. In the arguments `~` is a blank that divides none.
#[track_caller]
fn run(directory: &Directory, arguments: &str, input: &str) -> Outcome {
    let words: Vec<String> = arguments
        .split(' ')
        .map(|word| word.replace('~', " "))
        .collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    engine::run(engine::kosumi(directory.path(), &words), input)
}

#[test]
fn commands_take_only_files_for_files() {
    let directory = folder("doors-gtp");
    let before = "boardsize 5\nplay b c3\nplay w c4\nstart_sgftrace\nattack c4\n";
    for path in NO_FILES {
        let doors = WRITING.iter().chain(READING);
        let lines = text_of(doors.map(|(front, back)| format!("{front}{path}{back}")));
        let input = format!("{before}{lines}last_move\n");
        let outcome = run(&directory, "gtp --model none --param reg_visits=5", &input);
        let responses = outcome.responses().unwrap();
        let count = WRITING.len() + READING.len();
        assert_eq!(responses.len(), 5 + count + 1, "{path}");
        for response in &responses[5..5 + count] {
            assert!(response.is_failure(), "{path}: {}", response.block);
        }
        assert_eq!(responses[5 + count].block, "= white C4", "{path}");
    }
    // What a link leads to that is not there yet can be written.
    let input =
        format!("{before}loadsgf dangling\nsavesgf dangling\nloadsgf secret\nsavesgf secret\n");
    let outcome = run(&directory, "gtp --model none", &input);
    let responses = outcome.responses().unwrap();
    assert!(responses[5].is_failure() && !responses[6].is_failure());
    assert!(directory.path().join("nowhere").is_file());
}

#[test]
fn flags_take_only_files_for_files() {
    let directory = folder("doors-cli");
    // All readers open by one function, so that not every path is needed at each.
    for door in READERS {
        for path in ["pipe", "fds/1", "/proc/kmsg", "dangling"] {
            // A player at the table may begin a new game in a new file.
            if path == "dangling" && door.starts_with("play") {
                continue;
            }
            let arguments = door.replace("PATH", path);
            let outcome = run(&directory, &arguments, "");
            let [told, written] =
                [&outcome.stderr, &outcome.stdout].map(|text| String::from_utf8_lossy(text));
            assert!(!outcome.status.success(), "{arguments}");
            // A part of a match is a folder.
            let is_told = told.contains("regular file") || written.contains("regular file");
            let is_plain = path == "dangling" || door.starts_with("match merge");
            assert!(is_told || is_plain, "{arguments}: {told}{written}");
        }
    }
    for door in WRITERS {
        for path in [".", "pipe", "/dev/full", "/dev/stdout", "fds/1"] {
            let arguments = door.replace("PATH", path);
            let outcome = run(&directory, &arguments, "");
            assert!(!outcome.status.success(), "{arguments}");
            let told = String::from_utf8_lossy(&outcome.stderr);
            assert!(told.contains("not a regular file"), "{arguments}: {told}");
        }
    }
    let left: Vec<String> = fs::read_dir(directory.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with('.'))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_log_on_a_full_disk_is_told_once() {
    let directory = Directory::new("doors-log");
    let flags = ["gtp", "--model", "none", "--log", "x.log"];
    let limited = kosumi_after("trap '' XFSZ; ulimit -f 1;", directory.path(), &flags);
    let outcome = engine::run(limited, &"showboard\n".repeat(50));
    assert_eq!(outcome.responses().unwrap().len(), 50);
    let told = String::from_utf8(outcome.stderr).unwrap();
    assert_eq!(told.matches("x.log misses messages").count(), 1, "{told}");
}

#[test]
fn what_a_killed_program_was_writing_goes_with_the_next_one() {
    let directory = Directory::new("doors-killed");
    // A file that grows beyond the bound kills who writes it.
    let limited = kosumi_after(
        "ulimit -f 1;",
        directory.path(),
        &["gtp", "--model", "none"],
    );
    let mut engine = Engine::start(limited);
    engine.feed_and_close(b"kosumi-savegames game.sgf 50\n".to_vec());
    assert!(!engine.finish().unwrap().status.success());
    let names = || -> Vec<String> {
        let entries = fs::read_dir(directory.path()).unwrap();
        entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    };
    assert_eq!(names(), [".game.sgf.tmp"]);
    run(&directory, "gtp --model none", "savesgf game.sgf\n");
    assert_eq!(names(), ["game.sgf"]);
}
