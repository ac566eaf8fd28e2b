//! The source files as texts, and the paths that they name. Files of tests are left out; they may look at anything.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the sources.
pub(super) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// All source files below a folder.
pub(super) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.file_stem().is_some_and(|name| name != "tests"));
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    files
        .into_iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .chain(folders.iter().flat_map(|folder| self::files(folder)))
        .collect()
}

/// The text of a file up to its tests.
pub(super) fn without_tests(text: &str) -> &str {
    let tests = text.find("#[cfg(test)]\nmod tests {");
    &text[..tests.unwrap_or(text.len())]
}

/// The module that a file is, as a path from the crate on; none for the crate itself.
pub(super) fn module(path: &Path) -> Vec<String> {
    let inside = path.strip_prefix(root()).unwrap().with_extension("");
    let names = inside
        .components()
        .map(|name| name.as_os_str().to_str().unwrap().to_owned());
    names
        .filter(|name| !["lib", "main"].contains(&name.as_str()))
        .collect()
}

/// The paths of a tree of imports, `a::{b, c::{self, d as e}}`, each with the name that it gets.
pub(super) fn leaves(tree: &str) -> Vec<(Vec<String>, String)> {
    let Some((before, list)) = tree.split_once('{') else {
        let (path, name) = tree.split_once(" as ").unwrap_or((tree, ""));
        let mut path: Vec<_> = path
            .split("::")
            .map(|part| part.trim().to_owned())
            .collect();
        path.pop_if(|last| last == "self");
        let name = [name.trim(), path.last().map_or("", |last| last)];
        let name = name.into_iter().find(|name| !name.is_empty());
        let name = name.unwrap_or_default().to_owned();
        return vec![(path, name)];
    };
    let before: Vec<_> = before
        .split("::")
        .map(|part| part.trim().to_owned())
        .filter(|part| !part.is_empty())
        .collect();
    items(list)
        .filter(|item| !item.trim().is_empty())
        .flat_map(leaves)
        .map(|(path, name)| {
            // `self` stands for what is before the braces.
            let name = [name, before.last().cloned().unwrap_or_default()];
            let name = name
                .into_iter()
                .find(|name| !name.is_empty())
                .unwrap_or_default();
            ([before.clone(), path].concat(), name)
        })
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
fn trees_of_imports_are_taken_apart() {
    let found = |tree| {
        let leaves = leaves(tree).into_iter();
        leaves
            .map(|(path, name)| format!("{} {name}", path.join("::")))
            .collect::<Vec<_>>()
    };
    assert_eq!(found("super::tree::Tree"), ["super::tree::Tree Tree"]);
    assert_eq!(found("std::io::Write as _"), ["std::io::Write _"]);
    assert_eq!(
        found("crate::{\n    go::{self, board::{Liberties, Board as B}},\n    search,\n}"),
        [
            "crate::go go",
            "crate::go::board::Liberties Liberties",
            "crate::go::board::Board B",
            "crate::search search"
        ]
    );
}
