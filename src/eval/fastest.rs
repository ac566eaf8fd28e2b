//! A graphics card or the processor, whichever is faster with a network. This is measured once and remembered.

#![expect(clippy::cast_precision_loss, reason = "all numbers are small")]

use super::backend::Backend;
use super::graphics::Graphics;
use super::processor::Processor;
use crate::files;
use crate::go::{Color, Game, Rules, Size};
use crate::net::{Card, Instructions, NetInput, NetOutput, Network};
use crate::threads::processors;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use std::{fmt, fs};
use web_time::Instant;

/// For how long each of both is measured at least.
const MEASURED: Duration = Duration::from_millis(200);

/// Positions of a batch that a card is measured with: what a search of one game makes.
const BATCH: usize = 32;

/// The most bytes of the file of what was measured.
const MOST_BYTES: u64 = 1 << 20;

/// The file, in the folder for what can be found out again.
const FILE: &str = "kosumi/speeds.json";

/// Decides when it is first asked, and stays with that.
pub(super) struct Fastest {
    network: Arc<Network>,
    device: Option<Box<str>>,
    chosen: OnceLock<Box<dyn Backend>>,
}

/// What was measured: evaluations a second on 19x19, of a card with full batches and of all processors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Speeds {
    card: f64,
    processor: f64,
}

impl Fastest {
    pub(super) fn new(network: &Arc<Network>, device: Option<&str>) -> Fastest {
        Fastest {
            network: network.clone(),
            device: device.map(Box::from),
            chosen: OnceLock::new(),
        }
    }

    fn chosen(&self) -> &dyn Backend {
        &**self.chosen.get_or_init(|| {
            let card = self.card();
            card.unwrap_or_else(|| Box::new(self.processor()))
        })
    }

    fn processor(&self) -> Processor {
        Processor::new(self.network.clone(), Instructions::Best)
    }

    /// The card, if it is faster. One that is only a program never is.
    fn card(&self) -> Option<Box<dyn Backend>> {
        if !Card::may_exist() {
            return None;
        }
        let card = Card::find(self.device.as_deref()).ok()?;
        if card.is_software() {
            return None;
        }
        let file = dirs::cache_dir().map(|folder| folder.join(FILE));
        let mut known = KnownSpeeds::read(file);
        let key = format!(
            "{} / {} of {} bytes / kosumi {}",
            card.name(),
            self.network.name(),
            self.network.bytes(),
            env!("CARGO_PKG_VERSION")
        );
        let open = || {
            let opened = Graphics::new(&self.network, &card);
            opened
                .inspect_err(|error| log::warn!("{error}: the processor is used"))
                .ok()
        };
        if let Some(known) = known.speeds.get(&key) {
            return known
                .card_wins()
                .then(open)?
                .map(|card| Box::new(card) as _);
        }
        let graphics = open()?;
        let speeds = Speeds {
            card: speed(&graphics, BATCH),
            processor: speed(&self.processor(), 1) * processors() as f64,
        };
        if !graphics.is_elsewhere() {
            // The card has failed, and what was measured is the processor.
            return None;
        }
        log::info!("{key}: {speeds}");
        known.keep(key, speeds);
        speeds.card_wins().then(|| Box::new(graphics) as _)
    }
}

impl Speeds {
    fn card_wins(self) -> bool {
        self.card > self.processor
    }
}

impl fmt::Display for Speeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:.0} evaluations/s on the card, {:.0} on the processor",
            self.card, self.processor
        )
    }
}

/// Evaluations in a second on 19x19, a batch after the other.
fn speed(backend: &dyn Backend, batch: usize) -> f64 {
    let game = Game::new(Size::square(19), Rules::default());
    let inputs = vec![NetInput::of(&game, Color::Black); batch];
    // The first evaluation makes room, and puts weights into order.
    black_box(backend.evaluate(&inputs));
    let start = Instant::now();
    let mut count = 0;
    while start.elapsed() < MEASURED {
        black_box(backend.evaluate(&inputs));
        count += batch;
    }
    count as f64 / start.elapsed().as_secs_f64()
}

/// All that was measured on this machine.
struct KnownSpeeds {
    file: Option<PathBuf>,
    speeds: BTreeMap<String, Speeds>,
}

impl KnownSpeeds {
    /// What a file has; nothing if there is none or if it cannot be read, as all can be measured again.
    fn read(file: Option<PathBuf>) -> KnownSpeeds {
        let text = file
            .as_deref()
            .and_then(|file| files::read_text(file, MOST_BYTES).ok());
        let speeds = text.and_then(|text| serde_json::from_str(&text).ok());
        KnownSpeeds {
            file,
            speeds: speeds.unwrap_or_default(),
        }
    }

    fn keep(&mut self, key: String, speeds: Speeds) {
        self.speeds.insert(key, speeds);
        let Some(file) = self.file.as_deref() else {
            return;
        };
        if let Err(error) = self.write(file) {
            log::warn!("what was measured is not kept: {error}");
        }
    }

    fn write(&self, file: &Path) -> Result<(), files::FileError> {
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).map_err(files::at(folder))?;
        }
        let text = serde_json::to_string_pretty(&self.speeds).unwrap_or_default();
        files::write_whole(file, text.as_bytes())
    }
}

impl fmt::Debug for Fastest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Fastest");
        debug
            .field("chosen", &self.chosen.get())
            .finish_non_exhaustive()
    }
}

impl Backend for Fastest {
    fn evaluate(&self, inputs: &[NetInput]) -> Vec<NetOutput> {
        self.chosen().evaluate(inputs)
    }

    fn largest_batch(&self) -> usize {
        self.chosen().largest_batch()
    }

    fn batches_at_once(&self) -> usize {
        self.chosen().batches_at_once()
    }

    fn is_elsewhere(&self) -> bool {
        self.chosen().is_elsewhere()
    }

    fn leaves_at_once(&self) -> usize {
        self.chosen().leaves_at_once()
    }

    fn peak(&self) -> Option<f64> {
        self.chosen().peak()
    }

    fn profile(&self, inputs: &[NetInput]) -> Vec<(&'static str, Duration)> {
        self.chosen().profile(inputs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::tests::tiny_network;

    #[test]
    fn what_was_measured_is_remembered() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep").join("speeds.json");
        let speeds = Speeds {
            card: 5.0,
            processor: 7.5,
        };
        let mut known = KnownSpeeds::read(Some(file.clone()));
        assert!(known.speeds.is_empty());
        known.keep("a card".to_owned(), speeds);
        let again = KnownSpeeds::read(Some(file.clone()));
        assert_eq!(again.speeds.get("a card"), Some(&speeds));
        assert!(!speeds.card_wins());
        // What is damaged is measured again.
        fs::write(&file, "{").unwrap();
        assert!(KnownSpeeds::read(Some(file)).speeds.is_empty());
    }

    #[test]
    fn without_a_card_the_processor_is_the_fastest() {
        let network = Arc::new(tiny_network());
        let game = Game::new(Size::square(9), Rules::default());
        let inputs = [NetInput::of(&game, Color::Black)];
        let fastest = Fastest::new(&network, Some("no such card"));
        let processor = fastest.processor();
        assert_eq!(fastest.evaluate(&inputs), processor.evaluate(&inputs));
        assert_eq!(fastest.largest_batch(), processor.largest_batch());
        assert!(speed(&fastest, 1) > 0.0);
    }
}
