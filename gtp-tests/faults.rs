//! Tests that inject faults: a disk that is full, streams in the place of files, a second program in the same folder.
//! Afterwards the user's files are whole, the old ones or the new ones.

#![cfg(unix)]

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::engine::{Engine, Outcome, PATIENCE, Process, kosumi_after};
use crate::files::Directory;

const KOSUMI: &str = env!("CARGO_BIN_EXE_kosumi");

/// What somebody has in the file that is written.
const PRECIOUS: &str = "the only copy";

/// Runs the program in a folder with an input to its end; a shell does something before.
fn run_after(before: &str, folder: &Path, arguments: &[&str], input: &str) -> Outcome {
    let mut engine = Engine::start(kosumi_after(before, folder, arguments));
    engine.feed_and_close(input.as_bytes().to_vec());
    engine.finish().unwrap()
}

/// The bytes of a file; none if it is not there.
fn size_of(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |found| found.len())
}

/// Waits until something is so, and no longer than anything may take.
fn until(mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE);
        sleep(Duration::from_millis(20));
    }
}

/// The names of what is in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// No file may grow: every write fails, as on a full disk.
const FULL: &str = "trap '' XFSZ; ulimit -f 0;";

#[test]
fn a_full_disk_leaves_the_old_file() {
    let directory = Directory::new("full");
    let file = directory.path().join("game.sgf");
    for command in [
        "savesgf game.sgf",
        "printsgf game.sgf",
        "gomill-savesgf game.sgf PB=x",
        "kosumi-savetree game.sgf",
        "kosumi-savegames game.sgf 3",
        "finish_sgftrace game.sgf",
    ] {
        fs::write(&file, PRECIOUS).unwrap();
        let input = format!(
            "boardsize 5\nplay b c3\nplay w c4\nstart_sgftrace\nattack c4\n{command}\nlast_move\n"
        );
        let arguments = ["--model", "none", "--param", "reg_visits=50"];
        let output = run_after(FULL, directory.path(), &arguments, &input);
        let answers = String::from_utf8(output.stdout).unwrap();
        assert!(
            answers.ends_with("? cannot open file\n\n= white C4\n\n"),
            "{command}: {answers}"
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), PRECIOUS, "{command}");
        assert_eq!(names(directory.path()), ["game.sgf"], "{command}");
    }
}

#[test]
fn pages_and_games_at_the_table_survive_a_full_disk() {
    let directory = Directory::new("full-pages");
    let games = crate::directory("games");
    let record = games.join("plain.sgf");
    let tests = crate::directory("rules").join("undo.tst");
    let [record, tests] = [&record, &tests].map(|path| path.to_str().unwrap());
    let file = directory.path().join("old.html");
    let sgf = directory.path().join("old.sgf");
    for arguments in [
        &["score", record, "--model", "none", "--html", "old.html"][..],
        &[
            "regress",
            tests,
            "--engine",
            "kosumi --model none --visits 5",
            "--html",
            "old.html",
        ],
        &[
            "review", record, "--model", "none", "--visits", "5", "--out", "old",
        ],
    ] {
        for path in [&file, &sgf] {
            fs::write(path, PRECIOUS).unwrap();
        }
        let output = run_after(FULL, directory.path(), arguments, "");
        assert!(!output.status.success(), "{arguments:?}");
        for path in [&file, &sgf] {
            assert_eq!(fs::read_to_string(path).unwrap(), PRECIOUS, "{arguments:?}");
        }
        assert_eq!(
            names(directory.path()),
            ["old.html", "old.sgf"],
            "{arguments:?}"
        );
    }
    // A game that is kept in a file, and then the disk is full.
    let flags = [
        "play",
        "table.sgf",
        "--model",
        "none",
        "--size",
        "5",
        "--visits",
        "5",
    ];
    run_after("", directory.path(), &flags, "c3\nquit\n");
    let table = directory.path().join("table.sgf");
    let before = fs::read_to_string(&table).unwrap();
    assert!(before.contains(";B[cc]"), "{before}");
    // Where kosumi has not played.
    let free = if before.contains(";W[bd]") {
        "d4"
    } else {
        "b2"
    };
    let input = format!("{free}\nsave\nquit\n");
    let output = run_after(FULL, directory.path(), &flags, &input);
    assert!(String::from_utf8_lossy(&output.stdout).contains("is not saved"));
    assert_eq!(fs::read_to_string(&table).unwrap(), before);
    // A new game leaves no empty file where it found no room.
    let mut flags = flags;
    flags[1] = "new.sgf";
    let output = run_after(FULL, directory.path(), &flags, "c3\nquit\n");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        said.contains("The game is not saved: cannot write new.sgf: "),
        "{said}"
    );
    assert!(!said.contains(".tmp"), "{said}");
    assert!(!directory.path().join("new.sgf").exists());
}

