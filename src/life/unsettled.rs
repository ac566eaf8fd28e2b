//! Groups of which no count can say what becomes of them, because the next move decides.

use super::hypothetical::Fate;
use super::{Ground, Verdict};
use crate::go::{Board, Color, Game, Point, PointSet};
use crate::reading::{SolveLimits, UnsettledGroup, unsettled};
use web_time::Instant;

/// Positions that are visited for one question about a group.
const VISITS: u64 = 2_000;

impl Ground {
    /// Returns true if it does not say what becomes of a chain whoever moves first.
    fn leaves_turn_open(self) -> bool {
        match self {
            // In hypothetical play the opponent begins.
            Ground::Proved(fate) | Ground::Enclosed(fate) | Ground::Read(fate) => {
                fate == Fate::Dead
            }
            _ => self.is_estimate(),
        }
    }
}

impl Verdict {
    /// The groups of the game that was judged whose life the next move decides: of those that are not known to live or to die
    /// anyway. Reads some tenths of a second on 19x19, until the deadline at most.
    pub fn unsettled(&self, game: &Game, deadline: Option<Instant>) -> Vec<UnsettledGroup> {
        let board = game.board();
        let chains = Color::ALL.into_iter().flat_map(|color| board.chains(color));
        let is_open = |&chain: &Point| {
            let ground = self.ground(board, chain);
            ground.is_some_and(Ground::leaves_turn_open)
        };
        let asked: PointSet = chains.filter(is_open).collect();
        unsettled(board, &asked, limits(deadline))
    }
}

/// All groups of a board whose life the next move decides, whatever a count says of them. Reads up to a second or two on 19x19,
/// until the deadline at most.
pub fn all_unsettled(board: &Board, deadline: Option<Instant>) -> Vec<UnsettledGroup> {
    let all = board.points().collect();
    unsettled(board, &all, limits(deadline))
}

fn limits(deadline: Option<Instant>) -> SolveLimits {
    SolveLimits {
        visits: VISITS,
        deadline,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::rules::Preset;
    use crate::go::tests::{forms, game, in_form};
    use crate::life::Judge;
    use crate::life::tests::{EVERY_LINE, every_fate, random_boards};
    use crate::tactics::Reach;

    /// White's corner lives if White moves first.
    const CORNER: &str = "
        . . . O X . .
        O O O O X . .
        X X X X X . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .";

    fn judged(board: &Board, rules: &str) -> (Game, Verdict) {
        let game = game(board, Color::Black, Preset::find(rules).unwrap().rules);
        let verdict = Verdict::of(&game, &Judge::of_playouts(100));
        (game, verdict)
    }

    #[test]
    fn a_group_that_the_next_move_decides_is_found_in_each_form_and_by_each_way_to_judge() {
        for (board, is_swapped) in forms(CORNER) {
            let owner = in_form(Color::White, is_swapped);
            for rules in ["chinese", "japanese"] {
                let (game, verdict) = judged(&board, rules);
                let groups = verdict.unsettled(&game, None);
                assert_eq!(groups.len(), 1, "{rules}\n{board}");
                assert_eq!((groups[0].owner, groups[0].stones.len()), (owner, 5));
            }
        }
    }

    #[test]
    fn nothing_is_unsettled_where_no_stone_is_dead() {
        let board: Board = CORNER.parse().unwrap();
        let (game, verdict) = judged(&board, "tromp-taylor");
        assert!(verdict.unsettled(&game, None).is_empty());
        let given = Verdict::given(&game, &PointSet::new());
        assert!(given.unsettled(&game, None).is_empty());
    }

    #[test]
    fn no_stone_is_in_two_groups_and_none_is_settled_by_reading_every_line() {
        let (mut sure, mut by_ko) = (0, 0);
        for board in random_boards(150) {
            let groups = all_unsettled(&board, None);
            let stones: usize = groups.iter().map(|group| group.stones.len()).sum();
            let together: PointSet = groups
                .iter()
                .flat_map(|group| group.stones.iter())
                .collect();
            assert_eq!(together.len(), stones, "a stone is in two groups\n{board}");
            let fates = (!groups.is_empty()).then(|| every_fate(&board, EVERY_LINE));
            for (group, fate) in groups.iter().zip(fates.iter().cycle()) {
                if Color::ALL
                    .iter()
                    .any(|&first| group.by_first[first].reach != Reach::Surely)
                {
                    by_ko += 1;
                    continue;
                }
                sure += 1;
                let is_lost = group.stones.iter().all(|at| fate(at) == Some(Fate::Lost));
                let is_kept = group.stones.iter().any(|at| fate(at) == Some(Fate::Kept));
                assert!(!is_lost && !is_kept, "{group:?}\n{board}");
            }
        }
        assert!(sure > 20 && by_ko > 0, "{sure} {by_ko}");
    }
}
