//! All tables, and the answers to messages about them.
//!
//! A [`Desk`] takes messages in JSON and answers in JSON. It knows nothing of how they come: a server, a test or a worker of a
//! browser may ask. Messages may come in several threads at once.

mod requests;

use super::archive::Archive;
use super::clocks::GameClocks;
use super::error::{WebError, WebResult};
use super::listeners::{Listener, PATIENCE};
use super::message::Message;
use super::resources::Resources;
use super::shared::SharedTable;
use super::shelf::{FileChange, KeptFile, Shelf};
use super::studies::Studies;
use super::table::WebTable;
use super::text::{self, Audience};
use super::views::TableEvent;
use super::worker::TableWorker;
use crate::eval::Model;
use crate::session::Start;
use crate::threads::{self, contained};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use web_time::Instant;

/// The most tables that are open at once. Those without a listener make room.
pub(super) const MOST_TABLES: usize = 200;

/// The most listeners of a table.
const MOST_LISTENERS: usize = 50;

/// How often clocks and listeners are looked after.
const TICK: Duration = Duration::from_millis(100);

/// How often the desk writes what can be found again, and looks whether listeners are there, in ticks.
const ROUND: u32 = 10;

/// How long what can be found again waits to be written.
const STALE: Duration = Duration::from_secs(20);

/// How long a table without a listener stays open. It is kept in its file.
const FORGOTTEN: Duration = Duration::from_hours(1);

type TableMap = BTreeMap<String, Arc<SharedTable>>;

/// All tables.
#[derive(Debug)]
pub struct Desk {
    resources: Arc<Resources>,
    tables: Mutex<TableMap>,
    /// The names that were given to new tables.
    names: Mutex<BTreeSet<String>>,
    studies: Studies,
    /// When a desk without threads looked after its tables last, and how often it has.
    ticks: Mutex<(Instant, u32)>,
}

impl Desk {
    /// A desk whose games are kept in a folder, which is there. `start` says how kosumi plays, and its game which rules are
    /// usual. As many searches run `at_once`. Networks to choose from have names; the usual one is among them.
    ///
    /// # Errors
    /// The folder cannot be used, or the system allows no thread.
    pub fn open(
        start: Start,
        networks: Vec<(String, Option<Model>)>,
        at_once: usize,
        folder: &Path,
    ) -> io::Result<Arc<Desk>> {
        let shelf = Shelf::of(folder)?;
        let desk = Arc::new(Desk::new(start, networks, Some(at_once), shelf));
        let own = Arc::downgrade(&desk);
        threads::start("desk", move || look_after(&own))?;
        Ok(desk)
    }

    /// A desk without threads and files. Its owner gives it the files that were kept, calls [`work`](Desk::work) again and again,
    /// and keeps what [changes](Desk::take_changes).
    pub fn by_hand(
        start: Start,
        networks: Vec<(String, Option<Model>)>,
        files: impl IntoIterator<Item = KeptFile>,
    ) -> Desk {
        Desk::new(start, networks, None, Shelf::in_memory(files))
    }

    fn new(
        start: Start,
        networks: Vec<(String, Option<Model>)>,
        at_once: Option<usize>,
        shelf: Shelf,
    ) -> Desk {
        let shelf = Arc::new(shelf);
        let archive = Archive::new(Arc::clone(&shelf));
        Desk {
            resources: Arc::new(Resources::new(start, networks, at_once, archive)),
            tables: Mutex::default(),
            names: Mutex::default(),
            studies: Studies::of(shelf),
            ticks: Mutex::new((Instant::now(), 0)),
        }
    }

    /// Does some work of a desk without threads: a step at each table, which takes a tenth of a second or as long as a move
    /// of kosumi's does. Returns true if there is more to do at once.
    pub fn work(&self) -> bool {
        let is_busy = self.resources.staff.work();
        let mut ticks = self.ticks.lock().unwrap_or_else(PoisonError::into_inner);
        if ticks.0.elapsed() >= TICK {
            *ticks = (Instant::now(), ticks.1.wrapping_add(1));
            let is_round = ticks.1.is_multiple_of(ROUND);
            drop(ticks);
            self.tick(is_round);
        }
        is_busy
    }

    /// The files that have changed since this was asked last, of a desk without files of its own.
    pub fn take_changes(&self) -> Vec<FileChange> {
        self.resources.archive.shelf().take_changes()
    }

