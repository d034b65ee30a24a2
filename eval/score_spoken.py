#!/usr/bin/env python3
"""Scores `readout spoken --jsonl`.

    readout spoken --jsonl < eval/spoken_forms.jsonl > out.jsonl
    python3 eval/score_spoken.py out.jsonl [--cases FILE] [--show N] [--json FILE] [--bar FIGURE]

strict: the written form is the expected or an accepted one; runs of spaces, the first capital letter and a full stop at the end
do not count. lenient: nor do case, hyphens, bullets, the space before a unit and line breaks. same_digits: the numbers are the same and
in the same order. A row that is missing counts as wrong. Ends with 1 when lenient is below the bar.
"""
import argparse
import json
import re
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

SAME = str.maketrans({"\u00d7": "x", "\u2010": "-", "\u2011": "-", "\u2013": "-", "\u2014": "-", "\u2212": "-", "\u2018": "'", "\u2019": "'"})
UNITS = "mm|cm|ml|%"


def strict(text):
    text = unicodedata.normalize("NFKC", text).translate(SAME)
    lines = [" ".join(line.split()) for line in text.strip().split("\n")]
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).removesuffix(".")
    # "The liver" and "the liver" are the same, "MRI" and "mRI" are not.
    is_word = text[1:2].islower() or text[1:2] == " "
    return text[:1].lower() + text[1:] if is_word else text


def lenient(text):
    text = re.sub(r"[-*\u2022]", " ", strict(text).lower())
    text = re.sub(r"(?<=\d) ?x ?(?=\d)", "x", text)
    text = re.sub(rf"(?<=\d) (?=(?:{UNITS}))", "", text)
    return " ".join(text.split()).rstrip(".")


def numbers(text):
    return re.findall(r"\d+(?:\.\d+)?", strict(text))


def is_same(written, accepted, form):
    return written is not None and any(form(written) == form(one) for one in accepted)


def read_lines(path):
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.strip():
                yield line


def answers(path):
    written = {}
    for line in read_lines(path):
        try:
            row = json.loads(line)
        except json.JSONDecodeError:
            continue
        if isinstance(row, dict) and isinstance(row.get("written"), str):
            written[row.get("id")] = row["written"]
    return written


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("answers")
    arguments.add_argument("--cases", default=Path(__file__).parent / "spoken_forms.jsonl")
    arguments.add_argument("--show", type=int, default=10, help="how many wrong pairs are printed")
    arguments.add_argument("--json", help="where the figures are written")
    arguments.add_argument("--bar", type=float, default=0.0, help="the least lenient figure")
    options = arguments.parse_args()

    cases = [json.loads(line) for line in read_lines(options.cases)]
    written = answers(options.answers)
    forms = {"strict": strict, "lenient": lenient, "same_digits": numbers}
    right = {name: defaultdict(list) for name in forms}
    wrong = []
    for case in cases:
        answer = written.get(case["id"])
        accepted = [case["expected"], *case.get("accept", [])]
        for name, form in forms.items():
            right[name][case["category"]].append(is_same(answer, accepted, form))
        if not right["lenient"][case["category"]][-1]:
            wrong.append((case, answer))

    def share(name, categories):
        all_of_them = [hit for category in categories for hit in right[name][category]]
        return sum(all_of_them) / len(all_of_them) if all_of_them else 0.0

    categories = list(right["lenient"])
    figures = {name: share(name, categories) for name in forms}
    answered = sum(case["id"] in written for case in cases)
    print(f"spoken forms: {len(cases)} pairs, {answered} answered")
    print("  " + "  ".join(f"{name} {figure:.3f}" for name, figure in figures.items()))
    for category in categories:
        shares = "  ".join(f"{name} {share(name, [category]):.3f}" for name in forms)
        print(f"  {category:10} {shares}  n={len(right['lenient'][category])}")
    for case, answer in wrong[: options.show]:
        print(f"  {case['id']} {case['spoken']!r}\n      written  {answer!r}\n      expected {case['expected']!r}")
    if options.json:
        by_category = {category: share("lenient", [category]) for category in categories}
        result = {"pairs": len(cases), "answered": answered, **figures, "by_category": by_category}
        Path(options.json).write_text(json.dumps(result, indent=1), encoding="utf-8")
    if figures["lenient"] < options.bar:
        print(f"  below the bar of {options.bar}")
        sys.exit(1)


if __name__ == "__main__":
    main()
