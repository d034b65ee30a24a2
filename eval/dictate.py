#!/usr/bin/env python3
"""Makes the structuring cases from structuring_reports.toml: each report dictated twice.

    python3 eval/dictate.py

The first dictation (-A) drops the headings, the second (-B) speaks them. Writes structuring_cases.jsonl, structuring_expected.jsonl and
structuring_gold.jsonl beside this file. Deterministic: the same reports give the same cases.
"""
import json
import re
import tomllib

from common import HERE
from text import sentences

ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()
UNITS = {"mm": "millimetres", "cm": "centimetres", "ml": "millilitres", "HU": "hounsfield units", "%": "percent"}
SPOKEN_STOPS = ("full stop", "period")
FIGURE = r"(?<![\w.-])\d+(?:\.\d+)?(?![\w.-])"


def in_words(number):
    whole, _, decimals = number.partition(".")
    value = int(whole)
    if value >= 1000:
        # Years are said in two halves.
        return f"{in_words(str(value // 100))} {in_words(str(value % 100))}" if value % 100 else f"{in_words(str(value // 1000))} thousand"
    hundreds, rest = divmod(value, 100)
    spoken = [ONES[hundreds], "hundred"] if hundreds else []
    if rest >= 20:
        spoken += [TENS[rest // 10]] + ([ONES[rest % 10]] if rest % 10 else [])
    elif rest or not hundreds:
        spoken.append(ONES[rest])
    return " ".join(spoken + (["point", *(ONES[int(digit)] for digit in decimals)] if decimals else []))


def spoken_numbers(text):
    """Figures and their units as they are said."""
    text = re.sub(r"(?<=\d) x (?=\d)", " by ", text)
    text = re.sub(r"(?<=\d) ?(mm|cm|ml|HU|%)(?!\w)", lambda unit: " " + UNITS[unit.group(1)], text)
    return re.sub(FIGURE, lambda number: in_words(number.group(0)), text)


def dictated(text, mode, stop):
    """One sentence as it is dictated."""
    if mode["number_words"]:
        text = spoken_numbers(text)
    if mode["punctuation"] == "written":
        return text + "."
    text = re.sub(r",", " comma" if mode["punctuation"] == "spoken" else "", text)
    # "Left" and "The" are not capitals when spoken; names and abbreviations are.
    text = re.sub(r"^([A-Z])(?=[a-z]|\s)", lambda letter: letter.group(1).lower(), text)
    return f"{text} {stop}" if mode["punctuation"] == "spoken" else text


def dictation(report, mode, number):
    stop = SPOKEN_STOPS[number % 2]
    colon = {"spoken": " colon", "written": ":", "none": ""}[mode["punctuation"]]

    def part(heading, lines):
        lines = [dictated(line, mode, stop) for line in lines]
        if mode["headings"] == "spoken":
            lines[0] = f"{heading}{colon} {lines[0]}"
        return " ".join(lines)

    parts = []
    if mode["headings"] == "spoken":
        parts += [part(heading, [report[key]]) for key, heading in (("history", "clinical history"), ("technique", "technique")) if key in report]
    parts += [part("findings", report["findings"]), part("impression", report["impression"])]
    return " ".join(parts)


def case(report, number, letter):
    identifier = f"ST-{number:03}-{letter}"
    spoken = letter == "B"
    mode = {
        "headings": "spoken" if spoken else "dropped",
        "punctuation": report["punctuation"],
        "number_words": report["number_words"],
        "history_dictated": spoken and "history" in report,
    }
    text = dictation(report, mode, number)
    history, technique = (report.get(key) if spoken else None for key in ("history", "technique"))
    modality = "MR" if report["study"].startswith("MR") else "CT"
    shown = {"id": identifier, "transcriptionText": text, "studyName": report["study"], "modality": modality}
    expected = {
        "id": identifier,
        "report": f"ST-{number:03}",
        "modality": modality,
        "body_part": report["study"],
        "mode": mode,
        "sentences": [{"section": "findings", "text": line} for line in report["findings"]]
        + [{"section": "impression", "item": item, "text": line} for item, entry in enumerate(report["impression"]) for line in sentences(entry)],
        "impression_items": report["impression"],
        "measurements": re.findall(r"\d+(?:\.\d+)?(?: x \d+(?:\.\d+)?)* ?(?:mm|cm|ml|HU|%)(?!\w)", " ".join(report["findings"] + report["impression"])),
        "clinicalHistory": history,
        "technique": technique,
        "source_text": "\n".join([report["study"], *(report[key] + "." for key in ("history", "technique") if key in report), *(f"{line}." for line in report["findings"] + report["impression"])]),
        "transcriptionText": text,
    }
    gold = {
        "id": identifier,
        "clinicalHistory": f"{history}." if history else "",
        "technique": f"{technique}." if technique else "",
        "findings": "\n".join(f"- {line}." for line in report["findings"]),
        "comparison": "",
        "impression": "\n".join(f"{item}. {line}." for item, line in enumerate(report["impression"], start=1)),
        "template": None,
    }
    return shown, expected, gold


def made():
    """The rows of the three files."""
    with (HERE / "structuring_reports.toml").open("rb") as file:
        reports = tomllib.load(file)["reports"]
    rows = [case(report, number, letter) for number, report in enumerate(reports, start=1) for letter in "AB"]
    return dict(zip(("cases", "expected", "gold"), zip(*rows)))


def main():
    for name, rows in made().items():
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (HERE / f"structuring_{name}.jsonl").write_text(text, encoding="utf-8")
        print(f"{len(rows)} rows: structuring_{name}.jsonl")


if __name__ == "__main__":
    main()
