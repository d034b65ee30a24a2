import type { AdminTotals } from '@/api/types';
import { counted } from './model';

const STATS: readonly { label: string; of: (totals: AdminTotals) => number; paid?: boolean }[] = [
  { label: 'Total Users', of: (totals: AdminTotals) => totals.users },
  { label: 'Active Subscriptions', of: (totals: AdminTotals) => totals.activeSubscriptions, paid: true },
  { label: 'Trial Users', of: (totals: AdminTotals) => totals.trialUsers, paid: true },
  { label: 'Total Transcriptions', of: (totals: AdminTotals) => totals.transcriptions },
  { label: 'Total Reports Generated', of: (totals: AdminTotals) => totals.reports },
];

type StatCardsProps = { totals: AdminTotals | undefined; billed: boolean; failed: boolean };

/** What is counted over all users, whatever is searched for below. */
export function StatCards({ totals, billed, failed }: StatCardsProps) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {STATS.filter(({ paid }) => billed || !paid).map(({ label, of }) => (
        <div key={label} className="card flex flex-col justify-between gap-1.5 px-4 py-3 last:max-sm:col-span-2">
          <dt className="text-2xs font-medium text-ink-3">{label}</dt>
          <dd className="font-mono text-xl tabular-nums">{totals ? counted(of(totals)) : failed ? '–' : '...'}</dd>
        </div>
      ))}
    </dl>
  );
}
