#!/usr/bin/env python3
"""Compares what kosumi judges of finished games with what reading proves, and with what becomes of the stones when play goes on.

    scripts/verdicts.py FILE [FILE ...] [--kosumi PROGRAM] [--games 1000] [--rules chinese] [--visits 100] [--flags ""]
        [--chains 0] [--jobs 2]

Files hold finished games in SGF, many in one if need be, also compressed (`.xz`). Of each game the lists of
`final_status_list` are compared with

- `kosumi-fight` about each chain: one that is captured although its owner moves first must not be alive, and one that cannot be
  captured although its opponent moves first must not be dead. The first is no fault if its points are its owner's when play has
  gone on, as where a new stone stays there. `--chains` limits how many chains of a game are asked;
- play that goes on by Tromp-Taylor rules, with either player to move first, until both pass and the board counts as it
  stands: whoever then owns the point of a stone must be its player if it was alive, and the opponent if it was dead. Komi is
  such that the count is a draw, so that nobody gives a point away.

Kosumi plays both sides, so the second comparison can fail by a bad move. Each disagreement is shown with its board.

Exit status 0 only if there is none.
"""

import argparse
import re
import shlex
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from itertools import chain, islice
from pathlib import Path

from counted import games, margin, play_on
from programs import Program
from soak import Board


def stones_of(program, command):
    """The stones that a command lists."""
    return re.findall(r"\b[A-Z]\d+\b", program.ask(command))


def chains(board, stones):
    """A stone of each chain."""
    left, found = set(stones), []
    while left:
        found.append(min(left))
        left -= board.chain(stones, found[-1])[0]
    return found


def owners(board, stones):
    """Who owns each point of a board that counts as it stands: B, W, or nobody."""
    owned, left = dict(stones), set(board.points) - set(stones)
    while left:
        region, open_points, around = set(), [left.pop()], set()
        while open_points:
            at = open_points.pop()
            region.add(at)
            for near in board.near[at]:
                if near in stones:
                    around.add(stones[near])
                elif near in left:
                    left.remove(near)
                    open_points.append(near)
        owned.update(dict.fromkeys(region, around.pop() if len(around) == 1 else "nobody"))
    return owned


def position(program):
    """The stones of the board by point."""
    return {at: color for color, name in (("B", "black"), ("W", "white")) for at in stones_of(program, f"list_stones {name}")}


def read(program, at):
    """What `kosumi-fight` says of a chain when its opponent moves first and when its owner does."""
    lines = program.ask(f"kosumi-fight {at}")[1:].strip().splitlines()
    words = {"cannot be captured": "kept", "is captured": "captured"}
    return [next((said for word, said in words.items() if word in line and "proved" in line), None) for line in lines]


def load(program, path, rules):
    program.ask(f"kosumi-rules {rules}")
    program.ask(f"loadsgf {path}")


def compare(program, path, options):
    """The disagreements about a game, and how many chains were read to the end."""
    load(program, path, options.rules)
    board, stones = Board(int(program.ask("query_boardsize")[1:])), position(program)
    shown = program.ask("showboard")[1:].strip()
    status = {}
    for name in ("alive", "seki", "dead"):
        status.update(dict.fromkeys(stones_of(program, f"final_status_list {name}"), name))
    faults, captured, proved = [], [], 0
    komi = float(program.ask("get_komi")[1:]) + (margin(program.ask("final_score")[1:]) or 0.0)
    if missing := set(stones) ^ set(status):
        faults.append(f"not every stone has one status: {' '.join(sorted(missing))}")
    for at in chains(board, stones)[: options.chains or None]:
        by_opponent, by_owner = read(program, at)
        proved += bool(by_opponent or by_owner)
        if by_opponent == "kept" and status[at] == "dead":
            faults.append(f"{at} is dead, but cannot be captured though its opponent moves first")
        if by_owner == "captured" and status[at] != "dead":
            captured.append(at)
    for first in ("black", "white"):
        load(program, path, options.rules)
        program.ask("kosumi-rules tromp-taylor")
        program.ask(f"komi {komi}")
        line = play_on(program, first, 3 * len(board.points))
        owned = owners(board, position(program))
        wrong = [at for at, color in sorted(stones.items()) if (owned[at] == color) == (status[at] == "dead")]
        lost = [at for at in captured if owned[at] != stones[at]]
        faults += [f"{at} is {status[at]}, but captured though its owner moves first" for at in lost]
        captured = [at for at in captured if at not in lost]
        if wrong:
            told = ", ".join(f"{at} {status[at]}" for at in wrong)
            faults.append(f"otherwise when {first} goes on: {told}; {' '.join(line)}")
    return [f"{fault}\n{shown}" for fault in faults], proved


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--kosumi", default=Path(__file__).resolve().parent.parent / "target" / "release" / "kosumi")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rules", default="chinese", help="that the games are counted by")
    parser.add_argument("--visits", type=int, default=100, help="visits a move")
    parser.add_argument("--flags", default="", help="of kosumi")
    parser.add_argument("--chains", type=int, default=0, help="of each game, that are read [all]")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for record in islice(chain.from_iterable(map(games, options.files)), options.games):
            files.append(Path(folder) / f"{len(files):04}.sgf")
            files[-1].write_text(record)

        def work(number):
            program = Program(f"{options.kosumi} gtp --threads 1 --visits {options.visits} {options.flags}")
            program.ask("kosumi-param resign false")
            faulty = read = 0
            for path in files[number :: options.jobs]:
                faults, proved = compare(program, path, options)
                read += proved
                faulty += bool(faults)
                for fault in faults:
                    print(f"game {path.stem}: {fault}", flush=True)
            return faulty, read

        with ThreadPoolExecutor(options.jobs) as pool:
            results = list(pool.map(work, range(options.jobs)))
    faulty, read = map(sum, zip(*results))
    print(f"{len(files)} games, {read} chains read to the end; {faulty} games with disagreements")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
