//! How a machine computes: its vectors, and the number type in the products of convolutions.

use super::amx::Amx;
use super::arithmetic::{InFloats, Kernel, NumberFormat};
use super::shorts::Shorts;
use pulp::{Arch, WithSimd};

/// The vectors of a machine and, if it has instructions for them, the whole numbers of its products or a unit for
/// products of matrices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Machine {
    arch: Arch,
    shorts: Option<Shorts>,
    pub(super) amx: Option<Amx>,
}

impl Machine {
    /// The best that this machine can be.
    pub(super) fn best() -> Machine {
        let amx = Amx::find().map(Machine::from);
        let shorts = || Shorts::find().map(Machine::from);
        amx.or_else(shorts).unwrap_or_else(|| Arch::new().into())
    }

    /// Does work that knows no numbers but floats.
    pub(super) fn dispatch<W: WithSimd>(self, work: W) -> W::Output {
        self.arch.dispatch(work)
    }

    /// Runs a kernel with the shortest numbers that the vectors of this machine can multiply.
    pub(super) fn run(self, kernel: impl Kernel) {
        match self.shorts {
            Some(shorts) => shorts.run(kernel),
            None => self.arch.dispatch(InFloats(kernel)),
        }
    }

    /// The numbers that a kernel of [`Machine::run`] multiplies.
    pub(super) const fn format(self) -> NumberFormat {
        if self.shorts.is_some() {
            NumberFormat::Shorts
        } else {
            NumberFormat::Floats
        }
    }
}

impl From<Arch> for Machine {
    fn from(arch: Arch) -> Machine {
        Machine {
            arch,
            shorts: None,
            amx: None,
        }
    }
}

impl From<Shorts> for Machine {
    fn from(shorts: Shorts) -> Machine {
        Machine {
            shorts: Some(shorts),
            ..shorts.arch().into()
        }
    }
}

impl From<Amx> for Machine {
    fn from(amx: Amx) -> Machine {
        Machine {
            amx: Some(amx),
            ..amx.bfloats().arch().into()
        }
    }
}
