/**
 * The workspace of one page: the study, the recorder and what a command does to them. Knows nothing of React. A result
 * that arrives after New Report belongs to a patient who has left, and is dropped.
 */
import type { CustomTemplate, SystemTemplate } from '@/api/types';
import { toast } from '@/components/ui/toast-store';
import { transcribe } from '@/features/recorder/api';
import type { OpenCapture } from '@/features/recorder/capture';
import { createRecorder, type Recorder } from '@/features/recorder/recorder';
import { isUnderWay, type Recording } from '@/features/recorder/recorder-state';
import { download, exportWord, generateImpression, reportFileName, structureReport } from '@/features/report/api';
import { copyReport } from '@/features/report/formatted-copy';
import { isoDate, type ModalityChoice } from '@/features/workspace/patient';
import { edit, type Heard, keepBoth, receive, replaceTake } from '@/features/workspace/transcript';
import { createStore } from '@/lib/store';
import type { StoredStudy } from '@/lib/vault/vault';
import { exportRequest, impressionRequest, reasonOf, structureRequest } from './requests';
import * as studies from './study';
import type { StudyKeeping } from './study-keeping';

export interface Activity {
  /** The request whose result changes the study; there is one at a time. */
  readonly running: 'transcribe' | 'structure' | 'impression' | null;
  readonly exporting: boolean;
  /** For a moment after the report went to the clipboard. */
  readonly copied: boolean;
  readonly recovering: boolean;
  /** A take that was edited was transcribed again: the radiologist decides. */
  readonly undecided: Heard | null;
  /** Why the last request failed, in sentences. */
  readonly recorderFailure: string | null;
  readonly reportFailure: string | null;
}

const AT_REST: Activity = {
  running: null,
  exporting: false,
  copied: false,
  recovering: false,
  undecided: null,
  recorderFailure: null,
  reportFailure: null,
};

const COPIED_MS = 2_500;
const SEARCH_AGAIN_MS = 2_000;

export interface WorkspaceOptions {
  readonly keeping: StudyKeeping;
  /** Asked when it matters: access may begin or end while the page is open. */
  readonly hasPremium: () => boolean;
  readonly openCapture?: OpenCapture;
  readonly now?: () => number;
  readonly newId?: () => string;
}

export type Workspace = ReturnType<typeof createWorkspace>;

