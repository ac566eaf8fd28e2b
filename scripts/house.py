#!/usr/bin/env python3
"""Prints figures that tell how well the house is kept, a column for each checkout of the sources.

    scripts/house.py [ROOT ...] [--list]

ROOT is the folder of `Cargo.toml`, by default that of this script's repository. `--list` names what stands behind the
figures of the last checkout: the files of each circle, the names of several types, the long sentences.

Everything is read from the texts by rules that are simple enough to be the same for every checkout:

- Tests do not count: files named `tests` or below such a folder, and `#[cfg(test)] mod tests { ... }` at the end of a file.
- A file needs another one if it names something that the other one defines: by `use`, or by a path of several names. It
  does not need what it only passes on (`pub use`, `mod`). A child may use what its parent defines, as is usual in Rust, so
  that is left out. Files of one room (a top-level module) that need each other, directly or by others, are a circle.
- A type is what `struct`, `enum`, `trait`, `union` or `type` defines. Its name is counted where it begins a line, and the
  type is seen beyond its file if it is `pub` in any way. The row below counts those that another file names indeed.
- Words count in small letters where they stand alone, in code, comments and tests.
- Prose are the texts of Markdown, the comments at the head of modules (`//!`), and the texts of flags and subcommands
  (`///` in files that derive from clap). Blocks of code, tables and headings do not count. A sentence ends with a period, a
  question or an exclamation mark; each item of a list is a text of its own.
"""

import argparse
import re
from collections import defaultdict
from pathlib import Path

# Words that say less than others would.
TICS = ["told", "looks", "nobody", "so many"]

# What is to be known in few places: the word, what is counted, where it may stand freely, and how many other places may.
HIDDEN = [("Instructions", "files", "net", 4), ("TELLS_POLICY", "places", None, 0)]

# Sentences with more words are hard to read at once.
LONG_SENTENCE = 40

ITEM = re.compile(
    r"^(pub(?:\([a-z: ]+\))? )?(?:(?:unsafe|async|const|extern \"C\") )*"
    r"(struct|enum|trait|union|type|fn|const|static|macro_rules!) (?:mut )?([A-Za-z_]\w*)",
    re.MULTILINE,
)
SEEN_TYPE = re.compile(r"^ *pub(?:\([a-z: ]+\))? (?:struct|enum|trait|union|type) ([A-Z]\w*)", re.MULTILINE)
KNOB = re.compile(r"^ +(\w+)(?:: \w+)? = \[([^\]]+)\], .*;$", re.MULTILINE)
TYPES = {"struct", "enum", "trait", "union", "type"}
INNER_ITEM = re.compile(
    r"^ +pub(?:\([a-z: ]+\))? (?:struct|enum|trait|union|type|fn|const|static) ([A-Za-z_]\w*)", re.MULTILINE
)
INNER_MODULE = re.compile(r"^(?:pub(?:\([a-z: ]+\))? )?mod (\w+) \{", re.MULTILINE)
USE = re.compile(r"^(?P<inside> *)(?P<seen>pub(?:\([a-z: ]+\))? )?use (?P<tree>[^;]+);", re.MULTILINE)
PATH = re.compile(r"(?<![\w:.])[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+")
WITHOUT = re.compile(r'//[^\n]*|/\*.*?\*/|b?r(#*)".*?"\1|b?"(?:[^"\\]|\\.)*"|b?\'(?:[^\'\\]|\\.)\'', re.DOTALL)
TESTS = re.compile(r"^#\[cfg\(test\)\]\s*\nmod tests \{", re.MULTILINE)


