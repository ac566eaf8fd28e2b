//! Memory: one heap for all threads where it is limited, and whether some is left. A tree and a cache of evaluations grow only as
//! long as there is, because whoever cannot be given memory ends the whole program.

use std::hint::black_box;
use std::iter;

/// Lets all threads share one heap where the addresses of the process are limited (`ulimit -v`). The GNU C library would
/// reserve 64 MiB for each of the first threads, and refuse memory that is free there to the rest of the program. To be
/// called before there is a second thread.
#[cfg(feature = "cli")]
pub(crate) fn share_limited() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if rustix::process::getrlimit(rustix::process::Resource::As)
        .current
        .is_some()
    {
        share();
    }
}

#[cfg(all(feature = "cli", target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "a call of the C library that no crate offers")]
fn share() {
    // SAFETY: it takes two numbers and changes nothing but where memory comes from that is asked for later.
    unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
}

/// Bytes that are left by what grows: enough for a report of the largest board, a line of a protocol, what threads
/// need, and the copy of the best part of a tree.
pub(crate) const RESERVE: usize = 24 << 20;

/// Bytes that are left by such a copy.
pub(crate) const LEAST: usize = 12 << 20;

/// Most of it is asked for in pieces that fit between what others have freed.
const PIECE: usize = 64 << 10;

/// A quarter of it is asked for in pieces as large as what anybody else asks for at once. An old tree leaves holes of half
/// a megabyte, of which there may be many while there is no room for the boards of a long ladder.
const LARGE_PIECE: usize = 2 << 20;

/// Returns true if this many bytes of memory are left. Takes some tens of microseconds, and touches none of them.
pub(crate) fn is_there(bytes: usize) -> bool {
    let large = bytes / 4 / LARGE_PIECE;
    let small = (bytes - large * LARGE_PIECE) / PIECE;
    let mut pieces: Vec<Vec<u8>> = Vec::new();
    let is_there = pieces.try_reserve_exact(large + small).is_ok()
        && iter::repeat_n(LARGE_PIECE, large)
            .chain(iter::repeat_n(PIECE, small))
            .all(|size| {
                let mut piece = Vec::new();
                let is_there = piece.try_reserve_exact(size).is_ok();
                pieces.push(piece);
                is_there
            });
    // An allocation that nobody uses might be left out.
    black_box(&mut pieces);
    is_there
}

#[cfg(test)]
mod tests {
    use std::io::{self, Write};

    use super::*;

    #[test]
    fn there_is_some_memory_and_not_any_amount_of_it() {
        assert!(is_there(LEAST));
        assert!(!is_there(usize::MAX));
    }

    /// The rest of the test below, in a process of its own.
    #[test]
    #[ignore = "needs a limit of memory"]
    fn holes() {
        const HOLE: usize = 512 << 10;
        let chunk = || {
            let mut chunk: Vec<u8> = Vec::new();
            chunk.try_reserve_exact(HOLE).is_ok().then_some(chunk)
        };
        // From then on glibc takes pieces of this size from its heap, where they leave holes.
        drop(black_box(chunk()));
        let mut chunks: Vec<_> = iter::from_fn(chunk).collect();
        let count = chunks.len();
        // Every other one of the first half: the last ones glibc may have had from the system one by one.
        let mut number = 0;
        chunks.retain(|_| {
            number += 1;
            number % 2 == 0 || number > count / 2
        });
        let small: Vec<Vec<u8>> = (0..RESERVE / PIECE)
            .map_while(|_| {
                let mut piece = Vec::new();
                piece.try_reserve_exact(PIECE).ok().map(|()| piece)
            })
            .collect();
        let fits = small.len() == RESERVE / PIECE;
        drop(black_box(small));
        let is_there = is_there(RESERVE);
        drop(black_box(chunks));
        let text = format!("{count} chunks, small pieces fit: {fits}, there: {is_there}\n");
        io::stdout().write_all(text.as_bytes()).unwrap();
    }

    // With addresses of 32 bits glibc takes pieces as large as a hole from the system one by one.
    #[cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]
    #[test]
    fn holes_between_chunks_are_no_room_for_what_is_larger() {
        let tests = std::env::current_exe().unwrap();
        let output = std::process::Command::new("sh")
            .args(["-c", "ulimit -v 300000; exec \"$0\" \"$@\""])
            .arg(tests)
            .args(["--exact", "memory::tests::holes"])
            .args(["--ignored", "--nocapture", "--test-threads=1"])
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            text.contains("small pieces fit: true, there: false"),
            "{text}"
        );
    }
}
