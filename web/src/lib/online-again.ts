/**
 * When the browser says that it is connected again (true), or after a moment (false): it does not know of a server that
 * is down. A wait that is aborted is over at once.
 */
export function onlineAgain(atMostMs: number, signal?: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (online: boolean) => {
      clearTimeout(timer);
      window.removeEventListener('online', connected);
      signal?.removeEventListener('abort', over);
      resolve(online);
    };
    const connected = () => end(true);
    const over = () => end(false);
    const timer = setTimeout(over, atMostMs);
    window.addEventListener('online', connected);
    signal?.addEventListener('abort', over);
    if (signal?.aborted) over();
  });
}
