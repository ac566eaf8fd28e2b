//! `kosumi web`: the program speaks HTTP to who knows its token, to nobody else, and loses nothing.

use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::engine::{PATIENCE, Process};
use crate::files::Directory;

/// A program that serves pages.
struct Site {
    process: Process,
    /// As `127.0.0.1:1919`.
    address: String,
    token: String,
}

/// What a server answers.
struct Reply {
    status: u16,
    /// In small letters.
    head: String,
    body: String,
}

impl Reply {
    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("{}\n{}", self.head, self.body))
    }
}

impl Site {
    /// Starts the program, whose games are in the folder `games`.
    fn start(directory: &Directory, flags: &str) -> Site {
        let (process, line) = started(directory, flags);
        let rest = line.trim().strip_prefix("kosumi: http://").expect(&line);
        let (address, token) = rest.split_once("/?token=").expect(&line);
        let (token, _) = token.split_once('#').unwrap_or((token, ""));
        Site {
            process,
            address: address.to_owned(),
            token: token.to_owned(),
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends lines of a head and a body as they are, and reads the answer to its end.
    fn send(&self, head: &str, body: &[u8]) -> Reply {
        let mut stream = self.connect();
        let head = head.trim().replace('\n', "\r\n");
        // Who is refused may find the connection closed before all is sent.
        let _ = stream.write_all(format!("{head}\r\nConnection: close\r\n\r\n").as_bytes());
        let _ = stream.write_all(body);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        reply(&String::from_utf8_lossy(&answer))
    }

    /// Lines that a page of the server sends.
    fn usual(&self) -> String {
        format!("Host: {}\nCookie: kosumi={}", self.address, self.token)
    }

    fn get(&self, path: &str) -> Reply {
        self.send(&format!("GET {path} HTTP/1.1\n{}", self.usual()), b"")
    }

    fn post(&self, message: &Value) -> Reply {
        let (body, usual) = (message.to_string(), self.usual());
        let kind = "Content-Type: application/json";
        let length = body.len();
        let head = format!("POST /api HTTP/1.1\n{usual}\n{kind}\nContent-Length: {length}");
        self.send(&head, body.as_bytes())
    }

    /// The answer to a message that is answered.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "messages are made where they are sent"
    )]
    fn ask(&self, message: Value) -> Value {
        let reply = self.post(&message);
        assert_eq!(reply.status, 200, "{message}: {}", reply.body);
        reply.json()
    }

    /// Listens to a table.
    fn events(&self, table: &Value) -> Events {
        let mut stream = self.connect();
        let table = table.as_str().unwrap();
        let head = format!("GET /api/events?table={table} HTTP/1.1\n{}", self.usual());
        let head = head.replace('\n', "\r\n") + "\r\n\r\n";
        stream.write_all(head.as_bytes()).unwrap();
        let mut events = Events(BufReader::new(stream));
        assert!(events.line().contains("200"));
        events
    }

    /// Ends the program by a signal, and waits for its end.
    #[cfg(unix)]
    fn end(mut self, signal: &str) -> std::process::ExitStatus {
        let number = self.process.0.id().to_string();
        let sent = Command::new("kill").args([signal, &number]).status();
        assert!(sent.unwrap().success());
        self.process.0.wait().unwrap()
    }
}

/// A program that serves pages and opens no browser, and the line that it prints.
fn started(directory: &Directory, flags: &str) -> (Process, String) {
    serve(directory, &format!("--no-open {flags}"), |_| ())
}

/// The same, but it may open a browser, and the command can be changed before it starts.
fn serve(directory: &Directory, flags: &str, change: impl Fn(&mut Command)) -> (Process, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    command.args(["web", "--folder", "games", "--model", "none"]);
    command.args([
        "--threads",
        "1",
        "--visits",
        "50",
        "--param",
        "dead_playouts=100",
    ]);
    command
        .args(flags.split_whitespace())
        .current_dir(directory.path());
    // The token of the user is not for tests.
    command
        .env("HOME", directory.path())
        .env("XDG_DATA_HOME", directory.path().join("data"));
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    change(&mut command);
    let mut process = Process::spawn(&mut command);
    let mut line = String::new();
    let stdout = process.0.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut line).unwrap();
    (process, line)
}

