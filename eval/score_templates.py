#!/usr/bin/env python3
"""Scores `readout templates match --jsonl`.

    readout templates match --jsonl < eval/template_queries.jsonl > out.jsonl
    python3 eval/score_templates.py out.jsonl [--library FILE]

A query expects either templates by id (`templates`: every one of them is right and, up to three, is wanted among the
first three; `also`: right as a first answer, but not wanted), or, when it names none, a study by modality, body, stated
contrast and sex, which are read from the study name of the answer. top1, top3: the first answer is right; the first three hold what
they must. out_of_library_refused: no answer where there is no template. too_many_candidates: answers of more than ten.
"""

import json
import pathlib
import re

from common import finish, parser, read_answers, read_rows, share

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


def is_in_library(expect, library):
    """Whether the library can answer a query at all; one that names its templates must be answered."""
    if not library.studies or expect.get("templates"):
        return True
    return any(library.has(expect["modality"], body) for body in [expect["body"], *expect["accept_bodies"]])


def answers_of(row):
    """The candidates of an answer, its best template first."""
    listed = [answer for answer in row.get("candidates") or [] if isinstance(answer, str)]
    best = row.get("template")
    return ([best] if best else []) + [answer for answer in listed if answer != best]


def main():
    options = parser(__doc__, "template_queries.jsonl")
    options.add_argument("--library", metavar="FILE", help="output of `templates list --json`")
    options = options.parse_args()
    library = Library(options.library)
    rows = read_answers(options.answers)

    scored = {"top1": [], "top3": [], "out_of_library_refused": []}
    wrong, left_out, too_many = [], 0, 0
    queries = list(read_rows(options.cases))
    for query in queries:
        expect, row = query["expect"], rows.get(query["id"])
        answers = answers_of(row or {})
        too_many += len(answers) > MOST_CANDIDATES
        fault = None
        if expect["no_template"]:
            refused = row is not None and not answers
            scored["out_of_library_refused"].append(refused)
            fault = None if refused else "not refused"
        elif is_in_library(expect, library):
            first, among_three = judge(expect, answers, library)
            scored["top1"].append(first)
            scored["top3"].append(among_three)
            fault = "not first" if not first else None if among_three else "not all in three"
        else:
            left_out += 1
        if fault:
            wanted = expect.get("templates") or expect.get("body")
            wrong.append((query["id"], [f"{fault}: {query['query']!r} wants {wanted}, has {answers[:3]}"]))

    figures = {
        "cases": len(queries),
        "answered": sum(query["id"] in rows for query in queries),
        "left_out": left_out,
        **{name: share(hits) for name, hits in scored.items()},
        "too_many_candidates": too_many,
    }
    finish("templates", figures, wrong, options)


if __name__ == "__main__":
    main()
