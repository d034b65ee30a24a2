import { expect, it } from 'vitest';
import { changeBetween, movedRange } from './text-change';

const TEXT = 'Liver normal. Spleen normal.';
const SPLEEN = { start: 14, end: 28 };

it.each([
  ['is the same', TEXT, 'Spleen normal.'],
  ['grows before it', 'Large liver normal. Spleen normal.', 'Spleen normal.'],
  ['shrinks before it', 'Spleen normal.', 'Spleen normal.'],
  ['grows right behind it', `${TEXT} No stone.`, 'Spleen normal.'],
  ['is changed in it', 'Liver normal. Spleen large.', null],
  ['is changed across its edge', 'Liver large.', null],
  ['is another', 'Cough.', null],
])('follows a part of a text that %s', (_, next, found) => {
  const place = movedRange(SPLEEN, changeBetween(TEXT, next));
  expect(place && next.slice(place.start, place.end)).toBe(found);
});
