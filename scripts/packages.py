#!/usr/bin/env python3
"""Makes what a release consists of besides the archives of `scripts/release.sh`, out of these archives.

    scripts/packages.py make FOLDER --repository URL [--maintainer "NAME <ADDRESS>"]
    scripts/packages.py try FOLDER
    scripts/packages.py pack BUILT FILE

`make` reads all archives of this version in FOLDER and puts beside them, as far as the archives of their systems are there:

- a Debian package for each processor, by `dpkg-deb`;
- a Python wheel for each system, which puts the program on the path, as `pip install kosumi` would;
- packages for npm, one for each system with the program, and one that chooses among them, as `npx kosumi` would;
- a Homebrew formula and the three manifests of winget, whose addresses are those of a release `vVERSION` at URL;
- `SHA256SUMS` of all files, to be compared by `sha256sum --check`.

The maintainer, whom Debian's package names, is the author of the last commit unless told otherwise. `try` installs what is for this
system into folders that it removes again, as far as `dpkg`, `npm` and their kin are there, and asks each program for a move. `pack` makes
an archive of a folder, which `scripts/release.sh` asks for. All bytes follow from the archives and from SOURCE_DATE_EPOCH, the time of the last
commit unless it is set. The texts are in `scripts/packages`; version, license and description come from `Cargo.toml`.
"""

import argparse
import base64
import hashlib
import io
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from email.utils import formatdate
from pathlib import Path
from string import Template
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
TEXTS = ROOT / "scripts/packages"
CRATE = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["package"]
VERSION = CRATE["version"]


class System(NamedTuple):
    """How other packagers call what Rust calls a target; the empty text where they have no package for it."""

    wheel: str
    node: str
    debian: str = ""


# A program without libraries runs with any C library of Linux, so it has the tags of both. The tags of macOS are the oldest that Rust
# builds for.
SYSTEMS = {
    "x86_64-unknown-linux-musl": System("manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64", "linux-x64", "amd64"),
    "aarch64-unknown-linux-musl": System("manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64", "linux-arm64", "arm64"),
    "x86_64-pc-windows-msvc": System("win_amd64", "win32-x64"),
    "aarch64-apple-darwin": System("macosx_11_0_arm64", "darwin-arm64"),
    "x86_64-apple-darwin": System("macosx_10_12_x86_64", "darwin-x64"),
}


def git(*words):
    """What git says of the last commit."""
    return subprocess.check_output(["git", "log", "-1", *words], cwd=ROOT, text=True).strip()


def seconds():
    """The time of the sources, in seconds since 1970."""
    return int(os.environ.get("SOURCE_DATE_EPOCH") or git("--format=%ct"))


def mode(name):
    """The rights of a file: programs can be run, all can be read."""
    return 0o755 if Path(name).name in ("kosumi", "kosumi.exe") else 0o644


def gzipped(content):
    """The bytes of a .gz file, by gzip: what Python's library makes differs from one system to the next."""
    return subprocess.run(["gzip", "-9n"], input=content, capture_output=True, check=True).stdout


def tar(files):
    """A packed archive of texts by name."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.GNU_FORMAT) as archive:
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode, entry.mtime = len(content), mode(name), seconds()
            archive.addfile(entry, io.BytesIO(content))
    return gzipped(packed.getvalue())


def zipped(files):
    """The same for systems and tools that want a .zip."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, time.gmtime(seconds())[:6])
            entry.create_system, entry.external_attr = 3, (0o100000 | mode(name)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)
    return packed.getvalue()


def pack(built, target):
    """Makes an archive of a folder, which is the only one at its top; the ending of its name says of which kind."""
    files = {path.relative_to(built.parent).as_posix(): path.read_bytes() for path in built.rglob("*") if path.is_file()}
    target.write_bytes(zipped(files) if target.suffix == ".zip" else tar(files))


def unpack(path):
    """The files of an archive by name, without its one folder."""
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
    else:
        with tarfile.open(path) as archive:
            files = {entry.name: archive.extractfile(entry).read() for entry in archive if entry.isfile()}
    return {name.split("/", 1)[1]: content for name, content in files.items()}


