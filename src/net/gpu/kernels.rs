//! The kernels, in WGSL, and the constants that each of them begins with.

use super::super::model::{Activation, Convolution, Matrix, NormWeights};
use super::plan::{Array, Binding, Draft, Groups, Precision, RowOf, VECTOR};
use std::fmt::Write;

/// Workgroups in one dimension, which every card allows.
pub(super) const MOST_GROUPS: usize = 65535;

/// The bytes that the keys and values of a workgroup take together.
const TILE_BYTES: usize = 8192;

/// The text of a kernel: its constants, then what all have in common, then itself.
struct Source(String);

impl Source {
    fn new(numbers: &[(&str, usize)], truths: &[(&str, bool)]) -> Source {
        let mut text = format!("const MOST_GROUPS: u32 = {MOST_GROUPS}u;\n");
        for (name, number) in numbers {
            writeln!(text, "const {name}: u32 = {number}u;").expect("it is a string");
        }
        for (name, truth) in truths {
            writeln!(text, "const {name}: bool = {truth};").expect("it is a string");
        }
        Source(text)
    }

    fn float(mut self, name: &str, number: f32) -> Source {
        writeln!(self.0, "const {name}: f32 = {number:?}f;").expect("it is a string");
        self
    }

    fn activation(mut self, activation: Activation) -> Source {
        let name = match activation {
            Activation::Identity => "identity",
            Activation::Relu => "relu",
            Activation::Mish => "mish",
            Activation::Silu => "silu",
        };
        writeln!(
            self.0,
            "fn activate(x: vec4<f32>) -> vec4<f32> {{ return {name}(x); }}"
        )
        .expect("it is a string");
        self
    }

    /// The kernel, which knows the numbers of its arrays by name.
    fn with(mut self, precisions: &[(&str, Precision)], kernel: &str) -> String {
        for (name, precision) in precisions {
            let kept = match precision {
                Precision::Float => "f32",
                Precision::Half => "f16",
            };
            writeln!(self.0, "alias {name} = {kept};").expect("it is a string");
            if *name == "Out" {
                self.0 += match precision {
                    Precision::Float => {
                        "fn stored(x: vec4<f32>) -> vec4<f32> {\n    return x;\n}\n"
                    }
                    Precision::Half => {
                        "fn stored(x: vec4<f32>) -> vec4<f16> {\n    return vec4<f16>(clamp(x, -HIGHEST, HIGHEST));\n}\n"
                    }
                };
            }
        }
        let has_halves = precisions.iter().any(|&(_, kept)| kept == Precision::Half);
        let first = if has_halves { "enable f16;\n" } else { "" };
        [first, &self.0, include_str!("kernels/common.wgsl"), kernel].concat()
    }
}

/// What a product of matrices works on.
pub(super) struct Product<'a> {
    pub(super) filter: &'a Convolution,
    /// How its weights are kept.
    pub(super) weights: Precision,
    pub(super) inputs: Array,
    /// Added to all points of a board.
    pub(super) summands: Option<Array>,
    pub(super) sums: Sums,
    /// What is made of the sums.
    pub(super) results: Option<(Array, Option<&'a NormWeights>)>,
}

/// Floats that products are added to or kept in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sums {
    None,
    Begin(Array),
    Add(Array),
}

/// Factors and summands of channels, filled up with zeros.
fn norm_rows(norm: Option<&NormWeights>, width: usize) -> Vec<f32> {
    let mut rows = vec![0.0; 2 * width];
    match norm {
        None => rows[..width].fill(1.0),
        Some(norm) => {
            rows[..norm.factors.len()].copy_from_slice(&norm.factors);
            rows[width..][..norm.summands.len()].copy_from_slice(&norm.summands);
        }
    }
    rows
}

fn activation_of(norm: Option<&NormWeights>) -> Activation {
    norm.map_or(Activation::Identity, |norm| norm.activation)
}

/// A matrix or a convolution whose inputs and outputs are filled up with zeros.
fn filled(weights: &[f32], (inputs, outputs): (usize, usize), width: usize) -> Vec<f32> {
    let filled = inputs.next_multiple_of(VECTOR);
    let mut all = Vec::with_capacity(weights.len() / inputs * filled / outputs * width);
    for place in weights.chunks_exact(inputs * outputs) {
        for row in place.chunks_exact(outputs) {
            all.extend_from_slice(row);
            all.resize(all.len() + width - outputs, 0.0);
        }
        all.resize(all.len() + (filled - inputs) * width, 0.0);
    }
    all
}

