//! The analyze menu of GoGui: every entry, on many boards, answers what GoGui can read as its type.
//!
//! The parsers below accept less than GoGui does: it skips what it does not understand, and a person sees
//! an empty picture.

use std::collections::{HashMap, HashSet};
use std::fs;

use kosumi::go::{Color, Move, Point, Size};
use kosumi::sgf;
use regex::Regex;

use crate::engine::{self, PLAYOUTS};
use crate::files::Directory;
use crate::framing::Response;

/// A function that returns true if an answer is of a type, on a board of a size.
type Parser = fn(&str, Size) -> bool;

/// The types that GoGui 1.6.0 knows and kosumi uses.
const TYPES: [(&str, Parser); 13] = [
    ("none", |text, _| text.is_empty()),
    ("string", |text, _| !text.is_empty() && !text.contains('\n')),
    ("hstring", |text, _| !text.is_empty()),
    ("plist", |text, size| {
        text.split_whitespace().all(|word| is_point(word, size))
    }),
    ("pspairs", is_pairs),
    ("sboard", |text, size| {
        is_board(text, size, |cell| {
            cell == "\"\"" || cell.parse::<u32>().is_ok()
        })
    }),
    ("dboard", |text, size| is_board(text, size, is_balance)),
    ("cboard", |text, size| {
        is_board(text, size, |cell| cell == "\"\"" || is_color(cell))
    }),
    ("bwboard", |text, size| {
        is_board(text, size, |cell| ["b", "w", "."].contains(&cell))
    }),
    ("var", is_line),
    ("varp", is_finding),
    ("varpo", is_finding),
    ("gfx", is_drawing),
];

fn is_point(word: &str, size: Size) -> bool {
    word.parse().is_ok_and(|point: Point| size.contains(point))
}

fn is_vertex(word: &str, size: Size) -> bool {
    word == "pass" || is_point(word, size)
}

/// A number that black and white squares of some size can show.
fn is_balance(word: &str) -> bool {
    word.parse()
        .is_ok_and(|value: f64| (-1.0..=1.0).contains(&value))
}

fn is_color(word: &str) -> bool {
    let named = [
        "black", "blue", "cyan", "green", "gray", "magenta", "pink", "red", "white", "yellow",
    ];
    named.contains(&word)
}

/// Points and texts in turn.
fn is_pairs(text: &str, size: Size) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words
        .chunks(2)
        .all(|pair| pair.len() == 2 && is_point(pair[0], size))
}

/// A row a line from the top, one cell for each point.
fn is_board(text: &str, size: Size, is_cell: impl Fn(&str) -> bool) -> bool {
    let rows: Vec<Vec<&str>> = text
        .lines()
        .map(|row| row.split_whitespace().collect())
        .collect();
    rows.len() == usize::from(size.height())
        && rows
            .iter()
            .all(|row| row.len() == usize::from(size.width()))
        && rows.iter().flatten().all(|cell| is_cell(cell))
}

/// Moves behind their colors, which alternate.
fn is_line(text: &str, size: Size) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let colors: Vec<&str> = words.iter().step_by(2).copied().collect();
    words
        .chunks(2)
        .all(|pair| pair.len() == 2 && ["b", "w"].contains(&pair[0]) && is_vertex(pair[1], size))
        && colors.windows(2).all(|pair| pair[0] != pair[1])
}

/// A number that GoGui skips, and the move if it is not 0.
fn is_finding(text: &str, size: Size) -> bool {
    match text.split_once(' ') {
        None => text == "0",
        Some((code, vertex)) => ["1", "2", "3"].contains(&code) && is_vertex(vertex, size),
    }
}

