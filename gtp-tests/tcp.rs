//! `kosumi gtp --listen`: who is let in, what he may do, and that nobody keeps others out for ever.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::engine::{PATIENCE, Process};
use crate::files::Directory;

/// A program that listens.
struct Server {
    _process: Process,
    address: String,
    stderr: BufReader<std::process::ChildStderr>,
}

impl Server {
    fn start(directory: &Directory, flags: &str) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
        command.args(["--model", "none", "--boardsize", "9", "--threads", "1"]);
        command.args(flags.split(' ')).current_dir(directory.path());
        command.stdin(Stdio::null()).stderr(Stdio::piped());
        let mut process = Process::spawn(&mut command);
        let mut stderr = BufReader::new(process.0.stderr.take().unwrap());
        let mut told = String::new();
        stderr.read_line(&mut told).unwrap();
        let address = told
            .trim()
            .strip_prefix("kosumi: listening on ")
            .expect(&told);
        Server {
            _process: process,
            address: address.replace("0.0.0.0", "127.0.0.1"),
            stderr,
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends something and the end of input, and returns all that is answered.
    fn ask(&self, commands: &str) -> String {
        let mut stream = self.connect();
        // Who is not let in may find the connection closed.
        let _ = stream.write_all(commands.as_bytes());
        let _ = stream.shutdown(Shutdown::Write);
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    }

    /// Asks until somebody is served.
    fn ask_until_served(&self) {
        let begun = Instant::now();
        while self.ask("name\n") != "= kosumi\n\n" {
            assert!(begun.elapsed() < PATIENCE, "busy for ever");
            sleep(Duration::from_millis(100));
        }
    }
}

/// Sends a line and waits for the first line of its answer.
fn say(stream: &mut TcpStream, line: &str) -> String {
    writeln!(stream, "{line}").unwrap();
    let mut answer = String::new();
    BufReader::new(stream.try_clone().unwrap())
        .read_line(&mut answer)
        .unwrap();
    answer
}

#[test]
fn a_web_page_commands_nothing() {
    let directory = Directory::new("tcp-web");
    fs::write(directory.path().join("a.sgf"), "precious").unwrap();
    for flags in ["--listen 0", "--listen 0 --no-sandbox"] {
        let server = Server::start(&directory, flags);
        let post = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n\
                    Content-Length: 30\r\n\r\nname\nsavesgf a.sgf\nquit\n";
        for sent in [post, "GET / HTTP/1.0\r\n\r\n", "\nfoo\nsavesgf a.sgf\n"] {
            assert_eq!(server.ask(sent), "", "{sent}");
        }
        server.ask_until_served();
    }
    let kept = fs::read_to_string(directory.path().join("a.sgf")).unwrap();
    assert_eq!(kept, "precious");
}

#[test]
fn strangers_use_no_files_unless_that_is_asked_for() {
    let directory = Directory::new("tcp-sandbox");
    let server = Server::start(&directory, "--listen 0");
    assert_eq!(
        server.ask("name\nsavesgf a.sgf\n"),
        "= kosumi\n\n? unknown command\n\n"
    );
    drop(server);
    let server = Server::start(&directory, "--listen 0 --no-sandbox");
    assert_eq!(server.ask("savesgf a.sgf\n"), "= \n\n");
    assert!(directory.path().join("a.sgf").is_file());
}

#[test]
fn other_machines_need_the_token_that_is_printed() {
    let directory = Directory::new("tcp-token");
    let mut server = Server::start(&directory, "--listen 0.0.0.0:0");
    let mut told = String::new();
    server.stderr.read_line(&mut told).unwrap();
    let command = told.trim().split('`').nth(1).expect(&told).to_owned();
    assert_eq!(server.ask("name\n"), "");
    assert_eq!(server.ask(&format!("{command}0\nname\n")), "");
    assert_eq!(
        server.ask(&format!("5 {command}\nname\n")),
        "=5 \n\n= kosumi\n\n"
    );
    drop(server);
    let server = Server::start(&directory, "--listen 0 --token abcdefghijkl");
    assert_eq!(server.ask("name\n"), "");
    assert_eq!(
        server.ask("kosumi-token abcdefghijkl\nname\n"),
        "= \n\n= kosumi\n\n"
    );
}

#[test]
fn who_finds_no_place_is_told_so_and_served_later() {
    let directory = Directory::new("tcp-busy");
    let server = Server::start(&directory, "--listen 0 --clients 2");
    let mut guests = [server.connect(), server.connect()];
    for guest in &mut guests {
        assert_eq!(say(guest, "name"), "= kosumi\n");
    }
    assert_eq!(server.ask("9 name\n"), "?9 busy\n\n");
    // Who says nothing takes no place.
    let _silent = server.connect();
    let [first, mut second] = guests;
    drop(first);
    server.ask_until_served();
    second.write_all(b"\n").unwrap();
    second.shutdown(Shutdown::Write).unwrap();
}

/// A controller that is closed and started again finds its place, whatever it did before.
#[test]
fn who_comes_back_at_once_is_served() {
    let directory = Directory::new("tcp-again");
    let server = Server::start(&directory, "--listen 0");
    for _ in 0..20 {
        let mut guest = server.connect();
        assert_eq!(say(&mut guest, "name"), "= kosumi\n");
        writeln!(guest, "genmove b").unwrap();
        drop(guest);
    }
}

#[test]
fn who_leaves_during_a_search_ends_it() {
    let directory = Directory::new("tcp-leave");
    let flags = "--listen 0 --no-sandbox --param time=100000 --param pondering=true";
    let server = Server::start(&directory, flags);
    for command in [
        "genmove b",
        "kata-analyze b 10",
        "kata-search_cancellable b",
    ] {
        let mut guest = server.connect();
        assert_eq!(say(&mut guest, "name"), "= kosumi\n");
        writeln!(guest, "{command}").unwrap();
        sleep(Duration::from_millis(300));
        assert_eq!(server.ask("name\n"), "? busy\n\n");
        drop(guest);
        server.ask_until_served();
    }
}

#[test]
fn who_is_silent_makes_room_for_others() {
    let directory = Directory::new("tcp-idle");
    let server = Server::start(&directory, "--listen 0 --idle 0.5");
    let mut guest = server.connect();
    assert_eq!(say(&mut guest, "name"), "= kosumi\n");
    server.ask_until_served();
    let nested = "sg_compare_int 1 ".repeat(500) + "captures b\n";
    assert_eq!(
        server.ask(&nested),
        "? too many commands execute each other\n\n"
    );
    let mut rest = String::new();
    // The rest of the answer, and the end of the connection.
    guest.read_to_string(&mut rest).unwrap();
    assert!(rest.trim().is_empty(), "{rest}");
}

#[test]
fn who_says_nothing_gives_way_to_newcomers() {
    let directory = Directory::new("tcp-silent");
    let server = Server::start(&directory, "--listen 0");
    let mut silent: Vec<TcpStream> = (0..80).map(|_| server.connect()).collect();
    assert_eq!(server.ask("name\n"), "= kosumi\n\n");
    // Whoever came first is gone, and whoever came last may still speak.
    let mut rest = String::new();
    let _ = silent[0].read_to_string(&mut rest);
    assert_eq!(rest, "");
    let mut last = silent.pop().unwrap();
    let begun = Instant::now();
    while say(&mut last, "name") == "? busy\n" {
        assert!(begun.elapsed() < PATIENCE, "busy for ever");
        last = server.connect();
    }
}
