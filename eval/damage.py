#!/usr/bin/env python3
"""Makes gate_cases.jsonl from gate_reports.jsonl: each report as it is, and with one seeded damage.

    python3 eval/damage.py > eval/gate_cases.jsonl

A row of gate_reports.jsonl is a dictation, the template that was filled (or null), and two reports that hold: `report`, close to the
dictation, and `reworded`, which says the same in other words. Deterministic: the same reports give the same cases.
"""
import json
import random
import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
FOR_EACH_OPERATOR = 18

VALUE = re.compile(r"(?<![\w.-])\d+(?:\.\d+)?(?: x \d+(?:\.\d+)?)*(?: (?:mm|cm|cc|ml|mL|HU)\b|%)")
LEVEL = re.compile(r"\b([CTL])(\d{1,2})(?=-[CTLS]\d|\b)(?! (?:hyper|hypo|and|weighted))")
SIDE = re.compile(r"\b(right|left)\b", re.I)
DENIAL = re.compile(r"\b(?:no evidence of|no|not|without)\s", re.I)
OTHER_SIDE = {"right": "left", "left": "right"}
LAST_LEVEL = {"C": 7, "T": 12, "L": 5}
DEGREES = {
    "mild": "severe", "moderate": "mild", "severe": "mild", "small": "large", "minimal": "moderate", "acute": "chronic",
    "old": "acute", "complete": "partial", "partial": "complete", "multiple": "single", "diffuse": "focal",
}
STRUCTURES = [
    ("liver", "spleen"), ("spleen", "liver"), ("pancreas", "duodenum"), ("kidney", "ovary"), ("gallbladder", "stomach"),
    ("upper lobe", "lower lobe"), ("lower lobe", "upper lobe"), ("medial meniscus", "lateral meniscus"), ("supraspinatus", "subscapularis"),
    ("maxillary", "frontal"), ("thalamus", "pons"), ("frontal", "parietal"), ("uterus", "cervix"), ("ovary", "kidney"), ("ascending", "descending"),
    ("aorta", "vena cava"), ("orbital floor", "orbital roof"), ("mastoid", "sphenoid"), ("talar", "calcaneal"), ("femoral", "tibial"),
    ("peroneal", "tibialis"), ("scapholunate", "lunotriquetral"), ("ureter", "urethra"), ("sigmoid colon", "transverse colon"),
    ("portal vein", "hepatic vein"), ("adrenal", "thyroid"), ("axillary", "inguinal"), ("zygomatic arch", "mandible"), ("appendix", "caecum"),
    ("Achilles", "patellar"), ("breast", "axilla"), ("vocal cord", "tonsil"), ("peripheral zone", "transition zone"), ("anterior wall", "posterior wall"),
]
INVENTED = [
    "A 17 mm nodule is seen in the left parotid gland.", "Chronic fracture of the right tenth rib is seen.", "Mild scoliosis is noted.",
    "There is a hydrocele on the right side.", "A 2.6 cm angiomyolipoma is seen in the left kidney.", "Enlarged right iliac lymph nodes are seen.",
    "A loose body is seen in the joint.", "There is a 4 mm aneurysm of the basilar tip.", "Pneumomediastinum is present.",
    "Tarlov cyst at the S2 level.", "Thrombosis of the left transverse sinus.", "Bilateral cervical ribs are seen.",
]
HOLDS_A_LESION = re.compile(r"lesion|nodule|mass|cyst|tear|node|calcul|stone|collection|fracture|bulge|protrusion|haematoma|effusion|thickening|hernia|infarct", re.I)
TAKES_A_SIDE = re.compile(r"\b(?:effusion|lesion|nodule|mass|cyst|tear|fracture|hernia|infarct|thickening|calculus|ligament|tendon|lymph nodes?)\b", re.I)


def lines(report):
    """(section, line number, statement) of the findings and the impression."""
    for section in ("findings", "impression"):
        for number, line in enumerate(report[section].split("\n")):
            statement = re.sub(r"^(?:- |\d+\. )", "", line)
            if statement:
                yield section, number, statement


def put(report, section, number, statement):
    """The report with another statement on a line; without the line when the statement is empty."""
    rows = report[section].split("\n")
    mark = re.match(r"^(?:- |\d+\. )?", rows[number]).group(0)
    rows[number : number + 1] = [mark + statement] if statement else []
    if section == "impression":
        rows = [re.sub(r"^\d+\. ", f"{index + 1}. ", row) for index, row in enumerate(rows)]
    return {**report, section: "\n".join(rows)}


