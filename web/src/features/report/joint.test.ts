import { describe, expect, it } from 'vitest';
import { joined } from './joint';

/** The caret stands at the bar. */
function check(text: string, words: string, result: string): void {
  const [before = '', after = ''] = text.split('|');
  expect(before + joined(before, words, after) + after).toBe(result);
}

describe('dictated words at the caret', () => {
  it('begin a sentence with a capital and go on in one without', () => {
    check('FINDINGS:\n- |', 'no stone.', 'FINDINGS:\n- No stone.');
    check('Liver is normal.|', 'spleen is normal.', 'Liver is normal. Spleen is normal.');
    check('There is |', 'A nodule', 'There is a nodule');
    check('There is a |', 'Large cyst', 'There is a large cyst');
    check('1. |', 'nodule.', '1. Nodule.');
  });

  it('keep the capitals of names, abbreviations and levels', () => {
    check('There is a |', 'Baker cyst', 'There is a Baker cyst');
    check('There is a |', "Baker's cyst", "There is a Baker's cyst");
    check('seen on |', 'CT', 'seen on CT');
    check('disc at |', 'L4-L5', 'disc at L4-L5');
    check('on |', 'T2 images', 'on T2 images');
  });

  it('are parted from their neighbours by one space, and none before punctuation', () => {
    check('Liver|', ' normal', 'Liver normal');
    check('Liver |', ' normal', 'Liver normal');
    check('Liver|', ', normal', 'Liver, normal');
    check('A |cyst', 'large', 'A large cyst');
    check('A |. Next.', 'cyst.', 'A cyst. Next.');
    check('(|)', 'right', '(right)');
  });

  it('do not say again what stands behind a blank', () => {
    check('measures | mm.', '4 mm', 'measures 4 mm.');
    check('measures | in size.', '4 mm.', 'measures 4 mm in size.');
    check('measures | cm', '4 mm', 'measures 4 mm cm');
  });

  it('keep the lines that were dictated', () => {
    check('- Liver normal.|', '\n', '- Liver normal.\n');
    check('- Liver normal.|', '\nspleen normal.', '- Liver normal.\nSpleen normal.');
    check('A.|', '\n\nB', 'A.\n\nB');
    check('|', '', '');
  });
});
