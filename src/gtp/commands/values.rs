//! Questions about the value of a position and of moves, answered by a search without playing.
//!
//! The search makes `reg_visits` visits and is the same for the same position and parameters. The value of a move is its share of
//! the visits: the search visits the best moves most.

use super::{Answer, Args, Conversation, GtpError, lines, words};
use crate::explain;
use crate::go::{Board, Color, Move, Point, PointSet};
use crate::gtp::conversation::ask;
use crate::playout::Local;
use crate::search::{Branch, MoveReport, Purpose, Report, Restriction};
use crate::tactics::Reach;
use std::fmt::Write;

/// Moves in the answer of `top_moves`.
const MOST_TOP_MOVES: usize = 10;

pub(super) fn restricted_genmove(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let color: Color = args.next()?;
    let moves = args.vertices(talk.session.size())?;
    if moves.is_empty() {
        return Err(GtpError::new("no allowed vertex"));
    }
    let mut restriction = Restriction::default();
    restriction.allow(color, &moves, 1);
    let (_, thought) = ask(&talk.session, color, Purpose::Play, restriction);
    Ok(talk.vertex_text(thought.choice.mv))
}

/// How playouts play from the position on, and the last two moves, which they answer.
pub(super) fn playout_policy(talk: &Conversation) -> (Local, [Option<Point>; 2]) {
    let last = talk
        .session
        .game
        .last_moves()
        .map(|mv| mv.and_then(Move::point));
    (Local::default(), last)
}

/// The expected margin of Black if a player is to move, and its standard deviation.
fn expected_margin(talk: &mut Conversation, color: Color) -> (f64, f64) {
    let margins = talk.survey(color).report.margins.for_color(color);
    (margins.mean(), margins.deviation())
}

/// The expected result if a player is to move.
pub(super) fn expected_result(talk: &mut Conversation, color: Color) -> String {
    explain::lead(expected_margin(talk, color).0)
}

pub(super) fn estimate_score(talk: &mut Conversation) -> String {
    let (margin, deviation) = expected_margin(talk, talk.session.to_move());
    format!(
        "{} (upper bound: {:.1}, lower: {:.1})",
        explain::lead(margin),
        deviation - margin,
        -deviation - margin
    )
}

pub(super) fn experimental_score(talk: &mut Conversation, color: Color) -> Answer {
    let (margin, _) = expected_margin(talk, color);
    Ok(format!("{:.1}", -margin))
}

pub(super) fn kosumi_value_black(talk: &mut Conversation) -> String {
    let to_move = talk.session.to_move();
    let value = talk.report().worth(to_move, None);
    format!("{:.4}", value.chance)
}

pub(super) fn kosumi_statistics(talk: &mut Conversation) -> String {
    let (report, color) = (talk.report(), talk.session.to_move());
    let line = report.moves.first().map(|best| words(&best.line));
    format!(
        "to move: {color}\nnew visits: {}\nvisits: {}\nvalue: {:.4}\nmargin: {:.1}\ndeviation: {:.1}\n\
         moves tried: {}\nmoves not tried: {}\nbytes: {}\nbest line: {}",
        report.new_visits,
        report.visits,
        report.value,
        report.margins.mean(),
        report.margins.deviation(),
        report.moves.len(),
        report.unvisited.len(),
        report.bytes,
        line.unwrap_or_default(),
    )
}

/// A figure for every point, a row a line from the top.
pub(super) fn grid_text(board: &Board, figure: impl Fn(Point) -> String) -> String {
    let mut text = String::new();
    for (place, at) in board.size().points_from_top().enumerate() {
        let is_first = place % usize::from(board.size().width()) == 0;
        let separator = match (is_first, place) {
            (true, 0) => "",
            (true, _) => "\n",
            (false, _) => " ",
        };
        let _ = write!(text, "{separator}{}", figure(at));
    }
    text
}

pub(super) fn kosumi_territory(talk: &mut Conversation) -> String {
    let report = talk.report();
    grid_text(talk.session.game.board(), |at| {
        format!("{:6.3}", report.ownership.at(at))
    })
}

pub(super) fn initial_influence(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let color: Color = args.next()?;
    let what: String = args.next()?;
    args.end()?;
    if !["influence_regions", "territory_value"].contains(&what.as_str()) {
        return Err(GtpError::new("unknown influence data"));
    }
    let owners = talk.survey(color).report.ownership.clone();
    let board = talk.session.game.board();
    let figure = |at: Point| match (what.as_str(), board.color_at(at)) {
        ("territory_value", _) => format!("{:6.2}", -owners.at(at)),
        (_, Some(color)) => format!("{:2}", -4 * color.sign()),
        (_, None) => format!("{:2}", region(-owners.at(at))),
    };
    Ok(grid_text(board, figure))
}

/// How much a point is its owner's: 3 territory, 2 moyo, 1 area, 0 neither's.
fn region(owner: f64) -> i32 {
    let strength = match owner.abs() {
        share if share > 0.8 => 3,
        share if share > 0.5 => 2,
        share if share > 0.2 => 1,
        _ => 0,
    };
    if owner < 0.0 { -strength } else { strength }
}

/// The share of a move, 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "visits are far below 2^53")]
pub(super) fn share(report: &Report, found: &MoveReport) -> f64 {
    f64::from(found.visits) / report.visits.max(1) as f64
}

