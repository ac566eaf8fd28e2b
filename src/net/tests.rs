//! Networks that are made up here, written to files, read back and evaluated twice.

#![expect(clippy::cast_precision_loss, reason = "all numbers are small")]

mod hidden;
mod inputs;
pub(in crate::net) mod reference;
pub(in crate::net) mod write;

use super::arithmetic::NumberFormat;
use super::forward::{Buffers, Layers, Logits};
use super::inputs::Features;
use super::lane::{LANE, Lane};
use super::model::{Activation, NetworkWeights, NormWeights, Scales};
use super::players::PLAYER_NUMBERS;
use super::scratch::Scratch;
use super::shorts::Shorts;
use super::*;
use crate::files::NETWORK;
use crate::go::rules::PRESETS;
use crate::go::{Color, Game, Move, Point, Size};
use crate::rng::Rng;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;
use write::{file, floats_of, model, with_players};

const VERSIONS: std::ops::RangeInclusive<u32> = 8..=17;

/// A small network with random weights.
pub(crate) fn tiny_network() -> Network {
    Network::from(model(8, 8, 1))
}

/// A file of it.
pub(crate) fn tiny_file() -> Vec<u8> {
    compressed(&file(&model(8, 8, 1), true))
}

/// A small network with random weights that has an optimistic policy.
pub(crate) fn optimistic_network() -> Network {
    Network::from(model(14, 8, 1))
}

/// A file of it.
pub(crate) fn optimistic_file() -> Vec<u8> {
    compressed(&file(&model(14, 8, 1), true))
}

/// A small network with random weights that asks who plays.
pub(crate) fn human_network() -> Network {
    Network::from(with_players(model(15, 8, 1), 1))
}

/// A file of it.
pub(crate) fn human_file() -> Vec<u8> {
    compressed(&file(&with_players(model(15, 8, 1), 1), true))
}

/// A network that is sure that komi decides: whoever gets some wins. It likes all moves alike.
pub(crate) fn network_of_komi() -> Network {
    let mut sure = model(8, 8, 1);
    let clear = |weights: &mut Vec<f32>| weights.fill(0.0);
    clear(&mut sure.planes.weights);
    clear(&mut sure.globals.weights);
    sure.blocks.clear();
    sure.tip.root = None;
    let plain = |stage: &mut NormWeights| {
        stage.factors.fill(1.0);
        stage.summands.fill(0.0);
        stage.activation = Activation::Relu;
    };
    plain(&mut sure.tip.stage);
    let value = &mut sure.value;
    plain(&mut value.stage);
    value.activation = Activation::Relu;
    for weights in [
        &mut value.regular.weights,
        &mut value.pooled.weights,
        &mut value.result.weights,
        &mut value.pooled_bias,
        &mut value.result_bias,
        &mut sure.policy.last.weights,
        &mut sure.policy.pass.weights,
    ] {
        clear(weights);
    }
    // The first channel is for komi of the player, the second for that of the opponent; the first result is a win, the
    // second a loss.
    for (channel, sign) in [(0, 1.0), (1, -1.0)] {
        sure.globals.weights[5 * sure.globals.outputs + channel] = 10.0 * sign;
        value.regular.weights[channel * value.regular.outputs + channel] = 1.0;
        value.pooled.weights[channel * value.pooled.outputs + channel] = 1.0;
        value.result.weights[channel * value.result.outputs + channel] = 10.0;
    }
    Network::from(sure)
}

/// A file of a network whose weights are numbers and whose answers are none.
pub(crate) fn wild_file() -> Vec<u8> {
    let mut wild = model(8, 8, 1);
    wild.planes.weights.fill(1e30);
    wild.tip.stage.factors.fill(1e30);
    compressed(&file(&wild, true))
}

