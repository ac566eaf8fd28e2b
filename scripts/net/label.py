#!/usr/bin/env python3
"""Labels rows anew: what one or more larger networks say in place of what they hold.

    scripts/net/label.py --model FILE [--model FILE] --out DIR ROWS [ROWS ...]

Each file of the folders ROWS becomes one of the same name in DIR, with the policy, the chances, the score and the owners
that the network of FILE (in KataGo's format, model versions 8 to 17) sees at one look, or the mean of what some see; the
move that was played and the outcome of the game stay. Where all networks know them, how uncertain the near future is
(`errors`) comes to it, and with --optimistic the optimistic policy. Files that are there are left alone, so a run that was
stopped goes on. `kosumi selfplay --teacher` and `kosumi train rows` do the same where they make rows; PyTorch is faster
with graphics cards and on processors that have units for matrices (AMX). Needs PyTorch and NumPy.
"""

import argparse
import os
import time
from pathlib import Path

import numpy as np
import torch
from torch._inductor import config as inductor
from torch.nn import functional as F

import rows as data
import teacher as teachers


def add_arguments(parser):
    """What every script asks that labels."""
    parser.add_argument("--optimism", type=float, default=0.0, metavar="SHARE",
                        help="of the optimistic policy in the policy of labels, 0 to 1 [0]")
    parser.add_argument("--optimistic", action="store_true", help="label with the optimistic policy, too, apart")
    parser.add_argument("--pad", type=int, metavar="SIDE",
                        help="lay boards into the corner of one of this side, so that all sizes are compiled once")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="+", type=Path, metavar="ROWS", help="folder of rows")
    parser.add_argument("--model", required=True, type=Path, action="append", metavar="FILE", help="a network that labels")
    parser.add_argument("--out", required=True, type=Path, metavar="DIR", help="folder for the new rows")
    parser.add_argument("--points", type=int, default=23_104, help="points of all boards of a batch [23104]")
    parser.add_argument("--precision", choices=["bfloat16", "float16", "float32"], default="bfloat16", help="of products")
    parser.add_argument("--compile", action="store_true", help="let PyTorch compile the networks")
    parser.add_argument("--threads", type=int, help="[all cores]")
    add_arguments(parser)
    return parser.parse_args()


class Labeler:
    """Networks that label rows with the mean of what they say, always as many rows at once on boards of one size, so that
    nothing is compiled twice; with a side to pad to, on boards of any size that fit."""

    def __init__(self, models, device, precision, options):
        if not 0.0 <= options.optimism <= 1.0:
            raise SystemExit("--optimism is a share from 0 to 1")
        self.teachers = [teachers.Teacher(model, device, precision, options.compile, options.optimism)
                         for model in models]
        self.points, self.pad = options.points, options.pad
        self.has_optimistic = options.optimistic
        self.has_errors = all(teacher.has_errors for teacher in self.teachers)

    def size(self, board):
        """The size (columns, rows) of the planes on which boards of a size lie."""
        if self.pad is None:
            return board
        if max(board) > self.pad:
            raise SystemExit("boards of {}x{} do not fit into --pad {}".format(*board, self.pad))
        return self.pad, self.pad

    def count(self, board):
        """The rows that are labeled at once."""
        return data.boards(self.points, self.size(board))

    def form(self, form):
        """The form of labeled rows."""
        more = [("errors", "<f4", (3,))] if self.has_errors else []
        if self.has_optimistic:
            more.append(("optimistic", "<u2", (form.columns * form.rows + 1,)))
        return form.extended(more)

    def room(self, form, raw):
        """Rows with room for what labels add to them."""
        return F.pad(raw, (0, self.form(form).dtype.itemsize - raw.shape[1]))

    def say(self, planes, numbers):
        """The mean of what the networks say of boards of one size."""
        board = planes.shape[3], planes.shape[2]
        size = self.size(board)
        planes = teachers.padded(planes, size)
        said = [teacher.say(planes, numbers, is_padded=self.pad is not None) for teacher in self.teachers]
        names = [name for name in said[0] if all(name in answers for answers in said)]
        mean = {name: sum(answers[name] for answers in said) / len(said) for name in names}
        return teachers.cut(mean, size, board)

    def label(self, form, raw):
        """Overwrites what rows of the labeled form hold."""
        said = self.say(form.planes(raw), form.field(raw, "globals"))
        for name in ("policy", "optimistic") if self.has_optimistic else ("policy",):
            form.put(raw, name, (said[name] * 65535).round().int())
        form.put(raw, "chances", said["chances"])
        form.put(raw, "score", said["score"])
        form.put(raw, "owners", (said["owners"] * 127).round())
        if self.has_errors:
            form.put(raw, "errors", said["errors"])


class Speed:
    """Labels a second, from the end of the first batch on, in which things are compiled."""

    def __init__(self):
        self.count, self.started, self.first = 0, time.monotonic(), 0.0

    def add(self, count):
        if not self.first:
            self.first, self.started = time.monotonic() - self.started, time.monotonic()
        else:
            self.count += count

    def __str__(self):
        if not self.count:
            return f"one batch in {self.first:.1f} s"
        return f"{self.count / (time.monotonic() - self.started):.1f} labels a second"


def label_file(labeler, file, device, speed):
    """The labeled rows of a file."""
    (rows,) = data.open_files([file]).values()
    count, form = labeler.count(data.size_of(file)), labeler.form(rows.form)
    batches = []
    for some in rows.all(count):
        filled = labeler.room(rows.form, some)[torch.arange(count) % len(some)].to(device)
        labeler.label(form, filled)
        batches.append(form.rows_of(filled[: len(some)]))
        speed.add(len(some))
    return np.concatenate(batches) if batches else None


def main():
    options = arguments()
    if options.threads:
        torch.set_num_threads(options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    # Weights become constants.
    inductor.freezing = True
    # Boards of each size are compiled apart.
    torch._dynamo.config.recompile_limit = 64
    labeler, speed = Labeler(options.model, device, getattr(torch, options.precision), options), Speed()
    for folder in options.rows:
        for file in sorted(folder.glob("*.npy")):
            labeled = options.out / file.name
            if labeled.exists():
                continue
            rows = label_file(labeler, file, device, speed)
            if rows is None:
                continue
            # Whole or not at all.
            temporary = labeled.with_suffix(".tmp")
            with open(temporary, "wb") as out:
                np.save(out, rows)
            os.replace(temporary, labeled)
            print(f"{labeled}: {len(rows)} rows, {speed}", flush=True)


if __name__ == "__main__":
    main()
