//! Commands about parameters, in the words of KataGo and of GoGui.

use super::{Answer, Args, GtpError, Session};
use crate::params::{Kind, PARAMS, Param, ParamError};
use crate::player::FULL_LEVEL;

impl From<ParamError> for GtpError {
    fn from(error: ParamError) -> GtpError {
        GtpError::quoting(&error)
    }
}

pub(super) fn kata_list_params(_: &mut Session, _: &mut Args<'_>) -> Answer {
    Ok(PARAMS
        .iter()
        .flat_map(Param::names)
        .collect::<Vec<_>>()
        .join(" "))
}

pub(super) fn kata_get_param(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let name: String = args.next()?;
    args.end()?;
    Ok(Param::find(&name)?.get(&session.params))
}

pub(super) fn kata_set_param(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let name: String = args.next()?;
    Param::find(&name)?.set(&mut session.params, args.remainder())?;
    Ok(String::new())
}

/// Games played with playouts as their only limit are the same every time.
pub(super) fn deterministic_mode(session: &mut Session, _: &mut Args<'_>) -> Answer {
    session.params.player.threads = 1;
    session.params.playouts = Some(session.params.reg_playouts);
    session.params.time = None;
    session.params.pondering = false;
    session.set_seed(1);
    Ok(String::new())
}

/// Without arguments a list for GoGui's dialog of type `param`.
pub(super) fn kosumi_param(session: &mut Session, args: &mut Args<'_>) -> Answer {
    if let Some(name) = args.word() {
        Param::find(name)?.set(&mut session.params, args.remainder())?;
        return Ok(String::new());
    }
    let lines = PARAMS.iter().map(|param| {
        let value = param.get(&session.params);
        match param.kind {
            Kind::Flag => format!("[bool] {} {}", param.name, u8::from(value == "true")),
            Kind::Choice(words) => format!("[list/{}] {} {value}", words.join("/"), param.name),
            Kind::Number(..) | Kind::Seconds | Kind::Share | Kind::Tuned(..) => {
                format!("[string] {} {value}", param.name)
            }
        }
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// The strength by number, as in GNU Go; without a number, tells it.
pub(super) fn level(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let level = Param::find("level")?;
    let Some(number) = args.word() else {
        return Ok(level.get(&session.params));
    };
    args.end()?;
    let set = level.set(&mut session.params, number);
    set.map_err(|_| GtpError::expected(&format!("level from 1 to {FULL_LEVEL}"), number))?;
    Ok(String::new())
}

pub(super) fn set_random_seed(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let seed: i64 = args.next()?;
    args.end()?;
    // Negative seeds are as good as others.
    session.set_seed(seed.cast_unsigned());
    Ok(String::new())
}

pub(super) fn get_random_seed(session: &mut Session, _: &mut Args<'_>) -> Answer {
    Ok(session.seed.cast_signed().to_string())
}

pub(super) fn clear_cache(session: &mut Session, _: &mut Args<'_>) -> Answer {
    session.clear_cache();
    Ok(String::new())
}
