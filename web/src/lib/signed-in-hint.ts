/**
 * Remembers that somebody is signed in, so that a public page can draw the right header at once. Only a hint for the
 * first paint: the inline script of index.html reads it, and the server's answer then decides.
 */

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