    /// Answers a message. A fault of kosumi costs this answer alone: the tables are as their files have them.
    ///
    /// # Errors
    /// The message makes no sense, or what it asks is not possible; nothing has changed.
    pub fn ask(&self, message: &str) -> WebResult<String> {
        let message: Message = serde_json::from_str(message).map_err(|error| {
            WebError::Refused(format!("the message is not understood: {error}"))
        })?;
        let request = format!("{message:?}");
        let answer = contained("a request", || self.answer(message)).unwrap_or_else(|_| {
            let request: String = request.chars().take(500).collect();
            log::error!("the request was {request}");
            self.put_in_order();
            Err(WebError::Internal)
        });
        let answer = answer?;
        serde_json::to_string(&answer).map_err(|error| {
            log::error!("an answer cannot be written: {error}");
            WebError::Internal
        })
    }

    /// Lets somebody hear what happens at a table; the first event is all of it.
    ///
    /// # Errors
    /// There is no such table, or there are too many listeners.
    pub fn listen(&self, id: &str, listener: Listener) -> WebResult<()> {
        let shared = self.table(id)?;
        let mut table = shared.lock();
        if table.is_closed {
            return Err(unknown(id));
        }
        table.listeners.look_around();
        if table.listeners.count() >= MOST_LISTENERS {
            return Err(WebError::Limit(format!(
                "a table has {MOST_LISTENERS} listeners at most"
            )));
        }
        table.listeners.add(listener);
        table.set_going(Instant::now());
        table.tell_all();
        drop(table);
        shared.wake();
        Ok(())
    }

    /// Opens the game of a file that the user has named. Returns the table.
    ///
    /// # Errors
    /// It is no record.
    pub fn load(&self, bytes: &[u8]) -> WebResult<String> {
        let trees = text::read_all(bytes)?;
        let tree = trees.first().ok_or(WebError::Internal)?;
        self.add_record(tree, None)
    }

    /// Ends all work. Everything is in its file then.
    pub fn end(&self) {
        let tables = std::mem::take(&mut *self.lock());
        for shared in tables.values() {
            self.put_away(shared);
        }
    }

    fn lock(&self) -> MutexGuard<'_, TableMap> {
        // A map is never half changed.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table of a name. One that is only kept is opened.
    fn table(&self, id: &str) -> WebResult<Arc<SharedTable>> {
        if let Some(shared) = self.lock().get(id) {
            return Ok(Arc::clone(shared));
        }
        let bytes = self.resources.archive.read(id).map_err(|_| unknown(id))?;
        let game = self.read_own(&bytes)?;
        if game.notes.is_none() {
            // It is a file of somebody else, which is not for changes.
            return Err(unknown(id));
        }
        self.add(WebTable::restored(id.to_owned(), game, Instant::now()))
    }

    /// Reads the first game of a file that kosumi has written.
    fn read_own(&self, bytes: &[u8]) -> WebResult<text::ReadGame> {
        let trees = text::read_all(bytes)?;
        let tree = trees.first().ok_or(WebError::Internal)?;
        text::read(tree, *self.resources.start.game.rules(), Audience::Kosumi)
    }

    /// Adds a table with its worker, unless one of that name has come meanwhile.
    fn add(&self, table: WebTable) -> WebResult<Arc<SharedTable>> {
        self.make_room();
        let mut tables = self.lock();
        if let Some(known) = tables.get(&table.id) {
            return Ok(Arc::clone(known));
        }
        if tables.len() >= MOST_TABLES {
            return Err(WebError::Limit(format!(
                "{MOST_TABLES} tables are open at most"
            )));
        }
        let id = table.id.clone();
        let shared = Arc::new(SharedTable::new(table));
        let worker = TableWorker::new(Arc::clone(&shared), Arc::clone(&self.resources));
        let begun = self.resources.staff.begin("table", worker);
        begun.map_err(WebError::refused)?;
        tables.insert(id, Arc::clone(&shared));
        drop(tables);
        self.resources.keep(&shared, &mut shared.lock());
        Ok(shared)
    }

    /// Closes the table that has had no listener for longest, if there are as many as there may be.
    fn make_room(&self) {
        let tables = self.lock();
        if tables.len() < MOST_TABLES {
            return;
        }
        let now = Instant::now();
        let silence = |shared: &Arc<SharedTable>| shared.lock().listeners.silence(now);
        let silent = tables.iter().filter_map(|(id, shared)| {
            let silence = silence(shared).filter(|&silence| silence > PATIENCE)?;
            Some((silence, id.clone()))
        });
        let longest = silent.max();
        drop(tables);
        if let Some((_, id)) = longest {
            self.close(&id);
        }
    }

