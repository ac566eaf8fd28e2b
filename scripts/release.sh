#!/usr/bin/env bash
# Builds kosumi for people who do not build: a stripped program with its documentation, completions, manual page and the
# licenses of what it is built from as an archive, and the debug information beside it.
#
#     scripts/release.sh [TARGET] [FOLDER]
#
# TARGET is one of Rust's, by default that of this machine; `rustup target add TARGET` comes before. Those of Linux that
# end with -musl need nothing of the system that they run on. For another processor a linker is needed, which Cargo is told,
# for instance by CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=aarch64-linux-gnu-gcc. FOLDER is where the archives go, by default
# target/archives.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${1:-$(rustc -vV | sed -n 's/^host: //p')}
folder=${2:-target/archives}
version=$(sed -n 's/^version = "\([^"]*\)".*/\1/p' Cargo.toml)
name=kosumi-$version-$target
program=kosumi
[[ $target == *windows* ]] && program=kosumi.exe

cargo build --profile profiling --features gpu --locked --target "$target"
built=target/$target/profiling/$program
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
cp -r "$built" README.md CHANGELOG.md LICENSE docs "$out/$name"
# The tools for another system have its name in front, as Debian's packages binutils-aarch64-linux-gnu and
# binutils-mingw-w64-x86-64 have.
tool() {
    local cross=${target%%-*}-$1-$2
    if command -v "$cross" >/dev/null; then echo "$cross"; else echo "$2"; fi
}

case $target in
*linux*)
    # Names of functions and lines for reports of crashes: gdb and addr2line find them by the link.
    "$(tool linux-gnu objcopy)" --only-keep-debug "$built" "$folder/$name.debug"
    "$(tool linux-gnu strip)" "$out/$name/$program"
    "$(tool linux-gnu objcopy)" --add-gnu-debuglink="$folder/$name.debug" "$out/$name/$program"
    ;;
*windows-gnu*) "$(tool w64-mingw32 strip)" "$out/$name/$program" ;;
*apple*) strip "$out/$name/$program" ;;
esac

case $target in
*windows*) (cd "$out" && 7z a -bso0 "$name.zip" "$name") && mv "$out/$name.zip" "$folder" ;;
*) tar -C "$out" -czf "$folder/$name.tar.gz" "$name" ;;
esac
ls -l "$folder" | grep -F "$name"
