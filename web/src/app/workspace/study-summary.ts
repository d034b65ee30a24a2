/** What a list shows of a study: whose it is, what it is, how far it has come. */
import type { DraftState } from '@/features/drafts/model';
import type { Found } from '@/features/recorder/recovery-notice';
import { MODALITIES, patientSummary } from '@/features/workspace/patient';
import type { StoredRecording, StoredStudy } from '@/lib/vault/vault';
import { awaitsStructuring, type Study } from './study';

/** Of a dictation that stands for a name. */
const MOST_CHARACTERS = 40;

/** Patient ID and name, else the first words that were written; null when there are none of either. */
export function nameOf(study: Study | null): string | null {
  if (study === null) return null;
  return patientSummary(study.patient) || firstWords(study.transcript.text) || firstWords(study.report) || null;
}

function firstWords(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  if (line.length <= MOST_CHARACTERS) return line.replace(/[.,;:]+$/, '');
  const whole = line.slice(0, MOST_CHARACTERS + 1).replace(/\s+\S*$/, '');
  return `${whole.slice(0, MOST_CHARACTERS)}...`;
}

/** The template, else the modality; null when neither was chosen. */
export function whatOf({ template, modality }: Study): string | null {
  if (template.kind === 'system') return template.bodyPart;
  if (template.kind === 'custom') return template.name;
  return modality === 'ALL' ? null : (MODALITIES.find(({ value }) => value === modality)?.label ?? null);
}

/** A study is as far as the first thing that it still waits for. */
export function stateOf(study: Study | null, recordings: readonly StoredRecording[]): DraftState {
  const seconds = waitingSeconds(recordings);
  if (seconds > 0) return { kind: 'recorded', seconds };
  if (study === null) return { kind: 'started' };
  if (awaitsStructuring(study)) return { kind: 'transcribed' };
  return { kind: study.structuredBy ? 'structured' : 'started' };
}

const waitingOf = (recordings: readonly StoredRecording[]) => recordings.filter(({ transcribed }) => !transcribed);

/** How long the recordings are, in seconds, that were not transcribed. */
function waitingSeconds(recordings: readonly StoredRecording[]): number {
  return Math.round(waitingOf(recordings).reduce((sum, { elapsedMs }) => sum + elapsedMs, 0) / 1000);
}

/** What the notice shows of a study that was left behind: all that Discard would delete, from its beginning. */
export function abandonedSummary({ recordings, touchedAt }: StoredStudy): Found {
  const waiting = waitingOf(recordings);
  const [first] = waiting;
  return {
    recordings: waiting.length,
    seconds: waitingSeconds(waiting),
    from: first ? first.startedAt : touchedAt,
  };
}
