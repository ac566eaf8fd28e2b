#!/usr/bin/env python3
"""Draws mutants by chance from all rooms and tells which of them no test of the library sees.

usage: scripts/mutants.py [--count 100] [--seed 1] [--room NAME] [--work FOLDER] [--whole] [--list]
                           [--faults [NAME...]]

`cargo mutants --list` names all small changes that it would make; some of them are drawn by a seed. Building the tests for each
would take hours. So all of them are put into one program behind switches: an expression becomes `if on(7) { changed } else
{ as it was }`. It is built once, and run once for each mutant, with the tests of its room; with `--whole`, what survives these is
tried with all tests of the library. The test of the checksum is left out, since it sees every change of play.

What cannot stand behind a switch, above all what the compiler computes, is left out and counted. `--faults` tries those of
`scripts/faults.sh` as well.

Needs `cargo install cargo-mutants` and `pip install tree-sitter tree-sitter-rust`.
"""
import argparse
import atexit
import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

import tree_sitter
import tree_sitter_rust

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_rust.language()))
CHECKSUM = "the_same_seeds_play_the_same_games"
# Not an expression by its name, and yet one.
OTHER_EXPRESSIONS = {
    "boolean_literal",
    "compound_assignment_expr",
    "float_literal",
    "identifier",
    "integer_literal",
    "macro_invocation",
}
# What is not compiled for the tests of the library on a usual machine.
ELSEWHERE = re.compile(r"src/(main\.rs|net/gpu|eval/(graphics|fastest)\.rs|web/browser)")
SWITCH = """
/// The number of the mutant that is tried.
pub(crate) fn on(number: u32) -> bool {
    static CHOSEN: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    let chosen = || std::env::var("MUTANT").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    *CHOSEN.get_or_init(chosen) == number
}
"""


def listed():
    """All mutants of the library: their names, files, and what bytes are replaced by what."""
    told = subprocess.run(["cargo", "mutants", "--list", "--json"], cwd=ROOT, check=True, capture_output=True, text=True)
    mutants = []
    for found in json.loads(told.stdout):
        if ELSEWHERE.match(found["file"]):
            continue
        lines = (ROOT / found["file"]).read_text(encoding="utf-8").splitlines(keepends=True)

        def offset(place):
            before = "".join(lines[: place["line"] - 1]) + lines[place["line"] - 1][: place["column"] - 1]
            return len(before.encode())

        span = found["span"]
        mutants.append(
            {
                "name": found["name"],
                "file": found["file"],
                "genre": found["genre"],
                "span": (offset(span["start"]), offset(span["end"])),
                "new": found["replacement"],
            }
        )
    return sorted(mutants, key=lambda mutant: mutant["name"])


def planted(names):
    """The faults of scripts/faults.sh, or those of some names."""
    text = (ROOT / "scripts/faults.sh").read_text(encoding="utf-8")
    table = text.split("<<'TABLE'\n")[1].split("\nTABLE\n")[0]
    faults = []
    lines = table.split("\n")
    for at in range(0, len(lines), 5):
        name, file, old, new = lines[at : at + 4]
        start = (ROOT / file).read_bytes().find(old.encode())
        if not names or name in names:
            # Only what differs.
            first = len(os.path.commonprefix([old, new]))
            last = len(os.path.commonprefix([old[first:][::-1], new[first:][::-1]]))
            span = (start + len(old[:first].encode()), start + len(old[: len(old) - last].encode()))
            faults.append({"name": name, "file": file, "genre": "Fault", "span": span, "new": new[first : len(new) - last]})
    return faults


def is_expression(node):
    is_one = node.type.endswith("_expression") or node.type in OTHER_EXPRESSIONS
    return is_one and node.type != "closure_expression" and node.parent.type != "else_clause"


def covering(tree, span, fits):
    """The smallest node over some bytes that fits, if any does."""
    start, end = span
    node = tree.root_node.descendant_for_byte_range(start, max(start, end - 1))
    while node and not (node.start_byte <= start and node.end_byte >= end and fits(node)):
        node = node.parent
    return node


