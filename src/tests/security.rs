//! `SECURITY.md` names tests that exist.

use regex::Regex;
use std::fs;
use std::path::{Path, PathBuf};

/// The sources below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn every_promise_names_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    for folder in ["src", "gtp-tests"] {
        sources(&root.join(folder), &mut paths);
    }
    let texts = paths.iter().map(|path| fs::read_to_string(path).unwrap());
    let sources: String = texts.collect();
    let page = fs::read_to_string(root.join("SECURITY.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| "));
    let name = Regex::new("`([a-z_]+)`").unwrap();
    let mut promises = 0;
    for row in rows.skip(1) {
        let last = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        let named: Vec<_> = name
            .captures_iter(last)
            .map(|found| found[1].to_owned())
            .collect();
        assert!(!named.is_empty(), "{row}");
        for test in named {
            let is_test = Regex::new(&format!(r"#\[test\]\s+fn {test}\(")).unwrap();
            assert!(is_test.is_match(&sources), "{test} is no test");
        }
        promises += 1;
    }
    assert!(promises > 8, "only {promises} rows");
}
