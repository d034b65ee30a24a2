import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { late, persistently } from './late';

afterEach(() => vi.useRealTimers());

const failing = (times: number) => {
  const load = vi.fn(async () => 'script');
  for (let time = 0; time < times; time++) load.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  return load;
};

it('tries again at once when the browser is connected again', async () => {
  const load = failing(1);
  const loaded = persistently(load);
  await Promise.resolve();
  await Promise.resolve();
  window.dispatchEvent(new Event('online'));
  expect(await loaded).toBe('script');
  expect(load).toHaveBeenCalledTimes(2);
});

it('tries again after a moment, and gives up after as many tries as were allowed', async () => {
  vi.useFakeTimers();
  const patient = persistently(failing(4));
  const impatient = expect(persistently(failing(4), 3)).rejects.toThrow('Failed to fetch');
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await patient).toBe('script');
  await impatient;
});

it('leaves what stands in the place of a part until it has come', async () => {
  vi.useFakeTimers();
  const load = vi.fn(async () => () => <p>Part</p>).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const Part = late(load);
  render(
    <Suspense fallback={<p>Waiting</p>}>
      <Part />
    </Suspense>,
  );
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(screen.getByText('Waiting')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(screen.getByText('Part')).toBeInTheDocument();
});
