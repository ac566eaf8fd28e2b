"""Words and numbers of networks in KataGo's format: text, weights as little-endian floats behind `@BIN@`, or as text."""

import gzip
import math
import struct
import zlib

import numpy as np
import torch

# The versions that are read. The three numbers of options are those that the versions have and nobody has a meaning for.
OLDEST, NEWEST = 8, 17
HEADER_OPTIONS, TRUNK_OPTIONS, HEAD_OPTIONS = 6, 5, 3

# Smaller weights are read as zero, as by kosumi: they change no sum, and subnormal ones make processors of Intel many times
# slower.
LEAST_WEIGHT = 1e-30


class Unreadable(SystemExit):
    """A file that is no network, contradicts itself, or has something that is not known here. Ends a script with a line
    that says so, unless it is caught."""


def rounded(numbers, bits):
    """The nearest numbers whose mantissas have so many bits behind the point; of the 23 that there are, most are noise,
    and noise cannot be compressed."""
    words = numbers.view(torch.int32)
    cut = 23 - bits
    return ((words + (1 << (cut - 1))) >> cut << cut).view(torch.float32)


class Writer:
    """Writes a network as a model version, with as many bits of each weight as are asked for."""

    def __init__(self, version, bits=23):
        self.version, self.bits = version, bits
        self.parts = []

    def words(self, *words):
        self.parts.append((" ".join(str(word) for word in words) + "\n").encode())

    def floats(self, tensor):
        numbers = tensor.detach().float().cpu().contiguous().flatten()
        if self.bits < 23:
            numbers = rounded(numbers, self.bits)
        self.parts.append(b"@BIN@" + struct.pack(f"<{len(numbers)}f", *numbers.tolist()) + b"\n")

    def options(self, count):
        """Numbers that have no meaning yet."""
        self.words(*[0] * count)

    def save(self, path):
        """Writes the file, compressed if its name ends with .gz."""
        data = b"".join(self.parts)
        if str(path).endswith(".gz"):
            # Without a time, so that the same network is the same file.
            data = gzip.compress(data, mtime=0)
        with open(path, "wb") as file:
            file.write(data)


class Reader:
    """Reads what a file holds, word by word; an error names the layer that was read last."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        if self.data.startswith(b"\x1f\x8b"):
            try:
                self.data = gzip.decompress(self.data)
            except (OSError, EOFError, zlib.error) as error:
                raise Unreadable(f"{path}: {error}") from error
        self.path, self.place, self.layer, self.version = path, 0, "its beginning", 0

    def fail(self, fault):
        raise Unreadable(f"{self.path}: {fault}, at {self.layer}")

    def expect(self, holds, fault):
        if not holds:
            self.fail(fault)

    def word(self):
        """The next word, which blanks part from others."""
        data, start = self.data, self.place
        while data[start : start + 1].isspace():
            start += 1
        end = start
        while end - start < 256 and data[end : end + 1] > b" ":
            end += 1
        self.expect(start < end, "the file ends")
        self.place = end
        return data[start:end].decode(errors="replace")

    def name(self):
        self.layer = self.word()

    def number(self, kind=int):
        word = self.word()
        try:
            number = kind(word)
        except ValueError:
            self.fail(f"{word!r} is not the number expected here")
        self.expect(math.isfinite(number), f"{word} is not a number to compute with")
        return number

    def count(self):
        """A number of things that there must be at least one of."""
        number = self.number()
        self.expect(0 < number < 1 << 20, f"{number} is not a number of things")
        return number

    def flag(self):
        number = self.number()
        self.expect(number in (0, 1), f"{number} is neither 0 nor 1")
        return bool(number)

    def positive(self):
        number = self.number(float)
        self.expect(number > 0, f"{number} is not positive")
        return number

    def options(self, count):
        """Numbers that later networks may give a meaning."""
        for place in range(count):
            option = self.number()
            self.expect(option == 0, f"the unknown option {option} in place {place + 1} of {count}")

    def floats(self, *shape):
        count = torch.Size(shape).numel()
        # Behind one blank; weights that are text are words.
        start = self.place
        while self.data[start : start + 1].isspace():
            start += 1
        if self.data.startswith(b"@", start):
            self.expect(self.data.startswith(b"@BIN@", start), "neither text nor binary weights")
            end = start + 5 + 4 * count
            self.expect(end <= len(self.data), "the file ends")
            weights = np.frombuffer(self.data, "<f4", count, start + 5).astype(np.float32)
            self.place = end
        else:
            weights = np.array([self.number(float) for _ in range(count)], np.float32)
        self.expect(np.isfinite(weights).all(), "a weight that is not finite")
        weights[np.abs(weights) < LEAST_WEIGHT] = 0
        return torch.from_numpy(weights).view(shape)

    def end(self):
        self.expect(not self.data[self.place :].strip(), f"{len(self.data) - self.place} bytes behind the network")
