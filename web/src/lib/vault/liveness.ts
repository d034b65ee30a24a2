/**
 * Which studies a living page works on. A page holds a lock named after its study; the browser drops the lock when the
 * page dies, so that a stored study without a lock is one to offer for recovery.
 */

const PREFIX = 'readout-study:';

/** Takes the study for this page; null when another page has it. */
export function holdStudy(studyId: string): Promise<(() => void) | null> {
  if (!navigator.locks) return Promise.resolve(() => undefined);
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(PREFIX + studyId, { ifAvailable: true }, (lock) => {
        if (!lock) {
          resolve(null);
          return undefined;
        }
        return new Promise<void>((release) => resolve(release));
      })
      .catch(reject);
  });
}

export async function heldStudies(): Promise<ReadonlySet<string>> {
  if (!navigator.locks) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
}
