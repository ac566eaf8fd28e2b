//! What is nested a hundred thousand deep: no stack overflows, which would end the process and whoever else it serves.

use std::fs;

use crate::engine::{self, Outcome};
use crate::files::Directory;

/// How deep.
const DEPTH: usize = 100_000;

/// Runs the program in a folder with an input.
#[track_caller]
fn run(folder: &Directory, arguments: &[&str], input: &str) -> Outcome {
    engine::run(engine::kosumi(folder.path(), arguments), input)
}

#[test]
fn commands_within_commands_are_refused_one_by_one() {
    let folder = Directory::new("deep-gtp");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    for number in 0..100 {
        write(
            &format!("{number}.gtp"),
            &format!("sg_compare_int 1 sg_exec {}.gtp\n", number + 1),
        );
    }
    let nested = |depth: usize| "sg_compare_float 1 sg_compare_int 0 ".repeat(depth);
    let open = |bracket: &str| bracket.repeat(DEPTH);
    let lines = [
        nested(2) + "captures b",
        nested(65) + "captures b",
        nested(DEPTH) + "captures b",
        "sg_exec 0.gtp".to_owned(),
        format!("kata-set-rules {}", open("[")),
        format!("kata-set-rules {}", open(r#"{"ko":"#)),
        format!("kata-set-rules {}1{}", open(r#"{"x":"#), "}".repeat(DEPTH)),
        format!("kata-set-params {}", open(r#"{"lag":"#)),
        format!("kata-set-params {}", open("[")),
        format!("kata-set-rule ko {}", open("[")),
        format!("kata-analyze {}", open("allow b A1 1 ")),
        format!("kgs-chat game x {}", open("(")),
        format!("printsgf {}", open("\"")),
    ];
    let input = lines.join("\nname\n") + "\nname\n";
    let outcome = run(&folder, &["gtp", "--model", "none"], &input);
    let responses = outcome.responses().unwrap();
    assert_eq!(responses.len(), 2 * lines.len());
    for (pair, line) in responses.chunks(2).zip(&lines) {
        assert_eq!(pair[1].block, "= kosumi", "{}", &line[..40]);
    }
    // The answer of a comparison is less than 1 here, which is what the next one reads.
    assert_eq!(responses[0].block, "= -1");
    for refused in [2, 4, 6] {
        assert_eq!(
            responses[refused].block,
            "? too many commands execute each other"
        );
    }
}

#[test]
fn deep_records_are_read_written_and_dropped() {
    let folder = Directory::new("deep-sgf");
    let deep = format!(
        "(;SZ[9]{}{}",
        "(;B[aa](;W[])".repeat(DEPTH),
        ")".repeat(DEPTH + 1)
    );
    let main_line = format!(
        "(;SZ[9]KM[7]RU[Chinese]{}{}",
        "(;B[](;W[]".repeat(DEPTH / 2),
        ")".repeat(DEPTH + 1)
    );
    let unfinished = "(;".repeat(DEPTH);
    for (name, text) in [
        ("deep.sgf", &deep),
        ("main.sgf", &main_line),
        ("open.sgf", &unfinished),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
        let input = format!("loadsgf {name}\nsavesgf saved.sgf\nprintsgf\nshowboard\n");
        let outcome = run(&folder, &["gtp", "--model", "none"], &input);
        assert_eq!(outcome.responses().unwrap().len(), 4, "{name}");
        run(&folder, &["score", name], "");
        run(&folder, &["play", name, "--model", "none"], "\u{4}");
        let train = ["train", "patterns", name, "--out", "weights.bin"];
        run(&folder, &train, "");
    }
    // A review annotates the record itself, with every variation of it.
    let short = format!(
        "(;SZ[5];B[cc]{}{})",
        "(;W[aa]".repeat(DEPTH),
        ")".repeat(DEPTH)
    );
    let sideways = format!(
        "(;SZ[5];B[cc](;W[bb])(;W[aa]{}{}))",
        "(;B[]".repeat(DEPTH),
        ")".repeat(DEPTH)
    );
    for (name, text) in [("short.sgf", &short), ("sideways.sgf", &sideways)] {
        fs::write(folder.path().join(name), text).unwrap();
        let review = [
            "review", name, "--out", "read", "--visits", "2", "--model", "none",
        ];
        run(&folder, &review, "");
    }
    let reviewed = fs::read_to_string(folder.path().join("read.sgf")).unwrap();
    assert!(reviewed.ends_with(&format!("{})\n", ")".repeat(DEPTH))) || reviewed.len() > 5 * DEPTH);
}

#[test]
fn deep_json_and_deep_files_are_refused() {
    let folder = Directory::new("deep-files");
    let open = |text: &str| text.repeat(DEPTH);
    let queries = [
        open("["),
        open(r#"{"id":"#),
        format!(r#"{{"id":"a","moves":{},"rules":"#, open("[")),
        format!(r#"{{"id":{}1{}}}"#, open("["), open("]")),
        format!(r#"{{"id":"a","rules":{}1{}}}"#, open(r#"{"a":"#), open("}")),
        format!(r#"{{"id":"a","overrideSettings":{}"#, open(r#"{"a":"#)),
        r#"{"id":"last","action":"query_version"}"#.to_owned(),
    ];
    let outcome = run(
        &folder,
        &["analysis", "--model", "none"],
        &queries.join("\n"),
    );
    let told = String::from_utf8(outcome.stdout).unwrap();
    assert_eq!(told.lines().count(), queries.len());
    assert!(told.lines().last().unwrap().contains("\"version\""));

    let files = [
        ("deep.toml", format!("playouts = {}", open("["))),
        ("inline.toml", format!("a = {}", open("{ a = "))),
        ("dotted.toml", format!("{}a = 1", open("a."))),
        ("table.toml", format!("[{}a]", open("a."))),
        ("deep.cfg", format!("rules = {}", open("["))),
        ("include.cfg", open("@include include.cfg\n")),
    ];
    for (name, text) in &files {
        fs::write(folder.path().join(name), text).unwrap();
        run(&folder, &["gtp", "--config", name], "name\n");
    }
    let patterns = [open("("), open("(a|"), open("!"), open("["), open("a{9}")];
    for pattern in &patterns {
        let text = format!("1 name\n#? [{pattern}]\n");
        fs::write(folder.path().join("deep.tst"), &text).unwrap();
        run(&folder, &["regress", "deep.tst", "--engine", "cat"], "");
    }
    let words = "'\"\\".repeat(DEPTH / 3);
    run(
        &folder,
        &["match", "--black", &words, "--white", &words, "--out", "m"],
        "",
    );
    let rules = format!("--rules={}", open("["));
    run(&folder, &["gtp", &rules], "name\n");
}
