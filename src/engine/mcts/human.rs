//! The choice of a move as people would make it, by KataGo's network of human play.

use super::temperature::{Temperature, pick, softened};
use crate::engine::{Alternatives, Choice};
use crate::go::{Color, Game, Move};
use crate::rng::Rng;
use crate::search::{HumanReport, Report, Restriction};

/// How a move is drawn from what a search and people prefer. People matter where a network tells what they would play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChosenMove {
    /// The part of people in it; the rest is that of the play selection values of the search.
    pub human_part: f64,
    /// True if people have no say in passing.
    pub ignores_passes: bool,
    /// The difference of utility by which a move becomes less likely by a factor of e: a small one lets people make their
    /// better moves alone.
    pub lambda: f64,
    /// How freely the move is drawn.
    pub temperature: Temperature,
}

impl Default for ChosenMove {
    /// People have no part in it.
    fn default() -> ChosenMove {
        ChosenMove {
            human_part: 0.0,
            ignores_passes: false,
            lambda: 1e9,
            temperature: Temperature::default(),
        }
    }
}

/// The temperature late in a game at which people's moves are drawn where nothing else is set, as in KataGo.
const LATE: f64 = 0.1;

/// Differences of utility smaller than this are all the same.
const LEAST_LAMBDA: f64 = 1e-9;

/// A move that may be made.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    mv: Move,
    /// How much the search is for it.
    play_selection: f64,
    /// How likely people make it.
    human: f64,
    /// What it is worth, if the search knows that.
    utility: Option<f64>,
}

impl ChosenMove {
    /// Draws a move in the place of the best choice, or takes the likeliest one if there is no `rng`. `None` if people have no
    /// part in it.
    pub(super) fn by_people(
        &self,
        found: &Alternatives<'_>,
        restriction: &Restriction,
        rng: Option<&mut Rng>,
    ) -> Option<Move> {
        let Alternatives {
            game,
            color,
            report,
            ..
        } = *found;
        if self.ignores_passes && found.best.mv == Move::Pass {
            return None;
        }
        let mut preferences = self.preferences(game, color, report, restriction)?;
        // A pass is the best choice or, unless people are asked about it, none.
        preferences.retain(|&(mv, _)| mv != Move::Pass || !self.ignores_passes);
        let weights: Vec<f64> = preferences.iter().map(|&(_, weight)| weight).collect();
        let best = weights.iter().copied().fold(0.0, f64::max);
        let place = match rng {
            _ if best <= 0.0 => None,
            None => weights.iter().position(|&weight| weight >= best),
            Some(rng) => self.draw(game, &weights, rng),
        };
        place.map(|place| preferences[place].0)
    }

    /// Draws one of some weights by the temperature of the next move, by its place.
    fn draw(&self, game: &Game, weights: &[f64], rng: &mut Rng) -> Option<usize> {
        let temperature = Temperature {
            late: self.temperature.late.or(Some(LATE)),
            ..self.temperature
        };
        let best = weights.iter().copied().fold(0.0, f64::max);
        let kept = temperature.kept(best, weights.iter().sum());
        let now = temperature.at(game);
        let soft = |weight: &f64| softened(weight / best, now, kept);
        pick(&weights.iter().map(soft).collect::<Vec<f64>>(), rng)
    }

    /// How much is for each move that may be made, in play selection values: a mixture of those of a search and of what people
    /// play, those of the search first. `None` if people have no part in it.
    #[must_use]
    pub fn preferences(
        &self,
        game: &Game,
        color: Color,
        report: &Report,
        restriction: &Restriction,
    ) -> Option<Vec<(Move, f64)>> {
        let human = report.human.as_ref();
        let human = human.filter(|_| self.human_part > 0.0)?;
        let mut candidates = candidates(game, color, report, human);
        candidates.retain(|it| !restriction.forbids(color, it.mv, 1));
        let moves = candidates.iter().map(|it| it.mv);
        Some(moves.zip(self.weights(&candidates)).collect())
    }

