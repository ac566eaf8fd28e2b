//! `kosumi review`: the mistakes of games, as records with comments and as web pages.

use super::{
    Failures, STDIN, at_once, cut_to_possible, explain_interrupts, games_of, misuse, model, print,
    progress_bar, read_given, read_komi, rule_set, rules_name, seconds,
};
use crate::eval::{BackendChoice, NetEvaluator, OWN_NAME};
use crate::explain::Language;
use crate::files::{self, LARGEST_RECORD, Lock, read_text, write_all_whole, write_whole};
use crate::go::Record;
use crate::go::rules::RuleSet;
use crate::html;
use crate::review::{self, Effort, Review, ReviewSettings, ReviewedFile, Summary};
use crate::sgf;
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// Visits of a search without a network, and with one, whose evaluations take far longer than playouts.
const USUAL_PLAYOUTS: u64 = 5000;
const USUAL_VISITS: u64 = 150;

#[derive(Debug, Args)]
#[command(
    after_help = "Writes game.review.html, a page to step through the game with its mistakes and better moves, and \
                  game.review.sgf, the record with comments for any Go program. Prints a summary.\n\n\
                  Examples:\n  kosumi review game.sgf\n  kosumi review --visits 50 --out reviews games/*.sgf",
    after_long_help = "Writes game.review.html, a page to step through the game with its mistakes and better moves, and \
                  game.review.sgf, the record with comments for any Go program. Prints a summary.\n\n\
                  Each position is searched, and where kosumi would have played another move, the position \
                  after that, too; both with the whole effort, so that the loss of a move compares two \
                  searches that are alike. With --visits the same seed gives the same review on every \
                  machine with the same instruction set, whatever the number of jobs."
)]
pub(super) struct ReviewOptions {
    /// Game records in SGF; those whose review is there already are left out if there are several
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The language of the page, the comments and the summary
    #[arg(long, value_enum)]
    lang: Option<Language>,
    /// Which game of a file that has several
    #[arg(long, value_name = "N", default_value_t = NonZero::<usize>::MIN)]
    game: NonZero<usize>,
    /// Visits of each search [default: 150, or 5000 without a network]
    #[arg(long, alias = "playouts", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    visits: Option<u64>,
    /// The network: own, a file in KataGo's format, or none for random playouts instead
    #[arg(long, value_name = "NAME", default_value = OWN_NAME)]
    model: String,
    /// Seconds for each search, instead of --visits
    #[arg(long, value_name = "SECONDS", conflicts_with = "visits")]
    time: Option<f64>,
    /// How many of the worst mistakes are shown
    #[arg(long, value_name = "N", default_value_t = 10)]
    mistakes: usize,
    /// Rule set by name, such as japanese; `kosumi gtp --help` lists them [default: that of the record, or else
    /// chinese]
    #[arg(long, value_parser = rules_name)]
    rules: Option<String>,
    /// White's points [default: those of the record, or else the usual ones of the rules]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true, value_parser = read_komi)]
    komi: Option<f64>,
    /// Positions searched at once [default: four for each processor, or one without a network or with --time]
    #[arg(long, value_name = "N", hide_short_help = true)]
    jobs: Option<NonZero<usize>>,
    /// Seed of all random numbers
    #[arg(long, value_name = "N", default_value_t = 1, hide_short_help = true)]
    seed: u64,
    /// Writes to PATH.sgf and PATH.html; of several records into the folder PATH [default: FILE.review, beside the record]
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
}

pub(super) fn run(options: &ReviewOptions) -> Result<()> {
    // Before the long work, not after it.
    let mut failures = Failures::of(options.files.len());
    let works = options.works()?;
    let _lock = options.lock()?;
    explain_interrupts(if options.is_many() {
        "what is finished is kept, and the same command goes on"
    } else {
        "nothing was written"
    });
    let mut summaries = Vec::new();
    for work in &works {
        let page = work.page.display().to_string();
        if let Some(summary) = work.finished().filter(|_| options.is_many()) {
            print(&format!("Kept: {page}\n"))?;
            summaries.push((page, summary));
            continue;
        }
        let made = options.make(work);
        match made.with_context(|| work.file.display().to_string()) {
            Ok(summary) => summaries.push((page, summary)),
            Err(error) => failures.add(error)?,
        }
    }
    if options.is_many() && !summaries.is_empty() {
        let index = options.index();
        write_whole(
            &index,
            review::index(&options.as_seen_from_index(summaries)).as_bytes(),
        )?;
        print(&format!("Written: {}\n", index.display()))?;
    }
    failures.end("records")
}

/// A record to review and what comes of it.
struct ReviewWork {
    file: PathBuf,
    bytes: Vec<u8>,
    /// What the page depends on.
    key: String,
    sgf: PathBuf,
    page: PathBuf,
}

