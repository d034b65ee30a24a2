import type { UseQueryResult } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AdminUsers } from '@/api/types';
import { LoadFailed } from '@/components/load-failed';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardFooter, CardHeader } from '@/components/ui/card';
import { Input } from '@/components/ui/input';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { cx } from '@/lib/cx';
import { useRefresh } from './api';
import { COLUMNS, columnsOf, lastPage, pageRange, sortedBy, type UsersView } from './model';
import { UsersTable } from './users-table';

/** How long the typing pauses before the server is asked. */
const TYPING_PAUSE_MS = 250;

type UsersCardProps = {
  view: UsersView;
  onView: (view: UsersView) => void;
  users: UseQueryResult<AdminUsers>;
  billed: boolean;
};

/** Everybody, or who is searched for, a page at a time. */
export function UsersCard({ view, onView, users, billed }: UsersCardProps) {
  const { data, isError, isFetching, isPlaceholderData, refetch } = users;
  const refresh = useRefresh();
  return (
    <Card aria-labelledby="all-users">
      <CardHeader
        id="all-users"
        title="All Users"
        aside={
          <Button
            variant="ghost"
            size="icon"
            aria-label="Refresh"
            title="Refresh"
            aria-busy={isFetching}
            onClick={refresh}
          >
            <RefreshCw size={16} className={cx(isFetching && 'animate-spin motion-reduce:animate-none')} aria-hidden />
          </Button>
        }
      />
      <div className="flex flex-wrap items-end gap-3 border-b p-3 sm:px-4">
        <Search text={view.search} onText={(search) => onView({ ...view, search, page: 1 })} />
        <Select
          label="Sort by"
          className="w-44 md:hidden"
          value={view.sort}
          options={columnsOf(billed).map(({ sort, label }) => ({ value: sort, label }))}
          onValueChange={(sort) => {
            const column = COLUMNS.find((candidate) => candidate.sort === sort);
            if (column && column.sort !== view.sort) onView(sortedBy(view, column));
          }}
        />
      </div>
      {isError && data && (
        <Notice tone="warn" className="m-3 mb-0">
          The list could not be refreshed. What you see may be out of date.
        </Notice>
      )}
      {isError && !data ? (
        <CardBody>
          <LoadFailed what="The list of users" pending={isFetching} onRetry={refetch} />
        </CardBody>
      ) : (
        <UsersTable view={view} onView={onView} users={data?.users} billed={billed} stale={isPlaceholderData} />
      )}
      {data && <Pages view={view} onView={onView} shown={data.users.length} matching={data.matching} />}
    </Card>
  );
}

function Search({ text, onText }: { text: string; onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const search = typed.trim();
  useEffect(() => {
    if (search === text) return;
    const pause = setTimeout(() => onText(search), TYPING_PAUSE_MS);
    return () => clearTimeout(pause);
  }, [search, text, onText]);
  return (
    <div className="min-w-44 flex-1 sm:max-w-80">
      <label className="label" htmlFor="search-users">
        Search users
      </label>
      <Input
        id="search-users"
        type="search"
        autoComplete="off"
        maxLength={254}
        placeholder="Name or e-mail"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}

type PagesProps = { view: UsersView; onView: (view: UsersView) => void; shown: number; matching: number };

function Pages({ view, onView, shown, matching }: PagesProps) {
  const last = lastPage(matching);
  const to = (page: number) => () => onView({ ...view, page });
  return (
    <CardFooter className="justify-between">
      <p role="status" className="px-1 text-2xs text-ink-3 tabular-nums">
        {pageRange(view.page, shown, matching)}
      </p>
      {(last > 1 || view.page > 1) && (
        <nav aria-label="Pages of users" className="flex gap-2">
          <Button size="sm" disabled={view.page <= 1} onClick={to(Math.min(view.page, last + 1) - 1)}>
            Previous
          </Button>
          <Button size="sm" disabled={view.page >= last} onClick={to(view.page + 1)}>
            Next
          </Button>
        </nav>
      )}
    </CardFooter>
  );
}
