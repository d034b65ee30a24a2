import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { WorkLine } from './work-line';

afterEach(() => vi.useRealTimers());

it('is a live region before there is anything to say', () => {
  const { rerender } = render(<WorkLine doing={null} />);
  const region = screen.getByRole('status');
  expect(region).toBeEmptyDOMElement();
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
  rerender(<WorkLine doing="Transcribing the recording" />);
  expect(region).toHaveTextContent('Transcribing the recording');
  expect(screen.getByRole('progressbar', { name: 'Transcribing the recording' })).not.toHaveAttribute('aria-valuenow');
});

it('says what keeps the work from being done, only while there is any', () => {
  const { rerender } = render(<WorkLine doing="Writing the report" delay="away" />);
  expect(screen.getByRole('status')).toHaveTextContent(/^Readout could not be reached. This goes on by itself/);
  rerender(<WorkLine doing="Writing the report" delay="back" />);
  expect(screen.getByRole('status')).toHaveTextContent('The server was away. Trying again…');
  rerender(<WorkLine doing={null} delay="back" />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});

it('counts the seconds for who looks and the share that is done for who listens', () => {
  vi.useFakeTimers();
  render(<WorkLine doing="Writing the report" done={0.6} />);
  act(() => vi.advanceTimersByTime(3_000));
  expect(screen.getByText('3 s')).toBeInTheDocument();
  expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '60');
});
