#!/usr/bin/env python3
"""Keeps one kosumi busy for a long time with all that controllers do, and checks every answer by rules of its own.

    scripts/soak.py [--kosumi PROGRAM] [--commands 20000 | --seconds S] [--seed 1]

One program answers GTP all the time: new games on boards of all sizes under all rule sets, with handicaps, moves that are
generated, played, refused, taken back and loaded from records, clocks, analyses that the next line ends, searches that are
interrupted, counts, and parameters that change, the network among them. A board in this file, which knows captures,
suicide and ko in the plainest way, says which moves are legal and which stones there are after each of them; legal moves are
compared as sets. 20,000 commands are about as many as a bot gets on a server in a day.

Every two seconds the memory of the program is noted. At the end a line tells commands, moves, games, analyses, the longest
time for an answer, and by how much the largest memory of the second half exceeds that of the first, from a tenth on. Exit
status 0 only if every answer was right and, in a run of half an hour or more, that growth is below one in a hundred;
otherwise what led there is printed.
"""

import argparse
import os
import random
import re
import sys
import tempfile
import time

from referee import LETTERS, Fault, Program

KOSUMI = "target/release/kosumi --visits 8 --seed 1 --param reg_visits=40 --param dead_playouts=200"
RULES = (
    "tromp-taylor", "basic", "cgos", "simplified-ing", "chinese", "chinese-kgs", "japanese", "japanese-2003",
    "wagc", "korean", "aga", "aga-territory", "aga-button", "bga", "french", "ing", "new-zealand", "wmsg",
    "stones", "ancient-area", "ming", "ancient-territory", "aguilar", "beginners-area", "beginners-territory",
    "lasker-maas",
)
SIZES = (2, 3, 5, 5, 7, 7, 9, 9, 9, 13, 19, 25)
ENOUGH = 400  # Moves of a game.


class Board:
    """Stones on a board; a position is a dictionary of them."""

    def __init__(self, side):
        names = {(column, row): f"{LETTERS[column]}{row + 1}" for column in range(side) for row in range(side)}
        self.points = list(names.values())
        self.near = {}
        for (column, row), name in names.items():
            around = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
            self.near[name] = [names[at] for at in around if at in names]

    def chain(self, stones, point):
        """The stones of a chain, and whether it has a liberty."""
        chain, open_, has_liberty = {point}, [point], False
        while open_:
            for near in self.near[open_.pop()]:
                if near not in stones:
                    has_liberty = True
                elif stones[near] == stones[point] and near not in chain:
                    chain.add(near)
                    open_.append(near)
        return chain, has_liberty

    def after(self, stones, color, point):
        """The position after a move, and whether that was suicide."""
        stones = {**stones, point: color}
        for near in self.near[point]:
            if stones.get(near, color) != color:
                chain, has_liberty = self.chain(stones, near)
                if not has_liberty:
                    stones = {at: its for at, its in stones.items() if at not in chain}
        chain, has_liberty = self.chain(stones, point)
        if not has_liberty:
            stones = {at: its for at, its in stones.items() if at not in chain}
        return stones, not has_liberty


class Game:
    """What has been played, by the plainest rules."""

    def __init__(self, side, rules):
        self.side, self.rules = side, rules
        self.board = Board(side)
        # Positions since the last setup, and who moved to each.
        self.positions, self.movers = [{}], [None]

    @property
    def stones(self):
        return self.positions[-1]

    def set_up(self, stones):
        self.positions, self.movers = [stones], [None]

    def move(self, color, point):
        stones = self.stones
        if point != "PASS":
            stones, _ = self.board.after(stones, color, point)
        self.positions.append(stones)
        self.movers.append(color)

    def undo(self):
        self.positions.pop()
        self.movers.pop()

    def legal(self, color):
        """Points that are certainly legal, and points that may be."""
        least, most = set(), set()
        ko, is_ing = self.rules["ko"], self.rules["name"].startswith("ing")
        for point in self.board.points:
            if point in self.stones:
                continue
            stones, is_suicide = self.board.after(self.stones, color, point)
            if is_suicide and not self.rules["suicide"]:
                continue
            if stones == self.stones:
                # Suicide of a single stone: a repetition, whatever the rule calls it.
                most.add(point)
                continue
            if ko == "SIMPLE":
                is_banned = len(self.positions) > 1 and stones == self.positions[-2] and self.movers[-1] != color
            else:
                is_banned = stones in self.positions
            if not is_banned:
                least.add(point)
                most.add(point)
            elif ko == "SITUATIONAL" or is_ing:
                most.add(point)
        return least, most


