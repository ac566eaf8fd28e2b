#!/usr/bin/env python3
"""Plays a game through the engine connector of the Python client of CGOS, without a server.

    git clone https://github.com/zakki/cgos
    scripts/clients/cgos.py --client cgos/client-python/src [--kosumi target/release/kosumi]

The connector starts kosumi, checks its commands, and sends what it sends for a game on the server:
komi and time before clear_board, time_left and a genmove of the kind it likes best. kosumi plays both
colors; every move must be legal on the other side, and if the move comes with an analysis, its JSON
must be what viewers of CGOS show.

Exit status 0 only if everything held.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile


def check_analysis(text, size):
    """The analysis of a move as the server gets it; the move itself is the first."""
    report = json.loads(text)
    assert 0 <= report["winrate"] <= 1, report
    assert report["visits"] > 0, report
    assert report["moves"], report
    for move in report["moves"]:
        assert re.fullmatch(r"[A-HJ-Z]\d+|pass", move["move"]), move
        assert 0 <= move["winrate"] <= 1 and 0 <= move["prior"] <= 1 and move["visits"] >= 0, move
    ownership = report.get("ownership", "")
    assert ownership == "" or re.fullmatch(r"[A-Za-z0-9+/]{%d}" % (size * size), ownership), ownership
    return bool(ownership)


def game(connectors, size):
    """A game; both programs hear all. Returns the moves and how many came with analysis and ownership."""
    for connector in connectors.values():
        connector.notifyBoardSize(size)
        connector.notifyKomi(7.0)
        connector.notifyTimeSettings(60000)
        connector.notifyCGOSOpponentName("other")
        connector.notifyCGOSOpponentRating("1800?")
        connector.notifyClearBoard()
    moves, analyses, ownerships = [], 0, 0
    while len(moves) < 3 * size * size and moves[-2:] != ["pass", "pass"]:
        color = "bw"[len(moves) % 2]
        connectors[color].notifyTimeLeft(color, 60000)
        move, analysis = connectors[color].requestGenMove(color)
        if move == "resign":
            break
        assert re.fullmatch(r"[a-hj-z]\d+|pass", move), move
        if analysis is not None:
            analyses += 1
            ownerships += check_analysis(analysis, size)
        connectors["wb"[len(moves) % 2]].notifyPlay(color, move)
        moves.append(move)
    for connector in connectors.values():
        connector.notifyCGOSGameover("W+0.5")
    return moves, analyses, ownerships


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--client", required=True, type=pathlib.Path, help="folder with gtpengine.py")
    parser.add_argument("--kosumi", default="target/release/kosumi", type=pathlib.Path)
    options = parser.parse_args()
    kosumi = options.kosumi.resolve()
    sys.path.insert(0, str(options.client.resolve()))
    from gtpengine import EngineConnector

    print(subprocess.run([kosumi, "--version"], capture_output=True, text=True).stdout.strip())
    commit = subprocess.run(["git", "log", "-1", "--format=%h"], cwd=options.client, capture_output=True, text=True)
    print(f"CGOS client {commit.stdout.strip() or 'of unknown version'}, Python {sys.version.split()[0]}")
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # the client writes a log
        command = f"{kosumi} --playouts 200 --seed 1 --threads 1 --rules tromp-taylor"
        connectors = {color: EngineConnector(command, "kosumi", f"log-{color}", None) for color in "bw"}
        for connector in connectors.values():
            connector.connect()
        modes = {connector.getGenmoveAnalyzeMode() for connector in connectors.values()}
        moves, analyses, ownerships = game(connectors, 9)
        processes = [connector._subprocess for connector in connectors.values()]
        for connector in connectors.values():
            connector.shutdown()
        assert all(process.wait(5) == 0 for process in processes), "kosumi ends after quit"
    print(f"mode {modes.pop() or 'genmove'}: {len(moves)} moves, {analyses} with analysis, {ownerships} with ownership")
    assert analyses in (0, len(moves), len(moves) + 1)
    print("all held")


if __name__ == "__main__":
    main()
