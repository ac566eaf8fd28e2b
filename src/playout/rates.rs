//! How often a playout follows each of its rules.

/// What playouts do: chances out of 256, in the order in which [`Local`](super::Local) tries its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rates {
    /// To capture the last stone if it is in atari. Three stones and more always are.
    pub capture: u16,
    /// To save own chains that the last stone put in atari. Three stones and more always are.
    pub escape: u16,
    /// To play the vital point of a small eye space beside the last stone, or to part one that it is in.
    pub nakade: u16,
    /// To attack the last stone's chain, or to defend a chain next to it, at two liberties.
    pub two_liberties: u16,
    /// To capture what the player's stone before the last put in atari and what was not saved.
    pub follow_up: u16,
    /// To answer by shape beside the last stone.
    pub shape: u16,
    /// To answer by shape beside the stone before the last.
    pub shape_before: u16,
    /// To refuse a self-atari of one or two stones.
    pub self_atari: u16,
    /// To refuse a self-atari of more.
    pub big_self_atari: u16,
}

impl Default for Rates {
    fn default() -> Rates {
        Rates {
            capture: 230,
            escape: 230,
            nakade: 205,
            two_liberties: 205,
            follow_up: 205,
            shape: 243,
            shape_before: 243,
            self_atari: 154,
            big_self_atari: 250,
        }
    }
}
