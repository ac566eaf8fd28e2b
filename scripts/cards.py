#!/usr/bin/env python3
"""Compares back ends for networks: what they answer, how fast they are, and what a search makes of them.

    scripts/cards.py [--kosumi PROGRAM] [--models own FILE ...] [--backends best gpu] [--device NAME] [--seconds 3]
        [--positions 10] [--sizes 9 13 19]

For each network and back end there are, as a table in Markdown: evaluations a second by the size of the batch on the
largest of the --sizes, as `kosumi bench --model` measures them, and visits a second of a search that takes --seconds, with the number of
threads that kosumi takes by itself; with --seconds 0 no speed is measured. With --positions each back end also says what it thinks of the positions of games with random moves on all
--sizes, every one of them turned in another way, and the largest differences from the first back end are told: of the chance of winning,
of a probability, of an owner, and of the lead in points.

The exit status is 1 if a chance of winning or a probability differs by more than --most (0.002). An instruction set or a card that
rounds more may exceed it; then compare what it is meant for.
"""

import argparse
import random
import shlex
import time

from programs import Program, run


def bench(kosumi, model, backend, device):
    """Figures of `kosumi bench` by name."""
    flags = ["bench", "--model", model, "--backend", backend] + (["--device", device] if device else [])
    lines = run(*shlex.split(kosumi), *flags).splitlines()
    rows = (line.split("\t") for line in lines)
    return {row[0]: float(row[1]) for row in rows if len(row) == 3}


def start(kosumi, model, backend, device, more=""):
    card = f" --device {shlex.quote(device)}" if device else ""
    return Program(f"{kosumi} gtp --model {shlex.quote(model)} --backend {backend}{card} --seed 1 {more}")


def visits(kosumi, model, backend, device, side, seconds):
    """Visits a second of a search, the second one: the first compiles kernels."""
    program = start(kosumi, model, backend, device, f"--time {seconds}")
    program.ask(f"boardsize {side}")
    found = 0.0
    for color in "bw":
        begin = time.monotonic()
        answer = program.ask(f"kata-genmove_analyze {color} interval 100000 maxmoves 1 rootInfo true").split()
        took = time.monotonic() - begin
        found = int(answer[answer.index("visits", answer.index("rootInfo")) + 1]) / took
    program.ask("quit")
    return found


def numbers(answer):
    """The numbers of `kata-raw-nn` by name."""
    found, name = {}, None
    for word in answer.lstrip("= ").split():
        try:
            value = float(word)
        except ValueError:
            if word in ("NAN", "nan"):
                value = None
            else:
                name = word
                found.setdefault(name, [])
                continue
        found.setdefault(name, []).append(value)
    return found


def difference(one, other, name):
    pairs = zip(one.get(name, []), other.get(name, []))
    return max((abs(x - y) for x, y in pairs if x is not None and y is not None), default=0.0)


def compare(kosumi, model, backends, device, count, sizes):
    """The largest differences of each back end from the first."""
    programs = [start(kosumi, model, backend, device) for backend in backends]
    guide = Program(f"{kosumi} gtp --model none --player random --seed 1")
    rng = random.Random(1)
    kinds = ("whiteWin", "policy", "whiteOwnership", "whiteLead")
    worst = {backend: dict.fromkeys(kinds, 0.0) for backend in backends}
    for number in range(count):
        side = sizes[number % len(sizes)]
        for program in [guide, *programs]:
            program.ask(f"boardsize {side}")
            program.ask("clear_board")
        for turn in range(rng.randrange(side * side // 2)):
            color = "bw"[turn % 2]
            move = guide.ask(f"genmove {color}").lstrip("= ").strip()
            for program in programs:
                program.ask(f"play {color} {move}")
        answers = [numbers(program.ask(f"kata-raw-nn {number % 8}")) for program in programs]
        for backend, answer in zip(backends, answers):
            for kind in kinds:
                worst[backend][kind] = max(worst[backend][kind], difference(answer, answers[0], kind))
    for program in [guide, *programs]:
        program.ask("quit")
    return worst


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kosumi", default="target/release/kosumi")
    parser.add_argument("--models", nargs="+", default=["own"])
    parser.add_argument("--backends", nargs="+", default=["best", "gpu"])
    parser.add_argument("--device")
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--positions", type=int, default=10)
    parser.add_argument("--sizes", type=int, nargs="+", default=[9, 13, 19])
    parser.add_argument("--most", type=float, default=0.002)
    args = parser.parse_args()
    if args.seconds > 0:
        tell_speeds(args)
    if args.positions > 0:
        raise SystemExit(0 if tell_differences(args) else 1)


def tell_speeds(args):
    side = max(args.sizes)
    batches = [1, 4, 16, 64, 256]
    print(f"| network | back end | {' | '.join(f'batch {batch}' for batch in batches)} | visits/s |")
    print(f"|---|---|{'---|' * (len(batches) + 1)}")
    for model in args.models:
        for backend in args.backends:
            figures = bench(args.kosumi, model, backend, args.device)
            speeds = (figures.get(f"evaluations_{side}_batch_{batch}") for batch in batches)
            cells = " | ".join("" if speed is None else f"{speed:,.1f}" for speed in speeds)
            searched = visits(args.kosumi, model, backend, args.device, side, args.seconds)
            print(f"| {model} | {backend} | {cells} | {searched:,.1f} |", flush=True)


def tell_differences(args):
    """Prints the largest differences, and returns whether they are small."""
    print(f"\nLargest differences from {args.backends[0]} in {args.positions} positions:\n")
    print("| network | back end | win | policy | owner | lead |\n|---|---|---|---|---|---|")
    is_right = True
    for model in args.models:
        worst = compare(args.kosumi, model, args.backends, args.device, args.positions, args.sizes)
        for backend in args.backends[1:]:
            win, policy, owner, lead = worst[backend].values()
            print(f"| {model} | {backend} | {win:.6f} | {policy:.6f} | {owner:.6f} | {lead:.4f} |", flush=True)
            is_right &= max(win, policy) <= args.most
    return is_right


if __name__ == "__main__":
    main()
