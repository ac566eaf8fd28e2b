#!/usr/bin/env python3
"""Plays games under every rule set, and checks that all parts of kosumi count them in the same way.

    scripts/agreement.py [--kosumi PROGRAM] [--games 40] [--compared GAMES] [--size 7] [--flags "--visits 50"]
        [--rules NAME ...] [--seed 1] [--jobs 1] [--keep DIR]

Kosumi plays with itself in `kosumi match`. The result of the referee is compared with `kosumi score`, with what is
counted in `kosumi play`, with `final_score` over GTP, and with the count that follows from `final_status_list`: the
same position with the stones of that list given as dead. The dead stones must be the same everywhere, every stone
must be in one list, where no stone is dead the lists of territory must have as many points as were counted, and
`printsgf` must give back the game, so that counting it again gives the same. That starts several programs for each
game, so it can be left to the first games of each rule set (--compared).

In all games, a board without a result must be one that was there before, every game must end, and where area counts it is
told where passes gave points away, because dame were left, or dead stones where the board counts as it stands. How the
games ended is told for each rule set.

Exit status 0 only if there is no disagreement and no faulty end.
"""

import argparse
import collections
import json
import re
import sys
import tempfile
from pathlib import Path

from programs import Program, run

# How a game in which nobody resigns may end.
GOOD_ENDINGS = {"counted", "no_result"}


class Session(Program):
    """Kosumi over GTP, whose answers are taken without what frames them."""

    def ask(self, command):
        return super().ask(command)[1:].strip()


def points(text):
    return frozenset(re.findall(r"\b[A-HJ-Z]\d+\b", text))


def term(text, name):
    """What stands behind a name at the beginning of a line."""
    found = re.search(rf"^{name} {{2,}}(.*)$", text, re.MULTILINE)
    return found.group(1).strip() if found else ""


def neighbors(point):
    columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
    column, row = columns.index(point[0]), int(point[1:])
    return {f"{columns[x]}{y}" for x, y in ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
            if 0 <= x < len(columns)}


def left_undone(engine, rules):
    """What a player gave away by passing where area counts: a dame, or dead stones that count as they stand."""
    known = json.loads(engine.ask("kata-get-rules"))
    if known["scoring"] != "AREA" or known["tax"] != "NONE":
        return []
    score = engine.ask("final_score")
    if "take no stones off" in engine.ask("kosumi-explain"):
        engine.ask("kosumi-rules chinese")
        without = engine.ask("final_score")
        engine.ask(f"kosumi-rules {rules}")
        return [f"{score}, but {without} without the dead stones"] if without != score else []
    # Where area counts, not all stones that share dame in a seki are told to be in one.
    seki = points(engine.ask("final_status_list seki"))
    engine.ask("kosumi-rules japanese")
    seki |= points(engine.ask("final_status_list seki"))
    engine.ask(f"kosumi-rules {rules}")
    dame = [point for point in points(engine.ask("final_status_list dame")) if not neighbors(point) & seki]
    return [f"nobody filled {' '.join(sorted(dame))}"] if dame else []


def repeats(record):
    """True if the board at the end of a game has been there before."""
    size = int(re.search(r"SZ\[(\d+)", record).group(1))
    board, seen = {}, set()

    def stones_without_liberty(start):
        color, group, open_points = board[start], {start}, [start]
        while open_points:
            x, y = open_points.pop()
            for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if not (0 <= near[0] < size and 0 <= near[1] < size) or near in group:
                    continue
                if near not in board:
                    return set()
                if board[near] == color:
                    group.add(near)
                    open_points.append(near)
        return group

    for color, move in re.findall(r";([BW])\[([a-z]*)\]", record):
        seen.add(frozenset(board.items()))
        if not move:
            continue
        at = ord(move[0]) - ord("a"), ord(move[1]) - ord("a")
        board[at] = color
        for others in (True, False):
            for stone in [stone for stone, owner in board.items() if (owner != color) == others]:
                for taken in stones_without_liberty(stone) if stone in board else ():
                    del board[taken]
    return frozenset(board.items()) in seen


def numbers(text, name):
    """What Black and White have of a term of a count."""
    return [int(float(number)) for number in term(text, name).split()] or [0, 0]


