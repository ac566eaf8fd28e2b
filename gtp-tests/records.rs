//! Records as the world writes them, in every program that reads some: `score`, `review`, `play` and GTP say the same of them.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Output, Stdio};

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, KOI8_R, SHIFT_JIS, UTF_8, WINDOWS_1251, WINDOWS_1252,
};

/// A folder in the system's temporary directory that is removed at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("kosumi-records-{}-{name}", process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn run(folder: &Folder, arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kosumi"));
    command.args(arguments).current_dir(&folder.0);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// What a run prints and says, which must succeed.
fn said(folder: &Folder, arguments: &[&str], input: &str) -> (String, String) {
    let output = run(folder, arguments, input);
    let texts =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned());
    assert!(output.status.success(), "{arguments:?}: {texts:?}");
    let [printed, warned] = texts;
    (printed, warned)
}

/// Commands that load files one after the other and tell where White is.
fn loading(names: &[String]) -> String {
    let lines = names
        .iter()
        .map(|name| ["loadsgf ", name, "\nlist_stones w\n"].concat());
    lines.collect()
}

const SCORE: [&str; 5] = ["score", "--model", "none", "--dead-playouts", "2"];
const REVIEW: [&str; 5] = ["review", "--model", "none", "--visits", "1"];
const GTP: [&str; 7] = ["gtp", "--model", "none", "--visits", "1", "--threads", "1"];
const PLAY: [&str; 7] = ["play", "--model", "none", "--visits", "1", "--as", "both"];

/// Names of players by the encodings that records have them in, and events beside them.
const NAMES: &[(&[&Encoding], [&str; 3])] = &[
    (
        &[UTF_8, GB18030],
        ["柯洁", "时越", "第3届中国围棋甲级联赛 九段"],
    ),
    (&[BIG5], ["許功蓋", "周俊勳", "第3屆海峰盃 九段"]),
    (
        &[SHIFT_JIS, EUC_JP],
        ["表能太郎", "井山裕太", "第37期棋聖戦 九段"],
    ),
    (&[EUC_KR], ["이세돌", "박정환", "제3회 삼성화재배 9단"]),
    (
        &[WINDOWS_1251, KOI8_R],
        ["Шикшин", "Суржин", "Чемпионат России"],
    ),
    (&[WINDOWS_1252], ["Müller", "Gómez", "Championnat d'été"]),
];

/// What records say of their encoding: nothing, something, or nonsense.
const LABELS: [&str; 5] = [
    "",
    "CA[UTF-8]",
    "CA[gb2312]",
    "CA[Shift_JIS]",
    "CA[x-nonsense]",
];

