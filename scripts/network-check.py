#!/usr/bin/env python3
"""Compares what kosumi and KataGo say of the same positions with the same network.

    scripts/network-check.py --model FILE --katago "katago gtp -config gtp.cfg -model FILE" [--kosumi PROGRAM]
        [--positions 220] [--seed 1] [--verbose]

The positions come from games on boards of many sizes under all rules that KataGo has: moves of kosumi's playouts,
random moves and passes, with and without handicap, with usual and extreme komi. Both programs answer
`kata-raw-nn SYMMETRY` and `kata-raw-nn SYMMETRY 1`, the symmetries in turn, and the largest differences are
printed for each kind of number. KataGo's setting
`assumeMultipleStartingBlackMovesAreHandicap=false` keeps it from taking Black's first moves for handicap stones where
White passes between them.

Exit status 0 only if every position is within the tolerances.
"""

import argparse
import random
import re
import sys

from programs import Program

SIZES = [(5, 5), (7, 7), (9, 9), (13, 13), (19, 19), (9, 7), (7, 13), (19, 9), (13, 5), (2, 2), (3, 4)]
RULES = [
    {
        "ko": ko,
        "scoring": scoring,
        "tax": tax,
        "suicide": suicide,
        "hasButton": button,
        "whiteHandicapBonus": bonus,
        "friendlyPassOk": friendly,
    }
    for ko in ("SIMPLE", "POSITIONAL", "SITUATIONAL")
    for scoring in ("AREA", "TERRITORY")
    for tax in ("NONE", "SEKI", "ALL")
    for suicide in (False, True)
    for button in (False, True)
    for bonus in ("0", "N", "N-1")
    for friendly in (False, True)
    if not (scoring == "TERRITORY" and (button or friendly))
]
TOLERANCES = {"win": 1e-3, "lead": 0.02, "owner": 5e-3, "policy": 1e-3, "error": 0.02, "time": 0.5}


def numbers(answer):
    """The numbers of an answer by their name; grids as lists, None where a play is illegal."""
    found, name = {}, None
    for line in answer.splitlines():
        words = line.lstrip("= ").split()
        if words and re.fullmatch("[a-zA-Z]+", words[0]) and words[0] != "NAN":
            name = words.pop(0)
            found[name] = []
        found.setdefault(name, []).extend(None if word == "NAN" else float(word) for word in words)
    return found


def differences(one, other):
    def largest(name):
        pairs = list(zip(one[name], other[name], strict=True))
        if any((a is None) != (b is None) for a, b in pairs):
            return float("inf")
        return max((abs(a - b) for a, b in pairs if a is not None), default=0.0)

    return {
        "win": max(largest("whiteWin"), largest("whiteLoss")),
        "lead": max(largest("whiteLead"), largest("whiteScoreSelfplay")),
        "owner": largest("whiteOwnership"),
        "policy": max(largest("policy"), largest("policyPass")),
        "error": max(largest("shorttermWinlossError"), largest("shorttermScoreError")),
        "time": largest("varTimeLeft"),
    }


def set_up(programs, rng):
    """A new game in all programs. Returns what it is, the points of the board, whether it is square, and who begins."""
    width, height = rng.choice(SIZES)
    rules = rng.choice(RULES)
    area = width * height
    komi = rng.choice([0, 0.5, 6.5, 7, 7.5, -5, area, -area / 2 - 0.5, area + 25])
    for program in programs:
        program.ask("clear_board")
        program.ask(f"rectangular_boardsize {width} {height}")
        program.ask("clear_board")
        program.ask("kata-set-rules " + str(rules).replace("'", '"').replace("True", "true").replace("False", "false"))
        program.ask(f"komi {komi}")
    stones = []
    if area >= 25 and rng.random() < 0.15:
        places = rng.sample([(x, y) for x in range(width) for y in range(height)], rng.randrange(2, 6))
        stones = [f"{'ABCDEFGHJKLMNOPQRST'[x]}{y + 1}" for x, y in places]
        for program in programs:
            program.ask("set_free_handicap " + " ".join(stones))
    return f"{width}x{height} {rules} komi {komi} {stones}", area, width == height, "w" if stones else "b"


def advance(kosumi, katago, guide, area, color, rng):
    """Plays some moves. Returns the color to move, and the moves."""
    moves = []
    wild = rng.random()
    for _ in range(rng.randrange(0, area + area // 2)):
        if rng.random() < wild:
            legal = kosumi.ask(f"all_legal {color}").lstrip("= ").split()
            move = rng.choice(legal or ["pass"])
        else:
            move = guide.ask(f"reg_genmove {color}").lstrip("= ").split()[0]
        if rng.random() < 0.03 or move.lower() == "resign":
            move = "pass"
        if move.lower() == "pass" and moves and moves[-1].lower() == "pass":
            break  # KataGo goes on with another phase of the game
        answer = katago.ask(f"play {color} {move}", may_fail=True)
        if answer.startswith("?"):
            break
        for program in (kosumi, guide):
            program.ask(f"play {color} {move}")
        moves.append(move)
        color = "w" if color == "b" else "b"
    return color, " ".join(moves)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kosumi", default="target/release/kosumi")
    parser.add_argument("--katago", required=True, help="a command line that speaks GTP with the same network")
    parser.add_argument("--model", required=True)
    parser.add_argument("--positions", type=int, default=220)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--verbose", action="store_true", help="tells the positions that differ")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    kosumi = Program(f"{args.kosumi} gtp --model {args.model} --threads 1 --seed 1")
    # As exactly as this machine can: "best" may round factors to 16 bits.
    for word in ("avx512", "avx2", "neon", "portable"):
        if kosumi.ask(f"kosumi-param backend {word}", may_fail=True).startswith("="):
            break
    guide = Program(f"{args.kosumi} gtp --model none --threads 1 --seed 1 --param reg_visits=30 --param dead_playouts=20")
    katago = Program(args.katago)
    worst = dict.fromkeys(TOLERANCES, 0.0)
    agree = 0
    for number in range(args.positions):
        game, area, is_square, color = set_up([kosumi, guide, katago], rng)
        color, moves = advance(kosumi, katago, guide, area, color, rng)
        # As at the root of a search, and with the optimistic policy alone where the network has one.
        found = dict.fromkeys(TOLERANCES, 0.0)
        # Only squares can be transposed.
        symmetry = number % (8 if is_square else 4)
        for question in (f"kata-raw-nn {symmetry}", f"kata-raw-nn {symmetry} 1"):
            answers = [numbers(program.ask(question)) for program in (kosumi, katago)]
            apart = differences(*answers)
            found = {name: max(found[name], apart[name]) for name in found}
        is_close = all(found[name] <= TOLERANCES[name] for name in TOLERANCES)
        agree += is_close
        worst = {name: max(worst[name], found[name]) for name in worst}
        if args.verbose and not is_close:
            told = ", ".join(f"{name} {value:.4f}" for name, value in found.items())
            print(f"position {number}: {told}\n  {game}\n  {color} after {moves}")
    print(f"{agree} of {args.positions} positions agree")
    for name, tolerance in TOLERANCES.items():
        print(f"  {name:7} largest difference {worst[name]:.6f}, allowed {tolerance}")
    return agree < args.positions


if __name__ == "__main__":
    sys.exit(main())
