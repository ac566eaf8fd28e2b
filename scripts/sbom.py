#!/usr/bin/env python3
"""Prints what kosumi is built from for programs that look for known faults: a software bill of materials, CycloneDX 1.5 in JSON.

    scripts/sbom.py [--target TARGET] >kosumi.cdx.json

The crates are those of `scripts/notices.py`: what the program for TARGET is linked from (by default this machine's). Each has the
checksum of `Cargo.lock`. The same sources give the same bytes: the time is SOURCE_DATE_EPOCH, which must be set, or the commit's.
"""

import argparse
import json
import os
import re
import subprocess
import tomllib
import uuid
from datetime import datetime, timezone

import notices


def date():
    """When the sources were made, as ISO 8601 has it."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH") or subprocess.check_output(["git", "log", "-1", "--format=%ct"], cwd=notices.ROOT)
    return datetime.fromtimestamp(int(seconds), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def component(package, checksums):
    """A crate as a part of the program."""
    name, version = package["name"], package["version"]
    entry = {"type": "library", "bom-ref": address(package), "name": name, "version": version, "purl": address(package)}
    if (name, version) in checksums:
        entry["hashes"] = [{"alg": "SHA-256", "content": checksums[name, version]}]
    # Old crates write a choice as a slash.
    entry["licenses"] = [{"expression": re.sub(r"\s*/\s*", " OR ", package["license"])}]
    if package["repository"]:
        entry["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
    return entry


def address(package):
    """A crate's name among the packages of the world (https://github.com/package-url)."""
    return f"pkg:cargo/{package['name']}@{package['version']}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", help="what the program is built for [default: this machine]")
    target = parser.parse_args().target or notices.host()
    metadata, crates = notices.metadata(target), notices.linked(target)
    locked = tomllib.loads((notices.ROOT / "Cargo.lock").read_text())["package"]
    checksums = {(entry["name"], entry["version"]): entry["checksum"] for entry in locked if "checksum" in entry}
    kosumi = next(package for package in metadata["packages"] if package["id"] == metadata["resolve"]["root"])
    addresses = {package["id"]: address(package) for package in [kosumi, *crates]}

    needs = []
    for node in metadata["resolve"]["nodes"]:
        if node["id"] in addresses:
            ordinary = (it["pkg"] for it in node["deps"] if any(kind["kind"] is None for kind in it["dep_kinds"]))
            needs.append({"ref": addresses[node["id"]], "dependsOn": sorted(addresses[it] for it in ordinary if it in addresses)})

    compiler = re.search(r"^release: (\S+)", notices.cargo("-vV"), re.MULTILINE).group(1)
    bill = {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": date(),
            "tools": {"components": [{"type": "application", "name": "rustc", "version": compiler}]},
            "component": component(kosumi, checksums) | {"type": "application"},
            "properties": [{"name": "cargo:target", "value": target}],
        },
        "components": [component(package, checksums) for package in crates],
        "dependencies": sorted(needs, key=lambda need: need["ref"]),
    }
    # The number belongs to what the bill says, so that the same bill has the same one.
    bill["serialNumber"] = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(bill, sort_keys=True)).urn
    print(json.dumps(bill, indent=1))


if __name__ == "__main__":
    main()