    /// Closes a table, which stays kept. Returns true if it was open.
    fn close(&self, id: &str) -> bool {
        let shared = self.lock().remove(id);
        if let Some(shared) = &shared {
            self.put_away(shared);
        }
        shared.is_some()
    }

    /// Writes a table and ends what is done there. One at which nothing has happened is not kept.
    fn put_away(&self, shared: &SharedTable) {
        let mut table = shared.lock();
        table.stop_review();
        if let Some(clocks) = &mut table.clocks {
            clocks.stop(Instant::now());
            table.note_stale();
        }
        table.is_unsaved |= table.stale_since.is_some();
        if table.is_blank() {
            let _ = self.resources.archive.remove(&table.id);
        } else {
            self.resources.keep(shared, &mut table);
        }
        table.is_closed = true;
        table.interrupt();
        table.listeners.tell(&TableEvent::Closed {});
        table.listeners = super::listeners::Listeners::since(Instant::now());
        drop(table);
        shared.wake();
    }

    /// Sets the tables that a fault has left in disorder to what their files have.
    fn put_in_order(&self) {
        let tables: Vec<_> = self.lock().values().cloned().collect();
        for shared in tables.iter().filter(|shared| shared.is_in_disorder()) {
            let mut table = shared.lock();
            table.stop_review();
            table.interrupt();
            let bytes = self.resources.archive.read(&table.id);
            let game = bytes.and_then(|bytes| self.read_own(&bytes));
            match game {
                Ok(game) => {
                    let mut old = WebTable::restored(table.id.clone(), game, Instant::now());
                    std::mem::swap(&mut old.listeners, &mut table.listeners);
                    old.epoch = table.epoch + 1;
                    *table = old;
                    table.set_going(Instant::now());
                    table.tell_all();
                }
                Err(error) => log::error!("{} cannot be read again: {error}", table.id),
            }
            shared.set_in_order();
        }
    }

    /// Looks after all tables once.
    fn tick(&self, is_round: bool) {
        let tables: Vec<_> = self
            .lock()
            .iter()
            .map(|(id, it)| (id.clone(), Arc::clone(it)))
            .collect();
        if tables.iter().any(|(_, shared)| shared.is_in_disorder()) {
            self.put_in_order();
        }
        for (id, shared) in tables {
            let mut table = shared.lock();
            let now = Instant::now();
            table.check_time(now);
            if is_round {
                if table.clocks.as_ref().is_some_and(GameClocks::runs) {
                    table.note_stale();
                }
                table.listeners.look_around();
                if table.listeners.are_gone(now) {
                    table.rest(now);
                }
                table.is_unsaved |= table.is_due(now);
            }
            self.resources.keep(&shared, &mut table);
            let silence = table.listeners.silence(now);
            drop(table);
            if silence.is_some_and(|silence| silence > FORGOTTEN) {
                self.close(&id);
            }
        }
    }
}

fn unknown(id: &str) -> WebError {
    let id: String = id.chars().take(40).collect();
    WebError::Unknown(format!("there is no table '{id}'"))
}

/// Looks after the tables of a desk as long as there is one.
fn look_after(desk: &Weak<Desk>) {
    let mut ticks = 0_u32;
    loop {
        std::thread::sleep(TICK);
        let Some(desk) = desk.upgrade() else { return };
        ticks = ticks.wrapping_add(1);
        let is_round = ticks.is_multiple_of(ROUND);
        if contained("a look at the tables", || desk.tick(is_round)).is_err() {
            desk.put_in_order();
        }
    }
}

impl WebTable {
    /// Returns true if what can be found again has waited long enough to be written. A review does that by itself.
    fn is_due(&self, now: Instant) -> bool {
        let is_due = |since| now.saturating_duration_since(since) >= STALE;
        self.stale_since.is_some_and(is_due) && self.review.is_none()
    }

    /// Lets clocks run again when somebody looks.
    fn set_going(&mut self, now: Instant) {
        let goes_on = self.in_game().is_ok() && self.phase == super::views::GamePhase::Playing;
        let turn = self.tree.node(self.end()).map(super::tree::TreeNode::turn);
        if let (true, Ok(turn), Some(clocks)) = (goes_on, turn, &mut self.clocks) {
            clocks.run(turn, now);
        }
    }

    /// Stops clocks and searches of tables without a listener.
    fn rest(&mut self, now: Instant) {
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(now);
        }
        self.stop_review();
        self.analysis.on = false;
        self.deepening = None;
        self.interrupt();
    }
}
