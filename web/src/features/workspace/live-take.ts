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
  readonly committed: string;
  readonly stretches: readonly Stretch[];
}

export function newLiveTake(recordingId: string): LiveTake {
  return { recordingId, committed: '', stretches: [] };
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

/** What a transcription of the whole take has beyond the committed words; null when it says something else. */
export function remainder(take: LiveTake, text: string): string | null {
  const committed = take.committed.trim();
  const whole = text.trim();
  return whole.startsWith(committed) ? whole.slice(committed.length) : null;
}

/** The doubts of a transcription of the whole take as they stand in what the preview has of it. */
export function doubtsInPreview(take: LiveTake, doubtful: readonly Doubt[]): readonly Doubt[] {
  const shown: Doubt[] = [];
  const lead = take.committed.length - take.committed.trimStart().length;
  let length = 0;
  for (const { start, end, place } of take.stretches) {
    if (place !== 'preview') continue;
    const words = take.committed.slice(start, end);
    const trimmed = length === 0 ? words.length - words.trimStart().length : 0;
    const by = length - trimmed - start + lead;
    for (const doubt of doubtful) {
      if (doubt.start < start - lead || doubt.end > end - lead) continue;
      shown.push({ ...doubt, start: doubt.start + by, end: doubt.end + by });
    }
    length += words.length - trimmed;
  }
  return shown;
}
