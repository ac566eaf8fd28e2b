//! The consequences of a pass: the count if the game ended here, and what is still open.
//!
//! The count follows the rules, so it respects komi, ties, taxes and the cost of passes. Dead stones are an estimate; where it
//! is uncertain, the count is made for the worst and for the best case.

use crate::go::rules::{DeadStones, Dispute, Passes, Rules, Scoring, Tax};
use crate::go::{Color, Game, Move, Point, PointSet, Points};
use crate::life::hypothetical::{Fate, ReadingLimits, capturing_play, doubtful_parts, part_around};
use crate::life::{
    Count, Estimate, Ground, Judge, Verdict, dame, fillable, open_kos, preparing_moves,
    safe_chains, safe_dame, shared_liberties,
};

/// A result for one player, worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Worth {
    Loss,
    Draw,
    Win,
}

/// In a count that has to be sure, a chain lives if it survives in at least this share of the playouts,
/// and is dead if it is captured in at least this share of them.
const SURE: f64 = 0.8;

/// The same where the board counts as it stands and every dead stone must be captured.
const SURE_AS_IT_STANDS: f64 = 0.9;

/// Where stones count, a player looks for this many of his own points to fill.
const FILLABLE_POINTS: usize = 4;

/// A player hardly makes two eyes in a region of this many points or fewer between the opponent's living stones.
const ROOM_TO_LIVE: usize = 6;

/// The most positions that are read to kill one chain, which is asked before a pass.
const KILLING_POSITIONS: usize = 8_000;

/// What is known about the end of a game for the player to move.
#[derive(Debug)]
pub(super) struct Ending {
    color: Color,
    /// The game after a pass and those that then end it.
    after: Game,
    ends_now: bool,
    estimate: Estimate,
    /// What the judge says of each chain, with what was read where the rules ask for it. `None` at a glance.
    verdict: Option<Verdict>,
    /// The worst result if the game ended after a pass.
    pub(super) at_least: Worth,
    /// The best result that the present stones may bring, once dead stones are captured.
    pub(super) at_most: Worth,
    /// True if it is clear for every point whose it is.
    pub(super) is_decided: bool,
    /// The stones that are likely to be dead.
    pub(super) dead: PointSet,
}

impl Ending {
    /// Judges the end of a game.
    pub(super) fn of(game: &Game, color: Color, judge: &Judge) -> Ending {
        let estimate = Estimate::of(game.board(), judge);
        let verdict = Verdict::from_estimate(game, &estimate, judge);
        let mut ending = Ending::uncounted(game, color, estimate, Some(verdict));
        ending.at_least = ending.worst();
        ending.at_most = ending.best();
        ending
    }

    /// Returns true if a glance, without reading and counting, shows that for every point it is clear whose it is, or that
    /// reading may show, if the rules leave something to it.
    pub(super) fn is_near(game: &Game, color: Color, judge: &Judge) -> bool {
        let estimate = Estimate::of(game.board(), judge);
        let readable = if game.rules().dead_stones == DeadStones::AsItStands {
            PointSet::new()
        } else {
            let parts = doubtful_parts(game.board(), &estimate);
            parts.iter().flat_map(PointSet::iter).collect()
        };
        Ending::uncounted(game, color, estimate, None).is_clear_but_for(&readable)
    }

    /// An ending whose results are still to be counted.
    fn uncounted(
        game: &Game,
        color: Color,
        estimate: Estimate,
        verdict: Option<Verdict>,
    ) -> Ending {
        let (after, ends_now) = after_passes(game, color);
        let mut ending = Ending {
            color,
            ends_now,
            at_least: Worth::Loss,
            at_most: Worth::Loss,
            is_decided: false,
            dead: PointSet::new(),
            after,
            estimate,
            verdict,
        };
        ending.dead = ending.taken(0.5, 0.5);
        ending.is_decided = ending.is_clear_but_for(&PointSet::new());
        ending
    }

