import { expect, it } from 'vitest';
import { notesOf, sourceLine } from './source-line';

const REPORT = { engine: 'rules', template: 'CT Chest', found: true, note: null, repairs: [] };
const FELL_BACK = { engine: 'rules', note: 'The model did not answer. The built-in rules engine wrote this instead.' };

it('names the engine of the report and of its impression', () => {
  expect(sourceLine({ ...REPORT, template: null }, null)).toBe('Structured by rules');
  expect(sourceLine({ ...REPORT, found: false }, { engine: 'scribe-7b', note: null })).toBe(
    'Structured by rules with the template CT Chest. Impression by scribe-7b',
  );
  expect(sourceLine(REPORT, null)).toMatch(/which the dictation names; another can be chosen under Report Template$/);
});

it('names the engine of an impression of a typed report, and nobody for what was only typed', () => {
  expect(sourceLine(null, FELL_BACK)).toBe('Impression by rules');
  expect(sourceLine(null, null)).toBeNull();
});

it('tells why the rules wrote for the model, and of what', () => {
  expect(notesOf(REPORT, FELL_BACK)).toEqual([`Impression: ${FELL_BACK.note}`]);
  expect(notesOf({ ...REPORT, note: 'Late.' }, FELL_BACK)).toEqual(['Late.', `Impression: ${FELL_BACK.note}`]);
  expect(notesOf(REPORT, { engine: 'scribe-7b', note: null })).toEqual([]);
  expect(notesOf(null, null)).toEqual([]);
});
