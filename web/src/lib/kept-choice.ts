/** A yes or no that is kept on this device. */
import { createStore, type Store } from './store';

export interface KeptChoice extends Store<boolean> {
  /** Changes it here and for the next time. */
  readonly choose: (next: boolean) => void;
}

export function keptChoice(key: string, byDefault: boolean): KeptChoice {
  const store = createStore(read(key) ?? byDefault);
  return {
    ...store,
    choose(next) {
      store.set(next);
      try {
        localStorage.setItem(key, next ? 'on' : 'off');
      } catch {
        // A browser that keeps nothing has the choice for as long as the page is open.
      }
    },
  };
}

function read(key: string): boolean | null {
  try {
    const kept = localStorage.getItem(key);
    return kept === null ? null : kept === 'on';
  } catch {
    return null;
  }
}
