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
src/engine/mcts/decide.rs
            ending.dame(),
            Vec::new(),

people-of-other-profiles-are-in-the-cache
src/net/inputs.rs
            profile: self.profile,
            profile: None,

people-pass-though-the-search-does
src/engine/mcts/human.rs
self.ignores_passes && found.best.mv == Move::Pass
false

tree-without-superko
src/search/worker.rs
|| !leaf.repeats(root, child.mv())
|| true

tree-with-suicide
src/search/leaf.rs
rules.suicide != Suicide::Forbidden
true

tree-ends-late
src/search/root.rs
GameEnd::TwoPasses => passes >= 2,
GameEnd::TwoPasses => passes >= 3,

tree-ends-early-in-ko
src/search/root.rs
GameEnd::TwoPassesKoClosed => passes >= 3,
GameEnd::TwoPassesKoClosed => passes >= 2,

button-counts-as-pass
src/search/leaf.rs
Move::Pass if self.has_button => self.has_button = false,


resigns-when-ahead
src/engine/mcts/resign.rs
&& behind_by(game, color, report) > self.points;
;

resigns-at-once
src/engine/mcts/resign.rs
&& at >= self.earliest(game)


goes-round-in-cycles
src/engine/mcts/decide.rs
self.avoid_cycles(&mut candidates);


