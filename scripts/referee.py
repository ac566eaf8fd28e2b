#!/usr/bin/env python3
"""Plays complete games between two GTP programs and lets both of them referee every move.

Before each move both programs list the legal moves (all_legal) and the lists must be equal. The
move of one program must be in that list, is_legal of the other must allow it, and then it is sent
there with play. After each move the stones of both (list_stones) must be equal, which tests
captures, and at the end so must the numbers of captured stones (captures). A check is left out
when one of the programs lacks the command.

Every answer must be framed as GTP says: "=", the id, a space, the result, exactly one empty line.
A failed check, a "?" answer, a timeout, bad framing or a crash ends everything with a message,
the moves so far, and exit status 1. Different final scores are only reported, because programs
may differ honestly about dead stones.

Both programs must play by the same rules. GNU Go has to be told about superko and suicide:
    kosumi --rules chinese-kgs   gnugo --chinese-rules --positional-superko
    kosumi --rules tromp-taylor  gnugo --chinese-rules --positional-superko --allow-suicide
    kosumi --rules aga           gnugo --chinese-rules --situational-superko
    kosumi --rules japanese      gnugo --japanese-rules

KOSUMI is the program; target/release/kosumi if not set.
"""

import argparse
import os
import pathlib
import queue
import shlex
import shutil
import subprocess
import sys
import threading
import time

KOSUMI = os.environ.get("KOSUMI", "target/release/kosumi")
KOSUMI += " --player flat --rules chinese-kgs --visits 2000 --seed 1"
GNUGO = "gnugo --mode gtp --chinese-rules --positional-superko --capture-all-dead --level 10"
COLORS = ("black", "white")
LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"  # GTP has no column I


class Fault(Exception):
    """A program broke the protocol, or the two programs disagree."""


class Program:
    """One GTP program, started at once and kept for all games, so that clear_board is tested."""

    def __init__(self, command, timeout):
        words = shlex.split(command)
        # Debian keeps games in a folder that is not on the PATH of every user.
        words[0] = shutil.which(words[0]) or shutil.which(words[0], path="/usr/games") or words[0]
        self.name, self.timeout, self.sent = words[0], timeout, 0
        try:
            self.process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise Fault(f"cannot start {words[0]}: {error.strerror}") from None
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.name = self.ask("name")
        self.version = self.ask("version")
        if self.ask("protocol_version") != "2":
            raise Fault(f"{self.name}: protocol version is not 2")
        self.known = set(self.ask("list_commands").split("\n"))

    def _read(self):
        """Moves lines to the queue: a pipe alone has no timeout. None marks the end."""
        for line in self.process.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def _line(self, command):
        try:
            line = self.lines.get(timeout=self.timeout)
        except queue.Empty:
            raise Fault(f"{self.name}: no answer to '{command}' in {self.timeout:g} s") from None
        if line is None:
            raise Fault(f"{self.name}: ended its output at '{command}'")
        if not line.endswith(b"\n") or any(byte < 32 and byte != 9 for byte in line[:-1]):
            raise Fault(f"{self.name}: bad line {line!r} in the answer to '{command}'")
        return line[:-1].decode("utf-8", "replace")

    def ask(self, command):
        """Sends a command and returns the result without framing; raises Fault at any failure."""
        self.sent += 1
        try:
            self.process.stdin.write(f"{self.sent} {command}\n".encode())
            self.process.stdin.flush()
        except OSError:
            raise Fault(f"{self.name}: gone before '{command}'") from None
        lines = [self._line(command)]
        # An error, a second empty line after the previous answer, or anything unasked ends here.
        if not lines[0].startswith(start := f"={self.sent} "):
            raise Fault(f"{self.name}: '{command}' answered {lines[0]!r}, expected '{start}...'")
        while line := self._line(command):
            if not line.strip() or line[0] in "=?":
                raise Fault(f"{self.name}: bad line {line!r} in the answer to '{command}'")
            lines.append(line)
        return "\n".join(lines)[len(start):].strip()

    def points(self, command):
        """The set of points that a command answers, without passes."""
        return {point.upper() for point in self.ask(command).split()} - {"PASS"}

    def quit(self):
        """Ends the program, which must answer, close its output and exit with status 0."""
        self.ask("quit")
        try:
            rest = self.lines.get(timeout=self.timeout)
            status = self.process.wait(timeout=self.timeout)
        except (queue.Empty, subprocess.TimeoutExpired):
            raise Fault(f"{self.name}: still running after quit") from None
        if rest is not None or status != 0:
            raise Fault(f"{self.name}: {rest!r} after quit, exit status {status}")


