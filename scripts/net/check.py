#!/usr/bin/env python3
"""Runs the whole way from records to a network on small data, and checks what comes out. Takes two minutes.

    scripts/net/check.py [--kosumi PROGRAM]

A random network labels rows of random games and plays with itself, a smaller one learns from these rows, is interrupted,
goes on, and is written to a file. Others learn from rows that are labeled when they are read. Another training begins
with that file and one more block and must make it better. Then kosumi labels rows with the file: PyTorch, which has read
it, too, must say the same of their planes, and so must the rows that it labels, and a longer and wider network that begins
with the file. Networks of all shapes must say the same when they are written and read, alone and in the corner of larger
planes; files that are damaged or unknown must be refused; and a training that stops twice must end with the same network
as one that does not. Exit status 0 only if all that holds. Needs PyTorch and NumPy.
"""

import argparse
import gzip
import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import torch

import files
import label
import network as net
import rows as data
import shapes
import state
import teacher as teachers
from heads import PLAYERS, Players
from layers import Activation, Bias, Matrix

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


def labeler(models, **changes):
    """Networks of files that label, with settings that differ from those of the script."""
    settings = {"optimism": 0.0, "optimistic": False, "pad": None, "points": 4_000, "compile": False} | changes
    return label.Labeler(models, "cpu", torch.float32, argparse.Namespace(**settings))


def largest_differences(model, folder):
    """How far PyTorch and kosumi, which made the rows, are apart in what they say."""
    apart, says = {}, labeler([model])
    for rows in data.open_folders([folder]).values():
        for raw in rows.all(64):
            some = rows.form.rows_of(raw.clone())
            form, raw = says.form(rows.form), says.room(rows.form, raw)
            says.label(form, raw)
            said = form.rows_of(raw)
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


# Shapes to write and to read again: blocks, channels and activation.
STUDENTS = {"residual": (3, 24, "relu"), "nested": (3, 32, "mish"), "attention": (2, 64, "silu")}


def disturbed(network):
    """The network with weights that are zero or one at first moved, so that each of its parts matters."""
    with torch.no_grad():
        for weight in network.parameters():
            weight += torch.randn_like(weight) * 0.1
    return network


def farthest(one, other):
    """The largest difference between answers."""
    return max((one[name] - other[name]).abs().max().item() for name in one)


def shapes_agree(folder, rows_folder):
    """Whether networks of all shapes say the same from a file as before, of boards of two sizes at once as of each alone,
    and as labelers one by one as together."""
    boards = [(rows.form.planes(raw), rows.form.field(raw, "globals"))
              for rows in data.open_folders([rows_folder]).values() for raw in [next(rows.all(20))]]
    side = (max(max(planes.shape[2:]) for planes, _ in boards) + 2,) * 2
    together = torch.cat([teachers.padded(planes, side) for planes, _ in boards]), torch.cat([x for _, x in boards])
    apart, models = {}, []
    for shape, (blocks, channels, activation) in STUDENTS.items():
        network = disturbed(shapes.student(shape, blocks, channels, activation)).eval()
        if isinstance(network.tip, shapes.RootTip):
            network.tip.is_spatial = True
        models.append(folder / f"{shape}.bin.gz")
        net.write(models[-1], shape, network)
        teacher = teachers.Teacher(models[-1], "cpu")
        with torch.no_grad():
            before = [network(planes, numbers) for planes, numbers in boards]
            again = [teacher.forward(planes, numbers) for planes, numbers in boards]
        apart[f"{shape} read"] = max((x - y).abs().max().item() for one, other in zip(before, again)
                                     for x, y in zip(one, other))
        said, first = teacher.say(*together, is_padded=True), 0
        for planes, numbers in boards:
            some = {name: x[first : first + len(planes)] for name, x in said.items()}
            first += len(planes)
            alone = teacher.say(planes, numbers)
            apart[f"{shape} padded"] = max(apart.get(f"{shape} padded", 0.0), farthest(
                alone, teachers.cut(some, side, (planes.shape[3], planes.shape[2]))))
    (planes, numbers), *_ = boards
    each = [labeler([model]).say(planes, numbers) for model in models[1:]]
    mean = {name: (each[0][name] + each[1][name]) / 2 for name in each[0]}
    apart["the mean"] = farthest(mean, labeler(models[1:], pad=side[0]).say(planes, numbers))
    hopeful = labeler(models[1:2], optimism=1.0).say(planes, numbers)["policy"]
    apart["optimism"] = (hopeful - each[0]["optimistic"]).abs().max().item()
    is_apart = (each[0]["policy"] - hopeful).abs().max().item() > 1e-3
    print("largest differences:", ", ".join(f"{name} {value:.6f}" for name, value in apart.items()))
    return is_apart and max(apart.values()) < 1e-3


