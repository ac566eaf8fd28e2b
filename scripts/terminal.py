#!/usr/bin/env python3
"""Plays `kosumi play` at a terminal as a person does: edits lines, calls them up again, interrupts, and goes on.

    scripts/terminal.py [--kosumi target/release/kosumi]

Every game runs at a pseudo-terminal with home and data folders of its own. What is tried: arrow-up and Tab, Ctrl-C on a
line, on an empty one and while kosumi thinks, Ctrl-D, games that are saved and gone on with, history that the next game
knows, and a terminal of 36 columns. Takes some seconds. Exit status 0 only if all is as it should be.
"""

import argparse
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

PATIENCE = 15
UP, TAB, INTERRUPT, END = "\x1b[A", "\t", "\x03", "\x04"
ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[a-zA-Z]|[=>])")


class Failure(Exception):
    pass


class Terminal:
    """A game at a pseudo-terminal."""

    def __init__(self, program, home, *flags, columns=80):
        command = [program, "play", "--seed", "1", "--threads", "1", "--model", "none", *flags]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        environment |= {"HOME": str(home), "TERM": "xterm", "LC_ALL": "C", "COLUMNS": str(columns)}
        self.said = ""
        self.seen = 0
        self.pid, self.stream = pty.fork()
        if self.pid == 0:
            # Who is started in the background ignores interrupts, and so would the program.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
            os.chdir(home)
            os.execve(program, command, environment)

    def read(self, seconds):
        """Reads what comes within a time; False at the end."""
        if not select.select([self.stream], [], [], seconds)[0]:
            return True
        try:
            data = os.read(self.stream, 65536)
        except OSError:
            # Linux says so where the program has gone.
            data = b""
        self.said += data.decode(errors="replace")
        return bool(data)

    def expect(self, text):
        """Waits until the program has said a text, after what was waited for before."""
        until = time.monotonic() + PATIENCE
        while (found := self.plain().find(text, self.seen)) < 0:
            if not self.read(0.1) or time.monotonic() > until:
                raise Failure(f"{text!r} was expected, but this was said:\n{self.plain()[self.seen:]}")
        self.seen = found + len(text)

    def plain(self):
        return ESCAPES.sub("", self.said.replace("\r\n", "\n"))

    def asked(self, prompt="to play"):
        """Waits for a new prompt. Where a line is drawn again, the line follows the prompt."""
        self.expect(f"{prompt}: \r")

    def type(self, text):
        os.write(self.stream, text.encode())

    def answer(self, line, text):
        """Types a line, and waits for what is said to it."""
        self.type(f"{line}\r")
        self.expect(text)

    def ends(self, status):
        until = time.monotonic() + PATIENCE
        while self.read(0.1) and time.monotonic() < until:
            pass
        while (ended := os.waitpid(self.pid, os.WNOHANG))[0] == 0:
            if time.monotonic() > until:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                raise Failure(f"the game did not end:\n{self.plain()[self.seen:]}")
            time.sleep(0.01)
        os.close(self.stream)
        found = os.waitstatus_to_exitcode(ended[1])
        check(found == status, f"the exit status is {found}, not {status}")


def check(condition, complaint):
    if not condition:
        raise Failure(complaint)


def games(home):
    return sorted((home / ".local/share/kosumi/games").glob("*.sgf"))


def lines_are_edited(program, home):
    """Lines are called up, completed and given up, and the next game knows them."""
    terminal = Terminal(program, home, "--as", "both", "--size", "9")
    terminal.asked()
    terminal.answer("e5", "move 1: Black E5")
    terminal.asked()
    terminal.answer(UP, "E5 is occupied by Black")
    terminal.asked()
    # The cursor goes to the beginning, and the letter there is replaced.
    terminal.answer("e3\x01\x1b[3~c", "move 2: White C3")
    terminal.asked()
    terminal.type(f"c4{INTERRUPT}")
    terminal.answer("g7", "move 3: Black G7")
    terminal.asked()
    terminal.answer(f"und{TAB}", "One move is taken back.")
    terminal.asked()
    terminal.type(END)
    terminal.expect("Go on with it by:\nkosumi play")
    terminal.ends(0)
    check(len(games(home)) == 1, f"one game was expected, not {games(home)}")
    text = games(home)[0].read_text()
    check(";B[ee];W[cg]\n)" in text, f"the game is not as it was played:\n{text}")
    terminal = Terminal(program, home, "--as", "both", "--size", "9")
    terminal.asked()
    terminal.answer(UP + UP, "move 1: Black G7")
    terminal.asked()
    terminal.type(INTERRUPT)
    terminal.expect("Go on with it by:\nkosumi play")
    terminal.ends(130)
    check(len(games(home)) == 2, "a game that was interrupted is saved")


