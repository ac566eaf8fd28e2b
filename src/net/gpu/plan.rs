//! What a card has to do for a network: arrays of numbers, and the kernels that make some of them from others.

use half::f16;

/// The numbers of a vector of the kernels. Rows are filled up to whole vectors.
pub(super) const VECTOR: usize = 4;

/// How numbers are kept. Sums are always floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Precision {
    Float,
    Half,
}

impl Precision {
    pub(super) const fn bytes(self) -> usize {
        match self {
            Precision::Float => 4,
            Precision::Half => 2,
        }
    }

    /// Numbers as a card reads them.
    pub(super) fn write(self, numbers: &[f32]) -> Vec<u8> {
        match self {
            Precision::Float => bytemuck::cast_slice(numbers).to_vec(),
            Precision::Half => {
                let halves = numbers.iter().map(|&number| f16::from_f32(number));
                halves.flat_map(f16::to_ne_bytes).collect()
            }
        }
    }
}

/// What an array has a row for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowOf {
    Point,
    Board,
}

/// Rows of numbers on a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Array {
    pub(super) number: usize,
    pub(super) row_of: RowOf,
    /// Numbers of a row: whole vectors.
    pub(super) width: usize,
    pub(super) precision: Precision,
}

impl Array {
    pub(super) const fn vectors(self) -> usize {
        self.width / VECTOR
    }

    pub(super) const fn row_bytes(self) -> usize {
        self.width * self.precision.bytes()
    }
}

/// What a kernel reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binding {
    Array(Array),
    /// One of the [constants](CardPlan::constants).
    Constant(usize),
    /// What is not read.
    Unread,
    /// What is not written.
    Unwritten,
}

/// How many workgroups a kernel needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Groups {
    /// This number of threads, of which a group has 64, for each point.
    Threads(usize),
    /// One for each `each` points, and `across` side by side.
    Points { each: usize, across: usize },
    /// `across` for each board.
    Boards { across: usize },
    /// One for each `each` points of a board, and `across` side by side.
    OfBoards { each: usize, across: usize },
}

/// A kernel with what it works on.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) source: String,
    pub(super) bindings: Vec<Binding>,
    pub(super) groups: Groups,
}

/// What a card has to do for a network.
#[derive(Clone, Debug)]
pub(super) struct CardPlan {
    pub(super) arrays: Vec<Array>,
    /// Weights, as the card reads them.
    pub(super) constants: Vec<Vec<u8>>,
    pub(super) steps: Vec<Step>,
    pub(super) inputs: PlanInputs,
    pub(super) outputs: PlanOutputs,
}

/// Where a network gets what it is given.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanInputs {
    /// For each point a word with a bit for each plane.
    pub(super) words: Array,
    pub(super) globals: Array,
    pub(super) players: Option<Array>,
}

/// Where the answers of a network are.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlanOutputs {
    /// For each point the policies.
    pub(super) plays: Array,
    pub(super) passes: Array,
    pub(super) results: Array,
    pub(super) scores: Array,
    /// For each point the owner.
    pub(super) owners: Array,
    /// How many policies there are, and whether there are short-term errors.
    pub(super) policies: usize,
    pub(super) has_errors: bool,
}

impl PlanOutputs {
    /// All arrays, in the order in which they are read back.
    pub(super) const fn arrays(&self) -> [Array; 5] {
        [
            self.plays,
            self.passes,
            self.results,
            self.scores,
            self.owners,
        ]
    }
}

/// Collects steps, and uses arrays again.
#[derive(Debug, Default)]
pub(super) struct Draft {
    arrays: Vec<Array>,
    spare: Vec<Array>,
    constants: Vec<Vec<u8>>,
    steps: Vec<Step>,
}

impl Draft {
    /// An array that is not in use, with rows of at least such a number of channels.
    pub(super) fn take(&mut self, row_of: RowOf, channels: usize, precision: Precision) -> Array {
        let width = channels.next_multiple_of(VECTOR);
        let fits = |array: &Array| {
            (array.row_of, array.width, array.precision) == (row_of, width, precision)
        };
        if let Some(at) = self.spare.iter().position(fits) {
            return self.spare.swap_remove(at);
        }
        let array = Array {
            number: self.arrays.len(),
            row_of,
            width,
            precision,
        };
        self.arrays.push(array);
        array
    }

    pub(super) fn give_back<const N: usize>(&mut self, arrays: [Array; N]) {
        self.spare.extend(arrays);
    }

    pub(super) fn constant(&mut self, precision: Precision, numbers: &[f32]) -> Binding {
        self.constants.push(precision.write(numbers));
        Binding::Constant(self.constants.len() - 1)
    }

    pub(super) fn step(&mut self, source: String, bindings: Vec<Binding>, groups: Groups) {
        self.steps.push(Step {
            source,
            bindings,
            groups,
        });
    }

    pub(super) fn finish(self, inputs: PlanInputs, outputs: PlanOutputs) -> CardPlan {
        let Draft {
            arrays,
            constants,
            steps,
            ..
        } = self;
        CardPlan {
            arrays,
            constants,
            steps,
            inputs,
            outputs,
        }
    }
}
