/**
 * How statements stand in the lines of a report: one or several behind a bullet, as the radiologist likes it, and with an organ's
 * name in front or without. Pure.
 */
import { headingOf } from './report-text';

/** Where a statement stands in a line. */
export interface InLine {
  /** How many characters of the line the bullet takes, and a heading before it. */
  readonly opening: number;
  /** Where the statement begins. */
  readonly at: number;
}

const BULLET = /^\s*[-\u2022*]\s+/;
/** An organ's name in front of what is said of it. */
const LABEL = /^[^.:]{1,60}:\s+$/;

/** The bullet of a line with the space around it; nothing where it has none. */
export function bulletOf(line: string): string {
  return BULLET.exec(line)?.[0] ?? '';
}

/** Where a line's words begin: behind its heading and its bullet. */
export function openingOf(line: string): number {
  const heading = headingOf(line)?.length ?? 0;
  const bullet = bulletOf(line.slice(heading)).length;
  return bullet > 0 ? heading + bullet : heading + leadingSpace(line.slice(heading));
}

/** Where a statement stands in a line as a whole: at its beginning, or apart from the words before and behind it. */
export function standsIn(line: string, statement: string): InLine | null {
  // One of several lines is found by its first.
  const words = (statement.split('\n')[0] ?? '').trim();
  if (!words) return null;
  const opening = openingOf(line);
  for (let at = line.indexOf(words, opening); at >= 0; at = line.indexOf(words, at + 1)) {
    const isApart = at === opening || /\s/.test(line[at - 1] ?? '');
    if (isApart && /^(?:\s|$)/.test(line.slice(at + words.length))) return { opening, at };
  }
  return null;
}

/** The organ's name, with its colon and the space behind it, where nothing else stands before the statement; else nothing. */
export function labelBefore(line: string, { opening, at }: InLine): string {
  const before = line.slice(opening, at);
  return LABEL.test(before) ? before : '';
}

/** The organs' names in front of lines of this text, each with its colon: what stands between a bullet and a statement. */
export function labelsOf(text: string, statements: readonly string[]): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const line of text.split('\n')) {
    for (const statement of statements) {
      const place = standsIn(line, statement);
      const label = place && labelBefore(line, place).trim();
      if (label) labels.add(label);
    }
  }
  return labels;
}

/** Whether a sentence speaks of the organ of a label: "Left kidney is small." of "Kidneys:". */
export function isAbout(sentence: string, label: string): boolean {
  const stems = label.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  const words = sentence.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return stems.some((stem) => words.some((word) => word.startsWith(stem.slice(0, 4))));
}

function leadingSpace(text: string): number {
  return text.length - text.trimStart().length;
}
