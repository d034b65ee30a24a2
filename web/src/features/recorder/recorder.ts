/**
 * The recorder of one page: drives a capture through the states of recorder-state.ts, keeps the chunks in memory and
 * hands each to the keeper as it comes. Nothing captured is dropped except by `clear`. A take that becomes too long to be
 * transcribed ends by itself, and the next one goes on without a break.
 */
import { createStore, type Store } from '@/lib/store';
import {
  type Capture,
  type CaptureListeners,
  type HandedOn,
  MicrophoneError,
  type OpenCapture,
  openMicrophone,
} from './capture';
import { isQuiet } from './levels';
import { IDLE, nextState, type RecorderEvent, type RecorderState, type Recording } from './recorder-state';
import { createShelf } from './shelf';
import { stopwatch } from './stopwatch';
import {
  chunkWriter,
  type RecordingKeeper,
  recordingOf,
  type Take,
  type TakeDetails,
  type TakeFollower,
  takeSeconds,
} from './take';
import { roomOf } from './take-size';

export interface RecorderOptions {
  readonly keeper: RecordingKeeper;
  /** Called as a take begins; null when nobody listens to it. */
  readonly follow?: (take: TakeDetails) => TakeFollower | null;
  readonly openCapture?: OpenCapture;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly newId?: () => string;
}

export interface Recorder {
  readonly state: Store<RecorderState>;
  /** Ended recordings that were neither transcribed nor cleared when the next one began. */
  readonly shelved: Store<readonly Recording[]>;
  /** What there is to be said of the size of the take that runs. */
  readonly size: Store<TakeSize>;
  /** True while a chunk could not be stored: a crash would lose this recording. */
  readonly unkept: Store<boolean>;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
  readonly pause: () => void;
  readonly resume: () => void;
  /** The finished recording, or what a paused one has captured so far; null when there is none. */
  readonly recording: () => Promise<Recording | null>;
  /** The shelved recordings that end where this one, or one of them, begins; the first one first. */
  readonly partsBefore: (recording: Recording) => readonly Recording[];
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

export type TakeSize =
  | 'usual'
  /** Soon the next take begins by itself. */
  | 'nearly full'
  /** It began by itself. */
  | 'continued';

export interface LeftRecording {
  readonly recording: Recording;
  readonly transcribed: boolean;
}

const TICK_MS = 1000;

export function createRecorder({
  keeper,
  follow = () => null,
  openCapture = openMicrophone,
  now = Date.now,
  newId = () => crypto.randomUUID(),
}: RecorderOptions): Recorder {
  const state = createStore<RecorderState>(IDLE);
  const shelf = createShelf();
  const unkept = createStore(false);
  const size = createStore<TakeSize>('usual');
  const levelListeners = new Set<(bars: Float32Array) => void>();
  let take: Take | null = null;
  /** A take that was full, until its last chunk has come and it is on the shelf. */
  let leaving: { readonly take: Take; readonly gone: Promise<void> } | null = null;
  let quiet = false;
  /** The start that waits for the browser's permission; another one, or none, when it was cleared meanwhile. */
  let starting: symbol | null = null;
  let ticking: ReturnType<typeof setInterval> | undefined;
  let disposed = false;
  let kept = Promise.resolve();

  const move = (event: RecorderEvent) => state.set(nextState(state.get(), event));
  const tick = () => move({ type: 'ticked', seconds: take ? takeSeconds(take) : 0 });

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
    take?.clock.run();
    ticking = setInterval(tick, TICK_MS);
  }

