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
player="kosumi --model none --threads 1 --playouts $playouts"
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
rave rave=0
late-expansion expand_visits=1
even-prior prior_even=0
prior-cutoff prior_cutoff=0
self-atari-prior prior_self_atari=0
eye-prior prior_eye=0
pass-prior prior_pass=0
score-bonus score_bonus=0
capture rate_capture=0
escape rate_escape=0
two-liberties rate_two_liberties=0
nakade rate_nakade=0
follow-up rate_follow_up=0
shapes rate_shape=0 rate_shape_before=0
self-atari-filter rate_self_atari=0 rate_big_self_atari=0
all-playout-rules rate_capture=0 rate_escape=0 rate_two_liberties=0 rate_nakade=0 rate_follow_up=0 rate_shape=0 rate_shape_before=0 rate_self_atari=0 rate_big_self_atari=0
END
