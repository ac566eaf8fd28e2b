#!/bin/sh
# What each technique of the tree search is worth: kosumi without it against kosumi with all, at the same
# number of playouts, one thread, on 9x9 unless SIZE says otherwise.
#
# usage: scripts/ablation.sh OUT [GAMES] [PLAYOUTS]
#
# Each technique has a folder below OUT; called again, the script goes on where it was stopped.
set -eu
out=$1
games=${2:-400}
playouts=${3:-500}
kosumi=${KOSUMI:-target/release/kosumi}
player="kosumi --model none --threads 1 --visits $playouts"
mkdir -p "$out"
while read -r name without; do
    flags=
    for setting in $without; do
        flags="$flags --param $setting"
    done
    "$kosumi" match --black "without=$player$flags" --white "whole=$player" --out "$out/$name" \
        --games "$games" --size "${SIZE:-9}" --rules tromp-taylor --komi "${KOMI:-7}" \
        --jobs "${JOBS:-2}" >"$out/$name.txt"
    echo "without $name ($without): $(grep '^  result' "$out/$name.txt")"
done <<END
learned-prior prior_learned=0
late-expansion expand_visits=1
score-bonus score_bonus=0
END
