//! The learned weights: for every feature a strength, *gamma*, and the file that keeps them.
//!
//! The file is binary, little endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `kosumiW1` |
//! | 3 times: 2, then 4 each | for the groups Shape, Contact, Reply: the number of known shapes, their keys |
//! | 1 | the number of models |
//! | for each model: 1 | the longest side of the boards it is for |
//! | ... for each group: 2 each | the gammas of its values from 0 on: the upper half of an `f32` |
//!
//! The groups and the numbers of their values are those of [`Group`]; a group of shapes has one value
//! for each shape and one for the unknown. Half an `f32` keeps gammas to 0.4 %, and the same bits
//! everywhere.

use super::features::{GROUPS, Group, KnownShapes, ShapeKey, Shapes, Team};
use crate::go::Size;
use std::sync::LazyLock;

const MAGIC: &[u8; 8] = b"kosumiW1";

/// The groups whose values are shapes, in the order of the file.
pub const SHAPE_GROUPS: [Group; 3] = [Group::Shape, Group::Contact, Group::Reply];

/// The file is none of ours, or damaged.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum WeightsError {
    /// It begins otherwise.
    #[error("not a file of kosumi's weights")]
    NoWeights,
    /// It ends too early.
    #[error("the file of weights is cut off")]
    Short,
    /// It goes on after its end.
    #[error("the file of weights has {0} bytes too many")]
    Long(usize),
    /// A gamma that is no positive number.
    #[error("a weight of {0}, not a positive number")]
    BadGamma(f32),
    /// No model.
    #[error("the file of weights has no model")]
    NoModel,
}

/// The gammas for boards of some sizes.
#[derive(Clone, Debug, PartialEq)]
pub struct TeamModel {
    /// The longest side of the boards it is for.
    pub longest_side: u8,
    /// For each group in the order of [`Group::ALL`] the gammas of its values.
    pub gammas: [Vec<f32>; GROUPS],
}

/// Known shapes and the models that weigh them.
#[derive(Clone, Debug)]
pub struct Weights {
    keys: [Vec<ShapeKey>; 3],
    known: KnownShapes,
    models: Vec<TeamModel>,
}

static SHIPPED: LazyLock<Weights> = LazyLock::new(|| {
    Weights::parse(include_bytes!("weights.bin")).expect("a test holds that it parses")
});

impl Weights {
    /// The weights that are part of the program. The first call parses them, in some milliseconds.
    pub fn shipped() -> &'static Weights {
        &SHIPPED
    }

    /// Weights from the keys of the known shapes in the order of [`SHAPE_GROUPS`], and models with
    /// growing sides.
    ///
    /// # Panics
    /// There is no model.
    pub fn new(keys: [Vec<ShapeKey>; 3], models: Vec<TeamModel>) -> Weights {
        assert!(!models.is_empty(), "a model");
        Weights {
            known: known(&keys),
            keys,
            models,
        }
    }

    /// Reads the file.
    ///
    /// # Errors
    /// It is not as the [module](self) describes it.
    pub fn parse(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let mut bytes = Bytes(bytes);
        if bytes.take::<8>().as_ref() != Ok(MAGIC) {
            return Err(WeightsError::NoWeights);
        }
        let mut keys = [const { Vec::new() }; 3];
        for keys in &mut keys {
            *keys = (0..bytes.u16()?)
                .map(|_| bytes.u32())
                .collect::<Result<_, _>>()?;
        }
        let [count] = bytes.take()?;
        let models = (0..count)
            .map(|_| bytes.model(&keys))
            .collect::<Result<Vec<_>, _>>()?;
        match bytes.0.len() {
            _ if models.is_empty() => Err(WeightsError::NoModel),
            0 => Ok(Weights::new(keys, models)),
            rest => Err(WeightsError::Long(rest)),
        }
    }

    /// Writes the file. Gammas are rounded.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        for keys in &self.keys {
            bytes.extend((keys.len() as u16).to_le_bytes());
            bytes.extend(keys.iter().flat_map(|key| key.to_le_bytes()));
        }
        bytes.push(self.models.len() as u8);
        for model in &self.models {
            bytes.push(model.longest_side);
            let gammas = model.gammas.iter().flatten();
            bytes.extend(gammas.flat_map(|&gamma| upper_half(gamma).to_le_bytes()));
        }
        bytes
    }

    /// The shapes that have gammas.
    pub const fn known(&self) -> &KnownShapes {
        &self.known
    }

    /// The model for a board: the first one for sides as long, else the last one.
    ///
    /// # Panics
    /// Never: there is a model.
    pub fn model(&self, size: Size) -> &TeamModel {
        let longest = size.width().max(size.height());
        let fits = self
            .models
            .iter()
            .find(|model| model.longest_side >= longest);
        fits.or(self.models.last()).expect("a model")
    }
}

