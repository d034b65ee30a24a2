import { expect, it } from 'vitest';
import { doubtfulOf, type SetAsideLine, setAsideOf, withLineBack } from './set-aside';

const line = (change: Partial<SetAsideLine>): SetAsideLine => ({
  text: 'Both lungs are clear.',
  reason: 'doubtful',
  because: 'Tiny granuloma.',
  before: null,
  ...change,
});

const REPORT = 'FINDINGS:\n- Tiny granuloma.\n- No pleural effusion.\n\nIMPRESSION:\n1. Granuloma.';

it('puts a line back before what it stood before, and else at the end of the findings', () => {
  expect(withLineBack(REPORT, line({ before: 'No pleural effusion.' }))).toBe(
    'FINDINGS:\n- Tiny granuloma.\n- Both lungs are clear.\n- No pleural effusion.\n\nIMPRESSION:\n1. Granuloma.',
  );
  const atEnd =
    'FINDINGS:\n- Tiny granuloma.\n- No pleural effusion.\n- Both lungs are clear.\n\nIMPRESSION:\n1. Granuloma.';
  expect(withLineBack(REPORT, line({}))).toBe(atEnd);
  // What it stood before was edited since.
  expect(withLineBack(REPORT, line({ before: 'No pneumothorax.' }))).toBe(atEnd);
});

it('makes findings where the report has none any more', () => {
  expect(withLineBack('', line({}))).toBe('FINDINGS:\n- Both lungs are clear.');
});

it('takes the place of each line from the answer, and tells the doubtful ones apart', () => {
  const left = { because: null, before: 0 };
  const lines = setAsideOf({
    statements: [{ section: 'findings', origin: 'template', spans: [], flags: [], text: 'No pleural effusion.' }],
    setAside: [
      { ...left, text: 'Both lungs are clear.', reason: 'doubtful' },
      { ...left, text: 'No nodule.', reason: 'contradicted', before: null },
    ],
  });
  expect(lines.map(({ before }) => before)).toEqual(['No pleural effusion.', null]);
  expect(doubtfulOf(lines).map(({ text }) => text)).toEqual(['Both lungs are clear.']);
});
