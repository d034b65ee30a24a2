/** The reports of the last hours, folded away until they are asked for. */
import { X } from 'lucide-react';
import { AskTwice } from '@/components/ask-twice';
import { cx } from '@/lib/cx';
import { ListedRow } from './listed-row';
import { KEPT_BY, keptForText, type ListedReport } from './model';
import { RECENT_SUMMARY, RecentHead } from './recent-head';
import { useNow } from './use-now';

interface RecentCardProps {
  /** How many there are. */
  readonly count: number;
  /** How long they are kept. */
  readonly hours: number;
  /** Null until they were read, which is when the card is opened. */
  readonly reports: readonly ListedReport[] | null;
  /** The report that is on the page. */
  readonly current: string;
  readonly startsOpen: boolean;
  readonly className?: string;
  readonly onToggle: (open: boolean) => void;
  readonly onOpen: (report: ListedReport) => void;
  readonly onRemove: (id: string) => void;
  readonly onRemoveAll: () => void;
}

export function RecentCard(props: RecentCardProps) {
  const { count, hours, reports, className } = props;
  const now = useNow();
  return (
    <details
      className={cx('card group', className)}
      open={props.startsOpen}
      onToggle={({ currentTarget }) => props.onToggle(currentTarget.open)}
    >
      <summary className={RECENT_SUMMARY}>
        <RecentHead count={count} />
      </summary>
      <ul className="max-h-72 divide-y overflow-y-auto">
        {reports?.map((report) => (
          <li key={report.id}>
            <ListedRow
              name={report.name}
              details={[report.what, report.id === props.current ? 'On the page' : KEPT_BY[report.by]]}
              at={report.keptAt}
              now={now}
              removal={{ label: 'Remove the report', icon: <X size={14} aria-hidden /> }}
              onOpen={() => props.onOpen(report)}
              onRemove={() => props.onRemove(report.id)}
            />
          </li>
        ))}
      </ul>
      <footer className="flex items-center gap-2 border-t py-1 pr-1.5 pl-4 text-2xs text-ink-3">
        <span className="min-w-0 flex-1">Kept encrypted on this device for {keptForText(hours)}</span>
        <AskTwice
          size="sm"
          className="h-7 px-2 text-2xs"
          label="Remove all"
          question="Remove all?"
          onConfirm={props.onRemoveAll}
        />
      </footer>
    </details>
  );
}
