//! The same evaluation once more, slow and simple: loops over points and channels in `f64`.

#![expect(clippy::cast_precision_loss, reason = "all numbers are small")]

use crate::net::forward::Logits;
use crate::net::inputs::Features;
use crate::net::model::{
    Activation, AttentionWeights, BlockWeights, Convolution, DenseLayer, FeedForwardWeights,
    Matrix, NetworkWeights, NormWeights, PolicyWeights, PoolingWeights, RootWeights,
    RotationWeights, ValueWeights,
};

/// Channels of all points, a row for each point.
pub(in crate::net) type Rows = Vec<Vec<f64>>;

/// What a network says of a position on a board of such a width.
pub(in crate::net) fn evaluate(
    model: &NetworkWeights,
    width: usize,
    height: usize,
    features: &Features,
) -> Logits {
    let area = width * height;
    let mut planes = vec![vec![0.0; model.planes.inputs]; area];
    for &(point, plane) in &features.ones {
        planes[usize::from(point)][usize::from(plane)] = 1.0;
    }
    let globals: Vec<f64> = features.globals.iter().map(|&x| f64::from(x)).collect();
    let mut trunk = convolve(&model.planes, width, &planes);
    add_to_all(&mut trunk, &multiply(&model.globals, &globals));
    if let Some(encoder) = &model.encoder {
        let players: Vec<f64> = features.players.iter().map(|&x| f64::from(x)).collect();
        let mut numbers = multiply(&encoder.first, &players);
        for layer in &encoder.hidden {
            numbers = dense(layer, numbers);
        }
        add_to_all(&mut trunk, &numbers);
    }
    for block in &model.blocks {
        add_block(block, width, &mut trunk);
    }
    if let Some((epsilon, is_spatial)) = model.tip.root {
        let whole = mean_square(trunk.iter().flatten());
        for row in &mut trunk {
            let mean = if is_spatial {
                whole
            } else {
                mean_square(row.iter())
            };
            divide(row, mean + f64::from(epsilon));
        }
    }
    let tip = stage(&model.tip.stage, &trunk);
    let mut logits = Logits::default();
    policy(&model.policy, width, &tip, &mut logits);
    value(&model.value, width, &tip, &mut logits);
    logits
}

/// A convolution of the points of a board of such a width.
pub(in crate::net) fn convolve(layer: &Convolution, width: usize, rows: &Rows) -> Rows {
    let (reach, height) = (layer.side / 2, rows.len() / width);
    let mut results = vec![vec![0.0; layer.outputs]; rows.len()];
    for (point, result) in results.iter_mut().enumerate() {
        for (place, weights) in layer
            .weights
            .chunks(layer.inputs * layer.outputs)
            .enumerate()
        {
            let y = (point / width + place / layer.side).checked_sub(reach);
            let x = (point % width + place % layer.side).checked_sub(reach);
            let (Some(y), Some(x)) = (y, x) else { continue };
            if y >= height || x >= width {
                continue;
            }
            for (input, weights) in weights.chunks(layer.outputs).enumerate() {
                for (sum, &weight) in result.iter_mut().zip(weights) {
                    *sum += rows[y * width + x][input] * f64::from(weight);
                }
            }
        }
    }
    results
}

fn multiply(matrix: &Matrix, inputs: &[f64]) -> Vec<f64> {
    let mut sums = vec![0.0; matrix.outputs];
    for (x, weights) in inputs.iter().zip(matrix.weights.chunks(matrix.outputs)) {
        for (sum, &weight) in sums.iter_mut().zip(weights) {
            *sum += x * f64::from(weight);
        }
    }
    sums
}

/// What a layer makes of the products of a matrix.
fn dense(layer: &DenseLayer, mut numbers: Vec<f64>) -> Vec<f64> {
    for (x, &bias) in numbers.iter_mut().zip(&layer.bias) {
        *x = activate(layer.activation, *x + f64::from(bias));
    }
    multiply(&layer.last, &numbers)
}

fn activate(activation: Activation, x: f64) -> f64 {
    match activation {
        Activation::Identity => x,
        Activation::Relu => x.max(0.0),
        Activation::Mish => x * x.exp().ln_1p().tanh(),
        Activation::Silu => x / (1.0 + (-x).exp()),
    }
}