    /// Returns true if nothing is open any more, and a pass ends the game and wins it for sure.
    pub(super) fn wins_by_passing_now(&self) -> bool {
        self.ends_now && self.is_decided && self.at_least == Worth::Win
    }

    /// Returns true if nothing is left to play for: it is clear whose every point is, no dame is left, nor dead stones
    /// that count, and playing on does not promise more than passing.
    pub(super) fn is_exhausted(&self, game: &Game) -> bool {
        self.is_decided && self.at_least >= self.at_most && !self.leaves_points(game)
    }

    /// Returns true if area or stones count and a pass may leave points that a move would bring, whether or not they change
    /// the result: if all is clear but for what can be filled and dead stones, or if stones that are likely to be dead would
    /// count as they stand.
    pub(super) fn gives_points_away(&self, game: &Game) -> bool {
        let rules = self.after.rules();
        let may_capture = || rules.dead_stones == DeadStones::AsItStands && !self.prey().is_empty();
        rules.scoring != Scoring::Territory
            && (self.is_decided && self.leaves_points(game) || !self.is_decided && may_capture())
    }

    /// Returns true if there are dame to fill, at once or where area counts after a move that prepares it, own points to fill
    /// where stones count, or dead stones whose capture brings points.
    fn leaves_points(&self, game: &Game) -> bool {
        !self.dame().is_empty()
            || !self.spoils(game).is_empty()
            || !self.preparing_moves(game).is_empty()
            || !self.own_points(game).is_empty()
    }

    /// Points of his own that the player can fill, if stones count: the first [`FILLABLE_POINTS`], since each costs reading.
    pub(super) fn own_points(&self, game: &Game) -> Vec<Point> {
        if self.after.rules().scoring != Scoring::Stones {
            return Vec::new();
        }
        let is_legal = |at: &Point| game.check(self.color, Move::Play(*at)).is_ok();
        fillable(game.board(), &self.dead, self.color)
            .filter(is_legal)
            .take(FILLABLE_POINTS)
            .collect()
    }

    /// The [moves against dead stones](Ending::hunting_moves), if no territory is lost by a move inside of it and those stones
    /// would count as living ones, or keep the player from filling the points below them where stones count.
    pub(super) fn spoils(&self, game: &Game) -> Vec<Point> {
        let rules = self.after.rules();
        let would_live = rules.dead_stones == DeadStones::AsItStands;
        if would_live && rules.scoring != Scoring::Territory || rules.scoring == Scoring::Stones {
            self.hunting_moves(game)
        } else {
            Vec::new()
        }
    }

    /// The opponent's stones that are likely to be dead.
    pub(super) fn prey(&self) -> PointSet {
        let board = self.after.board();
        let theirs = self.dead.iter();
        theirs
            .filter(|&at| board.color_at(at) == Some(!self.color))
            .collect()
    }

    /// The points of the kos that one of the players has to close before the game ends.
    pub(super) fn open_kos(&self) -> Vec<Point> {
        open_kos(self.after.board(), &self.dead).collect()
    }

    /// The dame that the player can fill without danger.
    pub(super) fn dame(&self) -> Vec<Point> {
        safe_dame(self.after.board(), &self.dead, self.color).collect()
    }

    /// The moves by which the player can fill a dame later that he cannot fill yet, if area counts: they cost nothing.
    pub(super) fn preparing_moves(&self, game: &Game) -> Vec<Point> {
        let Some(verdict) = &self.verdict else {
            return Vec::new();
        };
        if self.after.rules().scoring == Scoring::Territory {
            return Vec::new();
        }
        let board = game.board();
        let kept_open = shared_liberties(board, verdict.stand_offs());
        let dame: Vec<Point> = dame(board, &self.dead, self.color)
            .filter(|&at| !kept_open.contains(at))
            .collect();
        self.preparing(game, &dame)
    }

