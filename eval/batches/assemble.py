#!/usr/bin/env python3
"""Makes the cases of the merge set out of a batch as it was labelled.

    python3 eval/batches/assemble.py LIBRARY.json BATCH.jsonl... > cases.jsonl

LIBRARY.json is what `readout templates list --json` prints. A row of a batch names its template and gives the numbers of the template's
lines by label; the rest is `keep`. So that a change to the library does not move the labels, a row also holds the lines as they were
labelled, which `--freeze` writes into the files of newly labelled batches.
"""
import json
import sys
from pathlib import Path

SECTIONS = {"F": "findings", "I": "impression", "H": "clinicalHistory", "T": "technique", "C": "comparison"}
LABELS = ("against", "said", "partly", "blank")


def lines_of(template):
    return [["F", line] for line in template["findings"]] + [["I", line] for line in template["impression"]]


def frozen(row, library):
    """The row with the study, technique and lines of its template as they stand today."""
    template = library[row["template"]]
    return {**row, "study": template["bodyPart"], "modality": template["modality"], "technique": template["technique"], "lines": lines_of(template)}


def case(row):
    label = {number: name for name in LABELS for number in row.get(name, [])}
    findings = [line for section, line in row["lines"] if section == "F"]
    impression = [line for section, line in row["lines"] if section == "I"]
    template = "\n".join(["TECHNIQUE:", row["technique"], "", "FINDINGS:", *findings, "", "IMPRESSION:", *impression])
    lines = [{"section": section, "text": line, "label": label.get(number, "keep")} for number, (section, line) in enumerate(row["lines"], 1)]
    return {
        "id": row["id"],
        "transcriptionText": row["text"],
        "templateContent": template,
        "studyName": row["study"],
        "modality": "CT" if row["modality"] == "CT" else "MRI",
        "patientSex": row.get("sex"),
        "expected": {
            "dictated": [{"section": SECTIONS[letter], "text": text} for letter, text in row["dictated"]],
            "lines": lines,
            "follows": row.get("follows", []),
            "restates": row.get("restates", []),
            "gone": row.get("gone", []),
            "fill": row.get("fill", {}),
        },
        "doubt": row.get("doubt", False),
        "note": row.get("note", ""),
    }


def rows_of(path):
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines() if line.strip()]


def main(arguments):
    freeze = "--freeze" in arguments
    library, *batches = [argument for argument in arguments if argument != "--freeze"]
    known = {template["id"]: template for template in json.loads(Path(library).read_text(encoding="utf-8"))}
    for path in batches:
        rows = rows_of(path)
        if freeze:
            rows = [row if "lines" in row else frozen(row, known) for row in rows]
            Path(path).write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
        else:
            for row in rows:
                print(json.dumps(case(row if "lines" in row else frozen(row, known)), ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1:])
