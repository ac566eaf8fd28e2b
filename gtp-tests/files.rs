//! Tests of files: what is no record, what is no file, and what was written and is read again.
//!
//! The files are made in a directory of their own below the system's temporary one and removed afterwards.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, iter, process};

use kosumi::go::{Color, Game, Move, Rules, Strictness};
use kosumi::sgf;

use crate::engine::{self, PLAYOUTS, text_of};
use crate::framing::Response;
use crate::transcript;

/// A directory that is removed with its contents at the end of a test.
pub(crate) struct Directory(PathBuf);

impl Directory {
    /// Makes a new directory; `name` is different for each test.
    pub(crate) fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("kosumi-gtp-{}-{name}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file into it.
    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), bytes).unwrap();
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Checks that none of `names` can be loaded, that a game in progress survives it, and the engine too.
#[track_caller]
fn check_refused<'a>(dir: &Path, names: impl Iterator<Item = &'a str>) {
    let begin = "> boardsize 9\n< =\n> play b E5\n< =\n";
    let loads = text_of(names.map(|name| format!("> loadsgf {name}\n< ? cannot load file")));
    transcript::check(dir, &[begin, &loads, "> list_stones b\n< = E5\n"].concat());
}

#[test]
fn what_is_no_record_is_refused() {
    let dir = Directory::new("garbage");
    let million = 1_000_000;
    let files: Vec<(&str, Vec<u8>)> = vec![
        ("empty", Vec::new()),
        ("blank", b" \n\t\n ".to_vec()),
        ("words", b"hello, world\n".to_vec()),
        ("binary", (0..=255).cycle().take(4096).collect()),
        ("zeros", vec![0; 4096]),
        ("bracket", b"(".to_vec()),
        ("bare-node", b";B[dd]".to_vec()),
        ("open-node", b"(;".to_vec()),
        ("open-property", b"(;SZ[9];B".to_vec()),
        ("open-value", b"(;SZ[9];B[dd".to_vec()),
        ("open-escape", b"(;SZ[9]C[x\\".to_vec()),
        ("open-game", b"(;SZ[9];B[dd]".to_vec()),
        ("open-variation", b"(;SZ[9];B[dd](;W[ee]".to_vec()),
        ("size-0", b"(;SZ[0];B[aa])".to_vec()),
        ("size-26", b"(;SZ[26];B[aa])".to_vec()),
        ("size-million", b"(;SZ[1000000];B[aa])".to_vec()),
        ("size-huge", b"(;SZ[99999999999999999999];B[aa])".to_vec()),
        ("size-negative", b"(;SZ[-9];B[aa])".to_vec()),
        ("size-word", b"(;SZ[nine];B[aa])".to_vec()),
        ("another-game", b"(;GM[3]SZ[9];B[aa])".to_vec()),
        ("brackets", b"(".repeat(million)),
        ("nodes", b"(;".repeat(million)),
    ];
    for (name, bytes) in &files {
        dir.write(name, bytes);
    }
    check_refused(&dir.0, files.iter().map(|(name, _)| *name));
}

#[cfg(unix)]
#[test]
fn what_is_no_plain_file_is_refused() {
    let dir = Directory::new("special");
    fs::create_dir(dir.0.join("folder.sgf")).unwrap();
    std::os::unix::fs::symlink("cycle.sgf", dir.0.join("cycle.sgf")).unwrap();
    std::os::unix::fs::symlink("nowhere.sgf", dir.0.join("dangling.sgf")).unwrap();
    let mut names = vec![
        "folder.sgf",
        "cycle.sgf",
        "dangling.sgf",
        "/dev/zero",
        "/dev/null",
        "/etc/passwd",
    ];
    // A FIFO that nobody writes to: opening it must not wait.
    if Command::new("mkfifo")
        .arg(dir.0.join("fifo.sgf"))
        .status()
        .is_ok_and(|status| status.success())
    {
        names.push("fifo.sgf");
    }
    // Sparse, so it costs nothing here; reading it would cost the engine 65 MiB.
    File::create(dir.0.join("large.sgf"))
        .unwrap()
        .set_len(65 << 20)
        .unwrap();
    names.push("large.sgf");
    dir.write("secret.sgf", "(;SZ[9];B[dd])");
    let locked = std::os::unix::fs::PermissionsExt::from_mode(0o000);
    fs::set_permissions(dir.0.join("secret.sgf"), locked).unwrap();
    // Some users may read everything.
    if File::open(dir.0.join("secret.sgf")).is_err() {
        names.push("secret.sgf");
    }
    check_refused(&dir.0, names.into_iter());
}

