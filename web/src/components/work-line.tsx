import { useEffect, useState } from 'react';
import type { Delay } from '@/api/server-away';
import { cx } from '@/lib/cx';

interface WorkLineProps {
  /** What is being done, in words; null when nothing is. */
  readonly doing: string | null;
  /** What keeps it from being done. */
  readonly delay?: Delay | null;
  /** How much of it is done, from 0 to 1; absent when nobody knows. */
  readonly done?: number;
  readonly className?: string;
}

const DELAYS: Readonly<Record<Delay, string>> = {
  away: 'Readout could not be reached. This goes on by itself once it answers again.',
  back: 'The server was away. Trying again…',
  told: 'The server could not do this just now. Trying again…',
};

/**
 * What long work is at: said once to who listens, and moving for who looks. It is always on the page, because assistive
 * technology reads only what changes in a region that it knows.
 */
export function WorkLine({ doing, delay, done, className }: WorkLineProps) {
  const told = doing && delay ? DELAYS[delay] : doing;
  return (
    <div className={cx(told && 'px-4 py-2', className)}>
      <p role="status" className="sr-only">
        {told}
      </p>
      {told && <Moving key={told} doing={told} done={done} />}
    </div>
  );
}

function Moving({ doing, done }: { doing: string; done?: number }) {
  const seconds = useSeconds();
  return (
    <>
      <p aria-hidden className="mb-1.5 flex justify-between gap-3 text-2xs text-ink-2">
        <span>{doing}</span>
        <span className="shrink-0 tabular-nums">{seconds} s</span>
      </p>
      <div
        role="progressbar"
        aria-label={doing}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={done === undefined ? undefined : Math.round(done * 100)}
        className="h-1 overflow-hidden rounded-full bg-raised"
      >
        <div
          className={cx('h-full rounded-full bg-accent', done === undefined ? 'work-moves' : 'transition-[width]')}
          style={done === undefined ? undefined : { width: `${done * 100}%` }}
        />
      </div>
    </>
  );
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const started = Date.now();
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - started) / 1000)), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
