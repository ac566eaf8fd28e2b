//! Programs that misbehave, each a few lines of shell.

use super::*;
use crate::go::{Color, Move};
use std::env;
use std::path::{Path, PathBuf};

/// Far more than any of the programs needs.
const PATIENCE: Duration = Duration::from_mins(5);

/// A shell in the role of an engine.
fn shell(script: &str) -> Client {
    let program = Program::new("/bin/sh", ["-c", script]);
    program.with_timeout(PATIENCE).start().unwrap()
}

/// A shell that runs `body` for each command, with its id in `$i` and its words in `$c` and `$a`.
fn engine(body: &str) -> Client {
    shell(&format!("while read -r i c a; do {body}; done"))
}

/// Answers every command with its own words.
const ECHO: &str = r#"printf '=%s %s %s\n\n' "$i" "$c" "$a""#;

/// A program that hangs while a child of its own waits for a file and then removes it, and the name of that file.
fn parent(name: &str) -> (Client, PathBuf) {
    let file = env::temp_dir().join(format!("kosumi-client-{}-{name}", std::process::id()));
    let path = file.display();
    let answer = r#"read -r i c; printf '=%s \n\n' "$i""#;
    let mut client = shell(&format!(
        "(while ! [ -e '{path}' ]; do sleep 0.05; done; rm '{path}') & {answer}; wait; sleep 1000"
    ));
    client.send("name").unwrap();
    (client, file)
}

/// Returns true if the child lives, which is waited for so long.
fn is_child_alive(file: &Path, patience: Duration) -> bool {
    std::fs::write(file, "").unwrap();
    let start = Instant::now();
    while file.exists() && start.elapsed() < patience {
        thread::sleep(Duration::from_millis(20));
    }
    std::fs::remove_file(file).is_err()
}

/// How long a child that should be dead is waited for.
const LAST_LOOK: Duration = Duration::from_secs(1);

#[test]
fn answers_and_failures_come_back() {
    let mut client = engine(&format!(
        r#"case $c in bad) printf '?%s illegal move\n\n' "$i";; *) {ECHO};; esac"#
    ));
    assert_eq!(client.send("play b D4").unwrap(), "play b D4");
    let failure = client.send("bad").unwrap_err();
    assert_eq!(failure.to_string(), "`bad` failed: illegal move");
    assert!(!failure.is_final());
    assert_eq!(client.send("name").unwrap(), "name");
    assert_eq!(client.send_line("77 name # x").unwrap(), "name # x");
}

#[test]
fn only_commands_are_sent() {
    let mut client = engine(ECHO);
    for line in ["", " ", "# x", "a\nb", "a\rb", "a\0"] {
        let error = client.send(line).unwrap_err();
        assert_eq!(
            error,
            ClientError::Unsendable(format!("{} {line}", client.last_id))
        );
    }
    assert_eq!(client.send("still there").unwrap(), "still there");
}

#[test]
fn a_long_command_does_not_block() {
    let mut client = shell("sleep 100");
    client.set_timeout(Duration::from_millis(300));
    let error = client.send(&"x".repeat(1 << 22)).unwrap_err();
    assert!(matches!(error, ClientError::Timeout { .. }), "{error}");
}

#[test]
fn a_crash_is_told_with_its_last_words() {
    let mut client = engine("echo 'no weights' >&2; exit 3");
    let error = client.send("genmove b").unwrap_err();
    let ClientError::Exited {
        command,
        status,
        stderr,
    } = &error
    else {
        panic!("{error}");
    };
    assert_eq!(
        (command.as_str(), status.code(), stderr.trim()),
        ("genmove b", Some(3), "no weights")
    );
    assert_eq!(
        error.to_string(),
        "ended at `genmove b` with exit status: 3: no weights"
    );
    assert_eq!(client.send("name").unwrap_err(), error);
}

#[test]
fn a_signal_is_a_crash() {
    let mut client = engine("kill -s SEGV $$");
    let error = client.send("genmove b").unwrap_err();
    assert!(error.to_string().contains("signal: 11"), "{error}");
}

