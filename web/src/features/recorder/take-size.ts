/**
 * How much one take may become. The server refuses a recording that is longer or larger than its bounds, every time it is
 * sent, so a take ends before them and the next one goes on.
 */

/** `MAX_SECONDS` and `MAX_BYTES` of crates/speech/src/decode.rs: 60 minutes of sound, 50 MB. */
export const MOST_SECONDS = 60 * 60;
export const MOST_BYTES = 50 * 1024 * 1024;

/** 55 minutes of 60: the radiologist is told. */
const TELLS_AT = 55 / 60;
/** 57 minutes: the next pause in the speech ends the take, so that no word is cut in two. */
const ENDS_IN_A_PAUSE_AT = 57 / 60;
/** 59 minutes: it ends in the midst of a word. What is left is for clocks that run unevenly. */
const ENDS_AT = 59 / 60;

export type Room = 'ample' | 'little' | 'until the next pause' | 'none';

/** How much room a take still has that is so long and so large. */
export function roomOf(seconds: number, bytes: number): Room {
  const filled = Math.max(seconds / MOST_SECONDS, bytes / MOST_BYTES);
  if (filled >= ENDS_AT) return 'none';
  if (filled >= ENDS_IN_A_PAUSE_AT) return 'until the next pause';
  return filled >= TELLS_AT ? 'little' : 'ample';
}
