import { describe, expect, it } from 'vitest';
import {
  doubtsInPreview,
  growth,
  isWhole,
  type LiveTake,
  lastStretch,
  newLiveTake,
  put,
  remainder,
  scratch,
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

  it('knows whether every word of it stands in the preview', () => {
    expect(isWhole(take)).toBe(false);
    expect(isWhole(spoken(['Liver.', 'preview']))).toBe(true);
    expect(isWhole(scratch(spoken(['Liver.', 'preview'])))).toBe(false);
  });

  it('finds what the final text has beyond the committed words', () => {
    expect(remainder(take, 'Liver normal. Spleen large. Kidneys normal. No stone.')).toBe(' No stone.');
    expect(remainder(take, 'Liver is normal.')).toBeNull();
  });

  it('places doubts where their words stand in the preview', () => {
    const text = 'Liver normal. Spleen large. Kidneys normal.';
    const doubt = (word: string) => ({
      start: text.indexOf(word),
      end: text.indexOf(word) + word.length,
      heard: word.toLowerCase(),
    });
    const shown = 'Liver normal. Kidneys normal.';
    const found = doubtsInPreview(take, [doubt('Liver'), doubt('large'), doubt('Kidneys')]);
    expect(found.map(({ start, end }) => shown.slice(start, end))).toEqual(['Liver', 'Kidneys']);
  });

  it('counts doubts without the space that the first words were given', () => {
    const late = spoken([' Spleen large.', 'report'], [' Kidneys normal.', 'preview']);
    expect(doubtsInPreview(late, [{ start: 14, end: 21, heard: 'kidneys' }])).toEqual([
      { start: 0, end: 7, heard: 'kidneys' },
    ]);
  });
});
