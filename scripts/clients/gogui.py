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

import argparse
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

# Titles of windows in which GoGui tells of a problem or wants to know what to do about it.
TROUBLE = re.compile(r"error|warning|question|information|confirm|not responding", re.IGNORECASE)
THINKING = 20  # seconds for a move, of which no test waits more than a few


class Fault(Exception):
    """GoGui or kosumi did not do what was expected."""


def wait_for(what, condition, seconds):
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        result = condition()
        if result:
            return result
        time.sleep(0.05)
    raise Fault(f"{what}: not within {seconds} s")


class Wire:
    """The files in which the two streams of a program and its messages are written down."""

    def __init__(self, folder, kosumi):
        self.sent_file, self.said_file, self.err_file = (folder / name for name in ("sent", "said", "err"))
        self.command = folder / "kosumi"
        pipe = folder / "pipe"  # GoGui must hear the messages, too
        os.mkfifo(pipe)
        self.command.write_text(
            "#!/bin/sh\n"
            f"tee {self.err_file} <{pipe} >&2 &\n"
            f"tee {self.sent_file} | {kosumi} 2>{pipe} | tee {self.said_file}\n")
        self.command.chmod(0o755)

    def sent(self):
        return self.sent_file.read_text().splitlines() if self.sent_file.exists() else []

    def answers(self):
        text = self.said_file.read_text() if self.said_file.exists() else ""
        return text.split("\n\n")[:-1]

    def commands(self):
        return [line for line in self.sent() if line and not line.startswith("#")]

    def is_idle(self):
        """Whether everything that was sent has been answered."""
        return len(self.commands()) == len(self.answers())

    def messages(self):
        return self.err_file.read_text().splitlines() if self.err_file.exists() else []


class Screen:
    """A virtual screen with GoGui on it."""

    def __init__(self, folder, gogui, wire):
        self.folder = folder
        read, write = os.pipe()
        self.processes = [subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1280x900x24"],
            pass_fds=[write], stderr=subprocess.DEVNULL)]
        os.close(write)
        with os.fdopen(read) as number:
            display = number.readline().strip()
        self.env = dict(os.environ, DISPLAY=f":{display}", HOME=str(folder))
        java = f"-Duser.home={folder} -Djava.util.prefs.userRoot={folder}"
        self.env["JAVA_TOOL_OPTIONS"] = java
        self.start(["openbox"])
        self.log = folder / "gogui.log"
        self.start(shlex.split(gogui) + ["-size", "9", "-computer-none", "-program", str(wire.command)])

    def start(self, command):
        with open(self.folder / "gogui.log", "a") as log:
            self.processes.append(subprocess.Popen(command, env=self.env, stdout=log, stderr=log))

    def xdotool(self, *words):
        done = subprocess.run(["xdotool", *words], env=self.env, capture_output=True, text=True)
        return done.stdout.split("\n")[:-1]

    def key(self, *names):
        self.xdotool("key", "--delay", "30", *names)
        time.sleep(0.1)

    def windows(self):
        """Window numbers by title."""
        numbers = self.xdotool("search", "--onlyvisible", "--name", ".")
        titles = {number: "".join(self.xdotool("getwindowname", number)) for number in numbers}
        hidden = ("Content window", "FocusProxy", "Openbox")
        return {title: number for number, title in titles.items() if title not in hidden}

    def check_windows(self):
        for title in self.windows():
            if TROUBLE.search(title):
                raise Fault(f"a window '{title}'")

    def focus(self, title):
        window = wait_for(f"window '{title}'", lambda: next(
            (number for name, number in self.windows().items() if title in name), None), 10)
        self.xdotool("windowactivate", "--sync", window)
        time.sleep(0.2)
        return window

    def take_picture(self, window, path):
        small = ["-strip", "+dither", "-colors", "64", "-define", "png:compression-filter=0"]
        subprocess.run(["import", "-window", window, *small, f"PNG8:{path}"], env=self.env, check=True)

    def close(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()


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

    def count(self, command):
        return sum(line.split()[0] == command for line in self.wire.commands())

    def interrupted_move(self, seconds=1.0, meanwhile=lambda: None):
        """A move that would take long, and Escape. Returns how long the answer took after it."""
        self.screen.focus(self.main)
        before = self.count("genmove")
        self.screen.key("shift+F5")
        wait_for("genmove", lambda: self.count("genmove") > before, 5)
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
            return self.count("undo") + self.count("gg-undo")
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
    screen = Screen(folder, options.gogui, wire)
    try:
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
        failures = [answer for answer in wire.answers() if answer.startswith("?")]
        if failures:
            raise Fault(f"kosumi answered {failures[0]!r}")
        if "Exception" in screen.log.read_text():
            raise Fault(screen.log.read_text())
    except Fault:
        print("sent:", *wire.sent()[-12:], sep="\n    ", file=sys.stderr)
        print("windows:", *screen.windows(), sep="\n    ", file=sys.stderr)
        raise
    finally:
        screen.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gogui", default="gogui", metavar="CMD")
    parser.add_argument("--kosumi", default="target/release/kosumi", metavar="PROGRAM")
    parser.add_argument("--flags", default="", help="more flags of kosumi")
    parser.add_argument("--show", default="Ownership", metavar="LABEL", help="the command that the picture shows")
    parser.add_argument("--picture", type=pathlib.Path, metavar="FILE.png")
    options = parser.parse_args()
    options.kosumi = str(pathlib.Path(options.kosumi).resolve())
    version = subprocess.run([options.kosumi, "--version"], capture_output=True, text=True).stdout.strip()
    java = subprocess.run(["java", "-version"], capture_output=True, text=True).stderr.split("\n")[0]
    about = subprocess.run(shlex.split(options.gogui) + ["-version"], capture_output=True, text=True).stdout
    print(f"{version}, {' '.join(about.split())}, {java}")
    with tempfile.TemporaryDirectory() as folder:
        try:
            run(options, pathlib.Path(folder))
        except Fault as fault:
            sys.exit(f"FAULT: {fault}")
    print("all held")


if __name__ == "__main__":
    main()
