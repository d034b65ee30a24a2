import { describe, expect, it } from 'vitest';
import type { GeneratedImpression, StructuredReport, SystemTemplate } from '@/api/types';
import {
  amend,
  awaitsStructuring,
  chooseCustomTemplate,
  chooseModality,
  chooseNoTemplate,
  chooseSystemTemplate,
  isBlank,
  newStudy,
  openHistory,
  putBack,
  redo,
  type StudyHistory,
  startNewReport,
  takeImpression,
  takeStructured,
  takeTranscript,
  undo,
} from './study';

const CHEST: SystemTemplate = {
  id: 'ct-chest',
  modality: 'CT',
  bodyPart: 'CT Chest',
  keywords: [],
  sex: null,
  contrast: false,
  technique: 'Plain CT.',
  findings: [{ anatomy: 'lung', text: 'Lungs are clear.' }],
  impression: ['Normal.'],
  reportText: 'TECHNIQUE:\nPlain CT.\n\nFINDINGS:\n- Lungs are clear.\n\nIMPRESSION:\n1. Normal.',
};

const STRUCTURED: StructuredReport = {
  clinicalHistory: '',
  technique: 'Plain CT.',
  findings: '- A nodule.',
  comparison: null,
  impression: '',
  statements: [
    { section: 'findings', text: 'A nodule.', origin: 'dictated', spans: [{ start: 0, end: 6 }], flags: [] },
  ],
  flags: [],
  repairs: [],
  setAside: [],
  takenBack: [],
  engine: { name: 'rules' },
  template: { id: 'ct-chest', ids: ['ct-chest'], name: 'CT Chest' },
};

const GENERATED: GeneratedImpression = {
  impression: '1. Nodule.\n2. Follow up.',
  leftOut: ['Simple cyst.'],
  flags: [],
  engine: { name: 'rules', note: 'The model did not answer.' },
};

const SENT = { transcriptionText: 'a nodule' };

const begin = () => openHistory(newStudy('one', '2026-11-20'));
const typed = (history: StudyHistory, report: string) => amend(history, { report });

describe('templates', () => {
  it('fill the report and are remembered', () => {
    const { study } = chooseSystemTemplate(begin(), CHEST);
    expect(study.report).toBe(CHEST.reportText);
    expect(study.template).toEqual({ kind: 'system', id: 'ct-chest', bodyPart: 'CT Chest' });
    expect(study.statements.map(({ origin, text }) => [origin, text])).toEqual([
      ['template', 'Plain CT.'],
      ['template', 'Lungs are clear.'],
      ['template', 'Normal.'],
    ]);
    const own = chooseCustomTemplate(begin(), {
      id: '7',
      name: 'Mine',
      content: 'FINDINGS:\r\nx',
      modality: 'MR',
    }).study;
    expect([own.report, own.template]).toEqual([
      'FINDINGS:\nx',
      { kind: 'custom', id: '7', name: 'Mine', modality: 'MR' },
    ]);
    expect(own.statements).toMatchObject([{ section: 'findings', text: 'x', origin: 'template' }]);
  });

  it('are reset, and the report cleared, by a change of modality and by choosing none', () => {
    for (const cleared of [
      chooseModality(chooseSystemTemplate(begin(), CHEST), 'MRI'),
      chooseNoTemplate(typed(begin(), 'x')),
    ]) {
      expect(cleared.study.template).toEqual({ kind: 'none' });
      expect(cleared.study.report).toBe('');
    }
    expect(chooseModality(begin(), 'ALL').study).toEqual(begin().study);
  });
});

