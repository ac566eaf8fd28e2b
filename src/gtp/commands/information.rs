//! Commands that show the position.

use super::setup::points_text;
use super::{Answer, Args, GtpError, Session};
use crate::go::{Board, Color, IllegalMove, Move, Point, PointSet, Size};

pub(super) fn showboard(session: &mut Session, _: &mut Args<'_>) -> Answer {
    let board = session.game.board();
    let position = session.game.position();
    let [black, white] = Color::ALL.map(|color| board.captured_by(color));
    Ok(format!(
        "\n{board}\n{} to move, {} moves made\nBlack has captured {black}, White has captured {white}",
        position.to_move(),
        position.move_count(),
    ))
}

pub(super) fn last_move(session: &mut Session, _: &mut Args<'_>) -> Answer {
    let last = session.game.moves().last();
    last.map(|&played| move_text(session, played))
        .ok_or_else(|| GtpError::new("no previous move known"))
}

pub(super) fn move_history(session: &mut Session, _: &mut Args<'_>) -> Answer {
    let lines = session
        .game
        .moves()
        .iter()
        .rev()
        .map(|&played| move_text(session, played));
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

fn move_text(session: &Session, (color, mv): (Color, Move)) -> String {
    format!("{color} {}", session.vertex_text(mv))
}

pub(super) fn captures(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let color: Color = args.next()?;
    args.end()?;
    Ok(session.game.board().captured_by(color).to_string())
}

pub(super) fn list_stones(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let color: Color = args.next()?;
    args.end()?;
    let board = session.game.board();
    let is_own = |&point: &Point| board.color_at(point) == Some(color);
    Ok(points_text(session.size().points_from_top().filter(is_own)))
}

/// An occupied point.
fn stone(session: &Session, args: &mut Args<'_>) -> Result<Point, GtpError> {
    let point = args.point(session.size())?;
    args.end()?;
    let is_stone = session.game.board().color_at(point).is_some();
    is_stone
        .then_some(point)
        .ok_or_else(|| GtpError::new("vertex must not be empty"))
}

pub(super) fn countlib(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let point = stone(session, args)?;
    Ok(session.game.board().liberty_count(point).to_string())
}

pub(super) fn findlib(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let point = stone(session, args)?;
    Ok(from_top(
        session.size(),
        &session.game.board().liberty_set(point),
    ))
}

pub(super) fn accuratelib(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let (color, point) = (args.next()?, args.point(session.size())?);
    args.end()?;
    let mut after = session.game.board().clone();
    if !after.is_empty_at(point) {
        return Err(GtpError::new("vertex must be empty"));
    }
    after.play(point, color);
    Ok(after.liberty_count(point).to_string())
}

fn from_top(size: Size, points: &PointSet) -> String {
    points_text(
        size.points_from_top()
            .filter(|&point| points.contains(point)),
    )
}

pub(super) fn invariant_hash(session: &mut Session, _: &mut Args<'_>) -> Answer {
    Ok(format!("{:016x}", session.game.board().invariant_hash()))
}

pub(super) fn invariant_hash_for_moves(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let color: Color = args.next()?;
    args.end()?;
    let lines = session.game.position().legal_points(color).map(|point| {
        let mut after = session.game.board().clone();
        after.play(point, color);
        format!("{point} {:016x}", after.invariant_hash())
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// The points where the player to move would bring back a position that the ko rule forbids.
fn barred(session: &Session) -> String {
    let color = session.game.position().to_move();
    let is_barred = |&at: &Point| {
        let result = session.game.check(color, Move::Play(at));
        matches!(
            result,
            Err(IllegalMove::Ko(_) | IllegalMove::Superko { .. })
        )
    };
    let points = points_text(session.size().points_from_top().filter(is_barred));
    if points.is_empty() {
        "none".to_owned()
    } else {
        points
    }
}

pub(super) fn kosumi_board(session: &mut Session, _: &mut Args<'_>) -> Answer {
    let position = session.game.position();
    let board: &Board = position.board();
    let ko = board.ko().map_or("none".to_owned(), |(point, color)| {
        format!("{point} barred for {color}")
    });
    let first_stones = Color::ALL.map(|color| board.stone_count(color));
    Ok(format!(
        "size: {}\nrules: {}\nkomi: {}\nhandicap: {}\nto move: {}\nmoves: {}\npasses in a row: {}\n\
         over: {}\nhash: {:016x}\nko: {ko}\nstones: {} black, {} white\ncaptured: {} by black, {} by white\n\
         repetition: {}\npositions so far: {}\nbarred by the ko rule: {}",
        board.size(),
        session.rules_name(),
        session.game.komi(),
        session.game.handicap(),
        position.to_move(),
        position.move_count(),
        position.passes_in_a_row(),
        position.is_over(),
        board.hash(),
        first_stones[0],
        first_stones[1],
        board.captured_by(Color::Black),
        board.captured_by(Color::White),
        position
            .long_cycle()
            .map_or("none".to_owned(), |cycle| format!("{cycle:?}")),
        position.seen_keys().count(),
        barred(session),
    ))
}