#[test]
fn a_faulty_record_is_loaded_or_refused_but_never_half() {
    let dir = Directory::new("faulty");
    let deep = format!(
        "(;SZ[9]{}{}",
        "(;B[aa]".repeat(100_000),
        ")".repeat(100_001)
    );
    let long = format!("(;SZ[9]C[{}];B[ee])", "text ".repeat(500_000));
    let moves: String = iter::repeat_n(";B[];W[]", 50_000).collect();
    let many = format!("(;SZ[9]{moves})");
    let files = [
        ("occupied", "(;SZ[9];B[ee];W[ee];B[cc])"),
        ("suicide", "(;SZ[9]AW[ab][ba];B[aa];W[ee])"),
        ("off-board", "(;SZ[9];B[zz];W[ee])"),
        ("half-a-point", "(;SZ[9];B[e];W[ee])"),
        ("twice", "(;SZ[9]AB[ee][ee])"),
        ("both", "(;SZ[9]AB[ee]AW[ee])"),
        ("dead", "(;SZ[9]AW[aa]AB[ab][ba])"),
        ("komi", "(;SZ[9]KM[abc];B[ee])"),
        ("handicap", "(;SZ[9]HA[0];B[ee])"),
        ("handicap-word", "(;SZ[9]HA[x];B[ee])"),
        ("two-moves", "(;SZ[9];B[ee]W[cc])"),
        ("no-moves", "(;SZ[9])"),
        ("deep", &deep),
        ("long", &long),
        ("many", &many),
    ];
    for (name, text) in files {
        dir.write(name, text);
    }
    let loads = text_of(files.map(|(name, _)| {
        format!("> loadsgf {name}\n<~ = |\\? cannot load file\n>= name\n< = kosumi")
    }));
    transcript::check(&dir.0, &["> play b Q16\n< =\n", &loads].concat());
}

#[test]
fn names_with_blanks_are_quoted() {
    let dir = Directory::new("names");
    dir.write("a b.sgf", "(;SZ[9];B[ee];W[cc])");
    dir.write("a", "not a record");
    let source = r#"
> loadsgf "a b.sgf" 2
< =
> list_stones b
< = E5
> list_stones w
< =
> loadsgf a b.sgf
<~ \? (cannot load file|syntax error.*)
> loadsgf a#b.sgf
< ? cannot load file
> printsgf "c d.sgf"
< =
> clear_board
< =
> loadsgf "c d.sgf"
< =
> list_stones b
< = E5
"#;
    transcript::check(&dir.0, source);
    assert!(dir.0.join("c d.sgf").is_file());
}

/// The answers to the questions that tell one game from another.
fn describe(dir: &Path, commands: &str) -> Vec<String> {
    let questions = "query_boardsize\nget_komi\nlist_stones b\nlist_stones w\nmove_history\n\
                     captures b\ncaptures w\nall_legal b\nall_legal w\n";
    let input = format!("{commands}\n{questions}");
    let outcome = engine::batch(dir, PLAYOUTS, input.into_bytes()).unwrap();
    let mut responses = outcome.responses().unwrap();
    assert!(!responses.iter().any(Response::is_failure), "{responses:?}");
    let answers = responses.split_off(responses.len() - questions.lines().count());
    answers.into_iter().map(|response| response.block).collect()
}

