//! A network with the name of its file.

use crate::net::{Batcher, ModelError, Network};
use std::path::{Path, PathBuf};

/// A network that was read from a file. Clones share it.
#[derive(Clone, Debug)]
pub struct Model {
    file: PathBuf,
    batcher: Batcher,
}

impl Model {
    /// Reads the network in a file.
    ///
    /// # Errors
    /// As for [`Network::load`].
    pub fn load(file: &Path) -> Result<Model, ModelError> {
        Ok(Model {
            file: file.to_owned(),
            batcher: Batcher::new(Network::load(file)?),
        })
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        self.batcher.network()
    }

    /// Where the network is asked.
    #[must_use]
    pub const fn batcher(&self) -> &Batcher {
        &self.batcher
    }
}

impl PartialEq for Model {
    /// Two are the same if they share a network.
    fn eq(&self, other: &Model) -> bool {
        self.batcher == other.batcher
    }
}
