import { memo, useEffect, useRef } from 'react';
import { cx } from '@/lib/cx';
import { BAR_COUNT } from './levels';
import type { Recorder } from './recorder';

const LOWEST = 0.06;
const BARS = Array.from({ length: BAR_COUNT }, (_, place) => place);

interface LevelBarsProps {
  readonly recorder: Recorder;
  readonly live: boolean;
  /** Flat again: nothing is recorded. */
  readonly empty: boolean;
}

/** The live level. The bars are moved through the document itself: fifteen times a second is no work for React. */
export const LevelBars = memo(function LevelBars({ recorder, live, empty }: LevelBarsProps) {
  const row = useRef<HTMLDivElement>(null);

  useEffect(
    () =>
      recorder.onLevels((levels) => {
        const bars = row.current?.children ?? [];
        for (let place = 0; place < bars.length; place++) setHeight(bars[place], levels[place] ?? 0);
      }),
    [recorder],
  );

  useEffect(() => {
    if (!empty) return;
    for (const bar of row.current?.children ?? []) setHeight(bar, 0);
  }, [empty]);

  return (
    <div ref={row} aria-hidden data-testid="level-bars" className="level-bars flex h-9 items-center gap-[3px]">
      {BARS.map((place) => (
        <span
          key={place}
          className={cx(
            'h-full flex-1 origin-center scale-y-[0.06] rounded-full transition-transform duration-75',
            live ? 'bg-rec' : 'bg-line-strong',
          )}
        />
      ))}
    </div>
  );
});

function setHeight(bar: Element | undefined, level: number): void {
  if (bar instanceof HTMLElement) bar.style.scale = `1 ${Math.max(LOWEST, level)}`;
}
