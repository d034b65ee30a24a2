import { describe, expect, it } from 'vitest';
import { clipboardReport } from './formatted-copy';

describe('a copied report', () => {
  it('is the text itself in plain form', () => {
    const report = 'FINDINGS:\n- One.\n\nIMPRESSION:\n1. Two.';
    expect(clipboardReport(report).plain).toBe(report);
  });

  it('has headings and real lists in formatted form', () => {
    expect(clipboardReport('TECHNIQUE: Plain CT.\n\nFINDINGS:\n- One.\n- Two.\n\nIMPRESSION:\n1. Three.').html).toBe(
      '<p><b><u>TECHNIQUE:</u></b></p><p>Plain CT.</p><p><b><u>FINDINGS:</u></b></p><ul><li>One.</li><li>Two.</li></ul>' +
        '<p><b><u>IMPRESSION:</u></b></p><ol><li>Three.</li></ol>',
    );
  });

  it('has an item for each bullet, however many statements stand behind it, and the name of a study between lists', () => {
    expect(clipboardReport('FINDINGS:\nCT Brain\n- No bleed. No infarct.\nCT Sinuses\n- Maxillary: Clear.').html).toBe(
      '<p><b><u>FINDINGS:</u></b></p><p>CT Brain</p><ul><li>No bleed. No infarct.</li></ul>' +
        '<p>CT Sinuses</p><ul><li>Maxillary: Clear.</li></ul>',
    );
  });

  it('never turns text into markup', () => {
    expect(clipboardReport('Size < 5 mm & <b>').html).toBe('<p>Size &lt; 5 mm &amp; &lt;b&gt;</p>');
  });
});
