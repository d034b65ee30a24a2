import { describe, expect, it } from 'vitest';
import type { CheckFlag } from '@/api/types';
import { nextFlag } from './flag';
import { type Checked, type FlagSources, listFlags } from './flags';

const REPORT = 'FINDINGS:\n- Cyst in the right kidney.\n- Spleen ___ cm.\n\nIMPRESSION:\n1. Cyst in the left kidney.';
const at = (words: string) => ({ start: REPORT.indexOf(words), end: REPORT.indexOf(words) + words.length });
const SIDE: CheckFlag = {
  kind: 'laterality_mismatch',
  message: 'The findings say right.',
  section: 'impression',
  ...at('left'),
  fix: { ...at('left'), replacement: 'right', label: 'Change to right' },
};
const BLANK: CheckFlag = { kind: 'unfilled_placeholder', message: 'A blank.', section: 'findings', ...at('___') };

const list = (sources: Partial<FlagSources>) =>
  listFlags({
    report: REPORT,
    checked: null,
    statements: [],
    lost: [],
    altered: [],
    madeFrom: null,
    transcript: '',
    dismissed: new Set(),
    ...sources,
  });
const checkedAs = (text: string, flags: readonly CheckFlag[]): Checked => ({
  text,
  flags,
  conservation: null,
  impression: null,
});

describe('flags', () => {
  it('stand where they were found, with their fix', () => {
    const [flag] = list({ checked: checkedAs(REPORT, [SIDE]) });
    expect(flag).toMatchObject({ label: 'Side', tone: 'danger', place: at('left'), fix: { replacement: 'right' } });
  });

  it('move with the text that is typed before them, and stay for what is typed behind', () => {
    const before = REPORT.replace('- Cyst', '- Simple cyst');
    const [moved] = list({ report: before, checked: checkedAs(REPORT, [SIDE]) });
    expect(before.slice(moved?.place?.start, moved?.place?.end)).toBe('left');
    expect(list({ report: `${REPORT} Stable.`, checked: checkedAs(REPORT, [SIDE]) })[0]?.place).toEqual(at('left'));
  });

  it('offer no fix for a text that was not checked', () => {
    const right = REPORT.replace('right kidney', 'left kidney');
    const [flag] = list({ report: right, checked: checkedAs(REPORT, [SIDE]) });
    expect(flag).toMatchObject({ message: SIDE.message, fix: null });
  });

  it('are left out once their words were touched', () => {
    const changed = REPORT.replace('left kidney', 'right kidney');
    expect(list({ report: changed, checked: checkedAs(REPORT, [SIDE]) })).toEqual([]);
  });

  it('leave blanks to their counter, and keep other leftovers', () => {
    const dash: CheckFlag = { ...BLANK, message: 'XX was left in.', ...at('Spleen') };
    const flags = list({ checked: checkedAs(REPORT, [BLANK, dash]) });
    expect(flags.map(({ message }) => message)).toEqual(['XX was left in.']);
  });

  it('tell what the report does not say as dictated, first what it lost', () => {
    const text = 'Cyst in the right kidney.';
    const flags = list({
      lost: [
        {
          kind: 'lost',
          message: '“4 mm stone” is missing.',
          text: '4 mm stone',
          section: null,
          statement: null,
          dictated: null,
        },
      ],
      statements: [
        {
          section: 'findings',
          text,
          origin: 'dictated',
          spans: [],
          flags: [{ kind: 'changed', message: 'Left was dictated.' }],
        },
      ],
    });
    expect(flags.map(({ label, place }) => [label, place])).toEqual([
      ['Not in report', null],
      ['Not as dictated', at(text)],
    ]);
  });

  it('say of a generated line what the findings say, not what was dictated', () => {
    const flags = list({
      statements: [
        {
          section: 'impression',
          text: 'Cyst in the left kidney.',
          origin: 'derived',
          spans: [],
          flags: [
            { kind: 'changed', message: 'The findings say right, the impression says left.' },
            { kind: 'invented', message: 'Not in the findings.' },
          ],
        },
      ],
    });
    expect(flags.map(({ label, tone }) => [label, tone])).toEqual([
      ['Not as in findings', 'danger'],
      ['Not in findings', 'danger'],
    ]);
  });

  it('stay away once dismissed, and are told once', () => {
    const [first] = list({ checked: checkedAs(REPORT, [SIDE]) });
    const twice = checkedAs(REPORT, [SIDE, SIDE]);
    expect(list({ checked: twice })).toHaveLength(1);
    expect(list({ checked: twice, dismissed: new Set([first?.id ?? '']) })).toEqual([]);
  });

  it('that say the same of other words are each told, and each dismissed', () => {
    const invented = { kind: 'invented' as const, message: 'Neither dictated nor in the template.' };
    const texts = ['Cyst in the right kidney.', 'Cyst in the left kidney.'];
    const statements = texts.map((text) => ({
      section: 'findings' as const,
      text,
      origin: 'dictated' as const,
      spans: [],
      flags: [invented],
    }));
    const [first, second] = list({ statements });
    expect([first?.place, second?.place]).toEqual(texts.map(at));
    expect(list({ statements, dismissed: new Set([first?.id ?? '']) })).toEqual([second]);
    const sides = checkedAs(REPORT, [SIDE, { ...SIDE, ...at('right') }]);
    expect(list({ checked: sides })).toHaveLength(2);
  });

  it('are walked in the order of the text, round and round', () => {
    const flags = list({ checked: checkedAs(REPORT, [SIDE, { ...BLANK, message: 'Odd.', ...at('Spleen') }]) });
    expect(nextFlag(flags, null)?.message).toBe('Odd.');
    expect(nextFlag(flags, flags[0]?.id ?? null)?.message).toBe('The findings say right.');
    expect(nextFlag(flags, flags[1]?.id ?? null)?.message).toBe('Odd.');
    expect(nextFlag([], null)).toBeNull();
  });
});
