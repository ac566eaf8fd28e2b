//! What every page must be.

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
    let body = html! { p { "text" } };
    let page = page("a < b & \"c\"", "p { color: red }\n", &body);
    assert!(page.contains("<title>a &lt; b &amp; &quot;c&quot;</title>"));
    assert!(page.contains("color: red"));
    assert!(page.ends_with("<body><p>text</p></body></html>"));
}
