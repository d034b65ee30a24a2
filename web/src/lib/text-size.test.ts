import { beforeEach, expect, it } from 'vitest';
import { setTextSize, stepTextSize, textSize, textSizeFrom } from './text-size';

beforeEach(() => setTextSize('standard'));

it.each([
  [null, 'standard'],
  ['large', 'large'],
  ['gigantic', 'standard'],
])('takes a stored %j for %s', (stored, size) => {
  expect(textSizeFrom(stored)).toBe(size);
});

it('shows the size on the root and keeps it on this device', () => {
  setTextSize('largest');
  expect(document.documentElement.dataset.textSize).toBe('largest');
  expect(textSizeFrom(localStorage.getItem('text-size'))).toBe('largest');
});

it('goes up and down, and stays at either end', () => {
  expect([1, 1, 1].map(() => stepTextSize(1))).toEqual(['large', 'largest', 'largest']);
  expect([1, 1, 1, 1].map(() => stepTextSize(-1))).toEqual(['large', 'standard', 'small', 'small']);
  expect(textSize.get()).toBe('small');
});
