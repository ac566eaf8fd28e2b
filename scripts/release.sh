#!/usr/bin/env bash
# Builds kosumi for people who do not build: a stripped program with its documentation, completions, manual page and the
# licenses of what it is built from as an archive. Beside it come a list of what it is built from (CycloneDX) and, for Linux, the
# debug information.
#
#     scripts/release.sh [TARGET] [FOLDER]
#
# TARGET is one of Rust's, by default that of this machine; `rustup target add TARGET` comes before. Those of Linux that
# end with -musl need nothing of the system that they run on, and only Rust to be built. FOLDER is where the archives go, by default
# target/archives.
#
# A commit and a version of Rust give the same bytes in any folder, which scripts/reproducible.sh shows. Where the sources are
# not in a repository, SOURCE_DATE_EPOCH has the seconds since 1970 of the commit.
set -euo pipefail
cd "$(dirname "$0")/.."

host=$(rustc -vV | sed -n 's/^host: //p')
target=${1:-$host}
folder=${2:-target/archives}
version=$(sed -n 's/^version = "\([^"]*\)".*/\1/p' Cargo.toml)
name=kosumi-$version-$target
program=kosumi
[[ $target == *windows* ]] && program=kosumi.exe
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

# Paths as the compiler sees them; a shell on Windows has names of its own for them.
native() { if command -v cygpath >/dev/null; then cygpath -w "$1"; else printf %s "$1"; fi; }
sysroot=$(rustc --print sysroot)
# The standard library has this name already where its sources are not installed.
library=/rustc/$(rustc -vV | sed -n 's/^commit-hash: //p')
flags=()
# Names a folder in the same way wherever it is. The compiler may see it behind links or not.
remap() {
    flags+=("--remap-path-prefix=$(native "$1")=$2" "--remap-path-prefix=$(native "$(cd "$1" && pwd -P)")=$2")
}
remap "${CARGO_HOME:-$HOME/.cargo}" /cargo
remap "$PWD" /kosumi
[[ -d $sysroot/lib/rustlib/src/rust ]] && remap "$sysroot/lib/rustlib/src/rust" "$library"
case $target in
*linux-musl*)
    # Rust's own linker is of the same version everywhere. What loads drivers asks for a library that musl has in its main one.
    empty=${CARGO_TARGET_DIR:-$PWD/target}/empty
    mkdir -p "$empty"
    printf '!<arch>\n' >"$empty/libdl.a"
    flags+=(-Clinker=rust-lld "-Lnative=$empty")
    ;;
*windows-gnu*) flags+=(-Clink-arg=-Wl,--no-insert-timestamp) ;;
*windows-msvc*) flags+=(-Clink-arg=/Brepro) ;;
*apple*) export ZERO_AR_DATE=1 ;;
esac

# The flags join those that the user has set. Cargo takes them from one place alone, and from its files if no variable has any.
joined=$(printf '\x1f%s' "${flags[@]}")
settings=()
if [[ -n ${CARGO_ENCODED_RUSTFLAGS-} ]]; then
    CARGO_ENCODED_RUSTFLAGS+=$joined
elif [[ -n ${RUSTFLAGS-} ]]; then
    read -ra given <<<"$RUSTFLAGS"
    CARGO_ENCODED_RUSTFLAGS=$(printf '%s\x1f' "${given[@]}")${joined:1}
    export CARGO_ENCODED_RUSTFLAGS
else
    settings=(--config "target.$target.rustflags=[$(printf "'%s'," "${flags[@]}")]")
fi
# Linux has debug information beside the program; elsewhere the compiler leaves it out.
[[ $target == *linux* ]] || export CARGO_PROFILE_PROFILING_STRIP=true
cargo build --profile profiling --features gpu --locked --target "$target" ${settings[@]+"${settings[@]}"}

built=${CARGO_TARGET_DIR:-target}/$target/profiling/$program
mkdir -p "$folder"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
mkdir "$out/$name"

# What cannot be run here cannot print its own completions.
if "$built" --version >/dev/null 2>&1; then
    mkdir "$out/$name/completions"
    for shell in bash zsh fish powershell; do
        "$built" completions "$shell" >"$out/$name/completions/kosumi.$shell"
    done
    "$built" man >"$out/$name/kosumi.1"
fi

scripts/notices.py --target "$target" >"$out/$name/THIRD-PARTY.txt"
scripts/sbom.py --target "$target" >"$folder/$name.cdx.json"
cp -r "$built" README.md CHANGELOG.md LICENSE docs "$out/$name"
if [[ $target == *linux* ]]; then
    # Names of functions and lines for reports of crashes: gdb and addr2line find them by the link. Rust's tool knows all processors.
    objcopy() { LD_LIBRARY_PATH=$sysroot/lib "$sysroot/lib/rustlib/$host/bin/rust-objcopy" "$@"; }
    objcopy --only-keep-debug "$built" "$folder/$name.debug"
    objcopy --strip-all --add-gnu-debuglink="$folder/$name.debug" "$out/$name/$program"
fi
[[ $target == *windows* ]] && ending=zip || ending=tar.gz
scripts/packages.py pack "$out/$name" "$folder/$name.$ending"
ls -l "$folder" | grep -F "$name"
