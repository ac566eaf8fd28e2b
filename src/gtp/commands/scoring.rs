//! Commands about the end of the game. All of them share one verdict on the stones.

use super::{Answer, Args, GtpError, Session, lines, words};
use crate::explain::{self, Language};
use crate::go::{ByColor, Color, Outcome, Point, PointSet, score};
use crate::life::{Count, Status, Verdict};

pub(super) fn final_score(session: &mut Session, _: &mut Args<'_>) -> Answer {
    Ok(match session.game.position().long_cycle() {
        Some(Outcome::NoResult) => return Err(GtpError::new("cannot score")),
        Some(outcome) => outcome,
        None => session.final_score().outcome(),
    }
    .to_string())
}

pub(super) fn final_status(session: &mut Session, point: Point) -> Answer {
    let verdict = session.verdict();
    Ok(match session.game.board().color_at(point) {
        Some(_) => status_name(verdict.status(point)),
        None => match owner(&spaces(session, &verdict), point) {
            Some(Color::Black) => "black_territory",
            Some(Color::White) => "white_territory",
            None => "dame",
        },
    }
    .to_owned())
}

pub(super) fn explain(session: &mut Session) -> String {
    let verdict = session.verdict();
    let sentences = explain::chains(session.game.board(), &verdict, Language::English);
    let count = Count::of(&session.game, &verdict);
    let sentences = sentences.into_iter();
    let rows = count.picture();
    lines(sentences.chain(rows.lines().map(str::to_owned)))
}

pub(super) fn status(session: &mut Session, chain: Point) -> Answer {
    let (board, verdict) = (session.game.board(), session.verdict());
    let sentence = explain::chain(board, &verdict, chain, Language::English);
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

pub(super) fn final_status_list(session: &mut Session, args: &mut Args<'_>) -> Answer {
    let word = args
        .word()
        .ok_or_else(|| GtpError::syntax("status expected"))?;
    args.end()?;
    let wanted = Wanted::find(word).ok_or_else(|| GtpError::expected("status", word))?;
    let verdict = session.verdict();
    Ok(match wanted {
        Wanted::Stones(status) => chains(session, &verdict, status),
        Wanted::Points(of) => empty_points(session, &verdict, of),
    })
}

fn empty_points(session: &Session, verdict: &Verdict, of: Option<Color>) -> String {
    let board = session.game.board();
    let spaces = spaces(session, verdict);
    let empty = session
        .size()
        .points_from_top()
        .filter(|&point| board.is_empty_at(point));
    words(empty.filter(|&point| owner(&spaces, point) == of))
}

/// The chains of a status, one a line.
fn chains(session: &Session, verdict: &Verdict, status: Status) -> String {
    let board = session.game.board();
    let heads = Color::ALL.into_iter().flat_map(|color| board.chains(color));
    let heads = heads.filter(|&chain| verdict.status(chain) == status);
    lines(heads.map(|chain| words(board.chain(chain).collect::<PointSet>().iter())))
}

/// The points that each player surrounds with living stones alone.
fn spaces(session: &Session, verdict: &Verdict) -> ByColor<PointSet> {
    score::spaces(session.game.position(), verdict.dead())
}

fn owner(spaces: &ByColor<PointSet>, point: Point) -> Option<Color> {
    Color::ALL
        .into_iter()
        .find(|&color| spaces[color].contains(point))
}
