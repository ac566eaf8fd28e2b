//! Moves that lead to the same position share what is known of it.

use super::network::with_network;
use super::*;
use crate::search::leaf::Leaf;
use crate::search::node_stats::NodeStats;
use std::collections::HashMap;

/// What is known of a position: the moves that lead there and their visits, and the children with theirs.
#[derive(Debug, Default)]
struct Found {
    originals: HashSet<u32>,
    ways: HashMap<u32, u32>,
    visits: u32,
    below: u32,
}

/// What distinguishes a position from others of the same game, without hashes: its stones with the ko, prisoners, the number of
/// moves, passes in a row, and the legal moves.
fn facts(game: &Game) -> (String, [u32; 2], usize, usize, Vec<Move>) {
    let (position, board) = (game.position(), game.board());
    let plays = board.points().map(Move::Play);
    let is_legal = |&mv: &Move| game.check(position.to_move(), mv).is_ok();
    (
        format!("{board} {:?}", board.ko()),
        Color::ALL.map(|color| board.captured_by(color)),
        game.moves().len(),
        position.passes_in_a_row(),
        plays.filter(is_legal).collect(),
    )
}

/// Plays all lines of a tree that were visited, and collects what is known of the positions by what a game knows
/// of them, which has nothing to do with the keys of the tree. Returns how many lines there are, too.
fn positions(tree: &Tree, game: &Game) -> (HashMap<String, Found>, usize) {
    let mut found: HashMap<String, Found> = HashMap::new();
    let mut open = vec![(game.clone(), ROOT)];
    let mut lines = 0;
    while let Some((game, index)) = open.pop() {
        let name = format!("{:?}", facts(&game));
        let stats = tree.position(index).unwrap();
        let (first, children) = tree.children(index);
        let place = found.entry(name).or_default();
        place.originals.insert(tree.original(index));
        place.ways.insert(index, tree.stats(index).unwrap().count());
        place.visits = stats.visits();
        place.below = stats.ends();
        for (child, node) in (first..).zip(children) {
            if tree.stats(child).is_some_and(NodeStats::is_known) {
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
    let (root, visits) = (tree.stats(ROOT).unwrap(), tree.node(ROOT).visits());
    assert_eq!(
        [root.count(), visits],
        [root.visits(); 2],
        "ways that were dropped count at the root"
    );
    lines + 1 - found.len()
}

#[test]
fn a_position_is_kept_once_however_it_is_reached() {
    let mut shared = 0;
    for (side, komi) in [(2, 0.5), (3, 7.0), (4, 0.0)] {
        let mut game = empty_game(side);
        game.set_komi(komi);
        let mut search = with_network(1);
        let mut color = Color::Black;
        for number in 0..6 {
            let report = run(&mut search, &game, color, 600);
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
    let mut search = with_network(1);
    run(&mut search, &game, Color::Black, 1000);
    for _ in 0..2 {
        let before = assert_shared(&search.tree, &game, true);
        assert!(before > 50, "{before}");
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
    let mut search = with_network(1);
    run(&mut search, &game, Color::Black, 1000);
    let tree = &search.tree;
    let mut open = vec![ROOT];
    let mut parts = 0;
    while let Some(index) = open.pop() {
        let (first, children) = tree.children(index);
        for child in first..first + children.len() as u32 {
            let stats = tree.stats(child).unwrap();
            if !stats.is_known() {
                assert_eq!(tree.with_pending(child, 0), (0.0, 0.0));
                continue;
            }
            let position = tree.position(child).unwrap();
            let part = f64::from(stats.count()) / f64::from(position.visits());
            let weight = part * f64::from(position.weight());
            let (count, found, utility) = tree.ended(child);
            assert_eq!((count, utility), (stats.count(), position.utility()));
            assert!((f64::from(found) - weight).abs() < 1e-3);
            assert!((tree.with_pending(child, count).1 - position.utility()).abs() < 1e-3);
            parts += usize::from(part < 1.0);
            open.push(child);
        }
    }
    assert!(parts > 15, "{parts}");
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

#[test]
fn keys_tell_positions_apart_as_games_do() {
    let mut keys: HashMap<_, HashMap<Vec<Move>, u64>> = HashMap::new();
    let mut of_key = HashMap::new();
    let mut rng = Rng::new(1);
    for _ in 0..3000 {
        let mut game = Game::new(Size::new(3, 1).unwrap(), Rules::default());
        while game.moves().len() < 9 && !game.position().is_over() {
            let color = game.position().to_move();
            let (stones, prisoners, moves, passes, legal) = facts(&game);
            let root = Root::new(&game, color, 0.0);
            let key = Leaf::new(&root).key(&root);
            let facts = (stones, prisoners, moves, passes);
            let known = of_key
                .entry(key)
                .or_insert_with(|| (facts.clone(), legal.clone()));
            assert_eq!(*known, (facts.clone(), legal.clone()));
            let known = *keys
                .entry(facts)
                .or_default()
                .entry(legal.clone())
                .or_insert(key);
            assert_eq!(known, key);
            let mv = if legal.is_empty() || rng.chance(1, 3) {
                Move::Pass
            } else {
                legal[rng.below(legal.len())]
            };
            game.play(color, mv).unwrap();
        }
    }
    let bans = keys.values().filter(|by_legal| by_legal.len() > 1).count();
    assert!(keys.len() > 100 && bans > 10, "{} {bans}", keys.len());
}

#[test]
fn a_move_that_repeats_a_position_on_this_way_alone_is_not_followed() {
    let (game, mv) = game_with_a_ban();
    let color = game.position().to_move();
    let mut search = with_network(1);
    run(&mut search, &game, color, 1);
    // As if the move had been made on another way, and had won.
    let index = search.find(&[mv]).unwrap();
    search.tree.node(index).set_visits(3);
    let root = Root::new(&game, color, 0.0);
    let mut evaluation = Leaf::new(&root).evaluation;
    evaluation.win = 0.0;
    let stats = search.tree.stats(index).unwrap();
    for _ in 0..3 {
        stats.note(&evaluation, 0);
        stats.end_visit();
    }
    let report = run(&mut search, &game, color, 20);
    assert_eq!(report.new_visits, 20);
    assert_eq!(search.tree.node(index).visits(), 3);
    assert!(report.of(mv).is_none(), "the game forbids it");
}

/// A game in which a move is legal but for repetition, beyond a simple ko, and that move.
fn game_with_a_ban() -> (Game, Move) {
    let mut rng = Rng::new(1);
    loop {
        let mut game = Game::new(Size::new(3, 2).unwrap(), Rules::default());
        for _ in 0..12 {
            let color = game.position().to_move();
            let root = Root::new(&game, color, 0.0);
            let leaf = Leaf::new(&root);
            let banned = leaf.plays(&root).repeating.iter().next();
            if let Some(at) = banned {
                return (game, Move::Play(at));
            }
            let (.., legal) = facts(&game);
            let mv = if legal.is_empty() {
                Move::Pass
            } else {
                legal[rng.below(legal.len())]
            };
            game.play(color, mv).unwrap();
            if game.position().is_over() {
                break;
            }
        }
    }
}