#[test]
fn what_is_no_number_says_nothing() {
    let game = Game::new(Size::square(2), crate::go::Rules::default());
    let input = NetInput::of(&game, Color::Black);
    for wild in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let logits = Logits {
            plays: vec![wild; 4],
            pass: wild,
            optimistic: Some((vec![wild; 4], wild)),
            result: [wild; 3],
            score: [wild; 4],
            errors: Some([wild; 2]),
            owners: vec![wild; 4],
        };
        let seen = NetOutput::new(&input, &logits, 14, Scales::default());
        let results = [seen.win, seen.loss, seen.score, seen.deviation, seen.lead];
        assert!(seen.time_variance.is_finite() && seen.errors.unwrap().win.is_finite());
        assert!(results.iter().all(|x| x.is_finite()), "{results:?}");
        assert!((seen.win - seen.loss).abs() < 1e-9);
        for optimism in [0.0, 0.5, 1.0] {
            let policy = seen.policy(optimism, |_| true);
            let total: f32 = policy.iter().map(|(_, chance)| chance).sum();
            assert!((total - 1.0).abs() < 1e-5, "{wild}: {policy:?}");
        }
        assert!(game.board().points().all(|at| seen.owner(at).abs() <= 1.0));
    }
}

#[test]
fn all_weights_of_a_file_are_counted() {
    for (version, is_told) in [(8, false), (15, true), (16, false), (17, true)] {
        let mut model = model(version, 8, 1);
        if is_told {
            model = with_players(model, 2);
        }
        let read = read::read(&file(&model, true)[..]).unwrap();
        assert_eq!(read.weights, floats_of(&model));
    }
}

#[test]
fn the_multiply_adds_of_a_block_are_counted() {
    // Two convolutions of 3x3 between 8 and 6 channels; 3 heads of 40 and 5 numbers, of queries and keys and of values.
    for (version, place, of_point, of_pair) in [(8, 0, 2 * 9 * 8 * 6, 0), (17, 3, 8 * 3 * 90, 135)]
    {
        let whole = model(version, 8, 1);
        let mut less = whole.clone();
        less.blocks.remove(place);
        let (whole, less) = (whole.multiply_adds(), less.multiply_adds());
        assert_eq!(whole.of_point - less.of_point, of_point);
        assert_eq!(whole.of_pair - less.of_pair, of_pair);
    }
    let network = tiny_network();
    let [small, large] = [3, 6].map(|side| network.multiply_adds(Size::square(side)));
    assert!((large - 4.0 * small).abs() < 1.0, "{small} {large}");
}

fn compressed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn assert_close(one: f32, other: f32, what: &str) {
    let error = (one - other).abs() / (1.0 + other.abs());
    assert!(error < 2e-4, "{what}: {one} and {other}");
}

/// Compares two models but for the rounding of their stages.
fn assert_same(one: &NetworkWeights, other: &NetworkWeights) {
    let features = random_features(5, 4, &mut Rng::new(1));
    let says = |model: &NetworkWeights| reference::evaluate(model, 5, 4, &features);
    assert_agree(&says(one), &says(other), &one.name);
    let heads = |model: &NetworkWeights| (model.version, model.scales, model.lives_under_suicide);
    assert_eq!(heads(one), heads(other));
    assert_eq!(one.name, other.name);
}

pub(in crate::net) fn assert_agree(one: &Logits, other: &Logits, what: &str) {
    let (one, other) = (numbers(one), numbers(other));
    assert_eq!(one.len(), other.len());
    for (place, (one, other)) in one.into_iter().zip(other).enumerate() {
        assert_close(one, other, &format!("{what}, number {place}"));
    }
}

/// Compares on the whole, where factors of convolutions are rounded.
pub(in crate::net) fn assert_resemble(one: &Logits, other: &Logits, most: f32, what: &str) {
    let (one, other) = (numbers(one), numbers(other));
    assert_eq!(one.len(), other.len());
    let length = |numbers: &[f32]| numbers.iter().map(|x| x * x).sum::<f32>().sqrt();
    let apart: Vec<f32> = one.iter().zip(&other).map(|(x, y)| x - y).collect();
    let error = length(&apart) / length(&other);
    assert!(error < most, "{what}: {error}");
}

