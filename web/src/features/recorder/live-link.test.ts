import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLiveLink } from './live-link';

class FakeSocket {
  static last: FakeSocket;
  sent: (string | Blob)[] = [];
  bufferedAmount = 0;
  closed = false;
  onopen: () => void = () => undefined;
  onclose: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  readonly url: string;
  constructor(url: string | URL) {
    this.url = String(url);
    FakeSocket.last = this;
  }
  send(frame: string | Blob) {
    this.sent.push(frame);
  }
  close() {
    this.closed = true;
  }
  says(message: object) {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function open() {
  const heard: unknown[] = [];
  const link = openLiveLink('audio/webm', {
    onReady: () => heard.push('ready'),
    onText: ({ committed, tentative }) => heard.push([committed, tentative]),
    onCommand: ({ name, argument }) => heard.push([name, argument]),
    onFinal: ({ text }) => heard.push(`final: ${text}`),
    onLost: (reason) => heard.push(`lost: ${reason}`),
  });
  return { link, socket: FakeSocket.last, heard };
}

describe('the live connection', () => {
  it('sends everything in order, also what came before it was open', () => {
    const { link, socket } = open();
    expect(socket.url).toMatch(/^ws:\/\/[^/]+\/api\/transcribe\/live$/);
    const [one, two] = [new Blob(['1']), new Blob(['2'])];
    link.send(one);
    expect(socket.sent).toEqual([]);
    socket.onopen();
    link.send(two);
    link.pause();
    link.finish();
    const control = (type: string) => JSON.stringify({ type });
    const start = JSON.stringify({ type: 'start', mime: 'audio/webm' });
    expect(socket.sent).toEqual([start, one, two, control('pause'), control('finish')]);
  });

  it('says at the start which template the dictation is for', () => {
    const listeners = { onReady: vi.fn(), onText: vi.fn(), onCommand: vi.fn(), onFinal: vi.fn(), onLost: vi.fn() };
    openLiveLink('audio/webm', listeners, { selectedTemplate: 'CT Chest', customTemplateId: undefined });
    FakeSocket.last.onopen();
    const start = { type: 'start', mime: 'audio/webm', selectedTemplate: 'CT Chest' };
    expect(FakeSocket.last.sent).toEqual([JSON.stringify(start)]);
  });

  it('tells what the server says, and nothing behind the final text', () => {
    const { socket, heard } = open();
    socket.onopen();
    socket.says({ type: 'ready', engine: 'x' });
    socket.says({ type: 'text', sequence: 1, committed: 'Liver', tentative: 'nor' });
    socket.says({ type: 'command', name: 'next_field', argument: null });
    socket.says({ type: 'final', text: 'Liver normal.' });
    socket.onclose();
    expect(heard).toEqual(['ready', ['Liver', 'nor'], ['next_field', null], 'final: Liver normal.']);
  });

  it('says once that it is lost: by an error, a closed socket, silence, or a line that lets nothing through', () => {
    const refused = open();
    refused.socket.says({ type: 'error', code: 'live_full', message: 'Too many dictate.' });
    refused.socket.onclose();
    expect(refused.heard).toEqual(['lost: Too many dictate.']);
    const cut = open();
    cut.socket.onclose();
    expect(cut.heard).toEqual(['lost: null']);
    const silent = open();
    vi.advanceTimersByTime(8_000);
    expect(silent.heard).toHaveLength(1);
    const stalled = open();
    stalled.socket.onopen();
    stalled.socket.bufferedAmount = 200_000;
    stalled.link.send(new Blob(['1']));
    expect(stalled.heard).toHaveLength(1);
  });

  it.each(['before', 'after'])(
    'does not wait for ever for the last words of a take that ended %s it was open',
    (when) => {
      const { link, socket, heard } = open();
      if (when === 'before') link.finish();
      socket.onopen();
      if (when === 'after') link.finish();
      vi.advanceTimersByTime(60_000);
      expect(heard).toEqual(['lost: The speech engine did not answer.']);
      expect(socket.closed).toBe(true);
    },
  );

  it('is silent once it was closed by the page', () => {
    const { link, socket, heard } = open();
    link.close();
    socket.says({ type: 'text', sequence: 1, committed: 'x', tentative: '' });
    socket.onclose();
    expect(heard).toEqual([]);
  });
});
