#!/usr/bin/env python3
"""Lists what the program is made of, as a CycloneDX 1.5 document on standard output: every crate that is compiled into it and every npm
package that is bundled into its pages, each with its version, where it comes from, its licence and the sum that the lock file holds it to.

    scripts/sbom.py > readout.cdx.json

Nothing is asked of the network. Exits with 1 when a part comes from somewhere else than crates.io and npm, or has no sum."""

import base64
import json
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = "readout"
CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index"
NPM = "https://registry.npmjs.org/"


def component(kind, name, version, sums, licence):
    if not sums:
        sys.exit(f"{kind} {name} {version}: from somewhere else, or without a sum")
    group, _, bare = name.rpartition("/")
    purl = f"pkg:{kind}/{quote(group, safe='') + '/' if group else ''}{bare}@{quote(version, safe='')}"
    found = {"type": "library", "bom-ref": purl, "name": bare, "version": version, "purl": purl}
    if group:
        found["group"] = group
    found["hashes"] = [{"alg": algorithm, "content": content} for algorithm, content in sums]
    if licence:
        found["licenses"] = [{"expression": " ".join(licence.replace("/", " OR ").split())}]
    return found


def crates():
    """What is compiled into the program or run to build it, on any system that it is built for; not what tests need."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--offline", "--manifest-path", ROOT / "Cargo.toml"]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text(encoding="utf-8"))["package"]
    sums = {(package["name"], package["version"]): package.get("checksum") for package in lock}
    todo = [name for name, package in packages.items() if package["name"] == PROGRAM]
    seen = set()
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        for needed in nodes[name]["deps"]:
            if any(kind["kind"] != "dev" for kind in needed["dep_kinds"]):
                todo.append(needed["pkg"])
    for name in seen:
        package = packages[name]
        if name in metadata["workspace_members"]:
            continue
        checksum = sums[package["name"], package["version"]] if package["source"] == CRATES_IO else None
        yield component("cargo", package["name"], package["version"], checksum and [("SHA-256", checksum)], package["license"])


def npm_packages():
    lock = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    for path, package in lock.items():
        if not path or package.get("dev"):
            continue
        name = path.rpartition("node_modules/")[2]
        algorithm, _, digest = package.get("integrity", "").split(" ")[0].partition("-")
        # Where it is not said, it is from the registry.
        comes_from_npm = package.get("resolved", NPM).startswith(NPM)
        content = base64.b64decode(digest).hex()
        sums = [("SHA-" + algorithm.removeprefix("sha"), content)] if comes_from_npm and content else []
        yield component("npm", name, package["version"], sums, package.get("license"))


def main():
    version = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]["version"]
    parts = {part["bom-ref"]: part for part in [*crates(), *npm_packages()]}
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "bom-ref": PROGRAM, "name": PROGRAM, "version": version}},
        "components": [parts[name] for name in sorted(parts)],
    }
    json.dump(document, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
