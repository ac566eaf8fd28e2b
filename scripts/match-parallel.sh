#!/usr/bin/env bash
# Plays a match as N independent shards at once on this machine, and joins them.
#
#     scripts/match-parallel.sh N OUT -- MATCH ARGUMENTS...
#     scripts/match-parallel.sh 4 results/a-b -- --games 400 --size 9 \
#         --black 'a=kosumi --player flat' --white 'b=gnugo --mode gtp'
#
# The arguments are those of `kosumi match` without --shard and --out. Shard 3 goes to OUT.3, the
# whole match to OUT, and it has the same games as a match in one run. The same command goes on with
# a match that was stopped.
#
# Needs GNU parallel (Debian: parallel), which runs a shard on each core and takes further options
# from the environment:
#     PARALLEL='--jobs 8'                                   # so many shards at once
#     PARALLEL='--sshloginfile hosts --workdir .'           # other machines with the same folders
# KOSUMI is the program; target/release/kosumi if not set.
set -euo pipefail

usage() {
    sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "$0" >&2
    exit 2
}

[[ $# -gt 3 && $1 =~ ^[1-9][0-9]*$ && $3 == -- ]] || usage
shards=$1
out=$2
shift 3

kosumi=${KOSUMI:-$(cd "$(dirname "$0")/.." && pwd)/target/release/kosumi}
command -v parallel >/dev/null || { echo "GNU parallel is not installed" >&2; exit 1; }
command -v "$kosumi" >/dev/null || { echo "$kosumi: not found; cargo build --release" >&2; exit 1; }
mkdir -p "$(dirname "$out")"

# -q: the arguments are words for the program, not text for a shell. A replacement string that no
# argument of a match contains.
seq "$shards" |
    parallel -q --line-buffer --tagstring "shard SHARD_NUMBER" -I SHARD_NUMBER \
        "$kosumi" match "$@" --shard "SHARD_NUMBER/$shards" --out "$out.SHARD_NUMBER" >&2 || {
    echo "some shards failed; the same command goes on with them" >&2
    exit 1
}

mapfile -t parts < <(seq -f "${out//%/%%}.%.0f" "$shards")
"$kosumi" match merge "$out" "${parts[@]}"
