"""Other programs, as the scripts beside this file run them, and kosumi as it was at another commit."""

import shlex
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


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


def take_two_programs(parser):
    """Gives a parser of arguments those that name an old and a new program."""
    parser.add_argument("commit", nargs="?", metavar="COMMIT", help="what to compare with [default: the last tag]")
    parser.add_argument("--old", type=Path, metavar="PROGRAM", help="a program that is there, instead of a commit")
    parser.add_argument("--new", type=Path, metavar="PROGRAM", help="a program that is there, instead of this checkout")


def two_programs(options):
    """The old and the new program, which are built where such arguments name none. Sets the commit of the old one."""
    if not options.old:
        options.commit = options.commit or last_release()
    return [options.old or built_at(options.commit), options.new or built(ROOT, ROOT / "target")]


def last_release():
    """The last tag, or else the commit before the present one."""
    tags = git("tag", "--merged", "HEAD", "--sort", "-creatordate").split()
    return tags[0] if tags else "HEAD~1"


def git(*words):
    return run("git", "-C", ROOT, *words)


def built(folder, target):
    """The program that the sources in a folder make."""
    words = ["cargo", "build", "--release", "--locked", "--target-dir", target]
    subprocess.run(words, cwd=folder, check=True)
    return target / "release" / "kosumi"


def built_at(commit):
    """The program of a commit. The builds of commits share their crates."""
    target = ROOT / "target" / "gates"
    tree = target / "tree"
    if tree.exists():
        git("worktree", "remove", "--force", tree)
    git("worktree", "add", "--force", "--detach", tree, commit)
    try:
        return built(tree, target)
    finally:
        git("worktree", "remove", "--force", tree)
