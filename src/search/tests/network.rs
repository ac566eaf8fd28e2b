//! Searches with a small network of random weights.

use super::*;
use crate::eval::{Evaluator, NetEvaluator};
use crate::go::record::Setup;
use crate::go::rules::PRESETS;
use crate::net::NetInput;
use crate::net::tests::{optimistic_network, tiny_network};
use crate::search::params::SEARCH_PARAMS;

pub(super) fn with_network(threads: usize) -> Search {
    let evaluator = NetEvaluator::from(tiny_network()).into();
    Search::new(threads, 64 << 20, changed("mixture", 0.0), &evaluator)
}

/// The defaults but for one param.
fn changed(name: &str, value: f32) -> Overrides {
    let param = SEARCH_PARAMS
        .iter()
        .find(|param| param.name == name)
        .unwrap();
    let mut overrides = Overrides::default();
    overrides.set(param, Some(value));
    overrides
}

#[test]
fn replies_get_the_probabilities_of_a_root_when_they_come_to_stand_at_it() {
    let evaluator = NetEvaluator::from(optimistic_network()).into();
    let mut search = Search::new(1, 64 << 20, changed("mixture", 0.0), &evaluator);
    let mut game = empty_game(5);
    let before = run(&mut search, &game, Color::Black, 50);
    let best = before.moves[0].mv;
    game.play(Color::Black, best).unwrap();
    let probability = |search: &Search, root: u32| {
        let (_, replies) = search.tree.children(root);
        f64::from(replies[0].prior())
    };
    let below = probability(&search, search.find(&[best]).unwrap());
    run(&mut search, &game, Color::White, 1);
    let at_root = probability(&search, ROOT);
    let (_, replies) = search.tree.children(ROOT);
    let input = NetInput::of(&game, Color::White);
    let seen = NetEvaluator::from(optimistic_network()).evaluate(&input);
    let [expected_below, expected] = [1.0, 0.2].map(|optimism| {
        let policy = Policy::of_network(&seen, optimism, &game, Color::White);
        policy.probability(replies[0].mv())
    });
    assert!(
        (below - expected_below).abs() < 1e-3,
        "{below} {expected_below}"
    );
    assert!((at_root - expected).abs() < 1e-3, "{at_root} {expected}");
    assert!((at_root - below).abs() > 1e-3, "{at_root} {below}");
}

#[test]
fn what_a_search_has_found_is_remembered_when_moves_are_taken_back() {
    let game = empty_game(5);
    let mut search = with_network(1);
    run(&mut search, &game, Color::Black, 10);
    let (_, children) = search.tree.children(ROOT);
    let unlikely = children.last().unwrap();
    assert_eq!(unlikely.visits(), 0);
    let unlikely = unlikely.mv();
    let mut after = game.clone();
    after.play(Color::Black, unlikely).unwrap();
    let again = |search: &mut Search, game: &Game| {
        run(search, game, Color::Black, 10);
        let index = search.find(&[unlikely]).unwrap();
        (search.tree.node(index).visits() > 0).then(|| search.tree.win_rate(index))
    };
    run(&mut search, &after, Color::White, 50);
    assert_eq!(again(&mut search, &game), None, "too few visits");
    run(&mut search, &after, Color::White, 200);
    let found = search.tree.win_rate(ROOT);
    let remembered = again(&mut search, &game).unwrap();
    assert!((remembered - found).abs() < 0.02, "{remembered} {found}");
    // Not in a game that is counted otherwise, nor after all was forgotten.
    let mut other = game.clone();
    other.set_komi(3.0);
    assert_eq!(again(&mut search, &other), None);
    run(&mut search, &after, Color::White, 200);
    search.clear();
    assert_eq!(again(&mut search, &game), None);
}

