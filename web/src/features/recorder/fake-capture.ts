/** A microphone for tests: says what it is told, when it is told. */
import { type Capture, type CaptureListeners, MicrophoneError, type OpenCapture } from './capture';
import { BAR_COUNT } from './levels';
import type { MicrophoneProblem } from './recorder-state';

export interface FakeMicrophone {
  readonly open: OpenCapture;
  /** Gives a chunk, as the browser does again and again while it records. */
  readonly say: (words: string) => void;
  /** Holds words back until the next flush or stop. */
  readonly murmur: (words: string) => void;
  /** How loud it is, from 0 to 1, for as long as the level display shows. */
  readonly hear: (loudness: number) => void;
  readonly unplug: () => void;
  readonly isOpen: () => boolean;
  /** From now on the browser begins no further recording. */
  readonly refuse: () => void;
}

export function fakeMicrophone(refusal?: MicrophoneProblem): FakeMicrophone {
  let listeners: CaptureListeners | null = null;
  let held: string[] = [];
  let refused = false;
  const give = () => {
    const given = held;
    const receiver = listeners;
    held = [];
    for (const words of given) receiver?.onChunk(new Blob([words], { type: 'audio/webm' }));
  };
  const capture: Capture = {
    mimeType: 'audio/webm',
    pause: () => undefined,
    resume: () => undefined,
    flush: async () => give(),
    stop: async () => {
      give();
      listeners = null;
    },
    handOn: (next) => {
      if (refused) throw new Error('no encoder');
      listeners = next;
      return { capture, ended: Promise.resolve() };
    },
  };
  return {
    open: async (given) => {
      if (refusal) throw new MicrophoneError(refusal);
      listeners = given;
      return capture;
    },
    say: (words) => {
      held.push(words);
      give();
    },
    murmur: (words) => {
      held.push(words);
    },
    hear: (loudness) => listeners?.onLevels(new Float32Array(BAR_COUNT).fill(loudness)),
    unplug: () => {
      const lost = listeners;
      listeners = null;
      lost?.onLost();
    },
    refuse: () => {
      refused = true;
    },
    isOpen: () => listeners !== null,
  };
}