fn reply(text: &str) -> Reply {
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    Reply {
        status: status.unwrap_or(0),
        head: head.to_lowercase(),
        body: body.to_owned(),
    }
}

/// A stream of events.
struct Events(BufReader<TcpStream>);

impl Events {
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.0.read_line(&mut line).unwrap();
        line
    }

    /// The next event of a name that fits.
    fn wait(&mut self, name: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let line = self.line();
            assert!(!line.is_empty(), "the stream ends before {name}");
            let Some(text) = line.trim().strip_prefix("data: ") else {
                continue;
            };
            let event: Value = serde_json::from_str(text).unwrap();
            if event["event"] == name && fits(&event) {
                return event;
            }
        }
        panic!("no {name} comes");
    }
}

fn directory(name: &str) -> Directory {
    Directory::new(&format!("web-{name}"))
}

/// The file of a table.
fn file(directory: &Directory, table: &Value) -> PathBuf {
    let name = format!("games/{}.sgf", table.as_str().unwrap());
    directory.path().join(name)
}

#[test]
fn the_token_lets_in_and_every_answer_has_its_headers() {
    let directory = directory("token");
    let site = Site::start(&directory, "");
    let host = format!("Host: {}", site.address);
    let first = site.send(&format!("GET /?token={} HTTP/1.1\n{host}", site.token), b"");
    assert_eq!(first.status, 303);
    assert!(first.head.contains("location: /\r\n") && first.head.contains("samesite=strict"));
    let page = site.get("/");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<title>") && page.head.contains("text/html"));
    let tag = page
        .head
        .lines()
        .find_map(|line| line.strip_prefix("etag: "))
        .unwrap();
    let known = format!("GET / HTTP/1.1\n{}\nIf-None-Match: {tag}", site.usual());
    let known = site.send(&known, b"");
    assert_eq!((known.status, known.body.as_str()), (304, ""));
    let wrong = "0".repeat(site.token.len());
    let strangers = [
        format!("GET / HTTP/1.1\n{host}"),
        format!("GET /?token={wrong} HTTP/1.1\n{host}"),
        format!("GET / HTTP/1.1\n{host}\nCookie: kosumi={wrong}"),
        format!("GET /api/events?table=x HTTP/1.1\n{host}"),
        format!("POST /api HTTP/1.1\n{host}\nContent-Type: application/json\nContent-Length: 0"),
    ];
    for head in strangers {
        let refused = site.send(&head, b"");
        assert_eq!(refused.status, 403, "{head}");
        assert!(refused.body.contains("terminal"), "{}", refused.body);
        for part in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(
                refused.head.contains(part) && page.head.contains(part),
                "{part}"
            );
        }
        assert!(!refused.head.contains("access-control") && !refused.head.contains("set-cookie"));
    }
}

