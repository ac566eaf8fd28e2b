#!/usr/bin/env python3
"""Makes problems of life and death of growing size, and tells how many of them `kosumi solve` reads to the end.

    scripts/problems.py [--kosumi PROGRAM] [--count 100] [--seconds 1 10 60] [--seed 0] [--jobs 2] [--keep FOLDER]

A problem is an eye space of random shape in the corner, at the side or in the center of a 19x19 board, with some stones of both
colors inside, White's stones around it and Black's around these. A few of the stones around are missing, so groups are open, and the
more so the larger they are. Half of the problems are Black's to play. The question is whether White's largest chain lives.

A problem is read to the end if the first move decides it, or if it is certain that no first move does. Those that a time does not
suffice for are tried again with the next one. Times and visits are medians of those that the first move decides.
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

SIZE = 19
COLUMNS = "ABCDEFGHJKLMNOPQRST"
# Points of the eye space, and missing stones around it.
DEGREES = ((5, 1), (7, 2), (9, 3), (11, 4), (13, 5))
SETTLED = "no stones live or die by the first move"


def neighbors(point):
    """The points next to a point of the board."""
    column, row = point
    near = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return [at for at in near if 0 <= at[0] < SIZE and 0 <= at[1] < SIZE]


def chain(stones, start):
    """The stones connected with one, and whether they have a liberty."""
    found, open_, breathes = {start}, [start], False
    while open_:
        for near in neighbors(open_.pop()):
            if near not in stones:
                breathes = True
            elif stones[near] == stones[start] and near not in found:
                found.add(near)
                open_.append(near)
    return found, breathes


def position(rng, points, gaps):
    """The stones of a random problem, by point: B or W."""
    start = rng.choice(((0, 0), (8, 0), (8, 8)))
    eye = {start}
    while len(eye) < points:
        near = rng.choice(neighbors(rng.choice(sorted(eye))))
        if abs(near[0] - start[0]) <= 4 and abs(near[1] - start[1]) <= 5:
            eye.add(near)

    def around(distance):
        board = ((column, row) for column in range(SIZE) for row in range(SIZE))
        return [at for at in board if any(max(abs(at[0] - x), abs(at[1] - y)) <= distance for x, y in eye)]

    ring = [at for at in around(2) if at not in eye]
    white = {at for at in around(1) if at not in eye}
    stones = {at: "W" if at in white else "B" for at in ring}
    for at in eye:
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
        chains = [chain(stones, at) for at in sorted(stones)]
        if all(breathes for _, breathes in chains):
            break
    white = [found for found, _ in chains if stones[min(found)] == "W"]
    column, row = min(max(white, key=len))
    letters = {color: "".join(f"[{chr(97 + x)}{chr(97 + y)}]" for (x, y), of in sorted(stones.items()) if of == color)
               for color in "BW"}
    first = "BW"[seed % 2]
    record = f"(;FF[4]GM[1]SZ[{SIZE}]PL[{first}]AB{letters['B']}AW{letters['W']})\n"
    return record, f"{COLUMNS[column]}{SIZE - row}"


def solve(options, folder, degree, number):
    """How a problem ends, by the first time that suffices: (time, None or seconds and visits); None if none does."""
    points, gaps = degree
    record, target = problem(options.seed + number, points, gaps)
    path = folder / f"{points}-{number}.sgf"
    path.write_text(record, encoding="ascii")
    for seconds in options.seconds:
        command = [options.kosumi, "solve", path, "--target", target, "--seconds", str(seconds)]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        if SETTLED in told:
            return seconds, None
        if found := re.search(r"^([\d.]+) s, (\d+) visits", told, re.MULTILINE):
            return seconds, (float(found.group(1)), int(found.group(2)))
    return None


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
    print(f"| eye space, gaps | {times} | by the first move | median s | median visits |")
    print("|---" * (len(options.seconds) + 4) + "|")
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(options.jobs) as pool:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for degree in DEGREES:
            ends = list(pool.map(partial(solve, options, folder, degree), range(options.count)))
            read = [end for end in ends if end is not None]
            shares = [100 * sum(end[0] <= seconds for end in read) / options.count for seconds in options.seconds]
            decided = [cost for _, cost in read if cost is not None]
            shares = " | ".join(f"{share:.0f} %" for share in shares)
            costs = [f"{median(cost):.4g}" for cost in zip(*decided)] or ["", ""]
            print(f"| {degree[0]}, {degree[1]} | {shares} | {len(decided)} | {' | '.join(costs)} |", flush=True)


if __name__ == "__main__":
    main()
