/** The live level display: loudness in decibels, in a row of bars that moves to the left. */

export const BAR_COUNT = 30;
/** About 15 times a second. */
export const BAR_INTERVAL_MS = 66;

/** Quieter than this is an empty bar. */
const SILENCE_DB = -58;

/** 0 (silence) to 1 (as loud as it gets) of a stretch of samples. */
export function loudness(samples: Float32Array): number {
  let squares = 0;
  for (const sample of samples) squares += sample * sample;
  const decibels = 20 * Math.log10(Math.sqrt(squares / samples.length) + 1e-6);
  return Math.min(1, Math.max(0, 1 - decibels / SILENCE_DB));
}

/** Moves every bar one place on and puts the newest last. */
export function pushLevel(bars: Float32Array, level: number): void {
  bars.copyWithin(0, 1);
  bars[bars.length - 1] = level;
}

/** About -40 dB: a room without a voice near the microphone. */
const QUIET = 0.3;
/** Half a second: longer than the gaps within a sentence. */
const QUIET_BARS = 8;

/** Nobody speaks at the moment. */
export function isQuiet(bars: Float32Array): boolean {
  return bars.subarray(-QUIET_BARS).every((level) => level < QUIET);
}
