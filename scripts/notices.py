#!/usr/bin/env python3
"""Prints the licenses of all that is built into kosumi, as archives have to contain them.

    scripts/notices.py [--target TARGET] >THIRD-PARTY.txt

The crates are those of `Cargo.lock` that the program for TARGET is linked from (by default this machine's); what is only
used to build or to test it is left out. Texts that several crates share stand once. Where a crate offers a choice and the MIT
license is one, its text is taken. Fails if the license of a crate is not among those that `deny.toml` allows.
"""

import argparse
import json
import re
import subprocess
import tomllib
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def cargo(*words):
    """What Cargo prints."""
    return subprocess.run(["cargo", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def host():
    """This machine, as Rust calls it."""
    return re.search(r"^host: (\S+)", cargo("-vV"), re.MULTILINE).group(1)


def metadata(target):
    """All crates that a build for a target takes, and how they need each other."""
    return json.loads(cargo("metadata", "--format-version", "1", "--locked", "--features", "gpu", "--filter-platform", target))


def linked(target):
    """The crates that are linked into the program, without kosumi itself."""
    tree = cargo("tree", "--locked", "--features", "gpu", "--target", target, "--edges", "normal,no-proc-macro", "--prefix", "none")
    names = set(re.findall(r"^(\S+) v(\S+)", tree, re.MULTILINE))
    wanted = (package for package in metadata(target)["packages"] if (package["name"], package["version"]) in names)
    return sorted((it for it in wanted if it["source"]), key=lambda package: (package["name"], package["version"]))


def is_allowed(expression, allowed):
    """Whether an expression of licenses (SPDX, also with the old sign / for OR) can be met with the allowed ones."""
    # An exception belongs to its license and makes another one of it.
    words = re.findall(r"[()]|[^\s()]+(?: WITH [^\s()]+)?", expression.replace("/", " OR "))

    def some():
        meets = every()
        while words and words[0] == "OR":
            words.pop(0)
            meets |= every()
        return meets

    def every():
        meets = one()
        while words and words[0] == "AND":
            words.pop(0)
            meets &= one()
        return meets

    def one():
        word = words.pop(0)
        if word != "(":
            return word in allowed
        meets = some()
        words.pop(0)
        return meets

    return some()


def texts(package):
    """The texts of a crate's license."""
    folder = Path(package["manifest_path"]).parent
    files = sorted(path for path in folder.iterdir() if re.match(r"(UN)?LICEN[CS]E|COPYING|NOTICE", path.name, re.IGNORECASE))
    of_mit = [path for path in files if "MIT" in path.name.upper()]
    is_choice = not re.search(r"\bAND\b", package["license"])
    return [path.read_text(encoding="utf-8").strip() for path in (of_mit if of_mit and is_choice else files)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", help="what the program is built for [default: this machine]")
    options = parser.parse_args()
    packages = linked(options.target or host())
    rules = tomllib.loads((ROOT / "deny.toml").read_text())["licenses"]
    exceptions = {rule["crate"]: rule["allow"] for rule in rules.get("exceptions", [])}
    sharers = defaultdict(list)
    print("kosumi is built from the crates below, under the licenses that follow, and with the standard library of Rust")
    print("(https://github.com/rust-lang/rust), under the MIT license or the Apache License 2.0.\n")
    for package in packages:
        name, license = f"{package['name']} {package['version']}", package["license"] or "none"
        if not is_allowed(license, rules["allow"] + exceptions.get(package["name"], [])):
            raise SystemExit(f"{name}: deny.toml does not allow its license, {license}")
        found = texts(package)
        for text in found:
            sharers[text].append(name)
        remark = "" if found else "; it comes without a text"
        print(f"{name}: {license}{remark}\n    {package['repository'] or package['homepage'] or ''}")
    for text, names in sorted(sharers.items(), key=lambda pair: pair[1]):
        print(f"\n{'=' * 80}\n{', '.join(names)}\n{'=' * 80}\n\n{text}")


if __name__ == "__main__":
    main()
