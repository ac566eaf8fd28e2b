//! Every line of a report is in the grammar that clients read, whatever was asked for.

use super::arguments::{Arguments, Dialect, Extra};
use super::format::{LineFormat, Reporter};
use crate::clock::{Budget, Stop};
use crate::engine::{Engine, Settings};
use crate::go::{Color, Game, Move, Rules, Size};
use crate::gtp::args::Args;
use crate::gtp::output::{Output, ResponseWriter};
use crate::params::{Params, Perspective};
use crate::rng::Rng;
use crate::search::{Purpose, Report, Request};
use proptest::prelude::*;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::str::Split;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A line of a report in words, read strictly.
struct Words<'a> {
    rest: Peekable<Split<'a, char>>,
    dialect: Dialect,
    extras: &'a [Extra],
    points: usize,
}

/// What was read of a move.
#[derive(Debug, PartialEq)]
struct Info {
    mv: Move,
    visits: u64,
    win_rate: f64,
    line: Vec<Move>,
}

const ANY: RangeInclusive<f64> = f64::MIN..=f64::MAX;
const SHARE: RangeInclusive<f64> = 0.0..=1.0;
const BALANCE: RangeInclusive<f64> = -1.0..=1.0;

impl Words<'_> {
    fn key(&mut self, name: &str) {
        assert_eq!(self.rest.next(), Some(name));
    }

    fn number(&mut self, name: &str) -> u64 {
        self.key(name);
        self.rest.next().unwrap().parse().unwrap()
    }

    fn decimal(&mut self, range: &RangeInclusive<f64>) -> f64 {
        let word = self.rest.next().unwrap();
        let (_, decimals) = word.split_once('.').unwrap();
        assert_eq!(decimals.len(), 6, "{word}");
        let number = word.parse().unwrap();
        assert!(range.contains(&number), "{word}");
        number
    }

    fn value(&mut self, name: &str, range: &RangeInclusive<f64>) -> f64 {
        self.key(name);
        self.decimal(range)
    }

    fn decimals(&mut self, name: &str, range: &RangeInclusive<f64>) {
        self.key(name);
        for _ in 0..self.points {
            self.decimal(range);
        }
    }

    fn share(&mut self, name: &str) -> f64 {
        let number = self.number(name);
        assert!(number <= 10_000, "{name} {number}");
        f64::from(number as u32) / 10_000.0
    }

    fn line(&mut self) -> Vec<Move> {
        self.key("pv");
        let mut line = Vec::new();
        while let Some(mv) = self.rest.peek().and_then(|word| word.parse().ok()) {
            let word = self.rest.next().unwrap();
            assert_eq!(word, Move::to_string(&mv));
            line.push(mv);
        }
        line
    }

    /// What belongs to the moves of a line.
    fn visits_of(&mut self, name: &str, line: &[Move]) {
        self.key(name);
        for _ in line {
            self.rest.next().unwrap().parse::<u64>().unwrap();
        }
    }

    fn has(&self, extra: Extra) -> bool {
        self.extras.contains(&extra)
    }

    /// Values that are the same for moves and for the root.
    fn values(&mut self) -> f64 {
        let utility = self.value("utility", &BALANCE);
        let win_rate = self.value("winrate", &SHARE);
        assert!((2.0 * win_rate - 1.0 - utility).abs() < 1e-5);
        let mean = self.value("scoreMean", &ANY);
        self.value("scoreStdev", &(0.0..=f64::MAX));
        for name in ["scoreLead", "scoreSelfplay"] {
            assert!((self.value(name, &ANY) - mean).abs() < 1e-9);
        }
        win_rate
    }

    fn info(&mut self, order: u64) -> Info {
        self.key("info");
        self.key("move");
        let mv: Move = self.rest.next().unwrap().parse().unwrap();
        let visits = self.number("visits");
        let win_rate = match self.dialect {
            Dialect::Leela => self.share("winrate"),
            Dialect::Kata => {
                assert_eq!(self.number("edgeVisits"), visits);
                self.values()
            }
        };
        match self.dialect {
            Dialect::Leela => {
                self.share("prior");
                self.share("lcb");
            }
            Dialect::Kata => {
                if self.has(Extra::NoResultValue) {
                    self.value("noResultValue", &SHARE);
                }
                self.value("prior", &SHARE);
                self.value("lcb", &ANY);
                self.value("utilityLcb", &ANY);
                self.value("weight", &(0.0..=f64::MAX));
            }
        }
        assert_eq!(self.number("order"), order);
        let line = self.line();
        assert_eq!(line[0], mv);
        if self.has(Extra::PvVisits) {
            self.visits_of("pvVisits", &line);
        }
        if self.has(Extra::PvEdgeVisits) {
            self.visits_of("pvEdgeVisits", &line);
        }
        if self.has(Extra::MovesOwnership) {
            self.decimals("movesOwnership", &BALANCE);
        }
        if self.has(Extra::MovesOwnershipStdev) {
            self.decimals("movesOwnershipStdev", &SHARE);
        }
        Info {
            mv,
            visits,
            win_rate,
            line,
        }
    }

    fn root(&mut self) {
        self.key("rootInfo");
        self.number("visits");
        self.values();
        self.value("weight", &(0.0..=f64::MAX));
        for name in ["rawStWrError", "rawStScoreError", "rawVarTimeLeft"] {
            self.value(name, &ANY);
        }
    }

    /// The whole line.
    fn read(mut self) -> Vec<Info> {
        let mut infos = Vec::new();
        while self.rest.peek() == Some(&"info") {
            infos.push(self.info(infos.len() as u64));
        }
        if self.has(Extra::RootInfo) {
            self.root();
        }
        if self.has(Extra::Ownership) {
            self.decimals("ownership", &BALANCE);
        }
        if self.has(Extra::OwnershipStdev) {
            self.decimals("ownershipStdev", &SHARE);
        }
        assert_eq!(self.rest.next(), None);
        infos
    }
}

