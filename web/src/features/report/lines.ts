/**
 * The report as lines that keep their identity from one keystroke to the next, so that the mirror behind the editor
 * repaints only the line that changed.
 */
import { headingOf, type SectionName } from './report-text';

export interface Line {
  readonly id: number;
  readonly text: string;
  /** The section the line stands in; null before the first heading. */
  readonly section: SectionName | null;
}

export interface Lines {
  readonly all: readonly Line[];
  readonly nextId: number;
}

export const NO_LINES: Lines = { all: [], nextId: 0 };

/** Lines of `text`; an unchanged line is the same object as in `previous`, a changed one keeps its id. */
export function reconcileLines(previous: Lines, text: string): Lines {
  const texts = text.split('\n');
  const old = previous.all;
  const shorter = Math.min(texts.length, old.length);
  let head = 0;
  while (head < shorter && old[head]?.text === texts[head]) head++;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail]?.text === texts[texts.length - 1 - tail]) tail++;

  let nextId = previous.nextId;
  let section: SectionName | null = null;
  const lastChangedOld = old.length - tail;
  const all = texts.map((each, index): Line => {
    section = headingOf(each)?.name ?? section;
    const counterpart = counterpartOf(index);
    if (counterpart && counterpart.text === each && counterpart.section === section) return counterpart;
    return { id: counterpart?.id ?? nextId++, text: each, section };
  });
  return { all, nextId };

  function counterpartOf(index: number): Line | undefined {
    if (index < head) return old[index];
    if (index >= texts.length - tail) return old[index - texts.length + old.length];
    return index < lastChangedOld ? old[index] : undefined;
  }
}
