/** What the lists of this device show: drafts that were put aside, and reports that were finished not long ago. */

/** How far a draft has come. */
export type DraftState =
  | { readonly kind: 'started' | 'transcribed' | 'structured' }
  /** There is a recording that was not transcribed. */
  | { readonly kind: 'recorded'; readonly seconds: number };

export interface ListedDraft {
  readonly id: string;
  /** The patient's; null when none was given. */
  readonly name: string | null;
  /** The study's; null when none was chosen. */
  readonly what: string | null;
  readonly state: DraftState;
  /** Milliseconds since 1970. */
  readonly parkedAt: number;
}

/** What was done with a report when it was kept. */
export type KeptBy = 'structured' | 'copied' | 'exported';

export interface ListedReport {
  readonly id: string;
  readonly name: string | null;
  readonly what: string | null;
  readonly report: string;
  readonly by: KeptBy;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

export const UNNAMED = 'Unnamed study';

export const KEPT_BY: Readonly<Record<KeptBy, string>> = {
  structured: 'Structured',
  copied: 'Copied',
  exported: 'Exported',
};

const STATES = { started: 'Started', transcribed: 'Transcribed', structured: 'Structured' } as const;

export function stateText(state: DraftState): string {
  if (state.kind !== 'recorded') return STATES[state.kind];
  const pad = (part: number) => String(part).padStart(2, '0');
  return `Recorded ${pad(Math.floor(state.seconds / 60))}:${pad(state.seconds % 60)}`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "just now", "12 min", "3 h", "2 d". */
export function ageText(at: number, now: number): string {
  const age = Math.max(0, now - at);
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min`;
  return age < DAY ? `${Math.floor(age / HOUR)} h` : `${Math.floor(age / DAY)} d`;
}

/** How long reports are kept: "1 hour", "24 hours", from two whole days on "3 days". */
export function keptForText(hours: number): string {
  const days = hours / 24;
  if (days >= 2 && Number.isInteger(days)) return `${days} days`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