def compare(kosumi, engine, rules, path, folder):
    """Where the parts of kosumi differ about a game."""
    record = path.read_text(encoding="utf-8")
    result = re.search(r"RE\[(.*?)\]", record).group(1)
    # Who resigned, or was stopped, was not counted.
    said = {"match": (result, None)} if re.fullmatch(r"[BW]\+[\d.]+|0", result) else {}
    scored = run(kosumi, "score", path)
    dead = points(term(scored, "dead"))
    said["score"] = (term(scored, "result"), dead)
    given = run(kosumi, "score", path, "--dead", " ".join(sorted(dead)))
    said["score --dead"] = (term(given, "result"), points(term(given, "dead")))
    # In kosumi play the game is over, and counted, as soon as it is loaded.
    played = run(kosumi, "play", "--rules", rules, "--as", "both", "--look", "plain", text=f"load {path}\nscore\nquit\n")
    counted = played.rpartition("game over: score")[2]
    said["play"] = (term(counted, "result"), points(term(counted, "(?:taken to be )?dead")))
    lists = {name: points(engine.ask(f"final_status_list {name}")) for name in ("alive", "dead", "seki")}
    said["final_score"] = (engine.ask("final_score"), lists["dead"])
    copy = folder / "copy.sgf"
    copy.write_text(engine.ask("printsgf"), encoding="utf-8")
    again = run(kosumi, "score", copy)
    said["printsgf"] = (term(again, "result"), points(term(again, "dead")))
    stones = [stone for color in ("black", "white") for stone in points(engine.ask(f"list_stones {color}"))]
    listed = [stone for name in lists for stone in lists[name]]
    faults = [] if sorted(stones) == sorted(listed) else [f"the lists do not have every stone once: {lists}"]
    known = json.loads(engine.ask("kata-get-rules"))
    # A tax on groups takes points, but none in particular.
    if not dead and term(scored, "territory") and known["tax"] != "ALL":
        owned = [len(points(engine.ask(f"final_status_list {color}_territory"))) for color in ("black", "white")]
        counted = [sum(pair) for pair in zip(numbers(scored, "territory"), numbers(scored, "tax"))]
        if owned != counted:
            faults.append(f"{owned} points of territory are listed, {counted} were counted")
    results = {result for result, _ in said.values()}
    all_dead = {dead for _, dead in said.values() if dead is not None}
    if len(results) > 1 or len(all_dead) > 1:
        told = (f"{name} {result} dead {' '.join(sorted(dead or []))}" for name, (result, dead) in said.items())
        faults.append("; ".join(told))
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kosumi", default=Path(__file__).resolve().parent.parent / "target" / "release" / "kosumi")
    parser.add_argument("--games", type=int, default=40, help="of each rule set")
    parser.add_argument("--compared", type=int, help="of these, how many all parts of kosumi count [all]")
    parser.add_argument("--size", default="7")
    parser.add_argument("--flags", default="--visits 50", help="of the players")
    parser.add_argument("--rules", nargs="*", help="rule sets [all]")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--jobs", default="1", help="games at once")
    parser.add_argument("--keep", type=Path, help="folder for the games")
    options = parser.parse_args()
    kosumi = options.kosumi
    engine = Session(f"{kosumi} gtp")
    names = options.rules or re.findall(r"^([^:\s]+):", engine.ask("kosumi-rules"), re.MULTILINE)
    played, compared, faulty, given_away = 0, 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for rules in names:
            out = (options.keep or folder) / rules
            player = f"kosumi {options.flags} --param resign=false"
            run(kosumi, "match", "--black", f"one={player}", "--white", f"two={player}", "--size", options.size,
                "--rules", rules, "--games", options.games, "--seed", options.seed, "--jobs", options.jobs, "--out", out)
            endings = collections.Counter()
            for line in (out / "games.jsonl").read_text(encoding="utf-8").splitlines():
                game = json.loads(line)
                endings[str(game["ending"])] += 1
            engine.ask(f"kosumi-rules {rules}")
            for number, path in enumerate(sorted((out / "games").glob("*.sgf"))):
                engine.ask(f"loadsgf {path}")
                faults, undone = [], left_undone(engine, rules)
                if options.compared is None or number < options.compared:
                    faults = compare(kosumi, engine, rules, path, folder)
                    compared += 1
                record = path.read_text(encoding="utf-8")
                if "RE[Void]" in record and not repeats(record):
                    faults.append("no result, but no board came again")
                faulty += len(faults)
                given_away += len(undone)
                for fault in faults + undone:
                    print(f"{rules} {path.name}: {fault}", flush=True)
            print(f"{rules}: " + ", ".join(f"{count} {ending}" for ending, count in endings.items()), flush=True)
            played += endings.total()
            faulty += sum(count for ending, count in endings.items() if ending not in GOOD_ENDINGS)
    print(
        f"{played} games, {compared} of them compared, {faulty} disagreements and faulty ends, "
        f"{given_away} games in which passes gave points away"
    )
    sys.exit(1 if faulty else 0)


if __name__ == "__main__":
    main()