fn numbers(logits: &Logits) -> Vec<f32> {
    let Logits {
        plays,
        pass,
        optimistic,
        result,
        score,
        errors,
        owners,
    } = logits;
    let numbers = plays.iter().chain([pass]).chain(result).chain(score);
    let numbers = numbers.chain(errors.iter().flatten());
    let optimistic = optimistic.iter();
    let optimistic = optimistic.flat_map(|(plays, pass)| plays.iter().chain([pass]));
    numbers.chain(owners).chain(optimistic).copied().collect()
}

pub(in crate::net) fn random_features(width: usize, height: usize, rng: &mut Rng) -> Features {
    let all = (0..width * height).flat_map(|point| (0..22).map(move |plane| (point as u16, plane)));
    Features {
        ones: all.filter(|_| rng.below(4) == 0).collect(),
        globals: std::array::from_fn(|_| rng.below(100) as f32 / 50.0 - 1.0),
        players: (0..PLAYER_NUMBERS)
            .map(|_| rng.below(100) as f32 / 50.0 - 1.0)
            .collect(),
    }
}

/// The instruction sets of this machine.
fn instruction_sets() -> impl Iterator<Item = Instructions> {
    use Instructions::{Amx, Avx2, Avx512, Best, Int16, Neon, Portable, Simd128};
    let all = [Best, Portable, Avx2, Avx512, Int16, Amx, Neon, Simd128];
    all.into_iter().filter(|set| set.is_present())
}

#[test]
fn what_every_processor_of_a_kind_has_is_compared() {
    let sets: Vec<Instructions> = instruction_sets().collect();
    assert!(sets.contains(&Instructions::Portable));
    let is_arm = cfg!(target_arch = "aarch64");
    assert_eq!(sets.contains(&Instructions::Neon), is_arm);
}

#[test]
fn what_is_written_is_read() {
    for version in VERSIONS {
        for is_binary in [false, true] {
            let mut written = model(version, 6, u64::from(version));
            if version >= 15 && is_binary {
                written = with_players(written, 3);
            }
            let bytes = file(&written, is_binary);
            assert_same(&read::read(&bytes[..]).unwrap(), &written);
            let packed = compressed(&bytes);
            assert_same(&read::read(&packed[..]).unwrap(), &written);
        }
    }
}

#[test]
fn weights_that_change_no_sum_are_read_as_zero() {
    let mut written = model(14, 6, 1);
    let weights = [1e-40, -1e-39, -1e-31, 1e-20, -1e-20];
    written.globals.weights[..weights.len()].copy_from_slice(&weights);
    for is_binary in [false, true] {
        let read = read::read(&file(&written, is_binary)[..]).unwrap();
        let read = read.globals.weights[..weights.len()].iter();
        let read: Vec<u32> = read.map(|weight| weight.to_bits()).collect();
        assert_eq!(read, [0.0, 0.0, 0.0, 1e-20, -1e-20].map(f32::to_bits));
    }
}

