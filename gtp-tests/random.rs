//! Random command lines: every command of the table with arguments that may be right or wrong, and the
//! same lines with bytes changed.
//!
//! Each line must have one framed answer, nothing may crash, and a failure must leave the game, the rules,
//! the parameters and the clocks as they were. The lines are the same in every run.

use std::fmt::Write;
use std::time::Instant;
use std::{env, fs, process};

use kosumi::go::rules::PRESETS;
use kosumi::gtp::Command;
use kosumi::params::{PARAMS, Param};
use kosumi::rng::Rng;

use crate::engine::{self, PLAYOUTS};
use crate::framing::Response;

/// The command that is left out: it ends everything.
const LEFT_OUT: &str = "quit";

/// The command that may read for seconds, which no parameter shortens.
const SLOW: &str = "kosumi-solve";

/// What the state of the session can be seen by.
const STATE: [&str; 7] = [
    "kosumi-board",
    "printsgf",
    "get_komi",
    "kata-get-rules",
    "kosumi-param",
    "kosumi-clock",
    "get_random_seed",
];

/// Sent at the beginning and after lines that may set parameters: no command is to take long, nor to write
/// comments for a chat to standard error.
const QUICK: [&str; 10] = [
    "kosumi-param playouts 8",
    "kosumi-param reg_visits 8",
    "kosumi-param dead_playouts 8",
    "kosumi-param time 0",
    "kosumi-param threads 1",
    "kosumi-param memory_mb 16",
    "kosumi-param level 10",
    "kosumi-param pondering 0",
    "kosumi-param gnugo_compat 0",
    "kosumi-param ogs_chat 0",
];

/// Words that are wrong nearly everywhere.
const ODD: &[&str] = &[
    "-1",
    "0",
    "1e400",
    "nan",
    "99999999999999999999",
    "x",
    "I9",
    "Z99",
    "A0",
    "pass",
    "resign",
    "=",
    "?",
    "(;",
    "{",
    "\"",
    "\"a",
    "%p",
    "0x10",
    "+5",
    "1.5",
    ",",
    "a,b",
    ":",
    "é",
    "\u{1F600}",
    "true",
    "B[aa]",
    "--",
];

/// Words that a word of a usage may stand for; others are in [`good_word`].
const WORDS: &[(&str, &[&str])] = &[
    (
        "color",
        &["b", "w", "black", "white", "B", "W", "Black", "wHiTe"],
    ),
    ("size", &["2", "5", "7", "9", "13", "19", "25", "1", "26"]),
    ("width", &["1", "2", "5", "9", "19", "25"]),
    ("height", &["1", "3", "7", "9", "25"]),
    ("points", &["6.5", "0", "-7", "7,5", "0.25", "1e9", "375"]),
    ("stones", &["0", "1", "2", "4", "5", "9", "20", "81"]),
    ("moves", &["0", "1", "2", "3", "50"]),
    ("move", &["0", "1", "3", "99999"]),
    ("main", &["0", "1", "60", "1800", "2147483647", "0.5"]),
    ("period", &["0", "1", "30", "600"]),
    ("seconds", &["0", "-5", "3.2", "300", "1e9"]),
    (
        "status",
        &[
            "alive",
            "dead",
            "seki",
            "black_territory",
            "white_territory",
            "dame",
        ],
    ),
    (
        "system",
        &[
            "none",
            "absolute",
            "byoyomi",
            "canadian",
            "fischer",
            "fischer-capped",
        ],
    ),
    ("number", &["0", "1", "5", "10", "60", "0.5", "-1"]),
    ("seed", &["0", "1", "-7", "123456789"]),
    ("visits", &["1", "8"]),
    (
        "key",
        &[
            "ko",
            "scoring",
            "suicide",
            "tax",
            "hasButton",
            "friendlyPassOk",
            "whiteHandicapBonus",
        ],
    ),
    (
        "value",
        &[
            "SIMPLE",
            "POSITIONAL",
            "SITUATIONAL",
            "AREA",
            "TERRITORY",
            "true",
            "NONE",
            "ALL",
            "N-1",
            "3",
        ],
    ),
    (
        "file",
        &[
            "plain.sgf",
            "bad.sgf",
            "good.gtp",
            "bad.gtp",
            "out.sgf",
            "none.sgf",
            "no/such/x.sgf",
            ".",
        ],
    ),
    (
        "text",
        &["hello", "two words", "= a", "\u{2192}", "- > b", " -> "],
    ),
    ("interval", &["1", "10", "50", "interval 5"]),
    (
        "pair",
        &[
            "minmoves 3",
            "maxmoves 2",
            "avoid b A1,B2 3",
            "allow w C3 1",
            "ownership true",
            "interval 1",
        ],
    ),
    (
        "rules",
        &[
            "japanese",
            "{\"ko\":\"SIMPLE\"}",
            "{\"ko\":\"X\"}",
            "{}",
            "{\"scoring\":\"TERRITORY\"}",
            "AGA",
        ],
    ),
    ("ID=value", &["PB=a", "PW=b\\_c", "RE=B+1", "XX=1", "C=]"]),
    ("result", &["B+3.5", "W+Resign", "?"]),
];

