//! Whether a program prints what a page shows.

use regex::Regex;
use std::sync::LazyLock;

/// What stands for any number of lines.
const ELLIPSIS: &str = "...";

/// How an output is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    /// Line by line; what the page leaves out at the beginning or the end it says by dots.
    Exact,
    /// Numbers and points depend on the machine or on chance: each line that is shown is printed in its form, wherever.
    Form,
}

impl Comparison {
    /// Compares what is shown with what was printed.
    ///
    /// # Errors
    /// Tells the line that was not printed.
    pub(super) fn check(self, shown: &[String], printed: &str) -> Result<(), String> {
        let shown: Vec<&str> = shown.iter().map(|line| line.trim_end()).collect();
        let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
        match self {
            Comparison::Exact => exact(&shown, &printed),
            Comparison::Form => {
                let forms: Vec<String> = printed.iter().map(|line| form(line)).collect();
                let is_missing = |line: &&&str| **line != ELLIPSIS && !forms.contains(&form(line));
                match shown.iter().find(is_missing) {
                    Some(line) => Err(format!("no line like `{line}` was printed")),
                    None => Ok(()),
                }
            }
        }
    }
}

/// Compares lines; between dots they stand together.
fn exact(shown: &[&str], printed: &[&str]) -> Result<(), String> {
    let mut rest = printed;
    let mut may_skip = false;
    for piece in shown.split(|line| *line == ELLIPSIS) {
        let is_at = |start: usize| rest[start..].starts_with(piece);
        let last = if may_skip { rest.len() } else { 0 };
        let start = (0..=last).find(|&start| is_at(start));
        let start = start.ok_or_else(|| format!("`{}` was not printed so", piece.join("\n")))?;
        rest = &rest[start + piece.len()..];
        may_skip = true;
    }
    let may_go_on = shown.last() == Some(&ELLIPSIS) || rest.iter().all(|line| line.is_empty());
    if may_go_on {
        Ok(())
    } else {
        Err(format!("more was printed: `{}`", rest.join("\n")))
    }
}

/// A line with signs for its points, its numbers, its ranks, and the rows of its board; a number or rank that is not there has
/// a dash.
fn form(line: &str) -> String {
    static ROW: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"^ ?\d+[ (][.+XO() ]+ \d+$").unwrap());
    static POINTS: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:[A-HJ-T][12]?\d|pass)(?: (?:[A-HJ-T][12]?\d|pass))*\b").unwrap()
    });
    static MARGIN: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b[BW]\+").unwrap());
    static RANK: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b\d+[kd] ± \d+\b").unwrap());
    static NUMBER: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"–|[+-]?(?:inf|\d[\d.,]*\d|\d)").unwrap());
    if ROW.is_match(line) {
        return "a row of a board".to_owned();
    }
    let line = RANK.replace_all(line, "–");
    let line = POINTS.replace_all(&line, "POINTS");
    let line = MARGIN.replace_all(&line, "MARGIN ");
    let line = NUMBER.replace_all(&line, "#").replace("# %", "#");
    let words: Vec<&str> = line.split_whitespace().collect();
    // The color that moves stands behind the number of the move; a mistake need not cost any chance.
    let line = words.join(" ").replace("# B ", "# W ");
    line.replace(" and # of the chance to win", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(comparison: Comparison, shown: &str, printed: &str) -> bool {
        let shown: Vec<String> = shown.lines().map(str::to_owned).collect();
        comparison.check(&shown, printed).is_ok()
    }

    #[test]
    fn exact_lines_stand_together_but_where_dots_are() {
        let is_same = |shown, printed| check(Comparison::Exact, shown, printed);
        assert!(is_same("a\nb", "a\nb\n"));
        assert!(!is_same("a\nb", "a\nb\nc\n") && !is_same("b", "a\nb\n"));
        assert!(is_same("...\nb", "a\nb\n") && is_same("a\n...", "a\nb\n"));
        assert!(is_same("a\n...\nc", "a\nb\nb\nc\n"));
        assert!(!is_same("a\n...\nc\nd", "a\nc\nb\nd\n") && !is_same("...\n2", "3\n"));
    }

    #[test]
    fn forms_leave_out_numbers_and_points_alone() {
        let is_same = |shown, printed| check(Comparison::Form, shown, printed);
        assert!(is_same(
            "Accuracy   47.7 %    69.3 %",
            "x\nAccuracy  4.7 %  –\n"
        ));
        assert!(!is_same("Accuracy   47.7 %", "Precision  47.7 %\n"));
        assert!(is_same(
            "D7     34 %       86   G6 F4 F7",
            "Q16     3 %      860   D4"
        ));
        assert!(is_same(" 5 . . + .(O). 5", "19 X O . 19"));
        assert!(is_same("At first: W+1.1 ± 21.6", "At first: B+0 ± 2"));
        assert!(is_same(
            "4-0-0, +inf Elo [-113, +inf]",
            "1-3-0, +1 Elo [0, 7.5]"
        ));
        assert!(is_same(
            "  9 B Q3  Mistake: loses 2.3 points and 0.6 % of the chance to win. kosumi: M15.",
            " 12 W A3  Mistake: loses 2 points. kosumi: M15."
        ));
        assert!(!is_same("Mistakes 1", "Big mistakes 1"));
        assert!(is_same("Looks like 2d ± 3 –", "Looks like 11k ± 12 7d ± 1"));
        assert!(!is_same("Looks like 2d", "Looks like 3 k"));
    }
}
