/** What the Patient Information card holds about the study at hand. All of it is optional text. */

export type ModalityChoice = 'ALL' | 'CT' | 'MRI';

export type SexChoice = '' | 'female' | 'male';

export interface PatientDetails {
  readonly patientId: string;
  readonly patientName: string;
  /** ISO date. */
  readonly studyDate: string;
  readonly sex: SexChoice;
  readonly age: string;
  readonly accessionNumber: string;
  readonly referringDoctor: string;
}

export const MODALITIES: readonly { readonly value: ModalityChoice; readonly label: string }[] = [
  { value: 'ALL', label: 'All Templates' },
  { value: 'CT', label: 'CT Scan' },
  { value: 'MRI', label: 'MRI' },
];

export const SEXES: readonly { readonly value: SexChoice; readonly label: string }[] = [
  { value: '', label: 'Not given' },
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
];

export function emptyPatient(today: string): PatientDetails {
  return {
    patientId: '',
    patientName: '',
    studyDate: today,
    sex: '',
    age: '',
    accessionNumber: '',
    referringDoctor: '',
  };
}

/** The date where the radiologist sits, not the one in Greenwich. */
export function isoDate(now: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** One line for the folded card. */
export function patientSummary({ patientId, patientName }: PatientDetails): string {
  return [patientId.trim(), patientName.trim()].filter(Boolean).join(' · ');
}