#[test]
fn pages_of_strangers_are_refused() {
    let directory = directory("strangers");
    let site = Site::start(&directory, "");
    let cookie = format!("Cookie: kosumi={}", site.token);
    let port = site.address.rsplit_once(':').unwrap().1.to_owned();
    for host in [
        "evil.example",
        "127.0.0.1",
        "192.168.1.1",
        "localhost.evil.example",
    ] {
        let head = format!("GET / HTTP/1.1\nHost: {host}:{port}1\n{cookie}");
        assert_eq!(site.send(&head, b"").status, 403, "{host}");
        let head = format!("GET / HTTP/1.1\nHost: {host}:{port}\n{cookie}");
        let expected = if host == "127.0.0.1" { 200 } else { 403 };
        assert_eq!(site.send(&head, b"").status, expected, "{host}");
    }
    let twice = format!("GET / HTTP/1.1\n{}\nHost: evil.example", site.usual());
    assert!([400, 403].contains(&site.send(&twice, b"").status));
    let proxied = format!("GET http://evil.example/ HTTP/1.1\n{}", site.usual());
    assert_eq!(site.send(&proxied, b"").status, 403);
    let body = r#"{"do":"new"}"#;
    let usual = format!("{}\nContent-Length: {}", site.usual(), body.len());
    let json = "Content-Type: application/json";
    for (lines, status) in [
        (json.to_owned(), 200),
        (format!("{json}\nOrigin: http://{}", site.address), 200),
        (format!("{json}\nOrigin: http://evil.example"), 403),
        (format!("{json}\nOrigin: null"), 403),
        // What a form of a stranger can send.
        ("Content-Type: text/plain".to_owned(), 415),
        (
            "Content-Type: application/x-www-form-urlencoded".to_owned(),
            415,
        ),
    ] {
        let head = format!("POST /api HTTP/1.1\n{usual}\n{lines}");
        assert_eq!(site.send(&head, body.as_bytes()).status, status, "{lines}");
    }
    for (path, status) in [
        ("/web/index.html", 200),
        ("/web/../Cargo.toml", 404),
        ("/web/%2e%2e/Cargo.toml", 404),
        ("/etc/passwd", 404),
        ("//evil.example", 404),
        ("/api", 405),
    ] {
        assert_eq!(site.get(path).status, status, "{path}");
    }
    assert_eq!(
        site.send(&format!("PUT / HTTP/1.1\n{}", site.usual()), b"")
            .status,
        405
    );
}

#[test]
fn what_is_too_large_or_too_odd_is_refused_and_the_server_goes_on() {
    let directory = directory("odd");
    let site = Site::start(&directory, "");
    let usual = site.usual();
    let large = format!(
        "POST /api HTTP/1.1\n{usual}\nContent-Type: application/json\nContent-Length: 17000000"
    );
    assert_eq!(site.send(&large, &vec![b' '; 17_000_000]).status, 413);
    let long = format!("GET /{} HTTP/1.1\n{usual}", "x".repeat(100_000));
    assert!([400, 414, 431].contains(&site.send(&long, b"").status));
    let many = format!("GET / HTTP/1.1\n{usual}\n{}", "X: y\n".repeat(500));
    assert!([400, 431].contains(&site.send(&many, b"").status));
    // Two lengths of one body, by which other servers take a part of it for another request.
    let smuggled =
        format!("POST /api HTTP/1.1\n{usual}\nContent-Length: 4\nTransfer-Encoding: chunked");
    let smuggled = site.send(&smuggled, b"0\r\n\r\nGET /x HTTP/1.1\r\n\r\n");
    assert!(smuggled.status >= 400, "{}", smuggled.head);
    for odd in [
        "",
        "\0\0\0",
        "GET",
        "GET / HTTP/9.9\r\n\r\n",
        "\r\n\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    ] {
        let mut stream = site.connect();
        let _ = stream.write_all(odd.as_bytes());
    }
    for message in [
        json!(null),
        json!([]),
        json!({ "do": "no such" }),
        json!({ "do": "state", "table": "../x" }),
    ] {
        let reply = site.post(&message);
        assert!([400, 404].contains(&reply.status), "{message}");
        assert!(reply.json()["error"].is_string());
    }
    let invalid = b"\xff\xfe";
    let head =
        format!("POST /api HTTP/1.1\n{usual}\nContent-Type: application/json\nContent-Length: 2");
    assert_eq!(site.send(&head, invalid).status, 400);
    // Silent connections keep nobody out.
    let silent: Vec<TcpStream> = (0..40).map(|_| site.connect()).collect();
    assert_eq!(site.ask(json!({ "do": "saved" }))["games"], json!([]));
    drop(silent);
}

