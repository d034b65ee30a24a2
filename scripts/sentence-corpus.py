#!/usr/bin/env python3
"""Prints the reports from which the division of unpunctuated speech into sentences is learned (see docs/METHOD.md, section 3).

    python3 scripts/sentence-corpus.py > target/sentences.txt

One sentence a line, a blank line behind each report. The texts are the product's own: sentence-corpus.txt beside this file, the lines of the
templates, the reports in eval/ and the dictations of eval/batches. Cases whose number is divisible by five are left out: they are held out for measuring. More files, in the
format of eval/structuring_reports.toml, may be named as arguments; then only those are printed, to measure on them.
"""
import json
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ABBREVIATION = re.compile(r"\b(?:Dr|Mr|Mrs|vs|approx|Fig|St|Prof|no|e\.g|i\.e)\.$")


NOT_SPOKEN = re.compile(r"full stop|\bcomma\b|\bperiod\b|[\[\]_|=<>\u2013]|\d/\d+/\d|I mean|scratch that")


def is_held_out(identifier):
    number = re.search(r"(\d+)(?!.*\d)", identifier)
    return bool(number) and int(number.group(1)) % 5 == 0


def sentences(text):
    """The sentences of a punctuated text."""
    for line in text.split("\n"):
        line = re.sub(r"^\s*(?:[-*\u2022]|\d{1,2}[.)])\s+", "", line).strip()
        piece = ""
        for part in re.split(r"(?<=[.?!;])\s+", line):
            piece = f"{piece} {part}".strip()
            if not ABBREVIATION.search(piece):
                yield piece
                piece = ""
        if piece:
            yield piece


def spoken(sentence):
    """A sentence as an engine without punctuation writes it; blanks hold a value, of choices the first is taken."""
    sentence = re.sub(r"\[([^\]/]+)/[^\]]*\]", r"\1", sentence)
    sentence = re.sub(r"_{3,}", "12", sentence)
    sentence = re.sub(r"[,;](?=\s|$)", "", sentence).rstrip(".?!; ")
    return re.sub(r"\s+", " ", sentence)


def own():
    """Sentences as they are dictated in full, and in telegraphic style. The former are learned more than once: the other texts are mostly terse."""
    reports = (ROOT / "scripts" / "sentence-corpus.txt").read_text(encoding="utf-8").split("\n\n")
    for report in reports:
        in_full = len(re.findall(r" (?:is|are) ", report)) >= 2
        yield from (3 if in_full else 2) * [report.split("\n")]


def templates():
    for path in sorted((ROOT / "templates").glob("*/*.toml")):
        template = tomllib.loads(path.read_text(encoding="utf-8"))
        yield [line["text"] for line in template["findings"]]


def batches():
    """What was dictated in the batches that were run, sentence by sentence as it was labelled: five times, as people speak so."""
    readme = (ROOT / "eval" / "batches" / "README.md").read_text(encoding="utf-8")
    for name in re.findall(r"^\| (B\d+) \|(?!.*\| not yet \|$)", readme, re.M):
        for row in (ROOT / "eval" / "batches" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            # Which of their commas end a sentence is what is learned.
            told = [sentence.strip().rstrip(".?! ") for section, sentence in json.loads(row)["dictated"] if section in "FI"]
            yield from 5 * [told]


def toml_reports(path):
    for number, report in enumerate(tomllib.loads(Path(path).read_text(encoding="utf-8"))["reports"], start=1):
        if number % 5 or Path(path).parent != ROOT / "eval":
            yield report["findings"] + report["impression"]


def eval_texts():
    for name, fields in (
        ("qa_cases", ("report",)),
        ("impression_cases", ("findings",)),
        ("eviction_cases", ("transcriptionText", "templateContent")),
        ("comparison_cases", ("transcriptionText", "previousReport")),
        ("gate_reports", ("report", "reworded")),
    ):
        for line in (ROOT / "eval" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if is_held_out(row["id"]):
                continue
            for field in fields:
                text = row.get(field) or ""
                parts = [text[part] for part in ("findings", "impression") if text.get(part)] if isinstance(text, dict) else [text]
                for part in parts:
                    # Speech without full stops says nothing about where its sentences end.
                    if part.count(".") >= 2:
                        yield [re.sub(r"^[A-Z ]+:\s*", "", line) for line in part.split("\n")]


def main():
    files = sys.argv[1:]
    reports = [report for file in files for report in toml_reports(file)]
    if not files:
        narrative = [*own(), *3 * [*toml_reports(ROOT / "eval" / "structuring_reports.toml")]]
        reports = [*templates(), *eval_texts()]
    else:
        narrative = []
    for told in [] if files else batches():
        print("\n".join(told) + "\n")
    seen = set()
    for report in [*narrative, *reports]:
        lines = [spoken(sentence) for line in report for sentence in sentences(line)]
        # What spells its own punctuation, or is longer than anybody speaks, teaches nothing.
        lines = [line for line in lines if line and len(line.split()) <= 60 and not NOT_SPOKEN.search(line)]
        if lines and (narrative and report in narrative or tuple(lines) not in seen):
            seen.add(tuple(lines))
            print("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
