"""Rows of positions, made by `kosumi train rows`, in batches of boards of one size."""

import re
from pathlib import Path

import numpy as np
import torch


class Rows:
    """All rows of one size in some folders, without end, in a new order each time around."""

    def __init__(self, files, size, seed):
        self.columns, self.rows = size
        # Nothing is read before it is needed; what is needed again is kept by the system.
        self.shards = [np.load(file, mmap_mode="r") for file in files]
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
        return np.concatenate([self.shards[shard][places[shards == shard] - self.starts[shard]]
                               for shard in np.unique(shards)])

    def all(self, count):
        """Batches of all rows in order."""
        for shard in self.shards:
            for start in range(0, len(shard), count):
                yield np.array(shard[start : start + count])

    def tensors(self, rows, symmetry=0):
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

        bits = np.unpackbits(rows["planes"], axis=2)[:, :, :area]
        planes = turn(torch.from_numpy(bits).view(-1, bits.shape[1], *shape)).float()
        policy = torch.from_numpy(rows["policy"].astype(np.float32))
        plays = turn(policy[:, :-1].view(-1, *shape)).reshape(-1, area)
        policy = torch.cat([plays, policy[:, -1:]], dim=1)
        # The place that each point comes to.
        places = turn(torch.arange(area).view(shape)).reshape(-1)
        moved = torch.empty(area + 2, dtype=torch.long)
        moved[places] = torch.arange(area)
        moved[area], moved[area + 1] = area, -1
        played = moved[torch.from_numpy(rows["played"].astype(np.int64))]
        owners = torch.from_numpy(rows["owners"].astype(np.float32) / 127.0)
        copy = lambda name: torch.from_numpy(np.array(rows[name]))
        return {
            "planes": planes.contiguous(memory_format=torch.channels_last),
            "globals": copy("globals"),
            "policy": policy / policy.sum(dim=1, keepdim=True),
            "played": played,
            "chances": copy("chances"),
            "outcome": copy("outcome"),
            "score": copy("score"),
            "owners": turn(owners.view(-1, *shape)).reshape(-1, area),
        }


def open_files(names, seed=0):
    """The rows of some files by the size of the board, as (columns, rows)."""
    files = {}
    for name in names:
        columns, rows = map(int, re.match(r"(\d+)x(\d+)-", name.name).groups())
        files.setdefault((columns, rows), []).append(name)
    return {size: Rows(names, size, seed) for size, names in sorted(files.items())}


def open_folders(folders, seed=0):
    """The rows of some folders by the size of the board, as (columns, rows)."""
    names = [name for folder in folders for name in sorted(Path(folder).glob("*.npy"))]
    if not names:
        raise SystemExit(f"no rows in {', '.join(map(str, folders))}")
    return open_files(names, seed)