impl TeamModel {
    /// The strength of a team: the product of its gammas, kept far from the ends of the range.
    #[inline]
    pub fn strength(&self, team: &Team) -> f32 {
        let gammas = self.gammas.iter().zip(team.features);
        let product = gammas.fold(1.0, |product: f32, (gammas, value)| {
            product * gammas.get(usize::from(value)).copied().unwrap_or(1.0)
        });
        product.clamp(1e-30, 1e30)
    }
}

/// The number of values of a group if these shapes are known.
pub fn values_of(group: Group, keys: &[Vec<ShapeKey>; 3]) -> usize {
    let shapes = SHAPE_GROUPS
        .iter()
        .zip(keys)
        .find(|(other, _)| **other == group);
    shapes.map_or(group.fixed_values().unwrap_or(1), |(_, keys)| {
        keys.len() + 1
    })
}

/// The tables of the known shapes.
pub fn known(keys: &[Vec<ShapeKey>; 3]) -> KnownShapes {
    let [shape, contact, reply] = keys.each_ref().map(|keys| Shapes::new(keys));
    KnownShapes {
        shape,
        contact,
        reply,
    }
}

/// The upper half of the bits of a number, rounded.
fn upper_half(gamma: f32) -> u16 {
    (gamma.to_bits().saturating_add(0x8000) >> 16) as u16
}

/// What is left of the file.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], WeightsError> {
        let (first, rest) = self.0.split_first_chunk::<N>().ok_or(WeightsError::Short)?;
        self.0 = rest;
        Ok(*first)
    }

    fn u16(&mut self) -> Result<u16, WeightsError> {
        self.take().map(u16::from_le_bytes)
    }

    fn u32(&mut self) -> Result<u32, WeightsError> {
        self.take().map(u32::from_le_bytes)
    }

    fn gamma(&mut self) -> Result<f32, WeightsError> {
        let gamma = f32::from_bits(u32::from(self.u16()?) << 16);
        if gamma.is_normal() && gamma > 0.0 {
            Ok(gamma)
        } else {
            Err(WeightsError::BadGamma(gamma))
        }
    }

    fn model(&mut self, keys: &[Vec<ShapeKey>; 3]) -> Result<TeamModel, WeightsError> {
        let [longest_side] = self.take()?;
        let mut gammas = [const { Vec::new() }; GROUPS];
        for (gammas, group) in gammas.iter_mut().zip(Group::ALL) {
            let count = values_of(group, keys);
            *gammas = (0..count).map(|_| self.gamma()).collect::<Result<_, _>>()?;
        }
        Ok(TeamModel {
            longest_side,
            gammas,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Weights {
        let keys = [vec![1, 2, 3], vec![4], vec![]];
        let model = |longest_side| TeamModel {
            longest_side,
            gammas: Group::ALL.map(|group| {
                let values = 0..values_of(group, &keys) as u16;
                values.map(|value| 0.3 + f32::from(value)).collect()
            }),
        };
        let models = vec![model(9), model(19)];
        Weights::new(keys, models)
    }

    #[test]
    fn the_file_of_the_program_is_whole() {
        let weights = Weights::shipped();
        assert_eq!(weights.to_bytes(), include_bytes!("weights.bin"));
        assert!(weights.keys.iter().all(|keys| keys.len() > 500));
        for side in [1, 9, 13, 19, 25] {
            let model = weights.model(Size::square(side));
            assert!(model.longest_side >= side);
        }
    }

    #[test]
    fn files_round_trip() {
        let bytes = small().to_bytes();
        let again = Weights::parse(&bytes).expect("a whole file");
        assert_eq!(again.to_bytes(), bytes);
        let gamma = again.model(Size::square(10)).gammas[0][1];
        assert!((gamma - 1.3).abs() < 0.005, "{gamma}");
        assert_eq!(again.model(Size::square(5)).longest_side, 9);
        assert_eq!(again.model(Size::square(25)).longest_side, 19);
    }

    #[test]
    fn damaged_files_are_refused() {
        let bytes = small().to_bytes();
        let error = |bytes: &[u8]| Weights::parse(bytes).expect_err("damaged");
        assert_eq!(error(b"hello, world"), WeightsError::NoWeights);
        assert_eq!(error(b""), WeightsError::NoWeights);
        for length in 8..bytes.len() {
            assert_eq!(error(&bytes[..length]), WeightsError::Short);
        }
        assert_eq!(error(&[&bytes[..], b"x"].concat()), WeightsError::Long(1));
        let mut zero = bytes.clone();
        let end = zero.len();
        zero[end - 2..].fill(0);
        assert_eq!(error(&zero), WeightsError::BadGamma(0.0));
    }
}
