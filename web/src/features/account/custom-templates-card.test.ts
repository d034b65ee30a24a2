import { expect, it } from 'vitest';
import { preview } from './custom-templates-card';

it('shows the first 150 characters of a template', () => {
  expect(preview('short')).toBe('short');
  expect(preview('a'.repeat(150))).toBe('a'.repeat(150));
  expect(preview('a'.repeat(151))).toBe(`${'a'.repeat(150)}…`);
});

it('does not cut a character in two', () => {
  expect(preview('🩻'.repeat(151))).toBe(`${'🩻'.repeat(150)}…`);
});
