//! All crates that are used, also for tests, have licenses that `deny.toml` allows.

use serde_json::Value;
use std::env;
use std::path::Path;
use std::process::Command;

/// What Cargo prints when it is run with some arguments in the folder of the crate.
fn cargo(args: &[&str]) -> String {
    let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    let output = command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(args)
        .output();
    let output = output.unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    String::from_utf8(output.stdout).unwrap()
}

/// The parts of an expression between the words that stand outside of all parentheses.
fn split<'a>(expression: &'a str, word: &str) -> Vec<&'a str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, letter) in expression.char_indices() {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        if depth == 0 && at >= start && expression[at..].starts_with(word) {
            parts.push(&expression[start..at]);
            start = at + word.len();
        }
    }
    parts.push(&expression[start..]);
    parts
}

/// Returns true if an expression in the words of SPDX can be met with the licenses allowed.
fn is_met(expression: &str, allowed: &[&str]) -> bool {
    let expression = expression.trim();
    // Old crates write a choice as a slash.
    for word in [" OR ", "/"] {
        let choices = split(expression, word);
        if choices.len() > 1 {
            return choices.iter().any(|choice| is_met(choice, allowed));
        }
    }
    let parts = split(expression, " AND ");
    if parts.len() > 1 {
        return parts.iter().all(|part| is_met(part, allowed));
    }
    match expression.strip_prefix('(') {
        Some(inside) => is_met(inside.trim_end_matches(')'), allowed),
        None => allowed.contains(&expression),
    }
}

#[test]
fn crates_have_licenses_that_are_allowed() {
    let versions = cargo(&["-vV"]);
    let host = versions
        .lines()
        .find_map(|line| line.strip_prefix("host: "));
    // Crates for other systems may not be there.
    let platform = ["--filter-platform", host.unwrap()];
    let output = cargo(
        &[
            &["metadata", "--format-version=1", "--offline", "--locked"],
            &platform[..],
        ]
        .concat(),
    );
    let metadata: Value = serde_json::from_str(&output).unwrap();

    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml");
    let rules: toml::Table = std::fs::read_to_string(rules).unwrap().parse().unwrap();
    let texts = |value: &toml::Value| {
        let list = value.as_array().unwrap().iter();
        list.map(|text| text.as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let usual = texts(&rules["licenses"]["allow"]);
    let exceptions = rules["licenses"]["exceptions"].as_array().unwrap();

    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 50, "only {} crates", packages.len());
    for package in packages {
        let (name, license) = (&package["name"], package["license"].as_str());
        let own = exceptions
            .iter()
            .filter(|exception| exception["crate"].as_str() == name.as_str());
        let own: Vec<_> = own
            .flat_map(|exception| texts(&exception["allow"]))
            .collect();
        let allowed: Vec<_> = usual.iter().chain(&own).map(String::as_str).collect();
        assert!(
            license.is_some_and(|license| is_met(license, &allowed)),
            "{name}: {license:?}"
        );
    }
}

#[test]
fn expressions_of_licenses_are_understood() {
    let allowed = ["MIT", "Apache-2.0", "Zlib"];
    for expression in [
        "MIT",
        "MIT OR GPL-3.0",
        "GPL-2.0/MIT",
        "(GPL-2.0 OR MIT) AND Zlib",
        "GPL-2.0 OR (MIT AND (Zlib OR ISC))",
        "Apache-2.0 WITH LLVM-exception OR MIT",
    ] {
        assert!(is_met(expression, &allowed), "{expression}");
    }
    for expression in [
        "",
        "GPL-3.0",
        "MIT AND GPL-2.0",
        "(MIT OR Zlib) AND (GPL-2.0 OR ISC)",
        "GPL-2.0 OR (MIT AND ISC)",
        "Apache-2.0 WITH LLVM-exception",
    ] {
        assert!(!is_met(expression, &allowed), "{expression}");
    }
}
