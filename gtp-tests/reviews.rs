//! Tests of `kosumi review`: the files it writes, and what it refuses.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Output};

use kosumi::go::rules::PRESETS;
use kosumi::go::{Game, Strictness};
use kosumi::sgf;

use crate::directory;

/// A folder in the system's temporary directory that is removed at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kosumi-review-{}-{name}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// A copy of a game of this suite.
    fn game(&self, name: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::copy(directory("games").join(name), &path).unwrap();
        path
    }

    /// The names of the files in it.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn review(files: &[&Path], arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    command.arg("review").args(files).args(arguments);
    command.output().unwrap()
}

/// Reviews a record with few playouts, which must succeed; what is printed.
fn review_quickly(file: &Path, arguments: &[&str]) -> String {
    review_all_quickly(&[file], arguments)
}

/// The same for several records.
fn review_all_quickly(files: &[&Path], arguments: &[&str]) -> String {
    review_with_visits("60", files, arguments)
}

/// The same with a number of visits.
fn review_with_visits(visits: &str, files: &[&Path], arguments: &[&str]) -> String {
    let output = review(files, &[&["--visits", visits], arguments].concat());
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    // The records of these tests name no rules.
    let unexpected = errors
        .lines()
        .any(|line| !line.contains("the record names no rules"));
    assert!(output.status.success() && !unexpected, "{errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Each game of each variation is a line of its own, without what is said about it.
fn branches(text: &str) -> Vec<String> {
    let mut open: Vec<String> = Vec::new();
    let (mut now, mut all, mut value) = (String::new(), Vec::new(), false);
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' if value => {
                characters.next();
            }
            '[' if !value => value = true,
            ']' => value = false,
            _ if value => {}
            '(' => open.push(now.clone()),
            ')' => {
                all.push(std::mem::replace(&mut now, open.pop().unwrap()));
            }
            ';' => now.push(';'),
            _ => {}
        }
    }
    all
}

#[test]
fn the_record_keeps_what_it_had() {
    let folder = Folder::new("keeps");
    for name in [
        "variations.sgf",
        "text.sgf",
        "setup.sgf",
        "handicap.sgf",
        "rectangle.sgf",
    ] {
        let file = folder.game(name);
        let before = fs::read_to_string(&file).unwrap();
        let printed = review_quickly(&file, &["--mistakes", "3"]);
        assert!(printed.contains("As kosumi"), "{printed}");
        let written = file.with_extension("review.sgf");
        let after = fs::read_to_string(&written).unwrap();
        // Whatever stood in the game stands there still, in the same order.
        let mut rest = after.as_str();
        let game = &before[before.find("(;").unwrap()..];
        for part in game
            .split(['(', ')', ';', ']'])
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let at = rest
                .find(part)
                .unwrap_or_else(|| panic!("{part} is lost in {after}"));
            rest = &rest[at + part.len()..];
        }
        let [old, new] = [&before, &after].map(|text| sgf::read_first(text.as_bytes()).unwrap());
        assert!(new.moves().eq(old.moves()) && new.komi == old.komi && new.size == old.size);
        for (old, new) in old.nodes.iter().zip(&new.nodes) {
            assert!(new.comment.starts_with(&old.comment), "{}", new.comment);
        }
        let commented = new
            .nodes
            .iter()
            .filter(|node| node.comment.contains("Black wins"));
        assert!(commented.count() > 0 && new.comment.contains("Review by kosumi"));
        assert!(branches(&after).len() >= branches(&before).len());
        let page = fs::read_to_string(file.with_extension("review.html")).unwrap();
        assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("href=\"http"));
    }
}

#[test]
fn the_number_of_jobs_does_not_matter_and_out_names_the_files() {
    let folder = Folder::new("jobs");
    let file = folder.game("plain.sgf");
    for jobs in ["1", "3"] {
        let out = folder.0.join(jobs);
        review_quickly(&file, &["--jobs", jobs, "--out", out.to_str().unwrap()]);
    }
    assert_eq!(
        folder.names(),
        ["1.html", "1.sgf", "3.html", "3.sgf", "plain.sgf"]
    );
    for extension in ["sgf", "html"] {
        let [one, three] = ["1", "3"]
            .map(|jobs| fs::read_to_string(folder.0.join(jobs).with_extension(extension)).unwrap());
        assert_eq!(one, three);
    }
}

#[test]
fn a_game_of_a_collection_under_every_rule_set() {
    let folder = Folder::new("rules");
    let file = folder.game("collection.sgf");
    for preset in PRESETS {
        review_with_visits("10", &[&file], &["--rules", preset.name, "--game", "2"]);
        let text = fs::read_to_string(folder.0.join("collection-2.review.sgf")).unwrap();
        let record = sgf::read_first(text.as_bytes()).unwrap();
        assert_eq!(record.komi, Some(9.5));
        assert!(record.comment.contains(&format!("{} rules", preset.name)));
    }
    assert!(!folder.names().contains(&"collection.review.sgf".to_owned()));
}

#[test]
fn a_page_has_the_variations_of_its_own_game() {
    let folder = Folder::new("variations");
    let file = folder.0.join("two.sgf");
    fs::write(
        &file,
        "(;SZ[5];B[cc];W[bb])(;SZ[5];B[cc](;W[bb])(;W[dd];B[db]))",
    )
    .unwrap();
    for (game, page, variations) in [("1", "two.review.html", 0), ("2", "two-2.review.html", 1)] {
        review_with_visits("10", &[&file], &["--game", game]);
        let page = fs::read_to_string(folder.0.join(page)).unwrap();
        assert_eq!(page.matches("<b>Move 2</b>: D2 D4").count(), variations);
    }
}

