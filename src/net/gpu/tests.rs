//! Networks on the cards of this machine, compared with plain loops and with the processor. Without any card, and without a
//! program that behaves like one (Mesa's `lavapipe`), there is nothing to compare: CI installs one and asks for it.

use super::super::model::NetworkWeights;
use super::super::tests::write::{model, with_players};
use super::super::tests::{assert_agree, assert_resemble, positions, random_features, reference};
use super::super::{Instructions, Workspace};
use super::flight::workgroups;
use super::kernels::MOST_GROUPS;
use super::plan::Groups;
use super::*;
use crate::go::Symmetry;
use crate::rng::Rng;
use std::thread;

/// By how much a network with numbers of 16 bits may differ, on the whole.
const OF_HALVES: f32 = 0.02;

/// All cards of this machine. Where `KOSUMI_NEEDS_CARD` is set there has to be one.
fn cards() -> Vec<Card> {
    let cards = Card::all();
    assert!(
        !cards.is_empty() || std::env::var_os("KOSUMI_NEEDS_CARD").is_none(),
        "no graphics card"
    );
    cards
}

fn on(card: &Card, model: NetworkWeights, precision: Precision) -> CardNetwork {
    let network = Arc::new(Network::from(model));
    CardNetwork::with_precision(card.open().unwrap(), network, precision).unwrap()
}

/// How a card may keep its numbers.
fn precisions(card: &Card) -> impl Iterator<Item = Precision> {
    let has_halves = card.open().unwrap().has_halves;
    let halves = has_halves.then_some(Precision::Half);
    [Precision::Float].into_iter().chain(halves)
}

/// Positions of a short game, turned in several ways.
fn turned(side: u8) -> Vec<NetInput> {
    let mut inputs = positions(side);
    for (input, symmetry) in inputs.iter_mut().zip(Symmetry::ALL) {
        input.turn(symmetry);
    }
    inputs
}

#[test]
fn every_layer_is_computed_right_on_square_boards() {
    assert_layers([(0, (19, 19)), (1, (2, 2)), (2, (9, 9))]);
}

#[test]
fn every_layer_is_computed_right_on_oblong_boards() {
    assert_layers([(3, (7, 12)), (4, (19, 3)), (5, (1, 5))]);
}

/// Compares what cards say with the plain computation on boards of some sizes, by networks of random weights with a seed for each.
fn assert_layers(sizes: [(usize, (usize, usize)); 3]) {
    let mut rng = Rng::new(7);
    for card in cards() {
        for (seed, sides) in sizes {
            let channels = [6, 16, 18, 35][seed % 4];
            for version in [8 + seed as u32, 15 + seed as u32 % 3] {
                let mut model = model(version, channels, seed as u64);
                if version >= 15 && seed % 2 == 1 {
                    model = with_players(model, seed as u64);
                }
                let positions: Vec<Features> = (0..=seed % 3)
                    .map(|_| random_features(sides.0, sides.1, &mut rng))
                    .collect();
                for precision in precisions(&card) {
                    let network = on(&card, model.clone(), precision);
                    let all = network.logits(sides, &positions).unwrap();
                    for (position, logits) in positions.iter().zip(&all) {
                        let right = reference::evaluate(&model, sides.0, sides.1, position);
                        let name = card.name();
                        let what = format!("{sides:?} version {version} {precision:?} on {name}");
                        match precision {
                            Precision::Float => assert_agree(logits, &right, &what),
                            Precision::Half => assert_resemble(logits, &right, OF_HALVES, &what),
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_card_says_what_the_processor_says_and_no_position_of_a_batch_meets_another() {
    for card in cards() {
        let network = on(&card, model(14, 16, 3), Precision::Float);
        for side in [7, 5, 9] {
            let inputs = turned(side);
            let together = network.evaluate(&inputs).unwrap();
            let mut workspace = Workspace::new(Instructions::Portable);
            let right = network.network.evaluate(&inputs, &mut workspace);
            for ((input, one), right) in inputs.iter().zip(&together).zip(&right) {
                let alone = network.evaluate(std::slice::from_ref(input)).unwrap();
                assert_eq!(&alone[0], one, "to the last bit");
                assert!((one.win - right.win).abs() < 1e-4);
                assert!((one.lead - right.lead).abs() < 1e-2);
                for at in input.board().points() {
                    assert!((one.owner(at) - right.owner(at)).abs() < 1e-3);
                }
            }
            assert_ne!(together[0], together[1]);
            let many: Vec<NetInput> = inputs.iter().cycle().take(LARGEST_BATCH).cloned().collect();
            let many = network.evaluate(&many).unwrap();
            assert!(
                many.iter()
                    .zip(together.iter().cycle())
                    .all(|(one, other)| one == other)
            );
        }
        assert_eq!(network.evaluate(&[]).unwrap(), []);
    }
}

#[test]
fn several_batches_are_in_the_air_at_once() {
    for card in cards() {
        let network = on(&card, model(15, 8, 1), Precision::Float);
        let right: Vec<_> = [5, 6, 7, 8]
            .map(|side| network.evaluate(&turned(side)).unwrap())
            .into();
        thread::scope(|scope| {
            for (side, right) in (5..9).zip(&right) {
                let network = &network;
                scope.spawn(move || {
                    for _ in 0..5 {
                        assert_eq!(&network.evaluate(&turned(side)).unwrap(), right);
                    }
                });
            }
        });
        let flights = network.flights.lock().unwrap().len();
        assert!((1..=4).contains(&flights), "{flights} are kept");
    }
}

#[test]
fn a_card_that_is_lost_is_an_error() {
    for card in cards() {
        let network = on(&card, model(14, 8, 1), Precision::Float);
        assert!(network.evaluate(&turned(5)).is_ok());
        network.lose();
        assert!(network.evaluate(&turned(5)).is_err());
        assert!(network.evaluate(&turned(6)).is_err());
    }
}

#[test]
fn a_card_that_is_no_program_has_a_file_on_linux() {
    let is_real = |card: &Card| !card.is_software();
    assert!(Card::may_exist() || !cards().iter().any(is_real));
}

#[test]
fn threads_that_one_dimension_cannot_hold_take_a_second_one() {
    for boards in [1, LARGEST_BATCH] {
        let [x, y, z] = workgroups(Groups::Threads(200), boards, 361);
        assert!(x <= MOST_GROUPS && y <= MOST_GROUPS && z == 1);
        let threads = 64 * x * y;
        assert!(threads >= 200 * boards * 361, "{threads}");
        // No thread has a number that another one has.
        assert!(y == 1 || x == MOST_GROUPS);
    }
}

#[test]
fn cards_are_found_by_name_and_by_number() {
    let cards = cards();
    for (number, card) in cards.iter().enumerate() {
        let by_number = Card::find(Some(&number.to_string())).unwrap();
        assert_eq!(by_number.name(), card.name());
        let by_name = Card::find(Some(&card.name()[1..].to_uppercase())).unwrap();
        assert!(by_name.name()[1..].eq_ignore_ascii_case(&card.name()[1..]));
    }
    let Err(error) = Card::find(Some("no such card")) else {
        panic!("it was found");
    };
    assert!(cards.is_empty() || error.to_string().contains(cards[0].name()));
    assert_eq!(Card::find(None).is_ok(), !cards.is_empty());
}