class File:
    """A source file: its place among the modules, its text without tests, and what it defines, uses and names."""

    def __init__(self, path, source):
        self.name = path.relative_to(source).as_posix()
        parts = self.name.removesuffix(".rs").split("/")
        self.module = tuple(parts[:-1] if parts[-1] in ("mod", "lib", "main") else parts)
        self.text = TESTS.split(path.read_text())[0]
        self.code = WITHOUT.sub('""', self.text)
        self.items = {name: (kind, bool(seen)) for seen, kind, name in ITEM.findall(self.code)}
        # Modules that stand in this file, and what they may define.
        self.inner_modules = set(INNER_MODULE.findall(self.code))
        self.inner_items = set(INNER_ITEM.findall(self.code))
        # Each name that `use` brings: its path, and whether others see it here.
        self.uses = {}
        # Modules of which `use` brings all that they have.
        self.stars = []
        for found in USE.finditer(self.code):
            for path, name in leaves(found["tree"]):
                if found["inside"] and self.inner_modules and path[0] == "super":
                    path = path[1:]
                if name == "*":
                    self.stars.append((path, bool(found["seen"])))
                elif name != "_":
                    self.uses[name] = (path, bool(found["seen"]))
        rest = USE.sub("", self.code)
        self.words = set(re.findall(r"\w+", rest))
        self.paths = {tuple(path.split("::")) for path in PATH.findall(rest)}

    @property
    def room(self):
        return self.module[0] if self.module else self.name


def leaves(tree, before=()):
    """Each path of the tree of a `use`, with the name that it gets."""
    tree = tree.strip()
    if "{" in tree:
        start, _, inner = tree.partition("{")
        before += tuple(part.strip() for part in start.split("::") if part.strip())
        depth, item = 0, ""
        for letter in inner.rstrip()[:-1] + ",":
            depth += (letter == "{") - (letter == "}")
            if letter == "," and depth == 0:
                if item.strip():
                    yield from leaves(item, before)
                item = ""
            else:
                item += letter
        return
    tree, _, name = tree.partition(" as ")
    path = before + tuple(part.strip() for part in tree.split("::"))
    if path[-1] == "self":
        path = path[:-1]
    if path[-1] == "*":
        yield path[:-1], "*"
    else:
        yield path, name.strip() or path[-1]


class House:
    """All source files of a checkout, and who needs what of whom."""

    def __init__(self, root):
        source = root / "src"
        files = (File(path, source) for path in sorted(source.rglob("*.rs")))
        self.files = [file for file in files if "tests" not in file.module]
        self.modules = {file.module: file for file in self.files if file.name != "main.rs"}
        # For each file the things that it names of others: pairs of a file and an item.
        self.needs = {file: self.needed(file) for file in self.files}

    def needed(self, file):
        wanted = {path for name, (path, seen) in file.uses.items() if not seen or name in file.words}
        found = {self.item(file, path) for path in wanted | file.paths}
        for path, seen in file.stars:
            module = self.target(file, path)
            if isinstance(module, File) and not seen:
                found |= {self.item(module, (word,)) for word in file.words if word not in file.items}
        return {it for it in found if it and it[0] is not file}

    def item(self, file, path):
        """What a path in a file leads to, if it is an item of some file: the file and the item's name."""
        found = self.target(file, path)
        return found if isinstance(found, tuple) else None

    def target(self, file, path, depth=0):
        """What a path in a file leads to: a module's file, or a file and an item; `None` in another crate."""
        if not path:
            return file
        if depth > 20:
            return None
        first, *rest = path
        if first == "crate":
            here = self.modules[()]
        elif first == "self":
            here = file
        elif first == "super":
            here = self.modules.get(file.module[:-1])
        else:
            here = self.member(file, first, depth)
        for name in rest:
            if not isinstance(here, File):
                break  # an item's own member: a method, a variant
            here = self.modules.get(here.module[:-1]) if name == "super" else self.member(here, name, depth)
        return here

    def member(self, file, name, depth):
        """What a name means in a module."""
        if name in file.items:
            return file, name
        if file.module + (name,) in self.modules:
            return self.modules[file.module + (name,)]
        if name in file.inner_modules:
            return file
        if file.inner_modules and name in file.inner_items:
            return file, name
        if name in file.uses:
            path, _ = file.uses[name]
            return self.target(file, path, depth + 1) if path != (name,) else None
        for path, _ in file.stars:
            module = self.target(file, path, depth + 1)
            if isinstance(module, File) and module is not file and depth < 10:
                found = self.member(module, name, depth + 1)
                if found:
                    return found
        return None

    def circles(self):
        """The files of one room that need each other, the largest circle first."""
        after = {file: {other for other, _ in self.needs[file] if is_beside(file, other)} for file in self.files}
        reached = {file: reach(after, file) for file in after}
        circles = {frozenset(other for other in reached[file] if file in reached[other]) for file in after}
        named = (sorted(file.name for file in circle) for circle in circles if len(circle) > 1)
        return sorted(named, key=lambda circle: (-len(circle), circle))

    def type_names(self):
        """For each name of a type the files that define one."""
        names = defaultdict(list)
        for file in self.files:
            for name, (kind, _) in file.items.items():
                if kind in TYPES:
                    names[name].append(file.name)
        return names

    def types_seen(self):
        """The types that are `pub` in any way, as pairs of a file and a name."""
        return [(file, name) for file in self.files for name in SEEN_TYPE.findall(file.code)]

    def types_named(self):
        """Those of them that another file names."""
        named = {it for needs in self.needs.values() for it in needs}
        return [it for it in self.types_seen() if it in named]

    def places(self, word, allowed):
        """The files outside of a room that name a word, one for each time, but where it is defined."""
        pattern = re.compile(rf"(?<!const )\b{word}\b")
        return [file.name for file in self.files if file.room != allowed for _ in pattern.findall(file.text)]

    def knobs(self):
        """The rows of tables of numbers that can be tuned: for each the values on boards of several classes."""
        return [found for file in self.files for found in KNOB.findall(file.text)]


