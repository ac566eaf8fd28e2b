//! `kosumi solve`: problems of life and death, and of connections.

use super::{Failures, games_of, print, read_decompressed, seconds};
use crate::explain::{self, Language, ProblemTally};
use crate::files;
use crate::go::{Color, Game, Move, Point, Record, Rules, Strictness};
use crate::reading::{FirstMove, Solution, SolutionTarget, SolveLimits, TreeMove};
use crate::sgf::{self, RecordedAnswer, VariationMove};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;
use web_time::Instant;

/// The most moves of a written tree that come after one first move.
const MOST_MOVES_SHOWN: usize = 1_000;

#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  kosumi solve problem.sgf\n  kosumi solve problem.sgf --target C2 --first white --seconds 60\n  \
                  kosumi solve game.sgf --connect D4 F4\n  \
                  kosumi solve collection.sgf --check --out solved"
)]
pub(super) struct SolveOptions {
    /// Problems in SGF, of which each game is one; the position before its first move is read
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A stone of the group whose life is in question [default: the group whose life the first move decides]
    #[arg(long, value_name = "POINT")]
    target: Option<Point>,
    /// Stones of two chains: asks whether they can be connected or cut, in place of a question of life and death
    #[arg(long, num_args = 2, value_names = ["POINT", "POINT"], conflicts_with = "target")]
    connect: Vec<Point>,
    /// Who moves first [default: as the record says, or else black]
    #[arg(long, value_name = "COLOR")]
    first: Option<Color>,
    /// Seconds for each problem
    #[arg(long, value_name = "N", default_value_t = 10.0)]
    seconds: f64,
    /// Compares with what the record says about first moves, and reports what does not agree
    #[arg(long)]
    check: bool,
    /// The language of what is said
    #[arg(long, value_enum)]
    lang: Option<Language>,
    /// Writes each problem with the tree that proves its solution to this folder, as SGF
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

pub(super) fn run(options: &SolveOptions) -> Result<()> {
    let time = seconds("--seconds", options.seconds)?;
    ensure!(
        !time.is_zero(),
        "--seconds 0: a number of seconds above 0 is expected"
    );
    options.check_names()?;
    let mut failures = Failures::default();
    let mut tally = ProblemTally::default();
    for file in &options.files {
        let problems = match options.read_problems(file) {
            Ok(problems) => problems,
            Err(error) => {
                failures.all += 1;
                failures.add(error)?;
                continue;
            }
        };
        failures.all += problems.len();
        for problem in problems {
            let mut solve = |problem: RecordedProblem| {
                let name = problem.name.clone();
                let solved = options.solve(&problem, time, &mut tally);
                solved.with_context(|| format!("in {name}"))
            };
            match problem.and_then(&mut solve) {
                Ok(text) => print(&text)?,
                Err(error) => failures.add(error)?,
            }
        }
    }
    if tally.problems > 1 {
        print(&(tally.text(options.lang.unwrap_or_default()) + "\n"))?;
    }
    failures.end("problems")
}

/// The name of the file with the solution of a problem of another file.
fn solved_name(file: &Path, number: usize) -> String {
    let stem = file.file_stem().unwrap_or(file.as_os_str());
    format!("{}-{}.solved.sgf", stem.to_string_lossy(), number + 1)
}

/// A problem of a file.
struct RecordedProblem {
    /// The file, and the number of the game where there are several.
    name: String,
    record: Record,
    /// What the record says about first moves, if it is compared.
    answers: Vec<RecordedAnswer>,
    /// Where its solution is written.
    out: Option<PathBuf>,
}

impl SolveOptions {
    /// Reads the problems of a file, each for itself.
    fn read_problems(&self, file: &Path) -> Result<Vec<Result<RecordedProblem>>> {
        let name = file.display();
        let bytes = read_decompressed(file).with_context(|| format!("cannot read {name}"))?;
        let games = games_of(&bytes, usize::MAX, &name, self.lang.unwrap_or_default());
        let trees = if self.check {
            sgf::load_trees(&bytes, usize::MAX, usize::MAX)
        } else {
            Vec::new()
        };
        let mut trees = trees.into_iter();
        let problems = games
            .into_iter()
            .enumerate()
            .map(|(number, (name, record))| {
                let tree = trees.next().and_then(Result::ok);
                let answers = tree.map(|tree| sgf::recorded_answers(&tree));
                let out = self.out.as_deref();
                Ok(RecordedProblem {
                    name,
                    record: record?,
                    answers: answers.unwrap_or_default(),
                    out: out.map(|out| out.join(solved_name(file, number))),
                })
            });
        Ok(problems.collect())
    }

