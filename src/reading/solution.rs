//! The first moves of a problem, of life and death or about a connection: which of them work, and what refutes the others.
//!
//! What holds on the whole board comes first. If half of the time does not suffice for that, what holds if other stones live counts for
//! stones that were named, and else what holds in a [frame](Solver::set_frame). The solution says so.

use super::lines::TreeMove;
use super::problem::{ProblemError, ReadingProblem};
use super::proof::SolveLimits;
use super::solver::{KoView, Solver, SolverAnswer, SolverQuestion};
use crate::go::{Board, Color, Move, Point, PointSet};
use crate::tactics::Reach;

/// Positions for a question in the first round, and how many times more each further one has.
const FIRST_ROUND: u64 = 4_000;
const ROUND_FACTOR: u64 = 4;

/// A first move and what it leads to.
#[derive(Clone, Debug)]
pub struct FirstMove {
    /// Where it is.
    pub at: Point,
    /// How surely its player gets his way with it.
    pub reach: Reach,
    /// A line that shows it, the move itself first: of the kind of ko that decides, if one does.
    pub line: Vec<(Color, Move)>,
    question: SolverQuestion,
    answer: SolverAnswer,
}

/// What was found out about a problem. If the end is the same whoever moves first, the first moves are those of the player who does
/// not get his way.
#[derive(Debug)]
pub struct Solution {
    /// Who moves first.
    pub first: Color,
    /// How surely he gets his way: that the target is captured or kept apart, or that it stays or is connected if it is his own. Never
    /// if the end is the same whoever moves first.
    pub reach: Reach,
    /// The first moves that were read to the end, the surest first, those alike by their length.
    pub moves: Vec<FirstMove>,
    /// First moves that may do as well, but were not read to the end. None if no move does.
    pub unread: Vec<Point>,
    /// If the solution holds within a frame alone: all that the target can reach only over more empty points than these is taken
    /// to be its opponent's, and to live.
    pub frame: Option<u8>,
    /// A stone of each other chain that has to live for the solution to hold; none if it holds without that.
    pub presumed: Vec<Point>,
    solver: Solver,
}

/// Why there is no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsolved {
    /// There are stones about whose life something was left unread.
    #[error("it is too hard to read to the end")]
    TooHard,
    /// The board is empty.
    #[error("there are no stones")]
    NoStones,
    /// The stones that were named cannot be asked about.
    #[error(transparent)]
    NoProblem(#[from] ProblemError),
}

/// What a solution is wanted of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolutionTarget {
    /// The group whose life the first move decides. Groups are tried before single chains, and those with the fewest points around
    /// first. If the first move decides nothing that was read, the one with the fewest ways into the open.
    Any,
    /// The life of the group or the chain at a point.
    Life(Point),
    /// Whether two chains are connected, each named by one of its stones.
    Connection([Point; 2]),
}

impl From<Option<Point>> for SolutionTarget {
    /// The life of the group that a point names, or of any.
    fn from(named: Option<Point>) -> SolutionTarget {
        named.map_or(SolutionTarget::Any, SolutionTarget::Life)
    }
}

impl Solution {
    /// Solves a problem of a board in which a player moves first.
    ///
    /// Takes up to the limits, which are for one question each, and as long again for the moves that fail.
    ///
    /// # Errors
    /// Returns why there is no solution.
    pub fn of(
        board: &Board,
        first: Color,
        target: SolutionTarget,
        limits: SolveLimits,
    ) -> Result<Solution, Unsolved> {
        let known = find_target(board, first, target, limits)?;
        Ok(Solution::of_known(known, first, limits))
    }

    /// How surely a player gets his way who moves first, and with which move: a pass if none is needed, none if he does not. Reads no
    /// other first moves, unlike [`Solution::of`].
    ///
    /// # Errors
    /// Returns why that could not be found out.
    pub fn reach_of(
        board: &Board,
        first: Color,
        target: SolutionTarget,
        limits: SolveLimits,
    ) -> Result<(Reach, Option<Move>), Unsolved> {
        let KnownTarget { mut solver, end } = find_target(board, first, target, limits)?;
        Ok(match end {
            ProblemEnd::ByFirstMove(reach) => {
                let question = SolverQuestion {
                    first,
                    played: None,
                    kos: deciding(first, reach),
                };
                let best = solver.best_move(question, limits);
                (reach, Some(best.ok_or(Unsolved::TooHard)?))
            }
            ProblemEnd::Settled { loser } if loser == first => (Reach::Never, None),
            ProblemEnd::Settled { .. } => (Reach::Surely, Some(Move::Pass)),
        })
    }