def is_beside(file, other):
    """Whether two files are of one room, and the second is not a parent of the first."""
    return file.room == other.room and file.module[: len(other.module)] != other.module


def reach(after, start):
    """All that can be reached from a start, itself only by a circle."""
    seen, new = set(), [start]
    while new:
        for other in after[new.pop()] - seen:
            seen.add(other)
            new.append(other)
    return seen


def lines_of_code(house):
    """Lines outside of tests that are neither blank nor a comment."""
    lines = (line.strip() for file in house.files for line in file.text.splitlines())
    return sum(1 for line in lines if line and not line.startswith("//"))


def texts(root):
    """For each kind of prose its texts, as pairs of a place and lines."""
    pages = {"README.md": [root / "README.md"], "docs/": sorted(root.glob("docs/*.md"))}
    pages["CHANGELOG.md"] = [root / "CHANGELOG.md"]
    kinds = {kind: [(path.name, path.read_text().splitlines()) for path in paths] for kind, paths in pages.items()}
    heads, helps = [], []
    for path in sorted(root.glob("src/**/*.rs")):
        name, text = path.relative_to(root).as_posix(), path.read_text()
        heads.append((name, re.findall(r"^//! ?(.*)$", text, re.MULTILINE)))
        if re.search(r"derive\([^)]*\b(Parser|Args|Subcommand|ValueEnum)\b", text):
            # Two comments that follow each other are two texts.
            lines = (re.match(r"\s*/// ?(.*)", line) for line in text.splitlines())
            helps.append((name, [line.group(1) if line else "" for line in lines]))
    return kinds | {"heads of modules": heads, "texts of flags": helps}


def sentences(lines):
    """The sentences of a text in Markdown."""
    blocks, is_code, block = [], False, []
    for line in [*lines, ""]:
        if line.lstrip().startswith("```"):
            is_code = not is_code
        starts = re.match(r"\s*([-*+]|\d+\.) ", line)
        if is_code or not line.strip() or starts or re.match(r"\s*([|#`~>]|```|<|\[[^\]]*\]:)", line):
            blocks.append(" ".join(block))
            block = []
        is_prose = not is_code and line.strip() and not re.match(r"\s*([|#~<]|```|\[[^\]]*\]:)", line)
        if is_prose:
            block.append(re.sub(r"^\s*(([-*+]|\d+\.) |> ?)", "", line).strip())
    blocks.append(" ".join(block))
    for text in blocks:
        # What stands between backquotes is one word, and the address of a link is none.
        text = re.sub(r"`[^`]*`", "code", re.sub(r"\]\([^)]*\)", "]", text))
        for sentence in re.split(r"(?<=[.!?])[\"')*_]*\s+(?=[A-Z\"'(`*_\[]|(?:code|kosumi)\b)", text):
            if re.search(r"[A-Za-z]", sentence):
                yield sentence


