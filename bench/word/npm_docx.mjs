// Writes the report with npm docx again and again: npm_docx.mjs REPORT SIGNATURE COUNT OUT.docx. Prints milliseconds, one a line.
import { readFileSync, writeFileSync } from "node:fs";
import { Document, Footer, HeadingLevel, ImageRun, Packer, PageNumber, Paragraph, Table, TableCell, TableRow, TextRun } from "docx";

const [reportFile, signatureFile, count, outFile] = process.argv.slice(2);
const report = readFileSync(reportFile, "utf8");
const signature = readFileSync(signatureFile);
const rows = [
  ["Patient Name", "Asha Rao", "Patient ID", "MRN-00123"],
  ["Study Date", "20 Nov 2026", "Age / Sex", "54 Y / F"],
];
const signatureLines = ["Dr S. Iyer, MD", "Consultant Radiologist", "Department of Radiology", "City Imaging Centre"];
const heading = /^(CLINICAL HISTORY|TECHNIQUE|FINDINGS|COMPARISON|IMPRESSION):$/;

function paragraph(line) {
  if (heading.test(line)) {
    return new Paragraph({ heading: HeadingLevel.HEADING_1, children: [new TextRun({ text: line, bold: true, underline: {} })] });
  }
  if (line.startsWith("- ")) return new Paragraph({ text: line.slice(2), bullet: { level: 0 } });
  const item = /^\d+\. (.*)$/.exec(line);
  return item ? new Paragraph({ text: item[1], numbering: { reference: "items", level: 0 } }) : new Paragraph(line);
}

function write() {
  const document = new Document({
    styles: { default: { document: { run: { font: "Calibri", size: 22 } } } },
    numbering: { config: [{ reference: "items", levels: [{ level: 0, format: "decimal", text: "%1.", alignment: "left" }] }] },
    sections: [
      {
        footers: { default: new Footer({ children: [new Paragraph({ children: [new TextRun({ children: ["Page ", PageNumber.CURRENT, " of ", PageNumber.TOTAL_PAGES] })] })] }) },
        children: [
          new Paragraph({ children: [new TextRun({ text: "CT ABDOMEN PELVIS FEMALE CONTRAST", bold: true })] }),
          new Table({ rows: rows.map((cells) => new TableRow({ children: cells.map((text) => new TableCell({ children: [new Paragraph(text)] })) })) }),
          ...report.split("\n").filter(Boolean).map(paragraph),
          new Paragraph({ children: [new ImageRun({ type: "png", data: signature, transformation: { width: 227, height: 76 } })] }),
          ...signatureLines.map((line) => new Paragraph(line)),
        ],
      },
    ],
  });
  return Packer.toBuffer(document);
}

let data = await write();
for (let index = 0; index < Number(count); index += 1) {
  const start = performance.now();
  data = await write();
  console.log((performance.now() - start).toFixed(4));
}
writeFileSync(outFile, data);
