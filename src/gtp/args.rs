//! The arguments of a command, read by type.

use super::GtpError;
use crate::explain::Language;
use crate::go::{Color, Move, Point, Size};
use std::time::Duration;

/// A time longer than any game, so that sums of times never overflow.
const LONGEST_SECONDS: f64 = 1e10;

/// Words that have not been read yet.
#[derive(Debug)]
pub(super) struct Args<'a> {
    rest: &'a str,
}

/// A type that an argument can be.
pub(super) trait Argument: Sized {
    /// What a message calls it.
    const NAME: &'static str;

    /// Returns the value of a word, if it has one.
    fn parse(word: &str) -> Option<Self>;
}

impl<'a> Args<'a> {
    /// Reads the words of a text.
    pub(super) const fn new(text: &'a str) -> Args<'a> {
        Args { rest: text }
    }

    /// Returns the next word as it is.
    pub(super) fn word(&mut self) -> Option<&'a str> {
        let rest = self.rest.trim_start_matches(' ');
        let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        self.rest = rest;
        Some(word).filter(|word| !word.is_empty())
    }

    /// Reads the next word, which must be there.
    pub(super) fn next<T: Argument>(&mut self) -> Result<T, GtpError> {
        self.optional()?
            .ok_or_else(|| GtpError::syntax(format!("{} expected", T::NAME)))
    }

    /// Reads the next word, if there is one.
    pub(super) fn optional<T: Argument>(&mut self) -> Result<Option<T>, GtpError> {
        let Some(word) = self.word() else {
            return Ok(None);
        };
        T::parse(word)
            .map(Some)
            .ok_or_else(|| GtpError::expected(T::NAME, word))
    }

    /// Fails if words are left.
    pub(super) fn end(&mut self) -> Result<(), GtpError> {
        match self.word() {
            None => Ok(()),
            Some(word) => Err(GtpError::expected("end of line", word)),
        }
    }

    /// Reads the last word, if there is one.
    pub(super) fn last<T: Argument>(&mut self) -> Result<Option<T>, GtpError> {
        let value = self.optional()?;
        self.end()?;
        Ok(value)
    }

    /// Reads the only word.
    pub(super) fn only<T: Argument>(&mut self) -> Result<T, GtpError> {
        let value = self.next()?;
        self.end()?;
        Ok(value)
    }

    /// Reads a vertex of a board.
    pub(super) fn vertex(&mut self, size: Size) -> Result<Move, GtpError> {
        let word = self
            .word()
            .ok_or_else(|| GtpError::syntax("vertex expected"))?;
        on_board(word, size).ok_or_else(|| GtpError::expected("vertex", word))
    }

    /// Reads a point of a board.
    pub(super) fn point(&mut self, size: Size) -> Result<Point, GtpError> {
        self.vertex(size)?
            .point()
            .ok_or_else(|| GtpError::expected("point", "pass"))
    }

    /// Reads a point of a board, if there is another word.
    pub(super) fn optional_point(&mut self, size: Size) -> Result<Option<Point>, GtpError> {
        if self.rest.trim_start_matches(' ').is_empty() {
            return Ok(None);
        }
        self.point(size).map(Some)
    }

    /// Returns true if the next word has a value of a type.
    pub(super) fn is_next<T: Argument>(&self) -> bool {
        let next = Args::new(self.rest).word();
        next.and_then(T::parse).is_some()
    }

    /// Reads a move: a color and a vertex.
    pub(super) fn color_and_vertex(&mut self, size: Size) -> Result<(Color, Move), GtpError> {
        Ok((self.next()?, self.vertex(size)?))
    }

    /// Reads all remaining words as color and vertex in turn.
    pub(super) fn moves(&mut self, size: Size) -> Result<Vec<(Color, Move)>, GtpError> {
        let mut moves = Vec::new();
        while let Some(color) = self.optional()? {
            moves.push((color, self.vertex(size)?));
        }
        Ok(moves)
    }

    /// Reads all remaining words as vertices.
    pub(super) fn vertices(&mut self, size: Size) -> Result<Vec<Move>, GtpError> {
        let words = std::iter::from_fn(|| self.word());
        words.map(|word| Args::new(word).vertex(size)).collect()
    }

    /// Returns everything that is left.
    pub(super) fn remainder(&mut self) -> &'a str {
        std::mem::take(&mut self.rest).trim_matches(' ')
    }

    /// Reads the name of a file: a word, or anything between double quotes.
    pub(super) fn file_name(&mut self) -> Result<&'a str, GtpError> {
        let rest = self.rest.trim_start_matches(' ');
        let quoted = rest.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        match quoted {
            Some((name, rest)) => {
                self.rest = rest;
                Ok(name)
            }
            None => self
                .word()
                .ok_or_else(|| GtpError::syntax("file name expected")),
        }
    }
}