def words(sentence):
    return len(re.findall(r"[\w'’.-]*\w[\w'’.-]*", sentence))


def figures(root):
    """The rows of the table, and what stands behind some: pairs of a heading and lines."""
    house = House(root)
    rows, lists = [], []
    circles = house.circles()
    rows.append(("circles of files inside rooms", len(circles)))
    rows.append(("files in circles", sum(map(len, circles))))
    lists.append(("circles", [" ".join(circle) for circle in circles]))
    names = house.type_names()
    several = {name: files for name, files in names.items() if len(files) > 1}
    rows.append(("names of types", len(names)))
    rows.append(("names that mean several types", len(several)))
    ordered = sorted(several.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    lists.append(("names of several types", [f"{name}: {' '.join(files)}" for name, files in ordered]))
    rows.append(("types seen beyond their file", len(house.types_seen())))
    rows.append(("of these, types that another file names", len(house.types_named())))
    unnamed = set(house.types_seen()) - set(house.types_named())
    lists.append(("types seen, but not named", sorted(f"{file.name}: {name}" for file, name in unnamed)))
    for word, what, allowed, most in HIDDEN:
        places = house.places(word, allowed)
        found = sorted(set(places)) if what == "files" else places
        outside = f" outside `{allowed}`" if allowed else ""
        rows.append((f"{what}{outside} that name `{word}` (at most {most})", len(found)))
        lists.append((f"`{word}`", found))
    knobs = house.knobs()
    alike = [name for name, values in knobs if len({value.strip() for value in values.split(",")}) == 1]
    rows.append(("numbers that can be tuned", len(knobs)))
    rows.append(("of these, the same on all boards", len(alike)))
    source = "\n".join(path.read_text() for path in root.glob("src/**/*.rs"))
    for tic in TICS:
        rows.append((f"`{tic}` in `src`", len(re.findall(rf"\b{tic}\b", source))))
    rows.append(("lines of code outside tests", lines_of_code(house)))
    for kind, those in texts(root).items():
        found = [(words(sentence), place, sentence) for place, lines in those for sentence in sentences(lines)]
        long = sorted((it for it in found if it[0] > LONG_SENTENCE), reverse=True)
        mean = sum(count for count, _, _ in found) / max(1, len(found))
        rows.append((f"words a sentence, {kind}", f"{mean:.1f}"))
        rows.append((f"sentences over {LONG_SENTENCE} words, {kind}", f"{len(long)} of {len(found)}"))
        lists.append((f"long sentences, {kind}", [f"{count} {place}: {sentence}" for count, place, sentence in long]))
    return rows, lists


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("roots", nargs="*", type=Path, metavar="ROOT", default=[Path(__file__).resolve().parent.parent])
    parser.add_argument("--list", action="store_true", help="name what stands behind the figures of the last checkout")
    options = parser.parse_args()
    columns = [figures(root) for root in options.roots]
    print("| figure |" + "".join(f" {root.resolve().name} |" for root in options.roots))
    print("|---|" + "---|" * len(columns))
    for rows in zip(*(rows for rows, _ in columns)):
        print(f"| {rows[0][0]} |" + "".join(f" {figure} |" for _, figure in rows))
    for heading, lines in columns[-1][1] if options.list else []:
        print(f"\n## {heading}\n" + "\n".join(f"- {line}" for line in lines))


if __name__ == "__main__":
    main()
