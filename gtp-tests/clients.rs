//! The sessions of real clients, replayed: the lines that each one sends, in its order and at its pace,
//! and its own way of reading the answers.
//!
//! `clients/NAME.txt` are transcripts (see [`crate::transcript`]) of what NAME sends. A line that is sent
//! with `>+` is followed by the next one at once; after any other line the client waits until everything
//! has been answered, or, while an analysis runs, for its first report. Every answer is held to the rules
//! of [`crate::framing`] on its bytes, must be written in one piece, and is read once more as the client
//! reads it: what it understands must be what was said.

use std::fs;

use crate::engine::{self, Engine, LARGEST_PIECE, Outcome, PLAYOUTS};
use crate::framing::{self, Response};
use crate::transcript::{self, Case, Exchange};
use crate::{directory, files_of};

/// An answer as a client understands it.
#[derive(Debug, PartialEq)]
struct Heard {
    fails: bool,
    text: String,
}

/// How a client reads what the program writes to stdout.
type Reader = fn(&str) -> Result<Vec<Heard>, String>;

/// A program that speaks to engines.
struct Client {
    /// Its sessions are in `clients/NAME.txt`.
    name: &'static str,
    /// How it ends its lines.
    line_end: &'static str,
    reader: Reader,
    /// True if it merges stderr into stdout.
    merges_streams: bool,
}

const fn client(name: &'static str, reader: Reader) -> Client {
    Client {
        name,
        line_end: "\n",
        reader,
        merges_streams: false,
    }
}

/// All of them.
const CLIENTS: [Client; 13] = [
    client("gogui", after_first_space),
    client("gogui-twogtp", after_first_space),
    client("gogui-regress", after_first_space),
    client("gogui-statistics", after_first_space),
    client("sabaki", skipping_noise),
    Client {
        merges_streams: true,
        ..client("lizzie", line_by_line_with_ids)
    },
    Client {
        merges_streams: true,
        ..client("lizzieyzy", line_by_line)
    },
    client("kgsgtp", collapsing_blanks),
    Client {
        line_end: "\r\n",
        ..client("gtp2ogs", exactly_framed)
    },
    client("cgos-python", stripping_lines),
    client("cgos-tcl", stripping_lines),
    client("gomill", without_controls),
    // GNU Go's `regress.awk`, which sees first lines only.
    client("gnugo-regress", without_controls),
];

/// What follows the status character and the id of the block of an answer.
fn heard(block: &str) -> Result<Heard, String> {
    let status = block.chars().next().filter(|c| "=?".contains(*c));
    let status = status.ok_or_else(|| format!("no status character in {block:?}"))?;
    let text = block[1..].trim_start_matches(|c: char| c.is_ascii_digit());
    Ok(Heard {
        fails: status == '?',
        text: text.trim().to_owned(),
    })
}

/// The blocks of lines that end with a line for which `is_end` holds. Nothing may follow the last one.
fn blocks(stdout: &str, is_end: fn(&str) -> bool) -> Result<Vec<Vec<&str>>, String> {
    let mut blocks = vec![Vec::new()];
    for line in stdout.lines() {
        if is_end(line) {
            blocks.push(Vec::new());
        } else {
            blocks.last_mut().expect("never empty").push(line);
        }
    }
    match blocks.pop().as_deref() {
        Some([]) => Ok(blocks),
        rest => Err(format!("an answer without end: {rest:?}")),
    }
}

/// GoGui: the text is what follows the first blank anywhere. Without one it would be lost; streams are
/// not for GoGui.
fn after_first_space(stdout: &str) -> Result<Vec<Heard>, String> {
    let understand = |lines: Vec<&str>| {
        let block = lines.join("\n");
        let (head, text) = block.split_once(' ').ok_or("no blank in an answer")?;
        let text = text.trim().to_owned();
        Ok(Heard {
            text,
            ..heard(head)?
        })
    };
    blocks(stdout, str::is_empty)?
        .into_iter()
        .map(understand)
        .collect()
}

/// Sabaki: lines before a status character are skipped, which here would be a loss.
fn skipping_noise(stdout: &str) -> Result<Vec<Heard>, String> {
    let understand = |lines: Vec<&str>| {
        let is_noise = |line: &&&str| !line.starts_with(['=', '?']);
        let lines: Vec<&str> = lines.iter().skip_while(is_noise).copied().collect();
        heard(&lines.join("\n").replace('\t', " "))
    };
    blocks(stdout, str::is_empty)?
        .into_iter()
        .map(understand)
        .collect()
}

/// Lizzie and its relatives read lines, not answers: one that begins with `=` or `?` begins an answer,
/// whatever stands on stderr among them.
fn line_by_line(merged: &str) -> Result<Vec<Heard>, String> {
    let mut answers: Vec<Heard> = Vec::new();
    for line in merged.lines().filter(|line| !line.starts_with("kosumi: ")) {
        match answers.last_mut() {
            _ if line.starts_with(['=', '?']) => answers.push(heard(line)?),
            Some(answer) => answer.text = format!("{}\n{line}", answer.text),
            None => return Err(format!("a line without an answer: {line:?}")),
        }
    }
    Ok(answers)
}