    /// The legal moves that [prepare](preparing_moves) one of some plays.
    fn preparing(&self, game: &Game, goals: &[Point]) -> Vec<Point> {
        let moves = preparing_moves(game.board(), &self.dead, self.color, goals).into_iter();
        moves
            .filter(|&at| game.check(self.color, Move::Play(at)).is_ok())
            .collect()
    }

    /// The liberties of the opponent's dead chains that have the fewest, where the player may play
    /// without getting into atari or where he captures. They are next to the opponent's stones, so none is
    /// an eye of his. If there are none, the moves that prepare one, or else those inside of an eye that reading finds.
    pub(super) fn hunting_moves(&self, game: &Game) -> Vec<Point> {
        let board = game.board();
        let is_fine = |&at: &Point| {
            game.check(self.color, Move::Play(at)).is_ok()
                && (board.captures_of(at, self.color) > 0 || !board.is_self_atari(at, self.color))
        };
        let prey = self.prey();
        let chains = board.chains(!self.color).filter(|&at| prey.contains(at));
        let mut found: Vec<(usize, Point)> = chains
            .flat_map(|chain| {
                let liberties = board.liberty_set(chain);
                let count = liberties.len();
                let liberties: Vec<Point> = liberties.iter().collect();
                liberties.into_iter().map(move |at| (count, at))
            })
            .collect();
        let all: Vec<Point> = found.iter().map(|&(_, at)| at).collect();
        found.retain(|(_, at)| is_fine(at));
        if found.is_empty() {
            let preparing = self.preparing(game, &all);
            return if preparing.is_empty() {
                self.killing_plays(game, &prey)
            } else {
                preparing
            };
        }
        found.sort_unstable();
        let fewest = found.first().map_or(0, |&(count, _)| count);
        found.retain(|&(count, _)| count == fewest);
        found.into_iter().map(|(_, at)| at).collect()
    }

    /// The legal plays by which reading captures the opponent's dead chains, one for each.
    fn killing_plays(&self, game: &Game, prey: &PointSet) -> Vec<Point> {
        let board = game.board();
        let chains = board.chains(!self.color).filter(|&at| prey.contains(at));
        let limits = ReadingLimits {
            positions: KILLING_POSITIONS,
            ..ReadingLimits::default()
        };
        let plays = chains.filter_map(|chain| {
            let part = part_around(board, &self.estimate, chain)?;
            capturing_play(board, &part, chain, limits)
        });
        plays
            .filter(|&at| game.check(self.color, Move::Play(at)).is_ok())
            .collect()
    }

    /// The points that White has to get beyond komi so that playouts, which count neither points in seki nor the price of a
    /// pass, come to the result of the rules.
    pub(super) fn handed_to_white(&self) -> Points {
        let counted = |rules: Rules| {
            let mut after = self.after.clone();
            after.set_rules(rules);
            let verdict = Verdict::given(&after, &self.dead);
            Count::of(&after, &verdict).score.margin()
        };
        let rules = filled_up(self.after.rules());
        counted(plain(&rules)) - counted(rules)
    }

    fn sure(&self) -> f64 {
        if self.after.rules().dead_stones == DeadStones::AsItStands {
            SURE_AS_IT_STANDS
        } else {
            SURE
        }
    }

    /// The result if the game ended after the pass with some chains dead. Where the board counts as it stands, the rules
    /// see no dead stones.
    fn judged(&self, dead: &PointSet) -> Worth {
        worth(&self.after, dead, self.color)
    }

    /// The worst result if the game ended after the pass: the worse one of two counts, one with the
    /// chains dead that are likely to be, one with the player's doubtful chains dead, too, and the
    /// opponent's alive.
    fn worst(&self) -> Worth {
        let in_doubt = self.taken(self.sure(), 1.0 - self.sure());
        self.judged(&self.dead).min(self.judged(&in_doubt))
    }

