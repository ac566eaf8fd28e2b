//! Moves that lead to the same position share what is known of it.

use super::*;
use crate::go::Position;
use crate::net::tests::tiny_network;
use crate::net::{Batcher, Instructions};
use crate::search::evaluator::Leaf;
use crate::search::insight::Insight;
use std::collections::HashMap;

fn seeing(threads: usize) -> Search {
    let network = (Batcher::new(tiny_network()), Instructions::Best);
    Search::with_network(threads, 64 << 20, Overrides::default(), network)
}

/// What is known of a position: the moves that lead there and their visits, and the children with theirs.
#[derive(Debug, Default)]
struct Found {
    originals: HashSet<u32>,
    ways: HashMap<u32, u32>,
    visits: u32,
    below: u32,
}

/// Plays all lines of a tree that were visited, and collects what is known of the positions by what a game knows
/// of them, which has nothing to do with the keys of the tree. Returns how many lines there are, too.
fn positions(tree: &Tree, game: &Game) -> (HashMap<String, Found>, usize) {
    let mut found: HashMap<String, Found> = HashMap::new();
    let mut open = vec![(game.clone(), ROOT)];
    let mut lines = 0;
    while let Some((game, index)) = open.pop() {
        let position: &Position = game.position();
        let name = format!(
            "{} {:?} {:?} {} {:?}",
            position.board(),
            position.board().ko(),
            game.moves().len(),
            position.passes_in_a_row(),
            [Color::Black, Color::White].map(|color| position.board().captured_by(color)),
        );
        let insight = tree.position(index).unwrap();
        let (first, children) = tree.children(index);
        let place = found.entry(name).or_default();
        place.originals.insert(tree.original(index));
        place
            .ways
            .insert(index, tree.insight(index).unwrap().count());
        place.visits = insight.visits();
        place.below = insight.ends();
        for (child, node) in (first..).zip(children) {
            if tree.insight(child).is_some_and(Insight::is_known) {
                place.below += node.visits();
                let mut after = game.clone();
                let color = after.position().to_move();
                after.play(color, node.mv()).unwrap();
                open.push((after, child));
                lines += 1;
            }
        }
    }
    (found, lines)
}

/// Asserts that each position is kept once, and that its visits are those of all moves that lead there, or have
/// led there before the root moved on. Returns how many lines lead to a position that another one leads to, too.
fn assert_shared(tree: &Tree, game: &Game, is_first: bool) -> usize {
    let (found, lines) = positions(tree, game);
    for (name, found) in &found {
        assert_eq!(found.originals.len(), 1, "{name}");
        assert_eq!(found.visits, found.below, "{name}");
        let by_ways: u32 = found.ways.values().sum();
        assert!(by_ways <= found.visits, "{name}");
        assert!(by_ways == found.visits || !is_first, "{name}");
    }
    lines + 1 - found.len()
}

#[test]
fn a_position_is_kept_once_however_it_is_reached() {
    let mut shared = 0;
    for (side, komi) in [(2, 0.5), (3, 7.0), (4, 0.0)] {
        let mut game = empty_game(side);
        game.set_komi(komi);
        let mut search = seeing(1);
        let mut color = Color::Black;
        for number in 0..6 {
            let report = run(&mut search, &game, color, 300);
            shared += assert_shared(&search.tree, &game, number == 0);
            let mv = report.moves[number % 2 % report.moves.len()].mv;
            game.play(color, mv).unwrap();
            color = !color;
            if game.position().is_over() {
                break;
            }
        }
    }
    assert!(shared > 30, "{shared}");
}

#[test]
fn what_is_kept_is_shared_in_the_next_search() {
    let game = empty_game(3);
    let mut search = seeing(1);
    run(&mut search, &game, Color::Black, 1000);
    for _ in 0..2 {
        let before = assert_shared(&search.tree, &game, true);
        assert!(before > 100, "{before}");
        let (whole, _) = positions(&search.tree, &game);
        search.tree.promote(ROOT);
        assert_eq!(assert_shared(&search.tree, &game, true), before);
        assert_eq!(positions(&search.tree, &game).0.len(), whole.len());
    }
    run(&mut search, &game, Color::Black, 1000);
    assert_shared(&search.tree, &game, true);
}

#[test]
fn a_move_counts_as_much_as_it_was_visited_itself() {
    let game = empty_game(3);
    let mut search = seeing(1);
    run(&mut search, &game, Color::Black, 1000);
    let tree = &search.tree;
    let mut open = vec![ROOT];
    let mut parts = 0;
    while let Some(index) = open.pop() {
        let (first, children) = tree.children(index);
        for child in first..first + children.len() as u32 {
            let insight = tree.insight(child).unwrap();
            if !insight.is_known() {
                assert_eq!(tree.with_pending(child), (0.0, 0.0));
                continue;
            }
            let position = tree.position(child).unwrap();
            let part = f64::from(insight.count()) / f64::from(position.visits());
            let weight = part * f64::from(position.weight());
            assert!((f64::from(tree.weight(child)) - weight).abs() < 1e-3);
            assert!((tree.with_pending(child).1 - position.utility()).abs() < 1e-3);
            parts += usize::from(part < 1.0);
            open.push(child);
        }
    }
    assert!(parts > 30, "{parts}");
}

#[test]
fn what_a_ko_forbids_tells_positions_apart() {
    let key = |moves: &str| {
        let mut game = empty_game(5);
        for (number, name) in moves.split(' ').enumerate() {
            let color = [Color::Black, Color::White][number % 2];
            game.play(color, name.parse().unwrap()).unwrap();
        }
        let root = Root::new(&game, game.position().to_move(), 0.0);
        Leaf::new(&root).key(&root)
    };
    // White takes the ko at C4 two moves before the others or as the last.
    let early = key("B5 C5 A4 D4 B3 C3 C4 B4 E1 A1");
    assert_eq!(early, key("B5 D4 A4 C5 B3 C3 C4 B4 E1 A1"));
    assert_ne!(early, key("B5 C5 A4 D4 B3 C3 E1 A1 C4 B4"));
    assert_ne!(early, key("B5 C5 A4 D4 B3 C3 C4 B4 E1 A2"));
    assert_ne!(early, key("B5 C5 A4 D4 B3 C3 C4 B4 E1 A1 pass pass"));
}
