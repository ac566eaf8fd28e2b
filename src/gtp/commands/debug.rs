//! Commands of KataGo's for those who want to look into it, with answers in its form.

use super::network;
use super::{Answer, Args, Conversation, GtpError};
use crate::clock::{Clock, Delays, TimeControl};
use crate::engine::{Values, View};
use crate::go::{Board, Color, Game, Move};
use crate::gtp::conversation::ask;
use crate::search::{MoveReport, Purpose, Report, Restriction};
use std::fmt::Write;
use std::rc::Rc;
use std::time::Duration;

/// What stands for a time without limit.
const ENDLESS: f64 = 1e30;

/// The clocks of both players, and what their next moves may take: the least, the desired and the longest time.
pub(super) fn print_clocks(talk: &mut Conversation) -> String {
    let of = |color: Color| {
        let clock = &talk.session.clocks[color];
        let (size, moves) = (talk.session.size(), talk.session.game.moves().len());
        let delays = Delays {
            lag: talk.session.params.lag,
            ..Delays::default()
        };
        let plan = clock.plan(size, moves, delays);
        let times = plan.map_or([0.0, ENDLESS, ENDLESS], |plan| {
            let [desired, worst] = [plan.desired, plan.worst].map(|time| time.as_secs_f64());
            let least = if plan.is_saved { 0.0 } else { desired };
            [least, desired, worst]
        });
        let [least, desired, worst] = times.map(general);
        format!(
            "{} {} minRecMax {least} {desired} {worst} rrec0 {desired} rreclimit {desired} rreclimit2 {desired}",
            color.name(),
            clock_text(clock)
        )
    };
    Color::ALL.map(of).join("\n")
}

/// A clock as pairs of a name and a number, of which those that mean nothing are left out.
fn clock_text(clock: &Clock) -> String {
    let seconds = |time: Duration| time.as_secs_f64();
    let control = *clock.control();
    let main = control.main().map_or(ENDLESS, seconds);
    let is_over = clock.overtime_left() > 0;
    let (periods, stones, period) = match control {
        TimeControl::Canadian { period, stones, .. } => (1, stones, seconds(period)),
        TimeControl::ByoYomi {
            period, periods, ..
        } => (periods, 1, seconds(period)),
        _ => (0, 0, 0.0),
    };
    let left = match control {
        TimeControl::Unlimited => ENDLESS,
        _ if is_over => 0.0,
        _ => seconds(clock.left()),
    };
    // Canadian overtime counts stones, byo-yomi periods.
    let counts_stones = stones > 1 || matches!(control, TimeControl::Canadian { .. });
    let (periods_left, stones_left) = match (is_over, counts_stones) {
        (false, _) => (periods, 0),
        (true, true) => (1, clock.overtime_left()),
        (true, false) => (clock.overtime_left(), 1),
    };
    let (increment, limit, most) = match control {
        TimeControl::Fischer {
            increment,
            limit,
            most_per_move,
            ..
        } => (
            seconds(increment),
            limit.map(seconds),
            most_per_move.map(seconds),
        ),
        _ => (0.0, None, None),
    };
    let pairs = [
        ("originalMainTime", Some(main)),
        ("increment", not_zero(increment)),
        ("mainTimeLimit", limit),
        ("maxTimePerMove", most),
        ("originalNumPeriods", not_zero(periods.into())),
        ("numStonesPerPeriod", not_zero(stones.into())),
        ("perPeriodTime", not_zero(period)),
        ("mainTimeLeft", Some(left)),
        ("inOvertime", Some(f64::from(u8::from(is_over)))),
        (
            "numPeriodsLeftIncludingCurrent",
            not_zero(periods_left.into()),
        ),
        ("numStonesLeftInPeriod", not_zero(stones_left.into())),
        ("timeLeftInPeriod", is_over.then(|| seconds(clock.left()))),
    ];
    let known = pairs
        .into_iter()
        .filter_map(|(name, number)| Some((name, number?)));
    let words = known.map(|(name, number)| format!("{name} {}", general(number)));
    words.collect::<Vec<_>>().join(" ")
}

