//! Commands for tests of kosumi and for regression files.

use super::{Answer, Args, GtpError, Session};
use crate::bench::{self, Suite};
use crate::go::rules::Suicide;
use crate::go::{Position, Rules, Size, perft};
use crate::gtp::request::Request;
use std::cmp::Ordering;

/// Executes the rest of the line as a command and reads the first number of its answer.
fn number_of(session: &mut Session, args: &mut Args<'_>) -> Result<f64, GtpError> {
    let request = Request::parse(args.remainder().as_bytes());
    let request = request.ok_or_else(|| GtpError::syntax("command expected"))?;
    session.all_or_nothing(|session| {
        let answer = crate::gtp::execute_within(session, &request)?;
        let number = answer.split_whitespace().find_map(|word| word.parse().ok());
        number.ok_or_else(|| GtpError::new("the answer has no number"))
    })
}

pub(super) fn sg_compare_float(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let value: f64 = args.next()?;
    let is_more = number_of(session, args)? > value;
    Ok(if is_more { "1" } else { "-1" }.to_owned())
}

pub(super) fn sg_compare_int(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let value: f64 = args.next::<i32>()?.into();
    let order = number_of(session, args)?.total_cmp(&value);
    Ok(match order {
        Ordering::Less => "-1",
        Ordering::Equal => "0",
        Ordering::Greater => "1",
    }
    .to_owned())
}

pub(super) fn kosumi_bench(_: &mut Session, args: &mut Args<'_>) -> Answer {
    let suite = match args.word() {
        None => Suite::All,
        Some(word) => word
            .parse()
            .map_err(|_| GtpError::expected("board, playout, search or all", word))?,
    };
    Ok(bench::run(suite).trim_end().to_owned())
}

/// Numbers that are known from elsewhere, and the game played once more.
pub(super) fn kosumi_selftest(session: &mut Session, _: &mut Args<'_>) -> Answer {
    let moves = Position::new(Size::square(5), Rules::default());
    let replayed = session.game.position_after(session.game.moves().len());
    let row = |width| Size::new(width, 1).expect("a size");
    let checks = [
        (
            "legal positions of 2x2",
            perft::legal_positions(Size::square(2)) == Some(57),
        ),
        (
            "legal positions of 3x3",
            perft::legal_positions(Size::square(3)) == Some(12_675),
        ),
        (
            "games of 1x3",
            perft::games(row(3), Suicide::Any) == Some(907),
        ),
        (
            "first moves of 5x5",
            perft::moves(&moves, 2) == 26 * 26 - 25,
        ),
        (
            "the game replayed",
            replayed.board() == session.game.board(),
        ),
    ];
    let failed = checks.iter().find(|(_, is_fine)| !is_fine);
    match failed {
        Some((name, _)) => Err(GtpError::new(format!("self-test failed: {name}"))),
        None => Ok(checks.map(|(name, _)| format!("ok: {name}")).join("\n")),
    }
}
