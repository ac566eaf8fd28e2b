//! The results of a match as text: first what follows from the games, then what they cost.

use super::report::{Ending, GameReport, PlayerReport};
use super::schedule::plan;
use super::settings::Settings;
use super::statistics::{Decision, GameResult, Results, Sample, Sprt, Verdict};
use crate::go::{ByColor, Color};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

/// The color of the first program.
const fn first_color(report: &GameReport) -> Color {
    if report.first_is_black {
        Color::Black
    } else {
        Color::White
    }
}

/// The result of a game for the first program.
fn result_of(report: &GameReport) -> GameResult {
    GameResult::new(first_color(report), report.winner.map(Color::from))
}

/// The results of the first program in some games, in pairs where both games of one are there.
pub fn results<'a>(reports: impl Iterator<Item = &'a GameReport>) -> Results {
    let mut results = Results::default();
    let mut pairs: BTreeMap<u32, Vec<&GameReport>> = BTreeMap::new();
    for report in reports {
        pairs.entry(report.index / 2).or_default().push(report);
    }
    for games in pairs.values() {
        match games[..] {
            [one, other] if one.first_is_black != other.first_is_black => {
                let (black, white) = if one.first_is_black {
                    (one, other)
                } else {
                    (other, one)
                };
                results.add_pair(ByColor {
                    black: result_of(black),
                    white: result_of(white),
                });
            }
            _ => games
                .iter()
                .for_each(|game| results.add_game(first_color(game), result_of(game))),
        }
    }
    results
}

/// What a sequential test says of the pairs from the first on, up to the first pair that has not
/// been played or to the decision. `None` if there are no pairs.
pub fn sprt_verdict<'a>(
    sprt: &Sprt,
    reports: impl Iterator<Item = &'a GameReport>,
) -> Option<Verdict> {
    let mut sample = Sample::default();
    let mut verdict = None;
    let reports: Vec<&GameReport> = reports.collect();
    for (pair, games) in (0..).zip(reports.chunks(2)) {
        let is_next = |(at, game): (u32, &&GameReport)| game.index == 2 * pair + at;
        if games.len() < 2 || !(0..).zip(games).all(is_next) {
            break;
        }
        let half_points: usize = games.iter().map(|game| result_of(game).half_points()).sum();
        sample.add(half_points);
        let now = sprt.verdict(&sample);
        verdict = Some(now);
        if now.decision != Decision::Continue {
            break;
        }
    }
    verdict
}

/// Everything of one pairing.
fn of_opponent<'a>(
    settings: &Settings,
    reports: &[&'a GameReport],
    opponent: usize,
) -> Vec<&'a GameReport> {
    let count = settings.opponents.len() as u32;
    let is_of_it = |report: &&&GameReport| (report.index / 2 % count) as usize == opponent;
    reports.iter().filter(is_of_it).copied().collect()
}

/// The whole text.
#[must_use]
pub fn text<'a>(
    settings: &Settings,
    sprt: Option<&Sprt>,
    reports: impl Iterator<Item = &'a GameReport>,
) -> String {
    let reports: Vec<&GameReport> = reports.collect();
    let mut text = head(settings, &reports);
    if settings.opponents.len() > 1 {
        text += &gauntlet(settings, &reports);
    }
    for (opponent, program) in settings.opponents.iter().enumerate() {
        let games = of_opponent(settings, &reports, opponent);
        let _ = write!(text, "\n{} - {}\n", settings.first.name, program.name);
        text += &pairing(&games);
    }
    if settings.opponents.len() > 1 {
        let _ = write!(text, "\n{} - all\n", settings.first.name);
        text += &pairing(&reports);
    }
    if let Some(verdict) = sprt.and_then(|sprt| sprt_verdict(sprt, reports.iter().copied())) {
        let _ = write!(text, "\nSPRT: {verdict}\n");
    }
    text += &endings(&reports);
    text += &remarks(&reports);
    text += &costs(&reports);
    text
}

/// What was played.
fn head(settings: &Settings, reports: &[&GameReport]) -> String {
    let shard = settings.shard;
    let shard = shard.map_or_else(String::new, |shard| format!(" (shard {shard})"));
    let handicap = match settings.handicap {
        0 => String::new(),
        stones => format!(", handicap {stones}"),
    };
    format!(
        "{} of {} games{shard}, board {}, {} rules, komi {}{handicap}, time {}, seed {}\n",
        reports.len(),
        plan(settings).len(),
        settings.size,
        settings.rules,
        settings.komi,
        settings.time,
        settings.seed,
    )
}

