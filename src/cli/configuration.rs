//! Parameters from files: kosumi's own, and KataGo's.

use super::misuse;
use crate::eval::Model;
use crate::files::{self, LARGEST_TEXT};
use crate::net::ModelError;
use crate::params::{Param, Params, PassedOver};
use anyhow::{Context, Result, anyhow};
use clap::Args;
use std::path::{Path, PathBuf};

/// The file that is read without being asked for, in the user's folder for configurations.
const USUAL: &str = "kosumi/kosumi.toml";

/// What names files of parameters. Flags and `--param` come after all of these.
#[derive(Args, Debug, Default)]
pub(super) struct ParameterFiles {
    /// File of parameters, in TOML or, if its name ends with .cfg, in KataGo's form
    ///
    /// File of parameters: TOML, or KataGo's `name = value` lines if its name ends with .cfg, of which those that
    /// kosumi does not know have no effect, which a warning tells [default: kosumi/kosumi.toml in the user's folder for configurations]
    #[arg(long, value_name = "FILE", help_heading = super::help::SETTINGS)]
    config: Option<PathBuf>,
    /// Parameters after those of the file, as KataGo takes them
    #[arg(long, value_name = "NAME=VALUE,...", hide_short_help = true, help_heading = super::help::SETTINGS)]
    override_config: Vec<String>,
    /// The network that a program gives to KataGo. Where kosumi does not know networks of its kind, it takes its own
    #[arg(long, value_name = "FILE", hide = true)]
    katago_model: Option<String>,
    /// A second network, which tells what people would play; `--param humanSLProfile=rank_5k` says which people
    #[arg(long, value_name = "FILE", hide_short_help = true, help_heading = super::help::SETTINGS)]
    human_model: Option<String>,
}

impl ParameterFiles {
    /// Sets the parameters of the file that is read without being asked for, unless there is another one, and those that
    /// are [given](ParameterFiles::apply_given).
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
        if let Some(file) = &self.config {
            apply_file(params, file)?;
        }
        if let Some(file) = &self.human_model {
            let param = Param::find("humanModelFile")?;
            param.set(params, file).map_err(misuse)?;
        }
        if let Some(name) = &self.katago_model {
            params.player.model = known_model(name).map_err(misuse)?;
        }
        for list in &self.override_config {
            let unknown = params.apply_katago(list, ',').map_err(misuse)?;
            warn_of_unknown("--override-config", &unknown);
        }
        Ok(())
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

/// Warns of parameters of play like people that have no effect, and of networks that do not know whom to imitate.
pub(super) fn warn_of_people(params: &Params) {
    let player = &params.player;
    if let Some(reason) = params.asks_people_in_vain() {
        log::warn!("{reason}");
    }
    if player.profile.is_some() {
        return;
    }
    let asks = |model: &&Model| model.asks_for_players();
    if player
        .human_model
        .as_ref()
        .is_some_and(|model| asks(&model))
    {
        log::warn!("the network of human play is not used until humanSLProfile is set");
    }
    if let Some(model) = player.model.as_ref().filter(asks) {
        let name = model.name();
        log::warn!("{name} plays like people of the highest rank until humanSLProfile is set");
    }
}

fn apply_file(params: &mut Params, file: &Path) -> Result<()> {
    let name = file.display();
    let text = files::read_text(file, LARGEST_TEXT);
    let text = text.map_err(|error| anyhow!("cannot read {error}"))?;
    let is_katago = file.extension().is_some_and(|extension| extension == "cfg");
    let applied = if is_katago {
        let applied = params.apply_katago(&text, '\n');
        applied.map(|unknown| warn_of_unknown(&name.to_string(), &unknown))
    } else {
        params.apply_toml(&text)
    };
    applied.with_context(|| format!("in {name}"))
}

/// How many unknown parameters are named.
const MOST_NAMES: usize = 20;

/// The longest name that is written whole.
const LONGEST_NAME: usize = 40;

/// Names the settings of KataGo's that have no effect, those with the same reason in one line.
fn warn_of_unknown(place: &str, unknown: &[PassedOver<'_>]) {
    let mut reasons: Vec<Option<&str>> = Vec::new();
    for &(_, reason) in unknown {
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    for reason in reasons {
        let same = unknown.iter().filter(|(_, why)| *why == reason);
        let names: Vec<&str> = same.map(|(name, _)| *name).collect();
        let names = shortened(&names);
        match reason {
            Some(reason) => log::warn!("{place}: without effect: {names}: {reason}"),
            None => log::warn!("{place}: unknown to kosumi and without effect: {names}"),
        }
    }
}

/// The first names of a list, each no longer than is read with ease.
fn shortened(names: &[&str]) -> String {
    let shown = |name: &&str| name.chars().take(LONGEST_NAME).collect();
    let mut shown: Vec<String> = names.iter().take(MOST_NAMES).map(shown).collect();
    if let Some(more @ 1..) = names.len().checked_sub(MOST_NAMES) {
        shown.push(format!("{more} more"));
    }
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::fs;
    use std::io::Write;

    #[test]
    fn a_network_for_which_katago_is_needed_is_replaced_by_the_own_one() {
        let find = |text: &str| {
            let name = format!("kosumi-model-{}-{}.bin.gz", std::process::id(), text.len());
            let path = std::env::temp_dir().join(name);
            let mut file = GzEncoder::new(Vec::new(), Compression::fast());
            file.write_all(text.as_bytes()).unwrap();
            fs::write(&path, file.finish().unwrap()).unwrap();
            let configuration = ParameterFiles {
                katago_model: Some(path.display().to_string()),
                ..ParameterFiles::default()
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
}
