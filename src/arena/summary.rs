//! The results of a match as text: first what follows from the games, then what they cost.

use super::report::GameReport;
use super::schedule::plan;
use super::series::{Series, SeriesSide};
use super::settings::MatchSettings;
use super::statistics::{Sample, Sprt, SprtDecision, SprtVerdict, Z95};
use crate::go::Color;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Returns what a sequential test says of the pairs from the first on, up to the first pair that
/// has not been played or to the decision. `None` if there are no pairs.
pub fn sprt_verdict<'a>(
    sprt: &Sprt,
    reports: impl Iterator<Item = &'a GameReport>,
) -> Option<SprtVerdict> {
    let mut sample = Sample::default();
    let mut verdict = None;
    let reports: Vec<&GameReport> = reports.collect();
    for (pair, games) in (0..).zip(reports.chunks(2)) {
        let is_next = |(at, game): (u32, &&GameReport)| game.index == 2 * pair + at;
        if games.len() < 2 || !(0..).zip(games).all(is_next) {
            break;
        }
        let half_points: usize = games
            .iter()
            .map(|game| game.first_result().half_points())
            .sum();
        sample.count(half_points);
        let now = sprt.verdict(&sample);
        verdict = Some(now);
        if now.decision != SprtDecision::Continue {
            break;
        }
    }
    verdict
}

/// Returns the whole text.
pub fn text<'a>(
    settings: &MatchSettings,
    sprt: Option<&Sprt>,
    reports: impl Iterator<Item = &'a GameReport>,
) -> String {
    let all = Series::new(reports);
    let opponents = all.by_opponent();
    let first = &settings.first.name;
    let mut text = head(settings, all.games().len());
    if settings.opponents.len() > 1 {
        text += &gauntlet(first, &opponents);
    }
    for series in &opponents {
        let _ = write!(text, "\n{first} - {}\n", series.name(SeriesSide::Opponent));
        text += &results(series);
    }
    if settings.opponents.len() > 1 {
        let _ = write!(text, "\n{first} - all\n");
        text += &results(&all);
    }
    let verdict = sprt.and_then(|sprt| sprt_verdict(sprt, all.games().iter().copied()));
    if let Some(verdict) = verdict {
        let _ = write!(text, "\nSPRT: {verdict}\n");
    }
    text += &endings(all.games());
    text += &remarks(all.games());
    text += &costs(&all, &opponents);
    text
}

/// Returns a line about what was played.
fn head(settings: &MatchSettings, played: usize) -> String {
    let shard = settings.shard;
    let shard = shard.map_or_else(String::new, |shard| format!(" (shard {shard})"));
    let handicap = match settings.handicap {
        0 => String::new(),
        stones => format!(", handicap {stones}"),
    };
    format!(
        "{played} of {} games{shard}, board {}, {} rules, komi {}{handicap}, time {}, seed {}\n",
        plan(settings).len(),
        settings.size,
        settings.rules,
        settings.komi,
        settings.time,
        settings.seed,
    )
}

