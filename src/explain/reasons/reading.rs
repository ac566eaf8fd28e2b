//! What is captured, saved and threatened, by reading.

use super::{About, Certainty, Fact, Mistake, Way, WeighedFact};
use crate::go::{Board, Color, Move, Point};
use crate::tactics::{Captures, Reach, ReadingTrace};

/// How much more likely stones must be to live, or to die, after the better move if reading is to explain the difference.
const TELLING_GAIN: f64 = 0.25;

/// Chains with more liberties are not read.
const MOST_LIBERTIES: usize = 4;

/// How far from a move chains are that it may threaten.
const THREATENED: u8 = 3;

/// Atari moves in a line from which on it is called a ladder.
const ATARIS_OF_LADDER: usize = 3;

/// What a stone is worth, in points.
const STONE: f64 = 2.0;

/// A threat that the opponent answers is worth little beside what is really captured.
const THREAT: f64 = 0.25;

/// Returns what reading finds of the two moves.
pub(super) fn findings(mistake: &Mistake<'_>) -> Vec<WeighedFact> {
    let mut reading = Reading {
        mistake,
        captures: Captures::new(),
    };
    let mut found = Vec::new();
    found.extend(reading.takes());
    found.extend(reading.captures());
    found.extend(reading.own_chains());
    found.extend(reading.threats());
    found
}

struct Reading<'a> {
    mistake: &'a Mistake<'a>,
    captures: Captures,
}

impl Reading<'_> {
    /// Stones that the better move takes off the board.
    fn takes(&self) -> Option<WeighedFact> {
        let Mistake { board, color, .. } = *self.mistake;
        let after = self.mistake.after(About::Better)?;
        let stones: Vec<Point> = board
            .points()
            .filter(|&at| board.color_at(at) == Some(!color) && after.is_empty_at(at))
            .collect();
        // A ko has a sentence of its own.
        (!stones.is_empty() && after.ko().is_none()).then(|| WeighedFact {
            about: About::Better,
            weight: STONE * len(&stones),
            line: self.mistake.line(About::Better)[..1].to_vec(),
            fact: Fact::Takes(stones),
        })
    }

    /// Chains of the opponent that the better move captures.
    fn captures(&mut self) -> Vec<WeighedFact> {
        let Mistake { board, color, .. } = *self.mistake;
        let Some(at) = self.mistake.at(About::Better) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for chain in board.chains(!color) {
            let stones = stones(board, chain);
            let gain = -self.mistake.mean_gain(&stones);
            let is_near = board.atari_liberty(chain).is_none() && gain > TELLING_GAIN;
            if !is_near || !is_readable(board, chain) {
                continue;
            }
            // It is captured by this move, and would not be without it.
            let reach = self.captures.attack_by(board, chain, at);
            let Some(certainty) = certainty(reach, color) else {
                continue;
            };
            let is_lost = self.captures.defend(board, chain).reach == Reach::Never;
            if is_lost || is_only_ko(certainty, &stones) {
                continue;
            }
            let line = self.line(board, chain, at);
            let way = match certainty {
                Certainty::Sure => way(board, chain, &line),
                Certainty::Ko(needy) => Way::Ko(needy),
            };
            found.push(WeighedFact {
                about: About::Better,
                weight: STONE * gain * len(&stones),
                fact: Fact::Captures(stones, way),
                line,
            });
        }
        found
    }

    /// Own chains that one move leaves to be captured and the other one saves.
    fn own_chains(&mut self) -> Vec<WeighedFact> {
        let Mistake { board, color, .. } = *self.mistake;
        let played = self.mistake.after(About::Played);
        let played = played.as_ref().unwrap_or(board);
        let better = self.mistake.after(About::Better);
        let mut found = Vec::new();
        for chain in board.chains(color) {
            let stones = stones(board, chain);
            let gain = self.mistake.mean_gain(&stones);
            if gain < TELLING_GAIN || !is_readable(played, chain) {
                continue;
            }
            let attack = self.captures.attack(played, chain);
            let (Some(left), Some(at)) = (certainty(attack.reach, !color), attack.mv) else {
                continue;
            };
            let Some(better) = &better else {
                continue;
            };
            let reach = if is_readable(better, chain) {
                self.captures.attack(better, chain).reach
            } else {
                Reach::Never
            };
            if reach >= attack.reach || is_only_ko(left, &stones) {
                continue;
            }
            let saved = certainty(reach, !color).unwrap_or(Certainty::Sure);
            let weight = STONE * gain * len(&stones);
            let line = self.attack_line(played, chain, About::Played);
            found.push(WeighedFact {
                about: About::Played,
                weight,
                fact: Fact::Leaves(stones.clone(), at, left),
                line,
            });
            found.push(WeighedFact {
                about: About::Better,
                weight,
                fact: Fact::Saves(stones, saved),
                line: self.mistake.line(About::Better)[..1].to_vec(),
            });
        }
        found
    }

    /// What the better move threatens, if the opponent has to answer it.
    fn threats(&mut self) -> Vec<WeighedFact> {
        let Mistake { board, color, .. } = *self.mistake;
        let (Some(at), Some(after)) = (
            self.mistake.at(About::Better),
            self.mistake.after(About::Better),
        ) else {
            return Vec::new();
        };
        let near: Vec<Point> = after
            .chains(!color)
            .filter(|&chain| {
                after
                    .chain(chain)
                    .any(|stone| stone.distance(at) <= THREATENED)
            })
            .collect();
        let threatened: Vec<Point> = near
            .into_iter()
            .filter(|&chain| {
                is_readable(&after, chain)
                    && self.captures.attack(board, chain).reach == Reach::Never
                    && self.captures.attack(&after, chain).reach == Reach::Surely
            })
            .collect();
        self.double_threat(&after, &threatened)
            .or_else(|| self.single_threat(&after, &threatened))
            .into_iter()
            .collect()
    }

    /// Two chains of which the opponent can save one, whatever he answers.
    fn double_threat(&mut self, after: &Board, threatened: &[Point]) -> Option<WeighedFact> {
        let [one, other] = *threatened else {
            return None;
        };
        let answers = self.captures.saving_moves(after, one)?;
        let saves_both = answers
            .iter()
            .any(|&at| self.captures.defend_by(after, other, at) > Reach::Never);
        let smaller = [one, other]
            .map(|chain| after.chain_size(chain))
            .into_iter()
            .min()?;
        (!answers.is_empty() && !saves_both).then(|| WeighedFact {
            about: About::Better,
            weight: STONE * count(smaller),
            fact: Fact::DoubleThreat(stones(after, one), stones(after, other)),
            line: self.mistake.line(About::Better),
        })
    }

    /// A chain that the opponent saves by his best answer.
    fn single_threat(&mut self, after: &Board, threatened: &[Point]) -> Option<WeighedFact> {
        let answer = self.mistake.reply(About::Better)?;
        let saved = |&chain: &Point| self.captures.defend_by(after, chain, answer) > Reach::Never;
        let chain = threatened.iter().copied().find(saved)?;
        let stones = stones(after, chain);
        Some(WeighedFact {
            about: About::Better,
            weight: THREAT * STONE * len(&stones),
            fact: Fact::Threatens(stones, answer),
            line: self.attack_line(after, chain, About::Better),
        })
    }

    /// The line by which a move of the opponent captures a chain.
    fn line(&mut self, board: &Board, chain: Point, at: Point) -> Vec<(Color, Move)> {
        let mut after = board.clone();
        after.play(at, self.mistake.color);
        self.captures.start_trace();
        self.captures.defend(&after, chain);
        let mut line = vec![(self.mistake.color, Move::Play(at))];
        line.extend(self.traced());
        line
    }

    /// One of the two moves, and the line by which the chain is captured unless it is defended.
    fn attack_line(&mut self, after: &Board, chain: Point, about: About) -> Vec<(Color, Move)> {
        self.captures.start_trace();
        self.captures.attack(after, chain);
        let mut line: Vec<_> = self.mistake.line(about).into_iter().take(1).collect();
        if after.color_at(chain) != Some(self.mistake.color) {
            line.push((!self.mistake.color, Move::Pass));
        }
        line.extend(self.traced());
        line
    }

    /// The main line of the last reading.
    fn traced(&mut self) -> Vec<(Color, Move)> {
        let trace = self.captures.trace().and_then(<[_]>::last);
        let line = trace.map(ReadingTrace::line).unwrap_or_default();
        self.captures.stop_trace();
        line.into_iter()
            .map(|tried| (tried.color, tried.mv))
            .collect()
    }
}

