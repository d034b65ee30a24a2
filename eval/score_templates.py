#!/usr/bin/env python3
"""Scores answers to template queries.

    readout templates match --jsonl < template_queries.jsonl | python3 score_templates.py
    python3 score_templates.py ANSWERS.jsonl --queries template_queries.jsonl --top1 0.95 --top3 0.99 --refused 1

An answer is one JSON object a line: {"id", "template": name or id or null, "candidates": [names or ids, best first]}.
A query expects either templates by id (`templates`: every one of them is right and, up to three, is wanted among the
first three; `also`: right as a first answer, but not wanted), or, when it names none, a study by modality, body, stated
contrast and sex, which are read from the study name of the answer. The exit status is 1 when a figure is below its bar or
an answer has more than ten candidates.
"""

import argparse
import json
import pathlib
import re
import sys

QUERIES = pathlib.Path(__file__).with_name("template_queries.jsonl")
MOST_CANDIDATES = 10

# Words of a study name, and the body that they name. The longest phrase that stands in the name decides.
BODIES = {
    "brain": ["brain", "head"],
    "temporal": ["temporal bone"],
    "orbit": ["orbit", "orbits"],
    "pns": ["pns", "paranasal sinuses"],
    "face": ["face", "facial bones"],
    "neck": ["neck"],
    "tmj": ["tmj"],
    "iac": ["iac"],
    "pituitary": ["pituitary", "sella"],
    "cvj": ["craniovertebral junction"],
    "cspine": ["cervical spine"],
    "dspine": ["dorsal spine", "thoracic spine"],
    "lspine": ["lumbar spine", "lumbosacral spine"],
    "dlspine": ["dorsolumbar spine"],
    "whole_spine": ["whole spine"],
    "sacrum": ["sacrum coccyx", "sacrum"],
    "si_joint": ["si joints", "sacroiliac joints"],
    "brachial_plexus": ["brachial plexus"],
    "chest": ["chest", "thorax"],
    "hrct": ["hrct chest", "hrct"],
    "ctpa": ["pulmonary angiography"],
    "coronary": ["coronary angiography", "coronary"],
    "cardiac": ["cardiac", "heart"],
    "aorta_angio": ["aortogram"],
    "brain_angio": ["brain angiography"],
    "mrv": ["brain venography"],
    "neck_angio": ["neck angiography"],
    "renal_angio": ["renal angiography"],
    "mesenteric_angio": ["mesenteric angiography"],
    "ll_angio": ["lower limb angiography"],
    "breast": ["breast"],
    "abdomen": ["abdomen"],
    "abdomen_pelvis": ["abdomen pelvis"],
    "pelvis": ["pelvis"],
    "liver": ["liver"],
    "pancreas": ["pancreas"],
    "mrcp": ["mrcp"],
    "kub": ["kub"],
    "urography": ["urography"],
    "enterography": ["enterography"],
    "enteroclysis": ["enteroclysis"],
    "colonography": ["colonography"],
    "prostate": ["prostate"],
    "rectum": ["rectum"],
    "fistula": ["fistulogram"],
    "foetal": ["foetal"],
    "placenta": ["placenta"],
    "shoulder": ["shoulder"],
    "arm": ["arm"],
    "elbow": ["elbow"],
    "forearm": ["forearm"],
    "wrist": ["wrist"],
    "hand": ["hand"],
    "hip": ["hip"],
    "thigh": ["thigh"],
    "knee": ["knee"],
    "leg": ["leg"],
    "ankle": ["ankle"],
    "foot": ["foot"],
}
PHRASES = sorted(
    ((phrase, body) for body, phrases in BODIES.items() for phrase in phrases),
    key=lambda pair: -len(pair[0]),
)

# Studies that are done in one way only: what a request says of contrast does not tell a right answer from a wrong one.
ONE_WAY = {"mrcp", "coronary", "cardiac", "kub", "hrct", "ctpa"}
# These say so little of their extent that a wider or narrower study is as good as the exact one.
LOOSE = {"hrct", "chest", "abdomen", "abdomen_pelvis"}


def slug(name):
    """`CT Brain Contrast` and `ct-brain-contrast` are one template."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


class Study:
    """What a template's name or id says of its study."""

    def __init__(self, name):
        words = f" {slug(name).replace('-', ' ')} "
        first = words.split()[0] if words.split() else ""
        self.modality = "CT" if first in ("ct", "hrct") else "MR" if first in ("mr", "mri", "mrcp") else None
        self.body = next((body for phrase, body in PHRASES if f" {phrase} " in words), None)
        self.contrast = "contrast" if re.search(r" (contrast|dynamic|triple phase) ", words) else "plain"
        self.sex = "female" if " female " in words else "male" if re.search(r" (male|prostate) ", words) else None


