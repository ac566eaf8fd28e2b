//! Commands for tests of kosumi and for regression files.

use super::{Answer, Args, GtpError, Session};
use crate::bench::{self, Suite};
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
