/** What leaves the server, row by row. */
import { useQuery } from '@tanstack/react-query';
import { enginesQuery } from '@/api/engines';
import { LoadFailed } from '@/components/load-failed';
import { Loading } from '@/components/ui/spinner';
import { leavingRows } from './leaving';

export function LeavingList({ billed }: { billed: boolean }) {
  const engines = useQuery(enginesQuery);
  if (engines.isPending) return <Loading label="Loading what leaves the server" className="min-h-64" />;
  if (!engines.data)
    return <LoadFailed what="What leaves the server" pending={engines.isFetching} onRetry={engines.refetch} />;
  return (
    <dl className="grid gap-2">
      {leavingRows(engines.data, billed).map(({ what, sent, caution }) => (
        <div key={what} className="sm:grid sm:grid-cols-[11rem_minmax(0,1fr)] sm:gap-x-4">
          <dt className="text-ink">{what}</dt>
          <dd className="wrap-anywhere">
            {sent}
            {caution && <span className="text-warn"> {caution}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