describe('replacing text', () => {
  it('is one step back, template and modality included', () => {
    const chosen = amend(chooseSystemTemplate(begin(), CHEST), { modality: 'ALL' });
    const changed = chooseModality(typed(chosen, 'my own words'), 'MRI');
    const back = undo(changed);
    expect(back.study.report).toBe('my own words');
    expect(back.study.modality).toBe('ALL');
    expect(back.study.template).toMatchObject({ id: 'ct-chest' });
    expect(back.past).toEqual([]);
  });

  it('keeps what was changed elsewhere when it is undone', () => {
    const structured = takeStructured(typed(begin(), 'old'), STRUCTURED, SENT);
    const named = amend(structured, { patient: { ...structured.study.patient, patientName: 'A. Patient' } });
    const back = undo(named);
    expect(back.study.report).toBe('old');
    expect(back.study.patient.patientName).toBe('A. Patient');
  });

  it('loses nothing typed after it when it is undone and redone', () => {
    const structured = takeStructured(typed(begin(), 'old'), STRUCTURED, SENT);
    const edited = typed(structured, `${structured.study.report} and more`);
    const again = redo(undo(edited));
    expect(again.study.report).toBe(edited.study.report);
    expect(undo(again).study.report).toBe('old');
  });

  it('is no step where nothing was lost', () => {
    expect(takeStructured(begin(), STRUCTURED, SENT).past).toEqual([]);
    expect(takeTranscript(begin(), { text: 'x', takes: [] }).past).toEqual([]);
    const longer = takeTranscript(amend(begin(), { transcript: { text: 'x', takes: [] } }), {
      text: 'x\ny',
      takes: [],
    });
    expect(longer.past).toEqual([]);
  });

  it('of a take is one step back', () => {
    const first = amend(begin(), { transcript: { text: 'liver', takes: [] } });
    const again = takeTranscript(first, { text: 'the liver', takes: [] });
    expect(undo(again).study.transcript.text).toBe('liver');
  });
});

describe('a structured report', () => {
  it('is awaited as long as there is a dictation without one, also on top of a template', () => {
    const dictated = amend(begin(), { transcript: { text: 'A nodule.', takes: [] } });
    expect(awaitsStructuring(begin().study)).toBe(false);
    expect(awaitsStructuring(chooseSystemTemplate(dictated, CHEST).study)).toBe(true);
    expect(awaitsStructuring(takeStructured(dictated, STRUCTURED, SENT).study)).toBe(false);
  });

  it('is printed in the report text format, with the origin of its statements', () => {
    const { study } = takeStructured(begin(), STRUCTURED, SENT);
    expect(study.report).toBe('TECHNIQUE:\nPlain CT.\n\nFINDINGS:\n- A nodule.');
    expect(study.statements).toBe(STRUCTURED.statements);
    expect(study.structuredBy).toMatchObject({ engine: 'rules', template: 'CT Chest', found: true, note: null });
    expect(study.template).toEqual({ kind: 'system', id: 'ct-chest', bodyPart: 'CT Chest' });
  });

  it('remembers what it was made from, and apart what it lost and what it has otherwise', () => {
    const lost = { kind: 'lost', message: 'Lost.', text: 'x', section: null, statement: null, dictated: null } as const;
    const altered = { ...lost, kind: 'changed', statement: 0 } as const;
    const structured = { ...STRUCTURED, flags: [altered, lost] };
    const { study } = takeStructured(begin(), structured, { ...SENT, previousReport: 'old' });
    expect([study.lost, study.altered]).toEqual([[lost], [altered]]);
    expect(study.madeFrom).toEqual({ transcriptionText: 'a nodule', previousReport: 'old', report: study.report });
    expect(chooseNoTemplate(amend(begin(), study)).study).toMatchObject({ lost: [], altered: [], madeFrom: null });
  });

  it('takes an impression as derived, in one undoable step', () => {
    const structured = takeStructured(begin(), STRUCTURED, SENT);
    const whole = takeImpression(structured, GENERATED);
    expect(whole.study.leftOut).toEqual(['Simple cyst.']);
    expect(takeStructured(whole, STRUCTURED, SENT).study.leftOut).toEqual([]);
    expect(whole.study.report).toContain('IMPRESSION:\n1. Nodule.\n2. Follow up.');
    expect(whole.study.statements.filter(({ origin }) => origin === 'derived').map(({ text }) => text)).toEqual([
      'Nodule.',
      'Follow up.',
    ]);
    expect(undo(whole).study).toEqual(structured.study);
  });

  it('leaves lines out that can be put back, once and undone', () => {
    const left = { text: 'Lungs are clear.', reason: 'doubtful', because: 'A nodule.', before: 0 } as const;
    const made = takeStructured(begin(), { ...STRUCTURED, setAside: [left] }, SENT);
    const [line] = made.study.setAside ?? [];
    if (!line) throw new Error('no line was set aside');
    expect(line).toEqual({ ...left, before: 'A nodule.' });
    const back = putBack(made, line);
    expect(back.study.report).toContain('- Lungs are clear.\n- A nodule.');
    expect(back.study.setAside).toEqual([]);
    expect(back.study.statements.map(({ text }) => text)).toContain('Lungs are clear.');
    expect(putBack(back, line)).toBe(back);
    expect(undo(back).study).toEqual(made.study);
    expect(chooseNoTemplate(made).study.setAside).toEqual([]);
  });
});

