"""Rows of positions, made by `kosumi train rows`, in batches of boards of one size."""

import re
from pathlib import Path

import numpy as np
import torch


def bytes_of(rows):
    """The bytes of some rows, one row of a tensor for each."""
    return torch.from_numpy(np.array(rows).view(np.uint8).reshape(len(rows), rows.dtype.itemsize))


class Form:
    """What stands where in the bytes of a row on boards of one size, wherever these bytes are kept."""

    KINDS = {"|u1": torch.uint8, "|i1": torch.int8, "<i2": torch.int16, "<u2": torch.int16, "<f4": torch.float32}

    def __init__(self, size, dtype):
        self.columns, self.rows = size
        self.dtype = dtype

    def rows_of(self, raw):
        """The rows whose bytes these are."""
        return raw.cpu().numpy().view(self.dtype)[:, 0]

    def place(self, name):
        """The numbers of a field: their kind, their shape, and the first and the last byte."""
        kind, start = self.dtype.fields[name]
        return self.KINDS[kind.base.str], kind.shape, start, start + kind.itemsize

    def field(self, raw, name):
        """A field of some rows; whole numbers of 16 bits without a sign get one."""
        kind, shape, start, end = self.place(name)
        return raw[:, start:end].contiguous().view(kind).view(-1, *shape)

    def put(self, raw, name, numbers):
        """Overwrites a field of some rows."""
        kind, _, start, end = self.place(name)
        raw[:, start:end] = numbers.to(kind).flatten(1).contiguous().view(torch.uint8)

    def policy(self, raw):
        """The share of each move."""
        return (self.field(raw, "policy").int() & 0xFFFF).float()

    def planes(self, raw):
        bits = self.field(raw, "planes")
        places = torch.arange(7, -1, -1, dtype=torch.uint8, device=raw.device)
        bits = ((bits[..., None] >> places) & 1).flatten(2)[:, :, : self.columns * self.rows]
        return bits.reshape(-1, bits.shape[1], self.rows, self.columns).float()

    def tensors(self, raw, symmetry=0):
        """What a network is given and what it is to say, turned by one of the eight symmetries (four on boards that
        are not square)."""
        shape = (self.rows, self.columns)
        area = self.rows * self.columns

        def turn(x):
            if symmetry & 1:
                x = x.flip(-2)
            if symmetry & 2:
                x = x.flip(-1)
            return x.transpose(-2, -1) if symmetry & 4 else x

        policy = self.policy(raw)
        plays = turn(policy[:, :-1].view(-1, *shape)).reshape(-1, area)
        policy = torch.cat([plays, policy[:, -1:]], dim=1)
        # The place that each point comes to.
        places = turn(torch.arange(area, device=raw.device).view(shape)).reshape(-1)
        moved = torch.empty(area + 2, dtype=torch.long, device=raw.device)
        moved[places] = torch.arange(area, device=raw.device)
        moved[area], moved[area + 1] = area, -1
        owners = self.field(raw, "owners").float() / 127.0
        return {
            "planes": turn(self.planes(raw)).contiguous(memory_format=torch.channels_last),
            "globals": self.field(raw, "globals"),
            "policy": policy / policy.sum(dim=1, keepdim=True),
            "played": moved[self.field(raw, "played").long()],
            "chances": self.field(raw, "chances"),
            "outcome": self.field(raw, "outcome"),
            "score": self.field(raw, "score"),
            "owners": turn(owners.view(-1, *shape)).reshape(-1, area),
        }


