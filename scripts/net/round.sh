#!/bin/sh
# One round of training beside a graphics card: the processors make rows, the card labels them and learns.
#
# usage: [KOSUMI=kosumi] [SEED=0] [SHARES=1] scripts/net/round.sh OUT TEACHER VALID SECONDS GAMES... -- FLAGS...
#
# GAMES are records of good players on 19x19. The network of the program plays all games of the round, on 6x6 to 19x19. SHARES
# is how many times 16 cores there are. FLAGS go to train.py, such as --begin FILE --blocks 10 --channels 128. What makes
# rows ends with the training. The network is OUT/net/network.bin.gz; the same command goes on with a round that was stopped.
set -eu
kosumi=${KOSUMI:-kosumi}
seed=${SEED:-0}
shares=${SHARES:-1}
out=$1 teacher=$2 valid=$3 seconds=$4
shift 4
games=
while [ "${1:---}" != -- ]; do
    games="$games $1"
    shift
done
[ $# -eq 0 ] || shift
mkdir -p "$out"
makers=
# shellcheck disable=SC2154,SC2086 # Each process is a word of its own.
trap 'kill $makers 2>/dev/null || true' EXIT
trap 'exit 1' INT TERM
folders=

# Starts a command that makes rows in a folder, below what the training needs of the processors.
rows() {
    folder=$out/$1
    shift
    mkdir -p "$folder"
    folders="$folders --rows $folder"
    nice -n 5 "$@" --out "$folder" >"$folder.log" 2>&1 &
    makers="$makers $!"
}

play() {
    name=$1 size=$2 strange=$3
    shift 3
    seed=$((seed + 1))
    rows "$name" "$kosumi" selfplay --model own --teacher none --visits 1 --cheap-visits 1 --games 1000000 --size "$size" \
        --strange "$strange" --seed "$seed" "$@"
}

for file in $games; do
    rows "games-$(basename "$file")" "$kosumi" train rows --model none --rules japanese --positions 14 --detours 20 \
        --shard-games 150 --seed "$seed" --jobs "$shares" "$file"
done
# All positions of games, and some of games with what a search looks at from there.
play a19 19 30 --share 100 --handicap 15 --shard-games 8 --jobs $((2 * shares))
play b19 19 30 --share 20 --handicap 15 --leaves 5 --leaf-visits 16 --shard-games 8 --jobs $((4 * shares))
play a13 13 30 --share 100 --handicap 15 --shard-games 15 --jobs "$shares"
play b13 13 30 --share 20 --handicap 15 --leaves 5 --leaf-visits 24 --shard-games 10 --jobs $((2 * shares))
play a9 9 30 --share 100 --handicap 15 --shard-games 30 --jobs "$shares"
play b9 9 30 --share 20 --handicap 15 --leaves 5 --leaf-visits 48 --shard-games 20 --jobs $((3 * shares))
play b7 7 75 --share 20 --handicap 5 --leaves 5 --leaf-visits 24 --shard-games 40 --jobs 1
play a6 6 75 --share 100 --handicap 0 --shard-games 60 --jobs 1
# shellcheck disable=SC2086 # The folders are words of their own.
"${PYTHON:-python3}" "$(dirname "$0")/train.py" $folders --valid "$valid" --out "$out/net" --seconds "$seconds" \
    --label "$teacher" --optimistic --follow --points 184832 --rate 1.5e-3 --decay 0.02 \
    --mix 19x19=10,13x13=4,9x9=4,7x7=0.7,6x6=0.3 --outcome 0.1 --teacher 0.6 --test-every 3000 --test-rows 2000 "$@"