#[test]
fn every_layer_is_computed_right_on_every_board() {
    let mut rng = Rng::new(7);
    let mut buffers = Buffers::default();
    let sizes = [
        (19, 19),
        (2, 2),
        (9, 9),
        (13, 13),
        (7, 12),
        (19, 3),
        (1, 5),
        (4, 4),
    ];
    for (seed, &(width, height)) in sizes.iter().enumerate() {
        let channels = [6, 16, 18, 35][seed % 4];
        for version in [8 + seed as u32, 15 + seed as u32 % 3] {
            let mut model = model(version, channels, seed as u64);
            if version >= 15 && seed % 2 == 1 {
                model = with_players(model, seed as u64);
            }
            let layers = Layers::new(&model);
            let positions: Vec<Features> = (0..=seed % 3)
                .map(|_| random_features(width, height, &mut rng))
                .collect();
            for set in instruction_sets() {
                let machine = set.or_best();
                // To 8 bits, or to about 12.
                let most = match machine.format() {
                    _ if machine.amx.is_some() => Some(0.03),
                    NumberFormat::Shorts => Some(0.003),
                    _ => None,
                };
                let all = layers.apply(machine, (width, height), &positions, &mut buffers);
                for (position, logits) in positions.iter().zip(&all) {
                    let right = reference::evaluate(&model, width, height, position);
                    let what = format!("{width}x{height} {set:?}");
                    match most {
                        Some(most) => assert_resemble(logits, &right, most, &what),
                        None => assert_agree(logits, &right, &what),
                    }
                }
            }
        }
    }
}

#[test]
fn whole_numbers_are_multiplied_alike_by_all_instructions() {
    let mut rng = Rng::new(8);
    let mut buffers = Buffers::default();
    for (side, channels) in [(9, 6), (19, 35)] {
        let layers = Layers::new(&model(14, channels, 5));
        let positions = [random_features(side, side, &mut rng)];
        let mut all = Shorts::all()
            .map(|shorts| layers.apply(shorts.into(), (side, side), &positions, &mut buffers));
        if let Some(first) = all.next() {
            assert!(all.all(|other| other == first));
        }
    }
}

/// The positions of a short game.
pub(in crate::net) fn positions(side: u8) -> Vec<NetInput> {
    let mut game = Game::new(Size::square(side), PRESETS[0].rules);
    let mut inputs = vec![NetInput::of(&game, Color::Black)];
    for (color, at) in [
        (Color::Black, "C3"),
        (Color::White, "E5"),
        (Color::Black, "D4"),
    ] {
        game.play(color, at.parse().unwrap()).unwrap();
        inputs.push(NetInput::of(&game, !color));
    }
    inputs
}

#[test]
fn positions_of_a_batch_do_not_meet() {
    let network = Network::from(model(14, 16, 3));
    let inputs = positions(7);
    let mut workspace = Workspace::new(Instructions::Best);
    let together = network.evaluate(&inputs, &mut workspace);
    for (input, one) in inputs.iter().zip(&together) {
        let alone = network.evaluate(std::slice::from_ref(input), &mut workspace);
        assert_eq!(&alone[0], one);
    }
    assert_ne!(together[0], together[1]);
    assert!(network.evaluate(&[], &mut workspace).is_empty());
}

#[test]
fn a_batch_that_is_computed_in_pieces_is_what_each_position_is_alone() {
    let mut rng = Rng::new(9);
    let sides = (19, 19);
    for version in [14, 17] {
        let layers = Layers::new(&model(version, 35, 1));
        let positions: Vec<Features> = (0..9).map(|_| random_features(19, 19, &mut rng)).collect();
        let mut buffers = Buffers::default();
        for set in instruction_sets() {
            let machine = set.or_best();
            let together = layers.apply(machine, sides, &positions, &mut buffers);
            for (position, one) in positions.iter().zip(&together) {
                let alone = std::slice::from_ref(position);
                let alone = layers.apply(machine, sides, alone, &mut buffers);
                assert_eq!(alone[0], *one, "{set:?}");
            }
        }
    }
}

#[test]
fn what_buffers_hold_from_before_changes_nothing() {
    let mut rng = Rng::new(10);
    let layers = Layers::new(&model(17, 35, 2));
    let sides = (9, 7);
    let positions = [random_features(9, 7, &mut rng)];
    for set in instruction_sets() {
        let machine = set.or_best();
        let right = layers.apply(machine, sides, &positions, &mut Buffers::default());
        let mut buffers = Buffers::default();
        let Scratch {
            framed,
            products,
            words,
            inner,
            attention,
            ..
        } = &mut buffers.scratch;
        let unit = &mut attention.unit;
        for lanes in [
            framed,
            products,
            words,
            inner,
            &mut attention.projected,
            &mut attention.packed,
            &mut attention.taken,
            &mut attention.likeness,
            &mut attention.powers,
            &mut unit.keys,
            &mut unit.values,
            &mut unit.products,
        ] {
            lanes.resize(1 << 14, Lane([f32::NAN; LANE]));
        }
        let found = layers.apply(machine, sides, &positions, &mut buffers);
        assert_eq!(found, right, "{set:?}");
    }
}

