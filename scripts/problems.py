#!/usr/bin/env python3
"""Makes problems of life and death of growing size, and tells how many of them `kosumi solve` reads to the end.

    scripts/problems.py [--kosumi PROGRAM] [--count 100] [--seconds 1 10 60] [--seed 0] [--jobs 2] [--keep FOLDER]

A problem is an eye space of random shape in the corner, at the side or in the center of a 19x19 board, with some stones of both
colors inside, White's stones around it and Black's around these. A few of the stones around are missing, so groups are open, and the
more so the larger they are. Half of the problems are Black's to play. The question is whether White's largest chain lives.

A problem is read to the end if the first move decides it, or if it is certain that no first move does. Those that a time does not
suffice for are tried again with the next one; the last column tells how many more were solved within a frame in the longest time.
Times and visits are medians of those that the first move decides.
"""

import argparse
import random
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median

from referee import LETTERS
from soak import Board

SIZE = 19
BOARD = Board(SIZE)
# Points of the eye space, and missing stones around it.
DEGREES = ((5, 1), (7, 2), (9, 3), (11, 4), (13, 5))
SETTLED = "whoever moves first."
FRAMED = "\nThat holds if "


def place(point):
    """The column and row of a point, from the lower left corner."""
    return LETTERS.index(point[0]), int(point[1:]) - 1


def position(rng, points, gaps):
    """The stones of a random problem, by point: B or W."""
    start = rng.choice(("A1", "J1", "J9"))
    first_column, first_row = place(start)
    eye = {start}
    while len(eye) < points:
        near = rng.choice(BOARD.near[rng.choice(sorted(eye, key=place))])
        column, row = place(near)
        if abs(column - first_column) <= 4 and abs(row - first_row) <= 5:
            eye.add(near)
    places = [place(at) for at in eye]

    def around(distance):
        def is_near(at):
            column, row = place(at)
            return any(max(abs(column - x), abs(row - y)) <= distance for x, y in places)

        return [at for at in BOARD.points if at not in eye and is_near(at)]

    white, ring = set(around(1)), around(2)
    stones = {at: "W" if at in white else "B" for at in ring}
    for at in sorted(eye, key=place):
        if rng.randrange(4) == 0:
            stones[at] = rng.choice("BW")
    for at in rng.sample(ring, gaps):
        del stones[at]
    return stones


def problem(seed, points, gaps):
    """A random problem without stones that have no liberty: its record and a stone of White's largest chain."""
    rng = random.Random(f"{seed} {points} {gaps}")
    while True:
        stones = position(rng, points, gaps)
        chains = [BOARD.chain(stones, at) for at in sorted(stones, key=place)]
        if all(has_liberty for _, has_liberty in chains):
            break
    white = [found for found, _ in chains if stones[min(found)] == "W"]

    def setup(color):
        places = [place(at) for at, of in sorted(stones.items()) if of == color]
        return "".join(f"[{chr(97 + column)}{chr(96 + SIZE - row)}]" for column, row in places)

    record = f"(;FF[4]GM[1]SZ[{SIZE}]PL[{'BW'[seed % 2]}]AB{setup('B')}AW{setup('W')})\n"
    return record, min(max(white, key=len), key=place)


def solve(options, folder, degree, number):
    """How a problem ends, by the first time that suffices: (time, None or seconds and visits). If none does, whether it was solved
    within a frame."""
    points, gaps = degree
    record, target = problem(options.seed + number, points, gaps)
    path = folder / f"{points}-{number}.sgf"
    path.write_text(record, encoding="ascii")
    for seconds in options.seconds:
        command = [options.kosumi, "solve", path, "--target", target, "--seconds", str(seconds)]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        if FRAMED in told:
            continue
        if SETTLED in told:
            return seconds, None
        if found := re.search(r"^([\d.]+) s, (\d+) visits", told, re.MULTILINE):
            return seconds, (float(found.group(1)), int(found.group(2)))
    return FRAMED in told


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kosumi", default=Path(__file__).resolve().parent.parent / "target" / "release" / "kosumi")
    parser.add_argument("--count", type=int, default=100, help="problems of each size (100)")
    parser.add_argument("--seconds", type=float, nargs="+", default=[1, 10, 60], help="for each problem (1 10 60)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2, help="problems at once (2)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keeps the problems here")
    options = parser.parse_args()
    times = " | ".join(f"read in {seconds:g} s" for seconds in options.seconds)
    print(f"| eye space, gaps | {times} | by the first move | median s | median visits | in a frame |")
    print("|---" * (len(options.seconds) + 5) + "|")
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(options.jobs) as pool:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for degree in DEGREES:
            ends = list(pool.map(partial(solve, options, folder, degree), range(options.count)))
            read = [end for end in ends if isinstance(end, tuple)]
            framed = ends.count(True)
            shares = [100 * sum(end[0] <= seconds for end in read) / options.count for seconds in options.seconds]
            decided = [cost for _, cost in read if cost is not None]
            shares = " | ".join(f"{share:.0f} %" for share in shares)
            costs = [f"{median(cost):.4g}" for cost in zip(*decided)] or ["", ""]
            print(f"| {degree[0]}, {degree[1]} | {shares} | {len(decided)} | {' | '.join(costs)} | {framed} |", flush=True)


if __name__ == "__main__":
    main()
