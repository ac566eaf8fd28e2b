#!/bin/sh
# Measures each level against the one below, on 9x9 unless SIZE says otherwise.
#
# usage: [SIZE=9] [KOMI=7] [LEVELS='9 10'] [OPENINGS=FILE] scripts/levels.sh OUT [GAMES]
#
# Level 10 plays with VISITS visits a move (800), so that the result does not depend on the machine. OPENINGS is a file of games
# to begin with (see docs/matches.md): from the empty board the upper levels often play the same game again.
set -eu
out=$1
games=${2:-100}
kosumi=${KOSUMI:-target/release/kosumi}
mkdir -p "$out"
for level in ${LEVELS:-2 3 4 5 6 7 8 9 10}; do
    below=$((level - 1))
    flags="--level $level"
    [ "$level" -lt 10 ] || flags="--visits ${VISITS:-800}"
    "$kosumi" match --black "upper=kosumi $flags" --white "lower=kosumi --level $below" \
        --out "$out/$level" --games "$games" --size "${SIZE:-9}" --rules chinese --komi "${KOMI:-7}" --jobs "${JOBS:-2}" \
        ${OPENINGS:+--openings "$OPENINGS"} \
        >"$out/$level.txt"
    echo "$level over $below: $(grep '^  result' "$out/$level.txt")"
done
