import { describe, expect, it } from 'vitest';
import type { ConservationFlag, ConservationFlagInText } from '@/api/types';
import { askedAgain, asksOfImpression, conservationFlags, type Told } from './conservation';
import type { Statement } from './marks';

const DICTATED = 'A 4 mm stone in the left kidney. hernia in the right groin';
const REPORT = 'FINDINGS:\n- A 5 mm stone in the left kidney.\n- Liver is normal.\n\nIMPRESSION:\n1. Renal stone.';
const range = (text: string, words: string) => ({
  start: text.indexOf(words),
  end: text.indexOf(words) + words.length,
});

const LOST: ConservationFlag = {
  kind: 'lost',
  message: 'Dictated but not in the report: hernia in the right groin',
  text: 'hernia in the right groin',
  section: null,
  statement: null,
  dictated: range(DICTATED, 'hernia in the right groin'),
};
const ALTERED: ConservationFlag = {
  kind: 'changed',
  message: 'Dictated 4 mm, the report says 5 mm.',
  text: 'A 5 mm stone in the left kidney.',
  section: 'findings',
  statement: 0,
  dictated: range(DICTATED, 'A 4 mm stone in the left kidney.'),
};
const { kind, message } = ALTERED;
const STATEMENTS: readonly Statement[] = [
  { section: 'findings', text: ALTERED.text, origin: 'dictated', spans: [], flags: [{ kind, message }] },
  { section: 'findings', text: 'Liver is normal.', origin: 'template', spans: [], flags: [] },
  { section: 'impression', text: 'Renal stone.', origin: 'derived', spans: [], flags: [] },
];
const TOLD: Told = {
  statements: STATEMENTS,
  lost: [LOST],
  altered: [ALTERED],
  madeFrom: { transcriptionText: DICTATED, previousReport: null, report: REPORT },
  transcript: DICTATED,
};
const inText = (flag: ConservationFlag, report: string, words: string | null): ConservationFlagInText => ({
  ...flag,
  place: words === null ? null : range(report, words),
});
const applied = (report: string, told = TOLD) => {
  const fix = conservationFlags(report, told, null).find(({ label }) => label === 'Not in report')?.fix;
  return fix && report.slice(0, fix.start) + fix.replacement + report.slice(fix.end);
};

describe('what was dictated and is not in the report', () => {
  it('shows where it was dictated, wherever that stands in the preview now', () => {
    const words = (transcript: string) => {
      const [flag] = conservationFlags(REPORT, { ...TOLD, transcript }, null);
      return flag?.dictated && transcript.slice(flag.dictated.start, flag.dictated.end);
    };
    expect(words(DICTATED)).toBe(LOST.text);
    expect(words(`Follow up. ${DICTATED}, reducible`)).toBe(LOST.text);
    expect(words(`${LOST.text}. Something else.`)).toBe(LOST.text);
    expect(words('Something else.')).toBeNull();
  });

  it('is put into its section as a sentence, in the manner of the lines there', () => {
    expect(applied(REPORT)).toBe(REPORT.replace('Liver is normal.', 'Liver is normal.\n- Hernia in the right groin.'));
    const concluded = { ...TOLD, lost: [{ ...LOST, section: 'impression' as const }] };
    expect(applied(REPORT, concluded)).toBe(`${REPORT}\n2. Hernia in the right groin.`);
    const history = { ...TOLD, lost: [{ ...LOST, section: 'clinicalHistory' as const }] };
    expect(applied(REPORT, history)).toBe(`CLINICAL HISTORY:\nHernia in the right groin.\n\n${REPORT}`);
  });

  it('marks the words that it puts in, and nothing around them, as dictated', () => {
    const fix = conservationFlags(REPORT, TOLD, null)[0]?.fix;
    const report = applied(REPORT);
    expect(fix?.putIn?.words).toBe('Hernia in the right groin.');
    expect(report?.indexOf('Hernia in the right groin.')).toBe(fix?.putIn?.start);
  });

  it('is told no more once it stands in its section, and still when it stands denied or elsewhere', () => {
    const told = (report: string) => conservationFlags(report, TOLD, null).map(({ label }) => label);
    expect(told(applied(REPORT) ?? '')).not.toContain('Not in report');
    expect(told(REPORT.replace('Liver', 'No hernia in the right groin.\n- Liver'))).toContain('Not in report');
    expect(told(`${REPORT}\n2. Hernia in the right groin.`)).toContain('Not in report');
  });
});

