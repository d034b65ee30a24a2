import { expect, it } from 'vitest';
import { draftText, studyOf } from './draft-format';
import { newStudy } from './study';

const STUDY = {
  ...newStudy('s', '2026-11-20'),
  report: 'FINDINGS:\n- A nodule.',
  live: [{ recordingId: 'r', committed: 'A nodule.', stretches: [{ start: 0, end: 9, place: 'report' as const }] }],
};

it('gives a study back as it was, with where its live words went', () => {
  expect(studyOf(draftText(STUDY))).toEqual(STUDY);
});

it('reads what an earlier release wrote, which knew less of a study', () => {
  const { live, dismissed, ...earlier } = STUDY;
  const { accessionNumber, referringDoctor, ...patient } = { ...STUDY.patient, patientId: '7' };
  const transcript = { text: 'A nodule.', takes: [{ recordingId: 'r', start: 0, end: 9, transcribed: 'A nodule.' }] };
  const opened = studyOf(JSON.stringify({ version: 1, study: { ...earlier, patient, transcript } }));
  expect(opened).toMatchObject({ report: STUDY.report, live: [], dismissed: [] });
  expect(opened?.patient).toEqual({ ...patient, accessionNumber: '', referringDoctor: '' });
  expect(opened?.transcript.takes).toEqual([{ ...transcript.takes[0], heard: '', doubtful: [] }]);
});

it('leaves alone what a later release wrote', () => {
  expect(studyOf(JSON.stringify({ version: 2, study: STUDY }))).toBeNull();
});
