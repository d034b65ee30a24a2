/**
 * The recorder of one page: drives a capture through the states of recorder-state.ts, keeps the chunks in memory and
 * hands each to the keeper as it comes. Nothing captured is dropped except by `clear`.
 */
import { createStore, type Store } from '@/lib/store';
import { type Capture, MicrophoneError, type OpenCapture, openMicrophone } from './capture';
import { IDLE, nextState, type RecorderEvent, type RecorderState, type Recording } from './recorder-state';

/** Where chunks survive the page. Its failures never stop a recording. */
export interface RecordingKeeper {
  readonly begin: (recording: { id: string; startedAt: number; mimeType: string }) => Promise<void>;
  readonly append: (id: string, seq: number, chunk: Blob, elapsedMs: number) => Promise<void>;
  readonly discard: (id: string) => Promise<void>;
}

export interface RecorderOptions {
  readonly keeper: RecordingKeeper;
  readonly openCapture?: OpenCapture;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly newId?: () => string;
}

export interface Recorder {
  readonly state: Store<RecorderState>;
  /** Ended recordings that were neither transcribed nor cleared when the next one began. */
  readonly shelved: Store<readonly Recording[]>;
  /** True after a chunk could not be stored: a crash would lose this recording. */
  readonly unkept: Store<boolean>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly pause: () => void;
  readonly resume: () => void;
  /** The finished recording, or what a paused one has captured so far; null when there is none. */
  readonly recording: () => Promise<Recording | null>;
  /** The recording is in the preview: the next one may take its place. */
  readonly markTranscribed: (id: string) => void;
  readonly recover: (recording: Recording, transcribed?: boolean) => void;
  readonly discardShelved: (id: string) => Promise<void>;
  /** Discards the recording and every shelved one, also while it runs. */
  readonly clear: () => Promise<void>;
  /** Lets go of the microphone without discarding anything. */
  readonly dispose: () => void;
  readonly onLevels: (listener: (bars: Float32Array) => void) => () => void;
}

/** A take while the microphone is open. */
interface Take {
  readonly id: string;
  readonly startedAt: number;
  readonly capture: Capture;
  readonly chunks: Blob[];
}

const TICK_MS = 1000;
/** Timers fire a little early or late; this keeps the clock from skipping a second. */
const TICK_SLACK_MS = 100;