/// A line for each opponent of the first program.
fn gauntlet(settings: &Settings, reports: &[&GameReport]) -> String {
    let names = settings.opponents.iter();
    let width = names.map(|program| program.name.chars().count()).max();
    let width = width.unwrap_or(0);
    let mut text = format!("\n{} against\n", settings.first.name);
    for (opponent, program) in settings.opponents.iter().enumerate() {
        let results = results(of_opponent(settings, reports, opponent).into_iter());
        let _ = writeln!(text, "  {:width$}  {results}", program.name);
    }
    text
}

/// The results of some games of the first program.
fn pairing(games: &[&GameReport]) -> String {
    let results = results(games.iter().copied());
    let (all, pairs) = (results.sample(), results.pairs());
    let mut text = format!("  result     {results}\n");
    if all.units() > 0 {
        let margin = 1.96 * all.elo_error();
        let superiority = 100.0 * all.superiority();
        let _ = writeln!(
            text,
            "  strength   {} ± {margin:.0} Elo, stronger with {superiority:.1} %",
            all.elo()
        );
    }
    for color in Color::ALL {
        let tally = results.by_color(color);
        let _ = writeln!(
            text,
            "  as {:7} {tally}, {}",
            color.to_string(),
            tally.sample()
        );
    }
    let [lost, worse, even, better, won] = pairs.counts();
    let _ = writeln!(
        text,
        "  pairs      {won} won, {better} better, {even} even, {worse} worse, {lost} lost"
    );
    let hashes: HashSet<&str> = games.iter().map(|game| game.moves_hash.as_str()).collect();
    let _ = writeln!(text, "  duplicates {}", games.len() - hashes.len());
    text
}

/// How the games ended, the usual endings first.
fn endings(reports: &[&GameReport]) -> String {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for report in reports {
        let loser = report.winner.map(|winner| !Color::from(winner));
        let name = loser.map(|color| player_of(report, color).name.as_str());
        let what = match (report.ending, name) {
            (Ending::Counted | Ending::Resigned | Ending::TooLong | Ending::NoResult, _)
            | (_, None) => ending_name(report.ending),
            (ending, Some(name)) => format!("{} by {name}", ending_name(ending)),
        };
        *counts.entry(what).or_default() += 1;
    }
    let mut text = "\nendings\n".to_owned();
    for (what, count) in counts {
        let _ = writeln!(text, "  {count:5} {what}");
    }
    text
}

/// An ending in words.
#[must_use]
pub fn ending_name(ending: Ending) -> String {
    match ending {
        Ending::Counted => "counted",
        Ending::Resigned => "resigned",
        Ending::TimeLoss => "loss on time",
        Ending::IllegalMove => "illegal move",
        Ending::Crashed => "crash",
        Ending::Hung => "no answer",
        Ending::BrokenProtocol => "broken protocol",
        Ending::Refused => "refused command",
        Ending::TooLong => "too long",
        Ending::NoResult => "cycle",
    }
    .to_owned()
}

/// Remarks that are shown; the others are in the reports.
const MOST_REMARKS: usize = 20;

fn remarks(reports: &[&GameReport]) -> String {
    let with_remark = |report: &&&GameReport| !report.remark.is_empty();
    let all: Vec<_> = reports.iter().filter(with_remark).collect();
    if all.is_empty() {
        return String::new();
    }
    let mut text = format!("\nremarks on {} games\n", all.len());
    for report in all.iter().take(MOST_REMARKS) {
        let _ = writeln!(text, "  game {}: {}", report.index, report.remark);
    }
    if all.len() > MOST_REMARKS {
        let _ = writeln!(text, "  and {} more", all.len() - MOST_REMARKS);
    }
    text
}

const fn player_of(report: &GameReport, color: Color) -> &PlayerReport {
    match color {
        Color::Black => &report.black,
        Color::White => &report.white,
    }
}

/// What the moves of one program took in all games.
#[derive(Default)]
struct Cost {
    moves: u32,
    seconds: f64,
    longest: f64,
    cpu: Option<f64>,
    playouts: Option<u64>,
    version: String,
}

impl Cost {
    fn add(&mut self, player: &PlayerReport) {
        self.moves += player.moves;
        self.seconds += player.seconds;
        self.longest = self.longest.max(player.longest_move);
        if let Some(cpu) = player.cpu_seconds {
            *self.cpu.get_or_insert(0.0) += cpu;
        }
        if let Some(playouts) = player.playouts {
            *self.playouts.get_or_insert(0) += playouts;
        }
        if self.version.is_empty() {
            self.version.clone_from(&player.version);
        }
    }

