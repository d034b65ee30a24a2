/**
 * Words that were dictated into the report: stretches of its text that follow the edits, so that what turns out to be
 * doubtful of them is marked where it stands. Pure.
 */
import { changeBetween, type TextRange } from '@/lib/text-change';
import type { Correction, LiveTake } from './live-take';
import { type Doubt, movedDoubts, moveTake, placeChange, type Take } from './transcript';
import type { Change } from './word-alignment';

/** A stretch of a take. The take's words may stand in several places of the report. */
export interface ReportWords extends Take {
  /** Where it begins in what was committed of its take. */
  readonly from: number;
}

/** Words of a take, from `from` of what was committed, as they were put into the report at `start`. */
export interface PutWords {
  readonly recordingId: string;
  readonly from: number;
  readonly words: string;
  readonly start: number;
  /** The words as they were joined to what stands around them. */
  readonly text: string;
}

/** The words stand in the report now; null when they do not stand there as they were put. */
export function reportWords(
  report: string,
  { recordingId, from, words, start: at, text }: PutWords,
): ReportWords | null {
  const transcribed = text.trim();
  const start = at + leadOf(text);
  const end = start + transcribed.length;
  if (!transcribed || report.slice(start, end) !== transcribed) return null;
  return { recordingId, from: from + leadOf(words), start, end, transcribed, heard: '', doubtful: [] };
}

/** The words after the report was edited; those that were deleted are gone. */
export function moveWords(all: readonly ReportWords[], before: string, after: string): readonly ReportWords[] {
  if (all.length === 0 || before === after) return all;
  const change = changeBetween(before, after);
  return all.map((words) => moveTake(words, change)).filter(({ start, end }) => end > start);
}

/** Where words stand in the report as they were dictated; what was edited since is the radiologist's own. */
export function spokenPlaces(all: readonly ReportWords[], report: string): readonly TextRange[] {
  return all.filter(({ start, end, transcribed }) => report.slice(start, end) === transcribed);
}

/** What is doubtful of a take, counted in what was committed of it: marked where the report has it still. */
export function markDoubts(
  all: readonly ReportWords[],
  report: string,
  recordingId: string,
  doubtful: readonly Doubt[],
): readonly ReportWords[] {
  return all.map((words) => {
    if (words.recordingId !== recordingId) return words;
    const { from, transcribed, start, end } = words;
    const own = doubtful
      .map((doubt) => ({ ...doubt, start: doubt.start - from, end: Math.min(doubt.end - from, transcribed.length) }))
      .filter((doubt) => doubt.start >= 0 && doubt.start < doubt.end);
    return { ...words, doubtful: movedDoubts(own, changeBetween(transcribed, report.slice(start, end))) };
  });
}

/** A correction of dictated words as it is made in the report. */
export interface ReportCorrection {
  /** Of what was committed of the take. */
  readonly change: Change;
  /** The part of the report that its words take the place of. */
  readonly place: TextRange;
  /** The words of the report with them. */
  readonly all: readonly ReportWords[];
}

/** Finds where a correction belongs in the report; null when the words there were edited since. */
export function correctionIn(
  all: readonly ReportWords[],
  report: string,
  { recordingId, committed }: LiveTake,
  { start, end, words, stretch }: Correction,
): ReportCorrection | null {
  const own = all.find(
    (each) => each.recordingId === recordingId && each.from >= stretch.start && each.from <= Math.max(end, start + 1),
  );
  if (!own) return null;
  const { from, transcribed } = own;
  // What follows in the report already, a unit or a full stop, was not put in a second time.
  const leftOut = committed.slice(from + transcribed.length, end);
  const fitted = words.endsWith(leftOut) ? words.slice(0, words.length - leftOut.length) : words;
  const last = Math.min(end - from, transcribed.length);
  const placed = placeChange(own, report, { start: start - from, end: last, words: fitted });
  if (!placed) return null;
  const { change, take } = placed;
  const isGone = take.end === take.start;
  const isSpaced = report[placed.place.start - 1] === ' ' && !/[^\s.,;:]/.test(report[placed.place.end] ?? '');
  const place = { ...placed.place, start: placed.place.start - (isGone && isSpaced ? 1 : 0) };
  const inserted = change.words.length;
  const growth = inserted - (change.end - change.start);
  const moved = all.map((each) => {
    if (each === own) return take;
    const words = moveTake(each, { from: place.start, to: place.end, inserted });
    const isLater = each.recordingId === recordingId && each.from > from;
    return isLater ? { ...words, from: words.from + growth } : words;
  });
  return {
    change: { ...change, start: change.start + from, end: change.end + from },
    place,
    all: moved.filter((each) => each.end > each.start),
  };
}

/** The words after another change of what was committed of their take. */
export function recounted(
  all: readonly ReportWords[],
  recordingId: string,
  { start, end, words }: Change,
): readonly ReportWords[] {
  const growth = words.length - (end - start);
  return all.map((each) =>
    each.recordingId === recordingId && each.from >= end ? { ...each, from: each.from + growth } : each,
  );
}

function leadOf(text: string): number {
  return text.length - text.trimStart().length;
}
