//! What is known of all games that are kept, and when problems are due.

use super::Study;
use super::progress::Progression;
use crate::web::error::WebResult;
use crate::web::shelf::Shelf;
use crate::web::table::WebTable;
use crate::web::text::ReadGame;
use crate::web::views::SavedGame;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use web_time::Instant;

/// When a file was changed, and what a review has found in it, if there is one.
type KnownStudy = (u64, Option<Arc<Study>>);

/// What is known of all games.
#[derive(Debug)]
pub(in crate::web) struct Studies {
    /// Of those that are not open.
    known: Mutex<HashMap<String, KnownStudy>>,
    progression: Mutex<Progression>,
}

impl Studies {
    /// What the files of a shelf say.
    pub(in crate::web) fn of(shelf: Arc<Shelf>) -> Studies {
        Studies {
            known: Mutex::default(),
            progression: Mutex::new(Progression::read(shelf)),
        }
    }

    /// When problems are due.
    pub(in crate::web) fn progression(&self) -> MutexGuard<'_, Progression> {
        // What it holds is right after each step.
        self.progression
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// What a review has found in a game that is kept. It is read again only if it has changed.
    pub(in crate::web) fn study(
        &self,
        game: &SavedGame,
        read: impl FnOnce() -> WebResult<Option<ReadGame>>,
    ) -> Option<Arc<Study>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((modified, study)) = known.get(&game.id)
            && *modified == game.modified
        {
            return study.clone();
        }
        let table = read().ok().flatten();
        let table = table.map(|read| WebTable::restored(game.id.clone(), read, Instant::now()));
        let study = table.map(|table| Arc::new(Study::of(&table, &game.title)));
        known.insert(game.id.clone(), (game.modified, study.clone()));
        study
    }
}