def interrupts_save(program, home):
    """An interrupt while kosumi thinks ends the program, and the game goes on where it was."""
    flags = ["--size", "9", "--time", "600", "--param", "resign=false"]
    terminal = Terminal(program, home, *flags)
    terminal.asked()
    terminal.answer("e5", "White (kosumi): ")
    terminal.type(INTERRUPT)
    terminal.expect("Go on with it by:\nkosumi play")
    terminal.ends(130)
    (game,) = games(home)
    terminal = Terminal(program, home, str(game), "--as", "both")
    terminal.expect("move 1: Black E5")
    terminal.asked()
    terminal.answer("c3", "move 2: White C3")
    terminal.asked()
    terminal.answer("quit", "Go on with it by:\nkosumi play")
    terminal.ends(0)
    check(games(home) == [game], "the game stays in its file")
    check(";B[ee];W[cg]" in game.read_text(), f"the game did not go on:\n{game.read_text()}")


def files_are_named(program, home):
    """A file that does not exist yet is made, Tab finds it, and without autosave nothing is written."""
    name = "my game.sgf"
    terminal = Terminal(program, home, name, "--as", "both", "--size", "5")
    terminal.expect("is a new game.")
    terminal.asked()
    terminal.answer("c3", "The game is saved in my game.sgf.")
    terminal.asked()
    terminal.type(END)
    terminal.expect("kosumi play 'my game.sgf'")
    terminal.ends(0)
    terminal = Terminal(program, home, "--no-autosave", "--as", "both", "--size", "9")
    terminal.asked()
    terminal.answer("e5", "move 1: Black E5")
    terminal.asked()
    terminal.answer("size 13", "this game would be lost")
    terminal.asked()
    terminal.answer(f"load my{TAB}", "move 1: Black C3")
    terminal.asked()
    terminal.type(INTERRUPT)
    terminal.ends(130)
    check(not games(home), "--no-autosave writes nothing")


def narrow_terminals_are_enough(program, home):
    """On 36 columns no line is longer, but for names of files and the command that goes on with one."""
    flags = ["--as", "both", "--komi", "0.5", "--visits", "50", "--lang", "en"]
    terminal = Terminal(program, home, *flags, columns=36)
    terminal.asked()
    for line in ["d4", "q16", "help", "score", "hint", "z20", "i5", "rules japnese", "pass"]:
        terminal.type(f"{line}\r")
        terminal.asked()
    terminal.answer("pass", "explain shows why")
    terminal.asked("game over")
    terminal.answer("explain", "result")
    terminal.asked("game over")
    terminal.answer("quit", "Go on with it by:\nkosumi play")
    terminal.ends(0)
    said = terminal.plain()
    check(" 4 ...#.....+.....+... 4" in said, f"the board is not narrow:\n{said}")
    for line in said.split("\n"):
        # Where a line is edited it is drawn again and again behind a carriage return.
        for drawn in line.split("\r"):
            is_name = "/" in drawn and " " not in drawn.strip()
            fits = len(drawn) <= 36 or is_name or drawn.startswith("kosumi play ")
            check(fits, f"wider than 36 columns: {drawn!r}")


TESTS = [lines_are_edited, interrupts_save, files_are_named, narrow_terminals_are_enough]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kosumi", default="target/release/kosumi", metavar="PROGRAM")
    options = parser.parse_args()
    program = str(Path(options.kosumi).resolve())
    failed = 0
    for test in TESTS:
        with tempfile.TemporaryDirectory(prefix="kosumi-terminal-") as home:
            try:
                test(program, Path(home))
                print(f"{test.__name__}: passed")
            except Failure as failure:
                failed += 1
                print(f"{test.__name__}: failed: {failure}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