    /// The best result that can be hoped for: with the player's doubtful chains alive and the opponent's
    /// dead. Where the rules take no dead stones off, they count as captured here.
    fn best(&self) -> Worth {
        let in_hope = self.taken(1.0 - self.sure(), self.sure());
        let mut rules = *self.after.rules();
        if rules.dead_stones != DeadStones::AsItStands {
            return self.judged(&in_hope).max(self.at_least);
        }
        rules.dead_stones = DeadStones::Agreement(Dispute::Agreement);
        let mut captured = self.after.clone();
        captured.set_rules(rules);
        worth(&captured, &in_hope, self.color).max(self.at_least)
    }

    /// The chance, 0 to 1, that a chain stays on the board: what was read, or else what playouts say.
    fn survival(&self, chain: Point) -> f64 {
        let board = self.after.board();
        match self.fate(chain) {
            Some(fate) if fate.is_alive() => 1.0,
            Some(_) => 0.0,
            None => self.estimate.survival(board, chain),
        }
    }

    /// The result of reading a chain.
    fn fate(&self, chain: Point) -> Option<Fate> {
        match self.verdict.as_ref()?.ground(self.after.board(), chain)? {
            Ground::Proved(fate) | Ground::Enclosed(fate) | Ground::Read(fate) => Some(fate),
            _ => None,
        }
    }

    /// The stones of all chains whose chance to stay is less than a bound: `own` for the player's chains, `theirs` for
    /// the opponent's.
    fn taken(&self, own: f64, theirs: f64) -> PointSet {
        let board = self.after.board();
        let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
        chains
            .filter(|&chain| {
                let is_own = board.color_at(chain) == Some(self.color);
                let bound = if is_own { own } else { theirs };
                self.survival(chain) < bound
            })
            .flat_map(|chain| board.chain(chain))
            .collect()
    }

    /// Returns true if reading knows of a chain what playouts, and so the search, are not sure of.
    pub(super) fn overrules_playouts(&self) -> bool {
        let board = self.after.board();
        let mut chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
        chains.any(|chain| {
            let survival = self.estimate.survival(board, chain);
            self.fate(chain).is_some_and(|fate| {
                let chance = if fate.is_alive() {
                    survival
                } else {
                    1.0 - survival
                };
                chance <= self.sure()
            })
        })
    }

    /// Returns true if the player can hardly live where the opponent has his part: every empty region beside living stones of
    /// the opponent is small, or these stones are safe under alternating play. Takes some hundredths of a second on 19x19.
    pub(super) fn is_opponent_safe(&self) -> bool {
        let board = self.after.board();
        let safe = safe_chains(board, &self.dead, !self.color);
        let regions = board.regions(|at| board.is_empty_at(at));
        let mut large = regions
            .iter()
            .filter(|region| region.points.len() > ROOM_TO_LIVE);
        large.all(|region| {
            let mut theirs = region
                .border
                .iter()
                .filter(|&at| board.color_at(at) == Some(!self.color) && !self.dead.contains(at));
            theirs.all(|at| safe.contains(at))
        })
    }

    /// Returns true if a share of the playouts is large or small enough to rely on.
    fn is_clear(&self, share: f64) -> bool {
        share > self.sure() || share < 1.0 - self.sure()
    }

    /// Returns true if, some points aside, every chain clearly lives or is dead, no ko is to be closed, and every empty point
    /// clearly is somebody's, is a dame that one of the players can fill, or lies beside a chain that was read.
    fn is_clear_but_for(&self, aside: &PointSet) -> bool {
        let board = self.after.board();
        let was_read = |at: Point| board.color_at(at).is_some() && self.fate(at).is_some();
        let both = Color::ALL.into_iter();
        let dame: PointSet = both
            .flat_map(|color| dame(board, &self.dead, color))
            .collect();
        self.open_kos().iter().all(|&ko| aside.contains(ko))
            && board.points().all(|at| match board.color_at(at) {
                _ if aside.contains(at) => true,
                Some(_) => self.is_clear(self.survival(at)),
                None => {
                    self.is_clear(self.estimate.share(at, self.color))
                        || dame.contains(at)
                        || board.neighbors(at).any(was_read)
                }
            })
    }
}

