#!/usr/bin/env python3
"""Plays this checkout against another commit until it is clear whether it is weaker, and fails if it is.

    scripts/strength-gate.py [COMMIT] [--out FOLDER] [--size 9] [--visits 50] [--games 20000] [--jobs 1] [--flags "..."]
    scripts/strength-gate.py --old PROGRAM --new PROGRAM

COMMIT is by default the last tag, or where there is none the commit before. It is built in a folder below `target`, from a
work tree of its own; the checkout is built as it is. The match has as many visits a move on both sides, so that neither the
speed nor other work on the machine counts, and the same games come out again. A sequential test (SPRT) stops it: between a
loss of 10 Elo and none, with errors of 5 %. The same command goes on with a match that was stopped.

The exit status is 0 if no loss explains the games better, 1 if a loss of 10 Elo does, and 2 if all games leave it open.
"""

import argparse
import hashlib
import re
import shlex
import subprocess
import sys
from pathlib import Path

from programs import ROOT, take_two_programs, two_programs

# The differences in Elo between which the test decides.
BOUNDS = "-10,0"

# What the line of the test begins with, and the exit status.
STATUS = {"accept": 0, "reject": 1, "continue": 2}


def command(program, options):
    return f"{shlex.quote(str(program.resolve()))} --visits {options.visits} --threads 1 {options.flags}"


def folder(programs):
    """A folder of its own for each two programs, by their bytes: no match goes on with another one's games."""
    names = [hashlib.sha256(program.read_bytes()).hexdigest()[:8] for program in programs]
    return ROOT / "target" / "gates" / "-".join(names)


def verdict(summary):
    """The line of a summary that tells what the test says, and its word for that."""
    found = re.search(r"^SPRT: (\w+): .*$", summary, re.MULTILINE)
    return (found[0], found[1]) if found else ("too few games for a test", "continue")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    take_two_programs(parser)
    parser.add_argument("--out", type=Path, help="the folder of the match [default: one below target]")
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--visits", type=int, default=50, help="visits a move, on both sides")
    parser.add_argument("--games", type=int, default=20000, help="no more games than these")
    parser.add_argument("--jobs", type=int, default=1, help="games at once")
    parser.add_argument("--flags", default="", help="more flags for both programs")
    options = parser.parse_args()
    old, new = two_programs(options)
    out = options.out or folder([old, new])
    words = [new, "match", "--black", f"new={command(new, options)}", "--white", f"old={command(old, options)}"]
    words += ["--size", options.size, "--games", options.games, "--jobs", options.jobs, f"--sprt={BOUNDS}", "--out", out]
    subprocess.run([str(word) for word in words], check=True)
    line, word = verdict((out / "summary.txt").read_text(encoding="utf-8"))
    print(f"against {options.old or options.commit}: {line}")
    sys.exit(STATUS[word])


if __name__ == "__main__":
    main()