#[test]
fn positions_below_the_root_are_remembered_if_they_had_enough_visits() {
    let game = empty_game(5);
    let mut search = with_network(1);
    run(&mut search, &game, Color::Black, 2000);
    let (first, children) = search.tree.children(ROOT);
    let has_enough = |&(index, _): &(u32, &Node)| {
        let stats = search.tree.stats(index);
        stats.is_some_and(|stats| stats.visits() >= 100)
    };
    let visited = (first..).zip(children).filter(has_enough);
    let visited: HashSet<Move> = visited.map(|(_, child)| child.mv()).collect();
    assert!(!visited.is_empty());
    let root = Root::new(&game, Color::Black, 0.0);
    let remembered: HashSet<Move> = search.known.moves(&root).into_iter().collect();
    assert_eq!(remembered, visited);
}

#[test]
fn evaluations_weigh_by_the_errors_that_a_network_tells() {
    let weights = |coefficient: f32| {
        let evaluator = NetEvaluator::from(optimistic_network()).into();
        let overrides = changed("uncertainty_coeff", coefficient);
        let mut search = Search::new(1, 64 << 20, overrides, &evaluator);
        run(&mut search, &empty_game(5), Color::Black, 20);
        let (first, children) = search.tree.children(ROOT);
        let visited = (first..)
            .zip(children)
            .filter(|(_, child)| child.visits() == 1);
        let weights: Vec<f32> = visited
            .map(|(index, _)| search.tree.ended(index).1)
            .collect();
        assert!(!weights.is_empty());
        weights
    };
    let is_one = |weight: &f32| (weight - 1.0).abs() < 1e-6;
    assert!(weights(0.0).iter().all(is_one));
    assert!(!weights(0.25).iter().any(is_one));
}

fn visits(report: &Report) -> u64 {
    report
        .moves
        .iter()
        .map(|found| u64::from(found.visits))
        .sum()
}

#[test]
fn noise_at_the_root_is_for_analysis_and_points_for_a_handicap_for_play() {
    let visits = |search: &mut Search, game: &Game, purpose| -> Vec<(Move, u32)> {
        let color = game.position().to_move();
        let request = Request::new(game, color, purpose, Budget::of_visits(200));
        let report = search.run(request, &mut Rng::new(1));
        let moves = report.moves.iter();
        moves.map(|found| (found.mv, found.visits)).collect()
    };
    let game = empty_game(5);
    let by_network = |overrides, purpose| {
        let evaluator = NetEvaluator::from(tiny_network()).into();
        let mut search = Search::new(1, 64 << 20, overrides, &evaluator);
        visits(&mut search, &game, purpose)
    };
    let mut handicap = empty_game(9);
    let stones = handicap.board().size().fixed_handicap(4).unwrap();
    handicap.set_up(Setup::handicap(&stones)).unwrap();
    let playouts = |overrides, purpose| {
        let mut search = Search::new(1, 64 << 20, overrides, &Evaluator::default());
        visits(&mut search, &handicap, purpose)
    };
    for (purpose, is_for_analysis) in [(Purpose::Analyze, true), (Purpose::Play, false)] {
        let noisy = by_network(changed("wide_root_noise", 1.0), purpose);
        assert_eq!(
            noisy != by_network(Overrides::default(), purpose),
            is_for_analysis
        );
        let given = playouts(changed("handicap_points", 20.0), purpose);
        let plain = playouts(Overrides::default(), purpose);
        assert_eq!(given != plain, !is_for_analysis);
    }
}

#[test]
fn one_thread_and_a_seed_give_the_same_search() {
    let game = empty_game(5);
    let reports = [1, 2].map(|_| run(&mut with_network(1), &game, Color::Black, 200));
    assert_eq!(reports[0].moves, reports[1].moves);
    assert_eq!(reports[0].policy, reports[1].policy);
}

