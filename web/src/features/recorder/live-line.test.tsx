import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LiveLine, type LiveLineProps } from './live-line';

const LISTENING: LiveLineProps = { phase: 'listening', reason: null, target: 'preview', underWay: true, paused: false };

it.each([
  [{}, 'Words go into the Transcription Preview.'],
  [{ target: 'report' as const }, 'Words go into the report, at the caret.'],
  [{ paused: true }, ''],
  [{ phase: 'lost' as const, paused: true }, /The recording goes on/],
])('says where words go, and nothing while nobody listens: %o', (props, text) => {
  render(<LiveLine {...LISTENING} {...props} />);
  expect(screen.getByRole('status')).toHaveTextContent(text || /^$/);
});