/// Makes a pipe that nobody reads or writes.
fn pipe(folder: &Path) -> PathBuf {
    let path = folder.join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&path)
            .status()
            .unwrap()
            .success()
    );
    path
}

#[test]
fn streams_are_no_files() {
    let directory = Directory::new("streams");
    pipe(directory.path());
    for name in [
        "/dev/stdout",
        "/proc/self/fd/1",
        "/dev/fd/1",
        "/dev/null",
        "pipe",
        ".",
    ] {
        let input = format!("savesgf {name}\nloadsgf {name}\nname\n");
        let output = run_after("", directory.path(), &["--model", "none"], &input);
        let answers = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            answers, "? cannot open file\n\n? cannot load file\n\n= kosumi\n\n",
            "{name}"
        );
    }
    // Also where the stream leads to a file.
    let script =
        r#"printf 'savesgf /proc/self/fd/1\nname\n' | "$0" --model none > answers; cat answers"#;
    let mut command = Command::new("sh");
    command
        .args(["-c", script, KOSUMI])
        .current_dir(directory.path());
    let answers = command.output().unwrap().stdout;
    assert_eq!(
        String::from_utf8(answers).unwrap(),
        "? cannot open file\n\n= kosumi\n\n"
    );
    let player = "kosumi --player random";
    for arguments in [
        &["score", "pipe"][..],
        &["score", "/dev/zero"],
        &["review", "pipe"],
        &["train", "patterns", "/dev/zero"],
        &[
            "match",
            "--black",
            player,
            "--white",
            player,
            "--openings",
            "pipe",
            "--out",
            "x",
        ],
        &[
            "match",
            "--black",
            player,
            "--white",
            player,
            "--openings",
            "/dev/zero",
            "--out",
            "x",
        ],
        &["--config", "pipe"],
        &["--model", "pipe"],
        &["--load-sgf", "pipe"],
        &["regress", "pipe"],
        &["play", "pipe"],
    ] {
        let output = run_after("", directory.path(), arguments, "");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        let told = told + &String::from_utf8_lossy(&output.stdout);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(told.contains("not a regular file"), "{arguments:?}: {told}");
    }
}

#[test]
fn a_record_may_come_from_standard_input() {
    let directory = Directory::new("stdin");
    let record = "(;SZ[5]RU[Japanese]KM[0.5];B[cc];W[];B[])";
    let output = run_after(
        "",
        directory.path(),
        &["score", "-", "--model", "none"],
        record,
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("B+23.5"));
    let review = ["review", "-", "--model", "none", "--visits", "5"];
    let output = run_after("", directory.path(), &review, record);
    assert_eq!(output.status.code(), Some(2), "where should it go?");
    let output = run_after(
        "",
        directory.path(),
        &[&review[..], &["--out", "x"]].concat(),
        record,
    );
    assert!(output.status.success());
    assert_eq!(names(directory.path()), ["x.html", "x.sgf"]);
}

/// The flags of a match of some games.
fn games(count: &str) -> Vec<String> {
    let player = "kosumi --player random";
    [
        "match", "--black", player, "--white", player, "--size", "9", "--games", count, "--out",
        "match",
    ]
    .map(str::to_owned)
    .to_vec()
}

#[test]
fn a_folder_has_one_match_at_a_time() {
    let directory = Directory::new("two");
    let endless = games("100000");
    let mut first = Command::new(KOSUMI);
    first.args(&endless).current_dir(directory.path());
    first.stdout(Stdio::null()).stderr(Stdio::null());
    let first = Process::spawn(&mut first);
    let reports = directory.path().join("match/games.jsonl");
    until(|| size_of(&reports) > 0);
    let endless: Vec<&str> = endless.iter().map(String::as_str).collect();
    let second = run_after("", directory.path(), &endless, "");
    assert_eq!(second.status.code(), Some(1));
    let told = String::from_utf8_lossy(&second.stderr);
    assert!(
        told.contains("another kosumi works in this folder"),
        "{told}"
    );
    // Killed without a word, as by a machine that goes down; whatever it has begun to write, the next one goes on.
    drop(first);
    let played = fs::read_to_string(&reports).unwrap().lines().count();
    let more = games(&(played + 2).to_string());
    let more: Vec<&str> = more.iter().map(String::as_str).collect();
    let refused = run_after("", directory.path(), &more, "");
    let told = String::from_utf8_lossy(&refused.stderr);
    assert!(!told.contains("another kosumi"), "{told}");
}