#[test]
fn what_was_written_is_read_again() {
    let dir = Directory::new("written");
    let games = [
        "boardsize 9\nkomi 6.5\ngogui-play_sequence w A1 b A2 w pass b B1 w E5 b pass",
        "boardsize 13\nkomi 0.5\nfixed_handicap 5\nplay w G4\nplay b C3",
        "boardsize 19\nkomi -3\ngogui-setup b D4 w Q16 b A1\ngogui-setup_player w\nplay w T19",
        "boardsize 5\nset_position b B5 b A4 b B3 b C2 w C5 w B4 w D4 w C3 w D2\nplay b C4",
        "boardsize 9 5\nkomi 7\nplay b J5\nplay w A1",
        "boardsize 25\nplay b Z25\nplay w A25\nplay b pass",
        "boardsize 9",
    ];
    for game in games {
        for command in ["printsgf", "savesgf", "gomill-savesgf"] {
            let before = describe(&dir.0, &format!("{game}\n{command} game.sgf"));
            let after = describe(&dir.0, "loadsgf game.sgf");
            assert_eq!(before, after, "{command} after {game}");
        }
    }
}

#[test]
fn records_with_impossible_moves_are_loaded_leniently_only() {
    let dir = Directory::new("lenient");
    for (record, stones) in [
        ("(;SZ[9];B[aa];W[aa];B[bb])", ["= B8 A9", "= "]),
        // White retakes a ko at once.
        (
            "(;SZ[5]RU[chinese]AB[ba][ab][bc][cd]AW[ca][bb][db][cc];B[cb];W[bb])",
            ["= B5 A4 B3 C2", "= C5 D4 B4 C3"],
        ),
    ] {
        fs::write(dir.0.join("odd.sgf"), record).unwrap();
        let input = b"kata-set-rules chinese\nloadsgf odd.sgf\nlist_stones b\n\
                      kosumi-param play_legality lenient\nloadsgf odd.sgf\n\
                      list_stones b\nlist_stones w\n";
        let outcome = engine::batch(&dir.0, PLAYOUTS, input.to_vec()).unwrap();
        let all = outcome.responses().unwrap();
        let blocks: Vec<&str> = all.iter().map(|response| &response.block[..]).collect();
        assert_eq!(blocks[1..5], ["? cannot load file", "= ", "= ", "= "]);
        let sorted = |block: &str| {
            let mut words: Vec<String> = block.split(' ').map(str::to_owned).collect();
            words.sort();
            words
        };
        for (block, expected) in blocks[5..].iter().zip(stones) {
            assert_eq!(sorted(block), sorted(expected), "{record}");
        }
        let stderr = String::from_utf8(outcome.stderr).unwrap();
        assert!(
            stderr.contains("odd.sgf: ") && stderr.contains(" left out"),
            "{stderr}"
        );
    }
}

#[test]
fn a_move_off_the_board_ends_a_record_or_is_left_out() {
    let dir = Directory::new("off-board");
    dir.write("odd.sgf", "(;SZ[9];B[zz];W[cc])");
    let input = b"loadsgf odd.sgf\nlist_stones w\n\
                  kosumi-param play_legality lenient\nloadsgf odd.sgf\nlist_stones w\n";
    let outcome = engine::batch(&dir.0, PLAYOUTS, input.to_vec()).unwrap();
    let all = outcome.responses().unwrap();
    let blocks: Vec<&str> = all.iter().map(|response| &response.block[..]).collect();
    assert_eq!(blocks[..5], ["= ", "= ", "= ", "= ", "= C7"]);
    let stderr = String::from_utf8(outcome.stderr).unwrap();
    for told in ["read up to there", "left out"] {
        assert!(stderr.contains(told), "{stderr}");
    }
}