#[test]
fn variations_are_legal() {
    let folder = Folder::new("legal");
    let file = folder.game("captures.sgf");
    review_quickly(&file, &[]);
    let text = fs::read_to_string(file.with_extension("review.sgf")).unwrap();
    let original = sgf::read_first(text.as_bytes()).unwrap();
    let mut variations = 0;
    // Without the rest of the main line, a variation is the main line.
    let is_variation = |at: &usize| text[*at..].split(';').nth(1).unwrap().contains("LB[");
    let places = text.match_indices("\n(;").map(|(at, _)| at);
    for at in places.filter(is_variation) {
        let head = &text[..at];
        let open = main_line_of(head, &text[at..]);
        let record = sgf::read_first(open.as_bytes()).unwrap();
        let moves: Vec<_> = record.moves().collect();
        let common = original
            .moves()
            .zip(&moves)
            .take_while(|(old, new)| old == *new);
        assert!(common.count() < moves.len());
        Game::replay(&record, PRESETS[0].rules, usize::MAX, Strictness::Strict).unwrap();
        variations += 1;
    }
    assert!(variations > 0, "{text}");
}

/// The way to a variation and the variation, as one game.
fn main_line_of(head: &str, variation: &str) -> String {
    let (mut kept, mut starts, mut value) = (String::new(), Vec::new(), false);
    for character in head.chars() {
        match character {
            '[' => value = true,
            ']' => value = false,
            '(' if !value => starts.push(kept.len()),
            ')' if !value => kept.truncate(starts.pop().unwrap()),
            _ => {}
        }
        if value || !['(', ')'].contains(&character) {
            kept.push(character);
        }
    }
    let end = variation.find(')').unwrap();
    format!("({kept}{})", variation[..end].replace('(', ""))
}

#[test]
fn bad_requests_are_refused_and_nothing_is_written() {
    let folder = Folder::new("refused");
    let file = folder.game("plain.sgf");
    let same = file.with_extension("");
    for (arguments, words) in [
        (vec!["--game", "2"], "--game 2: there are 1"),
        (vec!["--rules", "nonsense"], "nonsense"),
        (vec!["--time", "0"], "--time 0"),
        (vec!["--time", "nan"], "--time"),
        (vec!["--komi", "nan"], "--komi"),
        (vec!["--visits", "0"], "visits"),
        (vec!["--jobs", "0"], "jobs"),
        (vec!["--out", "/no/such/folder/x"], "/no/such/folder"),
        (
            vec!["--out", same.to_str().unwrap()],
            "is the record itself",
        ),
    ] {
        let output = review(&[&file], &arguments);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{arguments:?}");
        assert!(errors.contains(words), "{arguments:?}: {errors}");
    }
    assert_eq!(folder.names(), ["plain.sgf"]);
    let missing = review(&[Path::new("/no/such/file.sgf")], &[]);
    assert!(!missing.status.success());
    // Of several records none is begun if one of them cannot be read, or if two would become the same page.
    let other = folder.0.join("other");
    fs::create_dir(&other).unwrap();
    let twin = other.join("plain.sgf");
    fs::copy(&file, &twin).unwrap();
    let out = folder.0.join("out");
    for (files, words) in [
        ([&file, Path::new("/no/such/file.sgf")], "/no/such/file.sgf"),
        ([&file, &twin], "would both become"),
    ] {
        let output = review(&files, &["--out", out.to_str().unwrap()]);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            !output.status.success() && errors.contains(words),
            "{errors}"
        );
    }
    let one_of_many = review(&[&file, &twin], &["--game", "2"]);
    assert!(!one_of_many.status.success());
    assert_eq!(folder.names(), ["other", "out", "plain.sgf"]);
    assert_eq!(fs::read_dir(out).unwrap().count(), 0);
}

#[test]
fn several_records_have_an_index_and_what_is_finished_is_kept() {
    let folder = Folder::new("several");
    let files = ["plain.sgf", "handicap.sgf", "setup.sgf"].map(|name| folder.game(name));
    let out = folder.0.join("out");
    let arguments = ["--out", out.to_str().unwrap()];
    let run = |count: usize, more: &[&str]| {
        let files: Vec<&Path> = files[..count].iter().map(PathBuf::as_path).collect();
        let printed = review_all_quickly(&files, &[&arguments, more].concat());
        (
            printed.matches("Kept:").count(),
            printed.matches("As kosumi").count(),
        )
    };
    assert_eq!(run(2, &[]), (0, 2));
    let page = out.join("plain.review.html");
    let before = fs::read(&page).unwrap();
    // As after an interruption: one page is lacking, another record is new.
    fs::remove_file(out.join("handicap.review.html")).unwrap();
    assert_eq!(run(3, &[]), (1, 2));
    assert_eq!(run(3, &[]), (3, 0));
    // Another review is another page.
    assert_eq!(run(2, &["--seed", "2"]), (0, 2));
    assert_ne!(fs::read(&page).unwrap(), before);
    assert_eq!(run(3, &[]), (1, 2));
    assert_eq!(fs::read(&page).unwrap(), before);
    let index = fs::read_to_string(out.join("reviews.html")).unwrap();
    for name in ["plain", "handicap", "setup"] {
        assert!(
            index.contains(&format!("<a href=\"{name}.review.html\">")),
            "{index}"
        );
    }
}