/// Lines of drawing commands; nothing is drawn twice in one way, and no line draws nothing.
fn is_drawing(text: &str, size: Size) -> bool {
    let points =
        |words: &[&str]| !words.is_empty() && words.iter().all(|word| is_point(word, size));
    let labels = |words: &[&str], is_label: fn(&str) -> bool| {
        let is_pair =
            |pair: &[&str]| pair.len() == 2 && is_point(pair[0], size) && is_label(pair[1]);
        !words.is_empty() && words.chunks(2).all(is_pair)
    };
    let mut seen = HashSet::new();
    !text.is_empty()
        && text.lines().all(|line| {
            let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
            let words: Vec<&str> = rest.split_whitespace().collect();
            let key = if command == "COLOR" {
                rest.split(' ').next()
            } else {
                None
            };
            (command == "TEXT" || seen.insert((command, key)))
                && match command {
                    "BLACK" | "WHITE" | "CIRCLE" | "SQUARE" | "TRIANGLE" | "MARK" => points(&words),
                    "COLOR" => is_color(words[0]) && points(&words[1..]),
                    "LABEL" => labels(&words, |label| label.len() <= 6),
                    "INFLUENCE" => labels(&words, is_balance),
                    "TEXT" => !rest.trim().is_empty(),
                    _ => false,
                }
        })
}

/// The rows of a dialog, and nothing else.
fn is_dialog(text: &str) -> bool {
    let row = Regex::new(r"\A(\[bool\] \S+ [01]|\[list(/[^/\]]+)+\] \S+ \S+|\[string\] \S+ \S*)\z")
        .unwrap();
    text.lines().all(|line| row.is_match(line.trim_end())) && !text.is_empty()
}

/// Boards, and a stone on each, or a point where there is none.
const POSITIONS: [(&str, &str); 12] = [
    ("boardsize 9", "E5"),
    ("boardsize 19", "Q16"),
    ("boardsize 25", "Z25"),
    ("boardsize 1 1", "A1"),
    ("boardsize 2", "B2"),
    ("boardsize 1 5", "A3"),
    ("boardsize 5 3\nplay b C2\nplay w D2\nplay b pass", "C2"),
    (
        "boardsize 13 7\ngogui-play_sequence b D4 w K4 b G4 w G5 b A1",
        "G4",
    ),
    // A chain in a ladder, one that is alive for good, and one that is dead.
    (
        "boardsize 9\nset_position b E5 w D5 w E6 w D4 b H1 b H2 b G2 b F2 b G3 w G1 b H9",
        "E5",
    ),
    // A ko that may not be retaken.
    (
        "boardsize 7\nset_position b B3 b A4 b B5 w C3 w D4 w C5 w B4\nplay b C4",
        "C4",
    ),
    // Over.
    ("boardsize 9\ngogui-play_sequence b E5 w pass b pass", "E5"),
    // Everything belongs to Black.
    (
        "boardsize 4\nset_position b A2 b B2 b C2 b D2 b B1 b B3 b B4 b C3\nkata-set-rules japanese",
        "B2",
    ),
];

/// What a command may refuse a point for.
const REFUSALS: [&str; 3] = [
    "vertex must not be empty",
    "vertex must not be occupied",
    "string must have exactly 2 liberties",
];

/// The menu: type, label and command of each line.
fn menu(lines: &str) -> Vec<[&str; 3]> {
    let entry = |line| {
        let fields: Vec<&str> = str::split(line, '/').collect();
        let three = <[&str; 3]>::try_from(fields);
        three.unwrap_or_else(|_| panic!("not three fields: {line}"))
    };
    lines.lines().map(entry).collect()
}

fn responses(dir: &Directory, commands: &str) -> Vec<Response> {
    engine::batch(dir.path(), PLAYOUTS, commands.into())
        .unwrap()
        .responses()
        .unwrap()
}

