"""The network: its layers, and the file in KataGo's format that `kosumi --model` reads.

Residual blocks with global pooling (Wu 2019), without batch normalization: each of these has a learned factor
and summand for each channel instead, and the last convolution of a block begins at zero, so that the trunk begins as
the identity (Zhang et al. 2019). Batches of boards of one size then mean the same as batches of another.
"""

import gzip
import struct

import torch
from torch import nn
from torch.nn import functional as F

PLANES, GLOBALS = 22, 19

# What the last numbers of the value head are multiplied by, in points; those of model version 8.
POINTS = 20.0


class Scale(nn.Module):
    """A factor and a summand for each channel, then the positive part."""

    def __init__(self, channels):
        super().__init__()
        self.factor = nn.Parameter(torch.ones(channels))
        self.summand = nn.Parameter(torch.zeros(channels))

    def forward(self, x):
        return F.relu(x * self.factor.view(-1, 1, 1) + self.summand.view(-1, 1, 1))


def side(x):
    """The side of a board beyond 14, by tens."""
    return ((x.shape[2] * x.shape[3]) ** 0.5 - 14.0) / 10.0


def pool(x, with_highest=True):
    """Three numbers for each channel: the mean, the mean by the side, and the highest or the mean by its square."""
    mean = x.mean(dim=(2, 3))
    by = side(x)
    third = x.amax(dim=(2, 3)) if with_highest else mean * (by * by - 0.1)
    return torch.cat([mean, mean * by, third], dim=1)


