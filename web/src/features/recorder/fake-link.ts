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
  return {
    send: (chunk) => void frames.push(chunk),
    pause: () => void frames.push('pause'),
    finish: () => void frames.push('finish'),
    close: () => void frames.push('close'),
    sent: () => Promise.all(frames.map((frame) => (typeof frame === 'string' ? frame : frame.text()))),
    says: listeners,
  };
}
