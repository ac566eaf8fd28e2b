//! The tip of the trunk, and the heads.

use super::super::model::{
    DenseLayer, EncoderWeights, NormWeights, PolicyWeights, TipWeights, ValueWeights,
};
use super::super::players::PLAYER_NUMBERS;
use super::{MOST_CHANNELS, ModelError, Result, WeightReader};
use std::io::BufRead;
use std::ops::RangeInclusive;

/// Numbers of a head, from version 17 on, that later versions may give a meaning.
const HEAD_OPTIONS: usize = 3;

impl<R: BufRead> WeightReader<R> {
    pub(super) fn policy_head(&mut self, channels: usize) -> Result<PolicyWeights> {
        self.name()?;
        let policies = match self.version {
            17.. => self.declared_policies()?,
            16 => 4,
            12.. => 2,
            _ => 1,
        };
        let regular = self.convolution_of(channels)?;
        let pooled = self.convolution_of(channels)?;
        let pooling = self.pooling(pooled, regular.outputs)?;
        let middle = self.stage_of(regular.outputs)?;
        let last = self.convolution_between(regular.outputs, policies)?;
        let pass = self.matrix_of(pooling.spread.inputs)?;
        let pass_layer = if self.version >= 15 {
            Some(self.dense_layer(pass.outputs, policies..=policies)?)
        } else {
            self.expect(pass.outputs == policies, "channels do not fit")?;
            None
        };
        Ok(PolicyWeights {
            regular,
            pooling,
            middle,
            last,
            pass,
            pass_layer,
        })
    }

    pub(super) fn value_head(&mut self, channels: usize) -> Result<ValueWeights> {
        self.name()?;
        if self.version >= 17 {
            self.no_options(HEAD_OPTIONS)?;
        }
        let scores = if self.version >= 9 { 6 } else { 4 };
        let regular = self.convolution_of(channels)?;
        let stage = self.stage_of(regular.outputs)?;
        let pooled = self.matrix_of(3 * regular.outputs)?;
        Ok(ValueWeights {
            pooled_bias: self.bias_of(pooled.outputs)?,
            activation: self.activation()?,
            result: self.matrix_between(pooled.outputs, 3)?,
            result_bias: self.bias_of(3)?,
            score: self.matrix_between(pooled.outputs, scores)?,
            score_bias: self.bias_of(scores)?,
            owners: self.convolution_between(regular.outputs, 1)?,
            regular,
            stage,
            pooled,
        })
    }

    /// A bias, an activation and a matrix for some inputs.
    fn dense_layer(&mut self, inputs: usize, outputs: RangeInclusive<usize>) -> Result<DenseLayer> {
        Ok(DenseLayer {
            bias: self.bias_of(inputs)?,
            activation: self.activation()?,
            last: self.matrix(inputs, outputs)?,
        })
    }

    /// What a network of human play makes of the players.
    pub(super) fn encoder(&mut self, channels: usize) -> Result<EncoderWeights> {
        self.name()?;
        let numbers: usize = self.number()?;
        if numbers != PLAYER_NUMBERS {
            let text = format!("{numbers} numbers of players in place of {PLAYER_NUMBERS}");
            return Err(ModelError::Unsupported(text));
        }
        let first = self.matrix_of(PLAYER_NUMBERS)?;
        let second = self.dense_layer(first.outputs, 1..=MOST_CHANNELS)?;
        let last = self.dense_layer(second.last.outputs, channels..=channels)?;
        Ok(EncoderWeights {
            first,
            hidden: [second, last],
        })
    }

    /// How many policies a head says that it has.
    fn declared_policies(&mut self) -> Result<usize> {
        let policies = self.channels()?;
        if !matches!(policies, 2 | 4) {
            return Err(ModelError::Unsupported(format!("{policies} policies")));
        }
        self.no_options(HEAD_OPTIONS)?;
        Ok(policies)
    }

    /// What comes before the heads.
    pub(super) fn tip(&mut self, channels: usize, has_root: bool) -> Result<TipWeights> {
        if !has_root {
            let stage = self.stage_of(channels)?;
            return Ok(TipWeights { root: None, stage });
        }
        self.name()?;
        self.same_channels(channels)?;
        let (epsilon, is_spatial) = (self.positive()?, self.flag()?);
        // The size of groups of channels.
        self.no_options(1)?;
        Ok(TipWeights {
            root: Some((epsilon, is_spatial)),
            stage: NormWeights {
                factors: self.floats(channels)?,
                summands: self.floats(channels)?,
                activation: self.activation()?,
            },
        })
    }
}
