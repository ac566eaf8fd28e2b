//! `docs/mutants.md` names what exists.

use regex::Regex;
use std::fs;
use std::path::Path;

/// The file of a row, and the function or constant whose mutant it is about; `None` if the line is no such row.
fn row(line: &str) -> Option<(&str, String)> {
    let [file, mutant, _] = line
        .strip_prefix("| ")?
        .splitn(3, " | ")
        .collect::<Vec<_>>()[..]
    else {
        return None;
    };
    let file = file.strip_prefix('`')?.strip_suffix('`')?;
    let places = Regex::new(r" \(\d+ places\)$").unwrap();
    let mutant = places.replace(mutant, "").replace('`', "");
    let place = match mutant.rsplit_once(" in ") {
        Some((_, place)) => place,
        None => mutant.strip_prefix("replace ")?.split_once(" -> ")?.0,
    };
    Some((file, place.to_owned()))
}

#[test]
fn mutants_that_are_listed_are_of_code_that_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/mutants.md")).unwrap();
    let rows: Vec<_> = page.lines().filter_map(row).collect();
    assert!(rows.len() > 20, "only {} rows found", rows.len());
    let names = Regex::new(r"[A-Za-z_]\w+").unwrap();
    for (file, place) in rows {
        let text = fs::read_to_string(root.join(file));
        let text = text.unwrap_or_else(|error| panic!("{file}: {error}"));
        for name in names.find_iter(&place) {
            let word = Regex::new(&format!(r"\b{}\b", name.as_str())).unwrap();
            assert!(word.is_match(&text), "{file} has no {}", name.as_str());
        }
    }
}

#[test]
fn rows_of_mutants_are_understood() {
    let found = |line| row(line).map(|(file, place)| format!("{file}: {place}"));
    for (line, expected) in [
        (
            "| `a.rs` | `replace > with >= in A::b` | why in c |",
            "a.rs: A::b",
        ),
        (
            "| `a.rs` | `replace \\| with ^ in b` (2 places) | why |",
            "a.rs: b",
        ),
        ("| `a.rs` | `replace << with >>` in `B` | why |", "a.rs: B"),
        (
            "| `a.rs` | `replace A::b -> bool with false` | why |",
            "a.rs: A::b",
        ),
    ] {
        assert_eq!(found(line).as_deref(), Some(expected));
    }
    for line in [
        "",
        "| file | mutant | why no test notices |",
        "|---|---|---|",
    ] {
        assert_eq!(found(line), None);
    }
}