#[test]
fn a_prediction_is_made_of_probabilities() {
    for (rules, can_be_void) in [
        ("tromp-taylor", false),
        ("japanese", true),
        ("chinese", true),
    ] {
        let rules = crate::go::rules::Preset::find(rules).unwrap().rules;
        let game = Game::new(Size::new(5, 3).unwrap(), rules);
        let input = NetInput::of(&game, Color::White);
        let network = Network::from(model(13, 7, 4));
        let output = network
            .evaluate(&[input], &mut Workspace::new(Instructions::Portable))
            .remove(0);
        let total = output.win + output.loss + output.no_result;
        assert!((total - 1.0).abs() < 1e-9);
        assert_eq!(output.no_result > 0.0, can_be_void);
        assert!(output.deviation > 0.0);
        let legal = |at: Point| at.row() < 2;
        let policies = [0.0, 0.5, 1.0].map(|optimism| output.policy(optimism, legal));
        for policy in &policies {
            assert_eq!(policy.len(), 11);
            assert_eq!(policy[10].0, Move::Pass);
            assert!((policy.iter().map(|&(_, x)| x).sum::<f32>() - 1.0).abs() < 1e-5);
        }
        // Half of the optimistic logits is the geometric mean of both policies.
        let odds = |policy: &[(Move, f32)]| (policy[3].1 / policy[10].1).ln();
        let [plain, both, optimistic] = policies.map(|policy| odds(&policy));
        assert!((plain + optimistic - 2.0 * both).abs() < 1e-4);
        assert!((plain - optimistic).abs() > 1e-3);
        assert!(
            game.board()
                .points()
                .all(|at| output.owner(at).abs() <= 1.0)
        );
    }
}

#[test]
fn the_numbers_of_the_score_are_taken_in_their_order() {
    let game = Game::new(Size::square(2), PRESETS[0].rules);
    let logits = Logits {
        plays: vec![0.0; 4],
        owners: vec![0.0; 4],
        score: [1.0, 50.0, 3.0, 4.0],
        errors: Some([60.0, 100.0]),
        ..Logits::default()
    };
    let scales = Scales {
        score: 10.0,
        deviation: 2.0,
        lead: 5.0,
        time_variance: 7.0,
        win_error: 0.25,
        score_error: 4.0,
    };
    let input = NetInput::of(&game, Color::Black);
    let assert_numbers = |version, expected: [f64; 6]| {
        let output = NetOutput::new(&input, &logits, version, scales);
        let errors = output.errors.unwrap();
        let variance = output.time_variance;
        let found = [
            output.score,
            output.deviation,
            output.lead,
            variance,
            errors.win,
            errors.score,
        ];
        for (found, expected) in found.into_iter().zip(expected) {
            assert!(
                (found - expected).abs() < 1e-6,
                "{version}: {found} {expected}"
            );
        }
    };
    // ln(1 + e^4) is 4.0181499.
    let variance = 7.0 * 4.018_149_928;
    assert_numbers(9, [10.0, 100.0, 15.0, variance, 30.0, 1000.0]);
    assert_numbers(10, [10.0, 100.0, 15.0, variance, 15_f64.sqrt() / 2.0, 20.0]);
    assert_numbers(14, [10.0, 100.0, 15.0, variance, 30.0 * 0.5 / 2.0, 100.0]);
}

