import { expect, it } from 'vitest';
import type { ReportStyle } from '@/api/types';
import { exampleFindings } from './report-style-example';

const USUAL: ReportStyle = { layout: 'organ', spelling: 'dictated', levels: 'dictated' };
const check = (change: Partial<ReportStyle>, expected: string) =>
  expect(exampleFindings({ ...USUAL, ...change })).toBe(expected);

it('is laid out in each way', () => {
  check(
    {},
    '- A 9 mm hemangioma in the L2 body. No marrow oedema.\n- Disc bulge at L4-5. Loss of signal at L3-L4. The other discs are normal.',
  );
  check(
    { layout: 'statement' },
    '- A 9 mm hemangioma in the L2 body.\n- No marrow oedema.\n- Disc bulge at L4-5.\n- Loss of signal at L3-L4.\n- The other discs are normal.',
  );
  check(
    { layout: 'labelled' },
    '- Vertebrae: A 9 mm hemangioma in the L2 body. No marrow oedema.\n- Discs: Disc bulge at L4-5. Loss of signal at L3-L4. The other discs are normal.',
  );
});

it('is spelt, and its levels are written, in one way or as they were dictated', () => {
  const written = (change: Partial<ReportStyle>) => exampleFindings({ ...USUAL, ...change });
  expect(written({ spelling: 'british' })).toMatch(/haemangioma.*oedema/);
  expect(written({ spelling: 'american' })).toMatch(/ hemangioma.* edema/);
  expect(written({ levels: 'full' })).toMatch(/L4-L5.*L3-L4/);
  expect(written({ levels: 'short' })).toMatch(/L4-5.*L3-4/);
});
