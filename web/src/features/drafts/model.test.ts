import { expect, it } from 'vitest';
import { ageText, keptForText, stateText } from './model';

const NOW = 1_000_000_000;

it.each([
  [0, 'just now'],
  [-5_000, 'just now'],
  [59_000, 'just now'],
  [60_000, '1 min'],
  [3_599_000, '59 min'],
  [3_600_000, '1 h'],
  [23.9 * 3_600_000, '23 h'],
  [50 * 3_600_000, '2 d'],
])('says the age of %d ms as %s', (age, text) => expect(ageText(NOW - age, NOW)).toBe(text));

it('says how long what waits to be transcribed is', () => {
  expect(stateText({ kind: 'recorded', seconds: 84 })).toBe('Recorded 01:24');
  expect(stateText({ kind: 'structured' })).toBe('Structured');
});

it.each([
  [1, '1 hour'],
  [2, '2 hours'],
  [24, '24 hours'],
  [36, '36 hours'],
  [48, '2 days'],
  [72, '3 days'],
  [720, '30 days'],
])('says of reports that are kept for %d hours: %s', (hours, text) => expect(keptForText(hours)).toBe(text));
