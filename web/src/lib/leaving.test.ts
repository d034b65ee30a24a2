import { afterEach, expect, it, vi } from 'vitest';
import { beforeLeaving, settleThen } from './leaving';

afterEach(() => vi.useRealTimers());

it('leaves at once when nothing is to be done first', () => {
  const leave = vi.fn();
  settleThen(leave);
  expect(leave).toHaveBeenCalledOnce();
});

it('leaves when what is to be done first is done, whether it went well or not', async () => {
  let finish: () => void = () => undefined;
  const forget = [
    beforeLeaving(() => new Promise<void>((resolve) => (finish = resolve))),
    beforeLeaving(() => Promise.reject(new Error('quota'))),
  ];
  const leave = vi.fn();
  settleThen(leave);
  await Promise.resolve();
  expect(leave).not.toHaveBeenCalled();
  finish();
  await vi.waitFor(() => expect(leave).toHaveBeenCalledOnce());
  for (const each of forget) each();
});

it('waits for no work for good', async () => {
  vi.useFakeTimers();
  const forget = beforeLeaving(() => new Promise(() => undefined));
  const leave = vi.fn();
  settleThen(leave);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(leave).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(leave).toHaveBeenCalledOnce();
  forget();
});