#[test]
fn files_are_read_in_the_folder_alone() {
    let directory = directory("folder");
    fs::create_dir(directory.path().join("games")).unwrap();
    directory.write("secret.sgf", b"(;SZ[5];B[aa])");
    directory.write("games/open.sgf", b"(;SZ[6];B[aa])");
    let site = Site::start(&directory, "");
    let secret = directory.path().join("secret.sgf");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&secret, directory.path().join("games/link.sgf")).unwrap();
    for path in [
        "../secret.sgf",
        "link.sgf",
        "/etc/passwd",
        secret.to_str().unwrap(),
    ] {
        assert_eq!(
            site.post(&json!({ "do": "load", "path": path })).status,
            404,
            "{path}"
        );
    }
    for saved in ["../secret", "link", "/etc/passwd", "."] {
        for name in ["open", "forget"] {
            assert_eq!(
                site.post(&json!({ "do": name, "saved": saved })).status,
                404,
                "{saved}"
            );
        }
    }
    assert_eq!(
        site.ask(json!({ "do": "load", "path": "open.sgf" }))["columns"],
        6
    );
    assert!(secret.is_file());
}

#[test]
fn events_come_as_they_happen_and_a_game_is_played() {
    let directory = directory("events");
    let site = Site::start(&directory, "");
    let kosumi = json!({ "kind": "kosumi" });
    let state =
        site.ask(json!({ "do": "new", "columns": 5, "rows": 5, "mode": "play", "white": kosumi }));
    let table = &state["table"];
    let mut events = site.events(table);
    assert_eq!(events.wait("state", |_| true)["table"], *table);
    site.ask(json!({ "do": "play", "table": table, "node": 0, "point": 12 }));
    events.wait("thinking", |event| event["color"] == "white");
    let moved = events.wait("nodes", |event| event["nodes"][1]["color"] == "white");
    // Two pages at one table hear the same.
    let mut others = site.events(table);
    others.wait("state", |event| event["at"] == moved["at"]);
    site.ask(json!({ "do": "analyze", "table": table, "on": true, "visits": 3000 }));
    events.wait("report", |event| event["done"] == true);
    others.wait("report", |event| event["done"] == true);
    site.ask(json!({ "do": "resign", "table": table }));
    assert_eq!(events.wait("phase", |_| true)["result"], "W+R");
    let unknown = format!("GET /api/events?table=none HTTP/1.1\n{}", site.usual());
    assert_eq!(site.send(&unknown, b"").status, 404);
    let sgf = site.ask(json!({ "do": "save", "table": table }));
    assert!(sgf["sgf"].as_str().unwrap().contains("RE[W+R]"));
}

#[test]
#[cfg(unix)]
fn nothing_is_lost_when_the_program_is_killed() {
    let directory = directory("killed");
    let site = Site::start(&directory, "");
    let state = site.ask(json!({ "do": "new", "columns": 9, "rows": 9 }));
    let table = &state["table"];
    let mut node = json!(0);
    for point in 0..20 {
        node = site.ask(json!({ "do": "play", "table": table, "node": node, "point": 2 * point }))
            ["at"]
            .clone();
        site.ask(json!({ "do": "edit", "table": table, "node": node, "comment": format!("move {point}") }));
    }
    let token = site.token.clone();
    assert!(!site.end("-KILL").success());
    let site = Site::start(&directory, "");
    assert_eq!(site.token, token, "pages that are open go on");
    let again = site.ask(json!({ "do": "state", "table": table }));
    let nodes = again["nodes"].as_array().unwrap();
    assert_eq!(nodes.len(), 21);
    assert_eq!(
        (&nodes[20]["comment"], &nodes[20]["number"]),
        (&json!("move 19"), &json!(20))
    );
    assert_eq!(site.ask(json!({ "do": "saved" }))["games"][0]["moves"], 20);
}