/// Records in all encodings with and without labels, right and wrong ones: their text and their bytes.
fn encoded() -> impl Iterator<Item = ([&'static str; 3], Vec<u8>)> {
    NAMES.iter().flat_map(|(encodings, words)| {
        encodings.iter().flat_map(move |encoding| {
            let right = format!("CA[{}]", encoding.name());
            let labels = LABELS.map(str::to_owned).into_iter().chain([right]);
            labels.map(move |label| {
                let [black, white, event] = words;
                let text = format!("(;GM[1]SZ[5]{label}KM[5.5]RU[Japanese]\nPB[{black}]\nPW[{white}]EV[{event}]RE[B+R];B[cc];W[dd])");
                let (bytes, _, misses) = encoding.encode(&text);
                assert!(!misses);
                (*words, bytes.into_owned())
            })
        })
    })
}

#[test]
fn names_are_right_in_every_encoding_and_program() {
    let folder = Folder::new("encodings");
    let records: Vec<_> = encoded().collect();
    assert!(records.len() > 50);
    let names: Vec<String> = (0..records.len())
        .map(|number| format!("{number}.sgf"))
        .collect();
    for (name, (_, bytes)) in names.iter().zip(&records) {
        folder.write(name, bytes);
    }
    let lines = loading(&names);
    let (answers, _) = said(&folder, &GTP, &lines);
    assert_eq!(
        answers.matches("= D2\n").count(),
        records.len(),
        "{answers}"
    );
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    said(&folder, &[&REVIEW[..], &files].concat(), "");
    for (name, ([black, white, event], _)) in names.iter().zip(&records) {
        let review = name.replace(".sgf", ".review.sgf");
        let text = fs::read_to_string(folder.0.join(review)).unwrap();
        for part in [
            format!("PB[{black}]"),
            format!("PW[{white}]"),
            format!("EV[{event}]"),
        ] {
            assert!(text.contains(&part), "{name}: {part} in {text}");
        }
    }
    for number in (0..records.len()).step_by(7) {
        let ([black, white, _], _) = &records[number];
        let name = &names[number];
        said(
            &folder,
            &[&SCORE[..], &[name, "--html", "page.html"]].concat(),
            "",
        );
        let page = fs::read_to_string(folder.0.join("page.html")).unwrap();
        assert!(page.contains(&format!("{black} – {white}")), "{name}");
        let (table, _) = said(&folder, &[&PLAY[..], &[name]].concat(), "board\n");
        assert!(
            table.contains("on 5x5, japanese rules, komi 5.5"),
            "{table}"
        );
    }
}

#[test]
fn what_is_odd_is_told_by_every_program() {
    let folder = Folder::new("odd");
    for (number, (text, told, stones)) in [
        ("(;SZ[5];B[cc];W[zz];B[dd])", "move 2 is 'zz'", "= C3\n"),
        ("(;SZ[5];B[cc];W[pass];B[dd])", "move 2 is 'pass'", "= C3\n"),
        ("(;SZ[5]\n---\n;B[cc];W[bb])", "'---' in line 2", "= C3\n"),
        ("(;SZ[5]KM[much];B[cc];W[bb])", "'much'", "= C3\n"),
        ("(;SZ[5]RU[martian];B[cc];W[bb])", "'martian'", "= C3\n"),
        ("(;SZ[5]RE[perhaps];B[cc];W[bb])", "'perhaps'", "= C3\n"),
        ("(;SZ[5]AB[zz][cc];W[bb])", "AB[zz]", "= C3\n"),
    ]
    .into_iter()
    .enumerate()
    {
        let name = &*format!("{number}.sgf");
        folder.write(name, text);
        let (_, score) = said(&folder, &[&SCORE[..], &[name]].concat(), "");
        let (_, review) = said(&folder, &[&REVIEW[..], &[name]].concat(), "");
        let lines = format!("loadsgf {name}\nlist_stones b\n");
        let (answers, gtp) = said(&folder, &GTP, &lines);
        let (play, _) = said(&folder, &[&PLAY[..], &[name]].concat(), "board\n");
        for (program, text) in [
            ("score", score),
            ("review", review),
            ("gtp", gtp),
            ("play", play),
        ] {
            assert!(text.contains(told), "{program}: {text}");
        }
        assert!(answers.contains(stones), "{answers}");
    }
}

#[test]
fn a_record_without_an_end_is_read_with_a_warning() {
    let folder = Folder::new("cut");
    for text in [
        "(;SZ[5];B[cc];W[bb]",
        "(;SZ[5];B[cc];W[bb];B[d",
        "(;SZ[5];B[cc](;W[bb]",
    ] {
        folder.write("cut.sgf", text);
        let (_, score) = said(&folder, &[&SCORE[..], &["cut.sgf"]].concat(), "");
        let (_, review) = said(&folder, &[&REVIEW[..], &["cut.sgf"]].concat(), "");
        let (play, _) = said(&folder, &[&PLAY[..], &["cut.sgf"]].concat(), "board\n");
        let lenient = [&GTP[..], &["--param", "play_legality=lenient"]].concat();
        let (answers, gtp) = said(&folder, &lenient, "loadsgf cut.sgf\nlist_stones w\n");
        assert!(answers.contains("= B4"), "{answers}");
        for text in [score, review, play, gtp] {
            assert!(text.contains("ends inside the game"), "{text}");
        }
    }
}

#[test]
fn what_other_programs_open_is_opened() {
    let folder = Folder::new("others");
    let crlf = "(\r\nTE[x]\r\nRD[2025-06-12]\r\nKO[5目半]\r\nSZ[5]\r\n;B[cc];W[dd])";
    let mut utf16 = vec![0xff, 0xfe];
    utf16.extend(
        "(;SZ[5]PB[碁];B[cc];W[dd])"
            .encode_utf16()
            .flat_map(u16::to_le_bytes),
    );
    let texts: [&[u8]; 14] = [
        crlf.as_bytes(),
        &utf16,
        "\u{feff}(;SZ[5];B[cc];W[dd])".as_bytes(),
        b"From: a (b)\nSubject: [x]\n\n(;SZ[5];B[cc];W[dd])\n-- \nbye (:",
        b"(;gm[1]sz[5]km[5.5];b[cc];w[dd])",
        b"(;GaMe[1]SiZe[5];Black[cc];White[dd])",
        b"(;Game[1]Size[5]BlackName[x];Black[cc];White[dd])",
        b"(;SZ[5:5];B[cc];W[dd])",
        b"(;SZ[5x5];B[cc];W[dd])",
        b";SZ[5];B[cc];W[dd])",
        b"(;SZ[5]SZ[9]KM[5.5]KM[6.5];B[cc];W[dd])",
        b"(;SZ[5];B[cc];W[dd])(;SZ[9])",
        b"(;SZ[5](B[cc](;W[dd])))",
        b"(;SZ[5]KM[]HA[]RU[]RE[?]DT[];B[cc];;W[dd])",
    ];
    let names: Vec<String> = (0..texts.len())
        .map(|number| format!("{number}.sgf"))
        .collect();
    for (name, text) in names.iter().zip(texts) {
        folder.write(name, text);
    }
    let (answers, _) = said(&folder, &GTP, &loading(&names));
    assert_eq!(answers.matches("= D2\n").count(), texts.len(), "{answers}");
}

#[test]
fn facts_are_understood_as_they_are_meant() {
    let folder = Folder::new("facts");
    let count = |text: &str| {
        let path = folder.write("game.sgf", text);
        said(
            &folder,
            &[&SCORE[..], &[path.to_str().unwrap()]].concat(),
            "",
        )
        .0
    };
    let value = |text: &str, row: &str| {
        let line = text.lines().find(|line| line.starts_with(row));
        line.map(|line| {
            line[row.len()..]
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        })
    };
    let body = ";B[cc];W[dd];B[];W[])";
    for (komi, points) in [
        ("50", "0.5"),
        ("375", "7.5"),
        ("650", "6.5"),
        ("黒6目半", "6.5"),
        ("6,5", "6.5"),
        ("3.75", "7.5"),
    ] {
        let text = count(&format!("(;SZ[5]RU[Japanese]KM[{komi}]{body}"));
        assert!(
            value(&text, "komi").is_some_and(|row| row.ends_with(points)),
            "{komi}: {text}"
        );
    }
    for (result, told) in [
        ("B+1.75", "B+1.75"),
        ("B+1 3/4", "B+1.75"),
        ("B+3 1/2", "B+3.5"),
        ("白番中押し勝ち", "W+R"),
        ("黑胜2又3/4子", "B+5.5"),
    ] {
        let text = count(&format!("(;SZ[5]RU[Japanese]KM[5.5]RE[{result}]{body}"));
        assert_eq!(
            value(&text, "recorded").as_deref(),
            Some(told),
            "{result}: {text}"
        );
    }
    for (setup, points) in [
        ("HA[7]AB[aa][ba][ca][da][ea][ab][bb]AW[ee]PL[W]", Some("7")),
        ("HA[0]AB[aa][ba]", None),
        ("AB[aa][ba][ca][da][ea]PL[B]", None),
        ("AB[aa][ba]PL[W]", Some("2")),
    ] {
        let first = if setup.ends_with("PL[B]") {
            "B[dd]"
        } else {
            "W[dd]"
        };
        let text = count(&format!(
            "(;SZ[5]RU[Chinese]KM[7.5]{setup};{first};B[];W[])"
        ));
        let row = value(&text, "handicap compensation");
        assert_eq!(
            row.as_deref().and_then(|row| row.split(' ').next_back()),
            points,
            "{setup}: {text}"
        );
    }
}

#[test]
fn a_count_says_that_the_game_was_not_over_and_whose_result_is_recorded() {
    let folder = Folder::new("notes");
    let score = |text: &str, more: &[&str]| {
        folder.write("game.sgf", text);
        said(&folder, &[&SCORE[..], &["game.sgf"], more].concat(), "")
    };
    let (printed, warned) = score("(;SZ[5]RU[aga];B[cc];W[dd])", &["--html", "page.html"]);
    assert!(printed.contains("the game is not over") && warned.contains("the game is not over"));
    let page = fs::read_to_string(folder.0.join("page.html")).unwrap();
    assert!(page.contains("the game is not over"));
    for part in ["standard deviation", " wins with ", "kosumi play game.sgf"] {
        assert!(
            printed.contains(part) && page.contains(part),
            "{part}: {printed}"
        );
    }
    // All but the stones and what is sure is open, and that comes before the board.
    let (before, board) = printed.split_once(" A B C D E").unwrap();
    assert!(
        before.contains("open ") && board.contains("result"),
        "{printed}"
    );
    for over in [
        "(;SZ[5]RU[aga];B[cc];W[];B[])",
        "(;SZ[5]RU[aga]RE[B+17.5];B[cc];W[bb];B[cb];W[bc];B[dc];W[bd];B[cd];W[be];B[ce])",
    ] {
        let (printed, warned) = score(over, &[]);
        assert!(
            !printed.contains("not over") && !warned.contains("not over"),
            "{over}"
        );
    }
    // Black has all 25 points, or 23 without his stones and one for the prisoner.
    let body = "B[cc];W[aa];B[bb];W[];B[])";
    let (printed, _) = score(&format!("(;SZ[5]KM[0]RE[B+24];{body}"), &["--dead", "A5"]);
    assert!(printed.contains("these rules: japanese"), "{printed}");
    for other in ["RE[B+25]", "RE[B+24]RU[Chinese]", "RE[B+R]", "RE[B+7]"] {
        let (printed, _) = score(&format!("(;SZ[5]KM[0]{other};{body}"), &["--dead", "A5"]);
        assert!(!printed.contains("these rules"), "{other}: {printed}");
    }
}

#[test]
fn rules_and_komi_are_read_as_they_were_written() {
    let folder = Folder::new("rules");
    let rules = [
        r#"{"hasButton":true,"scoring":"AREA","suicide":false,"whiteHandicapBonus":"N"}"#,
        r#"{"ko":"SIMPLE","scoring":"TERRITORY","suicide":false,"tax":"NONE"}"#,
        r#"{"ko":"SITUATIONAL","scoring":"AREA","tax":"SEKI"}"#,
        r#"{"tax":"ALL","whiteHandicapBonus":"N-1"}"#,
        "korean",
    ];
    for (number, rules) in rules.iter().enumerate() {
        let name = format!("{number}.sgf");
        let lines = format!(
            "boardsize 5\nkata-set-rules {rules}\nkomi 50\nplay b c3\nkata-get-rules\nprintsgf {name}\n"
        );
        let (written, _) = said(&folder, &GTP, &lines);
        let load = [&GTP[..], &["--load-sgf", &name]].concat();
        let (read, warned) = said(&folder, &load, "kata-get-rules\nget_komi\n");
        let json = written.lines().find(|line| line.contains('{')).unwrap();
        assert!(
            read.contains(json) && read.contains("= 50"),
            "{rules}: {read}"
        );
        assert_eq!(warned, "");
    }
    let lines = "komi -0\nget_komi\nkomi -0.0\nget_komi\nprintsgf\n";
    let (answers, _) = said(&folder, &GTP, lines);
    assert_eq!(answers.matches("= 0.0\n").count(), 2, "{answers}");
    assert!(answers.contains("KM[0]"), "{answers}");
}

#[test]
fn reviews_are_not_reviewed_again() {
    let folder = Folder::new("reviews");
    folder.write("a.sgf", "(;SZ[5];B[cc];W[dd])");
    folder.write("b.sgf", "(;SZ[5];B[cc];W[bb])");
    let records = || {
        let entries = fs::read_dir(&folder.0).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names
            .filter(|name| Path::new(name).extension().is_some_and(|it| it == "sgf"))
            .collect();
        names.sort();
        names
    };
    for round in 0..3 {
        let names = records();
        let files: Vec<&str> = names.iter().map(String::as_str).collect();
        let (printed, warned) = said(&folder, &[&REVIEW[..], &files].concat(), "");
        assert_eq!(
            records(),
            ["a.review.sgf", "a.sgf", "b.review.sgf", "b.sgf"]
        );
        let told = warned.matches("left out").count();
        assert_eq!(told, usize::from(round > 0), "{warned}");
        assert_eq!(
            printed.matches("Kept: ").count(),
            if round > 0 { 2 } else { 0 },
            "{printed}"
        );
    }
    // Whatever it is called.
    fs::rename(folder.0.join("a.review.sgf"), folder.0.join("c.sgf")).unwrap();
    let (_, warned) = said(&folder, &[&REVIEW[..], &["b.sgf", "c.sgf"]].concat(), "");
    assert!(warned.contains("left out") && !folder.0.join("c.review.sgf").exists());
}

/// A game of checkers, a game on a huge board, and one without an end of its setup among others.
const MIXED: &str = "(;SZ[5]RU[Chinese]GN[1];B[cc];W[];B[])\n(;GM[2]SZ[8];B[aa](;W[bb]))\n(;SZ[99];B[aa])\n\
                     (;SZ[5]RU[Chinese]GN[4];B[bb];W[];B[])";

#[test]
fn a_bad_game_does_not_end_the_work_on_others() {
    let folder = Folder::new("mixed");
    folder.write("mixed.sgf", MIXED);
    folder.write("bad.sgf", "(;GM[2])");
    folder.write("good.sgf", "(;SZ[5]KM[0]RU[Chinese];B[cc];W[dd])");
    let told = |arguments: &[&str]| {
        let output = run(&folder, arguments, "");
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let is_told = |told: &str| {
        [
            "game 2: not a game of go",
            "game 3: unacceptable size '99'",
            "2 of 4 games failed",
        ]
        .iter()
        .all(|words| told.contains(words))
    };
    let (code, printed, warned) = told(&[&SCORE[..], &["mixed.sgf", "--html", "x.html"]].concat());
    assert_eq!(
        (
            code,
            printed.matches("result                 B+17.5").count()
        ),
        (Some(1), 2),
        "{printed}{warned}"
    );
    assert!(
        is_told(&warned) && folder.0.join("x.html").is_file(),
        "{warned}"
    );
    for command in [
        &["train", "patterns", "mixed.sgf", "--min-plays", "1"][..],
        &[
            "train",
            "rows",
            "mixed.sgf",
            "--model",
            "none",
            "--out",
            "rows",
        ],
    ] {
        let (code, _, warned) = told(command);
        assert_eq!(code, Some(1), "{warned}");
        assert!(is_told(&warned), "{warned}");
    }
    assert!(fs::read_dir(folder.0.join("rows")).unwrap().count() > 1);
    // The only game of a file is the work itself.
    let (code, _, warned) = told(&[&SCORE[..], &["bad.sgf"]].concat());
    assert_eq!((code, warned.lines().count()), (Some(1), 1), "{warned}");
    // A match with other openings than those that are asked for is another match.
    let programs = [
        "--black",
        "kosumi --player random",
        "--white",
        "b=kosumi --player random",
    ];
    let openings = ["--openings", "mixed.sgf", "--size", "5", "--out", "match"];
    let (code, _, warned) = told(&[&["match"][..], &programs, &openings].concat());
    assert!(
        code == Some(1) && warned.contains("2 of 4 openings failed"),
        "{warned}"
    );
}

#[test]
fn a_bad_record_does_not_end_the_review_of_others() {
    let folder = Folder::new("reviewed");
    folder.write("mixed.sgf", MIXED);
    folder.write("bad.sgf", "(;GM[2])");
    folder.write("none.sgf", "no record");
    folder.write("good.sgf", "(;SZ[5]KM[0]RU[Chinese];B[cc];W[dd])");
    let files = [
        "bad.sgf",
        "none.sgf",
        "good.sgf",
        "mixed.sgf",
        "--out",
        "all",
    ];
    for _ in 0..2 {
        let output = run(&folder, &[&REVIEW[..], &files].concat(), "");
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{told}");
        for words in [
            "bad.sgf: not a game of go",
            "none.sgf: no game in the text",
            "2 of 4 records failed",
        ] {
            assert!(told.contains(words), "{words}: {told}");
        }
    }
    for name in ["good.review.html", "mixed.review.sgf", "reviews.html"] {
        assert!(folder.0.join("all").join(name).is_file(), "{name}");
    }
    // A later game of a collection does not need the ones before it.
    let (printed, _) = said(
        &folder,
        &[&REVIEW[..], &["mixed.sgf", "--game", "4"]].concat(),
        "",
    );
    assert!(printed.contains("mixed-4.review.sgf"), "{printed}");
    let output = run(
        &folder,
        &[&REVIEW[..], &["mixed.sgf", "--game", "3"]].concat(),
        "",
    );
    assert_eq!(output.status.code(), Some(1));
    // Where all have failed there is nothing to look at.
    let output = run(
        &folder,
        &[&REVIEW[..], &["bad.sgf", "none.sgf", "--out", "no"]].concat(),
        "",
    );
    assert_eq!(output.status.code(), Some(1));
    assert!(!folder.0.join("no").join("reviews.html").exists());
}

#[test]
fn setups_without_liberties_are_opened_by_every_program() {
    let folder = Folder::new("breathless");
    // In one node, in several, and before a move; D2 is White's in each.
    for (number, text) in [
        "(;SZ[5]KM[0]RU[Chinese]AB[aa]AW[ba][ab][dd])",
        "(;SZ[5]KM[0]RU[Chinese];AB[aa];AW[ba];AW[ab];AW[dd])",
        "(;SZ[5]KM[0]RU[Chinese]AB[aa]AW[ba][ab][dd];B[cc];W[cd])",
    ]
    .iter()
    .enumerate()
    {
        let name = format!("{number}.sgf");
        folder.write(&name, text);
        let lines = format!("loadsgf {name}\nlist_stones b\nlist_stones w\n");
        let (answers, warned) = said(&folder, &GTP, &lines);
        assert!(
            !answers.contains("A5") && answers.contains("D2"),
            "{answers}"
        );
        let taken = "the chain at A5 without a liberty: it is taken off the board";
        assert!(warned.contains(taken), "{warned}");
        for command in [
            &SCORE[..],
            &REVIEW,
            &[&PLAY[..], &["--rules", "chinese"]].concat(),
        ] {
            let (printed, warned) = said(&folder, &[command, &[&name]].concat(), "");
            assert!(
                format!("{printed}{warned}").contains(taken),
                "{command:?}: {printed}{warned}"
            );
        }
    }
    // What makes room in the next node keeps the stones.
    folder.write("room.sgf", "(;SZ[5];AB[aa]AW[ba][ab];AE[ab])");
    let (answers, warned) = said(&folder, &GTP, "loadsgf room.sgf\nlist_stones b\n");
    assert!(
        answers.contains("= A5\n") && warned.is_empty(),
        "{answers}{warned}"
    );
}

#[test]
fn chinese_text_in_seven_bits_is_read() {
    let folder = Folder::new("hz");
    folder.write(
        "hz.sgf",
        "(;CA[HZ-GB-2312]SZ[5]PB[~{?B=`~}]PW[~{A,P&~}]RU[Chinese]RE[B+R];B[cc];W[dd])",
    );
    said(&folder, &[&REVIEW[..], &["hz.sgf"]].concat(), "");
    let text = fs::read_to_string(folder.0.join("hz.review.sgf")).unwrap();
    assert!(
        text.contains("PB[柯洁]") && text.contains("PW[连笑]"),
        "{text}"
    );
    folder.write(
        "label.sgf",
        b"(;CA[cp852]SZ[5]RU[Chinese]PB[M\xfcller]RE[B+R];B[cc])",
    );
    let (_, warned) = said(&folder, &[&SCORE[..], &["label.sgf"]].concat(), "");
    assert!(
        warned.contains("the encoding 'cp852' is not understood"),
        "{warned}"
    );
}
