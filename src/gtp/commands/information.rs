//! Commands that show the position.

use super::{Answer, Args, Conversation, GtpError, lines, words};
use crate::go::{Board, Color, IllegalMove, Move, Point, PointSet, Size};

pub(super) fn showboard(talk: &mut Conversation) -> String {
    let board = talk.session.game.board();
    let position = talk.session.game.position();
    let [black, white] = Color::ALL.map(|color| board.captured_by(color));
    format!(
        "\n{board}\n{} to move, {} moves made\nBlack has captured {black}, White has captured {white}",
        position.to_move(),
        position.move_count(),
    )
}

pub(super) fn last_move(talk: &mut Conversation, _: &mut Args<'_>) -> Answer {
    let last = talk.session.game.moves().last();
    last.map(|&played| move_text(talk, played))
        .ok_or_else(|| GtpError::new("no previous move known"))
}

pub(super) fn move_history(talk: &mut Conversation) -> String {
    let moves = talk.session.game.moves().iter().rev();
    lines(moves.map(|&played| move_text(talk, played)))
}

fn move_text(talk: &Conversation, (color, mv): (Color, Move)) -> String {
    format!("{color} {}", talk.vertex_text(mv))
}

pub(super) fn list_stones(talk: &mut Conversation, color: Color) -> Answer {
    let board = talk.session.game.board();
    let is_own = |&point: &Point| board.color_at(point) == Some(color);
    Ok(words(talk.session.size().points_from_top().filter(is_own)))
}

pub(super) fn accuratelib(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let (color, point) = (args.next()?, args.point(talk.session.size())?);
    args.end()?;
    let mut after = talk.session.game.board().clone();
    if !after.is_empty_at(point) {
        return Err(GtpError::new("vertex must be empty"));
    }
    after.play(point, color);
    Ok(after.liberty_count(point).to_string())
}

/// Points in one line, from the top left.
pub(super) fn from_top(size: Size, points: &PointSet) -> String {
    words(
        size.points_from_top()
            .filter(|&point| points.contains(point)),
    )
}

pub(super) fn invariant_hash_for_moves(talk: &mut Conversation, color: Color) -> Answer {
    let points = talk.session.game.position().legal_points(color);
    Ok(lines(points.map(|point| {
        let mut after = talk.session.game.board().clone();
        after.play(point, color);
        format!("{point} {:016x}", after.invariant_hash())
    })))
}

/// The points where the player to move would bring back a position that the ko rule forbids.
fn barred(talk: &Conversation) -> String {
    let color = talk.session.to_move();
    let is_barred = |&at: &Point| {
        let result = talk.session.game.check(color, Move::Play(at));
        matches!(
            result,
            Err(IllegalMove::Ko(_) | IllegalMove::Superko { .. })
        )
    };
    let points = words(talk.session.size().points_from_top().filter(is_barred));
    if points.is_empty() {
        "none".to_owned()
    } else {
        points
    }
}

pub(super) fn kosumi_board(talk: &mut Conversation) -> String {
    let position = talk.session.game.position();
    let board: &Board = position.board();
    let ko = board.ko().map_or("none".to_owned(), |(point, color)| {
        format!("{point} barred for {color}")
    });
    let first_stones = Color::ALL.map(|color| board.stone_count(color));
    format!(
        "size: {}\nrules: {}\nkomi: {}\nhandicap: {}\nto move: {}\nmoves: {}\npasses in a row: {}\n\
         over: {}\nhash: {:016x}\nko: {ko}\nstones: {} black, {} white\ncaptured: {} by black, {} by white\n\
         repetition: {}\npositions so far: {}\nbarred by the ko rule: {}",
        board.size(),
        talk.session.game.rules().to_text(),
        talk.session.game.komi(),
        talk.session.game.handicap(),
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
        barred(talk),
    )
}

pub(super) fn kosumi_point(talk: &mut Conversation, at: Point) -> Answer {
    let board = talk.session.game.board();
    let count = |color: Option<Color>| {
        let near = board.neighbors(at);
        near.filter(|&near| board.color_at(near) == color).count()
    };
    let [empty, black, white] = [None, Some(Color::Black), Some(Color::White)].map(count);
    let content = board
        .color_at(at)
        .map_or("empty".to_owned(), |color| color.to_string());
    let mut lines = vec![
        format!("content: {content}"),
        format!("neighbors: {black} black, {white} white, {empty} empty"),
    ];
    if board.is_empty_at(at) {
        lines.extend(Color::ALL.map(|color| prospect(talk, color, at)));
    } else {
        let sets = [
            ("chain", board.chain(at).collect()),
            ("liberties", board.liberty_set(at)),
        ];
        lines.extend(sets.map(|(name, points): (&str, PointSet)| {
            let listed = from_top(talk.session.size(), &points);
            format!("{name}: {}, {listed}", points.len())
        }));
    }
    Ok(lines.join("\n"))
}

/// What a player would get by a move, in a line.
fn prospect(talk: &Conversation, color: Color, at: Point) -> String {
    let board = talk.session.game.board();
    if let Err(reason) = talk.session.game.check(color, Move::Play(at)) {
        return format!("for {color}: {reason}");
    }
    let mut after = board.clone();
    after.play(at, color);
    let eye = if board.neighborhood(at).is_eye(color) {
        ", looks like an eye"
    } else {
        ""
    };
    format!(
        "for {color}: legal, captures {}, liberties {}{eye}",
        board.captures_of(at, color),
        after.color_at(at).map_or(0, |_| after.liberty_count(at)),
    )
}
