import { expect, it } from 'vitest';
import { statementsOfText } from './template-statements';

const read = (content: string) => statementsOfText(content).map(({ section, text }) => [section, text]);

it('takes a line of a template as a statement of its section, without bullets, numbers and headings', () => {
  const content =
    'TECHNIQUE: Plain CT.\n\nFINDINGS:\n- Liver: ___ cm.\n* Spleen is normal.\n\nIMPRESSION:\n1. Normal study.';
  expect(read(content)).toEqual([
    ['technique', 'Plain CT.'],
    ['findings', 'Liver: ___ cm.'],
    ['findings', 'Spleen is normal.'],
    ['impression', 'Normal study.'],
  ]);
});

it('takes what stands above the first heading for findings, and every statement for the template', () => {
  expect(read('Liver is normal.\n\n  3.5 mm slices.  ')).toEqual([
    ['findings', 'Liver is normal.'],
    ['findings', '3.5 mm slices.'],
  ]);
  expect(statementsOfText('x').every(({ origin }) => origin === 'template')).toBe(true);
  expect(read(' \n- \n')).toEqual([]);
});
