#!/usr/bin/env python3
"""Holds what the documents say to what is there, as far as a program can: links lead somewhere, tests that are named exist, settings that
are named are read, and docs/PRIVACY.md has every column of the database and no other. Of CONTRIBUTING.md also the files, the cargo tests and
the make targets that its recipes name. No example in a comment may be a test of rustdoc's, which nothing runs.

A test is named `path::name` for Rust and `path`, "title" for the browser tests. Of Rust it must be a test that `cargo test` runs. Exits
with 1 and a line for each thing that is not so."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
DOCUMENTS = [ROOT / "README.md", CONTRIBUTING, ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
problems = []


def text_of(path):
    return path.read_text(encoding="utf-8")


def anchors(document):
    """What GitHub makes of headings."""
    headings = re.findall(r"^#+ (.+)$", text_of(document), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def check_links(document, text):
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (document.parent / path).resolve() if path else document
        if not file.exists():
            problems.append(f"{document.name}: the link to {target} leads nowhere")
        elif anchor and file.suffix == ".md" and anchor not in anchors(file):
            problems.append(f"{document.name}: {target} has no such heading")


def is_run_by_cargo(code, name):
    """Whether there is a function of this name with the attribute of a test, and without the one that leaves it out."""
    above = re.search(rf"((?:^[ \t]*(?:#\[[^\]]*\]|//.*)\n)*)^[ \t]*(?:pub )?(?:async )?fn {name}\b", code, re.MULTILINE)
    attributes = above.group(1) if above else ""
    return re.search(r"#\[(?:tokio::)?test\b", attributes) and "#[ignore" not in attributes


def check_tests(document, text):
    for path, name in re.findall(r"`((?:crates|eval|deploy)/[\w/.-]+\.(?:rs|py))::(\w+)`", text):
        file = ROOT / path
        code = text_of(file) if file.exists() else ""
        if not (is_run_by_cargo(code, name) if path.endswith(".rs") else re.search(rf"^\s*def {name}\b", code, re.MULTILINE)):
            problems.append(f"{document.name}: there is no test {path}::{name}")
    for path, title in re.findall(r'`(web/[\w/.-]+\.(?:spec|test)\.tsx?)`,\s+"([^"]+)"', text):
        file = ROOT / path
        plain = title.replace("\u2019", "'")
        found = file.exists() and plain in text_of(file).replace("\\u2019", "'").replace("\u2019", "'").replace("\\'", "'")
        if not found:
            problems.append(f"{document.name}: there is no test {path} \"{title}\"")


def check_recipes(document, text):
    """What a recipe tells the reader to open or to run. `SET` in a name stands for any set of cases."""
    for path in re.findall(r"`((?:crates|docs|eval|scripts|templates|web)/[\w./-]+)`", text):
        if not list(ROOT.glob(re.sub(r"\bSET_", "*_", path).rstrip("/"))):
            problems.append(f"{document.name}: there is no {path}")
    makefile = text_of(ROOT / "Makefile")
    for command in re.findall(r"(?:^|`)(?:[A-Z_]+=\S+ )*make((?: [a-z][a-z-]*)+)", text, re.MULTILINE):
        for target in command.split():
            if not re.search(rf"^{target}:", makefile, re.MULTILINE):
                problems.append(f"{document.name}: the Makefile has no target {target}")
    for name in re.findall(r"--test '?([\w*]+)", text):
        if name != "NAME" and not [*ROOT.glob(f"crates/*/tests/{name}.rs"), *ROOT.glob(f"crates/*/tests/{name}/main.rs")]:
            problems.append(f"{document.name}: no crate has a test {name}")


def check_settings(document, text):
    read = "".join(text_of(file) for file in (ROOT / "crates" / "readout" / "src").rglob("*.rs"))
    for name in set(re.findall(r"\bREADOUT_[A-Z_]*[A-Z]\b", text)):
        # Three providers' settings are put together of their parts.
        parts = re.sub(r"_(OIDC|GOOGLE|GITHUB)_CLIENT_(ID|SECRET|SECRET_FILE)$", "", name)
        is_file = name.endswith("_FILE") and name.removesuffix("_FILE") in read
        is_token = re.search(rf"%{name}%", text)
        if name not in read and parts != "READOUT" and not is_file and not is_token:
            problems.append(f"{document.name}: nothing reads {name}")


def check_examples():
    """`make test` runs no doctests: a crate of its own would be compiled for each."""
    for file in sorted((ROOT / "crates").rglob("*.rs")):
        fences = re.findall(r"^\s*//[/!] *```(\S*)$", text_of(file), re.MULTILINE)
        if any(language != "text" for language in fences[::2]):
            problems.append(f"{file.relative_to(ROOT)}: an example that nothing runs; make it a test, or call it `text`")


def check_columns():
    store = ROOT / "crates" / "accounts" / "src" / "store"
    entity = "".join(text_of(file) for file in [store / "entity.rs", *sorted((store / "entity").glob("*.rs"))])
    stored = set()
    for table, body in re.findall(r'table_name = "(\w+)"\)\]\s+pub struct Model \{(.*?)\n    \}', entity, re.DOTALL):
        stored |= {f"{table}.{column}" for column in re.findall(r"^\s+pub (\w+):", body, re.MULTILINE)}
    tables = {name.split(".")[0] for name in stored}
    told = {name for name in re.findall(r"`(\w+\.\w+)`", text_of(ROOT / "docs" / "PRIVACY.md")) if name.split(".")[0] in tables}
    problems.extend(f"PRIVACY.md: the column {name} is missing" for name in sorted(stored - told))
    problems.extend(f"PRIVACY.md: there is no column {name}" for name in sorted(told - stored))
    if not stored:
        problems.append("no table was found in entity.rs")


for document in DOCUMENTS:
    content = text_of(document)
    check_links(document, content)
    check_tests(document, content)
    check_settings(document, content)
check_recipes(CONTRIBUTING, text_of(CONTRIBUTING))
check_columns()
check_examples()
for example in [*sorted((ROOT / "deploy").glob("*.example")), *sorted((ROOT / "deploy").glob("*.yaml"))]:
    check_settings(example, text_of(example))
print("\n".join(problems) or f"{len(DOCUMENTS)} documents say what is there.", file=sys.stderr if problems else sys.stdout)
sys.exit(bool(problems))
