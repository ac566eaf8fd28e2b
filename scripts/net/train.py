#!/usr/bin/env python3
"""Trains a network with rows of `kosumi train rows`, on processors or on a graphics card.

    scripts/net/train.py --rows DIR [--rows DIR] --valid DIR --out DIR [--blocks 6] [--channels 64] [--steps 100000]

The folder of results holds the state, from which the same command goes on (with the same rows as if it had never
stopped), the log, the network in KataGo's format (`network.bin.gz`, the mean of the last weights), and a report as text,
with Matplotlib also as SVG. With --minutes it stops after a time, to be gone on with later, there or on another machine that
has the files `state-*`. Needs PyTorch and NumPy.
"""

import copy
import fcntl
import json
import math
import os
import random
import signal
import tempfile
import time
from pathlib import Path

import numpy as np
import torch
from torch import distributed

import label
import muon
import network as net
import report
import rows as data
import shapes
import state
from losses import losses, test, total
from options import arguments


def cores():
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def products_in(precision, device):
    """The context in which convolutions and matrices are multiplied in a precision."""
    return torch.autocast(device.type, dtype=getattr(torch, precision), enabled=precision != "float32")


def faster_precision(network, batch, options):
    """The precision in which a step takes less time: few processors have instructions for the shorter numbers."""
    def seconds(precision):
        for _ in range(2):
            started = time.monotonic()
            with products_in(precision, batch["planes"].device):
                outputs = network(batch["planes"], batch["globals"])
            total(losses(outputs, batch, options, network)).backward()
            network.zero_grad(set_to_none=True)
        return time.monotonic() - started

    return min(("bfloat16", "float32"), key=seconds)


def rate_at(part, options):
    """Rises over the first hundredth of the training, then falls along a cosine to a hundredth."""
    if part < 0.01:
        return options.rate * (0.01 + 99.0 * part)
    return options.rate * (0.01 + 0.99 * 0.5 * (1.0 + math.cos(math.pi * min(1.0, (part - 0.01) / 0.99))))


# Steps on boards of each size before one is recorded: what they allocate for good must be there before.
UNRECORDED = 3

# Rows that come while others are learned from are looked for after so many seconds, and read for so many at once.
LOOK_EVERY, AT_ONCE = 0.5, 0.2

# Seconds between two words on how far it is.
SAY_EVERY = 30.0


class Recording:
    """The work of a step on boards of one size, and where its inputs and its loss are."""

    def __init__(self):
        self.steps, self.graph, self.inputs, self.loss = 0, None, None, None


