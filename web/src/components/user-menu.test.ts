import { expect, it } from 'vitest';
import { initials } from './user-menu';

it.each([
  ['Asha Rao', 'AR'],
  ['Asha Devi Rao', 'AD'],
  ['asha.rao@example.org', 'AR'],
  ['asha@example.org', 'A'],
])('%s is shown as %s', (name, letters) => {
  expect(initials(name)).toBe(letters);
});
