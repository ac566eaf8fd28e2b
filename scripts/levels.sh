#!/bin/sh
# Measures each level against the one below, on 9x9 unless SIZE says otherwise.
#
# usage: scripts/levels.sh OUT [GAMES]
#
# Level 10 plays with LOOKS looks a move (800), so that the result does not depend on the machine.
set -eu
out=$1
games=${2:-100}
kosumi=${KOSUMI:-target/release/kosumi}
mkdir -p "$out"
for level in 2 3 4 5 6 7 8 9 10; do
    below=$((level - 1))
    flags="--level $level"
    [ "$level" -lt 10 ] || flags="--playouts ${LOOKS:-800}"
    "$kosumi" match --black "upper=kosumi $flags" --white "lower=kosumi --level $below" \
        --out "$out/$level" --games "$games" --size "${SIZE:-9}" --rules chinese --komi "${KOMI:-7}" --jobs "${JOBS:-2}" \
        >"$out/$level.txt"
    echo "$level over $below: $(grep '^  result' "$out/$level.txt")"
done
