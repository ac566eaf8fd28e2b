#!/usr/bin/env python3
"""Plays games under every rule set, and checks that all parts of kosumi count them in the same way.

    scripts/agreement.py [--kosumi PROGRAM] [--games 40] [--size 7] [--flags "--playouts 50"] [--rules NAME ...]
        [--seed 1] [--keep DIR]

Kosumi plays with itself in `kosumi match`. The result of the referee is compared with `kosumi score`, with what is
counted in `kosumi play`, with `final_score` over GTP, and with the count that follows from `final_status_list`: the
same position with the stones of that list given as dead. The dead stones must be the same everywhere, every stone
must be in one list, where no stone is dead the lists of territory must have as many points as were counted, and
`printsgf` must give back the game, so that counting it again gives the same. Where area counts it is told where passes
gave points away, because dame were left, or dead stones where the board counts as it stands; how the games ended is
told for each rule set.

Exit status 0 only if there is no disagreement.
"""

import argparse
import collections
import json
import re
import sys
import tempfile
from pathlib import Path

from programs import Program, run


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


def left_undone(engine, rules, known, seki):
    """What a player gave away by passing where area counts: a dame, or dead stones that count as they stand."""
    if known["scoring"] != "AREA" or known["tax"] != "NONE":
        return []
    score = engine.ask("final_score")
    if "take no stones off" in engine.ask("kosumi-explain"):
        engine.ask("kosumi-rules chinese")
        without = engine.ask("final_score")
        engine.ask(f"kosumi-rules {rules}")
        return [f"{score}, but {without} without the dead stones"] if without != score else []
    dame = [point for point in points(engine.ask("final_status_list dame")) if not neighbors(point) & seki]
    return [f"nobody filled {' '.join(sorted(dame))}"] if dame else []


def numbers(text, name):
    """What Black and White have of a term of a count."""
    return [int(float(number)) for number in term(text, name).split()] or [0, 0]


def check(kosumi, engine, rules, path, folder):
    """What the parts of kosumi say of a game, by the name of the part: the result and the dead stones."""
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
    engine.ask(f"kosumi-rules {rules}")
    engine.ask(f"loadsgf {path}")
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
    return faults, left_undone(engine, rules, known, lists["seki"])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kosumi", default=Path(__file__).resolve().parent.parent / "target" / "release" / "kosumi")
    parser.add_argument("--games", type=int, default=40, help="of each rule set")
    parser.add_argument("--size", default="7")
    parser.add_argument("--flags", default="--playouts 50", help="of the players")
    parser.add_argument("--rules", nargs="*", help="rule sets [all]")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--keep", type=Path, help="folder for the games")
    options = parser.parse_args()
    kosumi = options.kosumi
    engine = Session(f"{kosumi} gtp")
    names = options.rules or re.findall(r"^([^:\s]+):", engine.ask("kosumi-rules"), re.MULTILINE)
    disagreements, given_away, counted = 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for rules in names:
            out = (options.keep or folder) / rules
            player = f"{kosumi} gtp --threads 1 {options.flags} --param resign=false"
            run(kosumi, "match", "--black", f"one={player}", "--white", f"two={player}", "--size", options.size,
                "--rules", rules, "--games", options.games, "--seed", options.seed, "--out", out)
            endings = collections.Counter()
            for line in (out / "games.jsonl").read_text(encoding="utf-8").splitlines():
                game = json.loads(line)
                endings[str(game["ending"])] += 1
            for path in sorted((out / "games").glob("*.sgf")):
                counted += 1
                faults, undone = check(kosumi, engine, rules, path, folder)
                disagreements += len(faults)
                given_away += len(undone)
                for fault in faults + undone:
                    print(f"{rules} {path.name}: {fault}", flush=True)
            print(f"{rules}: " + ", ".join(f"{count} {ending}" for ending, count in endings.items()), flush=True)
    print(f"{counted} positions, {disagreements} disagreements, {given_away} games in which passes gave points away")
    sys.exit(1 if disagreements else 0)


if __name__ == "__main__":
    main()