fn not_zero(number: f64) -> Option<f64> {
    (number > 0.0).then_some(number)
}

/// A number with six digits that count, as C and C++ print it.
fn general(number: f64) -> String {
    if number.abs() >= 1e6 {
        let text = format!("{number:.5e}");
        let (digits, power) = text.split_once('e').unwrap_or((&text, "0"));
        let digits = digits.trim_end_matches('0').trim_end_matches('.');
        return format!("{digits}e+{power:0>2}");
    }
    let digits = [1e1, 1e2, 1e3, 1e4, 1e5]
        .into_iter()
        .take_while(|&least| number.abs() >= least)
        .count();
    let text = format!("{number:.*}", 5 - digits);
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// The board after some moves, and what a search finds of the moves there. With the word `rawstats` what the network says
/// of it in every symmetry comes behind that.
pub(super) fn debug_moves(talk: &mut Conversation, args: &mut Args<'_>) -> Answer {
    let (mut game, mut last) = (talk.session.game.clone(), None);
    let mut has_raw = false;
    let wrong = || GtpError::new("Invalid move sequence");
    while let Some(word) = args.word() {
        if word == "rawstats" {
            has_raw = true;
            continue;
        }
        let mv: Move = Args::new(word)
            .vertex(talk.session.size())
            .map_err(|_| wrong())?;
        last = Some((game.clone(), mv));
        let color = game.position().to_move();
        game.play_leniently(color, mv).map_err(|_| wrong())?;
    }
    let raw = has_raw
        .then(|| network::brief(talk, &game, last.as_ref()))
        .transpose()?;
    let report = match last {
        None => talk.report(),
        Some(_) => search(talk, &game),
    };
    let mut text = board_text(&game);
    write_tree(&mut text, talk, &game, &report);
    Ok(text + raw.as_deref().unwrap_or_default().trim_end())
}

/// What a search finds of the moves in a position of another game than that of the session.
fn search(talk: &Conversation, game: &Game) -> Rc<Report> {
    let mut apart = talk.session.apart(talk.session.engine.kind(), 0);
    apart.game = game.clone();
    let color = game.position().to_move();
    let (_, thought) = ask(&apart, color, Purpose::Analyze, Restriction::default());
    Rc::new(thought.report.expect("an analysis has a report"))
}

/// The number of moves, a hash of the position, and the board with the last three moves marked by their order.
fn board_text(game: &Game) -> String {
    let (board, moves) = (game.board(), game.moves());
    let recent = &moves[moves.len().saturating_sub(3)..];
    let size = board.size();
    let mut text = format!("MoveNum: {} HASH: {:016X}\n  ", moves.len(), board.hash());
    let top = size.points_from_top().take(usize::from(size.width()));
    for at in top {
        let name = at.to_string();
        let _ = write!(
            text,
            " {}",
            name.trim_end_matches(|letter: char| letter.is_ascii_digit())
        );
    }
    for (place, at) in size.points_from_top().enumerate() {
        let column = place % usize::from(size.width());
        if column == 0 {
            let _ = write!(text, "\n{:2} ", at.row() + 1);
        }
        text.push(stone(board, at));
        let number = recent.iter().position(|&(_, mv)| mv == Move::Play(at));
        match number {
            Some(number) => text += &(number + 1).to_string(),
            None if column + 1 < usize::from(size.width()) => text.push(' '),
            None => {}
        }
    }
    text.push('\n');
    text
}

fn stone(board: &Board, at: crate::go::Point) -> char {
    match board.color_at(at) {
        None => '.',
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
    }
}

/// A line for the position, one that tells who is to move, and one for each move that was tried.
fn write_tree(text: &mut String, talk: &Conversation, game: &Game, report: &Report) {
    let color = game.position().to_move();
    let viewer = talk.session.params.perspective.color(color);
    let view = View::new(game.board().size(), color, viewer);
    let best = report.moves.first();
    write_values(text, &view.of_position(report));
    let _ = write!(text, "N {:7}  --  ", report.root_visits());
    write_line(text, best.map_or(&[], |best| &best.line));
    let side = if viewer == color { '^' } else { 'v' };
    let _ = writeln!(text, "---{}({side})---", color.name());
    for found in &report.moves {
        let name = match found.mv {
            Move::Pass => "pss".to_owned(),
            Move::Play(at) => at.to_string(),
        };
        let _ = write!(text, "{name:<3} ");
        write_move(text, found, &view.of_move(found));
    }
}

fn write_move(text: &mut String, found: &MoveReport, values: &Values) {
    write_values(text, values);
    let visits = f64::from(found.visits);
    let _ = write!(
        text,
        "LCB {:7.2}c P {:5.2}% WF {visits:5.1} PSV {visits:7.0} N {:7}  --  ",
        100.0 * values.lower_utility(),
        100.0 * found.prior,
        found.visits,
    );
    write_line(text, &found.line);
}

/// The utility, that of winning, and the rest, in hundredths, then the score by both of its names.
fn write_values(text: &mut String, values: &Values) {
    let winning = 2.0 * values.win_rate - 1.0;
    let _ = write!(
        text,
        ": T {:6.2}c W {:6.2}c S {:6.2}c ({:+5.1} L {:+5.1}) ",
        100.0 * values.utility(),
        100.0 * winning,
        100.0 * (values.utility() - winning),
        values.lead,
        values.lead,
    );
}

fn write_line(text: &mut String, line: &[Move]) {
    let words: Vec<String> = line.iter().map(Move::to_string).collect();
    let _ = writeln!(text, "{}", words.join(" "));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Rules, Size};

    #[test]
    fn numbers_have_six_digits_that_count() {
        for (number, text) in [
            (0.0, "0"),
            (5.0, "5"),
            (15.309_73, "15.3097"),
            (126.5, "126.5"),
            (0.25, "0.25"),
            (123_456.7, "123457"),
            (1e30, "1e+30"),
            (2.5e7, "2.5e+07"),
        ] {
            assert_eq!(general(number), text);
        }
    }

    #[test]
    fn clocks_are_told_by_what_they_have() {
        let seconds = Duration::from_secs;
        let byo_yomi = TimeControl::ByoYomi {
            main: seconds(10),
            period: seconds(5),
            periods: 3,
        };
        let mut clock = Clock::new(byo_yomi);
        let beginning =
            "originalMainTime 10 originalNumPeriods 3 numStonesPerPeriod 1 perPeriodTime 5";
        assert_eq!(
            clock_text(&clock),
            format!("{beginning} mainTimeLeft 10 inOvertime 0 numPeriodsLeftIncludingCurrent 3")
        );
        clock.spend(seconds(16));
        assert_eq!(
            clock_text(&clock),
            format!(
                "{beginning} mainTimeLeft 0 inOvertime 1 numPeriodsLeftIncludingCurrent 2 numStonesLeftInPeriod 1 timeLeftInPeriod 5"
            )
        );
        assert_eq!(
            clock_text(&Clock::new(TimeControl::Unlimited)),
            "originalMainTime 1e+30 mainTimeLeft 1e+30 inOvertime 0"
        );
    }

    #[test]
    fn the_last_three_moves_are_marked_on_the_board() {
        let mut game = Game::new(Size::new(4, 3).unwrap(), Rules::default());
        for (color, mv) in [
            (Color::Black, "A1"),
            (Color::White, "B1"),
            (Color::Black, "C2"),
            (Color::White, "D3"),
        ] {
            game.play(color, mv.parse().unwrap()).unwrap();
        }
        let text = board_text(&game);
        let (first, board) = text.split_once('\n').unwrap();
        assert!(first.starts_with("MoveNum: 4 HASH: "));
        assert_eq!(
            board,
            "   A B C D\n 3 . . . O3\n 2 . . X2. \n 1 X O1. . \n".replace(" \n", "\n")
        );
    }
}
