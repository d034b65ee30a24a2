#!/usr/bin/env python3
"""Prints the texts of the templates, a line each: what the server hands to the language model.

    template_lines.py TEMPLATES_FOLDER
"""

import pathlib
import sys
import tomllib


def main() -> None:
    for path in sorted(pathlib.Path(sys.argv[1]).glob("*/*.toml")):
        template = tomllib.loads(path.read_text(encoding="utf-8"))
        findings = [line["text"] for line in template.get("findings", [])]
        for text in [template["technique"], *findings, *template.get("impression", [])]:
            print(" ".join(text.split()))


if __name__ == "__main__":
    main()
