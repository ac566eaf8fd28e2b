//! Questions about chains that reading answers: captured, saved, caught in a ladder, lost in a fight, unconditionally alive.

use super::games::write_file;
use super::{Answer, Args, Conversation, GtpError, lines, words};
use crate::explain::{self, Language};
use crate::go::record::{Action, Setup};
use crate::go::{Board, Color, Move, Point, PointSet, Record};
use crate::life::Estimate;
use crate::life::hypothetical::{self, ReadingLimits, part_around};
use crate::reading::{ProblemError, Solution, SolutionTarget, SolveLimits, Unsolved};
use crate::sgf::{self, VariationMove};
use crate::tactics::{
    CaptureFinding, Captures, LadderFate, Ladders, Reach, ReadingTrace, Unconditional,
};
use std::time::Duration;
use web_time::Instant;

/// The most time for a problem of life and death or of a connection.
const SOLVE_TIME: Duration = Duration::from_secs(10);

/// GNU Go's number for a result.
const fn code(reach: Reach) -> u8 {
    match reach {
        Reach::Never => 0,
        Reach::Surely => 1,
        Reach::ByKo => 2,
        Reach::WithThreat => 3,
    }
}

/// A result, and the move if there is a result.
fn finding_text(talk: &Conversation, finding: CaptureFinding) -> String {
    let mv = finding.mv.map_or(Move::Pass, Move::Play);
    match finding.reach {
        Reach::Never => "0".to_owned(),
        reach => format!("{} {}", code(reach), talk.vertex_text(mv)),
    }
}

/// The next point, with a stone.
pub(super) fn stone(talk: &Conversation, args: &mut Args<'_>) -> Result<Point, GtpError> {
    let point = args.point(talk.session.size())?;
    let is_stone = talk.session.game.board().color_at(point).is_some();
    is_stone
        .then_some(point)
        .ok_or_else(|| GtpError::new("vertex must not be empty"))
}

/// The only argument: a point with a stone.
pub(super) fn only_stone(talk: &Conversation, args: &mut Args<'_>) -> Result<Point, GtpError> {
    let point = stone(talk, args)?;
    args.end()?;
    Ok(point)
}

pub(super) fn fight(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let chain = stone(talk, args)?;
    let language: Language = args.last()?.unwrap_or_default();
    let board = talk.session.game.board();
    let owner = board.color_at(chain).expect("a stone is asked about");
    let judge = talk.session.judge();
    let estimate = Estimate::of(board, &judge);
    let limits = ReadingLimits {
        deadline: judge.deadline,
        ..ReadingLimits::default()
    };
    let part = part_around(board, &estimate, chain);
    Ok(lines([!owner, owner].map(|first| {
        let read = |part| hypothetical::fight(board, part, chain, first, limits);
        explain::fight(first, part.as_ref().and_then(read).as_ref(), language)
    })))
}

pub(super) fn solve(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let first = args.next()?;
    let target = if args.is_next::<Language>() {
        None
    } else {
        args.optional_point(talk.session.size())?
    };
    let language: Language = args.last()?.unwrap_or_default();
    let board = talk.session.game.board();
    let solution = Solution::of(board, first, target.into(), solve_limits(talk));
    let solution = solution.map_err(|error| GtpError::new(error.to_string()))?;
    Ok(explain::solution(&solution, language).trim_end().into())
}

/// Any number of visits, but a command has only so much time.
fn solve_limits(talk: &Conversation) -> SolveLimits {
    let latest = Instant::now() + SOLVE_TIME;
    let deadline = talk.session.judge().deadline;
    SolveLimits {
        visits: u64::MAX,
        deadline: Some(deadline.map_or(latest, |deadline| deadline.min(latest))),
    }
}

/// A move and a chain.
fn move_and_stone(talk: &Conversation, args: &mut Args<'_>) -> Result<(Point, Point), GtpError> {
    let at = args.point(talk.session.size())?;
    if !talk.session.game.board().is_empty_at(at) {
        return Err(GtpError::new("move vertex must be empty"));
    }
    Ok((at, only_stone(talk, args)?))
}

/// Two chains of one player.
fn two_stones(talk: &Conversation, args: &mut Args<'_>) -> Result<[Point; 2], GtpError> {
    let chains = [stone(talk, args)?, stone(talk, args)?];
    args.end()?;
    let [one, other] = chains.map(|chain| talk.session.game.board().color_at(chain));
    if one == other {
        Ok(chains)
    } else {
        Err(GtpError::new("vertices must have stones of one color"))
    }
}

