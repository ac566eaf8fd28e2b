#!/bin/sh
# Plays games against GNU Go under gogui-twogtp, whose programs must agree on every result, runs our
# regression files under gogui-regress, and looks at positions with gogui-statistics.
#
#     apt-get install gnugo default-jre          # GoGui itself: github.com/Remi-Coulom/gogui
#     [TWOGTP=gogui-twogtp] [REGRESS=gogui-regress] [STATISTICS=gogui-statistics] [GNUGO=gnugo] \
#         [KOSUMI=target/release/kosumi] [GAMES=20] scripts/clients/gogui-tools.sh
#
# Exit status 0 only if no game had an error, all results agree, and all tests passed.
set -eu
cd "$(dirname "$0")/../.."
PATH=$PATH:/usr/games # where Debian puts GNU Go
kosumi=$(realpath "${KOSUMI:-target/release/kosumi}")
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

"$kosumi" --version
${TWOGTP:-gogui-twogtp} -version
"${GNUGO:-gnugo}" --version | head -n 1

# Both judge which stones are dead, and must come to the same score.
${TWOGTP:-gogui-twogtp} -auto -games "${GAMES:-20}" -size 9 -komi 7.5 -alternate -sgffile "$out/games" \
    -black "$kosumi --rules chinese --playouts 200 --seed 1 --threads 1" \
    -white "${GNUGO:-gnugo} --mode gtp --level 1 --chinese-rules --capture-all-dead --seed 1" >/dev/null
awk -F '\t' -v games="${GAMES:-20}" '
    /^#GAME/ { sub("#", ""); for (i = 1; i <= NF; i++) column[$i] = i; next }
    /^#/ { next }
    {
        played++
        black = $column["RES_B"]; white = $column["RES_W"]
        if (black != white || black == "?" || $column["ERR"] != 0) {
            bad++
            print "game " $column["GAME"] ": black says " black ", white says " white " " $column["ERR_MSG"]
        }
    }
    END {
        print "gogui-twogtp: " played " games, " bad + 0 " with an error or different results"
        exit !(played == games && bad == 0)
    }' "$out/games.dat"

for file in gtp-tests/rules/*.tst; do
    ${REGRESS:-gogui-regress} -output "$out/regress" "$kosumi --seed 1 --threads 1 --playouts 20" "$file" \
        >"$out/regress.txt" 2>&1 || { cat "$out/regress.txt"; echo "gogui-regress: $file failed"; exit 1; }
done
echo "gogui-regress: all files of gtp-tests/rules passed"

# Without reg_genmove: GoGui 1.6.0 asks for the move of a color `null`.
${STATISTICS:-gogui-statistics} -quiet -force -size 9 -program "$kosumi --seed 1 --threads 1" \
    -commands "final_score,cputime" -output "$out/statistics.dat" -max 20 "$out/games-0.sgf" "$out/games-1.sgf"
positions=$(grep -vc '^#' "$out/statistics.dat")
[ "$positions" -gt 20 ]
echo "gogui-statistics: $positions positions"