/// Returns the game after a pass of a player and as many more passes as end it. The flag is true if
/// the first pass alone ended it.
fn after_passes(game: &Game, color: Color) -> (Game, bool) {
    let mut after = game.clone();
    let mut passer = color;
    let mut pass = |after: &mut Game| {
        after
            .play(passer, Move::Pass)
            .expect("a pass is always legal");
        passer = !passer;
    };
    let opponent_passed = game.position().last_move() == Some((!color, Move::Pass));
    pass(&mut after);
    let ends_now = after.position().is_over() && opponent_passed;
    if !ends_now {
        for _ in 0..2 {
            pass(&mut after);
            if after.position().is_over() {
                break;
            }
        }
    }
    (after, ends_now)
}

/// The result of a game that has ended, with some chains dead.
fn worth(game: &Game, dead: &PointSet, color: Color) -> Worth {
    let verdict = Verdict::given(game, dead);
    match Count::of(game, &verdict).score.outcome().winner() {
        Some(winner) if winner == color => Worth::Win,
        Some(_) => Worth::Loss,
        None => Worth::Draw,
    }
}

/// Rules by which a board counts as it will once both have filled it up, where stones count: each group keeps two points.
fn filled_up(rules: &Rules) -> Rules {
    match rules.scoring {
        Scoring::Stones => Rules {
            scoring: Scoring::Area,
            tax: Tax::Groups,
            ..*rules
        },
        Scoring::Area | Scoring::Territory => *rules,
    }
}

