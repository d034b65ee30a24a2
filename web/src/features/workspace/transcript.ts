/**
 * The transcription preview: one text that can be edited freely, in which every take (one recording) owns a span. The
 * spans follow the edits, so that transcribing a recording again knows which words it may replace.
 */

import type { TranscribedWord } from '@/api/types';

export interface Take {
  /** The recording it was transcribed from. */
  readonly recordingId: string;
  readonly start: number;
  readonly end: number;
  /** The text as it was transcribed. The take was edited when its span says something else. */
  readonly transcribed: string;
  readonly words: readonly TranscribedWord[];
}

export interface Transcript {
  readonly text: string;
  readonly takes: readonly Take[];
}

/** What a transcription gave. */
export interface Heard {
  readonly recordingId: string;
  readonly text: string;
  readonly words: readonly TranscribedWord[];
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

/** The preview after typing: the takes follow the text they own. */
export function edit(transcript: Transcript, text: string): Transcript {
  if (text === transcript.text) return transcript;
  if (text === '') return EMPTY_TRANSCRIPT;
  const change = changeBetween(transcript.text, text);
  return { text, takes: transcript.takes.map((take) => moved(take, change)) };
}

function append(transcript: Transcript, heard: Heard): Transcript {
  const separator = transcript.text && !/\s$/.test(transcript.text) ? '\n' : '';
  return insert(transcript, heard, transcript.text.length, transcript.text.length, separator);
}

function insert(transcript: Transcript, heard: Heard, from: number, to: number, separator: string): Transcript {
  const text = transcript.text.slice(0, from) + separator + heard.text + transcript.text.slice(to);
  const start = from + separator.length;
  const own: Take = {
    recordingId: heard.recordingId,
    start,
    end: start + heard.text.length,
    transcribed: heard.text,
    words: heard.words,
  };
  const others = transcript.takes.filter((take) => take.recordingId !== heard.recordingId);
  const change = { from, to, inserted: separator.length + heard.text.length };
  return { text, takes: [...others.map((take) => moved(take, change)), own] };
}

function takeOf(transcript: Transcript, recordingId: string): Take | undefined {
  return transcript.takes.find((take) => take.recordingId === recordingId);
}

/** `from..to` of the old text became `inserted` characters. */
interface Change {
  readonly from: number;
  readonly to: number;
  readonly inserted: number;
}

function changeBetween(before: string, after: string): Change {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { from: head, to: before.length - tail, inserted: after.length - tail - head };
}

/** An edit at a take's very edge stays outside of it; one inside, or across its edge, belongs to it. */
function moved(take: Take, { from, to, inserted }: Change): Take {
  const growth = inserted - (to - from);
  if (from >= take.end) return take;
  if (to <= take.start) return { ...take, start: take.start + growth, end: take.end + growth };
  const start = Math.min(take.start, from);
  return { ...take, start, end: Math.max(take.end, to) + growth };
}
