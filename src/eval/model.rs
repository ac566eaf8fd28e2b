//! The networks by name: kosumi's own, or one in a file.

use super::backends::BackendChoice;
use super::batcher::Batcher;
use crate::net::{ModelError, Network};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// kosumi's own network. `docs/network.md` describes its training.
static OWN: LazyLock<Arc<Opened>> = LazyLock::new(|| {
    let network = Network::read(&include_bytes!("own.bin.gz")[..]);
    Arc::new(Opened::new(network.expect("a test reads it")))
});

/// The name of kosumi's own network where one is asked for.
pub const OWN_NAME: &str = "own";

/// The name of no network.
pub const NO_NAME: &str = "none";

/// A network with its name. Clones share it.
#[derive(Clone, Debug)]
pub enum Model {
    /// kosumi's own, which is part of the program. It is unpacked when it is first needed.
    Own,
    /// One that was read from a file.
    File(PathBuf, Arc<Opened>),
}

/// A network with the back ends that it is used with.
#[derive(Debug)]
pub struct Opened {
    network: Arc<Network>,
    batchers: Mutex<Vec<(BackendChoice, Batcher)>>,
}

impl Opened {
    fn new(network: Network) -> Opened {
        Opened {
            network: Arc::new(network),
            batchers: Mutex::default(),
        }
    }
}

impl Model {
    /// The network of a name: [`OWN_NAME`], [`NO_NAME`], or else that of a file, which is read.
    ///
    /// # Errors
    /// As for [`Network::load`].
    pub fn find(name: &str) -> Result<Option<Model>, ModelError> {
        Ok(match name {
            OWN_NAME => Some(Model::Own),
            NO_NAME => None,
            file => {
                let file = PathBuf::from(file);
                let network = Network::load(&file)?;
                Some(Model::File(file, Arc::new(Opened::new(network))))
            }
        })
    }

    /// The name that [finds](Model::find) it.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Model::Own => OWN_NAME.to_owned(),
            Model::File(file, _) => file.display().to_string(),
        }
    }

    fn opened(&self) -> &Arc<Opened> {
        match self {
            Model::Own => &OWN,
            Model::File(_, opened) => opened,
        }
    }

    /// Returns true if its network [asks who plays](Network::asks_for_players).
    #[must_use]
    pub fn asks_for_players(&self) -> bool {
        match self {
            Model::Own => false,
            Model::File(_, opened) => opened.network.asks_for_players(),
        }
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.opened().network
    }

    /// Where positions are evaluated with a back end. All who ask for the same one share it.
    pub(super) fn batcher(&self, backend: &BackendChoice) -> Batcher {
        let opened = self.opened();
        let mut batchers = opened
            .batchers
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if let Some((_, batcher)) = batchers.iter().find(|(known, _)| known == backend) {
            return batcher.clone();
        }
        let batcher = Batcher::new(backend.open(&opened.network));
        batchers.push((backend.clone(), batcher.clone()));
        batcher
    }
}

impl From<Network> for Model {
    /// A network that has no name but its own.
    fn from(network: Network) -> Model {
        Model::File(network.name().into(), Arc::new(Opened::new(network)))
    }
}

impl PartialEq for Model {
    /// Two are the same if they share a network.
    fn eq(&self, other: &Model) -> bool {
        match (self, other) {
            (Model::Own, Model::Own) => true,
            (Model::File(_, one), Model::File(_, other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn its_own_network_can_be_read() {
        let own = Model::find(OWN_NAME).unwrap().unwrap();
        assert_eq!(
            (own.name().as_str(), own.network().name()),
            ("own", "kosumi")
        );
        assert_eq!(Model::find(NO_NAME).unwrap(), None);
        // A file of that name can still be named.
        assert!(Model::find("./own").is_err());
    }
}
