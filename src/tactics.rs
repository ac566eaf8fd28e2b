//! Reading: the fate of stones if both players play their best.
//!
//! One core plays variations on a stack of boards, keeps who may retake a ko and a limit to the cost of a question, and can record
//! what it tried. Two goals stand on it: a chain caught in a ladder ([`ladder`]), and a chain captured by any means
//! ([`capture`]). What they call captured is proved. A ladder that does not capture is refuted, or unknown if a limit ended the
//! reading. Other captures are read up to a limit, so whatever is not proved is unknown.
//!
//! Two things are known without reading: small eye spaces ([`nakade`]), and chains that live however the players play
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