/// Reads what becomes of a chain.
pub(super) fn ask(
    talk: &mut Conversation,
    chain: Point,
    question: fn(&mut Captures, &Board, Point) -> CaptureFinding,
) -> Answer {
    let finding = question(&mut talk.reader, talk.session.game.board(), chain);
    Ok(finding_text(talk, finding))
}

pub(super) fn does_attack(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let (at, chain) = move_and_stone(talk, args)?;
    let (board, reader) = (talk.session.game.board(), &mut talk.reader);
    let attacker = board.color_at(chain).map(|owner| !owner);
    let is_allowed = attacker.is_some_and(|attacker| board.is_playable(at, attacker));
    let reach = if is_allowed && reader.defend(board, chain).reach != Reach::Never {
        reader.attack_by(board, chain, at)
    } else {
        Reach::Never
    };
    Ok(code(reach).to_string())
}

pub(super) fn does_defend(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let (at, chain) = move_and_stone(talk, args)?;
    let (board, reader) = (talk.session.game.board(), &mut talk.reader);
    let owner = board.color_at(chain);
    let is_allowed = owner.is_some_and(|owner| board.is_playable(at, owner));
    let reach = if is_allowed && reader.attack(board, chain).reach != Reach::Never {
        reader.defend_by(board, chain, at)
    } else {
        Reach::Never
    };
    Ok(code(reach).to_string())
}

pub(super) fn attack_either(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let chains = two_stones(talk, args)?;
    let (board, reader) = (talk.session.game.board(), &mut talk.reader);
    let alone = chains.map(|chain| reader.attack(board, chain).reach);
    let reach = match alone[0].max(alone[1]) {
        Reach::Never if is_double_attack_possible(reader, board, chains) => Reach::Surely,
        reach => reach,
    };
    Ok(code(reach).to_string())
}

/// Returns true if a move next to two chains, or one point further, attacks both at once.
fn is_double_attack_possible(reader: &mut Captures, board: &Board, chains: [Point; 2]) -> bool {
    let Some(attacker) = board.color_at(chains[0]).map(|owner| !owner) else {
        return false;
    };
    let near = |chain: Point| -> PointSet {
        let liberties = board.liberty_set(chain);
        let further = liberties.iter().flat_map(|at| board.neighbors(at));
        let further: Vec<Point> = further.filter(|&at| board.is_empty_at(at)).collect();
        liberties.iter().chain(further).collect()
    };
    let [one, other] = chains.map(near);
    let common: Vec<Point> = one.iter().filter(|&at| other.contains(at)).collect();
    common.into_iter().any(|at| {
        board.is_playable(at, attacker) && {
            let mut after = board.clone();
            after.play(at, attacker);
            !can_save_both(reader, &after, chains)
        }
    })
}

pub(super) fn defend_both(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let chains = two_stones(talk, args)?;
    let is_possible = can_save_both(&mut talk.reader, talk.session.game.board(), chains);
    Ok(u8::from(is_possible).to_string())
}

/// Returns true if the owner of two chains saves both with one move, or needs none.
fn can_save_both(reader: &mut Captures, board: &Board, [one, other]: [Point; 2]) -> bool {
    let Some(owner) = board
        .color_at(one)
        .filter(|_| board.color_at(other).is_some())
    else {
        return false;
    };
    let (moves, rest) = match (
        reader.saving_moves(board, one),
        reader.saving_moves(board, other),
    ) {
        (None, None) => return true,
        (Some(moves), _) => (moves, other),
        (None, Some(moves)) => (moves, one),
    };
    moves.into_iter().any(|at| {
        let mut after = board.clone();
        after.play(at, owner);
        reader.attack(&after, rest).reach == Reach::Never
    })
}

pub(super) fn connect(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    connection(talk, args, |owner| owner)
}

pub(super) fn disconnect(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    connection(talk, args, |owner| !owner)
}

