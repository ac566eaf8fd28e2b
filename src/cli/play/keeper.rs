//! The file of a game at a terminal, and when it is written.
//!
//! A file is written again only if kosumi has made it for this game, or if it holds nothing that would be lost, and if no other
//! program has written it since. In all other cases the game gets a file of its own.

use crate::cli::usage::quoted;
use crate::files::{self, FileError, at};
use anyhow::{Context, Result, anyhow, bail};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use web_time::SystemTime;

/// The file that holds the game, if one does. It is locked while that is written, so that who ends the program on an
/// interrupt waits for it.
#[derive(Clone, Debug, Default)]
pub(super) struct GamePlace(Arc<Mutex<Option<PathBuf>>>);

impl GamePlace {
    fn lock(&self) -> MutexGuard<'_, Option<PathBuf>> {
        // A path is never half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns where the game is and how to go on with it, if it is anywhere.
    pub(super) fn farewell(&self) -> Option<String> {
        self.lock().as_deref().map(farewell)
    }
}

/// The command has a line of its own, so that it can be copied.
fn farewell(file: &Path) -> String {
    let name = file.display().to_string();
    let quoted = quoted(&name);
    format!("The game is saved. Go on with it by:\nkosumi play {quoted}")
}

/// Keeps the game on the table.
#[derive(Debug, Default)]
pub(super) struct Keeper {
    /// True if the game is written after every change.
    pub(super) autosaves: bool,
    /// Where games without a name go.
    folder: Option<PathBuf>,
    /// The file that the person wants for a game and that does not exist yet.
    wanted: Option<PathBuf>,
    /// The file of the game, which may be written again.
    file: Option<PathBuf>,
    /// When that was written last, as far as the table knows.
    written: Option<SystemTime>,
    /// The game as it was written or read last.
    kept: Option<String>,
    /// True if the person knows that the game could not be written.
    has_warned: bool,
    place: GamePlace,
}

impl Keeper {
    /// Writes games after every change, those without a name into a folder.
    pub(super) fn autosaving(folder: Option<PathBuf>) -> Keeper {
        Keeper {
            autosaves: true,
            folder,
            ..Keeper::default()
        }
    }

    /// The file of the game, as it changes.
    pub(super) fn place(&self) -> GamePlace {
        self.place.clone()
    }

    /// Returns true if a game is kept as it is.
    pub(super) fn has(&self, text: &str) -> bool {
        self.kept.as_deref() == Some(text)
    }

    /// Gives a file that does not exist yet to the game, or to the next one that is written.
    pub(super) fn want(&mut self, file: PathBuf) {
        self.wanted = Some(file);
    }

    /// Takes over a game that was read, from a file that may be written again or from none.
    pub(super) fn take_over(&mut self, file: Option<PathBuf>, text: String) {
        self.place.lock().clone_from(&file);
        self.written = file.as_deref().and_then(modified);
        self.file = file;
        self.kept = Some(text);
    }

    /// Lets go of the game, whose file stays as it is.
    pub(super) fn let_go(&mut self) {
        self.file = None;
        self.kept = None;
        *self.place.lock() = None;
    }

    /// Leaves the file to somebody else who has written it. Returns its name if that is so.
    fn leave_to_others(&mut self) -> Option<PathBuf> {
        let written = self.written;
        let is_theirs = |file: &mut PathBuf| {
            let now = modified(file);
            now.is_some() && now != written
        };
        self.file.take_if(is_theirs)
    }

    /// Writes a game after a change, unless that changed nothing, or nothing was played yet. Returns what the person has
    /// to know: the name of a new file, and once, why writing failed.
    pub(super) fn keep(&mut self, text: String, is_empty: bool) -> Option<String> {
        if !self.autosaves || self.has(&text) || is_empty && self.file.is_none() {
            return None;
        }
        let reason = self.leave_to_others().map_or(String::new(), |file| {
            format!("Something else has changed {}. ", file.display())
        });
        let is_new = self.file.is_none();
        match self.claim().and_then(|file| self.write(file, text)) {
            Ok(()) => {
                self.has_warned = false;
                let file = self.file.as_deref().filter(|_| is_new)?;
                Some(format!("{reason}The game is saved in {}.", file.display()))
            }
            Err(_) if std::mem::replace(&mut self.has_warned, true) => None,
            Err(error) => Some(format!("The game is not saved: {error:#}.")),
        }
    }

    /// Writes a game to a file that does not exist yet, or without a name to its own. Returns the name.
    ///
    /// # Errors
    /// There is no name, the file belongs to something else, or it cannot be written.
    pub(super) fn save(&mut self, name: &str, text: String) -> Result<String> {
        self.leave_to_others();
        let own = self.file.clone();
        let file = match (name, &own) {
            ("", Some(own)) => own.clone(),
            ("", None) if self.wanted.is_some() => self.claim()?,
            ("", None) => bail!("a file name is needed: save game.sgf"),
            (name, Some(own)) if own == Path::new(name) => own.clone(),
            (name, _) => create(PathBuf::from(name))?,
        };
        let name = file.display().to_string();
        self.write(file, text)?;
        Ok(name)
    }

    fn write(&mut self, file: PathBuf, text: String) -> Result<()> {
        let mut place = self.place.lock();
        // A file that is not up to date is not mentioned.
        *place = None;
        if let Err(error) = files::write_whole(&file, text.as_bytes()) {
            self.give_up(&file);
            return Err(anyhow!("cannot write {error}"));
        }
        *place = Some(file.clone());
        drop(place);
        self.written = modified(&file);
        self.file = Some(file);
        self.kept = Some(text);
        Ok(())
    }

    /// Removes a file that was made for the game if nothing could be written to it.
    fn give_up(&self, file: &Path) {
        let is_empty = || fs::metadata(file).is_ok_and(|metadata| metadata.len() == 0);
        if self.file.as_deref() != Some(file) && is_empty() {
            // An empty file that stays is no harm that more words would mend.
            let _ = fs::remove_file(file);
        }
    }

    /// Returns the file of the game; if it has none, a new one.
    fn claim(&mut self) -> Result<PathBuf> {
        if let Some(file) = &self.file {
            return Ok(file.clone());
        }
        if let Some(file) = &self.wanted {
            let file = create(file.clone())?;
            self.wanted = None;
            return Ok(file);
        }
        let folder = self.folder.as_deref();
        let folder = folder.context("no folder for games is known; save FILE.sgf names one")?;
        Ok(create_by_date(folder)?)
    }
}

/// When a file was written last, if that is known.
fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file)
        .and_then(|metadata| metadata.modified())
        .ok()
}

/// Creates a file with a name that nothing has.
fn create(file: PathBuf) -> Result<PathBuf> {
    match File::create_new(&file) {
        Ok(_) => Ok(file),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            bail!("{} exists already; choose another name", file.display())
        }
        Err(error) => bail!("cannot write {}: {error}", file.display()),
    }
}

/// Creates a file in a folder that is named by the time, and by a number where that is not enough.
fn create_by_date(folder: &Path) -> Result<PathBuf, FileError> {
    fs::create_dir_all(folder).map_err(at(folder))?;
    let now = jiff::Zoned::now().strftime("%Y-%m-%d-%H%M%S").to_string();
    let mut file = folder.join(format!("{now}.sgf"));
    let mut number = 1;
    while let Err(error) = File::create_new(&file) {
        if error.kind() != io::ErrorKind::AlreadyExists {
            return Err(at(&file)(error));
        }
        number += 1;
        file = folder.join(format!("{now}-{number}.sgf"));
    }
    Ok(file)
}
