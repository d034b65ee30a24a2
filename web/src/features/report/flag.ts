/** One thing that a radiologist should look at before signing. */
import type { CheckFlag, ConservationFlag } from '@/api/types';
import type { TextRange } from '@/lib/text-change';

export type Tone = 'danger' | 'warn';

export interface Fix extends TextRange {
  readonly replacement: string;
  readonly label: string;
  /** The dictated words that it puts in; absent when it has none. */
  readonly putIn?: PutIn;
}

/** Dictated words, and where they stand in the report once they are put in. */
export interface PutIn {
  readonly start: number;
  readonly words: string;
}

export interface Flag {
  /** The same for the same finding of the same words: what was dismissed stays dismissed, and nothing else with it. */
  readonly id: string;
  readonly label: string;
  readonly tone: Tone;
  readonly message: string;
  /** Null when it is about something that is not in the report. */
  readonly place: TextRange | null;
  readonly fix: Fix | null;
  /** Where it was dictated, in the transcription, when it is not in the report and still stands there. */
  readonly dictated: TextRange | null;
}

export type FlagKind = CheckFlag['kind'] | ConservationFlag['kind'];

const KINDS: Readonly<Record<FlagKind, { label: string; tone: Tone }>> = {
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
const OF_FINDINGS: Partial<Record<FlagKind, string>> = { changed: 'Not as in findings', invented: 'Not in findings' };

/** `about` are the words that it is about: the same may be said of many. */
export function flagOf(
  kind: FlagKind,
  message: string,
  about: string,
  place: TextRange | null,
  fix: Fix | null,
  generated = false,
): Flag {
  const { label, tone } = KINDS[kind];
  const named = (generated && OF_FINDINGS[kind]) || label;
  return { id: `${kind} ${message} ${about}`, label: named, tone, message, place, fix, dictated: null };
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