export function createRecorder({
  keeper,
  openCapture = openMicrophone,
  now = Date.now,
  newId = () => crypto.randomUUID(),
}: RecorderOptions): Recorder {
  const state = createStore<RecorderState>(IDLE);
  const shelved = createStore<readonly Recording[]>([]);
  const unkept = createStore(false);
  const levelListeners = new Set<(bars: Float32Array) => void>();
  const clock = stopwatch(now);
  let take: Take | null = null;
  let ticking: ReturnType<typeof setInterval> | undefined;
  let disposed = false;
  let kept = Promise.resolve();

  const move = (event: RecorderEvent) => state.set(nextState(state.get(), event));
  const seconds = () => Math.floor((clock.elapsed() + TICK_SLACK_MS) / 1000);

  /** One thing is stored after the other, in the order they came. */
  function keep(work: () => Promise<void>): Promise<void> {
    kept = kept.then(work).catch(() => unkept.set(true));
    return kept;
  }

  function runClock(): void {
    clock.run();
    ticking = setInterval(() => move({ type: 'ticked', seconds: seconds() }), TICK_MS);
  }

  function haltClock(): void {
    clearInterval(ticking);
    clock.halt();
    move({ type: 'ticked', seconds: seconds() });
  }

  function recordingOf({ id, startedAt, chunks, capture }: Take): Recording {
    return { id, startedAt, seconds: seconds(), audio: new Blob(chunks, { type: capture.mimeType }) };
  }

  function end(ended: Take, interrupted: boolean): void {
    haltClock();
    take = null;
    if (ended.chunks.length > 0) move({ type: 'stopped', recording: recordingOf(ended), interrupted });
    else {
      move({ type: 'cleared' });
      void keep(() => keeper.discard(ended.id));
    }
  }

  function shelve(): void {
    const before = state.get();
    if (before.phase === 'stopped' && !before.transcribed) {
      shelved.set([...shelved.get(), before.recording]);
    }
  }

  async function open(id: string): Promise<void> {
    const startedAt = now();
    const chunks: Blob[] = [];
    const capture = await openCapture({
      onChunk(chunk) {
        const seq = chunks.push(chunk) - 1;
        const elapsed = clock.elapsed();
        keep(() => keeper.append(id, seq, chunk, elapsed));
      },
      onLevels: (bars) => {
        for (const listener of levelListeners) listener(bars);
      },
      onLost: () => {
        if (take?.id === id) end(take, true);
      },
    });
    take = { id, startedAt, capture, chunks };
    keep(() => keeper.begin({ id, startedAt, mimeType: capture.mimeType }));
  }

  return {
    state,
    shelved,
    unkept,

    async start() {
      const before = state.get();
      if (before.phase !== 'idle' && before.phase !== 'stopped') return;
      shelve();
      unkept.set(false);
      clock.reset();
      move({ type: 'asked' });
      try {
        await open(newId());
      } catch (error) {
        move({ type: 'refused', problem: error instanceof MicrophoneError ? error.problem : 'failed' });
        return;
      }
      move({ type: 'started' });
      // Cleared or left while the browser was asking for permission.
      if (disposed || state.get().phase !== 'recording') {
        const unwanted = take;
        take = null;
        await unwanted?.capture.stop();
        if (unwanted) await keep(() => keeper.discard(unwanted.id));
        return;
      }
      runClock();
    },

    async stop() {
      const ended = take;
      if (!ended) return;
      haltClock();
      move({ type: 'stopping' });
      await ended.capture.stop();
      if (take === ended) end(ended, false);
    },

    pause() {
      if (state.get().phase !== 'recording') return;
      take?.capture.pause();
      haltClock();
      move({ type: 'paused' });
    },

    resume() {
      if (state.get().phase !== 'paused') return;
      take?.capture.resume();
      move({ type: 'resumed' });
      runClock();
    },

    async recording() {
      const present = state.get();
      if (present.phase === 'stopped') return present.recording;
      if (present.phase !== 'paused' || !take) return null;
      const paused = take;
      await paused.capture.flush();
      return paused.chunks.length > 0 ? recordingOf(paused) : null;
    },

    markTranscribed: (id) => move({ type: 'transcribed', id }),

    recover(recording, transcribed = false) {
      shelve();
      shelved.set(shelved.get().filter(({ id }) => id !== recording.id));
      move({ type: 'recovered', recording, transcribed });
    },

    async discardShelved(id) {
      shelved.set(shelved.get().filter((recording) => recording.id !== id));
      await keep(() => keeper.discard(id));
    },

    async clear() {
      const before = state.get();
      const running = take;
      take = null;
      clearInterval(ticking);
      clock.reset();
      move({ type: 'cleared' });
      const ids = shelved.get().map(({ id }) => id);
      shelved.set([]);
      if (before.phase === 'stopped') ids.push(before.recording.id);
      if (running) {
        ids.push(running.id);
        await running.capture.stop();
      }
      await Promise.all(ids.map((id) => keep(() => keeper.discard(id))));
    },

    dispose() {
      disposed = true;
      clearInterval(ticking);
      void take?.capture.stop();
      levelListeners.clear();
    },

    onLevels(listener) {
      levelListeners.add(listener);
      return () => {
        levelListeners.delete(listener);
      };
    },
  };
}

/** Counts while it runs, in milliseconds. */
function stopwatch(now: () => number) {
  let counted = 0;
  let since: number | null = null;
  const elapsed = () => counted + (since === null ? 0 : now() - since);
  return {
    elapsed,
    run: () => {
      since ??= now();
    },
    halt: () => {
      counted = elapsed();
      since = null;
    },
    reset: () => {
      counted = 0;
      since = null;
    },
  };
}
