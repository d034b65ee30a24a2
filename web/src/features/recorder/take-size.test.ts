import { expect, it } from 'vitest';
import { roomOf } from './take-size';

const MB = 1024 * 1024;

it.each([
  [0, 0, 'ample'],
  [54 * 60, 11 * MB, 'ample'],
  [55 * 60, 11 * MB, 'little'],
  [60, 46 * MB, 'little'],
  [57 * 60, 0, 'until the next pause'],
  [60, 48 * MB, 'until the next pause'],
  [59 * 60, 0, 'none'],
  [60, 50 * MB, 'none'],
] as const)('knows how much room %d seconds and %d bytes leave: %s', (seconds, bytes, room) =>
  expect(roomOf(seconds, bytes)).toBe(room),
);