/// Runs the program in a folder that this process has; it must say so.
fn is_refused_a_folder(folder: &Path, arguments: &[&str]) {
    let output = run_after("", folder, arguments, "");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {told}");
    assert!(
        told.contains("another kosumi works in this folder"),
        "{arguments:?}: {told}"
    );
}

#[test]
fn reviews_and_rows_have_their_folder_for_themselves() {
    let directory = Directory::new("one");
    let folder = directory.path();
    for name in ["a.sgf", "b.sgf"] {
        fs::write(folder.join(name), "(;SZ[5];B[cc];W[cd])").unwrap();
    }
    fs::create_dir(folder.join("out")).unwrap();
    let reviews = ["review", "a.sgf", "b.sgf", "--visits", "5"];
    let pages = [&reviews[..], &["--out", "out"]].concat();
    let mut selfplay = vec![
        "selfplay", "--model", "own", "--out", "out", "--visits", "1",
    ];
    selfplay.extend(["--games", "2", "--shard-games", "1"]);
    let rows = ["train", "rows", "a.sgf", "--model", "own", "--out", "out"];
    let second = [&selfplay[..], &["--shard", "2/2"]].concat();
    let lock = kosumi::files::Lock::of(folder).unwrap();
    is_refused_a_folder(folder, &reviews);
    drop(lock);
    let lock = kosumi::files::Lock::of(&folder.join("out")).unwrap();
    for arguments in [&pages[..], &selfplay, &rows] {
        is_refused_a_folder(folder, arguments);
    }
    drop(lock);
    // Parts are made beside each other, but each only once.
    let lock = kosumi::files::Lock::of_part(&folder.join("out"), "-2-of-2").unwrap();
    is_refused_a_folder(folder, &second);
    let first = [&selfplay[..], &["--shard", "1/2"]].concat();
    assert!(run_after("", folder, &first, "").status.success());
    drop(lock);
    assert!(run_after("", folder, &second, "").status.success());
    let made = names(&folder.join("out"));
    for shard in ["9x9-00000.npy", "9x9-00001.npy"] {
        assert!(made.iter().any(|name| name == shard), "{made:?}");
    }
}

#[test]
fn rows_are_labeled_by_those_who_are_named() {
    let directory = Directory::new("teachers");
    let folder = directory.path();
    fs::write(folder.join("a.sgf"), "(;SZ[5];B[cc];W[cd])").unwrap();
    let rows = ["train", "rows", "a.sgf"];
    let mut selfplay = vec![
        "selfplay",
        "--model",
        "own",
        "--visits",
        "2",
        "--cheap-visits",
        "1",
    ];
    selfplay.extend(["--size", "3", "--games", "1"]);
    for (name, arguments, flags, teacher) in [
        (
            "1",
            &rows[..],
            &["--model", "own"][..],
            "\"teacher\": \"kosumi\"",
        ),
        ("2", &rows, &["--model", "none"], "\"teacher\": null"),
        (
            "3",
            &selfplay,
            &["--teacher", "own"],
            "\"teacher\": \"kosumi\"",
        ),
        (
            "4",
            &selfplay,
            &["--teacher", "none"],
            "\"teacher\": \"none\"",
        ),
        ("5", &selfplay, &[], "\"teacher\": null"),
    ] {
        let arguments = [arguments, flags, &["--out", name]].concat();
        assert!(run_after("", folder, &arguments, "").status.success());
        let told = fs::read_to_string(folder.join(name).join("rows.json")).unwrap();
        assert!(told.contains(teacher), "{arguments:?}: {told}");
    }
    let leaves = ["--model", "none", "--leaves", "2", "--out", "6"];
    let refused = run_after("", folder, &[&rows[..], &leaves].concat(), "");
    assert!(!refused.status.success());
    let told = String::from_utf8(refused.stderr).unwrap();
    assert!(told.contains("need a network that searches"), "{told}");
    assert!(!folder.join("6").join("rows.json").exists());
}

