/**
 * A request that found no server: the connection was lost, or a proxy answered for a server that restarts. It waits until
 * the server can work again, and is sent once more. Only for requests that may be sent twice: what is counted is counted
 * when it is done, and nothing is created.
 */
import { onlineAgain } from '@/lib/online-again';
import { ApiError } from './api-error';
import { statusOfReadyz } from './readyz';

/** What keeps a request from its answer. */
export type Delay =
  /** Nobody answers; it waits. */
  | 'away'
  /** Nobody answered; it is sent again. */
  | 'back'
  /** The server said that it cannot do it just now, and when it will; it waits, and is sent again. */
  | 'told';

interface Patience {
  readonly signal: AbortSignal;
  /** Told what keeps the request, each time that changes. */
  readonly tell: (delay: Delay) => void;
  /** From 0 to 1. */
  readonly random?: () => number;
}

/** Waited for at the most, not counting what passes while nobody sees the page: a server may take 150 seconds to stop. */
const AWAY_AT_MOST_MS = 240_000;
const FIRST_PAUSE_MS = 700;
const LONGEST_PAUSE_MS = 8_000;
/** Who is to come again later than this is told so at once. */
const LONGEST_TOLD_S = 10;
const ANSWERS_WITHIN_MS = 5_000;
/** What a proxy answers with when the server behind it does not. */
const GATEWAY_STATUS: readonly number[] = [502, 503, 504];

/** Sends a request, and once more when the server was away. Rejects with what the request that was sent last did. */
export async function askPatiently<T>(ask: () => Promise<T>, patience: Patience): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const { signal, tell } = patience;
    const wait = waitFor(error);
    if (!wait || signal.aborted) throw error;
    tell(wait.delay);
    const isBack = await serverBack(wait.pause, patience);
    signal.throwIfAborted();
    if (!isBack) throw error;
    if (wait.delay === 'away') tell('back');
    return ask();
  }
}

/** Whether another try is worth a wait, and how long that is at first. */
function waitFor(error: unknown): { delay: 'away' | 'told'; pause: number } | null {
  if (error instanceof TypeError) return { delay: 'away', pause: FIRST_PAUSE_MS };
  if (!(error instanceof ApiError) || !GATEWAY_STATUS.includes(error.status)) return null;
  const { code, retryAfterSeconds: seconds } = error;
  if (seconds !== undefined && seconds > LONGEST_TOLD_S) return null;
  const pause = Math.max(FIRST_PAUSE_MS, (seconds ?? 0) * 1000);
  // Whatever the server refuses itself has a code; what has none comes from a proxy, which found no server.
  if (code === undefined) return { delay: 'away', pause };
  return seconds === undefined ? null : { delay: 'told', pause };
}

async function serverBack(first: number, { signal, random = Math.random }: Patience): Promise<boolean> {
  let left = AWAY_AT_MOST_MS;
  let pause = first;
  while (left > 0 && !signal.aborted) {
    const since = Date.now();
    // All pages lost the server in the same moment, and must not come back in the same moment.
    const online = await onlineAgain(pause * (1 + random() / 2), signal);
    const unseen = await pageSeen(signal);
    if (!signal.aborted && (await isReady(signal))) return true;
    pause = online ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
    left -= Date.now() - since - unseen;
  }
  return false;
}

/** When the page can be seen: how long that took. Nobody asks for pages that nobody looks at. */
function pageSeen(signal: AbortSignal): Promise<number> {
  const since = Date.now();
  return new Promise((resolve) => {
    const look = () => {
      if (document.hidden && !signal.aborted) return;
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve(Date.now() - since);
    };
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
    look();
  });
}

/** The server and its database answer. Where a proxy keeps the address to itself, it is enough that somebody does. */
async function isReady(signal: AbortSignal): Promise<boolean> {
  const status = await statusOfReadyz(ANSWERS_WITHIN_MS, signal);
  return status !== null && status < 500;
}
