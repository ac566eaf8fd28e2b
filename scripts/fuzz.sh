#!/bin/sh
# Looks for inputs that kosumi does not bear, with libFuzzer.
#
# usage: scripts/fuzz.sh [SECONDS [TARGET ...]]
#
# Each target of fuzz/ (all of them, 60 seconds each, if nothing is said) begins with its corpus in gtp-tests/corpora and
# what earlier runs have found interesting (fuzz/corpus). What fails is in fuzz/artifacts: it goes into gtp-tests/corpora,
# where every test run tries it, before the mistake is mended. Needs a nightly compiler and cargo-fuzz
# (`rustup toolchain install nightly`, `cargo install cargo-fuzz`).
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-60}
[ $# -gt 0 ] && shift
[ $# -gt 0 ] || set -- gtp json sgf rules tst network weights config
failed=
for target in "$@"; do
    mkdir -p "fuzz/corpus/$target"
    cargo +nightly fuzz run "$target" "fuzz/corpus/$target" "gtp-tests/corpora/$target" -- \
        -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len=4096 -print_final_stats=1 ||
        failed="$failed $target"
done
[ -z "$failed" ] || echo "failed:$failed"
[ -z "$failed" ]