/// How surely a player reaches his aim, if he may.
fn certainty(reach: Reach, player: Color) -> Option<Certainty> {
    match reach {
        Reach::Never => None,
        Reach::Surely => Some(Certainty::Sure),
        // He takes the ko first, so his opponent needs the first threat.
        Reach::ByKo => Some(Certainty::Ko(!player)),
        Reach::WithThreat => Some(Certainty::Ko(player)),
    }
}

/// Returns true if stones are no more than one that stands in a ko, which has a sentence of its own.
fn is_only_ko(certainty: Certainty, stones: &[Point]) -> bool {
    certainty != Certainty::Sure && stones.len() == 1
}

fn is_readable(board: &Board, chain: Point) -> bool {
    board.color_at(chain).is_some() && board.liberty_count(chain) <= MOST_LIBERTIES
}

fn stones(board: &Board, chain: Point) -> Vec<Point> {
    let mut stones: Vec<Point> = board.chain(chain).collect();
    stones.sort_unstable();
    stones
}

fn len(stones: &[Point]) -> f64 {
    count(stones.len())
}

#[expect(clippy::cast_precision_loss, reason = "few stones")]
fn count(stones: usize) -> f64 {
    stones as f64
}

/// How the attacker's first move begins to capture a chain by a line.
fn way(board: &Board, chain: Point, line: &[(Color, Move)]) -> Way {
    let Some(&(attacker, Move::Play(first))) = line.first() else {
        return Way::Other;
    };
    if !board.liberty_set(chain).contains(first) {
        let is_diagonal = |stone: Point| {
            stone.column().abs_diff(first.column()) == 1 && stone.row().abs_diff(first.row()) == 1
        };
        let is_net = board.chain(chain).any(is_diagonal);
        return if is_net { Way::Net } else { Way::Other };
    }
    let mut board = board.clone();
    let mut ataris = 0;
    for (place, &(color, mv)) in line.iter().enumerate() {
        let Move::Play(at) = mv else {
            break;
        };
        if !board.is_empty_at(at) || !board.is_playable(at, color) {
            break;
        }
        board.play(at, color);
        // The first stone is taken, and its place is played at once.
        if place == 2 && at == first {
            return Way::Snapback;
        }
        if color == attacker && board.color_at(chain).is_some() {
            if !board.is_atari(chain) {
                return Way::Other;
            }
            ataris += 1;
        }
    }
    if ataris >= ATARIS_OF_LADDER {
        Way::Ladder
    } else {
        Way::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_takes_a_ko_first_needs_no_first_threat() {
        let of = |reach| certainty(reach, Color::White);
        assert_eq!(of(Reach::Never), None);
        assert_eq!(of(Reach::Surely), Some(Certainty::Sure));
        assert_eq!(of(Reach::ByKo), Some(Certainty::Ko(Color::Black)));
        assert_eq!(of(Reach::WithThreat), Some(Certainty::Ko(Color::White)));
    }
}