/// Lizzie 0.7 reads the id as a number, or stops reading.
fn line_by_line_with_ids(merged: &str) -> Result<Vec<Heard>, String> {
    for line in merged.lines().filter(|line| line.starts_with(['=', '?'])) {
        let id = line[1..].split(' ').next().unwrap_or_default();
        id.parse::<u32>()
            .map_err(|_| format!("no id in {line:?}"))?;
    }
    line_by_line(merged)
}

/// kgsGtp: drops controls and comments, makes several blanks one, and ends an answer at the second LF.
fn collapsing_blanks(stdout: &str) -> Result<Vec<Heard>, String> {
    let answers = stdout.split_terminator("\n\n").map(|block| {
        let lines = block
            .lines()
            .map(|line| line.split('#').next().unwrap_or_default());
        let lines = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        heard(&lines.collect::<Vec<_>>().join("\n"))
    });
    answers.collect()
}

/// gtp2ogs: whatever is no answer makes the bot a failed one.
fn exactly_framed(stdout: &str) -> Result<Vec<Heard>, String> {
    stdout.split_terminator("\n\n").map(heard).collect()
}

/// CGOS: an answer ends at the first line that is blank, and each line loses its status character.
fn stripping_lines(stdout: &str) -> Result<Vec<Heard>, String> {
    let understand = |lines: Vec<&str>| {
        let fails = lines.iter().any(|line| line.starts_with('?'));
        let strip = |line: &&str| line.trim_start_matches(['=', '?']).trim().to_owned();
        let texts: Vec<String> = lines
            .iter()
            .map(strip)
            .filter(|text| !text.is_empty())
            .collect();
        if lines.is_empty() {
            return Err("an answer of no lines: all that follow are shifted".to_owned());
        }
        Ok(Heard {
            fails,
            text: texts.join("\n"),
        })
    };
    let answers = blocks(stdout, |line| line.trim().is_empty())?;
    answers.into_iter().map(understand).collect()
}

/// gomill: refuses a program whose first byte could not be GTP, and removes controls.
fn without_controls(stdout: &str) -> Result<Vec<Heard>, String> {
    if !stdout.starts_with([' ', '\t', '\r', '\n', '#', '=', '?']) {
        return Err("not a GTP engine".to_owned());
    }
    let stdout: String = stdout
        .chars()
        .filter(|c| *c == '\n' || !c.is_control())
        .collect();
    stdout.split_terminator("\n\n").map(heard).collect()
}

/// How far a session has come: complete answers, and whether one has begun with reports.
fn progress(stdout: &[u8]) -> (usize, bool) {
    let text = String::from_utf8_lossy(stdout);
    let begun = text.rsplit("\n\n").next().unwrap_or_default();
    let reports = begun.lines().skip(1).count() > 0 && begun.ends_with('\n');
    (text.matches("\n\n").count(), reports)
}

/// Sends the lines of a session as the client does.
fn hold(client: &Client, case: &Case) -> Result<Outcome, String> {
    let mut engine = Engine::start(engine::command(&directory("games"), PLAYOUTS));
    let mut answers = 0;
    for exchange in &case.exchanges {
        engine.send(&[&exchange.sent, client.line_end.as_bytes()].concat());
        answers += usize::from(exchange.is_answered());
        let is_stream = exchange.is_stream();
        if !exchange.is_pipelined {
            let is_there = |stdout: &[u8]| match progress(stdout) {
                (complete, reports) if is_stream => {
                    complete >= answers || complete + 1 == answers && reports
                }
                (complete, _) => complete >= answers,
            };
            engine
                .wait_until(is_there)
                .map_err(|fault| exchange.fault(&fault))?;
        }
    }
    engine.finish()
}

/// What the answers to some commands must be for any client, beyond what a transcript says.
fn check_meaning(exchange: &Exchange, response: &Response) -> Result<(), String> {
    let sent = String::from_utf8_lossy(&exchange.sent);
    let mut words = sent
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .split_whitespace();
    let command = words.next().unwrap_or_default();
    let text = response.text();
    let lines: Vec<&str> = text.lines().collect();
    let is_fine = response.is_failure()
        || match command {
            // `#` and what follows is lost in kgsGtp, whose greeting this is; Lizzie counts the parts.
            "name" => {
                !text.is_empty() && !text.contains('#') && !text.to_lowercase().starts_with("kata")
            }
            "version" => {
                text.split('.')
                    .filter_map(|part| part.parse::<u32>().ok())
                    .count()
                    == 3
            }
            "protocol_version" => text == "2",
            "list_commands" => {
                lines[0] == "protocol_version" && lines.iter().all(|line| is_name(line))
            }
            "genmove" | "reg_genmove" | "kgs-genmove_cleanup" => {
                text == "resign" || is_vertex(text)
            }
            "final_status_list" | "place_free_handicap" | "fixed_handicap" => text
                .split_whitespace()
                .all(|word| is_vertex(word) && word != "pass"),
            "cputime" | "gomill-cpu_time" => text.parse::<f64>().is_ok(),
            "gogui-analyze_commands" => lines.iter().all(|line| {
                let fields = line.split('/').count();
                // A parameter list has its own slashes, but none is in this menu.
                (3..=5).contains(&fields)
            }),
            _ => true,
        };
    is_fine
        .then_some(())
        .ok_or_else(|| exchange.fault(&format!("cannot be used by a client: {text:?}")))
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
}

