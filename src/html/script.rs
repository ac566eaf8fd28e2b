//! Modules of JavaScript as one script, which a page can hold. Browsers load modules of a page in one file from nowhere else.

/// What a viewer runs, each module after those that it imports. `kosumi web` serves all but the last, too.
const MODULES: &[&str] = &[
    include_str!("page/dom.js"),
    include_str!("page/geometry.js"),
    include_str!("page/numbers.js"),
    include_str!("page/points.js"),
    include_str!("page/stones.js"),
    include_str!("page/labels.js"),
    include_str!("page/marks.js"),
    include_str!("page/board.js"),
    include_str!("viewer.js"),
];

/// The script of viewers.
pub(super) fn of_viewers() -> String {
    joined(MODULES)
}

/// Joins modules whose imports and exports stand on one line each; comments on lines of their own are left out. The names at the top
/// of the modules have to differ.
fn joined(modules: &[&str]) -> String {
    let lines = modules.iter().flat_map(|module| module.lines());
    let lines = lines.filter(|line| {
        let text = line.trim_start();
        !(text.is_empty() || text.starts_with("//") || line.starts_with("import "))
    });
    let mut script = String::new();
    for line in lines {
        script.push_str(line.strip_prefix("export ").unwrap_or(line));
        script.push('\n');
    }
    script
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The name that a line at the top of a module defines.
    fn defined(line: &str) -> Option<&str> {
        let line = line.strip_prefix("export ").unwrap_or(line);
        let kinds = ["const ", "let ", "function ", "class ", "async function "];
        let rest = kinds.iter().find_map(|kind| line.strip_prefix(kind))?;
        rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_')
            .next()
    }

    #[test]
    fn imports_exports_and_comments_are_left_out() {
        let one = "// One.\n\nexport const one = 1;\nfunction two() {\n  // Two.\n  return \"// 2\";\n}\n";
        let other = "import { one } from \"./one.js\";\nexport function three() { return one; }\n";
        let script = "const one = 1;\nfunction two() {\n  return \"// 2\";\n}\nfunction three() { return one; }\n";
        assert_eq!(joined(&[one, other]), script);
    }

    #[test]
    fn no_name_is_defined_twice() {
        let mut names = HashSet::new();
        for line in MODULES.iter().flat_map(|module| module.lines()) {
            if let Some(name) = defined(line) {
                assert!(names.insert(name), "{name} is defined twice");
            }
        }
        assert!(names.len() > 40, "{names:?}");
    }

    #[test]
    fn what_is_imported_stands_before() {
        let mut known = HashSet::new();
        for module in MODULES {
            for line in module.lines().filter(|line| line.contains(" from \"./")) {
                let (_, list) = line.split_once('{').expect("names in braces");
                let (list, _) = list.split_once('}').expect("an import on one line");
                assert!(
                    line.starts_with("import ") && line.ends_with("\";"),
                    "{line}"
                );
                for name in list.split(',').map(str::trim) {
                    assert!(known.contains(name), "{name} is not defined before: {line}");
                }
            }
            known.extend(
                module
                    .lines()
                    .filter(|line| line.starts_with("export "))
                    .filter_map(defined),
            );
        }
        let script = of_viewers();
        assert!(
            !script
                .lines()
                .any(|line| line.starts_with("import") || line.starts_with("export"))
        );
    }
}
