#!/usr/bin/env python3
"""Asks two players who will win games whose result is known, and by how much, from the opening to the end.

    scripts/values.py FILE [FILE ...] [--kosumi PROGRAM] [--games 200] [--rules korean]
        [--first "--model own --visits 1"] [--second "--model none --visits 5000"]

Files hold game records in SGF, many in one if need be, also compressed (`.xz`); of these the first games are taken. One
position of each fifth of a game is looked at, the one in its middle. For each player and fifth it tells the mean squared
error of the chance of winning (0.25 for who always says a half), how often the likelier winner is the one recorded, and the
mean error of the lead, in points, of games that were counted. Behind the difference of the first player's squared error
from the second's stands its standard error.
"""

import argparse
import re
import shlex
import statistics
import tempfile
from itertools import chain, islice
from pathlib import Path

from counted import games, margin
from programs import Program

PARTS = 5


def result(record):
    """Black's share of the game, and his points beyond White's, `None` if it was not counted."""
    found = re.search(r"RE\[([BW])\+(.*?)\]", record)
    if not found:
        return None
    return float(found.group(1) == "B"), margin(f"{found.group(1)}+{found.group(2)}")


def seen(program, path, move, color):
    """Black's chance and his lead before a move that a color made in a game, as a program sees them."""
    program.ask(f"loadsgf {path} {move}")
    told = program.ask(f"kata-search_analyze {color} 100000 rootInfo true")
    chance, lead = map(float, re.findall(r"rootInfo .*? winrate (\S+) .*? scoreLead (\S+)", told)[-1])
    return (chance, lead) if color == "B" else (1.0 - chance, -lead)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--kosumi", default=Path(__file__).resolve().parent.parent / "target" / "release" / "kosumi")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rules", default="korean", help="of games that name none")
    parser.add_argument("--first", default="--model own --visits 1", help="flags of the first player")
    parser.add_argument("--second", default="--model none --visits 5000", help="flags of the second player")
    options = parser.parse_args()
    known = ((record, it) for record in chain.from_iterable(map(games, options.files)) if (it := result(record)))
    flags = (options.first, options.second)
    programs = [
        Program(shlex.join([str(options.kosumi), "gtp", "--threads", "1", "--rules", options.rules, *shlex.split(those)]))
        for those in flags
    ]
    # For each part of the games the errors of both players: of the chance, squared, and of the lead; and who was right.
    squares, leads, rights = ([[] for _ in range(PARTS)] for _ in range(3))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.sgf"
        for record, (share, points) in islice(known, options.games):
            path.write_text(record)
            moves = re.findall(r";([BW])\[", record)
            for part in range(PARTS):
                move = 1 + (2 * part + 1) * len(moves) // (2 * PARTS)
                told = []
                for program in programs:
                    program.ask("clear_board")
                    told.append(seen(program, path, move, moves[move - 1]))
                squares[part].append([(chance - share) ** 2 for chance, _ in told])
                rights[part].append([(chance > 0.5) == (share > 0.5) for chance, _ in told])
                if points is not None:
                    leads[part].append([abs(lead - points) for _, lead in told])
    for part in range(PARTS):
        of_chance, of_lead, right = squares[part], leads[part], rights[part]
        print(f"part {part + 1} of {PARTS} of the games, {len(of_chance)} positions, {len(of_lead)} of counted games")
        for number, those in enumerate(flags):
            mean = lambda rows: statistics.fmean(row[number] for row in rows) if rows else float("nan")
            print(f"  {those}: squared error {mean(of_chance):.4f}, winner right {100 * mean(right):.1f} %, "
                  f"error of the lead {mean(of_lead):.2f}")
        apart = [first - second for first, second in of_chance]
        deviation = statistics.stdev(apart) / len(apart) ** 0.5 if len(apart) > 1 else float("nan")
        print(f"  difference {statistics.fmean(apart):+.4f} ± {deviation:.4f}", flush=True)


if __name__ == "__main__":
    main()
