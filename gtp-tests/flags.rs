//! Tests of the command line: what its errors say, and how the program ends after them.

use std::process::{Command, Output, Stdio};

fn kosumi(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    command.args(arguments).stdin(Stdio::null());
    command.output().unwrap()
}

/// A match that has all flags that it needs, and cannot begin.
const MATCH: &[&str] = &[
    "match",
    "--black",
    "kosumi",
    "--white",
    "kosumi",
    "--out",
    "/no/such/folder/x",
];

/// What flags that make no sense are answered with.
fn refused(arguments: &[&str]) -> String {
    let output = kosumi(arguments);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {text}");
    assert!(text.starts_with("kosumi: "), "{arguments:?}: {text}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    text
}

#[test]
fn a_file_that_cannot_be_read_is_named_once() {
    for arguments in [
        &["gtp", "--config", "no-such-file"][..],
        &["analysis", "--config", "no-such-file"],
        &["gtp", "--load-sgf", "no-such-file"],
        &["gtp", "--model", "no-such-file"],
        &["score", "no-such-file"],
        &["review", "no-such-file"],
        &["train", "patterns", "no-such-file"],
    ] {
        let output = kosumi(arguments);
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{arguments:?}");
        let told = text.replace("nnModelFile=no-such-file", "");
        assert_eq!(told.matches("no-such-file").count(), 1, "{text}");
    }
}

#[test]
fn an_unknown_flag_is_no_file() {
    for command in ["play", "review", "score", "regress", "train"] {
        let text = refused(&[command, "--zzz", "3"]);
        assert!(text.contains("unexpected argument '--zzz'"), "{text}");
        assert!(!text.contains("as a value"), "{text}");
    }
}

#[test]
fn what_cannot_be_read_is_said_once() {
    let arguments = ["selfplay", "--out", "x", "--model", "no-such-file"];
    let output = kosumi(&arguments);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert_eq!(text.matches("os error").count(), 1, "{text}");
    // Nothing to learn from, and nothing to test.
    assert!(refused(&["train", "patterns"]).contains("--test FILE"));
}

#[test]
fn help_fits_the_terminal_and_stays_readable_on_wide_ones() {
    for (columns, most) in [(60, 60), (80, 80), (250, 100)] {
        for name in ["gtp", "play", "review", "score", "analysis"] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
            command.args([name, "--help"]).stdin(Stdio::null());
            let output = command.env("COLUMNS", columns.to_string()).output();
            let text = String::from_utf8(output.unwrap().stdout).unwrap();
            let lines = text.lines().filter(|line| !line.starts_with("Usage: "));
            let longest = lines.map(|line| line.chars().count()).max();
            assert!(longest.unwrap() <= most, "{name} in {columns}: {text}");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn help_that_cannot_be_written_is_a_failure() {
    for flag in ["--help", "--help-all", "-h", "--version", "man", "version"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
        command.arg(flag).stdin(Stdio::null()).stdout(full.unwrap());
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{flag}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.starts_with("kosumi: No space"), "{flag}: {text}");
    }
}

#[test]
fn a_name_that_is_near_is_told_once() {
    for command in [
        &["gtp"][..],
        &[],
        &["play"],
        &["score", "x.sgf"],
        &["review", "x.sgf"],
        MATCH,
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
fn a_value_out_of_range_is_answered_with_the_range() {
    let game = crate::directory("games").join("plain.sgf");
    let game = game.to_str().unwrap();
    let levels = "a whole number from 1 to 10 is expected";
    let of_match = |more: &[&'static str]| [MATCH, more].concat();
    for (arguments, said) in [
        (vec!["--level", "11"], levels),
        (vec!["--level", "easy"], levels),
        (vec!["--level", "-1"], levels),
        (vec!["play", "--level", "0"], levels),
        (vec!["--param", "level=11"], levels),
        (
            vec!["--time", "-1"],
            "a number of seconds, 0 or more, is expected",
        ),
        (vec!["--seed", "x"], "a whole number is expected"),
        (vec!["--boardsize", "9x"], "such as 19 or 19x13"),
        (vec!["--boardsize", "26"], "1 to 25 columns and rows"),
        (vec!["play", "--handicap", "-2"], "not negative"),
        (vec!["analysis", "--threads", "0"], "from 1 to 1024"),
        (vec!["analysis", "--search-threads", "0"], "from 1 to 256"),
        (
            vec!["review", game, "--jobs", "0"],
            "of 1 or more is expected",
        ),
        (
            vec!["review", game, "--visits", "0"],
            "of 1 or more is expected",
        ),
        (
            vec!["score", game, "--dead-playouts", "0"],
            "from 2 to 1000000",
        ),
        (vec!["score", game, "--move", "-1"], "not negative"),
        (vec!["bench", "fast"], "board, playout, search or all"),
        (
            vec!["selfplay", "--model", "own", "--out", "x", "--share", "101"],
            "from 0 to 100",
        ),
        (
            vec![
                "train", "rows", "x.sgf", "--model", "own", "--out", "x", "--rules", "japnese",
            ],
            "'japanese'",
        ),
        (
            vec!["review", game, "--time", "-1"],
            "a number of seconds, 0 or more",
        ),
        (vec!["review", game, "--time", "0"], "more than 0 seconds"),
        (
            vec!["regress", "x.tst", "--timeout", "1e300"],
            "a number of seconds",
        ),
        (
            of_match(&["--tolerance", "-1"]),
            "a number of seconds, 0 or more",
        ),
        (vec!["gtp", "--komi", "1e9"], "from -400 to 400"),
        (vec!["gtp", "--komi", "NaN"], "from -400 to 400"),
        (vec!["gtp", "--komi=-inf"], "from -400 to 400"),
        (vec!["gtp", "--komi", "-400.5"], "from -400 to 400"),
        (vec!["review", game, "--komi", "1e9"], "from -400 to 400"),
        (of_match(&["--komi", "401"]), "from -400 to 400"),
        (of_match(&["--timeout", "nan"]), "a number of seconds"),
        (of_match(&["--tolerance", "inf"]), "a number of seconds"),
        (of_match(&["--sprt", "nan,3"]), "sprt"),
        (
            vec!["gtp", "--listen", "0", "--idle", "nan"],
            "a number of seconds",
        ),
        (vec!["gtp", "--sandbox=inf"], "a number of seconds"),
        (
            vec!["train", "patterns", game, "--inherited", "nan"],
            "0 or more",
        ),
        (of_match(&["--games", "0"]), "from 1 to 1000000"),
        (of_match(&["--jobs", "0"]), "of 1 or more is expected"),
        (of_match(&["--time", "sec:3"]), "move:SECONDS"),
        (of_match(&["--handicap", "12"]), "2 to 9"),
    ] {
        let text = refused(&arguments);
        assert!(text.contains(said), "{arguments:?}: {text}");
        assert!(!text.contains("invalid digit"), "{arguments:?}: {text}");
    }
    let programs = ["--black", "kosumi --level 11", "--white", "kosumi"];
    let words = [&["match", "--out", "/no/such/folder/x"][..], &programs].concat();
    let text = refused(&words);
    assert!(text.contains(levels) && text.lines().count() == 1, "{text}");
}

#[test]
fn parameters_of_katago_without_effect_are_named_in_a_line_for_each_reason() {
    let file = File::new(
        "other.cfg",
        "logDir = logs # here\nmaxVisits = 5\nmaxVisit = 7\n\nodd line\nkoRule = SIMPLE\n",
    );
    for (flags, named) in [
        (
            ["--config", file.path()],
            &[
                ": without effect: logDir: the flags -v and --log",
                ": unknown to kosumi and without effect: maxVisit, odd line\n",
                ": without effect: koRule: it belongs to the game",
            ][..],
        ),
        (
            ["--override-config", "maxVisits=3,homeDataDir=x"],
            &[": without effect: homeDataDir: "][..],
        ),
    ] {
        for command in ["gtp", "analysis"] {
            let output = kosumi(&[&[command, "--model", "none"][..], &flags].concat());
            assert!(output.status.success(), "{command} {flags:?}");
            let told = String::from_utf8(output.stderr).unwrap();
            assert_eq!(told.lines().count(), named.len(), "{told}");
            for named in named {
                assert!(told.contains(named), "{named} in {told}");
            }
        }
    }
    let many: Vec<String> = (0..1000).map(|number| format!("x{number} = 1\n")).collect();
    let file = File::new("many.cfg", &many.concat());
    let output = kosumi(&["--model", "none", "--config", file.path()]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("x19, 980 more") && told.len() < 300, "{told}");
}

#[test]
fn a_misspelled_parameter_is_answered_with_the_near_one() {
    let meant = "did you mean 'playouts'?";
    let file = File::new("near.toml", "plaouts = 3\n");
    for arguments in [
        ["--param", "plaouts=3"],
        ["--config", file.path()],
        ["analysis", "--param=plaouts=3"],
    ] {
        let text = refused(&arguments);
        assert!(text.contains(meant), "{arguments:?}: {text}");
    }
    assert!(refused(&["--levle", "3"]).contains("'--level'"));
    assert!(refused(&["--player", "mtcs"]).contains("'mcts'"));
    assert!(refused(&["reveiw", "game.sgf"]).contains("'review'"));
    assert!(refused(&["help", "scor"]).contains("'score'"));
    assert!(refused(&["--rules", r#"{"scorin":"AREA"}"#]).contains("'scoring'"));
}

#[test]
fn a_file_in_the_place_of_a_command_is_answered_with_commands_for_it() {
    for (name, commands) in [
        (
            "game.sgf",
            &[
                "kosumi review game.sgf",
                "kosumi score game.sgf",
                "kosumi play game.sgf",
            ][..],
        ),
        ("A Game.SGF", &["kosumi review 'A Game.SGF'"]),
        ("net.bin.gz", &["kosumi gtp --model net.bin.gz"]),
        ("x.tst", &["kosumi regress x.tst"]),
        ("x.toml", &["kosumi gtp --config x.toml"]),
    ] {
        let text = refused(&[name]);
        for command in commands {
            assert!(text.contains(command), "{text}");
        }
    }
    // A file without such an ending is taken for a record.
    let file = File::new("record", "(;SZ[9])");
    assert!(refused(&[file.path()]).contains("kosumi score "));
    assert!(!refused(&["nonsense"]).contains("kosumi score"));
}

#[test]
fn help_has_a_first_screen_and_all_behind_it() {
    let told = |arguments: &[&str]| {
        let output = kosumi(arguments);
        assert!(
            output.status.success() && output.stderr.is_empty(),
            "{arguments:?}"
        );
        String::from_utf8(output.stdout).unwrap()
    };
    let first = told(&["--help"]);
    assert_eq!(first, told(&["-h"]));
    assert_eq!(first, told(&["help"]));
    assert!(first.lines().count() <= 24, "{first}");
    let all = told(&["--help-all"]);
    for words in [
        "rave_equivalence",
        "--kgs-chat",
        "lasker-maas",
        "completions",
    ] {
        assert!(all.contains(words), "{words}");
    }
    for command in [
        "play", "review", "score", "gtp", "analysis", "match", "regress", "bench", "selfplay",
        "train",
    ] {
        let short = told(&[command, "--help"]);
        assert!(!short.contains("rave_equivalence"), "{command}");
        assert!(short.lines().count() <= 75, "{command}: {short}");
        assert_eq!(short, told(&["help", command]), "{command}");
        for line in short.lines() {
            assert!(line.chars().count() <= 100, "{command}: {line}");
        }
        let long = told(&[command, "--help-all"]);
        let flags = |text: &str| text.matches("\n      --").count() + text.matches("\n  -").count();
        assert!(flags(&long) >= flags(&short), "{command}");
    }
    assert!(told(&["gtp", "--help-all"]).contains("rave_equivalence"));
}

#[test]
fn flags_that_make_no_sense_end_with_one_status() {
    let game = crate::directory("games").join("plain.sgf");
    let game = game.to_str().unwrap();
    let of_match = |more: &[&'static str]| [MATCH, more].concat();
    for arguments in [
        vec!["--komi", "nan"],
        vec!["--komi", "inf"],
        vec!["--boardsize", "26"],
        vec!["--param", "nonsense=1"],
        vec!["play", "--komi", "x"],
        vec!["match"],
        vec!["train"],
        vec!["play", "--handicap", "3", "--boardsize", "5"],
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

/// A file in the system's temporary directory that is removed at the end of a test.
struct File(std::path::PathBuf);

impl File {
    fn new(name: &str, text: &str) -> File {
        let path = std::env::temp_dir().join(format!("kosumi-flags-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        File(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// What a program answers to lines, with an environment variable of its own.
fn told(arguments: &[&str], home: &str, input: &str) -> String {
    use std::io::Write;
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    command.args(arguments).env("XDG_CONFIG_HOME", home);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut process = command.spawn().unwrap();
    process
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    String::from_utf8(process.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn flags_and_files_of_katago_are_understood() {
    let file = File::new("x.cfg", "logDir = x\nmaxVisits = 11 # visits\n");
    let answers = |more: &[&str]| {
        let words = [&["gtp", "-model", "none", "-config", file.path()], more].concat();
        told(
            &words,
            "/no/such/folder",
            "kata-get-param maxVisits\nkata-get-param model\nquit\n",
        )
    };
    assert_eq!(answers(&[]), "= 11\n\n= none\n\n= \n\n");
    let overridden = [
        "-override-config",
        "maxVisits=12,homeDataDir=/x",
        "-human-model",
        "own",
    ];
    assert_eq!(answers(&overridden), "= 12\n\n= none\n\n= \n\n");
    // A second network that is not there is missed.
    assert_eq!(answers(&["-human-model", "/no/such/file.bin.gz"]), "");
    assert_eq!(answers(&["--visits", "13"]), "= 13\n\n= none\n\n= \n\n");
    // As a review tool starts it.
    let words = [
        "analysis",
        "-config",
        file.path(),
        "-model",
        "none",
        "-analysis-threads",
        "1",
        "-quit-without-waiting",
    ];
    let query =
        r#"{"id":"a","moves":[],"rules":"Chinese","boardXSize":5,"boardYSize":5,"maxVisits":3}"#;
    let waiting: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !word.starts_with("-quit"))
        .collect();
    assert!(told(&waiting, "/no/such/folder", &format!("{query}\n")).contains("\"id\":\"a\""));
    told(&words, "/no/such/folder", "");
    let version = told(&["version"], "/no/such/folder", "");
    assert!(
        version.starts_with("kosumi ") && version.ends_with('\n'),
        "{version}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_in_the_users_folder_is_read_without_being_asked_for() {
    let home = std::env::temp_dir().join(format!("kosumi-home-{}", std::process::id()));
    std::fs::create_dir_all(home.join("kosumi")).unwrap();
    let path = home.join("kosumi/kosumi.toml");
    let ask = |arguments: &[&str]| {
        told(
            arguments,
            home.to_str().unwrap(),
            "kata-get-param playouts\nquit\n",
        )
    };
    std::fs::write(&path, "playouts = 21\n").unwrap();
    assert_eq!(ask(&[]), "= 21\n\n= \n\n");
    assert_eq!(ask(&["--visits", "22"]), "= 22\n\n= \n\n");
    let other = File::new("other.toml", "threads = 1\n");
    assert_eq!(ask(&["--config", other.path()]), "= 0\n\n= \n\n");
    std::fs::write(&path, "plaouts = 21\n").unwrap();
    assert_eq!(ask(&[]), "", "a wrong name is an error");
    std::fs::remove_dir_all(home).unwrap();
}

#[test]
fn a_record_may_be_on_the_board_at_the_start() {
    let games = crate::directory("games");
    let ask = |name: &str, more: &[&str], commands: &str| {
        let file = games.join(name);
        let words = ["--model", "none", "--load-sgf", file.to_str().unwrap()];
        told(&[&words, more].concat(), "/no/such/folder", commands)
    };
    let commands = "last_move\nget_komi\nquery_boardsize\nkata-get-rules\n";
    let answer = ask("plain.sgf", &[], commands);
    assert!(
        answer.starts_with("= white pass\n\n= 5.5\n\n= 9\n\n"),
        "{answer}"
    );
    let flags = ["--komi", "3", "--rules", "japanese"];
    let answer = ask("plain.sgf", &flags, commands);
    assert!(
        answer.contains("= 3.0\n") && answer.contains("TERRITORY"),
        "{answer}"
    );
    assert!(ask("handicap.sgf", &[], "get_handicap\n").starts_with("= 4\n"));
    let missing = kosumi(&["--load-sgf", "/no/such/file.sgf"]);
    assert_eq!(missing.status.code(), Some(1));
}

#[test]
fn a_log_has_messages_and_the_conversation_behind_what_it_had() {
    let file = File::new("conversation.log", "before\n");
    let answer = told(
        &["--log", file.path(), "--model", "none", "--seed", "7"],
        "/no/such/folder",
        "name\nnonsense\n",
    );
    assert_eq!(answer, "= kosumi\n\n? unknown command\n\n");
    let log = std::fs::read_to_string(file.path()).unwrap();
    let mut lines = log.lines();
    assert_eq!(lines.next(), Some("before"));
    let words = |line: &str| line.split_once(' ').unwrap().1.to_owned();
    let rest: Vec<String> = lines.map(words).collect();
    assert_eq!(
        rest,
        [
            "player mcts, seed 7",
            "> name",
            "< = kosumi",
            "> nonsense",
            "< ? unknown command"
        ]
    );
    let impossible = kosumi(&["--log", "/no/such/folder/x.log"]);
    assert_eq!(impossible.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&impossible.stderr).contains("/no/such/folder/x.log"));
}

#[test]
fn one_controller_after_the_other_is_answered_over_tcp() {
    use crate::engine::Process;
    use std::io::{BufRead, BufReader, Read, Write};
    use std::net::{Shutdown, TcpStream};

    let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    command.args(["--listen", "0", "--model", "none", "--boardsize", "9"]);
    command.stdin(Stdio::null()).stderr(Stdio::piped());
    let mut server = Process::spawn(&mut command);
    let mut told = String::new();
    let stderr = server.0.stderr.take().unwrap();
    BufReader::new(stderr).read_line(&mut told).unwrap();
    let address = told.trim().strip_prefix("kosumi: listening on ").unwrap();
    assert!(address.starts_with("127.0.0.1:"), "{address}");
    let ask = |commands: &[u8]| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(commands).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    // The second finds nothing of the first; one may leave without a word.
    assert_eq!(
        ask(b"play b e5\nlast_move\nquit\n"),
        "= \n\n= black E5\n\n= \n\n"
    );
    assert_eq!(ask(b""), "");
    assert_eq!(ask(b"last_move\n"), "? no previous move known\n\n");
    drop(server);
    let taken = kosumi(&["--listen", "256.0.0.1:1"]);
    assert_eq!(taken.status.code(), Some(1));
}
