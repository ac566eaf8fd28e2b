//! Products of matrices in bfloat16, for x86 processors with a matrix unit (AMX).
//!
//! The unit works with tiles of 16 rows of 64 bytes. One instruction multiplies a tile of 16 rows of 32 numbers with one of
//! weights for 16 outputs, and adds the products to 16 rows of 16 floats: 8,192 multiplications in 16 cycles.
//!
//! The `unsafe` code here is that of these instructions, and the question to the system whether they may be used. No crate
//! offers them on stable Rust.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub(super) use linux::{Amx, AmxSession};
#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
pub(super) use nowhere::{Amx, AmxSession};

use super::lane::{LANE, Lane};

/// Rows that are multiplied at once: those of two tiles.
pub(super) const ROWS: usize = 32;

/// Lanes of outputs that are computed at once, a tile each.
pub(super) const OUTPUT_LANES: usize = 2;

/// Numbers of a row that are multiplied in a step, and that fill a [`Lane`] of words.
pub(super) const INPUTS: usize = 2 * LANE;

/// Lanes of weights of a step for one lane of outputs: a word of inputs each.
pub(super) const WEIGHTS: usize = LANE;

/// Rows that follow each other and overlap: for each step, the lane where the first row's numbers begin. Those of the
/// next row begin a stride later.
#[derive(Clone, Debug)]
#[cfg_attr(
    not(all(target_arch = "x86_64", target_os = "linux")),
    expect(dead_code, reason = "the unit reads them, where there is one")
)]
pub(super) struct Steps {
    /// In bytes.
    starts: Vec<usize>,
    stride: usize,
    /// Lanes that the steps of [`ROWS`] rows reach over.
    pub(super) reach: usize,
}

impl Steps {
    /// Steps that begin at some lanes, at least one, of rows that follow each other after `stride` lanes.
    pub(super) fn new(starts: impl Iterator<Item = usize>, stride: usize) -> Steps {
        let starts: Vec<usize> = starts.collect();
        let last = starts.iter().max().map_or(0, |last| last + 1);
        Steps {
            starts: starts.iter().map(|lane| lane * size_of::<Lane>()).collect(),
            stride,
            reach: last + (ROWS - 1) * stride,
        }
    }

