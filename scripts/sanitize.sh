#!/bin/sh
# Runs tests under the sanitizers of the compiler: addresses for what has unsafe code in it or below it (networks, patterns,
# files), threads for searches that share a tree and a network.
#
# usage: scripts/sanitize.sh [address|thread ...]
#
# Needs a nightly compiler with its sources (`rustup toolchain install nightly -c rust-src`), on Linux.
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- address thread
target=$(rustc -vV | sed -n 's/^host: //p')
export CARGO_PROFILE_TEST_DEBUG=line-tables-only
for sanitizer in "$@"; do
    case $sanitizer in
    address) tests='net:: pattern:: files:: sgf:: go::board' ;;
    # Without what the standard library does, races would be seen that are none.
    thread) tests='search:: net::batcher analysis::' ;;
    *)
        echo "usage: $0 [address|thread ...]" >&2
        exit 2
        ;;
    esac
    # shellcheck disable=SC2086
    RUSTFLAGS="-Zsanitizer=$sanitizer" CARGO_TARGET_DIR="target/sanitizer-$sanitizer" \
        cargo +nightly test -Zbuild-std --target "$target" --lib -- $tests
done