impl ReviewWork {
    /// What is known of the review if it has been made before.
    fn finished(&self) -> Option<Summary> {
        let page = read_text(&self.page, LARGEST_RECORD)
            .ok()
            .filter(|_| self.sgf.is_file())?;
        Summary::in_page(&page).filter(|summary| summary.key == self.key)
    }

    /// Fails if what is written would overwrite files that are not as a review has left them. The record that goes
    /// with a page is known by its checksum.
    fn check_old_ones(&self) -> Result<()> {
        let page = own_page(&self.page);
        if self.page.exists() && page.is_none() {
            return Err(of_others(&self.page));
        }
        let written = page.and_then(|page| Some(Summary::in_page(&page)?.record));
        let is_own = || {
            let content = files::read(&self.sgf, LARGEST_RECORD);
            content.is_ok_and(|content| written == Some(checksum(&content[..])))
        };
        if self.sgf.exists() && !is_own() {
            return Err(of_others(&self.sgf));
        }
        Ok(())
    }
}

/// Reads a page if it is one of kosumi's.
fn own_page(path: &Path) -> Option<String> {
    let page = read_text(path, LARGEST_RECORD).ok()?;
    html::is_own(&page).then_some(page)
}

/// A file whose name was not given exists and is not a review.
fn of_others(path: &Path) -> anyhow::Error {
    anyhow!(
        "{} is there and not as kosumi has written it; --out PATH names another place",
        path.display()
    )
}

