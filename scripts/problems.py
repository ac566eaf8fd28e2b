#!/usr/bin/env python3
"""Tells how many problems of life and death `kosumi solve` reads to the end, in five degrees of openness.

    scripts/problems.py [--kosumi PROGRAM] [--games FILE ...] [--count 100] [--seconds 1 10 60] [--seed 0] [--jobs 2]
        [--visits N] [--keep FOLDER]

Without records, problems are made by chance. One is an eye space of random shape in the corner, at the side or in the center of
a 19x19 board, with some stones of both colors inside, White's stones around it and Black's around these. A few of the stones
around are missing, so groups are open, and the more so the larger they are. The question is whether White's largest chain lives.

With --games, problems are positions of games on 19x19, of which files may hold many each, also compressed (`.xz`): the fewer
moves were made, the more open they are. The question is whether the chain lives whose owner, as the network sees it, depends most
on who moves first; games without such a chain are passed over. Half of all problems are Black's to play, half White's.

A problem is read to the end if the first move decides it, or if it is certain that no first move does. Those that a time does not
suffice for are tried again with the next one. Two columns tell how many more were solved in the longest time if other chains live,
and within a frame. Times and visits are medians of those that the first move decides.

With --visits, the network answers these, too. Among the first moves that were read, one that solves the problem has to be the
likeliest by its policy, and the one that a search with that number of visits prefers. The komi is such that the game is even.
"""

import argparse
import random
import re
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain, islice
from pathlib import Path
from statistics import median
from typing import NamedTuple

from counted import games
from programs import Program
from referee import LETTERS
from soak import Board
from verdicts import chains, position as stones_on

SIZE = 19
BOARD = Board(SIZE)
# Points of the eye space, and missing stones around it.
DEGREES = ((5, 1), (7, 2), (9, 3), (11, 4), (13, 5))
# Moves of a game before the position.
MOVES = (210, 170, 130, 90, 50)
# The fewest stones of a chain in question, and its mean ownership by which a network says whose it is.
FEWEST_STONES = 3
CLEAR = 0.3
SOLVED = re.compile(r", with (.*)\.$", re.MULTILINE)
COST = re.compile(r"^([\d.]+) s, (\d+) visits", re.MULTILINE)
CONDITION = re.compile(r"^That holds if (all|the)", re.MULTILINE)
# What is taken for granted, by the second word of a condition.
GRANTED = {"the": "if others live", "all": "in a frame"}


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


class Problem(NamedTuple):
    """A problem: its stones by point, who moves first, and a stone of the chain in question."""

    stones: dict[str, str]
    first: str
    target: str


class Outcome(NamedTuple):
    """How a problem ends."""

    # The first time that sufficed, `None` if none did.
    within: float | None
    # Seconds and visits, if the first move decides.
    cost: tuple[float, int] | None = None
    # What it took for granted in the longest time.
    granted: str | None = None
    # Whether the policy and the search of the network solve it, if they were asked.
    by_network: tuple[bool, bool] | None = None


def record_of(stones, first):
    """A record of a position."""

    def setup(color):
        places = [place(at) for at, of in sorted(stones.items()) if of == color]
        return "".join(f"[{chr(97 + column)}{chr(96 + SIZE - row)}]" for column, row in places)

    return f"(;FF[4]GM[1]SZ[{SIZE}]PL[{first}]AB{setup('B')}AW{setup('W')})\n"


def random_problem(seed, points, gaps):
    """A random problem without stones that have no liberty. The chain is White's largest."""
    rng = random.Random(f"{seed} {points} {gaps}")
    while True:
        stones = position(rng, points, gaps)
        found = [BOARD.chain(stones, at) for at in sorted(stones, key=place)]
        if all(has_liberty for _, has_liberty in found):
            break
    white = [of for of, _ in found if stones[min(of)] == "W"]
    return Problem(stones, "BW"[seed % 2], min(max(white, key=len), key=place))


def random_problems(options):
    """For each degree its name and its problems."""
    for points, gaps in DEGREES:
        numbers = range(options.seed, options.seed + options.count)
        yield f"{points} points, {gaps} missing stones", [random_problem(number, points, gaps) for number in numbers]


def seen(program, color):
    """What the network sees at once if a color moves first: its lead, and who owns each point, from -1 to 1."""
    told = program.ask(f"kata-search_analyze {color} 100000 maxmoves 1 rootInfo true ownership true")
    lead = float(re.search(r"rootInfo .*? scoreLead (\S+)", told).group(1))
    values = map(float, re.search(r" ownership ([-\d. e]+)", told).group(1).split())
    return lead, {f"{letter}{row}": next(values) for row in range(SIZE, 0, -1) for letter in LETTERS[:SIZE]}


def contested(program, stones):
    """A stone of the chain that depends most on who moves first, if one is clearly its owner's and then clearly is not."""
    owned = {color: seen(program, color)[1] for color in "BW"}
    best, most = None, 0.0
    for at in chains(BOARD, stones):
        owner = stones[at]
        of, _ = BOARD.chain(stones, at)
        if len(of) < FEWEST_STONES:
            continue
        kept, lost = (sum(owned[first][stone] for stone in of) / len(of) for first in (owner, "WB"["BW".index(owner)]))
        if kept > CLEAR and lost > CLEAR and kept + lost > most:
            best, most = at, kept + lost
    return best


