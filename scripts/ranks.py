#!/usr/bin/env python3
"""Games between ranks with the handicap that makes them even between people.

    scripts/ranks.py OUT [--kosumi PROGRAM] [--games 20] [--size 19] [--apart 1 2 3] [--ranks 12k 11k ...] [--jobs 1] [--report]

Each rank plays the ranks that stand --apart below it: with one rank between them without komi, with more with as many stones as
ranks; on smaller boards with komi alone, for which a rank counts a third of a stone on 13x13 and a fifth on 9x9. The weaker
one has Black. OUT gets a line of JSON for each game, and a run goes on where an earlier one stopped. --report writes a table
of all games in OUT, with the difference in Elo to an even match and its interval of 95 %.
"""

import argparse
import json
import math
import random
import threading
from pathlib import Path

from programs import Program

# What a stone is worth, in points of komi.
STONE = 14.0

MOST_MOVES = 500


def terms(apart, size):
    """The handicap stones and the komi for ranks that are so far apart."""
    if size >= 19:
        return (apart if apart > 1 else 0), (0.5 if apart else 7.5)
    share = 1 / 3 if size >= 13 else 1 / 5
    return 0, 7.5 - round(apart * share * STONE)


def game(players, size, handicap, komi):
    """A game of two players, Black first; 1 if White wins, 0 if Black does, and how it ended after how many moves."""
    for player in players:
        for line in (f"boardsize {size}", "clear_board", f"komi {komi}"):
            player.ask(line)
        if handicap:
            player.ask(f"fixed_handicap {handicap}")
    turn, passes = (1 if handicap else 0), 0
    for count in range(MOST_MOVES):
        color = "bw"[turn]
        move = players[turn].ask(f"genmove {color}")[1:].strip()
        if move.lower() == "resign":
            return 1 - turn, "resigned", count
        players[1 - turn].ask(f"play {color} {move}")
        passes = passes + 1 if move.lower() == "pass" else 0
        if passes == 2:
            break
        turn = 1 - turn
    score = players[1].ask("final_score")[1:].strip()
    return (1 if score.startswith("W") else 0.5 if score == "0" else 0), score, count + 1


def elo(share):
    """The difference at which one wins such a share; none is greater than what a share of a thousandth means."""
    share = min(max(share, 0.001), 0.999)
    return -400 * math.log10(1 / share - 1)


def interval(wins, games):
    """The least and the greatest share of wins that such a result is likely with (Wilson 1927)."""
    z = 1.96
    middle = (wins + z * z / 2) / (games + z * z)
    half = z * math.sqrt(wins * (games - wins) / games + z * z / 4) / (games + z * z)
    return middle - half, middle + half


def report(out, ranks):
    found = {}
    for file in sorted(out.glob("*.jsonl")):
        for line in file.read_text().splitlines():
            row = json.loads(line)
            wins = found.setdefault((row["white"], row["apart"]), [0, 0])
            wins[0] += row["won"]
            wins[1] += 1
    print("| rank | ranks apart | the stronger won | Elo from even |\n|---|---|---|---|")
    for rank in reversed(ranks):
        for (white, apart), (wins, games) in sorted(found.items()):
            if white == rank:
                low, high = interval(wins, games)
                print(f"| {rank} | {apart} | {wins:g} of {games}, {100 * wins / games:.0f} % | "
                      f"{elo((wins + 0.5) / (games + 1)):+.0f} [{elo(low):+.0f}, {elo(high):+.0f}] |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--kosumi", default=Path(__file__).resolve().parent.parent / "target" / "release" / "kosumi")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--size", type=int, default=19)
    parser.add_argument("--apart", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--ranks", nargs="+", default=[f"{k}k" for k in range(15, 0, -1)] + [f"{d}d" for d in range(1, 8)],
                        help="from the weakest to the strongest")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    if options.report:
        report(options.out, options.ranks)
        return
    pairs = [(options.ranks[place - apart], rank, apart) for place, rank in enumerate(options.ranks)
             for apart in options.apart if apart <= place]
    random.Random(1).shuffle(pairs)
    lock = threading.Lock()

    def work():
        while True:
            with lock:
                if not pairs:
                    return
                black, white, apart = pairs.pop()
            play_pair(options, black, white, apart)

    workers = [threading.Thread(target=work) for _ in range(options.jobs)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def play_pair(options, black, white, apart):
    """The games of two ranks that are not yet in their file."""
    file = options.out / f"{options.size}-{white}-{black}.jsonl"
    done = len(file.read_text().splitlines()) if file.exists() else 0
    if done >= options.games:
        return
    players = [Program(f"{options.kosumi} gtp --rank {rank} --threads 1 --rules chinese --seed {done}")
               for rank in (black, white)]
    handicap, komi = terms(apart, options.size)
    for _ in range(done, options.games):
        won, how, moves = game(players, options.size, handicap, komi)
        row = {"black": black, "white": white, "apart": apart, "handicap": handicap, "komi": komi, "won": won,
               "result": how, "moves": moves}
        with open(file, "a") as out:
            out.write(json.dumps(row) + "\n")
        print(row, flush=True)
    for player in players:
        player.ask("quit")


if __name__ == "__main__":
    main()
