"""Networks that are to learn: the shapes that they can have, with random weights.

| shape | a block of the trunk | file |
|---|---|---|
| `residual` | two convolutions; every third block pools over the board | model version 14 |
| `nested` | two such blocks of half of the channels between two convolutions of 1x1; in every third block the first one pools | 15 |
| `attention` | as many blocks of half of the channels, two pairs of attention and feed-forward in turn with the above | 15 |

All have an optimistic policy and tell how uncertain the near future is, too.
"""

import torch

from blocks import Attention, FeedForward, Nested, Ordinary, Pooling, Rotation
from heads import PolicyHead, Units, ValueHead
from layers import Activation, Bias, Convolution, Matrix, RootNorm, RootTip, Stage
from network import GLOBALS, PLANES, Network

# The numbers of a head of attention, and the first frequencies of its rotation.
HEAD, THETA = 32, 100.0

# The units of KataGo's networks of these versions.
UNITS = Units(score_error=150.0)


def kind_of(activation):
    return f"ACTIVATION_{activation.upper()}"


def ordinary(channels, kind):
    return Ordinary(first=Stage(channels, kind), regular=Convolution(channels, channels, 3), middle=Stage(channels, kind),
                    last=Convolution(channels, channels, 3, 0.0))


def pooling(channels, kind):
    pooled = channels // 4
    return Pooling(first=Stage(channels, kind), regular=Convolution(channels, channels - pooled, 3),
                   pooled=Convolution(channels, pooled, 3), pooled_scale=Stage(pooled, kind),
                   spread=Matrix(3 * pooled, channels - pooled, 0.5), middle=Stage(channels - pooled, kind),
                   last=Convolution(channels - pooled, channels, 3, 0.0))


def attention(channels):
    if channels % HEAD:
        raise SystemExit(f"blocks of {channels} channels are not made of heads of {HEAD}; take {2 * HEAD} times as many in all")
    heads = channels // HEAD
    matrices = [Matrix(channels, channels) for _ in range(3)] + [Matrix(channels, channels, 0.0)]
    # As of fixed angles; each head then learns its own.
    frequencies = Rotation.of_theta(THETA, HEAD).repeat(heads, 1, 1)
    return Attention(RootNorm(channels), heads, heads, matrices, Rotation(frequencies))


def feed_forward(channels):
    # With a gate, two and a half times the channels cost what four times cost without.
    inner = -(-5 * channels // (2 * HEAD)) * HEAD
    return FeedForward(RootNorm(channels), Matrix(channels, inner), Matrix(channels, inner), Matrix(inner, channels, 0.0))


def nest(channels, inner, kind):
    half = channels // 2
    return Nested(Stage(channels, kind), Convolution(channels, half, 1), inner, Stage(half, kind),
                  Convolution(half, channels, 1, 0.0))


def residual_block(place, channels, kind):
    return pooling(channels, kind) if place % 3 == 1 else ordinary(channels, kind)


def nested_block(place, channels, kind):
    return nest(channels, [residual_block(place, channels // 2, kind), ordinary(channels // 2, kind)], kind)


def attention_block(place, channels, kind):
    if place % 2 == 0:
        return nested_block(place, channels, kind)
    half = channels // 2
    return nest(channels, [attention(half), feed_forward(half), attention(half), feed_forward(half)], kind)


# The policies (the usual and the optimistic one), and the numbers of the score with how uncertain the near future is.
POLICIES, SCORES = 2, 6

# The maker of a block, the model version, and the tip.
SHAPES = {
    "residual": (residual_block, 14, Stage),
    "nested": (nested_block, 15, Stage),
    "attention": (attention_block, 15, RootTip),
}


def policy_head(channels, width, kind, version):
    parts = {}
    if version >= 15:
        parts = {"pass_bias": Bias(width), "pass_activation": Activation(width, kind),
                 "pass_last": Matrix(width, POLICIES, 0.3)}
    return PolicyHead(regular=Convolution(channels, width, 1), pooled=Convolution(channels, width, 1),
                      pooled_scale=Stage(width, kind), spread=Matrix(3 * width, width, 0.5), middle=Stage(width, kind),
                      last=Convolution(width, POLICIES, 1, 0.3), pass_=Matrix(3 * width, width if parts else POLICIES,
                                                                             1.0 if parts else 0.3), **parts)


def value_head(channels, width, dense, kind):
    return ValueHead(regular=Convolution(channels, width, 1), scale=Stage(width, kind), dense=Matrix(3 * width, dense),
                     dense_bias=Bias(dense), dense_activation=Activation(dense, kind), result=Matrix(dense, 3, 0.3),
                     result_bias=Bias(3), score=Matrix(dense, SCORES, 0.3), score_bias=Bias(SCORES),
                     owners=Convolution(width, 1, 1, 0.3))


def student(shape, blocks, channels, activation="relu", dense=48):
    """A network of a shape that has learned nothing."""
    block, version, tip = SHAPES[shape]
    kind = kind_of(activation)
    width = max(16, channels // 3)
    return Network(version, Convolution(PLANES, channels, 5), Matrix(GLOBALS, channels, 0.5),
                   [block(place, channels, kind) for place in range(blocks)], tip(channels, kind),
                   policy_head(channels, width, kind, version), value_head(channels, width, dense, kind),
                   units=UNITS)


def trunk_matrices(network):
    """The convolutions and the matrices of attention of the blocks, which have one best step (`muon.py`)."""
    weights = []
    for module in network.blocks.modules():
        if isinstance(module, Convolution):
            weights.append(module.weight)
        elif isinstance(module, (Attention, FeedForward)):
            weights += [matrix.weight for matrix in module.children() if isinstance(matrix, Matrix)]
    return [weight for weight in weights if torch.is_tensor(weight)]
