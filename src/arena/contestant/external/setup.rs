//! What a program is told before a game: board, rules, komi, time, seed, stones and moves.

use super::super::Start;
use super::External;
use crate::clock::TimeControl;
use crate::go::record::Action;
use crate::go::rules::Preset;
use crate::go::{Color, Move, Point, Record};
use crate::gtp::client::ClientError;
use std::time::Duration;

impl External {
    /// All of it. Only what every game needs may not fail.
    pub(super) fn set_up(&mut self, start: &Start) -> Result<(), ClientError> {
        let size = start.game.board().size();
        self.with_client("clear_board", |client| client.clear_board(size))?;
        self.tell_rules(start)?;
        let komi = start.game.komi();
        self.with_client("komi", |client| client.komi(komi))?;
        self.ask_if_known(&format!("set_random_seed {}", start.seed))?;
        self.tell_pace(start)?;
        self.tell_record(&start.game.record())
    }

    fn tell_rules(&mut self, start: &Start) -> Result<(), ClientError> {
        let preset = Preset::find(&start.rules_name).ok();
        let kgs = preset.and_then(|preset| preset.kgs);
        let lines = [
            Some(format!("kosumi-rules {}", start.rules_name)),
            Some(format!("kata-set-rules {}", start.rules().to_kata_json())),
            kgs.map(|name| format!("kgs-rules {name}")),
        ];
        for line in lines.into_iter().flatten() {
            if self.ask_if_known(&line)?.is_some() {
                break;
            }
        }
        Ok(())
    }

    fn tell_pace(&mut self, start: &Start) -> Result<(), ClientError> {
        if let Some(playouts) = start.pace.playouts {
            let line = format!("kata-set-param maxPlayouts {playouts}");
            if self.ask_if_known(&line)?.is_none() {
                self.warn("kata-set-param", &"cannot be told a number of playouts");
            }
        }
        let control = start.pace.control;
        let lines = [
            kata_settings(&control).map(|text| format!("kata-time_settings {text}")),
            kgs_settings(&control).map(|text| format!("kgs-time_settings {text}")),
            plain_settings(&control).map(|text| format!("time_settings {text}")),
        ];
        for line in lines.into_iter().flatten() {
            if self.ask_if_known(&line)?.is_some() {
                break;
            }
        }
        Ok(())
    }

    /// The stones and moves that the game begins with. Stones are told as handicap if they can be.
    fn tell_record(&mut self, record: &Record) -> Result<(), ClientError> {
        let mut is_first = true;
        for node in &record.nodes {
            match &node.action {
                &Action::Move(color, mv) => self.tell_move(color, mv)?,
                Action::Setup(setup) => {
                    let stones = setup
                        .stones
                        .iter()
                        .filter_map(|&(point, stone)| Some((stone?, point)));
                    self.tell_stones(&stones.collect::<Vec<_>>(), is_first)?;
                }
            }
            is_first = false;
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

/// Seconds as a number with as many decimals as it needs.
fn exact(time: Duration) -> String {
    time.as_secs_f64().to_string()
}

/// Whole seconds, rounded down but not to nothing.
fn whole(time: Duration) -> u64 {
    match time.as_secs() {
        0 if !time.is_zero() => 1,
        seconds => seconds,
    }
}

/// The arguments of `kata-time_settings`.
fn kata_settings(control: &TimeControl) -> Option<String> {
    let cap = |time: Option<Duration>| time.map_or("-1".to_owned(), exact);
    Some(match *control {
        TimeControl::Unlimited => return None,
        TimeControl::Absolute { main } => format!("absolute {}", exact(main)),
        TimeControl::Canadian {
            main,
            period,
            stones,
        } => format!("canadian {} {} {stones}", exact(main), exact(period)),
        TimeControl::ByoYomi {
            main,
            period,
            periods,
        } => format!("byoyomi {} {} {periods}", exact(main), exact(period)),
        TimeControl::Fischer {
            main,
            increment,
            limit: None,
            most_per_move: None,
        } => format!("fischer {} {}", exact(main), exact(increment)),
        TimeControl::Fischer {
            main,
            increment,
            limit,
            most_per_move,
        } => format!(
            "fischer-capped {} {} {} {}",
            exact(main),
            exact(increment),
            cap(limit),
            cap(most_per_move)
        ),
    })
}

/// The arguments of `kgs-time_settings`, where it says more than `time_settings`.
fn kgs_settings(control: &TimeControl) -> Option<String> {
    match *control {
        TimeControl::ByoYomi {
            main,
            period,
            periods,
        } => Some(format!(
            "byoyomi {} {} {periods}",
            whole(main),
            whole(period)
        )),
        _ => None,
    }
}

/// The arguments of `time_settings`. What it cannot say becomes what is closest and no longer.
fn plain_settings(control: &TimeControl) -> Option<String> {
    Some(match *control {
        TimeControl::Unlimited => return None,
        TimeControl::Absolute { main } | TimeControl::Fischer { main, .. } => {
            format!("{} 0 0", whole(main))
        }
        TimeControl::Canadian {
            main,
            period,
            stones,
        } => format!("{} {} {stones}", whole(main), whole(period)),
        TimeControl::ByoYomi { main, period, .. } => {
            format!("{} {} 1", whole(main), whole(period))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::pace::Pace;

    fn texts(pace: &str) -> [Option<String>; 3] {
        let control = pace.parse::<Pace>().unwrap().control;
        [
            kata_settings(&control),
            kgs_settings(&control),
            plain_settings(&control),
        ]
    }

    fn all(texts: [&str; 3]) -> [Option<String>; 3] {
        texts.map(|text| Some(text.to_owned()).filter(|text| !text.is_empty()))
    }

    #[test]
    fn every_control_is_told() {
        assert_eq!(texts("none"), all(["", "", ""]));
        let canadian = all(["canadian 0 0.5 1", "", "0 1 1"]);
        assert_eq!(texts("move:0.5"), canadian);
        let byo_yomi = all(["byoyomi 60 10 3", "byoyomi 60 10 3", "60 10 1"]);
        assert_eq!(texts("byoyomi:60:10:3"), byo_yomi);
        let fischer = all(["fischer-capped 60 5 90 20", "", "60 0 0"]);
        assert_eq!(texts("fischer:60:5:90:20"), fischer);
    }
}
