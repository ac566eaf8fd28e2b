#!/usr/bin/env python3
"""Counts games that people counted, and tells how often the result is the one that they recorded.

    scripts/counted.py FILE [FILE ...] [--kosumi PROGRAM] [--games 1000] [--rules korean] [--flags "--model own"]
        [--reference "gnugo --mode gtp --japanese-rules"] [--play-out 300] [--visits 16] [--jobs 2]

Files hold game records in SGF, many in one if need be, also compressed (`.xz`); of these the first games are taken whose
result is a margin in points. `kosumi score` counts them without a look at the result. Where a program is named as a
reference, its `final_score` of the same games stands beside. Each game with another margin is listed, with what that may
come from: kosumi takes a point for each defense that filling dame makes necessary (teire), and players do not always.

`--play-out N` lets kosumi go on with itself where the first N of these games were ended, by Tromp-Taylor rules, until both
pass and the board counts as it stands. The winner is compared with that of `kosumi score --rules chinese`. This tells
something of games in which area counted: where territory does, players stop before the dame are filled and the last
defenses are made, and who moves next has more of them.
"""

import argparse
import collections
import lzma
import re
import shlex
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from programs import Program, run


def games(path):
    """The game records of a file, one text each."""
    opened = lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else path.open(encoding="utf-8")
    with opened as file:
        text = file.read()
    depth, begin, inside = 0, 0, False
    for found in re.finditer(r"\\.|[()\[\]]", text, re.DOTALL):
        sign = found.group()
        if sign == "]":
            inside = False
        elif inside:
            continue
        elif sign == "[":
            inside = True
        elif sign == "(":
            begin = found.start() if depth == 0 else begin
            depth += 1
        elif sign == ")":
            depth -= 1
            if depth == 0:
                yield text[begin : found.end()]


def margin(result):
    """Black's points beyond White's; None for what is no margin in points."""
    found = re.fullmatch(r"([BW])\+(\d+(?:\.\d+)?)", result.strip())
    if not found:
        return 0.0 if result.strip() == "0" else None
    return float(found.group(2)) * (1 if found.group(1) == "B" else -1)


def recorded(record):
    found = re.search(r"RE\[(.*?)\]", record)
    return margin(found.group(1)) if found else None


