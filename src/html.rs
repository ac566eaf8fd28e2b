//! A web page that needs nothing else: no script, font, picture or style from outside.

pub mod chart;

/// What all pages look like, in light and in dark.
const STYLE: &str = include_str!("html/style.css");

/// A page with a title, its own part of the style sheet, and a body of markup.
#[must_use]
pub fn page(title: &str, style: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n\
         {body}</body>\n</html>\n"
    )
}

/// A text that is no markup, between tags or in a quoted attribute.
#[must_use]
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A table of rows, which scrolls where the page is too narrow for it.
#[must_use]
pub fn table(class: &str, columns: &[&str], rows: &str) -> String {
    let columns = columns.join("</th><th>");
    format!(
        "<div class=\"scroll\"><table class=\"{class}\">\n<thead><tr><th>{columns}</th></tr></thead>\n\
         <tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Panics if a tag is not closed by its partner.
    pub(crate) fn check_balance(page: &str) {
        let mut open = Vec::new();
        for tag in page.split('<').skip(1) {
            let (tag, _) = tag.split_once('>').unwrap_or_else(|| panic!("<{tag}"));
            let name = tag.split_whitespace().next().unwrap();
            if let Some(name) = name.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name), "in {page}");
            } else if !tag.ends_with('/') && !["!DOCTYPE", "meta"].contains(&name) {
                open.push(name);
            }
        }
        assert!(open.is_empty(), "{open:?}");
    }

    #[test]
    fn a_title_is_no_markup() {
        let page = page("a < b & \"c\"", "p { color: red }\n", "<p>text</p>\n");
        assert!(page.contains("<title>a &lt; b &amp; &quot;c&quot;</title>"));
        assert!(page.contains("color: red"));
        assert!(page.ends_with("<body>\n<p>text</p>\n</body>\n</html>\n"));
    }
}