fn checksum(what: impl Hash) -> String {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

impl ReviewOptions {
    /// All that is to be done. Fails if a file cannot be read, or not be written where it is to be.
    fn works(&self) -> Result<Vec<ReviewWork>> {
        let is_one = !self.is_many();
        if self.game.get() > 1 && !is_one {
            return Err(misuse(format!(
                "--game is for one record, not for {}",
                self.files.len()
            )));
        }
        if let (false, Some(folder)) = (is_one, &self.out) {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        let mut works: Vec<ReviewWork> = Vec::new();
        let mut reviews: Vec<String> = Vec::new();
        for file in &self.files {
            if file == Path::new(STDIN) && self.out.is_none() {
                return Err(misuse(
                    "- is standard input: --out PATH says what is written",
                ));
            }
            let bytes = read_given(file, LARGEST_RECORD)
                .with_context(|| format!("cannot read {}", file.display()))?;
            if !is_one && is_reviewed(&bytes) {
                reviews.push(file.display().to_string());
                continue;
            }
            let [sgf, page] = ["sgf", "html"].map(|extension| self.output(file, extension));
            for path in [&sgf, &page] {
                check_output(file, path)?;
            }
            if let Some(other) = works.iter().find(|other| other.page == page) {
                return Err(misuse(format!(
                    "{} and {} would both become {}",
                    other.file.display(),
                    file.display(),
                    page.display()
                )));
            }
            let key = self.key(&bytes);
            let work = ReviewWork {
                file: file.clone(),
                bytes,
                key,
                sgf,
                page,
            };
            if self.out.is_none() {
                work.check_old_ones()?;
            }
            works.push(work);
        }
        if !reviews.is_empty() {
            log::warn!(
                "left out, because they are reviews already: {}",
                reviews.join(", ")
            );
        }
        if works.is_empty() {
            return Err(misuse("all of them are reviews already"));
        }
        let index = self.index();
        if !is_one && self.out.is_none() && index.exists() && own_page(&index).is_none() {
            return Err(of_others(&index));
        }
        Ok(works)
    }

    /// Keeps other processes from the folder of many reviews.
    fn lock(&self) -> Result<Option<Lock>> {
        let folder = self.out.as_deref().unwrap_or(Path::new("."));
        let lock = self.is_many().then(|| Lock::of(folder));
        Ok(lock.transpose()?)
    }

    /// Returns true if several records are named, which get an index, and of which those are left out that are reviews
    /// themselves.
    fn is_many(&self) -> bool {
        self.files.len() > 1
    }

    /// What a page depends on, as a checksum.
    fn key(&self, bytes: &[u8]) -> String {
        let ReviewOptions {
            game,
            visits,
            model,
            time,
            mistakes,
            rules,
            komi,
            seed,
            lang,
            ..
        } = self;
        let settings = format!(
            "{game} {visits:?} {model} {time:?} {mistakes} {rules:?} {komi:?} {seed} {lang:?}"
        );
        checksum((env!("CARGO_PKG_VERSION"), settings, bytes))
    }

    /// Reviews a record, writes the files and prints the summary.
    fn make(&self, work: &ReviewWork) -> Result<Summary> {
        let mut record = self.record(work)?;
        let rules = rule_set(self.rules.as_deref(), &record)?;
        cut_to_possible(&mut record, rules.rules, &work.file.display())?;
        let review = self.review(&record, &rules)?;
        let notes = review::annotations(&review, self.mistakes);
        let record = sgf::annotate(&work.bytes, self.game.get() - 1, &notes)?;
        let summary = Summary::of(&review, work.key.clone(), checksum(record.as_bytes()));
        // However the file is called, the same review is the same page.
        let name = self.usual_output(&work.file).with_added_extension("sgf");
        let name = name.file_name().unwrap_or_default().to_string_lossy();
        let number = self.game.get();
        let tree = sgf::load_trees(&work.bytes, number, review::MOST_NODES);
        let tree = tree.into_iter().nth(number - 1).transpose();
        let tree = tree.unwrap_or_else(|error| {
            log::warn!("{}: no variations are shown: {error}", work.file.display());
            None
        });
        let file = ReviewedFile {
            text: &record,
            name: &name,
            tree: tree.as_ref(),
        };
        let page = review::page(&review, self.mistakes, &file, &summary);
        // The page last: it shows that both are there.
        write_all_whole(&[
            (&work.sgf, record.as_bytes()),
            (&work.page, page.as_bytes()),
        ])?;
        print(&review::summary(&review, self.mistakes))?;
        print(&format!(
            "Written: {} and {}\n",
            work.sgf.display(),
            work.page.display()
        ))?;
        Ok(summary)
    }

    /// Where the page goes that leads to all others.
    fn index(&self) -> PathBuf {
        self.out.clone().unwrap_or_default().join("reviews.html")
    }

    /// The pages as the index names them: in the same folder, or from where the program runs.
    fn as_seen_from_index(&self, summaries: Vec<(String, Summary)>) -> Vec<(String, Summary)> {
        let Some(folder) = &self.out else {
            return summaries;
        };
        let inside = |(page, summary): (String, Summary)| {
            let name = Path::new(&page)
                .strip_prefix(folder)
                .map_or(page.clone(), |name| name.display().to_string());
            (name, summary)
        };
        summaries.into_iter().map(inside).collect()
    }

    fn record(&self, work: &ReviewWork) -> Result<Record> {
        let number = self.game.get();
        let mut games = games_of(
            &work.bytes,
            number,
            &work.file.display(),
            self.lang.unwrap_or_default(),
        );
        if games.len() < number {
            return Err(misuse(format!(
                "--game {number}: there are {}",
                games.len()
            )));
        }
        let (_, game) = games.swap_remove(number - 1);
        let mut record = game?;
        record.komi = self.komi.or(record.komi);
        Ok(record)
    }

    fn review(&self, record: &Record, rules: &RuleSet) -> Result<Review> {
        let bar = progress_bar(0, "{pos}/{len} positions {wide_bar} {eta} left");
        let review = review::review(record, rules, &self.settings()?, &mut |done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
            if bar.is_hidden() {
                log::info!("{done}/{all} positions");
            }
        });
        bar.finish_and_clear();
        Ok(review?)
    }

    fn settings(&self) -> Result<ReviewSettings> {
        let model = model(&self.model)?;
        let usual = if model.is_some() {
            USUAL_VISITS
        } else {
            USUAL_PLAYOUTS
        };
        let backend = BackendChoice::default();
        let network = model
            .as_ref()
            .map(|model| NetEvaluator::new(model, &backend));
        Ok(ReviewSettings {
            effort: match self.time {
                Some(0.0) => return Err(misuse("--time 0: more than 0 seconds are expected")),
                Some(time) => Effort::Time(seconds("--time", time)?),
                None => Effort::Visits(self.visits.unwrap_or(usual)),
            },
            jobs: (self.jobs).map_or_else(
                || at_once(network.as_ref(), self.time.is_some()),
                NonZero::get,
            ),
            seed: self.seed,
            model,
            language: self.lang.unwrap_or_default(),
        })
    }

    /// Returns where the files of a record go if nothing is said, without their extensions: beside the record.
    fn usual_output(&self, file: &Path) -> PathBuf {
        let mut path = file.to_owned();
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

    /// Returns the name of a file that is written about a record.
    fn output(&self, file: &Path, extension: &str) -> PathBuf {
        let usual = self.usual_output(file);
        let path = match &self.out {
            None => usual,
            Some(path) if self.files.len() == 1 => path.clone(),
            Some(folder) => folder.join(usual.file_name().unwrap_or_default()),
        };
        let mut path = path.into_os_string();
        path.push(format!(".{extension}"));
        path.into()
    }
}

/// Returns true if the first game of a text is a review of kosumi's.
fn is_reviewed(bytes: &[u8]) -> bool {
    sgf::read_first(bytes).is_ok_and(|record| review::is_reviewed(&record))
}

/// Fails if a file would overwrite a record, or if there is no folder to write it into.
fn check_output(record: &Path, path: &Path) -> Result<()> {
    let shown = path.display();
    if let (Ok(old), Ok(new)) = (record.canonicalize(), path.canonicalize())
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
