//! Networks from files in KataGo's format: words and numbers in ASCII, weights as text or as blocks of little-endian 32-bit
//! floats after `@BIN@`, with or without gzip.
//!
//! Model versions 8 to 16 are read. A file need not be trusted: no size is believed before its data is there, so a false one
//! costs neither memory nor time. The file is read to its end, where gzip has its checksum, and nothing may follow the
//! network.

use super::inputs::{GLOBALS, PLANES};
use super::model::{
    Activation, BlockWeights, Convolution, Matrix, NetworkWeights, NormWeights, PassLayer,
    PolicyWeights, PoolingWeights, Scales, ValueWeights,
};
use crate::files::{GZIP, Gunzip, NETWORK};
use std::io::{self, BufRead, BufReader};
use std::ops::RangeInclusive;
use std::str::FromStr;
use thiserror::Error;

/// Why a file is not a network that can be used.
#[derive(Debug, Error)]
pub enum ModelError {
    /// It cannot be read.
    #[error("cannot read the network: {0}")]
    // Not as a source: a chain of sources would show it twice.
    Unreadable(io::Error),
    /// It does not begin as a network does.
    #[error("not a network in KataGo's format")]
    Foreign,
    /// It is a network, but it has something that is not known here.
    #[error("a network with {0} is not supported")]
    Unsupported(String),
    /// It contradicts itself or ends too early.
    #[error("the network is damaged at {layer}: {fault}")]
    Damaged {
        /// The last name that was read.
        layer: String,
        /// What is wrong there.
        fault: String,
    },
}

impl From<io::Error> for ModelError {
    fn from(error: io::Error) -> ModelError {
        ModelError::Unreadable(error)
    }
}

type Result<T> = std::result::Result<T, ModelError>;

/// The versions that are read.
const OLDEST: u32 = 8;
const NEWEST: u32 = 16;

/// More weights than this, a gigabyte, are refused.
const MOST_WEIGHTS: usize = 1 << 28;

/// More channels of a layer are refused.
const MOST_CHANNELS: usize = 1 << 13;

/// More blocks in a row are refused.
const MOST_BLOCKS: usize = 1 << 9;

/// Blocks may contain blocks that contain blocks, and no more.
const DEEPEST: usize = 3;

/// Longer words, and longer gaps between them, are refused.
const LONGEST: usize = 256;

/// The bytes of a piece of weights, read one after the other so that a file that ends early has taken little memory.
const PIECE: usize = 1 << 16;

/// Reads a network, compressed or not.
pub(super) fn read(mut source: impl BufRead) -> Result<NetworkWeights> {
    if source.fill_buf()?.starts_with(GZIP) {
        let plain = BufReader::new(Gunzip::new(source, NETWORK));
        WeightReader::new(plain).whole_model()
    } else {
        WeightReader::new(source).whole_model()
    }
}

/// The text of a network, and where its reading stands.
struct WeightReader<R> {
    text: R,
    version: u32,
    /// The last name that was read.
    layer: String,
    /// The weights read so far.
    weights: usize,
    /// The most channels that the trunk declares for any of its layers.
    widest: usize,
}

impl<R: BufRead> WeightReader<R> {
    fn new(text: R) -> WeightReader<R> {
        WeightReader {
            text,
            version: 0,
            layer: "its beginning".to_string(),
            weights: 0,
            widest: 0,
        }
    }

    fn damaged<T>(&self, fault: impl Into<String>) -> Result<T> {
        Err(ModelError::Damaged {
            layer: self.layer.clone(),
            fault: fault.into(),
        })
    }

    /// Fails with a text unless something holds.
    fn expect(&self, holds: bool, fault: &str) -> Result<()> {
        if holds { Ok(()) } else { self.damaged(fault) }
    }

    /// The next byte, `None` at the end.
    fn peek(&mut self) -> Result<Option<u8>> {
        Ok(self.text.fill_buf()?.first().copied())
    }

    fn skip_gap(&mut self) -> Result<()> {
        for _ in 0..LONGEST {
            match self.peek()? {
                Some(byte) if byte.is_ascii_whitespace() => self.text.consume(1),
                _ => return Ok(()),
            }
        }
        self.damaged("nothing but blanks")
    }

    fn word(&mut self) -> Result<String> {
        self.skip_gap()?;
        let mut word = String::new();
        while let Some(byte) = self.peek()?.filter(u8::is_ascii_graphic) {
            self.expect(word.len() < LONGEST, "a word without an end")?;
            word.push(char::from(byte));
            self.text.consume(1);
        }
        match self.peek()? {
            None if word.is_empty() => self.damaged("the file ends"),
            Some(byte) if !byte.is_ascii_whitespace() => {
                self.damaged(format!("unexpected byte {byte:#04x}"))
            }
            _ => Ok(word),
        }
    }

