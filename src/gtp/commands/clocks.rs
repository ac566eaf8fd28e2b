//! Commands about time.

use super::{Answer, Args, Conversation, GtpError, lines};
use crate::clock::TimeControl;
use crate::go::Color;
use std::time::Duration;

/// The systems of `kata-time_settings`; `kgs-time_settings` knows the first four.
pub(super) const SYSTEMS: [&str; 6] = [
    "none",
    "absolute",
    "byoyomi",
    "canadian",
    "fischer",
    "fischer-capped",
];
pub(super) const KGS_SYSTEMS: usize = 4;

pub(super) fn time_settings(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let (main, period): (Duration, Duration) = (args.next()?, args.next()?);
    let stones = count(args)?;
    args.end()?;
    talk.session
        .set_time_control(match (period.is_zero(), stones) {
            (false, 0) => TimeControl::Unlimited,
            (true, _) => TimeControl::Absolute { main },
            (false, stones) => TimeControl::Canadian {
                main,
                period,
                stones,
            },
        });
    Ok(String::new())
}

/// Stones or periods; numbers beyond any game are as good as the largest.
fn count(args: &mut Args<'_>) -> Result<u32, GtpError> {
    let count: u64 = args.next()?;
    Ok(u32::try_from(count).unwrap_or(u32::MAX))
}

pub(super) fn time_left(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let color: Color = args.next()?;
    let seconds: f64 = args.next()?;
    let overtime = count(args)?;
    args.end()?;
    // Bridges send negative times after delays.
    let left = Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX / 4);
    talk.session.clocks[color].set_left(left, overtime);
    Ok(String::new())
}

/// Sets a time control of one of some systems.
pub(super) fn set_time_control(
    talk: &mut Conversation,
    args: &mut Args<'_>,
    systems: &[&str],
) -> Answer {
    let system = args
        .word()
        .ok_or_else(|| GtpError::syntax("time system expected"))?;
    if !systems.contains(&system) {
        return Err(GtpError::expected("time system", system));
    }
    let control = match system {
        "none" => TimeControl::Unlimited,
        "absolute" => TimeControl::Absolute { main: args.next()? },
        "byoyomi" => TimeControl::ByoYomi {
            main: args.next()?,
            period: args.next()?,
            periods: count(args)?.max(1),
        },
        "canadian" => TimeControl::Canadian {
            main: args.next()?,
            period: args.next()?,
            stones: count(args)?.max(1),
        },
        _ => fischer(args, system == "fischer-capped")?,
    };
    args.end()?;
    talk.session.set_time_control(control);
    Ok(String::new())
}

fn fischer(args: &mut Args<'_>, is_capped: bool) -> Result<TimeControl, GtpError> {
    let (main, increment): (Duration, Duration) = (args.next()?, args.next()?);
    let (limit, most_per_move) = if is_capped {
        (cap(args)?, cap(args)?)
    } else {
        (None, None)
    };
    if limit.is_some_and(|limit| limit < main) {
        return Err(GtpError::syntax("the limit is below the main time"));
    }
    Ok(TimeControl::Fischer {
        main,
        increment,
        limit,
        most_per_move,
    })
}

/// A limit, where a negative number means none.
fn cap(args: &mut Args<'_>) -> Result<Option<Duration>, GtpError> {
    let seconds: f64 = args.next()?;
    Ok(Duration::try_from_secs_f64(seconds).ok())
}

pub(super) fn kosumi_clock(talk: &mut Conversation) -> String {
    let clocks = Color::ALL.map(|color| format!("{color}: {}", talk.session.clocks[color]));
    format!("{}\n{}", talk.session.clocks.black.control(), lines(clocks))
}
