#!/usr/bin/env python3
"""Labels rows anew: what a larger network says in place of what they hold.

    scripts/net/label.py --model FILE --out DIR ROWS [ROWS ...]

Each file of the folders ROWS becomes one of the same name in DIR, with the policy, the chances, the score and the owners
that the network of FILE (in KataGo's format, model version 8) sees at one look; the move that was played and the outcome
of the game stay. Files that are there are left alone, so a run that was stopped goes on. `kosumi selfplay --teacher` and
`kosumi train rows` do the same where they make rows; PyTorch is faster with graphics cards and on processors that have
units for matrices (AMX). Needs PyTorch and NumPy.
"""

import argparse
import os
from pathlib import Path

import numpy as np
import torch
from torch._inductor import config as inductor
from torch.nn import functional as F

import network as net
import rows as data

# The planes of stones (own, the opponent's) and of points that ko forbids.
STONES, FORBIDDEN = (1, 2), 6

# The numbers that are not zero where positions must not come again, and where territory is counted.
SUPERKO, TERRITORY = 6, 9


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="+", type=Path, metavar="ROWS", help="folder of rows")
    parser.add_argument("--model", required=True, type=Path, metavar="FILE", help="the network that labels")
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="folder for the new rows")
    parser.add_argument("--points", type=int, default=23_104, help="points of all boards of a batch")
    parser.add_argument("--precision", choices=["bfloat16", "float32"], default="bfloat16", help="of products")
    parser.add_argument("--compile", action="store_true", help="let PyTorch compile the network")
    parser.add_argument("--threads", type=int, help="[all cores]")
    return parser.parse_args()


@torch.no_grad()
def label(forward, form, raw, precision):
    """Overwrites what rows of a form hold by what a network of numbers of a precision says."""
    planes, numbers = form.planes(raw), form.field(raw, "globals")
    inputs = planes.contiguous(memory_format=torch.channels_last)
    policy, result, score, owners = (x.float() for x in forward(inputs.to(precision), numbers.to(precision)))
    closed = planes[:, STONES].sum(dim=1) + planes[:, FORBIDDEN]
    policy[:, :-1].masked_fill_(closed.flatten(1) > 0, -torch.inf)
    # A game can end without a result only where positions may come again or territory counts.
    never_void = (numbers[:, SUPERKO] != 0) & (numbers[:, TERRITORY] == 0)
    result[:, 2].masked_fill_(never_void, -torch.inf)
    chances = F.softmax(result, dim=1)
    ends = 1.0 - chances[:, 2]
    deviation = F.softplus(score[:, 1])
    score = torch.stack([score[:, 0] * ends, deviation, score[:, 2] * ends], dim=1)
    form.put(raw, "policy", (F.softmax(policy, dim=1) * 65535).round().int())
    form.put(raw, "chances", chances)
    form.put(raw, "score", score * net.POINTS)
    form.put(raw, "owners", (owners.tanh() * 127).round())


class Labeler:
    """A network that labels rows, always as many at once on boards of one size, so that nothing is compiled twice."""

    def __init__(self, model, device, precision, points, compiled):
        self.precision = precision
        self.points = points
        network = net.load(model).to(device, precision, memory_format=torch.channels_last).eval()
        self.forward = torch.compile(network, dynamic=False) if compiled else network

    def count(self, size):
        """The rows that are labeled at once."""
        return data.boards(self.points, size)

    def label(self, form, raw):
        label(self.forward, form, raw, self.precision)


def main():
    options = arguments()
    if options.threads:
        torch.set_num_threads(options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    precision = getattr(torch, options.precision)
    # Weights become constants.
    inductor.freezing = True
    labeler = Labeler(options.model, device, precision, options.points, options.compile)
    for folder in options.rows:
        for file in sorted(folder.glob("*.npy")):
            labeled = options.out / file.name
            if labeled.exists():
                continue
            (rows,) = data.open_files([file]).values()
            count = labeler.count(data.size_of(file))
            batches = []
            for some in rows.all(count):
                filled = some[torch.arange(count) % len(some)].to(device)
                labeler.label(rows.form, filled)
                batches.append(rows.form.rows_of(filled[: len(some)]))
            if not batches:
                continue
            # Whole or not at all.
            temporary = labeled.with_suffix(".tmp")
            with open(temporary, "wb") as out:
                np.save(out, np.concatenate(batches))
            os.replace(temporary, labeled)
            print(f"{labeled}: {sum(map(len, batches))} rows", flush=True)


if __name__ == "__main__":
    main()