class Training:
    """One of the processes that train a network; each takes its part of every batch, the first one keeps the books."""

    def __init__(self, options, number=0):
        self.options = options
        self.number = number
        torch.set_num_threads(max(1, cores() // options.processes))
        torch.manual_seed(options.seed)
        # Gradients of what has hardly learned yet are so small that some processors take very long with them.
        torch.set_flush_denormal(True)
        # What is compiled is for boards of one size, and there may be a network that labels, too.
        torch._dynamo.config.recompile_limit = 64
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.on_card = self.device.type == "cuda"
        if self.on_card:
            torch.backends.cudnn.benchmark = True
            # Steps must be recorded on the stream that the ones before them were on, and not on the first one.
            torch.cuda.set_stream(torch.cuda.Stream())
        self.valid = data.open_folders(options.valid)
        # What is labeled here or may still come is kept in memory, and so is all where that is the card's.
        is_resident = self.on_card or options.label is not None or options.follow
        mix = dict(part.split("=") for part in options.mix.split(",") if part)
        self.mix = {tuple(map(int, size.split("x"))): float(weight) for size, weight in mix.items()}
        self.read = set()
        self.rows = {}
        # Where the rows of sizes were left of which none may have come yet.
        self.places = {}
        self.labeler = None
        if is_resident:
            self.take_more()
        else:
            self.rows = data.open_folders(options.rows, options.seed)
        network = shapes.student(options.shape, options.blocks, options.channels, options.activation)
        if options.begin:
            net.read(options.begin, network)
        self.network = network.to(self.device, memory_format=torch.channels_last)
        self.mean = copy.deepcopy(self.network).requires_grad_(False)
        self.optimizers = self.new_optimizers()
        self.recordings = {} if self.on_card else None
        self.step, self.seconds, self.seen = 0, 0.0, 0
        self.log = []
        # What a signal wants, and what all processes have agreed on.
        self.wants_to_stop = self.is_stopped = False
        self.precision = options.precision
        self.load()

    def new_optimizers(self):
        """Muon for the convolutions and the matrices of attention of the blocks, AdamW for all else."""
        options = self.options
        rate = lambda: torch.tensor(options.rate, device=self.device) if self.on_card else options.rate
        trunk = shapes.trunk_matrices(self.network)
        in_trunk = set(trunk)
        others = [weight for weight in self.network.parameters() if weight not in in_trunk]
        return [
            muon.Muon(trunk, lr=rate(), weight_decay=options.decay),
            torch.optim.AdamW(others, lr=rate(), betas=(0.9, 0.95), weight_decay=options.decay, fused=self.on_card,
                              capturable=self.on_card),
        ]

    def take_more(self):
        """Takes over rows that have come since the last time, those that came first before others, and no more than can be
        read in a short time if others may still come."""
        options = self.options
        if self.labeler is None and options.label:
            precision = options.label_precision or ("float16" if self.on_card else options.precision or "float32")
            self.labeler = label.Labeler(options.label, self.device, getattr(torch, precision), options)
        new = [file for file in data.files_of(options.rows)
               if file not in self.read and (not self.mix or data.size_of(file) in self.mix)]
        last = {data.size_of(file): file for file in new} if not options.follow else {}
        started = time.monotonic()
        for file in sorted(new, key=lambda file: file.stat().st_mtime) if options.follow else new:
            size = data.size_of(file)
            if size not in self.rows:
                self.rows[size] = data.Resident(size, options.seed, self.device, self.labeler)
                self.rows[size].begin(*self.places.get(size, (0, 0)))
            self.rows[size].add(np.load(file), file == last.get(size))
            self.read.add(file)
            if options.follow and time.monotonic() - started > AT_ONCE:
                break

    def settings(self):
        """What a state must have in common with the training that goes on with it."""
        options = self.options
        return {name: getattr(options, name) for name in ("shape", "blocks", "channels", "activation", "seed")}

    def load(self):
        """Goes on where an earlier training in the same folder has stopped, if there was one."""
        options = self.options
        if (options.out / "checkpoint.pt").exists():
            raise SystemExit(f"{options.out}: checkpoint.pt is of an older version; take another folder, with --begin")
        found = state.load(options.out, self.device)
        if found is None:
            return
        for name, value in found["settings"].items():
            if self.settings()[name] != value:
                raise SystemExit(f"{options.out}: what is there was begun with --{name} {value}")
        self.network.load_state_dict(found["network"])
        self.mean.load_state_dict(found["mean"])
        for optimizer, its_state in zip(self.optimizers, found["optimizers"], strict=True):
            # How a step is made is a matter of the machine.
            for old, new in zip(its_state["param_groups"], optimizer.param_groups, strict=True):
                old.update({name: value for name, value in new.items() if name != "params"})
            optimizer.load_state_dict(its_state)
        self.step, self.seconds, self.seen, self.log = (found[name] for name in ("step", "seconds", "seen", "log"))
        self.precision = self.precision or found["precision"]
        for size, place in found["places"].items():
            self.places[size] = place
            if size in self.rows:
                self.rows[size].begin(*place)

    def save(self):
        if self.number > 0:
            return
        bytes_ = state.save(self.options.out, self.step, {
            "settings": self.settings(),
            "network": self.network.state_dict(),
            "mean": self.mean.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
            "step": self.step,
            "seconds": self.seconds,
            "seen": self.seen,
            "precision": self.precision,
            "log": self.log,
            "places": self.places | {size: (rows.round, rows.place) for size, rows in self.rows.items()},
        })
        net.write(self.options.out / "network.bin.gz", self.options.name, self.mean, self.options.bits)
        print(f"step {self.step}: saved, {bytes_ / 1e6:.1f} MB of state", flush=True)

    def tell(self):
        if self.number > 0:
            return
        results = test(self.mean, self.valid, self.options, self.device)
        self.log.append({"step": self.step, "positions": self.seen, "seconds": round(self.seconds), "test": results})
        with open(self.options.out / "log.json", "w", encoding="utf-8") as file:
            json.dump(self.log, file, indent=1)
        report.write(self.options.out, vars(self.options), self.network, self.log)
        for size, found in results.items():
            print(f"step {self.step} {self.seconds / 3600:.2f} h {size}: "
                  + " ".join(f"{name} {value:.4f}" for name, value in found.items()), flush=True)

    def say(self, size):
        """Tells how far it is after a step on boards of a size."""
        loss = self.loss.item()
        if not math.isfinite(loss):
            raise SystemExit(f"step {self.step}: the loss is {loss}; a lower --rate may help")
        rows = ", ".join("{} of {}x{}".format(len(rows), *which) for which, rows in self.rows.items())
        print(f"step {self.step} {self.seconds:.0f} s: loss {loss:.3f} on {size[0]}x{size[1]}, {self.seen} positions "
              f"from {rows} rows", flush=True)

    def first_says(self, value):
        """What the first process says, in all."""
        values = [value]
        if self.options.processes > 1:
            distributed.broadcast_object_list(values)
        return values[0]

    def gradients_of_all(self):
        """Makes the gradients the mean of those of all processes, and stops all of them where one is to stop."""
        if self.options.processes == 1:
            return
        gradients = [weight.grad for weight in self.network.parameters()]
        wish = torch.tensor([float(self.wants_to_stop)], device=self.device)
        sent = torch.cat([gradient.flatten() for gradient in gradients] + [wish])
        distributed.all_reduce(sent)
        self.is_stopped = sent[-1].item() > 0
        start = 0
        for gradient in gradients:
            gradient.copy_(sent[start : start + gradient.numel()].view(gradient.shape) / self.options.processes)
            start += gradient.numel()

    def learn(self, size, some, symmetry, forward):
        """A step by some rows of boards of one size."""
        batch = self.rows[size].form.tensors(some.to(self.device), symmetry)
        if self.precision is None:
            self.precision = self.first_says(faster_precision(self.network, batch, self.options))
        rate = rate_at(self.part(), self.options)
        for group in (group for optimizer in self.optimizers for group in optimizer.param_groups):
            if self.on_card:
                group["lr"].fill_(rate)
            else:
                group["lr"] = rate
        if self.recordings is None:
            self.advance(batch, forward)
        else:
            self.replay(size, batch, forward)
        # At first the mean follows faster.
        stays = min(self.options.mean, (1.0 + self.step) / (10.0 + self.step))
        with torch.no_grad():
            torch._foreach_lerp_(list(self.mean.parameters()), list(self.network.parameters()), 1.0 - stays)

    def advance(self, batch, forward):
        """Moves the weights by a batch."""
        with products_in(self.precision, self.device):
            outputs = forward(batch["planes"], batch["globals"])
        loss = total(losses(outputs, batch, self.options, self.network))
        self.loss = loss.detach()
        self.network.zero_grad(set_to_none=True)
        loss.backward()
        self.gradients_of_all()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        for optimizer in self.optimizers:
            optimizer.step()

    def replay(self, size, batch, forward):
        """The same as a graphics card does it fastest: the work of a step is recorded once for each size, since to order
        it takes longer than to do it."""
        recording = self.recordings.setdefault(size, Recording())
        if recording.steps < UNRECORDED:
            self.advance(batch, forward)
            recording.steps += 1
            return
        if recording.graph is None:
            recording.graph = torch.cuda.CUDAGraph()
            recording.inputs = {name: x.clone() for name, x in batch.items()}
            self.network.zero_grad(set_to_none=True)
            # Nothing of it is done yet.
            with torch.cuda.graph(recording.graph, stream=torch.cuda.current_stream()):
                self.advance(recording.inputs, forward)
            recording.loss = self.loss
        for name, x in batch.items():
            recording.inputs[name].copy_(x)
        recording.graph.replay()
        self.loss = recording.loss

    def part(self):
        """The part of the training that is over."""
        options = self.options
        return self.seconds / options.seconds if options.seconds else self.step / max(1, options.steps)

    def sizes(self):
        """The sizes that there are enough rows of to fill a batch, and how often each comes."""
        fewest = lambda size: data.boards(self.options.points, size) if self.options.follow else 1
        there = [size for size, rows in self.rows.items() if len(rows) >= fewest(size)]
        return there, [self.mix.get(size, 0.0 if self.mix else 1.0) for size in there]

    def run(self):
        forward = torch.compile(self.network, dynamic=False) if self.options.compile else self.network
        started = saved = looked = said = time.monotonic()
        while self.part() < 1.0 and not self.is_stopped:
            now = time.monotonic()
            if self.options.minutes and now - self.options.begun > 60.0 * self.options.minutes:
                self.wants_to_stop = True
            if self.options.follow and now - looked > LOOK_EVERY:
                self.take_more()
                looked = time.monotonic()
            sizes, weights = self.sizes()
            if not any(weights):
                if not self.options.follow:
                    raise SystemExit("no rows to learn from")
                time.sleep(0.1)
                self.seconds += time.monotonic() - started
                started = time.monotonic()
                self.is_stopped = self.wants_to_stop
                continue
            # The same draws wherever the training was interrupted.
            draws = random.Random(f"{self.options.seed} {self.step}")
            size = draws.choices(sizes, weights)[0]
            share = data.boards(self.options.points // self.options.processes, size)
            some = self.rows[size].next(share * self.options.processes)
            symmetry = draws.randrange(8 if size[0] == size[1] else 4)
            self.learn(size, some[self.number :: self.options.processes], symmetry, forward)
            if self.options.processes == 1:
                self.is_stopped = self.wants_to_stop
            self.step += 1
            self.seen += len(some)
            now = time.monotonic()
            self.seconds += now - started
            started = now
            if now - said > SAY_EVERY and self.number == 0:
                self.say(size)
                said = now
            if self.step % self.options.test_every == 0 or self.part() >= 1.0:
                self.tell()
                started = time.monotonic()
            if now - saved > self.options.save_every:
                self.save()
                saved = time.monotonic()
        self.save()

    def stop(self, *_):
        self.wants_to_stop = True


def train(number, options, meeting):
    """Trains as one of the processes, which meet at a file; only the first one hears that it should stop."""
    if options.processes > 1:
        distributed.init_process_group("gloo", init_method=f"file://{meeting}", rank=number,
                                       world_size=options.processes)
    training = Training(options, number)
    for kind in (signal.SIGINT, signal.SIGTERM):
        signal.signal(kind, training.stop if number == 0 else signal.SIG_IGN)
    training.run()


def main():
    begun = time.monotonic()
    options = arguments(__doc__)
    options.begun = begun
    options.out.mkdir(parents=True, exist_ok=True)
    # Held until this process ends.
    lock = open(options.out / ".lock", "w", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SystemExit(f"{options.out}: another training works in this folder at present") from None
    # Processes that share batches must see the same rows and end at the same step.
    is_alone = torch.cuda.is_available() or options.label or options.follow or options.seconds is not None
    if options.processes is None:
        options.processes = 1 if is_alone else cores()
    if options.processes > 1 and is_alone:
        raise SystemExit("only one process with --label, --follow or --seconds, or on a graphics card")
    with tempfile.TemporaryDirectory() as folder:
        meeting = Path(folder) / "meeting"
        begin = torch.multiprocessing.get_context("spawn").Process
        others = [begin(target=train, args=(number, options, meeting), daemon=True)
                  for number in range(1, options.processes)]
        for other in others:
            other.start()
        train(0, options, meeting)
        for other in others:
            other.join()


if __name__ == "__main__":
    main()
