//! Sends a game to a program before it begins: board, rules, komi, time, seed, stones and moves.

use super::super::Conditions;
use super::GtpContestant;
use crate::clock::TimeControl;
use crate::go::record::Action;
use crate::go::rules::Preset;
use crate::go::{Color, Game, Move, Point, Record};
use crate::gtp::client::ClientError;
use std::time::Duration;

impl GtpContestant {
    /// Starts the program if it does not run, and sends it all of a game. Only what every game needs
    /// may not fail.
    pub(super) fn set_up(
        &mut self,
        game: &Game,
        conditions: &Conditions,
        seed: u64,
    ) -> Result<(), ClientError> {
        self.ensure_started()?;
        let (size, komi) = (game.board().size(), game.komi());
        self.with_client("clear_board", |client| client.clear_board(size))?;
        self.ask_first(&rules_commands(&conditions.rules, game))?;
        self.with_client("komi", |client| client.komi(komi))?;
        self.ask_if_known(&format!("set_random_seed {seed}"))?;
        if let Some(visits) = conditions.pace.visits {
            let line = format!("kata-set-param maxPlayouts {visits}");
            if self.ask_if_known(&line)?.is_none() {
                self.warn("kata-set-param", &"takes no number of visits");
            }
        }
        self.ask_first(&time_commands(&conditions.pace.control))?;
        self.tell_record(&game.record())
    }

    /// Sends the first of several commands that the program knows and that works.
    fn ask_first(&mut self, lines: &[String]) -> Result<(), ClientError> {
        for line in lines {
            if self.ask_if_known(line)?.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// Sends the stones and moves that the game begins with. Stones are sent as handicap if they can
    /// be.
    fn tell_record(&mut self, record: &Record) -> Result<(), ClientError> {
        for (number, node) in record.nodes.iter().enumerate() {
            match &node.action {
                &Action::Move(color, mv) => self.tell_move(color, mv)?,
                Action::Setup(setup) => {
                    let stones = setup
                        .stones
                        .iter()
                        .filter_map(|&(point, stone)| Some((stone?, point)));
                    self.tell_stones(&stones.collect::<Vec<_>>(), number == 0)?;
                }
            }
        }
        Ok(())
    }

    fn tell_stones(&mut self, stones: &[(Color, Point)], first: bool) -> Result<(), ClientError> {
        let all_black = stones.iter().all(|&(color, _)| color == Color::Black);
        if first && all_black && stones.len() >= 2 {
            let points: Vec<String> = stones.iter().map(|(_, point)| point.to_string()).collect();
            let line = format!("set_free_handicap {}", points.join(" "));
            if self.ask_if_known(&line)?.is_some() {
                return Ok(());
            }
        }
        for &(color, point) in stones {
            self.tell_move(color, Move::Play(point))?;
        }
        Ok(())
    }

    fn tell_move(&mut self, color: Color, mv: Move) -> Result<(), ClientError> {
        self.with_client("play", |client| client.play(color, mv))
    }
}

/// Returns the commands for a rule set, the most exact first.
fn rules_commands(name: &str, game: &Game) -> Vec<String> {
    let kgs = Preset::find(name).ok().and_then(|preset| preset.kgs);
    let mut lines = vec![
        format!("kosumi-rules {name}"),
        format!("kata-set-rules {}", game.rules().to_kata_json()),
    ];
    lines.extend(kgs.map(|name| format!("kgs-rules {name}")));
    lines
}

/// Returns seconds as a number with as many decimals as it needs.
fn exact(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

/// Returns whole seconds, rounded down, but at least 1 where there is any time.
fn whole(time: Duration) -> u64 {
    match time.as_secs() {
        0 if !time.is_zero() => 1,
        seconds => seconds,
    }
}

/// Returns the commands for a time control, the most exact first. What the last one cannot say
/// becomes what is closest and no longer.
fn time_commands(control: &TimeControl) -> Vec<String> {
    let Some(main) = control.main() else {
        return Vec::new();
    };
    let (seconds, main) = (whole(main), exact(main));
    let (kata, kgs, plain) = match *control {
        TimeControl::Unlimited | TimeControl::Absolute { .. } => {
            (format!("absolute {main}"), None, "0 0".to_owned())
        }
        TimeControl::Canadian { period, stones, .. } => {
            let kata = format!("canadian {main} {} {stones}", exact(period));
            (kata, None, format!("{} {stones}", whole(period)))
        }
        TimeControl::ByoYomi {
            period, periods, ..
        } => {
            let kata = format!("byoyomi {main} {} {periods}", exact(period));
            let period = whole(period);
            let kgs = format!("byoyomi {seconds} {period} {periods}");
            (kata, Some(kgs), format!("{period} 1"))
        }
        TimeControl::Fischer {
            increment,
            limit,
            most_per_move,
            ..
        } => {
            let increment = exact(increment);
            let cap = |time: Option<Duration>| time.map_or("-1".to_owned(), exact);
            let kata = match (limit, most_per_move) {
                (None, None) => format!("fischer {main} {increment}"),
                _ => format!(
                    "fischer-capped {main} {increment} {} {}",
                    cap(limit),
                    cap(most_per_move)
                ),
            };
            (kata, None, "0 0".to_owned())
        }
    };
    let mut lines = vec![format!("kata-time_settings {kata}")];
    lines.extend(kgs.map(|kgs| format!("kgs-time_settings {kgs}")));
    lines.push(format!("time_settings {seconds} {plain}"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::pace::MatchPace;

    fn lines(pace: &str) -> Vec<String> {
        time_commands(&pace.parse::<MatchPace>().unwrap().control)
    }

    #[test]
    fn every_control_is_told() {
        assert!(lines("none").is_empty());
        let canadian = ["kata-time_settings canadian 0 0.5 1", "time_settings 0 1 1"];
        assert_eq!(lines("move:0.5"), canadian);
        let byo_yomi = [
            "kata-time_settings byoyomi 60 10 3",
            "kgs-time_settings byoyomi 60 10 3",
            "time_settings 60 10 1",
        ];
        assert_eq!(lines("byoyomi:60:10:3"), byo_yomi);
        let fischer = [
            "kata-time_settings fischer-capped 60 5 90 20",
            "time_settings 60 0 0",
        ];
        assert_eq!(lines("fischer:60:5:90:20"), fischer);
        let plain = ["kata-time_settings fischer 60 5", "time_settings 60 0 0"];
        assert_eq!(lines("fischer:60:5"), plain);
        let absolute = ["kata-time_settings absolute 300", "time_settings 300 0 0"];
        assert_eq!(lines("absolute:300"), absolute);
    }
}