def is_constant(node):
    """Returns true if the compiler computes a node, so that it can ask for no switch."""
    while node and node.type != "function_item":
        if node.type in ("const_item", "static_item", "const_block", "array_type", "enum_variant"):
            return True
        node = node.parent
    return not node or any(child.type == "function_modifiers" and b"const" in child.text for child in node.children)


def insertions(tree, source, number, mutant):
    """What to put where so that a mutant stands behind its switch: places, their order, texts. Nothing if it cannot."""
    start, end = mutant["span"]
    if mutant["genre"] == "StructField":
        return []
    if mutant["genre"] == "FnValue":
        node = covering(tree, (start, end), lambda node: node.type == "block")
        if not node or is_constant(node):
            return []
        return [(node.start_byte + 1, 0, f" if crate::on({number}) {{ return {mutant['new']}; }} ")]
    if mutant["genre"] == "MatchArm":
        node = covering(tree, (start, end), lambda node: node.type == "match_arm")
        pattern = node and node.child_by_field_name("pattern")
        if not pattern or is_constant(node):
            return []
        guard = pattern.child_by_field_name("condition")
        if guard:
            return [(guard.start_byte, 0, f"!crate::on({number}) && ")]
        return [(pattern.end_byte, 0, f" if !crate::on({number})")]
    node = covering(tree, (start, end), is_expression)
    if not node or is_constant(node):
        return []
    first, last = node.start_byte, node.end_byte
    changed = (source[first:start] + mutant["new"].encode() + source[end:last]).decode()
    # As a statement it needs no brackets, and may not have them.
    opened, closed = ("", "") if node.parent.type in ("block", "expression_statement") else ("(", ")")
    return [
        (first, -last, f"{opened}if crate::on({number}) {{ {changed} }} else {{ "),
        (last, -first, f" }}{closed}"),
    ]


def write(tree_root, files, mutants):
    """Writes files with mutants behind switches. Returns the numbers of those that cannot stand behind one."""
    refused = set()
    for file in files:
        source = (ROOT / file).read_bytes()
        tree = PARSER.parse(source)
        places = []
        for number, mutant in mutants.items():
            if mutant["file"] != file:
                continue
            found = insertions(tree, source, number, mutant)
            if found:
                places += found
            else:
                refused.add(number)
        text = source
        # From the end on. What begins before others stands before them, and what ends behind others behind them.
        for at, order, new in sorted(places, key=lambda place: (-place[0], -place[1])):
            text = text[:at] + new.encode() + text[at:]
        (tree_root / file).write_bytes(text)
    library = tree_root / "src/lib.rs"
    library.write_text((ROOT / "src/lib.rs").read_text(encoding="utf-8") + SWITCH, encoding="utf-8")
    return refused


def broken(tree_root, environment):
    """The numbers of mutants at which the compiler stumbles, or nothing if it builds; and the program of the tests."""
    command = ["cargo", "test", "--lib", "--no-run", "--message-format=json"]
    built = subprocess.run(command, cwd=tree_root, env=environment, capture_output=True, text=True)
    found, program = set(), None
    for line in built.stdout.splitlines():
        message = json.loads(line)
        if message.get("executable") and message["target"]["name"] == "kosumi":
            program = message["executable"]
        told = message.get("message")
        if isinstance(told, dict) and told["level"] == "error":
            for span in told["spans"]:
                lines = (tree_root / span["file_name"]).read_text(encoding="utf-8").splitlines()
                near = re.findall(r"crate::on\((\d+)\)", "\n".join(lines[span["line_start"] - 1 : span["line_end"]]))
                # Those of the place itself, or the last one before it.
                near = near or re.findall(r"crate::on\((\d+)\)", "\n".join(lines[: span["line_end"]]))[-1:]
                found |= {int(number) for number in near}
    if not program and not found:
        sys.exit(built.stdout[-3000:] + built.stderr[-3000:])
    return found, program