    fn name(&mut self) -> Result<()> {
        self.layer = self.word()?;
        Ok(())
    }

    fn number<T: FromStr>(&mut self) -> Result<T> {
        let word = self.word()?;
        match word.parse() {
            Ok(number) => Ok(number),
            Err(_) => self.damaged(format!("{word:?} is not the number expected here")),
        }
    }

    fn flag(&mut self) -> Result<bool> {
        match self.number::<u8>()? {
            0 => Ok(false),
            1 => Ok(true),
            other => self.damaged(format!("{other} is neither 0 nor 1")),
        }
    }

    /// A number of things that there must be at least one of.
    fn count(&mut self, most: usize) -> Result<usize> {
        match self.number()? {
            count if (1..=most).contains(&count) => Ok(count),
            count => self.damaged(format!("{count} is not a number from 1 to {most}")),
        }
    }

    fn channels(&mut self) -> Result<usize> {
        self.count(MOST_CHANNELS)
    }

    /// Options that later versions may give a meaning.
    fn no_options(&mut self, count: usize) -> Result<()> {
        for _ in 0..count {
            if self.number::<i64>()? != 0 {
                let layer = &self.layer;
                return Err(ModelError::Unsupported(format!("an option of {layer}")));
            }
        }
        Ok(())
    }

    fn floats(&mut self, count: usize) -> Result<Vec<f32>> {
        self.weights = self.weights.saturating_add(count);
        if self.weights > MOST_WEIGHTS {
            let text = format!("more than {MOST_WEIGHTS} weights");
            return Err(ModelError::Unsupported(text));
        }
        self.skip_gap()?;
        let floats = if self.peek()? == Some(b'@') {
            self.binary_floats(count)?
        } else {
            self.text_floats(count)?
        };
        self.expect(floats.iter().all(|x| x.is_finite()), "an infinite weight")?;
        Ok(floats)
    }

    fn text_floats(&mut self, count: usize) -> Result<Vec<f32>> {
        (0..count).map(|_| self.number()).collect()
    }

    fn binary_floats(&mut self, count: usize) -> Result<Vec<f32>> {
        let mut mark = [0; 5];
        self.exactly(&mut mark)?;
        self.expect(&mark == b"@BIN@", "neither text nor binary weights")?;
        let mut floats = Vec::new();
        let mut piece = vec![0; PIECE];
        while floats.len() < count {
            let bytes = (4 * (count - floats.len())).min(PIECE);
            self.exactly(&mut piece[..bytes])?;
            let (words, _) = piece[..bytes].as_chunks();
            floats.extend(words.iter().map(|&word| f32::from_le_bytes(word)));
        }
        Ok(floats)
    }

