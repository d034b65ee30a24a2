/** A part of a text. Offsets are UTF-16, here and below. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** One stretch of a text that became another. */
export interface TextChange {
  /** `from..to` of the old text became `inserted` characters. */
  readonly from: number;
  readonly to: number;
  readonly inserted: number;
}

/** The smallest stretch in which the texts differ. */
export function changeBetween(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  return { from: head, to: before.length - tail, inserted: after.length - tail - head };
}

/** Where a part of the old text stands in the new one; null when the change touches it. */
export function movedRange({ start, end }: TextRange, { from, to, inserted }: TextChange): TextRange | null {
  if (end <= from) return { start, end };
  const growth = inserted - (to - from);
  return start >= to ? { start: start + growth, end: end + growth } : null;
}
