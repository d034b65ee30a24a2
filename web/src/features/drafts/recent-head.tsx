/** The folded card of recent reports, and how it looks before its script has come: neither is higher than the other. */
import { ChevronDown } from 'lucide-react';
import { cx } from '@/lib/cx';

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

export function RecentWaiting({ count, className }: { count: number; className?: string }) {
  return (
    <div className={cx('card', className)}>
      <div className="card-h border-b-0">
        <RecentHead count={count} />
      </div>
    </div>
  );
}
