/**
 * Which study is on the page, and how one takes the place of another: New Report, parking, opening what was parked or
 * left behind, going on with a recent report. Whatever leaves the page is stored first, or deleted because it is done.
 */
import { toast } from '@/components/ui/toast-store';
import type { LeftRecording, Recorder } from '@/features/recorder/recorder';
import { isUnderWay } from '@/features/recorder/recorder-state';
import type { StoredStudy } from '@/lib/vault/vault';
import { AT_REST, type Desk, failed } from './desk';
import type { RecentReports } from './recent-reports';
import * as studies from './study';
import type { Recovered, StudyKeeping } from './study-keeping';
import { nameOf } from './study-summary';

interface TurnoverOptions {
  readonly recorder: Recorder;
  readonly keeping: StudyKeeping;
  readonly recent: RecentReports;
  readonly newId: () => string;
  /** ISO date. */
  readonly today: () => string;
  /** The study was exported as it is on the page: it is done with. */
  readonly isFinished: () => boolean;
  /** When the last words that were spoken stand in the study, or will not come. */
  readonly lastWords: () => Promise<void>;
  /** The study leaves the page: words that are still to come for it go nowhere. */
  readonly onLeave: () => void;
}

/** What New Report took away. It stays stored as long as it can be had back. */
interface Left {
  readonly studyId: string;
  recordings: Promise<readonly LeftRecording[]>;
}

/** What is on the page could not be stored, so nothing may take its place. */
class NotParked extends Error {}

export type Turnover = ReturnType<typeof createTurnover>;

