//! The table of back ends.

use super::backend::Backend;
use super::check::Check;
#[cfg(feature = "gpu")]
use super::fastest::Fastest;
#[cfg(feature = "gpu")]
use super::graphics::Graphics;
use super::processor::Processor;
#[cfg(feature = "gpu")]
use crate::net::Card;
use crate::net::{Instructions, Network};
use std::sync::Arc;

/// A back end that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct BackendKind {
    /// Its name.
    pub name: &'static str,
    /// What it computes with, for people.
    pub doc: &'static str,
    /// Returns true if this machine has it.
    is_present: fn() -> bool,
    /// Makes it ready to evaluate with a network, on a graphics card of a name where it uses one.
    open: fn(&Arc<Network>, Option<&str>) -> Box<dyn Backend>,
}

/// A row for an instruction set of the processor.
macro_rules! processor {
    ($name:literal, $set:ident, $doc:literal) => {
        BackendKind {
            name: $name,
            doc: $doc,
            is_present: || Instructions::$set.is_present(),
            open: |network, _| Box::new(Processor::new(network.clone(), Instructions::$set)),
        }
    };
}

/// All back ends; the first is the default.
pub const BACKENDS: &[BackendKind] = &[
    BackendKind {
        name: "auto",
        doc: "a graphics card if there is one that is faster than the processor, which is measured once",
        is_present: || true,
        open: open_fastest,
    },
    processor!("best", Best, "the fastest instructions of the processor"),
    processor!("portable", Portable, "no vectors"),
    processor!("avx2", Avx2, "vectors of 8 numbers on x86"),
    processor!("avx512", Avx512, "vectors of 16 numbers on x86"),
    processor!(
        "int16",
        Int16,
        "the widest vectors on x86 with whole numbers of 16 bits"
    ),
    processor!(
        "amx",
        Amx,
        "AVX-512 with a unit for products of matrices, on Linux"
    ),
    processor!("neon", Neon, "vectors of 4 numbers on ARM"),
    processor!("simd128", Simd128, "vectors of 4 numbers in WebAssembly"),
    BackendKind {
        name: "gpu",
        doc: "a graphics card, if kosumi was built for them",
        is_present: has_card,
        open: open_card,
    },
    BackendKind {
        name: "check",
        doc: "a graphics card or else the best one, compared with the portable one: the largest difference is logged",
        is_present: || true,
        open: |network, device| {
            Box::new(Check::new(
                open_card(network, device),
                Box::new(Processor::new(network.clone(), Instructions::Portable)),
            ))
        },
    },
];

#[cfg(feature = "gpu")]
fn has_card() -> bool {
    !Card::all().is_empty()
}

/// A card, or the processor if it fails at once.
#[cfg(feature = "gpu")]
fn open_card(network: &Arc<Network>, device: Option<&str>) -> Box<dyn Backend> {
    match Card::find(device).and_then(|card| Graphics::new(network, &card)) {
        Ok(graphics) => Box::new(graphics),
        Err(error) => {
            log::error!("{error}: the processor is used");
            open_processor(network)
        }
    }
}

#[cfg(feature = "gpu")]
fn open_fastest(network: &Arc<Network>, device: Option<&str>) -> Box<dyn Backend> {
    Box::new(Fastest::new(network, device))
}

#[cfg(not(feature = "gpu"))]
fn has_card() -> bool {
    false
}

#[cfg(not(feature = "gpu"))]
fn open_card(network: &Arc<Network>, _: Option<&str>) -> Box<dyn Backend> {
    open_processor(network)
}

#[cfg(not(feature = "gpu"))]
fn open_fastest(network: &Arc<Network>, _: Option<&str>) -> Box<dyn Backend> {
    open_processor(network)
}

fn open_processor(network: &Arc<Network>) -> Box<dyn Backend> {
    Box::new(Processor::new(network.clone(), Instructions::Best))
}

/// The names of all back ends.
pub const BACKEND_NAMES: &[&str] = &{
    let mut names = [""; BACKENDS.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = BACKENDS[index].name;
        index += 1;
    }
    names
};

