#!/usr/bin/env python3
"""Attaches kosumi to GoGui on a virtual screen: plays, takes back, interrupts, and runs analyze commands.

    apt-get install xvfb xdotool openbox imagemagick default-jre    # GoGui itself: github.com/Remi-Coulom/gogui
    scripts/clients/gogui.py [--gogui gogui] [--kosumi target/release/kosumi] [--picture FILE.png]

What GoGui sends and what kosumi answers is written down on the way. Every answer must be a success, an
interrupted move must come at once, every analyze command that needs no more than a color must run, and
there must never be a window that tells of an error. --picture takes the main window while the analyze
command of --show is on the board or, if there is none, the live graphics of a move.

Exit status 0 only if everything held.
"""

import re
import shlex
import subprocess
import time

from screen import Fault, Screen, Wire, flags, hold, java_version, wait_for, watched

THINKING = 20  # seconds for a move, of which no test waits more than a few


class Session:
    """What a person does."""

    def __init__(self, screen, wire):
        self.screen, self.wire = screen, wire
        wait_for("attach", lambda: "komi 6.5" in wire.sent() and wire.is_idle(), 60)
        time.sleep(1)
        for command in ("list_commands", "gogui-interrupt", "gogui-analyze_commands"):
            if command not in wire.sent():
                raise Fault(f"GoGui did not ask {command}")
        screen.check_windows()
        self.main = str(wire.command)
        screen.xdotool("windowsize", screen.focus(self.main), "700", "560")

    def interrupted_move(self, seconds=1.0, meanwhile=lambda: None):
        """A move that would take long, and Escape. Returns how long the answer took after it."""
        self.screen.focus(self.main)
        before = self.wire.count("genmove")
        self.screen.key("shift+F5")
        wait_for("genmove", lambda: self.wire.count("genmove") > before, 5)
        time.sleep(seconds)
        meanwhile()
        if self.wire.is_idle():
            raise Fault("the move was there before the interrupt")
        start = time.monotonic()
        self.screen.key("Escape")
        wait_for("answer after # interrupt", self.wire.is_idle, 5)
        if "# interrupt" not in self.wire.sent():
            raise Fault("GoGui did not send # interrupt")
        time.sleep(0.5)
        self.screen.check_windows()
        return time.monotonic() - start - 0.5

    def take_back(self, moves):
        """Goes back and plays on: GoGui tells the engine only when it needs it."""
        def count():
            return self.wire.count("undo") + self.wire.count("gg-undo")
        self.screen.focus(self.main)
        before = count()
        self.screen.key(*["ctrl+Left"] * moves)
        self.interrupted_move()
        if count() == before:
            raise Fault("GoGui did not take moves back")

    def menu(self):
        """The analyze commands: type, label and command."""
        answer = self.wire.answers()[self.wire.commands().index("gogui-analyze_commands")]
        return [tuple(line.split("/", 2)) for line in answer.removeprefix("= ").split("\n")]

    def analyze(self, rows):
        """Runs commands by their rows, and returns how many."""
        self.screen.focus(self.main)
        self.screen.key("F8")
        window = self.screen.focus("Analyze")
        self.screen.xdotool("windowmove", window, "800", "0")
        self.screen.xdotool("mousemove", "--window", window, "60", "8", "click", "1")
        for row, kind in rows:
            before = len(self.wire.commands())
            self.screen.focus("Analyze")
            self.screen.key("Home", *["Down"] * row)
            self.screen.key("alt+r")
            wait_for(f"analyze command {row}", lambda: len(self.wire.commands()) > before and self.wire.is_idle(), 30)
            time.sleep(0.4)
            self.screen.check_windows()
            for title, number in self.screen.windows().items():
                if title not in ("Analyze",) and self.main not in title:
                    self.screen.xdotool("windowclose", number)
        return len(rows)


def run(options, folder):
    wire = Wire(folder, f"{options.kosumi} --time {THINKING} --seed 1 {options.flags}")
    flags = ["-size", "9", "-computer-none", "-program", str(wire.command)]
    screen = Screen(folder, shlex.split(options.gogui) + flags)
    with watched(screen, wire):
        session = Session(screen, wire)
        print(f"attached, {len(session.menu())} analyze commands")
        slowest = max(session.interrupted_move() for _ in range(8))
        print(f"8 moves, each interrupted; the slowest was there {slowest:.2f} s after Escape")
        session.take_back(2)
        session.take_back(1)
        print("moves taken back, two and one, and played on")
        simple = [(row, kind) for row, (kind, _, command) in enumerate(session.menu())
                  if not re.search(r"%[pPrswo]", command) and kind != "param"]
        print(f"{session.analyze(simple)} analyze commands run")
        names = {label: row for row, (_, label, _) in enumerate(session.menu())}
        picture = (lambda: screen.take_picture(screen.focus(session.main), options.picture)) if options.picture else (
            lambda: None)
        if options.show in names:
            session.analyze([(names[options.show], "")])
            picture()
        graphics = "Live Graphics Counts"
        if graphics in names:
            session.analyze([(names[graphics], "")])
            session.interrupted_move(3.0, picture if options.show not in names else lambda: None)
            sets = sum(line.startswith("gogui-gfx:") for line in wire.messages())
            if sets < 2 or not any(line == "gogui-gfx: CLEAR" for line in wire.messages()):
                raise Fault(f"live graphics: {wire.messages()[-5:]}")
            print(f"live graphics: {sets} sets in a move of 3 s")
        else:
            print("live graphics: skipped, not on the menu")
        wire.check_answers()
        screen.check_log()


def main():
    parser = flags(__doc__)
    parser.add_argument("--gogui", default="gogui", metavar="CMD")
    parser.add_argument("--show", default="Ownership", metavar="LABEL", help="the command that the picture shows")
    options = parser.parse_args()
    about = subprocess.run(shlex.split(options.gogui) + ["-version"], capture_output=True, text=True).stdout
    hold(options, run, " ".join(about.split()), java_version())


if __name__ == "__main__":
    main()
