/** Counts while it runs, in milliseconds. */
export interface Stopwatch {
  readonly elapsed: () => number;
  readonly run: () => void;
  readonly halt: () => void;
}

export function stopwatch(now: () => number): Stopwatch {
  let counted = 0;
  let since: number | null = null;
  const elapsed = () => counted + (since === null ? 0 : now() - since);
  return {
    elapsed,
    run: () => {
      since ??= now();
    },
    halt: () => {
      counted = elapsed();
      since = null;
    },
  };
}
