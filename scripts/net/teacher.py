"""What networks say of boards at one look, in the units of rows."""

import sys

import torch
from torch.nn import functional as F

import network as net

# The planes of stones (own, the opponent's) and of points that ko forbids.
STONES, FORBIDDEN = (1, 2), 6

# The numbers that are not zero where positions must not come again, and where territory is counted.
SUPERKO, TERRITORY = 6, 9


class Teacher:
    """A network of a file that answers for boards in the numbers of a precision. With `optimism`, 0 to 1, its policy is as
    much nearer to its optimistic one, if it has one: that of games that went better than it had thought."""

    def __init__(self, path, device, precision=torch.float32, compiled=False, optimism=0.0):
        network = net.load(path)
        if network.players is not None:
            raise SystemExit(f"{path}: a network of human play, which must be told who plays; it labels no rows")
        if network.lives_under_suicide:
            print(f"{path}: made for rows that tell what lives where suicide is legal", file=sys.stderr)
        self.path, self.units, self.version = path, network.units, network.version
        self.precision, self.optimism = precision, optimism
        network = net.in_precision(network, precision).to(device, memory_format=torch.channels_last).eval()
        self.has_errors = self.version >= 9
        self.forward = torch.compile(network, dynamic=False) if compiled else network

    @torch.no_grad()
    def say(self, planes, numbers, is_padded=False):
        """The answers for some boards, each a number of floats for each board: `policy` and `optimistic`, which are
        probabilities, `chances`, `score` (mean, deviation and lead in points), `owners`, and `errors`, where it knows any."""
        inputs = planes.contiguous(memory_format=torch.channels_last)
        outputs = self.forward(inputs.to(self.precision), numbers.to(self.precision), is_padded=is_padded)
        policies, result, score, owners = (x.float() for x in outputs)
        if not all(bool(x.isfinite().all()) for x in (policies, result, score, owners)):
            raise SystemExit(f"{self.path}: its numbers are too large for {self.precision}; take another --precision")
        closed = (planes[:, STONES].sum(dim=1) + planes[:, FORBIDDEN] + 1.0 - planes[:, 0]).flatten(1) > 0
        policies[:, :, :-1].masked_fill_(closed[:, None], -torch.inf)
        usual, optimistic = policies[:, 0], policies[:, min(1, policies.shape[1] - 1)]
        if self.optimism:
            usual = torch.where(usual.isinf(), usual, usual + (optimistic - usual) * self.optimism)
        # A game can end without a result only where positions may come again or territory counts.
        never_void = (numbers[:, SUPERKO] != 0) & (numbers[:, TERRITORY] == 0)
        result[:, 2].masked_fill_(never_void, -torch.inf)
        chances = F.softmax(result, dim=1)
        ends = 1.0 - chances[:, 2]
        mean, deviation, lead = score[:, 0] * ends, F.softplus(score[:, 1]), score[:, 2] * ends
        units = self.units
        answers = {
            "policy": F.softmax(usual, dim=1),
            "optimistic": F.softmax(optimistic, dim=1),
            "chances": chances,
            "score": torch.stack([mean * units.score, deviation * units.deviation, lead * units.lead], dim=1),
            "owners": owners.tanh(),
        }
        return answers | ({"errors": units.errors(score, self.version)} if self.has_errors else {})


def padded(planes, size):
    """Boards in the corner at the top and the left of planes of a size (columns, rows)."""
    return F.pad(planes, (0, size[0] - planes.shape[3], 0, size[1] - planes.shape[2]))


def cut(answers, size, board):
    """The answers for boards of a size that lay in the corner of planes of another one."""
    (width, _), (columns, rows) = size, board

    def corner(x):
        return x.unflatten(1, (-1, width))[:, :rows, :columns].flatten(1)

    found = dict(answers)
    for name in ("policy", "optimistic"):
        found[name] = torch.cat([corner(answers[name][:, :-1]), answers[name][:, -1:]], dim=1)
    found["owners"] = corner(answers["owners"])
    return found