/// Rules as playouts count: without points in seki and prices of passes.
fn plain(rules: &Rules) -> Rules {
    let is_area = rules.passes == Passes::Stones || rules.scoring == Scoring::Area;
    Rules {
        scoring: if is_area {
            Scoring::Area
        } else {
            rules.scoring
        },
        tax: match rules.tax {
            Tax::Groups => Tax::Groups,
            Tax::None | Tax::Seki => Tax::None,
        },
        passes: Passes::Plain,
        ..*rules
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::{SETTLED, WITH_PREY, game_of};
    use crate::go::rules::Preset;

    fn ending(game: &Game, color: Color) -> Ending {
        Ending::of(game, color, &Judge::of_playouts(40))
    }

    #[test]
    fn dead_stones_are_hunted_where_it_is_legal_and_no_self_atari_unless_it_captures() {
        let in_ko = "
            . X O . .
            X O . O .
            . X O . .
            . . . . .
            . . . . .";
        let before_ko = "
            . X O . .
            X . X O .
            . X O . .
            . . . . .
            . . . . .";
        // In the corner Black would be taken, from outside he is safe.
        let with_eye_space = "
            . . O . X
            O O O X X
            X X X X .
            . . . . .
            . . . . .";
        for (diagram, first, dead, moves) in [
            (in_ko, None, "B4", vec!["C4"]),
            (before_ko, Some("B4"), "B4", vec![]),
            (with_eye_space, None, "C5", vec!["D5"]),
        ] {
            let mut game = game_of(diagram, "chinese", 0.5, Color::White);
            if let Some(at) = first {
                game.play(Color::White, at.parse().unwrap()).unwrap();
            }
            let mut found = ending(&game, Color::Black);
            found.dead = game.board().chain(dead.parse().unwrap()).collect();
            let moves: Vec<Point> = moves.iter().map(|at| at.parse().unwrap()).collect();
            assert_eq!(found.hunting_moves(&game), moves, "{diagram}");
        }
    }

    #[test]
    fn a_dame_two_points_wide_leaves_nothing_undecided() {
        // D1 and D2 are next to Black's stones alone, E1 and E2 next to White's.
        let start = "
            X . X X O . O
            X . X X O . O
            X X X X O O O
            X . X X O . O
            X X X X O O O
            X . X . . O .
            X X X . . O O";
        let game = game_of(start, "chinese", 0.5, Color::Black);
        let estimate = Estimate::of(game.board(), &Judge::of_playouts(400));
        let found = Ending::uncounted(&game, Color::Black, estimate, None);
        let is_clear = |at: &str| {
            let share = found.estimate.share(at.parse().unwrap(), Color::Black);
            found.is_clear(share)
        };
        assert!(!["D1", "D2", "E1", "E2"].into_iter().all(is_clear));
        assert!(found.is_decided, "{}", game.board());
    }

    #[test]
    fn dead_stones_are_killed_inside_of_their_eye() {
        let eye_with_stones = "
            . X . X X X X
            X X X . X O X
            O X X . X . X
            O O X X . . X
            O O O O X X X
            O X O O X X .
            . X . O X . X";
        let eye_with_one = "
            X X O O O X .
            X X X X O . O
            X X O O O O O
            . X X X O O X
            . . X . X X .
            . . X . X . .
            . . . X X X X";
        for (diagram, dead, plays) in [
            (eye_with_stones, "A5", &["A1", "C1"][..]),
            (eye_with_one, "C7", &["G3"]),
        ] {
            let mut game = game_of(diagram, "tromp-taylor", 0.5, Color::Black);
            let mut found = ending(&game, Color::Black);
            found.dead = game.board().chain(dead.parse().unwrap()).collect();
            let moves = found.hunting_moves(&game);
            assert!(!moves.is_empty(), "{diagram}");
            let is_one = |at: &Point| plays.contains(&at.to_string().as_str());
            assert!(moves.iter().all(is_one), "{moves:?}");
            // And so on, until they are off the board.
            for _ in 0..8 {
                let mut found = ending(&game, Color::Black);
                found.dead = game.board().stone_set(Color::White);
                let Some(&at) = found.hunting_moves(&game).first() else {
                    break;
                };
                game.play(Color::Black, Move::Play(at)).unwrap();
                let board = game.board();
                let captures = |&at: &Point| {
                    board.captures_of(at, Color::White) > 0
                        && game.check(Color::White, Move::Play(at)).is_ok()
                };
                let answer = board.empty_points().find(captures);
                let answer = answer.map_or(Move::Pass, Move::Play);
                game.play(Color::White, answer).unwrap();
            }
            assert!(
                game.board().stone_set(Color::White).len() <= 1,
                "{}",
                game.board()
            );
        }
    }

    #[test]
    fn an_opponent_is_safe_who_leaves_no_room_or_whose_stones_are_safe_around_it() {
        let open = "
            . . . . . . .
            . . . . . . .
            . . X . X . .
            . . . . . . .
            . . X . X . .
            . . . . . . .
            . . . . . . .";
        // Two eyes beside a space of nine points.
        let safe = "
            . . . X . X O
            . . . X X X O
            . . . X . X O
            X X X X X X O
            O O O O O O O
            . O . O . O .";
        // Four points, and it is not read whether Black lives there.
        let small = "
            . . X X O . O
            . . X X O O O
            X X X X O . O";
        for (diagram, is_safe) in [(open, false), (safe, true), (small, true)] {
            let game = game_of(diagram, "chinese", 0.5, Color::White);
            let found = ending(&game, Color::White);
            assert_eq!(found.is_opponent_safe(), is_safe, "{diagram}");
        }
    }

    #[test]
    fn a_chain_is_taken_below_the_bound_of_its_color() {
        // White's stone at A7 is dead for sure, and all others live for sure.
        let game = game_of(WITH_PREY, "chinese", 0.5, Color::Black);
        let dead: Point = "A7".parse().unwrap();
        for (color, own, theirs, count) in [
            (Color::Black, 0.5, 0.0, 0),
            (Color::Black, 0.0, 0.5, 1),
            (Color::White, 0.5, 0.0, 1),
            (Color::White, 0.0, 0.5, 0),
            // Not below.
            (Color::Black, 1.0, 0.0, 0),
            (Color::White, 0.5, 1.0, 1),
        ] {
            let taken = ending(&game, color).taken(own, theirs);
            assert_eq!(taken.len(), count, "{color} {own} {theirs}");
            assert_eq!(taken.contains(dead), count == 1);
        }
    }

    #[test]
    fn the_worst_case_is_the_worse_one_of_two_counts() {
        let game = game_of(SETTLED, "chinese", 0.5, Color::Black);
        let mut found = ending(&game, Color::Black);
        assert_eq!(found.worst(), Worth::Win);
        // As if the chain were likely to be dead.
        found.dead = game.board().chain("A6".parse().unwrap()).collect();
        assert_eq!(found.worst(), Worth::Loss);
    }

    #[test]
    fn a_seki_is_near_the_end_where_reading_may_tell_of_it() {
        let double_ko = "
            . O O O O O X . X . X
            O O . O X O X X X X X
            X X O X . X O O O O O
            . X X X X X O . O . O";
        for (rules, is_near) in [("japanese", true), ("aga", true), ("tromp-taylor", false)] {
            let game = game_of(double_ko, rules, 0.5, Color::Black);
            let found = Ending::is_near(&game, Color::Black, &Judge::of_playouts(40));
            assert_eq!(found, is_near, "{rules}");
        }
    }

    #[test]
    fn more_has_to_be_sure_where_the_board_counts_as_it_stands() {
        for (rules, sure) in [("tromp-taylor", 0.9), ("chinese", 0.8), ("japanese", 0.8)] {
            let game = game_of(SETTLED, rules, 0.5, Color::Black);
            assert!(
                (ending(&game, Color::Black).sure() - sure).abs() < 1e-9,
                "{rules}"
            );
        }
    }

    #[test]
    fn passes_are_made_until_the_game_is_over() {
        use Color::{Black, White};
        let ko = "
            . X O . .
            X O . O .
            . X O . .
            . . . . .
            . . . . .";
        // The colors that have passed before Black does, how many passes follow, and whether one did.
        for (diagram, rules, passed, made, ends_now) in [
            (SETTLED, "chinese", vec![], 2, false),
            (SETTLED, "chinese", vec![White], 1, true),
            // His own pass is none of the opponent's.
            (SETTLED, "chinese", vec![Black], 2, false),
            // The pass that takes the button does not count.
            (SETTLED, "aga-button", vec![], 3, false),
            (SETTLED, "aga-button", vec![White], 2, false),
            (SETTLED, "aga-button", vec![Black, White], 1, true),
            // An open ko keeps the game from ending.
            (ko, "japanese", vec![White], 3, false),
            (ko, "chinese", vec![White], 1, true),
        ] {
            let mut game = game_of(diagram, rules, 0.5, Black);
            for &color in &passed {
                game.play(color, Move::Pass).unwrap();
            }
            let (after, is_first) = after_passes(&game, Black);
            let passes: Vec<(Color, Move)> = [Black, White, Black]
                .map(|color| (color, Move::Pass))
                .into_iter()
                .take(made)
                .collect();
            let found = (&after.moves()[passed.len()..], is_first);
            assert_eq!(found, (&passes[..], ends_now), "{rules} {passed:?}");
        }
    }

    #[test]
    fn playouts_count_area_where_passes_cost_stones_and_a_tax_only_of_groups() {
        use Scoring::{Area, Territory};
        let ming = Preset::find("ming").unwrap().rules;
        for (scoring, passes, tax, counted, taxed) in [
            (Area, Passes::Plain, Tax::Groups, Area, Tax::Groups),
            (Area, Passes::Stones, Tax::None, Area, Tax::None),
            (Territory, Passes::Plain, Tax::Seki, Territory, Tax::None),
            (Territory, Passes::Stones, Tax::Seki, Area, Tax::None),
        ] {
            let rules = Rules {
                scoring,
                tax,
                passes,
                ..ming
            };
            let simple = Rules {
                scoring: counted,
                tax: taxed,
                passes: Passes::Plain,
                ..ming
            };
            assert_eq!(plain(&rules), simple, "{scoring:?} {passes:?} {tax:?}");
        }
    }
}
