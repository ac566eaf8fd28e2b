//! Gives every [target](crate::targets) what is in its folder of `corpora/`.

use std::fs;
use std::panic::catch_unwind;

use crate::directory;
use crate::targets::TARGETS;

/// A file as it is, and what is left of it where it is cut off in the middle. What libFuzzer has made, of which each file reaches
/// code that no other one does, is in the folder `found`.
#[test]
fn every_target_takes_its_corpus() {
    for (name, target) in TARGETS {
        let folder = directory("corpora").join(name);
        let inside = |folder| fs::read_dir(folder).unwrap().map(|it| it.unwrap().path());
        let found = inside(folder.join("found"));
        let mut files: Vec<_> = inside(folder)
            .chain(found)
            .filter(|it| it.is_file())
            .collect();
        files.sort();
        assert!(files.len() >= 15, "{name}");
        for file in files {
            let bytes = fs::read(&file).unwrap();
            for bytes in [&bytes[..], &bytes[..bytes.len() / 2]] {
                let result = catch_unwind(|| target(bytes));
                assert!(result.is_ok(), "{} of {}", bytes.len(), file.display());
            }
        }
    }
}