fn stage(stage: &NormWeights, rows: &Rows) -> Rows {
    let one = |(channel, &x): (usize, &f64)| {
        let (factor, summand) = (stage.factors[channel], stage.summands[channel]);
        activate(stage.activation, x * f64::from(factor) + f64::from(summand))
    };
    let each = rows
        .iter()
        .map(|row| row.iter().enumerate().map(one).collect());
    each.collect()
}

fn add_to_all(rows: &mut Rows, summands: &[f64]) {
    for row in rows {
        add(row, summands);
    }
}

fn add(sums: &mut [f64], summands: &[f64]) {
    for (sum, x) in sums.iter_mut().zip(summands) {
        *sum += x;
    }
}

/// Mean, mean by side, and the highest value or the mean by the square of the side.
fn pool(rows: &Rows, with_highest: bool) -> Vec<f64> {
    let area = rows.len() as f64;
    let side = (area.sqrt() - 14.0) / 10.0;
    let channels = 0..rows[0].len();
    let means: Vec<f64> = channels
        .clone()
        .map(|channel| rows.iter().map(|row| row[channel]).sum::<f64>() / area)
        .collect();
    let by_side = means.iter().map(|mean| mean * side);
    let third = channels.map(|channel| {
        if with_highest {
            let values = rows.iter().map(|row| row[channel]);
            values.fold(f64::NEG_INFINITY, f64::max)
        } else {
            means[channel] * (side * side - 0.1)
        }
    });
    means.iter().copied().chain(by_side).chain(third).collect()
}

/// Adds what is pooled of some rows to others, and returns it.
fn add_pooled(pooling: &PoolingWeights, width: usize, start: &Rows, sums: &mut Rows) -> Vec<f64> {
    let rows = stage(&pooling.stage, &convolve(&pooling.pooled, width, start));
    let pooled = pool(&rows, true);
    add_to_all(sums, &multiply(&pooling.spread, &pooled));
    pooled
}

fn add_block(block: &BlockWeights, width: usize, trunk: &mut Rows) {
    let result = match block {
        BlockWeights::Residual {
            first,
            regular,
            pooling,
            middle,
            last,
        } => {
            let start = stage(first, trunk);
            let mut half = convolve(regular, width, &start);
            if let Some(pooling) = pooling {
                add_pooled(pooling, width, &start, &mut half);
            }
            convolve(last, width, &stage(middle, &half))
        }
        BlockWeights::Bottleneck {
            first,
            narrow,
            blocks,
            middle,
            widen,
        } => {
            let mut half = convolve(narrow, width, &stage(first, trunk));
            for block in blocks {
                add_block(block, width, &mut half);
            }
            convolve(widen, width, &stage(middle, &half))
        }
        BlockWeights::Attention(weights) => attention(weights, width, trunk),
        BlockWeights::FeedForward(weights) => feed_forward(weights, trunk),
    };
    for (row, summands) in trunk.iter_mut().zip(&result) {
        add(row, summands);
    }
}

fn mean_square<'a>(numbers: impl Iterator<Item = &'a f64>) -> f64 {
    let (count, sum) = numbers.fold((0.0, 0.0), |(count, sum), x| (count + 1.0, sum + x * x));
    sum / count
}

fn divide(row: &mut [f64], square: f64) {
    for x in row {
        *x /= square.sqrt();
    }
}

fn by_root(norm: &RootWeights, row: &[f64]) -> Vec<f64> {
    let mut row = row.to_vec();
    let mean = mean_square(row.iter());
    divide(&mut row, mean + f64::from(norm.epsilon));
    let factors = norm.factors.iter().map(|&factor| f64::from(factor));
    row.iter()
        .zip(factors)
        .map(|(x, factor)| x * factor)
        .collect()
}

/// Turns the pairs of a head at a point.
fn turn(weights: &AttentionWeights, shared_head: usize, (x, y): (f64, f64), numbers: &mut [f64]) {
    let Some(rotation) = &weights.rotation else {
        return;
    };
    let pairs = numbers.len() / 2;
    for (pair, numbers) in numbers.chunks_exact_mut(2).enumerate() {
        let angle = match rotation {
            RotationWeights::Fixed { theta } => {
                let (line, place) = if pair < pairs / 2 {
                    (y, pair)
                } else {
                    (x, pair - pairs / 2)
                };
                line / f64::from(*theta).powf(2.0 * place as f64 / pairs as f64)
            }
            RotationWeights::Learned(steps) => {
                let steps = &steps[2 * (shared_head * pairs + pair)..];
                x * f64::from(steps[0]) + y * f64::from(steps[1])
            }
        };
        let (a, b) = (numbers[0], numbers[1]);
        numbers[0] = a * angle.cos() - b * angle.sin();
        numbers[1] = a * angle.sin() + b * angle.cos();
    }
}

