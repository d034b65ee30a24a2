/**
 * A network that swallows packets: the browser is told nothing, and would wait for an answer for ever. While a request
 * hears nothing the page asks beside it whether anybody can be reached; when nobody can, the request fails as one whose
 * connection was lost.
 */
import { onlineAgain } from '@/lib/online-again';
import { statusOfReadyz } from './readyz';

/** Longer than an event stream is ever silent: the server gives a sign of life every ten seconds. */
const SILENT_FOR_MS = 15_000;
const ANSWERS_WITHIN_MS = 10_000;
/** While a recording is sent over a thin line: the question stands in the same line, behind what is on its way already. */
const ANSWERS_BESIDE_AN_UPLOAD_MS = 30_000;
/** So many in a row without an answer: a lost packet or two is no lost network. */
const MOST_UNANSWERED = 3;
/**
 * A question that is refused comes back at once: from a server that stops, takes nobody in any more and finishes what it
 * has, for 150 seconds; or from a device without a way out. So much longer is waited.
 */
const MOST_REFUSED = 24;
/** Longer than a recording may be sent and worked on, whatever a server is told: only the connection of this request is dead. */
const LONGEST_SILENCE_MS = 75 * 60_000;

type Request<T> = (signal: AbortSignal, heard: () => void) => Promise<T>;

/**
 * What the request, with everything that it reads, comes to. It obeys the signal it is given, and calls `heard` for whatever
 * arrives. One that uploads much is given longer until then. Rejects with a `TypeError` when the silence lasts, and as it
 * did itself when the caller aborts.
 */
export async function unlessSilent<T>(
  caller: AbortSignal | undefined,
  request: Request<T>,
  { uploads = false }: { readonly uploads?: boolean } = {},
): Promise<T> {
  const lost = new AbortController();
  const silence = silences(uploads, () => lost.abort());
  try {
    return await request(caller ? AbortSignal.any([caller, lost.signal]) : lost.signal, silence.broken);
  } catch (error) {
    throw lost.signal.aborted ? new TypeError('Nothing was heard of the server.') : error;
  } finally {
    silence.over();
  }
}

/** One silence after the other, each until something is heard. */
function silences(uploads: boolean, giveUp: () => void): { broken: () => void; over: () => void } {
  let heard: AbortController | undefined;
  let answersWithinMs = uploads ? ANSWERS_BESIDE_AN_UPLOAD_MS : ANSWERS_WITHIN_MS;
  const over = () => heard?.abort();
  const begin = () => {
    over();
    heard = new AbortController();
    void lasts(heard.signal, answersWithinMs).then((forGood) => {
      if (forGood) giveUp();
    });
  };
  const broken = () => {
    // Who is answered has sent all.
    answersWithinMs = ANSWERS_WITHIN_MS;
    begin();
  };
  begin();
  return { broken, over };
}

/** Whether a silence is for good: false as soon as something is heard. */
async function lasts(heard: AbortSignal, answersWithinMs: number): Promise<boolean> {
  const began = Date.now();
  const failed = { swallowed: 0, refused: 0 };
  while (failed.swallowed < MOST_UNANSWERED && failed.refused < MOST_REFUSED) {
    if (failed.swallowed + failed.refused === 0) await onlineAgain(SILENT_FOR_MS, heard);
    if (heard.aborted) return false;
    const asked = Date.now();
    const fate = await fateOfQuestion(heard, answersWithinMs);
    // By the clock, which counts sleep too: the server has not waited for this page. But it was asked first.
    if (fate === 'answered' && Date.now() - began >= LONGEST_SILENCE_MS) break;
    // A timer this late ran in a device that slept, or in a page that nobody saw for long: that was no silence of the network.
    const slept = Date.now() - asked > answersWithinMs + ANSWERS_WITHIN_MS;
    if (fate === 'answered' || slept) failed.swallowed = failed.refused = 0;
    else failed[fate] += 1;
  }
  return !heard.aborted;
}

async function fateOfQuestion(
  heard: AbortSignal,
  answersWithinMs: number,
): Promise<'answered' | 'swallowed' | 'refused'> {
  const asked = Date.now();
  if ((await statusOfReadyz(answersWithinMs, heard)) !== null) return 'answered';
  const passed = Date.now() - asked;
  if (passed >= answersWithinMs) return 'swallowed';
  // A network that is being changed refuses too, and may be there in a moment.
  await onlineAgain(Math.max(0, ANSWERS_WITHIN_MS - passed), heard);
  return 'refused';
}
