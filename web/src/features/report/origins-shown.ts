/** Whether the origins of a report's statements are shown: yes unless they were hidden on this device. */

const KEY = 'origins';
const HIDDEN = 'hidden';

export function areOriginsShown(): boolean {
  try {
    return localStorage.getItem(KEY) !== HIDDEN;
  } catch {
    return true;
  }
}

/** Remembers it where the browser lets us; else it lasts as long as the page. */
export function rememberOriginsShown(shown: boolean): void {
  try {
    if (shown) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, HIDDEN);
  } catch {
    // Storage may be closed to us (private window).
  }
}
