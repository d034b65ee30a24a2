/**
 * The transcription preview: one text that can be edited freely, in which every take (one recording) owns a span. The
 * spans follow the edits, so that transcribing a recording again knows which words it may replace. Offsets are UTF-16,
 * as the server counts them.
 */
import { changeBetween, movedRange, type TextChange, type TextRange } from '@/lib/text-change';
import type { Change } from './word-alignment';

/** A stretch of a take's text that was made from words the engine is unsure about. */
export interface Doubt {
  readonly start: number;
  readonly end: number;
  /** The spoken words behind it. */
  readonly heard: string;
}

export interface Take {
  /** The recording it was transcribed from. */
  readonly recordingId: string;
  readonly start: number;
  readonly end: number;
  /** The text as it was transcribed. The take was edited when its span says something else. */
  readonly transcribed: string;
  /** The words as the engine heard them; empty as long as only live words have come. */
  readonly heard: string;
  /** What is doubtful and was not touched since, counted from the take's start. */
  readonly doubtful: readonly Doubt[];
  /** What the speaker took back, corrected or said to others, in order: no part of the text. Absent as long as that is not known. */
  readonly takenBack?: readonly string[];
}

export interface Transcript {
  readonly text: string;
  readonly takes: readonly Take[];
}

/** What a transcription gave. */
export interface Heard {
  readonly recordingId: string;
  /** The recording that it goes on from: its words follow that one's in the same line. */
  readonly continues?: string;
  readonly text: string;
  readonly heard: string;
  readonly doubtful: readonly Doubt[];
  readonly takenBack?: readonly string[];
}

export const EMPTY_TRANSCRIPT: Transcript = { text: '', takes: [] };

export type Arrival =
  /** The words are in the preview. */
  | { readonly kind: 'placed'; readonly transcript: Transcript }
  /** The take was edited meanwhile: the radiologist decides between `replaceTake` and `keepBoth`. */
  | { readonly kind: 'edited'; readonly heard: Heard };

/** Puts a transcription where it belongs: in the place of the same recording's unedited words, or at the end. */
export function receive(transcript: Transcript, heard: Heard): Arrival {
  const take = takeOf(transcript, heard.recordingId);
  if (!take) return { kind: 'placed', transcript: append(transcript, heard) };
  const present = transcript.text.slice(take.start, take.end);
  const untouched = present === take.transcribed || present.trim() === '' || present === heard.text;
  return untouched ? { kind: 'placed', transcript: replaceTake(transcript, heard) } : { kind: 'edited', heard };
}

/** The new words take the place of whatever the take's span says now. */
export function replaceTake(transcript: Transcript, heard: Heard): Transcript {
  const take = takeOf(transcript, heard.recordingId);
  if (!take) return append(transcript, heard);
  return insert(transcript, heard, take.start, take.end, '');
}

/** The new words follow the edited ones, which from now on belong to the radiologist alone. */
export function keepBoth(transcript: Transcript, heard: Heard): Transcript {
  const take = takeOf(transcript, heard.recordingId);
  if (!take) return append(transcript, heard);
  return insert(transcript, heard, take.end, take.end, '\n');
}

/**
 * Live words come to the end of their take's span; the first ones of a take behind the take that it goes on from, or to the
 * end of the text.
 */
export function grow(
  transcript: Transcript,
  { recordingId, continues }: Pick<Heard, 'recordingId' | 'continues'>,
  words: string,
): Transcript {
  const take = takeOf(transcript, recordingId);
  const isFirst = !take || take.start === take.end;
  const added = isFirst ? words.trimStart() : words;
  if (!take) return append(transcript, { recordingId, continues, text: added, heard: '', doubtful: [] });
  const { text, takes } = transcript;
  const change = { from: take.end, to: take.end, inserted: added.length };
  const grown = { ...take, end: take.end + added.length, transcribed: take.transcribed + added };
  return {
    text: text.slice(0, take.end) + added + text.slice(take.end),
    takes: takes.map((each) => (each === take ? grown : moveTake(each, change))),
  };
}

