//! Gives every [target](crate::targets) what is in its folder of `corpora/`.

use std::fs;
use std::panic::catch_unwind;

use crate::directory;
use crate::targets::TARGETS;

/// A file as it is, and what is left of it where it is cut off in the middle.
#[test]
fn every_target_takes_its_corpus() {
    for (name, target) in TARGETS {
        let folder = directory("corpora").join(name);
        let mut files: Vec<_> = fs::read_dir(&folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort();
        assert!(files.len() >= 3, "{name}");
        for file in files {
            let bytes = fs::read(&file).unwrap();
            for bytes in [&bytes[..], &bytes[..bytes.len() / 2]] {
                let result = catch_unwind(|| target(bytes));
                assert!(result.is_ok(), "{} of {}", bytes.len(), file.display());
            }
        }
    }
}
