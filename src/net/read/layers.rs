//! Layers: convolutions, matrices, normalizations, activations.

use super::super::inputs::PLANES;
use super::super::model::{Activation, Convolution, Matrix, NormWeights, RootWeights};
use super::{MOST_CHANNELS, ModelError, Result, WeightReader};
use std::io::BufRead;
use std::ops::RangeInclusive;

impl<R: BufRead> WeightReader<R> {
    /// A convolution with a limit to its rows, between numbers of channels that are known before its weights are read.
    fn convolution(
        &mut self,
        most_rows: usize,
        inputs: usize,
        outputs: RangeInclusive<usize>,
    ) -> Result<Convolution> {
        self.name()?;
        let (rows, columns) = (self.count(9)?, self.count(9)?);
        let found = [self.channels()?, self.channels()?];
        let dilation: [usize; 2] = [self.number()?, self.number()?];
        self.expect(rows % 2 == 1, "a convolution of an even size")?;
        if rows != columns || rows > most_rows || dilation != [1, 1] {
            let text = format!("the convolution {}", self.layer);
            return Err(ModelError::Unsupported(text));
        }
        let outputs = self.fitting(found, inputs, outputs)?;
        Ok(Convolution {
            side: rows,
            inputs,
            outputs,
            weights: self.floats(rows * columns * inputs * outputs)?,
        })
    }

    /// The outputs of a layer whose inputs and outputs are as they must be.
    fn fitting(
        &self,
        found: [usize; 2],
        inputs: usize,
        outputs: RangeInclusive<usize>,
    ) -> Result<usize> {
        let fits = found[0] == inputs && outputs.contains(&found[1]);
        self.expect(fits, "channels do not fit")?;
        Ok(found[1])
    }

    /// A convolution in a head, from a number of channels.
    pub(super) fn convolution_of(&mut self, inputs: usize) -> Result<Convolution> {
        self.convolution(3, inputs, 1..=MOST_CHANNELS)
    }

    /// A convolution in a block, from a number of channels. No block is wider than the trunk declares.
    pub(super) fn block_convolution_of(&mut self, inputs: usize) -> Result<Convolution> {
        self.convolution(3, inputs, 1..=self.widest)
    }

    /// The convolution of the planes, the only one that may be larger than 3x3.
    pub(super) fn planes(&mut self, channels: usize) -> Result<Convolution> {
        self.convolution(9, PLANES, channels..=channels)
    }

    /// A convolution between numbers of channels.
    pub(super) fn convolution_between(
        &mut self,
        inputs: usize,
        outputs: usize,
    ) -> Result<Convolution> {
        self.convolution(3, inputs, outputs..=outputs)
    }

    pub(super) fn matrix(
        &mut self,
        inputs: usize,
        outputs: RangeInclusive<usize>,
    ) -> Result<Matrix> {
        self.name()?;
        let found = [self.count(3 * MOST_CHANNELS)?, self.channels()?];
        let outputs = self.fitting(found, inputs, outputs)?;
        Ok(Matrix {
            inputs,
            outputs,
            weights: self.floats(inputs * outputs)?,
        })
    }

    pub(super) fn matrix_of(&mut self, inputs: usize) -> Result<Matrix> {
        self.matrix(inputs, 1..=MOST_CHANNELS)
    }

    pub(super) fn matrix_between(&mut self, inputs: usize, outputs: usize) -> Result<Matrix> {
        self.matrix(inputs, outputs..=outputs)
    }

    pub(super) fn bias_of(&mut self, channels: usize) -> Result<Vec<f32>> {
        self.name()?;
        self.same_channels(channels)?;
        self.floats(channels)
    }

    /// A number of channels that is known.
    pub(super) fn same_channels(&mut self, channels: usize) -> Result<()> {
        let found = self.channels()?;
        self.expect(found == channels, "channels do not fit")
    }

    pub(super) fn activation(&mut self) -> Result<Activation> {
        self.name()?;
        if self.version < 11 {
            return Ok(Activation::Relu);
        }
        match self.word()?.as_str() {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            "ACTIVATION_SILU" => Ok(Activation::Silu),
            other => Err(ModelError::Unsupported(format!("the activation {other}"))),
        }
    }

    /// A normalization of a number of channels and the activation that follows.
    pub(super) fn stage_of(&mut self, channels: usize) -> Result<NormWeights> {
        self.name()?;
        self.same_channels(channels)?;
        let epsilon: f32 = self.number()?;
        let (has_scale, has_bias) = (self.flag()?, self.flag()?);
        let means = self.floats(channels)?;
        let variances = self.floats(channels)?;
        let all = |x| vec![x; channels];
        let scales = if has_scale {
            self.floats(channels)?
        } else {
            all(1.0)
        };
        let biases = if has_bias {
            self.floats(channels)?
        } else {
            all(0.0)
        };
        let factor = |(scale, variance): (&f32, &f32)| scale / (variance + epsilon).sqrt();
        let factors: Vec<f32> = scales.iter().zip(&variances).map(factor).collect();
        self.expect(factors.iter().all(|x| x.is_finite()), "a variance below 0")?;
        let shifted = means.iter().zip(&factors).map(|(mean, by)| mean * by);
        let summands = biases.iter().zip(shifted).map(|(bias, by)| bias - by);
        Ok(NormWeights {
            summands: summands.collect(),
            factors,
            activation: self.activation()?,
        })
    }

    /// A division by the root of the mean square, for a number of channels.
    pub(super) fn root_of(&mut self, channels: usize) -> Result<RootWeights> {
        self.name()?;
        self.same_channels(channels)?;
        Ok(RootWeights {
            epsilon: self.positive()?,
            factors: self.floats(channels)?,
        })
    }
}