    pub(super) const fn count(&self) -> usize {
        self.starts.len()
    }
}

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod linux {
    use super::{Lane, OUTPUT_LANES, ROWS, Steps, WEIGHTS};
    use crate::net::bfloat::Bfloats;
    use std::arch::asm;
    use std::arch::x86_64::__cpuid_count;
    use std::cell::Cell;
    use std::marker::PhantomData;
    use std::sync::OnceLock;

    /// A proof that the processor has the unit, and that the system lets this process use it.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::net) struct Amx(Bfloats);

    impl Amx {
        /// The proof, where it can be had.
        pub(in crate::net) fn find() -> Option<Amx> {
            static FOUND: OnceLock<Option<Amx>> = OnceLock::new();
            *FOUND.get_or_init(|| {
                // "Structured extended feature flags" of Intel's manual.
                let features = __cpuid_count(7, 0).edx;
                let has = |bit: u32| features >> bit & 1 == 1;
                let (bfloat16, tiles) = (has(22), has(24));
                let bfloats = Bfloats::find()?;
                (bfloat16 && tiles && is_permitted()).then_some(Amx(bfloats))
            })
        }

        /// The instructions that round the numbers.
        pub(in crate::net) const fn bfloats(self) -> Bfloats {
            self.0
        }

        /// Prepares the unit for products in this thread, where a session may have begun already: it stays prepared until
        /// the last one of the thread has ended.
        #[expect(unsafe_code, reason = "instructions that no crate offers")]
        #[expect(clippy::unused_self, reason = "it proves that there is a unit")]
        pub(in crate::net) fn begin(self) -> AmxSession {
            if SESSIONS.with(Sessions::enter) {
                // SAFETY: `self` is made only where the processor has the unit and the system permits it. The compiler
                // never uses tiles.
                unsafe {
                    asm!("ldtilecfg [{}]", in(reg) &raw const CONFIGURATION, options(nostack, readonly));
                }
            }
            AmxSession(PhantomData)
        }
    }

    /// Asks the system, which has to keep 8 KiB more of each thread's state when another one gets the processor.
    #[expect(unsafe_code, reason = "a call of the system that no crate offers")]
    fn is_permitted() -> bool {
        const ARCH_REQ_XCOMP_PERM: libc::c_long = 0x1023;
        const XFEATURE_XTILEDATA: libc::c_long = 18;
        // SAFETY: it takes two numbers and changes nothing but what this process may do.
        let answer = unsafe {
            libc::syscall(
                libc::SYS_arch_prctl,
                ARCH_REQ_XCOMP_PERM,
                XFEATURE_XTILEDATA,
            )
        };
        answer == 0
    }

    /// The shapes of the eight tiles, as the processor reads them: all of them as large as they can be.
    #[repr(C, align(64))]
    struct Configuration {
        palette: u8,
        start_row: u8,
        reserved: [u8; 14],
        row_bytes: [u16; 16],
        rows: [u8; 16],
    }

    static CONFIGURATION: Configuration = {
        let mut shapes = Configuration {
            palette: 1,
            start_row: 0,
            reserved: [0; 14],
            row_bytes: [0; 16],
            rows: [0; 16],
        };
        let mut tile = 0;
        while tile < 8 {
            shapes.row_bytes[tile] = 64;
            shapes.rows[tile] = 16;
            tile += 1;
        }
        shapes
    };

    thread_local! {
        /// Those of this thread.
        static SESSIONS: Sessions = const { Sessions(Cell::new(0)) };
    }

    /// How many sessions have begun and not ended. Each product begins with empty tiles and leaves nothing in them, so
    /// that sessions may overlap and end in any order.
    #[derive(Debug)]
    struct Sessions(Cell<usize>);

    impl Sessions {
        /// Counts one more. Returns true if it is the only one.
        fn enter(&self) -> bool {
            self.0.replace(self.0.get() + 1) == 0
        }

        /// Counts one less. Returns true if none is left.
        fn leave(&self) -> bool {
            self.0.set(self.0.get() - 1);
            self.0.get() == 0
        }
    }

    /// The unit, prepared in one thread.
    #[derive(Debug)]
    pub(in crate::net) struct AmxSession(PhantomData<*const ()>);

    impl AmxSession {
        /// Multiplies [`ROWS`] rows of words, two numbers each, with the weights of [`OUTPUT_LANES`] lanes of outputs, and
        /// writes the sums over all steps to rows that follow each other after `sum_stride` lanes. The weights are, for
        /// each lane of outputs and each step, [`WEIGHTS`] lanes.
        ///
        /// # Panics
        /// If there is less of anything.
        #[expect(unsafe_code, reason = "instructions that no crate offers")]
        #[expect(clippy::unused_self, reason = "it proves that the unit is prepared")]
        pub(in crate::net) fn multiply(
            &mut self,
            steps: &Steps,
            words: &[Lane],
            weights: &[Lane],
            sums: &mut [Lane],
            sum_stride: usize,
        ) {
            let lanes_of_weights = steps.count() * WEIGHTS;
            assert!(steps.count() > 0 && words.len() >= steps.reach);
            assert!(weights.len() >= OUTPUT_LANES * lanes_of_weights);
            assert!(sums.len() >= (ROWS - 1) * sum_stride + OUTPUT_LANES);
            let first_weights = weights.as_ptr();
            let (stride, sum_stride) = (
                steps.stride * size_of::<Lane>(),
                sum_stride * size_of::<Lane>(),
            );
            // SAFETY: the unit is prepared in this thread, and nothing else uses its tiles. What is read and written lies
            // within the slices, as was just made sure.
            unsafe {
                asm!(
                    "tilezero tmm0",
                    "tilezero tmm1",
                    "tilezero tmm2",
                    "tilezero tmm3",
                    "2:",
                    "mov {at}, [{starts}]",
                    "add {at}, {words}",
                    "tileloadd tmm6, [{weights} + {line}]",
                    "tileloadd tmm4, [{at} + {stride}]",
                    "tileloadd tmm7, [{others} + {line}]",
                    "add {at}, {half}",
                    "tileloadd tmm5, [{at} + {stride}]",
                    "tdpbf16ps tmm0, tmm4, tmm6",
                    "tdpbf16ps tmm1, tmm4, tmm7",
                    "tdpbf16ps tmm2, tmm5, tmm6",
                    "tdpbf16ps tmm3, tmm5, tmm7",
                    "add {weights}, 1024",
                    "add {others}, 1024",
                    "add {starts}, 8",
                    "dec {count}",
                    "jnz 2b",
                    "tilestored [{sums} + {sum_stride}], tmm0",
                    "tilestored [{sums} + {sum_stride} + 64], tmm1",
                    "tilestored [{lower_sums} + {sum_stride}], tmm2",
                    "tilestored [{lower_sums} + {sum_stride} + 64], tmm3",
                    at = out(reg) _,
                    starts = inout(reg) steps.starts.as_ptr() => _,
                    words = in(reg) words.as_ptr(),
                    stride = in(reg) stride,
                    half = in(reg) ROWS / 2 * stride,
                    weights = inout(reg) first_weights => _,
                    others = inout(reg) first_weights.add(lanes_of_weights) => _,
                    line = in(reg) size_of::<Lane>(),
                    count = inout(reg) steps.count() => _,
                    sums = in(reg) sums.as_mut_ptr(),
                    lower_sums = in(reg) sums.as_mut_ptr().byte_add(ROWS / 2 * sum_stride),
                    sum_stride = in(reg) sum_stride,
                    out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                    out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                    options(nostack),
                );
            }
        }
    }

    impl Drop for AmxSession {
        #[expect(unsafe_code, reason = "instructions that no crate offers")]
        fn drop(&mut self) {
            if SESSIONS.with(Sessions::leave) {
                // SAFETY: the unit is prepared in this thread, and nothing uses it any more.
                unsafe { asm!("tilerelease", options(nostack, nomem)) };
            }
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_unit_is_prepared_by_the_first_session_and_released_by_the_last() {
            let sessions = Sessions(Cell::new(0));
            for _ in 0..2 {
                assert!(sessions.enter());
                assert!(!sessions.enter());
                assert!(!sessions.leave());
                assert!(!sessions.enter() && !sessions.enter());
                assert!(!sessions.leave() && !sessions.leave());
                assert!(sessions.leave());
            }
        }

        #[test]
        fn a_session_that_ends_leaves_the_unit_to_another() {
            let Some(amx) = Amx::find() else {
                return;
            };
            let steps = Steps::new(std::iter::once(0), 1);
            let words = vec![Lane::default(); steps.reach];
            let weights = vec![Lane::default(); OUTPUT_LANES * WEIGHTS];
            let mut sums = vec![Lane::default(); ROWS * OUTPUT_LANES];
            let (mut first, second) = (amx.begin(), amx.begin());
            drop(second);
            // Without its tiles this instruction would end the program.
            first.multiply(&steps, &words, &weights, &mut sums, OUTPUT_LANES);
            assert!(SESSIONS.with(|sessions| sessions.0.get()) == 1);
        }
    }
}

#[cfg(not(all(target_arch = "x86_64", target_os = "linux")))]
mod nowhere {
    use super::{Lane, Steps};
    use crate::net::bfloat::Bfloats;

    /// A proof that cannot be given.
    #[derive(Clone, Copy, Debug)]
    pub(in crate::net) enum Amx {}

    /// What is never begun. It is not an empty type, so that what follows it in code for all machines is not shown to be
    /// out of reach.
    #[derive(Debug)]
    pub(in crate::net) struct AmxSession(());

    impl Amx {
        pub(in crate::net) const fn find() -> Option<Amx> {
            None
        }

        pub(in crate::net) const fn bfloats(self) -> Bfloats {
            match self {}
        }

        pub(in crate::net) const fn begin(self) -> AmxSession {
            match self {}
        }
    }

    impl AmxSession {
        pub(in crate::net) fn multiply(
            &mut self,
            _: &Steps,
            _: &[Lane],
            _: &[Lane],
            _: &mut [Lane],
            _: usize,
        ) {
            debug_assert_eq!(self.0, (), "there is none");
        }
    }
}
