"""Reads a Word file back with python-docx and compares it with the report it was made from: check_word.py REPORT.txt FILE.docx.

Looks at the text of every line, the fonts, the headings, the lists and their numbers. Prints what is wrong; exit code 1 then."""

import re
import sys

from docx import Document
from docx.oxml.ns import qn

SECTION = re.compile(r"\s*(CLINICAL HISTORY|TECHNIQUE|FINDINGS|COMPARISON|IMPRESSION)\s*:(.*)$", re.I)
BULLET = re.compile(r"[-*•] +(.*)$")
ITEM = re.compile(r"(\d{1,3})[.)] +(.*)$")


def expected_lines(report: str) -> list[tuple[str, str]]:
    """(kind, text) of every line; the kind of an item is the number that it shows."""
    lines = []
    for line in filter(None, (line.strip() for line in report.splitlines())):
        if section := SECTION.match(line):
            lines.append(("heading", f"{section[1]}:"))
            line = section[2].strip()
            if not line:
                continue
        if bullet := BULLET.match(line):
            lines.append(("bullet", bullet[1]))
        elif item := ITEM.match(line):
            lines.append((item[1], item[2]))
        else:
            lines.append(("text", line))
    return lines


class Numbering:
    """Counts list items as Word does."""

    def __init__(self, document):
        root = document.part.numbering_part.element
        self.formats, self.starts, self.counts = {}, {}, {}
        abstract = {node.get(qn("w:abstractNumId")): node for node in root.findall(qn("w:abstractNum"))}
        for num in root.findall(qn("w:num")):
            identifier = num.get(qn("w:numId"))
            look = abstract[num.find(qn("w:abstractNumId")).get(qn("w:val"))]
            self.formats[identifier] = look.find(qn("w:lvl")).find(qn("w:numFmt")).get(qn("w:val"))
            override = num.find(f"{qn('w:lvlOverride')}/{qn('w:startOverride')}")
            self.starts[identifier] = 1 if override is None else int(override.get(qn("w:val")))

    def label(self, identifier: str) -> str:
        if self.formats[identifier] == "bullet":
            return "bullet"
        number = self.counts.get(identifier, self.starts[identifier] - 1) + 1
        self.counts[identifier] = number
        return str(number)


def actual_lines(document) -> list[tuple[str, str]]:
    numbering = Numbering(document)
    lines = []
    for paragraph in document.paragraphs:
        number = paragraph._p.find(f"{qn('w:pPr')}/{qn('w:numPr')}/{qn('w:numId')}")
        if paragraph.style.name in ("Title", "Signature"):
            continue
        if number is not None:
            lines.append((numbering.label(number.get(qn("w:val"))), paragraph.text))
        else:
            lines.append(("heading" if paragraph.style.name == "Heading 1" else "text", paragraph.text))
    return [(kind, text.strip()) for kind, text in lines]


def main() -> int:
    report = open(sys.argv[1], encoding="utf-8").read()
    document = Document(sys.argv[2])
    wrong = []
    expected, actual = expected_lines(report), actual_lines(document)
    for number, (want, found) in enumerate(zip(expected, actual), 1):
        if want != found:
            wrong.append(f"line {number}: {want!r} became {found!r}")
    if len(expected) != len(actual):
        wrong.append(f"{len(expected)} lines became {len(actual)}")
    normal, heading = document.styles["Normal"].font, document.styles["Heading 1"].font
    if (normal.name, normal.size and normal.size.pt) != ("Calibri", 11):
        wrong.append(f"body font is {normal.name} {normal.size}")
    if not (heading.bold and heading.underline):
        wrong.append("section headings are not bold and underlined")
    footer = "".join(node.text or "" for node in document.sections[0].footer._element.iter(qn("w:instrText"), qn("w:t")))
    if not ("PAGE" in footer and "NUMPAGES" in footer and "disclaimer" in footer):
        wrong.append("the footer has no page number or no disclaimer")
    print("\n".join(wrong) or f"{len(actual)} lines, fonts, lists and footer read back as written")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
