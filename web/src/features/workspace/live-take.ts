/**
 * A take while it is being spoken: what has been committed of it, and where each stretch went. Pure. `committed` only
 * ever grows; a stretch that was scratched stays in it, but stands nowhere.
 */
import type { Doubt } from './transcript';

export type Place = 'preview' | 'report';

/** A range of `committed`, as it came. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly place: Place | 'scratched';
}

export interface LiveTake {
  readonly recordingId: string;
  /** The recording that it goes on from. */
  readonly continues?: string;
  readonly committed: string;
  readonly stretches: readonly Stretch[];
}

export function newLiveTake(recordingId: string, continues?: string): LiveTake {
  return { recordingId, continues, committed: '', stretches: [] };
}

/** What `committed` has beyond what was committed before; null when it is not a growth of it. */
export function growth({ committed: before }: LiveTake, committed: string): string | null {
  return committed.startsWith(before) ? committed.slice(before.length) : null;
}

/** The newly committed words went to a place. */
export function put(take: LiveTake, words: string, place: Place): LiveTake {
  const start = take.committed.length;
  const committed = take.committed + words;
  return { ...take, committed, stretches: [...take.stretches, { start, end: committed.length, place }] };
}

/** The stretch that was put in last and still stands; null when none does. */
export function lastStretch({ committed, stretches }: LiveTake): { words: string; place: Place } | null {
  const last = stretches.findLast(({ place }) => place !== 'scratched');
  if (!last || last.place === 'scratched') return null;
  return { words: committed.slice(last.start, last.end), place: last.place };
}

export function scratch(take: LiveTake): LiveTake {
  const last = take.stretches.findLastIndex(({ place }) => place !== 'scratched');
  return {
    ...take,
    stretches: take.stretches.map((each, index) => (index === last ? { ...each, place: 'scratched' } : each)),
  };
}

/** What the preview was given of it and still has, unless somebody edited it. */
export function previewText({ committed, stretches }: LiveTake): string {
  const shown = stretches.filter(({ place }) => place === 'preview');
  return shown.reduce((text, { start, end }) => {
    const words = committed.slice(start, end);
    return text + (text ? words : words.trimStart());
  }, '');
}

/** Every word of it stands in the preview. */
export function isWhole({ stretches }: LiveTake): boolean {
  return stretches.every(({ place }) => place === 'preview');
}

/** What a transcription of the whole take adds to a live one. */
export interface Settled {
  /** Words that were not committed. */
  readonly rest: string;
  /** What is doubtful, counted in what was committed. */
  readonly doubtful: readonly Doubt[];
}

/**
 * Null when the transcription says something else than what was committed. A transcription may have carried out what
 * was scratched, or hold it still.
 */
export function settle(take: LiveTake, text: string, doubtful: readonly Doubt[]): Settled | null {
  const { committed, stretches } = take;
  for (const told of [stretches, standing(take)]) {
    const base = wordsOf(committed, told);
    if (!base.trim() && text.trim()) continue;
    const lead = base.length - base.trimStart().length;
    if (!fold(text.trimStart()).startsWith(fold(base.trim()))) continue;
    return { rest: text.trimStart().slice(base.trim().length), doubtful: inCommitted(told, lead, doubtful) };
  }
  return null;
}

/** The last words are the same, so that nothing that was said behind them is missing. */
export function endsAlike(take: LiveTake, text: string): boolean {
  const end = (words: string) =>
    fold(words)
      .replace(/[^\p{L}\p{N}]/gu, '')
      .slice(-LAST_LETTERS);
  const last = end(text);
  return last === '' || last === end(take.committed) || last === end(wordsOf(take.committed, standing(take)));
}

function standing({ stretches }: LiveTake): readonly Stretch[] {
  return stretches.filter(({ place }) => place !== 'scratched');
}

function wordsOf(committed: string, told: readonly Stretch[]): string {
  return told.map(({ start, end }) => committed.slice(start, end)).join('');
}

const LAST_LETTERS = 12;

/** Capitals and line breaks are set anew when the whole is written. */
function fold(text: string): string {
  return text.toLowerCase().replace(/\s/g, ' ');
}

/** Doubts that count from the first told word, counted in what was committed. */
function inCommitted(told: readonly Stretch[], lead: number, doubtful: readonly Doubt[]): Doubt[] {
  let before = -lead;
  return told.flatMap(({ start, end }) => {
    const from = before;
    before += end - start;
    return within(doubtful, from, before, start - from);
  });
}

/** Doubts that count in what was committed, counted from the first word that the preview was given. */
export function inPreview({ committed, stretches }: LiveTake, doubtful: readonly Doubt[]): readonly Doubt[] {
  let length = 0;
  return stretches.flatMap(({ start, end, place }) => {
    if (place !== 'preview') return [];
    const words = committed.slice(start, end);
    const trimmed = length === 0 ? words.length - words.trimStart().length : 0;
    const by = length - trimmed - start;
    length += words.length - trimmed;
    return within(doubtful, start, end, by);
  });
}

/** The doubts from `from` to `to`, moved. */
function within(doubtful: readonly Doubt[], from: number, to: number, by: number): Doubt[] {
  return doubtful
    .filter(({ start, end }) => start >= from && end <= to)
    .map((doubt) => ({ ...doubt, start: doubt.start + by, end: doubt.end + by }));
}
