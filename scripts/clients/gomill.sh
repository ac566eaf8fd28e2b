#!/bin/sh
# Plays a match against GNU Go under the ringmaster of gomill, with and without handicap.
#
#     pip download --no-deps --no-binary :all: gomill && tar xf gomill-*.tar.gz   # needs Python 2.7 to run
#     apt-get install gnugo
#     GOMILL=gomill-0.8.3 [PYTHON=python2] [GNUGO=gnugo] [KOSUMI=target/release/kosumi] [GAMES=6] \
#         scripts/clients/gomill.sh
#
# The ringmaster checks both programs before it plays, gives up a game at the first malformed answer, and
# compares results and handicap stones. Exit status 0 only if all games were played and none was void.
set -eu
cd "$(dirname "$0")/../.."
PATH=$PATH:/usr/games # where Debian puts GNU Go
kosumi=$(realpath "${KOSUMI:-target/release/kosumi}")
games=${GAMES:-6}
ringmaster="${PYTHON:-python2} ${GOMILL:?the folder of gomill}/ringmaster"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

"$kosumi" --version
$ringmaster --version
${PYTHON:-python2} --version 2>&1
cat >"$out/match.ctl" <<CTL
competition_type = 'playoff'
players = {
    'kosumi': Player("$kosumi --rules chinese --playouts 200 --seed 1 --threads 1"),
    'gnugo': Player("${GNUGO:-gnugo} --mode gtp --level 1 --chinese-rules --capture-all-dead --seed 1"),
}
scorer = 'players'
matchups = [
    Matchup('kosumi', 'gnugo', board_size=9, komi=7.5, alternating=True, number_of_games=$games),
    Matchup('kosumi', 'gnugo', board_size=9, komi=0.5, handicap=3, number_of_games=2),
    Matchup('kosumi', 'gnugo', board_size=13, komi=0.5, handicap=4, handicap_style='free', number_of_games=2),
]
CTL
$ringmaster "$out/match.ctl" check
$ringmaster --quiet "$out/match.ctl" run
$ringmaster "$out/match.ctl" report
cat "$out/match.report"
if grep -Eiq 'void|forfeit|unknown|error' "$out/match.report" "$out/match.log"; then
    grep -Ei 'void|forfeit|unknown|error' "$out/match.report" "$out/match.log"
    exit 1
fi
played=$(find "$out/match.games" -name '*.sgf' | wc -l)
[ "$played" -eq $((games + 4)) ]
echo "gomill: $played games, none void"
