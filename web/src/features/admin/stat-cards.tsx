import type { AdminTotals } from '@/api/types';
import { counted } from './model';

const STATS = [
  { label: 'Total Users', of: (totals: AdminTotals) => totals.users },
  { label: 'Active Subscriptions', of: (totals: AdminTotals) => totals.activeSubscriptions },
  { label: 'Trial Users', of: (totals: AdminTotals) => totals.trialUsers },
  { label: 'Total Transcriptions', of: (totals: AdminTotals) => totals.transcriptions },
  { label: 'Total Reports Generated', of: (totals: AdminTotals) => totals.reports },
];

/** What is counted over all users, whatever is searched for below. */
export function StatCards({ totals, failed }: { totals: AdminTotals | undefined; failed: boolean }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
      {STATS.map(({ label, of }) => (
        <div key={label} className="card flex flex-col justify-between gap-1.5 px-4 py-3 last:max-sm:col-span-2">
          <dt className="text-2xs font-medium text-ink-3">{label}</dt>
          <dd className="font-mono text-xl tabular-nums">{totals ? counted(of(totals)) : failed ? '–' : '...'}</dd>
        </div>
      ))}
    </dl>
  );
}
