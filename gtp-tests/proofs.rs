//! Proves the expectations of `play/*.tst` without kosumi's player.
//!
//! Above each test stands a diagram of the position, and a line that says how its expectation is proved:
//!
//! | line | what is checked |
//! |---|---|
//! | `# proof: win` | by [`crate::solve`], the whole board to the end of the game: the expected moves win under Tromp-Taylor rules at the komi, and every other legal move, pass included, loses |
//! | `# proof: ladder D4` | the same for "the chain at D4 is captured", read with atari after atari: for its owner, that it escapes |
//! | `# proof: no ladder D4` | the moves that are ruled out are the plays on liberties of the chain at D4 that do not capture it in a ladder or, for its owner, do not save it from one |
//! | `# proof: gnugo 3.8 level 15` | GNU Go, another program, answers as expected |
//!
//! `cargo test --release --test gtp -- --ignored proofs` checks all files; `KOSUMI_PROOFS=ko` only those whose names
//! contain `ko`.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use kosumi::go::{Board, Color, Game, Move, Point, Rules, Strictness};
use kosumi::regress::{TestFile, TestStatus, TestStep};
use kosumi::sgf;

use crate::files_of;
use crate::solve::grid::{BLACK, Bits, Grid, Stones, WHITE};
use crate::solve::ladder::{Cells, Ladder};
use crate::solve::search::{Solver, Value};

/// Nodes that the solver may look at for one move of one test.
const NODE_LIMIT: u64 = 60_000_000;

/// The program of `# proof: gnugo`.
const GNU_GO: &str =
    "gnugo --mode gtp --level 15 --chinese-rules --positional-superko --capture-all-dead";

/// A position of a file with the moves that are right.
struct Problem {
    step: TestStep,
    color: Color,
    game: Game,
    /// The words after `# proof:`.
    proof: String,
    /// The commands that led here, for another program.
    commands: Vec<String>,
}

/// The problems of a file; `Err` is `line: what is wrong`.
fn read(path: &Path) -> Result<Vec<Problem>, String> {
    let source = fs::read_to_string(path).map_err(|error| format!("0: {error}"))?;
    let file = TestFile::parse(&source).map_err(|faults| faults[0].to_string())?;
    let lines: Vec<&str> = source.lines().collect();
    let folder = path.parent().expect("a file lies in a directory");
    let mut reader = Reader {
        folder,
        game: None,
        commands: Vec::new(),
    };
    let mut problems = Vec::new();
    let mut from = 0;
    for step in file.steps {
        let at = step.line;
        let result = if step.id.is_empty() {
            reader.obey(&step.text).map(|()| None)
        } else {
            let comment = &lines[from..at];
            from = at;
            reader.problem(step, comment).map(Some)
        };
        problems.extend(result.map_err(|fault| format!("{at}: {fault}"))?);
    }
    Ok(problems)
}

/// Follows the commands of a file.
struct Reader<'a> {
    folder: &'a Path,
    game: Option<Game>,
    commands: Vec<String>,
}

impl Reader<'_> {
    /// Carries out a command that is no test.
    fn obey(&mut self, command: &str) -> Result<(), String> {
        let words: Vec<&str> = command.split_whitespace().collect();
        if words.first() == Some(&"loadsgf") {
            self.commands.clear();
        }
        self.commands.push(command.to_owned());
        match (&words[..], &mut self.game) {
            (["loadsgf", name], game) => {
                let bytes =
                    fs::read(self.folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
                let record = sgf::read_first(&bytes).map_err(|error| format!("{name}: {error}"))?;
                let replayed =
                    Game::replay(&record, Rules::default(), usize::MAX, Strictness::Strict);
                *game = Some(replayed.map_err(|error| format!("{name}: {error}"))?);
                Ok(())
            }
            (["komi", komi], Some(game)) => {
                game.set_komi(komi.parse().map_err(|error| format!("{komi}: {error}"))?);
                Ok(())
            }
            (["play", color, vertex], Some(game)) => {
                let color = color.parse().map_err(|error| format!("{color}: {error}"))?;
                let mv = vertex
                    .parse()
                    .map_err(|error| format!("{vertex}: {error}"))?;
                game.play(color, mv).map_err(|error| error.to_string())
            }
            _ => Err(format!(
                "`{command}` is none of the commands that proofs follow"
            )),
        }
    }

    /// The problem of a test under its comment.
    fn problem(&self, step: TestStep, comment: &[&str]) -> Result<Problem, String> {
        let game = self.game.clone().ok_or("no position yet")?;
        let color = match step.text.split_whitespace().collect::<Vec<_>>()[..] {
            [_, "reg_genmove", color] => {
                color.parse().map_err(|error| format!("{color}: {error}"))?
            }
            _ => return Err(format!("`{}` asks for no move", step.text)),
        };
        if game.position().to_move() != color {
            return Err(format!("it is not the turn of {color}"));
        }
        let proof = comment
            .iter()
            .rev()
            .find_map(|line| line.strip_prefix("# proof: "));
        let proof = proof.ok_or("no line `# proof: ...`")?.to_owned();
        let is_row = |line: &&&str| {
            line.strip_prefix('#').is_some_and(|row| {
                row.trim_start()
                    .starts_with(|cell: char| cell.is_ascii_digit())
            })
        };
        let rows: Vec<&str> = comment
            .iter()
            .filter(is_row)
            .map(|line| line.trim_start_matches('#'))
            .collect();
        let diagram: Board = rows
            .join("\n")
            .parse()
            .map_err(|error| format!("the diagram: {error}"))?;
        if diagram != *game.board() {
            return Err(format!(
                "the diagram is not the position:\n{}",
                game.board()
            ));
        }
        Ok(Problem {
            step,
            color,
            game,
            proof,
            commands: self.commands.clone(),
        })
    }
}

