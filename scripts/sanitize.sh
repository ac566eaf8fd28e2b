#!/bin/sh
# Runs the tests of what has unsafe code in it or below it (networks, patterns, files, records) under the address sanitizer
# of the compiler. Races need no such run: all that threads share is safe Rust.
#
# usage: scripts/sanitize.sh [FILTER ...]
#
# Needs a nightly compiler with its sources (`rustup toolchain install nightly -c rust-src`), on Linux.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- net:: pattern:: files:: sgf:: go::board
target=$(rustc -vV | sed -n 's/^host: //p')
export CARGO_PROFILE_TEST_DEBUG=line-tables-only
RUSTFLAGS="-Zsanitizer=address" CARGO_TARGET_DIR=target/sanitizer-address \
    cargo +nightly test -Zbuild-std --target "$target" --lib -- "$@"
