#!/usr/bin/env python3
"""Compares what kosumi and KataGo say of the same positions with the same network.

    scripts/network-check.py --model FILE --katago "katago gtp -config gtp.cfg -model FILE" [--kosumi PROGRAM]
        [--positions 220] [--seed 1] [--verbose] [--human-model FILE [--katago-analysis "katago analysis -config ..."]]

The positions come from games on boards of many sizes under all rules that KataGo has: moves of kosumi's playouts,
random moves and passes, with and without handicap, with usual and extreme komi. Both programs answer
`kata-raw-nn SYMMETRY` and `kata-raw-nn SYMMETRY 1`, the symmetries in turn, and the largest differences are
printed for each kind of number.

With --human-model both answer `kata-raw-human-nn SYMMETRY` for players of changing profiles instead; KataGo's command needs
`-human-model FILE`, too. With --katago-analysis, which needs the same flag and `-override-config nnRandomize=false`, both
analysis servers search the same positions with one visit, and what they say of people is compared as well.

Exit status 0 only if every position is within the tolerances.
"""

import argparse
import json
import random
import re
import shlex
import subprocess
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
# What a server rounds to six decimals is as far apart as the rest. A deviation is the root of numbers with three digits.
TOLERANCES_OF_PEOPLE = {"win": 1e-3, "lead": 0.02, "deviation": 0.05, "owner": 5e-3, "policy": 1e-3, "error": 0.02}
RANKS = [f"{kyu}k" for kyu in range(20, 0, -1)] + [f"{dan}d" for dan in range(1, 10)]


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


def differences_of_people(one, other):
    """The same of what the network of human play says."""
    told = []
    for answer in (one, other):
        (mean,), (square,) = answer["whiteScore"], answer["whiteScoreSq"]
        told.append(answer | {"deviation": [max(0.0, square - mean * mean) ** 0.5], "whiteLead": [mean],
                              "whiteScoreSelfplay": [mean], "varTimeLeft": []})
    apart = differences(*told)
    apart["deviation"] = abs(told[0]["deviation"][0] - told[1]["deviation"][0])
    return {name: apart[name] for name in TOLERANCES_OF_PEOPLE}


def any_profile(rng):
    """A profile of each kind in turn, its ranks or its year by chance."""
    era = rng.choice(("rank", "preaz"))
    return rng.choice((f"{era}_{rng.choice(RANKS)}", f"{era}_{rng.choice(RANKS)}_{rng.choice(RANKS)}",
                       f"proyear_{rng.randrange(1800, 2024)}"))


class Server:
    """An analysis server, which is asked one question after the other."""

    def __init__(self, command):
        self.process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)

    def ask(self, query):
        self.process.stdin.write(json.dumps(query) + "\n")
        self.process.stdin.flush()
        while line := self.process.stdout.readline():
            answer = json.loads(line)
            if "rootInfo" in answer or "error" in answer:
                return answer
        raise SystemExit("an analysis server has ended")


def ask_servers(servers, rng):
    """Asks about a position after random moves, and how far the answers about people are apart."""
    width, height = rng.choice([(9, 9), (13, 13), (19, 19), (9, 7), (13, 19)])
    points = [f"{'ABCDEFGHJKLMNOPQRST'[x]}{y + 1}" for x in range(width) for y in range(height)]
    # So few moves that none is on a captured stone or in its own eye.
    moves = [["BW"[turn % 2], point] for turn, point in enumerate(rng.sample(points, rng.randrange(0, width + height)))]
    query = {"id": "q", "moves": moves, "boardXSize": width, "boardYSize": height, "komi": rng.choice((0.5, 6.5, 7)),
             "rules": rng.choice(("chinese", "japanese", "tromp-taylor")), "maxVisits": 1, "includePolicy": True,
             "overrideSettings": {"humanSLProfile": any_profile(rng), "ignorePreRootHistory": False,
                                  "reportAnalysisWinratesAs": "WHITE"}}
    one, other = (server.ask(query) for server in servers)
    if "error" in one or "error" in other:
        raise SystemExit(f"{query}\n{one.get('error')}\n{other.get('error')}")
    root = lambda name: abs(one["rootInfo"][name] - other["rootInfo"][name])
    policies = zip(one["humanPolicy"], other["humanPolicy"], strict=True)
    priors = [{found["move"]: found["humanPrior"] for found in answer["moveInfos"]} for answer in (one, other)]
    priors = [abs(priors[0][move] - priors[1][move]) for move in priors[0] if move in priors[1]]
    return query, {"win": root("humanWinrate"), "lead": root("humanScoreMean"), "deviation": root("humanScoreStdev"),
                   "owner": 0.0, "policy": max([abs(a - b) for a, b in policies] + priors),
                   "error": max(root("humanStWrError"), root("humanStScoreError"))}


