//! Runs a test file against a program and keeps the answers.

use super::format::{FileFault, TestFile, TestStatus, TestStep};
use crate::engine::PlayerKind;
use crate::files::{self, LARGEST_TEXT, read_to_end};
use crate::go::{Board, Game, Point, Strictness};
use crate::gtp::Conversation;
use crate::gtp::client::{Client, ClientError, Program};
use crate::gtp::request::CommandRequest;
use crate::params::Params;
use crate::session::Start;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;
use web_time::Instant;

/// How long a program may take to quit.
const GRACE: Duration = Duration::from_secs(5);

/// Why a file could not be run to its end.
#[derive(Debug, thiserror::Error)]
pub enum TestRunError {
    /// It cannot be read.
    #[error("cannot read it: {0}")]
    Read(#[from] io::Error),
    /// It is no test file.
    #[error("line {}", list(.0))]
    Format(Vec<FileFault>),
    /// The program cannot be started, or has crashed, hangs, or does not speak GTP.
    #[error(transparent)]
    Client(#[from] ClientError),
}

fn list(faults: &[FileFault]) -> String {
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    faults.join("; line ")
}

/// One command that was judged.
#[derive(Clone, Debug)]
pub struct TestRow {
    /// The number of the line in the file, from 1.
    pub line: usize,
    /// What was sent.
    pub command: String,
    /// The last `loadsgf` before it; empty if there was none.
    pub position: String,
    /// The expectation as it is written; empty if there is none.
    pub expected: String,
    /// The text of the answer, behind `? ` if it was a failure.
    pub answer: String,
    /// What that is worth.
    pub status: TestStatus,
    /// The board when it was sent, and the last move, as far as they are known.
    pub board: Option<(Board, Option<Point>)>,
}

/// What came of a test file.
#[derive(Debug)]
pub struct TestReport {
    /// The file.
    pub path: PathBuf,
    /// What the program calls itself, with its version.
    pub engine: String,
    /// Tests and failed setup commands in the order of the file.
    pub rows: Vec<TestRow>,
    /// Why the rest of the file was not run.
    pub crash: Option<TestRunError>,
    /// From the start of the program to its end.
    pub wall: Duration,
    /// Processor time of the program, if it reports it.
    pub cpu: Option<Duration>,
}

/// Runs a test file in a fresh program.
pub fn run(path: &Path, program: &Program) -> TestReport {
    let start = Instant::now();
    let mut report = TestReport {
        path: path.to_owned(),
        engine: String::new(),
        rows: Vec::new(),
        crash: None,
        wall: Duration::ZERO,
        cpu: None,
    };
    report.crash = report.fill(program).err();
    report.wall = start.elapsed();
    report
}

impl TestReport {
    /// Returns how many rows have a status.
    pub fn count(&self, status: TestStatus) -> usize {
        self.rows.iter().filter(|row| row.status == status).count()
    }

    /// Returns how many tests were run.
    pub fn tests(&self) -> usize {
        self.rows.len() - self.count(TestStatus::OtherError)
    }

    /// Returns true if nothing happened that should not.
    pub fn is_fine(&self) -> bool {
        let wrong = [TestStatus::UnexpectedFail, TestStatus::OtherError];
        self.crash.is_none() && wrong.iter().all(|&status| self.count(status) == 0)
    }

    fn fill(&mut self, program: &Program) -> Result<(), TestRunError> {
        let source = read_to_end(files::open(&self.path)?, LARGEST_TEXT)?;
        let file =
            TestFile::parse(&String::from_utf8_lossy(&source)).map_err(TestRunError::Format)?;
        for remark in &file.remarks {
            log::info!("{}:{remark}", self.path.display());
        }
        let mut client = program.clone().in_directory(folder(&self.path)).start()?;
        self.engine = client.engine()?;
        let before = client.cpu_time()?.unwrap_or_default();
        self.converse(&mut client, &file.steps)?;
        self.cpu = client.cpu_time()?.map(|cpu| cpu.saturating_sub(before));
        if let Err(error) = client.quit(GRACE) {
            log::warn!("{}: {error}", self.path.display());
        }
        Ok(())
    }

    fn converse(&mut self, client: &mut Client, steps: &[TestStep]) -> Result<(), ClientError> {
        let mut position = String::new();
        let mut follower = Follower::new(folder(&self.path));
        for step in steps {
            log::info!("{}:{}: {}", self.path.display(), step.line, step.text);
            if let Some(arguments) = step.text.strip_prefix("loadsgf ") {
                arguments.clone_into(&mut position);
            }
            let answer = answer(client.send_line(&step.text))?;
            let answer = answer.as_ref().map(String::as_str).map_err(String::as_str);
            let (mark, text) = answer.map_or_else(|text| ("? ", text), |text| ("", text));
            log::info!("answered {mark}{text}");
            let board = follower.game().map(|game| {
                let last = game.position().last_move();
                (game.board().clone(), last.and_then(|(_, mv)| mv.point()))
            });
            if answer.is_ok() {
                follower.note(&step.text, text);
            }
            if let Some(status) = step.judge(answer) {
                self.rows.push(TestRow {
                    line: step.line,
                    command: step.text.clone(),
                    position: position.clone(),
                    expected: step.expected().to_owned(),
                    answer: format!("{mark}{text}"),
                    status,
                    board,
                });
            }
        }
        Ok(())
    }
}

/// Returns the text of a success or that of a failure; anything else ends the conversation.
fn answer(result: Result<String, ClientError>) -> Result<Result<String, String>, ClientError> {
    match result {
        Ok(text) => Ok(Ok(text)),
        Err(ClientError::Failure { message, .. }) => Ok(Err(message)),
        Err(error) => Err(error),
    }
}

/// Returns the directory that a file lies in.
fn folder(path: &Path) -> &Path {
    let folder = path.parent().unwrap_or(path);
    if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    }
}

/// Replaces each `@list` by the files named in the lines of `list`, seen from its directory. Empty
/// lines and those that begin with `#` are no names.
///
/// # Errors
/// Returns an error if a list cannot be read.
pub fn expand(names: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for name in names {
        let text = name.to_string_lossy();
        let Some(list) = text.strip_prefix('@').map(Path::new) else {
            files.push(name.clone());
            continue;
        };
        let lines = read_to_end(files::open(list)?, LARGEST_TEXT)?;
        let lines = String::from_utf8_lossy(&lines);
        let lines = lines.lines().map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
        files.extend(lines.map(|line| folder(list).join(line)));
    }
    Ok(files)
}

/// Returns the exit status of a test run: 0 all fine, 1 a test or a setup command failed, 2 a
/// file could not be run to its end.
pub fn exit_status(reports: &[TestReport]) -> u8 {
    if reports.iter().any(|report| report.crash.is_some()) {
        2
    } else {
        u8::from(!reports.iter().all(TestReport::is_fine))
    }
}

/// Commands that change the position and need no thought.
const FOLLOWED: &[&str] = &[
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "komi",
    "fixed_handicap",
    "set_free_handicap",
    "set_position",
    "play",
    "undo",
    "gg-undo",
    "gogui-setup",
    "gogui-setup_player",
    "gogui-play_sequence",
    "trymove",
    "tryko",
    "popgo",
    "kata-set-rules",
    "kata-set-rule",
    "kgs-rules",
];

/// Commands after which the position is known whatever was there before.
const FRESH: &[&str] = &[
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "set_position",
    "loadsgf",
];

/// A game of kosumi's that goes where that of the program goes.
#[derive(Debug)]
struct Follower {
    talk: Conversation,
    /// Where the program runs.
    folder: PathBuf,
    is_known: bool,
}

impl Follower {
    /// Follows a program that runs in a folder and has received no command yet. Its board is unknown then.
    fn new(folder: &Path) -> Follower {
        let params = Params {
            play_legality: Strictness::Lenient,
            ..Params::default()
        };
        let talk = Conversation::new(Start {
            player: PlayerKind::find("random").expect("a player of the table"),
            params,
            ..Start::default()
        });
        Follower {
            talk,
            folder: folder.to_owned(),
            is_known: false,
        }
    }