/// The plays that a search has tried, the best first, with their shares.
pub(super) fn shares(report: &Report) -> Vec<(Point, f64)> {
    let plays = report.moves.iter();
    let plays = plays.filter_map(|found| Some((found.mv.point()?, share(report, found))));
    plays.collect()
}

pub(super) fn top_moves(talk: &mut Conversation) -> String {
    let best = shares(&talk.report()).into_iter().take(MOST_TOP_MOVES);
    words(best.map(|(at, share)| format!("{at} {:.2}", 100.0 * share)))
}

pub(super) fn all_move_values(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let color: Option<Color> = args.last()?;
    let color = color.unwrap_or_else(|| talk.session.to_move());
    let shares = shares(&talk.survey(color).report);
    let values = |at: Point| shares.iter().find(|&&(play, _)| play == at);
    let moves = talk.session.size().points_from_top().filter_map(values);
    Ok(lines(
        moves.map(|(at, share)| format!("{at}  {:.2}", 100.0 * share)),
    ))
}

pub(super) fn move_probabilities(talk: &mut Conversation) -> String {
    let shares = shares(&talk.report()).into_iter();
    lines(shares.map(|(at, share)| format!("{at} {share:.4}")))
}

pub(super) fn move_uncertainty(talk: &mut Conversation) -> String {
    let report = talk.report();
    let shares = report.moves.iter().map(|found| share(&report, found));
    let entropy: f64 = shares.map(|share| -share * share.log2()).sum();
    format!("{:.4}", entropy.max(0.0))
}

pub(super) fn kosumi_tree(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let line = args.vertices(talk.session.size())?;
    let branches = talk.survey(talk.session.to_move()).branches.clone();
    Ok(lines(tree_rows(talk, below(&branches, &line), line.len())))
}

/// A line for each branch after a line of a number of moves.
pub(super) fn tree_rows<'a>(
    talk: &'a Conversation,
    branches: &'a [Branch],
    depth: usize,
) -> impl Iterator<Item = String> + 'a {
    branches.iter().map(move |branch| {
        format!(
            "{:indent$}{} {} {:.1} %",
            "",
            talk.vertex_text(branch.mv),
            branch.visits,
            100.0 * branch.value,
            indent = 2 * (branch.depth - depth - 1)
        )
    })
}

/// The branches after a line of moves; none if the search did not visit it.
fn below<'a>(branches: &'a [Branch], line: &[Move]) -> &'a [Branch] {
    let mut found = branches;
    for (depth, &mv) in (1..).zip(line) {
        let is_move = |branch: &Branch| branch.depth == depth && branch.mv == mv;
        let rest = found.iter().position(is_move).map(|at| &found[at + 1..]);
        let rest = rest.unwrap_or_default();
        let end = rest.iter().position(|branch| branch.depth <= depth);
        found = &rest[..end.unwrap_or(rest.len())];
    }
    found
}

pub(super) fn move_reasons(talk: &mut Conversation, at: Point) -> Answer {
    if !talk.session.game.board().is_empty_at(at) {
        return Err(GtpError::new("vertex must not be occupied"));
    }
    let color = talk.session.to_move();
    if let Err(reason) = talk.session.game.check(color, Move::Play(at)) {
        return Ok(reason.to_string());
    }
    let mut reasons = tactical_reasons(talk, color, at);
    reasons.extend(statistical_reasons(&talk.report(), at));
    Ok(lines(reasons))
}

/// What a move does to the chains around it.
fn tactical_reasons(talk: &mut Conversation, color: Color, at: Point) -> Vec<String> {
    let (board, reader) = (talk.session.game.board(), &mut talk.reader);
    let mut reasons = Vec::new();
    let captured = board.captures_of(at, color);
    if captured > 0 {
        reasons.push(format!("captures stones: {captured}"));
    }
    if board.is_self_atari(at, color) {
        reasons.push("puts itself into atari".to_owned());
    }
    let near = |color: Color| {
        let chains = board
            .neighbors(at)
            .chain(board.surrounding_empty_points(at));
        let chains = chains.flat_map(|near| board.neighbors(near).chain([near]));
        let stones = chains.filter(move |&stone| board.color_at(stone) == Some(color));
        let heads: PointSet = stones.map(|stone| board.chain_id(stone)).collect();
        heads
    };
    for chain in near(!color).iter() {
        let takes_it = board.atari_liberty(chain) == Some(at);
        let was_lost = takes_it || reader.defend(board, chain).reach == Reach::Never;
        if !was_lost && reader.attack_by(board, chain, at) == Reach::Surely {
            reasons.push(format!("captures {chain}"));
        }
    }
    for chain in near(color).iter() {
        let was_safe = reader.attack(board, chain).reach == Reach::Never;
        if !was_safe && reader.defend_by(board, chain, at) == Reach::Surely {
            reasons.push(format!("saves {chain}"));
        }
    }
    reasons
}

/// What a search says of a move.
fn statistical_reasons(report: &Report, at: Point) -> Vec<String> {
    let mv = Move::Play(at);
    let Some(found) = report.of_twins(mv) else {
        let prior = 100.0 * report.policy.probability(mv);
        return vec![format!("not tried, prior {prior:.1} %")];
    };
    vec![
        format!("prior {:.1} %", 100.0 * found.prior),
        format!("share of the search {:.1} %", 100.0 * share(report, &found)),
        format!("wins {:.1} %", 100.0 * found.value),
        format!("expected margin {:.1}", found.margins.mean()),
        format!("line {}", words(&found.line)),
    ]
}
