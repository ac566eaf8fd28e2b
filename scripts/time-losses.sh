#!/bin/sh
# Counts losses on time under each time system, kosumi as a process of its own against a quick opponent.
#
# usage: scripts/time-losses.sh OUT [GAMES [JOBS]]
#
# OUT gets a folder for each system. No delay is tolerated and the times are short, so the machine
# should do little else: where processes wait for a processor, both programs lose on time.
set -eu
out=$1
games=${2:-500}
jobs=${3:-4}
kosumi=${KOSUMI:-target/release/kosumi}
mkdir -p "$out"
for time in absolute:1 canadian:0.5:0.5:5 byoyomi:0.4:0.2:3 fischer:0.5:0.05 fischer:0.5:0.1:1:0.3 move:0.2; do
    folder=$out/$(echo "$time" | tr : -)
    "$kosumi" match --black "kosumi=$kosumi gtp --threads 1" --white "quick=kosumi --model none --playouts 30" \
        --out "$folder" --games "$games" --size 9 --time "$time" --tolerance 0 --jobs "$jobs" \
        >"$folder.txt"
    losses=$(grep -o '[0-9]* loss on time by kosumi' "$folder.txt" || echo '0 loss on time by kosumi')
    echo "$time: $losses in $games games"
    grep '^  kosumi (' "$folder.txt" | tail -n 1
done
