//! Blocks of the trunk.

use super::super::model::{
    AttentionWeights, BlockWeights, Convolution, FeedForwardWeights, PoolingWeights,
    RotationWeights,
};
use super::{MOST_BLOCKS, ModelError, Result, WeightReader};
use std::io::BufRead;

/// Blocks may contain blocks that contain blocks, and no more.
const DEEPEST: usize = 3;

/// More heads of an attention are refused, and more numbers in one of them.
const MOST_HEADS: usize = 1 << 7;
const LARGEST_HEAD: usize = 1 << 9;

impl<R: BufRead> WeightReader<R> {
    pub(super) fn blocks(
        &mut self,
        count: usize,
        channels: usize,
        depth: usize,
    ) -> Result<Vec<BlockWeights>> {
        (0..count).map(|_| self.block(channels, depth)).collect()
    }

    fn block(&mut self, channels: usize, depth: usize) -> Result<BlockWeights> {
        let kind = self.word()?;
        self.name()?;
        match kind.as_str() {
            "ordinary_block" | "gpool_block" => {
                let first = self.stage_of(channels)?;
                let regular = self.block_convolution_of(channels)?;
                let pooling = if kind == "gpool_block" {
                    let pooled = self.block_convolution_of(channels)?;
                    Some(self.pooling(pooled, regular.outputs)?)
                } else {
                    None
                };
                Ok(BlockWeights::Residual {
                    first,
                    pooling,
                    middle: self.stage_of(regular.outputs)?,
                    last: self.convolution_between(regular.outputs, channels)?,
                    regular,
                })
            }
            "nested_bottleneck_block" => {
                self.expect(depth < DEEPEST, "blocks in blocks in blocks")?;
                let count = self.count(MOST_BLOCKS)?;
                let first = self.stage_of(channels)?;
                let narrow = self.block_convolution_of(channels)?;
                Ok(BlockWeights::Bottleneck {
                    first,
                    blocks: self.blocks(count, narrow.outputs, depth + 1)?,
                    middle: self.stage_of(narrow.outputs)?,
                    widen: self.convolution_between(narrow.outputs, channels)?,
                    narrow,
                })
            }
            "transformer_attention_block" => Ok(BlockWeights::Attention(self.attention(channels)?)),
            "transformer_ffn_block" => Ok(BlockWeights::FeedForward(self.feed_forward(channels)?)),
            other => Err(ModelError::Unsupported(format!("blocks of kind {other}"))),
        }
    }

    /// What is pooled of some channels and added to others.
    pub(super) fn pooling(
        &mut self,
        pooled: Convolution,
        outputs: usize,
    ) -> Result<PoolingWeights> {
        Ok(PoolingWeights {
            stage: self.stage_of(pooled.outputs)?,
            spread: self.matrix_between(3 * pooled.outputs, outputs)?,
            pooled,
        })
    }

    fn attention(&mut self, channels: usize) -> Result<AttentionWeights> {
        let (heads, shared_heads) = (self.count(MOST_HEADS)?, self.count(MOST_HEADS)?);
        let (size, value_size) = (self.count(LARGEST_HEAD)?, self.count(LARGEST_HEAD)?);
        let (is_turned, is_learned) = (self.flag()?, self.flag()?);
        self.expect(heads % shared_heads == 0, "heads that cannot be shared")?;
        self.expect(
            size.is_multiple_of(2) || !is_turned,
            "half a pair of numbers",
        )?;
        Ok(AttentionWeights {
            norm: self.root_of(channels)?,
            heads,
            shared_heads,
            query: self.matrix_between(channels, heads * size)?,
            key: self.matrix_between(channels, shared_heads * size)?,
            value: self.matrix_between(channels, shared_heads * value_size)?,
            out: self.matrix_between(heads * value_size, channels)?,
            rotation: match (is_turned, is_learned) {
                (false, _) => None,
                (true, true) => Some(self.learned_rotation(shared_heads, size / 2)?),
                (true, false) => Some(self.fixed_rotation()?),
            },
        })
    }

    fn fixed_rotation(&mut self) -> Result<RotationWeights> {
        self.name()?;
        Ok(RotationWeights::Fixed {
            theta: self.positive()?,
        })
    }

    fn learned_rotation(&mut self, heads: usize, pairs: usize) -> Result<RotationWeights> {
        self.name()?;
        for expected in [heads, pairs, 2] {
            self.same_channels(expected)?;
        }
        Ok(RotationWeights::Learned(self.floats(heads * pairs * 2)?))
    }

    fn feed_forward(&mut self, channels: usize) -> Result<FeedForwardWeights> {
        self.same_channels(channels)?;
        let inner = self.channels()?;
        if !self.flag()? {
            let text = "a feed-forward block without a gate".to_string();
            return Err(ModelError::Unsupported(text));
        }
        Ok(FeedForwardWeights {
            norm: self.root_of(channels)?,
            first: self.matrix_between(channels, inner)?,
            gate: self.matrix_between(channels, inner)?,
            last: self.matrix_between(inner, channels)?,
        })
    }
}
