//! What every page must be.

use super::*;

/// Panics if a tag is not closed by its partner. What a script holds is no markup.
pub(crate) fn check_balance(page: &str) {
    let mut open = Vec::new();
    let mut rest = page;
    while let Some((_, tag)) = rest.split_once('<') {
        let (tag, after) = tag.split_once('>').unwrap_or_else(|| panic!("<{tag}"));
        let name = tag.split_whitespace().next().unwrap();
        rest = after;
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "in {page}");
        } else if !tag.ends_with('/') && !["!DOCTYPE", "meta"].contains(&name) {
            open.push(name);
        }
        if name == "script" {
            rest = &after[after.find("</script").expect("an end")..];
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn a_title_is_no_markup() {
    let body = html! { p { "text" } };
    let page = page("a < b & \"c\"", "p { color: red }\n", &body);
    assert!(page.contains("<title>a &lt; b &amp; &quot;c&quot;</title>"));
    assert!(page.contains("color: red"));
    assert!(page.contains("<p>text</p><script>") && page.ends_with("</script></body></html>"));
    assert!(page.contains("aria-label=\"Light or dark\""));
    assert!(page_in("fr", "", "", &body).contains("aria-label=\"Clair ou sombre\""));
}
