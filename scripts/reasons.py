#!/usr/bin/env python3
"""Checks the reasons that reviews give for mistakes, by deeper searches and by another program's reading.

    scripts/reasons.py PAGE... [--kosumi PROGRAM] [--visits 1500] [--gnugo "gnugo --mode gtp"] [--most 200] [--kinds sente,gote]
        [--failures]

PAGE is what `kosumi review` has written. Of each mistake the positions after both moves are searched with so many visits. What a
reason says of the chances of stones and of points must then still be true by a good part; what it says of captures must be true by
GNU Go's reading or by the search. Prints how many mistakes have a reason and how many reasons of each kind are true, with what is
not. Sente, gote and answers are true if the deeper search plays so, and sente only if a pass loses points there, too. Needs GNU Go 3.8.
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

# How near an answer is, and what a move threatens or decides.
NEAR, AROUND = 3, 6
# What a move in sente threatens at least, and what a better move has to gain, both in points.
THREATENED, GAINED = 2, 0.5
# Kinds that say no more than where points are lost.
POINTS = {"cedes", "influence"}
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
PARTS = {
    "in the upper left corner": (0, 0), "on the upper side": (0, 1), "in the upper right corner": (0, 2),
    "on the left side": (1, 0), "in the center": (1, 1), "on the right side": (1, 2),
    "in the lower left corner": (2, 0), "on the lower side": (2, 1), "in the lower right corner": (2, 2),
}
STONES = r"the (?:\d+ )?(black|white) stones? (?:at|around) ([A-Z]\d+)"
THREAT = r"; \w+ needs the first ko threat\."
KINDS = [
    ("leaves in ko", rf"After (\w+), \w+ can capture {STONES} in a ko beginning with \w+{THREAT}"),
    ("captures in ko", rf"(\w+) captures {STONES} in a ko{THREAT}"),
    ("saves by ko", rf"(\w+) makes a ko for {STONES}{THREAT}"),
    ("leaves", rf"After (\w+), \w+ can capture {STONES} beginning with \w+\."),
    ("captures", rf"(\w+) captures {STONES}[ ,].*\."),
    ("saves", rf"(\w+) saves {STONES} from capture\."),
    ("loses", rf"After (\w+), \w+ loses {STONES} \(chance to live (\d+) %, after \w+ (\d+) %\)\."),
    ("kills", rf"(\w+) kills {STONES} \(chance to live (\d+) %, after \w+ (\d+) %\)\."),
    ("keeps", rf"(\w+) saves {STONES} \(chance to live (\d+) %, after \w+ (\d+) %\)\."),
    ("spares", rf"After (\w+), \w+ saves {STONES} \(chance to live (\d+) %, after \w+ (\d+) %\)\."),
    ("chance", rf"After (\w+), the chance of {STONES} to live is (\d+) %, after \w+ (\d+) %\."),
    ("cedes", r"(\w+) gives \w+ about (\d+) points (.*)\."),
    ("influence", r"(\w+) gives \w+ influence (.*): chances there that are worth about (\d+) points, though no territory yet\."),
    ("size", r"(\w+) is the key point for both, worth about (\d+) points: .*"),
    ("key point", r"(\w+) is the key point for both: .*"),
    ("ignores", r"(\w+) does not answer (\w+), and \w+ goes on at \w+\."),
    ("sente", r"(\w+) is sente: it threatens to gain about (\d+) points around there, so \w+ answers .*"),
    ("gote", r"(\w+) is gote: \w+ need not answer it, and plays at \w+\."),
    ("lets take ko", r"After (\w+), \w+ takes the ko at (\w+), and \w+ needs a ko threat before taking back\."),
    ("joseki", r"The usual move here is (\w+) \(.*\)\."),
    # What follows is true by the stones on the board, by the search's line or by the rules; it is only counted.
    ("takes", rf"(\w+) takes {STONES} off the board\."),
    ("threatens", rf"(\w+) threatens .*"),
    ("cuts", rf"(?:After )?(\w+),? (?:\w+ )?cuts .*"),
    ("connects", r"(\w+) keeps .* together\."),
    ("wasted", r"(\w+) changes nothing, .*"),
    ("takes ko", r"(\w+) takes the ko, and .*"),
    ("ko threat", r"(\w+) is a ko threat: .*"),
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
        self.name = Path(path).name.removesuffix(".review.html")
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
        """The owners of the points by name, 1 for Black, the moves by their worth, the best first, and Black's lead."""
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
        return owners, [info["move"] for info in answer["moveInfos"]], answer["rootInfo"]["scoreLead"]


