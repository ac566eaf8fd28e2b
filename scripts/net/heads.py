"""What a network makes of the tip of its trunk: moves, results, scores and owners; and what it is told beside a board."""

import math
from typing import NamedTuple

import torch
from torch.nn import functional as F

import files
from layers import Activation, Bias, Convolution, Matrix, Part, Row, Stage

# The numbers of what a network is told of players, and of policies that there are at most: the usual one, the optimistic
# one, and two of the values of moves.
PLAYERS, MOST_POLICIES = 192, 4


class Units(NamedTuple):
    """What the numbers of the score are multiplied by, in points, turns and shares; the defaults are those of networks that
    do not tell them."""

    unused: float = 20.0
    score: float = 20.0
    deviation: float = 20.0
    lead: float = 20.0
    time: float = 40.0
    value_error: float = 0.25
    score_error: float = 30.0

    @classmethod
    def read(cls, file):
        return cls(*(file.positive() for _ in cls._fields)) if file.version >= 13 else cls()

    def errors(self, score, version):
        """How uncertain the near future is, by the numbers of the score: the turns until it is known (variance of time),
        the error of the value and that of the score, `(batch, 3)`."""
        turns = F.softplus(score[:, 3]) * self.time
        if version >= 14:
            errors = [F.softplus(score[:, place] / 2.0) * math.sqrt(unit)
                      for place, unit in ((4, self.value_error), (5, self.score_error))]
        elif version >= 10:
            errors = [(F.softplus(score[:, place]) * unit).sqrt()
                      for place, unit in ((4, self.value_error), (5, self.score_error))]
        else:
            errors = [F.softplus(score[:, 4]), F.softplus(score[:, 5]) * 10.0]
        return torch.stack([turns, *errors], dim=1)


class Players(Part):
    """What is added to all points by what is known of the players and their game (KataGo's network of human play)."""

    ROWS = (
        Row("first", Matrix),
        Row("first_bias", Bias, "first"),
        Row("first_activation", Activation, "first"),
        Row("second", Matrix, "first"),
        Row("second_bias", Bias, "second"),
        Row("second_activation", Activation, "second"),
        Row("last", Matrix, "second"),
    )

    def forward(self, players):
        for row in self.ROWS:
            players = getattr(self, row.name)(players)
        return players

    @classmethod
    def read(cls, file, inputs):
        file.name()
        found = file.count()
        file.expect(found == inputs, f"{found} numbers of players in place of {inputs}")
        return super().read(file, inputs)

    def write(self, file, name):
        file.words(name)
        file.words(self.first.in_features)
        super().write(file, name)


class PolicyHead(Part):
    """Logits of the moves, the pass last, for each policy that a network has."""

    ROWS = (
        Row("regular", Convolution),
        Row("pooled", Convolution),
        Row("pooled_scale", Stage, "pooled"),
        Row("spread", Matrix, "pooled_scale", outputs="regular", times=3),
        Row("middle", Stage, "regular"),
        Row("last", Convolution, "middle"),
        Row("pass_", Matrix, "pooled_scale", times=3),
        Row("pass_bias", Bias, "pass_", since=15),
        Row("pass_activation", Activation, "pass_", since=15),
        Row("pass_last", Matrix, "pass_", outputs="last", since=15),
    )

    def forward(self, tip, area):
        pooled = area.pool(self.pooled_scale(self.pooled(tip), area))
        half = self.regular(tip) + self.spread(pooled)[:, :, None, None]
        plays = self.last(self.middle(half, area)).flatten(2)
        passes = self.pass_(pooled)
        if self.pass_last is not None:
            passes = self.pass_last(self.pass_activation(self.pass_bias(passes)))
        return torch.cat([plays, passes[:, :, None]], dim=2)

    @classmethod
    def read(cls, file, inputs):
        file.name()
        if file.version >= 17:
            wanted = file.count()
            file.expect(wanted in (2, MOST_POLICIES), f"{wanted} policies")
            file.options(files.HEAD_OPTIONS)
        else:
            wanted = MOST_POLICIES if file.version >= 16 else 2 if file.version >= 12 else 1
        head = super().read(file, inputs)
        passes = head.pass_ if head.pass_last is None else head.pass_last
        found = [head.last.outputs, passes.outputs]
        file.expect(found == [wanted, wanted], f"{found} policies of plays and passes in place of {wanted}")
        return head

    def write(self, file, name):
        file.words(name)
        if file.version >= 17:
            file.words(self.last.outputs)
            file.options(files.HEAD_OPTIONS)
        super().write(file, name)


class ValueHead(Part):
    """Logits of a win, a loss and no result, numbers of the score, and what the owners are the tangent of."""

    ROWS = (
        Row("regular", Convolution),
        Row("scale", Stage, "regular"),
        Row("dense", Matrix, "scale", times=3),
        Row("dense_bias", Bias, "dense"),
        Row("dense_activation", Activation, "dense"),
        Row("result", Matrix, "dense", outputs=3),
        Row("result_bias", Bias, "result"),
        Row("score", Matrix, "dense"),
        Row("score_bias", Bias, "score"),
        Row("owners", Convolution, "scale", outputs=1),
    )

    def forward(self, tip, area):
        half = self.scale(self.regular(tip), area)
        dense = self.dense_activation(self.dense_bias(self.dense(area.pool(half, with_highest=False))))
        return (self.result_bias(self.result(dense)), self.score_bias(self.score(dense)), self.owners(half).flatten(1))

    @classmethod
    def read(cls, file, inputs):
        file.name()
        if file.version >= 17:
            file.options(files.HEAD_OPTIONS)
        head = super().read(file, inputs)
        wanted = 6 if file.version >= 9 else 4
        file.expect(head.score.outputs == wanted, f"{head.score.outputs} numbers of the score in place of {wanted}")
        return head

    def write(self, file, name):
        file.words(name)
        if file.version >= 17:
            file.options(files.HEAD_OPTIONS)
        super().write(file, name)
