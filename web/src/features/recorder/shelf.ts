/** Ended recordings that wait for Transcribe while another one is in the panel, and which of them belong together. */
import { createStore, type Store } from '@/lib/store';
import type { Recording } from './recorder-state';

export interface Shelf {
  readonly recordings: Store<readonly Recording[]>;
  readonly add: (recording: Recording) => void;
  readonly remove: (id: string) => void;
  /** Takes away the recording of just this sound, if it is here: one that was paused and went on has the same id. */
  readonly removeHeard: (audio: Blob) => boolean;
  /** Gives what is there, and is empty. */
  readonly empty: () => readonly Recording[];
  /** The recording `id` goes on from the recording `from`. */
  readonly noteContinued: (id: string, from: string) => void;
  /** The recordings here that end where this one, or one of them, begins; the first one first. */
  readonly partsBefore: (recording: Recording) => readonly Recording[];
}

export function createShelf(): Shelf {
  const recordings = createStore<readonly Recording[]>([]);
  const continued = new Map<string, string>();

  return {
    recordings,
    add: (recording) => recordings.set([...recordings.get(), recording]),
    remove: (id) => recordings.set(recordings.get().filter((each) => each.id !== id)),
    removeHeard(audio) {
      const rest = recordings.get().filter((each) => each.audio !== audio);
      const wasHere = rest.length < recordings.get().length;
      if (wasHere) recordings.set(rest);
      return wasHere;
    },
    empty() {
      const left = recordings.get();
      recordings.set([]);
      return left;
    },
    noteContinued: (id, from) => {
      continued.set(id, from);
    },
    partsBefore({ id }) {
      const parts: Recording[] = [];
      for (let part = continued.get(id); part !== undefined; part = continued.get(part)) {
        const found = recordings.get().find((each) => each.id === part);
        if (found) parts.unshift(found);
      }
      return parts;
    },
  };
}