/// The grid of a board; `Err` if it is too large to be solved.
fn grid_of(board: &Board) -> Result<Grid, String> {
    let size = board.size();
    Grid::new(size.width().into(), size.height().into())
        .ok_or_else(|| "the board is too large".to_owned())
}

/// The index of a color in what solver and reader of ladders keep of a board.
pub(crate) fn index_of(color: Color) -> usize {
    match color {
        Color::Black => BLACK,
        Color::White => WHITE,
    }
}

/// The bit of a point in what the solver keeps of a board.
pub(crate) fn bit_of(grid: &Grid, at: Point) -> Bits {
    grid.point(at.column().into(), at.row().into())
}

/// The stones of a board as the solver wants them.
pub(crate) fn stones_of(grid: &Grid, board: &Board) -> Stones {
    let mut stones = Stones::NONE;
    for color in Color::ALL {
        for point in board.stone_set(color).iter() {
            stones.0[index_of(color)] |= bit_of(grid, point);
        }
    }
    stones
}

/// The index of a point among the cells of a board.
pub(crate) fn cell_of(board: &Board, at: Point) -> usize {
    let width: usize = board.size().width().into();
    usize::from(at.row()) * width + usize::from(at.column())
}

/// The stones of a board as the reader of ladders wants them, and a reader for a chain.
pub(crate) fn ladder_of(board: &Board, chain: Point, owner: Color) -> (Cells, Ladder) {
    let size = board.size();
    let mut cells = Cells::new(size.width().into(), size.height().into());
    for color in Color::ALL {
        for point in board.stone_set(color).iter() {
            cells.put(index_of(color), cell_of(board, point));
        }
    }
    let ladder = Ladder::new(cell_of(board, chain), index_of(owner));
    (cells, ladder)
}

impl Problem {
    /// Returns true if the file calls a move right.
    fn expects(&self, mv: Move) -> bool {
        let status = self.step.judge(Ok(&mv.to_string()));
        matches!(status, Some(TestStatus::Pass | TestStatus::UnexpectedPass))
    }

    /// Proves the expectation, or says why it is not proved.
    fn check(&self, folder: &Path) -> Result<(), String> {
        match self.proof.split_whitespace().collect::<Vec<_>>()[..] {
            ["win"] => self.check_win(),
            ["ladder", vertex] => self.check_ladder(vertex, |_, succeeds| succeeds),
            ["no", "ladder", vertex] => {
                self.check_ladder(vertex, |is_liberty, succeeds| !is_liberty || succeeds)
            }
            ["gnugo", "3.8", "level", "15"] => self.check_gnu_go(folder),
            _ => Err(format!("there is no proof `{}`", self.proof)),
        }
    }