#[test]
fn every_look_below_the_root_is_a_visit_of_a_move() {
    let game = empty_game(5);
    for threads in [1, 2] {
        let request = Request {
            purpose: Purpose::Analyze,
            ..request(&game, Color::White, 300)
        };
        let report = with_network(threads).run(request, &mut Rng::new(1));
        assert_eq!(report.new_visits, 300);
        // The first evaluation of each thread may be that of the root itself.
        let below = visits(&report);
        assert!((300 - threads as u64..300).contains(&below), "{below}");
        for found in &report.moves {
            assert!((0.0..=1.0).contains(&found.value), "{found:?}");
            assert!(found.deviation.is_some_and(|deviation| deviation > 0.0));
            assert!(found.lower_bound() < found.value);
        }
        assert!((0.0..=1.0).contains(&report.value));
        assert!(report.margins.deviation() > 0.0);
    }
}

#[test]
fn one_look_says_what_the_network_sees() {
    let mut game = empty_game(5);
    game.play(Color::Black, play("C3")).unwrap();
    let input = NetInput::of(&game, Color::White);
    let seen = NetEvaluator::from(tiny_network()).evaluate(&input);
    let chance = seen.win + 0.5 * seen.no_result;
    let report = run(&mut with_network(1), &game, Color::White, 1);
    assert!(report.moves.is_empty() && report.has_network);
    assert_eq!(report.root_visits(), 1);
    assert!((report.value - chance).abs() < 1e-6, "{}", report.value);
    assert!((chance - 0.5).abs() > 1e-3, "a test that could not fail");
    // The mean of its evaluation and of its moves.
    let report = run(&mut with_network(1), &game, Color::White, 2);
    let next = report.moves[0].value;
    assert!(report.value > chance.min(next) && report.value < chance.max(next));
}

#[test]
fn no_margin_is_larger_than_the_board() {
    let mut search = with_network(1);
    for komi in [-60.0, 0.5, 60.0] {
        for color in Color::ALL {
            let mut game = empty_game(2);
            game.set_komi(komi);
            let report = run(&mut search, &game, color, 30);
            let found = report.moves.iter().map(|found| found.margins);
            for margins in found.chain([report.margins]) {
                let area = margins.for_color(color).mean() + komi;
                assert!(area.abs() < 4.001, "{area} {komi}");
            }
        }
    }
}

#[test]
fn the_policy_is_that_of_the_network() {
    let mut game = empty_game(5);
    for name in ["B2", "C2", "A3", "D3", "B4", "C4", "C3", "B3"] {
        let color = game.position().to_move();
        game.play(color, play(name)).unwrap();
    }
    let network = NetEvaluator::from(tiny_network());
    let input = NetInput::of(&game, Color::Black);
    let seen = network.evaluate(&input);
    let policy = Policy::of_network(&seen, 0.2, &game, Color::Black);
    let report = run(&mut with_network(1), &game, Color::Black, 50);
    for at in game.board().points() {
        let [reported, own] = [&report.policy, &policy].map(|one| one.probability(Move::Play(at)));
        assert!((reported - own).abs() < 1e-6, "{at}");
    }
    assert!(policy.probability(play("C3")) <= 0.0, "a ko");
    let expected = seen.policy(0.2, |at| game.check(Color::Black, Move::Play(at)).is_ok());
    let mut sum = 0.0;
    for (mv, probability) in expected {
        assert!((policy.probability(mv) - f64::from(probability)).abs() < 1e-5);
        sum += policy.probability(mv);
    }
    assert!((sum - 1.0).abs() < 1e-5, "{sum}");
}

