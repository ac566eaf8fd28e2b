#!/usr/bin/env python3
"""Runs kosumi as the engine of KaTrain, by KaTrain's own classes and its own settings, without its window.

    pip install kivy pysgf && pip download --no-deps katrain && unzip -d KATRAIN katrain-*.whl
    KATRAIN=KATRAIN scripts/clients/katrain.py [PROGRAM] [GAME.sgf]

KaTrain is started in both ways that its settings know: with kosumi's path as the path of KataGo and everything else as it
comes, network and configuration included, and with a command of one's own. Each time a game is loaded, analyzed and played on
by several of KaTrain's strategies. The exit status is 0 only if every position was analyzed and every move was made, without
an error.
"""

import os
import sys
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "target", "release", "kosumi"))
RECORD = sys.argv[2] if len(sys.argv) > 2 else os.path.join(ROOT, "gtp-tests", "games", "plain.sgf")
sys.argv = sys.argv[:1]
sys.path.insert(0, os.environ["KATRAIN"])
os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
os.environ.setdefault("KIVY_NO_FILELOG", "1")

from katrain.core.ai import generate_ai_move  # noqa: E402
from katrain.core.base_katrain import KaTrainBase  # noqa: E402
from katrain.core.constants import AI_DEFAULT, AI_POLICY, AI_SCORELOSS, AI_SIMPLE_OWNERSHIP, AI_TERRITORY  # noqa: E402
from katrain.core.constants import OUTPUT_ERROR, OUTPUT_KATAGO_STDERR  # noqa: E402
from katrain.core.engine import KataGoEngine  # noqa: E402
from katrain.core.game import Game, KaTrainSGF  # noqa: E402

# Longer than anything here takes on a slow machine.
PATIENCE = 300

STRATEGIES = [AI_DEFAULT, AI_POLICY, AI_SCORELOSS, AI_SIMPLE_OWNERSHIP, AI_TERRITORY]


class Katrain(KaTrainBase):
    """KaTrain without a window, which keeps errors and what the engine says."""

    def __init__(self):
        self.errors, self.said = [], []
        super().__init__(force_package_config=True, debug_level=0)

    def log(self, message, level=0):
        if level == OUTPUT_ERROR:
            self.errors.append(str(message))
        elif level == OUTPUT_KATAGO_STDERR:
            self.said.append(str(message))

    def __call__(self, message, *arguments):
        # What the window would be asked to do, such as to show a dialog about an engine that died.
        self.errors.append(f"{message} {arguments}")

    def update_state(self, *_arguments, **_words):
        pass


def wait(what, is_done):
    """Waits until something is done."""
    end = time.time() + PATIENCE
    while not is_done():
        if time.time() > end:
            sys.exit(f"{what}: not done after {PATIENCE} s")
        time.sleep(0.05)


def try_engine(name, settings):
    """Loads a game and plays on, with settings that are changed."""
    katrain = Katrain()
    engine = KataGoEngine(katrain, {**katrain.config("engine"), **settings})
    game = Game(katrain, engine, move_tree=KaTrainSGF.parse_file(RECORD), analyze_fast=True)
    nodes = game.root.nodes_in_tree
    wait(name, lambda: all(node.analysis_complete for node in nodes) or katrain.errors)
    while game.current_node.children:
        game.redo(1)
    if game.current_node.is_pass:
        game.undo(1)
    for strategy in STRATEGIES:
        move, node = generate_ai_move(game, strategy, katrain.config(f"ai/{strategy}"))
        if node is None:
            sys.exit(f"{name}: {strategy} made no move")
        wait(name, lambda node=node: node.analysis_complete or katrain.errors)
    last = game.current_node
    engine.shutdown(finish=False)
    if katrain.errors:
        sys.exit(f"{name}: {katrain.errors}")
    print(f"{name}: {len(nodes)} positions analyzed, {len(STRATEGIES)} moves made, at last {last.score:+.1f} points, "
          f"{100 * last.winrate:.0f} %")
    for line in sorted(set(katrain.said)):
        print(f"  {line}")


def main():
    """Tries both ways."""
    try_engine("path of KataGo", {"katago": PROGRAM})
    try_engine("command", {"backend": "custom", "altcommand": f"exec '{PROGRAM}' analysis"})


main()