    /// Refuses files whose solutions would be written to the same place.
    fn check_names(&self) -> Result<()> {
        let mut known = BTreeSet::new();
        for file in self.files.iter().filter(|_| self.out.is_some()) {
            let name = solved_name(file, 0);
            ensure!(
                known.insert(name),
                "{}: --out has the solutions of another file of this name already",
                file.display()
            );
        }
        Ok(())
    }

    /// Solves a problem, and returns what is said about it.
    fn solve(
        &self,
        problem: &RecordedProblem,
        time: Duration,
        tally: &mut ProblemTally,
    ) -> Result<String> {
        let RecordedProblem { name, record, .. } = problem;
        // Life and death are read in the same way under all rules.
        let game = Game::replay(record, Rules::default(), 0, Strictness::Lenient)?;
        let board = game.board();
        for &named in self.target.iter().chain(&self.connect) {
            ensure!(
                board.size().contains(named),
                "the board has no point {named}"
            );
        }
        let target = match *self.connect.as_slice() {
            [one, other] => SolutionTarget::Connection([one, other]),
            _ => self.target.into(),
        };
        let first = record.moves().next().map(|(color, _)| color);
        let first = self.first.or(first);
        let first = first.unwrap_or(game.position().to_move());
        tally.problems += 1;
        let begin = Instant::now();
        let limits = SolveLimits {
            visits: u64::MAX,
            deadline: Some(begin + time),
        };
        let language = self.lang.unwrap_or_default();
        let mut text = format!(
            "{name}{} {}\n",
            language.colon(),
            explain::to_play(first, language)
        );
        let solution = match Solution::of(board, first, target, limits) {
            Ok(solution) => solution,
            Err(why) => {
                text += &explain::unsolved(why, begin.elapsed(), language);
                return Ok(text + "\n");
            }
        };
        if solution.is_settled() {
            tally.settled += 1;
        } else {
            tally.solved += 1;
            tally.presuming += usize::from(!solution.presumed.is_empty());
            tally.framed += usize::from(solution.frame.is_some());
        }
        text += &explain::solution(&solution, language);
        let effort = explain::effort(begin.elapsed(), solution.visits(), language);
        writeln!(text, "{effort}")?;
        let answers = problem.answers.iter();
        let answers: Vec<_> = answers
            .filter(|answer| answer.color == first)
            .copied()
            .collect();
        let works = solution.solutions().map(|found| Move::Play(found.at));
        let works: Vec<_> = works.collect();
        if let Some(found) = explain::comparison(&answers, &works, language) {
            tally.compared += 1;
            if !found.agrees {
                tally.disagreeing.push(name.clone());
            }
            for line in found.lines {
                writeln!(text, "{line}")?;
            }
        }
        if let Some(path) = &problem.out {
            if let Some(folder) = path.parent() {
                std::fs::create_dir_all(folder)?;
            }
            files::write_whole(path, tree_text(&game, &solution, language).as_bytes())?;
            writeln!(text, "{}", explain::proof_file(path, language))?;
        }
        text.push('\n');
        Ok(text)
    }
}

/// The problem with the proofs of all first moves, as SGF: those that work first.
fn tree_text(game: &Game, solution: &Solution, language: Language) -> String {
    let record = game.record();
    let mut moves = Vec::new();
    for found in &solution.moves {
        moves.push(VariationMove {
            depth: 1,
            color: solution.first,
            mv: Move::Play(found.at),
            comment: explain::about_first_move(solution, found.reach, language),
        });
        add_replies(&mut moves, solution, found);
    }
    sgf::write_with_replies(&record, &moves)
}

/// Adds what follows a first move, each move before its replies.
fn add_replies(moves: &mut Vec<VariationMove>, solution: &Solution, found: &FirstMove) {
    let tree = solution.tree(found, MOST_MOVES_SHOWN);
    let mut replies: Vec<Vec<usize>> = vec![Vec::new(); tree.len() + 1];
    for (place, step) in tree.iter().enumerate() {
        replies[step.parent.map_or(0, |parent| parent + 1)].push(place);
    }
    let mut open: Vec<(usize, usize)> = replies[0].iter().rev().map(|&place| (place, 2)).collect();
    while let Some((place, depth)) = open.pop() {
        let TreeMove { color, mv, .. } = tree[place];
        moves.push(VariationMove {
            depth,
            color,
            mv,
            comment: String::new(),
        });
        open.extend(
            replies[place + 1]
                .iter()
                .rev()
                .map(|&place| (place, depth + 1)),
        );
    }
}
