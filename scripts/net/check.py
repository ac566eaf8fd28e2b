#!/usr/bin/env python3
"""Runs the whole way from records to a network on small data, and checks what comes out. Takes a minute.

    scripts/net/check.py [--kosumi PROGRAM]

A random network labels rows of random games and plays with itself, a smaller one learns from these rows, is interrupted,
goes on, and is written to a file. Others learn from rows that are labeled when they are read. Another training begins
with that file and one more block and must make it better. Then kosumi labels rows with the file: PyTorch, which has read
it, too, must say the same of their planes, and so must the rows that it labels, and a longer and wider network that begins
with the file. Exit status 0 only if all that holds.
Needs PyTorch, NumPy and Matplotlib.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import torch

import label
import network as net
import rows as data

FOLDER = Path(__file__).resolve().parent


def records(path, count, seed):
    """Writes games of moves anywhere; kosumi reads each up to the first that is not legal."""
    draws = random.Random(seed)
    games = []
    for number in range(count):
        side = (9, 7)[number % 2]
        letters = "abcdefghi"[:side]
        points = [column + row for column in letters for row in letters]
        draws.shuffle(points)
        moves = "".join(f";{'BW'[turn % 2]}[{point}]" for turn, point in enumerate(points[:30]))
        games.append(f"(;GM[1]FF[4]SZ[{side}]KM[7]RU[Chinese]RE[{draws.choice('BW')}+R]{moves})")
    path.write_text("\n".join(games), encoding="ascii")


def run(*words):
    print("+", *words, flush=True)
    subprocess.run([str(word) for word in words], check=True)


def policies(folder):
    """The cross-entropy of the policy on 9x9 at each test of a training."""
    log = json.loads((folder / "log.json").read_text(encoding="utf-8"))
    return [entry["test"]["9x9"]["policy"] for entry in log]


def largest_differences(model, folder):
    """How far PyTorch and kosumi, which made the rows, are apart in what they say."""
    apart = {}
    for rows in data.open_folders([folder]).values():
        for raw in rows.all(64):
            some = rows.form.rows_of(raw.clone())
            label.label(model, rows.form, raw, torch.float32)
            said = rows.form.rows_of(raw)
            for name, unit in (("policy", 65535), ("chances", 1), ("score", 1), ("owners", 127)):
                ours, theirs = (which[name].astype(float) / unit for which in (said, some))
                if name == "policy":
                    # Kosumi leaves out what is illegal, PyTorch what is not empty or a ko.
                    ours[:, :-1][theirs[:, :-1] == 0] = 0
                    ours /= ours.sum(axis=1, keepdims=True)
                apart[name] = max(apart.get(name, 0.0), abs(ours - theirs).max())
    return apart


def is_turned_alike(folder):
    """Whether each symmetry moves the planes, the policy, the owners and the move that was played to the same places."""
    for rows in data.open_folders([folder]).values():
        form, area = rows.form, rows.form.rows * rows.form.columns
        raw = next(rows.all(64))
        raw = raw[form.field(raw, "played").long() % area == form.field(raw, "played").long()]
        played = form.field(raw, "played").long()[:, None]
        mark = torch.zeros(len(raw), area + 1).scatter_(1, played, 1.0)
        form.put(raw, "policy", (mark * 65535).int())
        form.put(raw, "owners", mark[:, :area] * 127)
        planes = form.planes(raw).flatten(2)
        whole = lambda planes, at: planes.gather(2, at[:, :, None].expand(-1, planes.shape[1], 1))
        found = set()
        for symmetry in range(8 if form.rows == form.columns else 4):
            turned = form.tensors(raw.clone(), symmetry)
            at = turned["played"][:, None]
            marked = all((turned[name].argmax(dim=1, keepdim=True) == at).all() for name in ("policy", "owners"))
            if not marked or not whole(turned["planes"].flatten(2), at).equal(whole(planes, played)):
                return False
            found.add(tuple(at.flatten().tolist()))
        if len(raw) == 0 or len(found) != symmetry + 1:
            return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kosumi", default=FOLDER.parent.parent / "target" / "release" / "kosumi")
    kosumi = parser.parse_args().kosumi
    torch.manual_seed(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        teacher = folder / "teacher.bin.gz"
        net.write(teacher, "random", net.Network(3, 24))
        records(folder / "games.sgf", 40, 1)
        records(folder / "valid.sgf", 10, 2)
        for games in ("games", "valid"):
            run(kosumi, "train", "rows", folder / f"{games}.sgf", "--model", teacher, "--out", folder / games)
        run(kosumi, "selfplay", "--model", teacher, "--size", "7x9", "--games", "4", "--looks", "8", "--few-looks", "4",
            "--out", folder / "selfplay")
        train = [sys.executable, FOLDER / "train.py", "--rows", folder / "games", "--rows", folder / "selfplay",
                 "--valid", folder / "valid", "--out", folder / "net", "--blocks", "3", "--channels", "16",
                 "--points", "2000", "--test-every", "20"]
        run(*train, "--steps", "20")
        run(*train, "--steps", "40")
        run(*train[:8], "--out", folder / "again", *train[10:], "--begin", folder / "net" / "network.bin.gz", "--blocks", "4",
            "--steps", "20")
        run(kosumi, "train", "rows", folder / "games.sgf", "--model", "none", "--out", folder / "unlabeled")
        label_it = [*train[:2], "--rows", folder / "unlabeled", *train[6:8], *train[10:], "--label", teacher, "--steps", "40"]
        run(*label_it, "--out", folder / "taught")
        run(*label_it, "--out", folder / "followed", "--follow")
        taught, followed, again = (policies(folder / which)[-1] for which in ("taught", "followed", "again"))
        is_turned = is_turned_alike(folder / "games")
        first, last = policies(folder / "net")
        step = torch.load(folder / "net" / "checkpoint.pt", weights_only=True)["step"]
        print(f"step {step}, policy {first:.4f}, then {last:.4f}, begun again {again:.4f}, "
              f"by rows labeled here {taught:.4f} and {followed:.4f}")
        pupil = net.Network(3, 16)
        net.read(folder / "net" / "network.bin.gz", pupil)
        say = [kosumi, "train", "rows", folder / "valid.sgf", "--model", folder / "net" / "network.bin.gz"]
        run(*say, "--out", folder / "said", "--instructions", "portable")
        apart = largest_differences(pupil.eval(), folder / "said")
        run(*say, "--out", folder / "rounded")
        rounded = largest_differences(pupil, folder / "rounded")
        run(sys.executable, FOLDER / "label.py", folder / "said", "--model", folder / "net" / "network.bin.gz", "--out",
            folder / "labeled", "--precision", "float32")
        labeled = largest_differences(pupil, folder / "labeled")
        wider = net.Network(4, 40)
        net.read(folder / "net" / "network.bin.gz", wider)
        widened = largest_differences(wider.eval(), folder / "labeled")
    told = (("kosumi", apart), ("kosumi's best", rounded), ("label.py", labeled), ("a wider network", widened))
    for who, differences in told:
        print(f"largest differences to {who}:", ", ".join(f"{name} {value:.6f}" for name, value in differences.items()))
    # Rows have policies in steps of 1/65535 and owners in steps of 1/127, of which rounding may be one apart.
    allowed = {"policy": 5e-4, "chances": 1e-4, "score": 5e-3, "owners": 9e-3}
    is_same = all(differences[name] <= most for differences in (apart, labeled, widened) for name, most in allowed.items())
    # The fastest instructions may round numbers and weights to eight bits.
    roughly = {"policy": 5e-3, "chances": 5e-3, "score": 0.1, "owners": 2e-2}
    is_same = is_same and all(rounded[name] <= most for name, most in roughly.items())
    is_right = step == 40 and again < last < first and taught < first and followed < first and is_same and is_turned
    print(f"all symmetries turn everything alike: {is_turned}")
    sys.exit(0 if is_right else 1)


if __name__ == "__main__":
    main()