    /// Reads the first moves of a target whose end is known.
    fn of_known(known: KnownTarget, first: Color, limits: SolveLimits) -> Solution {
        let KnownTarget { mut solver, end } = known;
        let (first, reach) = match end {
            ProblemEnd::ByFirstMove(reach) => (first, reach),
            ProblemEnd::Settled { loser } => (loser, Reach::Never),
        };
        let found = first_moves(&mut solver, first, reach, limits);
        let presumed = presumed(&solver, &found);
        let FirstMoves {
            moves, mut unread, ..
        } = found;
        if reach == Reach::Never {
            unread.clear();
        }
        // The clock may have ended before the move was read by itself that the first answer has found.
        let reach = moves.first().map_or(reach, |best| best.reach.max(reach));
        let owner = solver.problem().owner();
        Solution {
            first,
            reach,
            moves,
            unread,
            // What lives in a frame lives.
            frame: solver
                .frame_distance()
                .filter(|_| reach != Reach::Never || first == owner),
            presumed,
            solver,
        }
    }

    /// Whether the end is the same whoever moves first.
    pub fn is_settled(&self) -> bool {
        self.reach == Reach::Never
    }

    /// The stones in question.
    pub const fn problem(&self) -> &ReadingProblem {
        self.solver.problem()
    }

    /// Positions visited for it.
    pub fn visits(&self) -> u64 {
        self.solver.visits()
    }

    /// The first moves that do as well as any, if the first move decides.
    pub fn solutions(&self) -> impl Iterator<Item = &FirstMove> {
        let moves = self.moves.iter().filter(|_| !self.is_settled());
        moves.filter(|first| first.reach == self.reach)
    }

    /// The moves that the answer about a first move rests on, nearest first, up to `most` of them. Those right behind it have no
    /// parent.
    pub fn tree(&self, first: &FirstMove, most: usize) -> Vec<TreeMove> {
        self.solver.tree(first.question, &first.answer, most)
    }
}

/// How a problem ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProblemEnd {
    /// The first move decides. How surely the first player gets his way.
    ByFirstMove(Reach),
    /// It is the same whoever moves first.
    Settled {
        /// Who does not get his way, even if he moves first.
        loser: Color,
    },
}

/// A target whose end is known, within the frame that its solver has.
struct KnownTarget {
    solver: Solver,
    end: ProblemEnd,
}

/// A target that may be meant.
struct PossibleTarget {
    solver: Solver,
    /// The end, and the widest frame that was read, in which it holds; without one it holds on the whole board, where it is
    /// settled.
    known: Option<(Option<usize>, ProblemEnd)>,
}

impl PossibleTarget {
    fn new(solver: Solver) -> PossibleTarget {
        PossibleTarget {
            solver,
            known: None,
        }
    }

    /// How surely the first player gets his way on the whole board, if that is known and he does.
    fn known_reach(&mut self, first: Color) -> Option<Reach> {
        let nothing = SolveLimits {
            visits: 0,
            deadline: None,
        };
        let reach = self.solver.reach(first, None, nothing);
        reach.filter(|&reach| reach != Reach::Never)
    }

    /// What is known where other stones are taken to live: the end, or else how the first move works.
    fn presumed(mut self, first: Color) -> Option<KnownTarget> {
        let end = match self.known {
            Some((_, end)) => end,
            None => ProblemEnd::ByFirstMove(self.known_reach(first)?),
        };
        let solver = self.solver;
        Some(KnownTarget { solver, end })
    }

    /// Reads frames, each wider than the one before, as far as the limits suffice for each.
    fn read_frames(&mut self, first: Color, limits: SolveLimits) {
        self.known = None;
        for frame in self.solver.frames() {
            self.solver.set_frame(Some(frame));
            let Some(end) = end(&mut self.solver, first, limits) else {
                break;
            };
            // With more room that may be different.
            self.known = Some((Some(frame), end));
        }
        self.solver.set_frame(None);
    }

    /// Whether the first move decides within the widest frame that was read.
    fn is_decided_in_frame(&self) -> bool {
        matches!(self.known, Some((Some(_), ProblemEnd::ByFirstMove(_))))
    }

    /// Whether the end is settled on the whole board.
    fn is_settled(&self) -> bool {
        matches!(self.known, Some((None, _)))
    }

