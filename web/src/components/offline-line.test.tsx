import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { OfflineLine } from './offline-line';

afterEach(() => vi.restoreAllMocks());

it('says that the connection is gone, and nothing while it is there', () => {
  render(<OfflineLine />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(screen.getByRole('status')).toHaveTextContent('You are offline.');
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
