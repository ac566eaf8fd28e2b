//! The files of the page, which are part of the program. `page/` has them; each is a row of [`FILES`].

use std::hash::{DefaultHasher, Hash, Hasher};

/// The file that `/` shows.
pub(super) const FIRST: &str = "index.html";

/// Files by the name under which the page finds them in `/web/`.
const FILES: &[(&str, &[u8])] = &[("index.html", include_bytes!("page/index.html"))];

/// Kinds of files by the ending of their names.
const KINDS: &[(&str, &str)] = &[
    (".html", "text/html; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".svg", "image/svg+xml"),
    (".png", "image/png"),
    (".json", "application/json"),
    (".webmanifest", "application/manifest+json"),
    (".woff2", "font/woff2"),
    (".wav", "audio/wav"),
    (".ogg", "audio/ogg"),
    (".txt", "text/plain; charset=utf-8"),
];

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageFile {
    pub(super) content: &'static [u8],
    /// What browsers call its kind.
    pub(super) kind: &'static str,
}

impl PageFile {
    /// The file of a name.
    pub(super) fn find(name: &str) -> Option<PageFile> {
        let &(name, content) = FILES.iter().find(|(known, _)| *known == name)?;
        let kind = KINDS.iter().find(|(ending, _)| name.ends_with(ending))?;
        Some(PageFile {
            content,
            kind: kind.1,
        })
    }

    /// What tells it from other versions.
    pub(super) fn tag(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.content.hash(&mut hasher);
        format!("\"{:016x}\"", hasher.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_has_a_kind() {
        for (name, content) in FILES {
            let file = PageFile::find(name).unwrap_or_else(|| panic!("{name} has no kind"));
            assert_eq!(file.content, *content);
            assert_eq!(file.tag().len(), 18);
        }
        assert!(PageFile::find("../web.rs").is_none() && PageFile::find("").is_none());
        assert!(PageFile::find(FIRST).is_some());
    }
}
