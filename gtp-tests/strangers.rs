//! Commands of strangers: none takes much longer than the sandbox allows, whatever is on the board.

use std::fs;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::engine::Engine;
use crate::files::Directory;

/// What commands may be given that makes them do most.
const ARGUMENTS: &[&str] = &[
    "",
    "b",
    "K10",
    "b K10",
    "K10 L10",
    "dead",
    "b 1 ownership true movesOwnership true pvVisits true",
    "b territory_value",
    "100000",
    "b all 1",
    "all",
    "1 kosumi-score",
    "1 sg_compare_int 1 sg_compare_int 1 kosumi-explain",
];

/// The longest that a command of the sandbox here may think, and what it may take of a processor, which does not depend on
/// what else the machine does.
const THOUGHT: f64 = 0.05;
const MOST: Duration = Duration::from_secs(3);

/// Processor time of a process, as Linux tells it.
#[cfg(target_os = "linux")]
fn processor_time(process: u32) -> Duration {
    let told = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The name in front of the parenthesis may hold anything.
    let fields: Vec<&str> = told
        .rsplit(')')
        .next()
        .unwrap()
        .split_whitespace()
        .collect();
    let ticks = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
    Duration::from_millis(10 * ticks)
}

/// Lines that make a position of many unsettled fights: random moves, of which those are refused that cannot be made.
fn ugly_position(seed: u32, moves: usize) -> Vec<String> {
    let mut state = seed;
    let mut at = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        1 + (state >> 8) as usize % 19
    };
    let row = |number: usize| {
        let column = char::from(b"ABCDEFGHJKLMNOPQRST"[at() - 1]);
        format!("play {} {column}{}", ["b", "w"][number % 2], at())
    };
    (0..moves).map(row).collect()
}

/// A conversation with a program, which tells what each line costs.
#[cfg(target_os = "linux")]
struct Conversation {
    engine: Engine,
    asked: usize,
}

#[cfg(target_os = "linux")]
impl Conversation {
    fn start(directory: &Directory, flags: &[&str]) -> Conversation {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
        command.args(flags).current_dir(directory.path());
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        Conversation {
            engine: Engine::start(command),
            asked: 0,
        }
    }

    /// Sends some lines and waits for all answers. Returns the processor time that they took.
    fn ask(&mut self, lines: &str) -> Duration {
        let process = self.engine.process.0.id();
        let before = processor_time(process);
        self.engine.send(format!("{lines}\n").as_bytes());
        if lines.contains("analyze") {
            // The line that follows ends it.
            sleep(Duration::from_millis(20));
        }
        self.asked += 1;
        let last = format!("{} name\n", self.asked);
        self.engine.send(last.as_bytes());
        let answer = format!("={} kosumi\n\n", self.asked);
        let result = self
            .engine
            .wait_until(|told| told.ends_with(answer.as_bytes()));
        result.unwrap_or_else(|error| panic!("{lines}: {error}"));
        processor_time(process).saturating_sub(before)
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_command_takes_many_times_what_the_sandbox_allows() {
    let directory = Directory::new("strangers-time");
    let sandbox = format!("--sandbox={THOUGHT}");
    // Without a bound a count would take twenty seconds.
    let mut flags = vec![&sandbox[..], "--param", "dead_playouts=1000000"];
    flags.extend(["--threads", "1", "--seed", "1"]);
    let mut conversation = Conversation::start(&directory, &flags);
    let setup = ugly_position(1, 450).join("\n");
    let mut costs = Vec::new();
    for command in kosumi::gtp::Command::all() {
        if command.name == "quit" {
            continue;
        }
        conversation.ask("clear_board\nboardsize 19\nkata-set-rules japanese");
        conversation.ask(&setup);
        for arguments in ARGUMENTS {
            let line = format!("{} {arguments}", command.name);
            costs.push((conversation.ask(&line), line));
        }
    }
    costs.sort();
    let (most, line) = costs.last().unwrap();
    assert!(*most < MOST, "{line} took {most:?}");
}
