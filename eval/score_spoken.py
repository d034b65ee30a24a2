#!/usr/bin/env python3
"""Scores `readout spoken --jsonl`.

    readout spoken --jsonl < eval/spoken_forms.jsonl > out.jsonl
    python3 eval/score_spoken.py out.jsonl

strict: the written form is the expected or an accepted one; runs of spaces, the first capital letter and a full stop at the end
do not count. lenient: nor do case, hyphens, bullets, the space before a unit and line breaks. same_digits: the numbers are the same and
in the same order. A row that is missing counts as wrong.
"""
import re
import unicodedata
from collections import defaultdict

from common import finish, parser, read_answers, read_rows, share

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


def main():
    options = parser(__doc__, "spoken_forms.jsonl").parse_args()
    cases, answers = list(read_rows(options.cases)), read_answers(options.answers)
    forms = {"strict": strict, "lenient": lenient, "same_digits": numbers}
    right = {name: [] for name in forms}
    categories, wrong = defaultdict(list), []
    for case in cases:
        answer = answers.get(case["id"], {}).get("written")
        written = answer if isinstance(answer, str) else None
        accepted = [case["expected"], *case.get("accept", [])]
        for name, form in forms.items():
            right[name].append(is_same(written, accepted, form))
        categories[case["category"]].append(right["lenient"][-1])
        if not right["lenient"][-1]:
            wrong.append((case["id"], [f"spoken   {case['spoken']!r}", f"written  {written!r}", f"expected {case['expected']!r}"]))
    figures = {
        "cases": len(cases),
        "answered": sum(case["id"] in answers for case in cases),
        **{name: share(hits) for name, hits in right.items()},
        "by_category": {name: share(hits) for name, hits in categories.items()},
    }
    finish("spoken forms", figures, wrong, options)


if __name__ == "__main__":
    main()