fn attention(weights: &AttentionWeights, width: usize, trunk: &Rows) -> Rows {
    let AttentionWeights {
        heads,
        shared_heads,
        ..
    } = *weights;
    let rows: Rows = trunk
        .iter()
        .map(|row| by_root(&weights.norm, row))
        .collect();
    let all = |matrix: &Matrix| -> Rows { rows.iter().map(|row| multiply(matrix, row)).collect() };
    let [queries, keys, values] = [&weights.query, &weights.key, &weights.value].map(all);
    let size = weights.query.outputs / heads;
    let value_size = weights.value.outputs / shared_heads;
    let at = |point: usize| ((point % width) as f64, (point / width) as f64);
    let mut taken = vec![Vec::new(); rows.len()];
    for head in 0..heads {
        let shared = head * shared_heads / heads;
        let of = |rows: &Rows, head: usize, point: usize| {
            let mut numbers = rows[point][head * size..][..size].to_vec();
            turn(weights, shared, at(point), &mut numbers);
            numbers
        };
        let keys: Rows = (0..rows.len())
            .map(|point| of(&keys, shared, point))
            .collect();
        for (point, taken) in taken.iter_mut().enumerate() {
            let query = of(&queries, head, point);
            let likeness = |key: &Vec<f64>| {
                let product: f64 = query.iter().zip(key).map(|(x, y)| x * y).sum();
                (product / (size as f64).sqrt()).exp()
            };
            let powers: Vec<f64> = keys.iter().map(likeness).collect();
            let total: f64 = powers.iter().sum();
            taken.extend((0..value_size).map(|place| {
                let found = powers.iter().zip(&values);
                let found = found.map(|(power, row)| power * row[shared * value_size + place]);
                found.sum::<f64>() / total
            }));
        }
    }
    taken
        .iter()
        .map(|row| multiply(&weights.out, row))
        .collect()
}

fn feed_forward(weights: &FeedForwardWeights, trunk: &Rows) -> Rows {
    let of_point = |row: &Vec<f64>| {
        let row = by_root(&weights.norm, row);
        let gates = multiply(&weights.gate, &row);
        let inner = multiply(&weights.first, &row);
        let inner = inner.iter().zip(gates);
        let inner: Vec<f64> = inner
            .map(|(&x, gate)| activate(Activation::Silu, x) * gate)
            .collect();
        multiply(&weights.last, &inner)
    };
    trunk.iter().map(of_point).collect()
}

fn policy(head: &PolicyWeights, width: usize, tip: &Rows, logits: &mut Logits) {
    let mut half = convolve(&head.regular, width, tip);
    let pooled = add_pooled(&head.pooling, width, tip, &mut half);
    let plays = convolve(&head.last, width, &stage(&head.middle, &half));
    logits.plays = plays.iter().map(|row| row[0] as f32).collect();
    let mut pass = multiply(&head.pass, &pooled);
    if let Some(layer) = &head.pass_layer {
        pass = dense(layer, pass);
    }
    logits.pass = pass[0] as f32;
    logits.optimistic = pass.get(1).map(|&pass| {
        let plays = plays.iter().map(|row| row[1] as f32);
        (plays.collect(), pass as f32)
    });
}

fn value(head: &ValueWeights, width: usize, tip: &Rows, logits: &mut Logits) {
    let rows = stage(&head.stage, &convolve(&head.regular, width, tip));
    let mut dense = multiply(&head.pooled, &pool(&rows, false));
    for (x, &bias) in dense.iter_mut().zip(&head.pooled_bias) {
        *x = activate(head.activation, *x + f64::from(bias));
    }
    let result = multiply(&head.result, &dense);
    logits.result = std::array::from_fn(|i| result[i] as f32 + head.result_bias[i]);
    let score = multiply(&head.score, &dense);
    let score = |i: usize| score[i] as f32 + head.score_bias[i];
    logits.score = std::array::from_fn(score);
    logits.errors = (head.score_bias.len() > 4).then(|| [score(4), score(5)]);
    let owners = convolve(&head.owners, width, &rows);
    logits.owners = owners.iter().map(|row| row[0] as f32).collect();
}
