/** All users and their subscriptions, for those whose addresses the server was told. */
import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { buttonClass } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { ActivationCard } from './activation-card';
import { isForbidden, usersQuery } from './api';
import { AuditCard } from './audit-card';
import { NEWEST } from './model';
import { PaymentsCard } from './payments-card';
import { StatCards } from './stat-cards';
import { UsersCard } from './users-card';

export function Admin() {
  const [view, setView] = useState(NEWEST);
  const users = useQuery(usersQuery(view));
  const refused = isForbidden(users.error);
  // Where nobody pays there is nothing to activate, and no time that remains.
  const billed = users.data?.billing ?? true;
  return (
    <main id="main" className="mx-auto max-w-[1200px] px-5 pt-8 pb-16">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold tracking-tight">Admin Panel</h1>
        {users.data && billed && !refused && (
          <a
            href={users.data.paymentDashboardUrl}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ size: 'sm' })}
          >
            Payment dashboard
            <ExternalLink size={14} aria-hidden />
          </a>
        )}
      </div>
      <Notice
        className="mt-4"
        tone={refused ? 'warn' : 'plain'}
        title={refused ? 'You are no administrator here' : null}
      >
        {refused && <p>You are signed in, but your e-mail address is not one that this server lets in here.</p>}
        <p>
          Only authorised admin e-mails configured on the server may use this page.
          {billed && ' Users must give proof of payment by transaction ID before they are activated.'}
        </p>
      </Notice>
      {!refused && (
        <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-4">
          <StatCards totals={users.data?.totals} billed={billed} failed={users.isError && !users.data} />
          {billed && <ActivationCard />}
          {billed && <PaymentsCard />}
          <UsersCard view={view} onView={setView} users={users} billed={billed} />
          {/* Below a table that has come, so that the table does not push them away. */}
          {billed && !users.isPending && <AuditCard list="subscriptions" />}
          {!users.isPending && <AuditCard list="reports" />}
        </div>
      )}
    </main>
  );
}
