#!/usr/bin/env python3
"""Scores the report checks against qa_cases.jsonl.

    readout check --jsonl < eval/qa_cases.jsonl > answers.jsonl
    python3 eval/score_qa.py answers.jsonl

A case holds a finished report and, under `expect`, the flags it must raise (`flags`), those that
a reasonable radiologist would accept either way (`optional_flags`) and, where the text settles it,
`detectedSex`. An answer is `{"id", "flags": [{"kind", ...}], "detectedSex"}`; only kinds count, and
a kind raised twice counts once. A case without an answer has raised nothing and named no sex.

Two kinds stand for each other where one is hard to tell from the other: a size in the impression that is
not the size in the findings is both a mismatch and a value without support. Figures for the two
told apart are printed beside, and do not count. Where the sides disagree, `contradiction`
may be raised as well.
"""

from collections import Counter

from common import finish, parser, read_answers, read_rows

KINDS = (
    "gender_mismatch",
    "laterality_mismatch",
    "contradiction",
    "measurement_mismatch",
    "measurement_unsupported",
    "unfilled_placeholder",
    "critical_finding",
    "modality_mismatch",
    "missing_from_impression",
    "implausible_size",
)
MEASUREMENT = {"measurement_mismatch", "measurement_unsupported"}
SEXES = {"m": "male", "male": "male", "f": "female", "female": "female"}


def kinds_raised(answer):
    flags = answer.get("flags")
    kinds = set()
    for flag in flags if isinstance(flags, list) else []:
        kind = flag.get("kind") if isinstance(flag, dict) else flag
        if kind:
            kinds.add(str(kind).strip().lower())
    return kinds


class Verdict:
    """What one answer got right and wrong."""

    def __init__(self, case, answer):
        expect = case["expect"]
        self.case = case
        self.clean = case["group"] == "clean" if "group" in case else not expect["flags"]
        self.expected = {flag["kind"] for flag in expect["flags"]}
        self.raised = kinds_raised(answer)
        accepted = self.expected | set(expect.get("optional_flags", ()))
        equivalents = self.expected & MEASUREMENT
        if equivalents:
            accepted |= MEASUREMENT
        if "laterality_mismatch" in self.expected:
            accepted.add("contradiction")
        self.found = self.expected & self.raised
        if equivalents and self.raised & MEASUREMENT:
            self.found |= equivalents
        self.missed = self.expected - self.found
        self.false = self.raised - accepted
        self.sex_expected = "detectedSex" in expect
        self.sex_right = False
        if self.sex_expected:
            said = SEXES.get(str(answer.get("detectedSex") or "").strip().lower())
            # Silence is an answer only where it was given: a lost row has detected nothing.
            self.sex_right = "id" in answer and said == expect["detectedSex"]

    def wrong(self):
        return bool(self.missed or self.false or (self.sex_expected and not self.sex_right))

    def faults(self):
        faults = []
        if self.missed:
            faults.append("missed " + ", ".join(sorted(self.missed)))
        if self.false:
            faults.append("false " + ", ".join(sorted(self.false)))
        if self.sex_expected and not self.sex_right:
            faults.append(f"sex should be {self.case['expect']['detectedSex']}")
        return faults


def ratio(part, whole):
    return part / whole if whole else 0.0


def figures(verdicts, answered):
    expected, found, exact = Counter(), Counter(), Counter()
    false_clean, false_other = Counter(), Counter()
    for verdict in verdicts:
        expected.update(verdict.expected)
        found.update(verdict.found)
        exact.update(verdict.expected & verdict.raised)
        (false_clean if verdict.clean else false_other).update(verdict.false)
    clean = [verdict for verdict in verdicts if verdict.clean]
    with_sex = [verdict for verdict in verdicts if verdict.sex_expected]
    hits, wanted = sum(found.values()), sum(expected.values())
    false = sum(false_clean.values()) + sum(false_other.values())
    precision, recall = ratio(hits, hits + false), ratio(hits, wanted)
    return {
        "cases": len(verdicts),
        "answered": answered,
        "recall": {kind: ratio(found[kind], expected[kind]) for kind in KINDS if expected[kind]},
        "expected": {kind: expected[kind] for kind in KINDS if expected[kind]},
        "same_kind": {kind: ratio(exact[kind], expected[kind]) for kind in KINDS if expected[kind]},
        "false": dict((false_clean + false_other).most_common()),
        "recall_all": recall,
        "precision": precision,
        "f1": ratio(2 * precision * recall, precision + recall),
        "clean_cases": len(clean),
        "clean_false_alarms": sum(bool(verdict.false) for verdict in clean),
        "other_false_alarms": sum(bool(v.false) for v in verdicts if not v.clean),
        "sex_cases": len(with_sex),
        "sex_detection": ratio(sum(verdict.sex_right for verdict in with_sex), len(with_sex)),
    }


def main():
    options = parser(__doc__, "qa_cases.jsonl").parse_args()
    cases, answers = list(read_rows(options.cases)), read_answers(options.answers)
    verdicts = [Verdict(case, answers.get(case["id"], {})) for case in cases]
    result = figures(verdicts, sum(case["id"] in answers for case in cases))
    # A false flag on a clean report is what makes people stop reading flags: those come first.
    wrong = sorted((verdict for verdict in verdicts if verdict.wrong()), key=lambda verdict: not verdict.clean)
    finish("checks", result, [(verdict.case["id"], verdict.faults()) for verdict in wrong], options)


if __name__ == "__main__":
    main()
