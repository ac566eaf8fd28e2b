//! Rows from the tree of a search. There a network has to distinguish good moves from bad ones, and games show few of them.

use super::analyst::Analyst;
use crate::go::{Color, Game, Move};
use crate::rng::Rng;
use serde::{Deserialize, Serialize};

/// How many positions of a search become rows. As flags of a program it stands for itself.
// The flags have names of their own, since the settings that these are a part of have `visits`, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, clap::Args)]
#[serde(default)]
pub struct Leaves {
    /// Positions in the tree of a search that become rows, too, for each one that becomes a row
    #[arg(id = "leaves", long, value_name = "LEAVES", default_value_t = Leaves::default().count)]
    pub count: usize,
    /// Visits of that search
    #[arg(id = "leaf-visits", long, alias = "leaf-looks", value_name = "VISITS", default_value_t = Leaves::default().visits)]
    #[serde(alias = "looks")]
    pub visits: u64,
}

impl Default for Leaves {
    fn default() -> Leaves {
        Leaves {
            count: 0,
            visits: 100,
        }
    }
}

impl Leaves {
    /// Positions of the tree of a player who has searched the present position of a game: with each, who is to move. None
    /// of them is the end of a game.
    pub(super) fn of_tree(
        &self,
        player: &Analyst,
        game: &Game,
        color: Color,
        rng: &mut Rng,
    ) -> Vec<(Game, Color)> {
        if self.count == 0 {
            return Vec::new();
        }
        let mut ways = player.ways();
        super::shuffle(&mut ways, rng);
        let after = ways.iter().filter_map(|way| after(game, color, way));
        after.take(self.count).collect()
    }
}

/// Where some moves of both players in turn lead from the present position, if they are legal and the game goes on there.
fn after(game: &Game, mut color: Color, way: &[Move]) -> Option<(Game, Color)> {
    let mut game = game.clone();
    for &mv in way {
        game.play(color, mv).ok()?;
        color = !color;
    }
    (!game.position().is_over()).then_some((game, color))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::NetEvaluator;
    use crate::go::{Rules, Size};
    use crate::net::tests::tiny_network;

    #[test]
    fn positions_of_a_tree_are_below_its_root_and_differ() {
        let game = Game::new(Size::square(9), Rules::default());
        let mut player = Analyst::new(&NetEvaluator::from(tiny_network()));
        player.search(&game, Color::Black, 60);
        let some = |count| {
            let leaves = Leaves { count, visits: 60 };
            leaves.of_tree(&player, &game, Color::Black, &mut Rng::new(1))
        };
        assert!(some(0).is_empty());
        assert_eq!(some(5).len(), 5);
        let all = some(1000);
        assert!(all.len() > 5 && all.len() < 60, "{}", all.len());
        for (place, (position, color)) in all.iter().enumerate() {
            let moves = position.moves();
            assert!(!moves.is_empty() && !position.position().is_over());
            let is_even = moves.len() % 2 == 0;
            assert_eq!(*color == Color::Black, is_even);
            assert!(all[..place].iter().all(|(other, _)| other.moves() != moves));
        }
    }
}
