#!/usr/bin/env bash
# Shows that a commit gives the same archive to whoever builds it: builds it twice, in two folders, and compares the bytes.
#
#     scripts/reproducible.sh [TARGET] [FOLDER]
#
# TARGET is as in scripts/release.sh. The two builds differ in all that strangers differ in on one system: the names of the folders,
# Cargo's own folder, the rights of new files, the language and the time zone. FOLDER gets the archives, by default target/archives. Takes
# two builds from nothing, of the last commit. CARGO_PROFILE_PROFILING_OPT_LEVEL=0 makes both faster.
set -euo pipefail
cd "$(dirname "$0")/.."

target=${1:-$(rustc -vV | sed -n 's/^host: //p')}
folder=${2:-target/archives}
commit=$(git rev-parse HEAD)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct "$commit")
export SOURCE_DATE_EPOCH
unset CARGO_TARGET_DIR
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The sources of a build, and what it makes of them: a folder and the settings it is built with.
build() {
    mkdir -p "$work/$1"
    git archive "$commit" | tar -x -C "$work/$1"
    (cd "$work/$1" && env "${@:2}" scripts/release.sh "$target" "$work/$1/archives")
    rm -rf "${work:?}/$1/target" # no room is needed for two
}
build first TZ=UTC
ln -s "${CARGO_HOME:-$HOME/.cargo}" "$work/cargo"
umask 077
# Without a space, which the dlltool of mingw does not bear.
second=another-place/of-the-second
build "$second" TZ=Asia/Tokyo LC_ALL=C CARGO_HOME="$work/cargo"
umask 022

# What a file has in it.
contents() {
    case $1 in
    *.gz) gzip -dc "$1" ;;
    *.zip) unzip -p "$1" ;;
    *) cat "$1" ;;
    esac
}
cd "$work/first/archives"
for file in *; do
    if ! cmp "$file" "$work/$second/archives/$file"; then
        trap - EXIT
        echo "both builds are left in $work" >&2
        exit 1
    fi
    if contents "$file" | grep -aF -e "$work" -e "$HOME/" >/dev/null; then
        echo "$file names a folder of this machine" >&2
        exit 1
    fi
done
sha256sum *
echo "both builds of $commit are the same"
cd "$OLDPWD"
mkdir -p "$folder"
cp "$work/first/archives/"* "$folder"
