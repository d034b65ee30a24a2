#!/usr/bin/env python3
"""Scores `readout gate --jsonl`.

    readout gate --jsonl < eval/gate_cases.jsonl > out.jsonl
    python3 eval/score_gate.py out.jsonl

detected: damaged reports with a flag on the damaged statement (as it was or as it became) or that names the damaged value, over all
and for each operator. clean_false_alarms: undamaged reports with any flag. kind_right: of the detected, the flag says lost, changed or
invented as it is; a change may be told as a loss and an invention. other_flags: flags on damaged reports that are about something else.
"""
import re
from collections import defaultdict

from common import finish, parser, read_answers, read_rows, share

EMPTY = set("a an and are as at be by in is it no not of on or seen shows the there this to was were with without noted present".split())


def tokens(text):
    text = text.lower().replace("\u00d7", "x")
    text = re.sub(r"(\d)\s*(mm|cm|ml|cc|hu|%)", r"\1 \2", text)
    # Sizes in millimetres, so that a value is the same in either unit.
    text = re.sub(r"((?:\d+(?:\.\d+)? x )*\d+(?:\.\d+)?) (cm|ml|cc)\b", in_small_unit, text)
    return re.findall(r"\d+(?:\.\d+)?|[a-z]+|%", text)


def in_small_unit(found):
    if found.group(2) != "cm":
        return f"{found.group(1)} ml"
    return re.sub(r"\d+(?:\.\d+)?", lambda value: f"{float(value.group(0)) * 10:g}", found.group(1)) + " mm"


def telling(text):
    return [token for token in tokens(text) if token not in EMPTY]


def overlap(left, right):
    rest = list(right)
    shared = 0
    for token in left:
        if token in rest:
            rest.remove(token)
            shared += 1
    return shared


def names_value(text, values):
    said = tokens(text)
    for value in values:
        wanted = tokens(value)
        if said == wanted or any(said[at : at + len(wanted)] == wanted for at in range(len(said)) if len(said) <= 8):
            return True
    return False


def is_about(text, damage):
    """Whether a flag's text is the damaged statement, or names the damaged value."""
    if names_value(text, damage["values"]):
        return True
    said = telling(text)
    for statement in " | ".join((damage["before"], damage["after"])).split(" | "):
        wanted = telling(statement)
        shorter = min(len(said), len(wanted))
        if shorter and overlap(said, wanted) >= max(0.6 * shorter, min(2, shorter)) and len(said) <= 3 * len(wanted) + 6:
            return True
    return False


def main():
    options = parser(__doc__, "gate_cases.jsonl").parse_args()
    answers = read_answers(options.answers)
    operators, kinds, others, alarms, wrong = defaultdict(list), [], [], [], []
    cases = list(read_rows(options.cases))
    for case in cases:
        answer = answers.get(case["id"])
        flags = answer.get("flags") or [] if answer else []
        damage = case["expected"]["damage"]
        if damage is None:
            alarms.append(answer is None or bool(flags))
            if alarms[-1]:
                wrong.append((case["id"], [f"false alarm: {[flag['text'][:80] for flag in flags[:3]]}"]))
            continue
        hits = [flag for flag in flags if is_about(flag["text"], damage)]
        operators[damage["operator"]].append(bool(hits))
        others.append(len(flags) - len(hits))
        if hits:
            said = {flag["kind"] for flag in hits}
            right = damage["kind"] in said or (damage["kind"] == "changed" and {"lost", "invented"} <= said)
            kinds.append(right or (damage["kind"] != "changed" and "changed" in said and bool(damage["values"])))
        else:
            wrong.append((case["id"], [f"missed: {damage['before'][:90]} => {damage['after'][:90]}"]))
    figures = {
        "cases": len(cases),
        "answered": sum(case["id"] in answers for case in cases),
        "detected": share(hit for hits in operators.values() for hit in hits),
        "clean_false_alarms": sum(alarms),
        "clean_cases": len(alarms),
        "kind_right": share(kinds),
        "other_flags": share(others),
        "by_operator": {name: share(hits) for name, hits in sorted(operators.items())},
    }
    finish("gate", figures, wrong, options)


if __name__ == "__main__":
    main()