    /// By which weights some moves are drawn. What people play is less likely where it is worth less than other moves
    /// (piKL; Jacob et al. 2022). What was not visited is taken to be worth the mean of what was.
    fn weights(&self, candidates: &[Candidate]) -> Vec<f64> {
        let known: Vec<f64> = candidates.iter().filter_map(|it| it.utility).collect();
        #[expect(clippy::cast_precision_loss, reason = "moves are few")]
        let mean = known.iter().sum::<f64>() / known.len().max(1) as f64;
        let most = known.iter().copied().fold(mean, f64::max);
        let lambda = self.lambda.max(LEAST_LAMBDA);
        let shifted = |it: &Candidate| {
            let lost = it.utility.unwrap_or(mean) - most;
            it.human * (lost / lambda).exp()
        };
        let mut humans: Vec<f64> = candidates.iter().map(shifted).collect();
        if self.ignores_passes {
            // A pass keeps what it has.
            scale(candidates, &mut humans, |mv| mv != Move::Pass);
            scale(candidates, &mut humans, |mv| mv == Move::Pass);
        } else {
            scale(candidates, &mut humans, |_| true);
        }
        let mixed = candidates.iter().zip(humans);
        let mixed = mixed
            .map(|(it, human)| it.play_selection + self.human_part * (human - it.play_selection));
        mixed.collect()
    }
}

/// All legal moves, those that the search has visited first.
fn candidates(game: &Game, color: Color, report: &Report, human: &HumanReport) -> Vec<Candidate> {
    let candidate = |mv, play_selection, utility| Candidate {
        mv,
        play_selection,
        human: human.policy.probability(mv),
        utility,
    };
    let visited = report.moves.iter();
    let visited = visited.map(|it| candidate(it.mv, it.play_selection, Some(it.utility)));
    let plays = game.board().empty_points().map(Move::Play);
    let others = plays
        .chain([Move::Pass])
        .filter(|&mv| report.of(mv).is_none() && game.check(color, mv).is_ok());
    // Before any visit the search is for what its network expects.
    let before = |mv| match report.moves[..] {
        [] => report.policy.probability(mv),
        _ => 0.0,
    };
    let others = others.map(|mv| candidate(mv, before(mv), None));
    visited.chain(others).collect()
}

/// Scales what is for some of the moves so that it is as much as their play selection values. Where nothing is for them, it
/// becomes these.
fn scale(candidates: &[Candidate], humans: &mut [f64], is_one: impl Fn(Move) -> bool) {
    let is_one = |it: &Candidate| is_one(it.mv);
    let these = || candidates.iter().enumerate().filter(|(_, it)| is_one(it));
    let all: f64 = these().map(|(_, it)| it.play_selection).sum();
    let sum: f64 = these().map(|(place, _)| humans[place]).sum();
    for (place, it) in these() {
        humans[place] = if sum > 0.0 {
            humans[place] * all / sum
        } else {
            it.play_selection
        };
    }
}

