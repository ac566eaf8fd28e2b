"""What a training has reached, as text and as a picture."""

try:
    import matplotlib
except ImportError:
    matplotlib = None

# The numbers that people ask for, and what they are.
NUMBERS = {
    "top1": "moves of games put first",
    "top5": "moves of games among the first five",
    "top10": "moves of games among the first ten",
    "teachers_choice": "the teacher's choice put first",
    "policy": "cross-entropy of the policy",
    "result": "cross-entropy of the result",
    "win_error": "squared error of the chance to win",
    "lead_error": "error of the lead in points",
    "owner_error": "error of owners, from 0 to 2",
}


def write(folder, options, network, log):
    """Writes `report.txt` to a folder, and `report.svg` where there is Matplotlib."""
    last = log[-1]
    weights = sum(weight.numel() for weight in network.parameters())
    lines = [f"{key.replace('_', '-')} {value}" for key, value in sorted(options.items())]
    lines += ["", f"{weights} weights, {last['step']} steps, {last['positions']} positions, {last['seconds'] / 3600:.2f} hours"]
    for size, found in last["test"].items():
        lines += ["", size] + [f"  {found[name]:8.4f}  {meaning}" for name, meaning in NUMBERS.items()]
    (folder / "report.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    if matplotlib is not None:
        draw(folder, log)


def draw(folder, log):
    matplotlib.use("svg")
    from matplotlib import pyplot as plt

    sizes = log[-1]["test"]
    figure, plots = plt.subplots(3, 3, figsize=(12, 9), layout="constrained")
    for plot, (name, meaning) in zip(plots.flat, NUMBERS.items()):
        for size in sizes:
            points = [(entry["positions"], entry["test"][size][name]) for entry in log if size in entry["test"]]
            plot.plot(*zip(*points), label=size)
        plot.set_title(meaning, fontsize=9)
        plot.set_xlabel("positions", fontsize=8)
        plot.grid(alpha=0.3)
    plots.flat[0].legend(fontsize=8)
    figure.savefig(folder / "report.svg", metadata={"Date": None})
    plt.close(figure)