#[test]
fn every_entry_is_a_known_command_of_a_known_type() {
    let dir = Directory::new("menu");
    let all = responses(&dir, "list_commands\ngogui-analyze_commands\n");
    let commands: HashSet<&str> = all[0].text().lines().collect();
    let menu = menu(all[1].text());
    let mut labels = HashSet::new();
    for [kind, label, command] in &menu {
        let is_known = *kind == "param" || TYPES.iter().any(|(name, _)| name == kind);
        assert!(is_known, "{kind}");
        assert!(labels.insert(label), "a second {label}");
        let name = command.split(' ').next().unwrap();
        assert!(commands.contains(name), "{command}");
    }
    // GoGui never sends from its menu what would change the game behind its back.
    let changes = [
        "play",
        "genmove",
        "undo",
        "gg-undo",
        "clear_board",
        "boardsize",
        "loadsgf",
    ];
    for [_, _, command] in &menu {
        assert!(!changes.contains(command), "{command}");
    }
}

#[test]
fn every_entry_answers_as_its_type_on_every_board() {
    let dir = Directory::new("analyze");
    let all = responses(&dir, "gogui-analyze_commands\n");
    let menu = menu(all[0].text());
    let mut successes: HashMap<&str, usize> = HashMap::new();
    for (position, point) in POSITIONS {
        let entries = menu.iter().map(|[_, _, command]| {
            command
                .replace("%c", "b")
                .replace("%p", point)
                .replace("%w", "\"a tree.sgf\"")
        });
        let entries: Vec<String> = entries.collect();
        let begin =
            format!("kosumi-param reg_visits 300\nkosumi-param dead_playouts 20\n{position}\n");
        let end = "query_boardsize\nprintsgf\n";
        let lines = format!("{begin}printsgf\n{}\n{end}", entries.join("\n"));
        let all = responses(&dir, &lines);
        let (before, answers) = all.split_at(begin.lines().count() + 1);
        assert!(
            before.iter().all(|answer| !answer.is_failure()),
            "{before:?}"
        );
        let (answers, after) = answers.split_at(entries.len());
        let size = size_of(after[0].text());
        for (([kind, label, _], entry), answer) in menu.iter().zip(&entries).zip(answers) {
            if answer.is_failure() {
                assert!(
                    REFUSALS.contains(&answer.text()),
                    "{entry}: {}",
                    answer.block
                );
                continue;
            }
            *successes.entry(label).or_default() += 1;
            let parses = match TYPES.iter().find(|(name, _)| name == kind) {
                Some((_, parse)) => parse(answer.text(), size),
                None => is_dialog(answer.text()),
            };
            assert!(
                parses,
                "{position}\n{entry} is no {kind}:\n{}",
                answer.block
            );
        }
        assert_eq!(before.last().unwrap(), &after[1], "the game has changed");
    }
    for [_, label, command] in menu {
        let wanted = if command.contains("%p") {
            1
        } else {
            POSITIONS.len()
        };
        let successes = successes.get(label).copied().unwrap_or(0);
        assert!(successes >= wanted, "{label} works {successes} times");
    }
}

fn size_of(text: &str) -> Size {
    let sides: Vec<u64> = text.split(' ').map(|side| side.parse().unwrap()).collect();
    Size::new(sides[0], *sides.last().unwrap()).unwrap()
}

#[test]
fn the_parsers_refuse_what_gogui_cannot_read() {
    let size = Size::new(3, 2).unwrap();
    assert!(is_board("0.5 -1 1\n0 0 0", size, is_balance));
    for text in [
        "0 0 0",
        "0 0\n0 0",
        "0 0 0\n0 0 0\n0 0 0",
        "0 0 2\n0 0 0",
        "0 0 x\n0 0 0",
        "",
    ] {
        assert!(!is_board(text, size, is_balance), "{text}");
    }
    assert!(is_line("b A1 w pass b C2", size) && is_line("", size));
    for text in ["A1", "b A1 b B1", "b A1 w", "b D1", "b resign"] {
        assert!(!is_line(text, size), "{text}");
    }
    assert!(is_pairs("A1 3.5 B2 x", size) && !is_pairs("A1 3.5 B2", size));
    assert!(is_finding("0", size) && is_finding("2 pass", size) && !is_finding("1", size));
    assert!(is_drawing(
        "COLOR red A1\nCOLOR blue B1\nLABEL A1 7 B2 8\nTEXT x",
        size
    ));
    for text in [
        "LABEL",
        "LABEL A1",
        "MARK",
        "MARK D1",
        "COLOR red",
        "COLOR mauve A1",
        "INFLUENCE A1 2",
        "DRAW A1",
        "",
    ] {
        assert!(!is_drawing(text, size), "{text}");
    }
    assert!(is_dialog("[bool] x 1\n[list/a/b] y a\n[string] z 0.5"));
    assert!(!is_dialog("[bool] x true") && !is_dialog(""));
}