    /// Returns the game in the program, if it is known.
    fn game(&self) -> Option<&Game> {
        self.is_known.then(|| self.talk.game())
    }

    /// Notes a line that the program has answered with a success.
    fn note(&mut self, line: &str, answer: &str) {
        let Some(CommandRequest {
            name, arguments, ..
        }) = CommandRequest::parse(line.as_bytes())
        else {
            return;
        };
        let line = match name.as_str() {
            "genmove" if answer.eq_ignore_ascii_case("resign") => return,
            "genmove" => format!("play {arguments} {answer}"),
            "place_free_handicap" => format!("set_free_handicap {answer}"),
            "loadsgf" => self.load(&arguments),
            name if FOLLOWED.contains(&name) => format!("{name} {arguments}"),
            _ => return,
        };
        let has_followed = self.talk.execute(&line).is_ok();
        self.is_known = has_followed && (self.is_known || FRESH.contains(&name.as_str()));
    }

    /// Returns the command that loads a file where the program finds it.
    fn load(&self, arguments: &str) -> String {
        let (name, rest) = match arguments.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => arguments.split_once(' ').unwrap_or((arguments, "")),
        };
        format!("loadsgf \"{}\" {rest}", self.folder.join(name).display())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A file in a directory of its own, both of which go with this.
    struct ScratchFolder(PathBuf);