plays-on-without-hope
src/engine/mcts/decide.rs
if self.is_hopeless(ending, best) {
if false {

passes-unseen
src/engine/mcts.rs
best.value <= safe
best.value <= safe + 1.0

own-eyes-filled
src/engine/mcts/decide.rs
.filter(|found| !fills_eye(self.game, self.color, found.mv))


clean-up-without-hunting
src/engine/mcts/decide.rs
self.purpose == Purpose::CleanUp || ending.at_least
ending.at_least

taxes-not-handed-over
src/engine/ending.rs
counted(plain(&rules)) - counted(rules)
counted(rules) - counted(rules)

rank-without-limit
src/engine/rank.rs
visits: Some(budget.visits.map_or(most, |asked| asked.min(most))),
visits: budget.visits,

what-is-near-is-not-noticed-sooner
src/engine/rank.rs
if is_near { NEAR_DOUBT } else { 1.0 }
1.0

uncertain-evaluations-weigh-the-same
src/search/puct.rs
evaluation.weight = self.utility.weight(output.errors, score, leaf.color);
evaluation.weight = 1.0;

nothing-is-remembered
src/search/puct/eval_cache.rs
self.0.get(&leaf.key(root)).copied()
None

view-of-one-side
src/engine/view.rs
if self.viewer == self.color {
if true {

handicap-not-compensated
src/go/score/counting.rs
game.exact_komi() + compensation,
game.exact_komi(),

ties-are-draws
src/go/score/counting.rs
match self.tie.winner(margin) {
match Tie::Draw.winner(margin) {

tree-of-other-rules
src/search.rs
&& self.rules == other.rules


tree-of-other-komi
src/search.rs
&& self.handed_to_white == other.handed_to_white


tree-of-other-restriction
src/search.rs
&& self.restriction == later.restriction


restriction-ignored
src/search/method.rs
!is_twin && !self.restriction.forbids(leaf.color, mv, depth)
!is_twin

rave-for-the-other
src/search/rave.rs
self.by(child.point_index(), color)
self.by(child.point_index(), !color)

values-for-one-player
src/search/leaf.rs
value.flipped()
value

results-for-one-player
src/search/root.rs
Color::White => value.flipped(),
Color::White => value,

stops-too-early
src/search/limits.rs
if lead.visits() > self.most - made {
if 2 * lead.visits() > self.most - made {

offer-to-stop-told
src/net/inputs.rs
&& self.told_scoring().0 == Scoring::Area || self.ends_by_agreement()
&& self.told_scoring().0 == Scoring::Area

review-counts-gains
src/review.rs
lost.max(0.0)
lost

white-for-the-side-to-move
src/params/perspective.rs
Perspective::SideToMove => to_move,
Perspective::SideToMove => Color::White,

byo-yomi-loses-its-last-period
src/clock.rs
count.saturating_sub(lost).max(1)
count.saturating_sub(lost)

bound-of-few-visits-too-high
src/search/node_stats.rs
widened(BOUND_ERRORS, visits) * self.deviation
BOUND_ERRORS * self.deviation

answers-in-another-order
src/eval/batcher.rs
in askers.into_iter().zip(answers) {
in askers.into_iter().rev().zip(answers) {

cache-of-any-position
src/eval/cache.rs
(known == key).then(|| evaluation.clone())
Some(evaluation.clone()).filter(|_| known.hash() < u64::MAX)

network-for-any-board
src/eval/evaluator.rs
self.network.as_ref().filter(|_| Network::knows(size))
self.network.as_ref().filter(|_| size.area() > 0)

check-that-answers-for-the-other
src/eval/check.rs
        answers
        others

visits-for-one-player
src/search/method.rs
mover = !mover;
let _ = &mut mover;

transpositions-that-repeat
src/search/puct.rs
child.visits() == 0 || !leaf.repeats(root, child.mv())
child.visits() < u32::MAX || leaf.repeats(root, child.mv())

one-pace-for-all
src/search/limits.rs
spends_unsaved: true,
spends_unsaved: false,

wrong-resignations-uncounted
src/train/selfplay.rs
self.wrong.fetch_add(is_wrong.into(),
self.wrong.fetch_add(0,

edge-of-a-tile-by-the-other-side
src/net/winograd.rs
OUT.min(tiles.height - top), OUT.min(tiles.width - left)
OUT.min(tiles.width.saturating_sub(top)), OUT.min(tiles.width - left)

last-column-of-tiles-left-out
src/net/winograd.rs
columns: width.div_ceil(side),
columns: (width / side).max(1),

bound-of-a-tile-point-twice-by-the-row
src/net/winograd.rs
*to = scale / (row * column);
*to = scale / (row * row);

frame-of-a-square
src/net/norm.rs
if row.wrapping_sub(frame.margin) >= height {
if row.wrapping_sub(frame.margin) >= width {

pooling-by-one-point-more
src/net/norm.rs
let mean = sums[channel] / count;
let mean = sums[channel] / (count + 1.0);

pooling-of-another-side
src/net/norm.rs
let side = (count.sqrt() - 14.0) * 0.1;
let side = (count.sqrt() - 13.0) * 0.1;

highest-is-never-negative
src/net/norm.rs
*highest = simd.splat_f32s(f32::NEG_INFINITY);
*highest = simd.splat_f32s(0.0);

pooled-summands-unscaled
src/net/norm.rs
summand.0[place] += shift.0[place] * factor.0[place];
summand.0[place] += shift.0[place];

symmetry-of-a-square
src/go/symmetry.rs
row = height - 1 - row;
row = width - 1 - row;

symmetry-not-undone
src/go/symmetry.rs
places.map(|place| found[self.moved(place, size)]).collect()
places.map(|place| found[place]).collect()

planes-of-a-square
src/net/planes.rs
if from_y >= height {
if from_y >= width {

komi-for-the-other
src/net/inputs.rs
as f32 * -(self.color.sign() as f32);
as f32 * (self.color.sign() as f32);

komi-of-the-board-alone
src/net/inputs.rs
komi.clamp(-area - KOMI_BEYOND_AREA, area + KOMI_BEYOND_AREA);
komi.clamp(-area, area);

area-for-the-other
src/net/inputs.rs
if owner == color { 18 } else { 19 }
if owner == color { 19 } else { 18 }

pass-of-the-first-board
src/net/forward.rs
floats(&passes[passes.len() / self.boards * board..]);
floats(&passes[passes.len() / self.boards * (board / 2)..]);

score-where-there-is-no-result
src/net/output.rs
score: score * f64::from(scales.score) * has_result,
score: score * f64::from(scales.score),

own-word-for-the-other
src/search/puct/selection.rs
let (mean, own) = (-stats.utility(), -stats.own());
let (mean, own) = (-stats.utility(), stats.own());

wins-for-the-other
src/search/puct/backup.rs
win += part.weight * (1.0 - part.win);
win += part.weight * part.win;

visits-under-way-are-won
src/search/tree.rs
(total, (weight * utility - pending * MOST_UTILITY) / total)
(total, (weight * utility + pending * MOST_UTILITY) / total)

visits-under-way-do-not-count
src/search/tree.rs
let pending = visits.saturating_sub(count) as f32;
let pending = 0.0 * visits.saturating_sub(count) as f32;

byo-yomi-lends-a-period
src/clock.rs
periods.saturating_sub(1),
periods.saturating_add(0),

byo-yomi-counts-main-time-twice
src/clock.rs
None => (period, used.saturating_sub(self.left), full),
None => (period, used, full),

shorts-are-cut
src/net/shorts.rs
(rounded as i16).cast_unsigned()
(number as i16).cast_unsigned()

shorts-overflow-together
src/net/shorts.rs
(together(count) / sum).min(GREATEST / most)
(GREATEST / most).max(f32::MIN_POSITIVE * sum)

bfloats-round-halves-up
src/net/bfloat.rs
let half = 0x7fff + (bits >> 16 & 1);
let half = 0x8000;

points-beyond-the-board-are-looked-at
src/net/attention/kernels.rs
floats_mut(lanes)[self.count..].fill(f32::MIN);
floats_mut(lanes)[self.count..].fill(0.0);

softmax-without-the-greatest
src/net/attention/kernels.rs
*vector = exp(simd, simd.sub_f32s(*vector, greatest));
*vector = exp(simd, simd.sub_f32s(*vector, simd.splat_f32s(0.0)));

root-without-epsilon
src/net/root.rs
(sum / (self.channels * points) as f32 + self.epsilon)
(sum / (self.channels * points) as f32)

root-over-one-point
src/net/root.rs
(sum / (self.channels * points) as f32 + self.epsilon)
(sum / self.channels as f32 + self.epsilon)

angles-half-as-steep
src/net/rotation.rs
theta.powf(-2.0 * place as f64 / pairs as f64);
theta.powf(-1.0 * place as f64 / pairs as f64);

angles-of-rows-for-columns
src/net/rotation.rs
let (x, y) = (point % width, point / width);
let (y, x) = (point % width, point / width);

heads-share-other-angles
src/net/rotation.rs
let angles = head * different / heads.count * pairs;
let angles = head % different * pairs;

openings-drawn-by-visits
src/engine/mcts/vary.rs
plays.map(|it| (it.mv, it.play_selection)).collect();
plays.map(|it| (it.mv, f64::from(it.visits))).collect();

early-liking-counts
src/search/puct/selection.rs
deserved.clamp(0.0, known.weight).ceil()
deserved.max(known.weight).ceil()

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

# near FILE: the tests of the module that a file belongs to.
near() {
    echo "$1" | sed 's|^src/||; s|\.rs$||; s|/[^/]*$||; s|/|::|g; s|$|::|'
}

# failing FILTER...: prints the tests that fail in the first step that sees a fault, or nothing. The steps are
# the tests that match a filter, all tests of the library, and the positions that are spoken over GTP.
failing() {
    for tests in "$@" '' gtp; do
        if [ "$tests" = gtp ]; then
            set -- --test gtp -- --exact rules play
        else
            # shellcheck disable=SC2086 # no filter is no word
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
    echo "$(date +%T) $name ..." >&2
    replace "$root/$file" "$old" "$new" "$tree/$file"
    failed=$(failing "$(near "$file")" </dev/null) || exit 2
    cp "$root/$file" "$tree/$file"
    if [ -n "$failed" ]; then
        echo "$name: killed by $failed"
    else
        echo "$name: SURVIVED"
        status=1
    fi
done <"$work/table"
exit $status
