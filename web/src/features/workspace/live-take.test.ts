import { describe, expect, it } from 'vitest';
import {
  changed,
  growth,
  inPreview,
  isWhole,
  type LiveTake,
  lastStretch,
  newLiveTake,
  previewText,
  put,
  scratch,
  sentencesOf,
  settle,
} from './live-take';

const spoken = (...stretches: [words: string, place: 'preview' | 'report'][]): LiveTake =>
  stretches.reduce((take, [words, place]) => put(take, words, place), newLiveTake('a'));

describe('a take that is being spoken', () => {
  const take = spoken(['Liver normal.', 'preview'], [' Spleen large.', 'report'], [' Kidneys normal.', 'preview']);

  it('tells what was committed since, and nothing when the words are not a growth', () => {
    expect(growth(spoken(['Liver', 'preview']), 'Liver normal')).toBe(' normal');
    expect(growth(spoken(['Liver', 'preview']), 'Spleen')).toBeNull();
  });

  it('scratches one stretch after the other, wherever it went', () => {
    expect(lastStretch(take)).toEqual({ words: ' Kidneys normal.', place: 'preview' });
    const once = scratch(take);
    expect(lastStretch(once)).toEqual({ words: ' Spleen large.', place: 'report' });
    expect(lastStretch(scratch(scratch(once)))).toBeNull();
  });

  it('is cut into sentences, and neither at the number of an item nor within a size', () => {
    const cut: [words: string, sentences: string[]][] = [
      ['Liver normal', ['Liver normal']],
      ['Liver normal. Spleen of 3.2 cm? No stone.', ['Liver normal.', ' Spleen of 3.2 cm?', ' No stone.']],
      ['. Spleen normal', ['.', ' Spleen normal']],
      ['\nLiver normal\nSpleen normal.\n', ['\nLiver normal\n', 'Spleen normal.\n']],
      ['\n1. Mass at L4. No stone\n2. Cyst', ['\n1. Mass at L4.', ' No stone\n', '2. Cyst']],
      [' ', [' ']],
    ];
    for (const [words, sentences] of cut) expect(sentencesOf(words)).toEqual(sentences);
  });

  it('knows whether every word of it stands in the preview', () => {
    expect(isWhole(take)).toBe(false);
    expect(isWhole(spoken(['Liver.', 'preview']))).toBe(true);
    expect(isWhole(scratch(spoken(['Liver.', 'preview'])))).toBe(false);
  });

  it('finds what the final text has beyond the committed words', () => {
    expect(settle(take, 'Liver normal. spleen large.\nKidneys normal. No stone.', [])?.rest).toBe(' No stone.');
    expect(settle(take, 'Something else was said.', [])).toBeNull();
  });

  it('places doubts where their words stand in the preview', () => {
    const text = 'Liver normal. Spleen large. Kidneys normal.';
    const shown = 'Liver normal. Kidneys normal.';
    const found = settle(
      take,
      text,
      ['Liver', 'large', 'Kidneys'].map((word) => doubt(text, word)),
    );
    expect(found?.doubtful.map(({ start, end }) => take.committed.slice(start, end))).toEqual([
      'Liver',
      'large',
      'Kidneys',
    ]);
    const marked = inPreview(take, shown, found?.doubtful ?? []);
    expect(marked.map(({ start, end }) => shown.slice(start, end))).toEqual(['Liver', 'Kidneys']);
  });

  it('agrees with a final text that has carried out what was scratched, and with one that has not', () => {
    const scratched = put(
      scratch(spoken(['Liver normal.', 'preview'], [' Spleen large.', 'preview'])),
      ' Done.',
      'preview',
    );
    for (const text of ['Liver normal. Done. More.', 'Liver normal. Spleen large. Done. More.']) {
      const settled = settle(scratched, text, [doubt(text, 'Done')]);
      expect(settled?.rest).toBe(' More.');
      expect(inPreview(scratched, previewText(scratched), settled?.doubtful ?? [])).toEqual([
        { start: 14, end: 18, heard: 'done' },
      ]);
    }
    expect(previewText(scratched)).toBe('Liver normal. Done.');
  });

  it('does not bring back what was scratched at the end', () => {
    const scratched = scratch(spoken(['Liver normal.', 'preview'], [' Spleen large.', 'preview']));
    expect(settle(scratched, 'Liver normal. Spleen large.', [])?.rest).toBe('');
    expect(settle(scratched, 'Liver normal.', [])?.rest).toBe('');
    const nothing = scratch(scratched);
    expect(settle(nothing, 'Liver normal. Spleen large.', [])?.rest).toBe('');
    expect(settle(nothing, 'Kidneys.', [])).toBeNull();
  });

  it('counts doubts without the space that the first words were given', () => {
    const late = spoken([' Spleen large.', 'report'], [' Kidneys normal.', 'preview']);
    const text = 'Spleen large. Kidneys normal.';
    const settled = settle(late, text, [doubt(text, 'Kidneys')]);
    expect(inPreview(late, 'Kidneys normal.', settled?.doubtful ?? [])).toEqual([
      { start: 0, end: 7, heard: 'kidneys' },
    ]);
  });

  it('finds what the final text says otherwise, and in which stretch', () => {
    const said = spoken(['The left kidney', 'preview'], [' sorry right kidney is normal.', 'report']);
    const settled = settle(said, 'The right kidney is normal.', [doubt('The right kidney is normal.', 'right')]);
    expect(settled?.corrections).toMatchObject([
      { start: 3, end: 15, words: '', place: 'preview' },
      { start: 15, end: 21, words: '', place: 'report' },
    ]);
    const after = settled?.corrections.toReversed().reduce(changed, said);
    expect(after?.committed).toBe('The right kidney is normal.');
    expect(after && previewText(after)).toBe('The');
  });

  it('leaves alone what was scratched when the final text has it otherwise', () => {
    const said = scratch(spoken(['Liver normal.', 'preview'], [' Spleen four.', 'preview']));
    expect(settle(said, 'Liver normal. Spleen 4 mm.', [])).toMatchObject({ corrections: [], rest: '' });
  });

  it('counts from the words that the preview has, when it was emptied meanwhile', () => {
    const [found] = inPreview(take, 'Kidneys normal.', [{ start: take.committed.indexOf('Kidneys'), end: 35 }]);
    expect(found).toEqual({ start: 0, end: 7 });
    expect(inPreview(take, 'Written anew.', [{ start: 0, end: 5 }])).toEqual([]);
  });
});

const doubt = (text: string, word: string) => ({
  start: text.indexOf(word),
  end: text.indexOf(word) + word.length,
  heard: word.toLowerCase(),
});