#[test]
fn printed_and_written_records_are_the_same() {
    let dir = Directory::new("printed");
    let input = b"boardsize 9\nplay b E5\nprintsgf\nprintsgf game.sgf\n".to_vec();
    let outcome = engine::batch(&dir.0, PLAYOUTS, input).unwrap();
    let responses = outcome.responses().unwrap();
    let written = fs::read_to_string(dir.0.join("game.sgf")).unwrap();
    assert_eq!(responses[2].text(), written.trim());
    assert_eq!(responses[3].text(), "");
}

#[test]
fn a_file_of_commands_is_executed() {
    let dir = Directory::new("exec");
    dir.write(
        "setup.gtp",
        "# a comment\n\nboardsize 9\nplay b E5\n7 play w C3\n",
    );
    let source = "
> sg_exec setup.gtp
< =
> move_history
< = white C3
< black E5
> sg_exec no-such.gtp
< ? ...
";
    transcript::check(&dir.0, source);
    let looped = "sg_exec loop.gtp\n";
    dir.write("loop.gtp", looped);
    let outcome =
        engine::batch(&dir.0, PLAYOUTS, [looped, "name\n"].concat().into_bytes()).unwrap();
    let responses = outcome.responses().unwrap();
    assert_eq!(responses.len(), 2, "a file that executes itself");
    assert_eq!(responses[1].text(), "kosumi");
}

#[test]
fn readings_are_written_as_variations() {
    let dir = Directory::new("trace");
    let source = "
> finish_sgftrace trace.sgf
< ? no trace has been started
> boardsize 9
< =
> gogui-play_sequence w E4 b D4 b F4 b E5
< =
> start_sgftrace
< =
> attack E4
< = 1 E3
> defend E4
< = 1 E3
> finish_sgftrace trace.sgf
< =
> attack E4
< = 1 E3
> start_sgftrace
< =
> finish_sgftrace no/such/trace.sgf
< ? cannot open file
> finish_sgftrace later.sgf
< =
> finish_sgftrace later.sgf
< ? no trace has been started
";
    transcript::check(&dir.0, source);
    let text = fs::read_to_string(dir.0.join("trace.sgf")).unwrap();
    let records = sgf::read(text.as_bytes()).unwrap();
    assert!(records.len() >= 2);
    for record in &records {
        assert!(record.comment.starts_with("About the chain at E4."));
        assert!(record.comment.contains("Main line: "));
        let game = Game::replay(record, Rules::default(), 0, Strictness::Strict).unwrap();
        assert_eq!(game.board().stone_count(Color::Black), 3);
        assert!(record.moves().next().is_some());
    }
    assert!(text.contains("C[captures]") && text.contains("C[saves]"));
}

#[test]
fn playouts_are_written_as_games() {
    let dir = Directory::new("playouts");
    let source = "
> boardsize 9
< =
> play b E5
< =
> kosumi-savegames all.sgf
< =
> uct_savegames few.sgf 3
< =
> uct_savegames again.sgf 3
< =
> kosumi-savegames few.sgf 10001
< ? ...
> kosumi-savegames few.sgf x
< ? ...
> kosumi-savegames no/such/x.sgf 1
< ? cannot open file
";
    transcript::check(&dir.0, source);
    let records = |name: &str| sgf::read(&fs::read(dir.0.join(name)).unwrap()).unwrap();
    assert_eq!(records("all.sgf").len(), 100);
    assert_eq!(records("few.sgf"), records("again.sgf"));
    assert_eq!(records("few.sgf"), records("all.sgf")[..3]);
    for record in records("all.sgf") {
        let game =
            Game::replay(&record, Rules::default(), usize::MAX, Strictness::Lenient).unwrap();
        assert!(game.moves().len() > 20 && game.moves()[0].1 == Move::Play("E5".parse().unwrap()));
        assert!(game.board().empty_count() < 40);
    }
}
