#!/usr/bin/env python3
"""Attaches kosumi to Sabaki on a virtual screen: opens a record, analyzes, goes back and forth, and plays.

    apt-get install xvfb xdotool openbox imagemagick        # Sabaki itself: github.com/SabakiHQ/Sabaki/releases
    scripts/clients/sabaki.py --sabaki /path/to/sabaki [--kosumi target/release/kosumi] [--picture FILE.png]

Sabaki is the program of a release or of `npm run build`; after its name it is given a record and --sabaki-flags,
which are for Electron (root cannot do without `--no-sandbox`). Its settings are in a folder of their own here.

What Sabaki sends and what kosumi answers is written down on the way. No answer may be a failure, every
position that is shown must get an analysis, and there must never be a second window.
--picture takes the main window with the analysis of the last position of the record.

Exit status 0 only if everything held.
"""

import json
import os
import re
import shlex
import time

from screen import MOVES, RECORD, Fault, Screen, Wire, flags, hold, picture_flags, wait_for, watched

REPORT = re.compile(r"info move (pass|[A-HJ-T]\d+) visits \d+ .*winrate [01]\.\d+ .*order 0 pv ")
WIDTH, HEIGHT, SIDEBAR = 1000, 640, 220
ATTACH, ENGINE = (19, 40), (60, 68)  # where the window has its button and the first engine
THINKING = 1  # seconds for a move


class Session:
    """What a person does."""

    def __init__(self, screen, wire):
        self.screen, self.wire = screen, wire
        self.main = screen.focus("game.sgf", 60)
        time.sleep(2)
        self.check_windows()

    def check_windows(self):
        """Sabaki asks and complains in windows without a title of their own."""
        windows = self.screen.xdotool("search", "--onlyvisible", "--all", "--desktop", "0", "--name", ".")
        if windows != [self.main]:
            raise Fault(f"windows {windows} besides {self.main}")

    def attach(self):
        """The button at the top of the engines sidebar; the first entry of its menu is kosumi."""
        self.screen.click(self.main, *ATTACH)
        time.sleep(1)
        self.screen.key("Down", "Return")
        wait_for("attach", lambda: "list_commands" in self.wire.commands() and self.wire.is_idle(), 30)

    def wait_for_analysis(self, visits=1):
        """Until the newest report of an analysis says at least so many visits."""
        wait_for("analysis", lambda: self.wire.visits() >= visits, 300)
        report = self.wire.reports()[-1]
        if not REPORT.match(report):
            raise Fault(f"a report: {report}")
        time.sleep(0.5)
        self.check_windows()

    def step(self, key, command):
        """Moves in the record, after which Sabaki asks for an analysis of its own accord."""
        before = self.wire.count(command), self.wire.count("kata-analyze")
        self.screen.key(key)
        wait_for(f"{command} after {key}", lambda: self.wire.count(command) > before[0], 10)
        wait_for("another analysis", lambda: self.wire.count("kata-analyze") > before[1], 10)
        self.wait_for_analysis()

    def stop(self):
        self.screen.key("F4")
        wait_for("silence", self.wire.is_idle, 10)

    def engine_menu(self, mnemonic):
        """An entry of the menu of the engine in the sidebar, by its underlined letter."""
        self.screen.click(self.main, *ENGINE, button=3)
        time.sleep(1)
        self.screen.key(mnemonic)
        time.sleep(0.5)

    def play_stone(self):
        """Clicks at the middle of the board, where the record has nothing, and waits for the answer."""
        before = self.genmoves()
        self.screen.click(self.main, (WIDTH + SIDEBAR) // 2, (HEIGHT - 14) // 2)
        wait_for("genmove", lambda: self.genmoves() > before, 10)
        wait_for("a move", self.wire.is_idle, 10 * THINKING)
        time.sleep(1)
        self.check_windows()

    def genmoves(self):
        return self.wire.count("genmove") + self.wire.count("kata-genmove_analyze")

    def play_itself(self, moves):
        """A game of engines, in which kosumi has both colors, for some moves."""
        before = self.genmoves()
        self.screen.key("F5")
        wait_for("moves", lambda: self.genmoves() >= before + moves, 10 * THINKING * moves)
        self.screen.key("F5")
        wait_for("a move", self.wire.is_idle, 10 * THINKING)
        time.sleep(1)
        self.check_windows()


def run(options, folder):
    wire = Wire(folder, f"{options.kosumi} --time {THINKING} --seed 1 {options.flags}")
    settings = folder / "Sabaki"
    settings.mkdir()
    (settings / "settings.json").write_text(json.dumps({
        "engines.list": [{"name": "kosumi", "path": str(wire.command), "args": "", "commands": ""}],
        "view.show_leftsidebar": True, "view.leftsidebar_width": SIDEBAR, "window.width": WIDTH, "window.height": HEIGHT,
        "game.goto_end_after_loading": True, "app.startup_check_updates": False, "sound.enable": False}))
    (folder / "game.sgf").write_text(RECORD)
    os.environ["PORTABLE_EXECUTABLE_DIR"] = str(folder)  # where Sabaki looks for its settings
    screen = Screen(folder, shlex.split(options.sabaki) + ["game.sgf"] + shlex.split(options.sabaki_flags))
    with watched(screen, wire):
        session = Session(screen, wire)
        session.attach()
        print("attached")
        screen.key("F4")
        wait_for("all moves", lambda: wire.count("play") == MOVES, 30)
        session.wait_for_analysis(options.visits)
        if options.picture:
            screen.take_picture(session.main, options.picture, colors=options.colors)
        print(f"record of {MOVES} moves played and analyzed")
        for key, command in [("Up", "undo"), ("Up", "undo"), ("Down", "play")]:
            session.step(key, command)
        print("two moves back, one forth, and analyzed")
        session.stop()
        session.engine_menu("b")  # Set as Black Player
        session.play_stone()
        print("analysis stopped; a stone set by a click and answered")
        session.play_itself(4)
        print("four moves of kosumi against itself")
        wire.check_answers()
    print(wire.summary())


def main():
    parser = flags(__doc__)
    parser.add_argument("--sabaki", default="sabaki", metavar="CMD")
    parser.add_argument("--sabaki-flags", default="", metavar="FLAGS", help="flags of Electron")
    picture_flags(parser)
    hold(parser.parse_args(), run)


if __name__ == "__main__":
    main()
