"""The layers of networks in KataGo's format: how each is computed, and where each of its parts stands in a file.

A part that consists of others has a table of them in the order of the file, from which it is read and written. Every
layer takes and gives numbers of channels on the points of boards, `(batch, channels, rows, columns)`, or of whole boards,
`(batch, channels)`.
"""

from typing import NamedTuple

import torch
from torch import nn
from torch.nn import functional as F

ACTIVATIONS = {
    "ACTIVATION_IDENTITY": lambda x: x,
    "ACTIVATION_RELU": F.relu,
    "ACTIVATION_MISH": F.mish,
    "ACTIVATION_SILU": F.silu,
}

# Where layers are made whose weights a file tells, so that none are drawn before.
NOT_DRAWN = torch.device("meta")


class Area:
    """Which points of some planes are on the board. All are, unless boards are said to lie in the corner at the top and
    the left of larger planes; then the first plane tells."""

    def __init__(self, planes, is_padded=False):
        if is_padded:
            self.mask = planes[:, :1]
            # As floats, because half of the bits would not tell the sides of boards exactly.
            self.count = self.mask.float().sum(dim=(2, 3))
            self.side = (self.count.sqrt() - 14.0) / 10.0
        else:
            self.mask = None
            self.side = ((planes.shape[2] * planes.shape[3]) ** 0.5 - 14.0) / 10.0

    def only(self, x):
        """Zero where the board is not."""
        return x if self.mask is None else x * self.mask

    def mean(self, x):
        if self.mask is None:
            return x.mean(dim=(2, 3))
        return ((x * self.mask).sum(dim=(2, 3), dtype=torch.float32) / self.count).to(x.dtype)

    def highest(self, x):
        if self.mask is not None:
            x = x.masked_fill(self.mask == 0, -torch.inf)
        return x.amax(dim=(2, 3))

    def pool(self, x, with_highest=True):
        """Three numbers for each channel: the mean, the mean by the side, and the highest or the mean by its square."""
        mean = self.mean(x)
        third = self.highest(x) if with_highest else mean * (self.side * self.side - 0.1)
        return torch.cat([mean, mean * self.side, third], dim=1).to(x.dtype)

    def keys(self):
        """The points that others may look at."""
        return None if self.mask is None else (self.mask != 0).flatten(2)[:, :, None]


class Row(NamedTuple):
    """A part of a layer: its name and kind, the part (or `in`) whose channels it takes, so many times, the part or the
    number that its outputs are as many as, and the first version that has it."""

    name: str
    kind: type
    source: str = "in"
    outputs: str | int | None = None
    times: int = 1
    since: int = 0


class Part(nn.Module):
    """A layer that consists of others."""

    ROWS: tuple[Row, ...] = ()

    def __init__(self, **parts):
        super().__init__()
        for row in self.ROWS:
            setattr(self, row.name, parts.pop(row.name, None))
        if parts:
            raise TypeError(f"no parts of {type(self).__name__}: {', '.join(parts)}")

    @classmethod
    def read(cls, file, inputs):
        channels, parts = {"in": inputs}, {}
        for row in cls.ROWS:
            if file.version < row.since:
                continue
            part = row.kind.read(file, row.times * channels[row.source])
            wanted = channels.get(row.outputs, row.outputs)
            file.expect(wanted in (None, part.outputs), f"{part.outputs} outputs in place of {wanted}")
            channels[row.name] = part.outputs
            parts[row.name] = part
        return cls(**parts)

    def write(self, file, name):
        for row in self.ROWS:
            if (part := getattr(self, row.name)) is not None:
                part.write(file, f"{name}/{row.name}")