describe('what was taken back', () => {
  it('belongs to the report that was structured, and goes with it', () => {
    const made = takeStructured(begin(), { ...STRUCTURED, takenBack: ['9 cm sorry'] }, SENT);
    expect(made.study.takenBack).toEqual(['9 cm sorry']);
    expect(chooseNoTemplate(made).study.takenBack).toEqual([]);
    expect(takeStructured(begin(), STRUCTURED, SENT).study.takenBack).toEqual([]);
  });
});

describe('a generated impression', () => {
  it('tells which engine wrote it and why, until another report stands there', () => {
    const whole = takeImpression(takeStructured(begin(), STRUCTURED, SENT), GENERATED);
    expect(whole.study.impressionBy).toEqual({ engine: 'rules', note: 'The model did not answer.' });
    const again = takeImpression(whole, { ...GENERATED, impression: '1. Mass.', engine: { name: 'scribe-7b' } });
    expect(again.study.impressionBy).toEqual({ engine: 'scribe-7b', note: null });
    expect(undo(again).study.impressionBy).toEqual(whole.study.impressionBy);
    for (const other of [
      takeStructured(whole, STRUCTURED, SENT),
      chooseSystemTemplate(whole, CHEST),
      chooseNoTemplate(whole),
    ]) {
      expect(other.study.impressionBy).toBeNull();
    }
  });

  it('carries the flags of its lines', () => {
    const said = { kind: 'changed', message: 'The findings say right.' } as const;
    const flag = { ...said, text: 'Follow up.', section: 'impression', statement: 1, dictated: null } as const;
    const { study } = takeImpression(takeStructured(begin(), STRUCTURED, SENT), { ...GENERATED, flags: [flag] });
    expect(study.statements.filter(({ origin }) => origin === 'derived').map(({ flags }) => flags)).toEqual([
      [],
      [said],
    ]);
  });
});

describe('New Report', () => {
  const first = (): StudyHistory => {
    const study = {
      ...newStudy('one', '2026-11-19'),
      patient: {
        patientId: 'FIRST-1',
        patientName: 'First Patient',
        studyDate: '2026-11-01',
        sex: 'female',
        age: '61',
        accessionNumber: 'ACC-FIRST',
        referringDoctor: 'Dr First Referrer',
      } as const,
      modality: 'CT' as const,
      transcript: { text: 'first dictation', takes: [] },
      previousReport: 'first prior',
      comparing: true,
      includeSignature: true,
    };
    return takeStructured(openHistory({ ...study, report: 'first report' }), STRUCTURED, SENT);
  };

  it('clears everything that came from the patient and keeps the modality', () => {
    const { study } = startNewReport(first(), 'two', '2026-11-20', false);
    expect(study).toEqual({ ...newStudy('two', '2026-11-20'), modality: 'CT', includeSignature: true });
    expect(isBlank(study)).toBe(true);
  });

  it('can be undone until the next patient begins', () => {
    expect(undo(startNewReport(first(), 'two', '2026-11-20', false)).study).toEqual(first().study);
  });

  it('leaves nothing of the first patient once the second has begun', () => {
    const cleared = startNewReport(first(), 'two', '2026-11-20', false);
    const second = amend(cleared, { patient: { ...cleared.study.patient, patientId: 'SECOND-2' } });
    const everything = JSON.stringify(second);
    for (const trace of ['FIRST-1', 'First Patient', 'ACC-FIRST', 'Referrer', 'first', '61', 'nodule', '2026-11-01']) {
      expect(everything).not.toContain(trace);
    }
    expect(undo(second).study.patient.patientId).toBe('SECOND-2');
  });

  it('takes a number or a name that stands alone for something of a patient', () => {
    const blank = newStudy('one', '2026-11-19');
    expect(isBlank({ ...blank, patient: { ...blank.patient, studyDate: '2026-11-01' } })).toBe(true);
    for (const given of [{ accessionNumber: 'ACC-1' }, { referringDoctor: 'Dr P. Shah' }]) {
      expect(isBlank({ ...blank, patient: { ...blank.patient, ...given } })).toBe(false);
    }
  });

  it('is no step when there was nothing to clear', () => {
    expect(startNewReport(begin(), 'two', '2026-11-20', false).past).toEqual([]);
  });
});
