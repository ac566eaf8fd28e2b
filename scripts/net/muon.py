"""Muon: steps along the nearest orthogonal matrix of the gradient's moving mean (Jordan et al. 2024)."""

import torch


def orthogonal(matrix, rounds=5):
    """About the nearest matrix with all singular values 1, by a polynomial of degree five that drives them there."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = matrix / (matrix.norm() + 1e-7)
    is_tall = x.shape[0] > x.shape[1]
    if is_tall:
        x = x.t()
    for _ in range(rounds):
        square = x @ x.t()
        x = a * x + (b * square + c * square @ square) @ x
    return x.t() if is_tall else x


class Muon(torch.optim.Optimizer):
    """For the matrices of a trunk; a convolution counts as one with a row for each output. The step is as long as one of
    AdamW with the same rate usually is (Liu et al. 2025), so that both can follow one course of rates."""

    def __init__(self, weights, lr, momentum=0.95, weight_decay=0.0):
        super().__init__(weights, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for weight in group["params"]:
                if weight.grad is None:
                    continue
                state = self.state[weight]
                if not state:
                    state["mean"] = torch.zeros_like(weight)
                state["mean"].lerp_(weight.grad, 1.0 - group["momentum"])
                ahead = weight.grad.lerp(state["mean"], group["momentum"])
                change = orthogonal(ahead.flatten(1)).view(weight.shape)
                length = 0.2 * max(weight.shape[0], weight[0].numel()) ** 0.5
                weight.mul_(1.0 - group["lr"] * group["weight_decay"])
                weight.add_(change, alpha=-group["lr"] * length)
