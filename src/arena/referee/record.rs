//! The record of a game that was played in a match.

use super::LiveGame;
use crate::arena::report::{GameReport, PlayerReport};
use crate::go::record::{Action, TimeLeft};
use crate::go::{ByColor, Color, Outcome, Record};

impl LiveGame<'_> {
    /// Returns the game as a record with its result, its players and what was left on the clocks.
    pub(super) fn record(&self, report: &GameReport, outcome: &Outcome) -> Record {
        let mut record = self.game.record();
        record.rules = Some(self.conditions.rules.clone());
        record.result = Some(outcome.clone());
        record.players = ByColor::new_with(|color| report.players[color].name.clone());
        record.comment = comment(report);
        // The moves of an opening have no times.
        let nodes = record.nodes.iter_mut().rev();
        let moves = nodes.filter(|node| matches!(node.action, Action::Move(..)));
        for (node, clock) in moves.zip(self.times.iter().rev()) {
            node.time_left = Some(TimeLeft {
                time: clock.left(),
                overtime: clock.overtime_left(),
            });
        }
        record
    }
}

/// Returns what somebody who reads only the record should know.
fn comment(report: &GameReport) -> String {
    let ending = serde_json::to_value(report.ending).unwrap_or_default();
    let mut lines = vec![
        format!("Game {} of a match, seed {}", report.index, report.seed),
        player(Color::Black, &report.players.black),
        player(Color::White, &report.players.white),
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
