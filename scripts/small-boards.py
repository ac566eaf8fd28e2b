#!/usr/bin/env python3
"""Asks kosumi about empty boards whose value under best play is known.

    scripts/small-boards.py [--kosumi PROGRAM] [--seconds 60] [--flags "--model none"] [BOARD ...]

By Tromp-Taylor rules, with a komi half a point below the value and half a point above it, kosumi has to hold the first
player for the likelier winner and for the likelier loser. With the lower komi its first move has to be one that keeps the
value, where those are known. 1x3 to 2x4 and 3x3 can be computed by exhaustive reading; 4x4 to 7x7 come from Erik van der
Werf (solved up to 5x6) and John Tromp (6x6 and 7x7, what strong players believe).

Exit status 0 only if all are right.
"""

import argparse
import re
import shlex
from pathlib import Path

from programs import Program

# Columns and rows, the value for the first player, and moves that keep it.
BOARDS = {
    "1x3": (3, "A2"),
    "1x4": (4, "A2 A3"),
    "2x2": (1, "A1 A2 B1 B2"),
    "2x4": (8, "A2 A3 B2 B3"),
    "3x3": (9, "B2"),
    "4x4": (2, "B2 B3 C2 C3"),
    "5x5": (25, "C3"),
    "5x6": (4, ""),
    "6x6": (4, ""),
    "7x7": (9, ""),
}


def chance_and_move(program, seconds):
    """What the first player's chance is, and the move that is chosen, after so many seconds."""
    program.ask(f"time_settings 0 {seconds} 1")
    told = program.ask("kata-search_analyze b 100000")
    chances = re.findall(r"info move (\S+) .*?winrate (\S+)", told.splitlines()[-2])
    move = re.search(r"^play (\S+)", told, re.MULTILINE).group(1)
    return dict(chances)[move], move


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", nargs="*", metavar="BOARD", help=f"[all: {', '.join(BOARDS)}]")
    parser.add_argument("--kosumi", default=Path(__file__).resolve().parent.parent / "target" / "release" / "kosumi")
    parser.add_argument("--seconds", type=int, default=60, help="for each question")
    parser.add_argument("--flags", default="", help="of kosumi gtp")
    options = parser.parse_args()
    if unknown := set(options.boards) - set(BOARDS):
        parser.error(f"nothing is known of {', '.join(sorted(unknown))}")
    wrong = 0
    for board in options.boards or BOARDS:
        value, best = BOARDS[board]
        columns, rows = board.split("x")
        for komi in (value - 0.5, value + 0.5):
            command = [options.kosumi, "gtp", "--rules", "tromp-taylor", "--threads", 1, *shlex.split(options.flags)]
            program = Program(shlex.join(map(str, command)))
            program.ask("kosumi-param resign false")
            program.ask(f"rectangular_boardsize {columns} {rows}")
            program.ask(f"komi {komi}")
            chance, move = chance_and_move(program, options.seconds)
            program.ask("quit")
            is_right = (float(chance) > 0.5) == (komi < value)
            is_right &= komi > value or not best or move in best.split()
            wrong += not is_right
            print(f"{board} komi {komi}: {move}, chance {float(chance):.3f}{'' if is_right else ', wrong'}", flush=True)
    raise SystemExit(f"{wrong} wrong" if wrong else None)


if __name__ == "__main__":
    main()
