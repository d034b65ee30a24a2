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

it('puts a line back into the bullet in the midst of which it stood', () => {
  const report = 'FINDINGS:\n- Tiny granuloma. No pleural effusion. No pneumothorax.\n- Heart is normal.';
  expect(withLineBack(report, line({ before: 'No pleural effusion.' }))).toBe(
    'FINDINGS:\n- Tiny granuloma. Both lungs are clear. No pleural effusion. No pneumothorax.\n- Heart is normal.',
  );
  // It may have been the last of the organ above: nobody can tell.
  expect(withLineBack(report, line({ before: 'Heart is normal.' }))).toBe(
    'FINDINGS:\n- Tiny granuloma. No pleural effusion. No pneumothorax.\n- Both lungs are clear.\n- Heart is normal.',
  );
});

it('puts a line back behind the name of its organ, above or here, and else by itself', () => {
  const report = 'FINDINGS:\n- Lungs: Tiny granuloma.\n- Heart: No pericardial effusion.';
  const before = 'No pericardial effusion.';
  expect(withLineBack(report, line({ before }))).toBe(
    'FINDINGS:\n- Lungs: Tiny granuloma. Both lungs are clear.\n- Heart: No pericardial effusion.',
  );
  expect(withLineBack(report, line({ before, text: 'Heart is normal in size.' }))).toBe(
    'FINDINGS:\n- Lungs: Tiny granuloma.\n- Heart: Heart is normal in size. No pericardial effusion.',
  );
  expect(withLineBack(report, line({ before, text: 'No coronary calcium.' }))).toBe(
    'FINDINGS:\n- Lungs: Tiny granuloma.\n- No coronary calcium.\n- Heart: No pericardial effusion.',
  );
});

it('puts a line back below the name of its study, and never above a heading', () => {
  const report = 'FINDINGS:\nCT Brain\n- No bleed.\nCT Cervical Spine\n- No fracture. Alignment is normal.';
  expect(withLineBack(report, line({ before: 'No fracture.', text: 'Discs are normal.' }))).toBe(
    'FINDINGS:\nCT Brain\n- No bleed.\nCT Cervical Spine\n- Discs are normal.\n- No fracture. Alignment is normal.',
  );
  expect(withLineBack(report, line({ before: 'CT Cervical Spine', text: 'The skull is intact.' }))).toBe(
    'FINDINGS:\nCT Brain\n- No bleed.\n- The skull is intact.\nCT Cervical Spine\n- No fracture. Alignment is normal.',
  );
  expect(withLineBack('FINDINGS:\nNo bleed.', line({ before: 'No bleed.' }))).toBe(
    'FINDINGS:\nBoth lungs are clear.\nNo bleed.',
  );
  expect(withLineBack('FINDINGS: No bleed.', line({ before: 'No bleed.' }))).toBe(
    'FINDINGS: Both lungs are clear. No bleed.',
  );
});

it('finds what a line stood before in the findings alone', () => {
  const report = 'TECHNIQUE:\nNo contrast.\n\nFINDINGS:\n- Granuloma. No contrast.\n\nIMPRESSION:\n1. Granuloma.';
  expect(withLineBack(report, line({ before: 'No contrast.' }))).toContain(
    '- Granuloma. Both lungs are clear. No contrast.',
  );
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
