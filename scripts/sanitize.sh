#!/bin/sh
# Looks for undefined behavior and races, by four tools that each see what the others do not.
#
# usage: scripts/sanitize.sh [address|thread|miri|loom [FILTER ...]]
#
#   address  errors of memory: tests of what has unsafe code in it or below it (networks, patterns, files, records), with the
#            address sanitizer of the compiler. This is the default
#   thread   races: searches, batches of evaluations, threads, protocols and the tables of the web server, with the thread
#            sanitizer
#   miri     undefined behavior: tests of what is pure (the game, reading of tactics, records, rules and words of the
#            protocols), in an interpreter that knows what each byte may be. Random tests get few cases
#   loom     orders: every way in which threads may see what others have written to the tree (src/search/tests/orders.rs), and in
#            which they may wait for evaluations (src/eval/batcher/orders.rs)
#
# All but loom need a nightly compiler with its sources, and miri its component
# (`rustup toolchain install nightly -c rust-src -c miri`), on Linux.
set -eu
cd "$(dirname "$0")/.."
tool=${1:-address}
[ $# -eq 0 ] || shift
host=$(rustc -vV | sed -n 's/^host: //p')
export CARGO_TARGET_DIR="${SANITIZE:-target/sanitizer}-$tool" CARGO_PROFILE_TEST_DEBUG=line-tables-only
case $tool in
    address)
        [ $# -gt 0 ] || set -- net:: pattern:: files:: sgf:: go::board
        export RUSTFLAGS="-Zsanitizer=address"
        cargo +nightly test -Zbuild-std --target "$host" --lib -- "$@"
        ;;
    thread)
        # The game left out waits for moves no longer than a slow program needs.
        [ $# -gt 0 ] || set -- search:: eval:: threads:: clock:: lines:: session:: engine::tests analysis:: gtp::input \
            gtp::client gtp::analysis web::turns web::tests --skip kosumi_plays_itself_to_the_end
        # Some tests ask for more memory than there is.
        export RUSTFLAGS="-Zsanitizer=thread" TSAN_OPTIONS="allocator_may_return_null=1 ${TSAN_OPTIONS:-}"
        cargo +nightly test -Zbuild-std --target "$host" --lib -- "$@"
        ;;
    miri)
        # As each instruction takes a hundred times as long, what plays whole games is left out.
        [ $# -gt 0 ] || set -- go::color go::handicap go::point go::rules go::board::chain sgf::notation sgf::lexer \
            sgf::decode gtp::args gtp::request gtp::response search::node lines:: --skip explain:: --skip seconds
        # Its memory is not that of the machine, but tests read files.
        export MIRIFLAGS="-Zmiri-disable-isolation" PROPTEST_CASES=2
        cargo +nightly miri test --no-default-features --lib -- "$@"
        ;;
    loom)
        [ $# -gt 0 ] || set -- orders::
        export RUSTFLAGS="--cfg loom"
        cargo test --no-default-features --lib -- "$@"
        ;;
    *)
        echo "no tool is called $tool" >&2
        exit 2
        ;;
esac