/// This machine has no back end or no graphics card of a name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BackendError {
    /// It has no back end of that name, but others.
    #[error("this machine has no back end {0}, but {present}", present = BackendKind::present().join(", "))]
    NoBackend(String),
    /// It has no card of that name.
    #[error("{0}")]
    NoCard(String),
}

impl BackendKind {
    /// The back end of a name.
    ///
    /// # Errors
    /// There is none, or this machine does not have it.
    pub fn find(name: &str) -> Result<&'static BackendKind, BackendError> {
        let mut kinds = BACKENDS.iter();
        let found = kinds.find(|kind| kind.name == name && (kind.is_present)());
        found.ok_or_else(|| BackendError::NoBackend(name.to_owned()))
    }

    /// The names of those that this machine has.
    fn present() -> Vec<&'static str> {
        let present = BACKENDS.iter().filter(|kind| (kind.is_present)());
        present.map(|kind| kind.name).collect()
    }
}

impl PartialEq for BackendKind {
    fn eq(&self, other: &BackendKind) -> bool {
        self.name == other.name
    }
}

/// What computes networks: a back end, and the graphics card if it uses one.
#[derive(Clone, Debug, PartialEq)]
pub struct BackendChoice {
    /// The back end.
    pub kind: &'static BackendKind,
    /// A part of the name of a card, or its number; without one the first card.
    device: Option<Arc<str>>,
}

impl BackendChoice {
    /// The card that was asked for, by its name or number.
    #[must_use]
    pub fn device(&self) -> Option<&str> {
        self.device.as_deref()
    }

    /// Asks for a card by a part of its name or its number, or for the first one.
    ///
    /// # Errors
    /// This machine has no such card.
    pub fn set_device(&mut self, device: Option<&str>) -> Result<(), BackendError> {
        #[cfg(feature = "gpu")]
        if device.is_some() {
            Card::find(device).map_err(|error| BackendError::NoCard(error.to_string()))?;
        }
        #[cfg(not(feature = "gpu"))]
        if device.is_some() {
            let text = "kosumi was built without graphics cards (feature gpu)";
            return Err(BackendError::NoCard(text.to_owned()));
        }
        self.device = device.map(Arc::from);
        Ok(())
    }

    /// Makes it ready to evaluate with a network. With a processor this costs nothing, as the first evaluation puts weights
    /// into order; with a graphics card it brings them there.
    #[must_use]
    pub fn open(&self, network: &Arc<Network>) -> Box<dyn Backend> {
        (self.kind.open)(network, self.device())
    }
}

impl From<&'static BackendKind> for BackendChoice {
    fn from(kind: &'static BackendKind) -> BackendChoice {
        BackendChoice { kind, device: None }
    }
}

impl Default for BackendChoice {
    fn default() -> BackendChoice {
        BackendChoice::from(&BACKENDS[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_and_some_back_ends_are_always_there() {
        for (index, kind) in BACKENDS.iter().enumerate() {
            assert!(
                BACKENDS[..index]
                    .iter()
                    .all(|other| other.name != kind.name)
            );
            assert_eq!(BACKEND_NAMES[index], kind.name);
            assert_eq!(BackendKind::find(kind.name).is_ok(), (kind.is_present)());
        }
        let present = BackendKind::present();
        assert!(
            ["auto", "best", "portable"]
                .iter()
                .all(|name| present.contains(name))
        );
        let error = BackendKind::find("mmx").unwrap_err().to_string();
        assert!(error.contains("mmx, but auto, best, portable"), "{error}");
    }

    #[test]
    fn a_card_that_is_not_there_is_refused() {
        let mut choice = BackendChoice::default();
        let error = choice.set_device(Some("no such card")).unwrap_err();
        assert!(error.to_string().contains("graphics card"), "{error}");
        assert_eq!(choice, BackendChoice::default());
        choice.set_device(None).unwrap();
    }
}
