import { describe, expect, it } from 'vitest';
import { blankAround, blankFrom, blanksToFill, findBlanks } from './blanks';

function check(text: string, expected: string[]) {
  expect(findBlanks(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
}

describe('blanks', () => {
  it('are underscores for a value and a slashed bracket for a choice', () => {
    check('measuring ___ mm in the [right/left] lobe', ['___', '[right/left]']);
    check('previously [___] mm, [normal / describe]', ['___', '[normal / describe]']);
    check('[stable/increased/decreased] ______', ['[stable/increased/decreased]', '______']);
  });

  it('are also empty brackets and asterisks, as users of other programs know them', () => {
    check('*** End of report ***\n[ ] Contrast given\n***Liver***: normal', []);
    check('liver [ ] cm, spleen [] cm, kidney *** cm, ** none', ['[ ]', '[]', '***']);
  });

  it('are not two underscores, a bracketed remark an image reference or a choice across lines', () => {
    check('a __ b [sic] [3/45] [right\n/left]', []);
  });

  it('are found in each statement behind a bullet', () => {
    check('- Liver: Span [ ] cm. Duct *** mm. No stone.\n- Spleen measures ___ cm. [No/Small] cyst.', [
      '[ ]',
      '***',
      '___',
      '[No/Small]',
    ]);
  });

  const text = 'A ___ b [x/y] c';
  const first = { start: 2, end: 5 };
  const second = { start: 8, end: 13 };

  it('are walked forwards and backwards, and past the last there is none', () => {
    expect(blankFrom(text, { start: 0, end: 0 }, 'next')).toEqual(first);
    expect(blankFrom(text, first, 'next')).toEqual(second);
    expect(blankFrom(text, second, 'next')).toBeNull();
    expect(blankFrom(text, second, 'previous')).toEqual(first);
    expect(blankFrom(text, first, 'previous')).toBeNull();
  });

  it('are walked around by the command', () => {
    expect(blankAround(text, second, 'next')).toEqual(first);
    expect(blankAround(text, first, 'previous')).toEqual(second);
    expect(blankAround('none', { start: 0, end: 0 }, 'next')).toBeNull();
  });

  it('are counted in words', () => {
    expect(blanksToFill(1)).toBe('1 blank to fill');
    expect(blanksToFill(4)).toBe('4 blanks to fill');
  });
});
