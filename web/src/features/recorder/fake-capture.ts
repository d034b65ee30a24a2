/** A microphone for tests: says what it is told, when it is told. */
import { type Capture, type CaptureListeners, MicrophoneError, type OpenCapture } from './capture';
import type { MicrophoneProblem } from './recorder-state';

export interface FakeMicrophone {
  readonly open: OpenCapture;
  /** Gives a chunk, as the browser does again and again while it records. */
  readonly say: (words: string) => void;
  /** Holds words back until the next flush or stop. */
  readonly murmur: (words: string) => void;
  readonly unplug: () => void;
  readonly isOpen: () => boolean;
}

export function fakeMicrophone(refusal?: MicrophoneProblem): FakeMicrophone {
  let listeners: CaptureListeners | null = null;
  let held: string[] = [];
  const give = () => {
    for (const words of held) listeners?.onChunk(new Blob([words], { type: 'audio/webm' }));
    held = [];
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
    unplug: () => {
      const lost = listeners;
      listeners = null;
      lost?.onLost();
    },
    isOpen: () => listeners !== null,
  };
}
