import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CaptureListeners, MicrophoneError, openMicrophone } from './capture';

const LISTENERS: CaptureListeners = { onChunk: () => undefined, onLevels: () => undefined, onLost: () => undefined };

/** The browser's recorder as far as it is used; `refuses` makes its start throw, as without an encoder. */
class FakeRecorder extends EventTarget {
  static refuses = false;
  static readonly isTypeSupported = () => true;
  state = 'inactive';
  onstop: (() => void) | null = null;
  ondataavailable = null;
  start() {
    if (FakeRecorder.refuses) throw new DOMException('no encoder', 'NotSupportedError');
    this.state = 'recording';
  }
  stop() {
    this.state = 'inactive';
    this.onstop?.();
    this.dispatchEvent(new Event('stop'));
  }
}

const track = { stop: vi.fn() };
const graphs: FakeGraph[] = [];

class FakeGraph {
  static refusesSource = false;
  closed = false;
  constructor() {
    graphs.push(this);
  }
  createAnalyser = () => ({ fftSize: 0, getFloatTimeDomainData: () => undefined });
  createMediaStreamSource() {
    if (FakeGraph.refusesSource) throw new DOMException('no audio in it', 'InvalidStateError');
    return { connect: () => undefined };
  }
  async close() {
    this.closed = true;
  }
}

beforeEach(() => {
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('AudioContext', FakeGraph);
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => ({ getTracks: () => [track] }) } });
});

afterEach(() => {
  vi.unstubAllGlobals();
  track.stop.mockClear();
  graphs.length = 0;
  FakeRecorder.refuses = false;
  FakeGraph.refusesSource = false;
});

describe('openMicrophone', () => {
  it('lets go of the microphone and leaves no audio graph when the browser cannot record', async () => {
    FakeRecorder.refuses = true;
    await expect(openMicrophone(LISTENERS)).rejects.toEqual(new MicrophoneError('failed'));
    expect(track.stop).toHaveBeenCalledOnce();
    expect(graphs.filter(({ closed }) => !closed)).toEqual([]);
  });

  it('records without level bars when the browser gives no audio graph', async () => {
    FakeGraph.refusesSource = true;
    const capture = await openMicrophone(LISTENERS);
    expect(graphs.map(({ closed }) => closed)).toEqual([true]);
    await capture.stop();
    expect(track.stop).toHaveBeenCalledOnce();
  });

  it('keeps the microphone for the recording that goes on, and ends each level meter with its recording', async () => {
    const first = await openMicrophone(LISTENERS);
    const { capture, ended } = first.handOn(LISTENERS);
    await ended;
    expect(track.stop).not.toHaveBeenCalled();
    expect(graphs.map(({ closed }) => closed)).toEqual([true, false]);
    await capture.stop();
    expect(track.stop).toHaveBeenCalledOnce();
    expect(graphs.map(({ closed }) => closed)).toEqual([true, true]);
  });

  it('goes on with the recording when no other one can begin', async () => {
    const first = await openMicrophone(LISTENERS);
    FakeRecorder.refuses = true;
    expect(() => first.handOn(LISTENERS)).toThrow();
    expect(track.stop).not.toHaveBeenCalled();
    expect(graphs.map(({ closed }) => closed)).toEqual([false]);
    await first.stop();
  });

  it.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'missing'],
    ['NotReadableError', 'busy'],
    ['AbortError', 'failed'],
  ])('tells %s as %s', async (name, problem) => {
    const refused = Object.assign(new Error(), { name });
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => Promise.reject(refused) } });
    await expect(openMicrophone(LISTENERS)).rejects.toMatchObject({ problem });
  });
});
