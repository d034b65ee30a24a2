/**
 * What must be stored before this page is left by the program's own doing: a sign-out here or in another tab, somebody
 * else's sign-in. The person is not asked then: what they said is stored, encrypted, and waits for them.
 */

/** A page that cannot store must not go on showing its patient after a sign-out. */
const LIMIT_MS = 3_000;

const works = new Set<() => Promise<unknown>>();

/** Returns what takes the work away again. */
export function beforeLeaving(work: () => Promise<unknown>): () => void {
  works.add(work);
  return () => void works.delete(work);
}

/** Does what must be done first, then leaves: at once when there is nothing. */
export function settleThen(leave: () => void): void {
  if (works.size === 0) {
    leave();
    return;
  }
  const done = Promise.allSettled([...works].map((work) => work()));
  const late = new Promise((resolve) => setTimeout(resolve, LIMIT_MS));
  void Promise.race([done, late]).then(leave);
}