#[test]
fn a_game_without_a_result_counts_as_even_in_the_score_and_the_lead() {
    let rules = crate::go::rules::Preset::find("japanese").unwrap().rules;
    let game = Game::new(Size::square(2), rules);
    let logits = Logits {
        plays: vec![0.0; 4],
        owners: vec![0.0; 4],
        // As likely as both players together.
        result: [0.0, 0.0, std::f32::consts::LN_2],
        score: [1.0, 0.0, 3.0, 0.0],
        ..Logits::default()
    };
    let scales = Scales {
        score: 10.0,
        lead: 5.0,
        ..Scales::default()
    };
    let input = NetInput::of(&game, Color::Black);
    let output = NetOutput::new(&input, &logits, 9, scales);
    for (found, expected) in [
        (output.no_result, 0.5),
        (output.score, 5.0),
        (output.lead, 7.5),
    ] {
        assert!((found - expected).abs() < 1e-6, "{output:?}");
    }
}

#[test]
fn a_file_that_ends_early_is_refused_wherever_it_ends() {
    let bytes = file(&model(15, 6, 2), true);
    for end in (0..bytes.len() - 1).step_by(7) {
        assert!(read::read(&bytes[..end]).is_err(), "{end}");
    }
    let packed = compressed(&bytes);
    let last = packed.len() - 200;
    for end in (0..last).step_by(97).chain(last..packed.len()) {
        assert!(read::read(&packed[..end]).is_err(), "{end}");
    }
}

