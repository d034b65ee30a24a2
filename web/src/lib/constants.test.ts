import { expect, it } from 'vitest';
import { copyrightYears, TEMPLATE_COUNT } from './constants';

it.each([
  ['2025-06-01', '2025'],
  ['2027-06-01', '2025-2027'],
])('in %s the copyright years are %s', (date, years) => {
  expect(copyrightYears(new Date(date))).toBe(years);
});

it('the templates add up', () => {
  expect(TEMPLATE_COUNT.ct + TEMPLATE_COUNT.mri).toBe(TEMPLATE_COUNT.total);
});
