//! Files of a room do not need each other in circles.
//!
//! A file needs another one if it names, by an import or by a path of several names, something that the other one defines.
//! It does not need what it only passes on, and that a child names what its parent defines is usual in Rust.

use super::sources::{files, leaves, module, root, without_tests};
use regex::Regex;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;

/// More imports of imports than there are.
const DEEPEST: usize = 20;

type Path = Vec<String>;

/// A file as a module: what it imports and names.
struct Source {
    module: Path,
    /// The names that imports bring, their paths, and whether others see them here.
    imports: HashMap<String, (Path, bool)>,
    words: HashSet<String>,
    paths: HashSet<Path>,
}

impl Source {
    fn new(module: Path, text: &str, patterns: &Patterns) -> Source {
        let code = patterns.silent.replace_all(without_tests(text), "0");
        // In a module that stands in a file, `super` is the file.
        let has_inner = patterns.inner.is_match(&code);
        let mut imports = HashMap::new();
        for found in patterns.imports.captures_iter(&code) {
            for (mut path, name) in leaves(&found[3]) {
                if has_inner && !found[1].is_empty() && path[0] == "super" {
                    path.remove(0);
                }
                imports.insert(name, (path, found.get(2).is_some()));
            }
        }
        let rest = patterns.imports.replace_all(&code, "");
        let words = patterns.words.find_iter(&rest);
        let paths = patterns.paths.find_iter(&rest);
        let split = |path: &str| path.split("::").map(str::to_owned).collect();
        Source {
            module,
            imports,
            words: words.map(|word| word.as_str().to_owned()).collect(),
            paths: paths.map(|path| split(path.as_str())).collect(),
        }
    }
}

/// How the parts of a source are found.
struct Patterns {
    /// Comments and texts.
    silent: Regex,
    /// A module that stands in a file.
    inner: Regex,
    /// An import with what is before it on its line.
    imports: Regex,
    words: Regex,
    paths: Regex,
}

impl Patterns {
    fn new() -> Patterns {
        let regex = |pattern| Regex::new(pattern).unwrap();
        Patterns {
            silent: regex(
                r##"(?s)//[^\n]*|/\*.*?\*/|r#".*?"#|r".*?"|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)'"##,
            ),
            inner: regex(r"(?m)^(?:pub(?:\([a-z: ]+\))? )?mod \w+ \{"),
            imports: regex(r"(?m)^( *)(pub(?:\([a-z: ]+\))? )?use ([^;]+);"),
            words: regex(r"\w+"),
            paths: regex(r"\b[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+"),
        }
    }
}

/// All sources by their modules.
struct House(HashMap<Path, Source>);

impl House {
    fn new(files: impl IntoIterator<Item = (Path, String)>) -> House {
        let patterns = Patterns::new();
        let sources = files.into_iter().map(|(module, text)| {
            let source = Source::new(module.clone(), &text, &patterns);
            (module, source)
        });
        House(sources.collect())
    }

    /// The files that a file needs, of its own room and not its parents.
    fn needs<'a>(&'a self, source: &'a Source) -> HashSet<&'a Path> {
        let imports = source.imports.iter();
        let used =
            imports.filter(|(name, (_, passed_on))| !passed_on || source.words.contains(*name));
        let paths = used.map(|(_, (path, _))| path).chain(&source.paths);
        let found = paths.filter_map(|path| self.target(source, path, 0));
        found
            .map(|other| &other.module)
            .filter(|other| other.first() == source.module.first())
            .filter(|other| !source.module.starts_with(other))
            .collect()
    }

