//! The referee with players whose every answer is known.

use super::*;
use crate::arena::pace::MatchPace;
use crate::go::{Point, PointSet, Rules, Size};
use std::collections::VecDeque;

/// A player that answers from lists, and passes when there is no more.
#[derive(Debug, Default)]
struct Scripted {
    moves: VecDeque<&'static str>,
    dead: Option<&'static str>,
    score: Option<&'static str>,
    /// How long each move takes, as it says.
    seconds: f64,
    refuses: bool,
    begun: u32,
}

impl Scripted {
    fn new(moves: &'static str) -> Scripted {
        Scripted {
            moves: moves.split_whitespace().collect(),
            ..Scripted::default()
        }
    }
}

impl Contestant for Scripted {
    fn version(&self) -> String {
        "scripted".to_owned()
    }

    fn begin(&mut self, _: &Game, _: &Conditions, _: u64) -> Result<String, Failure> {
        self.begun += 1;
        Ok(String::new())
    }

    fn choose(&mut self, _: &Game, _: Color, _: &Clock) -> Result<ContestantMove, Failure> {
        let reply = match self.moves.pop_front().unwrap_or("pass") {
            "resign" => EngineMove::Resign,
            "crash" => {
                return Err(Failure {
                    ending: GameEnding::Crashed,
                    remark: "gone".to_owned(),
                });
            }
            text => EngineMove::Move(text.parse().unwrap()),
        };
        Ok(ContestantMove {
            reply,
            visits: Some(10),
            wall: Duration::from_secs_f64(self.seconds),
        })
    }

    fn observe(&mut self, _: Color, _: Move) -> Result<(), Failure> {
        if !self.refuses {
            return Ok(());
        }
        Err(Failure {
            ending: GameEnding::Refused,
            remark: "no".to_owned(),
        })
    }

    fn cpu_seconds(&mut self) -> Option<f64> {
        None
    }

    fn dead(&mut self, _: &Game) -> Result<Option<PointSet>, Failure> {
        let point = |word: &str| word.parse::<Point>().unwrap();
        Ok(self
            .dead
            .map(|text| text.split_whitespace().map(point).collect()))
    }

    fn score(&mut self, _: &Game) -> Result<Option<String>, Failure> {
        Ok(self.score.map(str::to_owned))
    }
}

fn conditions(rules: &str, time: &str) -> Conditions {
    Conditions {
        rules: rules.to_owned(),
        pace: time.parse::<MatchPace>().unwrap(),
        tolerance: Duration::from_millis(200),
        max_moves: 12,
        play_out: false,
    }
}

/// What decides where the players disagree.
enum Disputes<'a> {
    Judged,
    PlayedOut,
    Arbitrated(&'a mut Scripted),
}

fn referee(
    black: &mut Scripted,
    white: &mut Scripted,
    disputes: Disputes<'_>,
    conditions: &Conditions,
) -> GameReport {
    let mut opening = Game::new(Size::square(5), conditions.rules.parse::<Rules>().unwrap());
    opening.set_komi(0.5);
    let conditions = Conditions {
        play_out: matches!(disputes, Disputes::PlayedOut),
        ..conditions.clone()
    };
    let planned = Planned {
        index: 3,
        opponent: 0,
        first_is_black: false,
        opening: 0,
        seed: 1,
    };
    let players = ByColor {
        black: ("x", black as &mut dyn Contestant),
        white: ("y", white as &mut dyn Contestant),
    };
    let arbiter = match disputes {
        Disputes::Arbitrated(arbiter) => Some(arbiter as &mut dyn Contestant),
        _ => None,
    };
    let (report, sgf) = play(&planned, &conditions, &opening, players, arbiter);
    let record = sgf::read_first(sgf.as_bytes()).unwrap();
    let result = record.result.unwrap().to_string();
    assert_eq!(result, report.result);
    for color in Color::ALL {
        // It has heard of the game before it was asked.
        assert_eq!(report.players[color].version, "scripted");
    }
    assert_eq!([black.begun, white.begun], [1, 1]);
    report
}

/// The result, the ending and the remark of a game.
fn game(black: Scripted, white: Scripted) -> (String, GameEnding, String) {
    let (mut black, mut white) = (black, white);
    let report = referee(
        &mut black,
        &mut white,
        Disputes::Judged,
        &conditions("tromp-taylor", "absolute:5"),
    );
    (report.result, report.ending, report.remark)
}

fn result(result: &str, ending: GameEnding, remark: &str) -> (String, GameEnding, String) {
    (result.to_owned(), ending, remark.to_owned())
}

