import { describe, expect, it } from 'vitest';
import { NO_LINES, reconcileLines } from './lines';

const BEFORE = 'FINDINGS:\n- one\n- two\n- three\n\nIMPRESSION:\n1. four';

describe('lines', () => {
  it('know the section they stand in', () => {
    const { all } = reconcileLines(NO_LINES, `a\n${BEFORE}`);
    expect(all.map((line) => line.section)).toEqual([null, ...Array(5).fill('findings'), 'impression', 'impression']);
  });

  it('stay the same objects where a keystroke did not reach', () => {
    const before = reconcileLines(NO_LINES, BEFORE);
    const after = reconcileLines(before, BEFORE.replace('two', 'twos'));
    const changed = after.all.filter((line, index) => line !== before.all[index]);
    expect(changed.map((line) => line.text)).toEqual(['- twos']);
    expect(changed[0]?.id).toBe(before.all[2]?.id);
  });

  it('keep those below when a line is inserted or removed', () => {
    const before = reconcileLines(NO_LINES, BEFORE);
    const longer = reconcileLines(before, BEFORE.replace('- two', '- two\n- and a half'));
    expect(longer.all.at(-1)).toBe(before.all.at(-1));
    expect(new Set(longer.all.map((line) => line.id)).size).toBe(longer.all.length);
    const shorter = reconcileLines(longer, BEFORE);
    expect(shorter.all.at(-1)).toBe(before.all.at(-1));
    expect(new Set(shorter.all.map((line) => line.id)).size).toBe(shorter.all.length);
  });

  it('change section when the heading above them changes', () => {
    const before = reconcileLines(NO_LINES, BEFORE);
    const after = reconcileLines(before, BEFORE.replace('FINDINGS', 'TECHNIQUE'));
    expect(after.all[1]?.section).toBe('technique');
    expect(after.all.at(-1)).toBe(before.all.at(-1));
  });
});