const GAME: &str = "boardsize 9\nkosumi-param reg_visits 2000\nplay b E5\nplay w C3\n";

#[test]
fn a_saved_tree_begins_with_the_game_and_the_best_line() {
    let dir = Directory::new("tree");
    let all = responses(
        &dir,
        &format!(
            "{GAME}kosumi-variation\nkosumi-savetree tree.sgf\nkosumi-visits\nkosumi-savetree no/such/x.sgf\n"
        ),
    );
    assert_eq!(all[7].block, "? cannot open file");
    let words: Vec<&str> = all[4].text().split(' ').collect();
    let line: Vec<(Color, Move)> = words
        .chunks(2)
        .map(|pair| (pair[0].parse().unwrap(), pair[1].parse().unwrap()))
        .collect();
    let text = fs::read_to_string(dir.path().join("tree.sgf")).unwrap();
    let record = sgf::read(text.as_bytes()).unwrap().remove(0);
    let moves: Vec<(Color, Move)> = record.moves().skip(2).collect();
    assert!(
        moves.len() >= 2 && line.starts_with(&moves),
        "{line:?}\n{text}"
    );
    // The first reply and the board of visits agree on the most visited move.
    let most = all[6]
        .text()
        .split_whitespace()
        .filter_map(|cell| cell.parse::<u32>().ok())
        .max();
    assert!(
        record.nodes[2]
            .comment
            .starts_with(&format!("{} visits, wins ", most.unwrap()))
    );
    assert!(text.matches("(;").count() > 20, "{text}");
}

#[test]
fn pictures_agree_with_each_other() {
    let dir = Directory::new("agree");
    let all = responses(
        &dir,
        &format!(
            "{GAME}kosumi-variation\nkosumi-best_moves\nkosumi-win_rates\nkosumi-tree_root\ntop_moves\nkosumi-value\n"
        ),
    );
    let best = all[4].text().split(' ').nth(1).unwrap();
    assert!(
        all[5].text().contains(&format!("LABEL {best} 1 ")),
        "{}",
        all[5].block
    );
    assert!(
        all[7].text().contains(&format!("\nTEXT {best}: ")),
        "{}",
        all[7].block
    );
    assert!(
        all[8].text().starts_with(&format!("{best} ")),
        "{}",
        all[8].block
    );
    let rate = Regex::new(&format!("LABEL (?:.* )?{best} (\\d+)")).unwrap();
    let rate: f64 = rate.captures(all[6].text()).unwrap()[1].parse().unwrap();
    let value: f64 = all[9].text().parse().unwrap();
    assert!((rate / 100.0 - value).abs() < 0.15, "{rate} {value}");
}