def attack(reader, page, moves, at):
    """Whether GNU Go captures a chain if its opponent moves first, and whether its owner can save it."""
    reader.ask(f"boardsize {page.columns}")
    reader.ask("clear_board")
    for color, move in [*page.stones, *moves]:
        reader.ask(f"play {color} {move}", may_fail=True)
    codes = [reader.ask(f"{word} {at}", may_fail=True).split()[1:2] for word in ("attack", "defend")]
    return [code not in ([], ["0"]) for code in codes]


def far(one, other):
    """The distance of two points along the lines; large if one is a pass."""
    if "pass" in (one, other):
        return 99
    return abs(LETTERS.index(one[0]) - LETTERS.index(other[0])) + abs(int(one[1:]) - int(other[1:]))


def part(page, at):
    column, row = LETTERS.index(at[0]), page.rows - int(at[1:])

    def third(place, side):
        edge = (side + 1) // 3
        return (place >= edge) + (place >= side - edge)

    return third(row, page.rows), third(column, page.columns)


class Checker:
    """Both moves of a mistake, as a deeper search and GNU Go see them."""

    def __init__(self, page, mistake, analyst, reader):
        self.page, self.analyst, self.reader = page, analyst, reader
        self.before, self.color, self.played, self.better, _ = mistake
        self.owners, self.replies, self.leads = {}, {}, {}
        for move in (self.played, self.better):
            asked = analyst.ask(page, [*self.before, (self.color, move)])
            self.owners[move], self.replies[move], self.leads[move] = asked
        self.mover = 1 if self.color == "b" else -1

    def gain(self):
        """Points that the better move gains."""
        return self.mover * (self.leads[self.better] - self.leads[self.played])

    def life(self, move, stones, at):
        return (1 + {"black": 1, "white": -1}[stones] * self.owners[move][at]) / 2

    def check(self, kind, found):
        """Whether a deeper look bears a reason."""
        about = found[1]
        other = self.better if about == self.played else self.played
        if kind in ("leaves", "captures", "saves", "leaves in ko", "captures in ko", "saves by ko"):
            return self.check_reading(kind, about, other, found[2], found[3])
        if kind in ("loses", "kills", "keeps", "spares", "chance"):
            stones, at, now, otherwise = found[2], found[3], int(found[4]), int(found[5])
            told = (now - otherwise) / 100
            really = self.life(about, stones, at) - self.life(other, stones, at)
            return really * told > 0 and abs(really) >= min(0.4 * abs(told), 0.3)
        if kind == "cedes":
            return self.lost_in(found[3]) >= max(1, 0.3 * float(found[2]))
        if kind == "influence":
            return self.lost_in(found[2]) >= max(1, 0.3 * float(found[3]))
        if kind == "key point":
            return about in self.replies[self.played][:3]
        if kind == "size":
            gained = self.gained_around(about, self.owners[self.played], self.owners[about])
            return about in self.replies[self.played][:3] and gained >= max(1, 0.3 * float(found[2]))
        if kind == "lets take ko":
            return found[2] in self.replies[about][:3]
        if kind == "ignores":
            return far(self.replies[about][0], found[2]) <= NEAR
        if kind == "gote":
            return far(self.replies[about][0], about) > NEAR
        if kind == "sente":
            opponent = "w" if self.color == "b" else "b"
            passed = self.analyst.ask(self.page, [*self.before, (self.color, about), (opponent, "pass")])[0]
            gained = self.gained_around(about, self.owners[about], passed)
            return gained >= max(THREATENED, 0.3 * float(found[2])) and far(self.replies[about][0], about) <= NEAR
        if kind == "joseki":
            return self.gain() >= GAINED
        return True

    def check_reading(self, kind, about, other, stones, at):
        can_attack, can_defend = attack(self.reader, self.page, [*self.before, (self.color, about)], at)
        here, there = self.life(about, stones, at), self.life(other, stones, at)
        if kind in ("leaves", "leaves in ko"):
            return can_attack or here < 0.35
        if kind == "captures":
            return (can_attack and not can_defend) or here < 0.35
        if kind == "captures in ko":
            return can_attack or here < 0.65
        return not can_attack or (here > (0.65 if kind == "saves" else 0.35) and here > there)

    def gained_around(self, place, before, after):
        """Points around a place that the player gains between two searches."""
        return sum(self.mover * (after[at] - before[at]) for at in after if far(at, place) <= AROUND)

    def lost_in(self, where):
        """Points that the mistake loses in a part of the board, or on a board without parts."""
        where, owners = PARTS.get(where), self.owners
        points = [at for at in owners[self.played] if where is None or part(self.page, at) == where]
        return sum(self.mover * (owners[self.better][at] - owners[self.played][at]) for at in points)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pages", nargs="+")
    parser.add_argument("--kosumi", default=Path(__file__).resolve().parent.parent / "target" / "release" / "kosumi")
    parser.add_argument("--visits", type=int, default=1500)
    parser.add_argument("--gnugo", default="gnugo --mode gtp")
    parser.add_argument("--most", type=int, default=200, help="mistakes, evenly from all pages")
    parser.add_argument("--kinds", default="", help="mistakes with a reason of one of these kinds alone: sente,gote")
    parser.add_argument("--failures", action="store_true", help="print what is not true")
    options = parser.parse_args()
    pages = [Page(path) for path in options.pages]
    mistakes = [(page, mistake) for page in pages for mistake in page.mistakes]
    if options.kinds:
        wanted = [form for kind, form in KINDS if kind in options.kinds.split(",")]
        is_told = [any(re.fullmatch(form, text) for text in mistake[-1] for form in wanted) for _, mistake in mistakes]
        mistakes = [mistake for mistake, told in zip(mistakes, is_told) if told]
    step = max(1, len(mistakes) / options.most)
    mistakes = [mistakes[int(place * step)] for place in range(min(options.most, len(mistakes)))]
    analyst, reader = Analyst(options.kosumi, options.visits), Program(options.gnugo)
    true, told = collections.Counter(), collections.Counter()
    explained = more = doubtful = 0
    for page, mistake in mistakes:
        before, *_, sentences = mistake
        checker = Checker(page, mistake, analyst, reader)
        doubtful += checker.gain() < GAINED
        kinds = set()
        for sentence in sentences:
            kind, found = next((kind, found) for kind, form in KINDS if (found := re.fullmatch(form, sentence)))
            kinds.add(kind)
            told[kind] += 1
            if checker.check(kind, found):
                true[kind] += 1
            elif options.failures:
                gain = checker.gain()
                print(f"{page.name} {len(before) + 1}, gain {gain:.1f}, {kind}: {sentence}", flush=True)
        explained += bool(kinds)
        more += bool(kinds - POINTS)
    print(f"{explained} of {len(mistakes)} mistakes have a reason, {100 * explained / max(1, len(mistakes)):.1f} %")
    print(f"{more} have one that says more than where points are lost, {100 * more / max(1, len(mistakes)):.1f} %")
    print(f"{doubtful} gain less than {GAINED} points by the better move in the deeper search")
    for kind, count in told.most_common():
        print(f"{kind:15} {true[kind]:4} of {count:4} true")
    print(f"{'all':15} {true.total():4} of {told.total():4} true, {100 * true.total() / max(1, told.total()):.1f} %")


if __name__ == "__main__":
    main()
