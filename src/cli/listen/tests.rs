//! Doors, tokens and seats.

use super::*;
use clap::Parser;
use std::net::TcpListener;
use std::thread;

#[derive(Parser)]
struct Line {
    #[arg(long)]
    sandbox: Option<f64>,
    #[command(flatten)]
    listen: Listen,
}

fn line(flags: &str) -> Result<Line, clap::Error> {
    let words = ["kosumi"].into_iter().chain(flags.split_whitespace());
    Line::try_parse_from(words)
}

#[test]
fn the_sandbox_is_usual_over_tcp_alone() {
    for (flags, expected) in [
        ("", None),
        ("--sandbox 3", Some(3.0)),
        ("--listen 0", Some(60.0)),
        ("--listen 0 --sandbox 3", Some(3.0)),
        ("--listen 0 --no-sandbox", None),
    ] {
        let line = line(flags).unwrap();
        assert_eq!(line.listen.sandbox(line.sandbox), expected, "{flags}");
    }
    for flags in [
        "--no-sandbox",
        "--token 0123456789abcdef",
        "--idle 3",
        "--clients 2",
        "--listen 0 --no-sandbox --sandbox 3",
        "--listen 0 --clients 0",
    ] {
        assert!(line(flags).is_err(), "{flags}");
    }
}

#[test]
fn other_machines_need_a_token() {
    let token = |flags: &str, is_for_this_machine| {
        let line = line(flags).unwrap();
        line.listen.token(is_for_this_machine)
    };
    assert_eq!(token("--listen 0", true).unwrap(), None);
    let [one, other] = [(); 2].map(|()| token("--listen 0", false).unwrap().unwrap());
    assert!(one.len() == 32 && one != other, "{one} {other}");
    let given = "--listen 0 --token 0123456789abcdef";
    for is_for_this_machine in [true, false] {
        let token = token(given, is_for_this_machine).unwrap();
        assert_eq!(token.as_deref(), Some("0123456789abcdef"));
    }
    for bad in ["short", "0123456789#abc", "0123456789\u{e9}abc"] {
        assert!(token(&format!("--listen 0 --token {bad}"), false).is_err());
    }
}

/// What comes in through a door, or why nothing does, and what is answered there.
fn enter(token: Option<&str>, sent: &[u8]) -> (Result<Vec<u8>, String>, Vec<u8>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let sent = sent.to_vec();
    let answers = thread::spawn(move || {
        // It may be closed before all has been sent.
        let _ = client.write_all(&sent);
        let _ = client.shutdown(std::net::Shutdown::Write);
        let mut answers = Vec::new();
        let _ = client.read_to_end(&mut answers);
        answers
    });
    let (stream, _) = listener.accept().unwrap();
    let entered = Door::new(token.map(str::to_owned)).enter(stream);
    let read = entered.map_err(|error| error.to_string()).map(|mut guest| {
        let mut read = Vec::new();
        guest.read_to_end(&mut read).unwrap();
        read
    });
    (read, answers.join().unwrap())
}

#[test]
fn commands_come_in_whole() {
    for sent in [
        "name\nversion\n",
        "\u{feff}\r\n# a comment\n\n7 play b D4\r\nquit",
        "name",
    ] {
        let (read, answers) = enter(None, sent.as_bytes());
        assert_eq!(read.unwrap(), sent.as_bytes());
        assert!(answers.is_empty());
    }
}

#[test]
fn what_does_not_begin_as_a_controller_is_told_nothing() {
    let long = "#".repeat(1 << 15);
    for sent in [
        "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: text/plain\r\n\r\nname\nsavesgf x\n",
        "GET /name HTTP/1.1\r\n\r\nname\n",
        "name / HTTP/1.1\r\n\r\nname\n",
        "OPTIONS * HTTP/2.0\r\nname\n",
        "\u{16}\u{3}\u{1}\u{2}\0\u{1}\nname\n",
        "EHLO localhost\nname\n",
        "",
        "\n\n\n",
        &long,
    ] {
        let (read, answers) = enter(None, sent.as_bytes());
        assert!(read.is_err(), "{sent:?}");
        assert!(answers.is_empty(), "{sent:?}");
    }
}

#[test]
fn who_comes_while_another_leaves_is_not_sent_away() {
    let seats = Seats::new(1);
    let first = seats.take(Duration::ZERO).unwrap();
    assert!(seats.take(Duration::ZERO).is_none());
    let next = thread::spawn({
        let seats = Arc::clone(&seats);
        move || seats.take(Duration::from_mins(1)).is_some()
    });
    // Nothing shows that it waits: it may also come only after the other one has left.
    thread::sleep(Duration::from_millis(50));
    drop(first);
    assert!(next.join().unwrap());
    assert!(seats.take(Duration::ZERO).is_some());
}

#[test]
fn the_token_comes_first() {
    let token = Some("0123456789abcdef");
    let (read, answers) = enter(token, b"3 kosumi-token 0123456789abcdef\nname\n");
    assert_eq!(read.unwrap(), b"name\n");
    assert_eq!(answers, b"=3 \n\n");
    for sent in [
        "name\n",
        "kosumi-token\nname\n",
        "kosumi-token 0123456789abcdeg\n",
        "kosumi-token 0123456789abcde\n",
        "kosumi-token 0123456789abcdef0\n",
        "name\nkosumi-token 0123456789abcdef\n",
    ] {
        let (read, answers) = enter(token, sent.as_bytes());
        assert!(read.is_err() && answers.is_empty(), "{sent:?}");
    }
    // A client that needs no token may give one.
    let (read, answers) = enter(None, b"kosumi-token anything\nname\n");
    assert_eq!(
        (read.unwrap(), answers),
        (b"name\n".to_vec(), b"= \n\n".to_vec())
    );
}
