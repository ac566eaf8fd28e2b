//! What is given anything: a target takes bytes from nowhere and panics where kosumi does not do with them what it should.
//!
//! `fuzz/` looks for such bytes; `corpora/` has some for each target, and those that were found, which `corpora.rs` gives
//! to the targets in every test run. Nothing here needs a file or much time.

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kosumi::analysis::{self, AtEnd};
use kosumi::go::rules::Preset;
use kosumi::go::{Color, Game, PointSet, Rules, Size, Strictness};
use kosumi::gtp::{self, Conversation};
use kosumi::net::{Instructions, NetInput, Network, Workspace};
use kosumi::params::{Param, Params};
use kosumi::pattern::weights::Weights;
use kosumi::regress::TestFile;
use kosumi::session::Start;
use kosumi::sgf::{self, Annotation, Annotations};

use crate::framing;

/// A target.
pub(crate) type Target = fn(&[u8]);

/// All targets by the names of their corpora.
pub(crate) const TARGETS: &[(&str, Target)] = &[
    ("gtp", gtp),
    ("json", json),
    ("sgf", sgf),
    ("rules", rules),
    ("tst", tst),
    ("network", network),
    ("weights", weights),
    ("config", config),
];

/// Longer inputs say nothing new.
const LONGEST: usize = 1 << 14;

/// Lines to a conversation, and queries; each may take its time.
const MOST_LINES: usize = 40;

/// The longest thought.
const SANDBOX: Duration = Duration::from_millis(20);

/// Said where a panic was contained.
const CONTAINED: &str = "internal error";

/// What is written by one thread and read by another.
#[derive(Clone, Default)]
struct Pipe(Arc<Mutex<Vec<u8>>>);

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Parameters under which nothing touches a file or takes long.
fn params() -> Params {
    let mut params = Params::default();
    for name in ["playouts", "reg_playouts", "dead_playouts"] {
        Param::find(name).unwrap().set(&mut params, "2").unwrap();
    }
    params.sandbox = Some(SANDBOX);
    params.player.model = None;
    params.player.threads = Some(1);
    params.player.memory = 4 << 20;
    params
}

/// The first lines of an input.
fn lines(bytes: &[u8]) -> Vec<u8> {
    let lines = bytes[..bytes.len().min(LONGEST)].split_inclusive(|&byte| byte == b'\n');
    lines.take(MOST_LINES).collect::<Vec<_>>().concat()
}

/// An empty board of a size.
fn start(size: u8) -> Start {
    Start {
        game: Game::new(Size::square(size), Rules::default()),
        params: params(),
        ..Start::default()
    }
}

/// A conversation over GTP: whole answers and no others, no contained panic, and the engine still answers.
pub(crate) fn gtp(bytes: &[u8]) {
    let start = || start(5);
    let mut input = lines(bytes);
    input.extend(b"\nboardsize 5\n4711 name\n");
    let output = Pipe::default();
    gtp::run(Cursor::new(input), output.clone(), start(), None).unwrap();
    let output = output.0.lock().unwrap();
    let responses = framing::split(&output).unwrap();
    assert!(responses.iter().all(|said| !said.block.contains(CONTAINED)));
    let has_ended = responses.iter().any(|said| said.block == "=4711 kosumi");
    // Only the end of the conversation may come before it.
    assert!(has_ended || String::from_utf8_lossy(bytes).contains("quit"));
    // What fails changes nothing.
    let mut talk = Conversation::new(start());
    for line in lines(bytes).split(|&byte| byte == b'\n') {
        let line = String::from_utf8_lossy(line);
        let before = talk.game().clone();
        if talk.execute(&line).is_err() {
            assert_eq!(talk.game().moves(), before.moves(), "{line:?}");
            assert_eq!(talk.game().rules(), before.rules(), "{line:?}");
            assert_eq!(talk.game().board(), before.board(), "{line:?}");
        }
    }
}