    /// The moves to be judged: all legal ones.
    fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let points = self.game.board().points();
        let moves = points.map(Move::Play).chain([Move::Pass]);
        moves.filter(|&mv| self.game.check(self.color, mv).is_ok())
    }

    fn check_win(&self) -> Result<(), String> {
        let grid = grid_of(self.game.board())?;
        let past: Vec<Stones> = (0..=self.game.moves().len())
            .map(|count| stones_of(&grid, self.game.position_after(count).board()))
            .collect();
        let komi = self.game.exact_komi().as_halves();
        if komi % 2 == 0 {
            return Err(format!("a komi of {} may tie", self.game.komi()));
        }
        let passed = self.game.position().passes_in_a_row() > 0;
        let mut solver = Solver::new(grid, komi, &past, NODE_LIMIT);
        let legal = solver.legal(index_of(self.color));
        if self.moves().count() != legal.len() + 1 {
            return Err("kosumi and the solver do not agree which moves are legal".to_owned());
        }
        self.compare(|mv| {
            let bit = mv.point().map_or(0, |at| bit_of(&grid, at));
            match solver.value_of(index_of(self.color), bit, passed) {
                Value::Win => Some(true),
                Value::Loss => Some(false),
                Value::Unknown => None,
            }
        })
    }

    /// Compares what the file expects of each move with `is_right`, which is told whether it is on a liberty of a chain, and
    /// whether it captures the chain or, for its owner, saves it.
    fn check_ladder(&self, vertex: &str, is_right: fn(bool, bool) -> bool) -> Result<(), String> {
        let board = self.game.board();
        let target: Move = vertex
            .parse()
            .map_err(|error| format!("{vertex}: {error}"))?;
        let target = target.point().ok_or("a pass is no chain")?;
        let owner = board.color_at(target).ok_or("there is no chain")?;
        let (cells, ladder) = ladder_of(board, target, owner);
        let liberties = board.liberty_set(target);
        self.compare(|mv| {
            let at = mv.point();
            let play = at.map(|at| cell_of(board, at));
            let is_captured = ladder.is_captured_after(&cells, index_of(self.color), play);
            let is_liberty = at.is_some_and(|at| liberties.contains(at));
            Some(is_right(is_liberty, is_captured == (owner != self.color)))
        })
    }

    /// Compares what the file expects of each move with whether it is right, where `None` is "cannot tell".
    fn compare(&self, mut is_right: impl FnMut(Move) -> Option<bool>) -> Result<(), String> {
        let mut faults = Vec::new();
        let mut right = 0;
        for mv in self.moves() {
            match is_right(mv) {
                None => faults.push(format!("{mv} could not be solved")),
                Some(truth) if truth != self.expects(mv) => {
                    faults.push(format!("{mv} is {}", if truth { "right" } else { "wrong" }));
                }
                Some(truth) => right += usize::from(truth),
            }
        }
        if right == 0 {
            faults.push("no legal move is both right and expected".to_owned());
        }
        if faults.is_empty() {
            Ok(())
        } else {
            Err(faults.join(", "))
        }
    }

    fn check_gnu_go(&self, folder: &Path) -> Result<(), String> {
        let mut client = kosumi::gtp::client::Program::from_line(GNU_GO)
            .map_err(|error| error.to_string())?
            .in_directory(folder.to_owned())
            .start()
            .map_err(|error| error.to_string())?;
        for command in &self.commands {
            client.send(command).map_err(|error| error.to_string())?;
        }
        let command = format!("reg_genmove {}", self.color);
        let answer = client.send(&command).map_err(|error| error.to_string())?;
        let mv: Move = answer
            .trim()
            .parse()
            .map_err(|error| format!("{answer}: {error}"))?;
        if self.expects(mv) {
            Ok(())
        } else {
            Err(format!("GNU Go answers {mv}"))
        }
    }
}

/// Checks a file; what could not be proved, and how many tests there are.
fn check_file(path: &Path) -> (Vec<String>, usize) {
    let name = path.file_name().unwrap_or_default().display();
    let folder = path.parent().expect("a file lies in a directory");
    let problems = match read(path) {
        Ok(problems) => problems,
        Err(fault) => return (vec![format!("{name}:{fault}")], 0),
    };
    let count = problems.len();
    let faults = problems.iter().filter_map(|problem| {
        let fault = problem.check(folder).err()?;
        Some(format!(
            "{name}:{}: {}: {fault}",
            problem.step.line, problem.step.text
        ))
    });
    (faults.collect(), count)
}

#[test]
#[ignore = "exact solutions take minutes; GNU Go must be installed"]
fn proofs() {
    let wanted = std::env::var("KOSUMI_PROOFS").unwrap_or_default();
    let mut all = Vec::new();
    for path in files_of("play", "tst") {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name.contains(&wanted) {
            let (faults, count) = check_file(&path);
            let line = format!(
                "{name}: {} of {count} proved\n",
                count - faults.len().min(count)
            );
            // Not worth a failure if nobody listens.
            let _ = io::stderr().write_all(line.as_bytes());
            all.extend(faults);
        }
    }
    assert!(all.is_empty(), "{} faults:\n{}", all.len(), all.join("\n"));
}