    /// Whether all stones are captured even if their owner moves first, which goes for each chain of them, too.
    fn is_dead(&self) -> bool {
        let loser = self.solver.problem().owner();
        self.known == Some((None, ProblemEnd::Settled { loser }))
    }

    /// How many gaps the widest frame closes that was read.
    fn gaps(&self) -> Option<u32> {
        let (frame, _) = self.known?;
        Some(self.solver.gaps(frame?))
    }

    /// How many gaps the narrowest frame closes.
    fn narrowest_gaps(&self) -> u32 {
        let narrowest = self.solver.frames().next();
        narrowest.map_or(0, |frame| self.solver.gaps(frame))
    }

    /// What was found on the whole board, or else in a frame.
    fn found(mut self) -> Option<KnownTarget> {
        let (frame, end) = self.known?;
        self.solver.set_frame(frame);
        let solver = self.solver;
        Some(KnownTarget { solver, end })
    }
}

/// The problem whose end the first move decides, or else one that is settled. If that cannot be found out for the whole board in half
/// of the time, other stones are taken to live around those that were named, or there is a frame.
fn find_target(
    board: &Board,
    first: Color,
    target: SolutionTarget,
    limits: SolveLimits,
) -> Result<KnownTarget, Unsolved> {
    let solvers = solvers_of(board, target)?;
    if solvers.is_empty() {
        return Err(Unsolved::NoStones);
    }
    let is_named = target != SolutionTarget::Any;
    // Two chains may be connected by stones that would be out of play.
    let may_presume = matches!(target, SolutionTarget::Life(_));
    let mut presuming: Option<Vec<PossibleTarget>> = None;
    let mut candidates: Vec<PossibleTarget> =
        solvers.into_iter().map(PossibleTarget::new).collect();
    let half = limits.half();
    let mut limits = limits;
    let mut round = FIRST_ROUND;
    loop {
        let share = SolveLimits {
            visits: round.min(limits.visits),
            ..limits
        };
        for place in 0..candidates.len() {
            let candidate = &mut candidates[place];
            if candidate.is_settled() {
                continue;
            }
            match end(&mut candidate.solver, first, share) {
                Some(end @ ProblemEnd::ByFirstMove(_)) => {
                    let solver = candidates.swap_remove(place).solver;
                    return Ok(KnownTarget { solver, end });
                }
                Some(settled) => candidate.known = Some((None, settled)),
                None => {}
            }
        }
        if candidates.iter().all(PossibleTarget::is_settled) || is_named && candidates[0].is_dead()
        {
            return best_known(candidates, Vec::new(), first, is_named);
        }
        let open = candidates.iter_mut();
        let mut open: Vec<&mut PossibleTarget> = open.filter(|it| !it.is_settled()).collect();
        // Of stones that were named, it is enough to know how the first move works, though not whether they need it.
        let mut known = open.iter_mut().filter(|_| is_named);
        if !known.any(|candidate| candidate.known_reach(first).is_some()) {
            if may_presume {
                let presuming = presuming.get_or_insert_with(|| all_presuming(&open));
                for candidate in presuming.iter_mut().filter(|it| it.known.is_none()) {
                    let end = end(&mut candidate.solver, first, share);
                    candidate.known = end.map(|end| (None, end));
                }
            }
            let mut presuming = presuming.iter().flatten();
            let is_presumed = presuming.any(|candidate| candidate.known.is_some());
            if is_presumed {
                limits = half;
            }
            for candidate in open.into_iter().filter(|_| !is_presumed) {
                candidate.read_frames(first, share);
                if candidate.is_decided_in_frame() || is_named && candidate.known.is_some() {
                    limits = half;
                }
            }
        }
        if round >= limits.visits || limits.are_out_of_time() {
            let presuming = presuming.unwrap_or_default();
            return best_known(candidates, presuming, first, is_named);
        }
        round = round.saturating_mul(ROUND_FACTOR);
    }
}

/// The same targets where other stones that look alive are taken to live. Targets without such stones are left out.
fn all_presuming(candidates: &[&mut PossibleTarget]) -> Vec<PossibleTarget> {
    let problems = candidates.iter().map(|it| it.solver.problem());
    let presuming = problems.filter_map(ReadingProblem::presuming);
    presuming
        .map(|problem| PossibleTarget::new(Solver::new(problem)))
        .collect()
}

