"""Writes the report with python-docx again and again: python_docx.py REPORT SIGNATURE COUNT OUT.docx. Prints milliseconds, one a line."""

import io
import re
import sys
import time

from docx import Document
from docx.shared import Mm, Pt

HEADING = re.compile(r"(CLINICAL HISTORY|TECHNIQUE|FINDINGS|COMPARISON|IMPRESSION):$")
ROWS = [("Patient Name", "Asha Rao", "Patient ID", "MRN-00123"), ("Study Date", "20 Nov 2026", "Age / Sex", "54 Y / F")]
SIGNATURE = ["Dr S. Iyer, MD", "Consultant Radiologist", "Department of Radiology", "City Imaging Centre"]


def write(report: str, signature: bytes) -> bytes:
    document = Document()
    document.styles["Normal"].font.name = "Calibri"
    document.styles["Normal"].font.size = Pt(11)
    document.add_paragraph().add_run("CT ABDOMEN PELVIS FEMALE CONTRAST").bold = True
    table = document.add_table(rows=2, cols=4, style="Table Grid")
    for cells, row in zip((table.rows[0].cells, table.rows[1].cells), ROWS):
        for cell, text in zip(cells, row):
            cell.text = text
    for line in report.splitlines():
        if not line:
            continue
        if HEADING.match(line):
            run = document.add_paragraph().add_run(line)
            run.bold, run.underline = True, True
        elif line.startswith("- "):
            document.add_paragraph(line[2:], style="List Bullet")
        elif re.match(r"\d+\. ", line):
            document.add_paragraph(line.split(". ", 1)[1], style="List Number")
        else:
            document.add_paragraph(line)
    document.add_picture(io.BytesIO(signature), width=Mm(60))
    for line in SIGNATURE:
        document.add_paragraph(line)
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def main() -> None:
    report = open(sys.argv[1], encoding="utf-8").read()
    signature = open(sys.argv[2], "rb").read()
    data = write(report, signature)
    for _ in range(int(sys.argv[3])):
        start = time.perf_counter()
        data = write(report, signature)
        print(f"{(time.perf_counter() - start) * 1000:.4f}")
    with open(sys.argv[4], "wb") as file:
        file.write(data)


if __name__ == "__main__":
    main()
