import { describe, expect, it } from 'vitest';
import { align } from './word-alignment';

/** The earlier text with what the later one says otherwise. */
function check(earlier: string, later: string, together: string): void {
  const alignment = align(earlier, later);
  const changed = alignment?.changes.reduceRight(
    (text, { start, end, words }) => text.slice(0, start) + words + text.slice(end),
    earlier,
  );
  expect(changed && changed + alignment?.rest).toBe(together);
}

describe('two writings of a dictation', () => {
  it('become one text', () => {
    const kidney = 'The right kidney is normal.';
    check('The left kidney sorry right kidney is normal.', kidney, kidney);
    check('Left kidney sorry right kidney is normal.', 'Right kidney is normal.', 'Right kidney is normal.');
    check('Liver normal. Spleen four sorry five.', 'Liver normal. Spleen 5.', 'Liver normal. Spleen 5.');
    check('Liver four', 'Liver 4 mm. No stone.', 'Liver 4 mm. No stone.');
    check('Liver normal', 'Liver normal. No stone.', 'Liver normal. No stone.');
    check('Liver is normal.', 'The liver is quite normal.', 'The liver is quite normal.');
    check('Liver normal. Spleen.', 'Liver normal.', 'Liver normal.');
  });

  it('keep the capitals, marks and line breaks of the earlier one where the words are the same', () => {
    check('Liver normal. Spleen large.', 'liver normal, spleen\nlarge', 'Liver normal. Spleen large.');
    check('Liver normal.\nKidneys sorry spleen large.', 'Liver normal. Spleen large.', 'Liver normal.\nSpleen large.');
  });

  it('are not taken for one another when they share less than half of the words', () => {
    expect(align('Liver normal. Spleen large.', 'Liver is a word.')).toBeNull();
    expect(align('', 'Liver.')).toMatchObject({ changes: [], rest: 'Liver.' });
    const [one, other] = [0, 1].map((by) => Array.from({ length: 3_000 }, (_, at) => 2 * at + by).join(' '));
    expect(align(`${one} ${one}`, `${other} ${one} ${other}`)).toBeNull();
  });

  it('tell where words of the later one stand in the earlier', () => {
    const [earlier, later] = ['(Liver four) spleen normal', 'Liver, 4 mm, spleen normal.'];
    const found = (words: string) => {
      const start = later.indexOf(words);
      const range = align(earlier, later)?.inEarlier({ start, end: start + words.length });
      return range && earlier.slice(range.start, range.end);
    };
    expect(['Liver', 'iv', '4 mm', 'mm, spleen', 'normal.'].map(found)).toEqual([
      'Liver',
      'iv',
      null,
      'spleen',
      'normal',
    ]);
  });

  it('of an hour are told apart in no time', () => {
    const words = Array.from({ length: 9_000 }, (_, at) => `word${at % 700}`);
    const corrected = words.map((word, at) => (at % 90 === 5 ? 'corrected' : word)).join(' ');
    const started = performance.now();
    check(words.join(' '), corrected, corrected);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
