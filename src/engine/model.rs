//! The networks that a player can look with: kosumi's own, or one in a file.

use crate::net::{Batcher, ModelError, Network};
use std::path::PathBuf;
use std::sync::LazyLock;

/// kosumi's own network. How it was trained, and from what, is told in `docs/network.md`.
static OWN: LazyLock<Batcher> = LazyLock::new(|| {
    let network = Network::read(&include_bytes!("own.bin.gz")[..]);
    Batcher::new(network.expect("a test reads it"))
});

/// The name of kosumi's own network where one is asked for.
pub const OWN_NAME: &str = "own";

/// The name of no network.
pub const NO_NAME: &str = "none";

/// A network with its name. Clones share it.
#[derive(Clone, Debug, PartialEq)]
pub enum Model {
    /// kosumi's own, which is part of the program. It is unpacked when it is first needed.
    Own,
    /// One that was read from a file.
    File(PathBuf, Batcher),
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
                Some(Model::File(file, Batcher::new(network)))
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

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network {
        self.batcher().network()
    }

    /// Where the network is asked.
    ///
    /// # Panics
    /// Never: kosumi's own network can be read.
    #[must_use]
    pub fn batcher(&self) -> &Batcher {
        match self {
            Model::Own => &OWN,
            Model::File(_, batcher) => batcher,
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
