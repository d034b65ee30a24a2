/**
 * What the mirror colours in a line: headings, blanks, the origin of statements and the flags of the text. A statement is
 * found by its words, so that one which was edited is no longer marked as dictated or as template text.
 */
import type { ReportStatement } from '@/api/types';
import type { TextRange } from '@/lib/text-change';
import { findBlanks } from './blanks';
import type { Line } from './lines';
import { headingOf } from './report-text';

/** One statement of a structured report, as the server gave it. */
export type Statement = ReportStatement;
export type Origin = Statement['origin'];

export type Mark = 'heading' | 'blank' | 'danger' | 'warn' | 'doubt' | Origin;

/** A stretch of a line that is painted alike; the stretches of a line put together are the line. */
export interface Segment {
  readonly text: string;
  readonly marks: readonly Mark[];
}

export interface MarkedRange extends TextRange {
  readonly mark: Mark;
}

const NOTHING_MARKED: readonly MarkedRange[] = [];

/** `placed` are stretches of the line that have a mark by their place, as flags have. */
export function segmentsOf(
  line: Line,
  statements: readonly Statement[],
  placed: readonly MarkedRange[] = NOTHING_MARKED,
): readonly Segment[] {
  const ranges = [...rangesOf(line, statements), ...placed];
  if (ranges.length === 0) return line.text ? [{ text: line.text, marks: [] }] : [];
  const edges = new Set([0, line.text.length]);
  for (const { start, end } of ranges) edges.add(start).add(end);
  const cuts = [...edges].sort((left, right) => left - right);
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? line.text.length;
    const marks = ranges.filter((range) => range.start <= start && range.end >= end).map((range) => range.mark);
    return { text: line.text.slice(start, end), marks };
  });
}

/** The stretches of each line that stand at a place with a mark, as flags and dictated words do, by the line's place. */
export function markedLines(
  lines: readonly Line[],
  marks: readonly { readonly place: TextRange | null; readonly tone: Mark }[],
): ReadonlyMap<number, readonly MarkedRange[]> {
  const marked = new Map<number, MarkedRange[]>();
  const placed = marks.flatMap(({ place, tone }) =>
    place && place.end > place.start ? [{ ...place, mark: tone }] : [],
  );
  if (placed.length === 0) return marked;
  let from = 0;
  for (const [index, { text }] of lines.entries()) {
    const to = from + text.length;
    for (const { start, end, mark } of placed) {
      if (start >= to || end <= from) continue;
      const range = { start: Math.max(start, from) - from, end: Math.min(end, to) - from, mark };
      marked.set(index, [...(marked.get(index) ?? []), range]);
    }
    from = to + 1;
  }
  return marked;
}

function rangesOf(line: Line, statements: readonly Statement[]): MarkedRange[] {
  const ranges: MarkedRange[] = [];
  const heading = headingOf(line.text);
  if (heading) ranges.push({ start: 0, end: heading.length, mark: 'heading' });
  for (const { start, end } of findBlanks(line.text)) ranges.push({ start, end, mark: 'blank' });
  for (const statement of statements) {
    // What stands above the first heading belongs to no section.
    if (line.section !== null && statement.section !== line.section) continue;
    for (const piece of statement.text.split('\n')) {
      const start = wholeWordsIndex(line.text, piece.trim());
      if (start < 0) continue;
      const end = start + piece.trim().length;
      ranges.push({ start, end, mark: statement.origin });
    }
  }
  return ranges;
}

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Where `words` stand in `text` without being a part of longer words; -1 when they do not. */
function wholeWordsIndex(text: string, words: string): number {
  if (!words) return -1;
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const joinsBefore = LETTER_OR_DIGIT.test(text[at - 1] ?? '') && LETTER_OR_DIGIT.test(words[0] ?? '');
    const joinsAfter = LETTER_OR_DIGIT.test(text[at + words.length] ?? '') && LETTER_OR_DIGIT.test(words.at(-1) ?? '');
    if (!joinsBefore && !joinsAfter) return at;
  }
  return -1;
}
