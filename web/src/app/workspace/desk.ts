/**
 * What every part of the workspace works with: the study and its history, what is going on, and the one request at a
 * time whose result may change the study.
 */
import { askPatiently, type Delay } from '@/api/server-away';
import { toast } from '@/components/ui/toast-store';
import type { Recording } from '@/features/recorder/recorder-state';
import type { ReportDraft } from '@/features/report/api';
import type { Heard } from '@/features/workspace/transcript';
import { createStore, type Store } from '@/lib/store';
import type { Study, StudyHistory } from './study';

export interface Activity {
  /** The request whose result changes the study; there is one at a time. */
  readonly running: 'transcribe' | 'structure' | 'impression' | null;
  /** The sections of the report that is being structured, as far as they have come; null when none has. */
  readonly draft: ReportDraft | null;
  /** What keeps the running request from its answer; null when nothing does. */
  readonly delay: Delay | null;
  readonly exporting: boolean;
  /** For a moment after the report went to the clipboard. */
  readonly copied: boolean;
  /** Another study is taking the place of this one. */
  readonly turning: boolean;
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

export const AT_REST: Activity = {
  running: null,
  draft: null,
  delay: null,
  exporting: false,
  copied: false,
  turning: false,
  undecided: null,
  recorderFailure: null,
  reportFailure: null,
};

/** Sends a request, and once more when the server was away. */
export type Ask = <T>(request: () => Promise<T>) => Promise<T>;

export interface Desk {
  readonly history: Store<StudyHistory>;
  readonly activity: Store<Activity>;
  readonly study: () => Study;
  readonly change: (next: StudyHistory) => void;
  readonly note: (part: Partial<Activity>) => void;
  /** Runs the one request that may change the study; its result is dropped when the study has changed hands. */
  readonly run: <T>(
    kind: NonNullable<Activity['running']>,
    work: (signal: AbortSignal, ask: Ask) => Promise<T>,
    then: { done: (result: T) => void; failed: (error: unknown) => void },
  ) => Promise<void>;
  readonly cancel: () => void;
}

export function createDesk(opened: StudyHistory): Desk {
  const history = createStore(opened);
  const activity = createStore<Activity>(AT_REST);
  let abort: AbortController | null = null;

  const note = (part: Partial<Activity>) => activity.set({ ...activity.get(), ...part });

  async function run<T>(
    kind: NonNullable<Activity['running']>,
    work: (signal: AbortSignal, ask: Ask) => Promise<T>,
    then: { done: (result: T) => void; failed: (error: unknown) => void },
  ): Promise<void> {
    if (activity.get().running) return;
    const own = new AbortController();
    const { signal } = own;
    abort = own;
    // What came of a report that will not be finished goes, and the one that was there is back.
    const tell = (delay: Delay) => {
      if (!signal.aborted) note({ delay, draft: null });
    };
    note({ running: kind, ...(kind === 'transcribe' ? { recorderFailure: null } : { reportFailure: null }) });
    try {
      const result = await work(signal, (request) => askPatiently(request, { signal, tell }));
      if (!signal.aborted) then.done(result);
    } catch (error) {
      if (!signal.aborted) then.failed(error);
    } finally {
      if (abort === own) {
        abort = null;
        note({ running: null, draft: null, delay: null });
      }
    }
  }

  function cancel(): void {
    abort?.abort();
    abort = null;
    note({ running: null, draft: null, delay: null });
  }

  return { history, activity, study: () => history.get().study, change: history.set, note, run, cancel };
}

/** Says that something did not work. */
export function failed(title: string, description: string): void {
  toast({ title, description, variant: 'destructive' });
}
