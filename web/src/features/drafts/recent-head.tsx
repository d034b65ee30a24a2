/** The folded card of recent reports, and how it looks before its script has come: neither is higher than the other. */
import { ChevronDown } from 'lucide-react';
import { cx } from '@/lib/cx';

export const RECENT_SUMMARY =
  'card-h cursor-pointer list-none border-b-0 group-open:border-b [&::-webkit-details-marker]:hidden';

export function RecentHead({ count }: { count: number }) {
  return (
    <>
      <h2 className="card-t">Recent Reports</h2>
      <span className="flex items-center gap-2 text-2xs text-ink-3 tabular-nums">
        {count}
        <ChevronDown size={15} className="transition-transform group-open:rotate-180" aria-hidden />
      </span>
    </>
  );
}

interface RecentWaitingProps {
  readonly count: number;
  readonly className?: string;
  readonly onToggle: (open: boolean) => void;
}

/** Whoever opens it before it is there finds it open. */
export function RecentWaiting({ count, className, onToggle }: RecentWaitingProps) {
  return (
    <details className={cx('card group', className)} onToggle={({ currentTarget }) => onToggle(currentTarget.open)}>
      <summary className={RECENT_SUMMARY}>
        <RecentHead count={count} />
      </summary>
    </details>
  );
}
