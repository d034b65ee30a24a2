/**
 * The workspace of one page: the study, the recorder and what a command does to them. Knows nothing of React. A result
 * that arrives after New Report belongs to a patient who has left, and is dropped.
 */
import type { CustomTemplate, SystemTemplate } from '@/api/types';
import { toast } from '@/components/ui/toast-store';
import type { OpenCapture } from '@/features/recorder/capture';
import { type OpenLink, openLiveLink } from '@/features/recorder/live-link';
import { createRecorder, type Recorder } from '@/features/recorder/recorder';
import { isUnderWay } from '@/features/recorder/recorder-state';
import type { PutIn } from '@/features/report/flag';
import { doubtfulOf, type SetAsideLine } from '@/features/report/set-aside';
import { isoDate, type ModalityChoice } from '@/features/workspace/patient';
import { type Doubt, edit, settleDoubt } from '@/features/workspace/transcript';
import { createDesk } from './desk';
import { createDictation } from './dictation';
import type { RecentReports } from './recent-reports';
import { createReporting } from './reporting';
import { chosenTemplate } from './requests';
import * as studies from './study';
import type { StudyKeeping } from './study-keeping';
import { createTakes } from './takes';
import { createTurnover } from './turnover';

const SEARCH_AGAIN_MS = 2_000;
/** Words that were put in from the dictation as a whole belong to no take. */
const NO_TAKE = '';
const STORE_AGAIN_MS = 5_000;

export interface WorkspaceOptions {
  readonly keeping: StudyKeeping;
  readonly recent: RecentReports;
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
  const { keeping, recent, hasPremium, now = Date.now, newId = () => crypto.randomUUID() } = options;
  const { openLink = openLiveLink } = options;
  const today = () => isoDate(new Date(now()));
  const desk = createDesk(studies.openHistory(studies.newStudy(newId(), today())));
  const { history, activity, study, change, note } = desk;
  /** Whose recording it is stays as it was when it began: it may be stored only when another study is on the page. */
  const studyOfRecording = new Map<string, string>();
  const recorder: Recorder = createRecorder({
    keeper: {
      begin: (recording) =>
        keeping.beginRecording({ ...recording, studyId: studyOfRecording.get(recording.id) ?? study().id }),
      append: keeping.appendChunk,
      discard: keeping.discardRecording,
    },
    follow: (take) => dictation.follow(take),
    openCapture: options.openCapture,
    now,
    newId: () => {
      const id = newId();
      studyOfRecording.set(id, study().id);
      return id;
    },
  });
  let stopWatching: (() => void) | null = null;
  let searchAgain: ReturnType<typeof setTimeout> | undefined;
  let storeAgain: ReturnType<typeof setInterval> | undefined;

  const dictation = createDictation(desk, {
    isLive: options.isLive ?? (() => false),
    openLink: (mimeType, listeners, context) =>
      openLink(mimeType, listeners, { ...chosenTemplate(study()), ...context }),
    onTranscribed: (transcribed) => takes.arrive(transcribed, true),
    onNothingHeard: () => takes.nothingHeard(),
    onUnheard: (recording) => void takes.transcribeUnheard(recording),
  });
  const takes = createTakes(desk, recorder, keeping, dictation.arrival);
  const { awaitsTranscription } = takes;
  const reporting = createReporting(desk, { keeping, recent, hasPremium, now, awaitsTranscription });
  const turnover = createTurnover(desk, {
    recorder,
    keeping,
    recent,
    newId,
    today,
    isFinished: () => reporting.isExported() && !awaitsTranscription(),
    lastWords: dictation.settled,
    onLeave: dictation.forget,
  });

  function watch(): void {
    let seen = study();
    stopWatching = history.subscribe(() => {
      const present = study();
      turnover.watch();
      if (present === seen) return;
      seen = present;
      keeping.keepDraft(present);
    });
  }

  async function toggleRecording(): Promise<void> {
    if (activity.get().turning) return;
    if (isUnderWay(recorder.state.get())) return recorder.stop();
    note({ recorderFailure: null });
    // The next patient's dictation begins: the previous one is no longer to be had back.
    change(studies.amend(history.get(), {}));
    return recorder.start();
  }

  return {
    history,
    activity,
    recorder,
    dictation,
    keeping,
    recent,

    /** Takes up its work; before that nothing is stored. Done when it is known what this browser keeps. */
    async open() {
      watch();
      const listed = recent.open();
      await keeping.hold(study().id);
      await keeping.search();
      // A page that is being reloaded may let go of its study a moment after the new one asks.
      searchAgain = setTimeout(keeping.search, SEARCH_AGAIN_MS);
      // While it runs a recording sees to that itself.
      storeAgain = setInterval(() => {
        if (recorder.unkept.get() && !isUnderWay(recorder.state.get())) {
          turnover.storeRecordings().catch(() => undefined);
        }
      }, STORE_AGAIN_MS);
      await listed;
    },

    async close() {
      clearTimeout(searchAgain);
      clearInterval(storeAgain);
      stopWatching?.();
      turnover.settle();
      recent.close();
      desk.cancel();
      // What would come now could be written nowhere any more; the recording waits to be transcribed.
      dictation.forget();
      recorder.dispose();
      await keeping.close();
    },

    amend: (part: Partial<studies.Study>) => change(studies.amend(history.get(), part)),
    editTranscript: (text: string) =>
      change(studies.amend(history.get(), { transcript: edit(study().transcript, text) })),
    settleDoubt(doubt: Doubt) {
      const { transcript } = study();
      change(
        studies.amend(history.get(), { transcript: { ...transcript, takes: settleDoubt(transcript.takes, doubt) } }),
      );
    },
    settleReportDoubt: (doubt: Doubt) =>
      change(studies.amend(history.get(), { reportWords: settleDoubt(study().reportWords, doubt) })),
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

    toggleRecording,
    togglePause: () => (recorder.state.get().phase === 'paused' ? recorder.resume() : recorder.pause()),
    clearRecording: () => {
      note({ recorderFailure: null, undecided: null });
      void recorder.clear();
    },
    transcribe: takes.transcribe,
    structure: reporting.structure,
    impression: reporting.impression,
    export: reporting.export,
    copy: reporting.copy,
    openBlanks: reporting.openBlanks,
    copyRecent: reporting.copyRecent,
    exportRecent: reporting.exportRecent,
    newReport: turnover.newReport,
    undo: turnover.undo,
    redo: turnover.redo,
    park: turnover.park,
    openStudy: turnover.openStudy,
    openLastParked: turnover.openLastParked,
    openReport: turnover.openReport,
    discardFound: turnover.discardFound,
    secure: turnover.secure,
    cancel: desk.cancel,
    /** Words of the dictation were put into the report, where they stand now. */
    notePutIn: ({ start, words }: PutIn) =>
      change(studies.noteReportWords(history.get(), { recordingId: NO_TAKE, from: 0, words, start, text: words })),
    dismissFlag: (flag: string) => change(studies.dismissFlag(history.get(), flag)),
    putBack: (line: SetAsideLine) => change(studies.putBack(history.get(), line)),
    /** Puts back the first line that was set aside in doubt; false when there is none. */
    putNextBack(): boolean {
      const [line] = doubtfulOf(study().setAside ?? []);
      if (line) change(studies.putBack(history.get(), line));
      return line !== undefined;
    },

    /** Closing the page now would lose what was said or written. */
    wouldLose(): boolean {
      if (isUnderWay(recorder.state.get())) return true;
      if (recorder.unkept.get() && awaitsTranscription()) return true;
      return keeping.isUnwritten() && !studies.isBlank(study());
    },
  };
}