#[test]
fn a_review_overwrites_only_what_it_has_written() {
    let directory = Directory::new("own");
    let folder = directory.path();
    for name in ["a.sgf", "b.sgf"] {
        fs::write(folder.join(name), "(;SZ[5];B[cc];W[cd])").unwrap();
    }
    let one = ["review", "a.sgf", "--visits", "5"];
    let both = ["review", "a.sgf", "b.sgf", "--visits", "5"];
    // What is named may be overwritten.
    let named = [&one[..], &["--out", "a.review"]].concat();
    for (name, arguments) in [
        ("a.review.sgf", &one[..]),
        ("a.review.html", &one),
        ("a.review.html", &both),
        ("reviews.html", &both),
    ] {
        let file = folder.join(name);
        let before = names(folder);
        fs::write(&file, PRECIOUS).unwrap();
        let output = run_after("", folder, arguments, "");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name}: {told}");
        assert!(told.contains("--out PATH names another place"), "{told}");
        assert_eq!(fs::read_to_string(&file).unwrap(), PRECIOUS);
        fs::remove_file(&file).unwrap();
        assert_eq!(names(folder), before, "{name}");
    }
    fs::write(folder.join("a.review.sgf"), PRECIOUS).unwrap();
    assert!(run_after("", folder, &named, "").status.success());
    // Its own files it makes anew, other settings too, until somebody has changed one.
    let other = [&one[..], &["--seed", "2"]].concat();
    for arguments in [&one[..], &other, &both, &both] {
        let output = run_after("", folder, arguments, "");
        assert!(output.status.success(), "{arguments:?}");
    }
    fs::write(folder.join("b.review.sgf"), PRECIOUS).unwrap();
    assert_eq!(run_after("", folder, &both, "").status.code(), Some(1));
    assert_eq!(
        fs::read_to_string(folder.join("b.review.sgf")).unwrap(),
        PRECIOUS
    );
}

#[test]
fn programs_die_with_a_runner_that_is_killed() {
    let directory = Directory::new("orphans");
    let folder = directory.path();
    // Once they have been told something, neither the program nor what it has started cares for input or output.
    let program = "trap '' HUP INT TERM PIPE\nread -r command\n(while :; do echo x >>child; sleep 0.02; done) &\n\
                   while :; do echo x >>parent; sleep 0.02; done\n";
    fs::write(folder.join("program.sh"), program).unwrap();
    let mut command = Command::new(KOSUMI);
    command.args([
        "match",
        "--black",
        "sh program.sh",
        "--white",
        "kosumi",
        "--out",
        "match",
    ]);
    command
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut runner = Process::spawn(&mut command);
    let beats = || ["child", "parent"].map(|name| size_of(&folder.join(name)));
    until(|| !beats().contains(&0));
    // On Unix nobody can do anything about this signal.
    runner.0.kill().unwrap();
    until(|| {
        let before = beats();
        sleep(Duration::from_millis(500));
        beats() == before
    });
}

#[test]
fn a_damaged_line_is_set_aside_and_its_game_played_again() {
    let directory = Directory::new("damaged");
    let flags = games("4");
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    assert!(run_after("", directory.path(), &flags, "").status.success());
    let reports = directory.path().join("match/games.jsonl");
    let whole = fs::read_to_string(&reports).unwrap();
    let mut lines: Vec<&str> = whole.lines().collect();
    let (kept, _) = lines[1].split_at(20);
    lines[1] = kept;
    fs::write(&reports, lines.join("\n") + "\n").unwrap();
    let again = run_after("", directory.path(), &flags, "");
    assert!(again.status.success());
    let told = String::from_utf8_lossy(&again.stderr);
    assert!(told.contains("line 2 is damaged"), "{told}");
    let aside = directory.path().join("match/games.jsonl.damaged");
    assert_eq!(fs::read_to_string(aside).unwrap(), format!("{kept}\n"));
    let moves = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
        lines
            .map(|report: serde_json::Value| report["moves_hash"].to_string())
            .collect()
    };
    let after = fs::read_to_string(&reports).unwrap();
    assert_eq!(moves(&after), moves(&whole), "the same games");
}