export function createTurnover(desk: Desk, options: TurnoverOptions) {
  const { recorder, keeping, recent, newId, today, isFinished, lastWords, onLeave } = options;
  const { history, activity, study, change, note } = desk;
  let left: Left | null = null;

  function hasRecording(): boolean {
    const { phase } = recorder.state.get();
    return recorder.shelved.get().length > 0 || (phase !== 'idle' && phase !== 'starting');
  }

  const isEmpty = () => studies.isBlank(study()) && !hasRecording();

  /** The recordings on the page that have ended. */
  function recordings(): readonly LeftRecording[] {
    const state = recorder.state.get();
    const shelved = recorder.shelved.get().map((recording) => ({ recording, transcribed: false }));
    if (state.phase !== 'stopped') return shelved;
    return [...shelved, { recording: state.recording, transcribed: state.transcribed }];
  }

  /** What New Report took away is no longer to be had back: nothing of it stays. */
  function settle(): void {
    const gone = left;
    left = null;
    if (!gone) return;
    void gone.recordings
      .then(recorder.stored)
      .then(() => keeping.discard(gone.studyId))
      .catch(() => undefined)
      .finally(() => keeping.letGo(gone.studyId));
  }

  function newReport(): void {
    if (activity.get().turning) return;
    const before = study();
    const started = studies.startNewReport(history.get(), newId(), today(), hasRecording());
    if (started === history.get()) return;
    settle();
    void recent.refresh(before);
    desk.cancel();
    const taken: Left = { studyId: before.id, recordings: recorder.handOver() };
    onLeave();
    change(started);
    activity.set(AT_REST);
    void keeping.hold(study().id);
    left = taken;
    if (started.past.length === 0) settle();
  }

  function undo(): void {
    if (activity.get().turning) return;
    const step = history.get().past.at(-1);
    const begun = study().id;
    const taken = left;
    left = null;
    change(studies.undo(history.get()));
    if (step?.kind === 'new-report' && taken) takeBack(begun, taken).catch(() => undefined);
  }

  function redo(): void {
    if (activity.get().turning) return;
    if (history.get().future[0]?.kind === 'new-report') newReport();
    else change(studies.redo(history.get()));
  }

  /** After New Report was undone: its recordings are on the page again, the study it had begun is not kept. */
  async function takeBack(begun: string, taken: Left): Promise<void> {
    const found = await taken.recordings;
    if (study().id === taken.studyId) {
      for (const { recording, transcribed } of found) recorder.recover(recording, transcribed);
    } else if (left?.studyId === taken.studyId) {
      // New Report was asked for again meanwhile: it takes these away as well.
      const more = left.recordings;
      left.recordings = more.then((later) => [...found, ...later]);
    }
    await keeping.discard(begun);
    await keeping.letGo(begun);
  }

  /** One turnover at a time; what goes wrong leaves the page as it was. */
  async function turn(title: string, problem: string, work: () => Promise<void>): Promise<void> {
    if (activity.get().turning) return;
    note({ turning: true });
    try {
      await work();
    } catch (error) {
      if (error instanceof NotParked) failed('Not Parked', 'This browser could not store the draft. It is still here.');
      else failed(title, problem);
    } finally {
      note({ turning: false });
      await keeping.search();
    }
  }

  /** The present study is stored whole, as put aside; it is still on the page. */
  async function putAside(): Promise<void> {
    await recorder.stop();
    await lastWords();
    await recorder.stored();
    let stored: studies.Study;
    do {
      stored = study();
      await keeping.park(stored, recordings()).catch((cause) => {
        throw new NotParked('the browser refused it', { cause });
      });
      await recent.refresh(stored);
    } while (study() !== stored);
  }

  /** Everything of the present study leaves the page, another one takes its place. */
  async function replace(next: studies.Study, itsRecordings: readonly LeftRecording[] = []): Promise<void> {
    const before = study().id;
    desk.cancel();
    void recorder.handOver();
    onLeave();
    change(studies.openHistory(next));
    settle();
    activity.set({ ...AT_REST, turning: true });
    for (const { recording, transcribed } of itsRecordings) recorder.recover(recording, transcribed);
    await keeping.letGo(before);
  }

  const makeRoom = () => (isEmpty() || isFinished() ? Promise.resolve() : putAside());

  async function park(): Promise<void> {
    if (isEmpty()) return;
    await turn('Not Parked', 'The draft is still here.', async () => {
      await putAside();
      const parked = nameOf(study());
      const fresh = studies.studyAfter(study(), newId(), today());
      void keeping.hold(fresh.id);
      await replace(fresh);
      toast({
        title: 'Draft Parked',
        description: `${parked ? `“${parked}”` : 'The study'} is kept under Parked Drafts.`,
      });
    });
  }

  /** Makes another study this page's own; what is on the page is parked for it. */
  async function takeUp(id: string, what: string, read: () => Promise<Recovered>): Promise<void> {
    if (!(await keeping.hold(id))) {
      failed('Open Elsewhere', `This ${what} is open in another tab.`);
      return;
    }
    try {
      const opened = await read();
      await makeRoom();
      await replace(opened.study ?? studies.newStudy(id, today()), opened.recordings);
      if (opened.damaged) failed('Recovery Incomplete', 'A part of what was stored could not be read.');
      else if (opened.endMissing) {
        failed('Recovery Incomplete', 'The end of a recording could not be read. What was said before it is here.');
      }
    } finally {
      if (study().id !== id) await keeping.letGo(id);
    }
  }

  /** Opens what was parked or left behind. */
  async function openStudy(found: StoredStudy): Promise<void> {
    const { studyId } = found;
    if (studyId === study().id) return;
    await turn('Recovery Failed', 'What was stored could not be read.', () =>
      takeUp(studyId, 'draft', () => keeping.recover(found)),
    );
  }

  /** The draft that was parked last: asked for again and again it goes back and forth between two studies. */
  async function openLastParked(): Promise<void> {
    const [last] = keeping.parked.get();
    if (last) await openStudy(last.stored);
  }

  /** Goes on with a report as a draft. */
  async function openReport(id: string): Promise<void> {
    if (id === study().id) return;
    await keeping.search();
    const stored = keeping.parked.get().find((each) => each.stored.studyId === id)?.stored;
    const found = stored ?? keeping.abandoned.get().find(({ studyId }) => studyId === id);
    if (found) return openStudy(found);
    await turn('Not Opened', 'The report could not be read.', () =>
      takeUp(id, 'report', async () => {
        const kept = await recent.read(id);
        if (!kept) throw new Error('the report is gone');
        return { study: kept.study, recordings: [], damaged: false, endMissing: false };
      }),
    );
  }

  /** The draft goes, and the report made of it unless it was handed on. */
  async function discardFound(found: StoredStudy): Promise<void> {
    await keeping.discardFound(found).catch(() => undefined);
    const kept = await recent.read(found.studyId);
    if (kept?.by === 'structured') await recent.remove(found.studyId);
  }

  /** Everything on the page is stored, the microphone is released: the page can go. */
  async function secure(): Promise<void> {
    await recorder.stop();
    await recorder.stored();
    await Promise.all([keeping.flush(), storeRecordings().catch(() => undefined)]);
  }

  /** What ended before it could be stored is stored; rejects when it still cannot be. */
  async function storeRecordings(): Promise<void> {
    await keeping.secure(study().id, recordings());
    if (!isUnderWay(recorder.state.get())) recorder.unkept.set(false);
  }

  return {
    newReport,
    undo,
    redo,
    park,
    openStudy,
    openLastParked,
    openReport,
    discardFound,
    secure,
    storeRecordings,
    /** Forgets what New Report took away once it can no longer be undone. */
    watch: () => {
      if (left && !history.get().past.some(({ kind }) => kind === 'new-report')) settle();
    },
    /** The page closes in good order: New Report stands. */
    settle,
  };
}
