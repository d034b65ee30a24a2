/** What the workspace sends, from the study at hand. */
import { isSignedOut, messageOf } from '@/api/api-error';
import type { ChosenTemplate, ExportWordRequest, GenerateImpressionRequest, StructureReportRequest } from '@/api/types';
import { impressionSource } from '@/features/report/report-text';
import { choiceLabel } from '@/features/templates/library';
import type { ModalityChoice } from '@/features/workspace/patient';
import type { Study } from './study';

/** The template that a dictation will be put into, as every request names it. */
export function chosenTemplate({ template }: Study): ChosenTemplate {
  return {
    selectedTemplate: template.kind === 'system' ? template.bodyPart : undefined,
    customTemplateId: template.kind === 'custom' ? template.id : undefined,
  };
}

/** The title of a report whose study was not chosen. */
const UNNAMED_STUDY = 'RADIOLOGY REPORT';

type Modality = Exclude<ModalityChoice, 'ALL'>;
const MODALITIES: readonly [Modality, RegExp][] = [
  ['CT', /\bct\b/i],
  ['MRI', /\bmri?\b/i],
];

export function structureRequest(study: Study, premium: boolean): StructureReportRequest {
  const { patient } = study;
  const previousReport = premium && study.comparing ? study.previousReport.trim() : '';
  return {
    transcriptionText: study.transcript.text,
    patientId: patient.patientId,
    patientName: patient.patientName,
    studyDate: patient.studyDate,
    previousReport: previousReport || undefined,
    ...chosenTemplate(study),
    patientSex: patient.sex || undefined,
    modality: modalityOf(study) ?? undefined,
  };
}

/** The name of the template that was chosen, which names the study where it is a good one. */
export function studyNameOf({ template }: Study): string | null {
  return template.kind === 'none' ? null : choiceLabel(template);
}

/** The modality that was chosen, else that of the user's own template. */
export function modalityOf({ modality, template }: Study): Modality | null {
  if (modality !== 'ALL') return modality;
  const written = template.kind === 'custom' ? (template.modality ?? '') : '';
  const named = MODALITIES.filter(([, pattern]) => pattern.test(written)).map(([name]) => name);
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** Null when the report has no findings to make an impression from. */
export function impressionRequest(study: Study): GenerateImpressionRequest | null {
  const source = impressionSource(study.report);
  if (!source?.findings) return null;
  return { ...source, studyName: studyNameOf(study) ?? undefined, modality: modalityOf(study) ?? undefined };
}

export function exportRequest(study: Study, premium: boolean): ExportWordRequest {
  const { patient, template } = study;
  return {
    reportContent: study.report,
    patientId: patient.patientId,
    patientName: patient.patientName,
    studyDate: patient.studyDate,
    studyName: template.kind === 'system' ? template.bodyPart : UNNAMED_STUDY,
    includeSignature: premium && study.includeSignature,
    patientSex: patient.sex || undefined,
    patientAge: patient.age.trim() || undefined,
    accessionNumber: patient.accessionNumber.trim() || undefined,
    referringDoctor: patient.referringDoctor.trim() || undefined,
  };
}

/** Why a request failed, beyond what the toast says; null when nothing more is known. */
export function reasonOf(error: unknown): string | null {
  if (isSignedOut(error)) return 'You are signed out. Sign in again in another tab, then try again.';
  if (error instanceof TypeError) return 'Readout could not be reached. Check your connection, then try again.';
  return messageOf(error, '') || null;
}