def nested_differences(kosumi, folder):
    """How far kosumi and PyTorch are apart in what they say with the nested network that was written."""
    model = folder / "nested.bin.gz"
    run(kosumi, "train", "rows", folder / "valid.sgf", "--model", model, "--out", folder / "nested", "--backend",
        "portable")
    return largest_differences(model, folder / "nested")


def players_are_read(folder):
    """Whether what a network knows of players is read as it was written."""
    network = shapes.student("nested", 1, 32, "silu")
    parts = {"first": Matrix(PLAYERS, 6), "second": Matrix(6, 7), "last": Matrix(7, 32)}
    for name, channels in (("first", 6), ("second", 7)):
        parts |= {f"{name}_bias": Bias(channels), f"{name}_activation": Activation(channels, "ACTIVATION_SILU")}
    network.players = Players(**parts)
    net.write(folder / "players.bin.gz", "players", disturbed(network))
    boards = torch.ones(2, net.PLANES, 5, 5), torch.ones(2, net.GLOBALS), torch.randn(2, PLAYERS)
    with torch.no_grad():
        before, again = (which(*boards) for which in (network, net.load(folder / "players.bin.gz")))
    is_heard = not before[1][0].allclose(before[1][1])
    return is_heard and all(one.allclose(other, atol=1e-4) for one, other in zip(before, again, strict=True))


def damaged_is_refused(folder):
    """Whether files with something unknown or missing are refused with a word that names it."""
    good = folder / "damaged.bin"
    net.write(good, "good", shapes.student("attention", 2, 64, "silu"))
    data_, is_refused = good.read_bytes(), True
    packed = gzip.compress(data_)
    for old, new, word in (
        (b"nested_bottleneck_block", b"folded_bottleneck_block", "folded_bottleneck_block"),
        (b"ACTIVATION_SILU", b"ACTIVATION_SOFT", "ACTIVATION_SOFT"),
        (b"transformer_ffn_block", b"transformer_moe_block", "transformer_moe_block"),
        (b"good\n15\n", b"good\n18\n", "version 18"),
        (b"\n0 0 0 0 0 0\ntrunk", b"\n0 0 0 7 0 0\ntrunk", "option 7"),
        (b"tip/norm\n64 1e-06 0 0", b"tip/norm\n64 1e-06 0 8", "option 8"),
        (data_[-4_000:], b"", "the file ends"),
        (data_[-10:], data_[-10:] + b"more", "behind"),
        # Compressed, and then cut or with other bytes.
        (data_, packed[:-9], "end-of-stream"),
        # The first byte behind the head tells the kind of a block; there is none of this kind.
        (data_, packed[:10] + b"\xff" + packed[11:], "invalid"),
        (data_, b"", "the file ends"),
    ):
        good.write_bytes(data_.replace(old, new, 1))
        try:
            net.load(good)
            print(f"{word}: is not refused")
            is_refused = False
        except files.Unreadable as error:
            print(f"refused: {error}".replace(str(folder), "."))
            is_refused = is_refused and old in data_ and word in str(error)
    return is_refused