fn pick<'a>(rng: &mut Rng, words: &[&'a str]) -> &'a str {
    words[rng.below(words.len())]
}

fn vertex(rng: &mut Rng) -> String {
    if rng.chance(1, 20) {
        return "pass".to_owned();
    }
    let sides = if rng.chance(9, 10) { 7 } else { 25 };
    let letter = b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[rng.below(sides)] as char;
    format!("{letter}{}", 1 + rng.below(sides))
}

/// A command that is not left out; one that reads for seconds comes less often.
fn command(rng: &mut Rng) -> &'static Command {
    let drawn = Command::all().filter(|command| command.name != LEFT_OUT);
    let commands: Vec<_> = drawn.collect();
    loop {
        let command = commands[rng.below(commands.len())];
        if command.name != SLOW || rng.chance(1, 8) {
            return command;
        }
    }
}

/// A word, or several, for a word of a usage.
fn good_word(rng: &mut Rng, word: &str, command: &str) -> String {
    if let Some((_, words)) = WORDS.iter().find(|(name, _)| *name == word) {
        return pick(rng, words).to_owned();
    }
    match word {
        "vertex" | "point" => vertex(rng),
        "command" => line(rng),
        "name" if command.ends_with("rules") => PRESETS[rng.below(PRESETS.len())].name.to_owned(),
        "name" if command.contains("param") => {
            let names: Vec<&str> = PARAMS.iter().flat_map(Param::names).collect();
            pick(rng, &names).to_owned()
        }
        "name" => self::command(rng).name.to_owned(),
        _ if word.contains('|') => pick(rng, &word.split('|').collect::<Vec<_>>()).to_owned(),
        _ => pick(rng, ODD).to_owned(),
    }
}

/// Mostly a fitting word, sometimes an odd one, none, or two.
fn word(rng: &mut Rng, word: &str, command: &str) -> String {
    match rng.below(25) {
        0 => String::new(),
        1 => pick(rng, ODD).to_owned(),
        2 => format!("{} {}", good_word(rng, word, command), pick(rng, ODD)),
        _ => good_word(rng, word, command),
    }
}

/// The words of a usage such as `color vertex [number]...`, with what may be left out left out at times
/// and what may be repeated repeated.
fn line(rng: &mut Rng) -> String {
    let command = command(rng);
    let mut words = vec![command.name.to_owned()];
    let mut rest = command.usage;
    while !rest.is_empty() {
        let end = match rest.strip_prefix('[') {
            Some(inner) => 1 + inner.find(']').map_or(inner.len(), |end| end + 1),
            None => rest.find(' ').unwrap_or(rest.len()),
        };
        let end = end + rest[end..].find(' ').unwrap_or(rest.len() - end);
        let (group, others) = rest.split_at(end);
        rest = others.trim_start();
        let is_optional = group.starts_with('[');
        let times = match (is_optional, group.ends_with("...")) {
            (true, true) => rng.below(4),
            (true, false) => rng.below(2),
            (false, true) => 1 + rng.below(3),
            (false, false) => 1,
        };
        for _ in 0..times {
            let names = group
                .trim_end_matches("...")
                .trim_matches(['[', ']'])
                .split(' ');
            words.extend(names.map(|name| word(rng, name, command.name)));
        }
    }
    if rng.chance(1, 30) {
        words.push(pick(rng, ODD).to_owned());
    }
    words.join(" ").replace('\n', " ")
}

/// The same line with some bytes changed, taken out or put in; never a line end, nor a slash, which could
/// lead a file name out of the directory.
fn mutated(rng: &mut Rng, line: &str) -> Vec<u8> {
    let mut bytes = line.as_bytes().to_vec();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        let byte = match rng.below(4) {
            0 => b" \t\r\0#\x7f\x1b=?"[rng.below(9)],
            1 => 0x80 | rng.bits() as u8,
            2 => b'0' + rng.below(10) as u8,
            _ => rng.bits() as u8,
        };
        match rng.below(3) {
            _ if b"\n/".contains(&byte) => {}
            0 => bytes.insert(at, byte),
            1 if at < bytes.len() => bytes[at] = byte,
            2 if at < bytes.len() => drop(bytes.remove(at)),
            _ => {}
        }
    }
    bytes
}

/// Returns true if a line is a command, by the letter of the protocol: not blank, not a comment, not an id alone.
fn is_command(line: &[u8]) -> bool {
    let is_kept = |byte: &&u8| **byte == b'\t' || !(**byte < 32 || **byte == 127);
    let code = line.split(|&byte| byte == b'#').next().unwrap_or_default();
    let text: Vec<u8> = code.iter().filter(is_kept).copied().collect();
    let rest = text.iter().skip_while(|byte| b" \t".contains(byte));
    rest.skip_while(|byte| byte.is_ascii_digit())
        .any(|byte| !b" \t".contains(byte))
}