    /// The file that defines what a path in a file leads to; none if that is in another crate or in the file itself.
    fn target<'a>(
        &'a self,
        source: &'a Source,
        path: &[String],
        depth: usize,
    ) -> Option<&'a Source> {
        let parent = |source: &Source| self.0.get(source.module.split_last()?.1);
        let (first, rest) = path.split_first().filter(|_| depth < DEEPEST)?;
        let mut here = match first.as_str() {
            "crate" => self.0.get(&Path::new())?,
            "self" => source,
            "super" => parent(source)?,
            name => self.member(source, name, depth)?,
        };
        for name in rest {
            let next = match name.as_str() {
                "super" => parent(here),
                name => self.member(here, name, depth),
            };
            match next {
                Some(next) => here = next,
                // It is defined here, and what follows is a part of it.
                None => break,
            }
        }
        Some(here)
    }

    /// The file that a name in a module leads to: a child, or what is imported.
    fn member<'a>(&'a self, source: &'a Source, name: &str, depth: usize) -> Option<&'a Source> {
        let child = [source.module.clone(), vec![name.to_owned()]].concat();
        self.0.get(&child).or_else(|| {
            let (path, _) = source.imports.get(name)?;
            self.target(source, path, depth + 1)
        })
    }

    /// The sets of files that need each other, directly or by others.
    fn circles(&self) -> BTreeSet<BTreeSet<String>> {
        let needs: HashMap<&Path, _> = self
            .0
            .iter()
            .map(|(module, source)| (module, self.needs(source)))
            .collect();
        let reached = |start| {
            let (mut seen, mut new) = (HashSet::new(), vec![start]);
            while let Some(module) = new.pop() {
                new.extend(needs[module].iter().filter(|other| seen.insert(**other)));
            }
            seen
        };
        let reach: HashMap<_, _> = needs
            .keys()
            .map(|module| (*module, reached(module)))
            .collect();
        let circle = |module| {
            let others = reach[module].iter();
            let back = others.filter(|other| reach[**other].contains(module));
            back.map(|other| other.join("/")).collect::<BTreeSet<_>>()
        };
        let circles = reach.keys().map(|module| circle(*module));
        circles.filter(|circle| circle.len() > 1).collect()
    }
}

#[test]
fn files_do_not_import_in_circles() {
    let sources = files(&root());
    let texts = sources.iter().filter(|path| !path.ends_with("src/main.rs"));
    let house = House::new(texts.map(|path| (module(path), fs::read_to_string(path).unwrap())));
    let needs: usize = house
        .0
        .values()
        .map(|source| house.needs(source).len())
        .sum();
    assert!(needs > 100, "only {needs} needs found");

    let circles = house.circles();
    assert!(circles.is_empty(), "files need each other: {circles:#?}");
}

#[test]
fn circles_are_found() {
    let circles = |files: &[(&str, &str)]| {
        let module = |name: &str| name.split_terminator("::").map(str::to_owned).collect();
        let files = files
            .iter()
            .map(|&(name, text)| (module(name), text.to_owned()));
        let circles = House::new([(Path::new(), String::new())].into_iter().chain(files)).circles();
        let circles = circles.into_iter();
        let joined = circles.map(|circle| circle.into_iter().collect::<Vec<_>>().join(" "));
        joined.collect::<Vec<_>>().join(", ")
    };
    let parent = ("a", "mod b;\nmod c;\npub use b::B;\npub(crate) use c::C;\n");
    let needs_c = ("a::b", "use super::C;\npub struct B(C);\n");

    // By an import of what is passed on, by a path, by a module that is imported, by a list over several lines.
    for text in [
        "use super::B;",
        "fn f() { crate::a::b::B::new() }",
        "use crate::a::b;\nfn f() { b::f() }",
        "use crate::{\n    a::{self, b::B as D},\n    x,\n};",
        "mod inner {\n    use super::super::b::B;\n}",
    ] {
        assert_eq!(
            circles(&[parent, needs_c, ("a::c", text)]),
            "a/b a/c",
            "{text}"
        );
    }
    // Comments, texts, tests, other rooms and the parent do not count.
    for text in [
        "//! See [`B`](super::B).\nconst C: char = '\"'; // super::B",
        "const C: &str = \"super::b::B\";",
        "struct C;\n#[cfg(test)]\nmod tests {\n    use super::super::B;\n}",
        "use crate::d::b::B;",
        "use super::A;",
    ] {
        let files = [
            parent,
            needs_c,
            ("a::c", text),
            ("d::b", "use crate::a::c::C;"),
        ];
        assert_eq!(circles(&files), "", "{text}");
    }
    // By a third file; what has an inner module by another name is still defined in its file.
    let third = [
        ("a", "mod b; mod c; mod d;"),
        ("a::b", "use super::c::C;"),
        (
            "a::c",
            "pub(super) use linux::C;\nmod linux {\n    use crate::a::d::D;\n    pub struct C;\n}",
        ),
        ("a::d", "use super::b::B;"),
    ];
    assert_eq!(circles(&third), "a/b a/c a/d");
}