/// Queries to the analysis server: every answer is a line of JSON.
pub(crate) fn json(bytes: &[u8]) {
    let config = analysis::Config {
        params: params(),
        workers: 1,
        seed: 1,
        at_end: AtEnd::Finish,
    };
    let output = Pipe::default();
    analysis::run(Cursor::new(lines(bytes)), output.clone(), config).unwrap();
    let output = output.0.lock().unwrap();
    for line in str::from_utf8(&output).unwrap().lines() {
        // An id is told as it was sent, also where it is half of a character.
        let whole = line.replace(r"\ud", r"\u0").replace(r"\uD", r"\u0");
        let answer: serde_json::Value = serde_json::from_str(&whole).expect(line);
        assert!(answer.is_object(), "{line}");
        assert!(!line.contains(CONTAINED), "{line}");
    }
}

/// Records: what is read and written is the same when it is read again, and games that they hold can be played and
/// annotated.
pub(crate) fn sgf(bytes: &[u8]) {
    let _ = sgf::load(bytes, usize::MAX, sgf::Unreadable::LeftOut);
    let notes = Annotations {
        comment: "a]b\\".to_owned(),
        moves: vec![Annotation::default(); 3],
    };
    let records = sgf::read(bytes);
    for game in 0..3 {
        let annotated = sgf::annotate(bytes, game, &notes);
        if let (Ok(text), Ok(_)) = (annotated, &records) {
            sgf::read(text.as_bytes()).expect("what is annotated can be read");
        }
    }
    let Ok(records) = records else {
        return;
    };
    for record in records.iter().take(10) {
        let written = sgf::write(record);
        let again = sgf::read_first(written.as_bytes()).expect(&written);
        assert_eq!(again, *record, "{written}");
        let named = record.rules.as_deref().and_then(Preset::of_record);
        let rules = named.map_or(Rules::default(), |preset| preset.rules);
        for strictness in [Strictness::Strict, Strictness::Lenient] {
            if let Ok(game) = Game::replay(record, rules, 500, strictness) {
                let _ = game.score(&PointSet::new());
            }
        }
    }
}

/// Names of rules and rules in KataGo's JSON, line by line: what is accepted can be told in JSON and means the same then.
pub(crate) fn rules(bytes: &[u8]) {
    let mut talk = Conversation::new(start(2));
    for line in String::from_utf8_lossy(&lines(bytes)).lines() {
        let _ = Preset::of_record(line);
        let _ = Preset::of_kgs(line);
        if talk.execute(&format!("kata-set-rules {line}")).is_ok() {
            let rules = *talk.game().rules();
            let told = rules.to_kata_json();
            let set = talk.execute(&format!("kata-set-rules {told}"));
            assert!(set.is_ok(), "{line:?} is told as {told}");
            assert_eq!(talk.game().rules().to_kata_json(), told, "{line:?}");
        }
    }
}

/// Regression tests: what is read can be judged, whatever the answers.
pub(crate) fn tst(bytes: &[u8]) {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]);
    if let Ok(file) = TestFile::parse(&text) {
        for step in &file.steps {
            for answer in [
                Ok(""),
                Ok("D4 E5"),
                Ok(step.expected()),
                Err("illegal move"),
            ] {
                let _ = step.judge(answer);
            }
        }
    }
}

/// Networks: what is read can look at a board.
pub(crate) fn network(bytes: &[u8]) {
    let Ok(network) = Network::read(bytes) else {
        return;
    };
    let game = Game::new(Size::square(2), Rules::default());
    let inputs = [NetInput::of(&game, Color::Black)];
    let mut workspace = Workspace::new(Instructions::Best);
    let said = network.evaluate(&inputs, &mut workspace);
    assert!((0.0..=1.0).contains(&said[0].win), "{}", said[0].win);
}

/// Weights of patterns: what is read is written as it was.
pub(crate) fn weights(bytes: &[u8]) {
    if let Ok(weights) = Weights::parse(bytes) {
        assert!(weights.to_bytes() == bytes, "written otherwise");
    }
}

/// Files of parameters, kosumi's and KataGo's. Those that name files are left out.
pub(crate) fn config(bytes: &[u8]) {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]);
    if text.to_lowercase().contains("model") {
        return;
    }
    let mut params = params();
    let _ = params.apply_toml(&text);
    let _ = params.apply_katago(&text, '\n');
    let _ = params.apply_katago(&text, ',');
}