def digest(path):
    """What is told of a file so that it can be recognized."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Maker:
    """Makes packages in a folder of archives."""

    def __init__(self, folder, repository, maintainer):
        self.folder = folder
        self.archives = {}
        for target in SYSTEMS:
            path = folder / f"kosumi-{VERSION}-{target}{'.zip' if 'windows' in target else '.tar.gz'}"
            if path.exists():
                self.archives[target] = path
        # What the texts may name.
        self.values = {
            "version": VERSION,
            "description": CRATE["description"],
            "license": CRATE["license"],
            "repository": repository,
            "maintainer": maintainer,
            "copyright": re.search(r"Copyright \(c\) (.+)", (ROOT / "LICENSE").read_text(encoding="utf-8")).group(1),
            "day": time.strftime("%Y-%m-%d", time.gmtime(seconds())),
            "date": formatdate(seconds()),
        }

    def text(self, name, **more):
        """A text of `scripts/packages` with its values filled in."""
        return Template((TEXTS / name).read_text(encoding="utf-8")).substitute(self.values | more)

    def write(self, name, content):
        """Puts a file beside the archives."""
        (self.folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())

    def debian(self, files, processor):
        """A Debian package: what `dpkg --install` takes."""
        doc = "usr/share/doc/kosumi"
        placed = {
            "usr/bin/kosumi": files["kosumi"],
            f"{doc}/copyright": self.text("copyright").encode(),
            f"{doc}/changelog.gz": gzipped(files["CHANGELOG.md"]),
            f"{doc}/changelog.Debian.gz": gzipped(self.text("changelog").encode()),
            f"{doc}/THIRD-PARTY.txt": files["THIRD-PARTY.txt"],
            "usr/share/lintian/overrides/kosumi": (TEXTS / "lintian-overrides").read_bytes(),
        }
        for name, content in files.items():
            if name == "README.md" or name.startswith("docs/"):
                placed[f"{doc}/{name}"] = content
        # A program for another processor could not print these when it was built.
        if "kosumi.1" in files:
            placed["usr/share/man/man1/kosumi.1.gz"] = gzipped(files["kosumi.1"])
            placed["usr/share/bash-completion/completions/kosumi"] = files["completions/kosumi.bash"]
            placed["usr/share/zsh/vendor-completions/_kosumi"] = files["completions/kosumi.zsh"]
            placed["usr/share/fish/vendor_completions.d/kosumi.fish"] = files["completions/kosumi.fish"]
        size = sum(-(-len(content) // 1024) for content in placed.values())
        sums = "".join(f"{hashlib.md5(content).hexdigest()}  {name}\n" for name, content in sorted(placed.items()))
        placed["DEBIAN/control"] = self.text("control", processor=processor, size=size).encode()
        placed["DEBIAN/md5sums"] = sums.encode()
        with tempfile.TemporaryDirectory() as root:
            for name, content in placed.items():
                path = Path(root, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
                path.chmod(mode(name) if name == "usr/bin/kosumi" else 0o644)
            for path in [Path(root), *(path for path in Path(root).rglob("*") if path.is_dir())]:
                path.chmod(0o755)
            target = self.folder / f"kosumi_{VERSION}-1_{processor}.deb"
            environment = os.environ | {"SOURCE_DATE_EPOCH": str(seconds())}
            command = ["dpkg-deb", "--root-owner-group", "--build", root, target]
            subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)

    def wheel(self, files, tags):
        """A Python package for `pip install`, which puts the program where programs are."""
        program = "kosumi.exe" if "kosumi.exe" in files else "kosumi"
        info, scripts = f"kosumi-{VERSION}.dist-info", f"kosumi-{VERSION}.data/scripts"
        placed = {
            "kosumi/__init__.py": (TEXTS / "__init__.py").read_bytes(),
            "kosumi/__main__.py": (TEXTS / "__main__.py").read_bytes(),
            f"{scripts}/{program}": files[program],
            f"{info}/METADATA": self.text("METADATA").encode(),
            f"{info}/WHEEL": self.text("WHEEL", tags="\n".join(f"Tag: py3-none-{tag}" for tag in tags.split("."))).encode(),
            f"{info}/licenses/LICENSE": files["LICENSE"],
            f"{info}/licenses/THIRD-PARTY.txt": files["THIRD-PARTY.txt"],
        }
        record = ""
        for name, content in sorted(placed.items()):
            hashed = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={hashed},{len(content)}\n"
        placed[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode()
        self.write(f"kosumi-{VERSION}-py3-none-{tags}.whl", zipped(placed))

    def node(self, files, name):
        """The package for npm that has the program of one system."""
        program = "kosumi.exe" if "kosumi.exe" in files else "kosumi"
        system, processor = name.split("-")
        described = self.text("platform.json", system=system, processor=processor)
        placed = {"package.json": described.encode(), f"bin/{program}": files[program]}
        placed |= {text: files[text] for text in ("LICENSE", "THIRD-PARTY.txt")}
        self.write(f"kosumi-{name}-{VERSION}.tgz", tar({f"package/{key}": value for key, value in placed.items()}))

    def node_chooser(self):
        """The package for npm that takes the one of the user's system with it, and starts the program in that."""
        described = json.loads(self.text("package.json"))
        described["optionalDependencies"] = {f"@kosumi/{SYSTEMS[target].node}": VERSION for target in self.archives}
        placed = {"package.json": json.dumps(described, indent=2) + "\n", "README.md": self.text("README.npm.md")}
        files = {f"package/{name}": text.encode() for name, text in placed.items()}
        files["package/kosumi.js"] = (TEXTS / "kosumi.js").read_bytes()
        files["package/LICENSE"] = (ROOT / "LICENSE").read_bytes()
        self.write(f"kosumi-{VERSION}.tgz", tar(files))

    def listed(self, names, of_system):
        """Texts that name archives by address and sum, if all the archives that they name are there."""
        needed = [target for target in SYSTEMS if of_system(target)]
        missing = [target for target in needed if target not in self.archives]
        if missing:
            print(f"no {' and '.join(names.values())}: there is no archive for {', '.join(missing)}")
            return
        sums = {f"sha256_{target.replace('-', '_')}": digest(self.archives[target]) for target in needed}
        for name, target in names.items():
            self.write(target, self.text(name, **sums))

    def make(self):
        """Makes all packages."""
        if not self.archives:
            raise SystemExit(f"{self.folder}: no archive of version {VERSION} for {', '.join(SYSTEMS)}")
        for target, path in self.archives.items():
            system, files = SYSTEMS[target], unpack(path)
            if system.debian:
                self.debian(files, system.debian)
            self.wheel(files, system.wheel)
            self.node(files, system.node)
        self.node_chooser()
        self.listed({"kosumi.rb": "kosumi.rb"}, lambda target: "windows" not in target)
        kinds = ["", ".installer", ".locale.en-US"]
        self.listed({f"winget{kind}.yaml": f"kosumi.kosumi{kind}.yaml" for kind in kinds}, lambda target: "windows" in target)
        files = sorted(path for path in self.folder.iterdir() if path.is_file() and path.name != "SHA256SUMS")
        self.write("SHA256SUMS", "".join(f"{digest(path)}  {path.name}\n" for path in files))
        for path in files:
            print(f"{path.stat().st_size:>12,}  {path.name}")