export function createWorkspace(options: WorkspaceOptions) {
  const { keeping, hasPremium, now = Date.now, newId = () => crypto.randomUUID() } = options;
  const today = () => isoDate(new Date(now()));
  const history = createStore(studies.openHistory(studies.newStudy(newId(), today())));
  const activity = createStore<Activity>(AT_REST);
  const recorder: Recorder = createRecorder({
    keeper: {
      begin: (recording) => keeping.beginRecording({ ...recording, studyId: study().id }),
      append: keeping.appendChunk,
      discard: keeping.discardRecording,
    },
    openCapture: options.openCapture,
    now,
    newId,
  });
  let abort: AbortController | null = null;
  /** The recording that New Report cleared, as long as New Report can be undone. */
  let handover: { recording: Recording; transcribed: boolean } | null = null;
  let stopWatching: (() => void) | null = null;
  let searchAgain: ReturnType<typeof setTimeout> | undefined;

  const study = () => history.get().study;
  const change = (next: studies.StudyHistory) => history.set(next);
  const note = (part: Partial<Activity>) => activity.set({ ...activity.get(), ...part });
  const failed = (title: string, description: string) => toast({ title, description, variant: 'destructive' });

  function watch(): void {
    let seen = study();
    stopWatching = history.subscribe(() => {
      const { study: present, past } = history.get();
      if (!past.some((step) => step.kind === 'new-report')) handover = null;
      if (present === seen) return;
      seen = present;
      keeping.keepDraft(present);
    });
  }

  /** Runs the one request that may change the study; its result is dropped when the study has changed hands. */
  async function run<T>(
    kind: NonNullable<Activity['running']>,
    work: (signal: AbortSignal) => Promise<T>,
    then: { done: (result: T) => void; failed: (error: unknown) => void },
  ): Promise<void> {
    if (activity.get().running) return;
    const own = new AbortController();
    abort = own;
    note({ running: kind, ...(kind === 'transcribe' ? { recorderFailure: null } : { reportFailure: null }) });
    try {
      const result = await work(own.signal);
      if (!own.signal.aborted) then.done(result);
    } catch (error) {
      if (!own.signal.aborted) then.failed(error);
    } finally {
      if (abort === own) {
        abort = null;
        note({ running: null });
      }
    }
  }

  function cancel(): void {
    abort?.abort();
    abort = null;
    note({ running: null });
  }

  function place(recordingId: string, transcript: studies.Study['transcript']): void {
    change(studies.takeTranscript(history.get(), transcript));
    note({ undecided: null });
    const state = recorder.state.get();
    if (state.phase !== 'stopped' || state.recording.id !== recordingId) return;
    recorder.markTranscribed(recordingId);
    keeping.markTranscribed(recordingId).catch(() => undefined);
  }

  async function transcribeTake(): Promise<void> {
    const { phase } = recorder.state.get();
    if (phase !== 'paused' && phase !== 'stopped') return;
    const hear = async (signal: AbortSignal): Promise<Heard | null> => {
      const recording = await recorder.recording();
      if (!recording) return null;
      const { text, words } = await transcribe(recording.audio, signal);
      return { recordingId: recording.id, text, words };
    };
    await run('transcribe', hear, {
      done(heard) {
        if (!heard?.text.trim()) {
          note({ recorderFailure: 'No words were heard in this recording.' });
          return;
        }
        const arrival = receive(study().transcript, heard);
        if (arrival.kind === 'placed') place(heard.recordingId, arrival.transcript);
        else note({ undecided: arrival.heard });
        toast({ title: 'Transcription Complete', description: 'Audio has been successfully transcribed' });
      },
      failed(error) {
        note({ recorderFailure: reasonOf(error) ?? 'The recording was not transcribed.' });
        failed('Transcription Failed', 'Failed to transcribe audio. Please try again.');
      },
    });
  }

  async function structure(): Promise<void> {
    if (!study().transcript.text.trim()) {
      failed('No Transcription', 'Please record and transcribe audio first.');
      return;
    }
    await run('structure', (signal) => structureReport(structureRequest(study(), hasPremium()), signal), {
      done(report) {
        change(studies.takeStructured(history.get(), report));
        toast({ title: 'Report Structured', description: 'Findings have been organized into report sections' });
      },
      failed(error) {
        note({ reportFailure: reasonOf(error) });
        failed('Structuring Failed', 'Failed to structure report. Please try again.');
      },
    });
  }

  async function impression(): Promise<void> {
    const request = impressionRequest(study());
    if (!request) {
      failed('No Findings', 'Please structure the report first to generate an impression.');
      return;
    }
    await run('impression', (signal) => generateImpression(request, signal), {
      done(generated) {
        change(studies.takeImpression(history.get(), generated.impression));
        toast({ title: 'Impression Generated', description: 'AI has generated the clinical impression.' });
      },
      failed(error) {
        note({ reportFailure: reasonOf(error) });
        failed('Generation Failed', 'Failed to generate impression. Please try again.');
      },
    });
  }

  async function exportReport(): Promise<void> {
    const exported = study();
    if (activity.get().exporting || !exported.report.trim()) return;
    note({ exporting: true, reportFailure: null });
    try {
      const file = await exportWord(exportRequest(exported, hasPremium()));
      download(file, reportFileName(exported.patient.patientId, now()));
      toast({ title: 'Report Exported', description: 'Report has been downloaded as a Word document.' });
      // What was edited or is being dictated since is not in the file: that stays.
      const nothingSince = study() === exported && !isUnderWay(recorder.state.get());
      if (nothingSince) await keeping.discard(exported.id).catch(() => undefined);
    } catch (error) {
      if (study().id === exported.id) note({ reportFailure: reasonOf(error) });
      failed('Export Failed', 'Failed to export report. Please try again.');
    } finally {
      note({ exporting: false });
    }
  }

  async function copy(): Promise<void> {
    if (!study().report.trim()) return;
    try {
      await copyReport(study().report);
      note({ copied: true });
      setTimeout(() => note({ copied: false }), COPIED_MS);
    } catch {
      failed('Copy Failed', 'The browser did not allow the report to be copied. Select the text and copy it.');
    }
  }

  function newReport(): void {
    const left = study();
    const state = recorder.state.get();
    cancel();
    change(studies.startNewReport(history.get(), newId(), today()));
    handover = state.phase === 'stopped' && history.get().past.length > 0 ? state : null;
    activity.set(AT_REST);
    void recorder.clear().then(() => keeping.discard(left.id).catch(() => undefined));
    void keeping.hold(study().id);
  }

  /** Gives the recording of a New Report that was undone back to the recorder and to the vault. */
  async function takeBack(recording: Recording, transcribed: boolean): Promise<void> {
    const { id, startedAt, seconds, audio } = recording;
    recorder.recover(recording, transcribed);
    await keeping.beginRecording({ id, startedAt, mimeType: audio.type, studyId: study().id });
    await keeping.appendChunk(id, 0, audio, seconds * 1000);
  }

  async function toggleRecording(): Promise<void> {
    if (isUnderWay(recorder.state.get())) return recorder.stop();
    note({ recorderFailure: null });
    // The next patient's dictation begins: the previous one is no longer to be had back.
    change(studies.amend(history.get(), {}));
    return recorder.start();
  }

  async function recover(found: StoredStudy): Promise<void> {
    note({ recovering: true });
    try {
      if (!(await keeping.hold(found.studyId))) return;
      const recovered = await keeping.recover(found);
      if (!recovered) return;
      change(studies.openHistory(recovered.study ?? studies.newStudy(found.studyId, today())));
      for (const { recording, transcribed } of recovered.recordings) {
        recorder.recover(recording, transcribed);
      }
    } catch {
      failed('Recovery Failed', 'What was stored could not be read.');
      await keeping.hold(study().id);
    } finally {
      note({ recovering: false });
      await keeping.search();
    }
  }

  return {
    history,
    activity,
    recorder,
    keeping,

    async open() {
      watch();
      await keeping.hold(study().id);
      await keeping.search();
      // A page that is being reloaded may let go of its study a moment after the new one asks.
      searchAgain = setTimeout(keeping.search, SEARCH_AGAIN_MS);
    },

    async close() {
      clearTimeout(searchAgain);
      stopWatching?.();
      abort?.abort();
      recorder.dispose();
      await keeping.close();
    },

    amend: (part: Partial<studies.Study>) => change(studies.amend(history.get(), part)),
    editTranscript: (text: string) =>
      change(studies.amend(history.get(), { transcript: edit(study().transcript, text) })),
    chooseModality: (modality: ModalityChoice) => change(studies.chooseModality(history.get(), modality)),
    chooseNoTemplate: () => change(studies.chooseNoTemplate(history.get())),

    chooseSystemTemplate(template: SystemTemplate) {
      change(studies.chooseSystemTemplate(history.get(), template));
      toast({ title: 'Template Loaded', description: `${template.bodyPart} template has been loaded.` });
    },

    chooseCustomTemplate(template: CustomTemplate) {
      change(studies.chooseCustomTemplate(history.get(), template));
      toast({ title: 'Custom Template Loaded', description: `${template.name} has been loaded.` });
    },

    resolveTake(decision: 'replace' | 'keepBoth') {
      const heard = activity.get().undecided;
      if (!heard) return;
      const resolve = decision === 'replace' ? replaceTake : keepBoth;
      place(heard.recordingId, resolve(study().transcript, heard));
    },

    undo() {
      const step = history.get().past.at(-1);
      const cleared = handover;
      const left = study().id;
      change(studies.undo(history.get()));
      if (step?.kind !== 'new-report') return;
      void keeping.hold(study().id).then(() => keeping.discard(left).catch(() => undefined));
      if (cleared) takeBack(cleared.recording, cleared.transcribed).catch(() => undefined);
    },

    redo() {
      if (history.get().future[0]?.kind === 'new-report') newReport();
      else change(studies.redo(history.get()));
    },

    toggleRecording,
    togglePause: () => (recorder.state.get().phase === 'paused' ? recorder.resume() : recorder.pause()),
    clearRecording: () => {
      note({ recorderFailure: null, undecided: null });
      void recorder.clear();
    },
    transcribe: transcribeTake,
    structure,
    impression,
    export: exportReport,
    copy,
    newReport,
    cancel,
    recover,
    discardFound: (found: StoredStudy) => keeping.discard(found.studyId).catch(() => undefined),
  };
}