#[test]
fn reading_is_drawn_where_it_is_sure() {
    let dir = Directory::new("reading");
    let all = responses(
        &dir,
        "boardsize 5 4\nset_position b A1 b A2 b B2 b C2 b C1 w D4 w E4\nkosumi-unconditional_life\n\
         boardsize 9\nset_position b E5 w D5 w E6 w D4 w F5\nplay b A9\nkosumi-ladders\nkosumi-playout_moves\n\
         kosumi-influence\nkosumi-board\n",
    );
    // One eye of two points does not live; two eyes would.
    assert_eq!(all[2].text(), ". . . . .\n. . . . .\n. . . . .\n. . . . .");
    assert!(
        all[6].text().starts_with("TRIANGLE E5") || all[6].text().starts_with("MARK E5"),
        "{}",
        all[6].block
    );
    assert!(
        all[7].text().contains("E4"),
        "the capture: {}",
        all[7].block
    );
    assert!(all[8].text().contains('-'), "{}", all[8].block);
    assert!(
        all[9].text().contains("\nbarred by the ko rule: none"),
        "{}",
        all[9].block
    );
    let two_eyes = "boardsize 5 4\nset_position b A2 b B1 b B2 b C2 b D2 b D1 b E2 w A4\nkosumi-unconditional_life\n";
    let all = responses(&dir, two_eyes);
    let last = all[2].text().lines().last().unwrap();
    assert_eq!(last, "b b b b b", "{}", all[2].block);
    let ko = format!("{}\nkosumi-board\n", POSITIONS[9].0);
    let all = responses(&dir, &ko);
    assert!(
        all[3].text().contains("barred by the ko rule: B4"),
        "{}",
        all[3].block
    );
}

#[test]
fn the_tree_as_text_has_the_best_line_and_can_be_entered() {
    let dir = Directory::new("text-tree");
    let all = responses(
        &dir,
        &format!("{GAME}kosumi-variation\nkosumi-tree\nkosumi-tree A1 A2 A3 A4\nkosumi-tree Z1\n"),
    );
    let best: Vec<&str> = all[4].text().split(' ').skip(1).step_by(2).collect();
    let tree: Vec<&str> = all[5].text().lines().collect();
    for (depth, (row, vertex)) in tree.iter().zip(&best).enumerate().take(3) {
        let indented = format!("{}{vertex} ", " ".repeat(2 * depth));
        assert!(row.starts_with(&indented), "{row} is not {vertex}");
    }
    assert_eq!(all[6].text(), "");
    assert!(all[7].is_failure());
    // Entered at the best move, it is what was below that move.
    let entered = responses(&dir, &format!("{GAME}kosumi-tree {}\n", best[0]));
    let below: Vec<&str> = tree[1..]
        .iter()
        .map_while(|row| row.strip_prefix("  "))
        .collect();
    assert_eq!(entered[4].text().lines().collect::<Vec<_>>(), below);
}

#[test]
fn the_tree_in_the_form_of_katago_begins_with_the_board() {
    let dir = Directory::new("debug-moves");
    let input =
        format!("{GAME}kosumi-variation\ndebug_moves\ndebug_moves Z1\nkata-debug-print-tc\n");
    let all = responses(&dir, &input);
    let best = all[4].text().split(' ').nth(1).unwrap();
    let lines: Vec<&str> = all[5].text().lines().collect();
    assert!(
        lines[0].starts_with("MoveNum: ") && lines[0].contains(" HASH: "),
        "{lines:?}"
    );
    let root = lines
        .iter()
        .position(|line| line.starts_with(": T "))
        .unwrap();
    assert!(
        lines[root].contains("c W ") && lines[root].contains(&format!("--  {best}")),
        "{lines:?}"
    );
    assert!(lines[root + 1].starts_with("---") && lines[root + 1].ends_with("(^)---"));
    for line in &lines[root + 2..] {
        let words = [
            " : T ", "c W ", "c S ", " L ", "LCB ", "c P ", "% WF ", " PSV ", " N ", "  --  ",
        ];
        assert!(words.iter().all(|word| line.contains(word)), "{line}");
    }
    assert!(lines.len() > root + 2 && lines[root + 2].starts_with(best));
    assert!(all[6].is_failure() && all[6].text() == "Invalid move sequence");
    for (line, color) in all[7].text().lines().zip(["Black", "White"]) {
        assert!(
            line.starts_with(&format!("{color} originalMainTime ")),
            "{line}"
        );
        assert!(
            line.contains(" mainTimeLeft ") && line.contains(" minRecMax "),
            "{line}"
        );
    }
}