/// The best that is known of targets that are settled, or about whose life something was left unread. In `presuming`, other stones are
/// taken to live.
fn best_known(
    mut candidates: Vec<PossibleTarget>,
    presuming: Vec<PossibleTarget>,
    first: Color,
    are_named: bool,
) -> Result<KnownTarget, Unsolved> {
    let open = candidates.iter_mut().enumerate();
    let mut open = open.filter(|(_, candidate)| are_named && !candidate.is_settled());
    let known = open.find_map(|(place, it)| Some((place, it.known_reach(first)?)));
    if let Some((place, reach)) = known {
        let solver = candidates.swap_remove(place).solver;
        let end = ProblemEnd::ByFirstMove(reach);
        return Ok(KnownTarget { solver, end });
    }
    let are_settled = candidates.iter().any(PossibleTarget::is_settled);
    let presuming = presuming.into_iter().filter_map(|it| it.presumed(first));
    let presuming = presuming.min_by_key(|it| matches!(it.end, ProblemEnd::Settled { .. }));
    if let Some(known) = presuming
        && (!are_settled || matches!(known.end, ProblemEnd::ByFirstMove(_)))
    {
        return Ok(known);
    }
    // The fewer gaps a frame closes, the less it takes for granted.
    let all = || candidates.iter().enumerate();
    let decided = all().filter(|(_, candidate)| candidate.is_decided_in_frame());
    let decided = decided.min_by_key(|(_, candidate)| candidate.gaps());
    // Else those stones are meant that have the fewest ways out. Of those that were named, some have to be known.
    let meant = all().filter(|(_, candidate)| !are_named || candidate.known.is_some());
    let meant = meant.min_by_key(|(_, candidate)| candidate.narrowest_gaps());
    let place = decided.or(meant).map(|(place, _)| place);
    let found = place.and_then(|place| candidates.swap_remove(place).found());
    found.ok_or(Unsolved::TooHard)
}

/// How a problem ends; `None` if the limits did not suffice to find that out.
fn end(solver: &mut Solver, first: Color, limits: SolveLimits) -> Option<ProblemEnd> {
    let reaches = [first, !first].map(|player| solver.reach(player, None, limits));
    let loses = |reach| reach == Some(Reach::Never);
    match reaches {
        [reach, _] if loses(reach) => Some(ProblemEnd::Settled { loser: first }),
        [_, reach] if loses(reach) => Some(ProblemEnd::Settled { loser: !first }),
        [Some(reach), Some(_)] => Some(ProblemEnd::ByFirstMove(reach)),
        _ => None,
    }
}

/// A solver for each problem that may be meant.
fn solvers_of(board: &Board, target: SolutionTarget) -> Result<Vec<Solver>, ProblemError> {
    Ok(match target {
        SolutionTarget::Any => candidates(board),
        SolutionTarget::Life(at) => {
            let problems = [ReadingProblem::of_group, ReadingProblem::of_chain];
            let problems = problems.map(|problem| problem(board, at));
            let problems: Vec<_> = problems.into_iter().flatten().collect();
            if problems.is_empty() {
                return Err(ProblemError::NoStone(at));
            }
            distinct(problems)
        }
        SolutionTarget::Connection(stones) => {
            let problem = ReadingProblem::of_connection(board, stones)?;
            vec![Solver::new(problem)]
        }
    })
}

/// Groups and then chains, those with the fewest points around first.
pub(super) fn candidates(board: &Board) -> Vec<Solver> {
    let chains = || Color::ALL.into_iter().flat_map(|color| board.chains(color));
    let mut groups = distinct(
        chains()
            .filter_map(|at| ReadingProblem::of_group(board, at))
            .collect(),
    );
    let known: Vec<PointSet> = groups
        .iter()
        .map(|solver| solver.problem().target().clone())
        .collect();
    let single = chains().filter_map(|at| ReadingProblem::of_chain(board, at));
    let single = single.filter(|chain| !known.contains(chain.target()));
    let mut single = distinct(single.collect());
    for solvers in [&mut groups, &mut single] {
        solvers.sort_by_key(|solver| solver.widest().len());
    }
    groups.append(&mut single);
    groups
}

/// A solver for each problem, each target once.
fn distinct(problems: Vec<ReadingProblem>) -> Vec<Solver> {
    let mut solvers: Vec<Solver> = Vec::new();
    for problem in problems {
        let is_known = |solver: &Solver| solver.problem().target() == problem.target();
        if !solvers.iter().any(is_known) {
            solvers.push(Solver::new(problem));
        }
    }
    solvers
}