    fn exactly(&mut self, bytes: &mut [u8]) -> Result<()> {
        match self.text.read_exact(bytes) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                self.damaged("the file ends")
            }
            other => Ok(other?),
        }
    }

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
    fn convolution_of(&mut self, inputs: usize) -> Result<Convolution> {
        self.convolution(3, inputs, 1..=MOST_CHANNELS)
    }

    /// A convolution in a block, from a number of channels. No block is wider than the trunk declares.
    fn block_convolution_of(&mut self, inputs: usize) -> Result<Convolution> {
        self.convolution(3, inputs, 1..=self.widest)
    }

    /// The convolution of the planes, the only one that may be larger than 3x3.
    fn planes(&mut self, channels: usize) -> Result<Convolution> {
        self.convolution(9, PLANES, channels..=channels)
    }

    /// A convolution between numbers of channels.
    fn convolution_between(&mut self, inputs: usize, outputs: usize) -> Result<Convolution> {
        self.convolution(3, inputs, outputs..=outputs)
    }

    fn matrix(&mut self, inputs: usize, outputs: RangeInclusive<usize>) -> Result<Matrix> {
        self.name()?;
        let found = [self.count(3 * MOST_CHANNELS)?, self.channels()?];
        let outputs = self.fitting(found, inputs, outputs)?;
        Ok(Matrix {
            inputs,
            outputs,
            weights: self.floats(inputs * outputs)?,
        })
    }

    fn matrix_of(&mut self, inputs: usize) -> Result<Matrix> {
        self.matrix(inputs, 1..=MOST_CHANNELS)
    }

    fn matrix_between(&mut self, inputs: usize, outputs: usize) -> Result<Matrix> {
        self.matrix(inputs, outputs..=outputs)
    }

    fn bias_of(&mut self, channels: usize) -> Result<Vec<f32>> {
        self.name()?;
        let found = self.channels()?;
        self.expect(found == channels, "channels do not fit")?;
        self.floats(channels)
    }

    fn activation(&mut self) -> Result<Activation> {
        self.name()?;
        if self.version < 11 {
            return Ok(Activation::Relu);
        }
        match self.word()?.as_str() {
            "ACTIVATION_IDENTITY" => Ok(Activation::Identity),
            "ACTIVATION_RELU" => Ok(Activation::Relu),
            "ACTIVATION_MISH" => Ok(Activation::Mish),
            other => Err(ModelError::Unsupported(format!("the activation {other}"))),
        }
    }

    /// A normalization of a number of channels and the activation that follows.
    fn stage_of(&mut self, channels: usize) -> Result<NormWeights> {
        self.name()?;
        let found = self.channels()?;
        self.expect(found == channels, "channels do not fit")?;
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

    fn blocks(&mut self, count: usize, channels: usize, depth: usize) -> Result<Vec<BlockWeights>> {
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
            other => Err(ModelError::Unsupported(format!("blocks of kind {other}"))),
        }
    }

    /// What is pooled of some channels and added to others.
    fn pooling(&mut self, pooled: Convolution, outputs: usize) -> Result<PoolingWeights> {
        Ok(PoolingWeights {
            stage: self.stage_of(pooled.outputs)?,
            spread: self.matrix_between(3 * pooled.outputs, outputs)?,
            pooled,
        })
    }

    fn policy_head(&mut self, channels: usize) -> Result<PolicyWeights> {
        self.name()?;
        let policies = match self.version {
            16.. => 4,
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
            Some(PassLayer {
                bias: self.bias_of(pass.outputs)?,
                activation: self.activation()?,
                last: self.matrix_between(pass.outputs, policies)?,
            })
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

    fn value_head(&mut self, channels: usize) -> Result<ValueWeights> {
        self.name()?;
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

    fn positive(&mut self) -> Result<f32> {
        match self.number()? {
            x if x > 0.0 && f32::is_finite(x) => Ok(x),
            x => self.damaged(format!("{x} is not a positive number")),
        }
    }

    fn scales(&mut self) -> Result<Scales> {
        let all: Vec<f32> = (0..7).map(|_| self.positive()).collect::<Result<_>>()?;
        Ok(Scales {
            score: all[1],
            deviation: all[2],
            lead: all[3],
        })
    }

    /// The name and the version. What does not even have these is no network.
    fn head(&mut self) -> Result<String> {
        let foreign = |_| ModelError::Foreign;
        let name = self.word().map_err(foreign)?;
        self.version = self.number().map_err(foreign)?;
        if !(OLDEST..=NEWEST).contains(&self.version) {
            let text = format!(
                "model version {} (versions {OLDEST} to {NEWEST} are read)",
                self.version
            );
            return Err(ModelError::Unsupported(text));
        }
        self.layer.clone_from(&name);
        Ok(name)
    }

    /// A network behind which nothing follows. Checksums of gzip are compared where the file ends.
    fn whole_model(mut self) -> Result<NetworkWeights> {
        let model = self.model()?;
        "its end".clone_into(&mut self.layer);
        self.skip_gap()?;
        let is_over = self.peek()?.is_none();
        self.expect(is_over, "something follows the network")?;
        Ok(model)
    }

    fn model(&mut self) -> Result<NetworkWeights> {
        let name = self.head()?;
        let inputs: [usize; 2] = [self.number()?, self.number()?];
        if inputs != [PLANES, GLOBALS] {
            let [planes, globals] = inputs;
            let text = format!("{planes} planes and {globals} global inputs");
            return Err(ModelError::Unsupported(text));
        }
        let scales = if self.version >= 13 {
            self.scales()?
        } else {
            Scales::default()
        };
        let mut lives_under_suicide = false;
        if self.version >= 15 {
            if self.number::<i64>()? != 0 {
                let text = "an encoder of game records".to_string();
                return Err(ModelError::Unsupported(text));
            }
            lives_under_suicide = self.flag()?;
            self.no_options(6)?;
        }
        self.name()?;
        let block_count = self.count(MOST_BLOCKS)?;
        let channels = self.channels()?;
        self.widest = channels;
        for _ in 0..4 {
            // Channels inside of blocks, which these name themselves.
            let declared = self.number::<i64>()?;
            let declared = usize::try_from(declared).unwrap_or(0);
            self.widest = self.widest.max(declared.min(MOST_CHANNELS));
        }
        if self.version >= 15 {
            self.no_options(6)?;
        }
        Ok(NetworkWeights {
            name,
            version: self.version,
            scales,
            lives_under_suicide,
            planes: self.planes(channels)?,
            globals: self.matrix_between(GLOBALS, channels)?,
            blocks: self.blocks(block_count, channels, 1)?,
            tip: self.stage_of(channels)?,
            policy: self.policy_head(channels)?,
            value: self.value_head(channels)?,
            weights: self.weights,
        })
    }
}
