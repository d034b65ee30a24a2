import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LiveLine, type LiveLineProps } from './live-line';

const LISTENING: LiveLineProps = {
  phase: 'listening',
  reason: null,
  bySelf: false,
  target: 'preview',
  underWay: true,
  paused: false,
};
const LOST: Partial<LiveLineProps> = { phase: 'lost', bySelf: true };

it.each([
  [{}, 'Words go into the Transcription Preview.'],
  [{ target: 'report' as const }, 'Words go into the report, at the caret.'],
  [{ paused: true }, ''],
  [{ ...LOST, bySelf: false, paused: true }, /The recording goes on; its text comes when you transcribe it\.$/],
  [{ ...LOST, bySelf: false, underWay: false }, /Transcribe writes the whole recording\.$/],
  [LOST, /The recording goes on; its text comes when you stop it\.$/],
  [{ ...LOST, underWay: false }, /The whole recording is transcribed instead\.$/],
])('says where words go, and nothing while nobody listens: %o', (props, text) => {
  render(<LiveLine {...LISTENING} {...props} />);
  expect(screen.getByRole('status')).toHaveTextContent(text || /^$/);
});
