#!/usr/bin/env python3
"""Trains a network with rows of `kosumi train rows`, on processors or on a graphics card.

    scripts/net/train.py --rows DIR [--rows DIR] --valid DIR --out DIR [--blocks 6] [--channels 64] [--steps 100000]

The folder of results holds the last checkpoint, from which the same command goes on, the log, the network in KataGo's
format (`network.bin.gz`, the mean of the last weights), and a report as text and as SVG. Needs PyTorch, NumPy and
Matplotlib.
"""

import argparse
import fcntl
import json
import math
import os
import random
import signal
import tempfile
import time
from pathlib import Path

import torch
from torch import distributed
from torch.nn import functional as F

import muon
import network as net
import report
import rows as data


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", action="append", required=True, metavar="DIR", help="folder of rows to learn from")
    parser.add_argument("--valid", action="append", required=True, metavar="DIR", help="folder of rows to test with")
    parser.add_argument("--out", required=True, type=Path, metavar="DIR")
    parser.add_argument("--name", default="kosumi", help="the network's name for itself")
    parser.add_argument("--begin", type=Path, metavar="FILE", help="a network to begin with, of this shape or smaller")
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--steps", type=int, default=100_000, help="steps of the whole training")
    parser.add_argument("--points", type=int, default=46_208, help="points of all boards of a batch")
    parser.add_argument("--mix", default="", metavar="9x9=2,19x19=1", help="how often sizes come [all as often]")
    parser.add_argument("--rate", type=float, default=2e-3, help="the highest learning rate")
    parser.add_argument("--decay", type=float, default=1e-4, help="weight decay")
    parser.add_argument("--mean", type=float, default=0.999, help="what of the mean of weights stays at each step")
    parser.add_argument("--teacher", type=float, default=0.5, help="weight of the teacher's policy beside the move played")
    parser.add_argument("--outcome", type=float, default=0.25, help="weight of the game's outcome beside the teacher")
    parser.add_argument("--test-every", type=int, default=2_000, metavar="STEPS")
    parser.add_argument("--test-rows", type=int, default=8_000, help="rows of each size to test with")
    parser.add_argument("--save-every", type=float, default=300, metavar="SECONDS")
    parser.add_argument("--processes", type=int, help="that share each batch [without a graphics card one for each core]")
    parser.add_argument("--precision", choices=["bfloat16", "float32"], help="of products [what is faster here]")
    parser.add_argument("--bits", type=int, default=8, help="behind the point of each weight in the file, up to 23")
    parser.add_argument("--compile", action="store_true", help="let PyTorch compile the network")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


def cores():
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def losses(outputs, batch, options):
    """The parts of the loss, each a mean over the batch."""
    policy, result, score, owners = (x.float() for x in outputs)
    moves = F.log_softmax(policy, dim=1)
    played = batch["played"]
    is_known = (played >= 0).float()
    share = 1.0 - (1.0 - options.teacher) * is_known
    by_teacher = -(batch["policy"] * moves).sum(dim=1)
    by_game = -moves.gather(1, played.clamp(min=0)[:, None])[:, 0]
    chances = batch["chances"]
    outcome = torch.nan_to_num(batch["outcome"], nan=0.0)[:, None]
    of_game = torch.cat([outcome, 1.0 - outcome, torch.zeros_like(outcome)], dim=1)
    weight = options.outcome * (~batch["outcome"].isnan()).float()[:, None]
    chances = (1.0 - weight) * chances + weight * of_game
    points = batch["score"] / net.POINTS
    deviation = F.softplus(score[:, 1])
    return {
        "policy": (share * by_teacher + (1.0 - share) * by_game).mean(),
        "result": -(chances * F.log_softmax(result, dim=1)).sum(dim=1).mean(),
        "score": F.smooth_l1_loss(score[:, 0], points[:, 0]),
        "deviation": F.smooth_l1_loss(deviation, points[:, 1]),
        "lead": F.smooth_l1_loss(score[:, 2], points[:, 2]),
        "owners": F.binary_cross_entropy_with_logits(2.0 * owners, (1.0 + batch["owners"]) / 2.0),
    }


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
            sum(losses(outputs, batch, options).values()).backward()
            network.zero_grad(set_to_none=True)
        return time.monotonic() - started

    return min(("bfloat16", "float32"), key=seconds)