def capital(text):
    return text[:1].upper() + text[1:]


def tidy(text):
    text = re.sub(r"\s+([,.;])", r"\1", re.sub(r" {2,}", " ", text)).strip()
    return capital(text)


def replaced(pattern, change):
    """An operator that changes one place of a statement where a pattern is found."""

    def operate(statement, rng):
        found = list(pattern.finditer(statement))
        rng.shuffle(found)
        for place in found:
            instead = change(place, rng)
            if instead is not None and instead != place.group(0):
                damaged = tidy(statement[: place.start()] + instead + statement[place.end() :])
                return damaged, [place.group(0).strip(), instead.strip()]
        return None

    return operate


def cased(word, like):
    return capital(word) if like[:1].isupper() else word


def other_digit(place, rng):
    text = place.group(0)
    at = rng.choice([index for index, character in enumerate(text) if character.isdigit()])
    return text[:at] + rng.choice([digit for digit in "123456789" if digit != text[at]]) + text[at + 1 :]


def other_unit(place, rng):
    swap = {"mm": "cm", "cm": "mm"}
    text = re.sub(r"\b(mm|cm)\b", lambda unit: swap[unit.group(0)], place.group(0))
    return text if text != place.group(0) else None


def moved_point(place, rng):
    text = place.group(0)
    if re.search(r"\d\.\d", text):
        return re.sub(r"(\d)\.(\d)", r"\1\2", text, count=1)
    return re.sub(r"(\d)(\d)(?!\d)", r"\1.\2", text, count=1) if re.search(r"\d\d", text) else None


def fewer_dimensions(place, rng):
    return re.sub(r" x \d+(?:\.\d+)?", "", place.group(0), count=1) if " x " in place.group(0) else None


def neighbour(place, rng):
    part, number = place.group(1), int(place.group(2))
    return part + str(number + 1 if number < LAST_LEVEL[part] else number - 1)


def add_denial(statement, rng):
    if re.search(r"\b(?:no|not|without|absent|neither|nor|never)\b", statement, re.I):
        return None
    for pattern, denial in ((r"^(There (?:is|are)) (?:an? )?", r"\1 no "), (r"\b(shows?) ", r"\1 no "), (r"\b(is|are) ", r"\1 not ")):
        if re.search(pattern, statement):
            return re.sub(pattern, denial, statement, count=1), ["no", "not"]
    return None


def invent_size(statement, rng):
    if VALUE.search(statement) or not HOLDS_A_LESION.search(statement):
        return None
    value = rng.choice(["14 mm", "3.3 cm", "2.2 x 1.6 cm", "26 mm", "7.5 mm"])
    return f"{statement.rstrip('.')} measuring {value}.", [value]


def invent_side(statement, rng):
    place = TAKES_A_SIDE.search(statement)
    if SIDE.search(statement) or re.search(r"bilateral|both|either", statement, re.I) or not place:
        return None
    side = rng.choice(["right", "left"])
    return tidy(statement[: place.start()] + f"{side} " + statement[place.start() :]), [side]


def drop_side(statement, rng):
    if len(re.findall(r"\b(?:right|left|both|bilateral)", statement, re.I)) != 1:
        return None
    return replaced(re.compile(r"\b(?:right|left)\b ", re.I), lambda place, rng: "")(statement, rng)


def swap_structure(statement, rng):
    fitting = [pair for pair in STRUCTURES if re.search(rf"\b{pair[0]}\b", statement, re.I)]
    if not fitting:
        return None
    name, other = rng.choice(fitting)
    return replaced(re.compile(rf"\b{name}\b", re.I), lambda place, rng: cased(other, place.group(0)))(statement, rng)


DEGREE = re.compile(rf"\b(?:{'|'.join(DEGREES)})\b", re.I)
SIMPLE = {
    "drop_number": ("lost", replaced(VALUE, lambda place, rng: "")),
    "change_digit": ("changed", replaced(VALUE, other_digit)),
    "swap_unit": ("changed", replaced(VALUE, other_unit)),
    "move_decimal": ("changed", replaced(VALUE, moved_point)),
    "drop_dimension": ("changed", replaced(VALUE, fewer_dimensions)),
    "swap_side": ("changed", replaced(SIDE, lambda place, rng: cased(OTHER_SIDE[place.group(0).lower()], place.group(0)))),
    "drop_side": ("lost", drop_side),
    "invent_side": ("invented", invent_side),
    "drop_negation": ("changed", replaced(DENIAL, lambda place, rng: "with " if place.group(0).lower() == "without " else "")),
    "add_negation": ("changed", add_denial),
    "change_level": ("changed", replaced(LEVEL, neighbour)),
    "invent_measurement": ("invented", invent_size),
    "swap_organ": ("changed", swap_structure),
    "change_severity": ("changed", replaced(DEGREE, lambda place, rng: cased(DEGREES[place.group(0).lower()], place.group(0)))),
}


