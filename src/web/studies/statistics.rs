//! What is common to many reviewed games of one player.

use super::Study;
use crate::engine::RankEvidence;
use crate::explain::{Language, ReasonKind};
use crate::go::Color;
use crate::review::{Phase, accuracy};
use crate::web::report::rounded;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The grade of a big mistake.
const BIG_MISTAKE: u8 = 3;

/// How a player has played.
#[derive(Default)]
struct PlayerTotals {
    moves: usize,
    points: f64,
    mistakes: usize,
    big_mistakes: usize,
    /// Moves and points lost by phase.
    phases: [(usize, f64); 3],
    kinds: BTreeMap<ReasonKind, usize>,
    evidence: RankEvidence,
}

impl PlayerTotals {
    fn of(study: &Study, color: Color) -> PlayerTotals {
        let mut played = PlayerTotals::default();
        for made in study.moves.iter().filter(|made| made.color == color) {
            let judgement = &made.judgement;
            let is_mistake = judgement.grade >= super::MISTAKE;
            played.moves += 1;
            played.points += judgement.points;
            played.mistakes += usize::from(is_mistake);
            played.big_mistakes += usize::from(judgement.grade >= BIG_MISTAKE);
            let phase = Phase::of(made.number - 1, study.size.area()) as usize;
            played.phases[phase].0 += 1;
            played.phases[phase].1 += judgement.points;
            let played_badly = judgement
                .reasons
                .iter()
                .filter(|reason| reason.of == "played");
            for kind in played_badly.filter_map(|reason| ReasonKind::find(&reason.kind)) {
                *played.kinds.entry(kind).or_default() += 1;
            }
            played.evidence.add(&judgement.evidence());
        }
        played
    }

    fn add(&mut self, other: &PlayerTotals) {
        self.moves += other.moves;
        self.points += other.points;
        self.mistakes += other.mistakes;
        self.big_mistakes += other.big_mistakes;
        for (own, other) in self.phases.iter_mut().zip(other.phases) {
            own.0 += other.0;
            own.1 += other.1;
        }
        for (&kind, count) in &other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
        self.evidence.add(&other.evidence);
    }

    fn rank(&self) -> Option<&'static str> {
        self.evidence.estimate().map(|estimate| estimate.best.name)
    }
}

/// What is common to the games of somebody, or of all persons where the name is empty.
pub(in crate::web) fn statistics(studies: &[Arc<Study>], name: &str, language: Language) -> Value {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut all, mut games, mut won, mut lost) = (PlayerTotals::default(), 0, 0, 0);
    let mut by_game = Vec::new();
    for study in studies.iter().filter(|study| !study.moves.is_empty()) {
        for color in Color::ALL {
            let own = study.names[color].as_str();
            if study.is_of(color, own) && !own.is_empty() {
                *names.entry(own).or_default() += 1;
            }
            if !study.is_of(color, name) {
                continue;
            }
            let played = PlayerTotals::of(study, color);
            games += 1;
            won += usize::from(study.winner == Some(color));
            lost += usize::from(study.winner == Some(!color));
            by_game.push(json!({
                "saved": study.saved,
                "title": study.title,
                "date": study.date,
                "color": color,
                "accuracy": rounded(accuracy(played.points, played.moves), 3),
                "points": rounded(played.points / share(played.moves), 2),
                "rank": played.rank(),
            }));
            all.add(&played);
        }
    }
    let names = names
        .iter()
        .map(|(name, games)| json!({ "name": name, "games": games }));
    let phases = ["opening", "middle", "end"].iter().zip(all.phases);
    let phases = phases.map(|(phase, (moves, points))| {
        json!({ "phase": phase, "moves": moves, "points": rounded(points / share(moves), 2) })
    });
    let mut kinds: Vec<(&ReasonKind, &usize)> = all.kinds.iter().collect();
    kinds.sort_by(|a, b| b.1.cmp(a.1));
    let kinds = kinds.iter().map(|(kind, count)| {
        json!({ "kind": kind.name(), "title": kind.title(language), "count": count })
    });
    let rank = all.evidence.estimate().map(|estimate| {
        let [best, low, high] = [estimate.best, estimate.low, estimate.high].map(|rank| rank.name);
        json!({ "best": best, "low": low, "high": high })
    });
    json!({
        "names": names.collect::<Vec<_>>(),
        "name": name,
        "games": games,
        "moves": all.moves,
        "accuracy": rounded(accuracy(all.points, all.moves), 3),
        "mistakes": all.mistakes,
        "bigMistakes": all.big_mistakes,
        "won": won,
        "lost": lost,
        "phases": phases.collect::<Vec<_>>(),
        "kinds": kinds.collect::<Vec<_>>(),
        "rank": rank,
        "byGame": by_game,
    })
}

#[expect(clippy::cast_precision_loss, reason = "moves are few")]
fn share(moves: usize) -> f64 {
    moves.max(1) as f64
}
