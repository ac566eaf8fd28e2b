"""A virtual screen for programs that show kosumi, and what they say to each other on the way."""

import argparse
import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

# Titles of windows in which a program tells of a problem or wants to know what to do about it.
TROUBLE = re.compile(r"error|warning|question|information|confirm|message|not responding", re.IGNORECASE)


# A game that programs open to have it analyzed.
RECORD = """(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[7.5]RU[Chinese]PB[Black]PW[White]
;B[pd];W[dp];B[pq];W[dd];B[fq];W[cn];B[jq];W[nc];B[qf];W[pb];B[qc];W[kc];B[cf];W[fc];B[bd];W[cc]
;B[ci];W[qn];B[qp];W[qj])
"""
MOVES = RECORD.count(";") - 1


class Fault(Exception):
    """The program or kosumi did not do what was expected."""


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
        pipe = folder / "pipe"  # the program must hear the messages, too
        os.mkfifo(pipe)
        self.command.write_text(
            "#!/bin/sh\n"
            f"tee {self.err_file} <{pipe} >&2 &\n"
            f"tee {self.sent_file} | {kosumi} 2>{pipe} | tee {self.said_file}\n")
        self.command.chmod(0o755)

    def sent(self):
        return self.sent_file.read_text().splitlines() if self.sent_file.exists() else []

    def said(self):
        return self.said_file.read_text() if self.said_file.exists() else ""

    def answers(self):
        return self.said().split("\n\n")[:-1]

    def commands(self):
        """What was sent, without ids and comments."""
        return [re.sub(r"^\d+ ", "", line) for line in self.sent() if line and not line.startswith("#")]

    def is_idle(self):
        """Whether everything that was sent has been answered."""
        return len(self.commands()) == len(self.answers())

    def reports(self):
        """The lines that a running analysis has said so far."""
        said = self.said().split("\n\n")
        if len(said) != len(self.commands()):
            return []
        return [line for line in said[-1].split("\n")[:-1] if line.startswith("info ")]

    def visits(self):
        """Those of all moves in the newest report of a running analysis."""
        return sum(map(int, re.findall(r" visits (\d+)", "".join(self.reports()[-1:]))))

    def count(self, name):
        """How many commands of this name were sent."""
        return sum(line.split()[0] == name for line in self.commands())

    def check_answers(self):
        failures = [answer for answer in self.answers() if answer.startswith("?")]
        if failures:
            raise Fault(f"kosumi answered {failures[0]!r}")

    def summary(self):
        names = sorted({command.split()[0] for command in self.commands()})
        return f"{len(self.commands())} commands: {' '.join(names)}"

    def messages(self):
        return self.err_file.read_text().splitlines() if self.err_file.exists() else []


class Screen:
    """A virtual screen with a program on it."""

    def __init__(self, folder, program, size="1280x900"):
        """Starts a program, which is a list of words, in a folder that it takes for its home."""
        self.folder = folder
        read, write = os.pipe()
        self.processes = [subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size}x24"],
            pass_fds=[write], stderr=subprocess.DEVNULL)]
        os.close(write)
        with os.fdopen(read) as number:
            display = number.readline().strip()
        self.env = dict(os.environ, DISPLAY=f":{display}", HOME=str(folder))
        java = f"-Duser.home={folder} -Djava.util.prefs.userRoot={folder}"
        self.env["JAVA_TOOL_OPTIONS"] = java
        self.log = folder / "program.log"
        self.start(["openbox"])
        self.start(program)

    def start(self, command):
        with open(self.log, "a") as log:
            self.processes.append(
                subprocess.Popen(command, cwd=self.folder, env=self.env, stdout=log, stderr=log))

    def xdotool(self, *words):
        done = subprocess.run(["xdotool", *words], env=self.env, capture_output=True, text=True)
        return done.stdout.split("\n")[:-1]

    def key(self, *names):
        self.xdotool("key", "--delay", "30", *names)
        time.sleep(0.1)

    def click(self, window, x, y, button=1):
        self.xdotool("mousemove", "--window", window, str(x), str(y), "click", str(button))
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

    def check_log(self):
        if "Exception" in self.log.read_text():
            raise Fault(self.log.read_text())

    def focus(self, title, seconds=10):
        window = wait_for(f"window '{title}'", lambda: next(
            (number for name, number in self.windows().items() if title in name), None), seconds)
        self.xdotool("windowactivate", "--sync", window)
        time.sleep(0.2)
        return window

    def take_picture(self, window, path, colors=64):
        small = ["-strip", "+dither", "-colors", str(colors), "-define", "png:compression-filter=0"]
        subprocess.run(["import", "-window", window, *small, f"PNG8:{path}"], env=self.env, check=True)

    def close(self):
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()


@contextlib.contextmanager
def watched(screen, wire):
    """Closes a screen in the end. After a fault tells what was sent last and which windows there are."""
    try:
        yield
    except Fault:
        print("sent:", *wire.sent()[-12:], sep="\n    ", file=sys.stderr)
        print("windows:", *screen.windows(), sep="\n    ", file=sys.stderr)
        raise
    finally:
        screen.close()


def flags(doc):
    """The flags that all scripts have, for a parser to be completed."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kosumi", default="target/release/kosumi", metavar="PROGRAM")
    parser.add_argument("--flags", default="", help="more flags of kosumi")
    parser.add_argument("--picture", type=lambda path: pathlib.Path(path).resolve(), metavar="FILE.png")
    return parser


def picture_flags(parser):
    """Those of scripts that take a picture of an analysis."""
    parser.add_argument("--visits", type=int, default=8000, help="of the analysis that the picture shows")
    parser.add_argument("--colors", type=int, default=64, help="of the picture")


def java_version():
    return subprocess.run(["java", "-version"], capture_output=True, text=True).stderr.split("\n")[0]


def hold(options, run, *versions):
    """Tells the versions and runs a script in a folder of its own; the exit status says whether all held."""
    options.kosumi = str(pathlib.Path(options.kosumi).resolve())
    kosumi = subprocess.run([options.kosumi, "--version"], capture_output=True, text=True).stdout.strip()
    print(", ".join([kosumi, *versions]))
    with tempfile.TemporaryDirectory() as folder:
        try:
            run(options, pathlib.Path(folder))
        except Fault as fault:
            sys.exit(f"FAULT: {fault}")
    print("all held")
