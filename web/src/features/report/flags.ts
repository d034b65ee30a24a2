/**
 * What a radiologist should look at before signing: what the checks say of the text, and where the report does not agree
 * with the dictation. Each has its place in the text as it stands now, whatever was typed since it was found.
 */
import type { CheckFlag, ConservationFlag } from '@/api/types';
import { changeBetween, movedRange, type TextRange } from '@/lib/text-change';
import { findBlanks } from './blanks';
import type { Statement } from './marks';

export type Tone = 'danger' | 'warn';

export interface Fix extends TextRange {
  readonly replacement: string;
  readonly label: string;
}

export interface Flag {
  /** The same for the same finding of the same text: what was dismissed stays dismissed. */
  readonly id: string;
  readonly label: string;
  readonly tone: Tone;
  readonly message: string;
  /** Null when it is about something that is not in the report. */
  readonly place: TextRange | null;
  readonly fix: Fix | null;
}

/** Flags of a text that was checked. */
export interface Checked {
  readonly text: string;
  readonly flags: readonly CheckFlag[];
}

type Kind = CheckFlag['kind'] | ConservationFlag['kind'];

const KINDS: Readonly<Record<Kind, { label: string; tone: Tone }>> = {
  critical_finding: { label: 'Critical finding', tone: 'warn' },
  gender_mismatch: { label: 'Sex', tone: 'danger' },
  laterality_mismatch: { label: 'Side', tone: 'danger' },
  contradiction: { label: 'Contradiction', tone: 'danger' },
  measurement_mismatch: { label: 'Measurement', tone: 'danger' },
  measurement_unsupported: { label: 'Measurement', tone: 'warn' },
  implausible_size: { label: 'Size', tone: 'warn' },
  modality_mismatch: { label: 'Modality', tone: 'warn' },
  missing_from_impression: { label: 'Not in impression', tone: 'warn' },
  unfilled_placeholder: { label: 'Blank', tone: 'warn' },
  lost: { label: 'Not in report', tone: 'danger' },
  changed: { label: 'Not as dictated', tone: 'danger' },
  invented: { label: 'Not dictated', tone: 'danger' },
};

/** What was generated was never dictated: it is made from the findings. */
const OF_FINDINGS: Partial<Record<Kind, string>> = { changed: 'Not as in findings', invented: 'Not in findings' };

export interface FlagSources {
  readonly report: string;
  readonly checked: Checked | null;
  readonly statements: readonly Statement[];
  /** What the structured report lost altogether. */
  readonly lost: readonly ConservationFlag[];
  /** Ids that the radiologist has put aside. */
  readonly dismissed: ReadonlySet<string>;
}

/** Everything to look at, in the order of the text; what has no place comes first. */
export function listFlags({ report, checked, statements, lost, dismissed }: FlagSources): readonly Flag[] {
  const flags = [
    ...lost.map(({ kind, message }) => flagOf(kind, message, null, null)),
    ...ofStatements(report, statements),
    ...(checked ? rebased(checked, report) : []),
  ];
  const seen = new Set(dismissed);
  const fresh = flags.filter(({ id }) => !seen.has(id) && seen.add(id));
  return fresh.sort((left, right) => (left.place?.start ?? -1) - (right.place?.start ?? -1));
}

/** Doubts about the statements that still stand as they were written. */
function ofStatements(report: string, statements: readonly Statement[]): Flag[] {
  return statements.flatMap(({ flags, text, origin }) => {
    const start = flags.length > 0 ? report.indexOf(text) : -1;
    if (start < 0) return [];
    return flags.map(({ kind, message }) => {
      const flag = flagOf(kind, message, { start, end: start + text.length }, null);
      return origin === 'derived' ? { ...flag, label: OF_FINDINGS[kind] ?? flag.label } : flag;
    });
  });
}

/**
 * Flags of the checked text, moved to where they stand now. One whose words were touched since is left out: the next
 * check says what holds. A fix is for the text that was checked and no other: what was typed since may have made it
 * wrong. Blanks have their own counter and marks.
 */
function rebased({ text, flags }: Checked, report: string): Flag[] {
  const change = changeBetween(text, report);
  const blanks = new Set(findBlanks(text).map(({ start, end }) => `${start}:${end}`));
  return flags.flatMap((flag) => {
    const place = movedRange(flag, change);
    if (!place || (flag.kind === 'unfilled_placeholder' && blanks.has(`${flag.start}:${flag.end}`))) return [];
    const fix = text === report ? (flag.fix ?? null) : null;
    return [flagOf(flag.kind, flag.message, place, fix)];
  });
}

function flagOf(kind: Kind, message: string, place: TextRange | null, fix: Fix | null): Flag {
  return { id: `${kind} ${message}`, ...KINDS[kind], message, place, fix };
}

/** The flag to go to after `current`, beginning again at the other end; null when there is none. */
export function nextFlag(flags: readonly Flag[], current: string | null): Flag | null {
  const at = flags.findIndex(({ id }) => id === current);
  return flags[(at + 1) % flags.length] ?? null;
}

/** "1 thing to verify", "3 things to verify". */
export function toVerify(count: number): string {
  return `${count} ${count === 1 ? 'thing' : 'things'} to verify`;
}
