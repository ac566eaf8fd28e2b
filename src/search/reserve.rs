//! Memory that is left for everything else. A tree and what a network has seen grow only as long as there is some: whoever
//! cannot be given memory ends the whole program.

use std::hint::black_box;

/// So many bytes are left by what grows: enough for a report of the largest board, a line of a protocol, what threads
/// need, and the copy of the best part of a tree.
pub(super) const RESERVE: usize = 24 << 20;

/// So many are left by such a copy.
pub(super) const LEAST: usize = 12 << 20;

/// What is asked for at once: little enough to fit between what others have freed.
const BLOCK: usize = 64 << 10;

/// Returns true if there are so many bytes of memory. Takes some tens of microseconds, and touches none of them.
pub(super) fn is_there(bytes: usize) -> bool {
    let mut blocks: Vec<Vec<u8>> = Vec::new();
    let is_there = blocks.try_reserve_exact(bytes / BLOCK).is_ok()
        && (0..bytes / BLOCK).all(|_| {
            let mut block = Vec::new();
            let is_there = block.try_reserve_exact(BLOCK).is_ok();
            blocks.push(block);
            is_there
        });
    // An allocation that nobody uses might be left out.
    black_box(&mut blocks);
    is_there
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_some_memory_and_not_any_amount_of_it() {
        assert!(is_there(LEAST));
        assert!(!is_there(1 << 60));
    }
}