def state_is_whole(folder):
    """Whether a state of many pieces is read as it was saved, one that lacks a piece is not, and the one before goes."""
    folder.mkdir()
    one, other = ({"numbers": torch.randn(1 + state.PIECE // 2)} for _ in range(2))
    state.save(folder, 1, one)
    first = state.load(folder, "cpu")["numbers"].equal(one["numbers"])
    state.save(folder, 2, other)
    second = state.load(folder, "cpu")["numbers"].equal(other["numbers"])
    kept = sorted(folder.iterdir())
    is_small = all(file.stat().st_size <= state.PIECE for file in kept)
    kept[1].unlink()
    try:
        state.load(folder, "cpu")
    except SystemExit:
        return first and second and is_small and len(kept) == 3
    return False


def resumes_exactly(train, folder):
    """Whether a training that stops twice ends with the network of one that does not."""
    train = [*train, "--shape", "attention", "--blocks", "2", "--channels", "64", "--precision", "float32", "--steps", "12"]
    run(*train, "--out", folder / "whole")
    for minutes in (["--minutes", "0.0001"], ["--minutes", "0.0001"], []):
        run(*train, "--out", folder / "pieces", *minutes)
    whole, pieces = ((folder / which / "network.bin.gz").read_bytes() for which in ("whole", "pieces"))
    return whole == pieces


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kosumi", default=FOLDER.parent.parent / "target" / "release" / "kosumi")
    kosumi = parser.parse_args().kosumi
    torch.manual_seed(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        teacher = folder / "teacher.bin.gz"
        net.write(teacher, "random", shapes.student("residual", 3, 24))
        records(folder / "games.sgf", 40, 1)
        records(folder / "valid.sgf", 10, 2)
        for games in ("games", "valid"):
            run(kosumi, "train", "rows", folder / f"{games}.sgf", "--model", teacher, "--out", folder / games)
        run(kosumi, "selfplay", "--model", teacher, "--size", "7x9", "--games", "4", "--visits", "8", "--cheap-visits", "4",
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
        step = state.load(folder / "net", "cpu")["step"]
        print(f"step {step}, policy {first:.4f}, then {last:.4f}, begun again {again:.4f}, "
              f"by rows labeled here {taught:.4f} and {followed:.4f}")
        pupil = folder / "net" / "network.bin.gz"
        say = [kosumi, "train", "rows", folder / "valid.sgf", "--model", pupil]
        run(*say, "--out", folder / "said", "--backend", "portable")
        apart = largest_differences(pupil, folder / "said")
        run(*say, "--out", folder / "rounded")
        rounded = largest_differences(pupil, folder / "rounded")
        run(sys.executable, FOLDER / "label.py", folder / "said", "--model", pupil, "--out", folder / "labeled",
            "--precision", "float32", "--pad", "11")
        labeled = largest_differences(pupil, folder / "labeled")
        wider = shapes.student("residual", 4, 40)
        net.read(pupil, wider)
        net.write(folder / "wider.bin.gz", "wider", wider)
        widened = largest_differences(folder / "wider.bin.gz", folder / "labeled")
        others = {
            "networks of all shapes are read as they were written, and answer alike on larger planes": shapes_agree(
                folder, folder / "games"),
            "kosumi says the same of a nested network": max(nested_differences(kosumi, folder).values()) < 2e-2,
            "what networks know of players is read": players_are_read(folder),
            "files that are damaged or unknown are refused": damaged_is_refused(folder),
            "a state is whole or not at all": state_is_whole(folder / "state"),
            "a training that stops ends as one that does not": resumes_exactly(
                [*train[:8], *train[14:]], folder),
        }
    told = (("kosumi", apart), ("kosumi's best", rounded), ("label.py", labeled), ("a wider network", widened))
    for who, differences in told:
        print(f"largest differences to {who}:", ", ".join(f"{name} {value:.6f}" for name, value in differences.items()))
    # Rows have policies in steps of 1/65535 and owners in steps of 1/127, of which rounding may be one apart.
    allowed = {"policy": 5e-4, "chances": 1e-4, "score": 5e-3, "owners": 9e-3}
    is_same = all(differences[name] <= most for differences in (apart, labeled, widened) for name, most in allowed.items())
    # The fastest instructions may round numbers and weights to eight bits.
    roughly = {"policy": 5e-3, "chances": 5e-3, "score": 0.1, "owners": 2e-2}
    is_same = is_same and all(rounded[name] <= most for name, most in roughly.items())
    is_right = step == 40 and again < last < first and taught < first and followed < first and is_same
    others["all symmetries turn everything alike"] = is_turned
    for what, holds in others.items():
        print(f"{what}: {holds}")
    sys.exit(0 if is_right and all(others.values()) else 1)


if __name__ == "__main__":
    main()
