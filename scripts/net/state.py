"""The state of a training in a folder: everything from which it goes on as if nothing had been. It lies in pieces that are
small enough to be brought from machines that give back no larger files."""

import io
import os
import re

import torch

# Bytes of a piece at most.
PIECE = 15 << 20


def name(step, number, count):
    return f"state-{step:08}-{number}of{count}.pt"


def pieces(folder):
    """The whole states of a folder: their pieces in order by the step and the number of pieces."""
    found = {}
    for file in folder.glob("state-*.pt"):
        if match := re.fullmatch(r"state-(\d+)-(\d+)of(\d+)\.pt", file.name):
            step, number, count = map(int, match.groups())
            found.setdefault((step, count), {})[number] = file
    return {key: [files[number] for number in sorted(files)] for key, files in found.items() if len(files) == key[1]}


def save(folder, step, state):
    """Writes a state, whole or not at all, and then removes the one before. Returns its bytes."""
    buffer = io.BytesIO()
    torch.save(state, buffer)
    data = buffer.getvalue()
    parts = [data[start : start + PIECE] for start in range(0, len(data), PIECE)]
    new = [folder / name(step, number + 1, len(parts)) for number in range(len(parts))]
    for file, part in zip(new, parts, strict=True):
        temporary = file.with_suffix(".tmp")
        temporary.write_bytes(part)
        os.replace(temporary, file)
    for file in folder.glob("state-*.pt"):
        if file not in new:
            file.unlink()
    return len(data)


def load(folder, device):
    """The newest whole state of a folder, if there is one."""
    found = pieces(folder)
    if not found:
        if left := sorted(file.name for file in folder.glob("state-*.pt")):
            raise SystemExit(f"{folder}: no whole state, only {', '.join(left)}")
        return None
    data = b"".join(file.read_bytes() for file in found[max(found)])
    return torch.load(io.BytesIO(data), map_location=device, weights_only=True)