class Trial:
    """Installs packages into a folder of its own and asks their programs for a move."""

    def __init__(self, folder, root):
        self.folder, self.root = folder.resolve(), root

    def run(self, *words, **more):
        """What a command prints, which has to succeed."""
        done = subprocess.run([*map(str, words)], cwd=self.root, capture_output=True, text=True, check=False, **more)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, words))} failed:\n{done.stdout}{done.stderr}")
        return done.stdout

    def find(self, pattern):
        """The one file of a name among the packages."""
        found = list(self.folder.glob(pattern))
        if len(found) != 1:
            raise SystemExit(f"{self.folder}: {len(found)} files are called {pattern}, not one")
        return found[0]

    def plays(self, what, *program):
        """Whether a program is of this version and makes a move."""
        version = self.run(*program, "--version").strip()
        moves = re.findall(r"^= ([A-J]\d)$", self.run(*program, "--playouts", "50", input="boardsize 9\ngenmove b\nquit\n"), re.MULTILINE)
        if version != f"kosumi {VERSION}" or len(moves) != 1:
            raise SystemExit(f"{what}: {version}, and {len(moves)} moves")
        print(f"{what}: {version} plays {moves[0]}")

    def debian(self, processor):
        """Debian's package: by its checker, and installed into a folder with a list of packages of its own."""
        package, root = self.find(f"*_{processor}.deb"), self.root / "debian"
        if shutil.which("lintian"):
            found = self.run("lintian", "--fail-on", "error,warning", "--allow-root", package).strip()
            print(f"lintian: {found or 'nothing'}")
        (root / "var/lib/dpkg").mkdir(parents=True)
        (root / "var/lib/dpkg/status").touch()
        options = [f"--root={root}", "--force-not-root", "--force-script-chrootless", "--force-bad-path", "--log=/dev/null"]
        self.run("dpkg", *options, "--install", package)
        self.plays("dpkg", root / "usr/bin/kosumi")
        self.run("dpkg", *options, "--purge", "kosumi")
        if (root / "usr").exists():
            raise SystemExit("dpkg: the package leaves files behind")

    def python(self, tags):
        """The wheel, in an environment of its own."""
        self.run(sys.executable, "-m", "venv", self.root / "python")
        programs = self.root / ("python/Scripts" if os.name == "nt" else "python/bin")
        self.run(programs / "pip", "install", "--no-index", self.find(f"*-{tags}.whl"))
        self.plays("pip", programs / "kosumi")
        self.plays("python -m", programs / "python", "-m", "kosumi")

    def node(self, system):
        """The two packages for npm."""
        (self.root / "package.json").write_text("{}")
        packages = [self.find(f"kosumi-{system}-*.tgz"), self.find(f"kosumi-{VERSION}.tgz")]
        npm = shutil.which("npm")
        self.run(npm, "install", "--offline", "--no-audit", "--no-fund", *packages)
        self.plays("npx", shutil.which("npx"), "--offline", "kosumi")

    def all(self):
        """Tries all that there is for this system."""
        for line in (self.folder / "SHA256SUMS").read_text().splitlines():
            told, name = line.split()
            if digest(self.folder / name) != told:
                raise SystemExit(f"{name} is not what SHA256SUMS tells")
        processor = {"x86_64": "x64", "AMD64": "x64", "aarch64": "arm64"}.get(platform.machine(), platform.machine())
        name = f"{sys.platform}-{processor}"
        system = next((system for system in SYSTEMS.values() if system.node == name), None)
        if system is None:
            raise SystemExit(f"there are no packages for {name}")
        self.python(system.wheel)
        for tool, trial in {"dpkg": lambda: self.debian(system.debian), "npm": lambda: self.node(name)}.items():
            if shutil.which(tool) and (tool != "dpkg" or system.debian):
                trial()
            else:
                print(f"{tool}: not here")
        formula = self.folder / "kosumi.rb"
        if formula.exists() and shutil.which("ruby"):
            print(f"formula: {self.run('ruby', '-wc', formula).strip()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True, dest="part")
    of_make = parts.add_parser("make", help="packages out of archives")
    of_make.add_argument("folder", type=Path, help="where the archives are, and the packages go")
    of_make.add_argument("--repository", required=True, help="the address of the repository, whose releases have the archives")
    of_make.add_argument("--maintainer", help="name and address of who makes Debian's package [default: the last commit's author]")
    of_try = parts.add_parser("try", help="installs packages, and asks their programs for a move")
    of_try.add_argument("folder", type=Path, help="where the packages are")
    of_pack = parts.add_parser("pack", help="an archive of a folder")
    of_pack.add_argument("built", type=Path, help="the folder")
    of_pack.add_argument("file", type=Path, help="the archive, a .zip or .tar.gz")
    options = parser.parse_args()
    if options.part == "pack":
        pack(options.built, options.file)
    elif options.part == "try":
        with tempfile.TemporaryDirectory() as root:
            Trial(options.folder, Path(root)).all()
    else:
        Maker(options.folder, options.repository.rstrip("/"), options.maintainer or git("--format=%an <%ae>")).make()


if __name__ == "__main__":
    main()
