"""The network: its parts, and the file in KataGo's format that `kosumi --model` reads.

A network that is read is whatever its file says (model versions 8 to 17). One that is to learn has one of the shapes of
`shapes.py`. There is no batch normalization: each channel has a learned factor and summand instead, and the last layer of
a block begins at zero, so that the trunk begins as the identity (Zhang et al. 2019). Batches of boards of one size then
mean the same as batches of another.
"""

from torch import nn

import blocks as trunk_blocks
import files
from blocks import Attention, Pooling, Rotation
from heads import PLAYERS, Players, PolicyHead, Units, ValueHead
from layers import Area, Convolution, Matrix, RootNorm, RootTip, Stage, wide

PLANES, GLOBALS = 22, 19

# What the numbers of the score of networks that learn here are multiplied by, in points.
POINTS = 20.0


class Network(nn.Module):
    """Logits of the moves and of the result, numbers of the score, and what the owners are the tangent of.

    Takes planes (batch, 22, rows, columns), numbers (batch, 19), and of a network of human play numbers of the players
    (batch, 192). Boards of several sizes lie in the corner at the top and the left of planes that `is_padded`. Gives
    (batch, policies, points + 1), (batch, 3), (batch, 4 or 6: mean, deviation, lead, and what `Units.errors` reads) and
    (batch, points), with anything where the board is not.
    """

    def __init__(self, version, planes, globals_, blocks, tip, policy, value, players=None, units=Units()):
        super().__init__()
        self.version, self.units = version, units
        # Whether it was told of groups that live if suicide is legal.
        self.lives_under_suicide = False
        self.planes, self.globals, self.players = planes, globals_, players
        self.blocks, self.tip = nn.ModuleList(blocks), tip
        self.policy, self.value = policy, value

    def forward(self, planes, numbers, players=None, is_padded=False):
        area = Area(planes, is_padded)
        whole = self.globals(numbers)
        if self.players is not None:
            whole = whole + self.players(players)
        trunk = wide(area.only(self.planes(planes) + whole[:, :, None, None]), self.planes)
        for block in self.blocks:
            trunk = block(trunk, area)
        tip = self.tip(trunk, area)
        return (self.policy(tip, area), *self.value(tip, area))

    def shape(self):
        """What it is made of, in words."""
        kinds = [type(block).__name__ for block in self.blocks]
        parts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
        return f"{self.planes.outputs} channels, blocks: {parts}"

    @classmethod
    def read(cls, file):
        file.name()
        file.version = file.number()
        file.expect(files.OLDEST <= file.version <= files.NEWEST,
                    f"model version {file.version}, of which {files.OLDEST} to {files.NEWEST} are known")
        inputs = [file.count(), file.count()]
        file.expect(inputs == [PLANES, GLOBALS], f"{inputs[0]} planes and {inputs[1]} global inputs")
        units = Units.read(file)
        has_players = lives_under_suicide = False
        if file.version >= 15:
            encoder = file.number()
            file.expect(encoder in (0, 1), f"version {encoder} of what is known of players")
            has_players, lives_under_suicide = encoder == 1, file.flag()
            file.options(files.HEADER_OPTIONS)
        file.name()
        count, channels = file.count(), file.count()
        # Channels inside of blocks, which these name themselves.
        for _ in range(4):
            file.number()
        tip = 0
        if file.version >= 15:
            tip = file.number()
            file.expect(tip in (0, 1), f"the unknown kind {tip} of normalization at the tip")
            file.options(files.TRUNK_OPTIONS)
        planes, globals_ = Convolution.read(file, PLANES), Matrix.read(file, GLOBALS)
        players = Players.read(file, PLAYERS) if has_players else None
        for part in (planes, globals_, *([players.last] if players else [])):
            file.expect(part.outputs == channels, f"{part.outputs} channels in place of {channels}")
        blocks = [trunk_blocks.read(file, channels) for _ in range(count)]
        tip = (Stage, RootTip)[tip].read(file, channels)
        network = cls(file.version, planes, globals_, blocks, tip, PolicyHead.read(file, channels),
                      ValueHead.read(file, channels), players, units)
        network.lives_under_suicide = lives_under_suicide
        file.end()
        return network

    def write(self, file, name):
        file.words(name)
        file.words(self.version)
        file.words(PLANES)
        file.words(GLOBALS)
        if self.version >= 13:
            file.words(*self.units)
        if self.version >= 15:
            file.words(int(self.players is not None), int(self.lives_under_suicide))
            file.options(files.HEADER_OPTIONS)
        channels = self.planes.outputs
        pooled = max((block.pooled.outputs for block in self.modules() if isinstance(block, Pooling)), default=1)
        file.words("trunk")
        # KataGo wants each of them to be positive, whether there are such channels or not.
        for number in (len(self.blocks), channels, channels, max(1, channels - pooled), 0, pooled):
            file.words(number)
        if self.version >= 15:
            file.words(int(isinstance(self.tip, RootTip)))
            file.options(files.TRUNK_OPTIONS)
        self.planes.write(file, "planes")
        self.globals.write(file, "globals")
        if self.players is not None:
            self.players.write(file, "players")
        for place, block in enumerate(self.blocks):
            trunk_blocks.write(file, f"block{place}", block)
        self.tip.write(file, "tip")
        self.policy.write(file, "policy")
        self.value.write(file, "value")


def load(path):
    """The network of a file, with the shape that it has."""
    return Network.read(files.Reader(path))


def write(path, name, network, bits=23):
    """Writes a network to a file that is compressed if its name ends with .gz."""
    writer = files.Writer(network.version, bits)
    network.write(writer, name)
    writer.save(path)


def in_precision(network, precision):
    """Lets a network compute in a precision; angles and the norms of points are too sensitive for half of the bits."""
    for module in network.modules():
        if not isinstance(module, (Rotation, RootNorm)):
            for weight in module.parameters(recurse=False):
                weight.data = weight.data.to(precision)
    return network


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
    foreign = files.Unreadable(f"{path}: not a network of this shape, but of {found.shape()}")
    behind = tuple(f"blocks.{place}." for place in range(len(found.blocks), len(network.blocks)))
    weights = network.state_dict()
    # What divides by the mean of all channels would be changed by new ones.
    can_widen = not any(isinstance(module, (Attention, RootTip)) for module in found.modules())
    for name, small in found.state_dict().items():
        large = weights.get(name)
        if large is None or small.dim() != large.dim() or any(old > new for old, new in zip(small.shape, large.shape)):
            raise foreign
        if not can_widen and small.shape != large.shape:
            raise foreign
        weights[name] = widened(small, large.clone(), name.endswith(BEHIND_POOLING))
    if not all(name in found.state_dict() or name.startswith(behind) for name in weights):
        raise foreign
    network.load_state_dict(weights)