def problems_of_games(options, folder):
    """For each degree its name and its problems, from as many games as that takes."""
    program = Program(f"{options.kosumi} gtp --threads 1 --visits 1")
    path = folder / "game.sgf"
    for moves in MOVES:
        found = []
        for record in islice(chain.from_iterable(map(games, options.games)), options.seed, None):
            if len(found) == options.count:
                break
            if len(re.findall(r";[BW]\[", record)) <= moves or "SZ[19]" not in record:
                continue
            path.write_text(record, encoding="utf-8")
            program.ask(f"loadsgf {path} {moves + 1}")
            stones = stones_on(program)
            if target := contested(program, stones):
                found.append(Problem(stones, "BW"[len(found) % 2], target))
        yield f"after {moves} moves", found


def by_network(options, path, color, said):
    """Whether the likeliest move by policy is one that solves a problem, and the one that a search prefers, among the first
    moves that were read. `None` if these work all alike."""
    right = re.findall(r"[A-T]\d+|pass", SOLVED.search(said).group(1))
    listed = re.findall(r"^  ([A-T]\d+|pass) +\S", said, re.MULTILINE)
    if set(listed) <= set(right):
        return None
    program = Program(f"{options.kosumi} gtp --threads 1 --visits 1")
    program.ask(f"loadsgf {path}")
    # Black's lead at komi 0, on average of either player moving first.
    program.ask("komi 0")
    lead = (seen(program, "B")[0] - seen(program, "W")[0]) / 2
    program.ask(f"komi {round(lead) + 0.5}")
    program.ask(f"kata-set-param maxVisits {options.visits}")
    told = program.ask(f"kata-search_analyze {color} 100000 allow {color} {','.join(listed)} 1")
    program.ask("quit")
    found = re.findall(r"info move (\S+) .*? prior (\S+) .*? order (\d+)", told)
    likeliest = max(found, key=lambda move: float(move[1]))
    preferred = min(found, key=lambda move: int(move[2]))
    return likeliest[0] in right, preferred[0] in right


def solve(options, folder, numbered):
    """How a problem ends."""
    number, (stones, first, target) = numbered
    path = folder / f"{number}.sgf"
    path.write_text(record_of(stones, first), encoding="ascii")
    for seconds in options.seconds:
        command = [options.kosumi, "solve", path, "--target", target, "--seconds", str(seconds)]
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        if condition := CONDITION.search(said):
            continue
        cost = COST.search(said)
        if cost and not SOLVED.search(said):
            return Outcome(seconds)
        if cost:
            network = by_network(options, path, first, said) if options.visits else None
            return Outcome(seconds, (float(cost.group(1)), int(cost.group(2))), by_network=network)
    return Outcome(None, granted=condition and GRANTED[condition.group(1)])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kosumi", default=Path(__file__).resolve().parent.parent / "target" / "release" / "kosumi")
    parser.add_argument("--games", type=Path, nargs="+", metavar="FILE", help="takes problems from these games")
    parser.add_argument("--count", type=int, default=100, help="problems of each degree (100)")
    parser.add_argument("--seconds", type=float, nargs="+", default=[1, 10, 60], help="for each problem (1 10 60)")
    parser.add_argument("--seed", type=int, default=0, help="the first of the numbers of problems; how many games to leave out")
    parser.add_argument("--jobs", type=int, default=2, help="problems at once (2)")
    parser.add_argument("--visits", type=int, default=0, help="of the network, which answers, too")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keeps the problems here")
    options = parser.parse_args()
    times = " | ".join(f"read in {seconds:g} s" for seconds in options.seconds)
    asked = f" | policy | {options.visits} visits" if options.visits else ""
    print(f"| problems | {times} | by the first move | median s | median visits | {' | '.join(GRANTED.values())}{asked} |")
    print("|---" * (len(options.seconds) + 6 + 2 * bool(options.visits)) + "|")
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(options.jobs) as pool:
        folder = options.keep or Path(temporary)
        degrees = problems_of_games(options, Path(temporary)) if options.games else random_problems(options)
        for name, problems in degrees:
            inside = folder / name.replace(", ", "-").replace(" ", "-")
            inside.mkdir(parents=True, exist_ok=True)
            ends = list(pool.map(partial(solve, options, inside), enumerate(problems)))
            print(row(options, name, ends), flush=True)


def row(options, name, ends):
    """The row of a table that tells how the problems of a degree end."""
    read = [end.within for end in ends if end.within is not None]
    shares = [100 * sum(within <= seconds for within in read) / max(1, len(ends)) for seconds in options.seconds]
    decided = [end for end in ends if end.cost is not None]
    costs = [f"{median(cost):.4g}" for cost in zip(*(end.cost for end in decided))] or ["", ""]
    cells = [name, *(f"{share:.0f} %" for share in shares), len(decided), *costs]
    cells += [sum(end.granted == granted for end in ends) for granted in GRANTED.values()]
    if options.visits:
        asked = [end.by_network for end in decided if end.by_network]
        cells += [f"{sum(solved)} of {len(asked)}" for solved in zip(*asked)] or ["", ""]
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    main()
