import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadFailed } from '@/components/load-failed';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card';
import { auditQuery } from './api';
import { actionOf, actorOf, minuteOf, subjectOf } from './model';

/** Who changed whose subscription, and when. It only grows. */
export function AuditCard() {
  const { data, isError, isPending, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(auditQuery);
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <Card aria-labelledby="audit">
      <CardHeader
        id="audit"
        title="Subscription Changes"
        aside={<span className="max-sm:hidden">Who changed what, and when</span>}
      />
      {isPending && <p className="px-4 py-8 text-center text-sm text-ink-3">Loading changes...</p>}
      {isError && !data && (
        <CardBody>
          <LoadFailed what="The list of changes" pending={isFetching} onRetry={refetch} />
        </CardBody>
      )}
      {data && events.length === 0 && (
        <p className="px-4 py-8 text-center text-sm text-ink-3">No subscription has been changed yet</p>
      )}
      {events.length > 0 && (
        <ol className="divide-y text-sm">
          {events.map((event) => (
            <li
              key={event.number}
              className="grid gap-x-4 px-4 py-2.5 sm:grid-cols-[9.5rem_7.5rem_minmax(0,1fr)_minmax(0,1fr)] sm:items-baseline"
            >
              <time dateTime={event.at} className="text-ink-3 tabular-nums max-sm:text-2xs">
                {minuteOf(event.at)}
              </time>
              <span className="font-medium">{actionOf(event)}</span>
              <span className="wrap-anywhere">{subjectOf(event)}</span>
              <span className="wrap-anywhere text-ink-2">by {actorOf(event)}</span>
            </li>
          ))}
        </ol>
      )}
      {hasNextPage && (
        <CardFooter>
          <Button size="sm" pending={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show older changes
          </Button>
        </CardFooter>
      )}
    </Card>
  );
}
