//! A web page that needs nothing else: no script, font, picture or style from outside.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_no_markup() {
        let page = page("a < b & \"c\"", "p { color: red }\n", "<p>text</p>\n");
        assert!(page.contains("<title>a &lt; b &amp; &quot;c&quot;</title>"));
        assert!(page.contains("color: red"));
        assert!(page.ends_with("<body>\n<p>text</p>\n</body>\n</html>\n"));
    }
}
