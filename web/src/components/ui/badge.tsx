import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';

const TONES = {
  plain: 'border bg-panel text-ink-2',
  accent: 'bg-accent-soft text-accent',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-rec-soft text-rec',
};

export function Badge({ tone = 'plain', children }: { tone?: keyof typeof TONES; children: ReactNode }) {
  return (
    <span className={cx('inline-flex h-6 items-center rounded-full px-2.5 text-2xs font-medium', TONES[tone])}>
      {children}
    </span>
  );
}