class Convolution(nn.Conv2d):
    def __init__(self, inputs, outputs, width, gain=1.0):
        super().__init__(inputs, outputs, width, padding=width // 2, bias=False)
        nn.init.normal_(self.weight, std=gain * (2.0 / (inputs * width * width)) ** 0.5)

    @property
    def outputs(self):
        return self.out_channels

    @classmethod
    def read(cls, file, inputs):
        file.name()
        rows, columns, found, outputs, down, across = (file.count() for _ in range(6))
        file.expect(rows == columns and rows % 2 == 1 and down == across == 1,
                    f"a convolution of {rows}x{columns} with steps of {down} and {across}")
        file.expect(found == inputs, f"{found} channels in place of {inputs}")
        with NOT_DRAWN:
            layer = cls(inputs, outputs, rows)
        layer.weight = nn.Parameter(file.floats(rows, columns, inputs, outputs).permute(3, 2, 0, 1).contiguous())
        return layer

    def write(self, file, name):
        outputs, inputs, rows, columns = self.weight.shape
        file.words(name)
        file.words(rows, columns, inputs, outputs, 1, 1)
        file.floats(self.weight.permute(2, 3, 1, 0))


class Matrix(nn.Linear):
    def __init__(self, inputs, outputs, gain=1.0):
        super().__init__(inputs, outputs, bias=False)
        nn.init.normal_(self.weight, std=gain * inputs**-0.5)

    @property
    def outputs(self):
        return self.out_features

    @classmethod
    def read(cls, file, inputs):
        file.name()
        found, outputs = file.count(), file.count()
        file.expect(found == inputs, f"{found} channels in place of {inputs}")
        with NOT_DRAWN:
            layer = cls(inputs, outputs)
        layer.weight = nn.Parameter(file.floats(inputs, outputs).t().contiguous())
        return layer

    def write(self, file, name):
        outputs, inputs = self.weight.shape
        file.words(name)
        file.words(inputs, outputs)
        file.floats(self.weight.t())


class Bias(nn.Module):
    """A summand for each channel of whole boards."""

    def __init__(self, channels):
        super().__init__()
        self.outputs = channels
        self.summand = nn.Parameter(torch.zeros(channels))

    def forward(self, x):
        return x + self.summand

    @classmethod
    def read(cls, file, inputs):
        file.name()
        found = file.count()
        file.expect(found == inputs, f"{found} channels in place of {inputs}")
        layer = cls(inputs)
        layer.summand.data = file.floats(inputs)
        return layer

    def write(self, file, name):
        file.words(name)
        file.words(self.outputs)
        file.floats(self.summand)


class Activation(nn.Module):
    def __init__(self, channels, kind="ACTIVATION_RELU"):
        super().__init__()
        self.outputs, self.kind = channels, kind

    def forward(self, x):
        return ACTIVATIONS[self.kind](x)

    @classmethod
    def read(cls, file, inputs):
        file.name()
        kind = file.word() if file.version >= 11 else "ACTIVATION_RELU"
        file.expect(kind in ACTIVATIONS, f"the unknown activation {kind}")
        return cls(inputs, kind)

    def write(self, file, name):
        file.words(name)
        if file.version >= 11:
            file.words(self.kind)
        elif self.kind != "ACTIVATION_RELU":
            raise ValueError(f"model version {file.version} has no {self.kind}")


class Stage(nn.Module):
    """A factor and a summand for each channel, then an activation. In a file these are a normalization by fixed means and
    variances."""

    def __init__(self, channels, kind="ACTIVATION_RELU"):
        super().__init__()
        self.outputs = channels
        self.factor = nn.Parameter(torch.ones(channels))
        self.summand = nn.Parameter(torch.zeros(channels))
        self.activation = Activation(channels, kind)

    def forward(self, x, area):
        x = self.activation(x * self.factor.view(-1, 1, 1) + self.summand.view(-1, 1, 1))
        return area.only(x.to(self.factor.dtype))

    @classmethod
    def read(cls, file, inputs):
        file.name()
        found, epsilon, has_factor, has_summand = file.count(), file.number(float), file.flag(), file.flag()
        file.expect(found == inputs, f"{found} channels in place of {inputs}")
        layer = cls(inputs)
        mean, variance = file.floats(inputs), file.floats(inputs)
        layer.factor.data = (file.floats(inputs) if has_factor else 1.0) / (variance + epsilon).sqrt()
        layer.summand.data = (file.floats(inputs) if has_summand else 0.0) - mean * layer.factor.data
        file.expect(bool(layer.factor.isfinite().all()), "a variance below 0")
        layer.activation = Activation.read(file, inputs)
        return layer

    def write(self, file, name):
        """As a normalization of mean 0 and variance 1. KataGo wants something to add to the variance."""
        file.words(f"{name}/norm")
        file.words(self.outputs, 1e-20, 1, 1)
        file.floats(torch.zeros(self.outputs))
        file.floats(torch.ones(self.outputs))
        file.floats(self.factor)
        file.floats(self.summand)
        self.activation.write(file, f"{name}/activation")


def wide(sum_, layer):
    """What blocks are added to, as floats if the whole network computes in fewer bits: those of a sum of many blocks are
    too few. Where products alone have fewer, which a training bears, it stays."""
    return sum_.float() if sum_.dtype == layer.weight.dtype else sum_


class RootNorm(nn.Module):
    """Divides the numbers of each point, channels last, by the root of their mean square (RMSNorm; Zhang and Sennrich
    2019)."""

    def __init__(self, channels, epsilon=1e-6):
        super().__init__()
        self.outputs, self.epsilon = channels, epsilon
        self.factor = nn.Parameter(torch.ones(channels))

    def forward(self, x):
        return F.rms_norm(x.float(), (self.outputs,), self.factor.float(), self.epsilon).to(x.dtype)

    @classmethod
    def read(cls, file, inputs):
        file.name()
        found, epsilon = file.count(), file.positive()
        file.expect(found == inputs, f"{found} channels in place of {inputs}")
        layer = cls(inputs, epsilon)
        layer.factor.data = file.floats(inputs)
        return layer

    def write(self, file, name):
        file.words(name)
        file.words(self.outputs, self.epsilon)
        file.floats(self.factor)


class RootTip(nn.Module):
    """The same at the tip of the trunk, for each point or for all points of a board at once, with a summand and an
    activation."""

    def __init__(self, channels, kind="ACTIVATION_RELU", epsilon=1e-6, is_spatial=False):
        super().__init__()
        self.outputs, self.epsilon, self.is_spatial = channels, epsilon, is_spatial
        self.factor = nn.Parameter(torch.ones(channels))
        self.summand = nn.Parameter(torch.zeros(channels))
        self.activation = Activation(channels, kind)

    def forward(self, x, area):
        square = x.float().square().mean(dim=1, keepdim=True)
        if self.is_spatial:
            square = area.mean(square)[:, :, None, None]
        x = x * (square + self.epsilon).rsqrt()
        x = self.activation(x * self.factor.view(-1, 1, 1) + self.summand.view(-1, 1, 1))
        return area.only(x.to(self.factor.dtype))

    @classmethod
    def read(cls, file, inputs):
        file.name()
        found, epsilon, is_spatial = file.count(), file.positive(), file.flag()
        file.expect(found == inputs, f"{found} channels in place of {inputs}")
        file.options(1)
        layer = cls(inputs, epsilon=epsilon, is_spatial=is_spatial)
        layer.factor.data, layer.summand.data = file.floats(inputs), file.floats(inputs)
        layer.activation = Activation.read(file, inputs)
        return layer

    def write(self, file, name):
        file.words(f"{name}/norm")
        file.words(self.outputs, self.epsilon, int(self.is_spatial), 0)
        file.floats(self.factor)
        file.floats(self.summand)
        self.activation.write(file, f"{name}/activation")
