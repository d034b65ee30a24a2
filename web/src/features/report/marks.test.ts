import { describe, expect, it } from 'vitest';
import type { Line } from './lines';
import { markedLines, type Origin, type Statement, segmentsOf } from './marks';
import type { SectionName } from './report-text';

const line = (text: string, section: SectionName = 'findings'): Line => ({ id: 0, text, section });
const statement = (text: string, origin: Origin, section: SectionName = 'findings'): Statement => ({
  section,
  text,
  origin,
  spans: [],
  flags: [],
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

  it('find a statement above the first heading, where there is no section', () => {
    const headless: Line = { id: 0, text: '- Heart is normal.', section: null };
    expect(segmentsOf(headless, [statement('Heart is normal.', 'template')]).at(-1)?.marks).toEqual(['template']);
  });

  it('tell statements that share a bullet apart, and leave the name of their organ unmarked', () => {
    const both = [statement('Fatty change.', 'dictated'), statement('No focal lesion.', 'template')];
    expect(segmentsOf(line('- Liver: Fatty change. No focal lesion.'), both)).toEqual([
      { text: '- Liver: ', marks: [] },
      { text: 'Fatty change.', marks: ['dictated'] },
      { text: ' ', marks: [] },
      { text: 'No focal lesion.', marks: ['template'] },
    ]);
    // The one that was edited is the radiologist's own, the other stays what it was.
    expect(segmentsOf(line('- Liver: Mild fatty change. No focal lesion.'), both)).toEqual([
      { text: '- Liver: Mild fatty change. ', marks: [] },
      { text: 'No focal lesion.', marks: ['template'] },
    ]);
  });

  it('never mark a part of a longer word', () => {
    expect(segmentsOf(line('- Abnormal'), [statement('normal', 'template')])).toEqual([
      { text: '- Abnormal', marks: [] },
    ]);
  });

  it('show a flag where it stands, over several lines when it spans them', () => {
    const lines = [line('- Left lung'), line('- clear.')];
    const flagged = markedLines(lines, [{ place: { start: 2, end: 14 }, tone: 'danger' }]);
    expect(segmentsOf(lines[0] as Line, [], flagged.get(0))).toEqual([
      { text: '- ', marks: [] },
      { text: 'Left lung', marks: ['danger'] },
    ]);
    expect(segmentsOf(lines[1] as Line, [], flagged.get(1))[0]).toEqual({ text: '- ', marks: ['danger'] });
    expect(markedLines(lines, [{ place: null, tone: 'warn' }]).size).toBe(0);
  });
});
