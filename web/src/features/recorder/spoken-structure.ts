/** Whether "structure report" may be said on this device: a report is replaced by it, so it is off until switched on. */
import { createStore } from '@/lib/store';

const KEY = 'spoken-structure';
const ON = 'on';

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === ON;
  } catch {
    return false;
  }
}

export const spokenStructure = createStore(kept());

export function allowSpokenStructure(allowed: boolean): void {
  spokenStructure.set(allowed);
  try {
    if (allowed) localStorage.setItem(KEY, ON);
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing has the choice for as long as the page is open.
  }
}
