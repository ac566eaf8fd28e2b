//! The rooms lie above each other.

use super::sources::{files, leaves, module, root, without_tests};
use std::fs;

/// The layers from bottom to top; modules in one row do not import each other.
const LAYERS: &[&[&str]] = &[
    &["go"],
    &["tactics"],
    &["reading"],
    &["threads"],
    &[
        "rng", "names", "clock", "sgf", "html", "lines", "files", "memory",
    ],
    &["pattern"],
    &["playout"],
    &["net"],
    &["eval"],
    &["life"],
    &["explain", "search"],
    &["engine"],
    &["params"],
    &["bench"],
    &["session"],
    &["gtp", "analysis"],
    &["arena", "regress", "review", "train"],
    &["web"],
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

/// The top-level modules that a text names behind `crate::`, those of a braced list included.
fn imports(text: &str) -> Vec<String> {
    let uses = text.split("crate::").skip(1);
    let trees = uses.flat_map(|rest| {
        if rest.starts_with('{') {
            leaves(rest)
        } else {
            vec![(vec![rest.to_owned()], String::new())]
        }
    });
    trees
        .filter_map(|(path, _)| path.into_iter().next())
        .map(|name| first_word(&name))
        .filter(|name| !name.is_empty())
        .collect()
}

fn first_word(text: &str) -> String {
    let letters = text.chars();
    letters
        .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
        .collect()
}

#[test]
fn modules_import_only_from_below() {
    let mut checked = 0;
    for path in files(&root()) {
        let Some(room) = module(&path).into_iter().next() else {
            continue;
        };
        let own = layer(&room).unwrap_or_else(|| panic!("{room} has no layer"));
        for import in imports(&fs::read_to_string(&path).unwrap()) {
            let Some(other) = layer(&import) else {
                continue;
            };
            let is_allowed = other < own || import == room;
            assert!(is_allowed, "{} imports {import}", path.display());
            checked += 1;
        }
    }
    assert!(checked > 50, "only {checked} imports found");
}

#[test]
fn what_could_be_a_crate_imports_little() {
    let mut checked = 0;
    for path in files(&root()) {
        let room = module(&path).into_iter().next();
        let Some((room, allowed)) = CRATES
            .iter()
            .find(|(name, _)| room.as_deref() == Some(name))
        else {
            continue;
        };
        let text = fs::read_to_string(&path).unwrap();
        let imports = imports(without_tests(&text)).into_iter();
        for import in imports.filter(|name| layer(name).is_some()) {
            let is_allowed = import == *room || allowed.contains(&import.as_str());
            assert!(is_allowed, "{} imports {import}", path.display());
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} imports found");
}

#[test]
fn imports_are_found() {
    let text = "use crate::go::{Board};\nuse crate::{rng::Rng, life};\nlet x = crate::sgf::read;";
    assert_eq!(imports(text), ["go", "rng", "life", "sgf"]);
    let nested = "use crate::{\n    go::{self, board::{Liberties, Board}},\n    search, rng::Rng,\n};\n{ life }";
    assert_eq!(imports(nested), ["go", "go", "go", "search", "rng"]);
}
