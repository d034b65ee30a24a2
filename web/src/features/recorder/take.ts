/** One take: what the microphone gives between its start and its end, how long it is, and how it is stored. */
import type { Capture } from './capture';
import type { Recording } from './recorder-state';
import type { Stopwatch } from './stopwatch';

export interface TakeDetails {
  readonly id: string;
  readonly mimeType: string;
  /** The take that had become as long as one may be. */
  readonly continues?: string;
}

/** Where chunks survive the page. Its failures never stop a recording. */
export interface RecordingKeeper {
  readonly begin: (recording: TakeDetails & { readonly startedAt: number }) => Promise<void>;
  readonly append: (id: string, seq: number, chunk: Blob, elapsedMs: number) => Promise<void>;
  readonly discard: (id: string) => Promise<void>;
}

/** Listens to one take while it is recorded. Nothing that it does stops the recording. */
export interface TakeFollower {
  readonly chunk: (chunk: Blob) => void;
  /** The person paused; what was said before has been given. */
  readonly pause: () => void;
  /** The take ended, and its last chunk has been given. */
  readonly end: (recording: Recording) => void;
  /** The take is discarded, or the page goes. */
  readonly drop: () => void;
}

/** A take while the microphone is open. */
export interface Take {
  readonly id: string;
  readonly startedAt: number;
  readonly continues: string | undefined;
  readonly capture: Capture;
  readonly clock: Stopwatch;
  readonly chunks: Blob[];
  readonly follower: TakeFollower | null;
  /** Stores what is not stored yet: also what failed before, when the browser or the server could not. */
  readonly keepUp: () => void;
}

/** Timers fire a little early or late; this keeps the clock from skipping a second. */
const TICK_SLACK_MS = 100;

export function takeSeconds({ clock }: Take): number {
  return Math.floor((clock.elapsed() + TICK_SLACK_MS) / 1000);
}

export function recordingOf(take: Take): Recording {
  const { id, startedAt, continues, chunks, capture } = take;
  return { id, startedAt, continues, seconds: takeSeconds(take), audio: new Blob(chunks, { type: capture.mimeType }) };
}

/** What stores all that has come of a take since it was last asked to. */
export function chunkWriter(
  keeper: RecordingKeeper,
  take: Pick<Take, 'id' | 'startedAt' | 'continues' | 'chunks' | 'clock'> & { readonly mimeType: string },
): () => Promise<void> {
  const { id, startedAt, continues, chunks, clock, mimeType } = take;
  let begun = false;
  let stored = 0;
  let writes = 0;
  return async () => {
    if (!begun) await keeper.begin({ id, startedAt, mimeType, continues });
    begun = true;
    // All that has come since in one write: a slow disk lags by one write, not by ever more of them.
    const fresh = chunks.slice(stored);
    if (fresh.length === 0) return;
    await keeper.append(id, writes, new Blob(fresh), clock.elapsed());
    stored += fresh.length;
    writes++;
  };
}
