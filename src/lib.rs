//! kosumi: a Go engine that speaks GTP.
//!
//! A program that reads a record, plays it over, counts it and asks for the next move:
//!
//! ```
//! use kosumi::clock::Budget;
//! use kosumi::engine::{Engine, Model, Settings};
//! use kosumi::go::rules::Preset;
//! use kosumi::go::{Game, Strictness};
//! use kosumi::life::{Count, Verdict};
//! use kosumi::search::{Purpose, Request};
//! use kosumi::sgf;
//!
//! let record = sgf::read_first(b"(;SZ[5]KM[0.5];B[cc];W[cb];B[bb];W[db];B[dc])")?;
//! let rules = Preset::find("chinese")?.rules;
//! let game = Game::replay(&record, rules, usize::MAX, Strictness::Strict)?;
//!
//! // Without a model the search makes playouts instead of looks.
//! let settings = Settings { model: Some(Model::Own), threads: 1, ..Settings::default() };
//! let color = game.position().to_move();
//! let request = Request::new(&game, color, Purpose::Play, Budget::of_playouts(100));
//! let thought = Engine::tree_search(1, &settings).think(request);
//! println!("{} plays {}", color.name(), thought.choice.mv);
//!
//! let verdict = Verdict::of(&game, &settings.judge());
//! println!("now it would be {}", Count::of(&game, &verdict).score.outcome());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/` has longer ones. The command line with its crates, matches, regression files, reviews and training are behind
//! the feature `cli`, which is on by default; `default-features = false` leaves them out and compiles much faster.
//!
//! The map of the house. A module imports only from rows above its own; a test below holds that.
//!
//! | layer | what lives there |
//! |---|---|
//! | [`go`] | the game: colors, points, board, rules, repetition, score, record. Pure |
//! | [`tactics`] | reading: ladders and captures proved on one core, unconditional life, small eye spaces |
//! | [`rng`] | seeded random streams |
//! | [`knobs`] | the numbers of the search and of playouts that can be tuned |
//! | [`names`] | names that somebody may have meant |
//! | [`lines`] | lines of bytes from somebody who may send anything |
//! | [`files`] | the one way to read a file, and to write one whole or not at all |
//! | [`threads`] | threads, as many as the system allows |
//! | [`clock`] | time controls, clocks, the budget of a move |
//! | [`sgf`] | a game record from and to text |
//! | [`html`] | a web page that needs nothing else |
//! | [`pattern`] | what a move looks like: local shapes, features, learned weights |
//! | [`playout`] | one random game to its end, and who owns what there |
//! | [`net`] | a neural network: its file, what it is told of a position, its evaluation |
//! | [`life`] | who lives, and on what ground; what is left to fill, and the count that follows |
//! | [`explain`] | the count, and how fights end, in words of several languages |
//! | [`search`] | the tree: nodes, selection, expansion, evaluation of leaves, backup, threads; the words of a request and of a report |
//! | [`engine`] | one question, one answer: tree search, flat Monte-Carlo, random play; levels, passing, resigning; a report as a player sees it |
//! | [`params`] | everything that can be set by name |
//! | [`mod@bench`] | speed, and a checksum of behaviour |
//! | [`gtp`] | the protocol: framing, commands, session, and a client that drives another program |
//! | [`analysis`] | many positions at once, in KataGo's JSON protocol |
//! | [`regress`] | test files in the format of GNU Go against any program that speaks GTP |
//! | [`arena`] | matches between programs: schedule, referee, store, what the results are worth |
//! | [`review`] | what was good and bad in a game: values of all moves, mistakes, better moves |
//! | [`train`] | from game records to a learned prior, and to the rows that a network is trained with |
//! | [`cli`] | flags to values, one file a subcommand; the game at a terminal |
//!
//! `docs/architecture.md` tells more: the three states of a game, the one question and its answer, the
//! seam at the leaf of the tree, the lives of a `genmove b` and of a game of `kosumi match`, and the one
//! place to touch for each kind of addition. `CONTRIBUTING.md` has the conventions.
//!
//! The main loop is [`gtp::run`]; the one way to think is [`engine::Engine::think`]. What can be extended
//! is a row of a table: [`go::rules::PRESETS`], [`engine::PLAYERS`], [`gtp::COMMANDS`],
//! [`params::PARAMS`], [`knobs::KNOBS`].

