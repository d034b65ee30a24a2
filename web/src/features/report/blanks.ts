/** The blanks a template leaves to fill: `___`, `[ ]` or `***` for a value and `[right/left]` for a choice. */
import type { TextRange } from '@/lib/text-change';

const BLANK = /_{3,}|\*{3,}|\[[ \t]*\]|\[[^[\]\r\n/]{1,60}(?:\/[^[\]\r\n/]{1,60})+\]/g;
const LETTER = /\p{L}/u;

export function findBlanks(text: string): readonly TextRange[] {
  return [...text.matchAll(BLANK)]
    .filter((match) => isBlank(match, text))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

export type Direction = 'next' | 'previous';

/** The blank that Tab (next) or Shift+Tab (previous) goes to from this selection; null past the last one. */
export function blankFrom(text: string, selection: TextRange, direction: Direction): TextRange | null {
  const blanks = findBlanks(text);
  const found =
    direction === 'next'
      ? blanks.find((blank) => blank.start >= selection.end && !same(blank, selection))
      : blanks.findLast((blank) => blank.end <= selection.start && !same(blank, selection));
  return found ?? null;
}

/** As `blankFrom`, but begins again at the other end. */
export function blankAround(text: string, selection: TextRange, direction: Direction): TextRange | null {
  const blanks = findBlanks(text);
  return blankFrom(text, selection, direction) ?? (direction === 'next' ? blanks[0] : blanks.at(-1)) ?? null;
}

/** "1 blank to fill", "4 blanks to fill". */
export function blanksToFill(count: number): string {
  return `${count} ${count === 1 ? 'blank' : 'blanks'} to fill`;
}

/** A mark other than underscores stands behind words of its line and apart from them: it is no tick box, divider or bold type. */
function isBlank({ 0: found, index }: RegExpExecArray, text: string): boolean {
  if (found.startsWith('_')) return true;
  if (found.includes('/')) return isChoice(found);
  const before = text.slice(text.lastIndexOf('\n', index - 1) + 1, index);
  const behind = text.charAt(index + found.length);
  return LETTER.test(before) && !/^\s*\*/.test(before) && /[ \t(:=x]$/.test(before) && !/[\p{L}\p{N}*]/u.test(behind);
}

/** Every option is a word: `[3/45]` is an image reference, not a choice. */
function isChoice(bracket: string): boolean {
  return bracket.split('/').every((option) => LETTER.test(option));
}

function same(left: TextRange, right: TextRange): boolean {
  return left.start === right.start && left.end === right.end;
}
