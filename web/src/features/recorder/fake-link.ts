/** A live connection for tests: the test is the server. */
import type { LinkListeners, LiveLink } from './live-link';

export interface FakeLink extends LiveLink {
  /** What the page sent, in order: chunks as their text, and `pause`, `finish`, `close`. */
  readonly sent: () => Promise<string[]>;
  /** What the server says. */
  readonly says: LinkListeners;
}

export function fakeLink(listeners: LinkListeners): FakeLink {
  const frames: (Blob | string)[] = [];
  let closed = false;
  const unlessClosed =
    <Told extends unknown[]>(tell: (...told: Told) => void) =>
    (...told: Told) => {
      if (!closed) tell(...told);
    };
  return {
    send: (chunk) => void frames.push(chunk),
    pause: () => void frames.push('pause'),
    finish: () => void frames.push('finish'),
    close() {
      if (!closed) frames.push('close');
      closed = true;
    },
    sent: () => Promise.all(frames.map((frame) => (typeof frame === 'string' ? frame : frame.text()))),
    says: {
      onReady: unlessClosed(listeners.onReady),
      onText: unlessClosed(listeners.onText),
      onCommand: unlessClosed(listeners.onCommand),
      onFinal: unlessClosed(listeners.onFinal),
      onLost: unlessClosed(listeners.onLost),
    },
  };
}
