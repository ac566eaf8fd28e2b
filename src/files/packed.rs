//! How much a compressed file may unpack to.
//!
//! Compression can shrink data a thousandfold, so a small file could fill all memory. Useful files are far from that: games
//! compress six to ten times, weights of networks hardly twice.

use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, Read};

/// The bytes with which a file in the format of gzip begins.
pub const GZIP: &[u8] = &[0x1f, 0x8b];

/// Unpacked bytes for each packed one, beyond those that any file may have.
const RATIO: u64 = 64;

/// A bound to what is unpacked.
#[derive(Clone, Copy, Debug)]
pub struct Expansion {
    /// The bytes that the smallest file may unpack to.
    pub free: u64,
}

impl Expansion {
    /// Returns the most bytes that a number of packed ones may unpack to.
    pub const fn most(self, packed: u64) -> u64 {
        self.free.saturating_add(packed.saturating_mul(RATIO))
    }

    /// Fails if a number of packed bytes has unpacked to too many.
    fn check(self, packed: u64, unpacked: u64) -> io::Result<()> {
        if unpacked <= self.most(packed) {
            return Ok(());
        }
        let reason = format!("unpacks to more than {RATIO} times its size");
        Err(io::Error::new(io::ErrorKind::FileTooLarge, reason))
    }
}

/// What a file in the format of gzip unpacks to, read as it is needed. It may have several members, one after the other,
/// and nothing else. The checksum and the length of a member are compared where it ends: only who reads to the end knows
/// that all was right.
#[derive(Debug)]
pub struct Gunzip<R> {
    plain: MultiGzDecoder<CountedBytes<R>>,
    unpacked: u64,
    expansion: Expansion,
}

impl<R: BufRead> Gunzip<R> {
    /// Unpacks within a bound.
    pub fn new(packed: R, expansion: Expansion) -> Gunzip<R> {
        Gunzip {
            plain: MultiGzDecoder::new(CountedBytes { packed, count: 0 }),
            unpacked: 0,
            expansion,
        }
    }
}

impl<R: BufRead> Read for Gunzip<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.plain.read(bytes)?;
        self.unpacked += count as u64;
        self.expansion
            .check(self.plain.get_ref().count, self.unpacked)?;
        Ok(count)
    }
}

/// Counts the bytes that are taken.
#[derive(Debug)]
struct CountedBytes<R> {
    packed: R,
    count: u64,
}

impl<R: BufRead> Read for CountedBytes<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.packed.read(bytes)?;
        self.count += count as u64;
        Ok(count)
    }
}

impl<R: BufRead> BufRead for CountedBytes<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.packed.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.count += count as u64;
        self.packed.consume(count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    fn gzip(plain: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(plain).unwrap();
        encoder.finish().unwrap()
    }

    fn unpacked(packed: &[u8], free: u64) -> io::Result<Vec<u8>> {
        let mut plain = Vec::new();
        Gunzip::new(packed, Expansion { free }).read_to_end(&mut plain)?;
        Ok(plain)
    }

    #[test]
    fn what_is_packed_unpacks_to_what_it_was_or_fails() {
        let text = b"a text, a text of letters, a text of letters that come again";
        let packed = gzip(text);
        assert_eq!(unpacked(&packed, 0).unwrap(), text);
        for bit in 0..8 * packed.len() {
            let mut damaged = packed.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            if let Ok(plain) = unpacked(&damaged, 0) {
                assert_eq!(plain, text, "bit {bit}");
            }
        }
        for end in 1..packed.len() {
            assert!(unpacked(&packed[..end], 0).is_err(), "cut at {end}");
        }
        for tail in [&b"\0"[..], b"x", b"more than a header of gzip", GZIP] {
            let longer = [&packed, tail].concat();
            assert!(unpacked(&longer, 0).is_err(), "{tail:?}");
        }
        let twice = [&packed[..], &packed].concat();
        assert_eq!(unpacked(&twice, 0).unwrap(), [&text[..], text].concat());
    }

    #[test]
    fn a_small_file_does_not_fill_the_memory() {
        let zeros = vec![0; 1 << 20];
        let packed = gzip(&zeros);
        assert!(packed.len() < 1200, "{}", packed.len());
        assert_eq!(unpacked(&packed, 1 << 20).unwrap(), zeros);
        let error = unpacked(&packed, 1 << 18).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert!(error.to_string().contains("64 times"), "{error}");
        // Bytes that have been taken allow for more.
        let noise = (0..1_u64 << 12).flat_map(|number| {
            let hash = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (hash ^ hash >> 29).to_le_bytes()
        });
        let noise: Vec<u8> = noise.collect();
        let both = [&noise[..], &zeros].concat();
        assert_eq!(unpacked(&gzip(&both), 0).unwrap(), both);
    }
}
