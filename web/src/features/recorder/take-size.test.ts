import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MOST_BYTES, MOST_SECONDS, roomOf } from './take-size';

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

it('has the bounds of the server', () => {
  const server = readFileSync('../crates/speech/src/decode.rs', 'utf8');
  const bound = (name: string) =>
    server
      .match(new RegExp(`const ${name}: \\w+ = ([\\d *]+);`))?.[1]
      ?.split('*')
      .reduce((product, factor) => product * Number(factor), 1);
  expect([bound('MAX_SECONDS'), bound('MAX_BYTES')]).toEqual([MOST_SECONDS, MOST_BYTES]);
});