    impl ScratchFolder {
        fn new(name: &str) -> ScratchFolder {
            let name = format!("kosumi-regress-{}-{name}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            fs::create_dir_all(&folder).unwrap();
            ScratchFolder(folder)
        }

        fn write(&self, name: &str, text: &str) -> PathBuf {
            let path = self.0.join(name);
            fs::write(&path, text).unwrap();
            path
        }
    }

    impl Drop for ScratchFolder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    /// Answers `say X` with X, `folder` with its directory, and `die` not at all.
    fn parrot() -> Program {
        let script = r#"while read -r line; do
            i=${line%%[!0-9]*}; line=${line#"$i"}; line=${line# }
            case $line in
                say*) a="=$i ${line#say }";; die) exit 9;; folder) a="=$i $PWD";;
                quit) printf '=%s \n\n' "$i"; exit;; *) a="?$i unknown command";;
            esac; printf '%s\n\n' "$a"; done"#;
        Program::new("/bin/sh", ["-c", script])
    }

    #[cfg(unix)] // The parrot is a script of the shell.
    #[test]
    fn a_file_is_run_in_its_directory() {
        let scratch = ScratchFolder::new("statuses");
        let source = "say x\nbad\n1 say a\n#? [a]\n2 say a\n#? [b]\n3 say a\n#? [b]*\n4 say a\n#? [a]*\n\
                      5 folder\n#? [.*statuses]\n6 bad\n#? [.*]\n";
        let report = run(&scratch.write("a.tst", source), &parrot());
        assert!(report.crash.is_none(), "{:?}", report.crash);
        let counts = [
            TestStatus::Pass,
            TestStatus::UnexpectedFail,
            TestStatus::ExpectedFail,
            TestStatus::UnexpectedPass,
            TestStatus::OtherError,
        ];
        assert_eq!(counts.map(|status| report.count(status)), [2, 2, 1, 1, 1]);
        assert_eq!((report.tests(), report.rows[0].line), (6, 2));
        assert_eq!(report.rows.last().unwrap().answer, "? unknown command");
        assert_eq!(exit_status(&[report]), 1);
    }

    #[cfg(unix)] // The parrot is a script of the shell.
    #[test]
    fn a_crash_ends_its_file_alone() {
        let scratch = ScratchFolder::new("crash");
        let source = "1 say a\n#? [a]\n2 die\n#? [a]\n3 say a\n#? [a]\n";
        let report = run(&scratch.write("a.tst", source), &parrot());
        let crash = report.crash.as_ref().unwrap().to_string();
        assert_eq!(crash, "ended at `2 die` with exit status: 9");
        assert_eq!((report.tests(), exit_status(&[report])), (1, 2));
        let fine = run(&scratch.write("b.tst", "1 say a\n#? [a]\n"), &parrot());
        assert_eq!(exit_status(&[fine]), 0);
    }

    #[test]
    fn what_is_no_test_file_is_not_run() {
        let scratch = ScratchFolder::new("faults");
        let report = run(
            &scratch.write("a.tst", "1 say a\n#? a\n2 x\n#? [(]\n"),
            &parrot(),
        );
        let crash = report.crash.unwrap().to_string();
        assert!(
            crash.starts_with("line 2: an expectation has the form [regex], not `a`; line 4: ")
        );
        let report = run(&scratch.0.join("none.tst"), &parrot());
        assert!(matches!(report.crash, Some(TestRunError::Read(_))));
        let none = Program::new("/no/such/program", [""; 0]);
        let report = run(&scratch.write("a.tst", "name\n"), &none);
        assert!(matches!(
            report.crash,
            Some(TestRunError::Client(ClientError::Start { .. }))
        ));
    }

    #[test]
    fn lists_name_files() {
        let scratch = ScratchFolder::new("lists");
        let root = scratch.0.ancestors().last().unwrap();
        let list = scratch.write("all", "# c\na.tst\n\n  b/c.tst\n/d.tst\n");
        let names = [
            PathBuf::from("x.tst"),
            PathBuf::from(format!("@{}", list.display())),
        ];
        let expected = [
            PathBuf::from("x.tst"),
            scratch.0.join("a.tst"),
            scratch.0.join("b/c.tst"),
            // On Windows of the same drive.
            root.join("d.tst"),
        ];
        assert_eq!(expand(&names).unwrap(), expected);
        assert!(expand(&[PathBuf::from("@/no/such/list")]).is_err());
    }

    /// The stones of a follower's board after lines with their answers.
    fn stones(lines: &[(&str, &str)]) -> Option<String> {
        let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("gtp-tests/games");
        let mut follower = Follower::new(&games);
        for (line, answer) in lines {
            follower.note(line, answer);
        }
        let game = follower.game()?;
        let board = game.board();
        let stones = board.points().filter(|&at| !board.is_empty_at(at));
        let stones: Vec<String> = stones
            .map(|at| format!("{}{at}", board.color_at(at).unwrap().letter()))
            .collect();
        Some(format!("{} {}", board.size(), stones.join(" ")))
    }

    #[test]
    fn what_a_program_was_told_and_has_played_is_on_the_board() {
        assert_eq!(stones(&[("play b d4", "")]), None, "what was there before?");
        let begun = [
            ("boardsize 5", ""),
            ("7 play b c3", ""),
            ("genmove w", "B2"),
        ];
        assert_eq!(stones(&begun).as_deref(), Some("5x5 WB2 BC3"));
        let more = |line, answer| stones(&[&begun[..], &[(line, answer)]].concat());
        for line in ["reg_genmove b", "attack c3", "showboard", "name", ""] {
            assert_eq!(more(line, "A1"), stones(&begun), "{line}");
        }
        assert_eq!(more("genmove b", "resign"), stones(&begun));
        assert_eq!(more("undo", "").as_deref(), Some("5x5 BC3"));
        assert_eq!(more("clear_board", "").as_deref(), Some("5x5 "));
        // After what kosumi cannot follow the position is unknown until the board is cleared.
        assert_eq!(more("genmove b", "Z99"), None);
        let lost = [("loadsgf none.sgf", ""), ("play b a1", "")];
        assert_eq!(stones(&[&begun[..], &lost].concat()), None);
        let again = [&begun[..], &lost, &[("clear_board", "")]].concat();
        assert_eq!(stones(&again).as_deref(), Some("5x5 "));
    }

    #[test]
    fn records_are_loaded_where_the_program_finds_them() {
        for line in ["loadsgf plain.sgf 3", "12 loadsgf \"plain.sgf\" 3"] {
            assert_eq!(
                stones(&[(line, "")]).as_deref(),
                Some("9x9 WC3 BE5"),
                "{line}"
            );
        }
    }
}
