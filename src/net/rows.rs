//! The layout of channels: in rows, and in frames around boards.

use super::lane::Lane;

/// Channels of the points of some boards: some lanes of longer rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows<'a> {
    pub(super) all: &'a [Lane],
    /// Lanes of a whole row.
    pub(super) width: usize,
    /// The lane of a row where they begin.
    pub(super) first: usize,
    /// What is added to the channels of each board before they are used, if anything is.
    pub(super) shifts: Option<&'a [Lane]>,
}

impl<'a> Rows<'a> {
    pub(super) const fn new(all: &'a [Lane], width: usize, first: usize) -> Rows<'a> {
        let shifts = None;
        Rows {
            all,
            width,
            first,
            shifts,
        }
    }

    /// The same channels with a summand for each on each board.
    pub(super) const fn shifted(self, summands: &'a [Lane]) -> Rows<'a> {
        let shifts = Some(summands);
        Rows { shifts, ..self }
    }

    /// The number of points.
    pub(super) const fn points(self) -> usize {
        self.all.len() / self.width
    }

    /// The rows of one of some boards.
    pub(super) fn of_board(self, board: usize, boards: usize) -> Rows<'a> {
        let piece = |all: &'a [Lane]| &all[board * (all.len() / boards)..][..all.len() / boards];
        Rows {
            all: piece(self.all),
            shifts: self.shifts.map(piece),
            ..self
        }
    }
}

/// A board with points around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) width: usize,
    pub(super) height: usize,
    /// Rows above the board and columns to its left.
    pub(super) margin: usize,
}

impl Frame {
    /// A board alone.
    pub(super) const fn around((width, height): (usize, usize)) -> Frame {
        Frame {
            width,
            height,
            margin: 0,
        }
    }

    pub(super) const fn area(self) -> usize {
        self.width * self.height
    }
}

/// How a stage leaves the points of boards for what follows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub(super) sides: (usize, usize),
    /// Each board gets one, filled with zeros.
    pub(super) frame: Frame,
    /// Lanes of a point; what is not used of them is zero.
    pub(super) stride: usize,
    /// Whether the numbers are those that the machine multiplies, in words, or floats.
    pub(super) in_words: bool,
}
