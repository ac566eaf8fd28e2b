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
        # A copy, because a single row would be taken for contiguous as it lies.
        return raw.new_empty(len(raw), end - start).copy_(raw[:, start:end]).view(kind).view(-1, *shape)

    def has(self, name):
        return name in self.dtype.fields

    def extended(self, fields):
        """The form of rows that have some more fields, behind the others, where they do not have them yet."""
        more = [field for field in fields if not self.has(field[0])]
        return Form((self.columns, self.rows), np.dtype(self.dtype.descr + more)) if more else self

    def shares(self, raw, name):
        """The share of each move in a policy; whole numbers of 16 bits that had no sign."""
        return (self.field(raw, name).int() & 0xFFFF).float()

    def put(self, raw, name, numbers):
        """Overwrites a field of some rows."""
        kind, _, start, end = self.place(name)
        raw[:, start:end] = numbers.to(kind).flatten(1).contiguous().view(torch.uint8)

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

        def policy(name):
            shares = self.shares(raw, name)
            plays = turn(shares[:, :-1].view(-1, *shape)).reshape(-1, area)
            shares = torch.cat([plays, shares[:, -1:]], dim=1)
            return shares / shares.sum(dim=1, keepdim=True)

        # The place that each point comes to.
        places = turn(torch.arange(area, device=raw.device).view(shape)).reshape(-1)
        moved = torch.empty(area + 2, dtype=torch.long, device=raw.device)
        moved[places] = torch.arange(area, device=raw.device)
        moved[area], moved[area + 1] = area, -1
        owners = self.field(raw, "owners").float() / 127.0
        # What only rows have that PyTorch has labeled.
        more = {"optimistic": policy("optimistic")} if self.has("optimistic") else {}
        if self.has("errors"):
            more["errors"] = self.field(raw, "errors")
        return more | {
            "planes": turn(self.planes(raw)).contiguous(memory_format=torch.channels_last),
            "globals": self.field(raw, "globals"),
            "policy": policy("policy"),
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
        for file, shard in zip(files, self.shards):
            if shard.dtype != self.form.dtype:
                raise SystemExit(f"{file}: not of the form of {files[0]}; label all rows alike")
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
    soon as a labeler has labeled them, if there is one; it takes always as many at once."""

    def __init__(self, size, seed, device, labeler=None):
        self.size, self.seed, self.device, self.labeler = size, seed, device, labeler
        self.form = self.raw = None
        self.count = self.labeled = 0
        self.draws = torch.Generator(device)
        self.begin(0, 0)

    def __len__(self):
        return self.labeled

    def begin(self, round_, place):
        """Draws as from here on, as an interrupted training left it; the round says nothing."""
        self.round, self.place = round_, place

    def add(self, shard, is_last):
        """Takes over all rows of a shard. Those that are too few to be labeled wait for the next one, if there is one."""
        if len(shard):
            form = Form(self.size, shard.dtype)
            form = form if self.labeler is None else self.labeler.form(form)
            self.form = self.form or form
            if form.dtype != self.form.dtype:
                raise SystemExit(f"rows of {self.size[0]}x{self.size[1]} of more than one form; label all alike")
            more = bytes_of(shard)
            self.make_room(self.count + len(more), form.dtype.itemsize)
            self.raw[self.count : self.count + len(more), : more.shape[1]] = more.to(self.device)
            self.count += len(more)
        if self.labeler is None:
            self.labeled = self.count
            return
        at_once = self.labeler.count(self.size)
        while self.count - self.labeled >= (1 if is_last else at_once):
            places = torch.arange(self.labeled, self.labeled + at_once, device=self.device)
            some = self.raw[places.clamp(max=self.count - 1)]
            self.labeler.label(self.form, some)
            new = min(at_once, self.count - self.labeled)
            self.raw[self.labeled : self.labeled + new] = some[:new]
            self.labeled += new

    def make_room(self, count, width):
        if self.raw is not None and count <= len(self.raw):
            return
        larger = torch.zeros(2 * count, width, dtype=torch.uint8, device=self.device)
        if self.raw is not None:
            larger[: self.count] = self.raw[: self.count]
        self.raw = larger

    def next(self, count):
        # Drawn anew from each place, so that an interruption changes nothing.
        self.draws.manual_seed((self.seed << 40) + self.place)
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