impl Draft {
    /// Makes rows of numbers of the words of planes.
    pub(super) fn expand(&mut self, words: Array, results: Array) {
        let source = Source::new(&[("WIDTH", results.vectors())], &[]);
        let source = source.with(
            &[("Out", results.precision)],
            include_str!("kernels/expand.wgsl"),
        );
        self.step(
            source,
            vec![Binding::Array(words), Binding::Array(results)],
            Groups::Threads(results.vectors()),
        );
    }

    /// A convolution, with what is added to it and what follows.
    pub(super) fn product(&mut self, product: &Product<'_>) {
        let Product {
            filter,
            weights,
            inputs,
            summands,
            sums,
            results,
        } = *product;
        let width = filter.outputs.next_multiple_of(VECTOR);
        let norm = results.and_then(|(_, norm)| norm);
        let numbers = [
            ("SIDE", filter.side),
            ("IN", filter.inputs.div_ceil(VECTOR)),
            ("IN_WIDTH", inputs.vectors()),
            ("OUT", width / VECTOR),
        ];
        let truths = [
            ("HAS_SUMMANDS", summands.is_some()),
            ("ADDS", matches!(sums, Sums::Add(_))),
            ("KEEPS", sums != Sums::None),
            ("HAS_RESULTS", results.is_some()),
        ];
        let kept = results.map_or(Precision::Float, |(array, _)| array.precision);
        let source = Source::new(&numbers, &truths)
            .activation(activation_of(norm))
            .with(
                &[("In", inputs.precision), ("Weight", weights), ("Out", kept)],
                include_str!("kernels/product.wgsl"),
            );
        let shape = (filter.inputs, filter.outputs);
        let factors = self.constant(weights, &filled(&filter.weights, shape, width));
        let norm = match results {
            None => Binding::Unread,
            Some(_) => self.constant(Precision::Float, &norm_rows(norm, width)),
        };
        let sums = match sums {
            Sums::None => Binding::Unwritten,
            Sums::Begin(array) | Sums::Add(array) => Binding::Array(array),
        };
        let bindings = vec![
            Binding::Array(inputs),
            factors,
            summands.map_or(Binding::Unread, Binding::Array),
            norm,
            sums,
            results.map_or(Binding::Unwritten, |(array, _)| Binding::Array(array)),
        ];
        let groups = Groups::Points {
            each: 64,
            across: width.div_ceil(64),
        };
        self.step(source, bindings, groups);
    }

    /// A product of a matrix with the row of each board, whose channels may be spread over a wider row.
    pub(super) fn dense(
        &mut self,
        matrix: &Matrix,
        inputs: Array,
        (bias, activation): (&[f32], Activation),
        (results, adds): (Array, bool),
    ) {
        let numbers = [("IN", inputs.width), ("OUT", results.width)];
        let source = Source::new(&numbers, &[("ADDS", adds)]).activation(activation);
        let source = source.with(&[], include_str!("kernels/dense.wgsl"));
        let mut weights = vec![0.0; inputs.width * results.width];
        let rows = matrix.weights.chunks_exact(matrix.outputs);
        for (row, filled) in rows.zip(weights.chunks_exact_mut(results.width)) {
            filled[..row.len()].copy_from_slice(row);
        }
        let mut summands = vec![0.0; results.width];
        summands[..bias.len()].copy_from_slice(bias);
        let weights = self.constant(Precision::Float, &weights);
        let summands = self.constant(Precision::Float, &summands);
        self.step(
            source,
            vec![
                Binding::Array(inputs),
                weights,
                summands,
                Binding::Array(results),
            ],
            Groups::Boards {
                across: results.width.div_ceil(64),
            },
        );
    }