describe('a report with several statements behind a bullet', () => {
  const statements: readonly Statement[] = [
    ...STATEMENTS,
    { section: 'findings', text: 'No ascites.', origin: 'template', spans: [], flags: [] },
  ];
  const toldOf = (report: string): Told => ({
    ...TOLD,
    statements,
    madeFrom: { transcriptionText: DICTATED, previousReport: null, report },
  });
  const byOrgan = 'FINDINGS:\n- A 5 mm stone in the left kidney. No ascites.\n- Liver is normal.';
  const labelled = 'FINDINGS:\n- Kidneys: A 5 mm stone in the left kidney.\n- Pelvis: No ascites.';
  const labels = (report: string, told: Told) => conservationFlags(report, told, null).map(({ label }) => label);

  it('has its doubtful statement marked, and not the whole bullet', () => {
    const flag = conservationFlags(byOrgan, toldOf(byOrgan), null).find(({ label }) => label === 'Not as dictated');
    expect(flag?.place).toEqual(range(byOrgan, ALTERED.text));
  });

  it('has what was lost as soon as it stands among the others', () => {
    const put = byOrgan.replace('No ascites.', 'Hernia in the right groin. No ascites.');
    expect(labels(byOrgan, toldOf(byOrgan))).toContain('Not in report');
    expect(labels(put, toldOf(byOrgan))).not.toContain('Not in report');
    expect(applied(byOrgan, toldOf(byOrgan))).toBe(`${byOrgan}\n- Hernia in the right groin.`);
  });

  it('has it behind the name of an organ, and not behind words that take it back', () => {
    const told = toldOf(labelled);
    expect(labels(labelled.replace('No ascites', 'Hernia in the right groin'), told)).not.toContain('Not in report');
    expect(labels(labelled.replace('Pelvis: No ascites', 'Absent: Hernia in the right groin'), told)).toContain(
      'Not in report',
    );
  });
});