/// What was found out about first moves.
struct FirstMoves {
    /// Those that were read to the end.
    moves: Vec<FirstMove>,
    /// Those that were not.
    unread: Vec<Point>,
    /// That a pass fails whatever kos its player wins, if that is known.
    refutation_of_pass: Option<SolverAnswer>,
}

/// Reads the first moves.
fn first_moves(solver: &mut Solver, first: Color, reach: Reach, limits: SolveLimits) -> FirstMoves {
    let board = solver.problem().board().clone();
    // Moves that do not touch what refutes a pass are refuted as it is.
    let passed = SolverQuestion {
        first,
        played: Some(Move::Pass),
        kos: KoView::WonBy(first),
    };
    let is_owner = first == solver.problem().owner();
    let refuted = solver.answer(passed, limits);
    let refuted = refuted.filter(|answer| answer.is_lost == is_owner);
    let among = refuted
        .as_ref()
        .map_or_else(|| solver.in_play(), |answer| answer.zone.clone());
    let mut left: Vec<Point> = among
        .iter()
        .filter(|&at| board.is_empty_at(at) && board.is_playable(at, first))
        .collect();
    // What has been found already comes first, as the time may be short.
    let asked = SolverQuestion {
        first,
        played: None,
        kos: deciding(first, reach),
    };
    let best = solver.best_move(asked, limits);
    left.sort_by_key(|&at| Some(Move::Play(at)) != best);
    let mut moves = Vec::new();
    let mut round = FIRST_ROUND;
    while !left.is_empty() {
        let share = SolveLimits {
            visits: round.min(limits.visits),
            ..limits
        };
        left.retain(|&at| match first_move(solver, first, at, share) {
            Some(found) => {
                moves.push(found);
                false
            }
            None => true,
        });
        if round >= limits.visits || limits.are_out_of_time() {
            break;
        }
        round = round.saturating_mul(ROUND_FACTOR);
    }
    moves.sort_by_key(|found: &FirstMove| (std::cmp::Reverse(found.reach), found.line.len()));
    FirstMoves {
        moves,
        unread: left,
        refutation_of_pass: refuted,
    }
}

/// A stone of each chain that is [presumed](ReadingProblem::presuming) to live, and has to for what was found out.
fn presumed(solver: &Solver, found: &FirstMoves) -> Vec<Point> {
    let problem = solver.problem();
    let (board, owner, part) = (problem.board(), problem.owner(), solver.in_play());
    let mut chains: Vec<Point> = Vec::new();
    let answers = found.moves.iter().map(|it| &it.answer);
    for answer in answers.chain(&found.refutation_of_pass) {
        // That stones of the loser live helps the winner with nothing, so it is no condition.
        let winner = if answer.is_lost { !owner } else { owner };
        let beside = answer.zone.iter().flat_map(|at| board.neighbors(at));
        let stones = beside.filter(|&at| board.color_at(at) == Some(winner));
        let stones = stones.filter(|&at| problem.is_presumed(at, &part));
        chains.extend(stones.filter_map(|at| board.chain(at).min()));
    }
    chains.sort();
    chains.dedup();
    chains
}

/// How surely a player gets his way who moves first, after his move if one is given, and the answer that shows it; `None` if that
/// could not be found out.
pub(super) fn shown_reach(
    solver: &mut Solver,
    first: Color,
    played: Option<Move>,
    limits: SolveLimits,
) -> Option<(Reach, SolverQuestion, SolverAnswer)> {
    let reach = solver.reach(first, played, limits)?;
    let kos = deciding(first, reach);
    let question = SolverQuestion { first, played, kos };
    let answer = solver.answer(question, limits)?;
    Some((reach, question, answer))
}

/// The view of kos that shows how surely a player reaches his aim: his opponent wins them and he succeeds, or he wins them and does
/// or does not.
fn deciding(player: Color, reach: Reach) -> KoView {
    KoView::WonBy(if reach == Reach::Surely {
        !player
    } else {
        player
    })
}

/// Reads one first move.
fn first_move(
    solver: &mut Solver,
    first: Color,
    at: Point,
    limits: SolveLimits,
) -> Option<FirstMove> {
    let played = Move::Play(at);
    let (reach, question, answer) = shown_reach(solver, first, Some(played), limits)?;
    let mut line = vec![(first, played)];
    line.extend(answer.line.iter().copied());
    Some(FirstMove {
        at,
        reach,
        line,
        question,
        answer,
    })
}

#[cfg(test)]
mod tests;
