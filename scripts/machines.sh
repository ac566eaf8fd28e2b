#!/bin/sh
# Runs the tests of the library on other machines than this one, emulated where need be, and prints a line of a table for
# each.
#
# usage: scripts/machines.sh [NAME ...]
#
# Without a name all of them run, one after the other: some minutes each on two cores, two hours for those that are emulated.
# TESTS names some of the tests (TESTS="net:: go::"), LEFT_OUT others that are not run. Nothing is installed: where something
# is missing, the line says what (packages of Debian, targets of rustup), and the exit status is 1. What the tests print is in
# MACHINES, by default target/machines.
#
#   native   this machine
#   oldest   this machine, with the oldest Rust that Cargo.toml allows
#   musl     x86-64 without libraries
#   i686     x86 of 32 bits, on a kernel of 64
#   aarch64  ARM, emulated by QEMU, with its vectors (NEON)
#   avx2     x86-64 with AVX2 and without AVX-512, emulated by QEMU from 7.2 on
#   sse      x86-64 without AVX, emulated by QEMU
#   windows  x86-64 with Windows, by Wine
set -u
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- native oldest musl i686 aarch64 avx2 sse windows
folder=${MACHINES:-target/machines}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
export CARGO_TARGET_DIR="$folder/build" CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_LINKER=i686-linux-gnu-gcc
export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc

# Too long where each instruction is emulated: whole games.
LONG="bench::"
# These start themselves again in a shell, which no emulator is asked to do.
AGAIN="memory::tests::holes_between"
# QEMU says of a program that is not there that it has begun.
NOT_THERE="a_program_that_is_not_there_is_named what_is_no_test_file_is_not_run"

# Says what is missing of the commands named, and of a target of rustup behind them.
missing() {
    target=$1
    shift
    for command in "$@"; do
        command -v "$command" >/dev/null || echo "$command"
    done
    rustup target list --installed | grep -qx "$target" || echo "rustup target add $target"
}

# Wine before version 9 lacks a library that every Windows has, from which Rust takes random numbers. Puts one like it into
# a folder.
make_random_numbers() {
    cat >"$1/bcryptprimitives.c" <<'C'
#include <windows.h>
#include <ntsecapi.h>
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) {
    return RtlGenRandom(data, (ULONG)length);
}
C
    x86_64-w64-mingw32-gcc -shared -o "$1/bcryptprimitives.dll" "$1/bcryptprimitives.c" -ladvapi32
}

# Prints a line of the table: the name of a machine, and a text in the place of figures.
without() {
    echo "| $1 | not run: $(echo "$2" | tr '\n' ' ')| | | | |"
    failed=1
}

# Runs the tests and prints their line: the name of a machine, its target, the program that starts what was built or an empty
# text, the tests to leave out, and arguments of cargo.
try() {
    name=$1 target=$2 runner=$3 left_out="$4 ${LEFT_OUT:-}"
    shift 4
    skips=
    for test in $left_out; do
        skips="$skips --skip $test"
    done
    if [ -n "$runner" ]; then
        set -- "$@" --config "target.$target.runner='$runner'"
    fi
    log=$folder/$name.txt
    begun=$(date +%s)
    # shellcheck disable=SC2086
    cargo ${toolchain:-} test --locked --lib --target "$target" "$@" -- ${TESTS:-} $skips >"$log" 2>&1
    seconds=$(($(date +%s) - begun))
    numbers='\([0-9]*\) passed; \([0-9]*\) failed; \([0-9]*\) ignored;.* \([0-9]*\) filtered.*'
    figures=$(sed -n "s/^test result: [a-zA-Z]*\. $numbers/\1 | \2 | \3 | \4/p" "$log")
    echo "| $name | ${figures:-no result | | | } | $seconds s |"
    case $figures in
        *' | 0 | '*) ;;
        *)
            failed=1
            grep '^test .* FAILED$' "$log" || tail -n 5 "$log"
            ;;
    esac
}

host=$(rustc -vV | sed -n 's/^host: //p')
failed=
echo "| machine | passed | failed | ignored | left out | with the build |"
echo "|---|---|---|---|---|---|"
for name in "$@"; do
    toolchain=
    case $name in
        native)
            try native "$host" "" ""
            ;;
        oldest)
            version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
            toolchain=+$version
            if rustup toolchain list | grep -q "^$version"; then
                try oldest "$host" "" ""
            else
                without oldest "rustup toolchain install $version"
            fi
            ;;
        musl)
            target=x86_64-unknown-linux-musl
            lack=$(missing $target musl-gcc)
            if [ -z "$lack" ]; then try musl $target "" ""; else without musl "$lack"; fi
            ;;
        i686)
            target=i686-unknown-linux-gnu
            lack=$(missing $target i686-linux-gnu-gcc)
            [ -e /lib/ld-linux.so.2 ] || lack="$lack libc6-i386"
            if [ -z "$lack" ]; then
                try i686 $target "env LD_LIBRARY_PATH=/lib32:/usr/i686-linux-gnu/lib" ""
            else
                without i686 "$lack"
            fi
            ;;
        aarch64)
            target=aarch64-unknown-linux-gnu
            lack=$(missing $target aarch64-linux-gnu-gcc qemu-aarch64)
            if [ -z "$lack" ]; then
                try aarch64 $target "qemu-aarch64 -L /usr/aarch64-linux-gnu" "$LONG $AGAIN $NOT_THERE"
            else
                without aarch64 "$lack"
            fi
            ;;
        avx2 | sse)
            [ "$name" = avx2 ] && processor=max || processor=Nehalem
            target=x86_64-unknown-linux-gnu
            lack=$(missing $target qemu-x86_64)
            if [ -z "$lack" ]; then
                try "$name" $target "qemu-x86_64 -cpu $processor" "$LONG $AGAIN $NOT_THERE"
            else
                without "$name" "$lack"
            fi
            ;;
        windows)
            target=x86_64-pc-windows-gnu
            lack=$(missing $target x86_64-w64-mingw32-gcc wine)
            if [ -z "$lack" ]; then
                mkdir -p "$folder/wine"
                export WINEPREFIX="$folder/wine" WINEDEBUG=-all
                deps=$CARGO_TARGET_DIR/$target/debug/deps
                mkdir -p "$deps"
                make_random_numbers "$deps"
                # Wine knows no cargo, which that test asks.
                try windows $target wine tests::licenses
            else
                without windows "$lack"
            fi
            ;;
        *)
            echo "no machine is called $name" >&2
            exit 2
            ;;
    esac
done
[ -z "$failed" ]
