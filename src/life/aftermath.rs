//! What is left to play when neither player has anything to gain: dame, and the defenses that filling them makes
//! necessary (teire).

use super::canonical::Canonical;
use super::estimate::{is_safe, ko_capture};
use crate::go::board::Region;
use crate::go::score::is_between;
use crate::go::{Board, Color, Move, Point, PointSet, Position};
use crate::tactics::{Captures, Reach};

/// Quiet moves and moves in all that an attack may have that a player answers in time. What needs more is no matter
/// of filling dame.
const QUIET: usize = 1;
const MOVES: usize = 300;

/// Chains with more liberties need no defense yet.
const FEW_LIBERTIES: usize = 3;

/// The most points of a gap between both players in which there is nothing but dame.
const LARGEST_GAP: usize = 4;

/// Why a point is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It lies between living stones of both, and is neither's.
    Dame,
    /// The opponent could capture living stones otherwise.
    Defense,
}

/// A point that was filled before counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filled {
    /// Whose stone.
    pub color: Color,
    /// Where it stands.
    pub at: Point,
    /// Why.
    pub need: Need,
}

/// What is done before counting.
#[derive(Clone, Debug, Default)]
pub(super) struct Settled {
    /// What both players fill, in this order.
    pub(super) filled: Vec<Filled>,
    /// Dame that stay open, because filling one would begin a ko.
    pub(super) held: PointSet,
}

/// The moves by which both players, in turn, defend what could be captured and fill dame from a position on, until neither finds
/// anything. All stones live but those in `dead`. What both sides of a seki share, of `stand_offs`, stays open. Moves made
/// before forbid none. The same in all forms of the board.
///
/// `form` is that of the position's board.
pub(super) fn settle(
    position: &Position,
    form: &Canonical,
    dead: &PointSet,
    stand_offs: &PointSet,
) -> Settled {
    let mut color = form.color(position.to_move());
    let [dead, stand_offs] = [dead, stand_offs].map(|points| form.points(points));
    let mut position = Position::from_board(form.board.clone(), color, *position.rules());
    let mut settling = Settling::new(position.board(), &dead, &stand_offs);
    let mut filled = Vec::new();
    let mut idle = 0;
    // Captures back and forth could go on for ever.
    let most = position.board().size().area();
    while idle < 2 && filled.len() < most {
        let next = settling.next(position.board(), color);
        match next {
            Some(next) if position.play(color, Move::Play(next.at)).is_ok() => {
                filled.push(Filled {
                    color: form.color(next.color),
                    at: form.back(next.at),
                    need: next.need,
                });
                idle = 0;
            }
            _ => idle += 1,
        }
        color = !color;
    }
    let held = settling.held.iter();
    let held = held.filter(|&at| position.board().is_empty_at(at));
    Settled {
        filled,
        held: held.map(|at| form.back(at)).collect(),
    }
}

struct Settling<'a> {
    dead: &'a PointSet,
    /// Liberties that both sides of a seki share.
    kept_open: PointSet,
    /// Stones next to dame that were in no danger when both stopped. What was in danger then is given up.
    guarded: PointSet,
    /// Dame that were left open because of a ko.
    held: PointSet,
    reader: Captures,
}

