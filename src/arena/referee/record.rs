//! The record of a game that was played in a match.

use super::Match;
use crate::arena::report::{GameReport, PlayerReport};
use crate::go::record::{Action, TimeLeft};
use crate::go::{ByColor, Color, Outcome, Record};

impl Match<'_, '_> {
    pub(super) fn record(&self, report: &GameReport, outcome: &Outcome) -> Record {
        let mut record = self.game.record();
        record.rules = Some(self.start.rules_name.clone());
        record.result = Some(outcome.clone());
        record.players = ByColor {
            black: report.black.name.clone(),
            white: report.white.name.clone(),
        };
        record.comment = comment(report);
        if self.has_clocks {
            self.add_times(&mut record);
        }
        record
    }

    /// The clocks after the moves that were made here; those of an opening have none.
    fn add_times(&self, record: &mut Record) {
        let nodes = record.nodes.iter_mut().rev();
        let moves = nodes.filter(|node| matches!(node.action, Action::Move(..)));
        for (node, clock) in moves.zip(self.times.iter().rev()) {
            node.time_left = Some(TimeLeft {
                time: clock.left(),
                overtime: clock.overtime_left(),
            });
        }
    }
}

/// What a reader of the record alone should know.
fn comment(report: &GameReport) -> String {
    let ending = serde_json::to_value(report.ending).unwrap_or_default();
    let mut lines = vec![
        format!("Game {} of a match, seed {}", report.index, report.seed),
        player(Color::Black, &report.black),
        player(Color::White, &report.white),
        format!("Ending: {}", ending.as_str().unwrap_or_default()),
    ];
    if !report.remark.is_empty() {
        lines.push(report.remark.clone());
    }
    lines.join("\n")
}

fn player(color: Color, player: &PlayerReport) -> String {
    let score = player.own_score.as_ref();
    let score = score.map_or_else(String::new, |score| format!(", counts {score}"));
    format!("{color}: {} ({}){score}", player.name, player.version)
}
