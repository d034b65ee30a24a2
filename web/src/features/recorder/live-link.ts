/**
 * The connection that words come over while somebody speaks. One line of frames carries the recording and what is asked
 * about it, in order. A connection that is lost says so once and is never opened again for its take: the recording is
 * kept elsewhere and can be transcribed as a whole.
 */
import type { TakeContext, Transcription } from '@/api/types';

export interface LiveText {
  /** Everything that is settled so far. */
  readonly committed: string;
  /** The words of the running stretch, which may still change. */
  readonly tentative: string;
}

/** What was said instead of being dictated. */
export interface SpokenCommand {
  readonly name: string;
  readonly argument: string | null;
}

export interface LinkListeners {
  /** Audio is being worked on. */
  readonly onReady: () => void;
  readonly onText: (text: LiveText) => void;
  readonly onCommand: (command: SpokenCommand) => void;
  /** The whole take, after `finish`. Nothing comes behind it. */
  readonly onFinal: (transcription: Transcription) => void;
  /** No more words will come; the reason is a sentence, null when none is known. */
  readonly onLost: (reason: string | null) => void;
}

export interface LiveLink {
  readonly send: (chunk: Blob) => void;
  readonly pause: () => void;
  /** After the last chunk. */
  readonly finish: () => void;
  /** Ends it without a word; nothing is told any more. */
  readonly close: () => void;
}

/** Opens one for a recording of this type; the engine expects the terms of the template. */
export type OpenLink = (mimeType: string, listeners: LinkListeners, context?: TakeContext) => LiveLink;

type Message =
  | { readonly type: 'ready' }
  | ({ readonly type: 'text' } & LiveText)
  | ({ readonly type: 'command' } & SpokenCommand)
  | ({ readonly type: 'final' } & Transcription)
  | { readonly type: 'error'; readonly message: string };

const PATH = '/api/transcribe/live';
const OPENS_WITHIN_MS = 8_000;
/** An engine behind a network may take its time over the last words; Transcribe can be pressed meanwhile. */
const FINAL_WITHIN_MS = 60_000;
/** Half a minute of audio that does not get through: nobody is at the other end. */
const MOST_WAITING_BYTES = 96_000;

export const openLiveLink: OpenLink = (mimeType, listeners, context = {}) => {
  const address = new URL(PATH, window.location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  const socket = new WebSocket(address);
  let waiting: (Blob | string)[] | null = [];
  let over = false;
  const loseAfter = (milliseconds: number) => setTimeout(() => lose('The speech engine did not answer.'), milliseconds);
  const opening = loseAfter(OPENS_WITHIN_MS);
  let finishing: ReturnType<typeof setTimeout> | undefined;

  function end(): boolean {
    if (over) return false;
    over = true;
    clearTimeout(opening);
    clearTimeout(finishing);
    waiting = null;
    socket.close();
    return true;
  }

  function lose(reason: string | null): void {
    if (end()) listeners.onLost(reason);
  }

  function post(frame: Blob | string): void {
    if (over) return;
    if (waiting) waiting.push(frame);
    else if (socket.bufferedAmount > MOST_WAITING_BYTES) lose('The connection is too slow.');
    else socket.send(frame);
  }

  const tell = (message: object) => post(JSON.stringify(message));

  function take(message: Message): void {
    switch (message.type) {
      case 'ready':
        listeners.onReady();
        break;
      case 'text':
        listeners.onText(message);
        break;
      case 'command':
        listeners.onCommand(message);
        break;
      case 'final':
        if (end()) listeners.onFinal(message);
        break;
      case 'error':
        lose(message.message);
        break;
    }
  }

  socket.onopen = () => {
    clearTimeout(opening);
    const frames = waiting ?? [];
    waiting = null;
    for (const frame of frames) post(frame);
  };
  socket.onmessage = ({ data }) => {
    if (!over && typeof data === 'string') take(JSON.parse(data) as Message);
  };
  socket.onclose = () => lose(null);
  tell({ type: 'start', mime: mimeType, ...context });

  return {
    send: post,
    pause: () => tell({ type: 'pause' }),
    finish() {
      tell({ type: 'finish' });
      if (!over) finishing = loseAfter(FINAL_WITHIN_MS);
    },
    close: () => void end(),
  };
};
