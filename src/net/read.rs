//! Networks from files in KataGo's format: words and numbers in ASCII, weights as text or as blocks of little-endian 32-bit
//! floats after `@BIN@`, with or without gzip.
//!
//! Model versions 8 to 17 are read. A file need not be trusted: no size is believed before its data is there, so a false one
//! costs neither memory nor time. The file is read to its end, where gzip has its checksum, and nothing may follow the
//! network.

mod blocks;
mod heads;
mod layers;

use super::inputs::{GLOBALS, PLANES};
use super::model::{NetworkWeights, Scales};
use crate::files::{GZIP, Gunzip, NETWORK};
use std::io::{self, BufRead, BufReader};
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
const NEWEST: u32 = 17;

/// More weights than this, a gigabyte, are refused.
const MOST_WEIGHTS: usize = 1 << 28;

/// Smaller weights are read as zero. Training leaves such where it lets weights vanish. They change no sum, and those that are
/// subnormal make products of floats up to thirty times slower on processors of Intel.
const LEAST_WEIGHT: f32 = 1e-30;

/// More channels of a layer are refused.
const MOST_CHANNELS: usize = 1 << 13;

/// More blocks in a row are refused.
const MOST_BLOCKS: usize = 1 << 9;

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
        let mut floats = if self.peek()? == Some(b'@') {
            self.binary_floats(count)?
        } else {
            self.text_floats(count)?
        };
        self.expect(floats.iter().all(|x| x.is_finite()), "an infinite weight")?;
        for weight in &mut floats {
            if weight.abs() < LEAST_WEIGHT {
                *weight = 0.0;
            }
        }
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
            time_variance: all[4],
            win_error: all[5],
            score_error: all[6],
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
        let (mut has_encoder, mut lives_under_suicide) = (false, false);
        if self.version >= 15 {
            has_encoder = match self.number::<i64>()? {
                0 => false,
                1 => true,
                other => {
                    let text = format!("version {other} of the encoder of players");
                    return Err(ModelError::Unsupported(text));
                }
            };
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
        let mut tip_has_root = false;
        if self.version >= 15 {
            tip_has_root = match self.number::<i64>()? {
                0 => false,
                1 => true,
                other => {
                    let text = format!("normalization {other} at the tip of its trunk");
                    return Err(ModelError::Unsupported(text));
                }
            };
            self.no_options(5)?;
        }
        Ok(NetworkWeights {
            name,
            version: self.version,
            scales,
            lives_under_suicide,
            planes: self.planes(channels)?,
            globals: self.matrix_between(GLOBALS, channels)?,
            encoder: if has_encoder {
                Some(self.encoder(channels)?)
            } else {
                None
            },
            blocks: self.blocks(block_count, channels, 1)?,
            tip: self.tip(channels, tip_has_root)?,
            policy: self.policy_head(channels)?,
            value: self.value_head(channels)?,
            weights: self.weights,
        })
    }
}
