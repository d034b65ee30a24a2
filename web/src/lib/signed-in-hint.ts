/**
 * Remembers that somebody is signed in, so that a public page can draw the right header at once. Only a hint for the
 * first paint: the inline script of index.html reads it, and the server's answer then decides. Every page of the app
 * writes it, so that who has none here is a visitor.
 */

import { settleThen } from './leaving';
import { leaveFor } from './navigation';

export const SIGNED_IN_KEY = 'signed-in';

export function rememberSignedIn(signedIn: boolean): void {
  document.documentElement.dataset.auth = signedIn ? 'in' : 'out';
  try {
    if (signedIn) localStorage.setItem(SIGNED_IN_KEY, 'yes');
    else localStorage.removeItem(SIGNED_IN_KEY);
  } catch {
    // Without storage the header settles a moment later.
  }
}

/**
 * Whether it is worth asking the server. A page of text does not ask for a visitor who never signed in here: the answer, 401,
 * stands in the browser's console as an error. Where storage is closed to us, nobody knows.
 */
export function maybeSignedIn(): boolean {
  try {
    return localStorage.getItem(SIGNED_IN_KEY) === 'yes';
  } catch {
    return true;
  }
}

/** Written for a moment when the person signs out: the browser tells every other tab of a change. */
export const SIGNED_OUT_KEY = 'signed-out';

/** Tells the other tabs of a sign-out. A session that ends by itself tells nobody: a dictation can then be finished. */
export function announceSignOut(page: Document = document): void {
  page.addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href="/api/logout"]');
    if (!link) return;
    // Not for a click that opens another tab: this page then stays, and hears of the sign-out like every other one.
    if (!event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      settleThen(() => leaveFor(link.href));
    }
    try {
      localStorage.setItem(SIGNED_OUT_KEY, 'yes');
      localStorage.removeItem(SIGNED_OUT_KEY);
    } catch {
      // Without storage the other tabs find out with their next request.
    }
  });
}
