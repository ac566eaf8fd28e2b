//! Turns pairs of numbers of queries and keys by the place of their point (rotary embedding; Su et al. 2021).

#![expect(
    clippy::inline_always,
    reason = "vector instructions are allowed only where a kernel is inlined"
)]

use super::inputs::LONGEST_SIDE;
use super::lane::{LANE, Lane, floats_mut};
use super::machine::Machine;
use super::model::RotationWeights;
use pulp::{Simd, WithSimd};

/// The angles of all pairs of all heads that are not turned alike.
#[derive(Clone, Debug)]
pub(super) struct Rotation {
    heads: usize,
    pairs: usize,
    /// By column and by row: for each head and pair.
    columns: Angles,
    rows: Angles,
}

/// Cosines and sines of the angles at each of [`LONGEST_SIDE`] lines.
#[derive(Clone, Debug, Default)]
struct Angles {
    cosines: Vec<f32>,
    sines: Vec<f32>,
}

impl Angles {
    /// The multiples of some angles.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "they are used in single precision"
    )]
    fn new(steps: &[f64]) -> Angles {
        let lines = 0..LONGEST_SIDE;
        let angles = lines.flat_map(|line| steps.iter().map(move |step| f64::from(line) * step));
        let (cosines, sines) = angles.map(|x| (x.cos() as f32, x.sin() as f32)).unzip();
        Angles { cosines, sines }
    }
}

/// Heads of some points, side by side in longer rows.
pub(super) struct HeadRows<'a> {
    pub(super) rows: &'a mut [Lane],
    /// Lanes of a whole row.
    pub(super) width: usize,
    /// The lane where the first head begins.
    pub(super) first: usize,
    /// How many heads there are.
    pub(super) count: usize,
}

impl Rotation {
    /// The rotation of a number of heads of pairs, unless all of them are turned alike.
    pub(super) fn new(weights: &RotationWeights, shared_heads: usize, pairs: usize) -> Rotation {
        let (heads, steps) = match weights {
            RotationWeights::Fixed { theta } => (1, fixed_steps(f64::from(*theta), pairs)),
            RotationWeights::Learned(all) => {
                let (steps, _) = all.as_chunks();
                let steps = steps.iter().map(|step: &[f32; 2]| step.map(f64::from));
                (shared_heads, steps.collect())
            }
        };
        let of = |axis: usize| steps.iter().map(|step| step[axis]).collect::<Vec<f64>>();
        Rotation {
            heads,
            pairs,
            columns: Angles::new(&of(0)),
            rows: Angles::new(&of(1)),
        }
    }

    /// Heads that are not turned alike.
    #[cfg(feature = "gpu")]
    pub(super) const fn heads(&self) -> usize {
        self.heads
    }

    /// The cosine and the sine of the angles by column and by row, for each line, head and pair. Each head is filled up to
    /// `width` pairs, which are not turned.
    #[cfg(feature = "gpu")]
    pub(super) fn angles(&self, width: usize) -> [Vec<f32>; 2] {
        [&self.columns, &self.rows].map(|angles| {
            let each = angles.cosines.iter().zip(&angles.sines);
            let each: Vec<[f32; 2]> = each.map(|(&cosine, &sine)| [cosine, sine]).collect();
            let filling = [[1.0, 0.0]].repeat(width - self.pairs);
            let heads = each.chunks_exact(self.pairs);
            heads
                .flat_map(|head| head.iter().chain(&filling))
                .flatten()
                .copied()
                .collect()
        })
    }

    /// Turns the heads of the points of a board of a width. The first numbers of all pairs of a head stand before the second
    /// ones. Heads that follow each other share those that are turned differently.
    pub(super) fn apply(&self, machine: Machine, width: usize, heads: HeadRows<'_>) {
        machine.dispatch(Turn {
            rotation: self,
            width,
            heads,
        });
    }
}

/// By how much a column and a row more turn each pair: the first half of the pairs are turned by the row.
#[expect(clippy::cast_precision_loss, reason = "heads have few pairs")]
fn fixed_steps(theta: f64, pairs: usize) -> Vec<[f64; 2]> {
    let half = pairs / 2;
    let step = |place: usize| theta.powf(-2.0 * place as f64 / pairs as f64);
    let each = |pair: usize| match pair.checked_sub(half) {
        None => [0.0, step(pair)],
        Some(place) => [step(place), 0.0],
    };
    (0..pairs).map(each).collect()
}

struct Turn<'a> {
    rotation: &'a Rotation,
    width: usize,
    heads: HeadRows<'a>,
}

impl WithSimd for Turn<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Turn {
            rotation,
            width,
            heads,
        } = self;
        let Rotation {
            pairs,
            heads: different,
            ..
        } = *rotation;
        let all = different * pairs;
        let size = (2 * pairs).next_multiple_of(LANE);
        let (mut cosines, mut sines) = (vec![0.0; all], vec![0.0; all]);
        let rows = floats_mut(heads.rows).chunks_exact_mut(heads.width * LANE);
        for (point, row) in rows.enumerate() {
            let (x, y) = (point % width, point / width);
            let along = (
                &rotation.columns.cosines[x * all..][..all],
                &rotation.columns.sines[x * all..][..all],
            );
            let down = (
                &rotation.rows.cosines[y * all..][..all],
                &rotation.rows.sines[y * all..][..all],
            );
            for at in 0..all {
                cosines[at] = along.0[at] * down.0[at] - along.1[at] * down.1[at];
                sines[at] = along.1[at] * down.0[at] + along.0[at] * down.1[at];
            }
            let row = &mut row[heads.first * LANE..][..heads.count * size];
            for (head, numbers) in row.chunks_exact_mut(size).enumerate() {
                let angles = head * different / heads.count * pairs;
                let (cosines, sines) = (&cosines[angles..][..pairs], &sines[angles..][..pairs]);
                let (one, other) = numbers[..2 * pairs].split_at_mut(pairs);
                for at in 0..pairs {
                    let (a, b) = (one[at], other[at]);
                    one[at] = a * cosines[at] - b * sines[at];
                    other[at] = a * sines[at] + b * cosines[at];
                }
            }
        }
    }
}
