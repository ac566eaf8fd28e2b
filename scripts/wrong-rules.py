#!/usr/bin/env python3
"""A match of kosumi under some rules against the same player who is told wrong ones.

    scripts/wrong-rules.py RULES WRONG [--kosumi PROGRAM] [--games 40] [--size 7] [--komi 0] [--flags "--visits 50"]
        [--seed 1] [--openings FILE] [--jobs 1]

Both players have the same flags. The second one believes all the time that the game is counted by the rules WRONG; the
games are counted by RULES. If the player who knows better wins, the rules that count are heeded in play.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from programs import run


def translate(kosumi, flags, wrong):
    """Stands between a controller and a player, and keeps from the player what is said about rules."""
    player = subprocess.Popen(
        f"{kosumi} gtp {flags} --rules {wrong} --threads 1", shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True,
    )
    for line in sys.stdin:
        line = re.sub(r"^(\d*\s*)(kosumi-rules|kata-set-rules?|kgs-rules)\b.*", r"\1name", line.rstrip("\n"))
        player.stdin.write(line + "\n")
        player.stdin.flush()
        answer = []
        while (told := player.stdout.readline()).strip() or not answer:
            if not told:
                return
            answer.append(told)
        sys.stdout.write("".join(answer) + "\n")
        sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rules")
    parser.add_argument("wrong")
    parser.add_argument("--kosumi", default=Path(__file__).resolve().parent.parent / "target" / "release" / "kosumi")
    parser.add_argument("--games", default="40")
    parser.add_argument("--size", default="7")
    parser.add_argument("--komi", default="0")
    parser.add_argument("--flags", default="--visits 50")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--openings", help="games to begin with, so that no game is played twice")
    parser.add_argument("--jobs", default="1")
    parser.add_argument("--translate", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    flags = f"{options.flags} --param resign=false"
    if options.translate:
        translate(options.kosumi, flags, options.wrong)
        return
    misled = (f"{sys.executable} {Path(__file__).resolve()} {options.rules} {options.wrong} --translate "
              f"--kosumi {options.kosumi} --flags '{options.flags} --seed {options.seed}'")
    with tempfile.TemporaryDirectory() as out:
        told = run(
            options.kosumi, "match", "--black", f"knows=kosumi {flags}", "--white", f"misled={misled}",
            "--size", options.size, "--rules", options.rules, "--komi", options.komi, "--games", options.games,
            "--seed", options.seed, "--jobs", options.jobs, "--out", Path(out) / "match",
            *(["--openings", options.openings] if options.openings else []),
        )
    print(told)


if __name__ == "__main__":
    main()
