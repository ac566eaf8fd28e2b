"""What a network is to learn from rows, and what it is worth on those that it has not learned from."""

import torch
from torch.nn import functional as F

import network as net
import rows as data

# How much the parts of the loss count.
WEIGHTS = {"policy": 1.0, "optimistic": 0.3, "result": 2.5, "score": 0.5, "deviation": 0.1, "lead": 1.0, "owners": 1.5,
           "errors": 0.3}

# What errors usually are: turns, chances and points.
USUAL_ERRORS = (20.0, 0.1, 5.0)


def losses(outputs, batch, options, network):
    """The parts of the loss, each a mean over the batch; those of the optimistic policy and of errors where a network has
    them and rows tell them."""
    policies, result, score, owners = (x.float() for x in outputs)
    moves = F.log_softmax(policies, dim=2)
    played = batch["played"]
    is_known = (played >= 0).float()
    share = 1.0 - (1.0 - options.teacher) * is_known
    by_teacher = -(batch["policy"] * moves[:, 0]).sum(dim=1)
    by_game = -moves[:, 0].gather(1, played.clamp(min=0)[:, None])[:, 0]
    chances = batch["chances"]
    outcome = torch.nan_to_num(batch["outcome"], nan=0.0)[:, None]
    of_game = torch.cat([outcome, 1.0 - outcome, torch.zeros_like(outcome)], dim=1)
    weight = options.outcome * (~batch["outcome"].isnan()).float()[:, None]
    chances = (1.0 - weight) * chances + weight * of_game
    points = batch["score"] / net.POINTS
    deviation = F.softplus(score[:, 1])
    parts = {
        "policy": (share * by_teacher + (1.0 - share) * by_game).mean(),
        "result": -(chances * F.log_softmax(result, dim=1)).sum(dim=1).mean(),
        "score": F.smooth_l1_loss(score[:, 0], points[:, 0]),
        "deviation": F.smooth_l1_loss(deviation, points[:, 1]),
        "lead": F.smooth_l1_loss(score[:, 2], points[:, 2]),
        "owners": F.binary_cross_entropy_with_logits(2.0 * owners, (1.0 + batch["owners"]) / 2.0),
    }
    if policies.shape[1] > 1:
        # Without labels of its own the optimistic policy is the usual one.
        wanted = batch.get("optimistic", batch["policy"])
        parts["optimistic"] = -(wanted * moves[:, 1]).sum(dim=1).mean()
    if network.version >= 9 and "errors" in batch:
        found = network.units.errors(score, network.version)
        parts["errors"] = sum(F.smooth_l1_loss(found[:, place] / usual, batch["errors"][:, place] / usual)
                              for place, usual in enumerate(USUAL_ERRORS))
    return parts


def total(parts):
    return sum(WEIGHTS[name] * part for name, part in parts.items())


def values(network, batch, options):
    """The losses on a batch and how far off a network is there, each a sum over the batch, and how many moves are of
    games."""
    outputs = network(batch["planes"], batch["globals"])
    count = len(batch["globals"])
    found = {name: part.item() * count for name, part in losses(outputs, batch, options, network).items()}
    policies, result, score, owners = (x.float() for x in outputs)
    policy, chances = policies[:, 0], F.softmax(result, dim=1)
    win = chances[:, 0] + 0.5 * chances[:, 2]
    teacher = batch["chances"][:, 0] + 0.5 * batch["chances"][:, 2]
    known = batch["played"] >= 0
    likelier = (policy > policy.gather(1, batch["played"].clamp(min=0)[:, None])).sum(dim=1)
    best = policy.argmax(dim=1) == batch["policy"].argmax(dim=1)
    found["win_error"] = ((win - teacher) ** 2).sum().item()
    found["lead_error"] = (score[:, 2] * net.POINTS - batch["score"][:, 2]).abs().sum().item()
    found["owner_error"] = (owners.tanh() - batch["owners"]).abs().mean(dim=1).sum().item()
    found["teachers_choice"] = best.sum().item()
    for most in (1, 5, 10):
        found[f"top{most}"] = ((likelier < most) & known).sum().item()
    return found, known.sum().item()


@torch.no_grad()
def test(network, sizes, options, device):
    """What a network is worth on rows that it has not learned from, by size."""
    network.eval()
    results = {}
    for size, rows in sizes.items():
        sums, count, games = {}, 0, 0
        for some in rows.all(data.boards(options.points, size)):
            found, of_games = values(network, rows.form.tensors(some.to(device)), options)
            for name, value in found.items():
                sums[name] = sums.get(name, 0.0) + value
            count += len(some)
            games += of_games
            if count >= options.test_rows:
                break
        share = lambda name: games if name.startswith("top") else count
        results["{}x{}".format(*size)] = {name: value / max(1, share(name)) for name, value in sums.items()}
    network.train()
    return results
