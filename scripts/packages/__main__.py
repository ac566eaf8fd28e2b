"""Starts the program that this package carries."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path


def program():
    """Where the installer has put the program."""
    name = "kosumi" + (sysconfig.get_config_var("EXE") or "")
    user = {"nt": "nt_user"}.get(os.name, "posix_user")
    folders = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", user),
        # `pip install --target` puts it beside the package.
        Path(__file__).parent.parent / "bin",
    ]
    for folder in folders:
        path = Path(folder, name)
        if path.is_file():
            return str(path)
    sys.exit("kosumi: the program is not in " + ", ".join(map(str, folders)))


def main():
    """Becomes the program where the system has that, and waits for it elsewhere."""
    path = program()
    if os.name == "nt":
        sys.exit(subprocess.run([path, *sys.argv[1:]], check=False).returncode)
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
