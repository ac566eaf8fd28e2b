//! Workflows run what was read, with no more rights than they need, and what packages say comes from `Cargo.toml`.

use regex::Regex;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A text of the repository.
fn text(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The texts of a folder, with their names.
fn texts(folder: &str) -> Vec<(String, String)> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let names = names.map(|name| format!("{folder}/{name}"));
    names.map(|name| (name.clone(), text(&name))).collect()
}

/// What a pattern finds in its first group.
fn found(pattern: &str, text: &str) -> Vec<String> {
    let pattern = Regex::new(pattern).unwrap();
    let groups = pattern.captures_iter(text);
    groups.map(|groups| groups[1].to_owned()).collect()
}

#[test]
fn actions_are_pinned_by_commit() {
    let pinned = Regex::new(r"^[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$").unwrap();
    let mut actions = BTreeSet::new();
    for (name, workflow) in texts(".github/workflows") {
        for action in found(r"uses: (.+)", &workflow) {
            let own = action.starts_with("./");
            assert!(own || pinned.is_match(&action), "{name}: {action}");
            actions.insert(action);
        }
    }
    // Each of them once: two versions of an action would be two that had to be read.
    let names: BTreeSet<_> = actions
        .iter()
        .map(|action| action.split('@').next())
        .collect();
    assert_eq!(names.len(), actions.len(), "{actions:?}");
    assert!(names.len() > 4, "{actions:?}");
}

#[test]
fn the_job_that_may_write_runs_nothing_of_the_repository() {
    let job = Regex::new(r"(?m)^  \w+:").unwrap();
    for (name, workflow) in texts(".github/workflows") {
        let (before, publish) = match workflow.split_once("\n  publish:\n") {
            Some((before, publish)) => (before, Some(publish)),
            None => (&*workflow, None),
        };
        assert!(
            before.contains("\npermissions:\n  contents: read\n"),
            "{name}"
        );
        assert!(!before.contains(": write"), "{name}");
        assert_eq!(before.matches("permissions:").count(), 1, "{name}");
        let checkouts = before.matches("uses: actions/checkout@").count();
        let without_token = before.matches("persist-credentials: false").count();
        assert_eq!(checkouts, without_token, "{name}");
        assert_eq!(publish.is_some(), name.ends_with("/release.yml"), "{name}");
        if let Some(publish) = publish {
            assert!(!job.is_match(publish), "a job after the last");
            assert!(!publish.contains("checkout") && !publish.contains("scripts/"));
        }
    }
}

#[test]
fn releases_are_built_by_one_compiler_which_is_the_oldest() {
    let oldest = concat!(env!("CARGO_PKG_RUST_VERSION"), ".0");
    let workflow = text(".github/workflows/release.yml");
    for command in found(r"run: (rustup .+)", &workflow) {
        assert!(
            command.starts_with(&format!("rustup toolchain install {oldest} ")),
            "{command}"
        );
        assert!(
            command.ends_with(&format!("&& rustup default {oldest}")),
            "{command}"
        );
    }
}

#[test]
fn each_system_of_a_release_has_packages_and_checked_crates() {
    let of_release = found(
        r"target: ([\w-]+) \}",
        &text(".github/workflows/release.yml"),
    );
    let of_packages = found(
        r#"(?m)^    "([\w-]+)": System\("#,
        &text("scripts/packages.py"),
    );
    let checked = text("deny.toml");
    assert!(of_release.len() > 3, "{of_release:?}");
    assert_eq!(of_release, of_packages);
    for target in of_release {
        assert!(
            checked.contains(&format!("    \"{target}\",\n")),
            "{target}"
        );
    }
}

#[test]
fn texts_of_packages_take_what_changes_from_elsewhere() {
    let script = text("scripts/packages.py");
    let filled: BTreeSet<_> = found(r#"(?m)^            "(\w+)": "#, &script)
        .into_iter()
        .collect();
    let mut named = BTreeSet::new();
    for (name, template) in texts("scripts/packages") {
        assert!(
            !template.contains(env!("CARGO_PKG_VERSION")),
            "{name} has a version"
        );
        assert!(
            !template.contains(env!("CARGO_PKG_DESCRIPTION")),
            "{name} has the description"
        );
        assert!(!template.contains("github.com"), "{name} has an address");
        let file = name.rsplit('/').next().unwrap();
        assert!(
            script.contains(file) || file.starts_with("winget"),
            "{name} is not used"
        );
        named.extend(found(r"\$(\w+)", &template.replace("$$", "")));
    }
    for name in &filled {
        assert!(
            named.contains(name),
            "{name} is filled in, but nothing has it"
        );
    }
    for name in ["version", "license", "description", "repository"] {
        assert!(named.contains(name) && filled.contains(name), "{name}");
    }
}

#[test]
fn files_of_releases_are_called_by_the_version_in_the_page() {
    let named = found(
        r"kosumi[a-z0-9-]*[-_](\d+\.\d+\.\d+)",
        &text("docs/building.md"),
    );
    assert!(named.len() > 3, "{named:?}");
    for version in named {
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
    }
}