/// A game with some random moves.
fn game(size: Size, moves: usize, rng: &mut Rng) -> Game {
    let mut game = Game::new(size, Rules::default());
    for _ in 0..moves {
        let color = game.position().to_move();
        let points: Vec<_> = game.position().legal_points(color).collect();
        let mv = points
            .get(rng.below(points.len()))
            .map_or(Move::Pass, |&at| Move::Play(at));
        game.play(color, mv).unwrap();
    }
    game
}

fn search(game: &Game, color: Color, visits: u64, with_owners: bool) -> Report {
    let budget = Budget::of_visits(visits);
    let request = Request {
        owners_by_move: with_owners,
        ..Request::new(game, color, Purpose::Analyze, budget)
    };
    let settings = Settings {
        threads: Some(1),
        ..Settings::default()
    };
    let thought = Engine::tree_search(1, &settings).think(request);
    thought.report.unwrap()
}

/// What a command with some arguments says about a report, and the arguments.
fn reported(
    game: &Game,
    report: &Report,
    text: &str,
    dialect: Dialect,
    params: &Params,
    chosen: Option<Move>,
) -> (Vec<Info>, Arguments) {
    let size = game.board().size();
    let to_move = game.position().to_move();
    let arguments = Arguments::read(&mut Args::new(text), size, to_move, dialect).unwrap();
    let format = LineFormat::new(game, &arguments, dialect, params);
    let line = format.line(report, chosen).unwrap();
    let words = Words {
        rest: line.split(' ').peekable(),
        dialect,
        extras: &arguments.extras,
        points: size.area(),
    };
    (words.read(), arguments)
}

const KEYS: [&str; 8] = [
    "rootInfo",
    "ownership",
    "ownershipStdev",
    "movesOwnership",
    "movesOwnershipStdev",
    "pvVisits",
    "pvEdgeVisits",
    "noResultValue",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_report_is_in_the_grammar(
        (width, height, moves, seed) in (2..=9_u64, 1..=9_u64, 0..40_usize, any::<u64>()),
        (fewest, most, longest_line) in (0..20_usize, 1..20_usize, 1..20_usize),
        visits in 1..150_u64,
        keys in proptest::sample::subsequence(&KEYS[..], 0..=8),
        dialect in prop_oneof![Just(Dialect::Leela), Just(Dialect::Kata)],
    ) {
        let game = game(Size::new(width, height).unwrap(), moves, &mut Rng::new(seed));
        let color = game.position().to_move();
        let mut text = format!("minmoves {fewest} maxmoves {most}");
        if dialect == Dialect::Kata {
            for key in &keys {
                let _ = write!(text, " {key} true");
            }
        }
        let params = Params { longest_line, ..Params::default() };
        let report = search(&game, color, visits, true);
        let (infos, _) = reported(&game, &report, &text, dialect, &params, None);
        let visited = report.moves.iter().map(|found| found.mv);
        let candidates = visited.chain(report.unvisited.iter().map(|&(mv, _)| mv));
        let legal = candidates.filter(|&mv| game.check(color, mv).is_ok()).count();
        prop_assert!((1..=most).contains(&infos.len()));
        prop_assert!(infos.len() >= fewest.min(most).min(legal));
        prop_assert!(infos.windows(2).all(|pair| pair[0].visits >= pair[1].visits));
        for (place, info) in infos.iter().enumerate() {
            prop_assert!(game.check(color, info.mv).is_ok());
            prop_assert!(info.line.len() <= longest_line);
            prop_assert!(infos[..place].iter().all(|other| other.mv != info.mv));
        }
    }
}

