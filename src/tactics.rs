//! Reading: what becomes of stones if both players do their best.
//!
//! One core plays variations on a stack of boards, holds a view of kos and a limit to what a question
//! may cost, and keeps what was tried for people who want to look. Goals stand on it: a chain caught in
//! a ladder ([`ladder`]) and a chain captured by any means ([`capture`]). What they call captured is
//! proved. A ladder that does not capture is refuted, or unknown if a limit ended the reading; the other
//! captures are read so far and no further, so there everything that is not proved is unknown.
//!
//! Two things are known without reading: small eye spaces ([`nakade`]), and chains that live whatever is played
//! ([`Unconditional`]).

pub(crate) mod benson;
pub mod capture;
pub mod ladder;
pub mod nakade;
mod trace;
mod variations;

pub use benson::Unconditional;
pub use capture::{CaptureFinding, Captures, Reach};
pub use ladder::{LadderFate, Ladders};
pub use trace::{ReadingTrace, Try};