class Soak:
    """The program, the game, and what is counted."""

    def __init__(self, options):
        self.draws = random.Random(options.seed)
        self.engine = Program(options.kosumi, 120)
        self.commands = self.moves = self.games = self.analyses = self.refused = 0
        self.longest = (0.0, "")
        self.last = []
        self.memory = []
        self.folder = tempfile.TemporaryDirectory()
        self.file = os.path.join(self.folder.name, "game.sgf")
        self.saved = None
        self.begun = time.monotonic()
        self.new_game()

    def ask(self, command):
        self.last = self.last[-40:] + [command]
        begun = time.monotonic()
        answer = self.engine.ask(command)
        self.note(begun, command)
        return answer

    def note(self, begun, command):
        self.commands += 1
        taken = time.monotonic() - begun
        if taken > self.longest[0]:
            self.longest = (taken, command)

    def refusal(self, command):
        """What is wrong with a command, or nothing."""
        try:
            self.ask(command)
        except Fault as fault:
            # The rest of a failure is its empty line.
            found = re.search(r" answered ['\"]\?\d+ (.*)['\"], expected", str(fault))
            if not found or self.engine._line(command):
                raise
            return found.group(1)
        return None

    def fails(self, command):
        """A command that must be refused, and change nothing."""
        before = self.ask("kosumi-board")
        self.refused += 1
        if self.refusal(command) is None:
            raise Fault(f"{command} was not refused")
        if self.ask("kosumi-board") != before:
            raise Fault(f"{command} failed and changed something")

    def same(self, what, ours, theirs):
        if ours != theirs:
            raise Fault(f"{what}: {sorted(ours ^ theirs)} differ")

    def check_stones(self):
        for color in "bw":
            ours = {at for at, its in self.game.stones.items() if its == color}
            self.same(f"stones of {color}", ours, self.points(f"list_stones {color}"))

    def points(self, command):
        return {point.upper() for point in self.ask(command).split()} - {"PASS"}

    # What controllers do.

    def new_game(self):
        draws = self.draws
        side = draws.choice(SIZES)
        name = draws.choice(RULES)
        self.ask(f"boardsize {side}")
        self.ask("clear_board")
        self.ask(f"kosumi-rules {name}")
        fields = self.ask("kata-get-rules")
        self.game = Game(side, {"name": name, "ko": re.search(r'"ko":"(\w+)"', fields).group(1),
                                "suicide": '"suicide":true' in fields})
        self.ask(f"komi {draws.choice((0, 0.5, 6.5, 7, 7.5, -3))}")
        self.games += 1
        self.color = "b"
        if side >= 7 and draws.random() < 0.2:
            points = self.points(f"{draws.choice(('fixed', 'place_free'))}_handicap {draws.randint(2, 4)}")
            self.game.set_up({point: "b" for point in points})
            self.color = "w"
        self.ask(draws.choice(("time_settings 0 0 0", "time_settings 60 5 3", "kgs-time_settings byoyomi 10 1 3",
                               "time_settings 3 0 0", "kgs-time_settings none")))

    def other(self):
        self.color = "w" if self.color == "b" else "b"

    def generate(self):
        if len(self.game.positions) > ENOUGH:
            return self.new_game()
        command = self.draws.choice(("genmove",) * 8 + ("kgs-genmove_cleanup", "reg_genmove"))
        self.generated(command, self.ask(f"{command} {self.color}"))

    def generated(self, command, answer):
        point = answer.upper()
        _, most = self.game.legal(self.color)
        if point not in most | {"PASS", "RESIGN"}:
            raise Fault(f"{command} {self.color} chose {answer}")
        self.moves += 1
        if command == "reg_genmove":
            return
        if point == "RESIGN":
            return self.new_game()
        self.game.move(self.color, point)
        self.other()
        self.check_stones()

    def play(self):
        least, _ = self.game.legal(self.color)
        point = self.draws.choice(sorted(least)) if least and self.draws.random() < 0.97 else "PASS"
        self.ask(f"play {self.color} {point}")
        self.game.move(self.color, point)
        self.moves += 1
        self.other()
        self.check_stones()

    def list_legal(self):
        least, most = self.game.legal(self.color)
        theirs = self.points(f"all_legal {self.color}")
        if not least <= theirs <= most:
            raise Fault(f"legal moves: {sorted(least - theirs)} lack, {sorted(theirs - most)} are too many")

    def refuse(self):
        occupied = sorted(self.game.stones)
        commands = ["play b Z99", "boardsize 26", "komi x", "play x A1", "loadsgf /nowhere.sgf", "no_such_command",
                    "kata-set-rules {", "time_left b x 0", "fixed_handicap 99", "gg-undo 99999", "kosumi-param threads x"]
        if occupied:
            commands.append(f"play {self.color} {self.draws.choice(occupied)}")
        self.fails(self.draws.choice(commands))

    def take_back(self):
        for _ in range(self.draws.randint(1, 5)):
            if len(self.game.positions) == 1:
                return
            self.ask("undo")
            self.game.undo()
            self.other()
        self.check_stones()

    def analyze(self):
        command = self.draws.choice((
            f"lz-analyze {self.color} 1", f"kata-analyze {self.color} 1 ownership true", f"lz-analyze {self.color} interval 5",
            f"kata-analyze {self.color} interval 1 rootInfo true maxmoves 3"))
        self.last = self.last[-40:] + [command]
        self.analyses += 1
        self.engine.sent += 1
        self.write(f"{self.engine.sent} {command}\n")
        # Reports come whole lines at a time; then a line ends it.
        if self.engine._line(command) != f"={self.engine.sent}":
            raise Fault(f"{command} does not begin as a stream")
        begun = time.monotonic()
        if self.draws.random() < 0.5:
            time.sleep(self.draws.random() * 0.03)
        self.engine.sent += 1
        self.write(f"{self.engine.sent} name\n")
        while line := self.engine._line(command):
            if not line.startswith(("info ", "play ")):
                raise Fault(f"{command} says {line!r}")
        if self.engine._line("name") != f"={self.engine.sent} kosumi" or self.engine._line("name"):
            raise Fault(f"what ended {command} was not answered")
        self.note(begun, command)

    def write(self, text):
        self.engine.process.stdin.write(text.encode())
        self.engine.process.stdin.flush()

    def interrupt(self):
        """A long search that is told to end at once."""
        if len(self.game.positions) > ENOUGH:
            return self.new_game()
        self.ask("kosumi-param playouts 10000000")
        self.ask("time_settings 0 0 0")
        command = f"genmove {self.color}"
        self.last = self.last[-40:] + [command, "# interrupt"]
        self.engine.sent += 1
        self.write(f"{self.engine.sent} {command}\n")
        time.sleep(self.draws.random() * 0.05)
        begun = time.monotonic()
        self.write("# interrupt\n")
        line = self.engine._line(command)
        self.note(begun, "# interrupt")
        start = f"={self.engine.sent} "
        if not line.startswith(start) or self.engine._line(command):
            raise Fault(f"{command}, interrupted: {line!r}")
        self.ask("kosumi-param playouts 8")
        self.generated("genmove", line[len(start):])

    def count(self):
        # A cycle may have ended the game without a result.
        for command in ("final_score", "final_status_list seki", "estimate_score"):
            if self.refusal(command) not in (None, "cannot score"):
                raise Fault(f"{command} was refused")
        dead = self.points("final_status_list dead")
        if not dead <= set(self.game.stones):
            raise Fault(f"dead stones where none are: {sorted(dead - set(self.game.stones))}")

    def keep(self):
        """Saves the game, and perhaps returns to the one that was saved before."""
        if self.saved and self.draws.random() < 0.5:
            side, stones, rules = self.saved
            # Games are loaded by the rules that hold: others may not allow what was played.
            self.ask(f"kosumi-rules {rules['name']}")
            self.ask(f"loadsgf {self.file}")
            self.game = Game(side, rules)
            self.game.set_up(stones)
            self.check_stones()
            # Which positions were there before is not known any more.
            return self.new_game()
        self.ask(f"savesgf {self.file}")
        self.saved = (self.game.side, self.game.stones, self.game.rules)
        return None

    def change(self):
        self.ask(self.draws.choice((
            "kosumi-param model own", "kosumi-param model own", "kosumi-param model none", "kosumi-param threads 1", "kosumi-param threads 2",
            "kosumi-param pondering 1", "kosumi-param pondering 0", "level 3", "level 10", "level 10", "clear_cache",
            "kosumi-param memory_mb 16", "kosumi-param memory_mb 64", "set_random_seed 5", "kosumi-param playouts 8")))

    def question(self):
        point = self.draws.choice(self.game.board.points)
        command = self.draws.choice((
            "showboard", "kosumi-board", "kosumi-clock", "move_history", "captures b", "last_move", "get_komi", "cputime",
            f"time_left {self.color} {self.draws.randint(1, 60)} 0", f"is_legal {self.color} {point}", "printsgf",
            "kosumi-influence", "kosumi-best_moves", "kosumi-explain"))
        # Where there is nothing to tell, that is said.
        if self.refusal(command) == "internal error":
            raise Fault(f"{command} met an internal error")

    WEIGHTS = ((generate, 40), (play, 25), (list_legal, 6), (refuse, 6), (take_back, 5), (analyze, 6), (interrupt, 1),
               (count, 1), (keep, 1), (change, 3), (question, 6), (new_game, 0.7))

    def look_at_memory(self):
        """Megabytes that the program occupies, with seconds since the beginning; nothing where /proc tells nothing."""
        try:
            with open(f"/proc/{self.engine.process.pid}/status", encoding="ascii") as status:
                kilobytes = re.search(r"VmRSS:\s+(\d+)", status.read())
        except OSError:
            kilobytes = None
        if kilobytes:
            self.memory.append((time.monotonic() - self.begun, int(kilobytes.group(1)) / 1024))

    def run(self, options):
        looked = told = time.monotonic()
        steps, weights = zip(*self.WEIGHTS)

        def is_done():
            if options.seconds:
                return time.monotonic() - self.begun >= options.seconds
            return self.commands >= options.commands

        while not is_done():
            self.draws.choices(steps, weights)[0](self)
            now = time.monotonic()
            if now - looked > 2:
                looked = now
                self.look_at_memory()
            if now - told > 600:
                told = now
                print(self.summary(), flush=True)
        self.engine.quit()

    def growth(self):
        """By which share the largest memory of the second half exceeds that of the first, without the first tenth. In a short
        run not all has happened in either of them that takes memory."""
        if time.monotonic() - self.begun < 1800 or not self.memory:
            return 0.0
        last = self.memory[-1][0]
        early = [size for at, size in self.memory if 0.1 * last <= at < 0.55 * last]
        late = [size for at, size in self.memory if at >= 0.55 * last]
        return max(late) / max(early) - 1.0

    def summary(self):
        seconds = time.monotonic() - self.begun
        largest = max((size for _, size in self.memory), default=0.0)
        return (f"{self.commands} commands, {self.moves} moves, {self.games} games, {self.analyses} analyses, "
                f"{self.refused} refusals in {seconds / 3600:.2f} hours; longest answer {self.longest[0]:.2f} s "
                f"({self.longest[1]}); at most {largest:.0f} MB, growth {100 * self.growth():+.2f} %")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kosumi", default=KOSUMI, help=f"command line of the program [{KOSUMI}]")
    parser.add_argument("--commands", type=int, default=20_000)
    parser.add_argument("--seconds", type=float, help="goes on for so long instead")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    soak = Soak(options)
    try:
        soak.run(options)
    except Fault as fault:
        print(f"FAULT: {fault}\nled to by, with seed {options.seed}:", *soak.last, sep="\n")
        sys.exit(1)
    print(soak.summary())
    sys.exit(0 if soak.growth() < 0.01 else 1)


if __name__ == "__main__":
    main()
