//! Dead stones: what kosumi says of them, what persons say, and the agreement.

use super::WebTable;
use crate::explain;
use crate::go::{Board, Color, Game, Point, PointSet, Size};
use crate::life::{Count, CountedPoint, Verdict};
use crate::web::error::{WebError, WebResult};
use crate::web::points::{point, sorted};
use crate::web::views::GamePhase;
use web_time::Instant;

/// What is said about dead stones.
#[derive(Clone, Debug, Default)]
pub(in crate::web) struct Marking {
    /// What kosumi says, as soon as it has judged.
    judged: Option<Verdict>,
    /// What is marked now.
    marked: Option<Verdict>,
    /// Persons who agree with that.
    accepted: Vec<Color>,
    /// What was marked before the program was started anew.
    earlier: Option<PointSet>,
}

impl Marking {
    /// What a file has kept: the dead stones, and who agreed.
    pub(in crate::web) fn restored(
        notes: Option<&(Vec<usize>, Vec<Color>)>,
        size: Size,
    ) -> Marking {
        let Some((dead, accepted)) = notes else {
            return Marking::default();
        };
        let dead = dead.iter().filter_map(|&number| point(number, size));
        Marking {
            accepted: accepted.clone(),
            earlier: Some(dead.collect()),
            ..Marking::default()
        }
    }

    /// What a file keeps; nothing before kosumi has judged, unless an earlier file has kept something.
    pub(in crate::web) fn notes(&self, size: Size) -> Option<(Vec<usize>, Vec<Color>)> {
        let marked = self.marked.as_ref().map(Verdict::dead);
        let dead = marked.or(self.earlier.as_ref())?;
        Some((sorted(dead.iter(), size), self.accepted.clone()))
    }

    /// Returns true if kosumi has not judged yet.
    pub(in crate::web) const fn awaits_judge(&self) -> bool {
        self.judged.is_none()
    }

    /// Returns true if what is marked is what kosumi says.
    fn is_as_judged(&self) -> bool {
        let dead = |verdict: &Option<Verdict>| verdict.as_ref().map(|one| one.dead().clone());
        dead(&self.judged) == dead(&self.marked)
    }
}

impl WebTable {
    /// Returns true if kosumi judges the stones after play has stopped, so that none can be marked yet.
    pub(in crate::web) fn is_judging(&self) -> bool {
        let marking = self.marking.as_ref();
        self.phase == GamePhase::Marking && marking.is_some_and(Marking::awaits_judge)
    }

    /// The stones that are marked as dead, and who agrees.
    pub(in crate::web) fn marked(&self) -> (Vec<usize>, Vec<Color>) {
        let Some(marking) = &self.marking else {
            return (Vec::new(), Vec::new());
        };
        let size = self.tree.size();
        let dead = marking
            .marked
            .as_ref()
            .map(|marked| sorted(marked.dead().iter(), size));
        let agrees = |&color: &Color| {
            if self.is_kosumi(color) {
                marking.judged.is_some() && marking.is_as_judged()
            } else {
                marking.accepted.contains(&color)
            }
        };
        let colors = Color::ALL.into_iter().filter(agrees).collect();
        (dead.unwrap_or_default(), colors)
    }

    /// Takes over what kosumi says of the stones. Two kosumis agree at once.
    pub(in crate::web) fn judge(&mut self, verdict: Verdict, now: Instant) -> WebResult<()> {
        let game = self.game(self.end())?;
        let Some(marking) = &mut self.marking else {
            return Ok(());
        };
        let mut marked = verdict.clone();
        if let Some(earlier) = marking.earlier.take() {
            let board = game.board();
            let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
            for chain in chains {
                if marked.dead().contains(chain) != earlier.contains(chain) {
                    marked.turn(board, chain);
                }
            }
        }
        marking.marked = Some(marked);
        marking.judged = Some(verdict);
        self.settle(now)
    }

    fn marking_mut(&mut self) -> WebResult<&mut Marking> {
        let is_marking = self.phase == GamePhase::Marking;
        let marking = self.marking.as_mut().filter(|_| is_marking);
        marking.ok_or_else(|| WebError::refused("dead stones are marked when play has stopped"))
    }

