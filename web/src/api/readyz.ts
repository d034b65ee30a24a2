/** The one question that the page asks a server that it hears nothing of: `/readyz`, which needs no session. */

/** The status of the answer; null when none came in time. A proxy may answer for the server, and may keep this address to itself. */
export async function statusOfReadyz(withinMs: number, signal: AbortSignal): Promise<number | null> {
  const poll = new AbortController();
  const stop = () => poll.abort();
  const limit = setTimeout(stop, withinMs);
  signal.addEventListener('abort', stop);
  try {
    return (await fetch('/readyz', { cache: 'no-store', signal: poll.signal })).status;
  } catch {
    return null;
  } finally {
    clearTimeout(limit);
    signal.removeEventListener('abort', stop);
  }
}
