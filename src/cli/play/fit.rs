//! Texts on narrow terminals: tables with less room between their columns, and wrapped lines.

use std::ops::Range;

/// How far the rest of a line is indented.
const INDENT: usize = 2;

/// Returns a text whose lines have at most a number of columns where possible. A word that is longer stays whole on a line
/// of its own, so that a file name can still be copied from where the terminal breaks it.
pub(super) fn fit(text: &str, width: usize) -> String {
    let wide = |line: &&str| columns(line) > width;
    if !text.split('\n').any(|line| wide(&line)) {
        return text.to_owned();
    }
    let narrowing = narrowing(text, width);
    let lines = text.split('\n').map(|line| {
        let mut line = line.to_owned();
        if let Some(gap) = gap(&line) {
            line.replace_range(gap.start..gap.start + narrowing, "");
        }
        line
    });
    let lines: Vec<String> = lines.collect();
    let below: Vec<usize> = lines
        .iter()
        .filter(|line| columns(line) > width)
        .filter_map(|line| Some(gap(line)?.end).filter(|&end| end > width / 2))
        .collect();
    let wrapped = lines.iter().map(|line| match gap(line) {
        // What one row of a table has no room for, no row of it shows there.
        Some(gap) if below.contains(&gap.end) => wrap_below(line, &gap, width),
        _ if columns(line) > width => wrap(line, width),
        _ => line.clone(),
    });
    wrapped.collect::<Vec<_>>().join("\n")
}

fn columns(text: &str) -> usize {
    text.chars().count()
}

/// Where the first column of a table ends in a line: the first blanks of several, if something follows.
fn gap(line: &str) -> Option<Range<usize>> {
    let start = line.find("  ")?;
    let rest = &line[start..];
    let length = rest.len() - rest.trim_start_matches(' ').len();
    (length < rest.len()).then_some(start..start + length)
}

/// How many blanks every line of the tables in a text can spare and should, so that their columns stay columns.
fn narrowing(text: &str, width: usize) -> usize {
    let rows = || {
        let lines = text.split('\n');
        lines.filter_map(|line| Some((columns(line), gap(line)?.len())))
    };
    let surplus = rows().map(|(columns, _)| columns.saturating_sub(width));
    let spare = rows().map(|(_, gap)| gap - 2);
    surplus.max().unwrap_or(0).min(spare.min().unwrap_or(0))
}

/// Breaks a line behind the first column of a table, and its rest between words.
fn wrap_below(line: &str, gap: &Range<usize>, width: usize) -> String {
    let head = format!("{}\n{}", &line[..gap.start], " ".repeat(INDENT));
    flow(head, INDENT, &line[gap.end..], width)
}

/// Where the last column of a table begins in a line, if it leaves this column a third of the width.
fn last_gap(line: &str, width: usize) -> Option<Range<usize>> {
    let mut gaps = Vec::new();
    let mut from = 0;
    while let Some(found) = gap(&line[from..]) {
        let end = from + found.end;
        gaps.push(from + found.start..end);
        from = end;
    }
    let first = gaps.first().cloned();
    let last = gaps
        .into_iter()
        .rfind(|gap| 3 * columns(&line[..gap.end]) <= 2 * width);
    last.or(first)
}

/// Breaks a line between words. Its rest stands under the last column if it is a row of a table.
fn wrap(line: &str, width: usize) -> String {
    match last_gap(line, width) {
        Some(gap) => {
            let head = &line[..gap.end];
            flow(head.to_owned(), columns(head), &line[gap.end..], width)
        }
        None => flow(String::new(), INDENT, line, width),
    }
}

/// Adds words to a text, in as many lines as they take.
fn flow(mut text: String, indent: usize, words: &str, width: usize) -> String {
    let mut column = text.rsplit('\n').next().map_or(0, columns);
    for (number, word) in words.split_whitespace().enumerate() {
        let length = columns(word);
        if number > 0 && column + 1 + length > width {
            text = text + "\n" + &" ".repeat(indent);
            column = indent;
        } else if number > 0 {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += length;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_word_is_lost(text in "[a-z \\n]{0,80}", width in 0..40_usize) {
            let fitted = fit(&text, width);
            prop_assert!(fitted.split_whitespace().eq(text.split_whitespace()));
        }
    }

    #[test]
    fn lines_that_fit_stay() {
        let text = "a  b\n\n   c\n";
        assert_eq!(fit(text, 4), text);
    }

    #[test]
    fn a_sentence_goes_on_in_the_next_line() {
        let text = "The game is in /a/long/name.sgf; on with it.";
        assert_eq!(
            fit(text, 16),
            "The game is in\n  /a/long/name.sgf;\n  on with it."
        );
    }

    #[test]
    fn a_table_loses_blanks_and_stays_a_table() {
        let text = "          Black  White\nterritory     1     12\nkomi          0    0.5";
        assert_eq!(
            fit(text, 19),
            "       Black  White\nterritory  1     12\nkomi       0    0.5"
        );
    }

    #[test]
    fn what_a_column_has_no_room_for_stands_under_it_or_below() {
        let text = "dead      A1 B2 C3 D4 E5";
        assert_eq!(fit(text, 12), "dead  A1 B2\n      C3 D4\n      E5");
        let help = "save [FILE]  writes the game\nquit         leaves\n\nIt is here.";
        assert_eq!(
            fit(help, 16),
            "save [FILE]\n  writes the\n  game\nquit\n  leaves\n\nIt is here."
        );
    }

    #[test]
    fn only_the_last_of_several_columns_goes_on_below() {
        let hints = "move   wins   visits   expected line\n\
                     Q16    34 %      860   D16 R14 C3 D3 C4\n\
                     pass    3 %        2   D17";
        let expected = "move  wins   visits   expected\n\
                        \x20                     line\n\
                        Q16   34 %      860   D16 R14 C3\n\
                        \x20                     D3 C4\n\
                        pass   3 %        2   D17";
        assert_eq!(fit(hints, 34), expected);
    }
}
