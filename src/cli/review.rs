//! `kosumi review`: the mistakes of a game, as a record with comments and as a web page.

use super::{at_once, model, preset, print, progress_bar, seconds};
use crate::engine::OWN_NAME;
use crate::files::write_whole;
use crate::go::Record;
use crate::review::{self, Effort, Review, Settings};
use crate::sgf;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// Playouts of a search, and what takes their place with a network, each of whose looks takes far longer.
const USUAL_PLAYOUTS: u64 = 5000;
const USUAL_LOOKS: u64 = 200;

#[derive(Debug, Args)]
#[command(
    after_help = "Each position is searched, and where kosumi would have played another move, the position \
                  after that, too; both with the whole effort, so that the loss of a move compares two \
                  searches that are alike. With --playouts the same seed gives the same review on every \
                  machine with the same instruction set, whatever the number of jobs."
)]
pub(super) struct Options {
    /// Game record in SGF
    file: PathBuf,
    /// Which game of a collection
    #[arg(long, value_name = "N", default_value_t = NonZero::<usize>::MIN)]
    game: NonZero<usize>,
    /// Playouts of a search [default: 200, or 5000 without a network]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// The network that looks at positions: own, none for playouts, or a file in KataGo's format
    #[arg(long, value_name = "NAME", default_value = OWN_NAME)]
    model: String,
    /// Seconds of a search, instead of playouts
    #[arg(long, value_name = "SECONDS", conflicts_with = "playouts")]
    time: Option<f64>,
    /// How many of the worst mistakes are shown
    #[arg(long, value_name = "N", default_value_t = 10)]
    mistakes: usize,
    /// Rule set by name [default: the one named in the record, or else chinese]
    #[arg(long)]
    rules: Option<String>,
    /// White's points [default: those of the record, or else the usual ones of the rules]
    #[arg(long, allow_negative_numbers = true)]
    komi: Option<f64>,
    /// Positions searched at once [default: four for each processor, or one without a network or with --time]
    #[arg(long, value_name = "N")]
    jobs: Option<NonZero<usize>>,
    /// Seed of all random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Writes to PATH.sgf and PATH.html [default: FILE.review]
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
}

pub(super) fn run(options: &Options) -> Result<()> {
    let name = options.file.display();
    let bytes = fs::read(&options.file).with_context(|| format!("cannot read {name}"))?;
    let outputs = ["sgf", "html"].map(|extension| options.output(extension));
    // Before the long work, not after it.
    for path in &outputs {
        options.check_output(path)?;
    }
    let record = options
        .record(&bytes)
        .with_context(|| format!("cannot load {name}"))?;
    let review = options
        .review(&record)
        .with_context(|| format!("in {name}"))?;
    let notes = review::annotations(&review, options.mistakes);
    let record = sgf::annotate(&bytes, options.game.get() - 1, &notes)?;
    let page = review::page(&review, options.mistakes);
    for (path, text) in outputs.iter().zip([&record, &page]) {
        write_whole(path, text.as_bytes())?;
    }
    print(&review::summary(&review, options.mistakes))?;
    let [sgf, html] = outputs.each_ref().map(|path| path.display());
    print(&format!("Written: {sgf} and {html}\n"))
}

impl Options {
    fn record(&self, bytes: &[u8]) -> Result<Record> {
        let number = self.game.get();
        let mut records = sgf::read_some(bytes, number)?;
        if records.len() < number {
            bail!("--game {number}: there are {}", records.len());
        }
        let mut record = records.swap_remove(number - 1);
        match self.komi {
            Some(komi) if !komi.is_finite() => bail!("--komi {komi}"),
            komi => record.komi = komi.or(record.komi),
        }
        Ok(record)
    }

    fn review(&self, record: &Record) -> Result<Review> {
        let preset = preset(self.rules.as_deref(), record)?;
        let bar = progress_bar(0, "{pos}/{len} positions {wide_bar} {eta} left");
        let review = review::review(record, preset, &self.settings()?, &mut |done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            if bar.is_hidden() {
                log::info!("{done}/{all} positions");
            }
        });
        bar.finish_and_clear();
        Ok(review?)
    }

    fn settings(&self) -> Result<Settings> {
        let model = model(&self.model)?;
        let usual = if model.is_some() {
            USUAL_LOOKS
        } else {
            USUAL_PLAYOUTS
        };
        Ok(Settings {
            effort: match self.time {
                Some(0.0) => bail!("--time 0"),
                Some(time) => Effort::Time(seconds("--time", time)?),
                None => Effort::Playouts(self.playouts.unwrap_or(usual)),
            },
            jobs: (self.jobs).map_or_else(
                || at_once(model.is_some(), self.time.is_some()),
                NonZero::get,
            ),
            seed: self.seed,
            model,
        })
    }

    /// Returns where the files go if nothing is said, without their extensions: beside the record.
    fn usual_output(&self) -> PathBuf {
        let mut path = self.file.clone();
        if path
            .extension()
            .is_some_and(|found| found.eq_ignore_ascii_case("sgf"))
        {
            path.set_extension("");
        }
        let mut path = path.into_os_string();
        if self.game.get() > 1 {
            path.push(format!("-{}", self.game));
        }
        path.push(".review");
        path.into()
    }

    /// Returns the name of a file that is written.
    fn output(&self, extension: &str) -> PathBuf {
        let path = self.out.clone().unwrap_or_else(|| self.usual_output());
        let mut path = path.into_os_string();
        path.push(format!(".{extension}"));
        path.into()
    }

    /// Fails if the file would overwrite the record, or if there is no folder to write it into.
    fn check_output(&self, path: &Path) -> Result<()> {
        let shown = path.display();
        if let (Ok(old), Ok(new)) = (self.file.canonicalize(), path.canonicalize())
            && old == new
        {
            bail!("{shown} is the record itself; name another --out");
        }
        if path.is_dir() {
            bail!("{shown} is a folder");
        }
        match path.parent() {
            Some(folder) if folder != Path::new("") && !folder.is_dir() => {
                bail!("{} is no folder", folder.display())
            }
            _ => Ok(()),
        }
    }
}
