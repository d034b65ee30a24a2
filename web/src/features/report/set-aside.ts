/** Lines of the template that a structured report leaves out, and how one comes back to where it stood. Pure. */
import type { StructuredReport } from '@/api/types';
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

/** The report with a line back before the statement that it stood before, else at the end of the findings. */
export function withLineBack(report: string, { text, before }: SetAsideLine): string {
  const lines = report.split('\n');
  const at = before === null ? -1 : lines.findIndex((line) => said(line) === before);
  const next = lines[at];
  if (next !== undefined) {
    const bullet = BULLET.exec(next)?.[0] ?? '';
    return [...lines.slice(0, at), `${bullet}${text}`, ...lines.slice(at)].join('\n');
  }
  const { at: end, text: added } = atEndOf(report, 'findings', text);
  return report.slice(0, end) + added + report.slice(end);
}

const BULLET = /^\s*[-\u2022*]\s+/;

function said(line: string): string {
  return line
    .slice(headingOf(line)?.length ?? 0)
    .replace(BULLET, '')
    .trim();
}
