/**
 * A take while it is being spoken: what has been committed of it, and where each stretch went. Pure. `committed` only
 * ever grows; a stretch that was scratched stays in it, but stands nowhere.
 */
import type { TextRange } from '@/lib/text-change';
import type { Doubt } from './transcript';
import { type Alignment, align, type Change } from './word-alignment';

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
  /** How many commands of it were carried out while it was spoken; missing when none was. */
  readonly commands?: number;
}

export function newLiveTake(recordingId: string, continues?: string): LiveTake {
  return { recordingId, continues, committed: '', stretches: [] };
}

/** What `committed` has beyond what was committed before; null when it is not a growth of it. */
export function growth({ committed: before }: LiveTake, committed: string): string | null {
  return committed.startsWith(before) ? committed.slice(before.length) : null;
}

/** A command was carried out. */
export function commanded(take: LiveTake): LiveTake {
  return { ...take, commands: (take.commands ?? 0) + 1 };
}

/**
 * Words that were committed at once, sentence by sentence: a scratch takes back one at the most, as the server does in
 * the final text. The number of a list's item ends none.
 */
export function sentencesOf(words: string): readonly string[] {
  return words.split(/(?<=(?<!(?:^|\n)\s*\d+)[.?!])(?=\s+\S)|(?<=\S[^\S\n]*\n)(?=[^\S\n]*\S)/);
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

/** Words that take the place of committed ones, in one stretch. Counted in what was committed. */
export interface Correction extends Change {
  readonly place: Place;
  readonly stretch: TextRange;
}

/** What a transcription of the whole take knows of a live one. */
export interface Settled {
  /** What it says otherwise, in order. */
  readonly corrections: readonly Correction[];
  /** Words behind the last ones that were committed. */
  readonly rest: string;
  /** What is doubtful, counted in what was committed. */
  readonly doubtful: readonly Doubt[];
}

/**
 * Null when the transcription is another one than what was committed, not a correction of it. It may have carried out
 * what was scratched, or hold it still.
 */
export function settle(take: LiveTake, text: string, doubtful: readonly Doubt[]): Settled | null {
  const { told, alignment } = bestTelling(take, text) ?? {};
  if (!told || !alignment) return null;
  return {
    corrections: alignment.changes.flatMap((change) => correctionsOf(change, told)),
    rest: alignment.rest,
    doubtful: doubtful.flatMap((doubt) => {
      const range = alignment.inEarlier(doubt);
      return range ? inStretches(told, range).map(({ start, end }) => ({ ...doubt, start, end })) : [];
    }),
  };
}

/** The stretches that the text agrees with best: all of them, or those that were not scratched. */
function bestTelling(take: LiveTake, text: string): { told: readonly Stretch[]; alignment: Alignment } | undefined {
  const { committed, stretches } = take;
  const standing = stretches.filter(({ place }) => place !== 'scratched');
  const tellings = [stretches, standing].flatMap((told) => {
    const base = told.map(({ start, end }) => committed.slice(start, end)).join('');
    const alignment = base.trim() || !text.trim() ? align(base, text) : null;
    return alignment ? [{ told, alignment }] : [];
  });
  return tellings.sort((one, other) => one.alignment.differences - other.alignment.differences)[0];
}

/** A change for each stretch that it touches: the first one gets the words. What was scratched stands nowhere. */
function correctionsOf(change: Change, told: readonly Stretch[]): Correction[] {
  return inStretches(told, change).flatMap(({ start, end, stretch }, index) =>
    stretch.place === 'scratched'
      ? []
      : [{ start, end, words: index === 0 ? change.words : '', place: stretch.place, stretch }],
  );
}

interface Part extends TextRange {
  readonly stretch: Stretch;
}

/** A range of the words that were told, in each stretch that it lies in, counted in what was committed. */
function inStretches(told: readonly Stretch[], { start, end }: TextRange): Part[] {
  let before = 0;
  return told.flatMap((stretch) => {
    const from = before;
    before += stretch.end - stretch.start;
    const [first, last] = [Math.max(start, from), Math.min(end, before)];
    // What comes between two stretches belongs to the one before it.
    const isWithin = start === end ? (start > from || start === 0) && start <= before : first < last;
    if (!isWithin || before === from) return [];
    const by = stretch.start - from;
    return [{ start: first + by, end: last + by, stretch }];
  });
}

/** The take after a change was made where its words stand, within one stretch. */
export function changed(take: LiveTake, { start, end, words }: Change): LiveTake {
  const growth = words.length - (end - start);
  const { committed, stretches } = take;
  const own = stretches.findIndex((each) => each.start <= start && end <= each.end && each.end > each.start);
  return {
    ...take,
    committed: committed.slice(0, start) + words + committed.slice(end),
    stretches: stretches.map((each, index) => {
      if (index < own) return each;
      return { ...each, start: each.start + (index > own ? growth : 0), end: each.end + growth };
    }),
  };
}

/**
 * Ranges that count in what was committed, counted in what the preview was given of it and has as it was put. A first
 * word may be counted from before it, with the space that it was given without.
 */
export function inPreview<T extends TextRange>(take: LiveTake, put: string, ranges: readonly T[]): readonly T[] {
  const shown = previewText(take);
  // Where it was emptied meanwhile it has the later words alone.
  if (!shown.endsWith(put) && !put.endsWith(shown)) return [];
  let length = put.length - shown.length;
  return take.stretches.flatMap(({ start, end, place }) => {
    if (place !== 'preview') return [];
    const words = take.committed.slice(start, end);
    const isFirst = length === put.length - shown.length;
    const trimmed = isFirst ? words.length - words.trimStart().length : 0;
    const by = length - trimmed - start;
    length += words.length - trimmed;
    return ranges
      .filter((range) => range.start >= start && range.end <= end)
      .map((range) => ({ ...range, start: range.start + by, end: range.end + by }));
  });
}
