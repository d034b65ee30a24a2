import { describe, expect, it } from 'vitest';
import type { Line } from './lines';
import { type Origin, type Statement, segmentsOf, standingFlags } from './marks';
import type { SectionName } from './report-text';

const line = (text: string, section: SectionName = 'findings'): Line => ({ id: 0, text, section });
const statement = (
  text: string,
  origin: Origin,
  section: SectionName = 'findings',
  flags: string[] = [],
): Statement => ({
  section,
  text,
  origin,
  spans: [],
  flags,
});

describe('marks', () => {
  it('put together are the line', () => {
    const text = '- Nodule of ___ mm in the [right/left] lobe. No effusion.';
    const segments = segmentsOf(line(text), [statement('No effusion.', 'template')]);
    expect(segments.map((segment) => segment.text).join('')).toBe(text);
  });

  it('show a blank inside template text as both', () => {
    const segments = segmentsOf(line('- Aorta ___ mm.'), [statement('Aorta ___ mm.', 'template')]);
    expect(segments).toEqual([
      { text: '- ', marks: [] },
      { text: 'Aorta ', marks: ['template'] },
      { text: '___', marks: ['blank', 'template'] },
      { text: ' mm.', marks: ['template'] },
    ]);
  });

  it('dim a heading', () => {
    expect(segmentsOf(line('FINDINGS:'), [])).toEqual([{ text: 'FINDINGS:', marks: ['heading'] }]);
  });

  it('leave an edited statement unmarked', () => {
    const dictated = statement('Small left effusion.', 'dictated');
    expect(segmentsOf(line('- Small left effusion.'), [dictated]).at(-1)?.marks).toEqual(['dictated']);
    expect(segmentsOf(line('- Small right effusion.'), [dictated])).toEqual([
      { text: '- Small right effusion.', marks: [] },
    ]);
  });

  it('keep the same words apart by section', () => {
    const both = [statement('No effusion', 'dictated'), statement('No effusion', 'derived', 'impression')];
    expect(segmentsOf(line('1. No effusion', 'impression'), both).at(-1)?.marks).toEqual(['derived']);
  });

  it('never mark a part of a longer word', () => {
    expect(segmentsOf(line('- Abnormal'), [statement('normal', 'template')])).toEqual([
      { text: '- Abnormal', marks: [] },
    ]);
  });

  it('list the doubts of statements that still stand', () => {
    const doubted = statement('Left lung clear.', 'dictated', 'findings', ['The side was not dictated.']);
    expect(standingFlags('- Left lung clear.', [doubted])).toEqual(['The side was not dictated.']);
    expect(standingFlags('- Right lung clear.', [doubted])).toEqual([]);
  });
});
