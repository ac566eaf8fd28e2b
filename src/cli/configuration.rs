//! Parameters from files: kosumi's own, and those that people have written for KataGo.

use super::misuse;
use crate::engine::Model;
use crate::files::{self, LARGEST_TEXT};
use crate::net::ModelError;
use crate::params::{Param, ParamError, Params};
use anyhow::{Context, Result};
use clap::Args;
use std::path::{Path, PathBuf};

/// The file that is read without being asked for, in the user's folder for configurations.
const USUAL: &str = "kosumi/kosumi.toml";

/// What names files of parameters. Flags and `--param` come after all of these.
#[derive(Args, Debug, Default)]
pub(super) struct Configuration {
    /// File of parameters: TOML, or KataGo's `name = value` lines if its name ends with .cfg, of which those that
    /// kosumi does not know are passed over [default: kosumi/kosumi.toml in the user's folder for configurations]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Parameters after those of the file, as KataGo takes them
    #[arg(long, value_name = "NAME=VALUE,...")]
    override_config: Vec<String>,
    /// The network that a program gives to KataGo. Where kosumi does not know networks of its kind, it takes its own
    #[arg(long, value_name = "FILE", hide = true)]
    katago_model: Option<String>,
    /// A network of KataGo's that plays like people, which kosumi does not use
    #[arg(long, value_name = "FILE", hide = true)]
    human_model: Option<PathBuf>,
}

impl Configuration {
    /// Sets the parameters of the file that is read without being asked for, unless there is another one, and those that
    /// are [given](Configuration::apply_given).
    pub(super) fn apply(&self, params: &mut Params) -> Result<()> {
        let usual = || dirs::config_dir().map(|folder| folder.join(USUAL));
        if self.config.is_none()
            && let Some(file) = usual().filter(|file| file.is_file())
        {
            apply_file(params, &file)?;
        }
        self.apply_given(params)
    }

    /// Sets the parameters that the flags tell.
    pub(super) fn apply_given(&self, params: &mut Params) -> Result<()> {
        if let Some(file) = &self.human_model {
            log::warn!("{} is not used: kosumi has levels instead", file.display());
        }
        if let Some(file) = &self.config {
            apply_file(params, file)?;
        }
        if let Some(name) = &self.katago_model {
            params.player.model = known_model(name).map_err(misuse)?;
        }
        let overrides = self.override_config.iter();
        let pairs = overrides.flat_map(|list| katago_pairs(list, ','));
        apply_katago(params, pairs).map_err(misuse)
    }
}

/// Returns the network of a name, or kosumi's own where that is one for which KataGo is needed.
fn known_model(name: &str) -> Result<Option<Model>> {
    match Model::find(name) {
        Err(error @ ModelError::Unsupported(_)) => {
            log::warn!("{name}: {error}; kosumi's own network is used instead");
            Ok(Some(Model::Own))
        }
        found => found.with_context(|| format!("network {name}")),
    }
}

fn apply_file(params: &mut Params, file: &Path) -> Result<()> {
    let name = file.display();
    let text = files::read_text(file, LARGEST_TEXT)?;
    let is_katago = file.extension().is_some_and(|extension| extension == "cfg");
    let applied = if is_katago {
        apply_katago(params, katago_pairs(&text, '\n'))
    } else {
        apply_toml(params, &text)
    };
    applied.with_context(|| format!("in {name}"))
}

/// Sets parameters by `name = value` in TOML. Every name must be known.
fn apply_toml(params: &mut Params, text: &str) -> Result<()> {
    let table: toml::Table = text.parse()?;
    for (name, value) in table {
        let value = match value {
            toml::Value::String(text) => text,
            value => value.to_string(),
        };
        set(params, &name, &value)?;
    }
    Ok(())
}

/// Sets the parameters that kosumi knows; others are meant for KataGo alone.
fn apply_katago<'a>(
    params: &mut Params,
    pairs: impl Iterator<Item = (&'a str, &'a str)>,
) -> Result<()> {
    for (name, value) in pairs {
        match set(params, name, value) {
            Err(error) if matches!(error.downcast_ref(), Some(ParamError::Unknown(_))) => {
                log::info!("parameter {name} means nothing to kosumi");
            }
            result => result?,
        }
    }
    Ok(())
}

/// Names and values, one pair a line or between separators; what stands behind `#` is a comment.
fn katago_pairs(text: &str, separator: char) -> impl Iterator<Item = (&str, &str)> {
    let pairs = text.split(separator).filter_map(|line| {
        let line = line.split('#').next().unwrap_or_default();
        let (name, value) = line.split_once('=')?;
        Some((name.trim(), value.trim()))
    });
    pairs.filter(|(name, value)| !name.is_empty() && !value.is_empty())
}

fn set(params: &mut Params, name: &str, value: &str) -> Result<()> {
    let result = Param::find(name).and_then(|param| param.set(params, value));
    result.with_context(|| format!("parameter {name}={value}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::fs;
    use std::io::Write;

    #[test]
    fn toml_sets_what_it_names_and_knows_no_other_names() {
        let mut params = Params::default();
        apply_toml(
            &mut params,
            "playouts = 77 # a comment\nmodel = \"none\"\ntime = 1.5\npondering = true\n",
        )
        .unwrap();
        assert_eq!((params.playouts, params.pondering), (Some(77), true));
        assert!(params.player.model.is_none());
        for text in [
            "nonsense = 1",
            "playouts = -1",
            "playouts",
            "[playouts]\nx = 1",
        ] {
            let mut params = params.clone();
            assert!(apply_toml(&mut params, text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_network_for_which_katago_is_needed_is_replaced_by_the_own_one() {
        let find = |text: &str| {
            let name = format!("kosumi-model-{}-{}.bin.gz", std::process::id(), text.len());
            let path = std::env::temp_dir().join(name);
            let mut file = GzEncoder::new(Vec::new(), Compression::fast());
            file.write_all(text.as_bytes()).unwrap();
            fs::write(&path, file.finish().unwrap()).unwrap();
            let configuration = Configuration {
                katago_model: Some(path.display().to_string()),
                ..Configuration::default()
            };
            let mut params = Params::default();
            params.player.model = None;
            let result = configuration.apply_given(&mut params);
            fs::remove_file(path).unwrap();
            result.map(|()| params.player.model)
        };
        assert_eq!(find("newer\n99\n22\n19\n").unwrap(), Some(Model::Own));
        assert!(find("damaged\n16\n22\n").is_err());
        assert!(find("nothing").is_err());
    }

    #[test]
    fn a_file_of_katago_sets_what_kosumi_knows() {
        let mut params = Params::default();
        let text = "# Logs\nlogDir = gtp_logs\n\nmaxVisits = 500 # visits\n#maxTime = 60\nallowResignation = false\n\
            numSearchThreads=2\nreportAnalysisWinratesAs = SIDETOMOVE\nodd line\nempty =\n";
        apply_katago(&mut params, katago_pairs(text, '\n')).unwrap();
        assert_eq!((params.playouts, params.player.threads), (Some(500), 2));
        assert!(!params.player.resign && params.time.is_none());
        let more = "maxVisits=7,homeDataDir=/tmp/x,numSearchThreads=3";
        apply_katago(&mut params, katago_pairs(more, ',')).unwrap();
        assert_eq!((params.playouts, params.player.threads), (Some(7), 3));
        assert!(apply_katago(&mut params, katago_pairs("maxVisits=x", ',')).is_err());
    }
}
