#!/usr/bin/env bash
# Builds kosumi as pages that need no server: a folder for any web space, which a browser can install and use offline.
#
# usage: scripts/web.sh [FOLDER]
#
# FOLDER is target/web unless told otherwise; what is there is replaced. Needs the target wasm32-unknown-unknown and wasm-bindgen of the
# version that Cargo.lock names, both of which it gets where they are missing. docs/web.md says how to host the folder.
set -euo pipefail
cd "$(dirname "$0")/.."
site=${1:-target/web}
target=wasm32-unknown-unknown

rustup target list --installed 2>/dev/null | grep -q "^$target$" || rustup target add "$target"
version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)
bindgen=${WASM_BINDGEN:-wasm-bindgen}
if [ "$("$bindgen" --version 2>/dev/null)" != "wasm-bindgen $version" ]; then
    cargo install --quiet --root target/tools wasm-bindgen-cli --version "$version"
    bindgen=target/tools/bin/wasm-bindgen
fi

export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-C target-feature=+simd128"
cargo rustc --release --locked --lib --crate-type cdylib --no-default-features --features web --target "$target"

rm -rf "$site"
mkdir -p "$site/web/words"
"$bindgen" --target web --no-typescript --out-dir "$site/web" --out-name kosumi \
    "${CARGO_TARGET_DIR:-target}/$target/release/kosumi.wasm"
cp src/html/page/* src/web/page/*.* "$site/web/"
cp src/web/page/words/* "$site/web/words/"
cp src/web/browser/engine.js src/web/browser/worker.js "$site/web/"
cp src/web/browser/manifest.json "$site/"
# Any folder of a web space will do, so nothing begins at its root. The policy is that of the server.
policy="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
sed -e 's|"/web/|"web/|' \
    -e "s|^<meta charset=\"utf-8\">|&\n<meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">\n<link rel=\"manifest\" href=\"manifest.json\">|" \
    src/web/page/index.html > "$site/index.html"
rm "$site/web/index.html"
# The file that keeps all others for times without a network.
files=$(cd "$site" && find . -type f | LC_ALL=C sort | sed 's|.*|"&",|' | tr -d '\n')
digest=$(cd "$site" && find . -type f -exec sha256sum {} + | LC_ALL=C sort | sha256sum | cut -c1-16)
{
    echo "const VERSION = \"kosumi-$digest\", FILES = [\"./\",$files];"
    cat src/web/browser/offline.js
} > "$site/offline.js"
du -sh "$site" | sed 's/\t/ in /'