impl Alternatives<'_> {
    /// The choice of a move in the place of the best one.
    pub(super) fn chosen(self, mv: Move) -> Choice {
        if mv == self.best.mv {
            self.best
        } else {
            self.instead(mv)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::report_of;
    use crate::eval::NetEvaluator;
    use crate::go::{Rules, Size};
    use crate::net::NetInput;
    use crate::net::tests::human_network;
    use crate::search::{MoveReport, Policy};

    fn play(name: &str) -> Move {
        name.parse().unwrap()
    }

    /// A report of a search about a small board, which has visited three moves, and of what people play there.
    fn report(game: &Game) -> Report {
        let mut report = report_of(game, Color::Black, 20);
        let evaluation =
            NetEvaluator::from(human_network()).evaluate(&NetInput::of(game, Color::Black));
        let policy = Policy::of_network(&evaluation, 0.0, game, Color::Black);
        report.human = Some(HumanReport { evaluation, policy });
        let first = report.moves[0].clone();
        let found = |(name, visits, utility)| MoveReport {
            mv: play(name),
            visits,
            play_selection: visits.into(),
            utility,
            ..first.clone()
        };
        report.moves = [("A1", 60, 0.5), ("B2", 30, 0.25), ("pass", 10, -0.75)]
            .map(found)
            .to_vec();
        report
    }

    fn empty() -> Game {
        Game::new(Size::square(3), Rules::default())
    }

    fn weight_of(weights: &[(Move, f64)], name: &str) -> f64 {
        weights.iter().find(|(mv, _)| *mv == play(name)).unwrap().1
    }

    #[test]
    fn people_and_the_search_are_mixed() {
        let game = empty();
        let report = report(&game);
        let human = |name: &str| {
            report
                .human
                .as_ref()
                .unwrap()
                .policy
                .probability(play(name))
        };
        let ask = |chosen: ChosenMove| {
            let weights = chosen.preferences(&game, Color::Black, &report, &Restriction::default());
            weights.unwrap()
        };
        let half = ChosenMove {
            human_part: 0.5,
            ..ChosenMove::default()
        };
        let weights = ask(half);
        assert_eq!(weights.len(), 10);
        for (name, visits) in [("A1", 60.0), ("B2", 30.0), ("pass", 10.0), ("C3", 0.0)] {
            let expected = 0.5 * visits + 0.5 * 100.0 * human(name);
            assert!(
                (weight_of(&weights, name) - expected).abs() < 1e-3,
                "{name}"
            );
        }
        // The mean of what was visited is 0.
        let better = ChosenMove {
            human_part: 1.0,
            lambda: 0.25,
            ..half
        };
        let weights = ask(better);
        let ratio = |one: &str, other: &str| {
            weight_of(&weights, one) / weight_of(&weights, other) / human(one) * human(other)
        };
        for (one, other, lost) in [
            ("A1", "B2", 0.25_f64),
            ("A1", "C3", 0.5),
            ("C3", "pass", 0.75),
        ] {
            let expected = (lost / 0.25).exp();
            assert!(
                (ratio(one, other) / expected - 1.0).abs() < 1e-4,
                "{one} {other}"
            );
        }
        let passes = ChosenMove {
            human_part: 1.0,
            ignores_passes: true,
            ..half
        };
        let weights = ask(passes);
        assert!((weight_of(&weights, "pass") - 10.0).abs() < 1e-9);
        let plays: f64 = weights
            .iter()
            .filter(|(mv, _)| *mv != Move::Pass)
            .map(|(_, weight)| weight)
            .sum();
        assert!((plays - 90.0).abs() < 1e-3);
        let least = ChosenMove {
            human_part: 1.0,
            lambda: 0.0,
            ..half
        };
        let weights = ask(least);
        assert!((weight_of(&weights, "A1") - 100.0).abs() < 1e-3);
    }

    #[test]
    fn people_are_asked_only_where_they_have_a_part() {
        let game = empty();
        let mut report = report(&game);
        let ask = |chosen: ChosenMove, report: &Report| {
            chosen.preferences(&game, Color::Black, report, &Restriction::default())
        };
        let people = ChosenMove {
            human_part: 1.0,
            ..ChosenMove::default()
        };
        assert!(ask(ChosenMove::default(), &report).is_none());
        assert!(ask(people, &report).is_some());
        let mut restriction = Restriction::default();
        restriction.avoid(Color::Black, &[play("A1"), play("C3")], 1);
        let weights = people
            .preferences(&game, Color::Black, &report, &restriction)
            .unwrap();
        assert_eq!(weights.len(), 8);
        assert!(
            weights
                .iter()
                .all(|(mv, _)| ![play("A1"), play("C3")].contains(mv))
        );
        report.human = None;
        assert!(ask(people, &report).is_none());
    }

    #[test]
    fn moves_are_drawn_as_people_play() {
        let game = empty();
        let report = report(&game);
        let policy = &report.human.as_ref().unwrap().policy;
        let people = ChosenMove {
            human_part: 1.0,
            temperature: Temperature {
                early: Some(1.0),
                late: Some(1.0),
                ..Temperature::default()
            },
            ..ChosenMove::default()
        };
        let draw = |chosen: ChosenMove, best: &str, rng: Option<&mut Rng>| {
            let found = Alternatives {
                best: Choice::at_once(play(best)),
                game: &game,
                color: Color::Black,
                report: &report,
            };
            chosen.by_people(&found, &Restriction::default(), rng)
        };
        let mut rng = Rng::new(1);
        let count = 20_000;
        let drawn: Vec<Move> = (0..count)
            .map(|_| draw(people, "A1", Some(&mut rng)).unwrap())
            .collect();
        for name in ["A1", "B2", "C3", "A3", "pass"] {
            let found = f64::from(
                u32::try_from(drawn.iter().filter(|mv| **mv == play(name)).count()).unwrap(),
            ) / f64::from(count);
            let expected = policy.probability(play(name));
            assert!(
                (found - expected).abs() < 0.015,
                "{name} {found} {expected}"
            );
        }
        let ignoring = ChosenMove {
            ignores_passes: true,
            ..people
        };
        assert_eq!(draw(ignoring, "pass", Some(&mut rng)), None);
        assert!((0..1000).all(|_| draw(ignoring, "A1", Some(&mut rng)) != Some(Move::Pass)));
        // Without a draw the likeliest.
        let plays = game
            .board()
            .empty_points()
            .map(Move::Play)
            .chain([Move::Pass]);
        let likeliest =
            plays.max_by(|a, b| policy.probability(*a).total_cmp(&policy.probability(*b)));
        assert_eq!(draw(people, "A1", None), likeliest);
    }
}
