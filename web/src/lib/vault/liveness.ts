/**
 * Which studies a living page works on. A page holds a lock named after its study; the browser drops the lock when the
 * page dies, so that a stored study without a lock is one to offer for recovery.
 */

const PREFIX = 'readout-study:';

/** Gives it back; resolves when the browser has taken note. */
export type Release = () => Promise<void>;

/** Takes the study for this page; null when another page has it. */
export function holdStudy(studyId: string): Promise<Release | null> {
  if (!navigator.locks) return Promise.resolve(() => Promise.resolve());
  return new Promise((resolve, reject) => {
    const held: Promise<void> = navigator.locks.request(PREFIX + studyId, { ifAvailable: true }, (lock) => {
      if (!lock) {
        resolve(null);
        return undefined;
      }
      return new Promise<void>((letGo) => {
        resolve(() => {
          letGo();
          return held;
        });
      });
    });
    held.catch(reject);
  });
}

export async function heldStudies(): Promise<ReadonlySet<string>> {
  if (!navigator.locks) return new Set();
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
}

const CHANNEL = 'readout-studies';

/** Tells the other pages of this browser that studies were parked, taken up or discarded, and hears it from them. */
export function studyNews(onChange: () => void): { readonly tell: () => void; readonly close: () => void } {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => undefined, close: () => undefined };
  let channel: BroadcastChannel | null = new BroadcastChannel(CHANNEL);
  channel.onmessage = onChange;
  return {
    tell: () => channel?.postMessage(null),
    close() {
      channel?.close();
      channel = null;
    },
  };
}
