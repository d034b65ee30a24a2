import { describe, expect, it } from 'vitest';
import { isAbout, labelBefore, labelsOf, openingOf, standsIn } from './bullets';

describe('a statement', () => {
  it('stands at the beginning of a line, behind others or behind an organ\u2019s name', () => {
    const at = (line: string) => standsIn(line, 'No focal lesion.')?.at ?? null;
    expect(at('- No focal lesion.')).toBe(2);
    expect(at('- Liver is large. No focal lesion. No duct dilatation.')).toBe(18);
    expect(at('- Liver: No focal lesion.')).toBe(9);
    expect(at('FINDINGS: No focal lesion.')).toBe(10);
  });

  it('does not stand in a part of a longer one', () => {
    expect(standsIn('- Abnormal.', 'normal.')).toBeNull();
    expect(standsIn('- Liver is normal.x', 'Liver is normal.')).toBeNull();
    expect(standsIn('- Liver is normal.', '')).toBeNull();
  });

  it('of several lines stands where its first one does', () => {
    expect(standsIn('- Kidneys:', 'Kidneys:\nRight: 9 cm')?.at).toBe(2);
  });
});

describe('an organ\u2019s name', () => {
  it('is what stands between the bullet and the first statement', () => {
    const line = '- Liver: Fatty change. No focal lesion.';
    const label = (statement: string) => {
      const place = standsIn(line, statement);
      return place && labelBefore(line, place);
    };
    expect(label('Fatty change.')).toBe('Liver: ');
    expect(label('No focal lesion.')).toBe('');
    expect(labelsOf(line, ['Fatty change.', 'No focal lesion.'])).toEqual(new Set(['Liver:']));
    expect(labelsOf('- Liver: 15 cm.', ['Liver: 15 cm.'])).toEqual(new Set());
  });

  it('tells what a sentence is about, in the singular too', () => {
    expect(isAbout('The left kidney is small.', 'Kidneys:')).toBe(true);
    expect(isAbout('The spleen is small.', 'Kidneys:')).toBe(false);
    expect(isAbout('The spleen is small.', '')).toBe(false);
  });
});

it('counts heading, bullet and space before the words of a line', () => {
  expect(['- a', '  \u2022 a', 'a', 'FINDINGS: a', 'CT Brain'].map(openingOf)).toEqual([2, 4, 0, 10, 0]);
});