  function haltClock(): void {
    clearInterval(ticking);
    take?.clock.halt();
    tick();
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

  async function stopTake(stopped: Take, interrupted: boolean): Promise<void> {
    haltClock();
    move({ type: 'stopping' });
    await stopped.capture.stop();
    if (take === stopped) end(stopped, interrupted);
  }

  function shelve(): void {
    const before = state.get();
    if (before.phase === 'stopped' && !before.transcribed) shelf.add(before.recording);
  }

  /** A take that is to begin: what its capture tells, and what it is once there is one. */
  function newTake(continues?: string): { listeners: CaptureListeners; of: (capture: Capture) => Take } {
    const id = newId();
    const startedAt = now();
    const chunks: Blob[] = [];
    const clock = stopwatch(now);
    let bytes = 0;
    if (continues) shelf.noteContinued(id, continues);
    const listeners: CaptureListeners = {
      onChunk(chunk) {
        chunks.push(chunk);
        bytes += chunk.size;
        const own = take?.id === id ? take : leaving?.take.id === id ? leaving.take : null;
        own?.keepUp();
        own?.follower?.chunk(chunk);
        if (own === take) watchSize(bytes);
      },
      onLevels: (bars) => {
        quiet = isQuiet(bars);
        for (const listener of levelListeners) listener(bars);
      },
      onLost: () => {
        if (take?.id === id) end(take, true);
      },
    };
    const of = (capture: Capture): Take => {
      const write = chunkWriter(keeper, { id, startedAt, continues, chunks, clock, mimeType: capture.mimeType });
      const store = async () => {
        await write();
        if (take?.id === id) unkept.set(false);
      };
      const keepUp = () => void keep(store);
      return { id, startedAt, continues, capture, clock, chunks, keepUp, follower: null };
    };
    return { listeners, of };
  }

  /** The take runs from now on. */
  function begin(begun: Take): void {
    const { id, continues, capture, chunks } = begun;
    const follower = follow({ id, mimeType: capture.mimeType, continues });
    take = { ...begun, follower };
    take.keepUp();
    for (const chunk of chunks) follower?.chunk(chunk);
    quiet = false;
    size.set(continues ? 'continued' : 'usual');
  }

  function watchSize(bytes: number): void {
    if (!take || state.get().phase !== 'recording') return;
    const room = roomOf(take.clock.elapsed() / 1000, bytes);
    if (room === 'ample') return;
    size.set('nearly full');
    if (room === 'none' || (room === 'until the next pause' && quiet)) goOn(take);
  }

  /** A full take goes to the shelf, and the next one begins at once. */
  function goOn(full: Take): void {
    const next = newTake(full.id);
    let handed: HandedOn;
    try {
      handed = full.capture.handOn(next.listeners);
    } catch {
      // Whoever goes on speaking must see that nobody listens.
      void stopTake(full, true);
      return;
    }
    full.clock.halt();
    leaving = { take: full, gone: handed.ended.then(() => shelveFull(full)) };
    begin(next.of(handed.capture));
    take?.clock.run();
    tick();
  }

  function shelveFull(full: Take): void {
    // Handed over meanwhile.
    if (leaving?.take !== full) return;
    leaving = null;
    const recording = recordingOf(full);
    shelf.add(recording);
    full.follower?.end(recording);
  }

  /** Nothing is in the panel any more; the recording that ran comes back, with its microphone still open. */
  function empty(): Take | null {
    const running = take;
    running?.follower?.drop();
    running?.clock.halt();
    take = null;
    starting = null;
    clearInterval(ticking);
    unkept.set(false);
    move({ type: 'cleared' });
    return running;
  }

  return {
    state,
    shelved: shelf.recordings,
    unkept,
    size,

    async start() {
      const before = state.get();
      if (before.phase !== 'idle' && before.phase !== 'stopped') return;
      shelve();
      unkept.set(false);
      move({ type: 'asked' });
      const own = Symbol('start');
      starting = own;
      const next = newTake();
      let capture: Capture;
      try {
        capture = await openCapture(next.listeners);
      } catch (error) {
        if (starting !== own) return;
        move({ type: 'refused', problem: error instanceof MicrophoneError ? error.problem : 'failed' });
        return;
      }
      // Cleared or left while the browser was asking for permission.
      if (disposed || starting !== own) {
        await capture.stop();
        return;
      }
      starting = null;
      begin(next.of(capture));
      move({ type: 'started' });
      runClock();
    },

    async stop() {
      const ended = take;
      if (ended) await stopTake(ended, false);
      await leaving?.gone;
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

    partsBefore: shelf.partsBefore,

    markTranscribed({ id, audio }) {
      const present = state.get();
      const wasShelved = shelf.removeHeard(audio);
      if (present.phase !== 'stopped' || present.recording.audio !== audio) return wasShelved;
      move({ type: 'transcribed', id });
      return true;
    },

    recover(recording, transcribed = false) {
      if (recording.continues) shelf.noteContinued(recording.id, recording.continues);
      const { phase } = state.get();
      if (phase !== 'idle' && phase !== 'stopped') {
        if (!transcribed) shelf.add(recording);
        return;
      }
      shelve();
      shelf.remove(recording.id);
      move({ type: 'recovered', recording, transcribed });
    },

    async discardShelved(id) {
      shelf.remove(id);
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
      const left: LeftRecording[] = shelf.empty().map((recording) => ({ recording, transcribed: false }));
      if (before.phase === 'stopped') left.push({ recording: before.recording, transcribed: before.transcribed });
      const full = leaving;
      leaving = null;
      full?.take.follower?.drop();
      const running = empty();
      await full?.gone;
      await running?.capture.stop();
      for (const each of [full?.take, running]) {
        each?.keepUp();
        if (each && each.chunks.length > 0) left.push({ recording: recordingOf(each), transcribed: false });
      }
      return left;
    },

    stored: () => kept,

    dispose() {
      disposed = true;
      for (const each of [leaving?.take, take]) each?.follower?.drop();
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