#[test]
fn a_crash_in_the_middle_of_an_answer_is_a_crash() {
    let mut client = engine(r#"printf '=%s A B C\n' "$i"; exit 1"#);
    let error = client.send("showboard").unwrap_err();
    assert!(matches!(error, ClientError::Exited { .. }), "{error}");
}

#[test]
fn an_exit_between_commands_is_seen_at_the_next() {
    let mut client = engine(&format!("{ECHO}; exit 0"));
    assert_eq!(client.send("name").unwrap(), "name");
    thread::sleep(Duration::from_millis(100));
    let error = client.send("version").unwrap_err();
    assert!(
        matches!(error, ClientError::Exited { status, .. } if status.success()),
        "{error}"
    );
}

#[test]
fn a_hanging_program_dies_with_its_children() {
    let (mut client, file) = parent("hang");
    client.set_timeout(Duration::from_millis(200));
    let error = client.send("genmove b").unwrap_err();
    assert_eq!(error.to_string(), "no answer to `genmove b` within 200ms");
    assert!(!is_child_alive(&file, LAST_LOOK));
}

#[test]
fn a_dropped_client_leaves_nothing_behind() {
    let (client, file) = parent("drop");
    drop(client);
    assert!(!is_child_alive(&file, LAST_LOOK));
    let (client, file) = parent("keep");
    assert!(
        is_child_alive(&file, PATIENCE),
        "the test above tests nothing"
    );
    drop(client);
}

#[test]
fn garbage_is_broken_protocol() {
    let mut client = engine("echo 'Loading weights ...'");
    let error = client.send("name").unwrap_err();
    let text =
        "broken protocol at `name`: an answer begins with = or ?, not with \"Loading weights ...\"";
    assert_eq!(error.to_string(), text);
    let mut client = shell("head -c 1000000 /dev/zero | tr '\\0' x; sleep 100");
    client.set_timeout(Duration::from_millis(500));
    assert!(client.send("name").unwrap_err().is_final());
}

#[test]
fn the_answer_must_have_the_id_of_the_command() {
    for id in ["", "7", "01"] {
        let mut client = engine(&format!("printf '={id} a\\n\\n'"));
        let error = client.send("name").unwrap_err();
        let fault = ProtocolFault::WrongId {
            expected: "1".to_owned(),
            got: id.to_owned(),
        };
        assert_eq!(
            error,
            ClientError::Protocol {
                command: "name".to_owned(),
                fault
            }
        );
    }
}

#[test]
fn an_answer_that_nobody_asked_for_is_seen() {
    let mut client = engine(&format!("{ECHO}; {ECHO}"));
    assert_eq!(client.send("name").unwrap(), "name");
    assert!(matches!(
        client.send("version").unwrap_err(),
        ClientError::Protocol { .. }
    ));
}

#[test]
fn a_flood_of_output_is_an_error_soon() {
    for script in [
        "printf '=1 '; yes",
        "printf '=1 '; cat /dev/zero | tr '\\0' x",
    ] {
        let start = Instant::now();
        let error = shell(script).send("name").unwrap_err();
        let command = "name".to_owned();
        assert_eq!(
            error,
            ClientError::Protocol {
                command,
                fault: ProtocolFault::TooLong
            }
        );
        assert!(start.elapsed() < PATIENCE);
    }
    let mut client = shell("cat /dev/zero | tr '\\0' '\\n'");
    client.set_timeout(Duration::from_millis(300));
    assert!(matches!(
        client.send("name").unwrap_err(),
        ClientError::Timeout { .. }
    ));
}

#[test]
fn a_flood_of_messages_does_not_block() {
    let mut client = engine(&format!(
        "head -c 3000000 /dev/zero | tr '\\0' x >&2; echo end >&2; {ECHO}"
    ));
    for _ in 0..3 {
        assert_eq!(client.send("name").unwrap(), "name");
    }
    assert!(client.stderr.text().len() <= 4096);
}

#[test]
fn closed_pipes_of_a_living_program_are_told() {
    let mut client = shell("exec >&-; sleep 1000");
    let error = client.send("name").unwrap_err();
    assert_eq!(error.to_string(), "closed its pipes at `name` and runs on");
}

#[test]
fn quit_is_polite_first() {
    let status = engine(&format!("{ECHO}; exit 5")).quit(PATIENCE).unwrap();
    assert_eq!(status.code(), Some(5));
    assert!(engine("exit 0").quit(PATIENCE).unwrap().success());
    assert!(
        engine(ECHO).quit(PATIENCE).unwrap().success(),
        "the end of input was enough"
    );
    let start = Instant::now();
    let stubborn = shell("read -r i c; printf '=%s \\n\\n' \"$i\"; sleep 1000");
    let error = stubborn.quit(Duration::from_millis(300)).unwrap_err();
    assert!(matches!(error, ClientError::Timeout { .. }), "{error}");
    assert!(start.elapsed() < PATIENCE);
}

#[test]
fn typed_commands_read_their_answers() {
    let mut client = engine(
        r#"case "$c $a" in
            'known_command cputime') t=true;; cputime*) t='1.25 s';;
            'genmove b') t=d4;; 'genmove w') t=Resign;; list*) t='name
version';; play*) t="$a";; *) t='I9 or so';; esac; printf '=%s %s\n\n' "$i" "$t""#,
    );
    assert_eq!(
        client.cpu_time().unwrap(),
        Some(Duration::from_millis(1250))
    );
    let d4 = Move::Play("D4".parse().unwrap());
    assert_eq!(client.genmove(Color::Black).unwrap(), EngineMove::Move(d4));
    assert_eq!(client.genmove(Color::White).unwrap(), EngineMove::Resign);
    assert!(!client.knows("undo").unwrap());
    client.play(Color::White, Move::Pass).unwrap();
    let mut client = engine(r#"printf '=%s I9 or so\n\n' "$i""#);
    let error = client.genmove(Color::Black).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`genmove b` answered `I9 or so`, a move expected"
    );
    assert!(!error.is_final());
    assert_eq!(client.cpu_time().unwrap(), None);
}
