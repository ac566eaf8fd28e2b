//! A network with the name of its file.

use crate::net::{ModelError, Network};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A network that was read from a file. Clones share it.
#[derive(Clone, Debug)]
pub struct Model {
    file: PathBuf,
    network: Arc<Network>,
}

impl Model {
    /// Reads the network in a file.
    ///
    /// # Errors
    /// As for [`Network::load`].
    pub fn load(file: &Path) -> Result<Model, ModelError> {
        Ok(Model {
            file: file.to_owned(),
            network: Arc::new(Network::load(file)?),
        })
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> Arc<Network> {
        self.network.clone()
    }
}

impl PartialEq for Model {
    /// Two are the same if they share a network.
    fn eq(&self, other: &Model) -> bool {
        Arc::ptr_eq(&self.network, &other.network)
    }
}
