"""The blocks of a trunk: residual ones, nested ones, and those of transformers."""

import torch
from torch import nn
from torch.nn import functional as F

from layers import Convolution, Matrix, Part, RootNorm, Row, Stage, wide


class Ordinary(Part):
    """Two convolutions that are added to the trunk."""

    KIND = "ordinary_block"
    ROWS = (
        Row("first", Stage),
        Row("regular", Convolution, "first"),
        Row("middle", Stage, "regular"),
        Row("last", Convolution, "middle", outputs="in"),
    )

    def forward(self, trunk, area):
        half = self.regular(self.first(trunk, area))
        return trunk + area.only(self.last(self.middle(half, area)))


class Pooling(Part):
    """Two convolutions with some channels between them that are pooled over the board (Wu 2019)."""

    KIND = "gpool_block"
    ROWS = (
        Row("first", Stage),
        Row("regular", Convolution, "first"),
        Row("pooled", Convolution, "first"),
        Row("pooled_scale", Stage, "pooled"),
        Row("spread", Matrix, "pooled_scale", outputs="regular", times=3),
        Row("middle", Stage, "regular"),
        Row("last", Convolution, "middle", outputs="in"),
    )

    def forward(self, trunk, area):
        start = self.first(trunk, area)
        pooled = area.pool(self.pooled_scale(self.pooled(start), area))
        half = self.regular(start) + self.spread(pooled)[:, :, None, None]
        return trunk + area.only(self.last(self.middle(half, area)))


