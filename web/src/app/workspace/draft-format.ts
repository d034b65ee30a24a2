/** How a study is written into the browser's storage, and read back. */
import { openTranscript } from '@/features/workspace/transcript';
import { newStudy, type Study } from './study';

const DRAFT_VERSION = 1;

export function draftText(study: Study): string {
  return JSON.stringify({ version: DRAFT_VERSION, study });
}

/**
 * The study of a draft; null when it was written by a release whose drafts this one cannot read. What an earlier release
 * did not know of a study is as it is in a new one.
 */
export function studyOf(text: string): Study | null {
  const { version, study } = JSON.parse(text) as { version: number; study: Study };
  if (version !== DRAFT_VERSION) return null;
  const fresh = newStudy(study.id, study.patient.studyDate);
  const patient = { ...fresh.patient, ...study.patient };
  return { ...fresh, ...study, patient, transcript: openTranscript(study.transcript) };
}
