"""A program that speaks GTP, for the scripts beside this file."""

import shlex
import subprocess


class Program:
    """A program that was started by a command line. What it says on standard error is lost."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def ask(self, command, may_fail=False):
        """The whole answer to a command, with its first character. Ends the script if the program ends, or if the command
        fails and may not."""
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()).strip() or not lines:
            if not line:
                raise SystemExit(f"{self.process.args[0]} has ended at {command!r}")
            lines.append(line.rstrip())
        if lines[0].startswith("?") and not may_fail:
            raise SystemExit(f"{self.process.args[0]}: {command}: {lines}")
        return "\n".join(lines)
