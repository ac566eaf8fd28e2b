#!/usr/bin/env python3
"""Attaches kosumi to Lizzie on a virtual screen: opens a record, analyzes, goes back and forth, and plays.

    apt-get install xvfb xdotool openbox imagemagick default-jre    # Lizzie itself: github.com/featurecat/lizzie
    scripts/clients/lizzie.py [--lizzie "java -jar lizzie.jar"] [--kosumi target/release/kosumi]
        [--picture FILE.png]

With classes instead of a jar, say "java -cp CLASSES:LIBRARIES featurecat.lizzie.Lizzie". Lizzie reads and
writes `config.txt` where it runs, which is a folder of its own here.

What Lizzie sends and what kosumi answers is written down on the way. No answer may be a failure, every
position that is shown must get an analysis, and there must never be a window that tells of an error.
--picture takes the main window with the analysis of the last position of the record.

Exit status 0 only if everything held.
"""

import json
import re
import shlex
import time

from screen import MOVES, RECORD, Fault, Screen, Wire, flags, hold, java_version, picture_flags, wait_for, watched

REPORT = re.compile(r"info move (pass|[A-HJ-T]\d+) visits \d+ winrate \d+ prior \d+ lcb \d+ order 0 pv ")
THINKING = 2  # seconds for a move


class Session:
    """What a person does."""

    def __init__(self, screen, wire):
        self.screen, self.wire = screen, wire
        self.main = screen.focus("Lizzie", 60)
        screen.check_windows()
        wait_for("komi of the record", lambda: wire.commands().count("komi 7.5") > 1, 60)
        screen.xdotool("windowsize", "--sync", self.main, "900", "640")
        self.wait_for_analysis()

    def wait_for_analysis(self, visits=1):
        """Until the newest report of an analysis says at least so many visits."""
        wait_for("analysis", lambda: self.wire.visits() >= visits, 300)
        report = self.wire.reports()[-1]
        if not REPORT.match(report):
            raise Fault(f"a report: {report}")
        time.sleep(0.3)
        self.screen.check_windows()

    def press(self, key, expected, times=1):
        """Presses a key and waits until Lizzie has sent commands that begin so, once for each press."""
        self.screen.xdotool("windowactivate", "--sync", self.main)
        before = self.sent(expected)
        for _ in range(times):
            self.screen.key(key)
        wait_for(f"'{expected}' after {key}", lambda: self.sent(expected) >= before + times, 20)

    def sent(self, beginning):
        return sum(command.startswith(beginning) for command in self.wire.commands())

    def open_record(self):
        """Plays all moves of the record that Lizzie has opened at the start."""
        self.press("End", "play")
        wait_for("all moves", lambda: self.wire.count("play") == MOVES, 20)

    def walk_through(self, visits):
        """From the beginning to the end, with an analysis of every position."""
        self.press("Home", "undo")
        wait_for("all moves taken back", lambda: self.wire.count("undo") == MOVES, 20)
        for _ in range(MOVES):
            self.press("Down", "play")
            self.wait_for_analysis(visits)

    def play_stone(self):
        """Clicks into the middle of the board, where the record has nothing."""
        before = self.wire.count("play")
        self.screen.click(self.main, *self.middle())
        wait_for("play after a click", lambda: self.wire.count("play") == before + 1, 10)
        return self.wire.commands()[-2 if self.wire.commands()[-1].startswith("lz-analyze") else -1]

    def middle(self):
        size = self.screen.xdotool("getwindowgeometry", "--shell", self.main)
        width, height = (int(line.split("=")[1]) for line in size if re.match("WIDTH|HEIGHT", line))
        return width // 2, height // 2

    def stop(self):
        """Lizzie ends an analysis by asking for the name."""
        self.press("space", "name")
        wait_for("silence", self.wire.is_idle, 10)

    def move(self):
        """Lets kosumi answer, as it does when one plays against it."""
        self.press("Return", "genmove")
        wait_for("a move", self.wire.is_idle, 10 * THINKING)
        time.sleep(0.5)
        self.screen.check_windows()
        return self.wire.answers()[-1].split()[-1]

    def new_game(self, handicap):
        """A new game with stones of handicap, in the dialog where everything can be reached by keys."""
        self.screen.xdotool("windowactivate", "--sync", self.main)
        self.screen.key("n")
        self.screen.focus("Play against AI")
        self.screen.key("Tab", "space")  # the second box: a new game instead of the one on the board
        self.screen.key(*["Tab"] * 3, "ctrl+a", str(handicap), "Tab", "space")
        wait_for("handicap", lambda: f"fixed_handicap {handicap}" in self.wire.commands(), 10)
        wait_for("a move", lambda: self.wire.commands()[-1] == "genmove W" and self.wire.is_idle(), 10 * THINKING)


def run(options, folder):
    wire = Wire(folder, f"{options.kosumi} --time {THINKING} --seed 1 {options.flags}")
    engine = {"engine-command": str(wire.command), "max-game-thinking-time-seconds": THINKING}
    config = {"leelaz": engine, "ui": {"show-comment": False, "fancy-board": False}}
    (folder / "config.txt").write_text(json.dumps(config))
    (folder / "game.sgf").write_text(RECORD)
    screen = Screen(folder, shlex.split(options.lizzie) + ["game.sgf"])
    with watched(screen, wire):
        session = Session(screen, wire)
        print("attached, analyzes the empty board")
        session.open_record()
        session.wait_for_analysis()
        session.walk_through(300)
        session.wait_for_analysis(options.visits)
        if options.picture:
            screen.take_picture(session.main, options.picture, colors=options.colors)
        print(f"record of {MOVES} moves opened, {MOVES} positions analyzed")
        session.press("Up", "undo", 5)
        session.wait_for_analysis()
        session.press("Down", "play", 3)
        session.wait_for_analysis()
        print("five moves back, three forth, and analyzed")
        played = session.play_stone()
        session.wait_for_analysis()
        session.press("p", "play")
        session.wait_for_analysis()
        print(f"'{played}' by a click and a pass, and analyzed")
        session.stop()
        print(f"analysis stopped; kosumi moves {session.move()}")
        session.new_game(4)
        print(f"new game with four stones; kosumi moves {wire.answers()[-1].split()[-1]}")
        session.press("ctrl+Home", "clear_board")
        wait_for("silence", wire.is_idle, 10)
        screen.check_windows()
        wire.check_answers()
        screen.check_log()
    print(wire.summary())


def main():
    parser = flags(__doc__)
    parser.add_argument("--lizzie", default="java -jar lizzie.jar", metavar="CMD")
    picture_flags(parser)
    hold(parser.parse_args(), run, java_version())


if __name__ == "__main__":
    main()