fn on_board(word: &str, size: Size) -> Option<Move> {
    let vertex: Move = word.parse().ok()?;
    vertex
        .point()
        .is_none_or(|point| size.contains(point))
        .then_some(vertex)
}

impl Argument for String {
    const NAME: &'static str = "word";

    fn parse(word: &str) -> Option<String> {
        Some(word.to_owned())
    }
}

impl Argument for Color {
    const NAME: &'static str = "color";

    fn parse(word: &str) -> Option<Color> {
        word.parse().ok()
    }
}

impl Argument for Language {
    const NAME: &'static str = "en, es or fr";

    fn parse(word: &str) -> Option<Language> {
        let mut all = Language::ALL.into_iter();
        all.find(|language| language.code() == word.to_ascii_lowercase())
    }
}

impl Argument for i64 {
    const NAME: &'static str = "integer";

    /// Values out of range are the nearest in it: they are as unacceptable as what was written.
    fn parse(word: &str) -> Option<i64> {
        let digits = word.strip_prefix('-').unwrap_or(word);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let limit = if word.starts_with('-') {
            i64::MIN
        } else {
            i64::MAX
        };
        Some(word.parse().unwrap_or(limit))
    }
}

impl Argument for i32 {
    const NAME: &'static str = "integer";

    fn parse(word: &str) -> Option<i32> {
        <i64 as Argument>::parse(word)?.try_into().ok()
    }
}

impl Argument for u64 {
    const NAME: &'static str = "number";

    fn parse(word: &str) -> Option<u64> {
        <i64 as Argument>::parse(word)?.try_into().ok()
    }
}

impl Argument for usize {
    const NAME: &'static str = "number";

    /// What the machine cannot count to is the most that it can.
    fn parse(word: &str) -> Option<usize> {
        let number = <u64 as Argument>::parse(word)?;
        Some(number.try_into().unwrap_or(usize::MAX))
    }
}

impl Argument for f64 {
    const NAME: &'static str = "number";

    /// Finite decimals; a comma will do for the point.
    fn parse(word: &str) -> Option<f64> {
        let is_decimal = |byte: u8| byte.is_ascii_digit() || b"+-.,eE".contains(&byte);
        let number: f64 = word
            .bytes()
            .all(is_decimal)
            .then(|| word.replacen(',', ".", 1))?
            .parse()
            .ok()?;
        number.is_finite().then_some(number)
    }
}

impl Argument for Duration {
    const NAME: &'static str = "seconds";

    fn parse(word: &str) -> Option<Duration> {
        let seconds = <f64 as Argument>::parse(word)?;
        Duration::try_from_secs_f64(seconds.min(LONGEST_SECONDS)).ok()
    }
}

impl Argument for bool {
    const NAME: &'static str = "true or false";

    fn parse(word: &str) -> Option<bool> {
        word.to_ascii_lowercase().parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<T: Argument>(text: &str) -> Result<T, GtpError> {
        Args::new(text).next()
    }

    #[test]
    fn numbers() {
        assert_eq!(read("7,5"), Ok(7.5));
        assert_eq!(read("1e9"), Ok(1e9));
        for text in [
            "nan", "inf", "-inf", "1e400", "0x1", "abc", "", "1,5,0", "infinity",
        ] {
            assert!(read::<f64>(text).is_err(), "{text}");
        }
        assert_eq!(read("99999999999999999999"), Ok(i64::MAX));
        assert_eq!(read("-3"), Ok(-3_i64));
        for text in ["19.5", "1e1", "+3", "-", "x"] {
            assert!(read::<i64>(text).is_err(), "{text}");
        }
        assert!(read::<u64>("-1").is_err() && read::<Duration>("-1").is_err());
        // Beyond 32 bits; cut off there it would be 1.
        assert!(read::<usize>("4294967297").unwrap() >= u32::MAX as usize);
        assert!(read::<usize>("-1").is_err());
        assert!(read::<Duration>("1e300").is_ok());
    }

    #[test]
    fn words_are_read_in_order() {
        let mut args = Args::new("b  D4 \"a b.sgf\" x");
        let size = Size::square(19);
        assert_eq!(args.color_and_vertex(size).unwrap().0, Color::Black);
        assert_eq!(args.file_name(), Ok("a b.sgf"));
        assert!(args.end().is_err());
        assert_eq!(args.end(), Ok(()));
        assert!(Args::new("T20").vertex(size).is_err());
        assert!(Args::new("pass").point(size).is_err());
    }
}
