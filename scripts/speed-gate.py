#!/usr/bin/env python3
"""Compares the speed of this checkout with that of another commit on this machine, and fails if it has fallen.

    scripts/speed-gate.py [COMMIT] [--rounds 5] [--most 2] [--suites "bench search" "bench --model own"]
    scripts/speed-gate.py --old PROGRAM --new PROGRAM

COMMIT is by default the last tag, or where there is none the commit before. It is built in a folder below `target`, from a
work tree of its own; the checkout is built as it is. Then both programs are measured in turn, so that a machine that grows
faster or slower meanwhile does so for both. For each figure of `kosumi bench` the medians stand beside each other, with
their ratio. Figures are speeds, in processor time; shares and checksums are left out.

The exit status is 1 if the geometric mean of the ratios lies more than --most percent below 1. Single figures vary by some
percent from run to run, more beside other work; their mean is steadier.
"""

import argparse
import math
import shlex
import statistics
from collections import defaultdict

from programs import run, take_two_programs, two_programs

# Units of figures that are better when greater.
SPEEDS = {"playouts/s", "evaluations/s", "visits/s"}
# Units of those that are better when less.
COSTS = {"ns"}


def figures(program, suite):
    """The speeds that a program prints, as pairs of a name and a number that is greater when it is faster."""
    for line in run(program, *shlex.split(suite)).splitlines():
        name, number, unit = line.split("\t")
        if unit in SPEEDS:
            yield name, float(number)
        elif unit in COSTS:
            yield name, 1 / float(number)


def measured(programs, suites, rounds):
    """For each figure the numbers of each program, measured in turn."""
    found = defaultdict(lambda: [[] for _ in programs])
    for at in range(rounds):
        # The first one of a round is another one each time.
        order = range(len(programs)) if at % 2 == 0 else reversed(range(len(programs)))
        for place in order:
            for suite in suites:
                for name, number in figures(programs[place], suite):
                    found[name][place].append(number)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    take_two_programs(parser)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--most", type=float, default=2.0, metavar="PERCENT", help="a greater loss fails")
    parser.add_argument("--suites", nargs="+", default=["bench search", "bench --model own"])
    options = parser.parse_args()
    programs = two_programs(options)
    print(f"old: {options.old or options.commit}, new: {options.new or 'this checkout'}, {options.rounds} rounds\n")
    print("| figure | old | new | new / old |\n|---|---|---|---|")
    ratios = []
    for name, (old, new) in measured(programs, options.suites, options.rounds).items():
        if old and new:
            medians = statistics.median(old), statistics.median(new)
            ratios.append(medians[1] / medians[0])
            print(f"| {name} | {medians[0]:.4g} | {medians[1]:.4g} | {ratios[-1]:.3f} |")
    if not ratios:
        raise SystemExit("the programs print no common figures")
    mean = math.exp(statistics.mean(map(math.log, ratios)))
    print(f"\nmean ratio {mean:.3f}")
    if mean < 1 - options.most / 100:
        raise SystemExit(f"slower by more than {options.most:g} %")


if __name__ == "__main__":
    main()
