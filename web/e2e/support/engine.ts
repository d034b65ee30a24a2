import { test } from '@playwright/test';
import { SENTENCES_FOLDER } from './dictation';
import { type Peer, startPeer } from './peer';

/** A speech server that knows what may be said, and cannot mishear it. */
export interface Engine {
  /** What makes a server use it. */
  readonly settings: Record<string, string>;
  /** From now on it listens and answers nobody. */
  hold(): Promise<void>;
  /** It answers again, first what it has kept back. */
  answer(): Promise<void>;
}

/** An engine for the tests of a file. */
export function engineOfFile(): Engine {
  let peer: Peer<{ http: number }>;
  test.beforeAll(async () => {
    peer = await startPeer('speech.mjs', SENTENCES_FOLDER);
  });
  test.afterEach(() => peer.tell({ hold: false }));
  test.afterAll(() => peer.stop());
  return {
    get settings() {
      return {
        READOUT_SPEECH_ENGINE: 'http',
        READOUT_SPEECH_URL: `http://127.0.0.1:${peer.said.http}/v1`,
        READOUT_SPEECH_MODEL: 'sentences',
      };
    },
    hold: () => peer.tell({ hold: true }),
    answer: () => peer.tell({ hold: false }),
  };
}