def compare_servers(args, rng):
    """Compares the servers, and tells by how much they differ at most. Returns true if it is too much."""
    kosumi = Server(f"{args.kosumi} analysis --model {args.model} --human-model {args.human_model} --threads 1 "
                    "--param backend=portable")
    servers = [kosumi, Server(args.katago_analysis)]
    worst = dict.fromkeys(TOLERANCES_OF_PEOPLE, 0.0)
    for _ in range(args.positions):
        query, apart = ask_servers(servers, rng)
        if args.verbose and any(apart[name] > TOLERANCES_OF_PEOPLE[name] for name in apart):
            print(apart, query)
        worst = {name: max(worst[name], apart[name]) for name in worst}
    print(f"{args.positions} positions of the analysis server")
    return tell(worst, TOLERANCES_OF_PEOPLE)


def tell(worst, tolerances):
    """Prints the largest differences. Returns true if one is too large."""
    for name, tolerance in tolerances.items():
        print(f"  {name:9} largest difference {worst[name]:.6f}, allowed {tolerance}")
    return any(worst[name] > tolerances[name] for name in tolerances)


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
    parser.add_argument("--human-model", help="compare what this network of human play says instead")
    parser.add_argument("--katago-analysis", help="a command line of KataGo's analysis server with the same networks")
    parser.add_argument("--verbose", action="store_true", help="tells the positions that differ")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    people = f" --human-model {args.human_model}" if args.human_model else ""
    kosumi = Program(f"{args.kosumi} gtp --model {args.model} --threads 1 --seed 1{people}")
    # As exactly as this machine can: "best" may round factors to 16 bits.
    for word in ("avx512", "avx2", "neon", "portable"):
        if kosumi.ask(f"kosumi-param backend {word}", may_fail=True).startswith("="):
            break
    guide = Program(f"{args.kosumi} gtp --model none --threads 1 --seed 1 --param reg_visits=30 --param dead_playouts=20")
    katago = Program(args.katago)
    tolerances = TOLERANCES_OF_PEOPLE if people else TOLERANCES
    worst = dict.fromkeys(tolerances, 0.0)
    agree = 0
    for number in range(args.positions):
        game, area, is_square, color = set_up([kosumi, guide, katago], rng)
        color, moves = advance(kosumi, katago, guide, area, color, rng)
        # As at the root of a search, and with the optimistic policy alone where the network has one.
        found = dict.fromkeys(tolerances, 0.0)
        # Only squares can be transposed.
        symmetry = number % (8 if is_square else 4)
        questions = [f"kata-raw-nn {symmetry}", f"kata-raw-nn {symmetry} 1"]
        if people:
            questions = [f"kata-raw-human-nn {symmetry}"]
            profile = any_profile(rng)
            moves = f"{profile} {moves}"
            for program in (kosumi, katago):
                program.ask(f"kata-set-param humanSLProfile {profile}")
        for question in questions:
            answers = [numbers(program.ask(question)) for program in (kosumi, katago)]
            apart = (differences_of_people if people else differences)(*answers)
            found = {name: max(found[name], apart[name]) for name in found}
        is_close = all(found[name] <= tolerances[name] for name in tolerances)
        agree += is_close
        worst = {name: max(worst[name], found[name]) for name in worst}
        if args.verbose and not is_close:
            told = ", ".join(f"{name} {value:.4f}" for name, value in found.items())
            print(f"position {number}: {told}\n  {game}\n  {color} after {moves}")
    print(f"{agree} of {args.positions} positions agree")
    is_apart = tell(worst, tolerances)
    if args.katago_analysis:
        is_apart |= compare_servers(args, rng)
    return is_apart


if __name__ == "__main__":
    sys.exit(main())
