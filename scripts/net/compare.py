#!/usr/bin/env python3
"""Compares what a network of a file says in these scripts with what KataGo says of the same positions.

    scripts/net/compare.py --model FILE --katago "katago gtp -config gtp.cfg -model FILE" [--kosumi PROGRAM]
        [--games 12] [--seed 1] [--pad SIDE] [--precision float32]

kosumi makes rows of games of moves anywhere, on boards of some sizes under some rules; KataGo plays the same moves and
answers `kata-raw-nn 0`, and `kata-raw-nn 0 1` for the optimistic policy. The largest differences are told for each kind of
number. Exit status 0 only if all are within the tolerances. Needs PyTorch and NumPy.
"""

import argparse
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import torch

import rows as data
import teacher as teachers

FOLDER = Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))

from programs import Program  # noqa: E402  A script of the folder above.

# The deviation is the root of a difference of numbers with three digits.
TOLERANCES = {"policy": 1e-3, "optimistic": 1e-3, "chances": 1e-3, "score": 1e-3, "lead": 1e-3, "deviation": 5e-3,
              "owners": 1e-3, "time": 1e-3, "value_error": 1e-3, "score_error": 1e-3}
SIZES = ((19, 19), (13, 13), (9, 9), (13, 9))
RULES = ("Japanese", "Chinese", "Tromp-Taylor", "AGA", "Korean")


