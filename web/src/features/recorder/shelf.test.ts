import { describe, expect, it } from 'vitest';
import type { Recording } from './recorder-state';
import { createShelf } from './shelf';

const recording = (id: string): Recording => ({ id, startedAt: 0, seconds: 1, audio: new Blob([id]) });
const ids = (recordings: readonly Recording[]) => recordings.map(({ id }) => id);

describe('the shelf', () => {
  it('gives the parts that a recording goes on from, the first one first, without those that are gone', () => {
    const shelf = createShelf();
    shelf.add(recording('a'));
    shelf.add(recording('b'));
    shelf.noteContinued('b', 'a');
    shelf.noteContinued('c', 'b');
    expect(ids(shelf.partsBefore(recording('c')))).toEqual(['a', 'b']);
    expect(shelf.partsBefore(recording('a'))).toEqual([]);
    shelf.remove('a');
    expect(ids(shelf.partsBefore(recording('c')))).toEqual(['b']);
  });

  it('takes away only the very sound that was heard', () => {
    const shelf = createShelf();
    const [paused, whole] = [recording('a'), recording('a')];
    shelf.add(whole);
    expect(shelf.removeHeard(paused.audio)).toBe(false);
    expect(shelf.removeHeard(whole.audio)).toBe(true);
    expect(shelf.recordings.get()).toEqual([]);
  });

  it('is empty once it has given what it held', () => {
    const shelf = createShelf();
    shelf.add(recording('a'));
    expect(ids(shelf.empty())).toEqual(['a']);
    expect(shelf.recordings.get()).toEqual([]);
  });
});