#[test]
fn a_flipped_bit_is_refused_or_changes_nothing() {
    let bytes = file(&model(15, 5, 2), true);
    let packed = compressed(&bytes);
    let whole = read::read(&packed[..]).unwrap();
    // Each bit of the first and last bytes, and one of each byte between them.
    let (first, last) = (8 * 40, 8 * (packed.len() - 40));
    let between = (first..last).step_by(9);
    let mut refused = 0;
    for bit in (0..first).chain(between).chain(last..8 * packed.len()) {
        let mut damaged = packed.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        match read::read(&damaged[..]) {
            Ok(read) => assert!(read == whole, "bit {bit}"),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > packed.len() / 2, "{refused}");
}

#[test]
fn nothing_follows_a_network() {
    for is_binary in [false, true] {
        let bytes = file(&model(15, 6, 2), is_binary);
        let packed = compressed(&bytes);
        for blanks in ["", "\n", " \r\n\n"] {
            let longer = [&bytes, blanks.as_bytes()].concat();
            assert!(read::read(&longer[..]).is_ok());
            assert!(read::read(&compressed(&longer)[..]).is_ok());
            // Members of gzip follow each other.
            let another = [&packed[..], &compressed(blanks.as_bytes())].concat();
            assert!(read::read(&another[..]).is_ok());
        }
        for tail in [&b"x"[..], b"\0", &bytes, &[b' '; 1 << 10]] {
            let longer = [&bytes, tail].concat();
            for (what, longer) in [
                ("plain", longer.clone()),
                ("inside", compressed(&longer)),
                ("outside", [&packed, tail].concat()),
                ("a member", [&packed[..], &compressed(tail)].concat()),
            ] {
                assert!(read::read(&longer[..]).is_err(), "{what}, {tail:?}");
            }
        }
    }
}

#[test]
fn a_small_file_does_not_fill_the_memory() {
    let zeros = |count: usize| [b"@BIN@", &vec![0; 4 * count][..], b"\n"].concat();
    let norm = [zeros(4096), zeros(4096), zeros(4096), zeros(4096)].concat();
    // As wide as anything may be, and without a fault as far as it goes.
    let parts: &[&[u8]] = &[
        b"bomb 8 22 19 trunk 1 4096 4096 4096 0 4096 planes 3 3 22 4096 1 1\n",
        &zeros(9 * 22 * 4096),
        b"globals 19 4096\n",
        &zeros(19 * 4096),
        b"ordinary_block b norm 4096 1 1 1\n",
        &norm,
        b"activation regular 3 3 4096 4096 1 1\n",
        &zeros(NETWORK.free as usize / 2),
    ];
    let file = parts.concat();
    let text = |file: &[u8]| read::read(file).unwrap_err().to_string();
    let packed = compressed(&file);
    assert!(NETWORK.most(packed.len() as u64) < file.len() as u64);
    assert!(
        text(&packed).contains("64 times its size"),
        "{}",
        text(&packed)
    );
    assert!(
        text(&file).contains("regular: the file ends"),
        "{}",
        text(&file)
    );
}

#[test]
fn damage_is_refused_or_changes_weights_alone() {
    let bytes = file(&model(11, 6, 5), false);
    let mut rng = Rng::new(3);
    let (mut refused, mut read) = (0, 0);
    for _ in 0..2000 {
        let mut damaged = bytes.clone();
        for _ in 0..=rng.below(3) {
            let at = rng.below(damaged.len());
            let bytes = b"0123456789-. e\xff\0";
            damaged[at] = bytes[rng.below(bytes.len())];
        }
        match read::read(&damaged[..]) {
            Ok(_) => read += 1,
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 200 && read > 200, "{refused} {read}");
}

/// The text of a file of version 15 in which something is replaced.
fn edited(from: &str, to: &str) -> Vec<u8> {
    let text = String::from_utf8(file(&model(15, 6, 2), false)).unwrap();
    assert!(
        read::read(text.as_bytes()).is_ok() && text.contains(from),
        "{from}"
    );
    text.replacen(from, to, 1).into_bytes()
}

#[test]
fn what_is_not_known_is_refused_by_name() {
    for (from, to, name) in [
        ("tiny-2 15 22", "tiny-2 7 22", "model version 7"),
        ("tiny-2 15 22", "tiny-2 18 22", "model version 18"),
        (
            "tiny-2 15 22 19",
            "tiny-2 15 22 20",
            "22 planes and 20 global inputs",
        ),
        (
            "\n0 1 0 0 0 0 0 0\n",
            "\n2 1 0 0 0 0 0 0\n",
            "version 2 of the encoder of players",
        ),
        ("\n0 1 0 0 0 0 0 0\n", "\n0 1 0 0 1 0 0 0\n", "an option of"),
        (
            "gpool_block",
            "transformer_moe_block",
            "blocks of kind transformer_moe_block",
        ),
        (
            "ACTIVATION_",
            "ACTIVATION_SOFT_",
            "the activation ACTIVATION_SOFT_",
        ),
        ("3 3 6 4 1 1", "3 3 6 4 2 2", "the convolution"),
        ("3 3 6 4 1 1", "5 5 6 4 1 1", "the convolution"),
    ] {
        let error = read::read(&edited(from, to)[..]).unwrap_err();
        let text = error.to_string();
        assert!(matches!(error, ModelError::Unsupported(_)), "{text}");
        assert!(text.contains(name), "{text}");
    }
}

#[test]
fn sizes_that_are_not_there_cost_nothing() {
    for (from, to) in [
        ("3 3 6 4 1 1", "3 3 8192 8192 1 1"),
        ("3 3 6 4 1 1", "9 9 6 8192 1 1"),
        ("3 3 6 4 1 1", "99999999999999999999 3 6 4 1 1"),
        ("3 3 6 4 1 1", "0 0 6 4 1 1"),
        ("3 3 6 4 1 1", "2 2 6 4 1 1"),
        ("norm 6 1 1 1", "norm 6 -9 1 1"),
        ("norm 6 1 1 1", "norm 6 1 2 1"),
    ] {
        assert!(read::read(&edited(from, to)[..]).is_err(), "{to}");
    }
    for text in [
        "",
        "\n\n",
        "GIF89a\0\u{1}",
        "kosumi",
        "name -3",
        "(;GM[1]SZ[19])",
    ] {
        let error = read::read(text.as_bytes()).unwrap_err();
        assert!(matches!(error, ModelError::Foreign), "{text:?}: {error}");
    }
    // Wider than the trunk says: refused before a weight is read.
    let wide = edited("3 3 6 4 1 1", "3 3 6 7 1 1");
    let error = read::read(&wide[..]).unwrap_err().to_string();
    assert!(error.contains("channels do not fit"), "{error}");
    let blanks = compressed(&vec![b' '; 1 << 20]);
    assert!(read::read(&blanks[..]).is_err());
}

#[test]
fn an_encoder_of_players_that_does_not_fit_is_refused_by_name() {
    let file = file(&with_players(model(15, 6, 2), 1), false);
    let text = String::from_utf8(file).unwrap();
    assert!(read::read(text.as_bytes()).is_ok());
    let infinite = text.find("matrix 192 9").unwrap() + "matrix 192 9\n".len();
    let (before, weights) = text.split_at(infinite);
    let (_, after) = weights.split_once(' ').unwrap();
    for wild in ["NaN", "inf", "1e99"] {
        let wild = format!("{before}{wild} {after}");
        let error = read::read(wild.as_bytes()).unwrap_err().to_string();
        assert!(error.contains("matrix: an infinite weight"), "{error}");
    }
    for (from, to, expected) in [
        (
            "encoder 192",
            "encoder 191",
            "191 numbers of players in place of 192",
        ),
        (
            "encoder 192",
            "encoder -192",
            "encoder: \"-192\" is not the number",
        ),
        (
            "matrix 192 9",
            "matrix 193 9",
            "matrix: channels do not fit",
        ),
        ("bias 9", "bias 8", "bias: channels do not fit"),
        ("matrix 9 11", "matrix 8 11", "matrix: channels do not fit"),
        ("bias 11", "bias 12", "bias: channels do not fit"),
        ("matrix 11 6", "matrix 11 7", "matrix: channels do not fit"),
    ] {
        assert!(text.contains(from), "{from}");
        let other = text.replacen(from, to, 1);
        let error = read::read(other.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    // Networks of people that end early.
    let binary = self::file(&with_players(model(15, 6, 2), 1), true);
    for end in (0..binary.len() - 1).step_by(101) {
        assert!(read::read(&binary[..end]).is_err(), "{end}");
    }
}

#[test]
fn who_plays_changes_what_a_network_of_human_play_says() {
    let mut workspace = Workspace::default();
    let game = Game::new(Size::square(5), PRESETS[0].rules);
    let plain = NetInput::of(&game, Color::White);
    let profiles = [
        "rank_5k",
        "rank_9d",
        "rank_5k_9d",
        "rank_9d_5k",
        "preaz_5k",
        "proyear_1900",
    ];
    let inputs: Vec<NetInput> = profiles
        .iter()
        .map(|profile| {
            let mut input = plain.clone();
            input.introduce(profile.parse().unwrap());
            input
        })
        .collect();
    let human = human_network();
    assert!(human.asks_for_players() && !tiny_network().asks_for_players());
    let said = human.evaluate(&inputs, &mut workspace);
    for (input, together) in inputs.iter().zip(&said) {
        let alone = human.evaluate(std::slice::from_ref(input), &mut workspace);
        assert_eq!(alone[0], *together);
    }
    for (number, one) in said.iter().enumerate() {
        for (other, input) in said[..number].iter().zip(&inputs) {
            assert_ne!(one, other);
            assert_ne!(inputs[number].key(), input.key());
        }
    }
    assert_eq!(
        human.evaluate(std::slice::from_ref(&plain), &mut workspace)[0],
        said[1]
    );
    // Other networks take no notice.
    let ordinary = Network::from(model(15, 8, 1));
    let unmoved = ordinary.evaluate(&[inputs[0].clone(), plain], &mut workspace);
    assert_eq!(unmoved[0], unmoved[1]);
}