/** Takes the last words of a take away again; null when they are not there any more as they came. */
export function shrink(transcript: Transcript, recordingId: string, words: string): Transcript | null {
  const take = takeOf(transcript, recordingId);
  if (!take) return null;
  const { text, takes } = transcript;
  const span = text.slice(take.start, take.end);
  // The first words of a take came without the space before them.
  const put = span === words.trimStart() ? span : words;
  if (!put || !span.endsWith(put) || !take.transcribed.endsWith(put)) return null;
  const change = { from: take.end - put.length, to: take.end, inserted: 0 };
  const shrunk = {
    ...take,
    end: change.from,
    transcribed: take.transcribed.slice(0, -put.length),
    doubtful: take.doubtful.filter(({ end }) => end <= change.from - take.start),
  };
  return {
    text: text.slice(0, change.from) + text.slice(change.to),
    takes: takes.map((each) => (each === take ? shrunk : moveTake(each, change))),
  };
}

/** What was learned of a take whose words stand in the preview already: how they were heard, and which are doubtful. */
export function annotate(transcript: Transcript, known: Omit<Heard, 'text'>): Transcript {
  const { recordingId, heard, doubtful, takenBack } = known;
  const at = transcript.text.length;
  // All of its words went elsewhere: it owns an empty span.
  if (!takeOf(transcript, recordingId))
    return insert(transcript, { recordingId, text: '', heard, doubtful: [], takenBack }, at, at, '');
  const takes = transcript.takes.map((take) => {
    if (take.recordingId !== recordingId) return take;
    // Where the words were edited since, what is left of them keeps its marks.
    const span = transcript.text.slice(take.start, take.end);
    return { ...take, heard, takenBack, doubtful: movedDoubts(doubtful, changeBetween(take.transcribed, span)) };
  });
  return { ...transcript, takes };
}

/** A change of what was put, made where it stands. */
export interface PlacedChange<T extends Take> {
  /** Of what was put. */
  readonly change: Change;
  /** The part of the text that its words take the place of. */
  readonly place: TextRange;
  /** The take with them. */
  readonly take: T;
}

/** Finds where a change of what was put belongs; null when the words there were edited since. */
export function placeChange<T extends Take>(
  take: T,
  text: string,
  { start, end, words }: Change,
): PlacedChange<T> | null {
  const { transcribed } = take;
  if (end < 0 || end > transcribed.length) return null;
  // The first words came without the space before them: the one behind goes with them.
  const isFirst = start <= 0 && !words;
  const space = isFirst ? (transcribed.slice(end).match(/^[^\S\n]+/)?.[0].length ?? 0) : 0;
  const change = { start: Math.max(start, 0), end: end + space, words };
  const moved = movedRange(change, changeBetween(transcribed, text.slice(take.start, take.end)));
  if (!moved) return null;
  const inside = { from: moved.start, to: moved.end, inserted: words.length };
  return {
    change,
    place: { start: take.start + moved.start, end: take.start + moved.end },
    take: {
      ...take,
      end: take.end + words.length - (moved.end - moved.start),
      transcribed: transcribed.slice(0, change.start) + words + transcribed.slice(change.end),
      doubtful: movedDoubts(take.doubtful, inside),
    },
  };
}

/** Makes a change in what was put of a take; null when the words there were edited since. */
export function changeTake(
  { text, takes }: Transcript,
  recordingId: string,
  change: Change,
): { transcript: Transcript; change: Change } | null {
  const own = takes.find((take) => take.recordingId === recordingId);
  const placed = own && placeChange(own, text, change);
  if (!placed) return null;
  const { start: from, end: to } = placed.place;
  const { words } = placed.change;
  const moved = { from, to, inserted: words.length };
  return {
    change: placed.change,
    transcript: {
      text: text.slice(0, from) + words + text.slice(to),
      takes: takes.map((each) => (each === own ? placed.take : moveTake(each, moved))),
    },
  };
}

/** The preview after typing: the takes follow the text they own. */
export function edit(transcript: Transcript, text: string): Transcript {
  if (text === transcript.text) return transcript;
  if (text === '') return EMPTY_TRANSCRIPT;
  const change = changeBetween(transcript.text, text);
  return { text, takes: transcript.takes.map((take) => moveTake(take, change)) };
}

