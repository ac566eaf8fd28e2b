#!/usr/bin/env python3
"""Plays games at all levels, sizes, handicaps and rule sets, and looks at every pass in them.

    scripts/passes.py [--kosumi PROGRAM] [--games 200] [--visits 100] [--points 2] [--sizes 7 9 13 19]
        [--levels 1 2 ... 10] [--handicaps 0 2 5 9] [--rules NAME ...] [--seed 1] [--visits 50] [--keep DIR]
        [--second-opinion COMMAND]

Kosumi plays with itself in `kosumi match`; level, size, handicap, komi and rule set are drawn for each game. Nobody
resigns. The analysis server then searches the position before each pass and the one after it. Where the pass seems to lose
--points or more, it is compared with the best play, by two searches with eight times the visits: the position before it
without the pass, and the one after it. A pass is early if the play is better by that much. With --second-opinion another
engine that speaks KataGo's JSON makes the comparison, too, and has to agree: a small network may misjudge what it played
itself. A game is faulty if it ends in anything but a count.

Exit status 0 only if no pass is early and no game is faulty.
"""

import argparse
import json
import random
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from programs import Program, run

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

# The most handicap stones on their traditional points.
MOST_STONES = {7: 4, 9: 9, 13: 9, 19: 9}


class Analyst:
    """An analysis server that speaks KataGo's JSON."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.number = 0

    def lead(self, game, moves, visits, player=None):
        """White's expected lead after some moves of a game, where a player may not pass next."""
        self.number += 1
        query = {
            "id": str(self.number), "moves": moves, "initialStones": game["stones"], "rules": game["rules"],
            "komi": game["komi"], "boardXSize": game["size"], "boardYSize": game["size"], "maxVisits": visits,
            "initialPlayer": game["first"], "overrideSettings": {"reportAnalysisWinratesAs": "WHITE"},
        }
        if player:
            query["avoidMoves"] = [{"player": player, "moves": ["pass"], "untilDepth": 1}]
        self.process.stdin.write(json.dumps(query) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "rootInfo" not in answer:
            raise SystemExit(f"the analysis server says {answer}")
        return answer["rootInfo"]["scoreLead"]


def rules_in_json(kosumi, name):
    """A rule set by its parts, as every program that speaks KataGo's JSON knows them."""
    program = Program(f"{kosumi} gtp")
    program.ask(f"kata-set-rules {name}")
    return json.loads(program.ask("kata-get-rules").lstrip("= "))


def vertex(text, size):
    """A move of a record as the protocols write it."""
    return "pass" if not text else f"{LETTERS[ord(text[0]) - ord('a')]}{size - (ord(text[1]) - ord('a'))}"


def read(record, rules):
    """A record of `kosumi match` as the analysis server wants it, and the moves."""
    size = int(re.search(r"SZ\[(\d+)", record).group(1))
    stones = re.search(r"AB((?:\[[a-z]{2}\])+)", record)
    stones = re.findall(r"\[([a-z]{2})\]", stones.group(1)) if stones else []
    moves = [[color, vertex(at, size)] for color, at in re.findall(r";([BW])\[([a-z]*)\]", record)]
    komi = float(re.search(r"KM\[([-\d.]+)", record).group(1))
    game = {
        "size": size, "komi": komi, "rules": rules, "stones": [["B", vertex(at, size)] for at in stones],
        "first": moves[0][0] if moves else "B",
    }
    return game, moves


def cost(analyst, game, moves, number, visits, against_plays=False):
    """The points that the pass of a number loses, against whatever is best or against plays alone."""
    color = moves[number][0]
    before = analyst.lead(game, moves[:number], visits, color if against_plays else None)
    after = analyst.lead(game, moves[:number + 1], visits)
    return before - after if color == "W" else after - before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kosumi", default=Path(__file__).resolve().parent.parent / "target" / "release" / "kosumi")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--visits", type=int, default=100, help="of a search after a game")
    parser.add_argument("--points", type=float, default=2.0, help="a pass that loses fewer is none too early")
    parser.add_argument("--sizes", type=int, nargs="*", default=[7, 9, 13, 19])
    parser.add_argument("--levels", type=int, nargs="*", default=list(range(1, 11)))
    parser.add_argument("--handicaps", type=int, nargs="*", default=[0, 2, 5, 9])
    parser.add_argument("--rules", nargs="*", help="rule sets [all]")
    parser.add_argument("--visits", default="50", help="of the players, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for the games")
    parser.add_argument("--second-opinion", help="command of another analysis server, which has to agree")
    options = parser.parse_args()
    names = options.rules
    if not names:
        names = re.findall(r"^([^:\s]+):", Program(f"{options.kosumi} gtp").ask("kosumi-rules"), re.MULTILINE)
    rng = random.Random(options.seed)
    analyst = Analyst([str(options.kosumi), "analysis", "--analysis-threads", "1", "--search-threads", "1"])
    other = Analyst(shlex.split(options.second_opinion)) if options.second_opinion else None
    passes, early, faulty = 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        for number in range(options.games):
            out = (options.keep or Path(name)) / str(number)
            size, rules = rng.choice(options.sizes), rng.choice(names)
            handicap = min(rng.choice(options.handicaps), MOST_STONES.get(size, 0))
            levels = [rng.choice(options.levels) for _ in range(2)]
            players = [
                f"{color}=kosumi --level {level} --visits {options.playouts} --param resign=false"
                for color, level in zip(("one", "two"), levels)
            ]
            run(options.kosumi, "match", "--black", players[0], "--white", players[1], "--size", size, "--rules", rules,
                "--handicap", handicap, "--games", 1, "--seed", options.seed * 100_000 + number, "--out", out)
            ending = json.loads((out / "games.jsonl").read_text(encoding="utf-8").splitlines()[0])["ending"]
            path = next((out / "games").glob("*.sgf"))
            told = f"{number}: {size}x{size} {rules}, {handicap} stones, levels {levels}"
            if ending not in {"counted", "no_result"}:
                faulty += 1
                print(f"{told}: ends by {ending}", flush=True)
            game, moves = read(path.read_text(encoding="utf-8"), rules)
            for index, (color, move) in enumerate(moves):
                if move != "pass":
                    continue
                passes += 1
                loss = cost(analyst, game, moves, index, options.visits)
                if loss >= options.points:
                    loss = cost(analyst, game, moves, index, 8 * options.visits, against_plays=True)
                if loss >= options.points and other:
                    plain = game | {"rules": rules_in_json(options.kosumi, rules)}
                    loss = cost(other, plain, moves, index, options.visits, against_plays=True)
                if loss >= options.points:
                    early += 1
                    print(f"{told}: the pass {index + 1} of {len(moves)} ({color}) loses {loss:.1f}", flush=True)
    print(f"{options.games} games, {passes} passes, {early} of them early, {faulty} faulty ends")
    sys.exit(1 if early or faulty else 0)


if __name__ == "__main__":
    main()
