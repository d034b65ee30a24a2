/**
 * Words that were dictated into the report: stretches of its text that follow the edits, so that what turns out to be
 * doubtful of them is marked where it stands. Pure.
 */
import { changeBetween, type TextRange } from '@/lib/text-change';
import { type Doubt, movedDoubts, moveTake, type Take } from './transcript';

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

function leadOf(text: string): number {
  return text.length - text.trimStart().length;
}
