"""Other programs, as the scripts beside this file run them."""

import shlex
import subprocess


def run(*words, text=None):
    """What a program writes on standard output, to its end. Ends the script if the program fails."""
    return subprocess.run([str(word) for word in words], input=text, capture_output=True, text=True, check=True).stdout


class Program:
    """A program that speaks GTP, started by a command line. What it says on standard error is lost."""

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
