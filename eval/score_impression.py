#!/usr/bin/env python3
"""Scores impressions against impression_cases.jsonl.

    readout impression --jsonl < eval/impression_cases.jsonl > answers.jsonl
    python3 eval/score_impression.py answers.jsonl

A case holds findings, and under `expected` whether the study is `normal`, the abnormal findings that `must` be covered (their key
words, a/b is either; `critical` ones first), and the normal ones that `must_not` be repeated.

covered          all key words of a finding stand in one line, or in two lines one behind the other; a size may stand in
                 another unit
no_normals       no sentence repeats a normal finding
critical_first   the first line holds the critical finding
numbered         the lines run 1., 2., 3.
normal_one_line  a normal study gets exactly one line, which says that it is normal
nothing_added    no size, side, level or statement that findings, history and name of the study do not have
unflagged        the conservation gate, which compares it with the findings, raises no flag
all_right        the share of cases with all of these right
"""

import re

from common import finish, parser, read_answers, read_rows, tally
from text import bag, flat, overlap, sentences, sizes, stem, telling, words

NUMBER = re.compile(r"^\s*\(?(\d{1,2})[.)]\s+")
NORMAL = re.compile(r"\bnormal|unremarkable|\bno\b|negative|intact", re.IGNORECASE)
LEVEL = re.compile(r"[ctls]\d{1,2}$")
LENGTH = {"mm": 1, "cm": 10, "ml": 1}
# What an impression may conclude or advise in words that the findings do not have.
ALLOWED = set(
    telling(
        """normal study examination significant abnormality acute suggestive suggest consistent compatible likely probable possible suspicious
        representing advised recommended correlation clinical followup further evaluation referral urgent disease syndrome chronic secondary due
        infarct haemorrhage embolism thrombosis dissection rupture aneurysm pneumonia abscess appendicitis sinusitis cholelithiasis obstruction perforation
        malignancy metastasis neoplasm carcinoma tumour mass lesion cirrhosis fibrosis compression oedema fracture calculus"""
    )
)


def all_words(text):
    return {stem(word) for word in words(text)} | set(telling(text))


def lengths(text):
    return {value for value, unit in sizes(text) if unit in ("mm", "ml")}


def covers(wanted, text):
    """Whether all key words stand in a text: `right 3.2 cm` needs the side and the size, in whatever unit."""
    # Also the words before spellings are made one: "gall bladder" says "gall".
    there, values = all_words(text) | set(re.findall(r"[a-z]+", text.lower())), lengths(text)
    keys = wanted.split()
    while keys:
        key = keys.pop(0)
        unit, *instead = keys[0].split("/") if keys else ("",)
        if re.fullmatch(r"\d+(?:\.\d+)?", key) and unit in LENGTH:
            keys.pop(0)
            value = float(key) * LENGTH[unit]
            if not any(abs(value - other) < 0.06 for other in values) and not any(all_words(word) & there for word in instead):
                return False
        elif not any(all_words(choice) <= there for choice in key.split("/")):
            return False
    return True


def added(case, text):
    """What the impression has from nowhere."""
    source = "\n".join([case["findings"], case["clinicalHistory"] or "", case["studyName"] or ""])
    known, spoken = bag(source), all_words(source)
    yield from (f"{value:g} mm" for value in lengths(text) - lengths(source))
    for word in set(words(text)):
        if (word in ("right", "left") or LEVEL.match(word)) and stem(word) not in spoken:
            yield word
    for sentence in sentences(text):
        own = bag(sentence)
        for word in list(own):
            if word in ALLOWED or word.isdigit():
                del own[word]
        if sum(own.values()) > 2 and overlap(own, known) < 0.5:
            yield sentence


def judge(case, answer):
    expected, text = case["expected"], flat(answer.get("impression"))
    lines = [line for line in text.split("\n") if line.strip()]
    bodies = [NUMBER.sub("", line) for line in lines]
    numbers = [int(found.group(1)) if (found := NUMBER.match(line)) else None for line in lines]
    stretches = bodies + [f"{one} {other}" for one, other in zip(bodies, bodies[1:])]
    hits, faults = {}, []

    def note(name, values, fault):
        hits[name] = [bool(right) for _, right in values]
        faults.extend(f"{fault}: {what}" for what, right in values if not right)

    must = expected["must"]
    note("covered", [(item["words"], any(covers(item["words"], stretch) for stretch in stretches)) for item in must], "not covered")
    said = [sentence for body in bodies for sentence in sentences(body)]
    note("no_normals", [(what, said and not any(covers(what, sentence) for sentence in said)) for what in expected["must_not"]], "normal repeated")
    critical = [item["words"] for item in must if item["critical"]]
    note("critical_first", [(what, bodies and covers(what, bodies[0])) for what in critical], "critical not first")
    note("numbered", [(numbers, lines and numbers == list(range(1, len(lines) + 1)))], "numbering")
    if expected["normal"]:
        note("normal_one_line", [(lines, len(lines) == 1 and NORMAL.search(lines[0]))], "one line expected")
    extra = list(added(case, "\n".join(bodies)))
    note("nothing_added", [(extra, lines and not extra)], "added")
    flags = [flag["message"] for flag in answer.get("flags", [])]
    note("unflagged", [(flags, not flags)], "flagged")
    return hits, faults


def main():
    options = parser(__doc__, "impression_cases.jsonl").parse_args()
    cases, answers = list(read_rows(options.cases)), read_answers(options.answers)
    finish("impression", *tally(cases, answers, judge, lambda case: case["studyName"]), options)


if __name__ == "__main__":
    main()
