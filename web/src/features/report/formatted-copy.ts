/** A report for the clipboard: the plain text as it stands, and the same as simple HTML for rich text boxes. */
import { headingOf } from './report-text';

export interface ClipboardReport {
  readonly plain: string;
  readonly html: string;
}

const BULLET = /^\s*[-•]\s+(.*)$/;
const NUMBERED = /^\s*\d+[.)]\s+(.*)$/;

export function clipboardReport(report: string): ClipboardReport {
  return { plain: report, html: toHtml(report) };
}

function toHtml(report: string): string {
  const html: string[] = [];
  let list: 'ul' | 'ol' | null = null;
  const inList = (wanted: 'ul' | 'ol' | null) => {
    if (list === wanted) return;
    if (list) html.push(`</${list}>`);
    if (wanted) html.push(`<${wanted}>`);
    list = wanted;
  };

  for (const line of report.split('\n')) {
    if (!line.trim()) continue;
    const bullet = BULLET.exec(line)?.[1];
    const numbered = NUMBERED.exec(line)?.[1];
    const item = bullet ?? numbered;
    if (item !== undefined) {
      inList(bullet !== undefined ? 'ul' : 'ol');
      html.push(`<li>${escapeHtml(item)}</li>`);
      continue;
    }
    inList(null);
    html.push(paragraph(line));
  }
  inList(null);
  return html.join('');
}

function paragraph(line: string): string {
  const heading = headingOf(line);
  if (!heading) return `<p>${escapeHtml(line.trim())}</p>`;
  const title = `<p><b><u>${escapeHtml(line.slice(0, heading.length).trim())}</u></b></p>`;
  const rest = line.slice(heading.length).trim();
  return rest ? `${title}<p>${escapeHtml(rest)}</p>` : title;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

/** Puts both forms on the clipboard; a browser that takes no rich text gets the plain one. */
export async function copyReport(report: string): Promise<void> {
  const { plain, html } = clipboardReport(report);
  if (typeof ClipboardItem === 'undefined' || !navigator.clipboard.write) {
    await navigator.clipboard.writeText(plain);
    return;
  }
  const asBlob = (text: string, type: string) => new Blob([text], { type });
  await navigator.clipboard.write([
    new ClipboardItem({ 'text/plain': asBlob(plain, 'text/plain'), 'text/html': asBlob(html, 'text/html') }),
  ]);
}
