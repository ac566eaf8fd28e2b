#!/usr/bin/env python3
"""Checks the reasons that reviews give for mistakes, by deeper searches and by another program's reading.

    scripts/reasons.py PAGE... [--kosumi PROGRAM] [--visits 1500] [--gnugo "gnugo --mode gtp"] [--most 200] [--failures]

PAGE is what `kosumi review` has written. Of each mistake the positions after both moves are searched with so many visits. What a
reason says of the chances of stones and of points must then still be true by a good part; what it says of captures must be true by
GNU Go's reading or by the search. Prints how many mistakes have a reason and how many reasons of each kind are true, with what is
not. Needs GNU Go 3.8.
"""

import argparse
import collections
import html
import json
import re
import shlex
import subprocess
from pathlib import Path

from programs import Program

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
PARTS = {
    "in the upper left corner": (0, 0), "on the upper side": (0, 1), "in the upper right corner": (0, 2),
    "on the left side": (1, 0), "in the center": (1, 1), "on the right side": (1, 2),
    "in the lower left corner": (2, 0), "on the lower side": (2, 1), "in the lower right corner": (2, 2),
}
STONES = r"the (?:\d+ )?(black|white) stones? (?:at|around) ([A-Z]\d+)"
KINDS = [
    ("leaves", rf"After (\w+), \w+ can capture {STONES} beginning with \w+\."),
    ("captures", rf"(\w+) captures {STONES}[ ,].*\."),
    ("saves", rf"(\w+) saves {STONES} from capture\."),
    ("loses", rf"After (\w+), \w+ loses {STONES} \(chance to live (\d+) %, after \w+ (\d+) %\)\."),
    ("kills", rf"(\w+) kills {STONES} \(chance to live (\d+) %, after \w+ (\d+) %\)\."),
    ("keeps", rf"(\w+) saves {STONES} \(chance to live (\d+) %, after \w+ (\d+) %\)\."),
    ("spares", rf"After (\w+), \w+ saves {STONES} \(chance to live (\d+) %, after \w+ (\d+) %\)\."),
    ("chance", rf"After (\w+), the chance of {STONES} to live is (\d+) %, after \w+ (\d+) %\."),
    ("cedes", r"(\w+) gives \w+ about (\d+) points (.*)\."),
    ("key point", r"(\w+) is the key point for both: .*"),
    # What follows is true by the stones on the board, by the search's line or by the rules; it is only counted.
    ("takes", rf"(\w+) takes {STONES} off the board\."),
    ("threatens", rf"(\w+) threatens .*"),
    ("cuts", rf"(?:After )?(\w+),? (?:\w+ )?cuts .*"),
    ("connects", r"(\w+) keeps .* together\."),
    ("wasted", r"(\w+) changes nothing, .*"),
    ("ignores", r"(\w+) does not answer .*"),
    ("larger", r"(\w+) is larger: .*"),
    ("empty triangle", r"(\w+) makes an empty triangle, .*"),
    ("passes", r"A (pass) leaves .*"),
]


def name(place, columns, rows):
    return "pass" if place is None else f"{LETTERS[place % columns]}{rows - place // columns}"


class Page:
    """The game of a page and its mistakes, each with the sentences about it."""

    def __init__(self, path):
        text = Path(path).read_text(encoding="utf-8")
        facts = html.unescape(re.search(r"<h1>.*?</h1><p>(.*?)</p>", text, re.S)[1])
        self.columns, self.rows = map(int, re.match(r"(\d+)x(\d+)", facts).groups())
        self.rules = re.search(r", (\S+) rules", facts)[1]
        self.komi = float(re.search(r"komi (-?[\d.]+)", facts)[1])
        end = int(re.search(r'data-end="(\d+)"', text)[1])
        steps = json.loads(re.search(r'class="steps-text" type="application/json">(.*?)</script>', text, re.S)[1])
        line = []
        while end is not None:
            line.insert(0, steps[end])
            end = steps[end].get("before")
        self.stones = [(color[0], name(place, self.columns, self.rows)) for place, color in line[0].get("changes", [])]
        self.moves, self.mistakes = [], []
        for step in line[1:]:
            found = re.match(r"\d+\. (Black|White) (\w+)\..* kosumi: (\w+)", step["text"])
            color = re.match(r"\d+\. (Black|White) ", step["text"])[1][0].lower()
            move = name(step.get("at"), self.columns, self.rows)
            if found and re.search(r"istake: loses", step["text"].split("\n")[0]):
                sentences = step["text"].split("\n")[1:-1]
                self.mistakes.append((list(self.moves), color, move, found[3], sentences))
            self.moves.append((color, move))


