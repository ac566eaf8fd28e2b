//! Graphics cards, by way of Vulkan, Metal or DirectX 12.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;
use wgpu::{
    Adapter, Backends, Device, DeviceDescriptor, DeviceType, Features, Instance,
    InstanceDescriptor, Limits, MemoryHints, Queue,
};

/// A graphics card that is ready to compute.
pub(super) struct OpenCard {
    pub(super) device: Device,
    pub(super) queue: Queue,
    /// True if it has numbers of 16 bits.
    pub(super) has_halves: bool,
    /// What went wrong first, if anything did. The card is not used after that.
    fault: Arc<Mutex<Option<String>>>,
}

/// A graphics card of this machine.
#[derive(Clone, Debug)]
pub struct Card {
    name: String,
    /// True if it is a program that only behaves like a card.
    is_software: bool,
    adapter: Adapter,
}

/// A graphics card cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CardError {
    /// There is none of that name or number.
    #[error("no graphics card {0:?}, but {1}")]
    Unknown(String, String),
    /// There is none at all.
    #[error("no graphics card")]
    None,
    /// It failed.
    #[error("the graphics card failed: {0}")]
    Failed(String),
}

/// Where Linux shows cards: those of most kinds, NVIDIA's without the kernel's own drivers, and those of a Windows around it.
const DEVICE_FILES: [&str; 3] = ["/dev/dri", "/dev/nvidiactl", "/dev/dxg"];

impl Card {
    /// Returns false if it is certain that this machine has no card. To ask the drivers costs time and memory even then, and
    /// Mesa writes to standard error where there is no desktop.
    #[must_use]
    pub fn may_exist() -> bool {
        !cfg!(target_os = "linux") || DEVICE_FILES.iter().any(|file| Path::new(file).exists())
    }

    /// The cards of this machine, the fastest kinds first. Asks the drivers, which takes up to some tenths of a second.
    #[must_use]
    pub fn all() -> Vec<Card> {
        let instance = Instance::new(InstanceDescriptor {
            backends: Backends::PRIMARY,
            ..InstanceDescriptor::new_without_display_handle()
        });
        let adapters = pollster::block_on(instance.enumerate_adapters(Backends::PRIMARY));
        let mut cards: Vec<(u8, Card)> = adapters.into_iter().map(Card::of).collect();
        cards.sort_by_key(|&(place, _)| place);
        cards.into_iter().map(|(_, card)| card).collect()
    }

    /// A card with the place of its kind.
    fn of(adapter: Adapter) -> (u8, Card) {
        let info = adapter.get_info();
        let place = match info.device_type {
            DeviceType::DiscreteGpu => 0,
            DeviceType::IntegratedGpu => 1,
            DeviceType::VirtualGpu | DeviceType::Other => 2,
            DeviceType::Cpu => 3,
        };
        let card = Card {
            name: info.name,
            is_software: info.device_type == DeviceType::Cpu,
            adapter,
        };
        (place, card)
    }

    /// The card of a name, a part of it in any case, or a number, counted from 0 as [`Card::all`] has them. Without a name
    /// it is the first one.
    ///
    /// # Errors
    /// There is none.
    pub fn find(name: Option<&str>) -> Result<Card, CardError> {
        let mut cards = Card::all();
        if cards.is_empty() {
            return Err(CardError::None);
        }
        let Some(name) = name else {
            return Ok(cards.swap_remove(0));
        };
        let has_name = |card: &Card| card.name.to_lowercase().contains(&name.to_lowercase());
        let number = name.parse().ok().filter(|&number| number < cards.len());
        if let Some(number) = number.or_else(|| cards.iter().position(has_name)) {
            return Ok(cards.swap_remove(number));
        }
        let names: Vec<String> = cards.into_iter().map(|card| card.name).collect();
        Err(CardError::Unknown(name.to_owned(), names.join(", ")))
    }

    /// Its name, as its driver gives it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns true if a program on the processor only behaves like a card. It is slower than the processor by itself.
    #[must_use]
    pub const fn is_software(&self) -> bool {
        self.is_software
    }

    /// Makes it ready.
    pub(super) fn open(&self) -> Result<OpenCard, CardError> {
        let has_halves = self.adapter.features().contains(Features::SHADER_F16);
        let features = if has_halves {
            Features::SHADER_F16
        } else {
            Features::empty()
        };
        let offered = self.adapter.limits();
        let opened = pollster::block_on(self.adapter.request_device(&DeviceDescriptor {
            label: Some("kosumi"),
            required_features: features,
            required_limits: Limits {
                max_storage_buffer_binding_size: offered.max_storage_buffer_binding_size,
                max_buffer_size: offered.max_buffer_size,
                ..Limits::default()
            },
            memory_hints: MemoryHints::Performance,
            ..DeviceDescriptor::default()
        }));
        let (device, queue) = opened.map_err(|error| CardError::Failed(error.to_string()))?;
        let fault: Arc<Mutex<Option<String>>> = Arc::default();
        let note = |fault: &Arc<Mutex<Option<String>>>, text: String| {
            let mut fault = fault.lock().unwrap_or_else(PoisonError::into_inner);
            fault.get_or_insert(text);
        };
        let noted = fault.clone();
        device.on_uncaptured_error(Arc::new(move |error| note(&noted, error.to_string())));
        let noted = fault.clone();
        device.set_device_lost_callback(move |reason, text| {
            note(&noted, format!("{reason:?}: {text}"));
        });
        Ok(OpenCard {
            device,
            queue,
            has_halves,
            fault,
        })
    }
}

impl OpenCard {
    /// Fails if anything has gone wrong so far.
    pub(super) fn check(&self) -> Result<(), CardError> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        match &*fault {
            None => Ok(()),
            Some(text) => Err(CardError::Failed(text.clone())),
        }
    }

    /// The bytes that a buffer may have.
    pub(super) fn largest_buffer(&self) -> u64 {
        let limits = self.device.limits();
        let binding = limits.max_storage_buffer_binding_size;
        binding.min(limits.max_buffer_size)
    }
}

impl fmt::Debug for OpenCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpenCard")
            .field("has_halves", &self.has_halves)
            .finish_non_exhaustive()
    }
}
