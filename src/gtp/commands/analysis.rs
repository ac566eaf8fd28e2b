//! Commands that report during a search.

use super::{Answer, Args, Conversation, GtpError};
use crate::clock::{Budget, Stop};
use crate::engine::Thought;
use crate::go::{Color, Move};
use crate::gtp::analysis::arguments::{Arguments, Dialect};
use crate::gtp::analysis::cgos;
use crate::gtp::analysis::format::{LineFormat, Reporter};
use crate::search::Purpose;
use crate::session::Question;
use std::fmt::Write;
use std::thread;
use std::time::Duration;

/// What becomes of a move that is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MoveUse {
    /// It is made.
    Play,
    /// It is the answer.
    Tell,
    /// It is the answer, but the search is given up when the next line comes.
    TellUnlessCancelled,
}

/// Between two checks whether the next line has come.
const POLL: Duration = Duration::from_millis(5);

/// Visits that are enough for a report.
const GLANCE: u64 = 200;

/// What is answered instead of a move that was given up.
const CANCELLED: &str = "cancelled";

/// Searches until the next line comes.
pub(super) fn analyze(talk: &mut Conversation, args: &mut Args<'_>, dialect: Dialect) -> Answer {
    let arguments = read(talk, args, dialect)?;
    let next_line = talk.next_line.clone();
    let mut reporter = begin(talk, &arguments, dialect, next_line.clone())?;
    let budget = Budget {
        visits: Some(u64::MAX),
        stop: next_line,
        ..Budget::default()
    };
    let question = Question {
        restriction: arguments.restriction,
        owners_by_move: reporter.wants_owners_by_move(),
        observers: reporter.observer(arguments.interval).into_iter().collect(),
        ..Question::new(arguments.color, Purpose::Analyze)
    };
    if let Some(report) = talk.think(question, budget.clone()).report {
        reporter.finish(&report, None);
    }
    while !budget.stop.is_raised() {
        thread::sleep(POLL);
    }
    Ok(String::new())
}

/// Finds a move and reports meanwhile.
pub(super) fn find_and_analyze(
    talk: &mut Conversation,
    args: &mut Args<'_>,
    dialect: Dialect,
    what_for: MoveUse,
) -> Answer {
    let arguments = read(talk, args, dialect)?;
    let stop = interrupt(talk, what_for);
    let mut reporter = begin(talk, &arguments, dialect, stop.clone())?;
    let question = Question {
        restriction: arguments.restriction,
        may_resign: arguments.may_resign,
        wants_report: true,
        owners_by_move: reporter.wants_owners_by_move(),
        observers: reporter.observer(arguments.interval).into_iter().collect(),
        ..Question::new(arguments.color, Purpose::Play)
    };
    let thought = match what_for {
        MoveUse::Play => talk.generate(question),
        MoveUse::Tell | MoveUse::TellUnlessCancelled => talk.deliberate(question, stop.clone()),
    };
    if let Some(report) = &thought.report {
        reporter.finish(report, Some(thought.choice.mv));
    }
    Ok(format!("play {}", chosen_move(&thought, what_for, &stop)))
}

/// Finds a move and does not make it.
pub(super) fn find(talk: &mut Conversation, color: Color, what_for: MoveUse) -> String {
    let stop = interrupt(talk, what_for);
    let thought = talk.deliberate(Question::new(color, Purpose::Play), stop.clone());
    chosen_move(&thought, what_for, &stop)
}

/// Finds a move, makes it and answers with the analysis as CGOS stores it.
pub(super) fn cgos_genmove_analyze(talk: &mut Conversation, color: Color) -> Answer {
    let lines = talk.reply.begin()?;
    let question = Question {
        wants_report: true,
        ..Question::new(color, Purpose::Play)
    };
    let thought = talk.generate(question);
    if let Some(report) = &thought.report {
        // If it cannot be written, the end of the response will show that.
        lines.write(&cgos::json(
            talk.session.size(),
            color,
            report,
            thought.choice.mv,
        ));
    }
    Ok(format!("play {}", move_text(&thought)))
}

/// What the prior expects of each move, and what a short search thinks of the position.
pub(super) fn heatmap(talk: &mut Conversation) -> String {
    let color = talk.session.to_move();
    let question = Question::new(color, Purpose::Analyze);
    let thought = talk.think(question, Budget::of_visits(GLANCE));
    let report = thought.report.expect("an analysis has a report");
    let thousandths = |mv| 1000.0 * report.policy.probability(mv);
    let mut text = String::new();
    for (place, at) in talk.session.size().points_from_top().enumerate() {
        if place % usize::from(talk.session.size().width()) == 0 {
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

fn read(talk: &Conversation, args: &mut Args<'_>, dialect: Dialect) -> Result<Arguments, GtpError> {
    let to_move = talk.session.to_move();
    Arguments::read(args, talk.session.size(), to_move, dialect)
}

fn begin(
    talk: &mut Conversation,
    arguments: &Arguments,
    dialect: Dialect,
    stop: Stop,
) -> Result<Reporter, GtpError> {
    let format = LineFormat::new(&talk.session.game, arguments, dialect, &talk.session.params);
    Ok(Reporter::new(format, talk.reply.begin()?, stop))
}

/// What ends a search early.
fn interrupt(talk: &Conversation, what_for: MoveUse) -> Stop {
    match what_for {
        MoveUse::Play | MoveUse::Tell => talk.session.stop.clone(),
        MoveUse::TellUnlessCancelled => talk.next_line.clone(),
    }
}

/// The move in words, in lower case, as clients of these commands compare it.
fn chosen_move(thought: &Thought, what_for: MoveUse, stop: &Stop) -> String {
    if what_for == MoveUse::TellUnlessCancelled && stop.is_raised() {
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