class Analyst:
    """The analysis server, asked about one position after the other."""

    def __init__(self, kosumi, visits):
        self.visits = visits
        self.process = subprocess.Popen(
            [*shlex.split(str(kosumi)), "analysis"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            stderr=subprocess.DEVNULL,
        )

    def ask(self, page, moves):
        """The owners of the points by name, 1 for Black, and the moves by their worth, the best first."""
        query = {
            "id": "1", "boardXSize": page.columns, "boardYSize": page.rows, "rules": page.rules, "komi": page.komi,
            "moves": moves, "initialStones": page.stones, "maxVisits": self.visits, "includeOwnership": True,
            "overrideSettings": {"reportAnalysisWinratesAs": "BLACK"},
        }
        self.process.stdin.write(json.dumps(query) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "error" in answer:
            raise SystemExit(answer["error"])
        owners = {name(place, page.columns, page.rows): owner for place, owner in enumerate(answer["ownership"])}
        return owners, [info["move"] for info in answer["moveInfos"]]


def attack(reader, page, moves, at):
    """Whether GNU Go captures a chain if its opponent moves first, and whether its owner can save it."""
    reader.ask(f"boardsize {page.columns}")
    reader.ask("clear_board")
    for color, move in [*page.stones, *moves]:
        reader.ask(f"play {color} {move}", may_fail=True)
    codes = [reader.ask(f"{word} {at}", may_fail=True).split()[1:2] for word in ("attack", "defend")]
    return [code not in ([], ["0"]) for code in codes]


def part(page, at):
    column, row = LETTERS.index(at[0]), page.rows - int(at[1:])

    def third(place, side):
        edge = (side + 1) // 3
        return (place >= edge) + (place >= side - edge)

    return third(row, page.rows), third(column, page.columns)


def check(kind, found, page, mistake, owners, replies, reader):
    """Whether a deeper look bears a reason."""
    before, color, played, better, _ = mistake
    about = found[1]
    other = better if about == played else played
    sign = {"black": 1, "white": -1}

    def life(move, stones, at):
        return (1 + sign[stones] * owners[move][at]) / 2

    if kind in ("leaves", "captures", "saves"):
        stones, at = found[2], found[3]
        can_attack, can_defend = attack(reader, page, [*before, (color, about)], at)
        here, there = life(about, stones, at), life(other, stones, at)
        if kind == "leaves":
            return can_attack or here < 0.35
        if kind == "captures":
            return (can_attack and not can_defend) or here < 0.35
        return not can_attack or (here > 0.65 and here > there)
    if kind in ("loses", "kills", "keeps", "spares", "chance"):
        stones, at, now, otherwise = found[2], found[3], int(found[4]), int(found[5])
        told = (now - otherwise) / 100
        really = life(about, stones, at) - life(other, stones, at)
        return really * told > 0 and abs(really) >= min(0.4 * abs(told), 0.3)
    if kind == "cedes":
        gained, where = float(found[2]), PARTS.get(found[3])
        points = [at for at in owners[played] if where is None or part(page, at) == where]
        mover = 1 if color == "b" else -1
        lost = sum(mover * (owners[better][at] - owners[played][at]) for at in points)
        return lost >= max(1, 0.3 * gained)
    if kind == "key point":
        return about in replies[played][:3]
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="+")
    parser.add_argument("--kosumi", default=Path(__file__).resolve().parent.parent / "target" / "release" / "kosumi")
    parser.add_argument("--visits", type=int, default=1500)
    parser.add_argument("--gnugo", default="gnugo --mode gtp")
    parser.add_argument("--most", type=int, default=200, help="mistakes, evenly from all pages")
    parser.add_argument("--failures", action="store_true", help="print what is not true")
    options = parser.parse_args()
    pages = [Page(path) for path in options.pages]
    mistakes = [(page, mistake) for page in pages for mistake in page.mistakes]
    step = max(1, len(mistakes) / options.most)
    mistakes = [mistakes[int(place * step)] for place in range(min(options.most, len(mistakes)))]
    analyst, reader = Analyst(options.kosumi, options.visits), Program(options.gnugo)
    true, told, explained = collections.Counter(), collections.Counter(), 0
    for page, mistake in mistakes:
        before, color, played, better, sentences = mistake
        explained += bool(sentences)
        owners, replies = {}, {}
        for move in (played, better):
            owners[move], replies[move] = analyst.ask(page, [*before, (color, move)])
        for sentence in sentences:
            kind, found = next((kind, found) for kind, form in KINDS if (found := re.fullmatch(form, sentence)))
            told[kind] += 1
            if check(kind, found, page, mistake, owners, replies, reader):
                true[kind] += 1
            elif options.failures:
                print(f"move {len(before) + 1}, {kind}: {sentence}", flush=True)
    print(f"{explained} of {len(mistakes)} mistakes have a reason, {100 * explained / max(1, len(mistakes)):.1f} %")
    for kind, count in told.most_common():
        print(f"{kind:15} {true[kind]:4} of {count:4} true")
    print(f"{'all':15} {true.total():4} of {told.total():4} true, {100 * true.total() / max(1, told.total()):.1f} %")


if __name__ == "__main__":
    main()