class Game:
    """One game; players are the programs in the order black, white."""

    def __init__(self, players, size, options):
        self.players, self.size, self.komi = players, size, options.komi
        self.max_moves, self.verbose = options.max_moves or 3 * size * size, options.verbose
        self.moves = []  # (color, vertex in upper case), resign not included
        self.result, self.agreed = "Void", True

    def both_know(self, command):
        return all(command.split()[0] in program.known for program in self.players)

    def compare(self, command, parse=Program.points):
        """Asks both the same question if both know it, and raises Fault if they disagree."""
        if not self.both_know(command):
            return None
        black, white = (parse(program, command) for program in self.players)
        if black == white:
            return black
        if isinstance(black, set):  # the points that both have help nobody
            black, white = sorted(black - white), sorted(white - black)
        raise Fault(f"'{command}' differs: black has {black}, white has {white}")

    def run(self):
        """Plays the game and returns the lines of its report."""
        for program in self.players:
            for command in (f"boardsize {self.size}", "clear_board", f"komi {self.komi}"):
                program.ask(command)
        passes, resigned, spent = 0, None, [0.0, 0.0]  # seconds in genmove
        while passes < 2 and len(self.moves) < self.max_moves:
            turn = len(self.moves) % 2
            color, mover, other = COLORS[turn], self.players[turn], self.players[1 - turn]
            legal = self.compare(f"all_legal {color}")
            start = time.monotonic()
            move = mover.ask(f"genmove {color}").upper()
            spent[turn] += time.monotonic() - start
            if self.verbose:
                print(f"{len(self.moves) + 1:4} {color} {move:6} {mover.name}", flush=True)
            if move == "RESIGN":
                resigned = turn
                break
            self.check_legal(color, move, legal, other)
            self.moves.append((color, move))  # first, so that a fault shows it
            other.ask(f"play {color} {move}")
            passes = passes + 1 if move == "PASS" else 0
            for stones in COLORS:
                self.compare(f"list_stones {stones}")
        for stones in COLORS:
            self.compare(f"captures {stones}", Program.ask)
        return self.report(passes, resigned, spent)

    def check_legal(self, color, move, legal, other):
        points = {f"{x}{y + 1}" for x in LETTERS[:self.size] for y in range(self.size)}
        if move not in points | {"PASS"}:
            raise Fault(f"genmove {color} answered {move!r}, which is no vertex of this board")
        if legal is not None and move not in legal | {"PASS"}:
            raise Fault(f"genmove {color} answered {move}, which all_legal did not list before")
        if "is_legal" in other.known and (answer := other.ask(f"is_legal {color} {move}")) != "1":
            raise Fault(f"{other.name}: 'is_legal {color} {move}' is {answer!r}")

    def report(self, passes, resigned, spent):
        score, stopped = "no score", "" if passes == 2 or resigned is not None else " (stopped)"
        if resigned is not None:
            self.result = f"{'WB'[resigned]}+R"
            score = f"result {self.result}"
        elif self.both_know("final_score"):
            black, white = (program.ask("final_score") for program in self.players)
            self.agreed = black == white
            self.result = black if self.agreed else "?"
            score = f"score by black {black}, by white {white}" + " DIFFERENT" * (not self.agreed)
        lines = [f"{self.size}x{self.size} black {self.players[0].name}, white "
                 f"{self.players[1].name}: {score}, {len(self.moves)} moves{stopped}, "
                 f"black {spent[0]:.1f} s, white {spent[1]:.1f} s"]
        if not self.agreed and self.both_know("final_status_list"):
            for color, program in zip(COLORS, self.players):
                dead = sorted(program.points("final_status_list dead"))
                lines.append(f"    dead by {color} {program.name}: {' '.join(dead) or 'none'}")
        return lines

    def sgf(self):
        """A minimal record, written here because not every program can write one."""
        def point(move):
            x, y = LETTERS.find(move[0]), move[1:]
            return "" if move == "PASS" else chr(97 + x) + chr(97 + self.size - int(y))

        nodes = [f";{color[0].upper()}[{point(move)}]" for color, move in self.moves]
        rows = "\n".join("".join(nodes[i:i + 12]) for i in range(0, len(nodes), 12))
        black, white = (f"{program.name} {program.version}" for program in self.players)
        return (f"(;FF[4]GM[1]SZ[{self.size}]KM[{self.komi}]PB[{black}]PW[{white}]"
                f"RE[{self.result}]\n{rows})\n")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--black", metavar="CMD", default=KOSUMI, help=f"default: {KOSUMI}")
    parser.add_argument("--white", metavar="CMD", default=GNUGO, help=f"default: {GNUGO}")
    parser.add_argument("--size", type=int, nargs="+", default=[9, 19], help="default: 9 19")
    parser.add_argument("--komi", default="7.5", help="default: 7.5")
    parser.add_argument("--games", type=int, default=1, help="on each size, colors alternate (1)")
    parser.add_argument("--max-moves", type=int, help="default: three times the points")
    parser.add_argument("--timeout", type=float, default=300, help="seconds for an answer (300)")
    parser.add_argument("--sgf", metavar="FILE", help="writes all games, also a broken one, here")
    parser.add_argument("-v", "--verbose", action="store_true", help="one line for each move")
    options = parser.parse_args()

    programs, games, fault = [], [], None
    try:
        for command in (options.black, options.white):
            programs.append(Program(command, options.timeout))
        for number in range(options.games):
            for index, size in enumerate(options.size):
                # Swaps in both directions, so that each size sees both colors.
                players = programs if (number + index) % 2 == 0 else programs[::-1]
                games.append(Game(players, size, options))
                print("\n".join(games[-1].run()), flush=True)
        for program in programs:
            program.quit()
    except Fault as error:
        fault = f"FAULT: {error}"
        for game in games[-1:]:
            moves = " ".join(f"{color[0].upper()} {move}" for color, move in game.moves)
            fault += f"\n    {game.size}x{game.size} komi {game.komi}, moves: {moves}"
    finally:
        for program in programs:
            program.process.kill()
    if options.sgf:
        pathlib.Path(options.sgf).write_text("".join(game.sgf() for game in games), "utf-8")
    if fault:
        sys.exit(fault)  # on standard error, with exit status 1
    differ, sent = sum(not game.agreed for game in games), sum(side.sent for side in programs)
    print(f"{len(games)} games, {differ} with different scores, no error answer in {sent} commands")


if __name__ == "__main__":
    main()
