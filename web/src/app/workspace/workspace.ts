/**
 * The workspace of one page: the study, the recorder and what a command does to them. Knows nothing of React. A result
 * that arrives after New Report belongs to a patient who has left, and is dropped.
 */
import type { CustomTemplate, SystemTemplate } from '@/api/types';
import { toast } from '@/components/ui/toast-store';
import type { OpenCapture } from '@/features/recorder/capture';
import { type OpenLink, openLiveLink } from '@/features/recorder/live-link';
import { createRecorder, type LeftRecording, type Recorder } from '@/features/recorder/recorder';
import { isUnderWay } from '@/features/recorder/recorder-state';
import { isoDate, type ModalityChoice } from '@/features/workspace/patient';
import { type Doubt, edit, settleDoubt } from '@/features/workspace/transcript';
import type { StoredStudy } from '@/lib/vault/vault';
import { AT_REST, createDesk, failed } from './desk';
import { createDictation } from './dictation';
import { createReporting } from './reporting';
import * as studies from './study';
import type { StudyKeeping } from './study-keeping';
import { createTakes } from './takes';

/** What New Report took away, as long as it can be undone. */
interface Handover {
  readonly recordings: Promise<readonly LeftRecording[]>;
  /** Settled when nothing of it is stored any more. */
  readonly discarded: Promise<void>;
}

const SEARCH_AGAIN_MS = 2_000;

export interface WorkspaceOptions {
  readonly keeping: StudyKeeping;
  /** Asked when it matters: access may begin or end while the page is open. */
  readonly hasPremium: () => boolean;
  /** The speech engine can listen while somebody speaks. */
  readonly isLive?: () => boolean;
  readonly openCapture?: OpenCapture;
  readonly openLink?: OpenLink;
  readonly now?: () => number;
  readonly newId?: () => string;
}

export type Workspace = ReturnType<typeof createWorkspace>;

export function createWorkspace(options: WorkspaceOptions) {
  const { keeping, hasPremium, now = Date.now, newId = () => crypto.randomUUID() } = options;
  const today = () => isoDate(new Date(now()));
  const desk = createDesk(studies.openHistory(studies.newStudy(newId(), today())));
  const { history, activity, study, change, note } = desk;
  const recorder: Recorder = createRecorder({
    keeper: {
      begin: (recording) => keeping.beginRecording({ ...recording, studyId: study().id }),
      append: keeping.appendChunk,
      discard: keeping.discardRecording,
    },
    follow: (take) => dictation.follow(take),
    openCapture: options.openCapture,
    now,
    newId,
  });
  let handover: Handover | null = null;
  let stopWatching: (() => void) | null = null;
  let searchAgain: ReturnType<typeof setTimeout> | undefined;

  const dictation = createDictation(desk, {
    isLive: options.isLive ?? (() => false),
    openLink: options.openLink ?? openLiveLink,
    onTranscribed: (transcribed) => takes.arrive(transcribed, true),
    onNothingHeard: () => takes.nothingHeard(),
  });
  const takes = createTakes(desk, recorder, keeping, dictation.arrival);
  const { awaitsTranscription } = takes;
  const reporting = createReporting(desk, { keeping, hasPremium, now, awaitsTranscription });

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

  function newReport(): void {
    const left = study().id;
    const { phase } = recorder.state.get();
    const spoken = recorder.shelved.get().length > 0 || (phase !== 'idle' && phase !== 'starting');
    const started = studies.startNewReport(history.get(), newId(), today(), spoken);
    if (started === history.get()) return;
    desk.cancel();
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
      desk.cancel();
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
    dictation,
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
      desk.cancel();
      recorder.dispose();
      await keeping.close();
    },

    amend: (part: Partial<studies.Study>) => change(studies.amend(history.get(), part)),
    editTranscript: (text: string) =>
      change(studies.amend(history.get(), { transcript: edit(study().transcript, text) })),
    settleDoubt: (doubt: Doubt) =>
      change(studies.amend(history.get(), { transcript: settleDoubt(study().transcript, doubt) })),
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

    resolveTake: takes.resolve,

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
    transcribe: takes.transcribe,
    ...reporting,
    newReport,
    cancel: desk.cancel,
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