def shared(work, files, jobs):
    """The margins that some work finds for files, a share of which is done in each job."""
    jobs = max(1, min(jobs, len(files)))
    with ThreadPoolExecutor(jobs) as pool:
        margins = list(pool.map(work, [files[number::jobs] for number in range(jobs)]))
    return [margins[number % jobs][number // jobs] for number in range(len(files))]


def scored(options, rules, files):
    """What `kosumi score` finds for each file: the margin, and how many defenses were necessary."""
    # Each process reads its network anew, so it gets all games at once.
    with tempfile.NamedTemporaryFile("w", suffix=".sgf") as collection:
        collection.write("\n".join(path.read_text() for path in files))
        collection.flush()
        told = run(options.kosumi, "score", "--rules", rules, *shlex.split(options.flags), collection.name)
    found = []
    for name, words in re.findall(r"^(result|defended) +(\S.*)$", told, re.MULTILINE):
        if name == "result":
            found.append((margin(words), 0))
        else:
            found[-1] = (found[-1][0], len(words.split()))
    return found


def referred(command, files):
    """What another program makes of each file; None where it says nothing like a margin."""
    program = Program(command)
    margins = []
    for path in files:
        program.ask(f"loadsgf {path}")
        margins.append(margin(program.ask("final_score", may_fail=True).lstrip("=? ").split(" ")[0]))
    return margins


def play_on(program, color, most):
    """The moves of both players, a color first, until both pass or there are as many as may be."""
    moves, passes = [], 0
    while passes < 2 and len(moves) < most:
        moves.append(program.ask(f"genmove {color}")[1:].strip())
        passes = passes + 1 if moves[-1] == "pass" else 0
        color = "white" if color == "black" else "black"
    return moves


def played_out(options, files):
    """The margins after the games have been played to an end at which the board can be counted as it stands."""
    program = Program(f"{options.kosumi} gtp --rules tromp-taylor --threads 1 --visits {options.visits}")
    program.ask("kosumi-param resign false")
    margins = []
    for path in files:
        # A game may have repeated a position, which Tromp-Taylor rules forbid.
        program.ask(f"kosumi-rules {options.rules}")
        program.ask(f"loadsgf {path}")
        program.ask("kosumi-rules tromp-taylor")
        size = int(program.ask("query_boardsize")[1:])
        color = re.search(r"^(black|white) to move", program.ask("showboard"), re.MULTILINE).group(1)
        play_on(program, color, 3 * size * size)
        margins.append(margin(program.ask("final_score")[1:]))
    return margins


def share(count, total):
    return f"{count} of {total} ({100 * count / max(1, total):.1f} %)"


def same_winner(one, other):
    return other is not None and (one > 0) == (other > 0) and (one < 0) == (other < 0)


def compare(name, wanted, found):
    exact = sum(one == other for one, other in zip(wanted, found))
    winners = sum(map(same_winner, wanted, found))
    print(f"{name}: margin {share(exact, len(wanted))}, winner {share(winners, len(wanted))}", flush=True)


def cause(recorded, found, defenses):
    """What a difference may come from."""
    difference = abs(recorded - found)
    if difference <= defenses:
        return "defenses"
    return "one point" if difference <= 1 else "life and death"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--kosumi", default=Path(__file__).resolve().parent.parent / "target" / "release" / "kosumi")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rules", default="korean", help="that the games were counted by")
    parser.add_argument("--flags", default="", help="of kosumi score")
    parser.add_argument("--reference", help="command line of another program")
    parser.add_argument("--play-out", type=int, default=0, metavar="GAMES")
    parser.add_argument("--visits", type=int, default=16, help="visits a move")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        files, wanted = [], []
        for record in (record for path in options.files for record in games(path)):
            if recorded(record) is None or len(files) == options.games:
                continue
            files.append(Path(folder) / f"{len(files):04}.sgf")
            files[-1].write_text(record)
            wanted.append(recorded(record))
        if not files:
            parser.error("no game in these files has a margin as its result")
        begun = time.monotonic()
        counts = shared(partial(scored, options, options.rules), files, options.jobs)
        seconds = time.monotonic() - begun
        found = [margin for margin, _ in counts]
        compare("kosumi", wanted, found)
        print(f"{1000 * seconds / max(1, len(files)):.0f} ms a game, {options.jobs} at a time")
        columns = {"recorded": wanted, "kosumi": found}
        if options.reference:
            columns["reference"] = shared(partial(referred, options.reference), files, options.jobs)
            compare(options.reference, wanted, columns["reference"])
        causes = collections.Counter()
        for number, (values, (_, defenses)) in enumerate(zip(zip(*columns.values()), counts)):
            if values[0] != values[1]:
                why = cause(*values[:2], defenses)
                causes[why] += 1
                told = ", ".join(f"{name} {value:+}" if value is not None else f"{name} nothing"
                                 for name, value in zip(columns, values))
                print(f"game {number}: {told}, {why}{'' if same_winner(*values[:2]) else ', the other player'}")
        print(f"other margins: {', '.join(f'{count} {why}' for why, count in causes.most_common())}")
        if options.play_out:
            some = files[: options.play_out]
            judged = [margin for margin, _ in shared(partial(scored, options, "chinese"), some, options.jobs)]
            ends = shared(partial(played_out, options), some, options.jobs)
            winners = sum(map(same_winner, ends, judged))
            print(f"counted by area as when played out: winner {share(winners, len(some))}")
            for number, (end, said) in enumerate(zip(ends, judged)):
                if not same_winner(end, said):
                    print(f"game {number}: counted {said:+}, played out {end:+}")


if __name__ == "__main__":
    main()
