import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { cx } from '@/lib/cx';

type SelectWaitingProps = { label: string; chosen: string; className?: string };

/** What stands in the place of a list until its script has come: the same field, not to be opened yet. */
export function SelectWaiting({ label, chosen, className }: SelectWaitingProps) {
  const id = useId();
  return (
    <div className={cx('min-w-0', className)}>
      <span id={id} className="label">
        {label}
      </span>
      <button
        type="button"
        disabled
        aria-labelledby={id}
        className="field flex items-center justify-between gap-2 text-left disabled:opacity-100"
      >
        <span className="truncate">{chosen}</span>
        <ChevronDown size={15} className="shrink-0 text-ink-3" aria-hidden />
      </button>
    </div>
  );
}
