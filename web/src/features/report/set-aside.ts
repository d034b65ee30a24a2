/** Lines of the template that a structured report leaves out, and how one comes back to where it stood. Pure. */
import type { StructuredReport } from '@/api/types';
import { bulletOf, isAbout, labelBefore, openingOf, standsIn } from './bullets';
import { NO_LINES, reconcileLines } from './lines';
import { atEndOf, headingOf } from './report-text';

export interface SetAsideLine {
  /** As it would stand. */
  readonly text: string;
  /** The dictation makes it false, says it, or makes it doubtful. */
  readonly reason: StructuredReport['setAside'][number]['reason'];
  /** The dictated sentence that decided it; null when it was none. */
  readonly because: string | null;
  /** The statement before which it stood; null for the end of the findings. */
  readonly before: string | null;
}

type LeftOut = Pick<StructuredReport, 'setAside' | 'statements'>;

export function setAsideOf({ setAside, statements }: LeftOut): SetAsideLine[] {
  return setAside.map(({ text, reason, because, before }) => ({
    text,
    reason,
    because,
    before: before === null ? null : (statements[before]?.text ?? null),
  }));
}

/** Those that only may be false: what a key puts back, one after the other. */
export function doubtfulOf(lines: readonly SetAsideLine[]): SetAsideLine[] {
  return lines.filter(({ reason }) => reason === 'doubtful');
}

/**
 * The report with a line back before the statement that it stood before, else at the end of the findings. In the midst of a bullet it
 * stands in that bullet. Before the first statement of one it may belong to the organ above as well as to this one: where lines
 * have an organ's name, that decides, and otherwise it gets a bullet of its own.
 */
export function withLineBack(report: string, { text, before }: SetAsideLine): string {
  const lines = report.split('\n');
  const index = before === null ? -1 : indexOfStatement(lines, before);
  const line = lines[index];
  const place = line !== undefined && before !== null ? standsIn(line, before) : null;
  if (line === undefined || !place) {
    const { at: end, text: added } = atEndOf(report, 'findings', text);
    return report.slice(0, end) + added + report.slice(end);
  }
  const { opening, at } = place;
  const label = labelBefore(line, place);
  const isFirst = at === opening + label.length;
  const replaced = (which: number, words: string) => lines.with(which, words).join('\n');
  const inside = () => replaced(index, `${line.slice(0, at)}${text} ${line.slice(at)}`);
  if (!isFirst || headingOf(line)) return inside();
  const above = lines[index - 1] ?? '';
  const isOfThis = label !== '' && isAbout(text, label);
  const isOfAbove = label !== '' && isAbout(text, LABEL_AT_START.exec(above.slice(openingOf(above)))?.[0] ?? '');
  if (isOfThis && !isOfAbove) return inside();
  if (isOfAbove && !isOfThis) return replaced(index - 1, `${above.trimEnd()} ${text}`);
  // The name of a study has no bullet: the line is one of those above it.
  const bullet = line.slice(0, opening) || bulletOf(above);
  return lines.toSpliced(index, 0, `${bullet}${text}`).join('\n');
}

const LABEL_AT_START = /^[^.:]{1,60}:(?=\s)/;

/** The line of the findings that a statement stands in, sooner where it begins than where it follows others; -1 for none. */
function indexOfStatement(lines: readonly string[], statement: string): number {
  const { all } = reconcileLines(NO_LINES, lines.join('\n'));
  const hasFindings = all.some(({ section }) => section === 'findings');
  const places = all.map(({ text, section }) =>
    !hasFindings || section === 'findings' ? standsIn(text, statement) : null,
  );
  const first = places.findIndex((place) => place !== null && place.at === place.opening);
  return first >= 0 ? first : places.findIndex((place) => place !== null);
}
