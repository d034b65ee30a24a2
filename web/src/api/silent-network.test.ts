import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { requestEvents, requestJson } from './client';
import { askPatiently, type Delay } from './server-away';

/** What becomes of a question: it is answered with this status, gets no answer, or is refused at once. */
let readyz: number | 'swallowed' | 'refused';
/** The seconds after which questions were asked. */
let questions: number[];
/** What the network does with the request, given what it does when the request is aborted. */
let network: (signal: AbortSignal) => Promise<Response>;
let requests: number;
let caller: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  readyz = 200;
  questions = [];
  network = swallowed;
  requests = 0;
  caller = new AbortController();
  const began = Date.now();
  vi.stubGlobal('fetch', async (path: string, { signal }: { signal: AbortSignal }) => {
    if (path !== '/readyz') {
      requests++;
      return network(signal);
    }
    questions.push((Date.now() - began) / 1000);
    if (readyz === 'refused') throw new TypeError('Failed to fetch');
    return readyz === 'swallowed' ? swallowed(signal) : new Response(null, { status: readyz });
  });
});
afterEach(() => {
  caller.abort();
  // Whatever became of the request, nothing of it goes on.
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
/** A device that sleeps: its clock goes on, its timers do not. */
const sleep = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000);

/** No answer, until whoever asked gives up. */
function swallowed(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
}

/** An answer after so many seconds. */
const answerAfter = (seconds: number) => (signal: AbortSignal) =>
  Promise.race([swallowed(signal), pause(seconds).then(() => new Response('{"a":1}'))]);
const pause = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000));

/** An answer of which the beginning comes, at these seconds, and never the end. */
const beginning =
  (pieces: readonly (readonly [number, string])[], init?: ResponseInit) =>
  async (signal: AbortSignal): Promise<Response> => {
    const body = new ReadableStream({
      async start(stream) {
        signal.addEventListener('abort', () => stream.error(signal.reason));
        for (const [seconds, text] of pieces) {
          await pause(seconds);
          stream.enqueue(new TextEncoder().encode(text));
        }
      },
    });
    return new Response(body, init);
  };

/** How a request stands: pending, or what came of it. */
function watched<T>(request: Promise<T>): () => unknown {
  let state: unknown = 'pending';
  request.then(
    (value) => {
      state = value;
    },
    (error: unknown) => {
      state = error;
    },
  );
  return () => state;
}
const asking = () => watched(requestJson('/api/templates', { signal: caller.signal }));
const lost = expect.objectContaining({ name: 'TypeError', message: 'Nothing was heard of the server.' });
const cancelled = expect.objectContaining({ name: 'AbortError' });

describe('a request without an answer', () => {
  it('asks nothing for fifteen seconds', async () => {
    network = answerAfter(14.9);
    const state = asking();
    await pass(60);
    expect([state(), questions]).toEqual([{ a: 1 }, []]);
  });

  it.each([200, 404, 503])('goes on as long as somebody answers: %i', async (status) => {
    readyz = status;
    network = answerAfter(300);
    const state = asking();
    await pass(299);
    expect([state(), questions.slice(0, 3)]).toEqual(['pending', [15, 30, 45]]);
    await pass(1);
    expect(state()).toEqual({ a: 1 });
  });

  it('is lost after three questions in a row that nobody answers', async () => {
    readyz = 'swallowed';
    const state = asking();
    await pass(44.9);
    expect([state(), questions]).toEqual(['pending', [15, 25, 35]]);
    await pass(0.1);
    expect(state()).toEqual(lost);
  });

  it('is lost later while it uploads a recording, and as ever once an answer has begun', async () => {
    readyz = 'swallowed';
    const recording = { method: 'POST', body: { audio: 'A'.repeat(300_000) }, signal: caller.signal } as const;
    const sending = watched(requestJson('/api/transcribe', recording));
    await pass(104.9);
    expect([sending(), questions]).toEqual(['pending', [15, 45, 75]]);
    await pass(0.1);
    expect(sending()).toEqual(lost);

    questions = [];
    network = beginning([[1, '{']]);
    const answered = watched(requestJson('/api/transcribe', recording));
    await pass(44.9);
    expect([answered(), questions]).toEqual(['pending', [120, 130, 140]]);
    await pass(0.1);
    expect(answered()).toEqual(lost);
  });

  it('is waited for while a server that takes nobody in finishes it', async () => {
    readyz = 'refused';
    network = answerAfter(150);
    const state = asking();
    await pass(149);
    expect([state(), questions.length]).toEqual(['pending', 14]);
    await pass(1);
    expect(state()).toEqual({ a: 1 });
  });

  it('is lost when questions are refused for four minutes', async () => {
    readyz = 'refused';
    const state = asking();
    await pass(254);
    expect(state()).toBe('pending');
    await pass(1);
    expect(state()).toEqual(lost);
  });

  it('is not lost when a question is answered in between', async () => {
    const state = asking();
    readyz = 'swallowed';
    await pass(34);
    readyz = 200;
    await pass(2);
    readyz = 'swallowed';
    await pass(43);
    expect([state(), questions]).toEqual(['pending', [15, 25, 35, 50, 60, 70]]);
    await pass(1);
    expect(state()).toEqual(lost);
  });

  it('is answered while nobody answers questions', async () => {
    readyz = 'swallowed';
    network = answerAfter(44);
    const state = asking();
    await pass(44);
    expect(state()).toEqual({ a: 1 });
    await pass(600);
    expect(questions).toEqual([15, 25, 35]);
  });

  it.each([5, 20, 40])('is cancelled as ever, after %i s', async (seconds) => {
    readyz = 'swallowed';
    const state = asking();
    await pass(seconds);
    const asked = questions.length;
    caller.abort();
    await pass(600);
    expect(state()).toEqual(cancelled);
    expect(questions).toHaveLength(asked);
  });

  it('is lost after an hour and a quarter although others are answered', async () => {
    const state = asking();
    await pass(75 * 60 - 1);
    expect(state()).toBe('pending');
    await pass(1);
    expect(state()).toEqual(lost);
  });
});

