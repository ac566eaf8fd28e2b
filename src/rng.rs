//! Seeded random numbers, one stream for each thread and game.
//!
//! Xoshiro256++ (Blackman and Vigna 2019): portable, so a seed means the same game on every machine.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng as _;

/// A stream of random numbers. Travels as `&mut Rng`; nothing in this crate draws from elsewhere.
#[derive(Clone, Debug)]
pub struct Rng(Xoshiro256PlusPlus);

impl Rng {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A stream that does not overlap this one, and moves this one past it: for another thread.
    #[must_use]
    pub fn split(&mut self) -> Rng {
        let other = self.clone();
        self.0.jump();
        other
    }

    /// 64 uniform bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number below `bound`, each with probability 1 / `bound` up to one part in 2^32
    /// (multiply and shift, Lemire 2019, without the rejection step). 0 if `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: usize) -> usize {
        debug_assert!(u32::try_from(bound).is_ok());
        (((self.bits() >> 32) * bound as u64) >> 32) as usize
    }

    /// Returns true with a probability of `numerator` / `denominator`.
    pub fn chance(&mut self, numerator: usize, denominator: usize) -> bool {
        self.below(denominator) < numerator
    }
}
