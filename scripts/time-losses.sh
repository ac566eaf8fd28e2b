#!/bin/sh
# Counts losses on time under each time system, kosumi as a process of its own against a quick opponent, half of the
# games with its network and half without.
#
# usage: scripts/time-losses.sh OUT [GAMES [JOBS [LOAD]]]
#
# OUT gets two folders for each system, with GAMES games (500) in both together, JOBS (4) at a time. Beside them LOAD (0)
# endless loops occupy the processors. No delay is tolerated. TIMES names other time controls; where loops run beside the
# games, a second for all moves of a game is less than what moves wait for a processor.
set -eu
out=$1
games=${2:-500}
jobs=${3:-4}
load=${4:-0}
kosumi=${KOSUMI:-target/release/kosumi}
times=${TIMES:-absolute:5 canadian:1:1:5 byoyomi:1:0.5:3 fischer:1:0.2 fischer:1:0.3:1:0.6 move:0.5}
mkdir -p "$out"
loops=
trap '[ -z "$loops" ] || kill $loops' EXIT
for _ in $(seq "$load"); do
    (while :; do :; done) &
    loops="$loops $!"
done
for time in $times; do
    for model in own none; do
        folder=$out/$(echo "$time" | tr : -)-$model
        "$kosumi" match --black "kosumi=$kosumi gtp --threads 1 --model $model" \
            --white "quick=kosumi --model none --visits 30" --out "$folder" --games "$((games / 2))" --size 9 \
            --time "$time" --tolerance 0 --jobs "$jobs" >"$folder.txt"
        losses=$(grep -o '[0-9]* loss on time by kosumi' "$folder.txt" || echo '0 loss on time by kosumi')
        echo "$time, $model: $losses in $((games / 2)) games"
        grep '^  kosumi (' "$folder.txt" | tail -n 1
    done
done
