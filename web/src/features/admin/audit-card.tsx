import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditEvent } from '@/api/types';
import { LoadFailed } from '@/components/load-failed';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card';
import { type AuditList, auditQuery } from './api';
import { actionOf, actorOf, minuteOf, subjectOf } from './model';

const WORDS: Record<AuditList, { title: string; aside: string; empty: string }> = {
  subscriptions: {
    title: 'Subscription Changes',
    aside: 'Who changed what, and when',
    empty: 'No subscription has been changed yet',
  },
  reports: {
    title: 'Reports and Data',
    aside: 'What left under whose name, and when',
    empty: 'Nothing has been exported yet',
  },
};

/** Who changed whose subscription, or which report left under whose name, and when. It only grows. */
export function AuditCard({ list }: { list: AuditList }) {
  const { data, isError, isPending, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(auditQuery(list));
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  const { title, aside, empty } = WORDS[list];
  const id = `audit-${list}`;
  return (
    <Card aria-labelledby={id}>
      <CardHeader id={id} title={title} aside={<span className="max-sm:hidden">{aside}</span>} />
      {isPending && <p className="px-4 py-8 text-center text-sm text-ink-3">Loading changes...</p>}
      {isError && !data && (
        <CardBody>
          <LoadFailed what="The list of changes" pending={isFetching} onRetry={refetch} />
        </CardBody>
      )}
      {data && events.length === 0 && <p className="px-4 py-8 text-center text-sm text-ink-3">{empty}</p>}
      {events.length > 0 && (
        <ol className="divide-y text-sm">
          {events.map((event) => (
            <AuditItem key={event.number} event={event} list={list} />
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

function AuditItem({ event, list }: { event: AuditEvent; list: AuditList }) {
  return (
    <li className="grid gap-x-4 px-4 py-2.5 sm:grid-cols-[9.5rem_9rem_minmax(0,1fr)_minmax(0,1fr)] sm:items-baseline">
      <time dateTime={event.at} className="text-ink-3 tabular-nums max-sm:text-2xs">
        {minuteOf(event.at)}
      </time>
      <span className="font-medium">{actionOf(event)}</span>
      {list === 'subscriptions' ? (
        <>
          <bdi className="wrap-anywhere">{subjectOf(event)}</bdi>
          <span className="wrap-anywhere text-ink-2">
            by <bdi>{actorOf(event)}</bdi>
          </span>
        </>
      ) : (
        <>
          <span className="wrap-anywhere text-ink-2">
            by <bdi>{actorOf(event)}</bdi>
          </span>
          {/* Cut off where there is no room, and copied whole, so that it can be compared with a text's. */}
          {event.textSha256 && (
            <span className="truncate text-ink-3" title={event.textSha256}>
              SHA-256 <code className="font-mono text-2xs select-all">{event.textSha256}</code>
            </span>
          )}
        </>
      )}
    </li>
  );
}
