/**
 * Whether the last answer said that nobody is signed in any more. A session may end while somebody works: the page then stays, and
 * says so.
 */
import { createStore } from '@/lib/store';

export const signedOut = createStore(false);

const UNAUTHORIZED = 401;

/** Told of every answer of the server. */
export function noteAnswer({ status, ok }: Pick<Response, 'status' | 'ok'>): void {
  if (status === UNAUTHORIZED) signedOut.set(true);
  else if (ok) signedOut.set(false);
}