    fn text(&self) -> String {
        let moves = f64::from(self.moves.max(1));
        let mut text = format!(
            "{:.4} s a move, longest {:.2} s",
            self.seconds / moves,
            self.longest
        );
        if let Some(cpu) = self.cpu {
            let _ = write!(text, ", {:.4} s of CPU", cpu / moves);
        }
        if let Some(playouts) = self.playouts.filter(|&playouts| playouts > 0) {
            #[expect(
                clippy::cast_precision_loss,
                reason = "only the first digits are shown"
            )]
            let playouts = playouts as f64;
            let (a_move, a_second) = (playouts / moves, playouts / self.seconds.max(1e-9));
            let _ = write!(text, ", {a_move:.0} playouts, {a_second:.0} a second");
        }
        text
    }
}

fn costs(reports: &[&GameReport]) -> String {
    let mut costs: BTreeMap<&str, Cost> = BTreeMap::new();
    for report in reports {
        for player in [&report.black, &report.white] {
            costs.entry(&player.name).or_default().add(player);
        }
    }
    let mut text = "\ntime\n".to_owned();
    for (name, cost) in costs {
        let _ = writeln!(text, "  {name} ({}): {}", cost.version, cost.text());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::report::Winner;
    use super::super::settings::{ProgramLine, example};
    use super::*;

    fn player(name: &str) -> PlayerReport {
        PlayerReport {
            name: name.to_owned(),
            version: "1".to_owned(),
            moves: 10,
            seconds: 2.0,
            cpu_seconds: Some(1.0),
            playouts: Some(1000),
            longest_move: 0.5,
            own_score: None,
        }
    }

    /// A game that the first program has won or lost.
    fn game(index: u32, is_won: bool) -> GameReport {
        let first_is_black = index.is_multiple_of(2);
        let winner = if is_won == first_is_black {
            Winner::Black
        } else {
            Winner::White
        };
        GameReport {
            index,
            first_is_black,
            black: player(if first_is_black { "a" } else { "b" }),
            white: player(if first_is_black { "b" } else { "a" }),
            winner: Some(winner),
            result: "B+1.5".to_owned(),
            ending: Ending::Counted,
            remark: String::new(),
            length: 20,
            moves_hash: (index / 3).to_string(),
            seed: 1,
            sgf: String::new(),
        }
    }

    #[test]
    fn pairs_are_found() {
        let games = [game(0, true), game(1, true), game(2, true), game(5, false)];
        let results = results(games.iter());
        assert_eq!(results.tally().to_string(), "3-1-0");
        assert_eq!(results.pairs().counts(), [0, 0, 0, 0, 1]);
        assert_eq!(results.by_color(Color::White).to_string(), "1-1-0");
    }

    #[test]
    fn the_sequential_test_waits_for_missing_games() {
        let sprt = Sprt::new(-50.0, 50.0, 0.05, 0.05).unwrap();
        let mut games: Vec<GameReport> = (0..100).map(|index| game(index, true)).collect();
        let verdict = sprt_verdict(&sprt, games.iter()).unwrap();
        assert_eq!(verdict.decision, Decision::Accept);
        games.remove(3);
        let verdict = sprt_verdict(&sprt, games.iter()).unwrap();
        assert_eq!(verdict.decision, Decision::Continue);
        assert!(sprt_verdict(&sprt, games[..1].iter()).is_none());
    }

    #[test]
    fn the_text_has_everything() {
        let mut games: Vec<GameReport> = (0..4).map(|index| game(index, index != 1)).collect();
        games[1].ending = Ending::Crashed;
        games[1].remark = "white: gone".to_owned();
        let text = text(&example(4), None, games.iter());
        for line in [
            "4 of 4 games, board 5, tromp-taylor rules, komi 7.5, time none, seed 1",
            "  result     3-1-0, 75.0 %",
            "  as black   2-0-0, ",
            "  pairs      1 won, 0 better, 1 even, 0 worse, 0 lost",
            "  duplicates 2",
            "      3 counted",
            "      1 crash by a",
            "  game 1: white: gone",
            "  a (1): 0.2000 s a move, longest 0.50 s, 0.1000 s of CPU, 100 playouts, 500 a second",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    }

    #[test]
    fn a_gauntlet_has_a_table() {
        let mut settings = example(2);
        settings.opponents.push(ProgramLine::parse("longer=x"));
        let games: Vec<GameReport> = (0..4).map(|index| game(index, index < 2)).collect();
        let text = text(&settings, None, games.iter());
        assert!(text.contains("\na against\n  b       2-0-0, "), "{text}");
        assert!(text.contains("  longer  0-2-0, "), "{text}");
    }
}
