import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Toaster } from './toast';
import { createToastStore, DISPLAY_MS, REMOVE_MS, toast, toastStore } from './toast-store';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  toastStore.dismiss();
  vi.useRealTimers();
});

it('shows for 5000 ms and is forgotten 1,000,000 ms after it closed', () => {
  const store = createToastStore();
  store.show({ title: 'Report Structured' });
  vi.advanceTimersByTime(DISPLAY_MS - 1);
  expect(store.current()?.open).toBe(true);
  vi.advanceTimersByTime(1);
  expect(store.current()).toMatchObject({ title: 'Report Structured', open: false });
  vi.advanceTimersByTime(REMOVE_MS - 1);
  expect(store.current()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(store.current()).toBeNull();
  expect([DISPLAY_MS, REMOVE_MS]).toEqual([5_000, 1_000_000]);
});

it('a new message takes the place of the old one and has its own time', () => {
  const store = createToastStore();
  store.show({ title: 'first' });
  vi.advanceTimersByTime(4_000);
  store.show({ title: 'second' });
  vi.advanceTimersByTime(4_000);
  expect(store.current()).toMatchObject({ title: 'second', open: true });
});

it('a message shown after a closed one is not removed with it', () => {
  const store = createToastStore();
  store.show({ title: 'first' });
  store.dismiss();
  vi.advanceTimersByTime(REMOVE_MS - 100);
  store.show({ title: 'second' });
  vi.advanceTimersByTime(200);
  expect(store.current()).toMatchObject({ title: 'second', open: true });
});

it('stays while it is held', () => {
  const store = createToastStore();
  store.show({ title: 'Error' });
  store.hold();
  vi.advanceTimersByTime(60_000);
  expect(store.current()?.open).toBe(true);
  store.resume();
  vi.advanceTimersByTime(DISPLAY_MS);
  expect(store.current()?.open).toBe(false);
});

it('exactly one message is visible', () => {
  render(<Toaster />);
  act(() => toast({ title: 'Transcription Complete' }));
  act(() => toast({ title: 'Export Failed', description: 'Please try again.', variant: 'destructive' }));
  expect(document.querySelectorAll('[data-toast]')).toHaveLength(1);
  expect(screen.queryByText('Transcription Complete')).toBeNull();
  expect(screen.getByText('Export Failed')).toBeInTheDocument();
});

it('tells failures at once and the rest when there is a pause', () => {
  render(<Toaster />);
  act(() => toast({ title: 'Report Exported' }));
  expect(screen.getByRole('status')).toHaveTextContent('Report Exported');
  act(() => toast({ title: 'Export Failed', variant: 'destructive' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Export Failed');
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('closes at its button', () => {
  render(<Toaster />);
  act(() => toast({ title: 'Report Exported' }));
  act(() => screen.getByRole('button', { name: 'Close' }).click());
  expect(document.querySelectorAll('[data-toast]')).toHaveLength(0);
});
