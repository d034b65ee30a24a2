import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';

const TONES = {
  plain: 'border-line bg-raised text-ink-2',
  accent: 'border-accent/35 bg-accent-soft text-ink dark:bg-accent-soft/55',
  ok: 'border-ok/35 bg-ok-soft text-ink dark:bg-ok-soft/55',
  warn: 'border-warn/40 bg-warn-soft text-ink dark:bg-warn-soft/55',
  danger: 'border-rec/45 bg-rec-soft text-ink dark:bg-rec-soft/55',
};

type NoticeProps = { tone?: keyof typeof TONES; title?: ReactNode; className?: string; children?: ReactNode };

/** A short message that stays in the page. */
export function Notice({ tone = 'plain', title, className, children }: NoticeProps) {
  return (
    <div className={cx('rounded-md border px-3.5 py-3 text-sm', TONES[tone], className)}>
      {title && <p className="font-medium text-ink">{title}</p>}
      {children && <div className={title ? 'mt-0.5 text-ink-2' : undefined}>{children}</div>}
    </div>
  );
}
