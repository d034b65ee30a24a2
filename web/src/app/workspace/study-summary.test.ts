import { describe, expect, it } from 'vitest';
import type { StoredRecording } from '@/lib/vault/vault';
import { newStudy, type Study } from './study';
import { abandonedSummary, nameOf, stateOf, whatOf } from './study-summary';

const STUDY = newStudy('s', '2026-11-20');
const patient = (patientId: string, patientName: string): Study => ({
  ...STUDY,
  patient: { ...STUDY.patient, patientId, patientName },
});
const dictated = (text: string): Study => ({ ...STUDY, transcript: { text, takes: [] } });
const recording = (elapsedMs: number, transcribed: boolean): StoredRecording => ({
  id: 'r',
  studyId: 's',
  startedAt: 0,
  mimeType: 'audio/webm',
  elapsedMs,
  transcribed,
});
const structuredBy = { engine: 'rules', template: null, found: false, note: null, repairs: [] };

describe('a study in a list', () => {
  it('is called by its patient, else by its first words', () => {
    expect(nameOf(patient('CT-1', 'A. Patient'))).toBe('CT-1 · A. Patient');
    expect(nameOf(patient('', ' A. Patient '))).toBe('A. Patient');
    expect(nameOf(dictated('Liver normal.\nSpleen normal.'))).toBe('Liver normal');
    expect(nameOf(dictated('There is a nodule in the right upper lobe of the lung.'))).toBe(
      'There is a nodule in the right upper...',
    );
    expect(nameOf(dictated('x'.repeat(60)))).toBe(`${'x'.repeat(40)}...`);
    expect(nameOf(STUDY)).toBeNull();
    expect(nameOf(null)).toBeNull();
  });

  it('says what it is as closely as is known', () => {
    expect(whatOf({ ...STUDY, modality: 'MRI', template: { kind: 'system', id: 'x', bodyPart: 'MR Knee' } })).toBe(
      'MR Knee',
    );
    expect(whatOf({ ...STUDY, modality: 'CT' })).toBe('CT Scan');
    expect(whatOf(STUDY)).toBeNull();
  });

  it('is as far as the first thing that it waits for', () => {
    expect(stateOf(patient('CT-1', ''), [])).toEqual({ kind: 'started' });
    expect(stateOf(STUDY, [recording(3_000, false), recording(4_400, false)])).toEqual({
      kind: 'recorded',
      seconds: 7,
    });
    expect(stateOf(dictated('Liver normal.'), [recording(3_000, true)])).toEqual({ kind: 'transcribed' });
    expect(stateOf({ ...dictated('Liver normal.'), structuredBy }, [])).toEqual({ kind: 'structured' });
    // A second take that was not heard yet is what it waits for, however far the first has come.
    expect(stateOf({ ...dictated('Liver normal.'), structuredBy }, [recording(3_000, false)]).kind).toBe('recorded');
  });
});

describe('a study that was left behind', () => {
  const left = (...recordings: StoredRecording[]) =>
    abandonedSummary({ studyId: 's', touchedAt: 9_000, hasDraft: true, parkedAt: null, recordings });

  it('is told with all of its recordings that wait', () => {
    const part = { ...recording(3_420_000, false), startedAt: 1_000 };
    const rest = { ...recording(7_000, false), startedAt: 3_421_000 };
    expect(left(part, rest)).toEqual({ recordings: 2, seconds: 3_427, from: 1_000 });
    expect(left({ ...part, transcribed: true }, rest)).toEqual({ recordings: 1, seconds: 7, from: 3_421_000 });
  });

  it('has texts alone when all of it was transcribed', () => {
    expect(left(recording(3_000, true))).toEqual({ recordings: 0, seconds: 0, from: 9_000 });
  });
});
