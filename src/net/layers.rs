//! The layers of a network, prepared for a machine: convolutions after normalizations and activations.

use super::amx::Amx;
use super::arithmetic::NumberFormat;
use super::dense::{Dense, PointRows};
use super::direct::Direct;
use super::lane::{Lane, sized};
use super::machine::Machine;
use super::model::{Convolution, NormWeights};
use super::norm::Norm;
use super::panels::Panels;
use super::rows::{Frame, Layout, Rows};
use super::scratch::Scratch;
use super::shares::WorkKind;
use super::winograd::{Tiles, Winograd};
use std::sync::Arc;

/// A convolution inside of the network, or several of the same inputs: the channels of each begin a lane.
#[derive(Clone, Debug)]
struct Filter {
    /// With a unit for products of matrices.
    direct: Direct,
    /// With vectors.
    vectors: Vectors,
}

#[derive(Clone, Debug)]
enum Vectors {
    /// Of one point, in the numbers that the machine multiplies fastest.
    Point(Dense),
    /// Of one point, in floats.
    Exact(Panels),
    /// Of 3x3.
    Square(Winograd),
}

impl Filter {
    /// The outputs are those of floats if it is `exact` and sees one point only.
    fn new(parts: &[&Convolution], exact: bool) -> Filter {
        let sees_a_point = parts.iter().all(|part| part.side == 1);
        let raised = |part: &&Convolution| {
            if sees_a_point {
                Convolution::clone(part)
            } else {
                square(part)
            }
        };
        let parts: Arc<[Convolution]> = parts.iter().map(raised).collect();
        let vectors = if sees_a_point && !exact {
            Vectors::Point(Dense::new(Arc::clone(&parts)))
        } else if sees_a_point {
            Vectors::Exact(Panels::of_points(&parts, NumberFormat::Floats))
        } else {
            Vectors::Square(Winograd::new(Arc::clone(&parts)))
        };
        Filter {
            direct: Direct::new(parts),
            vectors,
        }
    }
}

/// A convolution as one of 3x3.
fn square(part: &Convolution) -> Convolution {
    if part.side == 3 {
        return part.clone();
    }
    let size = part.weights.len();
    let mut weights = vec![0.0; 9 * size];
    weights[4 * size..5 * size].copy_from_slice(&part.weights);
    Convolution {
        side: 3,
        weights,
        ..*part
    }
}

/// A convolution behind a stage.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    norm: Norm,
    filter: Filter,
}

impl Layer {
    pub(super) fn new(stage: &NormWeights, convolutions: &[&Convolution]) -> Layer {
        Layer {
            norm: Norm::new(stage),
            filter: Filter::new(convolutions, false),
        }
    }

    /// A layer of a head, where rounding would be seen: what takes no time is computed in floats.
    pub(super) fn of_head(stage: &NormWeights, convolutions: &[&Convolution]) -> Layer {
        Layer {
            norm: Norm::new(stage),
            filter: Filter::new(convolutions, true),
        }
    }

    /// Lanes of outputs.
    pub(super) fn lanes(&self) -> usize {
        self.filter.direct.lanes_after
    }

    /// Writes the outputs for rows of channels, or adds them there.
    pub(super) fn apply(
        &self,
        machine: Machine,
        sides: (usize, usize),
        rows: Rows<'_>,
        outputs: &mut [Lane],
        adds: bool,
        scratch: &mut Scratch,
    ) {
        match machine.amx {
            Some(amx) => self.apply_direct((machine, amx), sides, rows, outputs, adds, scratch),
            None => self.apply_vectors(machine, sides, rows, outputs, adds, scratch),
        }
    }

    fn apply_direct(
        &self,
        (machine, amx): (Machine, Amx),
        sides: (usize, usize),
        rows: Rows<'_>,
        outputs: &mut [Lane],
        adds: bool,
        scratch: &mut Scratch,
    ) {
        let direct = &self.filter.direct;
        let boards = rows.points() / (sides.0 * sides.1);
        let frame = direct.frame(sides);
        let layout = Layout {
            sides,
            frame,
            stride: direct.stride,
            in_words: true,
        };
        let inside = boards * frame.area() * layout.stride;
        let (zeros, behind) = direct.behind(frame, boards);
        let Scratch {
            framed,
            products,
            shares,
            ..
        } = scratch;
        let words = sized(framed, inside + behind);
        shares.time(WorkKind::Stages, || {
            self.norm.apply(machine, rows, layout, &mut words[..inside]);
            words[inside..][..zeros].fill(Lane::default());
        });
        let rest = (products, shares);
        direct.apply((machine, amx), frame, words, outputs, adds, rest);
    }

    fn apply_vectors(
        &self,
        machine: Machine,
        sides: (usize, usize),
        rows: Rows<'_>,
        outputs: &mut [Lane],
        adds: bool,
        scratch: &mut Scratch,
    ) {
        let tiles = Tiles::new(sides.0, sides.1);
        let frame = match self.filter.vectors {
            Vectors::Point(_) | Vectors::Exact(_) => Frame::around(sides),
            Vectors::Square(_) => tiles.frame(),
        };
        let layout = Layout {
            sides,
            frame,
            stride: self.norm.lanes(),
            in_words: false,
        };
        let boards = rows.points() / (sides.0 * sides.1);
        // Its room is lent out, since the tiles need the rest.
        let mut buffer = std::mem::take(&mut scratch.framed);
        let framed = sized(&mut buffer, boards * frame.area() * self.norm.lanes());
        scratch.shares.time(WorkKind::Stages, || {
            self.norm.apply(machine, rows, layout, framed);
        });
        match &self.filter.vectors {
            Vectors::Point(dense) => {
                let points = PointRows {
                    rows: framed,
                    width: self.norm.lanes(),
                    scales: None,
                };
                dense.apply(machine, points, outputs, adds, scratch);
            }
            Vectors::Exact(panels) => scratch.shares.time(WorkKind::Products, || {
                panels.multiply(machine, framed, outputs, adds);
            }),
            Vectors::Square(winograd) => {
                winograd.apply(machine, tiles, framed, outputs, adds, scratch);
            }
        }
        scratch.framed = buffer;
    }
}
