import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error';
import { askPatiently, type Delay } from './server-away';

const LOST = new TypeError('Failed to fetch');
const ENVELOPE = JSON.stringify({ message: 'Not now.', code: 'busy' });

/** What the server answers to `/readyz`: a status, or nothing. */
let readyz: number | null;
let polls: number[];
let told: Delay[];
let hidden: boolean;
let leaving: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  readyz = 200;
  polls = [];
  told = [];
  hidden = false;
  leaving = new AbortController();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  const began = Date.now();
  vi.stubGlobal('fetch', async (path: string) => {
    expect(path).toBe('/readyz');
    polls.push(Date.now() - began);
    if (readyz === null) throw LOST;
    return new Response(null, { status: readyz });
  });
});
afterEach(() => {
  leaving.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A request that fails with these errors, one after the other, and then works. */
function asking(...errors: unknown[]) {
  const ask = vi.fn(async () => 'report');
  for (const error of errors) ask.mockRejectedValueOnce(error);
  const answer = askPatiently(ask, { signal: leaving.signal, tell: (delay) => told.push(delay), random: () => 0 });
  // Looked at later.
  answer.catch(() => undefined);
  return { ask, answer };
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);
const proxy = (status: number, retryAfter?: string) =>
  new ApiError(status, 'Bad Gateway', '<h1>Bad Gateway</h1>', retryAfter);
const refused = (status: number, retryAfter?: string) => new ApiError(status, 'Not now', ENVELOPE, retryAfter);

describe('what was answered', () => {
  it('is given at once', async () => {
    const { ask, answer } = asking();
    expect(await answer).toBe('report');
    expect([ask.mock.calls.length, told, polls]).toEqual([1, [], []]);
  });

  it.each([
    ['a refusal', refused(422)],
    ['too often', refused(429, '1')],
    ['signed out', refused(401)],
    ['an engine that failed', refused(502)],
    ['a mistake of the server', new ApiError(500, 'Internal Server Error', '')],
    ['a refusal that does not say when to come again', refused(503)],
    ['a long time to wait', refused(503, '30')],
    ['a proxy that is closed for an hour', proxy(503, '3600')],
    ['something else', new SyntaxError('Unexpected end of JSON input')],
    ['nothing, because it was cancelled', new DOMException('', 'AbortError')],
  ])('is said at once: %s', async (_what, error) => {
    const { ask, answer } = asking(error);
    await expect(answer).rejects.toBe(error);
    expect([ask.mock.calls.length, told, polls]).toEqual([1, [], []]);
  });
});

describe('a server that was away', () => {
  it.each([
    ['the connection was lost', LOST],
    ['502', proxy(502)],
    ['503', proxy(503)],
    ['504', proxy(504)],
  ])('is asked again once it is ready: %s', async (_what, error) => {
    readyz = null;
    const { ask, answer } = asking(error);
    await pass(5);
    expect([ask.mock.calls.length, told]).toEqual([1, ['away']]);
    readyz = 503;
    await pass(5);
    expect([ask.mock.calls.length, told]).toEqual([1, ['away']]);
    readyz = 200;
    await pass(8);
    expect(await answer).toBe('report');
    expect([ask.mock.calls.length, told]).toEqual([2, ['away', 'back']]);
  });

  it('is looked for less and less often', async () => {
    readyz = null;
    asking(LOST);
    await pass(36);
    expect(polls).toEqual([700, 2_100, 4_900, 10_500, 18_500, 26_500, 34_500]);
  });

  it('is looked for at moments that differ from page to page', async () => {
    readyz = null;
    const patience = { signal: leaving.signal, tell: () => undefined, random: () => 1 };
    askPatiently(() => Promise.reject(LOST), patience).catch(() => undefined);
    await pass(4);
    expect(polls).toEqual([1_050, 3_150]);
  });

  it('is asked again only once', async () => {
    const { ask, answer } = asking(LOST, proxy(502));
    await pass(1);
    await expect(answer).rejects.toMatchObject({ status: 502 });
    await pass(300);
    expect(ask).toHaveBeenCalledTimes(2);
  });

  it('is given up after four minutes, with what went wrong at first', async () => {
    readyz = null;
    const { ask, answer } = asking(LOST);
    await pass(239);
    expect(told).toEqual(['away']);
    const looked = polls.length;
    await pass(12);
    await expect(answer).rejects.toBe(LOST);
    expect(ask).toHaveBeenCalledTimes(1);
    await pass(600);
    expect(polls.length - looked).toBeLessThanOrEqual(2);
  });

  it('is asked although a proxy keeps the look at it to itself', async () => {
    readyz = 404;
    const { answer } = asking(LOST);
    await pass(1);
    expect(await answer).toBe('report');
  });

  it('is looked for at once when the browser is connected again', async () => {
    readyz = null;
    const { answer } = asking(LOST);
    await pass(11);
    const looked = polls.length;
    readyz = 200;
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(polls).toHaveLength(looked + 1);
    expect(await answer).toBe('report');
  });

  it('is not looked for while nobody sees the page, and at once when somebody does', async () => {
    readyz = null;
    const { answer } = asking(LOST);
    await pass(1);
    hidden = true;
    await pass(600);
    expect(polls).toHaveLength(1);
    hidden = false;
    readyz = 200;
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    expect(polls).toHaveLength(2);
    expect(await answer).toBe('report');
  });

  it.each([false, true])('is no longer waited for after Cancel; seen: %s', async (seen) => {
    readyz = null;
    const { ask, answer } = asking(LOST);
    await pass(1);
    hidden = !seen;
    await pass(4);
    const looked = polls.length;
    leaving.abort();
    readyz = 200;
    await pass(30);
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect([ask.mock.calls.length, polls.length - looked, told]).toEqual([1, 0, ['away']]);
  });
});

it('comes again when a busy server says so, and not before', async () => {
  const { ask, answer } = asking(refused(503, '3'));
  await pass(2.9);
  expect([ask.mock.calls.length, polls, told]).toEqual([1, [], ['told']]);
  await pass(0.2);
  expect(await answer).toBe('report');
  expect(told).toEqual(['told']);
});
