//! What is wrong or odd in a text.

/// The text is no SGF of Go. Texts inside are cut to a readable length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SgfError {
    /// There is no `(;`, the beginning of a game.
    #[error("no game in the text")]
    NoGame,
    /// The text ends before the game has said anything.
    #[error("the text ends inside a game")]
    Unfinished,
    /// The property `GM` names another game.
    #[error("not a game of go, but GM[{0}]")]
    NotGo(String),
    /// The board has a side of 0 or longer than 25, or no readable size.
    #[error("unacceptable size '{0}'")]
    BadSize(String),
    /// Setups hold more stones than any real collection, so that a small file cannot fill the
    /// memory.
    #[error("too many setup stones")]
    TooManyStones,
}

/// Something in a game that is not as SGF has it, and what was made of it. Texts inside are cut to a readable length.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
    /// A move that cannot be read ends the game.
    #[error(
        "move {number} is '{text}', which is no point of the board: the game is read up to there"
    )]
    Move {
        /// Counted from 1.
        number: usize,
        /// As it is written.
        text: String,
    },
    /// A move that cannot be read is left out, since that was asked for.
    #[error("'{0}' is no point of the board: the move is left out")]
    LeftOut(String),
    /// Setup stones or the player to move are not understood.
    #[error("{name}[{text}] is not understood and left out")]
    Setup {
        /// The property.
        name: &'static str,
        /// As it is written.
        text: String,
    },
    /// A fact about the game is not understood.
    #[error("the {name} '{text}' is not understood")]
    Fact {
        /// Which one.
        name: &'static str,
        /// As it is written.
        text: String,
    },
    /// Text stands where none can be.
    #[error("'{text}' in line {line} is no SGF and left out")]
    Stray {
        /// The text.
        text: String,
        /// Counted from 1.
        line: usize,
    },
    /// A value holds moves, because its bracket is not closed, or not escaped.
    #[error(
        "a value holds moves that do not count, '{text}' in line {line}: is a bracket missing?"
    )]
    Unclosed {
        /// The value.
        text: String,
        /// Counted from 1.
        line: usize,
    },
    /// The number of handicap stones is another one than that of the stones that Black begins with.
    #[error("the record names {named} handicap stones, and Black begins with {found}")]
    Handicap {
        /// As the record says.
        named: usize,
        /// As the stones say.
        found: usize,
    },
    /// The game has no end: parentheses or brackets are not closed.
    #[error("the text ends inside the game: what there is of it is read")]
    Unfinished,
    /// Others are not kept.
    #[error("more is not as it should be")]
    More,
}
