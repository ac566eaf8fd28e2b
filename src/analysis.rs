//! The analysis server: many positions at once, in KataGo's JSON protocol.
//!
//! There is one JSON object a line each way. A thread reads requests and queues their positions. Workers take them in order
//! of priority and search each with a tree of its own. Answers come in any order. Every position gets exactly one answer that
//! is not `isDuringSearch`, unless its query was refused as a whole.
//!
//! KataGo's `docs/Analysis_Engine.md` describes the protocol, and `docs/analysis-server.md` the differences. `request` turns a
//! line into a query or an action, `format` turns a report into a line.

mod fields;
mod format;
mod query;
mod queue;
mod request;
mod settings;
mod worker;

use crate::engine::Settings;
use crate::eval::NetEvaluator;
use crate::lines::{Line, Room, TRAFFIC, read_line};
use crate::params::Params;
use crate::threads::{self, contained};
use fields::Remark;
use queue::{PositionQueue, QueuedPosition};
use request::{QueryOrAction, ServerAction};
use serde_json::{Map, Value, json};
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use worker::QueryWorker;

/// What a server works with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Limits and numbers of the search where a query says nothing. The threads are those of each
    /// search, the memory that of all together.
    pub params: Params,
    /// Positions that are searched at once.
    pub workers: usize,
    /// Of the random numbers of every search: the same query gets the same answer.
    pub seed: u64,
    /// What becomes of positions that are still waiting or being searched at the end of input.
    pub at_end: AtEnd,
}

/// What becomes of work that is left at the end of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtEnd {
    /// It is done.
    Finish,
    /// It is given up.
    Quit,
}

/// Answers the requests of `input` on `output` until the end of input and of all work.
///
/// # Errors
/// `output` cannot be written, which usually means that the client is gone, or the system allows too few threads. All work
/// is given up.
pub fn run(
    input: impl Read + Send + 'static,
    mut output: impl Write,
    mut config: Config,
) -> io::Result<()> {
    config.params.player.sharers = config.workers;
    let config = Arc::new(config);
    let queue = Arc::new(PositionQueue::default());
    let (outlet, inlet) = pipe();
    let reader = RequestReader {
        config: config.clone(),
        queue: queue.clone(),
        outlet: outlet.clone(),
    };
    // Not waited for: it may be reading forever without a use for what it reads.
    threads::start("input", move || reader.read(input))?;
    let workers = start_workers(&config, &queue, &outlet)?;
    drop(outlet);
    log::info!("{} positions at once, seed {}", workers.len(), config.seed);
    let result = write_all(&inlet, &mut output);
    if result.is_err() {
        queue.quit();
    }
    for worker in workers {
        let _ = worker.join();
    }
    result
}

/// Starts as many workers as were asked for, or as the system allows.
///
/// # Errors
/// It allows none.
fn start_workers(
    config: &Arc<Config>,
    queue: &Arc<PositionQueue>,
    outlet: &Outlet,
) -> io::Result<Vec<JoinHandle<()>>> {
    let mut workers = Vec::new();
    for _ in 0..config.workers {
        let worker = QueryWorker::new(config, queue, outlet);
        match threads::start("worker", move || worker.work()) {
            Ok(started) => workers.push(started),
            Err(refusal) if workers.is_empty() => return Err(refusal),
            Err(refusal) => {
                threads::warn_of_fewer(workers.len(), &refusal);
                break;
            }
        }
    }
    Ok(workers)
}

