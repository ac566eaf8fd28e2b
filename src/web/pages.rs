//! The files of the page, which are part of the program. `page/` has them, and `html/page/` those that pages in one file hold, too;
//! each is a row of [`FILES`].

use std::hash::{DefaultHasher, Hash, Hasher};

/// The file that `/` shows.
pub(super) const FIRST: &str = "index.html";

macro_rules! files {
    ($($folder:literal: $($name:literal)*;)*) => {
        &[$($(($name, include_bytes!(concat!($folder, $name)))),*),*]
    };
}

/// Files by the name under which the page finds them in `/web/`.
const FILES: &[(&str, &[u8])] = files! {
    "../html/page/":
    "board.css"
    "board.js"
    "dom.js"
    "geometry.js"
    "labels.js"
    "marks.js"
    "numbers.js"
    "points.js"
    "stones.js";
    "page/":
    "analyze.js"
    "candidates.js"
    "chart.js"
    "clock.js"
    "compare.js"
    "count.js"
    "editor.js"
    "engine.js"
    "evidence.js"
    "files.js"
    "game.js"
    "goban.js"
    "home.js"
    "icon.svg"
    "index.html"
    "info.js"
    "learn.js"
    "life.js"
    "main.js"
    "newgame.js"
    "options.js"
    "panels.css"
    "play.js"
    "players.js"
    "say.js"
    "screen.js"
    "settings.js"
    "sound.js"
    "steps.js"
    "study.js"
    "style.css"
    "table.js"
    "tabs.js"
    "text.js"
    "tree.js"
    "view.js"
    "words.js"
    "words/en.js"
    "words/es.js"
    "words/fr.js";
};

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
    use std::fs;
    use std::path::Path;
    use std::str;

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

    #[test]
    fn every_file_of_the_page_is_there() {
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut found = 0;
        for (folder, prefix) in [
            ("html/page", ""),
            ("web/page", ""),
            ("web/page/words", "words/"),
        ] {
            for entry in fs::read_dir(sources.join(folder)).unwrap() {
                let path = entry.unwrap().path();
                if path.is_file() {
                    let name = path.file_name().unwrap().to_str().unwrap();
                    let name = format!("{prefix}{name}");
                    assert!(PageFile::find(&name).is_some(), "{name}");
                    found += 1;
                }
            }
        }
        assert_eq!(found, FILES.len());
    }

    #[test]
    fn the_page_names_only_files_that_are_there() {
        let page = str::from_utf8(PageFile::find(FIRST).unwrap().content).unwrap();
        let mut names = page
            .split("\"/web/")
            .skip(1)
            .map(|rest| rest.split('"').next());
        assert!(names.clone().count() > 3);
        assert!(names.all(|name| PageFile::find(name.unwrap()).is_some()));
    }
}
