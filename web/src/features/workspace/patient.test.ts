import { describe, expect, it } from 'vitest';
import { emptyPatient, isoDate, patientSummary } from './patient';

describe('patient details', () => {
  it('start empty, with the date of today', () => {
    expect(emptyPatient('2026-11-20')).toEqual({
      patientId: '',
      patientName: '',
      studyDate: '2026-11-20',
      sex: '',
      age: '',
      accessionNumber: '',
      referringDoctor: '',
    });
  });

  it('take the date of the place', () => {
    expect(isoDate(new Date(2026, 0, 5, 0, 30))).toBe('2026-01-05');
  });

  it('have a summary of what is given', () => {
    const patient = emptyPatient('2026-11-20');
    expect(patientSummary(patient)).toBe('');
    expect(patientSummary({ ...patient, patientId: ' 7 ' })).toBe('7');
    expect(patientSummary({ ...patient, patientId: '7', patientName: 'A. Patient' })).toBe('7 · A. Patient');
  });
});
