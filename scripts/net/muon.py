"""Muon: steps along the nearest orthogonal matrix of the gradient's moving mean (Jordan et al. 2024)."""

import torch


def orthogonal(matrices, rounds=5):
    """About the nearest matrices with all singular values 1, by a polynomial of degree five that drives them there. Takes
    any number of matrices of one shape."""
    a, b, c = 3.4445, -4.7750, 2.0315
    x = matrices / (matrices.norm(dim=(1, 2), keepdim=True) + 1e-7)
    is_tall = x.shape[1] > x.shape[2]
    if is_tall:
        x = x.mT
    for _ in range(rounds):
        square = x @ x.mT
        x = a * x + (b * square + c * square @ square) @ x
    return x.mT if is_tall else x


class Muon(torch.optim.Optimizer):
    """For the matrices of a trunk; a convolution counts as one with a row for each output. The step is as long as one of
    AdamW with the same rate usually is (Liu et al. 2025), so that both can follow one course of rates. The rate is a number
    or, where steps are recorded, a tensor."""

    def __init__(self, weights, lr, momentum=0.95, weight_decay=0.0):
        super().__init__(weights, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            by_shape = {}
            for weight in group["params"]:
                if weight.grad is None:
                    continue
                if not self.state[weight]:
                    self.state[weight]["mean"] = torch.zeros_like(weight)
                by_shape.setdefault(weight.shape, []).append(weight)
            for shape, weights in by_shape.items():
                self.step_of_shape(shape, weights, group)

    def step_of_shape(self, shape, weights, group):
        """A step of the weights of one shape, all at once."""
        gradients = [weight.grad for weight in weights]
        means = [self.state[weight]["mean"] for weight in weights]
        torch._foreach_lerp_(means, gradients, 1.0 - group["momentum"])
        ahead = torch._foreach_lerp(gradients, means, group["momentum"])
        length = 0.2 * max(shape[0], shape[1:].numel()) ** 0.5
        changes = orthogonal(torch.stack([one.flatten(1) for one in ahead])) * (group["lr"] * length)
        torch._foreach_mul_(weights, 1.0 - group["lr"] * group["weight_decay"])
        torch._foreach_sub_(weights, [change.view(shape) for change in changes])