class Rotation(nn.Module):
    """Turns pairs of numbers by angles that grow with the column and the row (RoPE; Su et al. 2021), the frequencies either
    powers of a number or learned for each head. The row at the top and the column at the left are 0."""

    def __init__(self, frequencies, theta=None):
        super().__init__()
        self.theta = theta
        self.frequencies = nn.Parameter(frequencies, requires_grad=theta is None)

    @staticmethod
    def of_theta(theta, size):
        """The fixed frequencies of (column, row) for each pair of a head of a size: of half of the pairs for the row."""
        half = size // 4
        pair = torch.arange(size // 2)
        place = torch.where(pair < half, pair, pair - half)
        frequency = theta ** (-2.0 * place / (size // 2))
        is_row = pair < half
        return torch.stack([frequency * ~is_row, frequency * is_row], dim=1)[None]

    def angles(self, rows, columns):
        """For each head, point and pair."""
        device = self.frequencies.device
        row, column = torch.meshgrid(torch.arange(rows, device=device), torch.arange(columns, device=device), indexing="ij")
        places = torch.stack([column, row], dim=-1).flatten(0, 1)
        # Not as a product of matrices, which may have fewer bits.
        return (places[None, :, None] * self.frequencies.float()[:, None]).sum(dim=-1)

    @staticmethod
    def turned(x, angles):
        a, b = x.float().unflatten(-1, (-1, 2)).unbind(-1)
        cos, sin = angles.cos(), angles.sin()
        return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(-2).to(x.dtype)

    @classmethod
    def read(cls, file, is_learned, heads, size):
        file.expect(size % 2 == 0, f"heads of {size} numbers cannot be turned by pairs")
        file.name()
        if not is_learned:
            theta = file.positive()
            return cls(cls.of_theta(theta, size), theta)
        shape = [file.count() for _ in range(3)]
        file.expect(shape == [heads, size // 2, 2], f"frequencies for {shape} in place of {[heads, size // 2, 2]}")
        return cls(file.floats(*shape))

    def write(self, file, name):
        file.words(name)
        if self.theta is not None:
            file.words(self.theta)
        else:
            file.words(*self.frequencies.shape)
            file.floats(self.frequencies)


class Attention(nn.Module):
    """Each point takes from all points of the board what it finds there by the likeness of a query and a key (Vaswani et
    al. 2017); some heads of queries may share one of keys and values (Ainslie et al. 2023)."""

    KIND = "transformer_attention_block"
    MATRICES = ("query", "key", "value", "out")

    def __init__(self, norm, heads, pairs, matrices, rotation):
        super().__init__()
        self.norm, self.rotation = norm, rotation
        self.heads, self.pairs = heads, pairs
        for name, matrix in zip(self.MATRICES, matrices, strict=True):
            setattr(self, name, matrix)
        self.outputs = self.out.outputs

    def forward(self, trunk, area):
        rows, columns = trunk.shape[2:]
        points = self.norm(trunk.flatten(2).mT).to(self.query.weight.dtype)
        query = self.query(points).unflatten(2, (self.heads, -1)).transpose(1, 2)
        key, value = (matrix(points).unflatten(2, (self.pairs, -1)).transpose(1, 2) for matrix in (self.key, self.value))
        share = self.heads // self.pairs
        if self.rotation is not None:
            angles = self.rotation.angles(rows, columns)
            key = Rotation.turned(key, angles)
            query = Rotation.turned(query, angles.repeat_interleave(self.heads // len(angles), dim=0))
        key, value = (x.repeat_interleave(share, dim=1) if share > 1 else x for x in (key, value))
        found = F.scaled_dot_product_attention(query, key, value, attn_mask=area.keys())
        found = self.out(found.transpose(1, 2).flatten(2))
        return trunk + area.only(found.mT.unflatten(2, (rows, columns)))

    @classmethod
    def read(cls, file, inputs):
        heads, pairs, size, value_size = (file.count() for _ in range(4))
        is_turned, is_learned = file.flag(), file.flag()
        file.expect(heads % pairs == 0, f"{heads} heads of queries cannot share {pairs} of keys")
        norm, matrices = RootNorm.read(file, inputs), []
        wanted = (heads * size, pairs * size, pairs * value_size, inputs)
        for name, outputs in zip(cls.MATRICES, wanted, strict=True):
            matrix = Matrix.read(file, heads * value_size if name == "out" else inputs)
            file.expect(matrix.outputs == outputs, f"{matrix.outputs} outputs in place of {outputs}")
            matrices.append(matrix)
        rotation = Rotation.read(file, is_learned, pairs, size) if is_turned else None
        return cls(norm, heads, pairs, matrices, rotation)

    def write(self, file, name):
        sizes = self.query.outputs // self.heads, self.value.outputs // self.pairs
        is_learned = self.rotation is not None and self.rotation.theta is None
        file.words(self.heads, self.pairs, *sizes, int(self.rotation is not None), int(is_learned))
        self.norm.write(file, f"{name}/norm")
        for matrix in self.MATRICES:
            getattr(self, matrix).write(file, f"{name}/{matrix}")
        if self.rotation is not None:
            self.rotation.write(file, f"{name}/rotation")


class FeedForward(nn.Module):
    """Two layers for each point alone; with a gate, the first is multiplied by another (SwiGLU; Shazeer 2020)."""

    KIND = "transformer_ffn_block"

    def __init__(self, norm, first, gate, last):
        super().__init__()
        self.norm, self.first, self.gate, self.last = norm, first, gate, last
        self.outputs = last.outputs

    def forward(self, trunk, area):
        points = self.norm(trunk.flatten(2).mT).to(self.first.weight.dtype)
        inner = F.silu(self.first(points)) * self.gate(points)
        return trunk + area.only(self.last(inner).mT.unflatten(2, trunk.shape[2:]))

    @classmethod
    def read(cls, file, inputs):
        found, inner, has_gate = file.count(), file.count(), file.flag()
        file.expect(found == inputs, f"{found} channels in place of {inputs}")
        file.expect(has_gate, "a feed-forward block without a gate")
        norm = RootNorm.read(file, inputs)
        first, gate, last = Matrix.read(file, inputs), Matrix.read(file, inputs), Matrix.read(file, inner)
        file.expect([first.outputs, gate.outputs, last.outputs] == [inner, inner, inputs], "channels that do not fit")
        return cls(norm, first, gate, last)

    def write(self, file, name):
        file.words(self.outputs, self.first.outputs, 1)
        for part in ("norm", "first", "gate", "last"):
            getattr(self, part).write(file, f"{name}/{part}")


class Nested(nn.Module):
    """Blocks of fewer channels between two convolutions, added to the trunk (nested bottlenecks)."""

    KIND = "nested_bottleneck_block"

    def __init__(self, first, narrow, blocks, middle, widen):
        super().__init__()
        self.first, self.narrow, self.blocks = first, narrow, nn.ModuleList(blocks)
        self.middle, self.widen = middle, widen

    def forward(self, trunk, area):
        inner = wide(area.only(self.narrow(self.first(trunk, area))), self.narrow)
        for block in self.blocks:
            inner = block(inner, area)
        return trunk + area.only(self.widen(self.middle(inner, area)))

    @classmethod
    def read(cls, file, inputs):
        count = file.count()
        first, narrow = Stage.read(file, inputs), Convolution.read(file, inputs)
        blocks = [read(file, narrow.outputs) for _ in range(count)]
        middle, widen = Stage.read(file, narrow.outputs), Convolution.read(file, narrow.outputs)
        file.expect(widen.outputs == inputs, f"{widen.outputs} outputs in place of {inputs}")
        return cls(first, narrow, blocks, middle, widen)

    def write(self, file, name):
        file.words(len(self.blocks))
        self.first.write(file, f"{name}/first")
        self.narrow.write(file, f"{name}/narrow")
        for place, block in enumerate(self.blocks):
            write(file, f"{name}/{place}", block)
        self.middle.write(file, f"{name}/middle")
        self.widen.write(file, f"{name}/widen")


KINDS = {kind.KIND: kind for kind in (Ordinary, Pooling, Nested, Attention, FeedForward)}


def read(file, inputs):
    """A block of any kind, its kind and its name first."""
    kind = file.word()
    file.expect(kind in KINDS, f"the unknown kind of block {kind}")
    file.name()
    return KINDS[kind].read(file, inputs)


def write(file, name, block):
    file.words(block.KIND)
    file.words(name)
    block.write(file, name)