class Game:
    """Moves anywhere on a board of a size, none of which captures anything."""

    def __init__(self, number, draws):
        self.size, self.rules = SIZES[number % len(SIZES)], draws.choice(RULES)
        self.komi = draws.choice((0.5, 5.5, 6.5, 7.5))
        columns, rows = self.size
        points = [(column, row) for column in range(columns) for row in range(rows)]
        draws.shuffle(points)
        stones, self.moves = {}, []
        for point in points[: len(points) // 2]:
            stones[point] = color = "bw"[len(self.moves) % 2]
            if not all(self.breathes(stones, stone) for stone in (point, *self.around(point)) if stone in stones):
                break
            self.moves.append((color, point))

    def around(self, point):
        column, row = point
        near = ((column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1))
        return [(x, y) for x, y in near if 0 <= x < self.size[0] and 0 <= y < self.size[1]]

    def breathes(self, stones, point):
        """Whether the chain of a stone has a liberty."""
        chain, seen = [point], {point}
        for stone in chain:
            for next_ in self.around(stone):
                if next_ not in stones:
                    return True
                if stones[next_] == stones[point] and next_ not in seen:
                    seen.add(next_)
                    chain.append(next_)
        return False

    def record(self):
        letters = "abcdefghijklmnopqrst"
        moves = "".join(f";{color.upper()}[{letters[column]}{letters[row]}]" for color, (column, row) in self.moves)
        columns, rows = self.size
        size = f"{columns}" if columns == rows else f"{columns}:{rows}"
        return f"(;GM[1]FF[4]SZ[{size}]KM[{self.komi}]RU[{self.rules}]RE[B+R]{moves})"

    def set_up(self, katago, count):
        """Plays so many moves."""
        columns, rows = self.size
        katago.ask(f"rectangular_boardsize {columns} {rows}")
        katago.ask("clear_board")
        katago.ask(f"kata-set-rules {self.rules.lower()}")
        katago.ask(f"komi {self.komi}")
        for color, (column, row) in self.moves[:count]:
            katago.ask(f"play {color} {'ABCDEFGHJKLMNOPQRST'[column]}{rows - row}")


def numbers(answer):
    """The numbers of an answer of `kata-raw-nn` by their name, where a play is illegal not a number."""
    found, name = {}, None
    for word in answer.lstrip("= ").split():
        try:
            found[name].append(float(word))
        except (KeyError, ValueError):
            name = word
            found[name] = []
    return {name: torch.tensor(some) for name, some in found.items()}


def told(katago, color):
    """What KataGo says of the position, for the player to move."""
    usual, optimistic = (numbers(katago.ask(f"kata-raw-nn 0 {optimism}")) for optimism in (0, 1))
    sign = 1.0 if color == "w" else -1.0
    one = lambda name: usual[name].item()
    wins = (one("whiteWin"), one("whiteLoss"))[:: 1 if color == "w" else -1]
    mean = one("whiteScoreSelfplay")
    policy = lambda said: torch.cat([said["policy"], said["policyPass"]])
    return {
        "policy": policy(usual),
        "optimistic": policy(optimistic),
        "chances": torch.tensor([*wins, one("noResult")]),
        "score": torch.tensor([sign * mean]),
        "deviation": torch.tensor([max(0.0, one("whiteScoreSelfplaySq") - mean * mean) ** 0.5]),
        "lead": torch.tensor([sign * one("whiteLead")]),
        "owners": sign * usual["whiteOwnership"],
        "time": usual["varTimeLeft"],
        "value_error": usual["shorttermWinlossError"],
        "score_error": usual["shorttermScoreError"],
    }


def apart(said, katago_said):
    """The largest difference of each kind of number of one position, beside its size where that is above one."""
    policies = {}
    for name in ("policy", "optimistic"):
        legal = katago_said[name].isfinite()
        shares = said[name] * legal
        policies[name] = (shares / shares.sum())[legal], katago_said[name][legal]
    pairs = policies | {name: (said[name], katago_said[name]) for name in ("chances", "owners")}
    # KataGo's deviation is that of all games, those without a result included.
    (mean, deviation, _), ends = said["score"], 1.0 - said["chances"][2]
    said = said | {"score": said["score"].clone()}
    said["score"][1] = (mean * mean / ends + ends * deviation * deviation - mean * mean).clamp(min=0.0).sqrt()
    pairs |= {name: (said["score"][place : place + 1], katago_said[name])
              for place, name in enumerate(("score", "deviation", "lead"))}
    if "errors" in said:
        pairs |= {name: (said["errors"][place : place + 1], katago_said[name])
                  for place, name in enumerate(("time", "value_error", "score_error"))}
    return {name: ((one - other).abs() / other.abs().clamp(min=1.0)).max().item() for name, (one, other) in pairs.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kosumi", default=FOLDER.parent.parent / "target" / "release" / "kosumi")
    parser.add_argument("--katago", required=True, help="a command line that speaks GTP with the same network")
    parser.add_argument("--model", required=True, type=Path)
    parser.add_argument("--games", type=int, default=12, help="of which four positions each are compared [12]")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pad", type=int, metavar="SIDE", help="lay boards into the corner of one of this side")
    parser.add_argument("--precision", choices=["bfloat16", "float16", "float32"], default="float32")
    options = parser.parse_args()
    teacher = teachers.Teacher(options.model, "cpu", getattr(torch, options.precision))
    katago = Program(options.katago)
    draws, worst, count = random.Random(options.seed), {}, 0
    with tempfile.TemporaryDirectory() as name:
        for number in range(options.games):
            game, record, folder = Game(number, draws), Path(name) / f"{number}.sgf", Path(name) / str(number)
            record.write_text(game.record(), encoding="ascii")
            words = [options.kosumi, "train", "rows", record, "--model", "none", "--positions", "4", "--detours", "0",
                     "--strange", "0", "--out", folder]
            subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            for board, rows in data.open_folders([folder]).items():
                for raw in rows.all(1):
                    planes, globals_ = rows.form.planes(raw), rows.form.field(raw, "globals")
                    played = int(planes[:, teachers.STONES].sum())
                    game.set_up(katago, played)
                    size = (options.pad,) * 2 if options.pad else board
                    said = teacher.say(teachers.padded(planes, size), globals_, is_padded=bool(options.pad))
                    said = {name: x[0] for name, x in teachers.cut(said, size, board).items()}
                    for kind, value in apart(said, told(katago, "bw"[played % 2])).items():
                        # A number that is none is a difference, too.
                        worst[kind] = max(worst.get(kind, 0.0), value if value == value else float("inf"))
                    count += 1
    print(f"{count} positions")
    for kind, value in worst.items():
        print(f"  {kind:11} largest difference {value:.6f}, allowed {TOLERANCES[kind]}")
    return not count or any(value > TOLERANCES[kind] for kind, value in worst.items())


if __name__ == "__main__":
    sys.exit(main())
