import { expect, it } from 'vitest';
import type { CustomTemplate } from '@/api/types';
import { nameOfFile, parseTemplateFile, planImport, templateFile } from './template-file';

const LIVER: CustomTemplate = { id: '1', name: 'Liver', content: 'Normal liver.\n', modality: 'CT' };
const KNEE: CustomTemplate = { id: '2', name: 'Knee', content: 'Menisci intact.', modality: null };
const without = ({ name, content, modality }: CustomTemplate) => ({ name, content, modality });

function refuses(text: string, reason: RegExp) {
  expect(() => parseTemplateFile(text)).toThrow(reason);
}

it('reads what it wrote', async () => {
  const text = await templateFile([LIVER, KNEE]).text();
  expect(parseTemplateFile(text)).toEqual([LIVER, KNEE].map(without));
  expect(text).not.toContain('"id"');
});

it('reads a bare list, a file without a modality, and one that begins with a byte order mark', () => {
  expect(parseTemplateFile('\uFEFF[{"name":" Knee ","content":"Menisci intact.","modality":" "}]')).toEqual([
    without(KNEE),
  ]);
  expect(parseTemplateFile('{"templates":[{"name":"Knee","content":"Menisci intact."}]}')).toEqual([without(KNEE)]);
});

it('says what is wrong with a file, and with which template of it', () => {
  refuses('FINDINGS:', /no JSON/);
  refuses('{"patients":[]}', /no list named "templates"/);
  refuses('{"format":"other","templates":[]}', /its format is not/);
  refuses('{"format":"readout-templates","version":2,"templates":[]}', /later release/);
  refuses('[]', /no templates/);
  refuses('[{"name":"A","content":"B"},{"name":" ","content":"B"}]', /^Template 2 of this file has no name\.$/);
  refuses('[{"name":"A"}]', /^Template 1 of this file has no content\.$/);
  refuses('[{"name":"A","content":"B","modality":7}]', /modality/);
  refuses('["A"]', /not written as a template/);
});

it('leaves out what is there to the letter and what comes twice', () => {
  const changed = { ...without(LIVER), content: 'Enlarged liver.' };
  const plan = planImport([without(LIVER), without(KNEE), changed, changed], [LIVER]);
  expect(plan.added).toEqual([without(KNEE), changed]);
  expect(plan.skipped).toBe(2);
});

it('calls a template of a text file what the file is called', () => {
  expect(nameOfFile('MR Knee.v2.txt')).toBe('MR Knee.v2');
});