def run(program, number, filters, limit):
    """Runs tests with a mutant. Returns those that fail, `["too slow"]` if it takes too long, and the seconds."""
    environment = {**os.environ, "MUTANT": str(number)}
    command = [program, "--quiet", "--test-threads", "1", "--skip", CHECKSUM, *filters]
    begun = time.monotonic()
    try:
        ended = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, errors="replace", timeout=limit
        )
    except subprocess.TimeoutExpired:
        return ["too slow"], time.monotonic() - begun
    failed = sorted(set(re.findall(r"^    ([a-z_:0-9]+)$", ended.stdout, re.MULTILINE)))
    if ended.returncode and not failed:
        failed = ["an end without a word"]
    return failed, time.monotonic() - begun


def module(file):
    return file.removeprefix("src/").removesuffix(".rs").replace("/", "::") + "::"


def room(file):
    return module(file).split("::")[0] + "::"


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--count", type=int, default=100)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--room", help="of this room alone")
    options.add_argument("--work", type=pathlib.Path, help="a folder to keep what is built")
    options.add_argument("--whole", action="store_true", help="try survivors with all tests")
    options.add_argument("--list", action="store_true", help="only tell what is drawn")
    options.add_argument("--faults", nargs="*", help="also try the faults of scripts/faults.sh")
    asked = options.parse_args()
    all_mutants = [it for it in listed() if not asked.room or room(it["file"]) == f"{asked.room}::"]
    drawn = random.Random(asked.seed).sample(all_mutants, min(asked.count, len(all_mutants)))
    print(f"{len(drawn)} of {len(all_mutants)} mutants, seed {asked.seed}")
    if asked.faults is not None:
        drawn += planted(asked.faults)
    mutants = dict(enumerate(drawn, 1))
    if asked.list:
        for number, mutant in mutants.items():
            print(number, mutant["name"])
        return
    work = asked.work
    if not work:
        work = pathlib.Path(tempfile.mkdtemp())
        atexit.register(shutil.rmtree, work, ignore_errors=True)
    tree_root = work / "tree"
    shutil.rmtree(tree_root, ignore_errors=True)
    told = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    for file in told.stdout.split("\0"):
        if file and (ROOT / file).is_file():
            (tree_root / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, tree_root / file)
    environment = {"CARGO_TARGET_DIR": str(work / "target"), **os.environ}
    left, files = dict(mutants), sorted({mutant["file"] for mutant in drawn})
    while True:
        for number in write(tree_root, files, left):
            del left[number]
        stumbled, program = broken(tree_root, environment)
        if program:
            break
        for number in stumbled:
            print(f"{number} {mutants[number]['name']}: does not compile")
            left.pop(number, None)
    # Another build in the same folder may write a program of the same name.
    program = shutil.copy(program, work / "tests")
    print(f"{len(mutants) - len(left)} cannot stand behind a switch or do not compile, {len(left)} are tried")

    def time_of(name):
        failed, seconds = run(program, 0, [name], 1800)
        if failed:
            sys.exit(f"without any mutant these tests fail: {failed}")
        return seconds

    def attempt(item):
        number, mutant = item
        # The tests of its file are the fewest; a room's may take minutes.
        own, whole = module(mutant["file"]), room(mutant["file"])
        failed, seconds = run(program, number, [own], 30 + 4 * rooms[whole])
        if not failed and own != whole:
            failed, seconds = run(program, number, [whole], 30 + 4 * rooms[whole])
        if not failed and asked.whole:
            failed, seconds = run(program, number, [], 3600)
        told = f"killed by {' '.join(failed[:3])}" if failed else "SURVIVED"
        print(f"{number} {mutant['name']}: {told} ({seconds:.0f} s)", flush=True)
        return bool(failed)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        names = sorted({room(mutant["file"]) for mutant in left.values()})
        rooms = dict(zip(names, threads.map(time_of, names)))
        died = list(threads.map(attempt, left.items()))
    print(f"{died.count(True)} of {len(died)} died")


main()
