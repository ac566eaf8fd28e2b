//! Commands about the end of the game. All of them share one count.

use super::{Answer, Args, Conversation, GtpError, lines, tactics, words};
use crate::explain::{self, Language};
use crate::go::{Color, Outcome, Point, PointSet};
use crate::life::{Count, Status};

pub(super) fn final_score(talk: &mut Conversation, _: &mut Args<'_>) -> Answer {
    match talk.session.count().outcome() {
        Outcome::NoResult => Err(GtpError::new("cannot score")),
        outcome => Ok(outcome.to_string()),
    }
}

pub(super) fn final_status(talk: &mut Conversation, point: Point) -> Answer {
    let count = talk.session.count();
    Ok(match talk.session.game.board().color_at(point) {
        Some(_) => status_name(count.statuses()(point)),
        None => match count.points()(point).owner() {
            Some(Color::Black) => "black_territory",
            Some(Color::White) => "white_territory",
            None => "dame",
        },
    }
    .to_owned())
}

pub(super) fn explain(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let language: Language = args.last()?.unwrap_or_default();
    let count = talk.session.count();
    let sentences = explain::chains(talk.session.game.board(), &count, language);
    let sentences = sentences.into_iter();
    let rows = count.picture();
    Ok(lines(sentences.chain(rows.lines().map(str::to_owned))))
}

pub(super) fn unsettled(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let language: Language = args.last()?.unwrap_or_default();
    let session = &talk.session;
    let groups = session.unsettled();
    Ok(explain::all_unsettled(
        session.game.board(),
        &groups,
        language,
    ))
}

pub(super) fn status(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let chain = tactics::stone(talk, args)?;
    let language: Language = args.last()?.unwrap_or_default();
    let (board, count) = (talk.session.game.board(), talk.session.count());
    let sentence = explain::chain(board, &count, chain, language);
    Ok(sentence.expect("a stone is asked about"))
}

fn status_name(status: Status) -> &'static str {
    match status {
        Status::Alive => "alive",
        Status::Seki => "seki",
        Status::Dead => "dead",
    }
}

/// What a word of `final_status_list` asks for.
enum Wanted {
    /// Chains.
    Stones(Status),
    /// Empty points of an owner.
    Points(Option<Color>),
}

impl Wanted {
    fn find(word: &str) -> Option<Wanted> {
        Some(match word {
            "alive" => Wanted::Stones(Status::Alive),
            "seki" => Wanted::Stones(Status::Seki),
            "dead" => Wanted::Stones(Status::Dead),
            "black_territory" => Wanted::Points(Some(Color::Black)),
            "white_territory" => Wanted::Points(Some(Color::White)),
            "dame" => Wanted::Points(None),
            _ => return None,
        })
    }
}

pub(super) fn final_status_list(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let word = args
        .word()
        .ok_or_else(|| GtpError::syntax("status expected"))?;
    args.end()?;
    let wanted = Wanted::find(word).ok_or_else(|| GtpError::expected("status", word))?;
    let count = talk.session.count();
    Ok(match wanted {
        Wanted::Stones(status) => chains(talk, &count, status),
        Wanted::Points(of) => empty_points(talk, &count, of),
    })
}

/// The empty points that count for a player, or for neither.
fn empty_points(talk: &Conversation, count: &Count, of: Option<Color>) -> String {
    let board = talk.session.game.board();
    let counted = count.points();
    let points = talk.session.size().points_from_top();
    let empty = points.filter(|&point| board.is_empty_at(point));
    words(empty.filter(|&point| counted(point).owner() == of))
}

/// The chains of a status, one a line.
fn chains(talk: &Conversation, count: &Count, status: Status) -> String {
    let board = talk.session.game.board();
    let heads = Color::ALL.into_iter().flat_map(|color| board.chains(color));
    let status_of = count.statuses();
    let heads = heads.filter(|&chain| status_of(chain) == status);
    lines(heads.map(|chain| words(board.chain(chain).collect::<PointSet>().iter())))
}
