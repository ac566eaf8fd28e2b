//! The faults that `scripts/faults.sh` plants fit the sources, so that the script does not stop at the first one.

use std::fs;
use std::path::Path;

#[test]
fn every_fault_that_is_planted_has_its_place() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = fs::read_to_string(root.join("scripts/faults.sh")).unwrap();
    let (_, table) = script.split_once("<<'TABLE'\n").unwrap();
    let (table, _) = table.split_once("\nTABLE\n").unwrap();
    let lines: Vec<&str> = table.lines().collect();
    // A name, a file, what stands there, and what takes its place; then an empty line.
    let faults = lines.chunks(5);
    assert!(faults.len() > 30);
    for fault in faults {
        let [name, file, original, planted, ..] = fault[..] else {
            panic!("{fault:?}");
        };
        let text = fs::read_to_string(root.join(file)).unwrap();
        assert_eq!(text.matches(original).count(), 1, "{name}: {original}");
        assert_ne!(original, planted, "{name}");
    }
}