class Library:
    """The templates there are; empty when no list was given, and then nothing is left out."""

    def __init__(self, path):
        rows = json.loads(pathlib.Path(path).read_text(encoding="utf-8")) if path else []
        self.names = {row["id"]: row["bodyPart"] for row in rows}
        self.studies = {}
        for row in rows:
            study = Study(row["bodyPart"])
            study.modality = study.modality or ("CT" if row["modality"] == "CT" else "MR")
            study.sex = study.sex or row.get("sex")
            if row.get("contrast"):
                study.contrast = "contrast"
            self.studies[slug(row["bodyPart"])] = study

    def study(self, answer):
        name = self.names.get(answer, answer)
        return self.studies.get(slug(name)) or Study(name)

    def has(self, modality, body, sex=None):
        return any(
            study.modality == modality and study.body == body and (sex is None or study.sex == sex)
            for study in self.studies.values()
        )


def right_study(answer, expect, library):
    """Whether an answer is the study that is expected by its parts."""
    study = library.study(answer)
    bodies = [expect["body"], *expect["accept_bodies"]]
    if expect["body"] not in LOOSE and library.has(expect["modality"], expect["body"]):
        bodies = bodies[:1]
    if study.modality != expect["modality"] or study.body not in bodies:
        return False
    if expect["contrast_stated"] and study.body not in ONE_WAY and study.contrast != expect["contrast"]:
        return False
    wanted = expect["gender"]
    told_apart = library.has(study.modality, study.body, wanted) if wanted and library.studies else True
    return not wanted or study.sex == wanted or (study.sex is None and not told_apart)


def judge(expect, answers, library):
    """Whether the first answer is right, and whether the first three hold what they must."""
    if not expect.get("templates"):
        right = [right_study(answer, expect, library) for answer in answers[:3]]
        return bool(right and right[0]), any(right)
    wanted = [slug(name) for name in expect["templates"]]
    given = [slug(library.names.get(answer, answer)) for answer in answers]
    ids = [slug(answer) for answer in answers]
    first = bool(ids) and (ids[0] in wanted + expect["also"] or given[0] in wanted + expect["also"])
    return first, all(name in ids[:3] or name in given[:3] for name in wanted[:3])


def answers_of(row):
    """The candidates of an answer, its best template first."""
    listed = [answer for answer in row.get("candidates") or [] if isinstance(answer, str)]
    best = row.get("template")
    return ([best] if best else []) + [answer for answer in listed if answer != best]


def read_answers(source):
    """Answers by query id; a line that cannot be read is no answer."""
    rows = {}
    for line in source:
        try:
            row = json.loads(line)
            rows[row["id"]] = row
        except (ValueError, KeyError, TypeError):
            print(f"not an answer: {line[:80]!r}", file=sys.stderr)
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("answers", nargs="?", default="-", help="answers, or - for standard input")
    parser.add_argument("--queries", default=QUERIES, help="the queries (default: template_queries.jsonl beside this file)")
    parser.add_argument("--library", help="output of `templates list --json`")
    parser.add_argument("--show", type=int, default=15, metavar="N", help="print at most N failures (default 15)")
    for bar in ("top1", "top3", "refused"):
        parser.add_argument(f"--{bar}", type=float, default=0.0, help=f"the least {bar} for success")
    arguments = parser.parse_args()

    library = Library(arguments.library)
    if arguments.answers == "-":
        rows = read_answers(sys.stdin)
    else:
        with open(arguments.answers, encoding="utf-8") as file:
            rows = read_answers(file)

    scored = {"top1": [], "top3": [], "refused": []}
    failures, left_out, too_many = [], 0, 0
    with open(arguments.queries, encoding="utf-8") as file:
        queries = [json.loads(line) for line in file if line.strip()]
    for query in queries:
        expect, row = query["expect"], rows.get(query["id"])
        answers = answers_of(row or {})
        too_many += len(answers) > MOST_CANDIDATES
        if expect["no_template"]:
            scored["refused"].append(row is not None and not answers)
            if not scored["refused"][-1]:
                failures.append(("not refused", query, answers))
            continue
        bodies = [expect["body"], *expect["accept_bodies"]]
        by_parts = library.studies and not expect.get("templates")
        if by_parts and not any(library.has(expect["modality"], body) for body in bodies):
            left_out += 1
            continue
        first, among_three = judge(expect, answers, library)
        scored["top1"].append(first)
        scored["top3"].append(among_three)
        if not (first and among_three):
            failures.append(("not first" if not first else "not all in three", query, answers))

    print(f"queries {len(queries)}, left out (not in the library) {left_out}, answered {len(rows)}")
    missed = too_many > 0
    for name, results in scored.items():
        share = sum(results) / len(results) if results else 1.0
        below = share < getattr(arguments, name)
        missed |= below
        print(f"{name:8} {share:.3f} ({sum(results)}/{len(results)}){'  BELOW ITS BAR' if below else ''}")
    print(f"more than {MOST_CANDIDATES} candidates: {too_many}")
    for fault, query, answers in failures[: arguments.show]:
        wanted = query["expect"].get("templates") or query["expect"]["body"]
        print(f"  {fault}: {query['id']} {query['query']!r} wants {wanted}, has {answers[:3]}")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
