#!/bin/sh
# Runs the Python example of KataGo's analysis engine with kosumi in KataGo's place, and kosumi as people start KataGo.
#
#     git clone https://github.com/lightvector/KataGo && pip install sgfmill
#     KATAGO=KataGo MODEL=network.bin.gz [PYTHON=python3] [KOSUMI=target/release/kosumi] scripts/clients/katago.sh
#
# Both are given KataGo's own example configurations, unchanged. Exit status 0 only if all is answered.
set -eu
cd "$(dirname "$0")/../.."
kosumi=$(realpath "${KOSUMI:-target/release/kosumi}")
katago=${KATAGO:?the folder of KataGo}
model=${MODEL:?a network in the format of KataGo}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

"$kosumi" version
"${PYTHON:-python3}" "$katago/python/query_analysis_engine_example.py" -katago-path "$kosumi" \
    -config-path "$katago/cpp/configs/analysis_example.cfg" -model-path "$model" >"$out/example"
grep -q "'moveInfos': \[{" "$out/example"
echo "the Python example: answered"

# The configuration says maxVisits = 500, the flag 50.
printf 'kata-get-param maxVisits\nkata-get-param model\ngenmove b\nquit\n' |
    "$kosumi" gtp -config "$katago/cpp/configs/gtp_example.cfg" -model "$model" \
        -override-config maxVisits=50,logSearchInfo=false >"$out/gtp"
grep -q '^= 50$' "$out/gtp"
grep -q "^= $model$" "$out/gtp"
grep -Eq '^= [A-HJ-T][0-9]+$' "$out/gtp"
echo "gtp with flags and a configuration of KataGo: answered"
"$kosumi" benchmark -config "$katago/cpp/configs/gtp_example.cfg" -model "$model" | head -n 1
