#!/usr/bin/env python3
"""Plays the games of a kosumi match once more under gogui-twogtp and compares the results.

    scripts/twogtp-check.py DIR [--twogtp gogui-twogtp] [--kosumi target/release/kosumi]

DIR is the folder of a finished `kosumi match`. Two small programs inside this script give the
recorded moves back, one for each color, so that gogui-twogtp plays the very same games; kosumi is its
referee. The result that gogui-twogtp writes for each game must be the one in DIR/games.jsonl, and the
number of moves as well. Games that a program lost by a fault of its own (a crash, a hang, its time)
are left out: gogui-twogtp has no word for them.

Exit status 0 if all games agree, 1 if not.
"""

import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

COMMANDS = "protocol_version name version list_commands boardsize clear_board komi play genmove quit".split()


def read_match(folder):
    """The settings and the games of a match that ended on the board, in order."""
    settings = json.loads((folder / "match.json").read_text())
    games = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    on_board = [game for game in games if game["ending"] in ("counted", "resigned")]
    return settings, on_board, len(games)


def recorded_moves(text):
    """The moves of an SGF record as (color, vertex); SGF counts rows from the top."""
    size = int(re.search(r"SZ\[(\d+)\]", text).group(1))
    moves = []
    for color, at in re.findall(r";\s*([BW])\[(\w*)\]", text):
        if at == "" or (at == "tt" and size <= 19):
            moves.append((color, "pass"))
        else:
            column = "ABCDEFGHJKLMNOPQRSTUVWXYZ"[ord(at[0]) - ord("a")]
            moves.append((color, f"{column}{size - (ord(at[1]) - ord('a'))}"))
    return moves


def replay(folder, color):
    """Speaks GTP and plays the recorded moves of one color, game after game."""
    _, games, _ = read_match(folder)
    # A game may be cleared more than once before its first move.
    number, answers, has_begun = -1, [], True
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        id_text = words.pop(0) if words[0].isdigit() else ""
        command, text = words[0], ""
        if command == "clear_board" and has_begun:
            number, has_begun = number + 1, False
            if number < len(games):
                moves = recorded_moves((folder / games[number]["sgf"]).read_text())
                answers = [vertex for mover, vertex in moves if mover == color]
        elif command == "genmove":
            text = answers.pop(0) if answers else "resign"
            has_begun = True
        elif command == "play":
            has_begun = True
        elif command in ("name", "version"):
            text = f"replay-{color}" if command == "name" else ""
        elif command == "protocol_version":
            text = "2"
        elif command == "list_commands":
            text = "\n".join(COMMANDS)
        known = command in COMMANDS
        print(f"{'=' if known else '?'}{id_text} {text if known else 'unknown command'}\n", flush=True)
        if command == "quit":
            break


def twogtp_rows(path):
    """The table that gogui-twogtp writes: one dictionary a game."""
    rows, names = [], []
    for line in path.read_text().splitlines():
        fields = line.lstrip("#").split("\t")
        if line.startswith("#GAME"):
            names = fields
        elif line and not line.startswith("#"):
            rows.append(dict(zip(names, fields)))
    return rows


def compare(folder, twogtp, kosumi):
    """Lets gogui-twogtp play the games and returns whether all results agree."""
    settings, games, total = read_match(folder)
    script = shlex.quote(str(pathlib.Path(__file__).resolve()))
    player = f"{shlex.quote(sys.executable)} {script} {shlex.quote(str(folder))} --replay"
    with tempfile.TemporaryDirectory() as out:
        prefix = pathlib.Path(out) / "games"
        command = shlex.split(twogtp) + [
            "-black", f"{player} --color B",
            "-white", f"{player} --color W",
            "-referee", f"{kosumi} --rules {settings['rules']}",
            "-size", str(settings["size"]),
            "-komi", str(settings["komi"]),
            "-games", str(len(games)),
            "-maxmoves", str(settings["max_moves"]),
            "-auto", "-sgffile", str(prefix),
        ]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        rows = twogtp_rows(prefix.with_suffix(".dat"))
    wrong = 0
    for game, row in zip(games, rows):
        ours, theirs = game["result"], row["RES_R"]
        if ours != theirs or game["length"] != int(row["LEN"]):
            wrong += 1
            print(f"game {game['index']}: {ours} after {game['length']} moves, "
                  f"but {theirs} after {row['LEN']} under gogui-twogtp")
    print(f"{len(games)} of {total} games compared, {wrong} differ")
    return wrong == 0 and len(rows) == len(games)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path, metavar="DIR")
    parser.add_argument("--twogtp", default="gogui-twogtp", metavar="CMD")
    parser.add_argument("--kosumi", default="target/release/kosumi", metavar="CMD")
    parser.add_argument("--replay", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--color", help=argparse.SUPPRESS)
    options = parser.parse_args()
    folder = options.folder.resolve()
    if options.replay:
        replay(folder, options.color)
        return 0
    return 0 if compare(folder, options.twogtp, options.kosumi) else 1


if __name__ == "__main__":
    sys.exit(main())
