import { describe, expect, it } from 'vitest';
import {
  atEndOf,
  headingOf,
  impressionOffer,
  impressionSource,
  missingHeading,
  printReport,
  sectionText,
  shareWritten,
  withImpression,
} from './report-text';

const WHOLE = [
  'CLINICAL HISTORY:\nFollow-up of a nodule.',
  'TECHNIQUE:\nPlain CT of the chest.',
  'FINDINGS:\n- A 4 mm nodule in the right upper lobe.\n- No effusion.',
  'COMPARISON:\nThe nodule was 3 mm.',
  'IMPRESSION:\n1. Solitary nodule.',
].join('\n\n');

describe('sections', () => {
  it('reads the text under each heading', () => {
    expect(sectionText(WHOLE, 'clinicalHistory')).toBe('Follow-up of a nodule.');
    expect(sectionText(WHOLE, 'findings')).toBe('- A 4 mm nodule in the right upper lobe.\n- No effusion.');
    expect(sectionText(WHOLE, 'impression')).toBe('1. Solitary nodule.');
  });

  it('tells an absent section from an empty one', () => {
    expect(sectionText('FINDINGS:\n', 'findings')).toBe('');
    expect(sectionText('FINDINGS:\n', 'impression')).toBeNull();
  });

  it.each([
    ['findings', 'FINDINGS:\n- A nodule.\n\nIMPRESSION:\n1. Nodule.', 'A nodule.\n- New.\n\nIMPRESSION'],
    ['impression', 'FINDINGS:\n- A nodule.\n\nIMPRESSION:\n9) Nodule.\n\n', '9) Nodule.\n10. New.\n\n'],
    ['findings', 'FINDINGS:\n  • A nodule.', '  • A nodule.\n  • New.'],
    ['findings', 'FINDINGS:\nA nodule.', 'FINDINGS:\nA nodule.\nNew.'],
    ['impression', 'FINDINGS:\n- A nodule.\n\nIMPRESSION:\n', 'IMPRESSION:\n1. New.'],
    ['technique', 'TECHNIQUE:\nPlain CT.\n\nFINDINGS:', 'Plain CT. New.\n\nFINDINGS:'],
    ['impression', 'FINDINGS:\n- A nodule.', '- A nodule.\n\nIMPRESSION:\n1. New.'],
    ['technique', 'FINDINGS:\n- A nodule.', 'TECHNIQUE:\nNew.\n\nFINDINGS:\n- A nodule.'],
    ['findings', '', 'FINDINGS:\n- New.'],
  ] as const)('takes a sentence at the end of its %s in the manner of the lines there', (name, report, expected) => {
    const { at, text, start } = atEndOf(report, name, 'New.');
    const after = report.slice(0, at) + text + report.slice(at);
    expect(after).toContain(expected);
    expect(after.slice(start)).toMatch(/^New\./);
  });

  it('puts a heading that is missing where its section would be printed', () => {
    const put = (report: string, name: 'comparison' | 'impression') => {
      const missing = missingHeading(report, name);
      if (!missing) return null;
      const after = report.slice(0, missing.at) + missing.text + report.slice(missing.at);
      return `${after.slice(0, missing.caret)}|${after.slice(missing.caret)}`;
    };
    expect(put('FINDINGS:\n- A nodule.', 'impression')).toBe('FINDINGS:\n- A nodule.\n\nIMPRESSION:|');
    expect(put('FINDINGS:\n- A nodule.\n', 'impression')).toBe('FINDINGS:\n- A nodule.\n\nIMPRESSION:|');
    expect(put('FINDINGS:\nA.\n\nIMPRESSION:\nB.', 'comparison')).toBe(
      'FINDINGS:\nA.\n\nCOMPARISON:|\n\nIMPRESSION:\nB.',
    );
    expect(put(WHOLE, 'impression')).toBeNull();
    expect(put(' \n', 'impression')).toBeNull();
  });

  it('recognises headings in any case and with text on the same line, at the start of a line only', () => {
    expect(sectionText('Findings: liver normal', 'findings')).toBe('liver normal');
    expect(sectionText('see FINDINGS: below', 'findings')).toBeNull();
    expect(headingOf('Impression: stable')).toEqual({ name: 'impression', length: 11 });
    expect(headingOf('The findings: none')).toBeNull();
  });

  it('prints sections in report order and leaves empty ones out', () => {
    expect(printReport({ impression: '1. Normal.', findings: '- Normal.', comparison: '', technique: null })).toBe(
      'FINDINGS:\n- Normal.\n\nIMPRESSION:\n1. Normal.',
    );
  });
});

describe('impression', () => {
  it('is made from findings without the comparison', () => {
    expect(impressionSource(WHOLE)).toEqual({
      findings: '- A 4 mm nodule in the right upper lobe.\n- No effusion.',
      clinicalHistory: 'Follow-up of a nodule.',
    });
  });

  it('has no source in a report without findings', () => {
    expect(impressionSource('TECHNIQUE:\nPlain CT.')).toBeNull();
  });

  const offers: [string, string | null][] = [
    ['', null],
    ['FINDINGS:\n- Normal.', 'generate'],
    ['FINDINGS:\n- Normal.\n\nIMPRESSION:\n', 'generate'],
    ['FINDINGS:\n- Normal.\n\nIMPRESSION:\n1. Normal.', 'regenerate'],
    ['FINDINGS:\n\nIMPRESSION:\n', null],
    ['TECHNIQUE:\nPlain CT.', null],
  ];
  it.each(offers)('of %j is offered: %j', (report, expected) => {
    expect(impressionOffer(report)).toBe(expected);
  });

  it('is added at the end, filled in, or replaced, and nothing else changes', () => {
    expect(withImpression('FINDINGS:\n- Normal.\n', '1. Normal.')).toBe(
      'FINDINGS:\n- Normal.\n\nIMPRESSION:\n1. Normal.',
    );
    expect(withImpression('FINDINGS:\n- Normal.\n\nIMPRESSION:\n', '1. Normal.')).toBe(
      'FINDINGS:\n- Normal.\n\nIMPRESSION:\n1. Normal.',
    );
    expect(withImpression(WHOLE, '1. Other.')).toBe(WHOLE.replace('1. Solitary nodule.', '1. Other.'));
  });

  it('keeps a section that stands after it', () => {
    expect(withImpression('FINDINGS:\nx\n\nIMPRESSION:\nold\n\nCOMPARISON:\nnone', 'new')).toBe(
      'FINDINGS:\nx\n\nIMPRESSION:\nnew\n\nCOMPARISON:\nnone',
    );
  });
});

it.each([
  [{}, 0],
  [{ technique: 'Plain CT.' }, 0.4],
  [{ clinicalHistory: '', technique: '', findings: '- Normal.' }, 0.6],
  [{ impression: '' }, 1],
])('says of %j how much of the report stands', (sections, share) => {
  expect(shareWritten(sections)).toBe(share);
});