def convolution(inputs, outputs, width, gain=1.0):
    layer = nn.Conv2d(inputs, outputs, width, padding=width // 2, bias=False)
    nn.init.normal_(layer.weight, std=gain * (2.0 / (inputs * width * width)) ** 0.5)
    return layer


def matrix(inputs, outputs, gain=1.0, bias=False):
    layer = nn.Linear(inputs, outputs, bias=bias)
    nn.init.normal_(layer.weight, std=gain * inputs**-0.5)
    if bias:
        nn.init.zeros_(layer.bias)
    return layer


class Block(nn.Module):
    """Two convolutions that are added to the trunk; some channels between them may be pooled over the board."""

    def __init__(self, channels, pooled):
        super().__init__()
        self.first = Scale(channels)
        self.regular = convolution(channels, channels - pooled, 3)
        self.pooled = convolution(channels, pooled, 3) if pooled else None
        if pooled:
            self.pooled_scale = Scale(pooled)
            self.spread = matrix(3 * pooled, channels - pooled, 0.5)
        self.middle = Scale(channels - pooled)
        self.last = convolution(channels - pooled, channels, 3, 0.0)

    def forward(self, trunk):
        start = self.first(trunk)
        half = self.regular(start)
        if self.pooled is not None:
            pooled = pool(self.pooled_scale(self.pooled(start)))
            half = half + self.spread(pooled)[:, :, None, None]
        return trunk + self.last(self.middle(half))


class PolicyHead(nn.Module):
    def __init__(self, channels, width):
        super().__init__()
        self.regular = convolution(channels, width, 1)
        self.pooled = convolution(channels, width, 1)
        self.pooled_scale = Scale(width)
        self.spread = matrix(3 * width, width, 0.5)
        self.middle = Scale(width)
        self.last = convolution(width, 1, 1, 0.3)
        self.pass_ = matrix(3 * width, 1, 0.3)

    def forward(self, tip):
        pooled = pool(self.pooled_scale(self.pooled(tip)))
        half = self.regular(tip) + self.spread(pooled)[:, :, None, None]
        plays = self.last(self.middle(half)).flatten(1)
        return torch.cat([plays, self.pass_(pooled)], dim=1)


class ValueHead(nn.Module):
    def __init__(self, channels, width, dense):
        super().__init__()
        self.regular = convolution(channels, width, 1)
        self.scale = Scale(width)
        self.dense = matrix(3 * width, dense, 1.0, bias=True)
        self.result = matrix(dense, 3, 0.3, bias=True)
        self.score = matrix(dense, 4, 0.3, bias=True)
        self.owners = convolution(width, 1, 1, 0.3)

    def forward(self, tip):
        half = self.scale(self.regular(tip))
        dense = F.relu(self.dense(pool(half, with_highest=False)))
        return self.result(dense), self.score(dense), self.owners(half).flatten(1)


class Network(nn.Module):
    """Logits of the moves and of the result, numbers of the score, and what the owners are the tangent of.

    Takes planes (batch, 22, rows, columns) and numbers (batch, 19); gives (batch, points + 1), (batch, 3),
    (batch, 4: mean, deviation, lead, unused) and (batch, points).
    """

    def __init__(self, blocks, channels, pooled=None, pooling=None, head=None, dense=48, first=5):
        super().__init__()
        self.shape = {"blocks": blocks, "channels": channels, "pooled": pooled, "pooling": pooling,
                      "head": head, "dense": dense, "first": first}
        pooled = channels // 4 if pooled is None else pooled
        # Every third block, as a rule.
        pooling = list(range(1, blocks, 3)) if pooling is None else pooling
        head = max(16, channels // 3) if head is None else head
        self.planes = convolution(PLANES, channels, first)
        self.globals = matrix(GLOBALS, channels, 0.5)
        self.blocks = nn.ModuleList(Block(channels, pooled if i in pooling else 0) for i in range(blocks))
        self.tip = Scale(channels)
        self.policy = PolicyHead(channels, head)
        self.value = ValueHead(channels, head, dense)

    def forward(self, planes, numbers):
        trunk = self.planes(planes) + self.globals(numbers)[:, :, None, None]
        for block in self.blocks:
            trunk = block(trunk)
        tip = self.tip(trunk)
        return (self.policy(tip), *self.value(tip))


def rounded(numbers, bits):
    """The nearest numbers whose mantissas have so many bits behind the point; of the 23 that there are, most are noise,
    and noise cannot be compressed."""
    words = numbers.view(torch.int32)
    cut = 23 - bits
    return ((words + (1 << (cut - 1))) >> cut << cut).view(torch.float32)


class Writer:
    """Writes a network as model version 8, with as many bits of each number as are asked for."""

    def __init__(self, bits=23):
        self.bits = bits
        self.parts = []

    def words(self, *words):
        self.parts.append((" ".join(str(word) for word in words) + "\n").encode())

    def floats(self, tensor):
        numbers = tensor.detach().float().contiguous().flatten()
        if self.bits < 23:
            numbers = rounded(numbers, self.bits)
        self.parts.append(b"@BIN@" + struct.pack(f"<{len(numbers)}f", *numbers.tolist()) + b"\n")

    def convolution(self, name, layer):
        outputs, inputs, rows, columns = layer.weight.shape
        self.words(name)
        self.words(rows, columns, inputs, outputs, 1, 1)
        self.floats(layer.weight.permute(2, 3, 1, 0))

    def matrix(self, name, layer):
        outputs, inputs = layer.weight.shape
        self.words(name)
        self.words(inputs, outputs)
        self.floats(layer.weight.t())

    def bias(self, name, layer):
        self.words(name)
        self.words(len(layer.bias))
        self.floats(layer.bias)

    def scale(self, name, layer):
        """As a batch normalization of mean 0 and variance 1."""
        channels = len(layer.factor)
        self.words(f"{name}/norm")
        self.words(channels, 0.0, 1, 1)
        self.floats(torch.zeros(channels))
        self.floats(torch.ones(channels))
        self.floats(layer.factor)
        self.floats(layer.summand)
        self.words(f"{name}/activation")

    def block(self, name, block):
        self.words("gpool_block" if block.pooled is not None else "ordinary_block")
        self.words(name)
        self.scale(f"{name}/first", block.first)
        self.convolution(f"{name}/regular", block.regular)
        if block.pooled is not None:
            self.convolution(f"{name}/pooled", block.pooled)
            self.scale(f"{name}/pooled", block.pooled_scale)
            self.matrix(f"{name}/spread", block.spread)
        self.scale(f"{name}/middle", block.middle)
        self.convolution(f"{name}/last", block.last)

    def network(self, name, network, blocks=None):
        """All of a network, or all but the blocks behind so many."""
        trunk = network.blocks[:blocks]
        self.words(name)
        self.words(8)
        self.words(PLANES)
        self.words(GLOBALS)
        channels = network.planes.out_channels
        pooled = max((block.pooled.out_channels for block in trunk if block.pooled is not None), default=0)
        self.words("trunk")
        for number in (len(trunk), channels, channels, channels - pooled, 0, pooled):
            self.words(number)
        self.convolution("planes", network.planes)
        self.matrix("globals", network.globals)
        for number, block in enumerate(trunk):
            self.block(f"block{number}", block)
        self.scale("tip", network.tip)
        policy, value = network.policy, network.value
        self.words("policy")
        self.convolution("policy/regular", policy.regular)
        self.convolution("policy/pooled", policy.pooled)
        self.scale("policy/pooled", policy.pooled_scale)
        self.matrix("policy/spread", policy.spread)
        self.scale("policy/middle", policy.middle)
        self.convolution("policy/last", policy.last)
        self.matrix("policy/pass", policy.pass_)
        self.words("value")
        self.convolution("value/regular", value.regular)
        self.scale("value/regular", value.scale)
        self.matrix("value/dense", value.dense)
        self.bias("value/dense_bias", value.dense)
        self.words("value/activation")
        self.matrix("value/result", value.result)
        self.bias("value/result_bias", value.result)
        self.matrix("value/score", value.score)
        self.bias("value/score_bias", value.score)
        self.convolution("value/owners", value.owners)


class Loader:
    """Reads a network of any shape that `Network` can have, as model version 8, KataGo's own too."""

    def __init__(self, data):
        self.data, self.place = data, 0

    def words(self, count=1):
        """The next words, which blanks part."""
        found = []
        while len(found) < count:
            end = min(at for at in (self.data.find(b" ", self.place), self.data.find(b"\n", self.place)) if at >= 0)
            if end > self.place:
                found.append(self.data[self.place : end].decode())
            self.place = end + 1
        return found

    def numbers(self, count):
        return [int(word) for word in self.words(count)]

    def floats(self, *shape):
        start = self.data.index(b"@BIN@", self.place) + len(b"@BIN@")
        count = torch.Size(shape).numel()
        self.place = start + 4 * count
        return torch.frombuffer(bytearray(self.data[start : self.place]), dtype=torch.float32).view(shape)

    def convolution(self):
        self.words()
        rows, columns, inputs, outputs, *_ = self.numbers(6)
        return self.floats(rows, columns, inputs, outputs).permute(3, 2, 0, 1)

    def matrix(self):
        self.words()
        return self.floats(*self.numbers(2)).t()

    def bias(self):
        self.words()
        return self.floats(*self.numbers(1))

    def scale(self):
        """A normalization by fixed means and variances, as a factor and a summand, and the activation behind it."""
        _, channels, epsilon, has_scale, has_bias = self.words(5)
        channels = int(channels)
        mean, variance = self.floats(channels), self.floats(channels)
        factor = (self.floats(channels) if int(has_scale) else 1.0) / (variance + float(epsilon)).sqrt()
        summand = (self.floats(channels) if int(has_bias) else 0.0) - mean * factor
        self.words()
        return factor, summand

    def block(self):
        """The weights of a block in the order of its parameters."""
        kind, _ = self.words(2)
        first, regular = self.scale(), self.convolution()
        if kind == "ordinary_block":
            return [*first, regular, *self.scale(), self.convolution()]
        if kind != "gpool_block":
            raise ValueError(f"blocks of kind {kind} are not read here")
        pooled, scale, spread = self.convolution(), self.scale(), self.matrix()
        return [*first, regular, pooled, *scale, spread, *self.scale(), self.convolution()]

    def network(self):
        _, version, *_ = self.words(4)
        if version != "8":
            raise ValueError(f"model version {version} is not read here, only 8")
        self.words()
        count, *_ = self.numbers(6)
        weights = [self.convolution(), self.matrix()]
        channels, first = weights[0].shape[0], weights[0].shape[2]
        blocks = [self.block() for _ in range(count)]
        pooling = [place for place, block in enumerate(blocks) if len(block) > 6]
        pooled = blocks[pooling[0]][3].shape[0] if pooling else 0
        weights += [weight for block in blocks for weight in block]
        weights += self.scale()
        self.words()
        regular, policy, scale, spread = self.convolution(), self.convolution(), self.scale(), self.matrix()
        weights += [regular, policy, *scale, spread, *self.scale(), self.convolution(), self.matrix()]
        self.words()
        regular, scale, dense, bias = self.convolution(), self.scale(), self.matrix(), self.bias()
        self.words()
        weights += [regular, *scale, dense, bias, self.matrix(), self.bias(), self.matrix(), self.bias()]
        weights.append(self.convolution())
        network = Network(count, channels, pooled, pooling, policy.shape[0], len(bias), first)
        with torch.no_grad():
            for parameter, weight in zip(network.parameters(), weights, strict=True):
                parameter.copy_(weight)
        return network


def load(path):
    """The network of a file, with the shape that it has."""
    with gzip.open(path) as file:
        return Loader(file.read()).network()


def widened(small, large, thirds):
    """A weight of a wider layer that gives the old outputs from the old inputs, whatever the new inputs are.

    New outputs keep their random weights. The inputs of a matrix behind pooling (`thirds`) are three numbers for each
    channel, all first ones before all second ones.
    """
    if small.dim() == 1:
        large[: len(small)] = small
        return large
    outputs = small.shape[0]
    if thirds:
        small, view = small.unflatten(1, (3, -1)), large.unflatten(1, (3, -1))
        view[:outputs] = 0.0
        view[:outputs, :, : small.shape[2]] = small
    else:
        large[:outputs] = 0.0
        large[:outputs, : small.shape[1]] = small
    return large


BEHIND_POOLING = ("spread.weight", "pass_.weight", "value.dense.weight")


def read(path, network):
    """Gives a network the weights of a file of one of the same shape, or of one that has fewer blocks or channels: what
    is new stays random, and changes nothing as long as it has learned nothing."""
    found = load(path)
    behind = tuple(f"blocks.{place}." for place in range(len(found.blocks), len(network.blocks)))
    weights = network.state_dict()
    for name, small in found.state_dict().items():
        large = weights.get(name)
        if large is None or any(old > new for old, new in zip(small.shape, large.shape, strict=True)):
            raise ValueError(f"{path}: not a network of this shape, but of {found.shape}")
        weights[name] = widened(small, large.clone(), name.endswith(BEHIND_POOLING))
    if not all(name in found.state_dict() or name.startswith(behind) for name in weights):
        raise ValueError(f"{path}: not a network of this shape, but of {found.shape}")
    network.load_state_dict(weights)


def write(path, name, network, bits=23):
    """Writes a network to a file that is compressed if its name ends with .gz."""
    writer = Writer(bits)
    writer.network(name, network)
    data = b"".join(writer.parts)
    if str(path).endswith(".gz"):
        # Without a time, so that the same network is the same file.
        data = gzip.compress(data, mtime=0)
    with open(path, "wb") as file:
        file.write(data)