/// How surely a player gets his way about the connection of two chains who moves first, and how.
fn connection(talk: &Conversation, args: &mut Args<'_>, player: fn(Color) -> Color) -> Answer {
    let chains = two_stones(talk, args)?;
    let board = talk.session.game.board();
    let owner = board.color_at(chains[0]).expect("a stone is asked about");
    let first = player(owner);
    let (reach, mv) = match Solution::reach_of(
        board,
        first,
        SolutionTarget::Connection(chains),
        solve_limits(talk),
    ) {
        Err(Unsolved::NoProblem(ProblemError::OneChain(..))) if first == owner => {
            (Reach::Surely, Some(Move::Pass))
        }
        Err(Unsolved::NoProblem(ProblemError::OneChain(..))) => (Reach::Never, None),
        found => found.map_err(|error| GtpError::new(error.to_string()))?,
    };
    let mv = mv.and_then(Move::point);
    Ok(finding_text(talk, CaptureFinding { reach, mv }))
}

pub(super) fn ladder_attack(talk: &mut Conversation, chain: Point) -> Answer {
    let board = talk.session.game.board();
    if board.two_liberties(chain).is_none() {
        return Err(GtpError::new("string must have exactly 2 liberties"));
    }
    let atari = Ladders::new().captures(board, chain);
    Ok(atari.map_or("0".to_owned(), |at| format!("1 {at}")))
}

pub(super) fn kosumi_ladder(talk: &mut Conversation, chain: Point) -> Answer {
    Ok(
        match Ladders::new().fate(talk.session.game.board(), chain) {
            LadderFate::Captured => "captured",
            LadderFate::Unsettled => "unsettled",
            LadderFate::Escaped => "escaped",
            LadderFate::Unknown => "unknown",
        }
        .to_owned(),
    )
}

pub(super) fn unconditional_status(talk: &mut Conversation, point: Point) -> Answer {
    let board = talk.session.game.board();
    let owner = Unconditional::of(board).owner(point);
    Ok(match (board.color_at(point), owner) {
        (_, None) => "undecided",
        (Some(color), Some(owner)) if color == owner => "alive",
        (Some(_), Some(_)) => "dead",
        (None, Some(Color::Black)) => "black_territory",
        (None, Some(Color::White)) => "white_territory",
    }
    .to_owned())
}

pub(super) fn kosumi_safe(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    // Fuego names a solver first.
    let word = args.word().filter(|&word| word != "benson");
    let color = word
        .or_else(|| args.word())
        .map(str::parse::<Color>)
        .transpose()?;
    args.end()?;
    let unconditional = Unconditional::of(talk.session.game.board());
    let is_safe = |&at: &Point| {
        let owner = unconditional.owner(at);
        owner.is_some() && (color.is_none() || owner == color)
    };
    let points: Vec<Point> = talk.session.size().points().filter(is_safe).collect();
    Ok(format!("{} {}", points.len(), words(points))
        .trim_end()
        .to_owned())
}

pub(super) fn finish_trace(talk: &mut Conversation, name: &str) -> Answer {
    let readings = talk.reader.trace();
    let readings = readings.ok_or_else(|| GtpError::new("no trace has been started"))?;
    let texts = readings.iter().map(reading_text);
    write_file(name, &texts.collect::<String>())?;
    talk.reader.stop_trace();
    Ok(String::new())
}

/// A reading as a game of an SGF file: the position, and the moves as variations.
fn reading_text(reading: &ReadingTrace) -> String {
    let board = &reading.board;
    let stone = |at: Point| board.color_at(at).map(|color| (at, Some(color)));
    let setup = Setup {
        stones: board.points().filter_map(stone).collect(),
        to_move: reading.tries.first().map(|first| first.color),
    };
    let mut record = Record::new(board.size());
    record.nodes.push(Action::Setup(setup).into());
    let retaker = reading.retaker.map_or("Nobody", Color::name);
    let line = reading.line();
    record.comment = format!(
        "About the chain at {}. {retaker} may retake a ko at once. Main line: {}.",
        reading.chain,
        words(line.iter().map(|tried| tried.mv)),
    );
    let owner = board.color_at(reading.chain);
    let replies: Vec<VariationMove> = reading
        .tries
        .iter()
        .map(|tried| VariationMove {
            depth: tried.depth,
            color: tried.color,
            mv: tried.mv,
            comment: match tried.succeeds {
                false => String::new(),
                true if Some(tried.color) == owner => "saves".to_owned(),
                true => "captures".to_owned(),
            },
        })
        .collect();
    sgf::write_with_replies(&record, &replies)
}