    /// Three numbers of each channel of each board, each kind in a row of its own of `inputs.width` numbers.
    pub(super) fn pool(&mut self, inputs: Array, with_highest: bool) -> Array {
        let results = self.take(RowOf::Board, 3 * inputs.width, Precision::Float);
        let source = Source::new(
            &[("WIDTH", inputs.vectors())],
            &[("WITH_HIGHEST", with_highest)],
        );
        let source = source.with(
            &[("In", inputs.precision)],
            include_str!("kernels/pool.wgsl"),
        );
        self.step(
            source,
            vec![Binding::Array(inputs), Binding::Array(results)],
            Groups::Boards {
                across: inputs.vectors().div_ceil(8),
            },
        );
        results
    }

    /// Divides rows by the roots of their mean squares. What follows is a norm.
    pub(super) fn root(
        &mut self,
        inputs: Array,
        (channels, epsilon, is_spatial): (usize, f32, bool),
        norm: &NormWeights,
        results: Array,
    ) {
        let sharers = if is_spatial { 64 } else { 16 };
        let numbers = [("WIDTH", inputs.vectors()), ("SHARERS", sharers)];
        #[expect(clippy::cast_precision_loss, reason = "there are few channels")]
        let source = Source::new(&numbers, &[("IS_SPATIAL", is_spatial)])
            .float("CHANNELS", channels as f32)
            .float("EPSILON", epsilon)
            .activation(norm.activation);
        let source = source.with(
            &[("Out", results.precision)],
            include_str!("kernels/root.wgsl"),
        );
        let norm = self.constant(Precision::Float, &norm_rows(Some(norm), inputs.width));
        let groups = if is_spatial {
            Groups::Boards { across: 1 }
        } else {
            Groups::Points { each: 4, across: 1 }
        };
        let bindings = vec![Binding::Array(inputs), norm, Binding::Array(results)];
        self.step(source, bindings, groups);
    }

    /// Turns the queries and keys in rows of heads. The angles are for each column and each row of the board, of `different`
    /// heads.
    pub(super) fn rotate(
        &mut self,
        rows: Array,
        heads: HeadShape,
        different: usize,
        [along, down]: [&[f32]; 2],
    ) {
        let numbers = [
            ("HEADS", heads.count),
            ("SHARED_HEADS", heads.shared),
            ("WIDTH", heads.vectors),
            ("DIFFERENT", different),
            ("ROW_WIDTH", rows.vectors()),
        ];
        let source = Source::new(&numbers, &[]);
        let source = source.with(
            &[("Out", rows.precision)],
            include_str!("kernels/rotate.wgsl"),
        );
        let along = self.constant(Precision::Float, along);
        let down = self.constant(Precision::Float, down);
        let groups = Groups::Threads((heads.count + heads.shared) * heads.vectors);
        self.step(source, vec![Binding::Array(rows), along, down], groups);
    }

    /// What each point takes from all points of its board.
    pub(super) fn attend(&mut self, rows: Array, heads: HeadShape, results: Array) {
        let together = VECTOR * size_of::<f32>() * (heads.vectors + heads.value_vectors);
        let numbers = [
            ("HEADS", heads.count),
            ("SHARED_HEADS", heads.shared),
            ("WIDTH", heads.vectors),
            ("VALUE_WIDTH", heads.value_vectors),
            ("ROW_WIDTH", rows.vectors()),
            ("TILE", (TILE_BYTES / together).clamp(1, 32)),
        ];
        let source = Source::new(&numbers, &[]).with(
            &[("In", rows.precision), ("Out", results.precision)],
            include_str!("kernels/attention.wgsl"),
        );
        let bindings = vec![Binding::Array(rows), Binding::Array(results)];
        let groups = Groups::OfBoards {
            each: 64,
            across: heads.count,
        };
        self.step(source, bindings, groups);
    }

    /// Multiplies the first half of each row, behind an activation, with the second half.
    pub(super) fn gate(&mut self, rows: Array, results: Array) {
        let source = Source::new(&[("WIDTH", results.vectors())], &[]).with(
            &[("In", rows.precision), ("Out", results.precision)],
            include_str!("kernels/gate.wgsl"),
        );
        self.step(
            source,
            vec![Binding::Array(rows), Binding::Array(results)],
            Groups::Threads(results.vectors()),
        );
    }
}

/// The heads of an attention in one row: queries, then keys, then values.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeadShape {
    /// Heads of queries, and of keys and values.
    pub(super) count: usize,
    pub(super) shared: usize,
    /// Vectors of a query or key, and of a value.
    pub(super) vectors: usize,
    pub(super) value_vectors: usize,
}