#[test]
fn every_rule_set_is_searched_to_its_end_with_legal_moves() {
    for preset in PRESETS {
        let mut game = Game::new(Size::new(3, 2).unwrap(), preset.rules);
        let (mut search, mut rng) = (with_network(1), Rng::new(7));
        for number in 0..40 {
            if game.position().is_over() {
                break;
            }
            let color = game.position().to_move();
            let report = search.run(request(&game, color, 40), &mut rng);
            assert!(!report.moves.is_empty(), "{} {number}", preset.name);
            for found in &report.moves {
                let mut after = game.clone();
                let mut mover = color;
                for &mv in found.line.iter().take(3) {
                    if after.position().is_over() || after.play(mover, mv).is_err() {
                        break;
                    }
                    mover = !mover;
                }
                assert_eq!(game.check(color, found.mv), Ok(()), "{}", preset.name);
            }
            let mv = report.moves[rng.below(report.moves.len())].mv;
            game.play(color, mv).unwrap();
        }
    }
}

#[test]
fn a_search_goes_on_with_what_it_has_seen() {
    let mut game = empty_game(5);
    let mut search = with_network(1);
    let first = run(&mut search, &game, Color::Black, 200);
    let best = &first.moves[0];
    game.play(Color::Black, best.mv).unwrap();
    let second = run(&mut search, &game, Color::White, 1);
    assert!(second.visits >= u64::from(best.visits - 1), "{best:?}");
    let third = run(&mut with_network(1), &game, Color::White, 1);
    assert!(third.visits <= 1);
}

#[test]
fn a_win_that_is_counted_is_worth_more_than_one_that_is_seen() {
    // White has only passed: a pass of Black ends the game, and all points are his.
    let mut game = empty_game(5);
    for name in ["B3", "pass", "D3", "pass"] {
        let color = game.position().to_move();
        game.play(color, name.parse().unwrap()).unwrap();
    }
    let request = Request {
        purpose: Purpose::Analyze,
        ..request(&game, Color::Black, 300)
    };
    let report = with_network(1).run(request, &mut Rng::new(1));
    let pass = report.of(Move::Pass).unwrap();
    assert!(pass.value > 0.999, "{pass:?}");
}

#[test]
fn boards_that_no_network_knows_are_searched_by_playouts() {
    let game = empty_game(21);
    let report = run(&mut with_network(1), &game, Color::Black, 20);
    assert!(report.moves.iter().all(|found| found.deviation.is_none()));
    let usual = run(&mut search(1), &game, Color::Black, 20);
    assert_eq!(report.moves, usual.moves);
}

/// A search that mixes the evaluations of a network with playouts of a weight.
fn mixing(weight: f32) -> Search {
    let evaluator = NetEvaluator::from(tiny_network()).into();
    Search::new(1, 64 << 20, changed("mixture", weight), &evaluator)
}

#[test]
fn playouts_weigh_as_much_in_a_value_as_they_should() {
    // All points but two are White's; the network of random weights knows nothing of that.
    let mut game = empty_game(5);
    for at in ["A2", "B2", "C2", "D2", "E2", "B4", "C4", "D4"] {
        game.play(Color::Black, Move::Pass).unwrap();
        game.play(Color::White, play(at)).unwrap();
    }
    let value = |mut search: Search| run(&mut search, &game, Color::Black, 1).policy;
    assert_eq!(
        value(mixing(0.3)),
        value(with_network(1)),
        "the policy is that of the network"
    );
    let wins = [0.0, 0.25, 0.5, 1.0].map(|weight| {
        let report = run(&mut mixing(weight), &game, Color::Black, 40);
        assert_eq!(
            report.moves,
            run(&mut mixing(weight), &game, Color::Black, 40).moves
        );
        assert!(report.moves.iter().all(|found| found.deviation.is_some()));
        report.value
    });
    assert!(wins.is_sorted_by(|one, next| one > next), "{wins:?}");
    assert!(wins[3] < 0.1, "{wins:?}");
}

#[test]
fn a_card_gets_many_leaves_at_once_unless_few_visits_are_asked_for() {
    assert_eq!(leaves_at_once(1000, None), 1000);
    assert_eq!(leaves_at_once(1000, Some(16 * 700)), 700);
    assert_eq!(leaves_at_once(1000, Some(1)), processors());
    assert_eq!(leaves_at_once(1, None), 1);
}
