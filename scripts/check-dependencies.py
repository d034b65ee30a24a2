#!/usr/bin/env python3
"""Holds every Rust dependency to deny.toml: its licence, that nothing forbidden is in the tree, and that all of it comes from crates.io.

    scripts/check-dependencies.py

Reads what cargo says of the whole tree, with all features and on all systems; cargo fetches what of it is not on this machine yet, such as
crates for other systems. cargo-deny reads the same file (`make advisories`) and would be compiled for it, which takes longer than everything
else that is checked. Exits with 1 and a line for each thing that is not so. Tests: scripts/tests."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CRATES_IO = "registry+https://github.com/rust-lang/crates.io-index"


def allowed(expression, licences):
    """Whether an SPDX expression can be met with these licences. `/` is the old way to write OR."""
    tokens = re.findall(r"[()/]|[^\s()/]+", expression)
    tokens = ["OR" if token == "/" else token for token in tokens]
    position = 0

    def peek():
        return tokens[position] if position < len(tokens) else None

    def take():
        nonlocal position
        position += 1
        return tokens[position - 1]

    def one():
        if peek() == "(":
            take()
            met = either()
            if take() != ")":
                raise ValueError(expression)
            return met
        name = take()
        if peek() == "WITH":
            take()
            name += f" WITH {take()}"
        return name in licences

    def both():
        met = one()
        while peek() == "AND":
            take()
            met = one() and met
        return met

    def either():
        met = both()
        while peek() == "OR":
            take()
            met = both() or met
        return met

    met = either()
    if peek() is not None:
        raise ValueError(expression)
    return met


def main():
    rules = tomllib.loads((ROOT / "deny.toml").read_text(encoding="utf-8"))
    licences = set(rules["licenses"]["allow"])
    banned = {entry["name"] for entry in rules["bans"]["deny"]}
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features", "--manifest-path", ROOT / "Cargo.toml"]
    metadata = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    others = [package for package in metadata["packages"] if package["id"] not in set(metadata["workspace_members"])]
    problems = []
    for package in others:
        name = f"{package['name']} {package['version']}"
        if package["name"] in banned:
            problems.append(f"{name} is forbidden")
        if package["source"] != CRATES_IO:
            problems.append(f"{name} comes from {package['source'] or 'a folder'}")
        try:
            if not package["license"]:
                problems.append(f"{name} names no licence")
            elif not allowed(package["license"], licences):
                problems.append(f"{name}: {package['license']} is not allowed")
        except (ValueError, IndexError):
            problems.append(f"{name}: its licence cannot be read: {package['license']}")
    print("\n".join(problems) or f"{len(others)} crates: licences, bans and sources are as deny.toml has them.", file=sys.stderr if problems else sys.stdout)
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
