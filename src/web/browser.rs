//! kosumi in a worker of a browser: what its script calls.
//!
//! There is one thread. The script calls [`work`](Kosumi::work) again and again, and between two calls hands over messages and
//! takes events and changed files out.

#![allow(
    unsafe_code,
    reason = "what wasm-bindgen makes of the types that it exports"
)]

use super::listeners::EventText;
use super::{Desk, KeptFile};
use crate::bench::run_network;
use crate::eval::{BackendKind, Model, OWN_NAME};
use crate::go::rules::{Preset, USUAL_RULES};
use crate::go::{Game, Rules, Size};
use crate::gtp::Conversation;
use crate::net::Network;
use crate::params::Params;
use crate::session::Start;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
use web_time::UNIX_EPOCH;

/// Bytes for all searches together. A browser may give a page no more than some gigabytes.
const MEMORY: u64 = 256 << 20;

/// What is there before kosumi begins: files that were kept, and networks beside its own.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Kept {
    files: Vec<KeptFile>,
    networks: Vec<(String, Option<Model>)>,
}

#[wasm_bindgen]
impl Kept {
    /// Nothing.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Kept {
        Kept::default()
    }

    /// Adds a file with the time of its last change, in milliseconds since 1970.
    pub fn add_file(&mut self, name: String, modified: f64, bytes: Vec<u8>) {
        let since = Duration::try_from_secs_f64(modified / 1000.0).unwrap_or_default();
        self.files.push(KeptFile {
            name,
            modified: UNIX_EPOCH + since,
            bytes,
        });
    }

    /// Adds a network in KataGo's format.
    ///
    /// # Errors
    /// It is none that kosumi knows, or one has the name.
    pub fn add_network(&mut self, name: String, bytes: &[u8]) -> Result<(), JsError> {
        let mut known = self.networks.iter().map(|(known, _)| known.as_str());
        if name == OWN_NAME || known.any(|known| known == name) {
            return Err(JsError::new(&format!(
                "there is a network '{name}' already"
            )));
        }
        let network = Network::read(bytes)?;
        self.networks.push((name, Some(network.into())));
        Ok(())
    }
}

/// A file that has changed.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug)]
pub struct ChangedFile {
    /// Its name.
    pub name: String,
    /// What is in it; nothing if it is gone.
    pub bytes: Option<Vec<u8>>,
}

/// Events of tables by the number of their listener.
type Events = Arc<Mutex<Vec<(u32, String)>>>;

/// kosumi.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Kosumi {
    desk: Desk,
    events: Events,
    /// For each listener, whether it has left.
    listeners: BTreeMap<u32, Arc<AtomicBool>>,
}

#[wasm_bindgen]
impl Kosumi {
    /// Begins with what was kept. The seed is that of all random numbers; `visits` are the most for a move, for which there is a
    /// second without them.
    #[wasm_bindgen(constructor)]
    pub fn new(kept: Kept, seed: u64, visits: Option<u32>) -> Kosumi {
        let mut params = Params::default();
        params.player.threads = Some(1);
        params.player.memory = MEMORY;
        params.visits = visits.map(|visits| u64::from(visits.max(1)));
        let rules = Preset::find(USUAL_RULES).map_or_else(|_| Rules::default(), |it| it.rules);
        let start = Start {
            seed,
            params,
            game: Game::new(Size::square(19), rules),
            ..Start::default()
        };
        let mut networks = vec![(OWN_NAME.to_owned(), Some(Model::Own))];
        networks.extend(kept.networks);
        Kosumi {
            desk: Desk::by_hand(start, networks, kept.files),
            events: Events::default(),
            listeners: BTreeMap::new(),
        }
    }

    /// Answers a message in JSON.
    ///
    /// # Errors
    /// The message makes no sense, or what it asks is not possible.
    pub fn ask(&self, message: &str) -> Result<String, JsError> {
        Ok(self.desk.ask(message)?)
    }

    /// Hears the events of a table from now on, under a number of the caller's choice.
    ///
    /// # Errors
    /// There is no such table.
    pub fn listen(&mut self, number: u32, table: &str) -> Result<(), JsError> {
        let has_left = Arc::new(AtomicBool::new(false));
        let (events, left) = (Arc::clone(&self.events), Arc::clone(&has_left));
        let listener = move |event: &EventText| {
            let is_there = !left.load(Ordering::Relaxed);
            if is_there && !event.text.is_empty() {
                let mut events = events.lock().unwrap_or_else(PoisonError::into_inner);
                events.push((number, event.text.clone()));
            }
            is_there
        };
        self.desk.listen(table, Box::new(listener))?;
        self.listeners.insert(number, has_left);
        Ok(())
    }

    /// Hears no more under a number.
    pub fn leave(&mut self, number: u32) {
        if let Some(has_left) = self.listeners.remove(&number) {
            has_left.store(true, Ordering::Relaxed);
        }
    }

    /// Does a step of what there is to do. Returns true if there is more to do at once.
    pub fn work(&self) -> bool {
        self.desk.work()
    }

    /// What listeners have heard since this was asked last: each time the number of one, and an event in JSON.
    pub fn take_events(&self) -> Vec<String> {
        let mut events = self.events.lock().unwrap_or_else(PoisonError::into_inner);
        let events = std::mem::take(&mut *events).into_iter();
        events
            .flat_map(|(number, text)| [number.to_string(), text])
            .collect()
    }

    /// The files that have changed since this was asked last.
    pub fn take_changes(&self) -> Vec<ChangedFile> {
        let changes = self.desk.take_changes().into_iter();
        changes
            .map(|change| ChangedFile {
                name: change.name,
                bytes: change.bytes,
            })
            .collect()
    }

    /// Writes what is not in a file yet.
    pub fn end(&self) {
        self.desk.end();
    }
}

/// kosumi as programs know it: commands of the Go Text Protocol, one a line, and their answers. It shows that all is the same
/// here as elsewhere.
#[wasm_bindgen]
pub fn gtp(commands: &str) -> String {
    let mut params = Params::default();
    params.player.threads = Some(1);
    let mut talk = Conversation::new(Start {
        params,
        seed: 1,
        ..Start::default()
    });
    let mut answers = String::new();
    for line in commands.lines() {
        let (sign, text) = match talk.execute(line) {
            Ok(text) => ('=', text),
            Err(error) => ('?', error.to_string()),
        };
        let _ = writeln!(answers, "{sign} {text}\n");
    }
    answers
}

/// The [checksum] of playouts, in hexadecimal digits.
///
/// [checksum]: crate::bench::checksum
#[wasm_bindgen]
pub fn checksum() -> String {
    format!("{:016x}", crate::bench::checksum())
}

/// The speed of kosumi's own network.
///
/// # Errors
/// There is no such back end here.
#[wasm_bindgen]
pub fn network_speed(backend: &str) -> Result<String, JsError> {
    Ok(run_network(
        &Model::Own,
        &BackendKind::find(backend)?.into(),
    ))
}