#[test]
fn every_end_is_told() {
    let black = || Scripted::new("C3 C2");
    assert_eq!(
        game(black(), Scripted::new("")),
        result("B+24.5", GameEnding::Counted, "")
    );
    assert_eq!(
        game(black(), Scripted::new("A1 resign")),
        result("B+R", GameEnding::Resigned, "")
    );
    assert_eq!(
        game(black(), Scripted::new("C3")),
        result(
            "B+F",
            GameEnding::IllegalMove,
            "white: illegal move C3: C3 is occupied"
        )
    );
    assert_eq!(
        game(black(), Scripted::new("A1 crash")),
        result("B+F", GameEnding::Crashed, "white: gone")
    );
    let refusing = Scripted {
        refuses: true,
        ..Scripted::default()
    };
    assert_eq!(
        game(black(), refusing),
        result("B+F", GameEnding::Refused, "white: no")
    );
    let (_, ending, _) = game(
        Scripted::new("A1 A2 A3 A4 A5 B1"),
        Scripted::new("E1 E2 E3 E4 E5 D1"),
    );
    assert_eq!(ending, GameEnding::TooLong);
}

#[test]
fn the_clock_is_kept_with_a_tolerance() {
    let slow = |seconds| Scripted {
        seconds,
        ..Scripted::new("")
    };
    let (result, ending, remark) = game(Scripted::new("C3"), slow(5.3));
    assert_eq!((result.as_str(), ending), ("B+T", GameEnding::TimeLoss));
    assert_eq!(remark, "white: a move took 5.30 s where 5.00 s were left");
    assert_eq!(game(Scripted::new("C3"), slow(5.1)).1, GameEnding::Counted);
}

/// Black has all of the board but for a white stone at A1.
fn disputed(black_says: Option<&'static str>, white_says: Option<&'static str>) -> [Scripted; 2] {
    let player = |moves, dead| Scripted {
        dead,
        ..Scripted::new(moves)
    };
    [player("C3 B3", black_says), player("A1", white_says)]
}

#[test]
fn dead_stones_are_those_that_both_name() {
    let [mut black, mut white] = disputed(Some("A1"), Some("A1"));
    let report = referee(
        &mut black,
        &mut white,
        Disputes::Judged,
        &conditions("chinese", "none"),
    );
    assert_eq!(
        (report.result.as_str(), report.remark.as_str()),
        ("B+24.5", "")
    );
}

#[test]
fn a_dispute_is_decided_and_told() {
    let [mut black, mut white] = disputed(Some("A1"), Some(""));
    let mut arbiter = Scripted {
        dead: Some(""),
        ..Scripted::default()
    };
    let conditions = conditions("chinese", "none");
    let report = referee(
        &mut black,
        &mut white,
        Disputes::Arbitrated(&mut arbiter),
        &conditions,
    );
    assert_eq!(report.result, "B+0.5");
    assert_eq!(
        report.remark,
        "dead stones disputed: Black says A1, White says none; the referee program says none"
    );
    assert_eq!(arbiter.begun, 1);
    let [mut black, mut white] = disputed(None, Some("A1"));
    let report = referee(&mut black, &mut white, Disputes::Judged, &conditions);
    assert!(
        report
            .remark
            .starts_with("black names no dead stones; kosumi says ")
    );
}

#[test]
fn a_dispute_can_be_played_out() {
    // Black takes A1 after the dispute.
    let [mut black, mut white] = disputed(Some("A1"), Some(""));
    black.moves.extend(["pass", "A2", "B1"]);
    let conditions = conditions("chinese", "none");
    let report = referee(&mut black, &mut white, Disputes::PlayedOut, &conditions);
    assert_eq!((report.result.as_str(), report.length), ("B+24.5", 11));
    assert_eq!(
        report.remark,
        "dead stones disputed: Black says A1, White says none; played out"
    );

    // Nobody takes it, so it lives.
    let [mut black, mut white] = disputed(Some("A1"), Some(""));
    let report = referee(&mut black, &mut white, Disputes::PlayedOut, &conditions);
    assert_eq!(report.result, "B+0.5");

    // Playing on, a program may still lose otherwise.
    let [mut black, mut white] = disputed(Some("A1"), Some(""));
    white.moves.extend(["pass", "pass", "crash"]);
    black.moves.extend(["pass", "A2", "A3"]);
    let report = referee(&mut black, &mut white, Disputes::PlayedOut, &conditions);
    assert_eq!(report.ending, GameEnding::Crashed);
    assert!(
        report.remark.ends_with("played out; white: gone"),
        "{}",
        report.remark
    );
}

#[test]
fn another_count_is_told() {
    let mut black = Scripted::new("C3");
    let mut white = Scripted {
        score: Some("W+3.5"),
        ..Scripted::default()
    };
    let conditions = conditions("tromp-taylor", "none");
    let report = referee(&mut black, &mut white, Disputes::Judged, &conditions);
    assert_eq!(report.result, "B+24.5");
    assert_eq!(report.remark, "white counts W+3.5, the referee B+24.5");
    assert_eq!(report.players.white.own_score.as_deref(), Some("W+3.5"));
    assert_eq!(
        (report.players.black.moves, report.players.black.visits),
        (2, Some(20))
    );
    assert_eq!(
        (report.index, report.first_is_black, report.length),
        (3, false, 3)
    );
}