/** What is doubtful of a text that the takes own spans of, in its order and counted from its start. */
export function doubtsOf(takes: readonly Take[]): readonly Doubt[] {
  const all = takes.flatMap((take) => take.doubtful.map((doubt) => shifted(doubt, take.start)));
  return all.sort((left, right) => left.start - right.start);
}

/** The radiologist says that a doubtful word is right. */
export function settleDoubt<T extends Take>(takes: readonly T[], { start, end }: Doubt): readonly T[] {
  return takes.map((take) => {
    const doubtful = take.doubtful.filter((each) => each.start + take.start !== start || each.end + take.start !== end);
    return doubtful.length < take.doubtful.length ? { ...take, doubtful } : take;
  });
}

/** The raw words of each take of which they are known, the newest last. */
export function heardTakes({ takes }: Transcript): readonly Pick<Take, 'recordingId' | 'heard'>[] {
  return takes.filter(({ heard }) => heard !== '');
}

/** What was taken back in the takes, those of the newest last. */
export function takenBackIn({ takes }: Transcript): readonly string[] {
  return takes.flatMap(({ takenBack }) => takenBack ?? []);
}

/** A transcript as an earlier version of the page may have kept it: without what was heard. */
export function openTranscript({ text, takes }: Transcript): Transcript {
  return { text, takes: takes.map((take) => ({ ...take, heard: take.heard ?? '', doubtful: take.doubtful ?? [] })) };
}

function append(transcript: Transcript, heard: Heard): Transcript {
  const before = heard.continues === undefined ? undefined : takeOf(transcript, heard.continues);
  if (before && before.end > before.start) {
    const joint = /\s$/.test(transcript.text.slice(0, before.end)) ? '' : ' ';
    return insert(transcript, heard, before.end, before.end, joint);
  }
  const separator = transcript.text && !/\s$/.test(transcript.text) ? '\n' : '';
  return insert(transcript, heard, transcript.text.length, transcript.text.length, separator);
}

function insert(transcript: Transcript, arriving: Heard, from: number, to: number, separator: string): Transcript {
  const { recordingId, text: words, heard, doubtful, takenBack } = arriving;
  const text = transcript.text.slice(0, from) + separator + words + transcript.text.slice(to);
  const start = from + separator.length;
  const own: Take = { recordingId, start, end: start + words.length, transcribed: words, heard, doubtful, takenBack };
  const change = { from, to, inserted: separator.length + words.length };
  // One that is known keeps its place among the others.
  const takes = transcript.takes.map((take) => (take.recordingId === recordingId ? own : moveTake(take, change)));
  return { text, takes: takes.includes(own) ? takes : [...takes, own] };
}

export function takeOf(transcript: Transcript, recordingId: string): Take | undefined {
  return transcript.takes.find((take) => take.recordingId === recordingId);
}

/** An edit at a take's very edge stays outside of it; one inside, or across its edge, belongs to it. */
export function moveTake<T extends Take>(take: T, { from, to, inserted }: TextChange): T {
  const growth = inserted - (to - from);
  if (from >= take.end) return take;
  if (to <= take.start) return { ...take, start: take.start + growth, end: take.end + growth };
  const start = Math.min(take.start, from);
  const inside = { from: from - take.start, to: to - take.start, inserted };
  const doubtful = movedDoubts(take.doubtful, inside).map((doubt) => shifted(doubt, take.start - start));
  return { ...take, start, end: Math.max(take.end, to) + growth, doubtful };
}

/** Doubts before and behind an edit stay; the ones it touches were looked at. */
export function movedDoubts(doubtful: readonly Doubt[], { from, to, inserted }: TextChange): Doubt[] {
  const growth = inserted - (to - from);
  if (to === from && inserted === 0) return [...doubtful];
  return doubtful.flatMap((doubt) => {
    if (doubt.end < from || (doubt.end === from && to > from)) return [doubt];
    return doubt.start >= to ? [shifted(doubt, growth)] : [];
  });
}

function shifted(doubt: Doubt, by: number): Doubt {
  return by === 0 ? doubt : { ...doubt, start: doubt.start + by, end: doubt.end + by };
}
