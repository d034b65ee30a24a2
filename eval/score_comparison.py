#!/usr/bin/env python3
"""Scores comparisons with a previous report against comparison_cases.jsonl.

    readout structure --jsonl < eval/comparison_cases.jsonl > answers.jsonl
    python3 eval/score_comparison.py answers.jsonl

A case holds today's dictation, the previous report, and under `expected` what has become of each structure: its `kind`
(larger, smaller, stable, new, resolved), the two largest dimensions in millimetres and the percent, each null where there is none.
`forbidden` are words that must not stand in one sentence of a section; a/b is either.

items      a line about the structure gives both sizes, the direction and the percent (within 1); sizes, direction and percent
           are the same asked one by one. Of a structure that is gone its earlier size need not be given.
no_forbidden, no_prior_size, dictated_kept
           nothing is claimed without evidence; no size of the previous report alone stands in today's findings; every size
           that was dictated stands there
all_right  the share of cases with all of these right
"""

import re
from collections import defaultdict

from common import finish, parser, read_answers, read_rows, share, tally
from text import flat, normal, sentences, sizes, stem, telling, words

# How a direction is said, and which other directions a line about one structure must then not say.
SAID = {
    "larger": r"increas|larger|bigger|\bgr[eo]w|enlarg|progress|worsen|expand|widen",
    "smaller": r"decreas|smaller|reduc|shr[aiu]nk|regress|diminish|improv|declin|partial(?:ly)? resol",
    "stable": r"unchanged|\bstable\b|\bno (?:\w+ )?change|same size|persist|static|similar",
    "new": r"\bnew(?:ly)?\b|not (?:described|seen|present|noted) (?:previously|before|earlier)|developed|appeared",
    "resolved": r"resol(?:ved|ution)|no longer|not (?:seen|present|visualized) (?:today|now)|disappear|cleared|passed",
}
AGAINST = {
    "larger": ("smaller", "stable", "new", "resolved"),
    "smaller": ("larger", "stable", "new", "resolved"),
    "stable": ("larger", "smaller", "new", "resolved"),
    "new": ("larger", "smaller", "stable", "resolved"),
    "resolved": ("larger", "stable", "new"),
}
# Words for one thing, as stems; the right side stands for both.
SAME = {
    "hepatic": "liver", "renal": "kidney", "splenic": "spleen", "pancreatic": "pancrea", "aortic": "aorta", "ovarian": "ovary",
    "ureteric": "ureter", "calculi": "calculu", "calculus": "calculu", "stone": "calculu", "lymphadenopathy": "node", "nodal": "node",
    "embolus": "embol", "embolism": "embol", "emboli": "embol", "maxillary": "maxilla", "lingular": "lingula", "uterine": "uteru",
    "mediastinum": "mediastinal", "hematoma": "hemorrhag", "bleed": "hemorrhag", "opacity": "opacit", "thrombosis": "thromb", "thrombus": "thromb",
}
SAME = {stem(one): stem(other) for one, other in SAME.items()}
ENOUGH = 0.6


def named(text):
    """The words of a text by which structures are told apart."""
    stems = {stem(word) for word in telling(text)} | {stem(word) for word in words(text) if len(word) <= 3}
    return {SAME.get(word, word) for word in stems}


def of_structure(item, lines):
    """The lines that name the structure of an item, its sides all."""
    wanted = named(item["structure"])
    for line in lines:
        there = named(line)
        if len(wanted & there) >= ENOUGH * len(wanted) and not ({"right", "left"} & wanted) - there:
            yield line


def lengths(text):
    return {value for value, unit in sizes(text) if unit in ("mm", "ml")}


def near(values, wanted):
    return wanted is None or any(abs(value - wanted) < 0.06 for value in values)


def judge_item(item, line, is_alone):
    """Whether a line gives the sizes, the direction and the percent of an item."""
    given, low = lengths(line), normal(line)
    sized = item["kind"] == "resolved" or (near(given, item["previous_mm"]) and near(given, item["current_mm"]))
    rest = re.sub(SAID[item["kind"]], "", low)
    against = is_alone and any(re.search(SAID[other], rest) for other in AGAINST[item["kind"]])
    directed = bool(re.search(SAID[item["kind"]], low)) and not against
    percents = [float(value) for value in re.findall(r"(\d+(?:\.\d+)?) ?%", low)]
    percented = item["percent"] is None or any(abs(value - abs(item["percent"])) <= 1 for value in percents)
    return sized, directed, percented


def one_sentence_says(wanted, text):
    """The sentence that says all words of a forbidden claim."""
    for sentence in sentences(text):
        there = named(sentence)
        if all(any(named(choice) <= there for choice in word.split("/")) for word in wanted.replace("-", " ").split()):
            return sentence
    return None


def judge(case, answer):
    findings, comparison = flat(answer.get("findings")), flat(answer.get("comparison"))
    lines = [line for line in comparison.split("\n") if line.strip()]
    hits, faults = defaultdict(list), []
    for item in case["expected"]:
        best = (False, False, False)
        for line in of_structure(item, lines):
            is_alone = sum(line in list(of_structure(other, lines)) for other in case["expected"]) == 1
            best = max(best, judge_item(item, line, is_alone), key=sum)
        hits["items"].append(all(best))
        hits["direction"].append(best[1])
        if item["previous_mm"] is not None or item["current_mm"] is not None:
            hits["sizes"].append(best[0])
        if item["percent"] is not None:
            hits["percent"].append(best[2])
        if not all(best):
            faults.append(f"{item['kind']} not said: {item['structure']} {item['previous_mm']} {item['current_mm']} {item['percent']}")
    for claim in case["forbidden"]:
        sentence = one_sentence_says(claim["words"], findings if claim["section"] == "findings" else comparison)
        hits["no_forbidden"].append(bool(answer) and sentence is None)
        if sentence:
            faults.append(f"forbidden in {claim['section']}: {sentence}")
    dictated, reported = lengths(case["transcriptionText"]), lengths(findings)
    leaked, lost = reported - dictated, dictated - reported
    hits["no_prior_size"] = [bool(answer) and not leaked]
    hits["dictated_kept"] = [bool(answer) and not lost]
    faults += [f"not dictated, in findings: {value:g}" for value in sorted(leaked)] + [f"dictated, not in findings: {value:g}" for value in sorted(lost)]
    return hits, faults


def main():
    options = parser(__doc__, "comparison_cases.jsonl").parse_args()
    cases, answers = list(read_rows(options.cases)), read_answers(options.answers)
    kinds = defaultdict(list)

    def judge_by_kind(case, answer):
        hits, faults = judge(case, answer)
        for item, hit in zip(case["expected"], hits["items"]):
            kinds[item["kind"]].append(hit)
        return hits, faults

    result, wrong = tally(cases, answers, judge_by_kind, lambda case: case["transcriptionText"][:100])
    result["by_kind"] = {name: share(values) for name, values in kinds.items()}
    finish("comparison", result, wrong, options)


if __name__ == "__main__":
    main()
