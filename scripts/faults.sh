#!/bin/sh
# Tells whether the tests see faults: puts each fault of the table below into a copy of the sources, runs the
# tests, and prints by which of them it dies. A fault that no test sees asks for a new test.
#
# usage: scripts/faults.sh [NAME...]
#
# The test of the checksum is left out: it sees every change of play, also an intended one. All faults are
# tried unless some are named. The exit status is 1 if one survives, 2 if the table does not fit the sources
# any more or the sources fail without a fault. WORK is a folder to keep what is built between runs.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
work=${WORK:-$(mktemp -d)}
[ -n "${WORK:-}" ] || trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
tree=$work/tree
: "${CARGO_PROFILE_DEV_OPT_LEVEL:=1}" "${CARGO_PROFILE_DEV_DEBUG:=0}" "${CARGO_INCREMENTAL:=1}"
export CARGO_PROFILE_DEV_OPT_LEVEL CARGO_PROFILE_DEV_DEBUG CARGO_INCREMENTAL
export CARGO_TARGET_DIR="$work/target"
checksum=the_same_seeds_play_the_same_games

# Four lines and a blank one for each fault: its name, the file, a text that the file has exactly once, and the
# text that takes its place.
table() {
    cat <<'TABLE'
dame-are-left
src/player/mcts/decide.rs
.or_else(|| among(&ending.dame()))


tree-without-superko
src/search/worker.rs
|| !self.repeats(child.mv(), color)
|| true

tree-with-suicide
src/search/expand.rs
self.rules.suicide != Suicide::Forbidden
true

tree-ends-late
src/search/root.rs
GameEnd::TwoPasses => true,
GameEnd::TwoPasses => passes >= 3,

tree-ends-early-in-ko
src/search/root.rs
GameEnd::TwoPassesKoClosed => passes >= 3,
GameEnd::TwoPassesKoClosed => true,

resigns-when-ahead
src/player/mcts/resign.rs
&& is_behind(game, color, report);
;

resigns-at-once
src/player/mcts/resign.rs
&& at >= earliest(game)


goes-round-in-cycles
src/player/mcts/decide.rs
self.avoid_cycles(&mut candidates);


plays-on-without-hope
src/player/mcts/decide.rs
if self.is_hopeless(ending, best) {
if false {

passes-unseen
src/player/mcts.rs
best.value <= safe
best.value <= safe + 1.0

taxes-not-handed-over
src/player/ending.rs
simple.score(&self.dead).margin() - exact
exact - exact

handicap-not-compensated
src/playout.rs
game.exact_komi() + compensation,
game.exact_komi(),

tree-of-other-rules
src/search/root.rs
&& self.rules == later.rules


tree-of-other-komi
src/search/root.rs
&& self.handed_to_white == later.handed_to_white;
;

rave-for-the-other
src/search/backup.rs
plays.by(child.point_index(), color)
plays.by(child.point_index(), !color)

own-eyes-filled
src/player/mcts/decide.rs
!mv.point().is_some_and(fills_eye)
true

clean-up-without-hunting
src/player/mcts/decide.rs
self.aim == Aim::CleanUp || ending.at_least
ending.at_least

level-without-limit
src/player/level.rs
playouts: Some(playouts.min(self.playouts)),
playouts: Some(playouts),

stops-too-early
src/search/watch.rs
if lead.visits() > self.most - made {
if 2 * lead.visits() > self.most - made {

ties-are-draws
src/playout.rs
match (margin.cmp(&Points::ZERO), self.tie) {
match (margin.cmp(&Points::ZERO), Tie::Draw) {

TABLE
}

# replace FILE OLD NEW OUT: writes FILE with NEW for OLD to OUT; fails unless OLD is there exactly once.
replace() {
    python3 -c '
import sys
file, old, new, out = sys.argv[1:]
text = open(file, encoding="utf-8").read()
count = text.count(old)
if count != 1:
    sys.exit(f"{file}: {count} times {old!r}, expected once")
open(out, "w", encoding="utf-8").write(text.replace(old, new))
' "$@"
}

# Prints the tests that fail, or nothing. First those that are nearest to the table, then all, then the
# positions that are spoken over GTP.
failing() {
    for tests in 'player:: search:: playout::' '' gtp; do
        if [ "$tests" = gtp ]; then
            set -- --test gtp -- --exact rules play
        else
            # shellcheck disable=SC2086 # words of a list
            set -- --lib -- --skip "$checksum" $tests
        fi
        if (cd "$tree" && cargo test --quiet "$@") >"$work/out" 2>&1; then
            continue
        fi
        failed=$(sed -n '/^failures:$/,$s/^    \([a-z_:0-9]*\)$/\1/p' "$work/out" | sort -u | tr '\n' ' ')
        if [ -z "$failed" ]; then
            tail -n 30 "$work/out" >&2
            echo "the tests did not run" >&2
            return 2
        fi
        echo "$failed"
        return
    done
}

is_wanted() {
    wanted=$1
    shift
    [ $# -gt 0 ] || return 0
    for name in "$@"; do
        [ "$name" != "$wanted" ] || return 0
    done
    return 1
}

rm -rf "$tree"
mkdir -p "$tree"
(cd "$root" && git ls-files -z | tar --null --files-from=- -cf -) | tar -xf - -C "$tree"

table >"$work/table"
while IFS= read -r name && IFS= read -r file && IFS= read -r old && IFS= read -r new && read -r _; do
    replace "$root/$file" "$old" "$new" /dev/null || exit 2
done <"$work/table"

died_without=$(failing) || exit 2
if [ -n "$died_without" ]; then
    echo "without any fault these tests fail: $died_without" >&2
    exit 2
fi

status=0
while IFS= read -r name && IFS= read -r file && IFS= read -r old && IFS= read -r new && read -r _; do
    is_wanted "$name" "$@" || continue
    replace "$root/$file" "$old" "$new" "$tree/$file"
    failed=$(failing </dev/null) || exit 2
    cp "$root/$file" "$tree/$file"
    if [ -n "$failed" ]; then
        echo "$name: dies by $failed"
    else
        echo "$name: SURVIVES"
        status=1
    fi
done <"$work/table"
exit $status