class Rows:
    """All rows of one size in some folders, without end, in a new order each time around."""

    def __init__(self, files, size, seed):
        # Nothing is read before it is needed; what is needed again is kept by the system.
        self.shards = [np.load(file, mmap_mode="r") for file in files]
        self.form = Form(size, self.shards[0].dtype)
        self.shards = [shard for shard in self.shards if len(shard)]
        self.starts = np.cumsum([0] + [len(shard) for shard in self.shards])
        self.seed = seed
        self.begin(0, 0)

    def __len__(self):
        return int(self.starts[-1])

    def begin(self, round_, place):
        """Goes to a place of a round, as an interrupted training left it."""
        self.round, self.place = round_, place
        self.order = np.random.default_rng([self.seed, round_]).permutation(len(self))

    def next(self, count):
        """The next rows; never fewer unless there are fewer in all."""
        if self.place + count > len(self) and self.place > 0:
            self.begin(self.round + 1, 0)
        places = np.sort(self.order[self.place : self.place + count])
        self.place += len(places)
        shards = np.searchsorted(self.starts, places, side="right") - 1
        return bytes_of(np.concatenate([self.shards[shard][places[shards == shard] - self.starts[shard]]
                                        for shard in np.unique(shards)]))

    def all(self, count):
        """Batches of all rows in order."""
        for shard in self.shards:
            for start in range(0, len(shard), count):
                yield bytes_of(shard[start : start + count])


class Resident:
    """Rows of one size in the memory of a device, to which more may come at any time. They are drawn with replacement, as
    soon as they are labeled: by a function that takes always as many at once."""

    def __init__(self, size, seed, device, label=None, at_once=1):
        self.size, self.seed, self.device = size, seed, device
        self.label, self.at_once = label, at_once
        self.form = self.raw = None
        self.count = self.labeled = 0
        self.begin(0, 0)

    def __len__(self):
        return self.labeled

    def begin(self, round_, place):
        """Draws as from here on, as an interrupted training left it; the round says nothing."""
        self.round, self.place = round_, place
        self.draws = torch.Generator(self.device).manual_seed(self.seed + place)

    def add(self, shard, is_last):
        """Takes over all rows of a shard. Those that are too few to be labeled wait for the next one, if there is one."""
        if len(shard):
            self.form = self.form or Form(self.size, shard.dtype)
            more = bytes_of(shard)
            self.make_room(self.count + len(more), more.shape[1])
            self.raw[self.count : self.count + len(more)] = more.to(self.device)
            self.count += len(more)
        if self.label is None:
            self.labeled = self.count
        while self.count - self.labeled >= (1 if is_last else self.at_once):
            places = torch.arange(self.labeled, self.labeled + self.at_once, device=self.device)
            some = self.raw[places.clamp(max=self.count - 1)]
            self.label(self.form, some)
            new = min(self.at_once, self.count - self.labeled)
            self.raw[self.labeled : self.labeled + new] = some[:new]
            self.labeled += new

    def make_room(self, count, width):
        if self.raw is not None and count <= len(self.raw):
            return
        larger = torch.empty(2 * count, width, dtype=torch.uint8, device=self.device)
        if self.raw is not None:
            larger[: self.count] = self.raw[: self.count]
        self.raw = larger

    def next(self, count):
        self.place += count
        return self.raw[torch.randint(self.labeled, (count,), generator=self.draws, device=self.device)]


def size_of(file):
    """The columns and rows of the boards of a shard."""
    return tuple(map(int, re.match(r"(\d+)x(\d+)-", file.name).groups()))


def boards(points, size):
    """How many boards of a size have so many points in all, at least one."""
    return max(1, points // (size[0] * size[1]))


def files_of(folders):
    """All shards of some folders."""
    return [name for folder in folders for name in sorted(Path(folder).glob("*.npy"))]


def open_files(names, seed=0):
    """The rows of some files by the size of the board, as (columns, rows)."""
    files = {}
    for name in names:
        files.setdefault(size_of(name), []).append(name)
    return {size: Rows(names, size, seed) for size, names in sorted(files.items())}


def open_folders(folders, seed=0):
    """The rows of some folders by the size of the board, as (columns, rows)."""
    names = files_of(folders)
    if not names:
        raise SystemExit(f"no rows in {', '.join(map(str, folders))}")
    return open_files(names, seed)