describe('an answer that breaks off', () => {
  const EVENTS = { headers: { 'content-type': 'text/event-stream' } };
  const structuring = (section: (data: unknown) => void) =>
    watched(requestEvents('/api/structure-report', { method: 'POST', signal: caller.signal }, 'report', { section }));

  it('is lost, counted from its last piece', async () => {
    readyz = 'swallowed';
    network = beginning(
      [
        [10, 'event: section\ndata: {"text":"Half"}\n\n'],
        [14, ':\n\n'],
        [14, ':\n\n'],
      ],
      EVENTS,
    );
    const told = vi.fn();
    const state = structuring(told);
    await pass(38 + 44);
    expect([state(), questions]).toEqual(['pending', [53, 63, 73]]);
    await pass(1);
    expect(state()).toEqual(lost);
    expect(told.mock.calls).toEqual([[{ text: 'Half' }]]);
  });

  it('is cancelled as ever', async () => {
    network = beginning([[1, ':\n\n']], EVENTS);
    const state = structuring(() => undefined);
    await pass(20);
    caller.abort();
    await pass(0);
    expect(state()).toEqual(cancelled);
  });

  it.each([200, 422])('is lost in the midst of JSON: %i', async (status) => {
    readyz = 'swallowed';
    network = beginning([[0, '{"a"']], { status });
    const state = asking();
    await pass(46);
    expect(state()).toEqual(lost);
  });
});

describe('a device that sleeps', () => {
  it('asks when it wakes up, and goes on', async () => {
    network = answerAfter(60);
    const state = asking();
    await pass(5);
    await sleep(300);
    await pass(10);
    expect([state(), questions]).toEqual(['pending', [315]]);
    await pass(45);
    expect(state()).toEqual({ a: 1 });
  });

  it('asks first when it slept for longer than a request may take', async () => {
    const state = asking();
    await pass(5);
    await sleep(7_200);
    await pass(9.9);
    expect([state(), questions]).toEqual(['pending', []]);
    await pass(0.1);
    expect([state(), questions]).toEqual([lost, [7_215]]);
  });

  it('does not count the question that it slept over', async () => {
    readyz = 'swallowed';
    network = answerAfter(61);
    const state = asking();
    await pass(36);
    expect(questions).toHaveLength(3);
    await sleep(3_600);
    await pass(24);
    expect([state(), questions.length]).toEqual(['pending', 4]);
    await pass(1);
    expect(state()).toEqual({ a: 1 });
  });
});

it('is asked again when the network is back, if it may be sent twice', async () => {
  readyz = 'swallowed';
  const told: Delay[] = [];
  const state = watched(
    askPatiently(() => requestJson('/api/generate-impression', { method: 'POST', signal: caller.signal }), {
      signal: caller.signal,
      tell: (delay) => told.push(delay),
    }),
  );
  await pass(60);
  expect([state(), told, requests]).toEqual(['pending', ['away'], 1]);
  readyz = 200;
  network = answerAfter(1);
  await pass(20);
  expect([state(), told, requests]).toEqual([{ a: 1 }, ['away', 'back'], 2]);
});