#[test]
fn a_search_ends_when_nobody_listens() {
    let directory = Directory::new("unheard");
    let query = r#"{"id":"a","moves":[],"rules":"Chinese","boardXSize":19,"boardYSize":19,"maxVisits":1000000000}"#;
    for (arguments, input) in [
        (
            &["--time", "1e9", "--visits", "99999999999"][..],
            "genmove b\n",
        ),
        (&["--param", "reg_visits=1099511627776"], "reg_genmove b\n"),
        (&["--time", "1e9"], "kata-search b\n"),
        (&["analysis"], query),
    ] {
        let arguments = [arguments, &["--model", "none"]].concat();
        let mut command = kosumi_after("", directory.path(), &arguments);
        let mut process = Process::spawn(&mut command);
        let mut stdin = process.0.stdin.take().unwrap();
        stdin.write_all(format!("{input}\n").as_bytes()).unwrap();
        drop((stdin, process.0.stdout.take()));
        assert!(process.wait(PATIENCE).is_some(), "{arguments:?} goes on");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_tree_grows_as_far_as_there_is_memory() {
    let directory = Directory::new("memory");
    for (kilobytes, model, playouts) in [
        (170_000, "none", "60000"),
        (120_000, "none", "60000"),
        (120_000, "own", "2000"),
    ] {
        let before = format!("ulimit -v {kilobytes};");
        let arguments = [
            "--param",
            "memory_mb=4096",
            "--visits",
            playouts,
            "--threads",
            "1",
            "--model",
            model,
        ];
        let input = "boardsize 9\ngenmove b\ngenmove w\nlist_stones b\nlist_stones w\nname\n";
        let output = run_after(&before, directory.path(), &arguments, input);
        let answers = String::from_utf8(output.stdout).unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(answers.ends_with("= kosumi\n\n"), "{answers}{told}");
        assert!(
            !answers.contains("= \n\n= kosumi"),
            "both have played: {answers}{told}"
        );
    }
}

/// The GNU C library likes to reserve 64 MiB for a thread: no number of these may leave too little for the rest.
#[cfg(target_os = "linux")]
#[test]
fn more_memory_than_suffices_suffices() {
    let directory = Directory::new("enough-memory");
    let arguments = ["--visits", "100", "--threads", "1", "--model", "none"];
    let input = "boardsize 9\ngenmove b\nlist_stones b\nname\n";
    for megabytes in (100..260).step_by(4) {
        let before = format!("ulimit -v {megabytes}000;");
        let output = run_after(&before, directory.path(), &arguments, input);
        let answers = String::from_utf8(output.stdout).unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        let is_whole = answers.ends_with("= kosumi\n\n") && !answers.contains("= \n\n= kosumi");
        assert!(is_whole, "{megabytes} MB: {answers}{told}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn however_little_memory_there_is_an_answer_or_an_end() {
    let directory = Directory::new("little-memory");
    let mut played = 0;
    for (megabytes, model) in (30..90)
        .step_by(3)
        .flat_map(|megabytes| [(megabytes, "none"), (megabytes, "own")])
    {
        let before = format!("ulimit -v {megabytes}000;");
        let arguments = ["--visits", "100", "--threads", "1", "--model", model];
        let mut process = Process::spawn(&mut kosumi_after(&before, directory.path(), &arguments));
        let mut stdin = process.0.stdin.take().unwrap();
        // A program that has ended reads nothing.
        let _ = stdin.write_all(b"boardsize 9\ngenmove b\ngenmove w\nlist_stones b\nname\n");
        drop(stdin);
        let ended = process.wait(PATIENCE);
        assert!(ended.is_some(), "{megabytes} MB, {model}: goes on");
        played += u32::from(ended.is_some_and(|status| status.success()));
    }
    assert!(played > 0, "some amount suffices");
}

/// Allows the program about so many threads besides its first one, whoever runs it: each takes a GiB of addresses.
#[cfg(target_os = "linux")]
fn threads(count: u32) -> String {
    let kilobytes = (u64::from(count) << 20) + 700_000;
    format!("export RUST_MIN_STACK={}; ulimit -v {kilobytes};", 1 << 30)
}

#[cfg(target_os = "linux")]
#[test]
fn a_system_that_allows_few_threads_is_told_once_and_no_move_fails() {
    let directory = Directory::new("threads");
    let mut played = 0;
    for (allowed, model) in [0, 3, 4]
        .into_iter()
        .flat_map(|allowed| [(allowed, "none"), (allowed, "own")])
    {
        let arguments = ["--threads", "64", "--visits", "300", "--model", model];
        let input = "boardsize 9\ngenmove b\ngenmove w\ngenmove b\nshowboard\nname\n";
        let output = run_after(&threads(allowed), directory.path(), &arguments, input);
        let told = String::from_utf8_lossy(&output.stderr);
        let what = format!("{allowed} {model}: {told}");
        assert!(
            !told.contains("panicked") && !told.contains("internal"),
            "{what}"
        );
        assert!(told.contains("allows no more threads"), "{what}");
        let answers = String::from_utf8(output.stdout).unwrap();
        if answers.is_empty() {
            // Nobody could read.
            assert_eq!(output.status.code(), Some(1), "{what}");
            continue;
        }
        assert!(
            output.status.success() && answers.ends_with("= kosumi\n\n"),
            "{what}{answers}"
        );
        let short = told.matches("going on with").count();
        assert_eq!(short, 1, "{what}");
        // Not on the first line, where a move is made that no search has chosen.
        let moves: Vec<&str> = answers
            .lines()
            .filter_map(|line| line.strip_prefix("= "))
            .filter(|text| text.len() == 2)
            .collect();
        assert_eq!(moves.len(), 3, "{answers}");
        assert!(
            moves.iter().all(|mv| !mv.contains(['A', 'J', '1', '9'])),
            "{moves:?}"
        );
        played += 1;
    }
    assert!(played == 4, "{played}");
}

#[cfg(target_os = "linux")]
#[test]
fn whatever_needs_threads_does_with_few_or_says_so() {
    let directory = Directory::new("threads-of-all");
    let folder = directory.path();
    fs::write(folder.join("a.sgf"), "(;SZ[5];B[cc];W[cd])").unwrap();
    let query =
        r#"{"id":"a","moves":[],"rules":"Chinese","boardXSize":5,"boardYSize":5,"maxVisits":50}"#;
    let flat = "boardsize 5\ngenmove b\nname\n";
    let player = "kosumi --model none --visits 5";
    for (arguments, input) in [
        (
            &["analysis", "--threads", "30", "--search-threads", "8"][..],
            query,
        ),
        (
            &["--player", "flat", "--threads", "30", "--visits", "100"],
            flat,
        ),
        (&["review", "a.sgf", "--visits", "5", "--jobs", "30"], ""),
        (
            &[
                "match", "--black", player, "--white", player, "--size", "5", "--games", "4",
                "--jobs", "30", "--out", "m",
            ],
            "",
        ),
        (
            &[
                "match",
                "--black",
                "sh -c 'cat'",
                "--white",
                player,
                "--games",
                "2",
                "--out",
                "n",
            ],
            "",
        ),
        (
            &[
                "selfplay",
                "--model",
                "own",
                "--size",
                "3",
                "--games",
                "8",
                "--shard-games",
                "1",
                "--visits",
                "1",
                "--jobs",
                "30",
                "--out",
                "s",
            ],
            "",
        ),
        (
            &[
                "train", "rows", "a.sgf", "--model", "own", "--jobs", "30", "--out", "r",
            ],
            "",
        ),
        (&["train", "patterns", "a.sgf"], ""),
        (&["score", "a.sgf"], ""),
        (&["play", "--size", "5"], "c3\nquit\n"),
    ] {
        let model = if arguments[0].starts_with("--") || arguments[0] == "analysis" {
            &["--model", "none"][..]
        } else {
            &[]
        };
        let arguments = [arguments, model].concat();
        for allowed in [0, 2, 4] {
            let output = run_after(&threads(allowed), folder, &arguments, &format!("{input}\n"));
            let told = String::from_utf8_lossy(&output.stderr);
            let what = format!("{allowed} {arguments:?}: {told}");
            assert!(
                !told.contains("panicked") && !told.contains("internal"),
                "{what}"
            );
            // By itself, not by a signal.
            assert!(matches!(output.status.code(), Some(0 | 1)), "{what}");
            if !output.status.success() {
                assert!(told.contains("allows no more threads"), "{what}");
            }
        }
    }
}

#[test]
fn a_full_tree_still_plays() {
    let directory = Directory::new("exhausted");
    for (model, playouts) in [("none", "30000"), ("own", "1000")] {
        let arguments = [
            "--param",
            "memory_mb=1",
            "--threads",
            "2",
            "--visits",
            playouts,
            "--model",
            model,
        ];
        let input = "boardsize 9\ngenmove b\ngenmove w\ngenmove b\nlist_stones b\nname\n";
        let output = run_after("", directory.path(), &arguments, input);
        let responses = output.responses().unwrap();
        assert_eq!(responses.last().unwrap().text(), "kosumi");
        let stones = responses[4].text().split(' ').count();
        assert_eq!(stones, 2, "{model}: {responses:?}");
    }
}

/// What somebody may send who wants to reach files or to keep the engine busy.
const HOSTILE: &[&str] = &[
    "",
    "record.sgf",
    "new.sgf",
    "../escape.sgf",
    "/etc/passwd",
    "\"record.sgf\" 3",
    "record.sgf PB=x",
    "record.sgf 10000",
    "b",
    "w D4",
    "D4 E5",
    "model record.sgf",
    "playouts 99999999999",
    "999999999",
    "b 1 ownership true",
    "1e9 1e9 0",
    "{\"playouts\":99999999,\"model\":\"record.sgf\"}",
];

#[test]
fn strangers_reach_no_file_and_keep_nobody_busy() {
    use std::io::{BufRead, BufReader, Write};
    let directory = Directory::new("sandbox");
    let inside = directory.path().join("inside");
    fs::create_dir(&inside).unwrap();
    let record = "(;SZ[9]PB[secret];B[ee])";
    fs::write(inside.join("record.sgf"), record).unwrap();
    let mut command = Command::new(KOSUMI);
    command.args([
        "--sandbox=0.05",
        "--model",
        "none",
        "--boardsize",
        "9",
        "--seed",
        "1",
    ]);
    command.args(["--param", "dead_playouts=20", "--param", "reg_visits=20"]);
    command
        .current_dir(&inside)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    command.stderr(Stdio::null());
    let mut process = Process::spawn(&mut command);
    let mut stdin = process.0.stdin.take().unwrap();
    let mut answers = BufReader::new(process.0.stdout.take().unwrap()).lines();
    let mut longest = (Duration::ZERO, String::new());
    let mut ask = |line: &str| {
        let begun = Instant::now();
        // A line that follows ends an analysis.
        write!(stdin, "{line}\nname\n").unwrap();
        let mut told = String::new();
        while !told.ends_with("= kosumi\n\n") {
            told += &answers.next().expect(line).unwrap();
            told.push('\n');
        }
        if begun.elapsed() > longest.0 {
            longest = (begun.elapsed(), line.to_owned());
        }
        told
    };
    let listed = ask("list_commands");
    for name in [
        "loadsgf",
        "savesgf",
        "kosumi-savetree",
        "sg_exec",
        "finish_sgftrace",
    ] {
        assert!(!listed.lines().any(|line| line.ends_with(name)), "{name}");
        assert!(
            ask(&format!("{name} record.sgf")).starts_with("? unknown command"),
            "{name}"
        );
    }
    for command in kosumi::gtp::Command::all() {
        if command.name == "quit" {
            continue;
        }
        for arguments in HOSTILE {
            let told = ask(&format!("{} {arguments}", command.name));
            assert!(!told.contains("secret"), "{} {arguments}", command.name);
        }
        // Boards stay small, so that judging them is not what takes long.
        ask("boardsize 9");
    }
    // A thousand times what a thought may take.
    assert!(longest.0 < Duration::from_mins(1), "{longest:?}");
    assert_eq!(names(&inside), ["record.sgf"]);
    assert_eq!(names(directory.path()), ["inside"]);
    assert_eq!(
        fs::read_to_string(inside.join("record.sgf")).unwrap(),
        record
    );
}

#[test]
fn a_query_of_a_stranger_ends_in_time() {
    let directory = Directory::new("sandbox-analysis");
    let query = r#"{"id":"a","moves":[],"rules":"Chinese","boardXSize":9,"boardYSize":9,"maxVisits":1000000000,"overrideSettings":{"maxTime":1e9}}"#;
    let arguments = ["analysis", "--sandbox=0.2", "--model", "none"];
    let output = run_after("", directory.path(), &arguments, &format!("{query}\n"));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(answer["rootInfo"]["visits"].as_u64() > Some(1), "{answer}");
}