def words(text):
    return set(re.findall(r"[a-z0-9.]+", text.lower())) - {"is", "are", "the", "a", "of", "in", "seen", "there", "with", "and", "no"}


def stands_elsewhere(report, statement):
    own = words(statement)
    others = [words(other) for _, _, other in lines(report)]
    others.remove(own)
    return any(len(own & other) >= 0.5 * min(len(own), len(other)) for other in others)


def damaged(row, report, operator, rng):
    """A damaged report and what was done, or None when there is nothing to damage."""
    template = words(row["templateContent"] or "")
    own = [place for place in lines(report) if not words(place[2]) <= template]
    rng.shuffle(own)
    if operator == "invent_finding":
        fitting = [finding for finding in INVENTED if len(words(finding) & words(row["transcriptionText"])) < 4]
        finding = rng.choice(fitting)
        rows = report["findings"].split("\n")
        rows.insert(rng.randrange(1, len(rows) + 1), "- " + finding)
        return {**report, "findings": "\n".join(rows)}, ("invented", "findings", "", finding, [])
    if operator == "swap_numbers":
        sized = [(place, VALUE.search(place[2])) for place in own if place[0] == "findings" and VALUE.search(place[2])]
        for index, (one, size) in enumerate(sized):
            for other, other_size in sized[index + 1 :]:
                if size.group(0) == other_size.group(0):
                    continue
                first = one[2].replace(size.group(0), other_size.group(0), 1)
                second = other[2].replace(other_size.group(0), size.group(0), 1)
                changed = put(put(report, "findings", one[1], first), "findings", other[1], second)
                return changed, ("changed", "findings", f"{one[2]} | {other[2]}", f"{first} | {second}", [size.group(0), other_size.group(0)])
        return None
    for section, number, statement in own:
        if operator == "drop_sentence":
            if section == "findings" and not stands_elsewhere(report, statement):
                return put(report, section, number, ""), ("lost", section, statement, "", [])
            continue
        if operator in ("drop_number", "drop_side", "drop_dimension") and stands_elsewhere(report, statement):
            continue
        kind, operate = SIMPLE[operator]
        result = operate(statement, rng)
        if result and result[0] != statement:
            return put(report, section, number, result[0]), (kind, section, statement, result[0], [value for value in result[1] if value])
    return None


def case(identifier, row, report, reworded, damage):
    record = damage and dict(zip(("kind", "section", "before", "after", "values", "operator"), damage))
    return {
        "id": identifier,
        "transcriptionText": row["transcriptionText"],
        "templateContent": row["templateContent"],
        "studyName": row["studyName"],
        "report": report,
        "source": row["id"],
        "expected": {"damaged": damage is not None, "damage": record, "reworded": reworded},
    }


def main():
    rows = [json.loads(line) for line in (HERE / "gate_reports.jsonl").open(encoding="utf-8")]
    cases = []
    for row in rows:
        for name in ("report", "reworded"):
            cases.append(case(f"{row['id']}-{name}", row, row[name], name == "reworded", None))
    for operator in [*SIMPLE, "drop_sentence", "invent_finding", "swap_numbers"]:
        made = 0
        rng = random.Random(operator)
        order = [(row, name) for row in rows for name in ("report", "reworded")]
        rng.shuffle(order)
        known = set()
        for row, name in order * 3:
            result = damaged(row, row[name], operator, rng) if made < FOR_EACH_OPERATOR else None
            if result and (result[1][2], result[1][3]) not in known:
                report, (kind, section, before, after, values) = result
                known.add((before, after))
                made += 1
                damage = (kind, section, before, after, values, operator)
                cases.append(case(f"{row['id']}-{name}-{operator}-{made}", row, report, name == "reworded", damage))
        print(f"{operator}: {made}", file=sys.stderr)
    for each in cases:
        print(json.dumps(each, ensure_ascii=False))


if __name__ == "__main__":
    main()