    /// Turns a chain, and those that its player's territory connects with it, from dead to alive or the other way round. If
    /// kosumi plays and sees it otherwise, it says why.
    pub(in crate::web) fn turn_dead(&mut self, at: Point) -> WebResult<()> {
        let game = self.game(self.end())?;
        let board = game.board();
        let marking = self.marking_mut()?;
        let Some(marked) = &mut marking.marked else {
            return Err(WebError::refused("kosumi still judges the stones"));
        };
        if board.color_at(at).is_none() {
            return Err(WebError::Refused(format!("there is no stone at {at}")));
        }
        let was_dead = marked.dead().contains(at);
        for chain in connected(&game, marked, at) {
            if marked.dead().contains(chain) == was_dead {
                marked.turn(board, chain);
            }
        }
        marking.accepted.clear();
        self.is_unsaved = true;
        self.tell_phase();
        self.object();
        Ok(())
    }

    /// Says of which chains kosumi sees otherwise than they are marked, if it plays.
    fn object(&mut self) {
        let plays = Color::ALL.iter().any(|&color| self.is_kosumi(color));
        let (Ok(game), Some(marking)) = (self.game(self.end()), &self.marking) else {
            return;
        };
        let (Some(judged), Some(marked)) = (&marking.judged, &marking.marked) else {
            return;
        };
        let board = game.board();
        let count = Count::of(&game, judged);
        let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
        let differs =
            |&chain: &Point| judged.dead().contains(chain) != marked.dead().contains(chain);
        let sentences = chains.filter(differs);
        let sentences = sentences.filter_map(|at| explain::chain(board, &count, at, self.language));
        let text = sentences.take(3).collect::<Vec<_>>().join(" ");
        if plays && !text.is_empty() {
            self.say(&text);
        }
    }

    /// Agrees with what is marked, for a person or for all of them. The game ends when all agree.
    pub(in crate::web) fn accept(&mut self, color: Option<Color>, now: Instant) -> WebResult<()> {
        let persons = Color::ALL
            .into_iter()
            .filter(|&color| !self.is_kosumi(color));
        let persons: Vec<Color> = persons
            .filter(|&it| color.is_none_or(|one| one == it))
            .collect();
        if persons.is_empty() {
            return Err(WebError::refused("kosumi agrees by itself"));
        }
        let marking = self.marking_mut()?;
        if marking.judged.is_none() {
            return Err(WebError::refused("kosumi still judges the stones"));
        }
        for person in persons {
            if !marking.accepted.contains(&person) {
                marking.accepted.push(person);
            }
        }
        self.is_unsaved = true;
        self.object();
        self.settle(now)
    }

    /// Ends the game if all agree.
    fn settle(&mut self, now: Instant) -> WebResult<()> {
        let (_, agreed) = self.marked();
        if agreed.len() < 2 {
            self.tell_phase();
            return Ok(());
        }
        let game = self.game(self.end())?;
        let verdict = match &self.marking {
            Some(marking) if marking.is_as_judged() => marking.judged.clone(),
            Some(marking) => marking
                .marked
                .as_ref()
                .map(|it| Verdict::agreed(&game, it.dead())),
            None => None,
        };
        if let Some(verdict) = verdict {
            self.finish(&Count::of(&game, &verdict).outcome(), now);
        }
        Ok(())
    }
}

/// A stone of the chain at a point and of each chain of its color that territory connects with it.
fn connected(game: &Game, verdict: &Verdict, at: Point) -> Vec<Point> {
    let board = game.board();
    let count = Count::of(game, verdict);
    let counted = count.points();
    let Some(color) = board.color_at(at) else {
        return Vec::new();
    };
    let leads_on = |point: Point| match board.color_at(point) {
        Some(other) => other == color,
        None => matches!(counted(point), CountedPoint::Territory(_)),
    };
    let (mut seen, mut left) = (PointSet::new(), vec![at]);
    seen.insert(at);
    while let Some(point) = left.pop() {
        let new = board
            .neighbors(point)
            .filter(|&near| leads_on(near) && seen.insert(near));
        left.extend(new.collect::<Vec<_>>());
    }
    chains_in(board, color, &seen)
}

fn chains_in(board: &Board, color: Color, points: &PointSet) -> Vec<Point> {
    board
        .chains(color)
        .filter(|&chain| points.contains(chain))
        .collect()
}