#[test]
fn the_chosen_move_is_told_first_even_if_nobody_visited_it() {
    let game = game(Size::square(5), 0, &mut Rng::new(1));
    let report = search(&game, Color::Black, 60, false);
    let params = Params::default();
    for chosen in [report.moves[1].mv, report.unvisited[0].0, Move::Pass] {
        for text in ["", "maxmoves 1"] {
            let (infos, _) = reported(&game, &report, text, Dialect::Leela, &params, Some(chosen));
            assert_eq!(infos[0].mv, chosen);
            assert_eq!(infos.iter().filter(|info| info.mv == chosen).count(), 1);
        }
    }
}

/// Bytes that were written.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_last_report_begins_with_the_chosen_move_after_others_as_well() {
    let game = game(Size::square(5), 0, &mut Rng::new(1));
    let report = search(&game, Color::Black, 60, false);
    let arguments = Arguments::read(
        &mut Args::new("5"),
        Size::square(5),
        Color::Black,
        Dialect::Leela,
    );
    let format = LineFormat::new(
        &game,
        &arguments.unwrap(),
        Dialect::Leela,
        &Params::default(),
    );
    let (chosen, best) = (report.moves[1].mv, report.moves[0].mv);
    for (end, expected) in [(Some(chosen), vec![best, chosen]), (None, vec![best])] {
        let sink = Sink::default();
        let lines = ResponseWriter::new(&Output::new(sink.clone()), "")
            .begin()
            .unwrap();
        let mut reporter = Reporter::new(format.clone(), lines, Stop::default());
        let mut observer = reporter.observer(Some(Duration::ZERO)).unwrap();
        observer.tell_if_due(&report);
        drop(observer);
        reporter.finish(&report, end);
        let text = String::from_utf8(sink.0.lock().unwrap().clone()).unwrap();
        let first = text.lines().filter_map(|line| line.split(' ').nth(2));
        let expected: Vec<String> = expected.iter().map(Move::to_string).collect();
        assert_eq!(first.collect::<Vec<_>>(), expected);
    }
}

#[test]
fn moves_without_visits_are_told_on_demand() {
    let game = game(Size::square(5), 0, &mut Rng::new(1));
    let report = search(&game, Color::Black, 30, false);
    let params = Params::default();
    let count = |text| {
        reported(&game, &report, text, Dialect::Kata, &params, None)
            .0
            .len()
    };
    assert_eq!(count(""), report.moves.len());
    assert_eq!(count("minmoves 99"), 26);
    assert_eq!(count("minmoves 99 maxmoves 3"), 3);
    assert!(
        reported(&game, &report, "minmoves 99", Dialect::Kata, &params, None)
            .0
            .iter()
            .any(|info| info.visits == 0)
    );
}

#[test]
fn chances_are_those_of_the_perspective() {
    let mut game = game(Size::square(5), 0, &mut Rng::new(1));
    for at in ["C3", "C2", "C4"] {
        game.play(Color::Black, Move::Play(at.parse().unwrap()))
            .unwrap();
    }
    let report = search(&game, Color::White, 300, false);
    let win_rate = |perspective, text| {
        let params = Params {
            perspective,
            ..Params::default()
        };
        reported(&game, &report, text, Dialect::Kata, &params, None).0[0].win_rate
    };
    let white = win_rate(Perspective::Of(Color::White), "w");
    assert!(white < 0.3, "{white}");
    assert!((win_rate(Perspective::SideToMove, "w") - white).abs() < 1e-9);
    assert!((win_rate(Perspective::Of(Color::Black), "w") - (1.0 - white)).abs() < 1e-5);
}
