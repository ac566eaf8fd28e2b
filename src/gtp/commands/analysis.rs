//! Commands that tell what a search finds while it goes on.

use super::{Answer, Args, GtpError, Session};
use crate::clock::{Budget, Stop};
use crate::engine::Thought;
use crate::go::{Color, Move};
use crate::gtp::analysis::arguments::{Arguments, Dialect};
use crate::gtp::analysis::cgos;
use crate::gtp::analysis::format::Format;
use crate::gtp::analysis::reporter::Reporter;
use crate::gtp::session::Task;
use crate::search::Purpose;
use std::fmt::Write;
use std::thread;
use std::time::Duration;

/// What becomes of a move that is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// It is made.
    Play,
    /// It is told.
    Tell,
    /// It is told, but the search is given up when the next line comes.
    TellUnlessCancelled,
}

/// Between two looks whether the next line has come.
const POLL: Duration = Duration::from_millis(5);

/// What is answered instead of a move that was given up.
const CANCELLED: &str = "cancelled";

/// Searches until the next line comes.
pub(super) fn analyze(session: &mut Session, args: &mut Args<'_>, dialect: Dialect) -> Answer {
    let arguments = read(session, args, dialect)?;
    let next_line = session.next_line.clone();
    let mut reporter = begin(session, &arguments, dialect, next_line.clone())?;
    let budget = Budget {
        playouts: Some(u64::MAX),
        stop: next_line,
        ..Budget::default()
    };
    let task = Task {
        restriction: arguments.restriction,
        owners_by_move: reporter.wants_owners_by_move(),
        listener: reporter.observer(arguments.interval),
        ..Task::new(arguments.color, Purpose::Analyze)
    };
    if let Some(report) = session.think(task, budget.clone()).report {
        reporter.finish(&report, None);
    }
    while !budget.stop.is_raised() {
        thread::sleep(POLL);
    }
    Ok(String::new())
}

/// Finds a move and reports meanwhile.
pub(super) fn find_and_analyze(
    session: &mut Session,
    args: &mut Args<'_>,
    dialect: Dialect,
    what_for: Use,
) -> Answer {
    let arguments = read(session, args, dialect)?;
    let stop = interrupt(session, what_for);
    let mut reporter = begin(session, &arguments, dialect, stop.clone())?;
    let task = Task {
        restriction: arguments.restriction,
        may_resign: arguments.may_resign,
        wants_report: true,
        owners_by_move: reporter.wants_owners_by_move(),
        listener: reporter.observer(arguments.interval),
        ..Task::new(arguments.color, Purpose::Play)
    };
    let thought = match what_for {
        Use::Play => session.generate(task),
        Use::Tell | Use::TellUnlessCancelled => session.deliberate(task, stop.clone()),
    };
    if let Some(report) = &thought.report {
        reporter.finish(report, Some(thought.choice.mv));
    }
    Ok(format!("play {}", told(&thought, what_for, &stop)))
}

/// Finds a move and does not make it.
pub(super) fn find(session: &mut Session, color: Color, what_for: Use) -> String {
    let stop = interrupt(session, what_for);
    let thought = session.deliberate(Task::new(color, Purpose::Play), stop.clone());
    told(&thought, what_for, &stop)
}

/// Finds a move, makes it and tells the analysis as CGOS stores it.
pub(super) fn cgos_genmove_analyze(session: &mut Session, color: Color) -> Answer {
    let lines = session.reply.begin()?;
    let task = Task {
        wants_report: true,
        ..Task::new(color, Purpose::Play)
    };
    let thought = session.generate(task);
    if let Some(report) = &thought.report {
        // If nobody hears it, the end of the response will show that.
        lines.write(&cgos::json(
            session.size(),
            color,
            report,
            thought.choice.mv,
        ));
    }
    Ok(format!("play {}", move_text(&thought)))
}

/// What the prior expects of each move, and what a short search thinks of the position.
pub(super) fn heatmap(session: &mut Session) -> String {
    let color = session.to_move();
    let report = session.glance(color);
    let thousandths = |mv| 1000.0 * report.policy.probability(mv);
    let mut text = String::new();
    for (place, at) in session.size().points_from_top().enumerate() {
        if place % usize::from(session.size().width()) == 0 {
            text.push('\n');
        }
        let _ = write!(text, "{:4.0}", thousandths(Move::Play(at)));
    }
    format!(
        "{text}\npass: {:.0}\nwinrate: {:.6}",
        thousandths(Move::Pass),
        report.value
    )
}

fn read(session: &Session, args: &mut Args<'_>, dialect: Dialect) -> Result<Arguments, GtpError> {
    let to_move = session.to_move();
    Arguments::read(args, session.size(), to_move, dialect)
}

fn begin(
    session: &mut Session,
    arguments: &Arguments,
    dialect: Dialect,
    stop: Stop,
) -> Result<Reporter, GtpError> {
    let format = Format::new(&session.game, arguments, dialect, &session.params);
    Ok(Reporter::new(format, session.reply.begin()?, stop))
}

/// What ends a search early.
fn interrupt(session: &Session, what_for: Use) -> Stop {
    match what_for {
        Use::Play | Use::Tell => session.interrupt.clone(),
        Use::TellUnlessCancelled => session.next_line.clone(),
    }
}

/// The move in words, in lower case, as clients of these commands compare it.
fn told(thought: &Thought, what_for: Use, stop: &Stop) -> String {
    if what_for == Use::TellUnlessCancelled && stop.is_raised() {
        return CANCELLED.to_owned();
    }
    move_text(thought)
}

fn move_text(thought: &Thought) -> String {
    if thought.choice.resigns {
        "resign".to_owned()
    } else {
        thought.choice.mv.to_string()
    }
}
