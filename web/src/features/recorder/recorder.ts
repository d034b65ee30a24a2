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

export interface RecorderOptions {
  readonly keeper: RecordingKeeper;
  /** Called as a take begins; null when nobody listens to it. */
  readonly follow?: (take: { readonly id: string; readonly mimeType: string }) => TakeFollower | null;
  readonly openCapture?: OpenCapture;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly newId?: () => string;
}

export interface Recorder {
  readonly state: Store<RecorderState>;
  /** Ended recordings that were neither transcribed nor cleared when the next one began. */
  readonly shelved: Store<readonly Recording[]>;
  /** True while a chunk could not be stored: a crash would lose this recording. */
  readonly unkept: Store<boolean>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly pause: () => void;
  readonly resume: () => void;
  /** The finished recording, or what a paused one has captured so far; null when there is none. */
  readonly recording: () => Promise<Recording | null>;
  /**
   * The words of this recording are in the preview: the next one may take its place. False when they are only those of
   * a part, because it was paused then and went on: the rest still waits to be transcribed.
   */
  readonly markTranscribed: (recording: Recording) => boolean;
  /** Gives a recording back to the panel, or to the shelf while another one runs. */
  readonly recover: (recording: Recording, transcribed?: boolean) => void;
  readonly discardShelved: (id: string) => Promise<void>;
  /** Discards the recording, also while it runs. Shelved ones stay: they are recordings of their own. */
  readonly clear: () => Promise<void>;
  /**
   * Empties the recorder and the shelf at once, and gives what was in them when the microphone is released. What is
   * stored of them stays.
   */
  readonly handOver: () => Promise<readonly LeftRecording[]>;
  /** When everything captured so far has been handed to the keeper. */
  readonly stored: () => Promise<void>;
  /** Lets go of the microphone without discarding anything. */
  readonly dispose: () => void;
  readonly onLevels: (listener: (bars: Float32Array) => void) => () => void;
}

export interface LeftRecording {
  readonly recording: Recording;
  readonly transcribed: boolean;
}

/** A take while the microphone is open. */
interface Take {
  readonly id: string;
  readonly startedAt: number;
  readonly capture: Capture;
  readonly chunks: Blob[];
  readonly follower: TakeFollower | null;
  /** Stores what is not stored yet: also what failed before, when the browser or the server could not. */
  readonly keepUp: (elapsed?: number) => void;
}

const TICK_MS = 1000;
/** Timers fire a little early or late; this keeps the clock from skipping a second. */
const TICK_SLACK_MS = 100;

export function createRecorder({
  keeper,
  follow = () => null,
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
  /** The start that waits for the browser's permission; another one, or none, when it was cleared meanwhile. */
  let starting: symbol | null = null;
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

  /** What cannot be discarded is no warning about the recording at hand: it stays sealed. */
  function forget(id: string): Promise<void> {
    kept = kept.then(() => keeper.discard(id)).catch(() => undefined);
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
    if (ended.chunks.length > 0) {
      const recording = recordingOf(ended);
      move({ type: 'stopped', recording, interrupted });
      ended.follower?.end(recording);
    } else {
      ended.follower?.drop();
      move({ type: 'cleared' });
      void forget(ended.id);
    }
  }

  function shelve(): void {
    const before = state.get();
    if (before.phase === 'stopped' && !before.transcribed) {
      shelved.set([...shelved.get(), before.recording]);
    }
  }

  async function open(id: string): Promise<Take> {
    const startedAt = now();
    const chunks: Blob[] = [];
    const capture = await openCapture({
      onChunk(chunk) {
        chunks.push(chunk);
        if (take?.id !== id) return;
        take.keepUp();
        take.follower?.chunk(chunk);
      },
      onLevels: (bars) => {
        for (const listener of levelListeners) listener(bars);
      },
      onLost: () => {
        if (take?.id === id) end(take, true);
      },
    });
    let begun = false;
    let stored = 0;
    let writes = 0;
    let latest = 0;
    const store = async () => {
      if (!begun) await keeper.begin({ id, startedAt, mimeType: capture.mimeType });
      begun = true;
      // All that has come since in one write: a slow disk lags by one write, not by ever more of them.
      const fresh = chunks.slice(stored);
      if (fresh.length > 0) {
        await keeper.append(id, writes, new Blob(fresh), latest);
        stored += fresh.length;
        writes++;
      }
      if (take?.id === id) unkept.set(false);
    };
    const keepUp = (elapsed = clock.elapsed()) => {
      latest = elapsed;
      void keep(store);
    };
    return { id, startedAt, capture, chunks, keepUp, follower: null };
  }

  /** Nothing is in the panel any more; the recording that ran comes back, with its microphone still open. */
  function empty(): Take | null {
    const running = take;
    running?.follower?.drop();
    take = null;
    starting = null;
    clearInterval(ticking);
    clock.reset();
    unkept.set(false);
    move({ type: 'cleared' });
    return running;
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
      const own = Symbol('start');
      starting = own;
      let opened: Take;
      try {
        opened = await open(newId());
      } catch (error) {
        if (starting !== own) return;
        move({ type: 'refused', problem: error instanceof MicrophoneError ? error.problem : 'failed' });
        return;
      }
      // Cleared or left while the browser was asking for permission.
      if (disposed || starting !== own) {
        await opened.capture.stop();
        return;
      }
      starting = null;
      const follower = follow({ id: opened.id, mimeType: opened.capture.mimeType });
      take = { ...opened, follower };
      opened.keepUp();
      for (const chunk of opened.chunks) follower?.chunk(chunk);
      move({ type: 'started' });
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
      const paused = take;
      paused?.capture.pause();
      haltClock();
      move({ type: 'paused' });
      void paused?.capture.flush().then(() => paused.follower?.pause());
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

    markTranscribed({ id, audio }) {
      const present = state.get();
      const rest = shelved.get().filter((each) => each.audio !== audio);
      const wasShelved = rest.length < shelved.get().length;
      if (wasShelved) shelved.set(rest);
      if (present.phase !== 'stopped' || present.recording.audio !== audio) return wasShelved;
      move({ type: 'transcribed', id });
      return true;
    },

    recover(recording, transcribed = false) {
      const { phase } = state.get();
      if (phase !== 'idle' && phase !== 'stopped') {
        if (!transcribed) shelved.set([...shelved.get(), recording]);
        return;
      }
      shelve();
      shelved.set(shelved.get().filter(({ id }) => id !== recording.id));
      move({ type: 'recovered', recording, transcribed });
    },

    async discardShelved(id) {
      shelved.set(shelved.get().filter((recording) => recording.id !== id));
      await forget(id);
    },

    async clear() {
      const before = state.get();
      const running = empty();
      await running?.capture.stop();
      const id = before.phase === 'stopped' ? before.recording.id : running?.id;
      if (id !== undefined) await forget(id);
    },

    async handOver() {
      const before = state.get();
      const left: LeftRecording[] = shelved.get().map((recording) => ({ recording, transcribed: false }));
      if (before.phase === 'stopped') left.push({ recording: before.recording, transcribed: before.transcribed });
      shelved.set([]);
      const counted = seconds();
      const elapsed = clock.elapsed();
      const running = empty();
      await running?.capture.stop();
      running?.keepUp(elapsed);
      if (running && running.chunks.length > 0) {
        left.push({ recording: { ...recordingOf(running), seconds: counted }, transcribed: false });
      }
      return left;
    },

    stored: () => kept,

    dispose() {
      disposed = true;
      take?.follower?.drop();
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
