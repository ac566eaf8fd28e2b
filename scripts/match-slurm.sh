#!/usr/bin/env bash
# Plays a match as N independent shards, the jobs of a Slurm array, waits for them and joins them.
#
#     scripts/match-slurm.sh N OUT -- MATCH ARGUMENTS...
#     scripts/match-slurm.sh 100 results/a-b -- --games 4000 --size 9 \
#         --black 'a=kosumi --player flat' --white 'b=gnugo --mode gtp'
#
# The arguments are those of `kosumi match` without --shard and --out. Shard 3 goes to OUT.3 and its
# messages to OUT.3.log, the whole match to OUT, and it has the same games as a match in one run. The
# same command goes on with a match that was stopped. All nodes must see this folder and the program
# under the same names.
#
# Options for sbatch come from its own variables, such as SBATCH_PARTITION, and from SBATCH_FLAGS:
#     SBATCH_FLAGS='--cpus-per-task=2 --time=60'    # for --jobs 2
# KOSUMI is the program; target/release/kosumi if not set.
#
# scripts/slurm-one-node.sh makes a Slurm out of this machine to try it.
set -euo pipefail

usage() {
    sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "$0" >&2
    exit 2
}

# Slurm runs a copy of this script for each shard.
if [[ ${1-} == --job ]]; then
    shards=$2
    out=$3
    shift 3
    exec "$KOSUMI" match "$@" --shard "$SLURM_ARRAY_TASK_ID/$shards" --out "$out.$SLURM_ARRAY_TASK_ID"
fi

[[ $# -gt 3 && $1 =~ ^[1-9][0-9]*$ && $3 == -- ]] || usage
shards=$1
out=$2
shift 3

export KOSUMI=${KOSUMI:-$(cd "$(dirname "$0")/.." && pwd)/target/release/kosumi}
command -v sbatch >/dev/null || { echo "Slurm is not installed" >&2; exit 1; }
command -v "$KOSUMI" >/dev/null || { echo "$KOSUMI: not found; cargo build --release" >&2; exit 1; }
mkdir -p "$(dirname "$out")"

# A % in the name would be one of Slurm's patterns.
read -ra flags <<<"${SBATCH_FLAGS-}"
sbatch --wait --job-name=kosumi-match --array="1-$shards" --output="${out//%/%%}.%a.log" \
    "${flags[@]}" "$0" --job "$shards" "$out" "$@" >&2 || {
    echo "some shards failed, see $out.*.log; the same command goes on with them" >&2
    exit 1
}

mapfile -t parts < <(seq -f "${out//%/%%}.%.0f" "$shards")
"$KOSUMI" match merge "$out" "${parts[@]}"
