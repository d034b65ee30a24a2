/**
 * The workspace of one page: the study, the recorder and what a command does to them. Knows nothing of React. A result
 * that arrives after New Report belongs to a patient who has left, and is dropped.
 */
import type { CustomTemplate, SystemTemplate } from '@/api/types';
import { toast } from '@/components/ui/toast-store';
import { transcribe } from '@/features/recorder/api';
import type { OpenCapture } from '@/features/recorder/capture';
import { createRecorder, type LeftRecording, type Recorder } from '@/features/recorder/recorder';
import { isUnderWay, type Recording } from '@/features/recorder/recorder-state';
import {
  download,
  exportWord,
  generateImpression,
  type ReportDraft,
  reportFileName,
  structureReport,
} from '@/features/report/api';
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
  /** The sections of the report that is being structured, as far as they have come; null when none has. */
  readonly draft: ReportDraft | null;
  readonly exporting: boolean;
  /** For a moment after the report went to the clipboard. */
  readonly copied: boolean;
  readonly recovering: boolean;
  /** A take that was edited was transcribed again: the radiologist decides. */
  readonly undecided: Transcribed | null;
  /** Why the last request failed, in sentences. */
  readonly recorderFailure: string | null;
  readonly reportFailure: string | null;
}

/** Words, and the recording (or the part of it) that they were heard in. */
export interface Transcribed {
  readonly recording: Recording;
  readonly heard: Heard;
}

/** What New Report took away, as long as it can be undone. */
interface Handover {
  readonly recordings: Promise<readonly LeftRecording[]>;
  /** Settled when nothing of it is stored any more. */
  readonly discarded: Promise<void>;
}

const AT_REST: Activity = {
  running: null,
  draft: null,
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
  let handover: Handover | null = null;
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
        note({ running: null, draft: null });
      }
    }
  }

  function cancel(): void {
    abort?.abort();
    abort = null;
    note({ running: null, draft: null });
  }

  function place({ recording }: Transcribed, transcript: studies.Study['transcript']): void {
    change(studies.takeTranscript(history.get(), transcript));
    if (activity.get().undecided?.recording.id === recording.id) note({ undecided: null });
    if (recorder.markTranscribed(recording)) keeping.markTranscribed(recording.id).catch(() => undefined);
  }

  /** There is, or may be, a recording whose words are not in the preview. */
  function awaitsTranscription(): boolean {
    const state = recorder.state.get();
    if (recorder.shelved.get().length > 0) return true;
    return state.phase === 'stopped' ? !state.transcribed : state.phase !== 'idle';
  }

  async function transcribeTake(): Promise<void> {
    const { phase } = recorder.state.get();
    if (phase !== 'paused' && phase !== 'stopped') return;
    const hear = async (signal: AbortSignal): Promise<Transcribed | null> => {
      const recording = await recorder.recording();
      if (!recording) return null;
      const { text, words } = await transcribe(recording.audio, signal);
      return { recording, heard: { recordingId: recording.id, text, words } };
    };
    await run('transcribe', hear, {
      done(transcribed) {
        if (!transcribed?.heard.text.trim()) {
          note({ recorderFailure: 'No words were heard in this recording.' });
          return;
        }
        const arrival = receive(study().transcript, transcribed.heard);
        if (arrival.kind === 'placed') place(transcribed, arrival.transcript);
        else note({ undecided: transcribed });
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
    const ask = (signal: AbortSignal) =>
      structureReport(structureRequest(study(), hasPremium()), {
        signal,
        onSection: (section, text) => {
          if (!signal.aborted) note({ draft: { ...activity.get().draft, [section]: text } });
        },
      });
    await run('structure', ask, {
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
        change(studies.takeImpression(history.get(), generated));
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
      // What was edited since, or was dictated and not transcribed, is not in the file: that stays.
      const nothingSince = study() === exported && !awaitsTranscription();
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
    const left = study().id;
    const { phase } = recorder.state.get();
    const spoken = recorder.shelved.get().length > 0 || (phase !== 'idle' && phase !== 'starting');
    const started = studies.startNewReport(history.get(), newId(), today(), spoken);
    if (started === history.get()) return;
    cancel();
    change(started);
    activity.set(AT_REST);
    const recordings = recorder.handOver();
    const stored = recordings.then(recorder.stored);
    const discarded = stored.then(() => keeping.discard(left)).catch(() => undefined);
    handover = started.past.length > 0 ? { recordings, discarded } : null;
    void keeping.hold(study().id);
  }

  /** After New Report was undone: its study and its recordings are kept again, the study it had begun is not. */
  async function takeBack(begun: string, { recordings, discarded }: Handover): Promise<void> {
    const { id: studyId } = study();
    const left = await recordings;
    if (study().id !== studyId) return;
    for (const { recording, transcribed } of left) recorder.recover(recording, transcribed);
    await discarded;
    if (study().id !== studyId) return;
    keeping.keepDraft(study());
    await keeping.hold(studyId);
    await keeping.discard(begun);
    for (const { recording, transcribed } of left) {
      const { id, startedAt, seconds, audio } = recording;
      await keeping.beginRecording({ id, startedAt, mimeType: audio.type, studyId });
      await keeping.appendChunk(id, 0, audio, seconds * 1000);
      if (transcribed) await keeping.markTranscribed(id);
    }
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
      const isFree = studies.isBlank(study()) && recorder.state.get().phase === 'idle';
      // Another patient was begun meanwhile: that one stays.
      if (!recovered || !isFree) {
        await keeping.hold(study().id);
        return;
      }
      cancel();
      change(studies.openHistory(recovered.study ?? studies.newStudy(found.studyId, today())));
      for (const { recording, transcribed } of recovered.recordings) {
        recorder.recover(recording, transcribed);
      }
      if (recovered.damaged) failed('Recovery Incomplete', 'A part of what was stored could not be read.');
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
      const { undecided } = activity.get();
      if (!undecided) return;
      const resolve = decision === 'replace' ? replaceTake : keepBoth;
      place(undecided, resolve(study().transcript, undecided.heard));
    },

    undo() {
      const step = history.get().past.at(-1);
      const left = handover;
      const begun = study().id;
      change(studies.undo(history.get()));
      if (step?.kind === 'new-report' && left) takeBack(begun, left).catch(() => undefined);
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
    discardFound: (found: StoredStudy) => keeping.discardFound(found).catch(() => undefined),

    /** Closing the page now would lose what was said or written. */
    wouldLose(): boolean {
      if (isUnderWay(recorder.state.get())) return true;
      if (recorder.unkept.get() && awaitsTranscription()) return true;
      return keeping.isUnwritten() && !studies.isBlank(study());
    },
  };
}