/// Runs `input` in a new directory with some files.
fn run(name: &str, input: Vec<u8>) -> Vec<Response> {
    let dir = env::temp_dir().join(format!("kosumi-random-{}-{name}", process::id()));
    fs::create_dir_all(&dir).unwrap();
    fs::write(
        dir.join("plain.sgf"),
        "(;SZ[7]KM[5.5];B[aa];W[bb];B[cc];W[];B[dd])",
    )
    .unwrap();
    fs::write(dir.join("bad.sgf"), "(;SZ[7];B[aa").unwrap();
    fs::write(dir.join("good.gtp"), "boardsize 5\nplay b A1\nkomi 3\n").unwrap();
    fs::write(
        dir.join("bad.gtp"),
        "boardsize 6\nlevel 3\nkomi 4\nset_random_seed 5\nplay b Z1\n",
    )
    .unwrap();
    let outcome = engine::batch(&dir, PLAYOUTS, input);
    let _ = fs::remove_dir_all(&dir);
    outcome.unwrap().responses().unwrap()
}

/// Returns true if a line may change how long commands take.
fn may_set_parameters(line: &str) -> bool {
    ["param", "level", "option", "sg_"]
        .iter()
        .any(|part| line.contains(part))
}

/// Sends `count` random lines and asks for the state after each.
fn check_lines(seed: u64, count: usize) {
    let mut rng = Rng::new(seed);
    let lines: Vec<String> = (0..count).map(|_| line(&mut rng)).collect();
    let mut input = QUICK.join("\n") + "\n" + &STATE.join("\n") + "\n";
    for (number, line) in lines.iter().enumerate() {
        writeln!(input, "{number} {line}").unwrap();
        if may_set_parameters(line) {
            input += &(QUICK.join("\n") + "\n");
        }
        input += &(STATE.join("\n") + "\n");
    }
    let responses = run(&format!("lines-{seed}"), input.into_bytes());
    let (quick, mut rest) = responses.split_at(QUICK.len());
    assert!(quick.iter().all(|answer| !answer.is_failure()));
    let mut before;
    (before, rest) = rest.split_at(STATE.len());
    let mut failures = 0;
    for (number, line) in lines.iter().enumerate() {
        let settings = if may_set_parameters(line) {
            QUICK.len()
        } else {
            0
        };
        let (answer, others) = rest.split_first().expect("all lines are answered");
        assert_eq!(answer.id(), number.to_string(), "{line}");
        let (after, others) = others.split_at(settings).1.split_at(STATE.len());
        if answer.is_failure() {
            assert_ne!(answer.text(), "internal error", "{line}");
            assert_eq!(
                before,
                after,
                "changed by `{line}`, which failed: {}",
                answer.text()
            );
            failures += 1;
        }
        (before, rest) = (after, others);
    }
    assert!(rest.is_empty());
    let part = count / 10;
    assert!(
        (part..count - part).contains(&failures),
        "{failures} of {count} lines failed"
    );
}

/// Sends `count` lines with changed bytes, each before a line that tells where its answer ends.
fn check_bytes(seed: u64, count: usize) {
    let mut rng = Rng::new(seed);
    let lines: Vec<Vec<u8>> = (0..count)
        .map(|_| {
            let line = line(&mut rng);
            mutated(&mut rng, &line)
        })
        .collect();
    let mut input = QUICK.join("\n").into_bytes();
    for (number, line) in lines.iter().enumerate() {
        let after = format!("\necho after {number}\n{}", QUICK.join("\n"));
        input.push(b'\n');
        input.extend_from_slice(line);
        input.extend_from_slice(after.as_bytes());
    }
    let responses = run(&format!("bytes-{seed}"), input);
    let mut rest = &responses[QUICK.len()..];
    for (number, line) in lines.iter().enumerate() {
        let (mine, others) = rest.split_at(usize::from(is_command(line)));
        let (echo, others) = others.split_first().expect("all lines are answered");
        assert_eq!(
            echo.text(),
            format!("after {number}"),
            "{}",
            line.escape_ascii()
        );
        assert!(
            mine.iter().all(|answer| answer.text() != "internal error"),
            "{}",
            line.escape_ascii()
        );
        rest = &others[QUICK.len()..];
    }
    assert!(rest.is_empty());
}

#[test]
fn random_lines_have_one_answer_and_failures_change_nothing() {
    check_lines(1, 10_000);
}

#[test]
fn random_bytes_have_one_answer() {
    check_bytes(2, 3_000);
}

#[test]
#[ignore = "takes minutes: the same with many more lines, other ones every time"]
fn many_random_lines() {
    let start = Instant::now().elapsed().as_nanos() as u64 ^ u64::from(process::id());
    for seed in (start..).take(20) {
        check_lines(seed, 10_000);
        check_bytes(seed, 10_000);
    }
}
