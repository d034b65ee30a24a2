#!/usr/bin/env python3
"""Scores the report checks against qa_cases.jsonl.

    readout check --jsonl < eval/qa_cases.jsonl > answers.jsonl
    python3 eval/score_qa.py answers.jsonl [--cases FILE] [--show 20] [--json FILE]
                             [--min-recall 0.97] [--min-f1 0] [--max-clean-flags 0] [--min-sex 0]

A case holds a finished report and, under `expect`, the flags it must raise (`flags`), those that
a reasonable radiologist would accept either way (`optional_flags`) and, where the text settles it,
`detectedSex`. An answer is `{"id", "flags": [{"kind", ...}], "detectedSex"}`; only kinds count, and
a kind raised twice counts once. A case without an answer has raised nothing and named no sex.

Two kinds stand for each other where one is hard to tell from the other: a size in the impression that is
not the size in the findings is both a mismatch and a value without support. Figures for the two
told apart are printed beside, and do not count. Where the sides disagree, `contradiction`
may be raised as well.
"""

import argparse
import json
import pathlib
import sys
from collections import Counter, defaultdict

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


def read_lines(path):
    """The objects of a JSON-lines file; in answers, a line that is not one is passed over."""
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            try:
                value = json.loads(line)
            except ValueError:
                continue
            if isinstance(value, dict) and "id" in value:
                yield value


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

    def line(self):
        parts = []
        if self.missed:
            parts.append("missed " + ", ".join(sorted(self.missed)))
        if self.false:
            parts.append("false " + ", ".join(sorted(self.false)))
        if self.sex_expected and not self.sex_right:
            parts.append(f"sex should be {self.case['expect']['detectedSex']}")
        return f"{self.case['id']:10} {'; '.join(parts)} | {self.case.get('studyName') or ''}"


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
        "counts": {kind: [found[kind], expected[kind], exact[kind], false_clean[kind], false_other[kind]]
                   for kind in sorted(set(expected) | set(false_clean) | set(false_other),
                                      key=lambda kind: (KINDS + (kind,)).index(kind))},
        "recall_all": recall,
        "precision": precision,
        "f1": ratio(2 * precision * recall, precision + recall),
        "clean_cases": len(clean),
        "clean_with_false_flag": sum(bool(verdict.false) for verdict in clean),
        "other_with_false_flag": sum(bool(v.false) for v in verdicts if not v.clean),
        "sex_cases": len(with_sex),
        "sex_detection": ratio(sum(verdict.sex_right for verdict in with_sex), len(with_sex)),
    }


def print_figures(result):
    print(f"checks: {result['cases']} cases, {result['answered']} answered")
    print(f"  {'kind':26}{'recall':>8}{'found':>12}{'same kind':>11}{'false: clean':>14}{'other':>7}")
    for kind, (found, expected, exact, false_clean, false_other) in result["counts"].items():
        recall = f"{ratio(found, expected):.3f}" if expected else "-"
        print(f"  {kind:26}{recall:>8}{f'{found}/{expected}':>12}{exact:>11}{false_clean:>14}{false_other:>7}")
    print(f"  recall {result['recall_all']:.3f}  precision {result['precision']:.3f}  F1 {result['f1']:.3f}")
    print(f"  clean reports with a false flag {result['clean_with_false_flag']}/{result['clean_cases']}, "
          f"other reports {result['other_with_false_flag']}/{result['cases'] - result['clean_cases']}")
    if result["sex_cases"]:
        print(f"  sex detection {result['sex_detection']:.3f} ({result['sex_cases']} cases)")


def below_bar(result, options):
    """One sentence for each bar that was not reached."""
    if options.min_recall is not None:
        for kind, recall in result["recall"].items():
            if recall < options.min_recall:
                yield f"recall of {kind} is {recall:.3f}, below {options.min_recall}"
    if options.min_f1 is not None and result["f1"] < options.min_f1:
        yield f"F1 is {result['f1']:.3f}, below {options.min_f1}"
    if options.max_clean_flags is not None and result["clean_with_false_flag"] > options.max_clean_flags:
        yield f"{result['clean_with_false_flag']} clean reports have a false flag, more than {options.max_clean_flags}"
    if options.min_sex is not None and result["sex_cases"] and result["sex_detection"] < options.min_sex:
        yield f"sex detection is {result['sex_detection']:.3f}, below {options.min_sex}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("answers", help="JSON lines written by `check --jsonl`")
    parser.add_argument("--cases", default=pathlib.Path(__file__).with_name("qa_cases.jsonl"))
    parser.add_argument("--show", type=int, default=20, metavar="N", help="print N wrong answers")
    parser.add_argument("--json", metavar="FILE", help="write the figures there as well")
    parser.add_argument("--min-recall", type=float, metavar="R", help="bar for the recall of every kind")
    parser.add_argument("--min-f1", type=float, metavar="F")
    parser.add_argument("--max-clean-flags", type=int, metavar="N", help="clean reports that may have a false flag")
    parser.add_argument("--min-sex", type=float, metavar="S")
    options = parser.parse_args()

    cases = list(read_lines(options.cases))
    answers = {answer["id"]: answer for answer in read_lines(options.answers)}
    verdicts = [Verdict(case, answers.get(case["id"], {})) for case in cases]
    result = figures(verdicts, sum(case["id"] in answers for case in cases))
    print_figures(result)

    wrong = defaultdict(list)
    for verdict in verdicts:
        if verdict.wrong():
            wrong[verdict.clean].append(verdict)
    # A false flag on a clean report is what makes people stop reading flags: those come first.
    for verdict in (wrong[True] + wrong[False])[:max(0, options.show)]:
        print("    " + verdict.line())
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    reasons = list(below_bar(result, options))
    for reason in reasons:
        print("BELOW THE BAR: " + reason)
    return 1 if reasons else 0


if __name__ == "__main__":
    sys.exit(main())