/// Returns a line for each opponent of the first program.
fn gauntlet(first: &str, opponents: &[Series<'_>]) -> String {
    let names = opponents
        .iter()
        .map(|series| series.name(SeriesSide::Opponent));
    let width = names.map(|name| name.chars().count()).max().unwrap_or(0);
    let mut text = format!("\n{first} against\n");
    for series in opponents {
        let name = series.name(SeriesSide::Opponent);
        let _ = writeln!(text, "  {name:width$}  {}", series.results());
    }
    text
}

/// Returns the results of some games of the first program.
fn results(series: &Series<'_>) -> String {
    let results = series.results();
    let (all, pairs) = (results.sample(), results.pairs);
    let mut text = format!("  result     {results}\n");
    if all.units() > 0 {
        let margin = Z95 * all.elo_error();
        let superiority = 100.0 * all.superiority();
        let _ = writeln!(
            text,
            "  strength   {} ± {margin:.0} Elo, stronger with {superiority:.1} %",
            all.elo()
        );
        let (normalized, error) = results.normalized_elo();
        let margin = Z95 * error;
        let _ = writeln!(text, "  normalized {normalized} ± {margin:.0} Elo");
        if results.is_paired() {
            // As if the games of a pair were independent.
            let _ = writeln!(text, "  by games   {}", results.all());
        }
    }
    for color in Color::ALL {
        let games = results.games[color];
        let _ = writeln!(
            text,
            "  as {:7} {}, {games}",
            color.to_string(),
            games.tally()
        );
    }
    let [lost, worse, even, better, won] = pairs.0;
    let _ = writeln!(
        text,
        "  pairs      {won} won, {better} better, {even} even, {worse} worse, {lost} lost"
    );
    let _ = writeln!(text, "  duplicates {}", series.duplicates().len());
    text
}

/// Returns how often the games ended in which way, in the order of the alphabet.
fn endings(reports: &[&GameReport]) -> String {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for report in reports {
        let what = match report.winner {
            Some(winner) if report.ending.is_fault() => {
                format!("{} by {}", report.ending, report.players[!winner].name)
            }
            _ => report.ending.to_string(),
        };
        *counts.entry(what).or_default() += 1;
    }
    let mut text = "\nendings\n".to_owned();
    for (what, count) in counts {
        let _ = writeln!(text, "  {count:5} {what}");
    }
    text
}

/// Remarks that are shown; the others are in the reports.
const MOST_REMARKS: usize = 20;

/// Returns the remarks on the games.
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

/// Returns what the moves of each program took.
fn costs(all: &Series<'_>, opponents: &[Series<'_>]) -> String {
    let mut text = "\ntime\n".to_owned();
    let opponents = opponents
        .iter()
        .map(|series| (series, SeriesSide::Opponent));
    for (series, side) in [(all, SeriesSide::First)].into_iter().chain(opponents) {
        let (name, versions) = (series.name(side), series.versions(side).join(", "));
        let cost = series.cost(side);
        let seconds = cost.seconds_a_move.unwrap_or(0.0);
        let longest = cost.longest_move;
        let _ = write!(
            text,
            "  {name} ({versions}): {seconds:.4} s a move, longest {longest:.2} s"
        );
        if let Some(cpu) = cost.cpu_a_move {
            let _ = write!(text, ", {cpu:.4} s of CPU");
        }
        if let Some(visits) = cost.visits_a_second {
            let _ = write!(text, ", {visits:.0} visits a second");
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::report::{GameEnding, PlayerReport};
    use super::*;
    use crate::arena::settings::ProgramLine;
    use crate::arena::tests::example;
    use crate::go::ByColor;

    fn player(name: &str) -> PlayerReport {
        PlayerReport {
            name: name.to_owned(),
            version: "1".to_owned(),
            moves: 10,
            seconds: 2.0,
            cpu_seconds: Some(1.0),
            visits: Some(1000),
            longest_move: 0.5,
            own_score: None,
        }
    }

    /// A game that the first program has won or lost.
    fn game(index: u32, is_won: bool) -> GameReport {
        let first_is_black = index.is_multiple_of(2);
        let winner = if is_won == first_is_black {
            Color::Black
        } else {
            Color::White
        };
        GameReport {
            index,
            first_is_black,
            players: ByColor {
                black: player(if first_is_black { "a" } else { "b" }),
                white: player(if first_is_black { "b" } else { "a" }),
            },
            winner: Some(winner),
            result: "B+1.5".to_owned(),
            ending: GameEnding::Counted,
            remark: String::new(),
            length: 20,
            moves_hash: (index / 3).to_string(),
            seed: 1,
            sgf: String::new(),
        }
    }

    #[test]
    fn the_sequential_test_waits_for_missing_games() {
        let sprt = Sprt::new(-50.0, 50.0, 0.05, 0.05).unwrap();
        let mut games: Vec<GameReport> = (0..100).map(|index| game(index, true)).collect();
        let verdict = sprt_verdict(&sprt, games.iter()).unwrap();
        assert_eq!(verdict.decision, SprtDecision::Accept);
        games.remove(3);
        let verdict = sprt_verdict(&sprt, games.iter()).unwrap();
        assert_eq!(verdict.decision, SprtDecision::Continue);
        assert!(sprt_verdict(&sprt, games[..1].iter()).is_none());
    }

    #[test]
    fn the_text_has_everything() {
        let mut games: Vec<GameReport> = (0..4).map(|index| game(index, index != 1)).collect();
        games[1].ending = GameEnding::Crashed;
        games[1].remark = "white: gone".to_owned();
        let text = text(&example(4), None, games.iter());
        for line in [
            "4 of 4 games, board 5, tromp-taylor rules, komi 7.5, time none, seed 1",
            "  result     3-1-0, 75.0 %",
            "  normalized +246 ± 340 Elo",
            "  by games   75.0 % ± ",
            "  as black   2-0-0, ",
            "  pairs      1 won, 0 better, 1 even, 0 worse, 0 lost",
            "  duplicates 2",
            "      3 counted",
            "      1 crash by a",
            "  game 1: white: gone",
            "  a (1): 0.2000 s a move, longest 0.50 s, 0.1000 s of CPU, 500 visits a second",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    }

    #[test]
    fn a_gauntlet_has_a_table() {
        let mut settings = example(2);
        settings.opponents.push(ProgramLine::parse("longer=x"));
        let mut games: Vec<GameReport> = (0..4).map(|index| game(index, index < 2)).collect();
        games[2].players.white.name = "longer".to_owned();
        games[3].players.black.name = "longer".to_owned();
        let text = text(&settings, None, games.iter());
        assert!(text.contains("\na against\n  b       2-0-0, "), "{text}");
        assert!(text.contains("  longer  0-2-0, "), "{text}");
    }
}