pub mod analysis;
#[cfg(feature = "cli")]
pub mod arena;
pub mod bench;
#[cfg(feature = "cli")]
pub mod cli;
pub mod clock;
pub mod engine;
pub mod explain;
pub mod files;
pub mod go;
pub mod gtp;
pub mod html;
pub mod knobs;
pub mod life;
pub mod lines;
pub mod names;
pub mod net;
pub mod params;
pub mod pattern;
pub mod playout;
#[cfg(feature = "cli")]
pub mod regress;
#[cfg(feature = "cli")]
pub mod review;
pub mod rng;
pub mod search;
pub mod sgf;
pub mod tactics;
pub mod threads;
#[cfg(feature = "cli")]
pub mod train;

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    /// The layers from bottom to top; modules in one row do not import each other.
    const LAYERS: &[&[&str]] = &[
        &["go"],
        &["tactics"],
        &[
            "rng", "knobs", "names", "clock", "sgf", "html", "lines", "files", "threads",
        ],
        &["pattern"],
        &["playout"],
        &["net"],
        &["life"],
        &["explain", "search"],
        &["engine"],
        &["params"],
        &["bench"],
        &["gtp", "analysis"],
        &["arena", "regress", "review", "train"],
        &["cli"],
    ];

    /// Modules that could leave as crates of their own, with all that they may import outside of tests.
    const CRATES: &[(&str, &[&str])] = &[
        ("go", &[]),
        ("tactics", &["go"]),
        ("sgf", &["go"]),
        ("files", &[]),
        ("net", &["go", "tactics", "files"]),
    ];

    fn layer(module: &str) -> Option<usize> {
        LAYERS.iter().position(|layer| layer.contains(&module))
    }

    /// All source files but those of tests, which may look at anything.
    fn sources(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.file_stem().is_some_and(|name| name != "tests"));
        let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
        files
            .into_iter()
            .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
            .chain(folders.iter().flat_map(|folder| sources(folder)))
            .collect()
    }

    /// The top-level module that a file belongs to.
    fn module_of(path: &Path, root: &Path) -> String {
        let first = path
            .strip_prefix(root)
            .unwrap()
            .components()
            .next()
            .unwrap();
        let name = Path::new(first.as_os_str()).file_stem().unwrap();
        name.to_str().unwrap().to_owned()
    }

    /// The top-level modules that a text names behind `crate::`, those of a braced list included.
    fn imports(text: &str) -> Vec<String> {
        let uses = text.split("crate::").skip(1);
        uses.flat_map(|rest| match rest.strip_prefix('{') {
            Some(list) => items(list).map(first_name).collect(),
            None => vec![first_name(rest)],
        })
        .filter(|name| !name.is_empty())
        .collect()
    }

    fn first_name(text: &str) -> String {
        let letters = text.trim_start().chars();
        letters
            .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
            .collect()
    }

    /// The items of the list that the text begins with, up to the brace that closes it. A braced list
    /// inside belongs to its item.
    fn items(list: &str) -> impl Iterator<Item = &str> {
        let step = |letter| i32::from(letter == '{') - i32::from(letter == '}');
        let mut depth = 0;
        let is_end = |letter| {
            depth += step(letter);
            depth < 0
        };
        let end = list.find(is_end).unwrap_or(list.len());
        let mut depth = 0;
        list[..end].split(move |letter| {
            depth += step(letter);
            letter == ',' && depth == 0
        })
    }

    #[test]
    fn modules_import_only_from_below() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut checked = 0;
        for path in sources(&root) {
            let module = module_of(&path, &root);
            if ["lib", "main"].contains(&module.as_str()) {
                continue;
            }
            let own = layer(&module).unwrap_or_else(|| panic!("{module} has no layer"));
            for import in imports(&fs::read_to_string(&path).unwrap()) {
                let Some(other) = layer(&import) else {
                    continue;
                };
                let is_allowed = other < own || import == module;
                assert!(is_allowed, "{} imports {import}", path.display());
                checked += 1;
            }
        }
        assert!(checked > 50, "only {checked} imports found");
    }

    #[test]
    fn what_could_be_a_crate_imports_little() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut checked = 0;
        for path in sources(&root) {
            let module = module_of(&path, &root);
            let Some((_, allowed)) = CRATES.iter().find(|(name, _)| *name == module) else {
                continue;
            };
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            for import in imports(code)
                .into_iter()
                .filter(|name| layer(name).is_some())
            {
                let is_allowed = import == module || allowed.contains(&import.as_str());
                assert!(is_allowed, "{} imports {import}", path.display());
                checked += 1;
            }
        }
        assert!(checked > 20, "only {checked} imports found");
    }

    #[test]
    fn imports_are_found() {
        let text =
            "use crate::go::{Board};\nuse crate::{rng::Rng, life};\nlet x = crate::sgf::read;";
        assert_eq!(imports(text), ["go", "rng", "life", "sgf"]);
        let nested = "use crate::{\n    go::{self, board::{Liberties, Board}},\n    search, rng::Rng,\n};\n{ life }";
        assert_eq!(imports(nested), ["go", "search", "rng"]);
    }
}