/// Writes lines until there are no writers left.
fn write_all(inlet: &Inlet, output: &mut impl Write) -> io::Result<()> {
    while let Some(mut line) = inlet.next() {
        log::trace!(target: TRAFFIC, "< {line}");
        line.push('\n');
        output.write_all(line.as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

/// Takes requests.
struct RequestReader {
    config: Arc<Config>,
    queue: Arc<PositionQueue>,
    outlet: Outlet,
}

impl RequestReader {
    fn read(&self, input: impl Read) {
        let mut input = BufReader::new(input);
        let mut is_first = true;
        while let Some(line) = read_line(&mut input, std::mem::take(&mut is_first)) {
            // A panic, which would be a bug of kosumi, costs one request.
            if let Err(error) = contained("a request", || self.take(&line)) {
                let refusal = Remark::new("", error.to_string()).refusal(None);
                self.outlet.say(refusal);
            }
        }
        match self.config.at_end {
            AtEnd::Finish => self.queue.finish(),
            AtEnd::Quit => self.queue.quit(),
        }
    }

    /// Does what a line asks for; nothing if it is empty.
    fn take(&self, line: &Line) {
        if line.bytes.trim_ascii().is_empty() {
            return;
        }
        log::trace!(target: TRAFFIC, "> {}", String::from_utf8_lossy(&line.bytes));
        match QueryOrAction::parse(line, &self.config) {
            Ok(request) => self.accept(request),
            Err(refusal) => self.outlet.say(refusal),
        }
    }

    fn accept(&self, request: QueryOrAction) {
        match request {
            QueryOrAction::Query(mut query) => {
                for warning in std::mem::take(&mut query.warnings) {
                    self.outlet.say(warning.warning(&query.id));
                }
                self.queue.push(*query);
            }
            QueryOrAction::Action(action, mut echo) => {
                match action {
                    ServerAction::QueryVersion => add_version(&mut echo),
                    ServerAction::QueryModels => {
                        add_models(&mut echo, &self.config.params.player);
                    }
                    // Nothing outlives a search.
                    ServerAction::ClearCache => {}
                    ServerAction::Terminate(target) => {
                        for task in self.queue.terminate(&target) {
                            self.outlet.say(no_results(&task));
                        }
                    }
                }
                self.outlet.say(serde_json::Value::Object(echo).to_string());
            }
        }
    }
}

#[cfg(test)]
mod tests;

/// A position that was given up before it was searched.
fn no_results(task: &QueuedPosition) -> String {
    json!({
        "id": task.query.id,
        "isDuringSearch": false,
        "noResults": true,
        "turnNumber": task.turn,
    })
    .to_string()
}

/// A position that kosumi could not search, which is a bug of kosumi.
fn internal_error(task: &QueuedPosition) -> String {
    json!({
        "error": "internal error",
        "id": task.query.id,
        "isDuringSearch": false,
        "turnNumber": task.turn,
    })
    .to_string()
}

/// The answer to `query_version`.
fn add_version(echo: &mut Map<String, Value>) {
    echo.insert("version".to_owned(), env!("CARGO_PKG_VERSION").into());
    echo.insert("git_hash".to_owned(), "<omitted>".into());
}

/// The answer to `query_models`: the networks, if there are any, that of human play last.
fn add_models(echo: &mut Map<String, Value>, player: &Settings) {
    let models = player.model.iter().chain(&player.human_model);
    let models = models.map(|model| {
        // The back end that searches use, or will.
        let evaluator = NetEvaluator::new(model, &player.backend);
        let network = evaluator.network();
        json!({
            "name": model.name(),
            "internalName": network.name(),
            "maxBatchSize": evaluator.largest_batch(),
            "usesHumanSLProfile": network.asks_for_players(),
            "usingFP16": "false",
            "version": network.version(),
        })
    });
    echo.insert("models".to_owned(), models.collect());
}

/// Lines that wait while reports during a search are still added.
const MOST_WAITING: usize = 256;

/// Bytes of lines that wait.
const WAITING_BYTES: usize = 32 << 20;

/// Bytes that a line takes beside its own.
const OVERHEAD: usize = 64;

/// Takes lines to be written; a copy for everybody who has something to say.
///
/// A client may send many requests before it reads the first answer, but their answers must not fill the memory. Beyond a limit
/// writers wait, and then no more requests are read. Reports during a search are dropped while the client is far behind.
#[derive(Clone, Debug)]
struct Outlet {
    sender: Sender<String>,
    waiting: Arc<AtomicUsize>,
    room: Arc<Room>,
}

/// Gives the lines to whoever writes them.
#[derive(Debug)]
struct Inlet {
    receiver: Receiver<String>,
    waiting: Arc<AtomicUsize>,
    room: Arc<Room>,
}

/// Both ends.
fn pipe() -> (Outlet, Inlet) {
    let (sender, receiver) = mpsc::channel();
    let waiting = Arc::new(AtomicUsize::new(0));
    let room = Arc::new(Room::new(WAITING_BYTES));
    let outlet = Outlet {
        sender,
        waiting: waiting.clone(),
        room: room.clone(),
    };
    let inlet = Inlet {
        receiver,
        waiting,
        room,
    };
    (outlet, inlet)
}

impl Outlet {
    /// Adds a line, as soon as there is room for it. Without anybody to write it, it is lost.
    fn say(&self, line: String) {
        self.room.take(line.len() + OVERHEAD);
        self.waiting.fetch_add(1, Ordering::Relaxed);
        let _ = self.sender.send(line);
    }

    /// Returns true if a line that the client can do without may be added.
    fn has_room(&self) -> bool {
        self.waiting.load(Ordering::Relaxed) < MOST_WAITING && !self.room.is_full()
    }
}

impl Inlet {
    /// The next line; `None` when there are no writers left.
    fn next(&self) -> Option<String> {
        let line = self.receiver.recv().ok()?;
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        self.room.give_back(line.len() + OVERHEAD);
        Some(line)
    }
}

impl Drop for Inlet {
    fn drop(&mut self) {
        self.room.close();
    }
}