#[test]
#[cfg(unix)]
fn interrupts_and_the_word_to_end_save_everything() {
    for signal in ["-INT", "-TERM"] {
        let directory = directory(&format!("end{signal}"));
        let site = Site::start(&directory, "");
        let state = site.ask(json!({ "do": "load", "sgf": "(;SZ[5];B[aa];W[bb];B[cc])" }));
        let table = state["table"].clone();
        let mut events = site.events(&table);
        // Where somebody looks is written at the end at the latest.
        site.ask(json!({ "do": "go", "table": table, "node": 2 }));
        assert!(site.end(signal).success(), "{signal}");
        events.wait("closed", |_| true);
        let text = fs::read_to_string(file(&directory, &table)).unwrap();
        assert!(text.contains("\"at\":2"), "{text}");
        assert!(!directory.path().join("games/.web-address").exists());
    }
}

#[test]
fn a_second_program_in_the_folder_names_the_first_one() {
    let directory = directory("second");
    directory.write("a.sgf", b"(;SZ[7]PB[x];B[aa])");
    let site = Site::start(&directory, "a.sgf");
    let (mut second, line) = started(&directory, "");
    assert!(
        line.contains(&format!("{}/?token={}", site.address, site.token)),
        "{line}"
    );
    assert!(second.0.wait().unwrap().success());
    let (mut third, _) = started(&directory, "a.sgf");
    assert!(
        !third.0.wait().unwrap().success(),
        "it cannot hand the record over"
    );
    let games = site.ask(json!({ "do": "saved" }));
    assert_eq!(games["games"].as_array().unwrap().len(), 1);
    let elsewhere = self::directory("elsewhere");
    let other = Site::start(&elsewhere, "");
    assert_ne!(other.address, site.address, "the next port is taken");
}

#[test]
fn a_page_that_goes_away_ends_its_search() {
    let directory = directory("gone");
    let site = Site::start(&directory, "");
    let state = site.ask(json!({ "do": "load", "sgf": "(;SZ[9];B[ee])" }));
    let table = &state["table"];
    let mut events = site.events(table);
    site.ask(json!({ "do": "analyze", "table": table, "on": true }));
    events.wait("report", |_| true);
    drop(events);
    let begun = Instant::now();
    while site.ask(json!({ "do": "state", "table": table }))["analysis"]["on"] == true {
        assert!(begun.elapsed() < Duration::from_secs(40));
        sleep(Duration::from_millis(200));
    }
    assert!(
        begun.elapsed() > Duration::from_secs(5),
        "a page that is loaded anew finds its search"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_browser_is_opened_unless_a_flag_forbids_it() {
    use std::os::unix::fs::PermissionsExt;
    for (flags, is_opened) in [("", true), ("--no-open", false)] {
        let directory = directory("browser");
        let path = |name: &str| directory.path().join(name);
        // What desktops have for it.
        fs::write(
            path("xdg-open"),
            "#!/bin/sh\necho \"$1\" > opening && mv opening opened\n",
        )
        .unwrap();
        fs::set_permissions(path("xdg-open"), PermissionsExt::from_mode(0o755)).unwrap();
        let usual = std::env::var("PATH").unwrap();
        let folder = directory.path().to_str().unwrap();
        let (_process, line) = serve(&directory, flags, |command| {
            command.env("PATH", format!("{folder}:{usual}"));
        });
        let address = line.strip_prefix("kosumi: ").unwrap();
        // What never happens can only be waited for.
        let patience = if is_opened {
            PATIENCE
        } else {
            Duration::from_secs(1)
        };
        let begun = Instant::now();
        while !path("opened").exists() && begun.elapsed() < patience {
            sleep(Duration::from_millis(20));
        }
        let opened = fs::read_to_string(path("opened")).ok();
        assert_eq!(opened.as_deref(), is_opened.then_some(address));
    }
}
