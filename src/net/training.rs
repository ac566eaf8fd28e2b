//! The input of a network as training data holds it.

use super::inputs::{Features, GLOBALS, NetInput, PLANES};
use super::network::Workspace;

/// The inputs of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingInputs {
    /// The planes one after the other, each a bit for each point, row by row from the top, the first point in the
    /// highest bit of a byte. A plane begins with a byte of its own.
    pub planes: Vec<u8>,
    /// The numbers that concern the whole board.
    pub globals: [f32; GLOBALS],
}

impl TrainingInputs {
    /// The number of planes.
    pub const PLANES: usize = PLANES;
    /// How many numbers concern the whole board.
    pub const GLOBALS: usize = GLOBALS;

    /// Those of a position on a board that networks [know](super::Network::knows).
    #[must_use]
    pub fn of(input: &NetInput, workspace: &mut Workspace) -> TrainingInputs {
        let mut features = Features::default();
        input.write_features(false, &mut workspace.ladders, &mut features);
        let Features { ones, globals, .. } = features;
        let bytes = input.size().area().div_ceil(8);
        let mut planes = vec![0; PLANES * bytes];
        for (place, plane) in ones {
            let byte = usize::from(plane) * bytes + usize::from(place / 8);
            planes[byte] |= 0x80 >> (place % 8);
        }
        TrainingInputs { planes, globals }
    }
}
