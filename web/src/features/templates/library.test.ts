import { describe, expect, it } from 'vitest';
import type { SystemTemplate } from '@/api/types';
import { choiceLabel, isListed, matches, optionValue, searchGroups, templateGroups } from './library';

const system = (id: string, modality: 'CT' | 'MRI', bodyPart: string, keywords: string[] = []): SystemTemplate => ({
  id,
  modality,
  bodyPart,
  keywords,
  sex: null,
  contrast: false,
  technique: '',
  findings: [],
  impression: [],
  reportText: '',
});

const SYSTEM = [system('ct-chest', 'CT', 'CT Chest', ['thorax', 'hrct']), system('mr-knee', 'MRI', 'MR Knee')];
const CUSTOM = [
  { id: '1', name: 'Any', modality: null, content: 'x' },
  { id: '2', name: 'Mine', modality: 'ct / pet', content: 'x' },
  { id: '3', name: 'Joint', modality: 'MRI', content: 'x' },
];

const labels = (modality: string) =>
  templateGroups(SYSTEM, CUSTOM, modality).map((group) => [group.label, ...group.items.map((item) => item.label)]);

describe('the template list', () => {
  it('shows everything for all modalities', () => {
    expect(labels('ALL')).toEqual([
      ['System Templates: CT', 'CT Chest'],
      ['System Templates: MRI', 'MR Knee'],
      ['Custom Templates', 'Any', 'Mine', 'Joint'],
    ]);
  });

  it('shows what is for the chosen modality, and custom templates that are for any', () => {
    expect(labels('CT')).toEqual([
      ['System Templates: CT', 'CT Chest'],
      ['Custom Templates', 'Any', 'Mine'],
    ]);
    expect(isListed({ id: '4', name: 'Empty', modality: '', content: '' }, 'MRI')).toBe(true);
  });

  it('leaves an empty group out', () => {
    expect(templateGroups(SYSTEM, [], 'CT').map((group) => group.label)).toEqual(['System Templates: CT']);
  });

  it('is filtered by the beginnings of words, keywords included', () => {
    const chest = templateGroups(SYSTEM, [], 'CT')[0]?.items[0];
    if (!chest) throw new Error('the chest template was expected');
    expect(matches(chest, 'ch')).toBe(true);
    expect(matches(chest, 'HRCT chest')).toBe(true);
    expect(matches(chest, '')).toBe(true);
    expect(matches(chest, 'est')).toBe(false);
  });

  it('lists everything until something is typed, then what the search found before what begins alike', () => {
    const all = templateGroups(SYSTEM, CUSTOM, 'ALL');
    const listed = (typed: string, ranked: string[]) =>
      searchGroups(all, typed, ranked).map(({ label, items }) => [label, ...items.map((item) => item.label)]);
    expect(listed('', ['mr-knee'])[0]).toEqual(['', 'None']);
    expect(listed('m', ['ct-chest'])).toEqual([
      ['Best Matches', 'CT Chest'],
      ['System Templates: MRI', 'MR Knee'],
      ['Custom Templates', 'Mine', 'Joint'],
    ]);
    expect(listed('radiograph', [])).toEqual([]);
  });

  it('lists no template of another modality, whatever the search found', () => {
    expect(searchGroups(templateGroups(SYSTEM, [], 'CT'), 'knee', ['mr-knee'])).toEqual([]);
  });

  it('has a value and a label for every choice', () => {
    expect(optionValue({ kind: 'none' })).toBe('none');
    expect(optionValue({ kind: 'system', id: 'ct-chest', bodyPart: 'CT Chest' })).toBe('system:ct-chest');
    expect(choiceLabel({ kind: 'custom', id: '2', name: 'Mine' })).toBe('Mine');
    expect(choiceLabel({ kind: 'none' })).toBe('None');
  });
});
