import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { AdminUser } from '@/api/types';
import { AskTwice } from '@/components/ask-twice';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { cx } from '@/lib/cx';
import { useChange } from './api';
import { badgeFor, type Column, columnsOf, counted, dayOf, minuteOf, nameOf, sortedBy, type UsersView } from './model';

type UsersTableProps = {
  view: UsersView;
  onView: (view: UsersView) => void;
  /** None while the first ones are on their way. */
  users: readonly AdminUser[] | undefined;
  billed: boolean;
  /** They are those of the view before. */
  stale: boolean;
};

/** A table; on a phone a card for each of its rows. */
export function UsersTable({ view, onView, users, billed, stale }: UsersTableProps) {
  const columns = columnsOf(billed);
  return (
    <div className={cx('transition-opacity md:overflow-x-auto', stale && 'opacity-55')}>
      <table aria-labelledby="all-users" className="w-full text-left text-sm max-md:block">
        <thead className="max-md:hidden">
          <tr className="border-b">
            {columns.map((column) => (
              <Head key={column.sort} column={column} view={view} onView={onView} />
            ))}
            {billed && (
              <th scope="col" className="px-2.5 py-2 text-2xs font-medium text-ink-3 last:pr-4">
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {users?.map((user) => (
            <Row key={user.id} user={user} billed={billed} />
          ))}
          {!users?.length && (
            <tr className="max-md:block">
              <td colSpan={columns.length + 1} className="px-4 py-10 text-center text-ink-3 max-md:block">
                {users ? 'No users found' : 'Loading users...'}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

function Head({ column, view, onView }: { column: Column } & Pick<UsersTableProps, 'view' | 'onView'>) {
  const sorted = view.sort === column.sort;
  const direction = view.descending ? 'descending' : 'ascending';
  const Arrow = view.descending ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={sorted ? direction : 'none'} className="px-0.5 py-1 first:pl-2">
      <button
        type="button"
        className="inline-flex h-8 cursor-pointer items-center gap-1 rounded px-2 text-2xs font-medium whitespace-nowrap text-ink-3 transition-colors hover:text-ink aria-pressed:text-ink"
        aria-pressed={sorted}
        onClick={() => onView(sortedBy(view, column))}
      >
        {column.label}
        <Arrow size={13} className={cx(!sorted && 'invisible')} aria-hidden />
      </button>
    </th>
  );
}

function Row({ user, billed }: { user: AdminUser; billed: boolean }) {
  const emailId = useId();
  const badge = badgeFor(user.subscriptionStatus);
  return (
    <tr className="border-b last:border-b-0 hover:bg-raised/60 max-md:grid max-md:grid-cols-2 max-md:gap-x-4 max-md:gap-y-2 max-md:px-4 max-md:py-3">
      <Cell label="Name" className="font-medium max-md:order-1 md:min-w-34">
        <bdi>{nameOf(user)}</bdi>
      </Cell>
      <Cell label="Email" id={emailId} className="max-md:order-3 max-md:col-span-2 md:min-w-48">
        <bdi>{user.email}</bdi>
      </Cell>
      {billed && (
        <Cell label="Status" bare className="whitespace-nowrap max-md:order-2 max-md:justify-self-end">
          <Badge tone={badge.tone}>{badge.label}</Badge>
        </Cell>
      )}
      <Cell label="Transcriptions" className="tabular-nums max-md:order-4">
        {counted(user.transcriptionCount)}
      </Cell>
      <Cell label="Reports" className="tabular-nums max-md:order-5">
        {counted(user.reportStructuringCount)}
      </Cell>
      <Cell label="Last Active" className="text-ink-2 tabular-nums max-md:order-6 md:min-w-25">
        {user.lastActivityDate ? minuteOf(user.lastActivityDate) : 'Never'}
      </Cell>
      {billed && (
        <Cell label="Time Remaining" className="text-ink-2 max-md:order-8 max-md:col-span-2 md:min-w-31">
          {user.timeRemainingFormatted ?? 'N/A'}
        </Cell>
      )}
      <Cell label="Joined" className="whitespace-nowrap text-ink-2 tabular-nums max-md:order-7">
        {dayOf(user.createdAt)}
      </Cell>
      {billed && (
        <Cell label="Actions" bare className="max-md:order-9 max-md:col-span-2 md:pr-4">
          <Actions user={user} describedBy={emailId} />
        </Cell>
      )}
    </tr>
  );
}

type CellProps = {
  label: string;
  id?: string;
  /** Says what it is without its label, on a phone too. */
  bare?: boolean;
  className?: string;
  children: ReactNode;
};

function Cell({ label, id, bare = false, className, children }: CellProps) {
  return (
    <td
      id={id}
      data-label={label}
      className={cx(
        'wrap-anywhere px-2.5 py-2 first:pl-4 max-md:min-w-0 max-md:p-0 max-md:first:pl-0',
        !bare && label !== 'Name' && 'max-md:before:block max-md:before:text-2xs max-md:before:text-ink-3',
        !bare && label !== 'Name' && label !== 'Email' && 'max-md:before:content-[attr(data-label)]',
        className,
      )}
    >
      {children}
    </td>
  );
}

/** What can be done: who is active can be deactivated, anybody else activated or given a trial. */
function Actions({ user, describedBy }: { user: AdminUser; describedBy: string }) {
  const { mutate, isPending } = useChange();
  const change = (name: Parameters<typeof mutate>[0]['change']) => () =>
    mutate({ change: name, userEmail: user.email });
  const shared = { size: 'sm', disabled: isPending, 'aria-describedby': describedBy } as const;
  if (user.subscriptionStatus === 'active') {
    return <AskTwice {...shared} label="Deactivate" question="Deactivate now?" onConfirm={change('deactivate')} />;
  }
  // Who cancelled has what was paid for until the period ends; a trial would end it.
  const hasPaid = user.subscriptionStatus === 'cancelled';
  return (
    <div className="flex gap-1">
      <Button {...shared} onClick={change('activate')}>
        Activate
      </Button>
      {hasPaid ? (
        <AskTwice {...shared} label="Trial" question="End the paid period?" onConfirm={change('trial')} />
      ) : (
        <Button {...shared} variant="ghost" onClick={change('trial')}>
          Trial
        </Button>
      )}
    </div>
  );
}