fn is_vertex(text: &str) -> bool {
    let (column, row) = text.split_at(text.len().min(1));
    let is_letter = |letter: char| letter.is_ascii_uppercase() && letter != 'I';
    let is_column = column.len() == 1 && column.chars().all(is_letter);
    text == "pass" || is_column && row.parse().is_ok_and(|row: u8| (1..=25).contains(&row))
}

/// Compares what a client hears with what was said.
fn check_understanding(
    client: &Client,
    outcome: &Outcome,
    said: &[Response],
) -> Result<(), String> {
    let stdout = String::from_utf8_lossy(&outcome.stdout);
    // Lines of either stream stay whole; the worst order is with all of stderr first or in between.
    let heard = if client.merges_streams {
        let stderr = String::from_utf8_lossy(&outcome.stderr);
        let middle = stdout.len()
            - stdout[stdout.len() / 2..]
                .split_once('\n')
                .map_or(0, |(_, rest)| rest.len());
        let (first, last) = stdout.split_at(middle);
        (client.reader)(&format!("{stderr}{first}{stderr}{last}"))?
    } else {
        (client.reader)(&stdout)?
    };
    if heard.len() != said.len() {
        return Err(format!(
            "{} answers, but the client hears {}",
            said.len(),
            heard.len()
        ));
    }
    let words = |text: &str| {
        text.split_whitespace()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    for (heard, said) in heard.iter().zip(said) {
        if heard.fails != said.is_failure() || words(&heard.text) != words(said.text()) {
            return Err(format!(
                "said {:?}, but the client hears {heard:?}",
                said.block
            ));
        }
    }
    Ok(())
}

/// Replays a session and judges everything in it.
fn replay(client: &Client, case: &Case) -> Result<(), String> {
    let outcome = hold(client, case)?;
    let responses = outcome.responses()?;
    framing::check_pieces(&outcome.stdout, &outcome.pieces, LARGEST_PIECE)?;
    let mut rest = responses.iter();
    for exchange in case
        .exchanges
        .iter()
        .filter(|exchange| exchange.is_answered())
    {
        let response = rest
            .next()
            .ok_or_else(|| exchange.fault("is not answered"))?;
        exchange
            .judge(response)
            .map_err(|fault| exchange.fault(&fault))?;
        check_meaning(exchange, response)?;
    }
    match rest.next() {
        Some(response) => Err(format!("an answer too many: {:?}", response.block)),
        None => check_understanding(client, &outcome, &responses),
    }
}

#[test]
fn clients() {
    let mut faults = Vec::new();
    for client in &CLIENTS {
        let path = directory("clients").join(client.name).with_extension("txt");
        let source =
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", client.name));
        let cases =
            transcript::parse(&source).unwrap_or_else(|fault| panic!("{}: {fault}", client.name));
        assert!(!cases.is_empty(), "{}", client.name);
        let judged = cases.iter().filter_map(|case| {
            let fault = replay(client, case).err()?;
            Some(format!("{}:{fault} (case: {})", client.name, case.title))
        });
        faults.extend(judged);
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_session_has_a_client() {
    for path in files_of("clients", "txt") {
        let name = path.file_stem().unwrap_or_default();
        assert!(
            CLIENTS.iter().any(|client| client.name == name),
            "{}",
            path.display()
        );
    }
}

#[test]
fn a_client_hears_what_is_wrong() {
    // What each rule of framing is for: with it broken, this client misunderstands.
    let broken: [(Reader, &str); 7] = [
        (after_first_space, "=\n\n"),
        (after_first_space, "= a\n"),
        (line_by_line_with_ids, "= a\n\n"),
        (line_by_line, "kosumi\n\n= a\n\n"),
        (exactly_framed, "hello\n\n= a\n\n"),
        (stripping_lines, "= a\n\n\n= b\n\n"),
        (without_controls, "kosumi 1.0\n= a\n\n"),
    ];
    for (reader, stdout) in broken {
        assert!(reader(stdout).is_err(), "{stdout:?}");
    }
    let shifted: [(Reader, &str); 3] = [
        (stripping_lines, "= a\n \nb\n\n"),
        (line_by_line, "= a\n= b\n\n"),
        (collapsing_blanks, "= a # b\n\n"),
    ];
    for (reader, stdout) in shifted {
        let heard = reader(stdout).unwrap();
        assert!(
            heard.len() > 1 || !heard[0].text.contains('b'),
            "{stdout:?}"
        );
    }
}