impl<'a> Settling<'a> {
    fn new(board: &Board, dead: &'a PointSet, stand_offs: &PointSet) -> Settling<'a> {
        let mut reader = Captures::within(QUIET, MOVES);
        let gaps = gaps(board, dead);
        let is_dame =
            |at: Point| gaps.contains(at) || board.is_empty_at(at) && is_between(board, dead, at);
        let touched = |at: &Point| board.neighbors(*at).any(is_dame);
        let stones = board.points().filter(|&at| board.color_at(at).is_some());
        let touched: PointSet = stones
            .filter(|at| !dead.contains(*at))
            .filter(touched)
            .collect();
        let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
        let guarded: Vec<Point> = chains
            .filter(|&chain| board.chain(chain).any(|at| touched.contains(at)))
            .filter(|&chain| !is_in_danger(&mut reader, board, chain))
            .collect();
        let guarded = guarded
            .iter()
            .flat_map(|&chain| board.chain(chain))
            .collect();
        Settling {
            dead,
            kept_open: shared_liberties(board, stand_offs),
            guarded,
            held: PointSet::new(),
            reader,
        }
    }

    /// What a player has to do next.
    fn next(&mut self, board: &Board, color: Color) -> Option<Filled> {
        let defense = self.defense(board, color).map(|at| (at, Need::Defense));
        let (at, need) = defense.or_else(|| Some((self.dame(board, color)?, Need::Dame)))?;
        Some(Filled { color, at, need })
    }

    /// A move that saves living stones which the opponent could capture. One that fills a dame costs nothing.
    fn defense(&mut self, board: &Board, color: Color) -> Option<Point> {
        let mut living = board
            .chains(color)
            .filter(|chain| !self.dead.contains(*chain));
        if let Some(ko) = living.find_map(|chain| ko_to_close(board, self.dead, chain)) {
            return Some(ko);
        }
        let is_guarded = |&chain: &Point| board.chain(chain).any(|at| self.guarded.contains(at));
        let chains: Vec<Point> = board.chains(color).filter(is_guarded).collect();
        chains.into_iter().find_map(|chain| {
            if !is_in_danger(&mut self.reader, board, chain) {
                return None;
            }
            let saving = self.reader.saving_moves(board, chain)?;
            let is_free = |at: &&Point| is_between(board, self.dead, **at);
            saving.iter().find(is_free).or(saving.first()).copied()
        })
    }

    /// A dame that can be filled without danger, so that nothing has to be defended afterwards. One that takes a liberty
    /// of a chain that was in danger when both stopped is the last choice: that chain may yet stand in a seki.
    fn dame(&mut self, board: &Board, color: Color) -> Option<Point> {
        let dead = self.dead;
        let is_own = |at: Point| board.color_at(at) == Some(color) && !dead.contains(at);
        let weakens = |at: &Point| {
            let mut near = board.neighbors(*at);
            near.any(|at| is_own(at) && !self.guarded.contains(at))
        };
        let mut points: Vec<Point> = safe_dame(board, dead, color).collect();
        points.sort_by_key(weakens);
        let mut points = points.into_iter();
        points.find(|&at| {
            !self.kept_open.contains(at) && {
                let mut after = board.clone();
                after.play(at, color);
                // After that he must have nothing to defend.
                self.defense(&after, color).is_none() && !self.begins_ko(&after, at, color)
            }
        })
    }

    /// Returns true if a stone that a player has put on a dame puts stones of the opponent in danger that he can only save
    /// by taking a ko.
    fn begins_ko(&mut self, after: &Board, at: Point, color: Color) -> bool {
        let kos: PointSet = after
            .chains(color)
            .filter_map(|chain| ko_capture(after, chain))
            .collect();
        let threatened = after.neighbors(at).any(|chain| {
            after.color_at(chain) == Some(!color)
                && self.guarded.contains(chain)
                && is_in_danger(&mut self.reader, after, chain)
                && self
                    .reader
                    .saving_moves(after, chain)
                    .is_some_and(|saving| {
                        !saving.is_empty() && saving.iter().all(|&at| kos.contains(at))
                    })
        });
        if threatened {
            self.held.insert(at);
        }
        threatened
    }
}

/// The kos that are to be closed before a game ends, each by the point where its stone can be taken or connected. All
/// stones live but those in `dead`.
pub fn open_kos(board: &Board, dead: &PointSet) -> impl Iterator<Item = Point> {
    let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
    let living = chains.filter(|&chain| !dead.contains(chain));
    living.filter_map(|chain| ko_to_close(board, dead, chain))
}

/// Where the owner of a single stone that living stones can take in a ko closes the ko without danger. All stones live
/// but those in `dead`.
pub(super) fn ko_to_close(board: &Board, dead: &PointSet, chain: Point) -> Option<Point> {
    let owner = board.color_at(chain)?;
    let liberty = ko_capture(board, chain)?;
    let is_foe = |at: Point| board.color_at(at) == Some(!owner);
    let is_claimed = board
        .neighbors(chain)
        .any(|at| is_foe(at) && !dead.contains(at));
    (is_claimed && is_safe(board, liberty, owner)).then_some(liberty)
}

/// Returns true if the opponent could capture a chain, whatever kos there are.
fn is_in_danger(reader: &mut Captures, board: &Board, chain: Point) -> bool {
    board.liberty_set(chain).len() <= FEW_LIBERTIES
        && reader.attack(board, chain).reach == Reach::Surely
}

/// The points of small regions between living stones of both. All stones live but those in `dead`.
fn gaps(board: &Board, dead: &PointSet) -> PointSet {
    let is_gap = |region: &&Region| {
        let borders = |of: Color| {
            region
                .border
                .iter()
                .any(|at| board.color_at(at) == Some(of))
        };
        region.points.len() <= LARGEST_GAP
            && !region.border.iter().any(|at| dead.contains(at))
            && Color::ALL.into_iter().all(borders)
    };
    let regions = board.regions(|at| board.is_empty_at(at));
    let gaps = regions.iter().filter(is_gap);
    gaps.flat_map(|region| region.points.iter()).collect()
}

/// Returns true if a stone on an empty point would neither capture nor be in danger.
fn is_calm(board: &Board, at: Point, color: Color) -> bool {
    is_safe(board, at, color) && board.captures_of(at, color) == 0
}

/// The [dame](dame()) of a player where he can play without danger and without a capture, in the same order.
pub fn safe_dame(board: &Board, dead: &PointSet, color: Color) -> impl Iterator<Item = Point> {
    dame(board, dead, color).filter(move |&at| is_calm(board, at, color))
}

/// The dame that a player can fill, next to his living stones: the empty points next to living stones of both players, from
/// the bottom row up, then the others in small regions between living stones of both. All stones live but those in `dead`.
pub fn dame(board: &Board, dead: &PointSet, color: Color) -> impl Iterator<Item = Point> {
    let is_own = |at: Point| board.color_at(at) == Some(color) && !dead.contains(at);
    let beside_own = |at: Point| board.neighbors(at).any(is_own);
    let empty = board.points().filter(|&at| board.is_empty_at(at));
    let (between, others): (Vec<Point>, Vec<Point>) = empty
        .filter(|&at| beside_own(at))
        .partition(|&at| is_between(board, dead, at));
    let gaps = gaps(board, dead);
    let in_gaps = others.into_iter().filter(move |&at| gaps.contains(at));
    between.into_iter().chain(in_gaps)
}

/// The empty points between both sides of a seki, of `stand_offs`.
pub fn shared_liberties(board: &Board, stand_offs: &PointSet) -> PointSet {
    let in_seki = |at: Point, color: Color| {
        let mut near = board.neighbors(at);
        near.any(|at| board.color_at(at) == Some(color) && stand_offs.contains(at))
    };
    let empty = board.points().filter(|&at| board.is_empty_at(at));
    let shared = empty.filter(|&at| Color::ALL.iter().all(|&color| in_seki(at, color)));
    shared.collect()
}

/// The points inside of a player's own part of the board where he can play so that he can then, or after one more such move,
/// play without danger on one of some other points that are in danger yet, from the bottom row up: by connecting or by
/// capturing. All stones live but those in `dead`.
pub fn preparing_moves(
    board: &Board,
    dead: &PointSet,
    color: Color,
    goals: &[Point],
) -> Vec<Point> {
    let is_in_danger = |&&goal: &&Point| !is_safe(board, goal, color);
    let goals: Vec<Point> = goals.iter().filter(is_in_danger).copied().collect();
    if goals.is_empty() {
        return Vec::new();
    }
    let afterwards = |board: &Board| -> Vec<(Point, Board)> {
        let lives = |at: Point, of: Color| board.color_at(at) == Some(of) && !dead.contains(at);
        let beside = |at: Point, of: Color| board.neighbors(at).any(|near| lives(near, of));
        let own = board.points().filter(|&at| board.is_empty_at(at));
        let own = own.filter(|&at| beside(at, color) && !beside(at, !color));
        let after = |at: Point| {
            let mut after = board.clone();
            after.play(at, color);
            (at, after)
        };
        let safe = own.filter(|&at| is_safe(board, at, color));
        safe.map(after).collect()
    };
    let is_ready = |board: &Board| goals.iter().any(|&goal| is_safe(board, goal, color));
    let first = afterwards(board);
    let prepares = |needs_more: bool| -> Vec<Point> {
        let enough = first.iter().filter(|(_, after)| {
            if needs_more {
                afterwards(after).iter().any(|(_, after)| is_ready(after))
            } else {
                is_ready(after)
            }
        });
        enough.map(|&(at, _)| at).collect()
    };
    let at_once = prepares(false);
    if at_once.is_empty() {
        prepares(true)
    } else {
        at_once
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::Preset;
    use crate::go::tests::{DAME_TO_PREPARE, SEKI, game};
    use crate::life::{Count, Verdict};

    /// What is filled in a position without dead stones under Japanese rules with Black to move, and the margin.
    fn settled(diagram: &str) -> (Vec<(Color, String, Need)>, f64) {
        let board: Board = diagram.parse().unwrap();
        let rules = Preset::find("japanese").unwrap().rules;
        let mut game = game(&board, Color::Black, rules);
        game.set_komi(0.0);
        let count = Count::of(&game, &Verdict::given(&game, &PointSet::new()));
        let filled = count.filled.iter();
        let filled = filled.map(|filled| (filled.color, filled.at.to_string(), filled.need));
        (filled.collect(), count.score.margin().as_f64())
    }

    #[test]
    fn a_dame_that_makes_a_defense_necessary_costs_a_point() {
        let (filled, margin) = settled(
            ". . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             X X X X X O . . .
             X X X X O O . . .
             . . . X O . . . .
             X X X O O . . . .
             . . . X . O . . .",
        );
        let expected = [
            (Color::White, "E1", Need::Dame),
            (Color::Black, "C1", Need::Defense),
        ];
        let expected = expected.map(|(color, at, need)| (color, at.to_owned(), need));
        assert_eq!(filled, expected);
        assert!((margin + 8.0).abs() < 1e-9, "{margin}");
    }

    #[test]
    fn a_ko_that_is_open_is_closed_by_who_holds_it() {
        let (filled, margin) = settled(
            ". . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . X . X O . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .
             . . . . X O . . .",
        );
        assert_eq!(filled, [(Color::Black, "E5".to_owned(), Need::Defense)]);
        assert!((margin - 9.0).abs() < 1e-9, "{margin}");
    }

    #[test]
    fn gaps_of_several_points_are_filled_in_turn() {
        let (filled, margin) = settled(
            ". X . . O .
             . X X O O .
             . X O O . .
             . X O . . .",
        );
        assert_eq!(filled.len(), 2, "{filled:?}");
        assert!(filled.iter().all(|&(.., need)| need == Need::Dame));
        assert!((margin + 3.0).abs() < 1e-9, "{margin}");
    }

    #[test]
    fn what_was_in_danger_when_both_stopped_is_given_up() {
        // White could take C1 at once, so it is not defended when the dame at E4 is filled.
        let (filled, _) = settled(
            ". . . X . O . .
             . . . X O O . .
             X X X X O . . .
             . . X O O . . .
             . . X . . . . .
             X X X O O O O O",
        );
        assert!(
            filled.iter().all(|&(.., need)| need == Need::Dame),
            "{filled:?}"
        );
    }

    #[test]
    fn who_has_too_few_liberties_connects_or_captures_before_he_goes_on() {
        // Before G3 Black captures at F7, and White connects at G1 and E1.
        let capturing = "
            . . X . X . X
            . . X X O O O
            X X X O O X X
            O O O X X . X
            . O . O X X .
            . . O . O X O
            . . . . . O .";
        let twice = "
            . . O X X . .
            . . O O X . .
            . O . O X X .
            . O O X X . X
            . O X O O X X
            O X X X O O X
            . O . X . O .";
        let first_dead = ["C3", "D3"];
        let second_dead = ["D5", "E5", "E6", "F6", "G6"];
        let third_dead = ["F1", "E2", "F2", "D3", "E3"];
        for (diagram, dead, goal, color, expected) in [
            (
                DAME_TO_PREPARE,
                &first_dead[..],
                "G1",
                Color::White,
                &["G4"][..],
            ),
            (DAME_TO_PREPARE, &first_dead, "G1", Color::Black, &["E1"]),
            (capturing, &second_dead, "G3", Color::Black, &["F7"]),
            (capturing, &second_dead, "G3", Color::White, &["E1", "G1"]),
            // C1 needs two moves: Black captures by G1 and E1, White connects at A1 or A3.
            (twice, &third_dead, "C1", Color::Black, &["G1"]),
            (twice, &third_dead, "C1", Color::White, &["A1", "A3"]),
            // It can be filled at once, whatever comes first.
            (DAME_TO_PREPARE, &first_dead, "E5", Color::White, &[]),
        ] {
            let board: Board = diagram.parse().unwrap();
            let dead = dead.iter().map(|name| name.parse().unwrap()).collect();
            let found = preparing_moves(&board, &dead, color, &[goal.parse().unwrap()]);
            let found: Vec<String> = found.iter().map(Point::to_string).collect();
            assert_eq!(found, expected, "{color} {goal}");
        }
    }

    #[test]
    fn what_both_sides_of_a_seki_touch_is_shared() {
        let board: Board = SEKI.parse().unwrap();
        let sides = ["A1", "B2"].map(|name| name.parse().unwrap());
        let stand_offs = sides.iter().flat_map(|&at| board.chain(at)).collect();
        let expected = ["E2", "E3"].map(|name| name.parse().unwrap());
        let shared = shared_liberties(&board, &stand_offs);
        assert_eq!(shared, expected.into_iter().collect());
    }

    #[test]
    fn a_ko_that_only_dead_stones_could_take_stays_open() {
        let board: Board = "
            . X O . .
            X . X O .
            . X O . .
            . . . . .
            . . . . ."
            .parse()
            .unwrap();
        let chain = "C4".parse().unwrap();
        let close = |dead: &PointSet| ko_to_close(&board, dead, chain).map(|at| at.to_string());
        assert_eq!(close(&PointSet::new()).as_deref(), Some("B4"));
        assert_eq!(close(&board.stone_set(Color::White)), None);
        let of_white: Point = "D4".parse().unwrap();
        assert_eq!(
            ko_to_close(&board, &PointSet::new(), of_white),
            None,
            "no ko"
        );
    }

    #[test]
    fn nothing_is_filled_where_a_pass_costs_as_much() {
        let board: Board = "
            . . . X . O . . .
            . . . X . O . . .
            . . . X . O . . .
            . . . X . O . . .
            . . . X . O . . ."
            .parse()
            .unwrap();
        for (rules, count) in [("japanese", 5), ("aga-territory", 0), ("chinese", 0)] {
            let game = game(&board, Color::Black, Preset::find(rules).unwrap().rules);
            let count_of = Count::of(&game, &Verdict::given(&game, &PointSet::new()));
            assert_eq!(count_of.filled_for(Need::Dame).len(), count, "{rules}");
        }
    }
}