WEIGHTS = {"policy": 1.0, "result": 2.5, "score": 0.5, "deviation": 0.1, "lead": 1.0, "owners": 1.5}


@torch.no_grad()
def test(network, sizes, options, device):
    """What a network is worth on rows that it has not learned from, by size."""
    network.eval()
    results = {}
    for size, rows in sizes.items():
        sums, count, games = {}, 0, 0
        batch_size = max(1, options.points // (size[0] * size[1]))
        for some in rows.all(batch_size):
            batch = {name: x.to(device) for name, x in rows.tensors(some).items()}
            outputs = network(batch["planes"], batch["globals"])
            found = losses(outputs, batch, options)
            policy, result, score, owners = (x.float() for x in outputs)
            chances = F.softmax(result, dim=1)
            win = chances[:, 0] + 0.5 * chances[:, 2]
            teacher = batch["chances"][:, 0] + 0.5 * batch["chances"][:, 2]
            known = batch["played"] >= 0
            likelier = (policy > policy.gather(1, batch["played"].clamp(min=0)[:, None])).sum(dim=1)
            best = policy.argmax(dim=1) == batch["policy"].argmax(dim=1)
            values = {name: value.item() * len(some) for name, value in found.items()}
            values["win_error"] = ((win - teacher) ** 2).sum().item()
            values["lead_error"] = (score[:, 2] * net.POINTS - batch["score"][:, 2]).abs().sum().item()
            values["owner_error"] = (owners.tanh() - batch["owners"]).abs().mean(dim=1).sum().item()
            values["teachers_choice"] = best.sum().item()
            for most in (1, 5, 10):
                values[f"top{most}"] = ((likelier < most) & known).sum().item()
            for name, value in values.items():
                sums[name] = sums.get(name, 0.0) + value
            count += len(some)
            games += known.sum().item()
            if count >= options.test_rows:
                break
        share = lambda name: games if name.startswith("top") else count
        results["{}x{}".format(*size)] = {name: value / max(1, share(name)) for name, value in sums.items()}
    network.train()
    return results


def rate_at(step, options):
    """Rises over the first hundredth, then falls along a cosine to a hundredth."""
    rise = max(1, options.steps // 100)
    if step < rise:
        return options.rate * (step + 1) / rise
    part = (step - rise) / max(1, options.steps - rise)
    return options.rate * (0.01 + 0.99 * 0.5 * (1.0 + math.cos(math.pi * min(1.0, part))))


class Training:
    """One of the processes that train a network; each takes its part of every batch, the first one keeps the books."""

    def __init__(self, options, number=0):
        self.options = options
        self.number = number
        torch.set_num_threads(max(1, cores() // options.processes))
        torch.manual_seed(options.seed)
        # Gradients of what has hardly learned yet are so small that some processors take very long with them.
        torch.set_flush_denormal(True)
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.rows = data.open_folders(options.rows, options.seed)
        self.valid = data.open_folders(options.valid)
        self.network = net.Network(options.blocks, options.channels).to(self.device, memory_format=torch.channels_last)
        if options.begin:
            net.read(options.begin, self.network)
        self.mean = net.Network(options.blocks, options.channels).to(self.device, memory_format=torch.channels_last)
        self.mean.load_state_dict(self.network.state_dict())
        self.mean.requires_grad_(False)
        self.optimizers = self.new_optimizers()
        self.step, self.seconds, self.seen = 0, 0.0, 0
        self.log = []
        # What a signal wants, and what all processes have agreed on.
        self.wants_to_stop = self.is_stopped = False
        mix = dict(part.split("=") for part in options.mix.split(",") if part)
        self.weights = [float(mix.get("{}x{}".format(*size), 0.0 if mix else 1.0)) for size in self.rows]
        self.precision = options.precision
        self.checkpoint = options.out / "checkpoint.pt"
        if self.checkpoint.exists():
            self.load()

    def new_optimizers(self):
        """Muon for the convolutions of the blocks, AdamW for all else."""
        options = self.options
        trunk = [weight for weight in self.network.blocks.parameters() if weight.dim() == 4]
        in_trunk = set(trunk)
        others = [weight for weight in self.network.parameters() if weight not in in_trunk]
        return [
            muon.Muon(trunk, lr=options.rate, weight_decay=options.decay),
            torch.optim.AdamW(others, lr=options.rate, betas=(0.9, 0.95), weight_decay=options.decay),
        ]

    def load(self):
        state = torch.load(self.checkpoint, map_location=self.device, weights_only=True)
        self.network.load_state_dict(state["network"])
        self.mean.load_state_dict(state["mean"])
        for optimizer, its_state in zip(self.optimizers, state["optimizers"], strict=True):
            optimizer.load_state_dict(its_state)
        self.step, self.seconds, self.seen, self.log = (state[name] for name in ("step", "seconds", "seen", "log"))
        self.precision = self.precision or state["precision"]
        for size, place in state["places"].items():
            if size in self.rows:
                self.rows[size].begin(*place)

    def save(self):
        if self.number > 0:
            return
        state = {
            "network": self.network.state_dict(),
            "mean": self.mean.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
            "step": self.step,
            "seconds": self.seconds,
            "seen": self.seen,
            "precision": self.precision,
            "log": self.log,
            "places": {size: (rows.round, rows.place) for size, rows in self.rows.items()},
        }
        # Whole or not at all.
        temporary = self.checkpoint.with_suffix(".tmp")
        torch.save(state, temporary)
        os.replace(temporary, self.checkpoint)
        net.write(self.options.out / "network.bin.gz", self.options.name, self.mean, self.options.bits)

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

    def first_says(self, value):
        """What the first process says, in all."""
        values = [value]
        if self.options.processes > 1:
            distributed.broadcast_object_list(values)
        return values[0]

    def gradients_of_all(self):
        """Makes the gradients the mean of those of all processes, and stops all of them where one is to stop."""
        if self.options.processes == 1:
            self.is_stopped = self.wants_to_stop
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
        batch = self.rows[size].tensors(some, symmetry)
        batch = {name: x.to(self.device) for name, x in batch.items()}
        if self.precision is None:
            self.precision = self.first_says(faster_precision(self.network, batch, self.options))
        with products_in(self.precision, self.device):
            outputs = forward(batch["planes"], batch["globals"])
        parts = losses(outputs, batch, self.options)
        loss = sum(WEIGHTS[name] * part for name, part in parts.items())
        self.network.zero_grad(set_to_none=True)
        loss.backward()
        self.gradients_of_all()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        for optimizer in self.optimizers:
            for group in optimizer.param_groups:
                group["lr"] = rate_at(self.step, self.options)
            optimizer.step()
        # At first the mean follows faster.
        stays = min(self.options.mean, (1.0 + self.step) / (10.0 + self.step))
        with torch.no_grad():
            for mean, weight in zip(self.mean.parameters(), self.network.parameters()):
                mean.lerp_(weight, 1.0 - stays)

    def run(self):
        forward = torch.compile(self.network) if self.options.compile else self.network
        sizes = list(self.rows)
        started = saved = time.monotonic()
        while self.step < self.options.steps and not self.is_stopped:
            # The same draws wherever the training was interrupted.
            draws = random.Random(f"{self.options.seed} {self.step}")
            size = draws.choices(sizes, self.weights)[0]
            share = max(1, self.options.points // (size[0] * size[1] * self.options.processes))
            some = self.rows[size].next(share * self.options.processes)
            symmetry = draws.randrange(8 if size[0] == size[1] else 4)
            self.learn(size, some[self.number :: self.options.processes], symmetry, forward)
            self.step += 1
            self.seen += len(some)
            now = time.monotonic()
            self.seconds += now - started
            started = now
            if self.step % self.options.test_every == 0 or self.step == self.options.steps:
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
    options = arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    # Held until this process ends.
    lock = open(options.out / ".lock", "w", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise SystemExit(f"{options.out}: another training works in this folder at present") from None
    if options.processes is None:
        options.processes = 1 if torch.cuda.is_available() else cores()
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
