import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/app/providers';
import { useOpening } from './use-opening';

/** The answers that a page waits for, each given by hand. */
let answer: Record<string, (response: Response) => void>;

beforeEach(() => {
  vi.useFakeTimers();
  answer = {};
  vi.stubGlobal('fetch', (path: string) => new Promise((resolve) => Object.assign(answer, { [path]: resolve })));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const PATHS = ['/api/subscription/status', '/api/subscription-status', '/api/engines'];
const after = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

async function give(path: string, response: Response) {
  answer[path]?.(response);
  await after(1);
}

function open(searched: boolean) {
  const client = createQueryClient();
  return renderHook((known: boolean) => useOpening(known), {
    initialProps: searched,
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  });
}

it('shows the cards when everything that decides their places has come, what failed included', async () => {
  const { result, rerender } = open(false);
  for (const path of PATHS)
    await give(path, path === '/api/engines' ? new Response('', { status: 503 }) : Response.json({}));
  expect(result.current).toBe('waiting');
  rerender(true);
  await after(1);
  expect(result.current).toBe('in time');
});

it('keeps nobody from recording when the server is slow, and does not change its mind afterwards', async () => {
  const { result } = open(true);
  await after(1_400);
  expect(result.current).toBe('waiting');
  await after(200);
  expect(result.current).toBe('late');
  for (const path of PATHS) await give(path, Response.json({}));
  expect(result.current).toBe('late');
});