describe('an edited report', () => {
  const EDITED = REPORT.replace('5 mm', '6 mm');
  const labels = (report: string, conservation: readonly ConservationFlagInText[]) =>
    conservationFlags(report, TOLD, { text: report, conservation, impression: null }).map(({ label, place }) => [
      label,
      place && report.slice(place.start, place.end),
    ]);

  it('is asked about with what it was made from, and only when something was told of it', () => {
    expect(askedAgain(REPORT, TOLD)).toBeNull();
    expect(askedAgain(EDITED, { ...TOLD, lost: [], altered: [] })).toBeNull();
    expect(askedAgain(EDITED, { ...TOLD, madeFrom: null })).toBeNull();
    expect(askedAgain(EDITED, TOLD)).toEqual({
      transcriptionText: DICTATED,
      previousReport: null,
      templateText: 'FINDINGS:\nLiver is normal.',
    });
  });

  it('keeps the flag of a statement that was edited until it is known whether it holds', () => {
    const [, flag] = conservationFlags(EDITED, TOLD, { text: REPORT, conservation: null, impression: null });
    expect(flag?.label).toBe('Not as dictated');
    expect(EDITED.slice(flag?.place?.start, flag?.place?.end)).toBe('A 6 mm stone in the left kidney.');
  });

  it('is flagged as long as the gate says so, with what it says now', () => {
    const still = { ...ALTERED, message: 'Dictated 4 mm, the report says 6 mm.' };
    const place = 'A 6 mm stone in the left kidney.';
    expect(labels(EDITED, [inText(still, EDITED, place)])).toEqual([['Not as dictated', place]]);
    expect(labels(REPORT.replace('5 mm', '4 mm'), [])).toEqual([]);
    expect(labels(EDITED, [inText(LOST, EDITED, null)])).toEqual([['Not in report', null]]);
  });

  it('tells the same flags by the same ids as before it was edited, one for each sentence', () => {
    const text = 'Spleen is large. Liver is fatty.';
    const invented = { kind: 'invented' as const, message: 'Neither dictated nor in the template.' };
    const altered = ['Spleen is large.', 'Liver is fatty.'].map(
      (sentence): ConservationFlag => ({ ...ALTERED, ...invented, text: sentence, dictated: null }),
    );
    const statements = STATEMENTS.slice(0, 1).map((each) => ({ ...each, text, flags: [invented, invented] }));
    const told = { ...TOLD, lost: [], altered, statements };
    const report = `FINDINGS:\n- ${text}`;
    const before = conservationFlags(report, told, null).map(({ id }) => id);
    const edited = `${report}\n- Kidneys are normal.`;
    const conservation = altered.map((flag) => inText(flag, edited, flag.text));
    const after = conservationFlags(edited, told, { text: edited, conservation, impression: null }).map(({ id }) => id);
    expect(new Set(before).size).toBe(2);
    expect(after).toEqual(before);
  });

  it('has words of the radiologist that nobody dictated, and they are no fault', () => {
    const own = { ...ALTERED, kind: 'invented' as const, message: '"9 cm" was not dictated.', dictated: null };
    expect(labels(EDITED, [inText(own, EDITED, 'Liver is normal.')])).toEqual([]);
    const elsewhere = { ...ALTERED, dictated: { start: 500, end: 510 } };
    expect(labels(EDITED, [inText(elsewhere, EDITED, 'Liver')])).toEqual([]);
  });

  it('tells of what was invented at first, and not of what the radiologist adds to it', () => {
    const message = 'Neither dictated nor in the template.';
    const invented = { ...ALTERED, kind: 'invented' as const, message, text: 'Liver is normal.', dictated: null };
    const report = `${REPORT}\n2. Gallstones.`;
    const own = { ...invented, text: 'Gallstones.' };
    const conservation = [inText(invented, report, invented.text), inText(own, report, own.text)];
    const told = { ...TOLD, altered: [invented] };
    const flags = conservationFlags(report, told, { text: report, conservation, impression: null });
    expect(flags.map(({ place }) => place)).toEqual([range(report, 'Liver is normal.')]);
  });

  it('has words of the radiologist beside those that were changed, and still loses what was changed', () => {
    const own = { ...ALTERED, kind: 'invented' as const, message: '"9 cm" was not dictated.' };
    expect(labels(EDITED, [inText(own, EDITED, 'A 6 mm stone in the left kidney.')])).toEqual([]);
    const deleted = REPORT.replace('- A 5 mm stone in the left kidney.\n', '');
    const lost = { ...ALTERED, kind: 'lost' as const, text: 'A 4 mm stone in the left kidney.', statement: null };
    expect(labels(deleted, [inText(lost, deleted, null)])).toEqual([['Not in report', null]]);
  });

  it('keeps the flags of what was generated while it stands', () => {
    const doubtful = { kind: 'invented' as const, message: 'Not in the findings.' };
    const statements = STATEMENTS.map((each) => (each.origin === 'derived' ? { ...each, flags: [doubtful] } : each));
    const flags = conservationFlags(
      EDITED,
      { ...TOLD, statements },
      { text: EDITED, conservation: [], impression: null },
    );
    expect(flags.map(({ label }) => label)).toEqual(['Not in findings']);
  });

  it('keeps of what was generated only what the findings still say, also when its line was edited', () => {
    const doubtful = { kind: 'invented' as const, message: 'Not in the findings.' };
    const statements = STATEMENTS.map((each) => (each.origin === 'derived' ? { ...each, flags: [doubtful] } : each));
    const told = { ...TOLD, statements };
    expect(asksOfImpression(told)).toBe(true);
    expect(asksOfImpression(TOLD)).toBe(false);
    const report = REPORT.replace('Renal stone', 'Large renal stone');
    const still = {
      ...doubtful,
      text: 'Large renal stone.',
      section: 'impression' as const,
      statement: 0,
      dictated: null,
    };
    const own = { ...still, message: 'The radiologist knows more.' };
    const impression = [inText(still, report, still.text), inText(own, report, still.text)];
    const flags = conservationFlags(report, told, { text: report, conservation: [], impression });
    expect(flags.map(({ label, place }) => [label, place])).toEqual([['Not in findings', range(report, still.text)]]);
    const before = conservationFlags(REPORT, told, null).find(({ label }) => label === 'Not in findings');
    expect(flags[0]?.id).toBe(before?.id);
    expect(conservationFlags(report, told, { text: report, conservation: [], impression: [] })).toEqual([]);
  });

  it('still tells a wrong value of what was generated when it became another wrong one', () => {
    const wrong = { kind: 'changed' as const, message: 'The findings say 4 mm, the impression says 5 mm.' };
    const statements = STATEMENTS.map((each) => (each.origin === 'derived' ? { ...each, flags: [wrong] } : each));
    const report = REPORT.replace('Renal stone', 'Renal stone of 6 mm');
    const text = 'Renal stone of 6 mm.';
    const message = 'The findings say 4 mm, the impression says 6 mm.';
    const now = {
      kind: 'changed' as const,
      message,
      text,
      section: 'impression' as const,
      statement: 0,
      dictated: null,
    };
    const checked = { text: report, conservation: [], impression: [inText(now, report, text)] };
    const flags = conservationFlags(report, { ...TOLD, statements }, checked);
    expect(flags.map((flag) => flag.message)).toEqual([message]);
  });

  it('keeps no flag of a comparison that holds no more: that was not generated', () => {
    const compared = { section: 'comparison' as const, text: 'Stone was 3 mm.', origin: 'derived' as const, spans: [] };
    const statements = [{ ...compared, flags: [{ kind, message }] }];
    const told = { ...TOLD, lost: [], statements };
    const report = `${REPORT}\n\nCOMPARISON:\n${compared.text}`;
    expect(conservationFlags(report, told, null).map(({ label }) => label)).toEqual(['Not as dictated']);
    expect(conservationFlags(report, told, { text: report, conservation: [], impression: null })).toEqual([]);
  });
});
